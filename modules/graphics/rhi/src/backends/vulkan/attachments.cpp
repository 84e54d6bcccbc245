#include "backends/vulkan/attachments.h"

namespace ludus::graphics::rhi::internal::vulkan
{
VkImageCreateInfo DescribeAttachment(VkFormat format, VkExtent2D extent, VkImageUsageFlags usage) noexcept
{
    return {
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .imageType = VK_IMAGE_TYPE_2D,
        .format = format,
        .extent = {extent.width, extent.height, 1},
        .mipLevels = 1,
        .arrayLayers = 1,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = usage,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .queueFamilyIndexCount = 0,
        .pQueueFamilyIndices = nullptr,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
    };
}

BackendStatus MakeAttachmentView(Device& device, VkImage image, VkFormat format, VkImageAspectFlags aspect,
                                 VkImageView& view) noexcept
{
    const VkImageViewCreateInfo creation{
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .image = image,
        .viewType = VK_IMAGE_VIEW_TYPE_2D,
        .format = format,
        .components = {},
        .subresourceRange = {aspect, 0, 1, 0, 1},
    };
    return device.Made(device.Vk.vkCreateImageView(device.Handle, &creation, nullptr, &view), view);
}

BackendStatus MakeFramebuffer(Device& device, const FramebufferParts& parts, VkFramebuffer& framebuffer) noexcept
{
    const VkImageView attachments[2] = {parts.Color, parts.Depth};
    const VkFramebufferCreateInfo creation{
        .sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .renderPass = parts.Pass,
        .attachmentCount = 2,
        .pAttachments = attachments,
        .width = parts.Extent.width,
        .height = parts.Extent.height,
        .layers = 1,
    };
    return device.Made(device.Vk.vkCreateFramebuffer(device.Handle, &creation, nullptr, &framebuffer), framebuffer);
}
} // namespace ludus::graphics::rhi::internal::vulkan
