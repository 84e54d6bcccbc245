#include "backends/vulkan/pipeline.h"

#include "backends/vulkan/convert.h"
#include "formats/raster_limits.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// Native vertex input of a pipeline, with the storage its create-info points into.
struct VertexInput final
{
    VkVertexInputBindingDescription Streams[MAX_VERTEX_STREAMS]{};
    VkVertexInputAttributeDescription Attributes[MAX_VERTEX_ATTRIBUTES]{};
    VkPipelineVertexInputStateCreateInfo Info{};

    explicit VertexInput(const RasterPipelineCreation& creation) noexcept
    {
        assert(creation.Streams.size() <= std::size(Streams) && creation.Attributes.size() <= std::size(Attributes) &&
               "more vertex input than the profile offers");
        uint32 streams = 0;
        for (const RasterVertexStream& stream : creation.Streams)
        {
            Streams[streams] = {
                .binding = streams,
                .stride = stream.Stride,
                .inputRate = stream.PerInstance ? VK_VERTEX_INPUT_RATE_INSTANCE : VK_VERTEX_INPUT_RATE_VERTEX,
            };
            ++streams;
        }
        uint32 attributes = 0;
        for (const RasterVertexAttribute& attribute : creation.Attributes)
        {
            Attributes[attributes++] = {
                .location = attribute.Location,
                .binding = attribute.Stream,
                .format = ToVertexFormat(attribute.Format),
                .offset = attribute.Offset,
            };
        }
        Info.sType = VK_STRUCTURE_TYPE_PIPELINE_VERTEX_INPUT_STATE_CREATE_INFO;
        Info.vertexBindingDescriptionCount = streams;
        Info.pVertexBindingDescriptions = Streams;
        Info.vertexAttributeDescriptionCount = attributes;
        Info.pVertexAttributeDescriptions = Attributes;
    }

    VertexInput(const VertexInput&) = delete;
    VertexInput& operator=(const VertexInput&) = delete;
};

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

BackendStatus Pipelines::CreateShader(uint32 slot, const ShaderCreation& creation) noexcept
{
    const ShaderDescription& artifact = creation.Description.Artifact;
    Shader shader;
    if (!Shaders.Ensure(slot) || !shader.Entry.Assign({artifact.SpirvEntry.data(), artifact.SpirvEntry.size()}) ||
        !shader.Entry.Append('\0'))
    {
        return BackendStatus::OutOfMemory;
    }
    const VkShaderModuleCreateInfo module{
        .sType = VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .codeSize = artifact.Spirv.size_bytes(),
        .pCode = artifact.Spirv.data(),
    };
    const BackendStatus status = Gpu.Note(Gpu.Vk.vkCreateShaderModule(Gpu.Handle, &module, nullptr, &shader.Module));
    if (status == BackendStatus::Ready)
    {
        Shaders.At(slot) = std::move(shader);
    }
    return status;
}

VkPipelineShaderStageCreateInfo Pipelines::Stage(uint32 shader, VkShaderStageFlagBits stage) const noexcept
{
    const Shader& source = Shaders.At(shader);
    return {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .stage = stage,
        .module = source.Module,
        .pName = source.Entry.Data(),
        .pSpecializationInfo = nullptr,
    };
}

BackendStatus Pipelines::CreateRaster(uint32 slot, const RasterPipelineCreation& creation,
                                      const PassKey& surfacePass) noexcept
{
    const PipelineTarget& target = creation.Target;
    assert(target.ColorCount == 1 && target.SampleCount == 1 && !target.HasStencil &&
           "several attachments, samples and stencil are not offered by this backend yet");
    if (!Raster.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    PassKey pass = surfacePass;
    pass.Color = target.IsSurface ? surfacePass.Color : ToFormat(target.Colors[0]).Format;
    BackendStatus status = Passes.Ensure(pass);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    const VkPipelineShaderStageCreateInfo stages[2] = {Stage(creation.Vertex, VK_SHADER_STAGE_VERTEX_BIT),
                                                       Stage(creation.Fragment, VK_SHADER_STAGE_FRAGMENT_BIT)};
    const VertexInput input(creation);
    const VkPipelineRasterizationStateCreateInfo rasterization = ToRasterization(creation);
    const VkPipelineDepthStencilStateCreateInfo depth = ToDepth(creation);
    const VkPipelineColorBlendAttachmentState blend = ToBlend(creation.Blend);
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
    colors.pAttachments = &blend;
    constexpr VkDynamicState DYNAMIC_STATES[] = {VK_DYNAMIC_STATE_VIEWPORT, VK_DYNAMIC_STATE_SCISSOR};
    VkPipelineDynamicStateCreateInfo dynamic{};
    dynamic.sType = VK_STRUCTURE_TYPE_PIPELINE_DYNAMIC_STATE_CREATE_INFO;
    dynamic.dynamicStateCount = static_cast<uint32>(std::size(DYNAMIC_STATES));
    dynamic.pDynamicStates = DYNAMIC_STATES;

    VkGraphicsPipelineCreateInfo pipeline{};
    pipeline.sType = VK_STRUCTURE_TYPE_GRAPHICS_PIPELINE_CREATE_INFO;
    pipeline.stageCount = 2;
    pipeline.pStages = stages;
    pipeline.pVertexInputState = &input.Info;
    pipeline.pInputAssemblyState = &assembly;
    pipeline.pViewportState = &viewport;
    pipeline.pRasterizationState = &rasterization;
    pipeline.pMultisampleState = &samples;
    pipeline.pDepthStencilState = &depth;
    pipeline.pColorBlendState = &colors;
    pipeline.pDynamicState = &dynamic;
    pipeline.layout = BindingTable.LayoutAt(creation.Layout).Pipelines;
    pipeline.renderPass = Passes.Find(pass);
    VkPipeline made = VK_NULL_HANDLE;
    status = Gpu.Note(Gpu.Vk.vkCreateGraphicsPipelines(Gpu.Handle, VK_NULL_HANDLE, 1, &pipeline, nullptr, &made));
    if (status == BackendStatus::Ready)
    {
        Raster.At(slot) = made;
    }
    return status;
}

BackendStatus Pipelines::CreateCompute(uint32 slot, const ComputePipelineCreation& creation) noexcept
{
    if (!Compute.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    VkComputePipelineCreateInfo pipeline{};
    pipeline.sType = VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO;
    pipeline.stage = Stage(creation.Shader, VK_SHADER_STAGE_COMPUTE_BIT);
    pipeline.layout = BindingTable.LayoutAt(creation.Layout).Pipelines;
    VkPipeline made = VK_NULL_HANDLE;
    const BackendStatus status =
        Gpu.Note(Gpu.Vk.vkCreateComputePipelines(Gpu.Handle, VK_NULL_HANDLE, 1, &pipeline, nullptr, &made));
    if (status == BackendStatus::Ready)
    {
        Compute.At(slot) = made;
    }
    return status;
}

void Pipelines::DestroyShader(uint32 slot) noexcept
{
    Shader& shader = Shaders.At(slot);
    Gpu.Vk.vkDestroyShaderModule(Gpu.Handle, shader.Module, nullptr);
    shader = {};
}

void Pipelines::DestroyRaster(uint32 slot) noexcept
{
    Gpu.Vk.vkDestroyPipeline(Gpu.Handle, Raster.At(slot), nullptr);
    Raster.At(slot) = VK_NULL_HANDLE;
}

void Pipelines::DestroyCompute(uint32 slot) noexcept
{
    Gpu.Vk.vkDestroyPipeline(Gpu.Handle, Compute.At(slot), nullptr);
    Compute.At(slot) = VK_NULL_HANDLE;
}

void Pipelines::Stop() noexcept
{
    const auto destroy = [this](VkPipeline pipeline) noexcept
    { Gpu.Vk.vkDestroyPipeline(Gpu.Handle, pipeline, nullptr); };
    Raster.ForEach(destroy);
    Compute.ForEach(destroy);
    Shaders.ForEach([this](const Shader& shader) noexcept
                    { Gpu.Vk.vkDestroyShaderModule(Gpu.Handle, shader.Module, nullptr); });
}
} // namespace ludus::graphics::rhi::internal::vulkan
