// The replay of command streams: one loop over a stream's commands, one tight loop over the entries of a draw run.
#pragma once

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
    const PassStates& Passes;
    const Readback& Slices;
    const Surface& Target;
    const Timestamps& Clock;
};

/// Makes the passes of a stream and flushes the upload slices it copies from, so that recording it cannot fail.
[[nodiscard]] BackendStatus PrepareStream(std::span<const uint8> stream, const PassKey& surface,
                                          const Textures& textures, PassStates& passes,
                                          const Readback& slices) noexcept;

/// What a recorded stream did.
struct RecordResult final
{
    bool DrewSurface{false}; // a pass wrote the surface
};

/// Records a stream whose passes are prepared; `measuresPasses`: with their timestamps.
RecordResult RecordStream(const Device& device, const Tables& tables, VkCommandBuffer commands,
                          std::span<const uint8> stream, bool measuresPasses) noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
