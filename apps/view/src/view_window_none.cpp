// The viewer's window in a build without windows: says so.
#include "view_window.h"

namespace ludus::view
{
struct ViewWindow::State final
{
};

ViewWindow::ViewWindow() = default;
ViewWindow::~ViewWindow() = default;

bool ViewWindow::Open(const std::string&, uint32, uint32, std::string& problem)
{
    problem = "this build has no windows (SDL2 was not there when it was configured); --out writes a picture";
    return false;
}

platform::NativeWindowInfo ViewWindow::Describe() const
{
    return {};
}

ViewWindow::Input ViewWindow::Poll(const Camera&, const Orbit&, Orbit&)
{
    return {.HasToClose = true};
}
} // namespace ludus::view
