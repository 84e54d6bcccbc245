#include "backends/vulkan/surface.h"

#include <algorithm>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// How long a frame may wait for an image of the window before it is skipped.
constexpr int32 MAX_ACQUIRE_MILLISECONDS = 100;
constexpr uint64 MAX_ACQUIRE_NANOSECONDS = MAX_ACQUIRE_MILLISECONDS * 1'000'000ULL;

// What currentExtent holds when the window has no extent of its own (Wayland).
constexpr uint32 ANY_EXTENT = 0xFFFFFFFFU;

bool IsSame(VkExtent2D a, VkExtent2D b) noexcept
{
    return a.width == b.width && a.height == b.height;
}

bool IsEmpty(VkExtent2D extent) noexcept
{
    return extent.width == 0 || extent.height == 0;
}

VkExtent2D ChooseExtent(const VkSurfaceCapabilitiesKHR& capabilities, VkExtent2D wanted) noexcept
{
    if (capabilities.currentExtent.width != ANY_EXTENT)
    {
        return capabilities.currentExtent;
    }
    return {
        .width = std::clamp(wanted.width, capabilities.minImageExtent.width, capabilities.maxImageExtent.width),
        .height = std::clamp(wanted.height, capabilities.minImageExtent.height, capabilities.maxImageExtent.height),
    };
}
} // namespace

BackendStatus Surface::Start(const WindowInfo& window) noexcept
{
    Pacing.Start(window);
    const BackendStatus status = ChooseFormat();
    return status == BackendStatus::Ready ? Passes.Ensure(GetPass()) : status;
}

BackendStatus Surface::ChooseFormat() noexcept
{
    Format = {VK_FORMAT_R8G8B8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
    if (IsHeadless())
    {
        return BackendStatus::Ready;
    }
    constexpr uint32 MAX_FORMATS = 64;
    VkSurfaceFormatKHR offered[MAX_FORMATS];
    uint32 count = MAX_FORMATS;
    const VkResult listed = vkGetPhysicalDeviceSurfaceFormatsKHR(Gpu.Adapter, Gpu.Surface, &count, offered);
    if (listed < VK_SUCCESS)
    {
        return Gpu.Note(listed);
    }
    for (const VkFormat wanted :
         {VK_FORMAT_B8G8R8A8_UNORM, VK_FORMAT_R8G8B8A8_UNORM, VK_FORMAT_B8G8R8A8_SRGB, VK_FORMAT_R8G8B8A8_SRGB})
    {
        for (uint32 i = 0; i < count; ++i)
        {
            if (offered[i].format == wanted && offered[i].colorSpace == VK_COLOR_SPACE_SRGB_NONLINEAR_KHR)
            {
                Format = offered[i];
                return BackendStatus::Ready;
            }
        }
    }
    return BackendStatus::Refused;
}

SurfaceEncoding Surface::GetEncoding() const noexcept
{
    const bool isSrgb = Format.format == VK_FORMAT_B8G8R8A8_SRGB || Format.format == VK_FORMAT_R8G8B8A8_SRGB;
    return isSrgb ? SurfaceEncoding::Srgb : SurfaceEncoding::Unorm;
}

BackendStatus Surface::Prepare(const FrameTarget& target) noexcept
{
    const VkExtent2D wanted{.width = target.Width, .height = target.Height};
    // Room for the images that may have to go comes first, so that retiring them cannot fail.
    if (Old.Size() + 2 > Old.Capacity() && !Old.Reserve(std::max<usize>(4, Old.Capacity() * 2)))
    {
        return BackendStatus::OutOfMemory;
    }
    const BackendStatus status = IsHeadless() ? PrepareHeadless(wanted) : PrepareWindow(wanted);
    if (status == BackendStatus::Ready)
    {
        Wanted = wanted;
    }
    return status;
}

BackendStatus Surface::PrepareHeadless(VkExtent2D extent) noexcept
{
    if (IsEmpty(extent) || IsSame(extent, Current.Extent))
    {
        return BackendStatus::Ready;
    }
    SurfaceImages made;
    made.Extent = extent;
    const BackendStatus status = MakeHeadlessImages(Gpu, Heap, Passes, GetPass(), made);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    // The last accepted frame stays readable until another one is accepted.
    if (HasPicture)
    {
        Picture = Current;
        HasPicture = false;
    }
    else
    {
        Retire(Current, Work.GetSubmitted());
    }
    Current = made;
    return BackendStatus::Ready;
}

BackendStatus Surface::PrepareWindow(VkExtent2D wanted) noexcept
{
    const bool isUnchanged = Current.Count != 0 && !IsStale && IsSame(wanted, Wanted);
    if (IsEmpty(wanted) || (isUnchanged && !Gpu.Fixes.PollsSurfaceExtent))
    {
        return BackendStatus::Ready;
    }
    VkSurfaceCapabilitiesKHR capabilities{};
    const BackendStatus status =
        Gpu.Note(vkGetPhysicalDeviceSurfaceCapabilitiesKHR(Gpu.Adapter, Gpu.Surface, &capabilities));
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    const VkExtent2D extent = ChooseExtent(capabilities, wanted);
    if (Current.Count != 0 && !IsStale && IsSame(extent, Current.Extent))
    {
        return BackendStatus::Ready;
    }
    return Recreate(capabilities, extent);
}

BackendStatus Surface::Recreate(const VkSurfaceCapabilitiesKHR& capabilities, VkExtent2D extent) noexcept
{
    IsStale = true;
    IsHidden = IsEmpty(extent);
    if (IsHidden) // minimised: nothing to draw to until the window comes back
    {
        return BackendStatus::Ready;
    }
    const SwapchainChoice choice{.Format = Format, .Capabilities = capabilities, .Replaced = Current.Swapchain};
    DropHeldImage();
    // Presentation has no fence. Its uses of the old images end before the first frame on the new ones can.
    Retire(Current, Work.GetSubmitted() + 1);
    SurfaceImages made;
    made.Extent = extent;
    const BackendStatus status = MakeWindowImages(Gpu, Heap, Passes, GetPass(), choice, made);
    if (status == BackendStatus::Ready)
    {
        Current = made;
        IsStale = false;
    }
    return status;
}

AcquireStatus Surface::Acquire(VkSemaphore acquired, AcquiredFrame& frame) noexcept
{
    if (IsEmpty(Wanted) || IsHidden || Current.Count == 0)
    {
        return AcquireStatus::Skipped;
    }
    if (!Pacing.Wait(MAX_ACQUIRE_MILLISECONDS))
    {
        return AcquireStatus::Skipped;
    }
    for (uint32 attempt = 0; !IsHeadless() && HeldSemaphore == VK_NULL_HANDLE; ++attempt)
    {
        const VkResult result = Gpu.Vk.vkAcquireNextImageKHR(Gpu.Handle, Current.Swapchain, MAX_ACQUIRE_NANOSECONDS,
                                                             acquired, VK_NULL_HANDLE, &ImageIndex);
        if (result == VK_SUCCESS || result == VK_SUBOPTIMAL_KHR)
        {
            IsStale = result == VK_SUBOPTIMAL_KHR;
            HeldSemaphore = acquired;
            break;
        }
        if (result == VK_TIMEOUT || result == VK_NOT_READY)
        {
            return AcquireStatus::Skipped;
        }
        if (result != VK_ERROR_OUT_OF_DATE_KHR)
        {
            return Gpu.Note(result) == BackendStatus::Lost ? AcquireStatus::Lost : AcquireStatus::Failed;
        }
        // The window changed since Prepare. Once is common, twice means that it is still changing.
        IsStale = true;
        const BackendStatus status = attempt == 0 ? PrepareWindow(Wanted) : BackendStatus::Ready;
        if (status != BackendStatus::Ready)
        {
            return status == BackendStatus::Lost ? AcquireStatus::Lost : AcquireStatus::Failed;
        }
        if (attempt != 0 || IsHidden || Current.Count == 0)
        {
            return AcquireStatus::Skipped;
        }
    }
    IsOpen = true;
    frame = {.Width = Current.Extent.width, .Height = Current.Extent.height, .Encoding = GetEncoding()};
    return AcquireStatus::Ready;
}

FrameSemaphores Surface::GetSemaphores() const noexcept
{
    return {.Acquired = HeldSemaphore, .Rendered = Current.Images[ImageIndex].Rendered};
}

void Surface::RecordEnd(VkCommandBuffer commands, bool wasDrawn) const noexcept
{
    if (IsHeadless())
    {
        return;
    }
    const VkImageMemoryBarrier barrier{
        .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
        .pNext = nullptr,
        .srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
        .dstAccessMask = 0, // the semaphore makes it visible to presentation
        .oldLayout = wasDrawn ? VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL : VK_IMAGE_LAYOUT_UNDEFINED,
        .newLayout = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .image = Current.Images[ImageIndex].Image,
        .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1},
    };
    Gpu.Vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0, 0, nullptr, 0, nullptr, 1, &barrier);
}

BackendStatus Surface::Present() noexcept
{
    IsOpen = false;
    if (IsHeadless())
    {
        HasPicture = true;
        Retire(Picture, Work.GetSubmitted());
        return BackendStatus::Ready;
    }
    HeldSemaphore = VK_NULL_HANDLE;
    const VkPresentInfoKHR present{
        .sType = VK_STRUCTURE_TYPE_PRESENT_INFO_KHR,
        .pNext = nullptr,
        .waitSemaphoreCount = 1,
        .pWaitSemaphores = &Current.Images[ImageIndex].Rendered,
        .swapchainCount = 1,
        .pSwapchains = &Current.Swapchain,
        .pImageIndices = &ImageIndex,
        .pResults = nullptr,
    };
    Pacing.Arm();
    const VkResult result = Gpu.Vk.vkQueuePresentKHR(Gpu.Queue, &present);
    if (result < VK_SUCCESS)
    {
        Pacing.Disarm();
    }
    switch (result)
    {
    case VK_SUCCESS:
        return BackendStatus::Ready;
    case VK_SUBOPTIMAL_KHR:
    case VK_ERROR_OUT_OF_DATE_KHR:
    case VK_ERROR_SURFACE_LOST_KHR: // the next frame finds out whether the window is really gone
        IsStale = true;
        return BackendStatus::Ready;
    default:
        return Gpu.Note(result);
    }
}

void Surface::DropHeldImage() noexcept
{
    if (HeldSemaphore != VK_NULL_HANDLE)
    {
        Work.Consume(HeldSemaphore);
        HeldSemaphore = VK_NULL_HANDLE;
    }
}

void Surface::Retire(SurfaceImages& images, uint64 ordinal) noexcept
{
    if (images.Count != 0)
    {
        Old.AppendReserved({.Images = images, .Ordinal = ordinal});
        images = {};
    }
}

void Surface::Collect(uint64 completed) noexcept
{
    for (usize i = 0; i < Old.Size();)
    {
        if (Old[i].Ordinal > completed)
        {
            ++i;
            continue;
        }
        DestroyImages(Gpu, Heap, Old[i].Images);
        Old.RemoveUnordered(i);
    }
}

void Surface::Stop() noexcept
{
    Pacing.Stop();
    for (Retired& retired : Old)
    {
        DestroyImages(Gpu, Heap, retired.Images);
    }
    Old.Release();
    DestroyImages(Gpu, Heap, Picture);
    DestroyImages(Gpu, Heap, Current);
}
} // namespace ludus::graphics::rhi::internal::vulkan
