// Merged passes: the same picture with merging off and on, at several depths, and what stays apart.
//
// With LUDUS_PAIRED_RUNS in the environment the paired case takes the contract's number of samples and prints them, one
// JSON object a line, for scripts/benchmark-rhi --executable.
#include "../support/graph_scene.h"

#include <ludus/graphics/rhi/measurement.h>

#include <cstdio>
#include <cstdlib>
#include <ctime>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint32 WIDTH = 96;
constexpr uint32 HEIGHT = 64;
constexpr Pixel RED{255, 0, 0};
constexpr Pixel BLUE{0, 0, 255};

class MergedGraphs : public GraphSceneTest
{
};

// Two runs of mergeable passes over one texture, each of which begins with a clear of its own colour.
TEST_P(MergedGraphs, PassesThatClearStayApartAndTheirClearsShow)
{
    StartScene();
    const RasterDraw upper = MakeDraw(-1, 0, 1, 1, {1, 1, 1, 1});
    Picture expected(8, 4, {255, 255, 255});
    expected.Fill(0, 2, 4, 2, {255, 0, 0});
    expected.Fill(4, 2, 4, 2, {0, 0, 255});
    for (const bool merges : {false, true})
    {
        BeginGraph();
        PlainUses.push_back({Import(upper.Vertices[0].Buffer), GraphAccessMode::Vertex, 0, upper.Vertices[0].Size});
        const RasterPassDescription load{
            .ColorLoad = RasterLoad::Load, .DepthLoad = RasterLoad::Load, .DepthStore = RasterStore::Store};
        AddDraw(upper, {.Clear = {1, 0, 0, 1}, .DepthStore = RasterStore::Store}, "red");
        AddDraw(upper, load);
        AddComposite({.Scissor = {0, 0, 4, 4}, .UseScissor = true});
        AddDraw(upper, {.Clear = {0, 0, 1, 1}, .DepthStore = RasterStore::Store}, "blue");
        AddDraw(upper, load);
        AddComposite({.ColorLoad = RasterLoad::Load, .Scissor = {4, 0, 4, 4}, .UseScissor = true});
        Compile({.CullUnused = true, .MergeRasterPasses = merges});
        EXPECT_EQ(Report.RasterPasses, merges ? 4U : 6U);
        EXPECT_EQ(Report.RasterGroup[4], merges ? 3U : 4U);
        Execute();
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectFrame(expected, {});
        }
    }
}

// Neighbours that clear are no group, also where nothing is culled and nobody reads between them.
TEST_P(MergedGraphs, NeighboursThatClearAreSeveralPasses)
{
    StartScene();
    BeginGraph();
    AddDraw(Left, {.Clear = {1, 0, 0, 1}, .DepthStore = RasterStore::Store});
    AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}, .DepthStore = RasterStore::Store});
    AddComposite();
    Compile({.CullUnused = false, .MergeRasterPasses = true});
    EXPECT_EQ(Report.RasterPasses, 3U);
    EXPECT_EQ(Report.MergedPasses, 0U);
    Execute();
    if (GetParam().Has.RasterizesPixels)
    {
        ExpectFrame(HalfRed(), {});
    }
}

// A group is one pass of the stream: one begin, one end, the load of its first pass and every draw in order.
TEST_P(MergedGraphs, AGroupIsOnePassOfTheStream)
{
    StartScene();
    BeginGraph();
    AddDraw(Left, {.Clear = {0, 0, 1, 1}, .DepthStore = RasterStore::Store});
    AddDraw(Lower, {.ColorLoad = RasterLoad::Load, .DepthLoad = RasterLoad::Load, .DepthStore = RasterStore::Store});
    AddComposite();
    Compile({.CullUnused = true, .MergeRasterPasses = true});
    Execute();
    Picture expected(8, 4, {0, 0, 255});
    expected.Fill(0, 0, 4, 4, {255, 0, 0});
    expected.Fill(0, 2, 8, 2, {0, 255, 0});
    ExpectFrame(expected, "pass 8x4 texture 0 clear 0 0 1 1 depth store-clear 1\n" + FIRST +
                              "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\n"
                              "  draw pipeline 0 set 0 vertices 8@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                              "pass surface 8x4 clear 0 1 0 1\n"
                              "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n" +
                              COMPOSITE + "end\n");
}

// Of this thread's processor: what a driver's own threads do beside it does not count.
[[nodiscard]] long long GetThreadNanoseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<long long>(time.tv_sec) * 1'000'000'000 + time.tv_nsec;
}

// N layers of opaque squares, red and blue in turns, each a little narrower than the one before: layer i shows in strip
// i alone, so that the order of drawing decides the picture.
class PairedMerging : public GraphSceneTest
{
protected:
    struct Sample final
    {
        long long Setup{0};
        long long Execute{0};
    };

    void StartLayers(uint32 layers)
    {
        Start({.Required = {.OrderedRasterGraph = true}});
        MakePlain({.Target = RasterTarget::Rgba8Unorm});
        MakeQuads();
        Texture = MakeTexture({.Width = WIDTH, .Height = HEIGHT, .Attachment = true}, {});
        Composite = GetQuadsDraw(MakeQuadsSet(MakeView(Texture), MakeSampler()));
        std::vector<PlainVertex> corners;
        for (uint32 i = 0; i <= layers; ++i) // one more than layers: a single one shows both colours
        {
            const bool isHalf = layers == 1 && i == 1;
            const float left = isHalf ? 0 : -1 + 2 * static_cast<float>(i) / static_cast<float>(layers);
            const auto square = MakeSquare(left, -1, 1, 1, 0, i % 2 == 0 ? Float4{1, 0, 0, 1} : Float4{0, 0, 1, 1});
            corners.insert(corners.end(), square.begin(), square.end());
        }
        Corners = MakeBuffer(BufferRole::Vertex, AsBytes(corners));
        CornerBytes = corners.size() * sizeof(PlainVertex);
        Layers.clear();
        for (uint32 i = 0; i <= layers; ++i)
        {
            Layers.push_back({Corners, i * 4 * sizeof(PlainVertex), 4 * sizeof(PlainVertex)});
        }
        ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = WIDTH, .Height = HEIGHT}), DeviceStatus::Ready);
    }

    void Author(uint32 layers)
    {
        Graph = OrderedGraph{};
        ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
        RasterTextureState state;
        ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
        ASSERT_EQ(ImportGraphTexture(Device, Graph, Texture, state, RasterTextureUse::SampledBoth, Image), READY);
        PlainUses = {{Import(Plain.Indices), GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                     {Import(Plain.Uniforms), GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
                     {Import(Corners), GraphAccessMode::Vertex, 0, CornerBytes}};
        QuadUses = {{Import(Quads.Indices), GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                    {Import(Quads.Uniforms), GraphAccessMode::Uniform, 0, sizeof(DrawBlock)},
                    {Import(Quads.Slices[0].Buffer), GraphAccessMode::Vertex, 0, Quads.Slices[0].Size},
                    {Import(Quads.Slices[1].Buffer), GraphAccessMode::Vertex, 0, Quads.Slices[1].Size}};
        for (uint32 i = 0; i < layers; ++i)
        {
            ASSERT_EQ(NextGraphVersion(Device, Graph, Image, Image), READY);
            std::vector<GraphUse> uses = PlainUses;
            uses.push_back({Image, i == 0 ? GraphAccessMode::ColorWrite : GraphAccessMode::ColorReadWrite});
            RasterDraw draws[2] = {GetPlainDraw(), GetPlainDraw()};
            draws[0].Vertices = {&Layers[i], 1};
            draws[1].Vertices = {&Layers[1], 1};
            const RasterLoad load = i == 0 ? RasterLoad::Clear : RasterLoad::Load;
            ASSERT_EQ(AddGraphPass(Device, Graph,
                                   {.Name = "layer",
                                    .Attachment = {.Color = Texture,
                                                   .ColorLoad = load,
                                                   .DepthLoad = load,
                                                   .DepthStore = RasterStore::Store},
                                    .Uses = uses.data(),
                                    .UseCount = uses.size(),
                                    .Draws = draws,
                                    .DrawCount = layers == 1 ? 2U : 1U}),
                      READY);
        }
        AddComposite();
    }

    Sample Measure(uint32 layers, bool merges, Picture& picture)
    {
        Sample sample;
        const long long start = GetThreadNanoseconds();
        Author(layers);
        Compile({.CullUnused = true, .MergeRasterPasses = merges});
        sample.Setup = GetThreadNanoseconds() - start;
        EXPECT_EQ(Report.RasterPasses, merges ? 2U : layers + 1);
        SubmissionToken token;
        const long long execution = GetThreadNanoseconds();
        EXPECT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
        sample.Execute = GetThreadNanoseconds() - execution;
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
        if (GetParam().Has.RasterizesPixels)
        {
            picture = ReadFrame();
        }
        return sample;
    }

    // Strip 0 is the first layer's, red; strip 1, or the right half of a single layer, is blue.
    void ExpectOrder(uint32 layers, const Picture& picture) const
    {
        const uint32 strip = layers == 1 ? WIDTH / 2 : WIDTH / layers;
        EXPECT_EQ(picture.At(strip / 2, HEIGHT / 2), RED);
        EXPECT_EQ(picture.At(strip + strip / 2, HEIGHT / 2), BLUE);
        EXPECT_EQ(picture.At(WIDTH - 1, 0), layers % 2 == 0 || layers == 1 ? BLUE : RED);
    }

    void PrintPlan(uint32 layers, bool merges) const
    {
        std::printf(
            "{\"kind\": \"plan\", \"layers\": %u, \"merged\": %s, \"raster_passes\": %u, \"merged_passes\": %u, "
            "\"draws\": %u, \"plan_bytes\": %llu, \"buffer_bytes\": %llu, \"texture_bytes\": %llu}\n",
            layers, merges ? "true" : "false", Report.RasterPasses, Report.MergedPasses, Report.DrawCount,
            static_cast<unsigned long long>(Report.PlanStorageBytes),
            static_cast<unsigned long long>(Report.BufferBytes), static_cast<unsigned long long>(Report.TextureBytes));
    }

    void PrintAdapter() const
    {
        MeasurementAdapter adapter;
        if (GetMeasurementAdapter(Device, adapter) == READY && adapter.HasIdentity)
        {
            std::printf("{\"kind\": \"adapter\", \"name\": \"%s\", \"driver\": \"%s\", \"hardware\": %s}\n",
                        adapter.Name, adapter.Driver, adapter.IsHardware ? "true" : "false");
        }
    }

    BufferHandle Corners{};
    usize CornerBytes{0};
    std::vector<RasterVertexSlice> Layers{};
};

TEST_P(PairedMerging, DrawsThePictureThatSeparatePassesDraw)
{
    const bool isMeasured = std::getenv("LUDUS_PAIRED_RUNS") != nullptr;
    const int warmUps = isMeasured ? 16 : 1;
    const int pairs = isMeasured ? 128 : 2;
    for (const uint32 layers : {1U, 8U, 16U, 31U})
    {
        SCOPED_TRACE(layers);
        StartLayers(layers);
        if (isMeasured)
        {
            PrintAdapter();
        }
        for (int pair = -warmUps; pair < pairs; ++pair)
        {
            Picture pictures[2]{Picture(WIDTH, HEIGHT, {}), Picture(WIDTH, HEIGHT, {})};
            for (int turn = 0; turn < 2; ++turn)
            {
                const bool merges = (pair + turn) % 2 != 0; // who goes first alternates
                const Sample sample = Measure(layers, merges, pictures[merges ? 1 : 0]);
                if (isMeasured && pair == 0)
                {
                    PrintPlan(layers, merges);
                }
                if (isMeasured && pair >= 0)
                {
                    std::printf("{\"kind\": \"sample\", \"layers\": %u, \"merged\": %s, \"pair\": %d, \"turn\": %d, "
                                "\"setup_ns\": %lld, \"execute_ns\": %lld}\n",
                                layers, merges ? "true" : "false", pair, turn, sample.Setup, sample.Execute);
                }
            }
            if (GetParam().Has.RasterizesPixels)
            {
                ASSERT_EQ(pictures[0].Pixels, pictures[1].Pixels);
                ExpectOrder(layers, pictures[0]);
            }
            ASSERT_FALSE(HasFailure());
        }
        ReleaseOwned();
        Stop();
    }
}
} // namespace

LUDUS_ON_EVERY_LANE(MergedGraphs);
LUDUS_ON_EVERY_LANE(PairedMerging);
} // namespace ludus::graphics::rhi::tests
