#include "backends/opengl/session_web.h"

#include <emscripten/em_js.h>
#include <emscripten/html5.h>

#include <cstring>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// Where Emscripten finds a canvas that is no part of the page.
constexpr const char* HIDDEN_CANVAS = "!ludus-headless";
} // namespace

// clang-format off
EM_JS(void, ludus_webgl_make_hidden_canvas, (const char* name), {
    var key = UTF8ToString(name);
    if (!specialHTMLTargets[key]) {
        specialHTMLTargets[key] = typeof document === 'undefined' ? new OffscreenCanvas(1, 1)
                                                                   : document.createElement('canvas');
    }
});

// clang-format on

BackendStatus Session::Start(const WindowInfo& window, bool /*isDebug*/, StartupError& error) noexcept
{
    const char* target = HIDDEN_CANVAS;
    if (window.System == platform::WindowSystem::WebCanvas)
    {
        error = StartupError::SurfaceUnavailable;
        if (std::strlen(window.CanvasSelector) >= sizeof Canvas)
        {
            return BackendStatus::Refused;
        }
        std::strcpy(Canvas, window.CanvasSelector);
        target = Canvas;
    }
    else
    {
        ludus_webgl_make_hidden_canvas(HIDDEN_CANVAS);
    }
    error = StartupError::AdapterUnavailable;
    EmscriptenWebGLContextAttributes attributes;
    emscripten_webgl_init_context_attributes(&attributes);
    attributes.majorVersion = 2;
    attributes.minorVersion = 0;
    attributes.alpha = EM_FALSE;
    attributes.depth = EM_FALSE; // frames have images of their own
    attributes.stencil = EM_FALSE;
    attributes.antialias = EM_FALSE;
    attributes.enableExtensionsByDefault = EM_FALSE;
    const EMSCRIPTEN_WEBGL_CONTEXT_HANDLE made = emscripten_webgl_create_context(target, &attributes);
    Context = made > 0 ? made : 0;
    return Context != 0 ? BackendStatus::Ready : BackendStatus::Refused;
}

void Session::Stop() noexcept
{
    if (Context != 0)
    {
        emscripten_webgl_destroy_context(Context);
        Context = 0;
    }
}

uint32 Session::ResizeTo(uint32 width, uint32 height) noexcept
{
    int present[2]{};
    emscripten_get_canvas_element_size(Canvas, &present[0], &present[1]);
    if (static_cast<uint32>(present[0]) != width || static_cast<uint32>(present[1]) != height)
    {
        emscripten_set_canvas_element_size(Canvas, static_cast<int>(width), static_cast<int>(height));
    }
    return height;
}
} // namespace ludus::graphics::rhi::internal::opengl
