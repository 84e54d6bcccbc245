// What passes draw to: images, their views and the framebuffers over them, for the surface and for textures alike.
#pragma once

#include "backends/vulkan/device.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// A two-dimensional image of one mip, layer and sample.
[[nodiscard]] VkImageCreateInfo DescribeAttachment(VkFormat format, VkExtent2D extent,
                                                   VkImageUsageFlags usage) noexcept;

/// A view of the whole of such an image.
[[nodiscard]] BackendStatus MakeAttachmentView(Device& device, VkImage image, VkFormat format,
                                               VkImageAspectFlags aspect, VkImageView& view) noexcept;

/// The views of a framebuffer, and the pass whose formats it has.
struct FramebufferParts final
{
    VkRenderPass Pass{VK_NULL_HANDLE};
    VkImageView Color{VK_NULL_HANDLE};
    VkImageView Depth{VK_NULL_HANDLE};
    VkExtent2D Extent{0, 0};
};

[[nodiscard]] BackendStatus MakeFramebuffer(Device& device, const FramebufferParts& parts,
                                            VkFramebuffer& framebuffer) noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
