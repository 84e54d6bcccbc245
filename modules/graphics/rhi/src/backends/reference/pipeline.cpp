// Shaders and pipelines: their interfaces, held against each other.
#include "backends/reference/reference_backend.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint32 GetVertexBytes(RasterVertexFormat format) noexcept
{
    return 4 * (static_cast<uint32>(format) + 2);
}

// Whether a layout has what a stage reads.
bool IsCovered(const ReferenceShader& shader, const ReferenceLayout& layout) noexcept
{
    const RasterVisibility needed = shader.Stage == ShaderStage::Vertex     ? RasterVisibility::Vertex
                                    : shader.Stage == ShaderStage::Fragment ? RasterVisibility::Fragment
                                                                            : RasterVisibility::Compute;
    for (const RasterBinding& binding : shader.Bindings)
    {
        bool isFound = false;
        for (const RasterBinding& entry : layout.Bindings)
        {
            isFound = isFound || (entry.Binding == binding.Binding && entry.Kind == binding.Kind &&
                                  (static_cast<uint32>(entry.Visibility) & static_cast<uint32>(needed)) != 0);
        }
        if (!isFound)
        {
            return Violate("a pipeline's layout lacks binding %u of its shader", binding.Binding);
        }
    }
    return true;
}

// Whether streams and attributes feed exactly what the vertex stage reads.
bool IsVertexInputLegal(const RasterPipelineCreation& creation, const ReferenceShader& vertex) noexcept
{
    if (creation.Streams.size() > MAX_VERTEX_STREAMS)
    {
        return Violate("CreateRasterPipeline with %zu vertex streams", creation.Streams.size());
    }
    uint32 least = 0;
    for (const RasterVertexAttribute& attribute : creation.Attributes)
    {
        if (attribute.Location < least || attribute.Stream >= creation.Streams.size() ||
            attribute.Offset + GetVertexBytes(attribute.Format) > creation.Streams[attribute.Stream].Stride)
        {
            return Violate("CreateRasterPipeline with attribute %u out of order or outside its record",
                           attribute.Location);
        }
        least = attribute.Location + 1;
    }
    for (const RasterShaderInput& input : vertex.Inputs)
    {
        bool isFed = false;
        for (const RasterVertexAttribute& attribute : creation.Attributes)
        {
            isFed = isFed || (attribute.Location == input.Location && attribute.Format == input.Format);
        }
        if (!isFed)
        {
            return Violate("CreateRasterPipeline leaves input %u of the vertex shader unfed", input.Location);
        }
    }
    return true;
}
} // namespace

BackendStatus ReferenceBackend::CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferenceShader* shader = Open(ReferenceCall::CreateShader, Shaders, slot, status);
    if (shader == nullptr)
    {
        return status;
    }
    const RasterShaderDescription& description = creation.Description;
    if (description.Artifact.Spirv.empty() || description.Artifact.SpirvEntry.empty())
    {
        Violate("CreateShader without the artifact that this backend's registration names");
        return BackendStatus::Refused;
    }
    if (!shader->Bindings.Assign(description.Bindings) || !shader->Inputs.Assign(description.Inputs))
    {
        *shader = {};
        return BackendStatus::OutOfMemory;
    }
    shader->Stage = description.Artifact.Stage;
    return Close(RecordKind::Shader, slot, generation, *shader, description.ShouldPrepareAsynchronously);
}

BackendStatus ReferenceBackend::CreateRasterPipeline(uint32 slot, uint64 generation,
                                                     const RasterPipelineCreation& creation) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferencePipeline* pipeline = Open(ReferenceCall::CreateRasterPipeline, RasterPipelines, slot, status);
    if (pipeline == nullptr)
    {
        return status;
    }
    constexpr const char* USE = "CreateRasterPipeline";
    ReferenceShader* vertex = Reach(Shaders, creation.Vertex, "shader", USE);
    ReferenceShader* fragment = Reach(Shaders, creation.Fragment, "shader", USE);
    ReferenceLayout* layout = Reach(Layouts, creation.Layout, "layout", USE);
    if (vertex == nullptr || fragment == nullptr || layout == nullptr)
    {
        return BackendStatus::Refused;
    }
    if (vertex->Stage != ShaderStage::Vertex || fragment->Stage != ShaderStage::Fragment)
    {
        Violate("CreateRasterPipeline with shaders %u and %u of other stages", creation.Vertex, creation.Fragment);
        return BackendStatus::Refused;
    }
    if (!IsCovered(*vertex, *layout) || !IsCovered(*fragment, *layout) || !IsVertexInputLegal(creation, *vertex))
    {
        return BackendStatus::Refused;
    }
    const PipelineTarget& target = creation.Target;
    if (target.ColorCount == 0 || target.ColorCount > MAX_COLOR_ATTACHMENTS ||
        (target.IsSurface && (target.ColorCount != 1 || target.SampleCount != 1)) ||
        (creation.DepthWrite && !creation.DepthTest))
    {
        Violate("CreateRasterPipeline with a target or depth state that contradicts itself");
        return BackendStatus::Refused;
    }
    pipeline->Vertex = creation.Vertex;
    pipeline->Fragment = creation.Fragment;
    pipeline->Layout = creation.Layout;
    pipeline->Target = target;
    pipeline->UsesDepth = creation.DepthTest;
    pipeline->WritesDepth = creation.DepthWrite;
    pipeline->StreamCount = static_cast<uint32>(creation.Streams.size());
    for (uint32 i = 0; i < pipeline->StreamCount; ++i)
    {
        pipeline->Streams[i] = creation.Streams[i];
    }
    ++vertex->Users;
    ++fragment->Users;
    ++layout->Users;
    return Close(RecordKind::RasterPipeline, slot, generation, *pipeline, creation.PrepareAsynchronously);
}

BackendStatus ReferenceBackend::CreateComputePipeline(uint32 slot, uint64 generation,
                                                      const ComputePipelineCreation& creation) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferencePipeline* pipeline = Open(ReferenceCall::CreateComputePipeline, ComputePipelines, slot, status);
    if (pipeline == nullptr)
    {
        return status;
    }
    ReferenceShader* shader = Reach(Shaders, creation.Shader, "shader", "CreateComputePipeline");
    ReferenceLayout* layout = Reach(Layouts, creation.Layout, "layout", "CreateComputePipeline");
    if (shader == nullptr || layout == nullptr || !IsCovered(*shader, *layout))
    {
        return BackendStatus::Refused;
    }
    if (shader->Stage != ShaderStage::Compute)
    {
        Violate("CreateComputePipeline with shader %u of another stage", creation.Shader);
        return BackendStatus::Refused;
    }
    pipeline->Vertex = creation.Shader;
    pipeline->Layout = creation.Layout;
    ++shader->Users;
    ++layout->Users;
    return Close(RecordKind::ComputePipeline, slot, generation, *pipeline, creation.PrepareAsynchronously);
}
} // namespace ludus::graphics::rhi::internal
