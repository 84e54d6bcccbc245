// The objects that most cases draw with: a rectangle in plain colour, and textured instanced quads.
#pragma once

#include "device_test.h"
#include "programs.h"

namespace ludus::graphics::rhi::tests
{
/// A fixture with the two programs' objects at hand. Buffer slots are handed out in the order of creation.
class SceneTest : public DeviceTest
{
protected:
    /// Everything a plain draw needs: layout, stages, pipeline, a white unit square of two triangles (corners at -1 and
    /// 1, indices 0 1 2 0 2 3 counter-clockwise in clip space), a uniform buffer of four draw blocks, one a 256 bytes.
    void MakePlain(RasterPipelineDescription state = {});

    /// Another pipeline over the plain program.
    RasterPipelineHandle MakePlainPipeline(RasterPipelineDescription state);

    /// A square's four corners between two points in clip space.
    static std::array<PlainVertex, 4> MakeSquare(float left, float bottom, float right, float top, float depth = 0,
                                                 Float4 color = {1, 1, 1, 1});

    /// Layout, stages and pipeline of textured quads, a unit square with texture coordinates (0, 0) at its top left.
    void MakeQuads(RasterPipelineDescription state = {});

    /// A set of the quads' layout over a texture.
    BindingSetHandle MakeQuadsSet(TextureViewHandle view, SamplerHandle sampler);

    /// A draw of the plain square, of block 0.
    [[nodiscard]] RasterDraw GetPlainDraw() const;

    /// A draw of the quads with the given set and instances.
    [[nodiscard]] RasterDraw GetQuadsDraw(BindingSetHandle set, uint32 instances = 1) const;

    /// A one-mip texture from texels, rows padded to a pitch of four bytes.
    TextureHandle MakeTexels(uint32 width, uint32 height, std::span<const uint8> texels,
                             RasterFormat format = RasterFormat::Rgba8Unorm);

    struct Objects
    {
        BindingLayoutHandle Layout{};
        RasterShaderHandle Vertex{};
        RasterShaderHandle Fragment{};
        RasterPipelineHandle Pipeline{};
        BufferHandle Uniforms{};
        BufferHandle Indices{};
        BindingSetHandle Set{}; // plain only
        RasterVertexSlice Slices[2]{};
    };

    Objects Plain{};
    Objects Quads{};
};

/// What the plain square draws: blocks at 0, 256, 512, 768.
[[nodiscard]] std::vector<uint8> PackBlocks(std::span<const DrawBlock> blocks);

constexpr uint16 SQUARE_INDICES[] = {0, 1, 2, 0, 2, 3};
} // namespace ludus::graphics::rhi::tests
