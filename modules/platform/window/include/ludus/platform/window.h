// A window for programs of ours: opened, polled, described to the renderer, closed. Nothing here waits.
//
//     platform::Window* window = nullptr;
//     if (platform::OpenWindow({.Title = "Model", .Width = 1280, .Height = 720}, window) ==
//     platform::WindowStatus::Ready)
//     {
//         rhi::CreateDevice(application, platform::DescribeWindow(*window), ...);
//         for (platform::WindowEvent event; platform::PollWindowEvent(*window, event);) { ... }   // once a tick
//         ... destroy the device first ...
//         platform::CloseWindow(window);
//     }
//
// Wayland and X11 come from one library behind this header (SDL2), in a page the window is one of its canvases; the RHI
// never needs it. One window is open at a time; all calls belong to the thread that opened the first one.
//
// In a page, pixels are the screen's own: the canvas' size times the device pixel ratio. The page lays a resizable
// canvas out, by style and not by the canvas' width and height, which the renderer sets. Sizes are zero while the tab
// is hidden. Two fingers that part or close are a wheel. Tab leaves the canvas; Close never comes.
#pragma once

#include <ludus/foundation/base/types.h>
#include <ludus/platform/native_window.h>

namespace ludus::platform
{
/// An open window; made and freed by the functions below.
struct Window;

enum class WindowStatus : foundation::uint8
{
    Ready,
    Unavailable, // no display server of the asked kind, or no such canvas; GetWindowProblem says more
    InvalidDescription,
    Busy, // a window is open already: one at a time
    OutOfMemory,
};

/// Which display server to open on. Any prefers Wayland where WAYLAND_DISPLAY is set, else X11.
enum class WindowChoice : foundation::uint8
{
    Any,
    Wayland,
    X11,
};

struct WindowDescription final
{
    const char* Title{"Ludus"};     // UTF-8, copied
    foundation::uint32 Width{800};  // in the display server's units, 1 to 16384; pixels unless the display is scaled;
                                    // in a page CSS pixels, for a canvas that is not resizable
    foundation::uint32 Height{600}; // likewise
    bool IsResizable{true};
    WindowChoice Choice{WindowChoice::Any};
    const char* CanvasSelector{"#canvas"}; // in a page: which canvas, at most 255 bytes, copied
};

enum class WindowEventKind : foundation::uint8
{
    None,
    Close,       // the user wants the window gone; nothing is closed yet
    Resize,      // Width, Height in pixels; both zero while the window is minimised
    PointerMove, // X, Y, DeltaX, DeltaY, Buttons
    PointerDown, // X, Y, Button, Buttons
    PointerUp,   // X, Y, Button, Buttons
    Wheel,       // DeltaX, DeltaY in notches; positive away from the user and to the right
    KeyDown,     // Key, Character, IsRepeat
    KeyUp,       // Key, Character
};

enum class PointerButton : foundation::uint8
{
    None = 0,
    Left = 1,
    Middle = 2,
    Right = 4,
};

enum class WindowKey : foundation::uint8
{
    Other,
    Character, // WindowEvent::Character names it
    Escape,
    Enter,
    Tab,
    Left,
    Right,
    Up,
    Down,
    PageUp,
    PageDown,
    Home,
    End,
};

struct WindowEvent final
{
    WindowEventKind Kind{WindowEventKind::None};
    foundation::uint32 Width{0};
    foundation::uint32 Height{0};
    foundation::float32 X{0}; // pixels from the window's left edge
    foundation::float32 Y{0}; // pixels from its top edge
    foundation::float32 DeltaX{0};
    foundation::float32 DeltaY{0};
    PointerButton Button{PointerButton::None}; // the one that changed
    foundation::uint8 Buttons{0};              // mask of PointerButton held down
    WindowKey Key{WindowKey::Other};
    char Character{0}; // printable ASCII without modifiers, letters in lower case
    bool IsRepeat{false};
};

/// Opens a window and shows it. `window` must be null; it is written on Ready only.
[[nodiscard]] WindowStatus OpenWindow(const WindowDescription& description, Window*& window) noexcept;

/// Closes a window and nulls the pointer; null is ignored. Whatever draws to it must have been destroyed before.
void CloseWindow(Window*& window) noexcept;

/// What the renderer needs to draw to this window: its system, native objects and present size in pixels.
[[nodiscard]] NativeWindowInfo DescribeWindow(const Window& window) noexcept;

/// Size in pixels at this moment; both zero while the window is minimised.
void GetWindowPixelSize(const Window& window, foundation::uint32& width, foundation::uint32& height) noexcept;

/// Asks for another size, in the units of WindowDescription. The display server may refuse; a Resize event reports
/// what it granted.
void SetWindowSize(Window& window, foundation::uint32 width, foundation::uint32 height) noexcept;

/// Minimises or restores the window, where the display server supports it; a page cannot.
void SetWindowMinimised(Window& window, bool isMinimised) noexcept;

void SetWindowTitle(Window& window, const char* title) noexcept;

/// Takes the next event of this window; false when there is none. Call it until it answers false, once a tick.
[[nodiscard]] bool PollWindowEvent(Window& window, WindowEvent& event) noexcept;

/// What the windowing library said about the last failure of this thread; empty when there was none.
[[nodiscard]] const char* GetWindowProblem() noexcept;
} // namespace ludus::platform
