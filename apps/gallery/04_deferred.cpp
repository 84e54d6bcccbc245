// New against the third program: a frame of several pictures. Passes write textures that later passes read, and a graph
// says which: colour and normals of the scene, how much sky each place sees, the light of the moon and of the lamps,
// and at last what the eye sees. The textures are the pool's; the compiler finds the order's reasons, the barriers and
// the two passes that can be one, and leaves out the pass that nobody looks at.
#include "box.h"
#include "graph_program.h"

#include <deferred_albedo.h>
#include <deferred_composite.h>
#include <deferred_glow.h>
#include <deferred_insets.h>
#include <deferred_lamps.h>
#include <deferred_moonlight.h>
#include <deferred_normals.h>
#include <deferred_occlusion.h>
#include <deferred_overdraw.h>
#include <deferred_present.h>

#include <array>

namespace ludus::gallery
{
namespace
{
using apps::Float2;
using apps::Float3;
using apps::Float4;
using apps::Matrix;
namespace shaders = ludus::shaders;

/// Frame of shaders/deferred.slang.
struct FrameUniform final
{
    Matrix ClipFromWorld{};
    Float4 Eye{};
    Float4 Forward{};
    Float4 Right{};
    Float4 Up{};
    Float4 ToMoon{};
};

struct Instance final
{
    Float4 Place{}; // the foot's centre; W: turn
    Float4 Size{};  // W: 1 for tiles
    Float4 Color{}; // W: glow
};

struct Lamp final
{
    Float4 Place{}; // W: reach
    Float4 Color{}; // W: radius of the halo
};

struct Inset final
{
    Float4 Area{};
    Float2 Kind{};
};

constexpr Float2 SQUARE[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}}; // with the indices of a box's first face
constexpr uint32 SQUARE_INDICES = 6;
constexpr uint32 BOX_INDICES = 36;
constexpr Inset INSETS[] = {{{0.02F, 0.03F, 0.17F, 0.17F}, {0, 0}},
                            {{0.20F, 0.03F, 0.17F, 0.17F}, {1, 0}},
                            {{0.63F, 0.03F, 0.17F, 0.17F}, {2, 0}},
                            {{0.81F, 0.03F, 0.17F, 0.17F}, {3, 0}}};

/// A round temple on its steps, at night: columns, beams, fallen blocks, lanterns.
struct Temple final
{
    std::vector<Instance> Boxes{};
    std::vector<Lamp> Lamps{};

    Temple()
    {
        Boxes.push_back({{0, -1, 0, 0}, {70, 1, 70, 1}, {0.34F, 0.33F, 0.36F, 0}});
        for (uint32 step = 0; step < 3; ++step)
        {
            AddRound(9.4F - 0.7F * static_cast<float32>(step), 0.3F * static_cast<float32>(step));
        }
        AddColumns();
        for (uint32 step = 0; step < 4; ++step)
        {
            const float32 width = 2.6F - 0.6F * static_cast<float32>(step);
            Boxes.push_back({{0, 0.9F + 0.4F * static_cast<float32>(step), 0, 0.3F * static_cast<float32>(step)},
                             {width, 0.4F, width, 0},
                             {0.5F, 0.47F, 0.44F, 0}});
        }
        AddLantern({0, 2.75F, 0}, 0.42F, 9.0F, {1.6F, 0.8F, 0.3F});
        AddField();
    }

private:
    /// Pseudo-random, from 0 to 1: the same scene in every run.
    float32 Roll()
    {
        Seed = Seed * 1664525U + 1013904223U;
        return static_cast<float32>(Seed >> 8U) / 16777216.0F;
    }

    /// A disc of 12 slabs through its middle. Their tops lie in one plane, where rounding says which of them is seen:
    /// so they have one colour.
    void AddRound(float32 radius, float32 foot)
    {
        constexpr uint32 SLABS = 12;
        for (uint32 slab = 0; slab < SLABS; ++slab)
        {
            const float32 angle = apps::PI * static_cast<float32>(slab) / SLABS;
            const float32 side = 2 * radius * std::tan(apps::PI / SLABS / 2);
            Boxes.push_back({{0, foot, 0, angle}, {2 * radius, 0.3F, side, 0}, {0.42F + 0.1F * foot, 0.42F, 0.43F, 0}});
        }
    }

    void AddColumns()
    {
        constexpr uint32 COLUMNS = 14;
        constexpr float32 RADIUS = 6.6F;
        for (uint32 column = 0; column < COLUMNS; ++column)
        {
            const float32 angle = 2 * apps::PI * (static_cast<float32>(column) + 0.5F) / COLUMNS;
            const Float3 foot{RADIUS * std::sin(angle), 0.9F, RADIUS * std::cos(angle)};
            const bool isBroken = column == 3 || column == 12;
            const float32 height = isBroken ? 1.1F + 0.8F * Roll() : 4;
            const Float4 stone{0.56F, 0.53F + 0.03F * Roll(), 0.5F, 0};
            Boxes.push_back({{foot.X, foot.Y, foot.Z, angle}, {1, 0.25F, 1, 0}, stone});
            Boxes.push_back({{foot.X, foot.Y + 0.25F, foot.Z, angle}, {0.62F, height, 0.62F, 0}, stone});
            Boxes.push_back({{foot.X, foot.Y, foot.Z, angle + apps::PI / 4}, {0.62F, height + 0.25F, 0.62F, 0}, stone});
            if (!isBroken)
            {
                Boxes.push_back({{foot.X, foot.Y + height + 0.25F, foot.Z, angle}, {1, 0.3F, 1, 0}, stone});
            }
            if (!isBroken && column != 2 && column != 11)
            {
                const float32 middle = angle + apps::PI / COLUMNS;
                const float32 inner = RADIUS * std::cos(apps::PI / COLUMNS);
                Boxes.push_back(
                    {{inner * std::sin(middle), foot.Y + height + 0.55F, inner * std::cos(middle), middle},
                     {2 * RADIUS * std::sin(apps::PI / COLUMNS) + 0.3F, column % 2 == 0 ? 0.5F : 0.49F, 0.9F, 0},
                     stone});
            }
            if (column % 2 == 0)
            {
                AddLantern({foot.X * 0.78F, 1.45F, foot.Z * 0.78F}, 0.24F, 5.2F, {1.15F, 0.5F, 0.15F});
            }
        }
    }

    /// Outside: blocks that lie about, some with a lantern of another colour.
    void AddField()
    {
        constexpr Float3 COLORS[] = {
            {0.1F, 0.7F, 0.95F}, {0.75F, 0.2F, 0.9F}, {0.15F, 0.95F, 0.5F}, {1.0F, 0.25F, 0.35F}};
        constexpr uint32 BLOCKS = 64;
        for (uint32 block = 0; block < BLOCKS; ++block)
        {
            const float32 angle = 2 * apps::PI * (static_cast<float32>(block) + 0.6F * Roll()) / BLOCKS;
            const float32 radius = 10.3F + 6.5F * Roll();
            const float32 size = 0.5F + 0.9F * Roll();
            const Float3 place{radius * std::sin(angle), 0, radius * std::cos(angle)};
            const float32 height = size * (0.5F + 0.8F * Roll());
            const float32 shade = 0.34F + 0.2F * Roll();
            Boxes.push_back(
                {{place.X, 0, place.Z, 6 * Roll()}, {size, height, size * 1.3F, 0}, {shade, shade, shade * 1.05F, 0}});
            if (block % 2 == 0)
            {
                AddLantern({place.X, height + 0.14F, place.Z}, 0.24F, 5.0F, COLORS[block / 2 % std::size(COLORS)]);
            }
        }
    }

    void AddLantern(Float3 place, float32 size, float32 reach, Float3 color)
    {
        Boxes.push_back(
            {{place.X, place.Y - size / 2, place.Z, 0.4F}, {size, size, size, 0}, {color.X, color.Y, color.Z, 1}});
        Lamps.push_back({{place.X, place.Y, place.Z, reach}, {color.X, color.Y, color.Z, size * 4}});
    }

    uint32 Seed{7};
};

/// One pipeline for each pass.
enum class Pass : uint8
{
    Albedo,
    Normals,
    Occlusion,
    Moonlight,
    Lamps,
    Overdraw,
    Composite,
    Glow,
    Present,
    Insets,
    Count,
};

constexpr rhi::RasterBinding FRAME_BINDING{0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both,
                                           sizeof(FrameUniform), true};

constexpr rhi::RasterBinding TextureBinding(uint32 number)
{
    return {number, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment};
}

constexpr rhi::RasterBinding SamplerBinding(uint32 number)
{
    return {number, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment};
}

constexpr rhi::RasterBinding SCENE_BINDINGS[] = {FRAME_BINDING};
constexpr rhi::RasterBinding ONE_TEXTURE_BINDINGS[] = {FRAME_BINDING, TextureBinding(1), SamplerBinding(2)};
constexpr rhi::RasterBinding ALL_TEXTURES_BINDINGS[] = {FRAME_BINDING,     TextureBinding(1), TextureBinding(2),
                                                        TextureBinding(3), TextureBinding(4), SamplerBinding(5),
                                                        SamplerBinding(6)};

rhi::GraphUse Sample(rhi::GraphVersion version)
{
    return {version, rhi::GraphAccessMode::Sampled, 0, 0, rhi::RasterVisibility::Fragment};
}

class Deferred final : public GraphProgram
{
public:
    [[nodiscard]] Progress Setup(rhi::DeviceHandle device) override
    {
        if (!HasParts)
        {
            Creator create(device, Parts);
            CreateBuffers(create);
            CreatePipelines(create);
            HasParts = create.GetStatus() == rhi::RasterStatus::Ready;
            if (!HasParts)
            {
                return ProgressOf(create.GetStatus());
            }
        }
        for (const rhi::RasterPipelineHandle pipeline : Pipelines)
        {
            if (const rhi::RasterStatus status = rhi::GetStatus(device, pipeline); status != rhi::RasterStatus::Ready)
            {
                return ProgressOf(status);
            }
        }
        return Progress::Done;
    }

protected:
    [[nodiscard]] rhi::GraphCompileOptions GetOptions() const override { return {.MergeRasterPasses = true}; }

    [[nodiscard]] rhi::RasterStatus Author(rhi::DeviceHandle device, rhi::OrderedGraph graph) override;

    [[nodiscard]] rhi::RasterStatus Release(rhi::DeviceHandle device) override
    {
        rhi::RasterStatus status = rhi::RasterStatus::Ready;
        for (rhi::BindingSetHandle* set : {&NormalsSet, &ImageSet, &AllSet})
        {
            status = status == rhi::RasterStatus::Ready ? rhi::Destroy(device, *set) : status;
        }
        for (rhi::TextureViewHandle& view : Views)
        {
            status = status == rhi::RasterStatus::Ready ? rhi::Destroy(device, view) : status;
        }
        return status;
    }

private:
    void CreateBuffers(Creator& create);
    void CreatePipelines(Creator& create);
    void CreateSets(Creator& create, rhi::TextureHandle albedo, rhi::TextureHandle normals,
                    rhi::TextureHandle occlusion, rhi::TextureHandle light, rhi::TextureHandle image);
    [[nodiscard]] FrameUniform MakeFrame() const;

    [[nodiscard]] rhi::RasterDraw MakeDraw(Pass pass, rhi::BindingSetHandle set,
                                           std::span<const rhi::RasterVertexSlice> vertices, uint32 instances) const
    {
        const bool isSquare =
            pass != Pass::Albedo && pass != Pass::Normals && pass != Pass::Lamps && pass != Pass::Overdraw;
        rhi::RasterDraw draw;
        draw.Pipeline = Pipelines[static_cast<usize>(pass)];
        draw.Bindings = set;
        draw.Vertices = vertices;
        draw.Indices = Indices;
        draw.IndexCount = isSquare ? SQUARE_INDICES : BOX_INDICES;
        draw.VertexCount = isSquare ? 4 : 24;
        draw.InstanceCount = instances;
        draw.BindingOffsets.Bytes[0] = FrameOffset;
        return draw;
    }

    const Temple Scene{};
    rhi::BufferHandle Squares{};
    rhi::BufferHandle Boxes{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Instances{};
    rhi::BufferHandle Lamps{};
    rhi::BufferHandle Insets{};
    rhi::BufferHandle Ring{};
    rhi::SamplerHandle Nearest{};
    rhi::SamplerHandle Smooth{};
    rhi::BindingLayoutHandle OneTextureLayout{};
    rhi::BindingLayoutHandle AllTexturesLayout{};
    rhi::BindingSetHandle SceneSet{};
    std::array<rhi::RasterPipelineHandle, static_cast<usize>(Pass::Count)> Pipelines{};
    Creations Parts{};
    bool HasParts{false};

    // Of one graph: what shows the pool's textures, and where the frame's values lie.
    std::array<rhi::TextureViewHandle, 5> Views{};
    rhi::BindingSetHandle NormalsSet{};
    rhi::BindingSetHandle ImageSet{};
    rhi::BindingSetHandle AllSet{};
    uint32 FrameOffset{0};
};

void Deferred::CreateBuffers(Creator& create)
{
    constexpr Box BOX = MakeBox();
    Squares = create.Buffer(rhi::BufferRole::Vertex, BytesOf(SQUARE), "square");
    Boxes = create.Buffer(rhi::BufferRole::Vertex, BytesOf(BOX.Vertices), "box");
    Indices = create.Buffer(rhi::BufferRole::Index16, BytesOf(BOX.Indices), "indices");
    Instances = create.Buffer(rhi::BufferRole::Vertex, BytesOf(std::span(Scene.Boxes)), "instances");
    Lamps = create.Buffer(rhi::BufferRole::Vertex, BytesOf(std::span(Scene.Lamps)), "lamps");
    Insets = create.Buffer(rhi::BufferRole::Vertex, BytesOf(INSETS), "insets");
    Ring = create.Ring();
    Nearest = create.Sampler(rhi::RasterFilter::Nearest);
    Smooth = create.Sampler(rhi::RasterFilter::Linear);
}

void Deferred::CreatePipelines(Creator& create)
{
    using rhi::RasterVertexFormat;
    const rhi::BindingLayoutHandle sceneLayout = create.Layout(SCENE_BINDINGS);
    OneTextureLayout = create.Layout(ONE_TEXTURE_BINDINGS);
    AllTexturesLayout = create.Layout(ALL_TEXTURES_BINDINGS);
    const rhi::RasterBindingResource frame[] = {{0, Ring, 0, sizeof(FrameUniform)}};
    SceneSet = create.Set(sceneLayout, frame);

    constexpr rhi::RasterVertexStream SCENE_STREAMS[] = {{sizeof(BoxVertex)}, {sizeof(Instance), true}};
    constexpr rhi::RasterVertexAttribute SCENE[] = {
        {0, 0, offsetof(BoxVertex, Position), RasterVertexFormat::Float3},
        {1, 0, offsetof(BoxVertex, Normal), RasterVertexFormat::Float3},
        {2, 1, offsetof(Instance, Place), RasterVertexFormat::Float4},
        {3, 1, offsetof(Instance, Size), RasterVertexFormat::Float4},
        {4, 1, offsetof(Instance, Color), RasterVertexFormat::Float4},
    };
    constexpr rhi::RasterVertexStream COVER_STREAMS[] = {{sizeof(Float2)}};
    constexpr rhi::RasterVertexAttribute COVER[] = {{0, 0, 0, RasterVertexFormat::Float2}};
    constexpr rhi::RasterVertexStream LAMP_STREAMS[] = {{sizeof(BoxVertex)}, {sizeof(Lamp), true}};
    constexpr rhi::RasterVertexStream GLOW_STREAMS[] = {{sizeof(Float2)}, {sizeof(Lamp), true}};
    constexpr rhi::RasterVertexAttribute LAMP[] = {
        {0, 0, offsetof(BoxVertex, Position), RasterVertexFormat::Float3},
        {1, 1, offsetof(Lamp, Place), RasterVertexFormat::Float4},
        {2, 1, offsetof(Lamp, Color), RasterVertexFormat::Float4},
    };
    constexpr rhi::RasterVertexAttribute GLOWING[] = {
        {0, 0, 0, RasterVertexFormat::Float2},
        {1, 1, offsetof(Lamp, Place), RasterVertexFormat::Float4},
        {2, 1, offsetof(Lamp, Color), RasterVertexFormat::Float4},
    };
    constexpr rhi::RasterVertexStream INSET_STREAMS[] = {{sizeof(Float2)}, {sizeof(Inset), true}};
    constexpr rhi::RasterVertexAttribute INSET[] = {
        {0, 0, 0, RasterVertexFormat::Float2},
        {1, 1, offsetof(Inset, Area), RasterVertexFormat::Float4},
        {2, 1, offsetof(Inset, Kind), RasterVertexFormat::Float2},
    };

    using enum rhi::RasterTarget;
    const auto make = [&](Pass pass, const auto& vertex, const auto& fragment, rhi::BindingLayoutHandle layout,
                          auto& streams, auto& attributes, rhi::RasterTarget target,
                          rhi::RasterPipelineDescription state)
    {
        state.Vertex = create.Shader(vertex);
        state.Fragment = create.Shader(fragment);
        state.Layout = layout;
        state.Streams = streams;
        state.Attributes = attributes;
        state.Target = target;
        Pipelines[static_cast<usize>(pass)] = create.Pipeline(state);
    };
    rhi::RasterPipelineDescription solid;
    solid.Depth = true;
    solid.Cull = rhi::RasterCull::Back;
    rhi::RasterPipelineDescription inside; // a lamp's box also lights the eye that stands in it
    inside.Blend = true;
    inside.Cull = rhi::RasterCull::Front;
    rhi::RasterPipelineDescription over;
    over.Blend = true;
    make(Pass::Albedo, shaders::deferred_albedo::Vertex(), shaders::deferred_albedo::Fragment(), sceneLayout,
         SCENE_STREAMS, SCENE, Rgba8Srgb, solid);
    make(Pass::Normals, shaders::deferred_normals::Vertex(), shaders::deferred_normals::Fragment(), sceneLayout,
         SCENE_STREAMS, SCENE, Rgba8Unorm, solid);
    make(Pass::Occlusion, shaders::deferred_occlusion::Vertex(), shaders::deferred_occlusion::Fragment(),
         OneTextureLayout, COVER_STREAMS, COVER, Rgba8Unorm, {});
    make(Pass::Moonlight, shaders::deferred_moonlight::Vertex(), shaders::deferred_moonlight::Fragment(),
         OneTextureLayout, COVER_STREAMS, COVER, Rgba8Srgb, {});
    make(Pass::Lamps, shaders::deferred_lamps::Vertex(), shaders::deferred_lamps::Fragment(), OneTextureLayout,
         LAMP_STREAMS, LAMP, Rgba8Srgb, inside);
    make(Pass::Overdraw, shaders::deferred_overdraw::Vertex(), shaders::deferred_overdraw::Fragment(), OneTextureLayout,
         LAMP_STREAMS, LAMP, Rgba8Unorm, inside);
    make(Pass::Composite, shaders::deferred_composite::Vertex(), shaders::deferred_composite::Fragment(),
         AllTexturesLayout, COVER_STREAMS, COVER, Rgba8Srgb, {});
    make(Pass::Glow, shaders::deferred_glow::Vertex(), shaders::deferred_glow::Fragment(), OneTextureLayout,
         GLOW_STREAMS, GLOWING, Rgba8Srgb, over);
    make(Pass::Present, shaders::deferred_present::Vertex(), shaders::deferred_present::Fragment(), OneTextureLayout,
         COVER_STREAMS, COVER, Surface, {});
    make(Pass::Insets, shaders::deferred_insets::Vertex(), shaders::deferred_insets::Fragment(), AllTexturesLayout,
         INSET_STREAMS, INSET, Surface, {});
}

void Deferred::CreateSets(Creator& create, rhi::TextureHandle albedo, rhi::TextureHandle normals,
                          rhi::TextureHandle occlusion, rhi::TextureHandle light, rhi::TextureHandle image)
{
    usize view = 0;
    for (const rhi::TextureHandle texture : {albedo, normals, occlusion, light, image})
    {
        Views[view++] = create.View(texture);
    }
    const auto texture = [&](uint32 binding, usize index)
    { return rhi::RasterBindingResource{.Binding = binding, .Texture = Views[index]}; };
    const auto sampler = [](uint32 binding, rhi::SamplerHandle handle)
    { return rhi::RasterBindingResource{.Binding = binding, .Sampler = handle}; };
    const rhi::RasterBindingResource frame{0, Ring, 0, sizeof(FrameUniform)};
    const rhi::RasterBindingResource ofNormals[] = {frame, texture(1, 1), sampler(2, Nearest)};
    const rhi::RasterBindingResource ofImage[] = {frame, texture(1, 4), sampler(2, Nearest)};
    const rhi::RasterBindingResource ofAll[] = {frame,         texture(1, 0),       texture(2, 1),     texture(3, 2),
                                                texture(4, 3), sampler(5, Nearest), sampler(6, Smooth)};
    NormalsSet = create.Set(OneTextureLayout, ofNormals);
    ImageSet = create.Set(OneTextureLayout, ofImage);
    AllSet = create.Set(AllTexturesLayout, ofAll);
}

FrameUniform Deferred::MakeFrame() const
{
    constexpr float32 FAR = 60;
    constexpr float32 FIELD = 0.62F;
    constexpr Float3 TARGET{0, 1.2F, 0};
    const Float3 eye = TurnEye({8.9F, 7.6F, 18.6F}, TARGET);
    const rhi::FrameInfo& surface = GetSurfaceInfo();
    const float32 aspect = static_cast<float32>(surface.Width) / static_cast<float32>(surface.Height);
    const Float3 forward = apps::Normalize(TARGET - eye);
    const Float3 right = apps::Normalize(apps::Cross(forward, {0, 1, 0}));
    const Float3 up = apps::Cross(right, forward);
    const Float3 moon = apps::Normalize({-0.55F, 0.5F, -0.25F});
    const float32 half = std::tan(FIELD / 2);
    FrameUniform frame;
    frame.ClipFromWorld = apps::Perspective(FIELD, aspect, 0.5F, 100) * apps::LookAt(eye, TARGET, {0, 1, 0});
    frame.Eye = {eye.X, eye.Y, eye.Z, FAR};
    frame.Forward = {forward.X, forward.Y, forward.Z, 0};
    frame.Right = {right.X * half * aspect, right.Y * half * aspect, right.Z * half * aspect, 0};
    frame.Up = {up.X * half, up.Y * half, up.Z * half, 0};
    frame.ToMoon = {moon.X, moon.Y, moon.Z, surface.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F};
    return frame;
}

rhi::RasterStatus Deferred::Author(rhi::DeviceHandle device, rhi::OrderedGraph graph)
{
    using enum rhi::GraphAccessMode;
    GraphAuthor author(device, graph, GetParts());
    Creator create(device, GetParts().Rest);
    const rhi::FrameInfo& surface = GetSurfaceInfo();
    const rhi::TextureDescription colors{
        .Width = surface.Width, .Height = surface.Height, .Format = rhi::RasterFormat::Rgba8Srgb, .Attachment = true};
    rhi::TextureDescription numbers = colors;
    numbers.Format = rhi::RasterFormat::Rgba8Unorm;
    rhi::TextureDescription half = numbers;
    half.Width = (surface.Width + 1) / 2;
    half.Height = (surface.Height + 1) / 2;

    auto albedo = author.Borrow(colors, "albedo");
    auto normals = author.Borrow(numbers, "normals");
    auto occlusion = author.Borrow(half, "occlusion");
    auto light = author.Borrow(colors, "light");
    auto counts = author.Borrow(numbers, "counts");
    auto image = author.Borrow(colors, "image");
    if (author.GetStatus() != rhi::RasterStatus::Ready)
    {
        return author.GetStatus();
    }
    CreateSets(create, albedo.Texture, normals.Texture, occlusion.Texture, light.Texture, image.Texture);
    if (create.GetStatus() == rhi::RasterStatus::Ready)
    {
        FrameOffset = create.Uniform(BytesOf(MakeFrame()));
    }
    if (create.GetStatus() != rhi::RasterStatus::Ready)
    {
        return create.GetStatus();
    }

    // Buffers are only read; their uses are the same wherever they are named.
    const usize instanceBytes = Scene.Boxes.size() * sizeof(Instance);
    const usize lampBytes = Scene.Lamps.size() * sizeof(Lamp);
    const rhi::GraphUse squares{author.Import(Squares), Vertex, 0, sizeof SQUARE};
    const rhi::GraphUse boxes{author.Import(Boxes), Vertex, 0, sizeof(Box::Vertices)};
    const rhi::GraphUse indices{author.Import(Indices), Index, 0, sizeof(Box::Indices)};
    const rhi::GraphUse instances{author.Import(Instances), Vertex, 0, instanceBytes};
    const rhi::GraphUse lamps{author.Import(Lamps), Vertex, 0, lampBytes};
    const rhi::GraphUse insets{author.Import(Insets), Vertex, 0, sizeof INSETS};
    const rhi::RasterVertexSlice square[] = {{Squares, 0, sizeof SQUARE}};
    const rhi::RasterVertexSlice scene[] = {{Boxes, 0, sizeof(Box::Vertices)}, {Instances, 0, instanceBytes}};
    const rhi::RasterVertexSlice lampBoxes[] = {{Boxes, 0, sizeof(Box::Vertices)}, {Lamps, 0, lampBytes}};
    const rhi::RasterVertexSlice halos[] = {{Squares, 0, sizeof SQUARE}, {Lamps, 0, lampBytes}};
    const rhi::RasterVertexSlice row[] = {{Squares, 0, sizeof SQUARE}, {Insets, 0, sizeof INSETS}};
    const uint32 lampCount = static_cast<uint32>(Scene.Lamps.size());

    const auto add = [&](const char* name, Pass pass, const rhi::RasterPassDescription& attachment,
                         const std::vector<rhi::GraphUse>& uses, rhi::BindingSetHandle set,
                         std::span<const rhi::RasterVertexSlice> vertices, usize count = 1)
    {
        const rhi::RasterDraw draw = MakeDraw(pass, set, vertices, static_cast<uint32>(count));
        author.Pass(name, attachment, uses, {&draw, 1});
    };
    // The next contents of a texture that the pass draws to from scratch, or on top of what is there.
    const auto draws = [&](GraphAuthor::Borrowed& borrowed) -> rhi::GraphUse {
        return {borrowed.Version = author.Next(borrowed.Version), ColorWrite};
    };
    const auto drawsOver = [&](GraphAuthor::Borrowed& borrowed) -> rhi::GraphUse {
        return {borrowed.Version = author.Next(borrowed.Version), ColorReadWrite};
    };

    add("albedo", Pass::Albedo, {.Color = albedo.Texture, .Clear = {0, 0, 0, 0}},
        {boxes, instances, indices, draws(albedo)}, SceneSet, scene, Scene.Boxes.size());
    add("normals", Pass::Normals, {.Color = normals.Texture, .Clear = {0.5F, 0.5F, 1, 0}},
        {boxes, instances, indices, draws(normals)}, SceneSet, scene, Scene.Boxes.size());
    add("occlusion", Pass::Occlusion, {.Color = occlusion.Texture, .ColorLoad = rhi::RasterLoad::Clear},
        {squares, indices, Sample(normals.Version), draws(occlusion)}, NormalsSet, square);

    // These two read the same things, and the second goes on where the first ends: they become one.
    const std::vector<rhi::GraphUse> lighting{squares, boxes, lamps, indices, Sample(normals.Version)};
    const rhi::RasterPassDescription begin{
        .Color = light.Texture, .Clear = {0, 0, 0, 0}, .DepthStore = rhi::RasterStore::Store};
    rhi::RasterPassDescription more = begin;
    more.ColorLoad = rhi::RasterLoad::Load;
    more.DepthLoad = rhi::RasterLoad::Load;
    add("moonlight", Pass::Moonlight, begin, With(lighting, draws(light)), NormalsSet, square);
    add("lamps", Pass::Lamps, more, With(lighting, drawsOver(light)), NormalsSet, lampBoxes, lampCount);

    // Worth a look while one places lamps; as long as no pass looks at it, it costs nothing.
    add("overdraw", Pass::Overdraw, {.Color = counts.Texture}, With(lighting, draws(counts)), NormalsSet, lampBoxes,
        lampCount);

    const std::vector<rhi::GraphUse> parts{Sample(albedo.Version), Sample(normals.Version), Sample(occlusion.Version),
                                           Sample(light.Version)};
    add("composite", Pass::Composite, {.Color = image.Texture}, With(With(With(parts, squares), indices), draws(image)),
        AllSet, square);
    add("glow", Pass::Glow, {.Color = image.Texture, .ColorLoad = rhi::RasterLoad::Load},
        {squares, lamps, indices, Sample(normals.Version), drawsOver(image)}, NormalsSet, halos, lampCount);
    add("present", Pass::Present, {}, {squares, indices, Sample(image.Version)}, ImageSet, square);
    add("insets", Pass::Insets, {.ColorLoad = rhi::RasterLoad::Load}, With(With(With(parts, squares), insets), indices),
        AllSet, row, std::size(INSETS));
    return author.GetStatus();
}
} // namespace

std::unique_ptr<GraphProgram> MakeDeferred()
{
    return std::make_unique<Deferred>();
}
} // namespace ludus::gallery
