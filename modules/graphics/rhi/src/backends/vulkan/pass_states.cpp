#include "backends/vulkan/pass_states.h"

#include "backends/vulkan/convert.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// A loaded attachment is where the pass before left it; any other content may be thrown away with its layout.
VkImageLayout InitialLayout(AttachmentLoad load, VkImageLayout layout) noexcept
{
    return load == AttachmentLoad::Load ? layout : VK_IMAGE_LAYOUT_UNDEFINED;
}
} // namespace

BackendStatus PassStates::Start(uint32 count) noexcept
{
    // Pipelines and framebuffers need one state for each format, whatever passes use it with.
    return Entries.Reserve(usize{count} + RASTER_FORMAT_COUNT + 1) ? BackendStatus::Ready : BackendStatus::OutOfMemory;
}

BackendStatus PassStates::Ensure(const PassKey& key) noexcept
{
    if (Find(key) != VK_NULL_HANDLE)
    {
        return BackendStatus::Ready;
    }
    if (!Entries.Append({}))
    {
        return BackendStatus::OutOfMemory;
    }
    VkRenderPass pass = VK_NULL_HANDLE;
    const BackendStatus status = Make(key, pass);
    if (status != BackendStatus::Ready)
    {
        Entries.PopBack();
        return status;
    }
    Entries.Back() = {.Key = key, .Pass = pass};
    return BackendStatus::Ready;
}

VkRenderPass PassStates::Find(const PassKey& key) const noexcept
{
    for (const Entry& entry : Entries)
    {
        if (entry.Key == key)
        {
            return entry.Pass;
        }
    }
    return VK_NULL_HANDLE;
}

BackendStatus PassStates::Make(const PassKey& key, VkRenderPass& pass) const noexcept
{
    const VkAttachmentDescription attachments[2] = {
        {
            .flags = 0,
            .format = key.Color,
            .samples = VK_SAMPLE_COUNT_1_BIT,
            .loadOp = ToLoad(key.ColorLoad),
            .storeOp = ToStore(key.ColorStore),
            .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
            .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
            .initialLayout = InitialLayout(key.ColorLoad, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL),
            .finalLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
        },
        {
            .flags = 0,
            .format = key.Depth,
            .samples = VK_SAMPLE_COUNT_1_BIT,
            .loadOp = ToLoad(key.DepthLoad),
            .storeOp = ToStore(key.DepthStore),
            .stencilLoadOp = VK_ATTACHMENT_LOAD_OP_DONT_CARE,
            .stencilStoreOp = VK_ATTACHMENT_STORE_OP_DONT_CARE,
            .initialLayout = InitialLayout(key.DepthLoad, VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL),
            .finalLayout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL,
        },
    };
    constexpr VkAttachmentReference COLOR{.attachment = 0, .layout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};
    constexpr VkAttachmentReference DEPTH{.attachment = 1, .layout = VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL};
    VkSubpassDescription subpass{};
    subpass.pipelineBindPoint = VK_PIPELINE_BIND_POINT_GRAPHICS;
    subpass.colorAttachmentCount = 1;
    subpass.pColorAttachments = &COLOR;
    subpass.pDepthStencilAttachment = &DEPTH;
    // Frames in flight share the depth image, and a headless target its colour too: each pass waits for the attachment
    // writes of the one before. A window's acquire semaphore is waited for in the same stage.
    const Access writes = ToAccess(USE_COLOR_ATTACHMENT | USE_DEPTH_ATTACHMENT);
    const VkSubpassDependency dependencies[2] = {
        {
            .srcSubpass = VK_SUBPASS_EXTERNAL,
            .dstSubpass = 0,
            .srcStageMask = writes.Stages,
            .dstStageMask = writes.Stages,
            .srcAccessMask = writes.Mask,
            .dstAccessMask = writes.Mask,
            .dependencyFlags = 0,
        },
        {
            .srcSubpass = 0,
            .dstSubpass = VK_SUBPASS_EXTERNAL,
            .srcStageMask = writes.Stages,
            .dstStageMask = writes.Stages,
            .srcAccessMask = writes.Mask,
            .dstAccessMask = writes.Mask,
            .dependencyFlags = 0,
        },
    };
    const VkRenderPassCreateInfo creation{
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .attachmentCount = 2,
        .pAttachments = attachments,
        .subpassCount = 1,
        .pSubpasses = &subpass,
        .dependencyCount = 2,
        .pDependencies = dependencies,
    };
    return Gpu.Note(Gpu.Vk.vkCreateRenderPass(Gpu.Handle, &creation, nullptr, &pass));
}

void PassStates::Stop() noexcept
{
    for (const Entry& entry : Entries)
    {
        Gpu.Vk.vkDestroyRenderPass(Gpu.Handle, entry.Pass, nullptr);
    }
    Entries.Release();
}
} // namespace ludus::graphics::rhi::internal::vulkan
