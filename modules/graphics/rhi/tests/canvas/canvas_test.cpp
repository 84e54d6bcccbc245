// Frames on a canvas: what the screen shows, sizes and scales that change, frames that are skipped, abandoned or many,
// sessions that follow each other, canvases that are taken or not there.
#include "../support/scene.h"

#include <ludus/graphics/rhi/graph.h>
#include <ludus/platform/window.h>

#include <emscripten.h>

#include <cmath>
#include <string>

extern "C"
{
    // tests/web/screen.js
    int ludus_test_screenshot(int x, int y, int width, int height, void* pixels, int capacity);
    void ludus_test_scale(double ratio);
}

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint32 WIDTH = 64; // CSS pixels of the canvas #stage, whose corner is at LEFT and TOP
constexpr uint32 HEIGHT = 48;
constexpr int LEFT = 16;
constexpr int TOP = 32;

constexpr Pixel RED{255, 0, 0};
constexpr Pixel GREEN{0, 255, 0};
constexpr Pixel BLUE{0, 0, 255};

void RunScript(const std::string& script)
{
    emscripten_run_script(("(function() { var stage = document.querySelector('#stage'); " + script + " })()").c_str());
}

int Ask(const std::string& expression)
{
    return emscripten_run_script_int(("Number(" + expression + ")").c_str());
}

// The canvas of the tests, as the screen shows it. The page itself is white.
Picture ReadScreen(uint32 width, uint32 height, uint32 ratio = 1)
{
    Picture picture(width * ratio, height * ratio, {});
    const int pixels = ludus_test_screenshot(LEFT, TOP, static_cast<int>(width), static_cast<int>(height),
                                             picture.Pixels.data(), static_cast<int>(picture.Pixels.size()));
    EXPECT_EQ(static_cast<usize>(pixels), picture.Pixels.size());
    return picture;
}

// As X11's screen, a page shows a frame later than it was drawn.
void ExpectOnScreen(const Picture& expected, uint32 ratio = 1)
{
    Picture got;
    const auto isShown = [&]
    {
        got = ReadScreen(expected.Width / ratio, expected.Height / ratio, ratio);
        return got.Pixels == expected.Pixels;
    };
    const double end = emscripten_get_now() + 3000;
    while (!isShown() && emscripten_get_now() < end)
    {
    }
    for (uint32 y = 0; y < expected.Height; ++y)
    {
        for (uint32 x = 0; x < expected.Width; ++x)
        {
            ASSERT_EQ(got.At(x, y), expected.At(x, y)) << "at " << x << ' ' << y;
        }
    }
}

class CanvasFrames : public SceneTest
{
protected:
    void SetUp() override
    {
        SceneTest::SetUp();
        if (IsSkipped() || HasFatalFailure())
        {
            return;
        }
        emscripten_run_script("var stage = document.createElement('canvas'); stage.id = 'stage';"
                              "document.body.appendChild(stage);");
        SetStageSize(WIDTH, HEIGHT);
        Window.System = platform::WindowSystem::WebCanvas;
        Window.CanvasSelector = "#stage";
        Window.Width = WIDTH;
        Window.Height = HEIGHT;
    }

    void TearDown() override
    {
        SceneTest::TearDown();
        platform::CloseWindow(Opened);
        emscripten_run_script("var stage = document.querySelector('#stage'); if (stage) stage.remove();");
    }

    static void SetStageSize(uint32 width, uint32 height)
    {
        RunScript("stage.style = 'position: fixed; left: " + std::to_string(LEFT) + "px; top: " + std::to_string(TOP) +
                  "px; width: " + std::to_string(width) + "px; height: " + std::to_string(height) + "px';");
    }

    void Clear(uint32 width, uint32 height, const Pixel& color)
    {
        Begin(MakeTarget(width, height, color));
        FrameInfo info;
        ASSERT_EQ(GetFrameInfo(Device, Surface, info), DeviceStatus::Ready);
        EXPECT_EQ(info.Width, width);
        EXPECT_EQ(info.Height, height);
        EXPECT_EQ(info.Encoding, SurfaceEncoding::Unorm);
        End();
    }

    static FrameTarget MakeTarget(uint32 width, uint32 height, const Pixel& color)
    {
        return {.Width = width,
                .Height = height,
                .Red = color.Red / 255.0,
                .Green = color.Green / 255.0,
                .Blue = color.Blue / 255.0};
    }

    static void ExpectStageExtent(uint32 width, uint32 height)
    {
        EXPECT_EQ(Ask("document.querySelector('#stage').width"), static_cast<int>(width));
        EXPECT_EQ(Ask("document.querySelector('#stage').height"), static_cast<int>(height));
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

    // A session that cannot have its canvas says so, whether at once or later.
    void ExpectNoSurface()
    {
        const DeviceDescription description{.Selection = GetParam().Selection};
        StartupInfo failure;
        DeviceHandle device;
        SurfaceHandle surface;
        const DeviceStatus status = CreateDevice({}, Window, description, device, surface, &failure);
        if (status == DeviceStatus::Pending)
        {
            EXPECT_EQ(Settle(
                          [&]
                          {
                              DeviceInfo info;
                              return GetDeviceInfo(device, info);
                          }),
                      DeviceStatus::Failed);
            failure = GetStartup();
            EXPECT_EQ(DestroyDevice(device), DeviceStatus::Ready);
        }
        else
        {
            EXPECT_EQ(status, DeviceStatus::Failed);
        }
        EXPECT_EQ(failure.SelectedBackend, GetParam().Api);
        EXPECT_EQ(failure.Error, StartupError::SurfaceUnavailable);
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
        ludus_test_scale(ratio);
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
    ludus_test_scale(0);
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
    if (status == RasterStatus::Unsupported)
    {
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

// The lanes that draw pictures.
std::vector<Lane> GetCanvasLanes()
{
    std::vector<Lane> lanes = GetLanes();
    std::erase_if(lanes, [](const Lane& lane) { return !lane.Has.RasterizesPixels; });
    return lanes;
}

INSTANTIATE_TEST_SUITE_P(, CanvasFrames, testing::ValuesIn(GetCanvasLanes()), GetLaneName);
} // namespace
} // namespace ludus::graphics::rhi::tests
