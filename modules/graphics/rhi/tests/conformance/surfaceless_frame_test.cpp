// Frames without a surface: what they draw, what they leave alone, what they refuse; and the backends without them.
#include "../support/graph_scene.h"

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr FrameTarget SURFACELESS{.Width = 3, .Height = 5, .ShouldPresentToSurface = false};

class SurfacelessFrames : public GraphSceneTest
{
protected:
    void SetUp() override
    {
        GraphSceneTest::SetUp();
        internal::GetReferenceControl().Report.HasSurfacelessFrames = true;
    }

    // A frame that is shown, which all others leave alone.
    void ShowFrame()
    {
        Begin(TARGET);
        End();
        Shown = GetFrameText();
    }

    void ExpectUntouched() { ExpectFrame(Picture(8, 4, {51, 0, 0}), Shown); }

    // The texture is red on its left and blue on its right.
    void ExpectTexture()
    {
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, Composite), READY);
        End();
        Picture expected(8, 4, {0, 0, 255});
        expected.Fill(0, 0, 4, 4, {255, 0, 0});
        ExpectFrame(expected, "pass surface 8x4 clear 0.2 0 0 1\n" + COMPOSITE + "end\n");
    }

    std::string Shown{};
};

TEST_P(SurfacelessFrames, DrawToTextures)
{
    StartScene();
    ShowFrame();
    Begin(SURFACELESS);
    FrameInfo info;
    ASSERT_EQ(GetFrameInfo(Device, Surface, info), DeviceStatus::Ready);
    EXPECT_EQ(info.Width, 3U);
    EXPECT_EQ(info.Height, 5U);
    EXPECT_EQ(info.Encoding, SurfaceEncoding::Unorm);
    EXPECT_EQ(BeginRasterPass(Device, {.Color = Texture, .Clear = {0, 0, 1, 1}}), READY);
    EXPECT_EQ(DrawIndexed(Device, Left), READY);
    End();
    ExpectUntouched();
    ExpectTexture();
}

TEST_P(SurfacelessFrames, RefuseWhatDrawsToASurface)
{
    StartScene();
    ShowFrame();
    Begin(SURFACELESS);
    EXPECT_REFUSAL(DrawIndexed(Device, Composite), RasterStatus::InvalidState, NoOpenPass);
    EXPECT_REFUSAL(BeginRasterPass(Device, {}), RasterStatus::InvalidState, FrameWithoutSurface);
    EXPECT_REFUSAL(DrawFullscreen(Device, PipelineHandle{}), ResourceStatus::InvalidState, FrameWithoutSurface);
    EXPECT_EQ(BeginRasterPass(Device, {.Color = Texture, .Clear = {0, 0, 1, 1}}), READY);
    EXPECT_EQ(DrawIndexed(Device, Left), READY);
    EXPECT_REFUSAL(BeginRasterPass(Device, {}), RasterStatus::InvalidState, FrameWithoutSurface); // and goes on
    End();
    ExpectUntouched();
    ExpectTexture();
}

TEST_P(SurfacelessFrames, MayBeEmptyAndComplete)
{
    StartScene();
    FrameReadback ticket;
    for (uint32 i = 0; i < 40; ++i)
    {
        SubmissionToken completion;
        Begin(SURFACELESS);
        ASSERT_EQ(EndFrame(Device, completion), READY);
        ASSERT_FALSE(IsNullToken(completion));
        EXPECT_EQ(Settle([&] { return GetStatus(Device, completion); }), READY);
    }
    EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, ticket), RasterStatus::NotReady, NoFrameAccepted);
    ShowFrame();
    ExpectUntouched();
}

TEST_P(SurfacelessFrames, OfNoAreaAreSkipped)
{
    StartScene();
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 3, .ShouldPresentToSurface = false}), DeviceStatus::Ready);
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
}

TEST_P(SurfacelessFrames, ExecuteGraphsThatDrawToTextures)
{
    StartScene();
    ShowFrame();
    ASSERT_EQ(SetFrameTarget(Device, Surface, SURFACELESS), DeviceStatus::Ready);
    BeginGraph();
    AddDraw(Left, {.Clear = {0, 0, 1, 1}});
    Compile({.CullUnused = false});
    SubmissionToken completion;
    ASSERT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, completion), READY);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, completion); }), READY);
    ExpectUntouched();
    ExpectTexture();
}

TEST_P(SurfacelessFrames, EncodeGraphsThatDrawToTextures)
{
    StartScene();
    ShowFrame();
    BeginGraph();
    AddDraw(Left, {.Clear = {0, 0, 1, 1}});
    Compile({.CullUnused = false});
    Begin(SURFACELESS);
    EXPECT_EQ(EncodeOrderedGraph(Device, Surface, Graph), READY);
    End();
    ExpectUntouched();
    ExpectTexture();
}

TEST_P(SurfacelessFrames, KeepAGraphThatDrawsToTheSurface)
{
    StartScene();
    BeginGraph();
    AddDraw(Left, {.Clear = {0, 0, 1, 1}});
    AddComposite();
    Compile();
    SubmissionToken completion;
    ASSERT_EQ(SetFrameTarget(Device, Surface, SURFACELESS), DeviceStatus::Ready);
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, completion), RasterStatus::InvalidState,
                   FrameWithoutSurface);
    EXPECT_TRUE(IsNullToken(completion));
    ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
    EXPECT_REFUSAL(EncodeOrderedGraph(Device, Surface, Graph), RasterStatus::InvalidState, FrameWithoutSurface);
    End();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    EXPECT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, completion), READY);
    ExpectTexture();
}

TEST_P(SurfacelessFrames, KeepABatch)
{
    StartScene();
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), READY);
    ASSERT_EQ(FinishCommands(Device, batch), READY);
    SubmissionToken completion;
    ASSERT_EQ(SetFrameTarget(Device, Surface, SURFACELESS), DeviceStatus::Ready);
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, completion), RasterStatus::InvalidState, FrameWithoutSurface);
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, completion), READY);
    Shown = "pass surface 8x4 clear 0.2 0 0 1\nend\n";
    ExpectUntouched();
}

TEST_P(SurfacelessFrames, MayEndWithTheSession)
{
    StartScene();
    Begin(SURFACELESS);
    EXPECT_EQ(BeginRasterPass(Device, {.Color = Texture}), READY);
    Stop();
}

class SurfacelessFramesElsewhere : public DeviceTest
{
};

TEST_P(SurfacelessFramesElsewhere, AreRefusedAndTheTargetStays)
{
    Start();
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 8, .Height = 4, .Red = 1}), DeviceStatus::Ready);
    EXPECT_REFUSAL(SetFrameTarget(Device, Surface, SURFACELESS), DeviceStatus::Unsupported,
                   SurfacelessFrameUnsupported);
    ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
    End();
    ExpectFrame(Picture(8, 4, {255, 0, 0}), "pass surface 8x4 clear 1 0 0 1\nend\n");
}

// The contract gives them to WebGPU alone; a reference that can be steered stands in for it.
std::vector<Lane> GetLanesWith(bool hasThem)
{
    std::vector<Lane> lanes = GetLanes();
    std::erase_if(lanes,
                  [&](const Lane& lane)
                  {
                      const bool isWebGpu = lane.Api == Backend::WebGPU;
                      return hasThem ? !isWebGpu && !lane.Has.CanBeSteered : isWebGpu;
                  });
    return lanes;
}

INSTANTIATE_TEST_SUITE_P(, SurfacelessFrames, testing::ValuesIn(GetLanesWith(true)), GetLaneName);
INSTANTIATE_TEST_SUITE_P(, SurfacelessFramesElsewhere, testing::ValuesIn(GetLanesWith(false)), GetLaneName);
} // namespace
} // namespace ludus::graphics::rhi::tests
