// S5 as an engineer would write it on Vulkan 1.1: one barrier call a pass, which hands one picture to the fragment
// shader and takes the other one back.
#include "passes.h"

#include "render_pass.h"

namespace ludus::benchmarks::vulkan
{
namespace
{
constexpr std::uint32_t VERTEX_CODE[] = {
#include "chain.vert.inc"
};
constexpr std::uint32_t FRAGMENT_CODE[] = {
#include "chain.frag.inc"
};

constexpr VkFormat DEPTH_FORMAT = VK_FORMAT_D32_SFLOAT;

// The pictures are moved by barriers; the last target is undefined before, and may be copied after.
VkRenderPass CreatePass(const Gpu& gpu, bool isLast)
{
    constexpr VkImageLayout COLOUR = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    const std::array attachments{ClearedAttachment(VK_FORMAT_R8G8B8A8_UNORM, VK_ATTACHMENT_STORE_OP_STORE,
                                                   isLast ? VK_IMAGE_LAYOUT_UNDEFINED : COLOUR,
                                                   isLast ? VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL : COLOUR),
                                 ClearedAttachment(DEPTH_FORMAT, VK_ATTACHMENT_STORE_OP_DONT_CARE,
                                                   VK_IMAGE_LAYOUT_UNDEFINED,
                                                   VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL)};
    constexpr VkPipelineStageFlags DEPTH_TESTS =
        VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
    VkSubpassDependency before{};
    before.srcSubpass = VK_SUBPASS_EXTERNAL;
    before.srcStageMask = DEPTH_TESTS | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT;
    before.dstStageMask = DEPTH_TESTS | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    before.srcAccessMask = VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    before.dstAccessMask = VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT |
                           VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    const std::array dependencies{before, CopiesFollow()};
    return CreateRenderPass(gpu, attachments,
                            std::span(dependencies).first(isLast ? 2 : 1)); // readers of pictures wait by barriers
}

VkImageMemoryBarrier Move(VkImage image, VkImageLayout before, VkImageLayout after, VkAccessFlags from,
                          VkAccessFlags to)
{
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.srcAccessMask = from;
    barrier.dstAccessMask = to;
    barrier.oldLayout = before;
    barrier.newLayout = after;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    return barrier;
}

VkClearValue ClearTo(const std::array<float, 4>& colour)
{
    VkClearValue value{};
    for (std::size_t channel = 0; channel < colour.size(); ++channel)
    {
        value.color.float32[channel] = colour[channel];
    }
    return value;
}
} // namespace

PassChain::PassChain(const Gpu& gpu, VkBuffer corners, VkBuffer indices)
    : Device(gpu), Corners(corners), Indices(indices), Offscreen(CreatePass(gpu, false)), Last(CreatePass(gpu, true)),
      SetLayout(CreateLayout(gpu, std::array{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, VK_DESCRIPTOR_TYPE_SAMPLER}))
{
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        CreateTarget(Targets[i], Offscreen, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
    }
    CreateTarget(Targets[2], Last, VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    VkSamplerCreateInfo sampler{};
    sampler.sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO;
    sampler.addressModeU = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    sampler.addressModeV = VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE;
    Check(vkCreateSampler(gpu.Device, &sampler, nullptr, &Sampler), "vkCreateSampler");
    OffscreenPipeline = CreateCornersPipeline(gpu, Offscreen, SetLayout, VERTEX_CODE, FRAGMENT_CODE, {});
    LastPipeline = CreateCornersPipeline(gpu, Last, SetLayout, VERTEX_CODE, FRAGMENT_CODE, {});
    CreateSets();
    BringIntoLayouts();
}

PassChain::~PassChain()
{
    const VkDevice device = Device.Device;
    vkDestroyDescriptorPool(device, Pool, nullptr);
    vkDestroyPipeline(device, OffscreenPipeline, nullptr);
    vkDestroyPipeline(device, LastPipeline, nullptr);
    Destroy(Device, SetLayout);
    vkDestroySampler(device, Sampler, nullptr);
    for (const ChainTarget& target : Targets)
    {
        vkDestroyFramebuffer(device, target.Framebuffer, nullptr);
        Device.Destroy(target.Colour);
        Device.Destroy(target.Depth);
    }
    vkDestroyRenderPass(device, Offscreen, nullptr);
    vkDestroyRenderPass(device, Last, nullptr);
}

void PassChain::CreateTarget(ChainTarget& target, VkRenderPass pass, VkImageUsageFlags usage) const
{
    target.Colour = Device.CreateImage(TARGET_EXTENT, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | usage);
    target.Depth = Device.CreateImage(TARGET_EXTENT, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT, DEPTH_FORMAT,
                                      VK_IMAGE_ASPECT_DEPTH_BIT);
    const std::array views{target.Colour.View, target.Depth.View};
    VkFramebufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
    info.renderPass = pass;
    info.attachmentCount = views.size();
    info.pAttachments = views.data();
    info.width = TARGET_EXTENT;
    info.height = TARGET_EXTENT;
    info.layers = 1;
    Check(vkCreateFramebuffer(Device.Device, &info, nullptr, &target.Framebuffer), "vkCreateFramebuffer");
}

void PassChain::CreateSets()
{
    const std::array sizes{VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE, 2},
                           VkDescriptorPoolSize{VK_DESCRIPTOR_TYPE_SAMPLER, 2}};
    VkDescriptorPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO;
    pool.maxSets = 2;
    pool.poolSizeCount = sizes.size();
    pool.pPoolSizes = sizes.data();
    Check(vkCreateDescriptorPool(Device.Device, &pool, nullptr, &Pool), "vkCreateDescriptorPool");
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        VkDescriptorSetAllocateInfo info{};
        info.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO;
        info.descriptorPool = Pool;
        info.descriptorSetCount = 1;
        info.pSetLayouts = &SetLayout.Set;
        Check(vkAllocateDescriptorSets(Device.Device, &info, &Shown[i]), "vkAllocateDescriptorSets");
        const VkDescriptorImageInfo picture{VK_NULL_HANDLE, Targets[i].Colour.View,
                                            VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
        const VkDescriptorImageInfo sampler{Sampler, VK_NULL_HANDLE, VK_IMAGE_LAYOUT_UNDEFINED};
        std::array<VkWriteDescriptorSet, 2> writes{};
        for (std::uint32_t binding = 0; binding < writes.size(); ++binding)
        {
            writes[binding].sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
            writes[binding].dstSet = Shown[i];
            writes[binding].dstBinding = binding;
            writes[binding].descriptorCount = 1;
        }
        writes[0].descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
        writes[0].pImageInfo = &picture;
        writes[1].descriptorType = VK_DESCRIPTOR_TYPE_SAMPLER;
        writes[1].pImageInfo = &sampler;
        vkUpdateDescriptorSets(Device.Device, writes.size(), writes.data(), 0, nullptr);
    }
}

// As every run leaves the pictures: both were shown. They begin cleared.
void PassChain::BringIntoLayouts() const
{
    const VkCommandBuffer commands = Device.BeginCommands();
    for (std::uint32_t i = 0; i < 2; ++i)
    {
        const VkImage image = Targets[i].Colour.Handle;
        constexpr VkImageLayout COPIED = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
        const VkImageMemoryBarrier before =
            Move(image, VK_IMAGE_LAYOUT_UNDEFINED, COPIED, 0, VK_ACCESS_TRANSFER_WRITE_BIT);
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr,
                             0, nullptr, 1, &before);
        const VkClearColorValue colour = ClearTo(CHAIN_COLOURS[i]).color;
        const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
        vkCmdClearColorImage(commands, image, COPIED, &colour, 1, &range);
        const VkImageMemoryBarrier after = Move(image, COPIED, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                                VK_ACCESS_TRANSFER_WRITE_BIT, VK_ACCESS_SHADER_READ_BIT);
        vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, 0, 0,
                             nullptr, 0, nullptr, 1, &after);
    }
    Device.SubmitCommands();
    Device.WaitForCommands();
}

void PassChain::BeginPass(VkCommandBuffer commands, std::uint32_t index) const
{
    constexpr auto EXTENT = static_cast<float>(TARGET_EXTENT);
    const bool isLast = index + 1 == PASS_COUNT;
    const std::uint32_t drawn = isLast ? 2 : index % 2;
    std::array<VkClearValue, 2> clears{ClearTo(CHAIN_COLOURS[drawn])};
    clears[1].depthStencil = {1, 0};
    VkRenderPassBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
    begin.renderPass = isLast ? Last : Offscreen;
    begin.framebuffer = Targets[drawn].Framebuffer;
    begin.renderArea.extent = {TARGET_EXTENT, TARGET_EXTENT};
    begin.clearValueCount = clears.size();
    begin.pClearValues = clears.data();
    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    const VkViewport viewport{0, EXTENT, EXTENT, -EXTENT, 0, 1};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    const VkRect2D scissor{{0, 0}, {TARGET_EXTENT, TARGET_EXTENT}};
    vkCmdSetScissor(commands, 0, 1, &scissor);
}

void PassChain::DrawPasses() const
{
    const VkCommandBuffer commands = Device.BeginCommands();
    const VkDeviceSize zero = 0;
    vkCmdBindVertexBuffers(commands, 0, 1, &Corners, &zero);
    vkCmdBindIndexBuffer(commands, Indices, 0, VK_INDEX_TYPE_UINT16);
    for (std::uint32_t i = 0; i < PASS_COUNT; ++i)
    {
        const bool isLast = i + 1 == PASS_COUNT;
        const std::uint32_t shown = (i + 1) % 2;
        const std::array barriers{Move(Targets[shown].Colour.Handle, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL,
                                       VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                       VK_ACCESS_SHADER_READ_BIT),
                                  Move(Targets[i % 2].Colour.Handle, VK_IMAGE_LAYOUT_UNDEFINED,
                                       VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL, 0,
                                       VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT)};
        // The run before has shown what the first pass shows, and the last pass draws to no picture.
        const bool isFirst = i == 0;
        vkCmdPipelineBarrier(commands,
                             VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT | VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT,
                             VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, 0,
                             0, nullptr, 0, nullptr, isFirst || isLast ? 1 : 2, barriers.data() + (isFirst ? 1 : 0));
        BeginPass(commands, i);
        vkCmdBindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, isLast ? LastPipeline : OffscreenPipeline);
        vkCmdBindDescriptorSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, SetLayout.Pipeline, 0, 1, &Shown[shown], 0,
                                nullptr);
        vkCmdDrawIndexed(commands, QUAD_INDICES.size(), 1, 0, 0, 0);
        vkCmdEndRenderPass(commands);
    }
    Device.SubmitCommands();
}
} // namespace ludus::benchmarks::vulkan
