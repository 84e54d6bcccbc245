#include "backends/vulkan/readback.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::vulkan
{
BackendStatus Readback::Reserve(uint32 slice, usize bytes) noexcept
{
    if (slice >= Slices.Size() && !Slices.Resize(usize{slice} + 1))
    {
        return BackendStatus::OutOfMemory;
    }
    if (bytes <= Slices[slice].Size)
    {
        return BackendStatus::Ready;
    }
    BufferMemory memory;
    const BackendStatus status =
        Heap.CreateBuffer(bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback, memory);
    if (status == BackendStatus::Ready)
    {
        Heap.Destroy(Slices[slice].Memory);
        Slices[slice] = {.Memory = memory, .Size = bytes};
    }
    return status;
}

BackendStatus Readback::Map(uint32 slice, std::span<const uint8>& bytes) noexcept
{
    assert(slice < Slices.Size() && Slices[slice].Size != 0 && "a slice is reserved before it is read");
    const Slice& source = Slices[slice];
    const BackendStatus status = Heap.Invalidate(source.Memory, 0, source.Size);
    if (status == BackendStatus::Ready)
    {
        bytes = {source.Memory.Mapped, source.Size};
    }
    return status;
}

void Readback::Stop() noexcept
{
    for (Slice& slice : Slices)
    {
        Heap.Destroy(slice.Memory);
    }
    Slices.Release();
}
} // namespace ludus::graphics::rhi::internal::vulkan
