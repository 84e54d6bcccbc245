// Executing ordered graphs: what is drawn, what textures hold afterwards, and how each failure ends.
#include "../support/allocations.h"
#include "../support/graph_scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::SubmitOutcome;

class GraphExecution : public GraphSceneTest
{
};

TEST_P(GraphExecution, AnOffscreenSceneIsComposited)
{
    StartScene();
    MakeFrame();
    Execute();
    ExpectFrame(HalfRed(), Frame);
    RasterTextureState state;
    ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
    EXPECT_EQ(state.Use, RasterTextureUse::SampledBoth);
    EXPECT_TRUE(state.ColorDefined);
    EXPECT_FALSE(state.DepthDefined);
    EXPECT_EQ(state.Revision, 2U); // creation is the first
    // A direct draw may sample it now.
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, Composite), READY);
    End();
    ExpectFrame(HalfRed(), "pass surface 8x4 clear 0.2 0 0 1\n" + COMPOSITE + "end\n");
}

TEST_P(GraphExecution, WhatIsDestroyedAfterAuthoringIsStillDrawn)
{
    StartScene();
    MakeFrame();
    const BufferHandle buffers[] = {Plain.Indices, Plain.Uniforms, Slices[0].Buffer, Quads.Indices, Quads.Uniforms};
    for (BufferHandle buffer : buffers)
    {
        EXPECT_EQ(Destroy(Device, buffer), READY);
    }
    EXPECT_EQ(Destroy(Device, Show), READY);
    EXPECT_EQ(Destroy(Device, Plain.Pipeline), READY);
    EXPECT_EQ(Destroy(Device, Texture), READY);
    Execute();
    ExpectFrame(HalfRed(), Frame);
}

TEST_P(GraphExecution, CulledPassesAreNotEncodedAndReferenceKeepsThem)
{
    StartScene();
    const auto author = [&](const GraphCompileOptions& options)
    {
        BeginGraph();
        AddDraw(Lower, {.Clear = {1, 1, 1, 1}}, "overwritten");
        AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}}, "kept");
        AddComposite();
        Compile(options);
    };
    author({});
    EXPECT_EQ(Report.LivePasses, 2U);
    EXPECT_TRUE(Report.Culled[0]);
    Execute();
    ExpectFrame(HalfRed(), Frame);
    author({.CullUnused = false});
    EXPECT_EQ(Report.LivePasses, 3U);
    Execute();
    ExpectFrame(HalfRed(), "pass 8x4 texture 0 clear 1 1 1 1\n"
                           "  barrier texture 0 sampled-vertex+sampled-fragment -> color-attachment without contents\n"
                           "  draw pipeline 0 set 0 vertices 8@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                           "pass 8x4 texture 0 clear 0 0 1 0.4\n"
                           "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                           "pass surface 8x4 clear 0 1 0 1\n"
                           "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n" +
                               COMPOSITE + "end\n");
}

TEST_P(GraphExecution, MergedPassesDrawTheSamePicture)
{
    StartScene();
    Picture expected(8, 4, {0, 0, 255});
    expected.Fill(0, 2, 8, 2, {0, 255, 0});
    expected.Fill(0, 0, 4, 4, {255, 0, 0});
    for (const bool merges : {false, true})
    {
        BeginGraph();
        AddDraw(Left, {.Clear = {0, 0, 1, 1}, .DepthStore = RasterStore::Store}, "scene");
        for (const RasterDraw& draw : {Lower, Left})
        {
            AddDraw(draw,
                    {.ColorLoad = RasterLoad::Load, .DepthLoad = RasterLoad::Load, .DepthStore = RasterStore::Store});
        }
        AddComposite();
        Compile({.CullUnused = true, .MergeRasterPasses = merges});
        EXPECT_EQ(Report.RasterPasses, merges ? 2U : 4U);
        EXPECT_EQ(Report.MergedPasses, merges ? 2U : 0U);
        EXPECT_EQ(Report.DrawCount, 4U);
        Execute();
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectFrame(expected, {});
        }
        RasterTextureState state;
        ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
        EXPECT_TRUE(state.DepthDefined);
        EXPECT_EQ(state.Revision, merges ? 7U : 4U); // every pass counts, merged or not
    }
}

TEST_P(GraphExecution, AFrameWithoutSurfacePassesIsCleared)
{
    StartScene();
    BeginGraph();
    AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}});
    ASSERT_EQ(AddGraphRoot(Device, Graph, Image, GraphRoot::History), READY);
    Compile();
    Execute();
    ExpectFrame(Picture(8, 4, {51, 0, 0}),
                "pass 8x4 texture 0 clear 0 0 1 0.4\n" + FIRST +
                    "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                    "barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n"
                    "pass surface 8x4 clear 0.2 0 0 1\nend\n");
}

TEST_P(GraphExecution, HistoryIsCarriedFromFrameToFrame)
{
    StartScene();
    BeginGraph();
    AddDraw(Left, {.Clear = {0, 0, 1, 1}});
    ASSERT_EQ(AddGraphRoot(Device, Graph, Image, GraphRoot::History), READY);
    Compile();
    Execute();
    BeginGraph();
    AddDraw(Lower, {.ColorLoad = RasterLoad::Load});
    AddComposite({.ColorLoad = RasterLoad::Load}); // onto the acquisition's clear
    Compile();
    EXPECT_EQ(Report.Dependencies[0].Before, GRAPH_EXTERNAL_INDEX);
    Execute();
    Picture expected(8, 4, {0, 0, 255});
    expected.Fill(0, 0, 4, 4, {255, 0, 0});
    expected.Fill(0, 2, 8, 2, {0, 255, 0});
    ExpectFrame(expected, "pass 8x4 texture 0 load\n"
                          "  barrier texture 0 sampled-vertex+sampled-fragment -> color-attachment\n"
                          "  draw pipeline 0 set 0 vertices 8@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                          "pass surface 8x4 clear 0.2 0 0 1\n"
                          "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n" +
                              COMPOSITE + "end\n");
}

TEST_P(GraphExecution, FrozenContentsAreNotWrittenByOthers)
{
    StartScene();
    MakeFrame();
    Begin(TARGET);
    EXPECT_EQ(BeginRasterPass(Device, {.Color = Texture}), READY);
    End();
    const OrderedGraph kept = Graph;
    SubmissionToken token;
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, token), RasterStatus::InvalidState, GraphStateStale);
    EXPECT_EQ(std::memcmp(static_cast<const void*>(&kept), static_cast<const void*>(&Graph), sizeof kept), 0);
    EXPECT_TRUE(IsNullToken(token));
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);

    BeginGraph(); // and a snapshot that is old at the import
    RasterTextureState state;
    ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
    state.Revision -= 1;
    OrderedGraph other;
    ASSERT_EQ(CreateOrderedGraph(Device, other), READY);
    GraphVersion version;
    EXPECT_REFUSAL(ImportGraphTexture(Device, other, Texture, state, RasterTextureUse::SampledBoth, version),
                   RasterStatus::InvalidState, GraphStateStale);
    ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
    EXPECT_REFUSAL(ImportGraphTexture(Device, other, Texture, state, RasterTextureUse::Undefined, version),
                   RasterStatus::InvalidDescription, GraphFinalUse);
    EXPECT_EQ(DiscardOrderedGraph(Device, other), READY);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
}

TEST_P(GraphExecution, ASkippedTargetKeepsTheGraph)
{
    StartScene();
    MakeFrame();
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 8, .Height = 0}), DeviceStatus::Ready);
    SubmissionToken token;
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, token), RasterStatus::NotReady, TargetUnavailable);
    EXPECT_FALSE(IsNullHandle(Graph));
    EXPECT_TRUE(IsNullToken(token));
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    Execute();
    ExpectFrame(HalfRed(), Frame);
}

TEST_P(GraphExecution, ASurfaceThatBecameTooSmallConsumesTheGraph)
{
    StartScene();
    BeginGraph();
    AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}});
    AddComposite({.Viewport = {0, 0, 8, 4}, .UseViewport = true});
    Compile();
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 4, .Height = 4, .Red = 0.2}), DeviceStatus::Ready);
    SubmissionToken token;
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, token), RasterStatus::InvalidDescription,
                   PassViewportOutside);
    EXPECT_TRUE(IsNullHandle(Graph));
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    ExpectFrame(Picture(4, 4, {51, 0, 0}), "pass surface 4x4 clear 0.2 0 0 1\nend\n");
    RasterTextureState state;
    ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
    EXPECT_EQ(state.Revision, 1U); // nothing was drawn to it
    Begin(TARGET);
    End();
}

TEST_P(GraphExecution, IsRefusedBeforeItIsCompiledAndTwice)
{
    StartScene();
    BeginGraph();
    SubmissionToken token;
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, token), RasterStatus::InvalidState, GraphNotCompiled);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    MakeFrame();
    const OrderedGraph copy = Graph;
    Execute();
    OrderedGraph again = copy;
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, again, token), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(GraphExecution, EncodesIntoTheOpenFrame)
{
    StartScene();
    const RasterPipelineHandle onSurface = MakePlainPipeline({}); // pipeline 2
    RasterDraw direct = Lower;
    direct.Pipeline = onSurface;
    BeginGraph();
    AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}});
    AddComposite({.ColorLoad = RasterLoad::Load, .Scissor = {0, 0, 8, 2}, .UseScissor = true});
    Compile();
    SubmissionToken token;
    EXPECT_REFUSAL(EncodeOrderedGraph(Device, Surface, Graph), RasterStatus::InvalidState, NoOpenFrame);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, direct), READY);
    EXPECT_EQ(EncodeOrderedGraph(Device, Surface, Graph), READY);
    EXPECT_TRUE(IsNullHandle(Graph));
    EXPECT_REFUSAL(DrawIndexed(Device, direct), RasterStatus::InvalidState, NoOpenPass);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load, .Scissor = {0, 3, 8, 1}, .UseScissor = true}),
              READY);
    EXPECT_EQ(DrawIndexed(Device, Composite), READY); // the texture is as the import asked
    EXPECT_EQ(EndFrame(Device, token), READY);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    Picture expected(8, 4, {0, 255, 0});
    for (const uint32 row : {0U, 1U, 3U})
    {
        expected.Fill(0, row, 4, 1, {255, 0, 0});
        expected.Fill(4, row, 4, 1, {0, 0, 255, 102});
    }
    ExpectFrame(expected, "pass surface 8x4 clear 0.2 0 0 1\n"
                          "  draw pipeline 2 set 0 vertices 8@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                          "pass 8x4 texture 0 clear 0 0 1 0.4\n" +
                              FIRST +
                              "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                              "pass surface 8x4 load scissor 0 0 8x2\n"
                              "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n" +
                              COMPOSITE + "end\npass surface 8x4 load scissor 0 3 8x1\n" + COMPOSITE + "end\n");
}

TEST_P(GraphExecution, IsNotEncodedBehindAPassThatWroteAnImport)
{
    StartScene();
    MakeFrame();
    Begin(TARGET);
    EXPECT_EQ(BeginRasterPass(Device, {.Color = Texture}), READY);
    EXPECT_REFUSAL(EncodeOrderedGraph(Device, Surface, Graph), RasterStatus::InvalidState, GraphStateStale);
    EXPECT_FALSE(IsNullHandle(Graph));
    EXPECT_EQ(DrawIndexed(Device, Left), READY); // the pass is still open
    End();
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
}

// What changes every frame has no place among a graph's resources.
TEST_P(GraphExecution, GeometryOfTheRingNeedsNoDeclaration)
{
    StartScene();
    InternalRecords = 1;
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), READY);
    BeginGraph();
    const auto square = MakeSquare(-1, -1, 0, 1, 0, {1, 0, 0, 1});
    RasterVertexSlice slice;
    RasterDraw draw = GetPlainDraw();
    draw.Vertices = {&slice, 1};
    ASSERT_EQ(WriteFrameVertices(Device, AsBytes(square), slice), READY);
    ASSERT_EQ(WriteFrameIndices(Device, SQUARE_INDICES, draw), READY);
    AddDraw(draw, {.Clear = {0, 0, 1, 0.4F}});
    AddComposite();
    Compile();
    Execute();
    if (GetParam().Has.RasterizesPixels)
    {
        ExpectFrame(HalfRed(), {});
    }
}

TEST_P(GraphExecution, AllocatesNothing)
{
    StartScene();
    for (int i = 0; i < 2; ++i)
    {
        MakeFrame();
        Execute(); // what backends make at the first use of each frame in flight
    }
    MakeFrame();
    const uint64 before = foundation::GetHostMemoryUsage().Requests;
    SubmissionToken token;
    EXPECT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, before);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
}

TEST_P(GraphExecution, IsEncodedWithoutAllocating)
{
    StartScene();
    for (int frame = 0; frame < 4; ++frame)
    {
        MakeFrame();
        Begin(TARGET);
        const uint64 before = foundation::GetHostMemoryUsage().Requests;
        EXPECT_EQ(EncodeOrderedGraph(Device, Surface, Graph), READY);
        EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, before) << frame;
        End();
    }
}

TEST_P(GraphExecution, WaitsForReadsThatTheFinalUseDoesNotName)
{
    StartScene();
    BeginGraph(RasterTextureUse::SampledCompute); // but its last pass samples the texture in fragments
    AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}});
    AddComposite();
    Compile();
    Execute();
    MakeFrame();
    Execute();
    ExpectFrame(HalfRed(), "pass 8x4 texture 0 clear 0 0 1 0.4\n"
                           "  barrier texture 0 sampled-fragment+sampled-compute -> color-attachment without contents\n"
                           "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                           "pass surface 8x4 clear 0 1 0 1\n"
                           "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n" +
                               COMPOSITE + "end\n");
}

TEST_P(GraphExecution, DirectDrawsSampleWhatTheFinalUseNames)
{
    StartScene();
    const auto expectUse = [this](RasterTextureUse use, bool isSampled)
    {
        RasterTextureState state;
        ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
        EXPECT_EQ(state.Use, use);
        Begin(TARGET);
        if (isSampled)
        {
            EXPECT_EQ(DrawIndexed(Device, Composite), READY);
        }
        else
        {
            EXPECT_REFUSAL(DrawIndexed(Device, Composite), RasterStatus::InvalidState, DrawAttachmentUse);
        }
        End();
    };
    for (const RasterTextureUse use : {RasterTextureUse::SampledCompute, RasterTextureUse::SampledVertex})
    {
        BeginGraph(use); // although fragments of the graph sample it last
        AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}});
        AddComposite();
        Compile();
        Execute();
        expectUse(use, false);
    }
    // Only the word changes: the barrier before let fragments and vertices read.
    BeginGraph(RasterTextureUse::SampledFragment);
    AddComposite();
    Compile();
    Execute();
    ExpectFrame(HalfRed(), "pass surface 8x4 clear 0 1 0 1\n" + COMPOSITE + "end\n");
    expectUse(RasterTextureUse::SampledFragment, true);
    // A pass waits for both.
    Begin(TARGET);
    ASSERT_EQ(BeginRasterPass(Device, {.Color = Texture, .Clear = {0, 0, 1, 0.4F}}), READY);
    EXPECT_EQ(DrawIndexed(Device, Left), READY);
    ASSERT_EQ(BeginRasterPass(Device, {.Clear = {0, 1, 0, 1}}), READY);
    EXPECT_EQ(DrawIndexed(Device, Composite), READY);
    End();
    ExpectFrame(HalfRed(), "pass 8x4 texture 0 clear 0 0 1 0.4\n"
                           "  barrier texture 0 sampled-vertex+sampled-fragment -> color-attachment without contents\n"
                           "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                           "pass surface 8x4 clear 0 1 0 1\n"
                           "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n" +
                               COMPOSITE + "end\n");
}

class FailedGraphExecution : public GraphExecution
{
};

TEST_P(FailedGraphExecution, KeepsTheGraphWhenNothingWasEncoded)
{
    StartScene();
    MakeFrame();
    SubmissionToken token;
    internal::FailReferenceCall(ReferenceCall::Submit,
                                {.Status = BackendStatus::OutOfMemory, .Outcome = SubmitOutcome::NothingEncoded});
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, token), RasterStatus::OutOfMemory, SubmissionRefused);
    EXPECT_FALSE(IsNullHandle(Graph));
    EXPECT_TRUE(IsNullToken(token));
    Execute();
    EXPECT_EQ(GetFrameText(), Frame);
}

TEST_P(FailedGraphExecution, ConsumesTheGraphWhenEncodingHadBegun)
{
    for (const SubmitOutcome outcome : {SubmitOutcome::EncodedNothingAccepted, SubmitOutcome::AcceptedInPart})
    {
        SCOPED_TRACE(static_cast<int>(outcome));
        StartScene();
        MakeFrame();
        SubmissionToken token;
        internal::FailReferenceCall(ReferenceCall::Submit, {.Status = BackendStatus::Refused, .Outcome = outcome});
        EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, token), RasterStatus::Failed, SubmissionRefused);
        EXPECT_TRUE(IsNullHandle(Graph));
        EXPECT_EQ(IsNullToken(token), outcome == SubmitOutcome::EncodedNothingAccepted);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
        Stop();
    }
}
} // namespace

LUDUS_ON_EVERY_LANE(GraphExecution);
LUDUS_ON_STEERED_LANES(FailedGraphExecution);
} // namespace ludus::graphics::rhi::tests
