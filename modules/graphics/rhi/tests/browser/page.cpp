#include "page.h"

#include <emscripten.h>

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
constexpr int LEFT = 16; // of the canvas
constexpr int TOP = 32;

constexpr double SCREEN_MILLISECONDS = 3000;

Picture ReadScreen(uint32 width, uint32 height, uint32 ratio)
{
    Picture picture(width * ratio, height * ratio, {});
    const int pixels = ludus_test_screenshot(LEFT, TOP, static_cast<int>(width), static_cast<int>(height),
                                             picture.Pixels.data(), static_cast<int>(picture.Pixels.size()));
    EXPECT_EQ(static_cast<usize>(pixels), picture.Pixels.size());
    return picture;
}
} // namespace

void RunScript(const std::string& script)
{
    emscripten_run_script(("(function() { var stage = document.querySelector('#stage'); " + script + " })()").c_str());
}

int Ask(const std::string& expression)
{
    return emscripten_run_script_int(("Number(" + expression + ")").c_str());
}

void SetScale(uint32 ratio)
{
    ludus_test_scale(ratio);
}

void ExpectOnScreen(const Picture& expected, uint32 ratio)
{
    Picture got;
    const auto isShown = [&]
    {
        got = ReadScreen(expected.Width / ratio, expected.Height / ratio, ratio);
        return got.Pixels == expected.Pixels;
    };
    const double end = emscripten_get_now() + SCREEN_MILLISECONDS;
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

void PageTest::SetUp()
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
    RunScript(R"(
        globalThis.ludusReplaced = [];
        globalThis.ludusReplace = function(prototype, name, make) {
            var original = prototype[name];
            ludusReplaced.push(function() { prototype[name] = original; });
            prototype[name] = make(original);
        };)");
    RunScript(GetScript());
}

void PageTest::TearDown()
{
    RunScript("while (globalThis.ludusReplaced && ludusReplaced.length > 0) ludusReplaced.pop()();");
    SceneTest::TearDown();
    emscripten_run_script("var stage = document.querySelector('#stage'); if (stage) stage.remove();");
}

void PageTest::SetStageSize(uint32 width, uint32 height)
{
    RunScript("stage.style = 'position: fixed; left: " + std::to_string(LEFT) + "px; top: " + std::to_string(TOP) +
              "px; width: " + std::to_string(width) + "px; height: " + std::to_string(height) + "px';");
}

void PageTest::ExpectStageExtent(uint32 width, uint32 height)
{
    EXPECT_EQ(Ask("document.querySelector('#stage').width"), static_cast<int>(width));
    EXPECT_EQ(Ask("document.querySelector('#stage').height"), static_cast<int>(height));
}

FrameTarget PageTest::MakeTarget(uint32 width, uint32 height, const Pixel& color)
{
    return {.Width = width,
            .Height = height,
            .Red = color.Red / 255.0,
            .Green = color.Green / 255.0,
            .Blue = color.Blue / 255.0};
}

void PageTest::Clear(uint32 width, uint32 height, const Pixel& color)
{
    Begin(MakeTarget(width, height, color));
    FrameInfo info;
    ASSERT_EQ(GetFrameInfo(Device, Surface, info), DeviceStatus::Ready);
    EXPECT_EQ(info.Width, width);
    EXPECT_EQ(info.Height, height);
    EXPECT_EQ(info.Encoding, SurfaceEncoding::Unorm);
    End();
}

StartupInfo PageTest::StartBy(BackendSelection selection, DeviceDescription description)
{
    description.Selection = selection;
    StartupInfo failure;
    const DeviceStatus status = CreateDevice({.Name = "tests"}, Window, description, Device, Surface, &failure);
    if (status != DeviceStatus::Ready && status != DeviceStatus::Pending)
    {
        EXPECT_EQ(status, DeviceStatus::Failed);
        return failure;
    }
    (void)Settle([&] { return GetDeviceInfo(Device, Info); });
    return Info.Startup;
}

void PageTest::EndFailed()
{
    if (internal::InspectSession().HasSession)
    {
        Stop();
    }
}

std::vector<Lane> GetPageLanes()
{
    std::vector<Lane> lanes = GetLanes();
    std::erase_if(lanes, [](const Lane& lane) { return !lane.Has.RasterizesPixels; });
    return lanes;
}
} // namespace ludus::graphics::rhi::tests
