// New against the seventh program: a graph inside a frame of direct draws. Before the frame an ordered graph is
// authored and compiled, whose two passes draw the town from above and filter the picture down; within the frame it is
// encoded, and then the town is drawn directly, with a screen that shows what the graph has made.
#include "filter_cover.h"
#include "graph_program.h"
#include "instanced_boxes.h"
#include "programs.h"

#include <instances.h>
#include <scopes.h>
#include <textured_mesh.h>

#include <cmath>

namespace
{
using namespace ludus::gallery;
using ludus::apps::Float3;
using ludus::apps::Float4;
using ludus::apps::Matrix;
using Access = rhi::GraphAccessMode;

/// Draw of shaders/textured_mesh.slang.
struct ScreenUniform final
{
    Matrix ClipFromModel{};
    Matrix WorldFromModel{};
    Float4 ToLight{};
};

constexpr uint32 COLUMNS = 20;
constexpr uint32 ROWS = 14;
constexpr rhi::RasterFormat FORMAT = rhi::RasterFormat::Rgba8Srgb;
constexpr rhi::RasterTarget TARGET = rhi::RasterTarget::Rgba8Srgb;
constexpr uint32 WIDTH = 1024; // of the picture from above
constexpr uint32 HEIGHT = 512;
constexpr Float3 LOOKED_AT{0, 2.6F, -1.5F};
constexpr Float3 SKY{0.62F, 0.72F, 0.83F};

/// A town: low houses around a few towers, from brick to slate; two streets cross it.
std::vector<BoxInstance> MakeTown()
{
    std::vector<BoxInstance> boxes{{{0, -0.4F, 0, 0.4F}, {0.36F, 0.37F, 0.33F, 25}}}; // the ground
    for (uint32 number = 0; number < COLUMNS * ROWS; ++number)
    {
        const uint32 column = number % COLUMNS;
        const uint32 row = number / COLUMNS;
        if (column == 8 || row == 9)
        {
            continue;
        }
        const float32 x = static_cast<float32>(column) - static_cast<float32>(COLUMNS - 1) / 2;
        const float32 z = static_cast<float32>(row) - static_cast<float32>(ROWS - 1) / 2;
        const auto scatter = static_cast<float32>(number * 2654435761U >> 24U) / 255.0F;
        const float32 center = std::exp(-0.06F * (x * x + z * z));
        const float32 height = 0.5F + 0.9F * scatter + 3.2F * center * scatter;
        const float32 slate = center * 0.8F + 0.2F * scatter;
        boxes.push_back({{x, 0, z, height},
                         {0.6F - 0.4F * slate, 0.3F + 0.02F * slate, 0.2F + 0.3F * slate, 0.55F + 0.3F * scatter}});
    }
    return boxes;
}

class Screen final : public Program
{
public:
    [[nodiscard]] rhi::DeviceFeatures GetRequirements() const override { return {.OrderedRasterGraph = true}; }

    [[nodiscard]] Progress Setup(rhi::DeviceHandle device) override
    {
        return CreateOnce(
            HasParts, [&] { return CreateParts(device); }, [&] { return PollPipelines(device); });
    }

    [[nodiscard]] Progress Render(rhi::DeviceHandle device, rhi::SurfaceHandle surface) override
    {
        if (!HasGraph)
        {
            const rhi::RasterStatus status = MakeGraph(device);
            HasGraph = status == rhi::RasterStatus::Ready;
            if (!HasGraph)
            {
                return ProgressOf(status);
            }
        }
        const rhi::DeviceStatus begun = rhi::BeginFrame(device, surface);
        if (begun == rhi::DeviceStatus::Skipped)
        {
            return Progress::Waiting; // the graph waits for the next tick
        }
        rhi::FrameInfo frame;
        const bool isDrawn = begun == rhi::DeviceStatus::Ready &&
                             rhi::GetFrameInfo(device, surface, frame) == rhi::DeviceStatus::Ready &&
                             rhi::EncodeOrderedGraph(device, surface, Graph) == rhi::RasterStatus::Ready &&
                             Draw(device, frame) && rhi::EndFrame(device) == rhi::DeviceStatus::Ready;
        HasGraph = false; // it was used up
        return isDrawn ? Progress::Done : Progress::Failed;
    }

private:
    // What the frame's direct draws will sample, from nothing but what exists before the frame.
    [[nodiscard]] rhi::RasterStatus MakeGraph(rhi::DeviceHandle device)
    {
        InstanceFrame above;
        above.ClipFromWorld =
            ludus::apps::Perspective(0.42F, 2, 1, 100) * ludus::apps::LookAt({0, 30, 0.1F}, {0, 0, 0}, {0, 0, -1});
        above.ToLight = MakeLight(0); // the textures encode what is written
        const FilterOptions shrink{1.0F / static_cast<float32>(WIDTH), 1.0F / static_cast<float32>(HEIGHT), 0.6F, 0};
        Creator creator(device);
        const rhi::RasterDraw town = Boxes.GetDraw(TownFromAbove, creator.Uniform(BytesOf(above)));
        const rhi::RasterDraw filtered = Cover.GetDraw(Shrink, ShowLarge, creator.Uniform(BytesOf(shrink)));
        if (creator.GetStatus() != rhi::RasterStatus::Ready)
        {
            return creator.GetStatus();
        }
        Graph = {};
        if (const rhi::RasterStatus status = rhi::CreateOrderedGraph(device, Graph); status != rhi::RasterStatus::Ready)
        {
            return status;
        }
        GraphAuthor author(device, Graph);
        std::vector<rhi::GraphUse> uses = DeclareGeometry(author, town);
        const rhi::GraphVersion large = author.Next(author.Import(Large, rhi::RasterTextureUse::SampledFragment));
        author.Pass("from above", {.Color = Large, .Clear = {SKY.X, SKY.Y, SKY.Z, 1}},
                    With(uses, {large, Access::ColorWrite}), {&town, 1});
        uses = DeclareGeometry(author, filtered);
        uses.push_back({large, Access::Sampled, 0, 0, rhi::RasterVisibility::Fragment});
        const rhi::GraphVersion small = author.Next(author.Import(Small, rhi::RasterTextureUse::SampledFragment));
        author.Pass("filtered", {.Color = Small}, With(uses, {small, Access::ColorWrite}), {&filtered, 1});
        author.Root(small, rhi::GraphRoot::Export); // the direct draws sample it
        if (author.GetStatus() != rhi::RasterStatus::Ready)
        {
            return author.GetStatus();
        }
        rhi::GraphReport report;
        const rhi::RasterStatus status = rhi::CompileOrderedGraph(device, Graph, report);
        return status == rhi::RasterStatus::Ready ? KeepPlan(device, Graph) : status;
    }

    // The vertex and index buffers of a draw, whole slices of them.
    [[nodiscard]] static std::vector<rhi::GraphUse> DeclareGeometry(GraphAuthor& author, const rhi::RasterDraw& draw)
    {
        std::vector<rhi::GraphUse> uses{
            {author.Import(draw.Indices), Access::Index, 0, draw.IndexCount * sizeof(ludus::foundation::uint16)}};
        for (const rhi::RasterVertexSlice& slice : draw.Vertices)
        {
            uses.push_back({author.Import(slice.Buffer), Access::Vertex, slice.Offset, slice.Size});
        }
        return uses;
    }

    [[nodiscard]] static Float4 MakeLight(float32 isUnorm)
    {
        const Float3 light = ludus::apps::Normalize({-0.5F, 0.8F, 0.55F});
        return {light.X, light.Y, light.Z, isUnorm};
    }

    // The town and the screen, to the surface.
    [[nodiscard]] bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame)
    {
        const float32 isUnorm = frame.Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F;
        const float32 aspect = static_cast<float32>(frame.Width) / static_cast<float32>(frame.Height);
        const Matrix clipFromWorld = ludus::apps::Perspective(0.62F, aspect, 1, 100) *
                                     ludus::apps::LookAt(TurnEye({-9, 10, 24}, LOOKED_AT), LOOKED_AT, {0, 1, 0});
        InstanceFrame town;
        town.ClipFromWorld = clipFromWorld;
        town.ToLight = MakeLight(isUnorm);
        ScreenUniform screen;
        screen.WorldFromModel =
            ludus::apps::ComposeTransform({0, 7, -9}, {0, 0, 0, 1}, {16, 8, 0.5F}); // its face looks along z
        screen.ClipFromModel = clipFromWorld * screen.WorldFromModel;
        screen.ToLight = {0, 0, 1, isUnorm}; // it shines by itself

        Creator creator(device);
        const rhi::RasterDraw houses = Boxes.GetDraw(Town, creator.Uniform(BytesOf(town)));
        rhi::RasterDraw face = Boxes.GetDraw(ScreenPipeline, creator.Uniform(BytesOf(screen)));
        face.Bindings = ShowSmall;
        face.Vertices = face.Vertices.first(1);
        face.InstanceCount = 1;
        const float32 shown = isUnorm; // the clear is stored as it stands
        const auto encode = [shown](float32 value) { return shown != 0 ? std::pow(value, 1 / 2.2F) : value; };
        return creator.GetStatus() == rhi::RasterStatus::Ready &&
               rhi::BeginRasterPass(device, {.Clear = {encode(SKY.X), encode(SKY.Y), encode(SKY.Z), 1}}) ==
                   rhi::RasterStatus::Ready &&
               rhi::DrawIndexed(device, houses) == rhi::RasterStatus::Ready &&
               rhi::DrawIndexed(device, face) == rhi::RasterStatus::Ready;
    }

    // Creates everything; the answer is the first refusal.
    rhi::RasterStatus CreateParts(rhi::DeviceHandle device)
    {
        Creator creator(device, Parts);
        Boxes.Create(creator, MakeTown());
        const auto makeTown = [&](rhi::RasterTarget target)
        {
            return Boxes.CreatePipeline(creator, ludus::shaders::instances::Vertex(),
                                        ludus::shaders::instances::Fragment(), target);
        };
        Town = makeTown(rhi::RasterTarget::Surface);
        TownFromAbove = makeTown(TARGET);
        Large = creator.Texture({.Width = WIDTH, .Height = HEIGHT, .Format = FORMAT, .Attachment = true}, "large");
        Small =
            creator.Texture({.Width = WIDTH / 2, .Height = HEIGHT / 2, .Format = FORMAT, .Attachment = true}, "small");
        Cover.Create(creator);
        Shrink = Cover.CreatePipeline(creator, creator.Shader(ludus::shaders::scopes::Vertex()),
                                      creator.Shader(ludus::shaders::scopes::Fragment()), TARGET);
        ShowLarge = Cover.Show(creator, Large);
        CreateScreen(creator);
        return creator.GetStatus();
    }

    void CreateScreen(Creator& creator)
    {
        constexpr rhi::RasterBinding BINDINGS[] = {
            {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Both, sizeof(ScreenUniform), true},
            {1, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment},
            {2, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment}};
        constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(BoxVertex)}};
        constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
            {0, 0, offsetof(BoxVertex, Position), rhi::RasterVertexFormat::Float3},
            {1, 0, offsetof(BoxVertex, Normal), rhi::RasterVertexFormat::Float3},
            {2, 0, offsetof(BoxVertex, TexCoord), rhi::RasterVertexFormat::Float2},
        };
        const rhi::BindingLayoutHandle layout = creator.Layout(BINDINGS);
        rhi::RasterBindingResource resources[3] = {{0, creator.Ring(), 0, sizeof(ScreenUniform)}};
        resources[1].Binding = 1;
        resources[1].Texture = creator.View(Small);
        resources[2].Binding = 2;
        resources[2].Sampler = creator.Sampler(rhi::RasterFilter::Linear);
        ShowSmall = creator.Set(layout, resources);
        rhi::RasterPipelineDescription description{creator.Shader(ludus::shaders::textured_mesh::Vertex()),
                                                   creator.Shader(ludus::shaders::textured_mesh::Fragment()),
                                                   layout,
                                                   STREAMS,
                                                   ATTRIBUTES,
                                                   true};
        description.Cull = rhi::RasterCull::Back;
        ScreenPipeline = creator.Pipeline(description);
    }

    // Ready when all can be drawn with.
    [[nodiscard]] rhi::RasterStatus PollPipelines(rhi::DeviceHandle device) const
    {
        rhi::RasterStatus status = rhi::RasterStatus::Ready;
        for (const rhi::RasterPipelineHandle pipeline : {Town, TownFromAbove, Shrink, ScreenPipeline})
        {
            status = status == rhi::RasterStatus::Ready ? rhi::GetStatus(device, pipeline) : status;
        }
        return status;
    }

    InstancedBoxes Boxes{};
    FilterCover Cover{};
    rhi::TextureHandle Large{};
    rhi::TextureHandle Small{};
    rhi::BindingSetHandle ShowLarge{};
    rhi::BindingSetHandle ShowSmall{};
    rhi::RasterPipelineHandle Town{};
    rhi::RasterPipelineHandle TownFromAbove{};
    rhi::RasterPipelineHandle Shrink{};
    rhi::RasterPipelineHandle ScreenPipeline{};
    rhi::OrderedGraph Graph{};
    Creations Parts{};
    bool HasParts{false};
    bool HasGraph{false};
};
} // namespace

std::unique_ptr<ludus::gallery::Program> ludus::gallery::MakeScreen()
{
    return std::make_unique<Screen>();
}
