#include "backends/vulkan/surface_images.h"

#include "backends/vulkan/attachments.h"

#include <algorithm>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// Images to ask for: one on screen, one waiting, one being drawn.
constexpr uint32 WANTED_IMAGES = 3;

BackendStatus MakeDepth(Device& device, Memory& memory, SurfaceImages& images) noexcept
{
    const BackendStatus status = memory.CreateImage(
        DescribeAttachment(device.DepthFormat, images.Extent, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT),
        images.Depth);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    device.SetName(VK_OBJECT_TYPE_IMAGE, ToWord(images.Depth.Image), "surface depth");
    return MakeAttachmentView(device, images.Depth.Image, device.DepthFormat, VK_IMAGE_ASPECT_DEPTH_BIT,
                              images.DepthView);
}

// View, framebuffer and, for windows, the semaphore of one image.
BackendStatus Finish(Device& device, const PassStates& passes, const PassKey& pass, const SurfaceImages& images,
                     SurfaceImage& image) noexcept
{
    device.SetName(VK_OBJECT_TYPE_IMAGE, ToWord(image.Image), "surface colour");
    BackendStatus status = MakeAttachmentView(device, image.Image, pass.Color, VK_IMAGE_ASPECT_COLOR_BIT, image.View);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    const FramebufferParts parts{passes.Find(pass), image.View, images.DepthView, images.Extent};
    status = MakeFramebuffer(device, parts, image.Framebuffer);
    if (status != BackendStatus::Ready || images.Swapchain == VK_NULL_HANDLE)
    {
        return status;
    }
    const VkSemaphoreCreateInfo semaphore{
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
    };
    return device.Made(device.Vk.vkCreateSemaphore(device.Handle, &semaphore, nullptr, &image.Rendered),
                       image.Rendered);
}

VkCompositeAlphaFlagBitsKHR ChooseAlpha(VkCompositeAlphaFlagsKHR offered) noexcept
{
    for (const VkCompositeAlphaFlagBitsKHR alpha :
         {VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR, VK_COMPOSITE_ALPHA_INHERIT_BIT_KHR,
          VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR})
    {
        if ((offered & static_cast<VkCompositeAlphaFlagsKHR>(alpha)) != 0)
        {
            return alpha;
        }
    }
    return VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;
}

BackendStatus MakeSwapchain(Device& device, const SwapchainChoice& choice, SurfaceImages& images) noexcept
{
    const VkSurfaceCapabilitiesKHR& bounds = choice.Capabilities;
    const uint32 most = bounds.maxImageCount != 0 ? bounds.maxImageCount : MAX_SURFACE_IMAGES;
    const VkSwapchainCreateInfoKHR creation{
        .sType = VK_STRUCTURE_TYPE_SWAPCHAIN_CREATE_INFO_KHR,
        .pNext = nullptr,
        .flags = 0,
        .surface = device.Surface,
        .minImageCount = std::min(std::max(bounds.minImageCount, WANTED_IMAGES), most),
        .imageFormat = choice.Format.format,
        .imageColorSpace = choice.Format.colorSpace,
        .imageExtent = images.Extent,
        .imageArrayLayers = 1,
        .imageUsage = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT,
        .imageSharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .queueFamilyIndexCount = 0,
        .pQueueFamilyIndices = nullptr,
        .preTransform = bounds.currentTransform,
        .compositeAlpha = ChooseAlpha(bounds.supportedCompositeAlpha),
        .presentMode = VK_PRESENT_MODE_FIFO_KHR,
        .clipped = VK_TRUE,
        .oldSwapchain = choice.Replaced,
    };
    const BackendStatus status =
        device.Note(device.Vk.vkCreateSwapchainKHR(device.Handle, &creation, nullptr, &images.Swapchain));
    if (status != BackendStatus::Ready)
    {
        images.Swapchain = VK_NULL_HANDLE;
        return status;
    }
    VkImage natives[MAX_SURFACE_IMAGES];
    uint32 count = MAX_SURFACE_IMAGES;
    const VkResult listed = device.Vk.vkGetSwapchainImagesKHR(device.Handle, images.Swapchain, &count, natives);
    if (listed != VK_SUCCESS) // VK_INCOMPLETE too: frames could not draw to the images left out
    {
        static_cast<void>(device.Note(listed));
        return listed == VK_INCOMPLETE ? BackendStatus::Refused : ToStatus(listed);
    }
    for (uint32 i = 0; i < count; ++i)
    {
        images.Images[i].Image = natives[i];
    }
    images.Count = count;
    return BackendStatus::Ready;
}

BackendStatus FinishAll(Device& device, Memory& memory, const PassStates& passes, const PassKey& pass,
                        SurfaceImages& images) noexcept
{
    BackendStatus status = MakeDepth(device, memory, images);
    for (uint32 i = 0; i < images.Count && status == BackendStatus::Ready; ++i)
    {
        status = Finish(device, passes, pass, images, images.Images[i]);
    }
    return status;
}
} // namespace

BackendStatus MakeHeadlessImages(Device& device, Memory& memory, const PassStates& passes, const PassKey& pass,
                                 SurfaceImages& images) noexcept
{
    BackendStatus status =
        memory.CreateImage(DescribeAttachment(pass.Color, images.Extent,
                                              VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT),
                           images.Color);
    if (status == BackendStatus::Ready)
    {
        images.Images[0].Image = images.Color.Image;
        images.Count = 1;
        status = FinishAll(device, memory, passes, pass, images);
    }
    if (status != BackendStatus::Ready)
    {
        DestroyImages(device, memory, images);
    }
    return status;
}

BackendStatus MakeWindowImages(Device& device, Memory& memory, const PassStates& passes, const PassKey& pass,
                               const SwapchainChoice& choice, SurfaceImages& images) noexcept
{
    BackendStatus status = MakeSwapchain(device, choice, images);
    if (status == BackendStatus::Ready)
    {
        status = FinishAll(device, memory, passes, pass, images);
    }
    if (status != BackendStatus::Ready)
    {
        DestroyImages(device, memory, images);
    }
    return status;
}

void DestroyImages(Device& device, Memory& memory, SurfaceImages& images) noexcept
{
    for (const SurfaceImage& image : images.Images)
    {
        device.Vk.vkDestroySemaphore(device.Handle, image.Rendered, nullptr);
        device.Vk.vkDestroyFramebuffer(device.Handle, image.Framebuffer, nullptr);
        device.Vk.vkDestroyImageView(device.Handle, image.View, nullptr);
    }
    device.Vk.vkDestroyImageView(device.Handle, images.DepthView, nullptr);
    memory.Destroy(images.Depth);
    memory.Destroy(images.Color);
    if (images.Swapchain != VK_NULL_HANDLE)
    {
        device.Vk.vkDestroySwapchainKHR(device.Handle, images.Swapchain, nullptr);
    }
    images = {};
}
} // namespace ludus::graphics::rhi::internal::vulkan
