// What a renderer draws to: a window, a browser canvas, or nothing on screen. Plain data; every pointer is borrowed.
#pragma once

#include <ludus/foundation/base/types.h>

struct wl_display;
struct wl_surface;

namespace ludus::platform
{
/// Which of the handles in `NativeWindowInfo` are meaningful.
enum class WindowSystem : foundation::uint8
{
    Headless,  // no window: frames are drawn to a private image
    Wayland,   // Display, Surface
    WebCanvas, // CanvasSelector
    Cocoa,     // CocoaWindow, CocoaView
    Win32,     // Win32Instance, Win32Window
    X11,       // XDisplay, XWindow
};

/// A borrowed drawing target. The objects behind the pointers must outlive the session that was started with them.
struct NativeWindowInfo final
{
    WindowSystem System{WindowSystem::Headless};
    ::wl_display* Display{nullptr};
    ::wl_surface* Surface{nullptr};
    foundation::uint32 Width{800};  // pixels, initial
    foundation::uint32 Height{600}; // pixels, initial
    const char* CanvasSelector{nullptr};
    void* CocoaWindow{nullptr};   // NSWindow
    void* CocoaView{nullptr};     // NSView that receives the layer
    void* Win32Instance{nullptr}; // HINSTANCE
    void* Win32Window{nullptr};   // HWND
    void* XDisplay{nullptr};      // Display of Xlib
    foundation::uint64 XWindow{0};
};
} // namespace ludus::platform
