// A picture whose fragments follow rays from the eye: a rectangle over the whole frame, one texture, one uniform block.
#pragma once

#include "creator.h"

#include <cmath>

namespace ludus::gallery
{
/// Frame of shaders/rays.slang: a ray through the middle of the frame, and the way from there to its right and upper
/// edges.
struct RayFrame final
{
    apps::Float4 Eye{};     // W: 1 when the target stores what is written
    apps::Float4 Forward{}; // W: of the program
    apps::Float4 Right{};
    apps::Float4 Up{};
};

[[nodiscard]] inline RayFrame MakeRays(apps::Float3 eye, apps::Float3 target, const rhi::FrameInfo& frame)
{
    constexpr float32 SLOPE = 0.36F; // of the ray through the upper edge
    const float32 aspect = static_cast<float32>(frame.Width) / static_cast<float32>(frame.Height);
    const apps::Float3 forward = apps::Normalize({target.X - eye.X, target.Y - eye.Y, target.Z - eye.Z});
    const apps::Float3 right = apps::Normalize({-forward.Z, 0, forward.X});
    const apps::Float3 up{right.Y * forward.Z - right.Z * forward.Y, right.Z * forward.X - right.X * forward.Z,
                          right.X * forward.Y - right.Y * forward.X};
    const float32 across = SLOPE * aspect;
    const bool isPlain = frame.Encoding == rhi::SurfaceEncoding::Unorm;
    return {{eye.X, eye.Y, eye.Z, isPlain ? 1.0F : 0.0F},
            {forward.X, forward.Y, forward.Z, 0},
            {right.X * across, right.Y * across, right.Z * across, 0},
            {up.X * SLOPE, up.Y * SLOPE, up.Z * SLOPE, 0}};
}

/// Draws point into it: it stays where it is.
class RayScene final
{
public:
    RayScene() = default;
    RayScene(const RayScene&) = delete;
    RayScene& operator=(const RayScene&) = delete;

    /// The stages read the frame at binding 0, a texture of `kind` at 1 and its sampler, smooth between texels and
    /// mips, at 2.
    void Create(Creator& create, rhi::RasterBindingKind kind, rhi::TextureHandle texture,
                const rhi::RasterShaderDescription& vertex, const rhi::RasterShaderDescription& fragment)
    {
        const rhi::TextureViewHandle view = create.View(texture);
        rhi::SamplerDescription smooth;
        smooth.Filter = rhi::RasterFilter::Linear;
        smooth.MipFilter = rhi::RasterMipFilter::Linear;
        const rhi::SamplerHandle sampler = create.Sampler(smooth);
        constexpr float32 CORNERS[] = {-1, 1, -1, -1, 1, -1, 1, 1};
        constexpr foundation::uint16 INDICES[] = {0, 1, 2, 0, 2, 3};
        const rhi::RasterBinding bindings[] = {
            {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(RayFrame), true},
            {1, kind, rhi::RasterVisibility::Fragment},
            {2, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment},
        };
        constexpr rhi::RasterVertexStream STREAM{2 * sizeof(float32)};
        constexpr rhi::RasterVertexAttribute ATTRIBUTE{0, 0, 0, rhi::RasterVertexFormat::Float2};
        Corners = {create.Buffer(rhi::BufferRole::Vertex, BytesOf(CORNERS), "corners"), 0, sizeof CORNERS};
        Indices = create.Buffer(rhi::BufferRole::Index16, BytesOf(INDICES), "corner indices");
        const rhi::BindingLayoutHandle layout = create.Layout(bindings);
        rhi::RasterBindingResource resources[3];
        resources[0] = {0, create.Ring(), 0, sizeof(RayFrame)};
        resources[1].Binding = 1;
        resources[1].Texture = view;
        resources[2].Binding = 2;
        resources[2].Sampler = sampler;
        Set = create.Set(layout, resources);
        Pipeline = create.Pipeline(rhi::RasterPipelineDescription{
            create.Shader(vertex), create.Shader(fragment), layout, {&STREAM, 1}, {&ATTRIBUTE, 1}});
    }

    [[nodiscard]] bool Draw(rhi::DeviceHandle device, const RayFrame& frame) const
    {
        rhi::RasterDraw draw{Pipeline, Set, {&Corners, 1}, Indices, 0, 6, 4, 1};
        return rhi::WriteFrameUniform(device, BytesOf(frame), draw.BindingOffsets.Bytes[0]) ==
                   rhi::RasterStatus::Ready &&
               rhi::DrawIndexed(device, draw) == rhi::RasterStatus::Ready;
    }

private:
    rhi::RasterVertexSlice Corners{};
    rhi::BufferHandle Indices{};
    rhi::BindingSetHandle Set{};
    rhi::RasterPipelineHandle Pipeline{};
};
} // namespace ludus::gallery
