#include "screen.h"

#include <X11/Xlib.h>
#include <X11/Xutil.h>

#include <chrono>
#include <thread>

namespace ludus::graphics::rhi::tests
{
namespace
{
using foundation::uint32;
using foundation::uint64;

uint32 ReadPixel(::Display* display, uint64 window, int x, int y)
{
    ::XImage* image = ::XGetImage(display, static_cast<::Window>(window), x, y, 1, 1, AllPlanes, ZPixmap);
    if (image == nullptr)
    {
        return 0;
    }
    const auto pixel = static_cast<uint32>(XGetPixel(image, 0, 0)); // 0xRRGGBB on every screen of 24 bits
    XDestroyImage(image);
    return (pixel >> 16 & 0xFFU) | (pixel & 0xFF00U) | (pixel & 0xFFU) << 16 | 0xFF000000U;
}
} // namespace

uint32 WaitForScreenPixel(uint64 window, int x, int y, uint32 expected)
{
    ::Display* display = ::XOpenDisplay(nullptr);
    if (display == nullptr)
    {
        return 0;
    }
    uint32 pixel = 0;
    for (int i = 0; i < 100; ++i)
    {
        pixel = ReadPixel(display, window, x, y);
        if (pixel == expected)
        {
            break;
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
    }
    ::XCloseDisplay(display);
    return pixel;
}
} // namespace ludus::graphics::rhi::tests
