// Classic render passes of the hand-written programs: one subpass, a colour attachment first, then perhaps depth.
#pragma once

#include "gpu.h"

namespace ludus::benchmarks::vulkan
{
/// An attachment that is cleared and has no stencil to keep.
VkAttachmentDescription ClearedAttachment(VkFormat format, VkAttachmentStoreOp store, VkImageLayout before,
                                          VkImageLayout after);

/// What follows a pass whose picture a copy may read.
VkSubpassDependency CopiesFollow();

/// Attachment 0 is drawn to as colour; attachment 1, if there is one, is its depth.
VkRenderPass CreateRenderPass(const Gpu& gpu, std::span<const VkAttachmentDescription> attachments,
                              std::span<const VkSubpassDependency> dependencies);
} // namespace ludus::benchmarks::vulkan
