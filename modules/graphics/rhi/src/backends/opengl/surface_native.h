// The window systems that EGL draws to here.
#pragma once

#include "backends/opengl/gl_api.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::opengl
{
/// What a window's surface is made from, beside the window itself.
struct NativeWindow final
{
    void* Wayland{nullptr}; // a wl_egl_window of ours
};

/// The display of a window's system; none where EGL does not know that system. Not initialised.
[[nodiscard]] EGLDisplay GetWindowDisplay(const WindowInfo& window) noexcept;

/// Makes the surface of a window, with a configuration that fits it and that OpenGL can draw to.
[[nodiscard]] BackendStatus MakeWindow(const WindowInfo& window, EGLDisplay display, EGLConfig& config,
                                       EGLSurface& surface, NativeWindow& native) noexcept;

/// Says how large the next frame is, where the window system does not know.
void ResizeWindow(const NativeWindow& native, uint32 width, uint32 height) noexcept;

void ReleaseWindow(NativeWindow& native) noexcept;
} // namespace ludus::graphics::rhi::internal::opengl
