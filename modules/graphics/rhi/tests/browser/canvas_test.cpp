// Frames on a canvas: what the screen shows, sizes and scales that change, frames that are skipped, abandoned or many,
// sessions that follow each other, canvases that are taken or not there.
#include "page.h"

#include <ludus/graphics/rhi/graph.h>
#include <ludus/platform/window.h>

#include <emscripten.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
class CanvasFrames : public PageTest
{
protected:
    void TearDown() override
    {
        PageTest::TearDown();
        platform::CloseWindow(Opened);
    }

    // The quarter of a canvas at its top left, drawn green.
    RasterDraw MakeCorner()
    {
        const auto square = MakeSquare(-1, 0, 0, 1, 0, {0, 1, 0, 1});
        Corner = {MakeBuffer(BufferRole::Vertex, AsBytes(square)), 0, sizeof square};
        RasterDraw draw = GetPlainDraw();
        draw.Vertices = {&Corner, 1};
        return draw;
    }

    void ExpectNoSurface()
    {
        const StartupInfo startup = StartBy(GetParam().Selection);
        EXPECT_EQ(startup.State, StartupState::Failed);
        EXPECT_EQ(startup.SelectedBackend, GetParam().Api);
        EXPECT_EQ(startup.Error, StartupError::SurfaceUnavailable);
        EndFailed();
    }

    platform::Window* Opened{nullptr};
    RasterVertexSlice Corner{};
};

TEST_P(CanvasFrames, ShowWhatWasDrawnTheRightWayUp)
{
    Start();
    MakePlain();
    const RasterDraw corner = MakeCorner();
    Begin(MakeTarget(WIDTH, HEIGHT, RED));
    EXPECT_EQ(DrawIndexed(Device, corner), RasterStatus::Ready);
    End();
    Picture expected(WIDTH, HEIGHT, RED);
    expected.Fill(0, 0, WIDTH / 2, HEIGHT / 2, GREEN);
    ExpectOnScreen(expected);
    ExpectStageExtent(WIDTH, HEIGHT);
}

TEST_P(CanvasFrames, ShowATextureThatAPassHasDrawn)
{
    Start();
    MakePlain({.Target = RasterTarget::Rgba8Unorm});
    MakeQuads();
    const TextureHandle texture =
        MakeTexture({.Width = 16, .Height = 16, .Format = RasterFormat::Rgba8Unorm, .Attachment = true}, {});
    const BindingSetHandle show = MakeQuadsSet(MakeView(texture), MakeSampler());
    const RasterDraw corner = MakeCorner();
    Begin(MakeTarget(WIDTH, HEIGHT, RED));
    ASSERT_EQ(BeginRasterPass(Device, {.Color = texture, .Clear = {0, 0, 1, 1}}), RasterStatus::Ready);
    EXPECT_EQ(DrawIndexed(Device, corner), RasterStatus::Ready);
    ASSERT_EQ(BeginRasterPass(Device, {}), RasterStatus::Ready);
    EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(show)), RasterStatus::Ready);
    End();
    Picture expected(WIDTH, HEIGHT, BLUE);
    expected.Fill(0, 0, WIDTH / 2, HEIGHT / 2, GREEN);
    ExpectOnScreen(expected);
}

TEST_P(CanvasFrames, FollowTheirTargetsSize)
{
    Start();
    for (const uint32 width : {WIDTH, WIDTH * 2, WIDTH * 2, 5U, WIDTH})
    {
        SetStageSize(width, HEIGHT);
        Clear(width, HEIGHT, width == 5 ? GREEN : BLUE);
        ExpectStageExtent(width, HEIGHT);
        ExpectOnScreen(Picture(width, HEIGHT, width == 5 ? GREEN : BLUE));
    }
    Clear(WIDTH / 2, HEIGHT / 2, RED); // a coarser picture is stretched over the canvas
    ExpectOnScreen(Picture(WIDTH, HEIGHT, RED));
}

TEST_P(CanvasFrames, BringTheirCanvasBackToTheirSize)
{
    Start();
    Clear(WIDTH, HEIGHT, RED);
    RunScript("stage.width = 7; stage.height = 500;");
    Clear(WIDTH, HEIGHT, GREEN);
    ExpectStageExtent(WIDTH, HEIGHT);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, GREEN));
}

TEST_P(CanvasFrames, HaveTheDevicePixelsOfTheScreen)
{
    ASSERT_EQ(platform::OpenWindow({.Title = "Canvas", .CanvasSelector = "#stage"}, Opened),
              platform::WindowStatus::Ready);
    Window = platform::DescribeWindow(*Opened);
    Start();
    MakePlain();
    const RasterDraw corner = MakeCorner();
    for (const uint32 ratio : {1U, 2U, 3U})
    {
        SetScale(ratio);
        uint32 size[2]{};
        EXPECT_TRUE(SettleUntil(
            [&]
            {
                platform::GetWindowPixelSize(*Opened, size[0], size[1]);
                return size[0] == WIDTH * ratio && size[1] == HEIGHT * ratio;
            }))
            << size[0] << 'x' << size[1] << " at " << ratio;
        Begin(MakeTarget(size[0], size[1], BLUE));
        EXPECT_EQ(DrawIndexed(Device, corner), RasterStatus::Ready);
        End();
        ExpectStageExtent(WIDTH * ratio, HEIGHT * ratio);
        Picture expected(size[0], size[1], BLUE);
        expected.Fill(0, 0, size[0] / 2, size[1] / 2, GREEN);
        ExpectOnScreen(expected, ratio);
    }
    SetScale(0);
    ReleaseOwned();
    Stop(); // before its window
    platform::CloseWindow(Opened);
}

TEST_P(CanvasFrames, OfNoAreaAreSkippedAndLeaveThePicture)
{
    Start();
    Clear(WIDTH, HEIGHT, GREEN);
    for (const auto& [width, height] : {std::pair{0U, HEIGHT}, {WIDTH, 0U}, {0U, 0U}})
    {
        ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = width, .Height = height}), DeviceStatus::Ready);
        EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
        FrameInfo info;
        EXPECT_EQ(GetFrameInfo(Device, Surface, info), DeviceStatus::InvalidState);
    }
    ExpectStageExtent(WIDTH, HEIGHT);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, GREEN));
    Clear(WIDTH, HEIGHT, BLUE);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, BLUE));
}

TEST_P(CanvasFrames, MayBeginWithoutAWindowsSize)
{
    Window.Width = 0;
    Window.Height = 0;
    Start();
    Clear(WIDTH, HEIGHT, RED);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, RED));
}

TEST_P(CanvasFrames, MayLastLongerThanATaskOfThePage)
{
    Start();
    Clear(WIDTH, HEIGHT, GREEN);
    Begin(MakeTarget(WIDTH, HEIGHT / 2, RED));
    const double end = emscripten_get_now() + 100;
    while (emscripten_get_now() < end)
    {
        Rest();
    }
    ExpectOnScreen(Picture(WIDTH, HEIGHT, GREEN)); // a frame that is not at its end changes nothing
    End();
    ExpectOnScreen(Picture(WIDTH, HEIGHT, RED));
}

TEST_P(CanvasFrames, OfOneTaskShowTheLastOne)
{
    Start();
    Clear(WIDTH, HEIGHT, GREEN);
    Clear(WIDTH, HEIGHT, BLUE);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, BLUE));
}

TEST_P(CanvasFrames, GoOnFor120Frames)
{
    Start();
    MakePlain();
    const RasterDraw corner = MakeCorner();
    for (uint32 i = 0; i < 120; ++i)
    {
        const Pixel color{static_cast<uint8>(i * 2), 0, static_cast<uint8>(255 - i)};
        Begin(MakeTarget(WIDTH, HEIGHT, color));
        EXPECT_EQ(DrawIndexed(Device, corner), RasterStatus::Ready);
        End();
        if (i % 40 == 39)
        {
            Picture expected(WIDTH, HEIGHT, color);
            expected.Fill(0, 0, WIDTH / 2, HEIGHT / 2, GREEN);
            ExpectOnScreen(expected);
        }
        Rest();
    }
}

TEST_P(CanvasFrames, AreReadBackWhereTheCanvasCanBeRead)
{
    Start();
    Clear(WIDTH, HEIGHT, GREEN);
    FrameReadback ticket;
    const RasterStatus status = RequestFrameReadback(Device, Surface, ticket);
    if (!GetParam().Has.ReadsCanvases)
    {
        EXPECT_EQ(status, RasterStatus::Unsupported);
        EXPECT_TRUE(IsNullHandle(ticket));
        return;
    }
    ASSERT_EQ(status, RasterStatus::Pending);
    ASSERT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    Picture got(WIDTH, HEIGHT, {});
    const std::span<uint8> bytes{reinterpret_cast<uint8*>(got.Pixels.data()), got.Pixels.size() * sizeof(Pixel)};
    EXPECT_EQ(CopyFrameReadback(Device, ticket, bytes, usize{WIDTH} * 4), RasterStatus::Ready);
    EXPECT_EQ(got.Pixels, Picture(WIDTH, HEIGHT, GREEN).Pixels);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
}

TEST_P(CanvasFrames, OfAnotherSessionUseTheSameCanvas)
{
    for (const Pixel& color : {RED, GREEN, BLUE})
    {
        Start();
        Clear(WIDTH, HEIGHT, color);
        ExpectOnScreen(Picture(WIDTH, HEIGHT, color));
        Stop();
    }
}

TEST_P(CanvasFrames, NeedACanvasThatIsThere)
{
    for (const char* selector : {"#nowhere", "body", "not a ] selector"})
    {
        Window.CanvasSelector = selector;
        ExpectNoSurface();
    }
}

TEST_P(CanvasFrames, NeedACanvasThatNobodyElseDrawsTo)
{
    RunScript("stage.getContext('2d').fillRect(0, 0, 9, 9);");
    ExpectNoSurface();
}

INSTANTIATE_TEST_SUITE_P(, CanvasFrames, testing::ValuesIn(GetPageLanes()), GetLaneName);

using CanvasOfAPage = PageTest;

// WebGL has one context a canvas, with whatever state the page has left there. Texels would be turned over by it and
// multiplied by their alpha, which is zero, and nothing would come to the canvas.
TEST_P(CanvasOfAPage, DrawsTheSameWhateverThePageHasSet)
{
    RunScript("var gl = stage.getContext('webgl2', {alpha: false, antialias: false, depth: false});"
              "gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, true);"
              "gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, true);"
              "gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 1);"
              "gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 3);"
              "gl.drawBuffers([gl.NONE]);"
              "gl.bindFramebuffer(gl.FRAMEBUFFER, gl.createFramebuffer());"
              "gl.enable(gl.CULL_FACE);"
              "gl.cullFace(gl.FRONT_AND_BACK);"
              "gl.enable(gl.RASTERIZER_DISCARD);"
              "gl.colorMask(false, false, false, false);"
              "gl.scissor(1, 1, 1, 1);");
    Start();
    MakeQuads();
    const Pixel texels[] = {{255, 0, 0, 0}, {0, 255, 0, 0}};
    const TextureHandle texture = MakeTexture({.Width = 1, .Height = 2}, {.Bytes = AsBytes(texels), .RowPitch = 4});
    const BindingSetHandle show = MakeQuadsSet(MakeView(texture), MakeSampler());
    Begin(MakeTarget(WIDTH, HEIGHT, BLUE));
    EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(show)), RasterStatus::Ready);
    End();
    Picture expected(WIDTH, HEIGHT, RED);
    expected.Fill(0, HEIGHT / 2, WIDTH, HEIGHT / 2, GREEN);
    ExpectOnScreen(expected);
}

std::vector<Lane> GetWebGl2Lanes()
{
    std::vector<Lane> lanes = GetPageLanes();
    std::erase_if(lanes, [](const Lane& lane) { return lane.Api != Backend::WebGL2; });
    return lanes;
}

INSTANTIATE_TEST_SUITE_P(, CanvasOfAPage, testing::ValuesIn(GetWebGl2Lanes()), GetLaneName);
} // namespace
} // namespace ludus::graphics::rhi::tests
