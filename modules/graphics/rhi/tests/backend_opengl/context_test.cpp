// The session's context: never left with the thread, its errors counted, its loss told.
#include "opengl_test.h"

#include "backends/opengl/debug_log.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::opengl::Current;
using internal::opengl::GetOpenGlMessageCount;

class Context : public OpenGlTest
{
};

// A context that the program made for itself, on the display that the backend uses too.
class ForeignContext final
{
public:
    ForeignContext()
    {
        Display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
        EXPECT_EQ(eglInitialize(Display, nullptr, nullptr), EGL_BOOLEAN_TRUE);
        const EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_ES2_BIT, EGL_NONE};
        EGLConfig config = nullptr;
        EGLint count = 0;
        EXPECT_EQ(eglChooseConfig(Display, wanted, &config, 1, &count), EGL_BOOLEAN_TRUE);
        EXPECT_EQ(eglBindAPI(EGL_OPENGL_ES_API), EGL_BOOLEAN_TRUE);
        const EGLint version[] = {EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE};
        Handle = eglCreateContext(Display, config, EGL_NO_CONTEXT, version);
        const EGLint extent[] = {EGL_WIDTH, 4, EGL_HEIGHT, 4, EGL_NONE};
        Surface = eglCreatePbufferSurface(Display, config, extent);
        EXPECT_EQ(eglMakeCurrent(Display, Surface, Surface, Handle), EGL_BOOLEAN_TRUE);
        glClearColor(1, 0.5F, 0, 1);
    }

    ~ForeignContext()
    {
        eglMakeCurrent(Display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        eglDestroySurface(Display, Surface);
        eglDestroyContext(Display, Handle);
        eglBindAPI(EGL_OPENGL_API);
    }

    ForeignContext(const ForeignContext&) = delete;
    ForeignContext& operator=(const ForeignContext&) = delete;

    // Whether the thread is as the program left it.
    [[nodiscard]] bool IsUntouched() const
    {
        GLfloat clear[4]{};
        glGetFloatv(GL_COLOR_CLEAR_VALUE, clear);
        return eglGetCurrentContext() == Handle && eglGetCurrentSurface(EGL_DRAW) == Surface &&
               eglGetCurrentSurface(EGL_READ) == Surface && eglQueryAPI() == EGL_OPENGL_ES_API && clear[1] == 0.5F;
    }

private:
    static constexpr EGLBoolean EGL_BOOLEAN_TRUE{EGL_TRUE};

    EGLDisplay Display{EGL_NO_DISPLAY};
    EGLContext Handle{EGL_NO_CONTEXT};
    EGLSurface Surface{EGL_NO_SURFACE};
};

TEST_P(Context, AnothersStaysCurrent)
{
    const ForeignContext foreign;
    ASSERT_TRUE(foreign.IsUntouched());
    Start();
    EXPECT_TRUE(foreign.IsUntouched());
    MakePlain();
    EXPECT_TRUE(foreign.IsUntouched());
    DrawPlain();
    EXPECT_TRUE(foreign.IsUntouched());
    ExpectFrame(Picture(8, 4, {255, 255, 255}), {});
    EXPECT_TRUE(foreign.IsUntouched());
    ReleaseOwned();
    Stop();
    EXPECT_TRUE(foreign.IsUntouched()) << "the display is the process's, not the session's";
}

TEST_P(Context, NoneStaysNone)
{
    ASSERT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
    Start();
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
    MakePlain();
    DrawPlain();
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
    static_cast<void>(ReadFrame());
    ReleaseOwned();
    Stop();
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
}

TEST_P(Context, OursMayBeCurrentAlready)
{
    Start();
    {
        const Current current(GetBackend().GetDevice());
        EXPECT_EQ(eglGetCurrentContext(), GetBackend().GetDevice().Native.GetContext());
        MakePlain();
        DrawPlain();
        EXPECT_EQ(eglGetCurrentContext(), GetBackend().GetDevice().Native.GetContext());
    }
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
    ExpectFrame(Picture(8, 4, {255, 255, 255}), {});
}

TEST_P(Context, ALostOneIsToldOnceAndLeavesNothing)
{
    Start();
    MakePlain();
    DrawPlain();
    GetBackend().GetDevice().IsLost = true; // as a driver's reset is noticed
    DeviceInfo info;
    EXPECT_EQ(GetDeviceInfo(Device, info), DeviceStatus::DeviceLost);
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::DeviceLost);
    const uint32 word = 0;
    BufferHandle buffer;
    EXPECT_EQ(CreateBuffer(Device, {BufferRole::Vertex, 4}, BytesOf(word), buffer), RasterStatus::DeviceLost);
    Stop();
    EXPECT_EQ(eglGetCurrentContext(), EGL_NO_CONTEXT);
    Start(); // another session on the same display
    MakePlain();
    DrawPlain();
    ExpectFrame(Picture(8, 4, {255, 255, 255}), {});
}

LUDUS_ON_OPENGL(Context);

// Not a case of the fixture, which wants silence.
TEST(OpenGlLog, CountsWhatTheDriverComplainsAbout)
{
    const Lane lane = GetOpenGlLanes().front();
    if (!GetAbsence(lane).empty())
    {
        ASSERT_FALSE(lane.IsRequired) << GetAbsence(lane);
        GTEST_SKIP() << "declared absent: " << GetAbsence(lane);
    }
    internal::opengl::OpenGlBackend backend;
    const ApplicationInfo application{};
    const WindowInfo window{};
    const DeviceDescription description{};
    internal::BackendReport report;
    ASSERT_EQ(backend.Start({application, window, description}, report), internal::BackendStatus::Ready);
    ASSERT_TRUE(backend.GetDevice().Facts.IsDebug) << "run with LUDUS_OPENGL_DEBUG=1";
    const uint32 before = GetOpenGlMessageCount();
    {
        const Current current(backend.GetDevice());
        glEnable(GL_RGBA8); // no switch
        EXPECT_EQ(backend.GetDevice().TakeErrors(), internal::BackendStatus::Refused);
        EXPECT_EQ(backend.GetDevice().TakeErrors(), internal::BackendStatus::Ready);
    }
    EXPECT_EQ(GetOpenGlMessageCount(), before + 1);
}
} // namespace
} // namespace ludus::graphics::rhi::tests
