// Frames on windows: what is on the screen, resizes reported and not, zero extents, frames given up.
#include "harness.h"

#include "../support/screen.h"
#include "../support/servers.h"
#include "backends/vulkan/validation_log.h"

#include <ludus/platform/window.h>

#include <chrono>
#include <cstdlib>
#include <ostream>
#include <string>
#include <thread>

namespace ludus::graphics::rhi::tests
{
namespace
{
struct Extent final
{
    uint32 Width;
    uint32 Height;
};

class VulkanWindow : public VulkanTest, public testing::WithParamInterface<Server>
{
protected:
    void SetUp() override
    {
        ASSERT_TRUE(vulkan::IsVulkanValidationRequested()) << "run with LUDUS_VULKAN_VALIDATION=1";
        vulkan::ResetVulkanValidationMessageCount();
        ExpectServer(GetParam());
        if (IsSkipped() || HasFatalFailure())
        {
            return;
        }
        Open();
    }

    void TearDown() override
    {
        VulkanTest::TearDown();
        platform::CloseWindow(Opened);
    }

    void Open()
    {
        ASSERT_NO_FATAL_FAILURE(OpenWindowOn(GetParam(), Opened));
        Start(platform::DescribeWindow(*Opened));
    }

    [[nodiscard]] bool IsX11() const { return GetParam().Choice == platform::WindowChoice::X11; }

    // Draws a frame of one colour for a target; the answer is the extent that was drawn, zero when it was skipped.
    AcquiredFrame DrawColour(uint32 width, uint32 height, float32 red, float32 green, float32 blue)
    {
        PollEvents(*Opened);
        if (Ordinal >= Report.FramesInFlight)
        {
            EXPECT_TRUE(Native->WaitCompleted(Ordinal - Report.FramesInFlight + 1, 30'000'000'000));
        }
        AcquiredFrame frame;
        const AcquireStatus status = Acquire(width, height, frame);
        if (status == AcquireStatus::Skipped)
        {
            return {};
        }
        EXPECT_EQ(status, AcquireStatus::Ready);
        StreamBuilder stream;
        stream.BeginSurfacePass(frame.Width, frame.Height, red, green, blue).EndPass();
        SubmitFrame(stream.View());
        return frame;
    }

    // Draws until the frame has an extent, a hundred frames at most.
    AcquiredFrame DrawUntil(uint32 targetWidth, uint32 targetHeight, uint32 width, uint32 height)
    {
        AcquiredFrame frame;
        for (uint32 i = 0; i < 100 && (frame.Width != width || frame.Height != height); ++i)
        {
            frame = DrawColour(targetWidth, targetHeight, 0, 0, 1);
        }
        return frame;
    }

    platform::Window* Opened{nullptr};
};

TEST_P(VulkanWindow, ShowsWhatWasDrawn)
{
    EXPECT_FALSE(Report.CanReadSurface);
    for (uint32 i = 0; i < 30; ++i)
    {
        const AcquiredFrame frame = DrawColour(96, 64, 1, 0.25F, 0);
        EXPECT_EQ(frame.Width, 96U);
        EXPECT_EQ(frame.Height, 64U);
    }
    if (IsX11())
    {
        EXPECT_TRUE(Native->Drain());
        const uint64 window = platform::DescribeWindow(*Opened).XWindow;
        EXPECT_EQ(WaitForScreenPixel(window, 48, 32, Rgba(255, 64, 0)), Rgba(255, 64, 0));
        EXPECT_EQ(WaitForScreenPixel(window, 95, 63, Rgba(255, 64, 0)), Rgba(255, 64, 0));
    }
}

TEST_P(VulkanWindow, FollowsAResizeThatTheTargetTells)
{
    DrawColour(96, 64, 1, 0, 0);
    ResizeWindow(*Opened, 150, 40);
    AcquiredFrame frame = DrawUntil(150, 40, 150, 40);
    EXPECT_EQ(frame.Width, 150U);
    EXPECT_EQ(frame.Height, 40U);
    ResizeWindow(*Opened, 30, 200);
    frame = DrawUntil(30, 200, 30, 200);
    EXPECT_EQ(frame.Width, 30U);
    EXPECT_EQ(frame.Height, 200U);
    if (IsX11())
    {
        EXPECT_TRUE(Native->Drain());
        const uint64 window = platform::DescribeWindow(*Opened).XWindow;
        EXPECT_EQ(WaitForScreenPixel(window, 29, 199, Rgba(0, 0, 255)), Rgba(0, 0, 255));
    }
}

// X11 windows have an extent of their own, which drivers may or may not report; Wayland's is the target's.
TEST_P(VulkanWindow, FollowsTheWindowOnX11AndTheTargetOnWayland)
{
    DrawColour(96, 64, 1, 0, 0);
    ResizeWindow(*Opened, 120, 80);
    const Extent expected = IsX11() ? Extent{120, 80} : Extent{96, 64};
    const AcquiredFrame frame = DrawUntil(96, 64, expected.Width, expected.Height);
    EXPECT_EQ(frame.Width, expected.Width);
    EXPECT_EQ(frame.Height, expected.Height);
}

TEST_P(VulkanWindow, ZeroTargetSkipsAndComesBack)
{
    DrawColour(96, 64, 1, 0, 0);
    EXPECT_EQ(DrawColour(0, 64, 1, 0, 0).Width, 0U);
    EXPECT_EQ(DrawColour(96, 0, 1, 0, 0).Width, 0U);
    EXPECT_EQ(DrawUntil(96, 64, 96, 64).Width, 96U);
}

// A program that goes on drawing to a window nobody sees must not hang. Whether frames are skipped is the server's
// word.
TEST_P(VulkanWindow, MinimisedWindowsSkipOrDraw)
{
    DrawColour(96, 64, 1, 0, 0);
    platform::SetWindowMinimised(*Opened, true);
    for (uint32 i = 0; i < 10; ++i)
    {
        DrawColour(96, 64, 0, 1, 0);
    }
    platform::SetWindowMinimised(*Opened, false);
    if (!IsX11())
    {
        return; // on Wayland only the user brings a window back
    }
    uint32 width = 0;
    uint32 height = 0;
    for (uint32 i = 0; i < 100 && width == 0; ++i)
    {
        PollEvents(*Opened);
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
        platform::GetWindowPixelSize(*Opened, width, height);
    }
    EXPECT_EQ(DrawUntil(width, height, width, height).Width, width);
}

TEST_P(VulkanWindow, FramesGivenUpKeepTheirImage)
{
    AcquiredFrame frame;
    for (uint32 i = 0; i < 10; ++i) // more often than there are images
    {
        ASSERT_EQ(Acquire(96, 64, frame), AcquireStatus::Ready);
        Native->AbandonFrame();
    }
    EXPECT_EQ(DrawColour(96, 64, 0, 1, 0).Width, 96U);
    ASSERT_EQ(Acquire(96, 64, frame), AcquireStatus::Ready);
    Native->AbandonFrame();
    ResizeWindow(*Opened, 64, 96); // the image given up belongs to a swapchain that goes
    EXPECT_EQ(DrawUntil(64, 96, 64, 96).Height, 96U);
    ASSERT_EQ(Acquire(64, 96, frame), AcquireStatus::Ready);
    Native->AbandonFrame(); // and ends with one still held
}

TEST_P(VulkanWindow, SessionsFollowEachOtherOnOneWindow)
{
    for (uint32 i = 0; i < 3; ++i)
    {
        EXPECT_EQ(DrawUntil(96, 64, 96, 64).Width, 96U);
        Stop();
        Start(platform::DescribeWindow(*Opened));
    }
}

TEST_P(VulkanWindow, AFrameWithoutAPassIsPresented)
{
    AcquiredFrame frame;
    ASSERT_EQ(Acquire(96, 64, frame), AcquireStatus::Ready);
    SubmitFrame({});
    EXPECT_EQ(DrawColour(96, 64, 0, 1, 0).Width, 96U);
}

INSTANTIATE_TEST_SUITE_P(Servers, VulkanWindow, GetServers(), NameServer);
} // namespace
} // namespace ludus::graphics::rhi::tests
