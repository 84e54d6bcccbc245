#include "backends/common/wayland_pacing.h"

#include <dlfcn.h>
#include <poll.h>

#include <chrono>

namespace ludus::graphics::rhi::internal
{
namespace
{
// wl_surface.frame, by its place in the protocol; fixed since version 1.
constexpr uint32 SURFACE_FRAME = 3;

using OnFrameFunction = void (*)(void* data, void* callback, uint32 time);

// The functions of libwayland-client that we call. Loaded, not linked: only a program that has a Wayland window needs
// them, and it has loaded the library already.
struct WaylandLibrary final
{
    void* (*CreateQueue)(void* display){nullptr};
    void (*DestroyQueue)(void* queue){nullptr};
    void* (*CreateWrapper)(void* proxy){nullptr};
    void (*DestroyWrapper)(void* wrapper){nullptr};
    void (*SetQueue)(void* proxy, void* queue){nullptr};
    void* (*Construct)(void* proxy, uint32 opcode, const void* interface, ...){nullptr};
    int (*AddListener)(void* proxy, const OnFrameFunction* functions, void* data){nullptr};
    void (*DestroyProxy)(void* proxy){nullptr};
    int (*DispatchPending)(void* display, void* queue){nullptr};
    int (*PrepareRead)(void* display, void* queue){nullptr};
    int (*ReadEvents)(void* display){nullptr};
    void (*CancelRead)(void* display){nullptr};
    int (*Flush)(void* display){nullptr};
    int (*GetDescriptor)(void* display){nullptr};
    const void* CallbackInterface{nullptr};
    bool IsLoaded{false};
};

template <class Function>
bool Load(void* library, const char* name, Function& function) noexcept
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

WaylandLibrary LoadLibrary() noexcept
{
    WaylandLibrary wayland;
    void* library = ::dlopen("libwayland-client.so.0", RTLD_NOW | RTLD_LOCAL); // stays loaded, as the program's own
    if (library == nullptr)
    {
        return wayland;
    }
    wayland.IsLoaded = Load(library, "wl_display_create_queue", wayland.CreateQueue) &&
                       Load(library, "wl_event_queue_destroy", wayland.DestroyQueue) &&
                       Load(library, "wl_proxy_create_wrapper", wayland.CreateWrapper) &&
                       Load(library, "wl_proxy_wrapper_destroy", wayland.DestroyWrapper) &&
                       Load(library, "wl_proxy_set_queue", wayland.SetQueue) &&
                       Load(library, "wl_proxy_marshal_constructor", wayland.Construct) &&
                       Load(library, "wl_proxy_add_listener", wayland.AddListener) &&
                       Load(library, "wl_proxy_destroy", wayland.DestroyProxy) &&
                       Load(library, "wl_display_dispatch_queue_pending", wayland.DispatchPending) &&
                       Load(library, "wl_display_prepare_read_queue", wayland.PrepareRead) &&
                       Load(library, "wl_display_read_events", wayland.ReadEvents) &&
                       Load(library, "wl_display_cancel_read", wayland.CancelRead) &&
                       Load(library, "wl_display_flush", wayland.Flush) &&
                       Load(library, "wl_display_get_fd", wayland.GetDescriptor) &&
                       Load(library, "wl_callback_interface", wayland.CallbackInterface);
    return wayland;
}

const WaylandLibrary& GetLibrary() noexcept
{
    static const WaylandLibrary s_Library = LoadLibrary();
    return s_Library;
}

int32 MillisecondsUntil(std::chrono::steady_clock::time_point end) noexcept
{
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(end - std::chrono::steady_clock::now());
    return left.count() > 0 ? static_cast<int32>(left.count()) : 0;
}
} // namespace

void WaylandPacing::Start(const platform::NativeWindowInfo& window) noexcept
{
    if (window.System != platform::WindowSystem::Wayland || !GetLibrary().IsLoaded)
    {
        return;
    }
    const WaylandLibrary& wayland = GetLibrary();
    Display = window.Display;
    Queue = wayland.CreateQueue(Display);
    Surface = Queue != nullptr ? wayland.CreateWrapper(window.Surface) : nullptr;
    if (Surface != nullptr)
    {
        wayland.SetQueue(Surface, Queue);
    }
}

void WaylandPacing::Stop() noexcept
{
    Disarm();
    if (Surface != nullptr)
    {
        GetLibrary().DestroyWrapper(Surface);
        Surface = nullptr;
    }
    if (Queue != nullptr)
    {
        GetLibrary().DestroyQueue(Queue);
        Queue = nullptr;
    }
}

void WaylandPacing::Arm() noexcept
{
    if (Surface == nullptr || Callback != nullptr)
    {
        return;
    }
    static constexpr OnFrameFunction LISTENER[] = {OnFrame};
    const WaylandLibrary& wayland = GetLibrary();
    Callback = wayland.Construct(Surface, SURFACE_FRAME, wayland.CallbackInterface, nullptr);
    if (Callback != nullptr && wayland.AddListener(Callback, LISTENER, this) != 0)
    {
        Disarm();
    }
}

void WaylandPacing::Disarm() noexcept
{
    if (Callback != nullptr)
    {
        GetLibrary().DestroyProxy(Callback);
        Callback = nullptr;
    }
}

void WaylandPacing::OnFrame(void* self, void*, uint32) noexcept
{
    static_cast<WaylandPacing*>(self)->Disarm();
}

bool WaylandPacing::Wait(int32 milliseconds) noexcept
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(milliseconds);
    const WaylandLibrary& wayland = GetLibrary();
    while (Callback != nullptr)
    {
        // Events that another reader of the connection has put into our queue come first.
        if (wayland.PrepareRead(Display, Queue) != 0)
        {
            if (wayland.DispatchPending(Display, Queue) < 0)
            {
                Disarm(); // the connection is gone; presenting will say so
            }
            continue;
        }
        static_cast<void>(wayland.Flush(Display));
        pollfd poll{.fd = wayland.GetDescriptor(Display), .events = POLLIN, .revents = 0};
        const int32 left = MillisecondsUntil(end);
        if (::poll(&poll, 1, left) <= 0)
        {
            wayland.CancelRead(Display);
            if (left == 0)
            {
                return false;
            }
            continue;
        }
        if (wayland.ReadEvents(Display) < 0 || wayland.DispatchPending(Display, Queue) < 0)
        {
            Disarm();
        }
    }
    return true;
}
} // namespace ludus::graphics::rhi::internal
