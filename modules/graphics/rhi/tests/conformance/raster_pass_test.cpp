// Direct passes over textures and the surface: what each draws, loads, stores and leaves behind.
#include "raster_pass_scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
class RasterPasses : public PassScene
{
};

TEST_P(RasterPasses, AnOffscreenSceneIsComposited)
{
    Start();
    MakeScene();
    const RasterDraw left = MakeDraw(-1, -1, 0, 1, 0, {1, 0, 0, 1});
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.Clear = {0, 0, 1, 0.4F}}), READY);
    EXPECT_EQ(DrawIndexed(Device, left), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.Clear = {0, 1, 0, 1}}), READY);
    EXPECT_EQ(Composite(), READY);
    End();
    Picture expected(8, 4, {0, 0, 255, 102});
    expected.Fill(0, 0, 4, 4, {255, 0, 0});
    ExpectFrame(expected, "pass 8x4 texture 0 clear 0 0 1 0.4\n" + FIRST +
                              "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                              "pass surface 8x4 clear 0 1 0 1\n" +
                              READ + COMPOSITE + "end\n");
    ExpectTexture(expected); // committed: the next frame shows it too
}

TEST_P(RasterPasses, AnUndrawnImplicitPassLeavesNoTraceAndADrawnOneStays)
{
    Start();
    MakeScene();
    const RasterPipelineHandle onSurface = MakePlainPipeline({}); // pipeline 2
    RasterDraw lower = MakeDraw(-1, -1, 1, 0, 0, {0, 1, 0, 1});
    lower.Pipeline = onSurface;
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, lower), READY);
    EXPECT_EQ(BeginTexture({.Clear = {0, 0, 1, 1}}), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load, .Scissor = {0, 0, 4, 4}, .UseScissor = true}),
              READY);
    EXPECT_EQ(Composite(), READY);
    End();
    Picture expected(8, 4, {51, 0, 0});
    expected.Fill(0, 2, 8, 2, {0, 255, 0});
    expected.Fill(0, 0, 4, 4, {0, 0, 255});
    ExpectFrame(expected, "pass surface 8x4 clear 0.2 0 0 1\n"
                          "  draw pipeline 2 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                          "pass 8x4 texture 0 clear 0 0 1 1\n" +
                              FIRST + "end\npass surface 8x4 load scissor 0 0 4x4\n" + READ + COMPOSITE + "end\n");
}

TEST_P(RasterPasses, TheAcquisitionsClearBelongsToTheFirstSurfacePass)
{
    Start();
    MakeScene();
    Begin(TARGET);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    End();
    EXPECT_EQ(ReadFrame().At(3, 3), (Pixel{51, 0, 0})); // every lane executes clears
    Begin(TARGET);
    EXPECT_EQ(BeginTexture(), READY); // no surface pass at all
    End();
    EXPECT_EQ(ReadFrame().At(3, 3), (Pixel{51, 0, 0}));
    if (IsSteered())
    {
        EXPECT_EQ(GetFrameText(), "pass 8x4 texture 0 clear 0 0 0 1\n" + FIRST + "end\n" + READ.substr(2) +
                                      "pass surface 8x4 clear 0.2 0 0 1\nend\n");
    }
    Begin(TARGET);
    EXPECT_EQ(BeginRasterPass(Device, {.Clear = {0, 1, 0, 1}}), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    End();
    EXPECT_EQ(ReadFrame().At(3, 3), (Pixel{0, 255, 0}));
}

TEST_P(RasterPasses, LoadKeepsWhatWasStored)
{
    Start();
    MakeScene();
    const RasterDraw right = MakeDraw(0, -1, 1, 1, 0, {0, 1, 0, 1});
    const RasterDraw upper = MakeDraw(-1, 0, 1, 1, 0, {1, 1, 1, 1});
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.Clear = {1, 0, 0, 1}}), READY);
    End();
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.ColorLoad = RasterLoad::Load}), READY); // of the frame before
    EXPECT_EQ(DrawIndexed(Device, right), READY);
    EXPECT_EQ(BeginTexture({.ColorLoad = RasterLoad::Load}), READY); // of the pass before
    EXPECT_EQ(DrawIndexed(Device, upper), READY);
    End();
    if (IsSteered())
    {
        EXPECT_EQ(GetFrameText(), "pass 8x4 texture 0 load\n"
                                  "  barrier texture 0 sampled-vertex+sampled-fragment -> color-attachment\n"
                                  "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                                  "pass 8x4 texture 0 load\n"
                                  "  draw pipeline 0 set 0 vertices 8@0 indices 1/16 counts 6x1@0 offsets 0\nend\n" +
                                      READ.substr(2) + "pass surface 8x4 clear 0.2 0 0 1\nend\n");
    }
    Picture expected(8, 4, {255, 0, 0});
    expected.Fill(4, 0, 4, 4, {0, 255, 0});
    expected.Fill(0, 0, 8, 2, {255, 255, 255});
    ExpectTexture(expected);
}

TEST_P(RasterPasses, DiscardsUndefineUntilTheNextClear)
{
    Start();
    MakeScene();

    const struct
    {
        RasterLoad Load;
        RasterStore Store;
    } undefining[] = {{RasterLoad::Clear, RasterStore::Discard},
                      {RasterLoad::Discard, RasterStore::Store},
                      {RasterLoad::Discard, RasterStore::Discard}};

    Begin(TARGET);
    EXPECT_REFUSAL(BeginTexture({.ColorLoad = RasterLoad::Load}), STATE, PassLoadUndefined); // never drawn to
    EXPECT_REFUSAL(Composite(), STATE, DrawAttachmentUndefined);
    End();
    for (const auto& choice : undefining)
    {
        Begin(TARGET);
        EXPECT_EQ(BeginTexture({}), READY);
        EXPECT_EQ(BeginTexture({.ColorLoad = choice.Load, .ColorStore = choice.Store}), READY);
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY); // draws repair nothing
        EXPECT_REFUSAL(BeginTexture({.ColorLoad = RasterLoad::Load}), STATE, PassLoadUndefined);
        EXPECT_EQ(BeginRasterPass(Device, {}), READY);
        EXPECT_REFUSAL(Composite(), STATE, DrawAttachmentUndefined);
        End();
        EXPECT_FALSE(GetState().ColorDefined);
        EXPECT_EQ(GetState().Use, RasterTextureUse::ColorAttachment);
        Begin(TARGET);
        EXPECT_REFUSAL(Composite(), STATE, DrawAttachmentUndefined); // and so it was committed
        EXPECT_EQ(BeginTexture({.Clear = {0, 1, 1, 1}}), READY);
        End();
        ExpectTexture(Picture(8, 4, {0, 255, 255}));
    }
}

TEST_P(RasterPasses, DepthIsStoredLoadedAndOnlyRead)
{
    Start();
    MakeScene(RasterFormat::Rgba8Unorm, {.Depth = true});
    const RasterPipelineHandle readOnly =
        MakePlainPipeline({.Depth = true, .Target = RasterTarget::Rgba8Unorm, .DepthWrite = false});
    const RasterDraw near = MakeDraw(-1, -1, 0, 1, 0.25F, {1, 0, 0, 1});
    RasterDraw far = MakeDraw(-1, -1, 1, 1, 0.75F, {0, 1, 0, 1});
    RasterDraw last = MakeDraw(-1, 0, 1, 1, 0.5F, {0, 0, 1, 1});
    Begin(TARGET);
    EXPECT_REFUSAL(BeginTexture({.DepthLoad = RasterLoad::Load}), STATE, PassLoadUndefined);
    EXPECT_REFUSAL(BeginTexture({.DepthReadOnly = true}), MALFORMED, PassReadOnlyUnloaded);
    EXPECT_EQ(BeginTexture({.DepthStore = RasterStore::Store}), READY);
    EXPECT_EQ(DrawIndexed(Device, near), READY);
    EXPECT_EQ(BeginTexture({.ColorLoad = RasterLoad::Load,
                            .DepthLoad = RasterLoad::Load,
                            .DepthStore = RasterStore::Store,
                            .DepthReadOnly = true}),
              READY);
    EXPECT_REFUSAL(DrawIndexed(Device, far), MALFORMED, DrawDepthReadOnly);
    far.Pipeline = readOnly;
    EXPECT_EQ(DrawIndexed(Device, far), READY); // hidden on the left
    End();
    EXPECT_TRUE(GetState().DepthDefined);
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.ColorLoad = RasterLoad::Load, .DepthLoad = RasterLoad::Load}), READY); // a frame later
    EXPECT_EQ(DrawIndexed(Device, last), READY); // between the two: the right of the upper half
    End();
    EXPECT_FALSE(GetState().DepthDefined); // the default discards it
    Begin(TARGET);
    EXPECT_REFUSAL(BeginTexture({.DepthLoad = RasterLoad::Load}), STATE, PassLoadUndefined);
    End();
    Picture expected(8, 4, {255, 0, 0});
    expected.Fill(4, 0, 4, 4, {0, 255, 0});
    expected.Fill(4, 0, 4, 2, {0, 0, 255});
    Begin(TARGET);
    EXPECT_EQ(Composite(), READY);
    End();
    ExpectFrame(expected, "pass surface 8x4 clear 0.2 0 0 1\n" + COMPOSITE + "end\n");
}

TEST_P(RasterPasses, TheSurfacesDepthLastsFromPassToPassButNotFromFrameToFrame)
{
    Start();
    MakePlain({.Depth = true});
    Slices.reserve(4);
    const RasterDraw near = MakeDraw(-1, -1, 0, 1, 0.25F, {1, 0, 0, 1});
    const RasterDraw far = MakeDraw(-1, -1, 1, 1, 0.75F, {0, 1, 0, 1});
    Begin(TARGET);
    EXPECT_REFUSAL(BeginRasterPass(Device, {.DepthLoad = RasterLoad::Load}), STATE, PassLoadUndefined);
    EXPECT_EQ(BeginRasterPass(Device, {.DepthStore = RasterStore::Store, .ClearDepth = 0.5F}), READY);
    EXPECT_EQ(DrawIndexed(Device, far), READY); // behind the cleared depth
    EXPECT_EQ(DrawIndexed(Device, near), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load, .DepthLoad = RasterLoad::Load}), READY);
    EXPECT_EQ(DrawIndexed(Device, far), READY); // still hidden everywhere
    EXPECT_REFUSAL(BeginRasterPass(Device, {.DepthLoad = RasterLoad::Load}), STATE, PassLoadUndefined);
    End();
    Picture expected(8, 4, {0, 0, 0});
    expected.Fill(0, 0, 4, 4, {255, 0, 0});
    ExpectFrame(expected, "pass surface 8x4 clear 0 0 0 1 depth store-clear 0.5\n"
                          "  draw pipeline 0 set 0 vertices 4@0 indices 1/16 counts 6x1@0 offsets 0\n"
                          "  draw pipeline 0 set 0 vertices 3@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                          "pass surface 8x4 load depth discard-load\n"
                          "  draw pipeline 0 set 0 vertices 4@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
    Begin(TARGET);
    EXPECT_REFUSAL(BeginRasterPass(Device, {.DepthLoad = RasterLoad::Load}), STATE, PassLoadUndefined);
    End();
}

TEST_P(RasterPasses, RectanglesBoundDrawsAndNeverClears)
{
    Start();
    MakeScene();
    const RasterDraw square = GetPlainDraw();
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.Viewport = {2, 1, 4, 2}, .UseViewport = true}), READY);
    EXPECT_EQ(DrawIndexed(Device, square), READY);
    End();
    Picture expected(8, 4, {0, 0, 0});
    expected.Fill(2, 1, 4, 2, {255, 255, 255});
    ExpectTexture(expected);

    // A scissor partly outside cuts; one that lies outside, or is empty, hides every draw.
    const struct
    {
        RasterRectangle Scissor;
        RasterRectangle Part;
    } cuts[] = {{{6, 2, 100, 100}, {6, 2, 2, 2}},
                {{7, 0, ~uint32{0}, ~uint32{0}}, {7, 0, 1, 4}},
                {{8, 0, 4, 4}, {}},
                {{0, 4, 4, 4}, {}},
                {{~uint32{0}, ~uint32{0}, ~uint32{0}, ~uint32{0}}, {}},
                {{2, 2, 0, 2}, {}},
                {{}, {}}};

    for (const auto& cut : cuts)
    {
        Begin(TARGET);
        EXPECT_EQ(BeginTexture({.Clear = {0, 0, 1, 1}, .Scissor = cut.Scissor, .UseScissor = true}), READY);
        EXPECT_EQ(DrawIndexed(Device, square), READY);
        RasterDraw bad = square;
        bad.IndexCount = 5;
        EXPECT_REFUSAL(DrawIndexed(Device, bad), MALFORMED, ValueMisaligned); // checked all the same
        End();
        if (IsSteered())
        {
            EXPECT_EQ(GetFrameText().find("draw") != std::string::npos, cut.Part.Width != 0) << GetFrameText();
        }
        Picture cutOut(8, 4, {0, 0, 255});
        cutOut.Fill(cut.Part.X, cut.Part.Y, cut.Part.Width, cut.Part.Height, {255, 255, 255});
        ExpectTexture(cutOut);
    }
}

TEST_P(RasterPasses, AQuarterInAnSrgbTargetIs137)
{
    Start();
    MakeScene(RasterFormat::Rgba8Srgb);
    const RasterDraw quarter = MakeDraw(-1, -1, 1, 1, 0, {0.25F, 0.25F, 0.25F, 1});
    Begin(TARGET);
    EXPECT_EQ(BeginTexture(), READY);
    EXPECT_EQ(DrawIndexed(Device, quarter), READY);
    End();
    // Shown 3.9 times as bright, the stored byte tells itself from its neighbours and from a byte that was not encoded:
    // 136 gives 245, 137 gives 249, 138 gives 253, and an unencoded 64 gives 250.
    const QuadInstance bright{{0, 0, 0, 1}, {3.9F, 3.9F, 3.9F, 1}};
    Quads.Slices[1] = {MakeBuffer(BufferRole::Vertex, BytesOf(bright)), 0, sizeof bright};
    Begin(TARGET);
    EXPECT_EQ(Composite(), READY);
    End();
    ExpectFrame(Picture(8, 4, {249, 249, 249}),
                "pass surface 8x4 clear 0.2 0 0 1\n"
                "  draw pipeline 1 set 1 vertices 3@0 8@0 indices 5/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(RasterPasses, BlendingInATargetIsPremultiplied)
{
    Start();
    MakeScene(RasterFormat::Rgba8Unorm, {.Blend = true});
    const RasterDraw half = MakeDraw(-1, -1, 0, 1, 0, {0.2F, 0, 0, 0.6F});
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.Clear = {0, 1, 0, 1}}), READY);
    EXPECT_EQ(DrawIndexed(Device, half), READY);
    End();
    Picture expected(8, 4, {0, 255, 0});
    expected.Fill(0, 0, 4, 4, {51, 102, 0});
    ExpectTexture(expected);
}

TEST_P(RasterPasses, APassNeverSamplesItsOwnAttachment)
{
    Start();
    MakeScene();
    RasterPipelineDescription state{.Target = RasterTarget::Rgba8Unorm};
    state.Vertex = Quads.Vertex;
    state.Fragment = Quads.Fragment;
    state.Layout = Quads.Layout;
    state.Streams = GetQuadsStreams();
    state.Attributes = GetQuadsAttributes();
    RasterDraw feedback = GetQuadsDraw(Show);
    feedback.Pipeline = MakePipeline(state);                                                    // pipeline 2
    const TextureHandle other = MakeTexture({.Width = 8, .Height = 4, .Attachment = true}, {}); // texture 1
    const BindingSetHandle showOther = MakeQuadsSet(MakeView(other), MakeSampler());            // set 2
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.Clear = {0, 1, 0, 1}}), READY);
    EXPECT_REFUSAL(DrawIndexed(Device, feedback), STATE, DrawFeedback);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    EXPECT_REFUSAL(DrawIndexed(Device, feedback), STATE, DrawFeedback);
    EXPECT_EQ(BeginRasterPass(Device, {.Color = other}), READY);
    EXPECT_EQ(DrawIndexed(Device, feedback), READY);         // the earlier pass's attachment
    EXPECT_EQ(BeginTexture({.Clear = {1, 0, 0, 1}}), READY); // write after read
    feedback.Bindings = showOther;
    EXPECT_EQ(DrawIndexed(Device, feedback), READY);
    EXPECT_EQ(BeginRasterPass(Device, {}), READY);
    EXPECT_EQ(Composite(), READY);
    End();
    const std::string quad = " vertices 3@0 4@0 indices 5/16 counts 6x1@0 offsets 0\n";
    ExpectFrame(Picture(8, 4, {255, 255, 255}),
                "pass 8x4 texture 0 clear 0 1 0 1\n" + FIRST + SQUARE + "end\npass 8x4 texture 1 clear 0 0 0 1\n" +
                    READ +
                    "  barrier texture 1 none -> color-attachment without contents\n"
                    "  barrier texture 1 depth none -> depth-attachment without contents\n"
                    "  draw pipeline 2 set 1" +
                    quad +
                    "end\npass 8x4 texture 0 clear 1 0 0 1\n"
                    "  barrier texture 1 color-attachment -> sampled-vertex+sampled-fragment\n"
                    "  barrier texture 0 sampled-vertex+sampled-fragment -> color-attachment without contents\n"
                    "  draw pipeline 2 set 2" +
                    quad + "end\npass surface 8x4 clear 0 0 0 1\n" + READ + COMPOSITE + "end\n");
}

// The first of the ten rules: a use is a draft until its frame is accepted.
TEST_P(RasterPasses, ADraftedUseIsSampledAndACommittedOneMustCoverTheBinding)
{
    Start();
    MakeScene();
    Begin(TARGET);
    EXPECT_EQ(BeginTexture(), READY);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    EXPECT_EQ(GetState().Use, RasterTextureUse::Undefined); // nothing is committed yet
    EXPECT_EQ(BeginRasterPass(Device, {}), READY);
    EXPECT_EQ(Composite(), READY);
    End();
    EXPECT_EQ(GetState().Use, RasterTextureUse::SampledBoth);

    const struct
    {
        uint32 Final;
        RasterTextureUse Use;
        bool Covers;
    } finals[] = {{internal::USE_SAMPLED_VERTEX, RasterTextureUse::SampledVertex, false},
                  {internal::USE_SAMPLED_COMPUTE, RasterTextureUse::SampledCompute, false},
                  {internal::USE_COLOR_ATTACHMENT, RasterTextureUse::ColorAttachment, false},
                  {internal::USE_SAMPLED_FRAGMENT, RasterTextureUse::SampledFragment, true},
                  {internal::USE_SAMPLED_BOTH, RasterTextureUse::SampledBoth, true}};

    for (const auto& final : finals)
    {
        GetLedger().Committed.Use = final.Final; // as the final use of an executed graph would
        EXPECT_EQ(GetState().Use, final.Use);
        Begin(TARGET);
        if (final.Covers)
        {
            EXPECT_EQ(Composite(), READY); // the quads' picture is seen by the fragment stage
        }
        else
        {
            EXPECT_REFUSAL(Composite(), STATE, DrawAttachmentUse);
        }
        GetLedger().Committed.Use = internal::USE_SAMPLED_BOTH; // where its image is in truth
        if (GetLedger().HasDraft)
        {
            GetLedger().Draft.Use = internal::USE_SAMPLED_BOTH;
        }
        End();
        if (IsSteered())
        {
            EXPECT_EQ(GetFrameText(),
                      "pass surface 8x4 clear 0.2 0 0 1\n" + (final.Covers ? COMPOSITE : std::string{}) + "end\n");
        }
    }
}

TEST_P(RasterPasses, TheStateTellsRevisionUseAndContents)
{
    Start();
    MakeScene();
    const RasterTextureState fresh = GetState();
    EXPECT_EQ(fresh.Revision, 1U);
    EXPECT_EQ(fresh.Use, RasterTextureUse::Undefined);
    EXPECT_FALSE(fresh.ColorDefined || fresh.DepthDefined || fresh.StencilDefined);
    const auto hasDependency = [](const RasterTextureState& state)
    {
        const SubmissionToken none;
        return std::memcmp(static_cast<const void*>(&state.Dependency), static_cast<const void*>(&none), sizeof none) !=
               0;
    };
    EXPECT_FALSE(hasDependency(fresh));

    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.DepthStore = RasterStore::Store}), READY);
    EXPECT_EQ(
        BeginTexture({.ColorLoad = RasterLoad::Load, .DepthLoad = RasterLoad::Load, .DepthStore = RasterStore::Store}),
        READY);
    EXPECT_EQ(GetState().Revision, 1U); // drafts are not told
    End();
    const RasterTextureState drawn = GetState();
    EXPECT_EQ(drawn.Revision, 3U);
    EXPECT_EQ(drawn.Use, RasterTextureUse::SampledBoth);
    EXPECT_TRUE(drawn.ColorDefined && drawn.DepthDefined);
    EXPECT_FALSE(drawn.StencilDefined);
    EXPECT_TRUE(hasDependency(drawn));

    Begin(TARGET);
    EXPECT_EQ(Composite(), READY);
    End();
    const RasterTextureState sampled = GetState();
    EXPECT_EQ(sampled.Revision, 3U);
    EXPECT_NE(std::memcmp(static_cast<const void*>(&sampled.Dependency), static_cast<const void*>(&drawn.Dependency),
                          sizeof(SubmissionToken)),
              0);

    const uint8 white[] = {255, 255, 255, 255};
    RasterTextureState uploaded;
    EXPECT_EQ(GetTextureState(Device, MakeTexels(1, 1, white), uploaded), READY);
    EXPECT_EQ(uploaded.Revision, 1U);
    EXPECT_EQ(uploaded.Use, RasterTextureUse::SampledBoth);
    EXPECT_TRUE(uploaded.ColorDefined);
    EXPECT_FALSE(uploaded.DepthDefined);

    RasterTextureState kept{.Revision = 77};
    EXPECT_REFUSAL(GetTextureState(Device, {}, kept), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(GetTextureState({}, Texture, kept), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_EQ(kept.Revision, 77U);
}

TEST_P(RasterPasses, ABatchSamplesWhatIsThereWhenItIsSubmitted)
{
    Start();
    MakeScene();
    CommandBatch batch;
    EXPECT_EQ(BeginCommands(Device, batch), READY);
    EXPECT_EQ(RecordDraw(Device, batch, GetQuadsDraw(Show)), READY);
    EXPECT_EQ(FinishCommands(Device, batch), READY);
    SubmissionToken token;
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), STATE, DrawAttachmentUndefined);
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.Clear = {0, 1, 0, 1}}), READY);
    End();
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), READY); // the batch was kept
    const RasterTextureState state = GetState();
    EXPECT_EQ(std::memcmp(static_cast<const void*>(&state.Dependency), static_cast<const void*>(&token), sizeof token),
              0);
    ExpectFrame(Picture(8, 4, {0, 255, 0}), "pass surface 8x4 clear 0.2 0 0 1\n" + COMPOSITE + "end\n");
}

LUDUS_ON_EVERY_LANE(RasterPasses);
} // namespace
} // namespace ludus::graphics::rhi::tests
