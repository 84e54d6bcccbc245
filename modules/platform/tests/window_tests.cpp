// Windows on the display servers that are present: opened, described, resized, closed and opened again.
#include <ludus/platform/window.h>

#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <string>
#include <thread>

namespace
{
using namespace ludus::platform;
using ludus::foundation::uint32;

struct Server final
{
    const char* Lane;
    const char* Variable; // set by whoever started the server
    WindowChoice Choice;
    WindowSystem System;
};

class WindowOn : public testing::TestWithParam<Server>
{
protected:
    void SetUp() override
    {
        const char* address = std::getenv(GetParam().Variable);
        if (address != nullptr && *address != '\0')
        {
            return;
        }
        const char* required = std::getenv("LUDUS_REQUIRE");
        const std::string lanes = "," + std::string(required != nullptr ? required : "") + ",";
        if (lanes.find("," + std::string(GetParam().Lane) + ",") != std::string::npos)
        {
            FAIL() << "lane " << GetParam().Lane << " is required, but " << GetParam().Variable << " is not set";
        }
        GTEST_SKIP() << GetParam().Variable << " is not set: run through scripts/support/with_displays";
    }

    void TearDown() override { CloseWindow(Opened); }

    void Open(uint32 width, uint32 height)
    {
        WindowDescription description;
        description.Title = "Ludus window test";
        description.Width = width;
        description.Height = height;
        description.Choice = GetParam().Choice;
        ASSERT_EQ(OpenWindow(description, Opened), WindowStatus::Ready) << GetWindowProblem();
    }

    // Polls until an event of that kind arrives, for two seconds at most.
    bool WaitFor(WindowEventKind kind, WindowEvent& event)
    {
        for (int attempt = 0; attempt < 200; ++attempt)
        {
            while (PollWindowEvent(*Opened, event))
            {
                if (event.Kind == kind)
                {
                    return true;
                }
            }
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        }
        return false;
    }

    Window* Opened{nullptr};
};

TEST_P(WindowOn, DescribesItsNativeObjectsAndPixels)
{
    Open(320, 200);
    const NativeWindowInfo info = DescribeWindow(*Opened);
    EXPECT_EQ(info.System, GetParam().System);
    EXPECT_EQ(info.Width, 320U);
    EXPECT_EQ(info.Height, 200U);
    EXPECT_EQ(info.Display != nullptr && info.Surface != nullptr, info.System == WindowSystem::Wayland);
    EXPECT_EQ(info.XDisplay != nullptr && info.XWindow != 0, info.System == WindowSystem::X11);
}

TEST_P(WindowOn, ReportsAResizeOnceWithItsPixels)
{
    Open(320, 200);
    SetWindowSize(*Opened, 400, 301);
    WindowEvent event;
    ASSERT_TRUE(WaitFor(WindowEventKind::Resize, event));
    EXPECT_EQ(event.Width, 400U);
    EXPECT_EQ(event.Height, 301U);
    uint32 width = 0;
    uint32 height = 0;
    GetWindowPixelSize(*Opened, width, height);
    EXPECT_EQ(width, 400U);
    EXPECT_EQ(height, 301U);
    while (PollWindowEvent(*Opened, event))
    {
        EXPECT_NE(event.Kind, WindowEventKind::Resize);
    }
}

TEST_P(WindowOn, OpensOneWindowAtATimeAndAgainAfterClosing)
{
    Open(64, 64);
    Window* second = nullptr;
    WindowDescription description;
    description.Choice = GetParam().Choice;
    EXPECT_EQ(OpenWindow(description, second), WindowStatus::Busy);
    EXPECT_EQ(second, nullptr);
    CloseWindow(Opened);
    EXPECT_EQ(Opened, nullptr);
    Open(64, 64);
}

INSTANTIATE_TEST_SUITE_P(Servers, WindowOn,
                         testing::Values(Server{"x11", "DISPLAY", WindowChoice::X11, WindowSystem::X11},
                                         Server{"wayland", "WAYLAND_DISPLAY", WindowChoice::Wayland,
                                                WindowSystem::Wayland}),
                         [](const testing::TestParamInfo<Server>& server) { return std::string(server.param.Lane); });

TEST(WindowDescriptions, RefusesSizesAndOccupiedOutputs)
{
    Window* window = nullptr;
    EXPECT_EQ(OpenWindow({.Width = 0}, window), WindowStatus::InvalidDescription);
    EXPECT_EQ(OpenWindow({.Height = 16385}, window), WindowStatus::InvalidDescription);
    EXPECT_EQ(OpenWindow({.Title = nullptr}, window), WindowStatus::InvalidDescription);
    EXPECT_EQ(window, nullptr);
    EXPECT_STRNE(GetWindowProblem(), "");
    CloseWindow(window); // null is ignored
}

TEST(WindowDescriptions, NamesAServerThatCannotBeReached)
{
    // An address where nobody listens. The variable comes back afterwards for the other tests of this process.
    const char* before = std::getenv("DISPLAY");
    const std::string kept = before != nullptr ? before : "";
    setenv("DISPLAY", ":9999", 1);
    Window* window = nullptr;
    EXPECT_EQ(OpenWindow({.Choice = WindowChoice::X11}, window), WindowStatus::Unavailable);
    EXPECT_STRNE(GetWindowProblem(), "");
    before != nullptr ? setenv("DISPLAY", kept.c_str(), 1) : unsetenv("DISPLAY");
}
} // namespace
