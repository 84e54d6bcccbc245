#include "backends/vulkan/upload.h"

#include <algorithm>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// How long a creation waits for its own copy before it answers Pending.
constexpr uint64 MAX_COPY_WAIT_NANOSECONDS = 5'000'000'000;
} // namespace

BackendStatus Uploads::Begin(usize bytes, Upload& upload) noexcept
{
    // Room in the list comes first: once the copy is submitted, nothing may fail.
    if (OnTheWay.Size() == OnTheWay.Capacity() && !OnTheWay.Reserve(std::max<usize>(4, OnTheWay.Capacity() * 2)))
    {
        return BackendStatus::OutOfMemory;
    }
    BackendStatus status =
        Heap.CreateBuffer(bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, MemoryUse::Staging, upload.Staging);
    if (status == BackendStatus::Ready)
    {
        status = Work.Take(upload.Copy);
    }
    if (status == BackendStatus::Ready)
    {
        status = Work.Begin(*upload.Copy);
    }
    if (status != BackendStatus::Ready)
    {
        Cancel(upload);
    }
    return status;
}

void Uploads::Cancel(Upload& upload) noexcept
{
    Release(upload);
}

void Uploads::Release(Upload& upload) noexcept
{
    Heap.Destroy(upload.Staging);
    Heap.Destroy(upload.OrphanBuffer);
    Heap.Destroy(upload.OrphanImage);
    if (upload.Copy != nullptr)
    {
        Work.Return(*upload.Copy);
    }
    upload = {};
}

BackendStatus Uploads::Submit(Upload& upload, bool waits) noexcept
{
    BackendStatus status = Heap.Flush(upload.Staging, 0, VK_WHOLE_SIZE);
    if (status == BackendStatus::Ready)
    {
        status = Gpu.Note(Gpu.Vk.vkEndCommandBuffer(upload.Copy->Commands));
    }
    if (status == BackendStatus::Ready)
    {
        status = Work.Submit(*upload.Copy);
    }
    if (status != BackendStatus::Ready)
    {
        Release(upload);
        return status;
    }
    if (waits)
    {
        const VkResult result =
            Gpu.Vk.vkWaitForFences(Gpu.Handle, 1, &upload.Copy->Fence, VK_TRUE, MAX_COPY_WAIT_NANOSECONDS);
        status = Gpu.Note(result);
        if (result == VK_SUCCESS || status == BackendStatus::Lost)
        {
            Release(upload);
            return status;
        }
    }
    OnTheWay.AppendReserved(upload);
    upload = {};
    return BackendStatus::Pending;
}

void Uploads::Poll(BackendEvents& events) noexcept
{
    for (usize i = 0; i < OnTheWay.Size() && !Gpu.IsLost;)
    {
        const VkResult result = Gpu.Vk.vkGetFenceStatus(Gpu.Handle, OnTheWay[i].Copy->Fence);
        if (result != VK_SUCCESS)
        {
            static_cast<void>(Gpu.Note(result));
            ++i;
            continue;
        }
        Upload done = OnTheWay[i];
        OnTheWay.RemoveUnordered(i);
        const CreationEvent event{
            .Kind = done.Kind,
            .Slot = done.Slot,
            .Generation = done.Generation,
            .Result = BackendStatus::Ready,
        };
        Release(done);
        events.OnCreated(event);
    }
}

bool Uploads::Adopt(RecordKind kind, uint32 slot, BufferMemory* buffer, ImageMemory* image) noexcept
{
    for (Upload& upload : OnTheWay)
    {
        const bool isOrphan =
            upload.OrphanBuffer.Buffer != VK_NULL_HANDLE || upload.OrphanImage.Image != VK_NULL_HANDLE;
        if (upload.Kind == kind && upload.Slot == slot && !isOrphan)
        {
            if (buffer != nullptr)
            {
                upload.OrphanBuffer = *buffer;
                *buffer = {};
            }
            if (image != nullptr)
            {
                upload.OrphanImage = *image;
                *image = {};
            }
            return true;
        }
    }
    return false;
}

uint64 Uploads::GetStagingBytes(RecordKind kind, uint32 slot) const noexcept
{
    uint64 bytes = 0;
    for (const Upload& upload : OnTheWay)
    {
        bytes += upload.Kind == kind && upload.Slot == slot ? Heap.GetBytes(upload.Staging.Allocation) : 0;
    }
    return bytes;
}

void Uploads::Drop() noexcept
{
    for (Upload& upload : OnTheWay)
    {
        Release(upload);
    }
    OnTheWay.Clear();
}
} // namespace ludus::graphics::rhi::internal::vulkan
