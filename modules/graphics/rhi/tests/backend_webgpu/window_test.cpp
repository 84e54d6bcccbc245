// Frames on windows: what is on the screen, sizes that differ, frames given up, sessions that follow each other.
#include "../support/window_scene.h"
#include "backends/webgpu/backend.h"
#include "backends/webgpu/error_count.h"
#include "frontend/session.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
class WebGpuWindow : public WindowScene
{
protected:
    WebGpuWindow() : WindowScene({Backend::WebGPU, BackendSelection::WebGPU, DeviceStatus::Pending}) {}

    void SetUp() override
    {
        internal::webgpu::ResetWebGpuErrorCount();
        WindowScene::SetUp();
    }

    void TearDown() override
    {
        WindowScene::TearDown();
        EXPECT_EQ(internal::webgpu::GetWebGpuErrorCount(), 0U);
    }
};

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
    ExpectItFollowsItsSize();
}

TEST_P(WebGpuWindow, ZeroTargetSkipsAndComesBack)
{
    ExpectAZeroTargetSkipsAndComesBack();
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
    ExpectSessionsInTurn();
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
