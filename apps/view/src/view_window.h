// The viewer's window and its orbit controls.
#pragma once

#include "camera.h"

#include <ludus/platform/native_window.h>

#include <memory>
#include <string>

namespace ludus::view
{
class ViewWindow final
{
public:
    ViewWindow();
    ViewWindow(const ViewWindow&) = delete;
    ViewWindow& operator=(const ViewWindow&) = delete;
    ~ViewWindow();

    /// On failure false, and `problem` says why: without a display, or in a build without windows.
    [[nodiscard]] bool Open(const std::string& title, uint32 width, uint32 height, std::string& problem);

    [[nodiscard]] platform::NativeWindowInfo Describe() const;

    struct Input final
    {
        bool HasToClose{false};
        bool HasChanged{false}; // the camera or the size
        uint32 Width{0};        // pixels; zero while minimised
        uint32 Height{0};
    };

    /// Takes all pending events and moves the orbit with them. `home` is what R goes back to.
    [[nodiscard]] Input Poll(const Camera& camera, const Orbit& home, Orbit& orbit);

private:
    struct State;
    std::unique_ptr<State> Native;
};
} // namespace ludus::view
