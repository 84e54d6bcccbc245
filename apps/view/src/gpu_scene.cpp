// Creation of the scene's resources, in steps: chunks, images, the shared objects, binding sets, pipelines.
#include "gpu_scene.h"
#include "mips.h"

#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_uniforms.h>

#include <view.h>
#include <view_skinned.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <utility>

namespace ludus::view
{
using apps::Progress;

namespace
{
constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(Vertex), false}, {sizeof(Influence), false}};
constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
    {0, 0, offsetof(Vertex, Position), rhi::RasterVertexFormat::Float3},
    {1, 0, offsetof(Vertex, Normal), rhi::RasterVertexFormat::Float3},
    {2, 0, offsetof(Vertex, Color), rhi::RasterVertexFormat::Float4},
    {3, 0, offsetof(Vertex, Tangent), rhi::RasterVertexFormat::Float4},
    {4, 0, offsetof(Vertex, TexCoord), rhi::RasterVertexFormat::Float4}, // both
    {5, 1, offsetof(Influence, Joints), rhi::RasterVertexFormat::Float4},
    {6, 1, offsetof(Influence, Weights), rhi::RasterVertexFormat::Float4},
};
constexpr usize RIGID_ATTRIBUTE_COUNT = 5;

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
                       {
                           return std::any_of(std::begin(TEXTURES), std::end(TEXTURES),
                                              [&](Texture Material::*texture) {
                                                  return (material.*texture).Image == image &&
                                                         (material.*texture).HasMips;
                                              });
                       });
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
    InfluenceBuffers.resize(Content->Primitives.size());
    for (const uint32 primitive : chunk.Primitives)
    {
        const std::vector<Influence>& influences = Content->Primitives[primitive].Influences;
        const std::span bytes(reinterpret_cast<const uint8*>(influences.data()), influences.size() * sizeof(Influence));
        rhi::BufferHandle buffer;
        if (bytes.empty() || InfluenceBuffers[primitive].has_value())
        {
            continue;
        }
        if (!Accept(rhi::CreateBuffer(Device, {rhi::BufferRole::Vertex, bytes.size()}, bytes, buffer),
                    "a buffer of joints and weights"))
        {
            return false;
        }
        InfluenceBuffers[primitive] = buffer;
    }
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

bool GpuScene::CreateTexture(const MipChain& chain, bool isData, const std::string& name, rhi::TextureHandle& texture)
{
    std::vector<rhi::TextureMipUpload> mips;
    for (const MipChain::Level& level : chain.Levels)
    {
        mips.push_back({level.Offset, usize{level.Width} * 4});
    }
    rhi::TextureDescription description;
    description.Width = chain.Levels[0].Width;
    description.Height = chain.Levels[0].Height;
    description.Format = isData ? rhi::RasterFormat::Rgba8Unorm : rhi::RasterFormat::Rgba8Srgb;
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
bool GpuScene::AddTexture(const MipChain& chain, bool isData, const std::string& name)
{
    rhi::TextureViewHandle view;
    if ((rhi::IsNull(Unviewed) && !CreateTexture(chain, isData, name, Unviewed)) ||
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
    const bool isAdded = AddTexture(Mips->GetChain(), Content->Images[index].IsData, Content->Images[index].Name);
    if (isAdded)
    {
        Mips.reset();
    }
    return isAdded;
}

bool GpuScene::CreateShared()
{
    rhi::RasterBinding bindings[BINDING_COUNT] = {
        {FRAME_BINDING, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(FrameUniform), true},
        {DRAW_BINDING, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(DrawUniform), true},
        {JOINT_BINDING, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Vertex, JOINT_BLOCK_BYTES, true},
    };
    for (uint32 binding = FIRST_TEXTURE_BINDING; binding < BINDING_COUNT; binding += 2)
    {
        bindings[binding] = {binding, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment};
        bindings[binding + 1] = {binding + 1, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment};
    }
    return AddTexture({.Levels = {{1, 1, 0}}, .Rgba = {255, 255, 255, 255}}, false, "white") &&
           Accept(rhi::GetFrameUniformBuffer(Device, Uniforms), "the uniform ring") &&
           Accept(rhi::CreateRasterShader(Device, shaders::view::Vertex(), VertexStages[0]), "the vertex shader") &&
           Accept(rhi::CreateRasterShader(Device, shaders::view::Fragment(), FragmentStages[0]),
                  "the fragment shader") &&
           Accept(rhi::CreateRasterShader(Device, shaders::view_skinned::Vertex(), VertexStages[1]),
                  "the vertex shader of skins") &&
           Accept(rhi::CreateRasterShader(Device, shaders::view_skinned::Fragment(), FragmentStages[1]),
                  "the fragment shader of skins") &&
           Accept(rhi::CreateBindingLayout(Device, bindings, Layout), "the binding layout");
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
    rhi::RasterBindingResource resources[BINDING_COUNT];
    resources[FRAME_BINDING] = {FRAME_BINDING, Uniforms, 0, sizeof(FrameUniform)};
    resources[DRAW_BINDING] = {DRAW_BINDING, Uniforms, 0, sizeof(DrawUniform)};
    resources[JOINT_BINDING] = {JOINT_BINDING, Uniforms, 0, JOINT_BLOCK_BYTES};
    for (usize number = 0; number < std::size(TEXTURES); ++number)
    {
        const Texture& texture = Content->Materials[material].*TEXTURES[number];
        rhi::RasterBindingResource* const pair = &resources[FIRST_TEXTURE_BINDING + 2 * number];
        pair[0].Binding = FIRST_TEXTURE_BINDING + 2 * static_cast<uint32>(number);
        pair[1].Binding = pair[0].Binding + 1;
        pair[0].Texture = Views[texture.Image != NO_IMAGE ? texture.Image : Views.size() - 1];
        if (!FindSampler(texture, pair[1].Sampler))
        {
            return false;
        }
    }
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
    const bool isSkinned = index >= PIPELINE_COUNT / 2;
    if (isSkinned && Content->Skins.empty())
    {
        return true; // nobody will ask for it
    }
    description.Vertex = VertexStages[isSkinned ? 1 : 0];
    description.Fragment = FragmentStages[isSkinned ? 1 : 0];
    description.Layout = Layout;
    description.Streams = std::span(STREAMS).first(isSkinned ? 2 : 1);
    description.Attributes = std::span(ATTRIBUTES).first(isSkinned ? std::size(ATTRIBUTES) : RIGID_ATTRIBUTE_COUNT);
    description.Depth = true;
    description.Blend = index / std::size(CULLS) % 2 != 0;
    description.DepthWrite = !description.Blend;
    description.Cull = CULLS[index % std::size(CULLS)];
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
    const auto isReadyIfThere = [&](const auto& handle) { return !handle.has_value() || isReady(*handle); };
    const usize pipelineCount = Content->Skins.empty() ? PIPELINE_COUNT / 2 : PIPELINE_COUNT;
    const bool isDone = std::all_of(VertexBuffers.begin(), VertexBuffers.end(), isReady) &&
                        std::all_of(IndexBuffers.begin(), IndexBuffers.end(), isReady) &&
                        std::all_of(Textures.begin(), Textures.end(), isReady) &&
                        std::all_of(InfluenceBuffers.begin(), InfluenceBuffers.end(), isReadyIfThere) &&
                        std::all_of(std::begin(Pipelines), std::begin(Pipelines) + pipelineCount, isReady);
    if (isDone)
    {
        return Progress::Done;
    }
    return Problem.empty() ? Progress::Waiting : Progress::Failed;
}

usize GpuScene::PipelineIndex(bool isSkinned, bool isBlended, rhi::RasterCull cull) noexcept
{
    return (isSkinned ? PIPELINE_COUNT / 2 : 0) + (isBlended ? PIPELINE_COUNT / 4 : 0) +
           static_cast<usize>(cull); // the order of RasterCull
}

rhi::RasterPipelineHandle GpuScene::GetPipeline(const Draw& draw) const noexcept
{
    const Material& material = Content->Materials[Content->Primitives[draw.Primitive].Material];
    rhi::RasterCull cull = rhi::RasterCull::None;
    if (!material.IsDoubleSided)
    {
        cull = draw.IsMirrored ? rhi::RasterCull::Front : rhi::RasterCull::Back;
    }
    return Pipelines[PipelineIndex(draw.Skin != NONE, material.Alpha == AlphaMode::Blend, cull)];
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
