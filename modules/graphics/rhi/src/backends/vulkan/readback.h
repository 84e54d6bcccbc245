// Slices: host memory that copies on the queue write and the frontend reads, or the other way round.
#pragma once

#include "backends/vulkan/memory.h"

namespace ludus::graphics::rhi::internal::vulkan
{
class Readback final
{
public:
    explicit Readback(Memory& memory) noexcept : Heap(memory) {}

    [[nodiscard]] BackendStatus Reserve(uint32 slice, usize bytes) noexcept;
    [[nodiscard]] BackendStatus ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept;

    /// Makes what the host wrote to an upload slice visible to submissions.
    [[nodiscard]] BackendStatus FlushUpload(uint32 slice, usize offset, usize bytes) const noexcept;
    [[nodiscard]] BackendStatus Map(uint32 slice, std::span<const uint8>& bytes) noexcept;
    void Stop() noexcept;

    [[nodiscard]] VkBuffer At(uint32 slice) const noexcept { return Slices[slice].Memory.Buffer; }

    [[nodiscard]] VkBuffer UploadAt(uint32 slice) const noexcept { return UploadSlices[slice].Memory.Buffer; }

private:
    struct Slice final
    {
        BufferMemory Memory{};
        usize Size{0};
    };

    [[nodiscard]] BackendStatus Grow(foundation::Array<Slice>& slices, uint32 slice, usize bytes,
                                     VkBufferUsageFlags usage, MemoryUse use) noexcept;

    Memory& Heap;
    foundation::Array<Slice> Slices{};
    foundation::Array<Slice> UploadSlices{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
