// New against the fourth program: a picture that goes on from frame to frame. Two textures of its own take turns: each
// frame reads what the frame before has rooted as History, lets it fade, adds its strokes, and roots the result; the
// surface shows it. The graph of the first frame is another one, since there is no history yet.
#include "box.h"
#include "graph_program.h"

#include <history_carry.h>
#include <history_develop.h>
#include <history_strokes.h>

#include <array>

namespace ludus::gallery
{
namespace
{
using apps::Float2;
using apps::Float4;
namespace shaders = ludus::shaders;

/// Frame of shaders/history.slang.
struct FrameUniform final
{
    Float4 Size{};
    Float4 Time{};
};

struct Light final
{
    Float4 Orbit{};
    Float4 Start{};
    Float4 Color{};
};

constexpr Float2 SQUARE[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
constexpr foundation::uint16 SQUARE_INDICES[] = {0, 1, 2, 2, 1, 3};
constexpr float32 EXPOSURE = 0.045F; // units of time a frame

/// Flocks of lights that draw the same figure, each turned against the next.
std::vector<Light> MakeLights()
{
    struct Flock final
    {
        uint32 Count;
        Float2 Radii;
        Float2 Turns;
        float32 Width;
        Float4 Color;
    };

    constexpr Flock FLOCKS[] = {
        {6, {0.29F, 0.13F}, {0.5F, -1.5F}, 0.0040F, {1.0F, 0.62F, 0.22F, 0}},
        {6, {0.27F, 0.10F}, {-0.4F, 2.0F}, 0.0034F, {0.95F, 0.26F, 0.45F, 0}},
        {8, {0.115F, 0.05F}, {0.5F, -2.0F}, 0.0028F, {0.45F, 0.75F, 1.0F, 0}},
        {12, {0.445F, 0.025F}, {0.16F, 2.08F}, 0.0024F, {0.35F, 0.9F, 0.72F, 0}},
    };
    std::vector<Light> lights;
    for (const Flock& flock : FLOCKS)
    {
        for (uint32 light = 0; light < flock.Count; ++light)
        {
            const float32 angle = 2 * apps::PI * static_cast<float32>(light) / static_cast<float32>(flock.Count);
            lights.push_back({{flock.Radii.X, flock.Radii.Y, flock.Turns.X, flock.Turns.Y},
                              {angle, angle, flock.Width, 0},
                              flock.Color});
        }
    }
    return lights;
}

constexpr rhi::RasterBinding BINDINGS[] = {
    {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(FrameUniform), true},
    {1, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment},
    {2, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment},
};

class History final : public GraphProgram
{
public:
    [[nodiscard]] uint32 GetFrameCount() const override { return 140; }

    [[nodiscard]] Progress Setup(rhi::DeviceHandle device) override
    {
        if (!HasParts)
        {
            Creator create(device, Parts);
            CreateParts(create);
            HasParts = create.GetStatus() == rhi::RasterStatus::Ready;
            if (!HasParts)
            {
                return ProgressOf(create.GetStatus());
            }
        }
        for (const rhi::RasterPipelineHandle pipeline : {Carry, Strokes, Develop})
        {
            if (const rhi::RasterStatus status = rhi::GetStatus(device, pipeline); status != rhi::RasterStatus::Ready)
            {
                return ProgressOf(status);
            }
        }
        return Progress::Done;
    }

protected:
    [[nodiscard]] rhi::RasterStatus Author(rhi::DeviceHandle device, rhi::OrderedGraph graph) override;

    [[nodiscard]] rhi::RasterStatus Release(rhi::DeviceHandle) override { return rhi::RasterStatus::Ready; }

private:
    void CreateParts(Creator& create);
    void CreateExposures(Creator& create);

    [[nodiscard]] rhi::RasterDraw MakeDraw(rhi::RasterPipelineHandle pipeline, rhi::BindingSetHandle set,
                                           std::span<const rhi::RasterVertexSlice> vertices, uint32 offset) const
    {
        rhi::RasterDraw draw;
        draw.Pipeline = pipeline;
        draw.Bindings = set;
        draw.Vertices = vertices;
        draw.Indices = Indices;
        draw.IndexCount = std::size(SQUARE_INDICES);
        draw.VertexCount = std::size(SQUARE);
        draw.BindingOffsets.Bytes[0] = offset;
        return draw;
    }

    const std::vector<Light> Drawn{MakeLights()};
    rhi::BufferHandle Squares{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Lights{};
    rhi::BufferHandle Ring{};
    rhi::SamplerHandle Nearest{};
    rhi::BindingLayoutHandle Layout{};
    rhi::BindingLayoutHandle StrokesLayout{};
    rhi::BindingSetHandle StrokesSet{};
    rhi::RasterPipelineHandle Carry{};
    rhi::RasterPipelineHandle Strokes{};
    rhi::RasterPipelineHandle Develop{};
    Creations Parts{};
    bool HasParts{false};
    Creations ExposureParts{};
    bool HasExposures{false};

    // The two exposures, and the sets that sample them.
    std::array<rhi::TextureHandle, 2> Exposures{};
    std::array<rhi::BindingSetHandle, 2> Sets{};
};

void History::CreateParts(Creator& create)
{
    using rhi::RasterVertexFormat;
    Squares = create.Buffer(rhi::BufferRole::Vertex, BytesOf(SQUARE), "square");
    Indices = create.Buffer(rhi::BufferRole::Index16, BytesOf(SQUARE_INDICES), "indices");
    Lights = create.Buffer(rhi::BufferRole::Vertex, BytesOf(std::span(Drawn)), "lights");
    Ring = create.Ring();
    Nearest = create.Sampler(rhi::RasterFilter::Nearest);
    Layout = create.Layout(BINDINGS);
    StrokesLayout = create.Layout({BINDINGS, 1});
    const rhi::RasterBindingResource frame[] = {{0, Ring, 0, sizeof(FrameUniform)}};
    StrokesSet = create.Set(StrokesLayout, frame);

    constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(Float2)}, {sizeof(Light), true}};
    constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
        {0, 0, 0, RasterVertexFormat::Float2},
        {1, 1, offsetof(Light, Orbit), RasterVertexFormat::Float4},
        {2, 1, offsetof(Light, Start), RasterVertexFormat::Float4},
        {3, 1, offsetof(Light, Color), RasterVertexFormat::Float4},
    };
    rhi::RasterPipelineDescription pipeline;
    pipeline.Vertex = create.Shader(shaders::history_carry::Vertex());
    pipeline.Fragment = create.Shader(shaders::history_carry::Fragment());
    pipeline.Layout = Layout;
    pipeline.Streams = {STREAMS, 1};
    pipeline.Attributes = {ATTRIBUTES, 1};
    pipeline.Target = rhi::RasterTarget::Rgba8Unorm;
    Carry = create.Pipeline(pipeline);
    pipeline.Vertex = create.Shader(shaders::history_develop::Vertex());
    pipeline.Fragment = create.Shader(shaders::history_develop::Fragment());
    pipeline.Target = rhi::RasterTarget::Surface;
    Develop = create.Pipeline(pipeline);
    pipeline.Vertex = create.Shader(shaders::history_strokes::Vertex());
    pipeline.Fragment = create.Shader(shaders::history_strokes::Fragment());
    pipeline.Layout = StrokesLayout;
    pipeline.Streams = STREAMS;
    pipeline.Attributes = ATTRIBUTES;
    pipeline.Target = rhi::RasterTarget::Rgba8Unorm;
    pipeline.Blend = true;
    Strokes = create.Pipeline(pipeline);
}

/// As large as the surface, so not before the first graph.
void History::CreateExposures(Creator& create)
{
    constexpr const char* NAMES[] = {"even exposure", "odd exposure"};
    const rhi::FrameInfo& surface = GetSurfaceInfo();
    for (usize turn = 0; turn < 2; ++turn)
    {
        Exposures[turn] =
            create.Texture({.Width = surface.Width, .Height = surface.Height, .Attachment = true}, NAMES[turn]);
        rhi::RasterBindingResource resources[3];
        resources[0] = {0, Ring, 0, sizeof(FrameUniform)};
        resources[1].Binding = 1;
        resources[1].Texture = create.View(Exposures[turn]);
        resources[2].Binding = 2;
        resources[2].Sampler = Nearest;
        Sets[turn] = create.Set(Layout, resources);
    }
}

rhi::RasterStatus History::Author(rhi::DeviceHandle device, rhi::OrderedGraph graph)
{
    using enum rhi::GraphAccessMode;
    constexpr auto FRAGMENT = rhi::RasterVisibility::Fragment;
    GraphAuthor author(device, graph, GetParts());
    if (!HasExposures)
    {
        Creator first(device, ExposureParts);
        CreateExposures(first);
        if (first.GetStatus() != rhi::RasterStatus::Ready)
        {
            return first.GetStatus();
        }
        HasExposures = true;
    }
    Creator create(device);
    const rhi::FrameInfo& surface = GetSurfaceInfo();
    const float32 time = EXPOSURE * static_cast<float32>(GetNumber());
    const FrameUniform frame{{static_cast<float32>(surface.Width), static_cast<float32>(surface.Height),
                              surface.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F, 0},
                             {time, time + EXPOSURE, 0, 0}};
    const uint32 offset = create.Uniform(BytesOf(frame));
    if (create.GetStatus() != rhi::RasterStatus::Ready)
    {
        return create.GetStatus();
    }

    const usize turn = GetNumber() % 2;
    const rhi::TextureHandle exposure = Exposures[turn];
    const usize lightBytes = Drawn.size() * sizeof(Light);
    const rhi::GraphUse squares{author.Import(Squares), Vertex, 0, sizeof SQUARE};
    const rhi::GraphUse indices{author.Import(Indices), Index, 0, sizeof SQUARE_INDICES};
    const rhi::GraphUse lights{author.Import(Lights), Vertex, 0, lightBytes};
    const rhi::RasterVertexSlice square[] = {{Squares, 0, sizeof SQUARE}};
    const rhi::RasterVertexSlice strokes[] = {{Squares, 0, sizeof SQUARE}, {Lights, 0, lightBytes}};
    rhi::GraphVersion present = author.Import(exposure, rhi::RasterTextureUse::SampledFragment);
    rhi::RasterPassDescription attachment{.Color = exposure, .Clear = {0, 0, 0, 0}};
    if (GetNumber() != 0)
    {
        const rhi::GraphVersion past = author.Import(Exposures[1 - turn], rhi::RasterTextureUse::SampledFragment);
        const rhi::RasterDraw draw = MakeDraw(Carry, Sets[1 - turn], square, offset);
        present = author.Next(present);
        const rhi::GraphUse uses[] = {squares, indices, {past, Sampled, 0, 0, FRAGMENT}, {present, ColorWrite}};
        author.Pass("carry", attachment, uses, {&draw, 1});
        attachment.ColorLoad = rhi::RasterLoad::Load;
    }
    {
        rhi::RasterDraw draw = MakeDraw(Strokes, StrokesSet, strokes, offset);
        draw.InstanceCount = static_cast<uint32>(Drawn.size());
        present = author.Next(present);
        const auto access = attachment.ColorLoad == rhi::RasterLoad::Load ? ColorReadWrite : ColorWrite;
        const rhi::GraphUse uses[] = {squares, indices, lights, {present, access}};
        author.Pass("strokes", attachment, uses, {&draw, 1});
    }
    author.Root(present, rhi::GraphRoot::History);
    {
        const rhi::RasterDraw draw = MakeDraw(Develop, Sets[turn], square, offset);
        const rhi::GraphUse uses[] = {squares, indices, {present, Sampled, 0, 0, FRAGMENT}};
        author.Pass("develop", rhi::RasterPassDescription{}, uses, {&draw, 1});
    }
    return author.GetStatus();
}
} // namespace

std::unique_ptr<GraphProgram> MakeHistory()
{
    return std::make_unique<History>();
}
} // namespace ludus::gallery
