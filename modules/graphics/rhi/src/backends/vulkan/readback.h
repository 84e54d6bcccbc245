// Readback slices: host memory that copies on the queue write and the frontend reads.
#pragma once

#include "backends/vulkan/memory.h"

namespace ludus::graphics::rhi::internal::vulkan
{
class Readback final
{
public:
    explicit Readback(Memory& memory) noexcept : Heap(memory) {}

    [[nodiscard]] BackendStatus Reserve(uint32 slice, usize bytes) noexcept;
    [[nodiscard]] BackendStatus Map(uint32 slice, std::span<const uint8>& bytes) noexcept;
    void Stop() noexcept;

    [[nodiscard]] VkBuffer At(uint32 slice) const noexcept { return Slices[slice].Memory.Buffer; }

private:
    struct Slice final
    {
        BufferMemory Memory{};
        usize Size{0};
    };

    Memory& Heap;
    foundation::Array<Slice> Slices{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
