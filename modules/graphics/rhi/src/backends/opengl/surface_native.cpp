#include "backends/opengl/surface_native.h"

#include <dlfcn.h>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
constexpr EGLint MAX_CONFIGS = 128;

// A function of a library that whoever made the window needs as well; null where the system has none. The library stays
// in the process, and no reference to it is kept.
template <class Function>
Function FindFunction(const char* library, const char* name) noexcept
{
    void* handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL | RTLD_NODELETE);
    if (handle == nullptr)
    {
        return nullptr;
    }
    const auto function = reinterpret_cast<Function>(dlsym(handle, name));
    dlclose(handle);
    return function;
}

// Bits of a pixel of an X11 window; zero when it cannot be asked.
EGLint GetDepth(const WindowInfo& window) noexcept
{
    using XGetGeometry = int (*)(void*, unsigned long, unsigned long*, int*, int*, unsigned int*, unsigned int*,
                                 unsigned int*, unsigned int*);
    const auto getGeometry = FindFunction<XGetGeometry>("libX11.so.6", "XGetGeometry");
    unsigned long root = 0;
    int place[2]{};
    unsigned int extent[2]{};
    unsigned int border = 0;
    unsigned int depth = 0;
    if (getGeometry == nullptr || getGeometry(window.XDisplay, window.XWindow, &root, &place[0], &place[1], &extent[0],
                                              &extent[1], &border, &depth) == 0)
    {
        return 0;
    }
    return static_cast<EGLint>(depth);
}

void* MakeWaylandWindow(const WindowInfo& window) noexcept
{
    using Create = void* (*)(::wl_surface*, int, int);
    const auto create = FindFunction<Create>("libwayland-egl.so.1", "wl_egl_window_create");
    return create != nullptr ? create(window.Surface, static_cast<int>(window.Width), static_cast<int>(window.Height))
                             : nullptr;
}
} // namespace

EGLDisplay GetWindowDisplay(const WindowInfo& window) noexcept
{
    const auto get = [](const char* extension, EGLenum system, void* display) noexcept
    {
        return epoxy_has_egl_extension(EGL_NO_DISPLAY, extension) ? eglGetPlatformDisplayEXT(system, display, nullptr)
                                                                  : EGL_NO_DISPLAY;
    };
    switch (window.System)
    {
    case platform::WindowSystem::X11:
        return get("EGL_EXT_platform_x11", EGL_PLATFORM_X11_EXT, window.XDisplay);
    case platform::WindowSystem::Wayland:
        return get("EGL_EXT_platform_wayland", EGL_PLATFORM_WAYLAND_EXT, window.Display);
    default:
        return EGL_NO_DISPLAY;
    }
}

BackendStatus MakeWindow(const WindowInfo& window, EGLDisplay display, EGLConfig& config, EGLSurface& surface,
                         NativeWindow& native) noexcept
{
    const bool isX11 = window.System == platform::WindowSystem::X11;
    const EGLint depth = isX11 ? GetDepth(window) : 0;
    auto xWindow = static_cast<unsigned long>(window.XWindow);
    if (!isX11)
    {
        native.Wayland = MakeWaylandWindow(window);
    }
    void* target = isX11 ? static_cast<void*>(&xWindow) : native.Wayland;
    if (target == nullptr || (isX11 && depth == 0))
    {
        return BackendStatus::Refused;
    }
    const EGLint wanted[] = {
        EGL_SURFACE_TYPE,
        EGL_WINDOW_BIT,
        EGL_RENDERABLE_TYPE,
        EGL_OPENGL_BIT,
        EGL_RED_SIZE,
        8,
        EGL_GREEN_SIZE,
        8,
        EGL_BLUE_SIZE,
        8,
        EGL_NONE,
    };
    EGLConfig configs[MAX_CONFIGS]{};
    EGLint count = 0;
    if (eglChooseConfig(display, wanted, configs, MAX_CONFIGS, &count) != EGL_TRUE)
    {
        return BackendStatus::Refused;
    }
    for (EGLint i = 0; i < count; ++i)
    {
        EGLint bits = 0;
        eglGetConfigAttrib(display, configs[i], EGL_BUFFER_SIZE, &bits);
        if (isX11 && bits != depth)
        {
            continue; // an X11 window has one kind of pixels
        }
        surface = eglCreatePlatformWindowSurfaceEXT(display, configs[i], target, nullptr);
        if (surface != EGL_NO_SURFACE)
        {
            config = configs[i];
            return BackendStatus::Ready;
        }
    }
    return BackendStatus::Refused;
}

void ResizeWindow(const NativeWindow& native, uint32 width, uint32 height) noexcept
{
    using Resize = void (*)(void*, int, int, int, int);
    static const auto s_Resize = FindFunction<Resize>("libwayland-egl.so.1", "wl_egl_window_resize");
    if (native.Wayland != nullptr && s_Resize != nullptr)
    {
        s_Resize(native.Wayland, static_cast<int>(width), static_cast<int>(height), 0, 0);
    }
}

void ReleaseWindow(NativeWindow& native) noexcept
{
    using Destroy = void (*)(void*);
    if (native.Wayland != nullptr)
    {
        const auto destroy = FindFunction<Destroy>("libwayland-egl.so.1", "wl_egl_window_destroy");
        destroy(native.Wayland); // its creation found the library
        native.Wayland = nullptr;
    }
}
} // namespace ludus::graphics::rhi::internal::opengl
