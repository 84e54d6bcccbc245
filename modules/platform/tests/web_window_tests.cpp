// A canvas as a window: its size in device pixels, hiding, and what mouse, fingers and keys become.
#include <ludus/platform/window.h>

#include <emscripten.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

extern "C" void ludus_test_rest(); // tests/web/rest.js

namespace
{
using namespace ludus::platform;
using ludus::foundation::uint32;

// Events of the page, as a browser makes them, for the canvas #stage.
void RunScript(const std::string& script)
{
    emscripten_run_script(("(function() { var stage = document.querySelector('#stage'); " + script + " })()").c_str());
}

void Dispatch(const char* type, const std::string& name, const std::string& fields)
{
    RunScript("stage.dispatchEvent(new " + std::string(type) + "('" + name + "', {bubbles: true, cancelable: true, " +
              fields + "}));");
}

class CanvasWindow : public testing::Test
{
protected:
    void SetUp() override
    {
        emscripten_run_script("var stage = document.createElement('canvas'); stage.id = 'stage';"
                              "stage.style = 'position: fixed; left: 10px; top: 20px; width: 120px; height: 80px';"
                              "document.body.appendChild(stage);");
        ASSERT_EQ(OpenWindow({.Title = "Canvas", .CanvasSelector = "#stage"}, Opened), WindowStatus::Ready)
            << GetWindowProblem();
        Ratio = emscripten_get_device_pixel_ratio();
    }

    void TearDown() override
    {
        CloseWindow(Opened);
        emscripten_run_script("document.querySelector('#stage').remove();");
    }

    // All events that arrive within some frames of the page.
    std::vector<WindowEvent> Take()
    {
        const double end = emscripten_get_now() + 200;
        std::vector<WindowEvent> events;
        while (emscripten_get_now() < end)
        {
            for (WindowEvent event; PollWindowEvent(*Opened, event);)
            {
                events.push_back(event);
            }
            ludus_test_rest();
        }
        return events;
    }

    uint32 Pixels(double units) const { return static_cast<uint32>(std::lround(units * Ratio)); }

    Window* Opened{nullptr};
    double Ratio{1};
};

TEST_F(CanvasWindow, DescribesItsSelectorAndDevicePixels)
{
    const NativeWindowInfo info = DescribeWindow(*Opened);
    EXPECT_EQ(info.System, WindowSystem::WebCanvas);
    EXPECT_STREQ(info.CanvasSelector, "#stage");
    EXPECT_EQ(info.Width, Pixels(120));
    EXPECT_EQ(info.Height, Pixels(80));
    EXPECT_STREQ(emscripten_run_script_string("document.title"), "Canvas");
}

TEST_F(CanvasWindow, ReportsAResizeOnceWithItsPixels)
{
    EXPECT_TRUE(Take().empty());
    SetWindowSize(*Opened, 200, 101);
    SetWindowSize(*Opened, 200, 100);
    const std::vector<WindowEvent> events = Take();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].Kind, WindowEventKind::Resize);
    EXPECT_EQ(events[0].Width, Pixels(200));
    EXPECT_EQ(events[0].Height, Pixels(100));
    uint32 width = 0;
    uint32 height = 0;
    GetWindowPixelSize(*Opened, width, height);
    EXPECT_EQ(width, Pixels(200));
    EXPECT_EQ(height, Pixels(100));
}

TEST_F(CanvasWindow, TheRendersOwnSizeOfTheCanvasChangesNothing)
{
    RunScript("stage.width = 17; stage.height = 400;");
    EXPECT_TRUE(Take().empty());
}

TEST_F(CanvasWindow, AHiddenTabHasNoSize)
{
    RunScript("Object.defineProperty(document, 'hidden', {configurable: true, get: function() { return true; }});"
              "document.dispatchEvent(new Event('visibilitychange'));");
    std::vector<WindowEvent> events = Take();
    uint32 width = 1;
    uint32 height = 1;
    GetWindowPixelSize(*Opened, width, height);
    RunScript("delete document.hidden; document.dispatchEvent(new Event('visibilitychange'));");
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].Kind, WindowEventKind::Resize);
    EXPECT_EQ(events[0].Width + events[0].Height, 0U);
    EXPECT_EQ(width + height, 0U);
    events = Take();
    ASSERT_EQ(events.size(), 1U);
    EXPECT_EQ(events[0].Width, Pixels(120));
}

TEST_F(CanvasWindow, ThePointerIsInPixelsOfTheCanvas)
{
    Dispatch("PointerEvent", "pointermove", "pointerId: 1, clientX: 15, clientY: 25, buttons: 0, button: -1");
    Dispatch("PointerEvent", "pointerdown", "pointerId: 1, clientX: 15, clientY: 25, buttons: 2, button: 2");
    Dispatch("PointerEvent", "pointermove", "pointerId: 1, clientX: 18, clientY: 26, buttons: 2, button: -1");
    Dispatch("PointerEvent", "pointermove", "pointerId: 1, clientX: 20, clientY: 30, buttons: 2, button: -1");
    Dispatch("PointerEvent", "pointerup", "pointerId: 1, clientX: 20, clientY: 30, buttons: 0, button: 2");
    const std::vector<WindowEvent> events = Take();
    ASSERT_EQ(events.size(), 4U); // moves between two looks are one
    EXPECT_EQ(events[0].Kind, WindowEventKind::PointerMove);
    EXPECT_FLOAT_EQ(events[0].X, static_cast<float>(5 * Ratio));
    EXPECT_FLOAT_EQ(events[0].Y, static_cast<float>(5 * Ratio));
    EXPECT_EQ(events[1].Kind, WindowEventKind::PointerDown);
    EXPECT_EQ(events[1].Button, PointerButton::Right);
    EXPECT_EQ(events[1].Buttons, static_cast<uint32>(PointerButton::Right));
    EXPECT_EQ(events[2].Kind, WindowEventKind::PointerMove);
    EXPECT_FLOAT_EQ(events[2].DeltaX, static_cast<float>(5 * Ratio));
    EXPECT_FLOAT_EQ(events[2].DeltaY, static_cast<float>(5 * Ratio));
    EXPECT_EQ(events[2].Buttons, static_cast<uint32>(PointerButton::Right));
    EXPECT_EQ(events[3].Kind, WindowEventKind::PointerUp);
    EXPECT_EQ(events[3].Buttons, 0U);
}

TEST_F(CanvasWindow, WheelsAndPartingFingersAreNotches)
{
    Dispatch("WheelEvent", "wheel", "deltaY: -200, deltaMode: 0");
    Dispatch("WheelEvent", "wheel", "deltaX: 3, deltaMode: 1");
    const char* finger = "pointerType: 'touch', buttons: 1, clientY: 40, ";
    Dispatch("PointerEvent", "pointerdown", std::string(finger) + "pointerId: 1, clientX: 40");
    Dispatch("PointerEvent", "pointerdown", std::string(finger) + "pointerId: 2, clientX: 50");
    Dispatch("PointerEvent", "pointermove", std::string(finger) + "pointerId: 2, clientX: 52");
    const std::vector<WindowEvent> events = Take();
    ASSERT_EQ(events.size(), 4U);
    EXPECT_FLOAT_EQ(events[0].DeltaY, 2);
    EXPECT_FLOAT_EQ(events[1].DeltaX, 1);
    EXPECT_EQ(events[2].Kind, WindowEventKind::PointerDown);
    EXPECT_EQ(events[3].Kind, WindowEventKind::Wheel);
    EXPECT_NEAR(events[3].DeltaY, 1, 1e-5);
}

TEST_F(CanvasWindow, KeysHaveNamesOrCharacters)
{
    Dispatch("KeyboardEvent", "keydown", "key: 'ArrowLeft', repeat: true");
    Dispatch("KeyboardEvent", "keyup", "key: 'R'");
    Dispatch("KeyboardEvent", "keydown", "key: 'r', ctrlKey: true"); // the browser's own
    Dispatch("KeyboardEvent", "keydown", "key: 'F5'");
    const std::vector<WindowEvent> events = Take();
    ASSERT_EQ(events.size(), 3U);
    EXPECT_EQ(events[0].Kind, WindowEventKind::KeyDown);
    EXPECT_EQ(events[0].Key, WindowKey::Left);
    EXPECT_TRUE(events[0].IsRepeat);
    EXPECT_EQ(events[1].Kind, WindowEventKind::KeyUp);
    EXPECT_EQ(events[1].Key, WindowKey::Character);
    EXPECT_EQ(events[1].Character, 'r');
    EXPECT_EQ(events[2].Key, WindowKey::Other);
}

TEST_F(CanvasWindow, IsOneAtATimeAndSilentOnceClosed)
{
    Window* second = nullptr;
    EXPECT_EQ(OpenWindow({.CanvasSelector = "#stage"}, second), WindowStatus::Busy);
    EXPECT_EQ(second, nullptr);
    CloseWindow(Opened);
    EXPECT_EQ(Opened, nullptr);
    Dispatch("KeyboardEvent", "keydown", "key: 'a'");
    ASSERT_EQ(OpenWindow({.CanvasSelector = "#stage"}, Opened), WindowStatus::Ready);
    EXPECT_TRUE(Take().empty());
}

TEST(CanvasDescriptions, AreRefusedInWords)
{
    Window* window = nullptr;
    EXPECT_EQ(OpenWindow({.Width = 0}, window), WindowStatus::InvalidDescription);
    EXPECT_EQ(OpenWindow({.Title = nullptr}, window), WindowStatus::InvalidDescription);
    EXPECT_EQ(OpenWindow({.CanvasSelector = nullptr}, window), WindowStatus::InvalidDescription);
    EXPECT_EQ(OpenWindow({.CanvasSelector = std::string(256, 'a').c_str()}, window), WindowStatus::InvalidDescription);
    EXPECT_EQ(OpenWindow({.Choice = WindowChoice::X11}, window), WindowStatus::Unavailable);
    for (const char* selector : {"#nowhere", "body", "not a ] selector"})
    {
        EXPECT_EQ(OpenWindow({.CanvasSelector = selector}, window), WindowStatus::Unavailable) << selector;
        EXPECT_NE(std::string(GetWindowProblem()).find("canvas"), std::string::npos);
    }
    EXPECT_EQ(window, nullptr);
    CloseWindow(window); // null is ignored
}
} // namespace
