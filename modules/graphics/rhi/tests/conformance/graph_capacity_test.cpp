// The contract's fixture at capacity: 72 objects of each kind, 405 draws in 40 passes of one graph, and 1,100 draws in
// a batch, compared with the same draws in direct passes.
#include "../support/graph_scene.h"

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint32 OBJECTS = 72;
constexpr uint32 PASSES = 40; // the last one shows what the others have drawn
constexpr uint32 DRAWS = 405;
constexpr uint32 BATCH_DRAWS = 1100;

constexpr StorageLimits LIMITS{.ResourcesPerKind = 128,
                               .DrawsPerFrame = 2048,
                               .DrawsPerPlan = 1536,
                               .ResourcesPerGraph = 160,
                               .PassesPerGraph = 64};

class GraphsAtCapacity : public GraphSceneTest
{
protected:
    void MakeObjects()
    {
        StartScene(LIMITS);
        for (uint32 i = 0; i < OBJECTS; ++i)
        {
            // A cell of the 8 x 4 pixels, in a colour of its own.
            const uint32 cell = i * 5 % 32;
            const auto column = static_cast<float>(cell % 8);
            const uint32 line = cell / 8;
            const auto row = static_cast<float>(line);
            const DrawBlock block{.Tint = {static_cast<float>(i) / 100, static_cast<float>(cell) / 40, 0.5F, 1},
                                  .Transform = {1.0F / 8, 1.0F / 4, -1 + (column + 0.5F) / 4, -1 + (row + 0.5F) / 2}};
            Blocks.push_back(MakeBuffer(BufferRole::Uniform, PackBlocks({&block, 1})));
            const RasterBindingResource resource{0, Blocks.back(), 0, sizeof(DrawBlock)};
            Sets.push_back(MakeSet(Plain.Layout, {&resource, 1}));
        }
        // As many of the other kinds as the fixture asks for; each counts those that the scene has made.
        const uint8 texel[] = {1, 2, 3, 4};
        for (uint32 i = 0; i < OBJECTS; ++i)
        {
            const TextureHandle texture = MakeTexels(1, 1, texel);
            static_cast<void>(MakeView(texture));
            static_cast<void>(MakeSampler());
            static_cast<void>(MakeShader(GetPlainVertex()));
            static_cast<void>(MakeLayout(GetPlainBindings()));
            static_cast<void>(MakePlainPipeline({}));
        }
    }

    [[nodiscard]] RasterDraw GetDraw(uint32 index) const
    {
        RasterDraw draw = GetPlainDraw();
        draw.Bindings = Sets[index % OBJECTS];
        return draw;
    }

    // Draws of a pass: ten each, and what is left in the last one that draws.
    [[nodiscard]] static uint32 CountDraws(uint32 pass)
    {
        return pass + 2 < PASSES ? 10 : DRAWS - 1 - 10 * (PASSES - 2);
    }

    void AddLayer(uint32 pass, uint32 first)
    {
        const uint32 count = CountDraws(pass);
        std::vector<RasterDraw> draws;
        std::vector<GraphUse> uses{{Indices, GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                                   {Vertices, GraphAccessMode::Vertex, 0, Plain.Slices[0].Size}};
        for (uint32 i = first; i < first + count; ++i)
        {
            draws.push_back(GetDraw(i));
            uses.push_back({Uniforms[i % OBJECTS], GraphAccessMode::Uniform, 0, sizeof(DrawBlock)});
        }
        ASSERT_EQ(NextGraphVersion(Device, Graph, Image, Image), READY);
        const RasterLoad load = pass == 0 ? RasterLoad::Clear : RasterLoad::Load;
        uses.push_back({Image, pass == 0 ? GraphAccessMode::ColorWrite : GraphAccessMode::ColorReadWrite});
        ASSERT_EQ(AddGraphPass(Device, Graph,
                               {.Name = "layer",
                                .Attachment = {.Color = Texture, .ColorLoad = load},
                                .Uses = uses.data(),
                                .UseCount = uses.size(),
                                .Draws = draws.data(),
                                .DrawCount = draws.size()}),
                  READY);
    }

    std::vector<BufferHandle> Blocks{};
    std::vector<BindingSetHandle> Sets{};
    std::vector<GraphVersion> Uniforms{};
    GraphVersion Indices{};
    GraphVersion Vertices{};
};

TEST_P(GraphsAtCapacity, ManyDrawsInManyPassesAreThePictureOfDirectOnes)
{
    MakeObjects();
    BeginGraph();
    Indices = PlainUses[0].Resource;
    Vertices = Import(Plain.Slices[0].Buffer);
    for (const BufferHandle block : Blocks)
    {
        Uniforms.push_back(Import(block));
    }
    uint32 drawn = 0;
    for (uint32 pass = 0; pass + 1 < PASSES; ++pass)
    {
        AddLayer(pass, drawn);
        drawn += CountDraws(pass);
    }
    AddComposite();
    Compile();
    EXPECT_EQ(drawn, DRAWS - 1);
    EXPECT_EQ(Report.LivePasses, PASSES);
    EXPECT_EQ(Report.DrawCount, DRAWS);
    EXPECT_EQ(Report.ReportedPasses, 32U);
    GraphPassDiagnostic last; // past the report's prefix
    ASSERT_EQ(GetGraphPassDiagnostic(Device, Graph, PASSES - 1, last), READY);
    EXPECT_STREQ(last.Name, "composite");
    GraphDependency dependency;
    ASSERT_EQ(GetGraphDependency(Device, Graph, Report.DependencyCount - 1, dependency), READY);
    Execute();
    if (!GetParam().Has.RasterizesPixels)
    {
        return;
    }
    const Picture graph = ReadFrame();
    Begin(TARGET);
    drawn = 0;
    for (uint32 pass = 0; pass + 1 < PASSES; ++pass)
    {
        const RasterLoad load = pass == 0 ? RasterLoad::Clear : RasterLoad::Load;
        ASSERT_EQ(BeginRasterPass(Device, {.Color = Texture, .ColorLoad = load}), READY);
        for (uint32 i = 0; i < CountDraws(pass); ++i, ++drawn)
        {
            ASSERT_EQ(DrawIndexed(Device, GetDraw(drawn)), READY);
        }
    }
    ASSERT_EQ(BeginRasterPass(Device, {.Clear = {0, 1, 0, 1}}), READY);
    EXPECT_EQ(DrawIndexed(Device, Composite), READY);
    End();
    EXPECT_EQ(ReadFrame().Pixels, graph.Pixels);
    EXPECT_NE(graph.At(0, 0), graph.At(1, 1));
}

TEST_P(GraphsAtCapacity, ALargeBatchIsThePictureOfDirectDraws)
{
    MakeObjects();
    const RasterPipelineHandle onSurface = MakePlainPipeline({});
    const auto get = [&](uint32 index)
    {
        RasterDraw draw = GetDraw(index);
        draw.Pipeline = onSurface;
        return draw;
    };
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), READY);
    for (uint32 i = 0; i < BATCH_DRAWS; ++i)
    {
        ASSERT_EQ(RecordDraw(Device, batch, get(i)), READY) << i;
    }
    ASSERT_EQ(FinishCommands(Device, batch), READY);
    SubmissionToken token;
    ASSERT_EQ(SubmitCommands(Device, Surface, batch, token), READY);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    const std::string text = GetFrameText();
    const Picture first = GetParam().Has.RasterizesPixels ? ReadFrame() : Picture{};
    Begin(TARGET);
    for (uint32 i = 0; i < BATCH_DRAWS; ++i)
    {
        ASSERT_EQ(DrawIndexed(Device, get(i)), READY) << i;
    }
    End();
    EXPECT_EQ(GetFrameText(), text);
    if (GetParam().Has.RasterizesPixels)
    {
        EXPECT_EQ(ReadFrame().Pixels, first.Pixels);
    }
}
} // namespace

LUDUS_ON_EVERY_LANE(GraphsAtCapacity);
} // namespace ludus::graphics::rhi::tests
