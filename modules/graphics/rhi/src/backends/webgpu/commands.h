// The replay of command streams: one loop over a stream's commands, one tight loop over the entries of a draw run.
#pragma once

#include "backends/webgpu/pipeline.h"
#include "backends/webgpu/readback.h"
#include "backends/webgpu/surface.h"
#include "backends/webgpu/timestamps.h"

namespace ludus::graphics::rhi::internal::webgpu
{
/// What streams refer to by slot.
struct Tables final
{
    const Buffers& BufferTable;
    const Textures& TextureTable;
    const Bindings& BindingTable;
    const Pipelines& PipelineTable;
    const Surface& Target;
    const Timestamps& Clock;
    Readback& Slices;
};

/// Makes room for what a stream reads back and sends what it copies from upload slices, so that recording it needs
/// nothing more.
[[nodiscard]] BackendStatus PrepareStream(std::span<const uint8> stream, const Tables& tables) noexcept;

/// Records a prepared stream; `measuresPasses`: with their timestamps. Answers how many passes it has.
[[nodiscard]] uint32 RecordStream(const Tables& tables, WGPUCommandEncoder encoder, std::span<const uint8> stream,
                                  bool measuresPasses) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
