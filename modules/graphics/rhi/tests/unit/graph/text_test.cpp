// Golden text of compiled plans: the same bytes in every build and on every machine.
#include "builder.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
/// One of everything that a description tells: a culled pass, a group, a dispatch, roots, imports, labels, depth.
void AuthorExample(TestGraph& graph)
{
    const uint32 history = graph.AddTexture("history", DEFINED_COLOR, false);
    const uint32 scene = graph.AddTexture("scene");
    const uint32 particles = graph.AddBuffer(BufferRole::StorageVertex, "particles \"a\"");
    graph.Declaration.Resources[particles].InitialUse = USE_VERTEX_INPUT | USE_STORAGE_READ_COMPUTE;
    graph.Declaration.Resources[particles].FinalUse = USE_VERTEX_INPUT | USE_STORAGE_READ_COMPUTE;
    graph.AddDispatch("simulate", {Storage(particles, 1, Access::StorageReadWrite)});
    graph.AddDraw("unused", graph.AddTexture(), 1);
    const GraphUseRecord vertices = Use(particles, 1, Access::Vertex, RasterVisibility::Both, 0, 256);
    graph.AddPass({.Name = "scene",
                   .Uses = {vertices, Use(scene, 1, Access::ColorWrite)},
                   .Attachments = {{.Resource = scene}},
                   .DepthStore = RasterStore::Store,
                   .Draws = 12,
                   .Source = "frame.cpp",
                   .Line = 42});
    graph.AddOverlay("labels", scene, 2, {vertices});
    graph.AddDraw("accumulate", history, 1, {Sampled(scene, 2)}, RasterLoad::Load);
    graph.AddSurface("present", {Sampled(history, 1), Sampled(scene, 2, RasterVisibility::Both)});
    graph.Root(history, 1, GraphRoot::History);
    graph.Root(history, 1, GraphRoot::Readback);
    graph.Root(particles, 1);
}

constexpr const char* LINES = R"TEXT(
graph: passes 6, live 5, raster groups 3, merged 1, dispatches 1, draws 15, resources 4, dependencies 11, barriers 7
texture 0 'history': imported, used by passes 4 to 5, version 1 rooted as History+Readback
texture 1 'scene': transient, used by passes 2 to 5
buffer 2 'particles ?a?': imported, used by passes 0 to 3, version 1 rooted as Export
texture 3: transient, unused
pass 0 "simulate"
  kept: pass 2 reads what it writes
  one dispatch
  uses buffer 2 'particles ?a?' version 1 as StorageReadWrite
  after earlier work: ReadAfterWrite of buffer 2 'particles ?a?' (StorageReadWrite, then StorageReadWrite)
  barrier buffer 2 'particles ?a?' vertex-input+storage-read-compute -> storage-read-compute+storage-write-compute
pass 1 "unused"
  culled: nothing live needs what it writes
  draws 1
  uses texture 3 version 1 as ColorWrite
pass 2 "scene" at frame.cpp:42
  kept: pass 3 reads what it writes
  draws 12, group 2
  uses buffer 2 'particles ?a?' version 1 as Vertex
  uses texture 1 'scene' version 1 as ColorWrite
  after pass 0: ReadAfterWrite of buffer 2 'particles ?a?' (StorageReadWrite, then Vertex)
  barrier buffer 2 'particles ?a?' storage-read-compute+storage-write-compute -> vertex-input+storage-read-compute
  barrier texture 1 'scene' nothing -> color-attachment (contents dropped)
  barrier texture 1 'scene' depth nothing -> depth-attachment (contents dropped)
pass 3 "labels"
  kept: pass 4 reads what it writes
  draws 1, group 2
  uses buffer 2 'particles ?a?' version 1 as Vertex
  uses texture 1 'scene' version 2 as ColorReadWrite
  after pass 0: ReadAfterWrite of buffer 2 'particles ?a?' (StorageReadWrite, then Vertex)
  after pass 2: ReadAfterWrite of texture 1 'scene' (ColorWrite, then ColorReadWrite)
  after pass 2: WriteAfterWrite of texture 1 'scene' (ColorWrite, then ColorReadWrite)
pass 4 "accumulate"
  kept: pass 5 reads what it writes
  draws 1, group 4
  uses texture 1 'scene' version 2 as Sampled
  uses texture 0 'history' version 1 as ColorReadWrite
  after pass 3: ReadAfterWrite of texture 1 'scene' (ColorReadWrite, then Sampled)
  after earlier work: ReadAfterWrite of texture 0 'history' (ColorWrite, then ColorReadWrite)
  barrier texture 1 'scene' color-attachment -> sampled-vertex+sampled-fragment
  barrier texture 0 'history' sampled-fragment -> color-attachment
pass 5 "present"
  kept: draws to the surface
  draws 1 to the surface, group 5
  uses texture 0 'history' version 1 as Sampled
  uses texture 1 'scene' version 2 as Sampled
  after pass 4: ReadAfterWrite of texture 0 'history' (ColorReadWrite, then Sampled)
  after pass 3: ReadAfterWrite of texture 1 'scene' (ColorReadWrite, then Sampled)
  barrier texture 0 'history' color-attachment -> sampled-fragment
afterwards
  after pass 4: ReadAfterWrite of texture 0 'history' (ColorReadWrite, then Sampled)
  after pass 0: ReadAfterWrite of buffer 2 'particles ?a?' (StorageReadWrite, then StorageRead)
)TEXT";

constexpr const char* DOT = R"TEXT(
digraph plan {
  node [shape=box, fontname="monospace"];
  pass0 [label="0 simulate\none dispatch\nkept: pass 2 reads what it writes\nbarrier buffer 2 'particles ?a?' vertex-input+storage-read-compute -> storage-read-compute+storage-write-compute"];
  pass1 [label="1 unused\ndraws 1\nculled: nothing live needs what it writes", style=dashed];
  subgraph cluster_2 {
    label="group 2";
    pass2 [label="2 scene\ndraws 12\nkept: pass 3 reads what it writes\nbarrier buffer 2 'particles ?a?' storage-read-compute+storage-write-compute -> vertex-input+storage-read-compute\nbarrier texture 1 'scene' nothing -> color-attachment (contents dropped)\nbarrier texture 1 'scene' depth nothing -> depth-attachment (contents dropped)"];
    pass3 [label="3 labels\ndraws 1\nkept: pass 4 reads what it writes"];
  }
  pass4 [label="4 accumulate\ndraws 1\nkept: pass 5 reads what it writes\nbarrier texture 1 'scene' color-attachment -> sampled-vertex+sampled-fragment\nbarrier texture 0 'history' sampled-fragment -> color-attachment"];
  pass5 [label="5 present\ndraws 1 to the surface\nkept: draws to the surface\nbarrier texture 0 'history' color-attachment -> sampled-fragment"];
  after [shape=plaintext, label="afterwards"];
  before [shape=plaintext, label="earlier work"];
  before -> pass0 [label="ReadAfterWrite of buffer 2 'particles ?a?' (StorageReadWrite, then StorageReadWrite)"];
  pass0 -> pass2 [label="ReadAfterWrite of buffer 2 'particles ?a?' (StorageReadWrite, then Vertex)"];
  pass0 -> pass3 [label="ReadAfterWrite of buffer 2 'particles ?a?' (StorageReadWrite, then Vertex)"];
  pass2 -> pass3 [label="ReadAfterWrite of texture 1 'scene' (ColorWrite, then ColorReadWrite)"];
  pass2 -> pass3 [label="WriteAfterWrite of texture 1 'scene' (ColorWrite, then ColorReadWrite)", style=dotted];
  pass3 -> pass4 [label="ReadAfterWrite of texture 1 'scene' (ColorReadWrite, then Sampled)"];
  before -> pass4 [label="ReadAfterWrite of texture 0 'history' (ColorWrite, then ColorReadWrite)"];
  pass4 -> pass5 [label="ReadAfterWrite of texture 0 'history' (ColorReadWrite, then Sampled)"];
  pass3 -> pass5 [label="ReadAfterWrite of texture 1 'scene' (ColorReadWrite, then Sampled)"];
  pass4 -> after [label="ReadAfterWrite of texture 0 'history' (ColorReadWrite, then Sampled)"];
  pass0 -> after [label="ReadAfterWrite of buffer 2 'particles ?a?' (StorageReadWrite, then StorageRead)"];
}
)TEXT";

TEST(DescribedPlan, Lines)
{
    TestGraph graph;
    AuthorExample(graph);
    ASSERT_TRUE(IsReady(graph.Compile({.CullUnused = true, .MergeRasterPasses = true})));
    EXPECT_EQ("\n" + graph.Describe(), LINES);
}

TEST(DescribedPlan, Dot)
{
    TestGraph graph;
    AuthorExample(graph);
    ASSERT_TRUE(IsReady(graph.Compile({.CullUnused = true, .MergeRasterPasses = true})));
    EXPECT_EQ("\n" + graph.Describe(GraphTextForm::Dot), DOT);
}

TEST(DescribedPlan, ReferenceAndExplicitReasons)
{
    TestGraph graph;
    const uint32 texture = graph.AddTexture();
    graph.AddDraw("kept", texture, 1);
    graph.AddPass({.Name = "effect", .Kind = GraphPassKind::Compute, .SideEffect = true});
    ASSERT_TRUE(IsReady(graph.Compile({.CullUnused = false})));
    EXPECT_EQ("\n" + graph.Describe(), R"TEXT(
graph: passes 2, live 2, raster groups 1, merged 0, dispatches 1, draws 1, resources 1, dependencies 0, barriers 2
texture 0: transient, used by passes 0 to 0
pass 0 "kept"
  kept: culling is off; nothing live needs what it writes
  draws 1, group 0
  uses texture 0 version 1 as ColorWrite
  barrier texture 0 nothing -> color-attachment (contents dropped)
  barrier texture 0 depth nothing -> depth-attachment (contents dropped)
pass 1 "effect"
  kept: has a side effect
  one dispatch
)TEXT");
}

TEST(DescribedPlan, AShortSpanReceivesTheBeginningAndTheWholeLength)
{
    TestGraph graph;
    AuthorExample(graph);
    ASSERT_TRUE(IsReady(graph.Compile()));
    const std::string whole = graph.Describe();
    for (const usize room : {usize{1}, usize{2}, usize{100}, whole.size(), whole.size() + 1})
    {
        std::string text(room, '?');
        EXPECT_EQ(DescribePlan(graph.Declaration, graph.Plan, GraphTextForm::Lines, text), whole.size());
        EXPECT_EQ(std::string(text.c_str()), whole.substr(0, room - 1));
    }
    EXPECT_EQ(DescribePlan(graph.Declaration, graph.Plan, GraphTextForm::Lines, {}), whole.size());
}

TEST(DescribedPlan, AllocatesNothing)
{
    TestGraph graph;
    AuthorExample(graph);
    ASSERT_TRUE(IsReady(graph.Compile()));
    char text[8192];
    const uint64 before = foundation::GetHostMemoryUsage().Requests;
    DescribePlan(graph.Declaration, graph.Plan, GraphTextForm::Lines, text);
    DescribePlan(graph.Declaration, graph.Plan, GraphTextForm::Dot, text);
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, before);
}
} // namespace
} // namespace ludus::graphics::rhi::internal
