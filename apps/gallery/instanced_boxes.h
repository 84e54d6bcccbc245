// Many boxes in one draw: what shaders/instances.slang reads, and the buffers, binding set and pipeline of it.
#pragma once

#include "box.h"
#include "creator.h"

namespace ludus::gallery
{
/// Frame of shaders/instances.slang.
struct InstanceFrame final
{
    apps::Matrix ClipFromWorld{};
    apps::Float4 ToLight{}; // W: 1 when the target stores what is written
};

struct BoxInstance final
{
    apps::Float4 Place{}; // of the foot's centre; W: height
    apps::Float4 Color{}; // linear; W: width
};

/// Draws point into it: it stays where it is.
class InstancedBoxes final
{
public:
    InstancedBoxes() = default;
    InstancedBoxes(const InstancedBoxes&) = delete;
    InstancedBoxes& operator=(const InstancedBoxes&) = delete;

    void Create(Creator& create, std::span<const BoxInstance> instances)
    {
        constexpr Box BOX = MakeBox();
        constexpr rhi::RasterBinding BINDINGS[] = {
            {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(InstanceFrame), true}};
        Streams[0] = {create.Buffer(rhi::BufferRole::Vertex, BytesOf(BOX.Vertices), "box vertices"), 0,
                      sizeof(BOX.Vertices)};
        Streams[1] = {create.Buffer(rhi::BufferRole::Vertex, BytesOf(instances), "places"), 0, instances.size_bytes()};
        Indices = create.Buffer(rhi::BufferRole::Index16, BytesOf(BOX.Indices), "box indices");
        Layout = create.Layout(BINDINGS);
        const rhi::RasterBindingResource uniforms[] = {{0, create.Ring(), 0, sizeof(InstanceFrame)}};
        Set = create.Set(Layout, uniforms);
        Count = static_cast<uint32>(instances.size());
    }

    /// With the stages of shaders/instances.slang, as the program compiled them.
    [[nodiscard]] rhi::RasterPipelineHandle CreatePipeline(Creator& create, const rhi::RasterShaderDescription& vertex,
                                                           const rhi::RasterShaderDescription& fragment,
                                                           rhi::RasterTarget target) const
    {
        constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(BoxVertex)}, {sizeof(BoxInstance), true}};
        constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
            {0, 0, offsetof(BoxVertex, Position), rhi::RasterVertexFormat::Float3},
            {1, 0, offsetof(BoxVertex, Normal), rhi::RasterVertexFormat::Float3},
            {2, 1, offsetof(BoxInstance, Place), rhi::RasterVertexFormat::Float4},
            {3, 1, offsetof(BoxInstance, Color), rhi::RasterVertexFormat::Float4},
        };
        rhi::RasterPipelineDescription boxes{
            create.Shader(vertex), create.Shader(fragment), Layout, STREAMS, ATTRIBUTES, true};
        boxes.Cull = rhi::RasterCull::Back;
        boxes.Target = target;
        return create.Pipeline(boxes);
    }

    /// All of them, with an InstanceFrame at `uniform` in the ring.
    [[nodiscard]] rhi::RasterDraw GetDraw(rhi::RasterPipelineHandle pipeline, uint32 uniform) const
    {
        rhi::RasterDraw draw;
        draw.Pipeline = pipeline;
        draw.Bindings = Set;
        draw.Vertices = Streams;
        draw.Indices = Indices;
        draw.IndexCount = 36;
        draw.VertexCount = 24;
        draw.InstanceCount = Count;
        draw.BindingOffsets.Bytes[0] = uniform;
        return draw;
    }

private:
    rhi::RasterVertexSlice Streams[2]{}; // the box, the instances
    rhi::BufferHandle Indices{};
    rhi::BindingLayoutHandle Layout{};
    rhi::BindingSetHandle Set{};
    uint32 Count{0};
};
} // namespace ludus::gallery
