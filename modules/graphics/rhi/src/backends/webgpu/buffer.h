// Buffers of every role, and the frame uniform ring: bytes of ours that go to the queue before the work that reads
// them.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/webgpu/device.h"

namespace ludus::graphics::rhi::internal::webgpu
{
class Buffers final
{
public:
    explicit Buffers(Device& device) noexcept : Gpu(device) {}

    [[nodiscard]] BackendStatus Create(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept;
    void Destroy(uint32 slot) noexcept;
    void Stop() noexcept;

    /// Sends the ring's bytes that a submission names.
    void FlushFrameUniforms(const MemoryRange& range) noexcept;

    [[nodiscard]] WGPUBuffer At(uint32 slot) const noexcept { return Table.At(slot).Get(); }

private:
    Device& Gpu;
    SlotTable<NativeBuffer> Table{};
    uint32 FrameUniforms{NO_SLOT}; // the ring's slot
    foundation::Array<uint8> Ring{};
};

/// A buffer without a slot, which the backend needs for itself. What is known at once of a failure is the answer;
/// natively that is all, in a browser a later one ends the session.
[[nodiscard]] BackendStatus MakeBuffer(Device& device, usize bytes, WGPUBufferUsage usage,
                                       NativeBuffer& buffer) noexcept;

/// Writes bytes of any number to a buffer, at an offset that is a multiple of four and where there is room up to the
/// next one: the queue takes whole words.
void WriteBuffer(Device& device, WGPUBuffer buffer, uint64 offset, std::span<const uint8> bytes) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
