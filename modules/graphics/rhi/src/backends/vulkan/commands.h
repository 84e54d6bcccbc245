// The replay of command streams: one loop over a stream's commands, one tight loop over the entries of a draw run.
#pragma once

#include "backends/vulkan/barriers.h"
#include "backends/vulkan/pipeline.h"
#include "backends/vulkan/readback.h"
#include "backends/vulkan/surface.h"
#include "backends/vulkan/timestamps.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// What streams refer to by slot.
struct Tables final
{
    const Buffers& BufferTable;
    const Textures& TextureTable;
    const Bindings& BindingTable;
    const Pipelines& PipelineTable;
    PassStates& Passes;
    Barriers& Order;
    const Readback& Slices;
    const Surface& Target;
    const Timestamps& Clock;
};

/// What a recorded stream did.
struct RecordResult final
{
    BackendStatus Status{BackendStatus::Ready}; // else what was recorded is of no use
    bool DrewSurface{false};                    // a pass wrote the surface
};

/// Records a stream, makes its passes where they are new, and flushes the upload slices that it copies from;
/// `measuresPasses`: with timestamps.
RecordResult RecordStream(const Device& device, const Tables& tables, VkCommandBuffer commands,
                          std::span<const uint8> stream, bool measuresPasses) noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
