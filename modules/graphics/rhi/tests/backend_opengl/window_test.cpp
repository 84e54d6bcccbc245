// Frames on windows: what is on the screen and what is read back, sizes that differ, sessions that follow each other.
#include "opengl_test.h"

#include "../support/window_scene.h"
#include "backends/opengl/debug_log.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
// Swaps that fail, and why.
EGLint s_SwapError = EGL_SUCCESS;

EGLBoolean FailSwap(EGLDisplay /*display*/, EGLSurface /*surface*/)
{
    return EGL_FALSE;
}

EGLint AnswerSwapError()
{
    return s_SwapError;
}

// A driver that gives a window's framebuffer its new size when something is drawn to it, and until then answers the
// size before: of less rows, here. What is shown is looked at in the upper left corner.
constexpr EGLint MISSING_ROWS = 16;
decltype(epoxy_eglQuerySurface) s_Query = nullptr;
decltype(epoxy_glBlitFramebuffer) s_Blit = nullptr;
decltype(epoxy_eglSwapBuffers) s_Swap = nullptr;
bool s_HasDrawn = false;
std::vector<Pixel> s_Corners;

EGLBoolean QueryBefore(EGLDisplay display, EGLSurface surface, EGLint name, EGLint* value)
{
    const EGLBoolean answer = s_Query(display, surface, name, value);
    *value -= name == EGL_HEIGHT && !s_HasDrawn ? MISSING_ROWS : 0;
    return answer;
}

void BlitAndGrow(GLint left, GLint top, GLint right, GLint bottom, GLint toLeft, GLint toTop, GLint toRight,
                 GLint toBottom, GLbitfield buffers, GLenum filter)
{
    s_HasDrawn = true;
    s_Blit(left, top, right, bottom, toLeft, toTop, toRight, toBottom, buffers, filter);
}

EGLBoolean LookAndSwap(EGLDisplay display, EGLSurface surface)
{
    EGLint rows = 0;
    s_Query(display, surface, EGL_HEIGHT, &rows);
    GLint before = 0;
    glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &before);
    glBindFramebuffer(GL_READ_FRAMEBUFFER, 0);
    s_Corners.emplace_back();
    glReadPixels(0, rows - 1, 1, 1, GL_RGBA, GL_UNSIGNED_BYTE, &s_Corners.back());
    glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(before));
    s_HasDrawn = false;
    return s_Swap(display, surface);
}

class OpenGlWindow : public WindowScene
{
protected:
    OpenGlWindow() : WindowScene({Backend::OpenGL, BackendSelection::OpenGL, DeviceStatus::Ready}) {}

    void SetUp() override
    {
        Messages = internal::opengl::GetOpenGlMessageCount();
        WindowScene::SetUp();
    }

    void TearDown() override
    {
        WindowScene::TearDown();
        EXPECT_EQ(internal::opengl::GetOpenGlMessageCount(), Messages);
    }

    Pixel ReadLast(uint32 x, uint32 y, uint32 width, uint32 height)
    {
        FrameReadback ticket;
        EXPECT_EQ(RequestFrameReadback(Device, Surface, ticket), RasterStatus::Pending);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
        Picture picture(width, height, {});
        const std::span<uint8> bytes{reinterpret_cast<uint8*>(picture.Pixels.data()),
                                     picture.Pixels.size() * sizeof(Pixel)};
        EXPECT_EQ(CopyFrameReadback(Device, ticket, bytes, usize{width} * 4), RasterStatus::Ready);
        EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
        return picture.At(x, y);
    }

    uint32 Messages{0};
};

TEST_P(OpenGlWindow, ShowsWhatWasDrawnAndReadsItBack)
{
    Show(96, 64, 1, 0, 0);
    ExpectOnScreen(0, 0, RED);
    ExpectOnScreen(95, 63, RED);
    EXPECT_EQ(ReadLast(95, 63, 96, 64), (Pixel{255, 0, 0}));
}

TEST_P(OpenGlWindow, FollowsItsSize)
{
    ExpectItFollowsItsSize();
}

TEST_P(OpenGlWindow, AFramebufferThatGrowsWhenItIsDrawnToHasTheFrameAtItsTop)
{
    Show(96, 64, 1, 0, 0); // libepoxy has looked for the functions then
    s_Query = epoxy_eglQuerySurface;
    s_Blit = epoxy_glBlitFramebuffer;
    s_Swap = epoxy_eglSwapBuffers;
    s_HasDrawn = false;
    s_Corners.clear();
    {
        const Swapped query(epoxy_eglQuerySurface, &QueryBefore);
        const Swapped blit(epoxy_glBlitFramebuffer, &BlitAndGrow);
        const Swapped swap(epoxy_eglSwapBuffers, &LookAndSwap);
        Show(96, 64, 0, 1, 0);
    }
    ASSERT_EQ(s_Corners.size(), 3U);
    for (const Pixel& corner : s_Corners)
    {
        EXPECT_EQ(corner, (Pixel{0, 255, 0}));
    }
}

// The two share their upper left corner.
TEST_P(OpenGlWindow, TakesAFrameOfAnotherSize)
{
    Show(96, 64, 1, 0, 0);
    Show(48, 32, 0, 1, 0);
    ExpectOnScreen(0, 0, GREEN);
    ExpectOnScreen(47, 31, GREEN);
    EXPECT_EQ(ReadLast(0, 0, 48, 32), (Pixel{0, 255, 0}));
}

TEST_P(OpenGlWindow, ZeroTargetSkipsAndComesBack)
{
    ExpectAZeroTargetSkipsAndComesBack();
}

TEST_P(OpenGlWindow, SessionsFollowEachOtherOnOneWindow)
{
    ExpectSessionsInTurn([] { EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT); });
}

TEST_P(OpenGlWindow, AWindowThatIsGoneShowsNothing)
{
    Show(96, 64, 1, 0, 0);
    for (const EGLint error : {EGL_BAD_SURFACE, EGL_BAD_NATIVE_WINDOW})
    {
        s_SwapError = error;
        const Swapped swap(epoxy_eglSwapBuffers, &FailSwap);
        const Swapped answer(epoxy_eglGetError, &AnswerSwapError);
        Show(96, 64, 0, 1, 0);
    }
    Show(96, 64, 0, 0, 1);
    ExpectOnScreen(50, 50, BLUE);
}

TEST_P(OpenGlWindow, AFrameThatCannotBeShownIsNoSuccess)
{
    const struct
    {
        EGLint Error;
        DeviceStatus Status;
    } failures[] = {{EGL_BAD_ALLOC, DeviceStatus::Failed},
                    {EGL_BAD_DISPLAY, DeviceStatus::Failed},
                    {EGL_CONTEXT_LOST, DeviceStatus::DeviceLost}};

    for (const auto& failure : failures)
    {
        SCOPED_TRACE(failure.Error);
        Show(96, 64, 1, 0, 0);
        ASSERT_EQ(BeginFrame(Device, Surface), DeviceStatus::Ready);
        {
            s_SwapError = failure.Error;
            const Swapped swap(epoxy_eglSwapBuffers, &FailSwap);
            const Swapped answer(epoxy_eglGetError, &AnswerSwapError);
            EXPECT_EQ(EndFrame(Device), failure.Status);
        }
        Stop();
        Start();
    }
    Show(96, 64, 0, 1, 0);
    ExpectOnScreen(50, 50, GREEN);
}

INSTANTIATE_TEST_SUITE_P(Servers, OpenGlWindow, GetServers(), NameServer);
} // namespace
} // namespace ludus::graphics::rhi::tests
