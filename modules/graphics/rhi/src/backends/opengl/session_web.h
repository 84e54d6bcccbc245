// The context and its canvas, through Emscripten: WebGL 2.
#pragma once

#include "backends/opengl/gl_api.h"
#include "boundary/backend.h"

#include <emscripten/html5_webgl.h>

namespace ludus::graphics::rhi::internal::opengl
{
class Session final
{
public:
    Session() noexcept = default;
    Session(const Session&) = delete;
    Session& operator=(const Session&) = delete;

    ~Session() { Stop(); }

    /// Makes a context of the window's canvas, or without a window of a canvas of its own that no page shows. A canvas
    /// has one context for its life: it may have been used before, and one that the browser took away is refused.
    [[nodiscard]] BackendStatus Start(const WindowInfo& window, bool isDebug, StartupError& error) noexcept;
    void Stop() noexcept;

    [[nodiscard]] bool IsHeadless() const noexcept { return Canvas[0] == 0; }

    void Describe(MeasurementAdapter& /*adapter*/) const noexcept {} // a page is not told

    /// Whether the browser took the context away, even if it has given it back: what was in it is gone.
    [[nodiscard]] bool IsGone() const noexcept;

    /// Whether the context can be told which vertex lends what is not interpolated. With the context current.
    [[nodiscard]] bool HasProvokingVertex() const noexcept;

    /// Whether framebuffers may have channels of binary16, from now on. With the context current.
    [[nodiscard]] bool HasFloatTargets() const noexcept;

    /// Bits of the counter of queries that take the time between two calls; zero: the context has none. With the
    /// context current, as what follows.
    [[nodiscard]] uint32 FindElapsedQueries() const noexcept;

    /// Reads such a query that is there. False: the GPU's clock was disturbed meanwhile, or the number is not exact.
    [[nodiscard]] bool ReadElapsed(GLuint query, float64& nanoseconds) const noexcept;

    void SetPace(const WindowInfo& /*window*/) noexcept {} // the page's

    [[nodiscard]] bool WaitForPace(int32 /*milliseconds*/) noexcept { return true; }

    /// Gives the canvas the frame's size; answers its rows.
    [[nodiscard]] uint32 ResizeTo(uint32 width, uint32 height) noexcept;

    /// The browser shows the canvas when the page's turn ends.
    [[nodiscard]] BackendStatus Present() noexcept { return BackendStatus::Ready; }

private:
    friend class ContextGuard;

    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE Context{0};
    int Losses{-1};     // of the canvas, before this session; below zero: nobody counts
    char Canvas[256]{}; // its selector, as long as a window's may be
};

/// Makes the session's context current, and at its end the one that was current before, or none.
class ContextGuard final
{
public:
    explicit ContextGuard(const Session& session) noexcept
        : Before(emscripten_webgl_get_current_context()), IsOurs(Before == session.Context)
    {
        IsCurrent = session.Context != 0 &&
                    (IsOurs || emscripten_webgl_make_context_current(session.Context) == EMSCRIPTEN_RESULT_SUCCESS);
    }

    ContextGuard(const ContextGuard&) = delete;
    ContextGuard& operator=(const ContextGuard&) = delete;

    ~ContextGuard()
    {
        if (!IsOurs)
        {
            emscripten_webgl_make_context_current(Before);
        }
    }

    [[nodiscard]] bool IsHeld() const noexcept { return IsCurrent; }

private:
    EMSCRIPTEN_WEBGL_CONTEXT_HANDLE Before;
    bool IsOurs;
    bool IsCurrent{false};
};
} // namespace ludus::graphics::rhi::internal::opengl
