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
    var present = specialHTMLTargets[key];
    var context = present && present.getContext('webgl2'); // none where the browser has no WebGL 2
    if (!context || context.isContextLost()) {
        specialHTMLTargets[key] = typeof document === 'undefined' ? new OffscreenCanvas(1, 1)
                                                                   : document.createElement('canvas');
    }
});

// A selector may name nothing, or something else. In a worker every canvas is refused: nothing here was ever tried there.
EM_JS(int, ludus_webgl_is_canvas, (const char* selector), {
    if (typeof HTMLCanvasElement === 'undefined') return 0;
    try {
        var found = findCanvasEventTarget(UTF8ToString(selector));
        return found && (found instanceof HTMLCanvasElement || found instanceof OffscreenCanvas) ? 1 : 0;
    } catch (error) {
        return 0;
    }
});

// Whether another canvas gets a context, which is given back at once.
EM_JS(int, ludus_webgl_is_offered, (), {
    var context = document.createElement('canvas').getContext('webgl2');
    if (context) {
        var loss = context.getExtension('WEBGL_lose_context');
        if (loss) loss.loseContext();
    }
    return context ? 1 : 0;
});

// A browser gives back what it took only where somebody asks for it at the moment of the loss. It may do so before we
// look again, and nothing of ours is in what it gives back: so losses are counted. Answers how many there have been,
// or -1 where the context is lost already: whoever had it then has answered, or the browser does not give it back.
EM_JS(int, ludus_webgl_watch_losses, (int context), {
    var gl = GL.contexts[context].GLctx;
    if (gl.isContextLost()) return -1;
    var canvas = gl.canvas;
    var losses = canvas.ludusLosses;
    if (!losses) {
        losses = canvas.ludusLosses = { count: 0, isWatched: true };
        losses.forget = function() {
            canvas.removeEventListener('webglcontextlost', losses.note);
            delete canvas.ludusLosses;
        };
        losses.note = function(event) {
            event.preventDefault();
            ++losses.count;
            if (!losses.isWatched) losses.forget();
        };
        canvas.addEventListener('webglcontextlost', losses.note);
    }
    losses.isWatched = true;
    return losses.count;
});

// A loss that the canvas has not been told of yet is still to be answered, or the browser gives nothing back.
EM_JS(void, ludus_webgl_forget_losses, (int context, int count), {
    var gl = GL.contexts[context].GLctx;
    var losses = gl.canvas.ludusLosses;
    losses.isWatched = false;
    if (!gl.isContextLost() || losses.count !== count) losses.forget();
});

EM_JS(int, ludus_webgl_is_gone, (int context, int count), {
    var gl = GL.contexts[context].GLctx;
    return gl.isContextLost() || gl.canvas.ludusLosses.count !== count ? 1 : 0;
});

// What a page may have set that OpenGL has no name for, where the canvas's own framebuffer is drawn to, and errors that
// nobody has asked for, as those of deleting what went with a context.
EM_JS(void, ludus_webgl_reset_page_state, (int context), {
    var gl = GL.contexts[context].GLctx;
    while (gl.getError() !== gl.NO_ERROR && !gl.isContextLost()) {}
    gl.pixelStorei(gl.UNPACK_FLIP_Y_WEBGL, false);
    gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false);
    gl.bindFramebuffer(gl.FRAMEBUFFER, null);
    gl.drawBuffers([gl.BACK]);
});

EM_JS(int, ludus_webgl_find_elapsed_queries, (), {
    var timer = GLctx.getExtension('EXT_disjoint_timer_query_webgl2');
    return timer ? GLctx.getQuery(timer.TIME_ELAPSED_EXT, timer.QUERY_COUNTER_BITS_EXT) : 0;
});

EM_JS(double, ludus_webgl_read_elapsed, (unsigned int query), {
    var value = GLctx.getQueryParameter(GL.queries[query], GLctx.QUERY_RESULT);
    var isDisjoint = GLctx.getParameter(GLctx.getExtension('EXT_disjoint_timer_query_webgl2').GPU_DISJOINT_EXT);
    return isDisjoint || !Number.isSafeInteger(value) ? -1 : value;
});

EM_JS(int, ludus_webgl_has_provoking_vertex, (), {
    return GLctx.getExtension('WEBGL_provoking_vertex') ? 1 : 0;
});

EM_JS(int, ludus_webgl_has_float_targets, (), {
    return GLctx.getExtension('EXT_color_buffer_float') ? 1 : 0;
});

EM_JS(void, ludus_webgl_provoking_vertex, (unsigned int mode), {
    GLctx.getExtension('WEBGL_provoking_vertex').provokingVertexWEBGL(mode);
});

EM_JS(const foundation::uint8*, ludus_webgl_draw_offsets,
      (const foundation::uint8* at, const foundation::uint8* end, unsigned int header, unsigned int binding,
       unsigned int buffer, int offset, int size, unsigned int indexType, unsigned int indexCount,
       unsigned int firstIndexByte, unsigned int instanceCount), {
    var gl = GLctx, bound = GL.buffers[buffer], words = HEAPU32;
    for (at = at >>> 2, end = end >>> 2; at < end && words[at] === header; at += 2) {
        gl.bindBufferRange(0x8A11, binding, bound, offset + words[at + 1], size);
        gl.drawElementsInstanced(4, indexCount, indexType, firstIndexByte, instanceCount);
    }
    return at << 2;
});

// clang-format on

BackendStatus Session::Start(const WindowInfo& window, bool /*isDebug*/, StartupError& error) noexcept
{
    const char* target = HIDDEN_CANVAS;
    if (window.System == platform::WindowSystem::WebCanvas)
    {
        error = StartupError::SurfaceUnavailable;
        if (std::strlen(window.CanvasSelector) >= sizeof Canvas || ludus_webgl_is_canvas(window.CanvasSelector) == 0)
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
    if (Context == 0)
    {
        // A canvas that somebody else draws to has another kind of context for its life.
        const bool isTaken = !IsHeadless() && ludus_webgl_is_offered() != 0;
        error = isTaken ? StartupError::SurfaceUnavailable : error;
        return BackendStatus::Refused;
    }
    Losses = ludus_webgl_watch_losses(Context);
    if (Losses < 0)
    {
        Stop();
        return BackendStatus::Refused;
    }
    ludus_webgl_reset_page_state(Context);
    return BackendStatus::Ready;
}

bool Session::IsGone() const noexcept
{
    return ludus_webgl_is_gone(Context, Losses) != 0;
}

uint32 Session::FindElapsedQueries() const noexcept
{
    const int bits = ludus_webgl_find_elapsed_queries();
    return bits > 0 ? static_cast<uint32>(bits) : 0;
}

bool Session::ReadElapsed(GLuint query, float64& nanoseconds) const noexcept
{
    const float64 value = ludus_webgl_read_elapsed(query);
    nanoseconds = value >= 0 ? value : nanoseconds;
    return value >= 0;
}

bool Session::HasFloatTargets() const noexcept
{
    return ludus_webgl_has_float_targets() != 0;
}

bool Session::HasProvokingVertex() const noexcept
{
    return ludus_webgl_has_provoking_vertex() != 0;
}

void Session::Stop() noexcept
{
    if (Context != 0)
    {
        if (Losses >= 0)
        {
            ludus_webgl_forget_losses(Context, Losses);
        }
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
