#include "window_scene.h"

#include "screen.h"

namespace ludus::graphics::rhi::tests
{
void WindowScene::SetUp()
{
    ExpectServer(GetParam());
    if (IsSkipped() || HasFatalFailure())
    {
        return;
    }
    for (const Lane& lane : GetLanes())
    {
        if (lane.Api == Chosen.Api && !GetAbsence(lane).empty())
        {
            ASSERT_FALSE(lane.IsRequired) << GetAbsence(lane);
            GTEST_SKIP() << "declared absent: " << GetAbsence(lane);
        }
    }
    ASSERT_NO_FATAL_FAILURE(OpenWindowOn(GetParam(), Opened));
    Start();
}

void WindowScene::TearDown()
{
    if (Opened != nullptr)
    {
        Stop();
        platform::CloseWindow(Opened);
    }
}

void WindowScene::Start()
{
    DeviceDescription description;
    description.Selection = Chosen.Selection;
    ASSERT_EQ(CreateDevice({}, platform::DescribeWindow(*Opened), description, Device, Surface), Chosen.Created);
    IsStarted = true;
    DeviceInfo info;
    ASSERT_EQ(Settle([&] { return GetDeviceInfo(Device, info); }), DeviceStatus::Ready);
}

void WindowScene::Stop()
{
    if (IsStarted)
    {
        IsStarted = false;
        EXPECT_EQ(DestroyDevice(Device), DeviceStatus::Ready);
        Surface = {};
    }
}

DeviceStatus WindowScene::BeginPatiently()
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

void WindowScene::Show(uint32 width, uint32 height, float64 red, float64 green, float64 blue, int frames)
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

void WindowScene::ExpectOnScreen(int x, int y, uint32 expected)
{
    if (GetParam().Choice == platform::WindowChoice::X11)
    {
        EXPECT_EQ(WaitForScreenPixel(platform::DescribeWindow(*Opened).XWindow, x, y, expected), expected)
            << "at " << x << ' ' << y;
    }
}

void WindowScene::ExpectItFollowsItsSize()
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

void WindowScene::ExpectAZeroTargetSkipsAndComesBack()
{
    Show(96, 64, 1, 0, 0);
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 0, .Height = 64}), DeviceStatus::Ready);
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
    Show(96, 64, 0, 0, 1);
    ExpectOnScreen(50, 50, BLUE);
}

void WindowScene::ExpectSessionsInTurn(const std::function<void()>& whenStopped)
{
    for (int i = 0; i < 3; ++i)
    {
        Show(96, 64, i == 0 ? 1 : 0, i == 1 ? 1 : 0, i == 2 ? 1 : 0);
        ExpectOnScreen(10, 10, i == 0 ? RED : i == 1 ? GREEN : BLUE);
        Stop();
        whenStopped();
        Start();
    }
    Show(96, 64, 1, 0, 0);
    ExpectOnScreen(10, 10, RED);
}
} // namespace ludus::graphics::rhi::tests
