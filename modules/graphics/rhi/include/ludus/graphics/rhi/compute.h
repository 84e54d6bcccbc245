// Compute pipelines and dispatches over buffers. graph.h executes them.
#pragma once

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi
{
namespace internal
{
struct RasterAccess;
}

LUDUS_RHI_HANDLE(ComputePipelineHandle, RasterAccess);

struct ComputePipelineDescription final
{
    RasterShaderHandle Shader{}; // a reflected Compute stage
    BindingLayoutHandle Layout{};
    bool ShouldPrepareAsynchronously{false};
};

/// One dispatch; a graph pass holds at most one.
struct ComputeDispatch final
{
    ComputePipelineHandle Pipeline{};
    BindingSetHandle Bindings{};
    foundation::uint32 Groups[3]{1, 1, 1}; // workgroups along x, y, z; nonzero
    RasterBindingOffsets BindingOffsets{};
};

/// What an indexed indirect draw reads from its buffer: five words.
struct IndexedIndirectArguments final
{
    foundation::uint32 IndexCount{0};    // at most the packet's
    foundation::uint32 InstanceCount{0}; // at most the packet's; zero draws nothing
    foundation::uint32 FirstIndex{0};    // zero
    foundation::int32 BaseVertex{0};     // zero
    foundation::uint32 FirstInstance{0}; // zero
};

static_assert(sizeof(IndexedIndirectArguments) == 20);

/// The enabled compute limits. Unsupported, with zeroed output, where compute is not enabled; a device that is not
/// Ready answers its state and zeroes `capabilities`; InvalidHandle leaves it as it was.
[[nodiscard]] RasterStatus GetComputeCapabilities(DeviceHandle device, ComputeCapabilities& capabilities) noexcept;

/// Creates a compute pipeline, between frames, into a null handle.
[[nodiscard]] RasterStatus CreateComputePipeline(DeviceHandle device, const ComputePipelineDescription& description,
                                                 ComputePipelineHandle& pipeline) noexcept;

[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, ComputePipelineHandle pipeline) noexcept;

[[nodiscard]] RasterStatus Destroy(DeviceHandle device, ComputePipelineHandle& pipeline) noexcept;
} // namespace ludus::graphics::rhi
