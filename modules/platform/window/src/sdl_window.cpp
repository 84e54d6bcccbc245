// The window of window.h over SDL2, whose display connection and event queue are one for the process.
#include <ludus/platform/window.h>

#include <ludus/foundation/memory/host_memory.h>

#include <SDL.h>
#include <SDL_syswm.h>
#undef None // a macro of Xlib, which SDL_syswm.h includes

#include <cstdlib>
#include <initializer_list>
#include <new>

namespace ludus::platform
{
using foundation::float32;
using foundation::uint32;
using foundation::uint8;

struct Window final
{
    SDL_Window* Native{nullptr};
    uint32 Id{0};
    uint32 ReportedWidth{0}; // pixels of the last Resize event
    uint32 ReportedHeight{0};
};

namespace
{
constexpr uint32 MAX_WINDOW_SIZE = 16384;

bool s_IsOpen = false;

const char* DriverList(WindowChoice choice) noexcept
{
    switch (choice)
    {
    case WindowChoice::Wayland:
        return "wayland";
    case WindowChoice::X11:
        return "x11";
    case WindowChoice::Any:
        break;
    }
    const char* display = std::getenv("WAYLAND_DISPLAY");
    return display != nullptr && *display != '\0' ? "wayland,x11" : "x11,wayland";
}

bool StartVideo(WindowChoice choice) noexcept
{
    SDL_SetMainReady();
    SDL_SetHint(SDL_HINT_NO_SIGNAL_HANDLERS, "1");                 // Ctrl+C ends the program as usual
    SDL_SetHint(SDL_HINT_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR, "0"); // an ordinary window, not a game
    SDL_SetHintWithPriority(SDL_HINT_VIDEODRIVER, DriverList(choice), SDL_HINT_OVERRIDE);
    return SDL_InitSubSystem(SDL_INIT_VIDEO) == 0;
}

bool ReadNative(const Window& window, NativeWindowInfo& info) noexcept
{
    SDL_SysWMinfo native;
    SDL_VERSION(&native.version);
    if (SDL_GetWindowWMInfo(window.Native, &native) != SDL_TRUE)
    {
        return false;
    }
    switch (native.subsystem)
    {
#if defined(SDL_VIDEO_DRIVER_WAYLAND)
    case SDL_SYSWM_WAYLAND:
        info.System = WindowSystem::Wayland;
        info.Display = native.info.wl.display;
        info.Surface = native.info.wl.surface;
        return info.Display != nullptr && info.Surface != nullptr;
#endif
#if defined(SDL_VIDEO_DRIVER_X11)
    case SDL_SYSWM_X11:
        info.System = WindowSystem::X11;
        info.XDisplay = native.info.x11.display;
        info.XWindow = native.info.x11.window;
        return info.XDisplay != nullptr && info.XWindow != 0;
#endif
    default:
        SDL_SetError("SDL opened a window that is neither Wayland nor X11");
        return false;
    }
}

/// Pixels for one unit of the display server, which is what pointer positions arrive in.
void PixelScale(const Window& window, float32& scaleX, float32& scaleY) noexcept
{
    int width = 0;
    int height = 0;
    int pixelWidth = 0;
    int pixelHeight = 0;
    SDL_GetWindowSize(window.Native, &width, &height);
    SDL_GetWindowSizeInPixels(window.Native, &pixelWidth, &pixelHeight);
    scaleX = width > 0 ? static_cast<float32>(pixelWidth) / static_cast<float32>(width) : 1.0F;
    scaleY = height > 0 ? static_cast<float32>(pixelHeight) / static_cast<float32>(height) : 1.0F;
}

PointerButton ButtonOf(uint8 button) noexcept
{
    switch (button)
    {
    case SDL_BUTTON_LEFT:
        return PointerButton::Left;
    case SDL_BUTTON_MIDDLE:
        return PointerButton::Middle;
    case SDL_BUTTON_RIGHT:
        return PointerButton::Right;
    default:
        return PointerButton::None;
    }
}

uint8 ButtonMask(uint32 state) noexcept
{
    uint8 mask = 0;
    for (const uint8 button : {uint8{SDL_BUTTON_LEFT}, uint8{SDL_BUTTON_MIDDLE}, uint8{SDL_BUTTON_RIGHT}})
    {
        if ((state & (1U << (button - 1U))) != 0)
        {
            mask = static_cast<uint8>(mask | static_cast<uint8>(ButtonOf(button)));
        }
    }
    return mask;
}

WindowKey KeyOf(SDL_Keycode code, char& character) noexcept
{
    switch (code)
    {
    case SDLK_ESCAPE:
        return WindowKey::Escape;
    case SDLK_RETURN:
        return WindowKey::Enter;
    case SDLK_TAB:
        return WindowKey::Tab;
    case SDLK_LEFT:
        return WindowKey::Left;
    case SDLK_RIGHT:
        return WindowKey::Right;
    case SDLK_UP:
        return WindowKey::Up;
    case SDLK_DOWN:
        return WindowKey::Down;
    case SDLK_PAGEUP:
        return WindowKey::PageUp;
    case SDLK_PAGEDOWN:
        return WindowKey::PageDown;
    case SDLK_HOME:
        return WindowKey::Home;
    case SDLK_END:
        return WindowKey::End;
    default:
        break;
    }
    if (code >= 32 && code < 127)
    {
        character = static_cast<char>(code);
        return WindowKey::Character;
    }
    return WindowKey::Other;
}

bool IsOf(const SDL_Event& event, uint32 id) noexcept
{
    switch (event.type)
    {
    case SDL_WINDOWEVENT:
        return event.window.windowID == id;
    case SDL_MOUSEMOTION:
        return event.motion.windowID == id;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        return event.button.windowID == id;
    case SDL_MOUSEWHEEL:
        return event.wheel.windowID == id;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        return event.key.windowID == id;
    default:
        return true; // of no window
    }
}

/// Writes a Resize event when the pixel size differs from the one reported last.
bool ReportSize(Window& window, WindowEvent& event) noexcept
{
    uint32 width = 0;
    uint32 height = 0;
    GetWindowPixelSize(window, width, height);
    if (width == window.ReportedWidth && height == window.ReportedHeight)
    {
        return false;
    }
    window.ReportedWidth = width;
    window.ReportedHeight = height;
    event.Kind = WindowEventKind::Resize;
    event.Width = width;
    event.Height = height;
    return true;
}

bool Translate(Window& window, const SDL_Event& from, WindowEvent& event) noexcept
{
    float32 scaleX = 1;
    float32 scaleY = 1;
    switch (from.type)
    {
    case SDL_QUIT:
        event.Kind = WindowEventKind::Close;
        return true;
    case SDL_WINDOWEVENT:
        if (from.window.event == SDL_WINDOWEVENT_CLOSE)
        {
            event.Kind = WindowEventKind::Close;
            return true;
        }
        return ReportSize(window, event);
    case SDL_MOUSEMOTION:
        PixelScale(window, scaleX, scaleY);
        event.Kind = WindowEventKind::PointerMove;
        event.X = static_cast<float32>(from.motion.x) * scaleX;
        event.Y = static_cast<float32>(from.motion.y) * scaleY;
        event.DeltaX = static_cast<float32>(from.motion.xrel) * scaleX;
        event.DeltaY = static_cast<float32>(from.motion.yrel) * scaleY;
        event.Buttons = ButtonMask(from.motion.state);
        return true;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        PixelScale(window, scaleX, scaleY);
        event.Kind = from.type == SDL_MOUSEBUTTONDOWN ? WindowEventKind::PointerDown : WindowEventKind::PointerUp;
        event.X = static_cast<float32>(from.button.x) * scaleX;
        event.Y = static_cast<float32>(from.button.y) * scaleY;
        event.Button = ButtonOf(from.button.button);
        event.Buttons = ButtonMask(SDL_GetMouseState(nullptr, nullptr));
        return event.Button != PointerButton::None;
    case SDL_MOUSEWHEEL:
        event.Kind = WindowEventKind::Wheel;
        event.DeltaX = from.wheel.preciseX;
        event.DeltaY = from.wheel.preciseY;
        return true;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
        event.Kind = from.type == SDL_KEYDOWN ? WindowEventKind::KeyDown : WindowEventKind::KeyUp;
        event.Key = KeyOf(from.key.keysym.sym, event.Character);
        event.IsRepeat = from.key.repeat != 0;
        return true;
    default:
        return false;
    }
}
} // namespace

WindowStatus OpenWindow(const WindowDescription& description, Window*& window) noexcept
{
    if (window != nullptr || description.Title == nullptr || description.Width == 0 || description.Height == 0 ||
        description.Width > MAX_WINDOW_SIZE || description.Height > MAX_WINDOW_SIZE)
    {
        SDL_SetError("a window needs a null output, a title and 1 to %u units in each direction", MAX_WINDOW_SIZE);
        return WindowStatus::InvalidDescription;
    }
    if (s_IsOpen)
    {
        SDL_SetError("a window is open already");
        return WindowStatus::Busy;
    }
    if (!StartVideo(description.Choice))
    {
        return WindowStatus::Unavailable;
    }
    void* memory = foundation::HostAllocate(sizeof(Window));
    if (memory == nullptr)
    {
        SDL_QuitSubSystem(SDL_INIT_VIDEO);
        return WindowStatus::OutOfMemory;
    }
    Window* opened = ::new (memory) Window();
    s_IsOpen = true;
    const uint32 flags =
        static_cast<uint32>(SDL_WINDOW_ALLOW_HIGHDPI | (description.IsResizable ? SDL_WINDOW_RESIZABLE : 0));
    opened->Native = SDL_CreateWindow(description.Title, static_cast<int>(SDL_WINDOWPOS_UNDEFINED),
                                      static_cast<int>(SDL_WINDOWPOS_UNDEFINED), static_cast<int>(description.Width),
                                      static_cast<int>(description.Height), flags);
    NativeWindowInfo info;
    if (opened->Native == nullptr || !ReadNative(*opened, info))
    {
        char problem[256];
        SDL_strlcpy(problem, SDL_GetError(), sizeof problem); // closing may replace SDL's text
        CloseWindow(opened);
        SDL_SetError("%s", problem);
        return WindowStatus::Unavailable;
    }
    opened->Id = SDL_GetWindowID(opened->Native);
    GetWindowPixelSize(*opened, opened->ReportedWidth, opened->ReportedHeight);
    window = opened;
    return WindowStatus::Ready;
}

void CloseWindow(Window*& window) noexcept
{
    if (window == nullptr)
    {
        return;
    }
    if (window->Native != nullptr)
    {
        SDL_DestroyWindow(window->Native);
    }
    window->~Window();
    foundation::HostFree(window, sizeof(Window));
    window = nullptr;
    s_IsOpen = false;
    SDL_QuitSubSystem(SDL_INIT_VIDEO);
}

NativeWindowInfo DescribeWindow(const Window& window) noexcept
{
    NativeWindowInfo info;
    if (!ReadNative(window, info))
    {
        return {}; // cannot happen to an open window: OpenWindow has asked the same
    }
    GetWindowPixelSize(window, info.Width, info.Height);
    return info;
}

void GetWindowPixelSize(const Window& window, uint32& width, uint32& height) noexcept
{
    int pixelWidth = 0;
    int pixelHeight = 0;
    if ((SDL_GetWindowFlags(window.Native) & SDL_WINDOW_MINIMIZED) == 0)
    {
        SDL_GetWindowSizeInPixels(window.Native, &pixelWidth, &pixelHeight);
    }
    width = pixelWidth > 0 ? static_cast<uint32>(pixelWidth) : 0;
    height = pixelHeight > 0 ? static_cast<uint32>(pixelHeight) : 0;
}

void SetWindowSize(Window& window, uint32 width, uint32 height) noexcept
{
    const uint32 legalWidth = width < MAX_WINDOW_SIZE ? width : MAX_WINDOW_SIZE;
    const uint32 legalHeight = height < MAX_WINDOW_SIZE ? height : MAX_WINDOW_SIZE;
    SDL_SetWindowSize(window.Native, static_cast<int>(legalWidth), static_cast<int>(legalHeight));
}

void SetWindowMinimised(Window& window, bool isMinimised) noexcept
{
    if (isMinimised)
    {
        SDL_MinimizeWindow(window.Native);
    }
    else
    {
        SDL_RestoreWindow(window.Native);
    }
}

void SetWindowTitle(Window& window, const char* title) noexcept
{
    SDL_SetWindowTitle(window.Native, title != nullptr ? title : "");
}

bool PollWindowEvent(Window& window, WindowEvent& event) noexcept
{
    WindowEvent found;
    SDL_Event pending;
    while (SDL_PollEvent(&pending) != 0)
    {
        found = {};
        if (IsOf(pending, window.Id) && Translate(window, pending, found))
        {
            event = found;
            return true;
        }
    }
    found = {};
    if (!ReportSize(window, found)) // some servers change the size without telling
    {
        return false;
    }
    event = found;
    return true;
}

const char* GetWindowProblem() noexcept
{
    return SDL_GetError();
}
} // namespace ludus::platform
