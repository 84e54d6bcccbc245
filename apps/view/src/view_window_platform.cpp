// The viewer's window where windows are compiled in.
#include "view_window.h"

#include <ludus/platform/window.h>

namespace ludus::view
{
struct ViewWindow::State final
{
    platform::Window* Window{nullptr};
};

ViewWindow::ViewWindow() : Native(std::make_unique<State>()) {}

ViewWindow::~ViewWindow()
{
    platform::CloseWindow(Native->Window);
}

bool ViewWindow::Open(const std::string& title, uint32 width, uint32 height, std::string& problem)
{
    platform::WindowDescription description;
    description.Title = title.c_str();
    description.Width = width;
    description.Height = height;
    if (platform::OpenWindow(description, Native->Window) == platform::WindowStatus::Ready)
    {
        return true;
    }
    problem = std::string("no window can be opened: ") + platform::GetWindowProblem() +
              "; --out writes a picture without one";
    return false;
}

platform::NativeWindowInfo ViewWindow::Describe() const
{
    return platform::DescribeWindow(*Native->Window);
}

ViewWindow::Input ViewWindow::Poll(const Camera& camera, const Orbit& home, Orbit& orbit)
{
    constexpr auto LEFT = static_cast<unsigned>(platform::PointerButton::Left);
    Input input;
    platform::WindowEvent event;
    while (platform::PollWindowEvent(*Native->Window, event))
    {
        input.HasChanged = true;
        switch (event.Kind)
        {
        case platform::WindowEventKind::Close:
            input.HasToClose = true;
            break;
        case platform::WindowEventKind::PointerMove:
            if ((event.Buttons & LEFT) != 0)
            {
                Turn(orbit, event.DeltaX, event.DeltaY);
            }
            else if (event.Buttons != 0)
            {
                Pan(orbit, camera, event.DeltaX, event.DeltaY);
            }
            break;
        case platform::WindowEventKind::Wheel:
            ZoomBy(orbit, event.DeltaY);
            break;
        case platform::WindowEventKind::KeyDown:
            input.HasToClose = input.HasToClose || event.Key == platform::WindowKey::Escape;
            if (event.Key == platform::WindowKey::Character && event.Character == 'r')
            {
                orbit = home;
            }
            break;
        default:
            break;
        }
    }
    platform::GetWindowPixelSize(*Native->Window, input.Width, input.Height);
    return input;
}
} // namespace ludus::view
