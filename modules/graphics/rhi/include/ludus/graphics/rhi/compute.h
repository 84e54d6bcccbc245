// Compute pipelines and dispatches over buffers. graph.h executes them.
//
//     rhi::CreateRasterShader(device, ludus::shaders::cull::Compute(), shader);
//     rhi::CreateBindingLayout(device, bindings, layout);            // every binding with RasterVisibility::Compute
//     rhi::CreateComputePipeline(device, {shader, layout}, pipeline);
//     rhi::CreateBindingSet(device, layout, resources, set);         // buffers of BufferRole::Storage and its kin
//     const rhi::ComputeDispatch dispatch{.Pipeline = pipeline, .Bindings = set, .Groups = {16, 1, 1}};
//     rhi::AddGraphPass(device, graph, {.Name = "cull", .Uses = uses, .UseCount = 3, .Dispatch = &dispatch});
//
// Needs DeviceFeatures::Compute. Bounds checks, synchronization inside a workgroup and freedom from races are the
// kernel's. A layout for compute binds uniform and storage buffers and single 2D colour textures, which are loaded.
#pragma once

#include <ludus/graphics/rhi/lifetime.h>

#include <string_view>

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

/// One dispatch; a graph pass holds at most one. Each binding of the set is declared by the pass, with the range that
/// the dynamic offsets lead to.
struct ComputeDispatch final
{
    ComputePipelineHandle Pipeline{};
    BindingSetHandle Bindings{};
    foundation::uint32 Groups[3]{1, 1,
                                 1}; // workgroups along x, y, z; nonzero, at most ComputeCapabilities::MaxDispatch
    RasterBindingOffsets BindingOffsets{};
};

/// What an indexed indirect draw reads from its buffer: five words, at RasterDraw::IndirectOffset, a multiple of four,
/// of a buffer of BufferRole::StorageIndirect. The packet's counts are the largest that may stand there, and are
/// checked; its IndexOffset says where index zero lies. Who writes the words keeps to the bounds below: nobody looks at
/// them again. Needs DeviceFeatures::IndirectRendering.
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

/// Creates a compute pipeline, between frames, into a null handle: Ready, or Pending until GetStatus says otherwise; it
/// keeps shader and layout. InvalidDescription: a shader of another stage, a layout that lacks what the shader needs or
/// is visible to raster stages. InvalidHandle, NotReady: shader or layout. Unsupported: no compute. CapacityExceeded:
/// ResourcesPerKind are in use. Failed, OutOfMemory: the driver.
[[nodiscard]] RasterStatus CreateComputePipeline(DeviceHandle device, const ComputePipelineDescription& description,
                                                 ComputePipelineHandle& pipeline) noexcept;

/// Ready, Pending, or Failed when its preparation did; InvalidHandle for null, destroyed and foreign ones.
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, ComputePipelineHandle pipeline) noexcept;

/// Ends the handle, between frames, and nulls it; graphs and submitted work keep the pipeline until they are done.
[[nodiscard]] RasterStatus Destroy(DeviceHandle device, ComputePipelineHandle& pipeline) noexcept;

/// Names the pipeline, as SetLabel of diagnostics.h names other objects.
[[nodiscard]] RasterStatus SetLabel(DeviceHandle device, ComputePipelineHandle pipeline,
                                    std::string_view label) noexcept;
} // namespace ludus::graphics::rhi
