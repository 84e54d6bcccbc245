#include "backends/vulkan/pipeline_tasks.h"

#include "backends/vulkan/convert.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
VkStencilOpState ToStencilFace(const RasterStencilFace& face, const RasterStencilState& state) noexcept
{
    return {
        .failOp = ToStencilOperation(face.Fail),
        .passOp = ToStencilOperation(face.Pass),
        .depthFailOp = ToStencilOperation(face.DepthFail),
        .compareOp = ToCompare(face.Compare),
        .compareMask = state.ReadMask,
        .writeMask = state.WriteMask,
        .reference = state.Reference,
    };
}

VkPipelineRasterizationStateCreateInfo ToRasterization(const RasterPipelineCreation& creation) noexcept
{
    VkPipelineRasterizationStateCreateInfo state{};
    state.sType = VK_STRUCTURE_TYPE_PIPELINE_RASTERIZATION_STATE_CREATE_INFO;
    state.polygonMode = creation.FillMode == RasterFillMode::Lines ? VK_POLYGON_MODE_LINE : VK_POLYGON_MODE_FILL;
    state.cullMode = ToCull(creation.Cull);
    // Vulkan counts windings in framebuffer space; the viewport of negative height (commands.cpp) has turned clip space
    // the right way up by then, so that counter-clockwise with Y up is counter-clockwise here.
    state.frontFace = VK_FRONT_FACE_COUNTER_CLOCKWISE;
    state.lineWidth = 1;
    return state;
}

VkPipelineDepthStencilStateCreateInfo ToDepth(const RasterPipelineCreation& creation) noexcept
{
    VkPipelineDepthStencilStateCreateInfo state{};
    state.sType = VK_STRUCTURE_TYPE_PIPELINE_DEPTH_STENCIL_STATE_CREATE_INFO;
    state.depthTestEnable = creation.DepthTest ? VK_TRUE : VK_FALSE;
    state.depthWriteEnable = creation.DepthWrite ? VK_TRUE : VK_FALSE;
    state.depthCompareOp = ToCompare(creation.DepthCompare);
    state.stencilTestEnable = creation.StencilTest ? VK_TRUE : VK_FALSE;
    state.front = ToStencilFace(creation.Stencil.Front, creation.Stencil);
    state.back = ToStencilFace(creation.Stencil.Back, creation.Stencil);
    return state;
}

VkPipelineColorBlendAttachmentState ToBlend(bool isBlended) noexcept
{
    return {
        .blendEnable = isBlended ? VK_TRUE : VK_FALSE,
        .srcColorBlendFactor = VK_BLEND_FACTOR_ONE, // premultiplied
        .dstColorBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .colorBlendOp = VK_BLEND_OP_ADD,
        .srcAlphaBlendFactor = VK_BLEND_FACTOR_ONE,
        .dstAlphaBlendFactor = VK_BLEND_FACTOR_ONE_MINUS_SRC_ALPHA,
        .alphaBlendOp = VK_BLEND_OP_ADD,
        .colorWriteMask =
            VK_COLOR_COMPONENT_R_BIT | VK_COLOR_COMPONENT_G_BIT | VK_COLOR_COMPONENT_B_BIT | VK_COLOR_COMPONENT_A_BIT,
    };
}
} // namespace

void ShaderTask::Prepare() noexcept
{
    const VkShaderModuleCreateInfo module{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .codeSize = Words.size_bytes(),
        .pCode = Words.data(),
    };
    Result = Gpu.Vk.vkCreateShaderModule(Gpu.Handle, &module, nullptr, &Module);
}

void ComputeTask::Prepare() noexcept
{
    VkComputePipelineCreateInfo pipeline{};
    pipeline.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    pipeline.stage = Stage;
    pipeline.layout = Layout;
    Result = Gpu.Vk.vkCreateComputePipelines(Gpu.Handle, VK_NULL_HANDLE, 1, &pipeline, nullptr, &Pipeline);
}

void RasterTask::Fill(const RasterPipelineCreation& creation) noexcept
{
    assert(creation.Streams.size() <= std::size(Streams) && creation.Attributes.size() <= std::size(Attributes) &&
           "more vertex input than the profile offers");
    for (const RasterVertexStream& stream : creation.Streams)
    {
        Streams[StreamCount] = {
            .binding = StreamCount,
            .stride = stream.Stride,
            .inputRate = stream.PerInstance ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX,
        };
        ++StreamCount;
    }
    for (const RasterVertexAttribute& attribute : creation.Attributes)
    {
        Attributes[AttributeCount++] = {
            .location = attribute.Location,
            .binding = attribute.Stream,
            .format = ToVertexFormat(attribute.Format),
            .offset = attribute.Offset,
        };
    }
    Rasterization = ToRasterization(creation);
    Depth = ToDepth(creation);
    Blend = ToBlend(creation.Blend);
}

void RasterTask::Prepare() noexcept
{
    VkPipelineVertexInputStateCreateInfo input{};
    input.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
    input.vertexBindingDescriptionCount = StreamCount;
    input.pVertexBindingDescriptions = Streams;
    input.vertexAttributeDescriptionCount = AttributeCount;
    input.pVertexAttributeDescriptions = Attributes;
    VkPipelineInputAssemblyStateCreateInfo assembly{};
    assembly.sType = VK_STRUCTURE_TYPE_PIPELINE_INPUT_ASSEMBLY_STATE_CREATE_INFO;
    assembly.topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
    VkPipelineViewportStateCreateInfo viewport{};
    viewport.sType = VK_STRUCTURE_TYPE_PIPELINE_VIEWPORT_STATE_CREATE_INFO;
    viewport.viewportCount = 1;
    viewport.scissorCount = 1;
    VkPipelineMultisampleStateCreateInfo samples{};
    samples.sType = VK_STRUCTURE_TYPE_PIPELINE_MULTISAMPLE_STATE_CREATE_INFO;
    samples.rasterizationSamples = VK_SAMPLE_COUNT_1_BIT;
    VkPipelineColorBlendStateCreateInfo colors{};
    colors.sType = VK_STRUCTURE_TYPE_PIPELINE_COLOR_BLEND_STATE_CREATE_INFO;
    colors.attachmentCount = 1;
    colors.pAttachments = &Blend;
    constexpr VkDynamicState DYNAMIC_STATES[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic{};
    dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
    dynamic.dynamicStateCount = static_cast<uint32>(std::size(DYNAMIC_STATES));
    dynamic.pDynamicStates = DYNAMIC_STATES;

    VkGraphicsPipelineCreateInfo pipeline{};
    pipeline.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    pipeline.stageCount = 2;
    pipeline.pStages = Stages;
    pipeline.pVertexInputState = &input;
    pipeline.pInputAssemblyState = &assembly;
    pipeline.pViewportState = &viewport;
    pipeline.pRasterizationState = &Rasterization;
    pipeline.pMultisampleState = &samples;
    pipeline.pDepthStencilState = &Depth;
    pipeline.pColorBlendState = &colors;
    pipeline.pDynamicState = &dynamic;
    pipeline.layout = Layout;
    pipeline.renderPass = Pass;
    Result = Gpu.Vk.vkCreateGraphicsPipelines(Gpu.Handle, VK_NULL_HANDLE, 1, &pipeline, nullptr, &Pipeline);
}
} // namespace ludus::graphics::rhi::internal::vulkan
