#include "scene.h"

#include <cstring>

namespace ludus::graphics::rhi::tests
{
std::vector<uint8> PackBlocks(std::span<const DrawBlock> blocks)
{
    std::vector<uint8> bytes(blocks.size() * 256);
    for (usize i = 0; i < blocks.size(); ++i)
    {
        std::memcpy(bytes.data() + i * 256, &blocks[i], sizeof(DrawBlock));
    }
    return bytes;
}

std::array<PlainVertex, 4> SceneTest::MakeSquare(float left, float bottom, float right, float top, float depth,
                                                 Float4 color)
{
    return {{{{left, bottom, depth}, color},
             {{right, bottom, depth}, color},
             {{right, top, depth}, color},
             {{left, top, depth}, color}}};
}

void SceneTest::MakePlain(RasterPipelineDescription state)
{
    Plain.Layout = MakeLayout(GetPlainBindings());
    Plain.Vertex = MakeShader(GetPlainVertex());
    Plain.Fragment = MakeShader(GetPlainFragment());
    Plain.Pipeline = MakePlainPipeline(state);
    const auto square = MakeSquare(-1, -1, 1, 1);
    const BufferHandle vertices = MakeBuffer(BufferRole::Vertex, AsBytes(square));
    Plain.Indices = MakeBuffer(BufferRole::Index16, AsBytes(SQUARE_INDICES));
    const std::vector<DrawBlock> blocks(4);
    Plain.Uniforms = MakeBuffer(BufferRole::Uniform, PackBlocks(blocks));
    const RasterBindingResource resource{0, Plain.Uniforms, 0, sizeof(DrawBlock)};
    Plain.Set = MakeSet(Plain.Layout, {&resource, 1});
    Plain.Slices[0] = {vertices, 0, sizeof square};
}

RasterPipelineHandle SceneTest::MakePlainPipeline(RasterPipelineDescription state)
{
    state.Vertex = Plain.Vertex;
    state.Fragment = Plain.Fragment;
    state.Layout = Plain.Layout;
    state.Streams = GetPlainStreams();
    state.Attributes = GetPlainAttributes();
    return MakePipeline(state);
}

void SceneTest::MakeQuads(RasterPipelineDescription state)
{
    Quads.Layout = MakeLayout(GetQuadsBindings());
    Quads.Vertex = MakeShader(GetQuadsVertex());
    Quads.Fragment = MakeShader(GetQuadsFragment());
    state.Vertex = Quads.Vertex;
    state.Fragment = Quads.Fragment;
    state.Layout = Quads.Layout;
    state.Streams = GetQuadsStreams();
    state.Attributes = GetQuadsAttributes();
    Quads.Pipeline = MakePipeline(state);
    const QuadVertex corners[] = {
        {{-1, -1, 0}, {0, 1}}, {{1, -1, 0}, {1, 1}}, {{1, 1, 0}, {1, 0}}, {{-1, 1, 0}, {0, 0}}};
    const QuadInstance instance{};
    Quads.Slices[0] = {MakeBuffer(BufferRole::Vertex, AsBytes(corners)), 0, sizeof corners};
    Quads.Slices[1] = {MakeBuffer(BufferRole::Vertex, BytesOf(instance)), 0, sizeof instance};
    Quads.Indices = MakeBuffer(BufferRole::Index16, AsBytes(SQUARE_INDICES));
    const std::vector<DrawBlock> blocks(4);
    Quads.Uniforms = MakeBuffer(BufferRole::Uniform, PackBlocks(blocks));
}

BindingSetHandle SceneTest::MakeQuadsSet(TextureViewHandle view, SamplerHandle sampler)
{
    const RasterBindingResource resources[] = {
        {0, Quads.Uniforms, 0, sizeof(DrawBlock)},
        {.Binding = 1, .Texture = view},
        {.Binding = 2, .Sampler = sampler},
    };
    return MakeSet(Quads.Layout, resources);
}

RasterDraw SceneTest::GetPlainDraw() const
{
    RasterDraw draw{Plain.Pipeline, Plain.Set, {Plain.Slices, 1}, Plain.Indices, 0, 6, 4, 1};
    return draw;
}

RasterDraw SceneTest::GetQuadsDraw(BindingSetHandle set, uint32 instances) const
{
    return {Quads.Pipeline, set, {Quads.Slices, 2}, Quads.Indices, 0, 6, 4, instances};
}

TextureHandle SceneTest::MakeTexels(uint32 width, uint32 height, std::span<const uint8> texels, RasterFormat format)
{
    const usize rowBytes = texels.size() / height;
    const usize pitch = (rowBytes + 3) / 4 * 4;
    std::vector<uint8> rows(pitch * height);
    for (usize row = 0; row < height; ++row)
    {
        std::memcpy(rows.data() + row * pitch, texels.data() + row * rowBytes, rowBytes);
    }
    return MakeTexture({width, height, format}, {rows, pitch});
}
} // namespace ludus::graphics::rhi::tests
