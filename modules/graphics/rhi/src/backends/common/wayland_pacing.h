// When a Wayland window wants its next frame. Presenting in FIFO mode waits, without bound, until the compositor asks
// for another frame, and for a hidden window it never asks (Mesa; a known property of the protocol's frame callbacks).
// So the backend asks for a callback of its own with each presented frame, waits for it with a bound before the next
// one, and skips frames meanwhile: nothing hangs, and the rate is still the compositor's.
#pragma once

#include <ludus/foundation/base/types.h>
#include <ludus/platform/native_window.h>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

class WaylandPacing final
{
public:
    WaylandPacing() noexcept = default;
    WaylandPacing(const WaylandPacing&) = delete;
    WaylandPacing& operator=(const WaylandPacing&) = delete;

    ~WaylandPacing() { Stop(); }

    /// Prepares the callbacks of a window's frames; does nothing for windows of other systems. Without Wayland's client
    /// library frames are not paced.
    void Start(const platform::NativeWindowInfo& window) noexcept;
    void Stop() noexcept;

    /// Asks for the callback of the frame that is presented next.
    void Arm() noexcept;

    /// Forgets the callback: the frame was not presented.
    void Disarm() noexcept;

    /// Waits at most `milliseconds` until the compositor wants a frame. False: not yet.
    [[nodiscard]] bool Wait(int32 milliseconds) noexcept;

private:
    static void OnFrame(void* self, void* callback, uint32 time) noexcept;

    void* Display{nullptr};
    void* Queue{nullptr};   // our callback's own event queue
    void* Surface{nullptr}; // the window's surface, with our queue
    void* Callback{nullptr};
};
} // namespace ludus::graphics::rhi::internal
