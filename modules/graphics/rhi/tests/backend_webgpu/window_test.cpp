// Frames on windows: what is on the screen, sizes that differ, frames given up, sessions that follow each other.
#include "../support/device_test.h"
#include "../support/screen.h"
#include "../support/servers.h"
#include "backends/webgpu/backend.h"
#include "backends/webgpu/error_count.h"
#include "frontend/session.h"

#include <ludus/platform/window.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
class WebGpuWindow : public testing::TestWithParam<Server>
{
protected:
    void SetUp() override
    {
        ExpectServer(GetParam());
        if (IsSkipped() || HasFatalFailure())
        {
            return;
        }
        for (const Lane& lane : GetLanes())
        {
            if (lane.Api == Backend::WebGPU && !GetAbsence(lane).empty())
            {
                ASSERT_FALSE(lane.IsRequired) << GetAbsence(lane);
                GTEST_SKIP() << "declared absent: " << GetAbsence(lane);
            }
        }
        internal::webgpu::ResetWebGpuErrorCount();
        ASSERT_NO_FATAL_FAILURE(OpenWindowOn(GetParam(), Opened));
        Start();
    }

    void TearDown() override
    {
        if (Opened == nullptr)
        {
            return;
        }
        Stop();
        platform::CloseWindow(Opened);
        EXPECT_EQ(internal::webgpu::GetWebGpuErrorCount(), 0U);
    }

    void Start()
    {
        DeviceDescription description;
        description.Selection = BackendSelection::WebGPU;
        ASSERT_EQ(CreateDevice({}, platform::DescribeWindow(*Opened), description, Device, Surface),
                  DeviceStatus::Pending);
        IsStarted = true;
        DeviceInfo info;
        ASSERT_EQ(Settle([&] { return GetDeviceInfo(Device, info); }), DeviceStatus::Ready);
    }

    void Stop()
    {
        if (IsStarted)
        {
            IsStarted = false;
            EXPECT_EQ(DestroyDevice(Device), DeviceStatus::Ready);
            Surface = {};
        }
    }

    [[nodiscard]] bool IsX11() const { return GetParam().Choice == platform::WindowChoice::X11; }

    DeviceStatus BeginPatiently()
    {
        PollEvents(*Opened);
        DeviceStatus status = BeginFrame(Device, Surface);
        for (int tries = 0; tries < 100 && status == DeviceStatus::Skipped; ++tries)
        {
            PollEvents(*Opened);
            status = BeginFrame(Device, Surface);
        }
        return status;
    }

    // Shows three frames of one colour: by the last one the window has the size of the first.
    void Show(uint32 width, uint32 height, float64 red, float64 green, float64 blue, int frames = 3)
    {
        const FrameTarget target{.Width = width, .Height = height, .Red = red, .Green = green, .Blue = blue};
        ASSERT_EQ(SetFrameTarget(Device, Surface, target), DeviceStatus::Ready);
        for (int i = 0; i < frames; ++i)
        {
            ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
            FrameInfo info;
            ASSERT_EQ(GetFrameInfo(Device, Surface, info), DeviceStatus::Ready);
            EXPECT_EQ(info.Width, width);
            EXPECT_EQ(info.Height, height);
            EXPECT_EQ(info.Encoding, SurfaceEncoding::Unorm);
            ASSERT_EQ(EndFrame(Device), DeviceStatus::Ready);
        }
    }

    // On a screen that can be read, the pixel of the window.
    void ExpectOnScreen(int x, int y, uint32 expected)
    {
        if (IsX11())
        {
            EXPECT_EQ(WaitForScreenPixel(platform::DescribeWindow(*Opened).XWindow, x, y, expected), expected)
                << "at " << x << ' ' << y;
        }
    }

    platform::Window* Opened{nullptr};
    DeviceHandle Device{};
    SurfaceHandle Surface{};
    bool IsStarted{false};
};

constexpr uint32 RED = 0xFF0000FFU;
constexpr uint32 GREEN = 0xFF00FF00U;
constexpr uint32 BLUE = 0xFFFF0000U;

TEST_P(WebGpuWindow, ShowsWhatWasDrawn)
{
    Show(96, 64, 1, 0, 0, 120);
    ExpectOnScreen(0, 0, RED);
    ExpectOnScreen(95, 63, RED);
    FrameReadback ticket;
    EXPECT_EQ(RequestFrameReadback(Device, Surface, ticket), RasterStatus::Unsupported);
}

TEST_P(WebGpuWindow, FollowsItsSize)
{
    Show(96, 64, 1, 0, 0);
    ResizeWindow(*Opened, 128, 80);
    Show(128, 80, 0, 1, 0);
    ExpectOnScreen(127, 79, GREEN);
    ExpectOnScreen(0, 0, GREEN);
    ResizeWindow(*Opened, 64, 48);
    Show(64, 48, 0, 0, 1);
    ExpectOnScreen(63, 47, BLUE);
}

TEST_P(WebGpuWindow, ZeroTargetSkipsAndComesBack)
{
    Show(96, 64, 1, 0, 0);
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 0, .Height = 64}), DeviceStatus::Ready);
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
    Show(96, 64, 0, 0, 1);
    ExpectOnScreen(50, 50, BLUE);
}

TEST_P(WebGpuWindow, AFrameWithoutASurfaceLeavesThePicture)
{
    Show(96, 64, 1, 0, 0);
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 9, .Height = 9, .ShouldPresentToSurface = false}),
              DeviceStatus::Ready);
    ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
    EXPECT_EQ(EndFrame(Device), DeviceStatus::Ready);
    ExpectOnScreen(50, 50, RED);
}

TEST_P(WebGpuWindow, FramesGivenUpKeepTheirImage)
{
    for (uint32 i = 0; i < 10; ++i) // more often than there are images
    {
        ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 96, .Height = 64}), DeviceStatus::Ready);
        ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
        internal::GetSession().Native->AbandonFrame();
        internal::GetSession().Frame.IsOpen = false;
    }
    Show(96, 64, 0, 1, 0);
    ExpectOnScreen(50, 50, GREEN);
    ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
    internal::GetSession().Native->AbandonFrame();
    internal::GetSession().Frame.IsOpen = false;
    ResizeWindow(*Opened, 64, 96); // the image given up belongs to images that go
    Show(64, 96, 0, 0, 1);
    ExpectOnScreen(63, 95, BLUE);
    ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready); // and ends in an open frame
}

TEST_P(WebGpuWindow, SessionsFollowEachOtherOnOneWindow)
{
    for (int i = 0; i < 3; ++i)
    {
        Show(96, 64, i == 0 ? 1 : 0, i == 1 ? 1 : 0, i == 2 ? 1 : 0);
        ExpectOnScreen(10, 10, i == 0 ? RED : i == 1 ? GREEN : BLUE);
        Stop();
        Start();
    }
    Show(96, 64, 1, 0, 0);
    ExpectOnScreen(10, 10, RED);
}

// A program that goes on drawing to a window nobody sees must not hang.
TEST_P(WebGpuWindow, MinimisedWindowsSkipOrDraw)
{
    Show(96, 64, 1, 0, 0);
    platform::SetWindowMinimised(*Opened, true);
    for (int i = 0; i < 5; ++i)
    {
        PollEvents(*Opened);
        const DeviceStatus status = BeginFrame(Device, Surface);
        ASSERT_TRUE(status == DeviceStatus::Ready || status == DeviceStatus::Skipped) << status;
        if (status == DeviceStatus::Ready)
        {
            EXPECT_EQ(EndFrame(Device), DeviceStatus::Ready);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Servers, WebGpuWindow, GetServers(), NameServer);
} // namespace
} // namespace ludus::graphics::rhi::tests
