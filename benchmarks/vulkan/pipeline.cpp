// The render pass, framebuffer, layouts and pipelines of the hand-written program.
#include "pipeline.h"

#include "render_pass.h"

#include "../scenarios.h"

#include <array>
#include <iterator>

namespace ludus::benchmarks::vulkan
{
namespace
{
constexpr std::uint32_t QUAD_VERTEX_CODE[] = {
#include "quad.vert.inc"
};
constexpr std::uint32_t QUAD_FRAGMENT_CODE[] = {
#include "quad.frag.inc"
};

VkShaderModule CreateShader(const Gpu& gpu, std::span<const std::uint32_t> code)
{
    VkShaderModuleCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO;
    info.codeSize = code.size_bytes();
    info.pCode = code.data();
    VkShaderModule shader = VK_NULL_HANDLE;
    Check(vkCreateShaderModule(gpu.Device, &info, nullptr, &shader), "vkCreateShaderModule");
    return shader;
}

VkPipelineShaderStageCreateInfo Stage(VkShaderStageFlagBits stage, VkShaderModule shader)
{
    VkPipelineShaderStageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO;
    info.stage = stage;
    info.module = shader;
    info.pName = "main";
    return info;
}

VkRenderPass CreatePass(const Gpu& gpu)
{
    // Before: the clear waits for whatever copied the last picture. After: a copy may read this one.
    VkSubpassDependency before{};
    before.srcSubpass = VK_SUBPASS_EXTERNAL;
    before.srcStageMask = VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    before.dstStageMask = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    before.srcAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    before.dstAccessMask = VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_READ_BIT;
    const VkAttachmentDescription colour =
        ClearedAttachment(VK_FORMAT_R8G8B8A8_UNORM, VK_ATTACHMENT_STORE_OP_STORE, VK_IMAGE_LAYOUT_UNDEFINED,
                          VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    return CreateRenderPass(gpu, {&colour, 1}, std::array{before, CopiesFollow()});
}

VkPipelineColorBlendAttachmentState PremultipliedBlend(bool isBlended)
{
    VkPipelineColorBlendAttachmentState blend{};
    blend.blendEnable = isBlended ? VK_TRUE : VK_FALSE;
    blend.srcColorBlendFactor = VK_BLEND_FACTOR_ONE;
    blend.dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    blend.colorBlendOp = VK_BLEND_OP_ADD;
    blend.srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE;
    blend.dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA;
    blend.alphaBlendOp = VK_BLEND_OP_ADD;
    blend.colorWriteMask =
        VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT;
    return blend;
}
} // namespace

Target CreateTarget(const Gpu& gpu)
{
    Target target;
    target.Colour =
        gpu.CreateImage(TARGET_EXTENT, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT);
    target.Pass = CreatePass(gpu);
    VkFramebufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_FRAMEBUFFER_CREATE_INFO;
    info.renderPass = target.Pass;
    info.attachmentCount = 1;
    info.pAttachments = &target.Colour.View;
    info.width = TARGET_EXTENT;
    info.height = TARGET_EXTENT;
    info.layers = 1;
    Check(vkCreateFramebuffer(gpu.Device, &info, nullptr, &target.Framebuffer), "vkCreateFramebuffer");
    return target;
}

void Destroy(const Gpu& gpu, const Target& target)
{
    vkDestroyFramebuffer(gpu.Device, target.Framebuffer, nullptr);
    vkDestroyRenderPass(gpu.Device, target.Pass, nullptr);
    gpu.Destroy(target.Colour);
}

void BeginPass(VkCommandBuffer commands, const Target& target)
{
    constexpr auto EXTENT = static_cast<float>(TARGET_EXTENT);
    const VkClearValue clear{};
    VkRenderPassBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO;
    begin.renderPass = target.Pass;
    begin.framebuffer = target.Framebuffer;
    begin.renderArea.extent = {TARGET_EXTENT, TARGET_EXTENT};
    begin.clearValueCount = 1;
    begin.pClearValues = &clear;
    vkCmdBeginRenderPass(commands, &begin, VK_SUBPASS_CONTENTS_INLINE);
    const VkViewport viewport{0, EXTENT, EXTENT, -EXTENT, 0, 1};
    vkCmdSetViewport(commands, 0, 1, &viewport);
    const VkRect2D scissor{{0, 0}, {TARGET_EXTENT, TARGET_EXTENT}};
    vkCmdSetScissor(commands, 0, 1, &scissor);
}

Layout CreateLayout(const Gpu& gpu, std::span<const VkDescriptorType> types)
{
    std::vector<VkDescriptorSetLayoutBinding> bindings;
    for (const VkDescriptorType type : types)
    {
        VkDescriptorSetLayoutBinding binding{};
        binding.binding = static_cast<std::uint32_t>(bindings.size());
        binding.descriptorType = type;
        binding.descriptorCount = 1;
        binding.stageFlags = VK_SHADER_STAGE_VERTEX_BIT | VK_SHADER_STAGE_FRAGMENT_BIT;
        bindings.push_back(binding);
    }
    Layout layout;
    VkDescriptorSetLayoutCreateInfo set{};
    set.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO;
    set.bindingCount = static_cast<std::uint32_t>(bindings.size());
    set.pBindings = bindings.data();
    Check(vkCreateDescriptorSetLayout(gpu.Device, &set, nullptr, &layout.Set), "vkCreateDescriptorSetLayout");
    VkPipelineLayoutCreateInfo pipeline{};
    pipeline.sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO;
    pipeline.setLayoutCount = 1;
    pipeline.pSetLayouts = &layout.Set;
    Check(vkCreatePipelineLayout(gpu.Device, &pipeline, nullptr, &layout.Pipeline), "vkCreatePipelineLayout");
    return layout;
}

void Destroy(const Gpu& gpu, const Layout& layout)
{
    vkDestroyPipelineLayout(gpu.Device, layout.Pipeline, nullptr);
    vkDestroyDescriptorSetLayout(gpu.Device, layout.Set, nullptr);
}

VkPipeline CreateQuadPipeline(const Gpu& gpu, const Target& target, const Layout& layout, bool isBlended, bool isCulled)
{
    return CreateCornersPipeline(gpu, target.Pass, layout, QUAD_VERTEX_CODE, QUAD_FRAGMENT_CODE, {isBlended, isCulled});
}

VkPipeline CreateCornersPipeline(const Gpu& gpu, VkRenderPass pass, const Layout& layout,
                                 std::span<const std::uint32_t> vertexCode, std::span<const std::uint32_t> fragmentCode,
                                 const CornersState& state)
{
    const VkShaderModule vertex = CreateShader(gpu, vertexCode);
    const VkShaderModule fragment = CreateShader(gpu, fragmentCode);
    const std::array stages{Stage(VK_SHADER_STAGE_VERTEX_BIT, vertex), Stage(VK_SHADER_STAGE_FRAGMENT_BIT, fragment)};

    const VkVertexInputBindingDescription stream{0, sizeof(float) * 2, VK_VERTEX_INPUT_RATE_VERTEX};
    const VkVertexInputAttributeDescription corner{0, 0, VK_FORMAT_R32G32_SFLOAT, 0};
    VkPipelineVertexInputStateCreateInfo vertexInput{};
    vertexInput.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    vertexInput.vertexBindingDescriptionCount = 1;
    vertexInput.pVertexBindingDescriptions = &stream;
    vertexInput.vertexAttributeDescriptionCount = 1;
    vertexInput.pVertexAttributeDescriptions = &corner;

    VkPipelineInputAssemblyStateCreateInfo assembly{};
    assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;

    VkPipelineViewportStateCreateInfo viewport{};
    viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    viewport.viewportCount = 1;
    viewport.scissorCount = 1;

    VkPipelineRasterizationStateCreateInfo raster{};
    raster.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    raster.cullMode = state.IsCulled ? VK_CULL_MODE_BACK_BIT : VK_CULL_MODE_NONE;
    raster.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    raster.lineWidth = 1;

    VkPipelineMultisampleStateCreateInfo multisample{};
    multisample.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    multisample.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;

    const VkPipelineColorBlendAttachmentState attachment = PremultipliedBlend(state.IsBlended);
    VkPipelineColorBlendStateCreateInfo blend{};
    blend.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    blend.attachmentCount = 1;
    blend.pAttachments = &attachment;

    VkPipelineDepthStencilStateCreateInfo depth{};
    depth.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;

    constexpr std::array DYNAMIC_STATES{VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic{};
    dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
    dynamic.dynamicStateCount = DYNAMIC_STATES.size();
    dynamic.pDynamicStates = DYNAMIC_STATES.data();

    VkGraphicsPipelineCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    info.stageCount = stages.size();
    info.pStages = stages.data();
    info.pVertexInputState = &vertexInput;
    info.pInputAssemblyState = &assembly;
    info.pViewportState = &viewport;
    info.pRasterizationState = &raster;
    info.pMultisampleState = &multisample;
    info.pDepthStencilState = &depth;
    info.pColorBlendState = &blend;
    info.pDynamicState = &dynamic;
    info.layout = layout.Pipeline;
    info.renderPass = pass;
    VkPipeline pipeline = VK_NULL_HANDLE;
    Check(vkCreateGraphicsPipelines(gpu.Device, VK_NULL_HANDLE, 1, &info, nullptr, &pipeline),
          "vkCreateGraphicsPipelines");
    vkDestroyShaderModule(gpu.Device, vertex, nullptr);
    vkDestroyShaderModule(gpu.Device, fragment, nullptr);
    return pipeline;
}
} // namespace ludus::benchmarks::vulkan
