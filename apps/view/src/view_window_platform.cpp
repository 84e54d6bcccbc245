// The viewer's window where windows are compiled in.
#include "view_window.h"

#include <ludus/platform/window.h>

namespace ludus::view
{
namespace
{
/// What the pointer does, by keys.
void Steer(const platform::WindowEvent& event, const Orbit& home, Orbit& orbit)
{
    constexpr float32 STEP = 12; // pixels of a drag
    switch (event.Key)
    {
    case platform::WindowKey::Left:
        Turn(orbit, -STEP, 0);
        break;
    case platform::WindowKey::Right:
        Turn(orbit, STEP, 0);
        break;
    case platform::WindowKey::Up:
        Turn(orbit, 0, -STEP);
        break;
    case platform::WindowKey::Down:
        Turn(orbit, 0, STEP);
        break;
    case platform::WindowKey::Character:
        if (event.Character == '+' || event.Character == '=')
        {
            ZoomBy(orbit, 1);
        }
        else if (event.Character == '-')
        {
            ZoomBy(orbit, -1);
        }
        else if (event.Character == 'r')
        {
            orbit = home;
        }
        break;
    default:
        break;
    }
}
} // namespace

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
            Steer(event, home, orbit);
            break;
        default:
            break;
        }
    }
    platform::GetWindowPixelSize(*Native->Window, input.Width, input.Height);
    return input;
}
} // namespace ludus::view
