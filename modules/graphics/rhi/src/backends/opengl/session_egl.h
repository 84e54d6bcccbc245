// The context and its window, through EGL.
#pragma once

#include "backends/common/wayland_pacing.h"
#include "backends/opengl/gl_api.h"
#include "backends/opengl/surface_native.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::opengl
{
class Session final
{
public:
    Session() noexcept = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    ~Session() { Stop(); }

    /// Makes a context, not current afterwards; on failure `error` says at which step. `isDebug`: one that explains its
    /// errors.
    [[nodiscard]] BackendStatus Start(const WindowInfo& window, bool isDebug, StartupError& error) noexcept;
    void Stop() noexcept;

    [[nodiscard]] bool IsHeadless() const noexcept { return Window == EGL_NO_SURFACE; }

    /// For tests.
    [[nodiscard]] EGLContext GetContext() const noexcept { return Context; }

    /// What the display knows of the device behind it.
    void Describe(MeasurementAdapter& adapter) const noexcept;

    /// The GPU's time between the two ends of a query, in contexts that know no other.
    [[nodiscard]] bool ReadElapsed(GLuint /*query*/, float64& /*nanoseconds*/) const noexcept { return false; }

    /// Whether the context was lost behind OpenGL's back.
    [[nodiscard]] bool IsGone() const noexcept { return false; } // glGetGraphicsResetStatus tells

    /// How presentation keeps to the display's pace. With the context current, as all that follows.
    void SetPace(const WindowInfo& window) noexcept;

    /// Waits at most `milliseconds` until the display wants a frame. False: not yet.
    [[nodiscard]] bool WaitForPace(int32 milliseconds) noexcept { return Pacing.Wait(milliseconds); }

    /// Tells how large the frame is that is shown next; answers the rows of the window's framebuffer.
    [[nodiscard]] uint32 ResizeTo(uint32 width, uint32 height) noexcept;

    /// Shows what was drawn to the window's framebuffer; a window that is gone shows nothing and is Ready. Lost: the
    /// context is.
    [[nodiscard]] BackendStatus Present() noexcept;

private:
    friend class ContextGuard;

    [[nodiscard]] BackendStatus FindDisplay(const WindowInfo& window) noexcept;
    [[nodiscard]] BackendStatus ChooseConfig() noexcept;
    [[nodiscard]] BackendStatus MakeContext(bool isDebug) noexcept;

    EGLDisplay Display{EGL_NO_DISPLAY};
    EGLConfig Config{nullptr};
    EGLContext Context{EGL_NO_CONTEXT};
    EGLSurface Window{EGL_NO_SURFACE}; // none: headless
    NativeWindow Native{};             // behind Window
    WaylandPacing Pacing{};
    bool EndsDisplay{false}; // nobody had initialised it before
};

/// Makes the session's context current, and at its end the one that was current before, or none.
class ContextGuard final
{
public:
    explicit ContextGuard(const Session& session) noexcept;
    ContextGuard(const ContextGuard&) = delete;
    ContextGuard& operator=(const ContextGuard&) = delete;
    ~ContextGuard();

    /// Whether the session's context is current now.
    [[nodiscard]] bool IsHeld() const noexcept { return IsCurrent; }

private:
    EGLDisplay OwnDisplay{EGL_NO_DISPLAY};
    EGLDisplay Display{EGL_NO_DISPLAY};
    EGLContext Context{EGL_NO_CONTEXT};
    EGLSurface Draw{EGL_NO_SURFACE};
    EGLSurface Read{EGL_NO_SURFACE};
    bool IsCurrent{false};
    bool Restores{false};
};
} // namespace ludus::graphics::rhi::internal::opengl
