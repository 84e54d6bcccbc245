// A picture that covers a target, filtered down to its size: what shaders/scopes.slang reads, and how it is drawn.
#pragma once

#include "creator.h"

#include <common/vector_math.h>

namespace ludus::gallery
{
/// Options of shaders/scopes.slang.
struct FilterOptions final
{
    float32 TexelWidth{0}; // of the picture
    float32 TexelHeight{0};
    float32 Darkness{0};    // of the corners
    float32 StoresUnorm{0}; // 1 when the target stores what is written
};

/// Draws point into it: it stays where it is.
class FilterCover final
{
public:
    FilterCover() = default;
    FilterCover(const FilterCover&) = delete;
    FilterCover& operator=(const FilterCover&) = delete;

    void Create(Creator& create)
    {
        constexpr apps::Float2 CORNERS[] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
        constexpr foundation::uint16 INDICES[] = {0, 1, 2, 0, 2, 3};
        constexpr rhi::RasterBinding BINDINGS[] = {
            {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Fragment, sizeof(FilterOptions), true},
            {1, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment},
            {2, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment}};
        Corners = {create.Buffer(rhi::BufferRole::Vertex, BytesOf(CORNERS), "corners"), 0, sizeof(CORNERS)};
        Indices = create.Buffer(rhi::BufferRole::Index16, BytesOf(INDICES), "corner indices");
        Layout = create.Layout(BINDINGS);
        Ring = create.Ring();
        Sampler = create.Sampler(rhi::RasterFilter::Linear);
    }

    /// With the stages of shaders/scopes.slang, as the program compiled them.
    [[nodiscard]] rhi::RasterPipelineHandle CreatePipeline(Creator& create, rhi::RasterShaderHandle vertex,
                                                           rhi::RasterShaderHandle fragment,
                                                           rhi::RasterTarget target) const
    {
        constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(apps::Float2)}};
        constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {{0, 0, 0, rhi::RasterVertexFormat::Float2}};
        rhi::RasterPipelineDescription cover{vertex, fragment, Layout, STREAMS, ATTRIBUTES};
        cover.Target = target;
        return create.Pipeline(cover);
    }

    /// A set that shows `texture`.
    [[nodiscard]] rhi::BindingSetHandle Show(Creator& create, rhi::TextureHandle texture) const
    {
        rhi::RasterBindingResource resources[3] = {{0, Ring, 0, sizeof(FilterOptions)}};
        resources[1].Binding = 1;
        resources[1].Texture = create.View(texture);
        resources[2].Binding = 2;
        resources[2].Sampler = Sampler;
        return create.Set(Layout, resources);
    }

    /// With FilterOptions at `uniform` in the ring.
    [[nodiscard]] rhi::RasterDraw GetDraw(rhi::RasterPipelineHandle pipeline, rhi::BindingSetHandle shown,
                                          uint32 uniform) const
    {
        rhi::RasterDraw draw;
        draw.Pipeline = pipeline;
        draw.Bindings = shown;
        draw.Vertices = {&Corners, 1};
        draw.Indices = Indices;
        draw.IndexCount = 6;
        draw.VertexCount = 4;
        draw.BindingOffsets.Bytes[0] = uniform;
        return draw;
    }

private:
    rhi::RasterVertexSlice Corners{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Ring{};
    rhi::SamplerHandle Sampler{};
    rhi::BindingLayoutHandle Layout{};
};
} // namespace ludus::gallery
