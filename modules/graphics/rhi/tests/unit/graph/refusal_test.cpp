// Every kind of graph that the compiler refuses, with the pass and the resource it names.
#include "builder.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
// ---- Declarations against resources and passes --------------------------------------------------------------------

TEST(RefusedGraph, AccessThatTheResourceDoesNotAllow)
{
    struct Case
    {
        Access Declared;
        BufferRole Role;
    };

    for (const Case& wrong :
         {Case{Access::Vertex, BufferRole::Index16}, Case{Access::Index, BufferRole::Vertex},
          Case{Access::Uniform, BufferRole::Vertex}, Case{Access::Sampled, BufferRole::Uniform},
          Case{Access::ColorWrite, BufferRole::Storage}, Case{Access::StorageRead, BufferRole::Uniform},
          Case{Access::StorageReadWrite, BufferRole::Vertex}, Case{Access::Indirect, BufferRole::StorageVertex}})
    {
        TestGraph graph;
        graph.AddTexture();
        const uint32 buffer = graph.AddBuffer(wrong.Role);
        graph.AddSurface("first");
        const uint32 pass =
            graph.AddSurface("wrong", {Use(buffer, 0, wrong.Declared, RasterVisibility::Fragment, 0, 4)});
        EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphUseResource, pass, buffer));
    }
}

TEST(RefusedGraph, TextureUsedAsABufferOrDrawnToWithoutBeingAnAttachment)
{
    TestGraph graph;
    GraphResource texture;
    texture.IsTexture = true;
    texture.Defined = DEFINED_COLOR;
    const uint32 plain = graph.Add(texture);
    graph.AddDraw("draw", plain, 1);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphUseResource, 0, plain));

    TestGraph other;
    const uint32 image = other.AddTexture("image", DEFINED_COLOR);
    other.AddSurface("read", {Use(image, 0, Access::Vertex)});
    EXPECT_TRUE(IsRefused(other.Compile(), Code::GraphUseResource, 0, image));
}

TEST(RefusedGraph, AccessThatThePassDoesNotHave)
{
    TestGraph raster;
    const uint32 storage = raster.AddBuffer();
    raster.AddSurface("draw", {Storage(storage, 1, Access::StorageReadWrite)});
    EXPECT_TRUE(IsRefused(raster.Compile(), Code::GraphUsePass, 0, storage));

    TestGraph compute;
    const uint32 vertices = compute.AddBuffer(BufferRole::StorageVertex);
    compute.AddDispatch("dispatch", {Use(vertices, 0, Access::Vertex, RasterVisibility::Both, 0, 16)});
    EXPECT_TRUE(IsRefused(compute.Compile(), Code::GraphUsePass, 0, vertices));

    TestGraph surface;
    const uint32 texture = surface.AddTexture();
    surface.AddSurface("draw", {Use(texture, 1, Access::ColorWrite)});
    EXPECT_TRUE(IsRefused(surface.Compile(), Code::GraphUsePass, 0, texture));
}

TEST(RefusedGraph, StagesThatThePassDoesNotRun)
{
    TestGraph compute;
    const uint32 storage = compute.AddBuffer();
    compute.AddDispatch("dispatch", {Use(storage, 1, Access::StorageReadWrite, RasterVisibility::Both, 0, 16)});
    EXPECT_TRUE(IsRefused(compute.Compile(), Code::GraphUseStages, 0, storage));

    TestGraph raster;
    const uint32 texture = raster.AddTexture("image", DEFINED_COLOR);
    raster.AddSurface("draw", {Sampled(texture, 0, RasterVisibility::Compute)});
    EXPECT_TRUE(IsRefused(raster.Compile(), Code::GraphUseStages, 0, texture));

    TestGraph vertex;
    const uint32 buffer = vertex.AddBuffer();
    vertex.AddSurface("draw", {Use(buffer, 0, Access::StorageRead, RasterVisibility::Vertex, 0, 16)});
    EXPECT_TRUE(IsRefused(vertex.Compile(), Code::GraphUseStages, 0, buffer));
}

TEST(RefusedGraph, RangesOutsideTheResource)
{
    struct Range
    {
        uint64 Offset;
        uint64 Size;
    };

    constexpr uint64 END = TestGraph::BUFFER_BYTES;
    for (const Range& wrong :
         {Range{0, 0}, Range{0, END + 1}, Range{END, 4}, Range{END - 4, 8}, Range{~uint64{0}, 4}, Range{4, ~uint64{0}}})
    {
        TestGraph graph;
        const uint32 buffer = graph.AddBuffer(BufferRole::Vertex);
        graph.AddSurface("draw", {Use(buffer, 0, Access::Vertex, RasterVisibility::Both, wrong.Offset, wrong.Size)});
        EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphUseRange, 0, buffer));
    }
    TestGraph graph;
    const uint32 texture = graph.AddTexture("image", DEFINED_COLOR);
    graph.AddSurface("draw", {Use(texture, 0, Access::Sampled, RasterVisibility::Fragment, 0, 4)});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphUseRange, 0, texture));
}

TEST(RefusedGraph, ResourceWrittenAndUsedAgainInOnePass)
{
    TestGraph graph;
    const uint32 buffer = graph.AddBuffer();
    graph.AddDispatch("twice", {Storage(buffer, 0, Access::StorageRead), Storage(buffer, 1, Access::StorageReadWrite)});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphUseConflict, 0, buffer));

    TestGraph two;
    const uint32 other = two.AddBuffer();
    two.AddDispatch("twice",
                    {Storage(other, 1, Access::StorageReadWrite), Storage(other, 2, Access::StorageReadWrite)});
    EXPECT_TRUE(IsRefused(two.Compile(), Code::GraphUseConflict, 0, other));
}

TEST(RefusedGraph, PassSamplesItsOwnAttachment)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture("image", DEFINED_COLOR);
    graph.AddDraw("feedback", texture, 1, {Sampled(texture, 0)}, RasterLoad::Load);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphFeedback, 0, texture));
}

// ---- Attachments ----------------------------------------------------------------------------------------------------

TEST(RefusedGraph, AttachmentWithoutDeclaration)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddPass({.Attachments = {{.Resource = texture}}});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphAttachmentUndeclared, 0, texture));

    TestGraph foreign;
    foreign.AddPass({.Attachments = {{.Resource = NONE}}});
    EXPECT_TRUE(IsRefused(foreign.Compile(), Code::GraphAttachmentUndeclared, 0, NONE));
}

TEST(RefusedGraph, ResolveDestinationWithoutDeclaration)
{
    TestGraph graph;
    const uint32 source = graph.AddTexture("samples");
    const uint32 target = graph.AddTexture("resolved");
    graph.AddPass({.Uses = {Use(source, 1, Access::ColorWrite)},
                   .Attachments = {{.Resource = source}, {.Resource = target, .IsResolve = true}}});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphAttachmentUndeclared, 0, target));
}

TEST(RefusedGraph, AllocationAttachedTwice)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddPass(
        {.Uses = {Use(texture, 1, Access::ColorWrite)}, .Attachments = {{.Resource = texture}, {.Resource = texture}}});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphAttachmentUndeclared, 0, texture));
}

TEST(RefusedGraph, AttachmentDeclaredOtherwiseThanItIsLoaded)
{
    TestGraph loads;
    const uint32 texture = loads.AddTexture("image", DEFINED_COLOR);
    loads.AddPass({.Uses = {Use(texture, 1, Access::ColorWrite)},
                   .Attachments = {{.Resource = texture, .Load = RasterLoad::Load}}});
    EXPECT_TRUE(IsRefused(loads.Compile(), Code::GraphAttachmentAccess, 0, texture));

    for (const RasterLoad load : {RasterLoad::Clear, RasterLoad::Discard})
    {
        TestGraph clears;
        const uint32 other = clears.AddTexture("image", DEFINED_COLOR);
        clears.AddPass(
            {.Uses = {Use(other, 1, Access::ColorReadWrite)}, .Attachments = {{.Resource = other, .Load = load}}});
        EXPECT_TRUE(IsRefused(clears.Compile(), Code::GraphAttachmentAccess, 0, other));
    }
}

TEST(RefusedGraph, ColorWrittenWithoutAttachment)
{
    TestGraph graph;
    const uint32 drawn = graph.AddTexture();
    const uint32 other = graph.AddTexture();
    graph.AddPass({.Uses = {Use(drawn, 1, Access::ColorWrite), Use(other, 1, Access::ColorWrite)},
                   .Attachments = {{.Resource = drawn}}});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphWriteUnattached, 0, other));
}

// ---- Packets --------------------------------------------------------------------------------------------------------

TEST(RefusedGraph, PacketUsesWhatThePassDoesNotDeclare)
{
    TestGraph graph;
    const uint32 buffer = graph.AddBuffer(BufferRole::Vertex);
    graph.AddSurface("good");
    graph.AddPass({.Kind = GraphPassKind::Surface,
                   .Attachments = {{.Resource = GRAPH_SURFACE}},
                   .Fault = GraphFault{.Resource = buffer, .Access = Access::Vertex}});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphPacketUndeclared, 1, buffer));
}

TEST(RefusedGraph, PacketUsesMoreThanThePassDeclares)
{
    TestGraph graph;
    const uint32 buffer = graph.AddBuffer(BufferRole::Vertex);
    graph.AddPass({.Kind = GraphPassKind::Surface,
                   .Uses = {Use(buffer, 0, Access::Vertex, RasterVisibility::Both, 0, 16)},
                   .Attachments = {{.Resource = GRAPH_SURFACE}},
                   .Fault = GraphFault{.Resource = buffer, .Access = Access::Vertex, .IsPartial = true}});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphPacketOutside, 0, buffer));
}

// ---- Versions -------------------------------------------------------------------------------------------------------

TEST(RefusedGraph, ReadOfALaterPassesVersion)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture("image", DEFINED_COLOR);
    graph.AddSurface("early", {Sampled(texture, 1)});
    graph.AddDraw("writer", texture, 1);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphReadEarly, 0, texture));
}

TEST(RefusedGraph, ReadOfAVersionNobodyWrites)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture("image", DEFINED_COLOR);
    graph.AddSurface("lost", {Sampled(texture, 1)});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphReadUnproduced, 0, texture));
}

TEST(RefusedGraph, ReadOfAnOverwrittenVersion)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("first", texture, 1);
    graph.AddDraw("second", texture, 2);
    const uint32 late = graph.AddSurface("late", {Sampled(texture, 1)});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphReadOverwritten, late, texture));
}

TEST(RefusedGraph, ReadOfUndefinedTexels)
{
    TestGraph fresh;
    const uint32 texture = fresh.AddTexture();
    fresh.AddSurface("read", {Sampled(texture, 0)});
    EXPECT_TRUE(IsRefused(fresh.Compile(), Code::GraphReadUndefined, 0, texture));

    TestGraph discarded;
    const uint32 other = discarded.AddTexture();
    discarded.AddPass({.Uses = {Use(other, 1, Access::ColorWrite)},
                       .Attachments = {{.Resource = other, .Store = RasterStore::Discard}}});
    discarded.AddSurface("read", {Sampled(other, 1)});
    EXPECT_TRUE(IsRefused(discarded.Compile(), Code::GraphReadUndefined, 1, other));

    TestGraph partial; // drawing over discarded contents defines nothing
    const uint32 third = partial.AddTexture();
    partial.AddDraw("draw", third, 1, {}, RasterLoad::Discard);
    partial.AddSurface("read", {Sampled(third, 1)});
    EXPECT_TRUE(IsRefused(partial.Compile(), Code::GraphReadUndefined, 1, third));
}

TEST(RefusedGraph, VersionsWrittenTwiceOrOutOfOrder)
{
    TestGraph twice;
    const uint32 texture = twice.AddTexture();
    twice.AddDraw("first", texture, 1);
    twice.AddDraw("again", texture, 1);
    EXPECT_TRUE(IsRefused(twice.Compile(), Code::GraphWriteOrder, 1, texture));

    TestGraph skips;
    const uint32 other = skips.AddTexture();
    skips.AddDraw("second", other, 2);
    EXPECT_TRUE(IsRefused(skips.Compile(), Code::GraphWriteOrder, 0, other));

    TestGraph import; // the imported version itself is nobody's to write
    const uint32 buffer = import.AddBuffer();
    import.AddDispatch("write", {Storage(buffer, 0, Access::StorageReadWrite)});
    EXPECT_TRUE(IsRefused(import.Compile(), Code::GraphWriteOrder, 0, buffer));
}

// ---- Initialisation, roots, surface ---------------------------------------------------------------------------------

TEST(RefusedGraph, ColorLoadedUndefined)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("load", texture, 1, {}, RasterLoad::Load);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphLoadUndefined, 0, texture));
    EXPECT_STREQ(graph.Compile().Verdict.Why.Field, "ColorLoad");
}

TEST(RefusedGraph, DepthLoadedUndefined)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("scene", texture, 1); // depth is discarded
    graph.AddPass({.Uses = {Use(texture, 2, Access::ColorReadWrite)},
                   .Attachments = {{.Resource = texture, .Load = RasterLoad::Load}},
                   .DepthLoad = RasterLoad::Load});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphLoadUndefined, 1, texture));
    EXPECT_STREQ(graph.Compile().Verdict.Why.Field, "DepthLoad");
}

TEST(RefusedGraph, SurfaceDepthLoadedAtTheStart)
{
    TestGraph graph;
    graph.AddPass({.Kind = GraphPassKind::Surface,
                   .Attachments = {{.Resource = GRAPH_SURFACE, .Load = RasterLoad::Load}},
                   .DepthLoad = RasterLoad::Load});
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphLoadUndefined, 0, NONE));
}

TEST(RefusedGraph, SurfaceLoadedAfterADiscard)
{
    TestGraph graph;
    graph.AddSurface("drop", {}, RasterLoad::Clear, RasterStore::Discard);
    graph.AddSurface("load", {}, RasterLoad::Load);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphLoadUndefined, 1, NONE));
}

TEST(RefusedGraph, SurfaceLeftUndefined)
{
    TestGraph graph;
    graph.AddSurface("draw");
    graph.AddSurface("drop", {}, RasterLoad::Clear, RasterStore::Discard);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphSurfaceUndefined, 1, NONE));
}

TEST(RefusedGraph, RootOfAVersionNobodyWrites)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture("history", DEFINED_COLOR, false);
    graph.AddSurface("draw");
    graph.Root(texture, 1, GraphRoot::History);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphRootUnproduced, NONE, texture));
}

TEST(RefusedGraph, RootOfAnOverwrittenVersion)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture("history", DEFINED_NONE, false);
    graph.AddDraw("first", texture, 1);
    graph.AddDraw("second", texture, 2);
    graph.Root(texture, 1, GraphRoot::History);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphRootOverwritten, NONE, texture));
}

TEST(RefusedGraph, RootOfUndefinedTexels)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture("history", DEFINED_NONE, false);
    graph.AddDraw("draw", texture, 1, {}, RasterLoad::Discard);
    graph.Root(texture, 1);
    EXPECT_TRUE(IsRefused(graph.Compile(), Code::GraphRootUndefined, NONE, texture));
}

// ---- Capacity -------------------------------------------------------------------------------------------------------

TEST(RefusedGraph, MoreDependenciesThanTheLimit)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("first", texture, 1);
    graph.AddSurface("read", {Sampled(texture, 1)});
    graph.AddSurface("again", {Sampled(texture, 1)}, RasterLoad::Load);
    ASSERT_TRUE(IsReady(graph.Compile({}, 2)));
    const GraphVerdict verdict = graph.Compile({}, 1);
    EXPECT_EQ(verdict.Verdict.Result, RasterStatus::CapacityExceeded);
    EXPECT_EQ(verdict.Verdict.Why.Code, Code::GraphDependenciesExhausted);
    EXPECT_EQ(verdict.Pass, 2U);
    EXPECT_EQ(verdict.Resource, texture);
}

TEST(RefusedGraph, EveryRefusedAllocationOfACompilationIsReported)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("first", texture, 1);
    graph.AddSurface("read", {Sampled(texture, 1)});
    uint32 failures = 0;
    for (uint64 nth = 1;; ++nth)
    {
        graph.Plan = {};
        graph.Scratch = {};
        foundation::InjectHostMemoryFailure(nth);
        const GraphVerdict verdict = graph.Compile();
        const bool hasFailed = foundation::GetInjectedHostMemoryCountdown() == 0;
        foundation::InjectHostMemoryFailure(0);
        if (!hasFailed)
        {
            EXPECT_TRUE(IsReady(verdict));
            break;
        }
        EXPECT_EQ(verdict.Verdict.Result, RasterStatus::OutOfMemory);
        EXPECT_EQ(verdict.Verdict.Why.Code, Code::HostMemoryRefused);
        EXPECT_EQ(verdict.Pass, NONE);
        EXPECT_TRUE(graph.Plan.Passes.IsEmpty());
        ++failures;
    }
    EXPECT_EQ(failures, 6U); // tracks, readers; passes, resources, dependencies, barriers of the plan
}

TEST(RefusedGraph, TheReportNamesEverythingButEstimates)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddPass({.Name = "draw",
                   .Uses = {Use(texture, 1, Access::ColorWrite)},
                   .Attachments = {{.Resource = texture}},
                   .Source = "scene.cpp",
                   .Line = 7});
    graph.AddSurface("read", {Sampled(texture, 2)});
    const GraphVerdict verdict = graph.Compile();
    ASSERT_TRUE(IsRefused(verdict, Code::GraphReadUnproduced, 1, texture));
    GraphReport report;
    WriteReport(graph.Declaration, graph.Plan, verdict, 123, report);
    EXPECT_EQ(report.PassCount, 2U);
    EXPECT_EQ(report.ReportedPasses, 2U);
    EXPECT_EQ(report.ResourceCount, 1U);
    EXPECT_STREQ(report.Names[0], "draw");
    EXPECT_STREQ(report.Sources[0], "scene.cpp");
    EXPECT_EQ(report.Lines[0], 7U);
    EXPECT_EQ(report.ErrorPass, 1U);
    EXPECT_EQ(report.ErrorResource, texture);
    EXPECT_EQ(report.LivePasses + report.RasterPasses + report.DependencyCount + report.DrawCount, 0U);
    EXPECT_EQ(report.PlanStorageBytes + report.TextureBytes, 0U);
    EXPECT_EQ(report.RasterGroup[0], NONE);
    EXPECT_EQ(report.FirstUse[0], NONE);
    GraphPassDiagnostic diagnostic;
    WritePassDiagnostic(graph.Declaration, graph.Plan, 0, diagnostic);
    EXPECT_STREQ(diagnostic.Name, "draw");
    EXPECT_FALSE(diagnostic.Culled);
    EXPECT_EQ(diagnostic.RasterGroup, NONE);
}
} // namespace
} // namespace ludus::graphics::rhi::internal
