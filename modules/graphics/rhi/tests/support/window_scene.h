// A window on a server and a session of one backend that draws to it, with the cases that every such backend passes.
#pragma once

#include "device_test.h"
#include "servers.h"

#include <functional>

namespace ludus::graphics::rhi::tests
{
/// The backend of a fixture's sessions, and what the creation of their devices answers.
struct WindowBackend final
{
    Backend Api;
    BackendSelection Selection;
    DeviceStatus Created;
};

class WindowScene : public testing::TestWithParam<Server>
{
protected:
    static constexpr uint32 RED = 0xFF0000FFU; // as WaitForScreenPixel packs texels
    static constexpr uint32 GREEN = 0xFF00FF00U;
    static constexpr uint32 BLUE = 0xFFFF0000U;

    explicit WindowScene(const WindowBackend& backend) : Chosen(backend) {}

    /// Opens the window and starts the first session; skips the case where the backend's lane is declared absent.
    void SetUp() override;
    void TearDown() override;

    void Start();
    void Stop();

    /// Begins a frame, again while it is skipped, a hundred times at most.
    DeviceStatus BeginPatiently();

    /// Shows frames of one colour. Of three, the last finds a window that has the size of the first.
    void Show(uint32 width, uint32 height, float64 red, float64 green, float64 blue, int frames = 3);

    /// On a screen that can be read, the pixel of the window.
    void ExpectOnScreen(int x, int y, uint32 expected);

    void ExpectItFollowsItsSize();
    void ExpectAZeroTargetSkipsAndComesBack();

    /// `whenStopped` runs between one session and the next.
    void ExpectSessionsInTurn(const std::function<void()>& whenStopped = [] {});

    platform::Window* Opened{nullptr};
    DeviceHandle Device{};
    SurfaceHandle Surface{};

private:
    WindowBackend Chosen;
    bool IsStarted{false};
};
} // namespace ludus::graphics::rhi::tests
