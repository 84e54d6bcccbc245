// What the compiler decides: culling, dependencies, groups, transitions, lifetimes, reports.
#include "builder.h"

#include <ludus/foundation/memory/host_memory.h>

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] testing::AssertionResult Depends(std::span<const GraphDependency> actual,
                                               const std::vector<GraphDependency>& expected)
{
    if (actual.size() == expected.size() && std::equal(actual.begin(), actual.end(), expected.begin(), IsSame))
    {
        return testing::AssertionSuccess();
    }
    testing::AssertionResult failure = testing::AssertionFailure();
    for (const GraphDependency& dependency : actual)
    {
        failure << "\n"
                << dependency.Before << " -> " << dependency.After << ", resource " << dependency.Resource
                << ", hazard " << static_cast<int>(dependency.Hazard) << ", " << static_cast<int>(dependency.Source)
                << " then " << static_cast<int>(dependency.Destination);
    }
    return failure;
}

struct Transition
{
    uint32 Resource;
    uint32 Before;
    uint32 After;
    bool KeepsContents = true;
    TextureAspect Aspect = TextureAspect::Color;
};

[[nodiscard]] testing::AssertionResult Waits(std::span<const GraphBarrier> actual,
                                             const std::vector<Transition>& expected)
{
    const bool isEqual = std::equal(actual.begin(), actual.end(), expected.begin(), expected.end(),
                                    [](const GraphBarrier& a, const Transition& b)
                                    {
                                        return a.Resource == b.Resource && a.Before == b.Before && a.After == b.After &&
                                               a.KeepsContents == b.KeepsContents && a.Aspect == b.Aspect;
                                    });
    if (isEqual)
    {
        return testing::AssertionSuccess();
    }
    testing::AssertionResult failure = testing::AssertionFailure();
    for (const GraphBarrier& barrier : actual)
    {
        failure << "\nresource " << barrier.Resource << ": " << barrier.Before << " -> " << barrier.After
                << (barrier.KeepsContents ? "" : ", dropped")
                << (barrier.Aspect == TextureAspect::Depth ? ", depth" : "");
    }
    return failure;
}

constexpr uint32 STORAGE_WRITE = USE_STORAGE_READ_COMPUTE | USE_STORAGE_WRITE_COMPUTE;

// ---- Culling --------------------------------------------------------------------------------------------------------

TEST(CompiledGraph, AnEmptyGraphIsAPlan)
{
    TestGraph graph;
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_EQ(graph.Plan.LivePasses, 0U);
    EXPECT_TRUE(graph.Plan.GetOutgoing().empty());
}

TEST(CompiledGraph, APassThatNobodyReadsIsCulled)
{
    TestGraph graph;
    const uint32 unread = graph.AddTexture();
    const uint32 read = graph.AddTexture();
    graph.AddDraw("unread", unread, 1);
    graph.AddDraw("read", read, 1);
    graph.AddSurface("composite", {Sampled(read, 1)});
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_EQ(graph.Plan.Passes[0].Fate, GraphFate::Culled);
    EXPECT_EQ(graph.Plan.Passes[1].Fate, GraphFate::Reader);
    EXPECT_EQ(graph.Plan.Passes[1].Keeper, 2U);
    EXPECT_EQ(graph.Plan.Passes[2].Fate, GraphFate::Surface);
    EXPECT_EQ(graph.Plan.LivePasses, 2U);
    EXPECT_EQ(graph.Plan.DrawCount, 2U);
    EXPECT_EQ(graph.Plan.Resources[unread].FirstUse, NONE);
    EXPECT_EQ(graph.Plan.Resources[read].FirstUse, 1U);
    EXPECT_EQ(graph.Plan.Resources[read].LastUse, 2U);
}

TEST(CompiledGraph, AnOverwrittenPassIsCulledAndItsLaterWriterStays)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("overwritten", texture, 1);
    graph.AddDraw("writer", texture, 2); // clears: needs nothing of version 1, although it follows it
    graph.AddSurface("read", {Sampled(texture, 2)});
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_FALSE(graph.Plan.IsLive(0));
    EXPECT_TRUE(graph.Plan.IsLive(1));
    EXPECT_TRUE(Depends(graph.Plan.DependenciesOf(1),
                        {{0, 1, texture, GraphHazard::WriteAfterWrite, Access::ColorWrite, Access::ColorWrite}}));
}

TEST(CompiledGraph, ALoadedDepthKeepsThePassThatDrewIt)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddOverlay("depth", texture, 1, {}, RasterLoad::Clear);
    graph.AddPass({.Name = "shade",
                   .Uses = {Use(texture, 2, Access::ColorWrite)},
                   .Attachments = {{.Resource = texture}},
                   .DepthLoad = RasterLoad::Load,
                   .DepthReadOnly = true});
    graph.AddSurface("read", {Sampled(texture, 2)});
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_TRUE(graph.Plan.IsLive(0));
    EXPECT_TRUE(Depends(graph.Plan.DependenciesOf(1),
                        {{0, 1, texture, GraphHazard::ReadAfterWrite, Access::ColorWrite, Access::ColorWrite},
                         {0, 1, texture, GraphHazard::WriteAfterWrite, Access::ColorWrite, Access::ColorWrite}}));
}

TEST(CompiledGraph, RootsAndSideEffectsKeepTheirPasses)
{
    TestGraph graph;
    const uint32 history = graph.AddTexture("history", DEFINED_NONE, false);
    const uint32 other = graph.AddTexture();
    const uint32 buffer = graph.AddBuffer();
    graph.AddDraw("history", history, 1);
    graph.AddPass({.Name = "effect",
                   .Uses = {Use(other, 1, Access::ColorWrite)},
                   .Attachments = {{.Resource = other}},
                   .SideEffect = true});
    graph.AddDispatch("readback", {Storage(buffer, 1, Access::StorageReadWrite)});
    graph.Root(history, 1, GraphRoot::History);
    graph.Root(buffer, 1, GraphRoot::Readback);
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_EQ(graph.Plan.Passes[0].Fate, GraphFate::Root);
    EXPECT_EQ(graph.Plan.Passes[0].Keeper, history);
    EXPECT_EQ(graph.Plan.Passes[1].Fate, GraphFate::SideEffect);
    EXPECT_EQ(graph.Plan.Passes[2].Fate, GraphFate::Root);
    EXPECT_EQ(graph.Plan.ComputePasses, 1U);
    EXPECT_TRUE(
        Depends(graph.Plan.GetOutgoing(),
                {{0, NONE, history, GraphHazard::ReadAfterWrite, Access::ColorWrite, Access::Sampled},
                 {2, NONE, buffer, GraphHazard::ReadAfterWrite, Access::StorageReadWrite, Access::StorageRead}}));
}

TEST(CompiledGraph, StorageThatIsReadAndWrittenKeepsTheWholeChain)
{
    TestGraph graph;
    const uint32 buffer = graph.AddBuffer();
    for (uint32 i = 0; i < 4; ++i)
    {
        graph.AddDispatch("step", {Storage(buffer, i + 1, Access::StorageReadWrite)});
    }
    graph.Root(buffer, 4);
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_EQ(graph.Plan.LivePasses, 4U);
    EXPECT_EQ(graph.Plan.Passes[2].Fate, GraphFate::Reader);
    EXPECT_EQ(graph.Plan.Passes[2].Keeper, 3U);
}

TEST(CompiledGraph, ReferenceKeepsEveryLegalPassAndTheSameDependencies)
{
    const auto author = [](TestGraph& graph)
    {
        const uint32 texture = graph.AddTexture();
        graph.AddDraw("overwritten", texture, 1);
        graph.AddDraw("writer", texture, 2);
        graph.AddSurface("read", {Sampled(texture, 2)});
    };
    TestGraph culled;
    TestGraph whole;
    author(culled);
    author(whole);
    ASSERT_TRUE(IsReady(culled.Compile()));
    ASSERT_TRUE(IsReady(whole.Compile({.CullUnused = false})));
    EXPECT_EQ(culled.Plan.LivePasses, 2U);
    EXPECT_EQ(whole.Plan.LivePasses, 3U);
    EXPECT_EQ(whole.Plan.Passes[0].Fate, GraphFate::Reference);
    EXPECT_TRUE(std::equal(culled.Plan.Dependencies.begin(), culled.Plan.Dependencies.end(),
                           whole.Plan.Dependencies.begin(), whole.Plan.Dependencies.end(), IsSame));
}

// ---- Dependencies ---------------------------------------------------------------------------------------------------

TEST(CompiledGraph, EveryHazardIsReportedInTheOrderOfTheUses)
{
    TestGraph graph;
    const uint32 buffer = graph.AddBuffer();
    graph.AddDispatch("write", {Storage(buffer, 1, Access::StorageReadWrite)});
    graph.AddDispatch("read", {Storage(buffer, 1, Access::StorageRead)});
    graph.AddDispatch("read too", {Storage(buffer, 1, Access::StorageRead)});
    graph.AddDispatch("overwrite", {Storage(buffer, 2, Access::StorageReadWrite)});
    graph.Root(buffer, 2);
    ASSERT_TRUE(IsReady(graph.Compile()));
    constexpr Access READ = Access::StorageRead;
    constexpr Access WRITE = Access::StorageReadWrite;
    EXPECT_TRUE(Depends(graph.Plan.DependenciesOf(0), {{NONE, 0, buffer, GraphHazard::ReadAfterWrite, WRITE, WRITE}}));
    EXPECT_TRUE(Depends(graph.Plan.DependenciesOf(1), {{0, 1, buffer, GraphHazard::ReadAfterWrite, WRITE, READ}}));
    EXPECT_TRUE(Depends(graph.Plan.DependenciesOf(2), {{0, 2, buffer, GraphHazard::ReadAfterWrite, WRITE, READ}}));
    EXPECT_TRUE(Depends(graph.Plan.DependenciesOf(3), {{0, 3, buffer, GraphHazard::ReadAfterWrite, WRITE, WRITE},
                                                       {1, 3, buffer, GraphHazard::WriteAfterRead, READ, WRITE},
                                                       {2, 3, buffer, GraphHazard::WriteAfterRead, READ, WRITE},
                                                       {0, 3, buffer, GraphHazard::WriteAfterWrite, WRITE, WRITE}}));
    EXPECT_TRUE(Depends(graph.Plan.GetOutgoing(), {{3, NONE, buffer, GraphHazard::ReadAfterWrite, WRITE, READ}}));
}

TEST(CompiledGraph, APassThatReadsAResourceInSeveralWaysDependsOnItsWriterOnce)
{
    TestGraph graph;
    const uint32 buffer = graph.AddBuffer(BufferRole::StorageVertex);
    graph.AddDispatch("write", {Storage(buffer, 1, Access::StorageReadWrite)});
    graph.AddSurface("draw", {Use(buffer, 1, Access::Vertex, RasterVisibility::Both, 0, 64),
                              Use(buffer, 1, Access::Vertex, RasterVisibility::Both, 64, 64),
                              Use(buffer, 1, Access::StorageRead, RasterVisibility::Fragment, 0, 256)});
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_TRUE(Depends(graph.Plan.DependenciesOf(1),
                        {{0, 1, buffer, GraphHazard::ReadAfterWrite, Access::StorageReadWrite, Access::Vertex}}));
    // All its uses are named by one transition.
    EXPECT_TRUE(
        Waits(graph.Plan.BarriersOf(1),
              {{buffer, STORAGE_WRITE, USE_VERTEX_INPUT | USE_STORAGE_READ_FRAGMENT | USE_STORAGE_READ_COMPUTE}}));
}

// ---- Transitions ----------------------------------------------------------------------------------------------------

TEST(CompiledGraph, OneTransitionServesAllReadersUpToTheNextWrite)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("draw", texture, 1);
    graph.AddSurface("first", {Sampled(texture, 1, RasterVisibility::Fragment)});
    graph.AddSurface("second", {Sampled(texture, 1, RasterVisibility::Vertex)}, RasterLoad::Load);
    graph.AddDispatch("third", {Sampled(texture, 1, RasterVisibility::Compute)});
    ASSERT_TRUE(IsReady(graph.Compile({.CullUnused = false})));
    EXPECT_TRUE(
        Waits(graph.Plan.BarriersOf(0), {{texture, USE_NONE, USE_COLOR_ATTACHMENT, false},
                                         {texture, USE_NONE, USE_DEPTH_ATTACHMENT, false, TextureAspect::Depth}}));
    EXPECT_TRUE(Waits(graph.Plan.BarriersOf(1), {{texture, USE_COLOR_ATTACHMENT,
                                                  USE_SAMPLED_VERTEX | USE_SAMPLED_FRAGMENT | USE_SAMPLED_COMPUTE}}));
    EXPECT_TRUE(graph.Plan.BarriersOf(2).empty());
    EXPECT_TRUE(graph.Plan.BarriersOf(3).empty());
}

TEST(CompiledGraph, CulledPassesWaitForNothing)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("culled", texture, 1);
    graph.AddSurface("draw");
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_EQ(graph.Plan.Barriers.Size(), 0U);
}

TEST(CompiledGraph, WritesWaitForTheReadsBeforeThemAndHandTheirResultOn)
{
    TestGraph graph;
    const uint32 buffer = graph.AddBuffer(BufferRole::StorageVertex);
    graph.Declaration.Resources[buffer].InitialUse = USE_VERTEX_INPUT | USE_STORAGE_READ_COMPUTE;
    graph.Declaration.Resources[buffer].FinalUse = USE_VERTEX_INPUT | USE_STORAGE_READ_COMPUTE;
    graph.AddSurface("draw", {Use(buffer, 0, Access::Vertex, RasterVisibility::Both, 0, 64)});
    graph.AddDispatch("write", {Storage(buffer, 1, Access::StorageReadWrite)});
    graph.AddDispatch("again", {Storage(buffer, 2, Access::StorageReadWrite)});
    graph.Root(buffer, 2);
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_TRUE(graph.Plan.BarriersOf(0).empty()); // what earlier work wrote is visible to every use of the role
    EXPECT_TRUE(
        Waits(graph.Plan.BarriersOf(1), {{buffer, USE_VERTEX_INPUT | USE_STORAGE_READ_COMPUTE, STORAGE_WRITE}}));
    EXPECT_TRUE(Waits(graph.Plan.BarriersOf(2), {{buffer, STORAGE_WRITE, STORAGE_WRITE}}));
    EXPECT_TRUE(
        Waits(graph.Plan.GetFinalBarriers(), {{buffer, STORAGE_WRITE, USE_VERTEX_INPUT | USE_STORAGE_READ_COMPUTE}}));
}

TEST(CompiledGraph, ImportsAreHandedBackInTheirFinalUse)
{
    TestGraph graph;
    const uint32 target = graph.AddTexture("target", DEFINED_COLOR, false);
    const uint32 read = graph.AddTexture("read", DEFINED_COLOR, false);
    const uint32 unused = graph.AddTexture("unused", DEFINED_COLOR, false);
    graph.Declaration.Resources[unused].FinalUse = USE_SAMPLED_VERTEX | USE_SAMPLED_FRAGMENT;
    graph.AddDraw("draw", target, 1, {Sampled(read, 0)}, RasterLoad::Load);
    graph.Root(target, 1);
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_TRUE(Waits(graph.Plan.BarriersOf(0), {{target, USE_SAMPLED_FRAGMENT, USE_COLOR_ATTACHMENT}}));
    EXPECT_TRUE(Waits(graph.Plan.GetFinalBarriers(),
                      {{target, USE_COLOR_ATTACHMENT, USE_SAMPLED_FRAGMENT},
                       {unused, USE_SAMPLED_FRAGMENT, USE_SAMPLED_VERTEX | USE_SAMPLED_FRAGMENT}}));
}

TEST(CompiledGraph, PassesThatDrawOnNeedNoTransitionBetweenThem)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddOverlay("depth", texture, 1, {}, RasterLoad::Clear);
    for (uint32 version = 2; version < 4; ++version)
    {
        graph.AddPass({.Name = "shade",
                       .Uses = {Use(texture, version, Access::ColorReadWrite)},
                       .Attachments = {{.Resource = texture, .Load = RasterLoad::Load}},
                       .DepthLoad = RasterLoad::Load,
                       .DepthStore = RasterStore::Store,
                       .DepthReadOnly = true});
    }
    graph.AddSurface("read", {Sampled(texture, 3)});
    ASSERT_TRUE(IsReady(graph.Compile()));
    EXPECT_TRUE(graph.Plan.BarriersOf(1).empty());
    EXPECT_TRUE(graph.Plan.BarriersOf(2).empty());
}

// ---- Groups ---------------------------------------------------------------------------------------------------------

class MergedGraph : public testing::Test
{
protected:
    /// A scene, `spec` as its neighbour, and a composite; then the neighbour's group.
    uint32 GroupOfNeighbour(const PassSpec& spec, bool isMerging = true)
    {
        Graph.AddPass(Scene);
        Graph.AddPass(spec);
        const uint32 version = spec.Attachments[0].Resource == Texture ? 2 : 1;
        Graph.AddSurface("composite", {Sampled(Texture, version)});
        EXPECT_TRUE(IsReady(Graph.Compile({.CullUnused = true, .MergeRasterPasses = isMerging})));
        return Graph.Plan.Passes[1].Group;
    }

    TestGraph Graph{};
    uint32 Texture{Graph.AddTexture("target")};
    uint32 Other{Graph.AddTexture("other", DEFINED_COLOR)};
    PassSpec Scene{.Name = "scene",
                   .Uses = {Sampled(Other, 0), Use(Texture, 1, Access::ColorWrite)},
                   .Attachments = {{.Resource = Texture}},
                   .DepthStore = RasterStore::Store};
    PassSpec Overlay{.Name = "overlay",
                     .Uses = {Sampled(Other, 0), Use(Texture, 2, Access::ColorReadWrite)},
                     .Attachments = {{.Resource = Texture, .Load = RasterLoad::Load}},
                     .DepthLoad = RasterLoad::Load,
                     .DepthStore = RasterStore::Store};
};

TEST_F(MergedGraph, NeighboursThatDrawOnAreOneGroup)
{
    EXPECT_EQ(GroupOfNeighbour(Overlay), 0U);
    EXPECT_EQ(Graph.Plan.RasterPasses, 2U);
    EXPECT_EQ(Graph.Plan.MergedPasses, 1U);
    EXPECT_TRUE(Graph.Plan.BarriersOf(1).empty());
    EXPECT_EQ(Graph.Plan.DependenciesOf(1).size(), 2U); // dependencies stay
}

TEST_F(MergedGraph, OnlyWhenAskedFor)
{
    EXPECT_EQ(GroupOfNeighbour(Overlay, false), 1U);
    EXPECT_EQ(Graph.Plan.RasterPasses, 3U);
    EXPECT_EQ(Graph.Plan.MergedPasses, 0U);
}

TEST_F(MergedGraph, NotAcrossAClear)
{
    Overlay.Uses[1] = Use(Texture, 2, Access::ColorWrite);
    Overlay.Attachments[0].Load = RasterLoad::Clear;
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotWhenDepthIsClearedOrDropped)
{
    Overlay.DepthLoad = RasterLoad::Clear;
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotWhenTheFirstDropsItsDepth)
{
    Scene.DepthStore = RasterStore::Discard;
    Overlay.DepthLoad = RasterLoad::Clear;
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotWhenTheSecondDropsItsDepth)
{
    Overlay.DepthStore = RasterStore::Discard;
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotWhenDepthBecomesReadOnly)
{
    Overlay.DepthReadOnly = true;
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotBesideASideEffect)
{
    Overlay.SideEffect = true;
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotWithOtherRectangles)
{
    Overlay.Rectangles = GraphRectangles{.Scissor = {0, 0, 8, 8}, .UseScissor = true};
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, WithEqualRectangles)
{
    Scene.Rectangles = GraphRectangles{.Viewport = {0, 0, 8, 8}, .UseViewport = true};
    Overlay.Rectangles = Scene.Rectangles;
    Overlay.Rectangles->Scissor = {1, 2, 3, 4}; // not in use
    EXPECT_EQ(GroupOfNeighbour(Overlay), 0U);
}

TEST_F(MergedGraph, NotWithOtherReads)
{
    Overlay.Uses[0] = Sampled(Other, 0, RasterVisibility::Both);
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotWithMoreReads)
{
    const uint32 buffer = Graph.AddBuffer(BufferRole::Vertex);
    Overlay.Uses.push_back(Use(buffer, 0, Access::Vertex, RasterVisibility::Both, 0, 16));
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotExplicitOrStencilAttachments)
{
    Graph.Declaration.Resources[Texture].HasStencil = true;
    EXPECT_EQ(GroupOfNeighbour(Overlay), 1U);
}

TEST_F(MergedGraph, NotAcrossAnotherAttachment)
{
    Graph.AddPass(Scene);
    const uint32 between = Graph.AddTexture("between");
    Graph.AddDraw("between", between, 1);
    Graph.AddPass(Overlay);
    Graph.AddSurface("composite", {Sampled(Texture, 2), Sampled(between, 1)});
    ASSERT_TRUE(IsReady(Graph.Compile({.CullUnused = true, .MergeRasterPasses = true})));
    EXPECT_EQ(Graph.Plan.Passes[2].Group, 2U);
}

TEST_F(MergedGraph, NotAcrossACulledPass)
{
    Graph.AddPass(Scene);
    Graph.AddDraw("culled", Graph.AddTexture("unread"), 1);
    Graph.AddPass(Overlay);
    Graph.AddSurface("composite", {Sampled(Texture, 2)});
    ASSERT_TRUE(IsReady(Graph.Compile({.CullUnused = true, .MergeRasterPasses = true})));
    EXPECT_EQ(Graph.Plan.Passes[1].Group, NONE);
    EXPECT_EQ(Graph.Plan.Passes[2].Group, 2U);
}

TEST_F(MergedGraph, SurfacePassesToo)
{
    TestGraph graph;
    for (uint32 i = 0; i < 3; ++i)
    {
        graph.AddPass(
            {.Kind = GraphPassKind::Surface,
             .Attachments = {{.Resource = GRAPH_SURFACE, .Load = i == 0 ? RasterLoad::Clear : RasterLoad::Load}},
             .DepthLoad = i == 0 ? RasterLoad::Clear : RasterLoad::Load,
             .DepthStore = RasterStore::Store});
    }
    ASSERT_TRUE(IsReady(graph.Compile({.CullUnused = true, .MergeRasterPasses = true})));
    EXPECT_EQ(graph.Plan.Passes[2].Group, 0U);
    EXPECT_EQ(graph.Plan.RasterPasses, 1U);
    EXPECT_EQ(graph.Plan.MergedPasses, 2U);
}

// ---- Packets --------------------------------------------------------------------------------------------------------

TEST(CoveredPacket, NeedsOneDeclarationThatHoldsAllOfIt)
{
    const GraphUseRecord declared[] = {Use(0, 0, Access::Vertex, RasterVisibility::Both, 16, 64),
                                       Use(1, 0, Access::Uniform, RasterVisibility::Fragment, 0, 256),
                                       Sampled(2, 5, RasterVisibility::Both)};

    struct Case
    {
        GraphUseRecord Used;
        bool IsFault;
        bool IsPartial;
    };

    constexpr RasterVisibility FRAGMENT = RasterVisibility::Fragment;
    for (const Case& packet : {Case{Use(0, 0, Access::Vertex, FRAGMENT, 16, 64), false, false},
                               Case{Use(0, 0, Access::Vertex, FRAGMENT, 79, 1), false, false},
                               Case{Use(0, 0, Access::Vertex, FRAGMENT, 15, 1), true, true},
                               Case{Use(0, 0, Access::Vertex, FRAGMENT, 79, 2), true, true},
                               Case{Use(0, 0, Access::Vertex, FRAGMENT, 81, ~uint64{0}), true, true},
                               Case{Use(0, 0, Access::Index, FRAGMENT, 16, 4), true, false},
                               Case{Use(1, 0, Access::Uniform, FRAGMENT, 0, 16), false, false},
                               Case{Use(1, 0, Access::Uniform, RasterVisibility::Both, 0, 16), true, true},
                               Case{Sampled(2, 0, FRAGMENT), false, false}, Case{Sampled(3, 0, FRAGMENT), true, false},
                               Case{Sampled(NONE, 0, FRAGMENT), true, false}})
    {
        GraphFault fault;
        ASSERT_EQ(FindFault(declared, packet.Used, fault), packet.IsFault);
        if (packet.IsFault)
        {
            EXPECT_EQ(fault.Resource, packet.Used.Resource);
            EXPECT_EQ(fault.Access, packet.Used.Access());
            EXPECT_EQ(fault.IsPartial, packet.IsPartial);
        }
    }
}

// ---- Reports --------------------------------------------------------------------------------------------------------

TEST(CompiledGraph, TotalsCoverTheWholePlanAndPrefixesItsStart)
{
    TestGraph graph;
    uint32 previous = NONE;
    constexpr uint32 COUNT = 700;
    for (uint32 i = 0; i < COUNT; ++i)
    {
        const uint32 texture = graph.AddTexture();
        graph.AddDraw("pass " + std::to_string(i), texture, 1,
                      previous == NONE ? std::vector<GraphUseRecord>{} : std::vector{Sampled(previous, 1)});
        previous = texture;
    }
    graph.AddSurface("last", {Sampled(previous, 1)});
    const GraphVerdict verdict = graph.Compile();
    ASSERT_TRUE(IsReady(verdict));
    GraphReport report;
    WriteReport(graph.Declaration, graph.Plan, verdict, 99, report);
    EXPECT_EQ(report.PassCount, COUNT + 1);
    EXPECT_EQ(report.LivePasses, COUNT + 1);
    EXPECT_EQ(report.ResourceCount, COUNT);
    EXPECT_EQ(report.DependencyCount, COUNT);
    EXPECT_EQ(report.ReportedPasses, GRAPH_REPORT_PASSES);
    EXPECT_EQ(report.ReportedResources, GRAPH_REPORT_RESOURCES);
    EXPECT_EQ(report.ReportedDependencies, GRAPH_REPORT_DEPENDENCIES);
    EXPECT_EQ(report.PlanStorageBytes, 99U);
    EXPECT_EQ(report.TextureBytes, COUNT * 4096U);
    EXPECT_EQ(report.BufferBytes, 0U);
    EXPECT_STREQ(report.Names[31], "pass 31");
    EXPECT_EQ(report.RasterGroup[31], 31U);
    EXPECT_EQ(report.FirstUse[15], 15U);
    EXPECT_EQ(report.LastUse[15], 16U);
    EXPECT_EQ(report.Dependencies[511].After, 512U);
    GraphPassDiagnostic pass;
    WritePassDiagnostic(graph.Declaration, graph.Plan, 600, pass);
    EXPECT_STREQ(pass.Name, "pass 600");
    EXPECT_EQ(pass.RasterGroup, 600U);
    GraphResourceDiagnostic resource;
    WriteResourceDiagnostic(graph.Plan, 650, resource);
    EXPECT_EQ(resource.FirstUse, 650U);
    EXPECT_EQ(resource.LastUse, 651U);
}

TEST(CompiledGraph, LongNamesAreKeptWhole)
{
    TestGraph graph;
    graph.AddPass({.Name = std::string(GRAPH_NAME_BYTES, 'n'),
                   .Kind = GraphPassKind::Surface,
                   .Attachments = {{.Resource = GRAPH_SURFACE}},
                   .Source = std::string(GRAPH_SOURCE_BYTES, 's')});
    ASSERT_TRUE(IsReady(graph.Compile()));
    GraphPassDiagnostic pass;
    WritePassDiagnostic(graph.Declaration, graph.Plan, 0, pass);
    EXPECT_EQ(std::string(pass.Name), std::string(GRAPH_NAME_BYTES, 'n'));
    EXPECT_EQ(std::string(pass.Source), std::string(GRAPH_SOURCE_BYTES, 's'));
}

TEST(CompiledGraph, AGraphOfTheSameSizeAllocatesNothing)
{
    TestGraph graph;
    const auto author = [&]
    {
        graph.Declaration.Clear();
        const uint32 texture = graph.AddTexture();
        const uint32 buffer = graph.AddBuffer();
        graph.AddDraw("draw", texture, 1);
        graph.AddDispatch("dispatch", {Storage(buffer, 1, Access::StorageReadWrite)});
        graph.AddSurface("read", {Sampled(texture, 1)});
        graph.Root(buffer, 1);
        return graph.Compile();
    };
    ASSERT_TRUE(IsReady(author()));
    const uint64 before = foundation::GetHostMemoryUsage().Requests;
    ASSERT_TRUE(IsReady(author()));
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, before);
}
} // namespace
} // namespace ludus::graphics::rhi::internal
