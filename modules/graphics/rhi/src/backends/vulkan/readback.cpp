#include "backends/vulkan/readback.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::vulkan
{
BackendStatus Readback::Grow(foundation::Array<Slice>& slices, uint32 slice, usize bytes, VkBufferUsageFlags usage,
                             MemoryUse use) noexcept
{
    if (slice >= slices.Size() && !slices.Resize(usize{slice} + 1))
    {
        return BackendStatus::OutOfMemory;
    }
    if (bytes <= slices[slice].Size)
    {
        return BackendStatus::Ready;
    }
    BufferMemory memory;
    const BackendStatus status = Heap.CreateBuffer(bytes, usage, use, memory);
    if (status == BackendStatus::Ready)
    {
        Heap.Destroy(slices[slice].Memory);
        slices[slice] = {.Memory = memory, .Size = bytes};
    }
    return status;
}

BackendStatus Readback::Reserve(uint32 slice, usize bytes) noexcept
{
    return Grow(Slices, slice, bytes, VK_BUFFER_USAGE_TRANSFER_DST_BIT, MemoryUse::Readback);
}

BackendStatus Readback::ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept
{
    const BackendStatus status = Grow(UploadSlices, slice, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Staging);
    if (status == BackendStatus::Ready)
    {
        memory = UploadSlices[slice].Memory.Mapped;
    }
    return status;
}

BackendStatus Readback::FlushUpload(uint32 slice, usize offset, usize bytes) const noexcept
{
    return Heap.Flush(UploadSlices[slice].Memory, offset, bytes);
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
    for (Slice& slice : UploadSlices)
    {
        Heap.Destroy(slice.Memory);
    }
    UploadSlices.Release();
}
} // namespace ludus::graphics::rhi::internal::vulkan
