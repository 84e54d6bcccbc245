#include "backends/webgpu/pipeline.h"

#include "backends/webgpu/convert.h"
#include "formats/library_limits.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
WGPUStringView EntryOf(const Shader& shader) noexcept
{
    return {shader.Entry.Data(), shader.Entry.Size()};
}

/// The vertex input of one pipeline: streams with their own attributes side by side.
class VertexInput final
{
public:
    explicit VertexInput(const RasterPipelineCreation& creation) noexcept
    {
        assert(creation.Streams.size() <= MAX_VERTEX_STREAMS && creation.Attributes.size() <= MAX_VERTEX_ATTRIBUTES &&
               "more vertex input than the profile offers");
        usize next = 0;
        for (const RasterVertexStream& stream : creation.Streams)
        {
            WGPUVertexBufferLayout& layout = Layouts[Count];
            layout = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
            layout.arrayStride = stream.Stride;
            layout.stepMode = stream.PerInstance ? WGPUVertexStepMode_Instance : WGPUVertexStepMode_Vertex;
            layout.attributes = Attributes + next;
            for (const RasterVertexAttribute& attribute : creation.Attributes)
            {
                if (attribute.Stream == Count)
                {
                    Attributes[next] = WGPU_VERTEX_ATTRIBUTE_INIT;
                    Attributes[next].format = ToVertexFormat(attribute.Format);
                    Attributes[next].offset = attribute.Offset;
                    Attributes[next].shaderLocation = attribute.Location;
                    ++next;
                    ++layout.attributeCount;
                }
            }
            ++Count;
        }
    }

    uint32 Count{0};
    WGPUVertexBufferLayout Layouts[MAX_VERTEX_STREAMS]{};

private:
    WGPUVertexAttribute Attributes[MAX_VERTEX_ATTRIBUTES]{};
};

WGPUDepthStencilState ToDepth(const RasterPipelineCreation& creation) noexcept
{
    WGPUDepthStencilState state = WGPU_DEPTH_STENCIL_STATE_INIT;
    state.format = DEPTH_FORMAT;
    state.depthWriteEnabled = creation.DepthWrite ? WGPUOptionalBool_True : WGPUOptionalBool_False;
    state.depthCompare = creation.DepthTest ? ToCompare(creation.DepthCompare) : WGPUCompareFunction_Always;
    return state;
}

WGPUBlendComponent MakePremultiplied() noexcept
{
    return {
        .operation = WGPUBlendOperation_Add,
        .srcFactor = WGPUBlendFactor_One,
        .dstFactor = WGPUBlendFactor_OneMinusSrcAlpha,
    };
}
} // namespace

BackendStatus Pipelines::CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept
{
    const ShaderDescription& artifact = creation.Description.Artifact;
    uint32 ticket = 0;
    Shader shader;
    if (!Shaders.Ensure(slot) || !shader.Entry.Assign({artifact.WgslEntry.data(), artifact.WgslEntry.size()}) ||
        !Gpu.OpenScopes(RecordKind::Shader, slot, generation, ticket))
    {
        return BackendStatus::OutOfMemory;
    }
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = ToView(artifact.Wgsl);
    WGPUShaderModuleDescriptor descriptor = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &source.chain;
    shader.Module = ShaderModule(wgpuDeviceCreateShaderModule(Gpu.Handle.Get(), &descriptor));
    const BackendStatus status = Gpu.CloseScopes(ticket);
    if (status == BackendStatus::Pending)
    {
        Shaders.At(slot) = std::move(shader);
    }
    return status;
}

BackendStatus Pipelines::CreateRaster(uint32 slot, uint64 generation, const RasterPipelineCreation& creation,
                                      WGPUTextureFormat surface) noexcept
{
    const PipelineTarget& target = creation.Target;
    assert(target.ColorCount == 1 && target.SampleCount == 1 && !target.HasStencil &&
           "several attachments, samples and stencil are not offered by this backend yet");
    assert(creation.FillMode == RasterFillMode::Solid && "lines are not offered by this backend");
    uint32 ticket = 0;
    if (!Raster.Ensure(slot) || !Gpu.OpenScopes(RecordKind::RasterPipeline, slot, generation, ticket))
    {
        return BackendStatus::OutOfMemory;
    }
    const Shader& vertex = Shaders.At(creation.Vertex);
    const Shader& fragment = Shaders.At(creation.Fragment);
    const VertexInput input(creation);
    const WGPUDepthStencilState depth = ToDepth(creation);
    const WGPUBlendState blend{.color = MakePremultiplied(), .alpha = MakePremultiplied()};
    WGPUColorTargetState color = WGPU_COLOR_TARGET_STATE_INIT;
    color.format = target.IsSurface ? surface : ToFormat(target.Colors[0]);
    color.blend = creation.Blend ? &blend : nullptr;
    WGPUFragmentState shading = WGPU_FRAGMENT_STATE_INIT;
    shading.module = fragment.Module.Get();
    shading.entryPoint = EntryOf(fragment);
    shading.targetCount = 1;
    shading.targets = &color;
    WGPURenderPipelineDescriptor descriptor = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    descriptor.layout = BindingTable.LayoutAt(creation.Layout).Pipelines.Get();
    descriptor.vertex.module = vertex.Module.Get();
    descriptor.vertex.entryPoint = EntryOf(vertex);
    descriptor.vertex.bufferCount = input.Count;
    descriptor.vertex.buffers = input.Layouts;
    descriptor.primitive.topology = WGPUPrimitiveTopology_TriangleList;
    descriptor.primitive.frontFace = WGPUFrontFace_CCW;
    descriptor.primitive.cullMode = ToCull(creation.Cull);
    descriptor.depthStencil = &depth;
    descriptor.fragment = &shading;
    RenderPipeline made(wgpuDeviceCreateRenderPipeline(Gpu.Handle.Get(), &descriptor));
    const BackendStatus status = Gpu.CloseScopes(ticket);
    if (status == BackendStatus::Pending)
    {
        Raster.At(slot) = std::move(made);
    }
    return status;
}

BackendStatus Pipelines::CreateCompute(uint32 slot, uint64 generation, const ComputePipelineCreation& creation) noexcept
{
    uint32 ticket = 0;
    if (!Compute.Ensure(slot) || !Gpu.OpenScopes(RecordKind::ComputePipeline, slot, generation, ticket))
    {
        return BackendStatus::OutOfMemory;
    }
    const Shader& shader = Shaders.At(creation.Shader);
    WGPUComputePipelineDescriptor descriptor = WGPU_COMPUTE_PIPELINE_DESCRIPTOR_INIT;
    descriptor.layout = BindingTable.LayoutAt(creation.Layout).Pipelines.Get();
    descriptor.compute.module = shader.Module.Get();
    descriptor.compute.entryPoint = EntryOf(shader);
    NativeComputePipeline made(wgpuDeviceCreateComputePipeline(Gpu.Handle.Get(), &descriptor));
    const BackendStatus status = Gpu.CloseScopes(ticket);
    if (status == BackendStatus::Pending)
    {
        Compute.At(slot) = std::move(made);
    }
    return status;
}

void Pipelines::DestroyShader(uint32 slot) noexcept
{
    Shaders.At(slot) = {};
}

void Pipelines::DestroyRaster(uint32 slot) noexcept
{
    Raster.At(slot).Reset();
}

void Pipelines::DestroyCompute(uint32 slot) noexcept
{
    Compute.At(slot).Reset();
}

void Pipelines::Stop() noexcept
{
    Raster.ForEach([](RenderPipeline& pipeline) noexcept { pipeline.Reset(); });
    Compute.ForEach([](NativeComputePipeline& pipeline) noexcept { pipeline.Reset(); });
    Shaders.ForEach([](Shader& shader) noexcept { shader = {}; });
}
} // namespace ludus::graphics::rhi::internal::webgpu
