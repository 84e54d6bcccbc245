// Merged passes: one pass of the stream, and what stays apart.
#include "../support/graph_scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
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
} // namespace

LUDUS_ON_EVERY_LANE(MergedGraphs);
} // namespace ludus::graphics::rhi::tests
