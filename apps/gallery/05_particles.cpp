// New against the fourth program: the GPU decides what is drawn. One dispatch moves 65,536 stars, a second one keeps
// those that can be seen and counts them into the arguments of the draw that follows; the processor never learns the
// number. The graph holds buffers with versions now, and the barriers between dispatch, dispatch and draw follow from
// them.
#include "box.h"
#include "graph_program.h"

#include <particles_move.h>
#include <particles_pick.h>
#include <particles_present.h>
#include <particles_stars.h>

namespace ludus::gallery
{
namespace
{
using apps::Float2;
using apps::Float3;
using apps::Float4;
using apps::Matrix;
namespace shaders = ludus::shaders;

/// Frame of shaders/particles.slang.
struct FrameUniform final
{
    Matrix ClipFromWorld{};
    Float4 Right{};
    Float4 Up{};
    Float4 Eye{};
    uint32 Counts[4]{};
};

struct Star final
{
    Float4 Place{}; // W: radius
    Float4 Color{};
};

constexpr uint32 STARS = 65536;
constexpr uint32 GROUP = 64; // numthreads of both kernels
constexpr usize STAR_BYTES = STARS * sizeof(Star);
constexpr usize COMMAND_BYTES = sizeof(rhi::IndexedIndirectArguments);
constexpr float32 STEP = 0.13F; // time that passes in a frame
constexpr Float2 SQUARE[] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}};
constexpr foundation::uint16 SQUARE_INDICES[] = {0, 1, 2, 2, 1, 3};

/// A bar of stars through a bright middle: turning winds its ends to arms.
std::vector<Star> MakeStars()
{
    uint32 seed = 11;
    const auto roll = [&]
    {
        seed = seed * 1664525U + 1013904223U;
        return static_cast<float32>(seed >> 8U) / 16777216.0F;
    };
    // Near zero most often, like the sum of dice.
    const auto scatter = [&] { return (roll() + roll() + roll() + roll()) / 2 - 1; };
    std::vector<Star> stars;
    for (uint32 number = 0; number < STARS; ++number)
    {
        const float32 kind = roll();
        const float32 tint = roll();
        const float32 size = 0.009F + 0.012F * roll() * roll() + (roll() > 0.998F ? 0.02F : 0.0F);
        if (kind < 0.22F) // the middle: round, old, yellow
        {
            const float32 reach = 0.75F;
            stars.push_back({{reach * scatter(), 0.6F * reach * scatter(), reach * scatter(), size},
                             {0.10F, 0.07F + 0.02F * tint, 0.035F + 0.02F * tint, 0}});
            continue;
        }
        const bool isInArm = kind < 0.80F;
        const float32 radius = 0.25F + 2.6F * roll() + 0.35F * scatter() * scatter();
        const float32 side = roll() < 0.5F ? 0 : apps::PI;
        const float32 angle = isInArm ? side + 0.95F * scatter() / (0.55F + 0.3F * radius) : 2 * apps::PI * roll();
        const Float4 young{0.045F + 0.06F * tint, 0.075F + 0.025F * tint, 0.17F, 0};
        const Float4 old{0.10F, 0.075F, 0.06F, 0};
        const Float4 cloud{0.26F, 0.05F, 0.12F, 0};
        stars.push_back({{radius * std::cos(angle), 0.09F * scatter(), radius * std::sin(angle), size},
                         isInArm ? (tint > 0.94F ? cloud : young) : old});
    }
    return stars;
}

constexpr auto STORAGE_READ = rhi::RasterBindingKind::StorageRead;
constexpr auto STORAGE = rhi::RasterBindingKind::StorageReadWrite;
constexpr auto BLOCK = rhi::RasterBindingKind::UniformBuffer;
constexpr auto COMPUTE = rhi::RasterVisibility::Compute;
constexpr auto FRAGMENT = rhi::RasterVisibility::Fragment;
constexpr rhi::RasterBinding MOVE_BINDINGS[] = {{0, BLOCK, COMPUTE, sizeof(FrameUniform), true},
                                                {1, STORAGE, COMPUTE, sizeof(Float4)},
                                                {2, STORAGE, COMPUTE, sizeof(uint32)}};
constexpr rhi::RasterBinding PICK_BINDINGS[] = {{0, BLOCK, COMPUTE, sizeof(FrameUniform), true},
                                                {1, STORAGE_READ, COMPUTE, sizeof(Float4)},
                                                {2, STORAGE, COMPUTE, sizeof(Float4)},
                                                {3, STORAGE, COMPUTE, sizeof(uint32)}};
constexpr rhi::RasterBinding DRAW_BINDINGS[] = {
    {0, BLOCK, rhi::RasterVisibility::Both, sizeof(FrameUniform), true},
    {1, rhi::RasterBindingKind::Texture2D, FRAGMENT},
    {2, rhi::RasterBindingKind::Sampler, FRAGMENT},
};

class Particles final : public GraphProgram
{
public:
    [[nodiscard]] rhi::DeviceFeatures GetRequirements() const override
    {
        return {.Compute = true, .IndirectRendering = true, .OrderedRasterGraph = true};
    }

    [[nodiscard]] uint32 GetFrameCount() const override { return 48; }

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
        for (const rhi::RasterStatus status : {rhi::GetStatus(device, Move), rhi::GetStatus(device, Pick),
                                               rhi::GetStatus(device, Draw), rhi::GetStatus(device, Present)})
        {
            if (status != rhi::RasterStatus::Ready)
            {
                return ProgressOf(status);
            }
        }
        return Progress::Done;
    }

protected:
    [[nodiscard]] rhi::RasterStatus Author(rhi::DeviceHandle device, rhi::OrderedGraph graph) override;

    [[nodiscard]] rhi::RasterStatus Release(rhi::DeviceHandle device) override
    {
        const rhi::RasterStatus status = rhi::Destroy(device, PresentSet);
        return status == rhi::RasterStatus::Ready ? rhi::Destroy(device, View) : status;
    }

private:
    void CreateBuffers(Creator& create);
    void CreatePipelines(Creator& create);
    [[nodiscard]] FrameUniform MakeFrame() const;

    rhi::BufferHandle Squares{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Stars{};
    rhi::BufferHandle Visible{};
    rhi::BufferHandle Command{};
    rhi::BufferHandle Ring{};
    rhi::SamplerHandle Nearest{};
    rhi::BindingLayoutHandle PresentLayout{};
    rhi::BindingSetHandle MoveSet{};
    rhi::BindingSetHandle PickSet{};
    rhi::BindingSetHandle DrawSet{};
    rhi::ComputePipelineHandle Move{};
    rhi::ComputePipelineHandle Pick{};
    rhi::RasterPipelineHandle Draw{};
    rhi::RasterPipelineHandle Present{};
    Creations Parts{};
    bool HasParts{false};

    // Of one graph: what shows the pool's texture.
    rhi::TextureViewHandle View{};
    rhi::BindingSetHandle PresentSet{};
};

void Particles::CreateBuffers(Creator& create)
{
    const std::vector<Star> stars = MakeStars();
    const std::vector<Star> nothing(STARS);
    const rhi::IndexedIndirectArguments none;
    Squares = create.Buffer(rhi::BufferRole::Vertex, BytesOf(SQUARE), "square");
    Indices = create.Buffer(rhi::BufferRole::Index16, BytesOf(SQUARE_INDICES), "indices");
    Stars = create.Buffer(rhi::BufferRole::Storage, BytesOf(std::span(stars)), "stars");
    Visible = create.Buffer(rhi::BufferRole::StorageVertex, BytesOf(std::span(nothing)), "visible");
    Command = create.Buffer(rhi::BufferRole::StorageIndirect, BytesOf(none), "command");
    Ring = create.Ring();
    Nearest = create.Sampler(rhi::RasterFilter::Nearest);
}

void Particles::CreatePipelines(Creator& create)
{
    using rhi::RasterVertexFormat;
    const rhi::BindingLayoutHandle moveLayout = create.Layout(MOVE_BINDINGS);
    const rhi::BindingLayoutHandle pickLayout = create.Layout(PICK_BINDINGS);
    const rhi::BindingLayoutHandle drawLayout = create.Layout({DRAW_BINDINGS, 1});
    PresentLayout = create.Layout(DRAW_BINDINGS);
    const rhi::RasterBindingResource frame{0, Ring, 0, sizeof(FrameUniform)};
    const rhi::RasterBindingResource moved[] = {frame, {1, Stars, 0, STAR_BYTES}, {2, Command, 0, COMMAND_BYTES}};
    const rhi::RasterBindingResource picked[] = {
        frame, {1, Stars, 0, STAR_BYTES}, {2, Visible, 0, STAR_BYTES}, {3, Command, 0, COMMAND_BYTES}};
    MoveSet = create.Set(moveLayout, moved);
    PickSet = create.Set(pickLayout, picked);
    DrawSet = create.Set(drawLayout, {&frame, 1});
    Move = create.Pipeline({.Shader = create.Shader(shaders::particles_move::Compute()), .Layout = moveLayout});
    Pick = create.Pipeline({.Shader = create.Shader(shaders::particles_pick::Compute()), .Layout = pickLayout});

    constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(Float2)}, {sizeof(Star), true}};
    constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
        {0, 0, 0, RasterVertexFormat::Float2},
        {1, 1, offsetof(Star, Place), RasterVertexFormat::Float4},
        {2, 1, offsetof(Star, Color), RasterVertexFormat::Float4},
    };
    rhi::RasterPipelineDescription pipeline;
    pipeline.Vertex = create.Shader(shaders::particles_stars::Vertex());
    pipeline.Fragment = create.Shader(shaders::particles_stars::Fragment());
    pipeline.Layout = drawLayout;
    pipeline.Streams = STREAMS;
    pipeline.Attributes = ATTRIBUTES;
    pipeline.Target = rhi::RasterTarget::Rgba8Unorm;
    pipeline.Blend = true;
    Draw = create.Pipeline(pipeline);
    pipeline = {};
    pipeline.Vertex = create.Shader(shaders::particles_present::Vertex());
    pipeline.Fragment = create.Shader(shaders::particles_present::Fragment());
    pipeline.Layout = PresentLayout;
    pipeline.Streams = {STREAMS, 1};
    pipeline.Attributes = {ATTRIBUTES, 1};
    Present = create.Pipeline(pipeline);
}

FrameUniform Particles::MakeFrame() const
{
    constexpr Float3 TARGET{0, -0.22F, 0};
    const Float3 eye = TurnEye({0.4F, 2.7F, 3.6F}, TARGET);
    constexpr float32 SMALLEST = 0.0012F; // of its distance: about a third of a pixel
    const rhi::FrameInfo& surface = GetSurfaceInfo();
    const float32 aspect = static_cast<float32>(surface.Width) / static_cast<float32>(surface.Height);
    const Float3 forward = apps::Normalize(TARGET - eye);
    const Float3 right = apps::Normalize(apps::Cross(forward, {0, 1, 0}));
    const Float3 up = apps::Cross(right, forward);
    FrameUniform frame;
    frame.ClipFromWorld = apps::Perspective(0.85F, aspect, 0.1F, 20) * apps::LookAt(eye, TARGET, {0, 1, 0});
    frame.Right = {right.X, right.Y, right.Z, STEP};
    frame.Up = {up.X, up.Y, up.Z, surface.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F};
    frame.Eye = {eye.X, eye.Y, eye.Z, SMALLEST};
    frame.Counts[0] = STARS;
    frame.Counts[1] = std::size(SQUARE_INDICES);
    return frame;
}

rhi::RasterStatus Particles::Author(rhi::DeviceHandle device, rhi::OrderedGraph graph)
{
    using enum rhi::GraphAccessMode;
    GraphAuthor author(device, graph, GetParts());
    Creator create(device, GetParts().Rest);
    const rhi::FrameInfo& surface = GetSurfaceInfo();
    auto light = author.Borrow({.Width = surface.Width, .Height = surface.Height, .Attachment = true}, "light");
    if (author.GetStatus() != rhi::RasterStatus::Ready)
    {
        return author.GetStatus();
    }
    View = create.View(light.Texture);
    rhi::RasterBindingResource shown[3];
    shown[0] = {0, Ring, 0, sizeof(FrameUniform)};
    shown[1].Binding = 1;
    shown[1].Texture = View;
    shown[2].Binding = 2;
    shown[2].Sampler = Nearest;
    PresentSet = create.Set(PresentLayout, shown);
    const bool isMade = create.GetStatus() == rhi::RasterStatus::Ready;
    const uint32 offset = isMade ? create.Uniform(BytesOf(MakeFrame())) : 0;
    if (create.GetStatus() != rhi::RasterStatus::Ready)
    {
        return create.GetStatus();
    }

    const rhi::GraphUse squares{author.Import(Squares), Vertex, 0, sizeof SQUARE};
    const rhi::GraphUse indices{author.Import(Indices), Index, 0, sizeof SQUARE_INDICES};
    rhi::GraphVersion stars = author.Import(Stars);
    rhi::GraphVersion visible = author.Import(Visible);
    rhi::GraphVersion command = author.Import(Command);
    rhi::ComputeDispatch dispatch{.Pipeline = Move, .Bindings = MoveSet, .Groups = {STARS / GROUP, 1, 1}};
    dispatch.BindingOffsets.Bytes[0] = offset;
    {
        stars = author.Next(stars);
        command = author.Next(command);
        const rhi::GraphUse uses[] = {{stars, StorageReadWrite, 0, STAR_BYTES, COMPUTE},
                                      {command, StorageReadWrite, 0, COMMAND_BYTES, COMPUTE}};
        author.Pass("move", dispatch, uses);
    }
    {
        visible = author.Next(visible);
        command = author.Next(command);
        dispatch.Pipeline = Pick;
        dispatch.Bindings = PickSet;
        const rhi::GraphUse uses[] = {{stars, StorageRead, 0, STAR_BYTES, COMPUTE},
                                      {visible, StorageReadWrite, 0, STAR_BYTES, COMPUTE},
                                      {command, StorageReadWrite, 0, COMMAND_BYTES, COMPUTE}};
        author.Pass("pick", dispatch, uses);
    }
    const rhi::RasterVertexSlice streams[] = {{Squares, 0, sizeof SQUARE}, {Visible, 0, STAR_BYTES}};
    rhi::RasterDraw draw;
    draw.Pipeline = Draw;
    draw.Bindings = DrawSet;
    draw.Vertices = streams;
    draw.Indices = Indices;
    draw.IndexCount = std::size(SQUARE_INDICES);
    draw.VertexCount = std::size(SQUARE);
    draw.InstanceCount = STARS; // at most: the command says how many
    draw.Indirect = Command;
    draw.BindingOffsets.Bytes[0] = offset;
    {
        light.Version = author.Next(light.Version);
        const rhi::GraphUse uses[] = {squares,
                                      indices,
                                      {visible, Vertex, 0, STAR_BYTES},
                                      {command, Indirect, 0, COMMAND_BYTES},
                                      {light.Version, ColorWrite}};
        author.Pass("stars", {.Color = light.Texture, .Clear = {0, 0, 0, 0}}, uses, {&draw, 1});
    }
    {
        draw.Pipeline = Present;
        draw.Bindings = PresentSet;
        draw.Vertices = {streams, 1};
        draw.InstanceCount = 1;
        draw.Indirect = {};
        const rhi::GraphUse uses[] = {squares, indices, {light.Version, Sampled, 0, 0, FRAGMENT}};
        author.Pass("present", rhi::RasterPassDescription{}, uses, {&draw, 1});
    }
    author.Root(stars, rhi::GraphRoot::History);
    return author.GetStatus();
}
} // namespace

std::unique_ptr<GraphProgram> MakeParticles()
{
    return std::make_unique<Particles>();
}
} // namespace ludus::gallery
