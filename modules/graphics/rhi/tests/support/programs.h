// The shader programs of the tests, and the bytes their uniform blocks hold.
#pragma once

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi::tests
{
struct Float4 final
{
    float X{0};
    float Y{0};
    float Z{0};
    float W{0};
};

/// Block of quadrants.slang: the facade's program.
struct QuadrantsBlock final
{
    Float4 Corner{};
    Float4 Rest{};
    float Resolution[2]{};
    float Unused[2]{};
};

static_assert(sizeof(QuadrantsBlock) == 48);

/// Block of plain.slang and quads.slang, at binding 0.
struct DrawBlock final
{
    Float4 Tint{1, 1, 1, 1};
    Float4 Transform{1, 1, 0, 0}; // scale, offset
};

static_assert(sizeof(DrawBlock) == 32);

/// Record of plain.slang's stream.
struct PlainVertex final
{
    float Position[3]{};
    Float4 Color{1, 1, 1, 1};
};

static_assert(sizeof(PlainVertex) == 28);

/// Records of quads.slang's streams.
struct QuadVertex final
{
    float Position[3]{};
    float Uv[2]{};
};

static_assert(sizeof(QuadVertex) == 20);

struct QuadInstance final
{
    Float4 Placement{0, 0, 0, 1}; // offset, depth, scale
    Float4 Tint{1, 1, 1, 1};
};

static_assert(sizeof(QuadInstance) == 32);

[[nodiscard]] ShaderDescription GetQuadrantsVertex();
[[nodiscard]] ShaderDescription GetQuadrantsFragment();
[[nodiscard]] RasterShaderDescription GetPlainVertex();
[[nodiscard]] RasterShaderDescription GetPlainFragment();
[[nodiscard]] RasterShaderDescription GetQuadsVertex();
[[nodiscard]] RasterShaderDescription GetQuadsFragment();

/// Layout entries of the two raster programs: the draw block with a dynamic offset; picture and sampler.
[[nodiscard]] std::span<const RasterBinding> GetPlainBindings();
[[nodiscard]] std::span<const RasterBinding> GetQuadsBindings();

/// Vertex input of the two raster programs.
[[nodiscard]] std::span<const RasterVertexStream> GetPlainStreams();
[[nodiscard]] std::span<const RasterVertexAttribute> GetPlainAttributes();
[[nodiscard]] std::span<const RasterVertexStream> GetQuadsStreams();
[[nodiscard]] std::span<const RasterVertexAttribute> GetQuadsAttributes();
} // namespace ludus::graphics::rhi::tests
