// Buffers of every role, and the frame uniform ring.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/vulkan/upload.h"

namespace ludus::graphics::rhi::internal::vulkan
{
class Buffers final
{
public:
    Buffers(Device& device, Memory& memory, Uploads& uploads) noexcept : Gpu(device), Heap(memory), Copies(uploads) {}

    [[nodiscard]] BackendStatus Create(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept;
    void Destroy(uint32 slot) noexcept;
    void Stop() noexcept;

    /// Makes the ring's bytes that a submission names visible to it.
    [[nodiscard]] BackendStatus FlushFrameUniforms(const MemoryRange& range) noexcept;

    [[nodiscard]] VkBuffer At(uint32 slot) const noexcept { return Table.At(slot).Buffer; }

    [[nodiscard]] uint64 GetApiBytes(uint32 slot) const noexcept { return Heap.GetBytes(Table.At(slot).Allocation); }

private:
    [[nodiscard]] BackendStatus Copy(uint32 slot, uint64 generation, const BufferCreation& creation,
                                     const BufferMemory& destination) noexcept;

    Device& Gpu;
    Memory& Heap;
    Uploads& Copies;
    SlotTable<BufferMemory> Table{};
    uint32 FrameUniforms{NO_SLOT}; // the ring's slot
};
} // namespace ludus::graphics::rhi::internal::vulkan
