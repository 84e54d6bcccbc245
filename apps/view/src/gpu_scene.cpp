// Creation of the scene's resources, in steps: chunks, images, the shared objects, binding sets, pipelines.
#include "gpu_scene.h"
#include "mips.h"

#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_uniforms.h>

#include <view.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace ludus::view
{
using apps::Progress;

namespace
{
constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(Vertex), false}};
constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
    {0, 0, offsetof(Vertex, Position), rhi::RasterVertexFormat::Float3},
    {1, 0, offsetof(Vertex, Normal), rhi::RasterVertexFormat::Float3},
    {2, 0, offsetof(Vertex, Color), rhi::RasterVertexFormat::Float4},
    {3, 0, offsetof(Vertex, TexCoord), rhi::RasterVertexFormat::Float2},
};

std::vector<uint8> PackVertices(const Scene& scene, const Chunk& chunk)
{
    std::vector<uint8> bytes;
    bytes.reserve(chunk.VertexBytes);
    for (const uint32 primitive : chunk.Primitives)
    {
        const std::vector<Vertex>& vertices = scene.Primitives[primitive].Vertices;
        const usize offset = bytes.size();
        bytes.resize(offset + vertices.size() * sizeof(Vertex));
        std::memcpy(bytes.data() + offset, vertices.data(), vertices.size() * sizeof(Vertex));
    }
    return bytes;
}

std::vector<uint8> PackIndices(const Scene& scene, const UploadPlan& plan, const Chunk& chunk)
{
    std::vector<uint8> bytes(chunk.IndexBytes, 0);
    for (const uint32 primitive : chunk.Primitives)
    {
        uint8* target = bytes.data() + plan.Places[primitive].IndexOffset;
        for (const uint32 index : scene.Primitives[primitive].Indices)
        {
            const usize width = chunk.HasWideIndices ? 4 : 2;
            std::memcpy(target, &index, width); // little-endian: the low bytes come first
            target += width;
        }
    }
    return bytes;
}

rhi::RasterAddress AddressOf(Wrap wrap) noexcept
{
    return wrap == Wrap::Repeat ? rhi::RasterAddress::Repeat : rhi::RasterAddress::Clamp; // the shader folds Mirror
}

rhi::SamplerDescription SamplerOf(const Texture& texture) noexcept
{
    rhi::SamplerDescription description;
    description.Filter = texture.IsLinear ? rhi::RasterFilter::Linear : rhi::RasterFilter::Nearest;
    description.U = AddressOf(texture.U);
    description.V = AddressOf(texture.V);
    if (texture.HasMips)
    {
        description.MipFilter = texture.IsMipLinear ? rhi::RasterMipFilter::Linear : rhi::RasterMipFilter::Nearest;
    }
    return description;
}

bool IsEqual(const rhi::SamplerDescription& a, const rhi::SamplerDescription& b) noexcept
{
    return a.Filter == b.Filter && a.U == b.U && a.V == b.V && a.MipFilter == b.MipFilter;
}

bool UsesMips(const Scene& scene, usize image)
{
    return std::any_of(scene.Materials.begin(), scene.Materials.end(),
                       [&](const Material& material)
                       { return material.BaseColorTexture.Image == image && material.BaseColorTexture.HasMips; });
}
} // namespace

usize GpuScene::CountSteps() const noexcept
{
    return Plan.Chunks.size() + Content->Images.size() + 1 + Content->Materials.size() + PIPELINE_COUNT;
}

Progress GpuScene::Upload(const apps::DeviceSession& session)
{
    Device = session.GetDevice();
    Info = session.GetInfo();
    usize index = Step;
    if (index == CountSteps())
    {
        return PollPending();
    }
    bool isTaken = false;
    if (index < Plan.Chunks.size())
    {
        isTaken = UploadChunk(index);
    }
    else if (index -= Plan.Chunks.size(); index < Content->Images.size())
    {
        if (!HasMips(index))
        {
            return Progress::Working;
        }
        isTaken = UploadImage(index);
    }
    else if (index -= Content->Images.size(); index == 0)
    {
        isTaken = CreateShared();
    }
    else if (index -= 1; index < Content->Materials.size())
    {
        isTaken = CreateSet(index);
    }
    else
    {
        isTaken = CreatePipeline(index - Content->Materials.size());
    }
    Step += isTaken ? 1 : 0;
    if (!isTaken && Problem.empty())
    {
        return Progress::Waiting; // something that was handed over is still being prepared
    }
    return isTaken ? Progress::Working : Progress::Failed;
}

bool GpuScene::Accept(rhi::RasterStatus status, const char* what)
{
    if (status == rhi::RasterStatus::Ready || status == rhi::RasterStatus::Pending)
    {
        return true;
    }
    if (status != rhi::RasterStatus::NotReady)
    {
        Problem = std::string(what) + " could not be made: " + apps::DescribeRefusal(Device);
    }
    return false;
}

bool GpuScene::UploadChunk(usize index)
{
    const Chunk& chunk = Plan.Chunks[index];
    const std::vector<uint8> vertices = PackVertices(*Content, chunk);
    const std::vector<uint8> indices = PackIndices(*Content, Plan, chunk);
    VertexBuffers.resize(index + 1);
    IndexBuffers.resize(index + 1);
    const rhi::BufferRole role = chunk.HasWideIndices ? rhi::BufferRole::Index32 : rhi::BufferRole::Index16;
    return Accept(rhi::CreateBuffer(Device, {rhi::BufferRole::Vertex, vertices.size()}, vertices, VertexBuffers[index]),
                  "a vertex buffer") &&
           Accept(rhi::CreateBuffer(Device, {role, indices.size()}, indices, IndexBuffers[index]), "an index buffer");
}

// Does a piece of that work at each call until there are all.
bool GpuScene::HasMips(usize index)
{
    constexpr usize PIECE = 65536; // texels: some milliseconds
    if (!Mips.has_value())
    {
        const rhi::FormatCapabilities& format = Info.Profile.Formats[static_cast<usize>(rhi::RasterFormat::Rgba8Srgb)];
        Mips.emplace(Content->Images[index], UsesMips(*Content, index), format.MaxDimension2D, format.MaxMipLevels,
                     Info.Profile.Raster.MaxTextureUploadBytes);
    }
    return Mips->Advance(PIECE);
}

bool GpuScene::CreateTexture(const MipChain& chain, const std::string& name, rhi::TextureHandle& texture)
{
    std::vector<rhi::TextureMipUpload> mips;
    for (const MipChain::Level& level : chain.Levels)
    {
        mips.push_back({level.Offset, usize{level.Width} * 4});
    }
    rhi::TextureDescription description;
    description.Width = chain.Levels[0].Width;
    description.Height = chain.Levels[0].Height;
    description.Format = rhi::RasterFormat::Rgba8Srgb;
    description.MipLevels = static_cast<uint32>(chain.Levels.size());
    rhi::TextureUpload upload;
    upload.Bytes = chain.Rgba;
    if (mips.size() > 1)
    {
        upload.Mips = mips;
    }
    else
    {
        upload.RowPitch = mips[0].RowPitch;
    }
    if (!Accept(rhi::CreateTexture(Device, description, upload, texture), "a texture"))
    {
        return false;
    }
    static_cast<void>(rhi::SetLabel(Device, texture, name)); // a name is a courtesy: its refusal changes nothing
    return true;
}

// A view needs a texture that is Ready: one that is still on its way is kept for the next try.
bool GpuScene::AddTexture(const MipChain& chain, const std::string& name)
{
    rhi::TextureViewHandle view;
    if ((rhi::IsNull(Unviewed) && !CreateTexture(chain, name, Unviewed)) ||
        !Accept(rhi::CreateTextureView(Device, Unviewed, view), "a texture's view"))
    {
        return false;
    }
    Textures.push_back(std::exchange(Unviewed, {}));
    Views.push_back(view);
    return true;
}

bool GpuScene::UploadImage(usize index)
{
    const bool isAdded = AddTexture(Mips->GetChain(), Content->Images[index].Name);
    if (isAdded)
    {
        Mips.reset();
    }
    return isAdded;
}

bool GpuScene::CreateShared()
{
    constexpr rhi::RasterBinding BINDINGS[] = {
        {FRAME_BINDING, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(FrameUniform), true},
        {DRAW_BINDING, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(DrawUniform), true},
        {TEXTURE_BINDING, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment},
        {SAMPLER_BINDING, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment},
    };
    return AddTexture({.Levels = {{1, 1, 0}}, .Rgba = {255, 255, 255, 255}}, "white") &&
           Accept(rhi::GetFrameUniformBuffer(Device, Uniforms), "the uniform ring") &&
           Accept(rhi::CreateRasterShader(Device, shaders::view::Vertex(), VertexStage), "the vertex shader") &&
           Accept(rhi::CreateRasterShader(Device, shaders::view::Fragment(), FragmentStage), "the fragment shader") &&
           Accept(rhi::CreateBindingLayout(Device, BINDINGS, Layout), "the binding layout");
}

bool GpuScene::FindSampler(const Texture& texture, rhi::SamplerHandle& sampler)
{
    const rhi::SamplerDescription key = SamplerOf(texture);
    for (usize index = 0; index < SamplerKeys.size(); ++index)
    {
        if (IsEqual(SamplerKeys[index], key))
        {
            sampler = Samplers[index];
            return true;
        }
    }
    if (!Accept(rhi::CreateSampler(Device, key, sampler), "a sampler"))
    {
        return false;
    }
    SamplerKeys.push_back(key);
    Samplers.push_back(sampler);
    return true;
}

bool GpuScene::CreateSet(usize material)
{
    const Texture& texture = Content->Materials[material].BaseColorTexture;
    rhi::SamplerHandle sampler;
    if (!FindSampler(texture, sampler))
    {
        return false;
    }
    const usize view = texture.Image != NO_IMAGE ? texture.Image : Views.size() - 1;
    rhi::RasterBindingResource resources[4];
    resources[0] = {FRAME_BINDING, Uniforms, 0, sizeof(FrameUniform)};
    resources[1] = {DRAW_BINDING, Uniforms, 0, sizeof(DrawUniform)};
    resources[2].Binding = TEXTURE_BINDING;
    resources[2].Texture = Views[view];
    resources[3].Binding = SAMPLER_BINDING;
    resources[3].Sampler = sampler;
    rhi::BindingSetHandle set;
    if (!Accept(rhi::CreateBindingSet(Device, Layout, resources, set), "a material's bindings"))
    {
        return false;
    }
    Sets.push_back(set);
    return true;
}

bool GpuScene::CreatePipeline(usize index)
{
    constexpr rhi::RasterCull CULLS[] = {rhi::RasterCull::None, rhi::RasterCull::Front, rhi::RasterCull::Back};
    rhi::RasterPipelineDescription description;
    description.Vertex = VertexStage;
    description.Fragment = FragmentStage;
    description.Layout = Layout;
    description.Streams = STREAMS;
    description.Attributes = ATTRIBUTES;
    description.Depth = true;
    description.Blend = index >= PIPELINE_COUNT / 2;
    description.DepthWrite = !description.Blend;
    description.Cull = CULLS[index % (PIPELINE_COUNT / 2)];
    return Accept(rhi::CreateRasterPipeline(Device, description, Pipelines[index]), "a pipeline");
}

Progress GpuScene::PollPending()
{
    const auto isReady = [&](auto handle)
    {
        const rhi::RasterStatus status = rhi::GetStatus(Device, handle);
        if (status != rhi::RasterStatus::Ready && status != rhi::RasterStatus::Pending)
        {
            Problem = "the driver refused a resource: " + apps::DescribeRefusal(Device);
        }
        return status == rhi::RasterStatus::Ready;
    };
    const bool isDone = std::all_of(VertexBuffers.begin(), VertexBuffers.end(), isReady) &&
                        std::all_of(IndexBuffers.begin(), IndexBuffers.end(), isReady) &&
                        std::all_of(Textures.begin(), Textures.end(), isReady) &&
                        std::all_of(std::begin(Pipelines), std::end(Pipelines), isReady);
    if (isDone)
    {
        return Progress::Done;
    }
    return Problem.empty() ? Progress::Waiting : Progress::Failed;
}

usize GpuScene::PipelineIndex(bool isBlended, rhi::RasterCull cull) noexcept
{
    return (isBlended ? PIPELINE_COUNT / 2 : 0) + static_cast<usize>(cull); // the order of RasterCull
}

rhi::RasterPipelineHandle GpuScene::GetPipeline(const Draw& draw) const noexcept
{
    const Material& material = Content->Materials[Content->Primitives[draw.Primitive].Material];
    rhi::RasterCull cull = rhi::RasterCull::None;
    if (!material.IsDoubleSided)
    {
        cull = draw.IsMirrored ? rhi::RasterCull::Front : rhi::RasterCull::Back;
    }
    return Pipelines[PipelineIndex(material.Alpha == AlphaMode::Blend, cull)];
}

rhi::RasterVertexSlice GpuScene::GetVertices(uint32 primitive) const noexcept
{
    const Place& place = Plan.Places[primitive];
    return {VertexBuffers[place.Chunk], place.VertexOffset,
            Content->Primitives[primitive].Vertices.size() * sizeof(Vertex)};
}

rhi::BufferHandle GpuScene::GetIndices(uint32 primitive) const noexcept
{
    return IndexBuffers[Plan.Places[primitive].Chunk];
}
} // namespace ludus::view
