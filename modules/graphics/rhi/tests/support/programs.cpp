#include "programs.h"

#include "plain.h"
#include "quadrants.h"
#include "quads.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr RasterBinding DRAW_BINDING{
    .Binding = 0,
    .Kind = RasterBindingKind::UniformBuffer,
    .Visibility = RasterVisibility::Both,
    .MinSize = sizeof(DrawBlock),
    .HasDynamicOffset = true,
};

constexpr RasterBinding QUADS_BINDINGS[] = {
    DRAW_BINDING,
    {.Binding = 1, .Kind = RasterBindingKind::Texture2D, .Visibility = RasterVisibility::Fragment},
    {.Binding = 2, .Kind = RasterBindingKind::Sampler, .Visibility = RasterVisibility::Fragment},
};

constexpr RasterVertexStream PLAIN_STREAMS[] = {{sizeof(PlainVertex), false}};
constexpr RasterVertexAttribute PLAIN_ATTRIBUTES[] = {
    {0, 0, 0, RasterVertexFormat::Float3},
    {1, 0, 12, RasterVertexFormat::Float4},
};

constexpr RasterVertexStream QUADS_STREAMS[] = {{sizeof(QuadVertex), false}, {sizeof(QuadInstance), true}};
constexpr RasterVertexAttribute QUADS_ATTRIBUTES[] = {
    {0, 0, 0, RasterVertexFormat::Float3},
    {1, 0, 12, RasterVertexFormat::Float2},
    {2, 1, 0, RasterVertexFormat::Float4},
    {3, 1, 16, RasterVertexFormat::Float4},
};
} // namespace

ShaderDescription GetQuadrantsVertex()
{
    return shaders::quadrants::Vertex();
}

ShaderDescription GetQuadrantsFragment()
{
    return shaders::quadrants::Fragment();
}

RasterShaderDescription GetPlainVertex()
{
    return shaders::plain::Vertex();
}

RasterShaderDescription GetPlainFragment()
{
    return shaders::plain::Fragment();
}

RasterShaderDescription GetQuadsVertex()
{
    return shaders::quads::Vertex();
}

RasterShaderDescription GetQuadsFragment()
{
    return shaders::quads::Fragment();
}

std::span<const RasterBinding> GetPlainBindings()
{
    return {&DRAW_BINDING, 1};
}

std::span<const RasterBinding> GetQuadsBindings()
{
    return QUADS_BINDINGS;
}

std::span<const RasterVertexStream> GetPlainStreams()
{
    return PLAIN_STREAMS;
}

std::span<const RasterVertexAttribute> GetPlainAttributes()
{
    return PLAIN_ATTRIBUTES;
}

std::span<const RasterVertexStream> GetQuadsStreams()
{
    return QUADS_STREAMS;
}

std::span<const RasterVertexAttribute> GetQuadsAttributes()
{
    return QUADS_ATTRIBUTES;
}
} // namespace ludus::graphics::rhi::tests
