#include "backends/opengl/session_egl.h"

#include <cstring>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// Some drivers have hundreds of devices behind one name each; the first hardware one is among the first few.
constexpr EGLint MAX_DEVICES = 16;

bool HasClientExtension(const char* name) noexcept
{
    return epoxy_has_egl_extension(EGL_NO_DISPLAY, name);
}

// Whether `list`, names with spaces between them, has `name`.
bool HasWord(const char* list, const char* name) noexcept
{
    const usize length = std::strlen(name);
    for (const char* at = list; at != nullptr && (at = std::strstr(at, name)) != nullptr; at += length)
    {
        const bool begins = at == list || at[-1] == ' ';
        if (begins && (at[length] == ' ' || at[length] == 0))
        {
            return true;
        }
    }
    return false;
}

bool IsSoftwareDevice(EGLDeviceEXT device) noexcept
{
    return HasWord(eglQueryDeviceStringEXT(device, EGL_EXTENSIONS), "EGL_MESA_device_software");
}

// Whether the device is one that the system's kernel drives.
bool IsKernelDevice(EGLDeviceEXT device) noexcept
{
    const char* extensions = eglQueryDeviceStringEXT(device, EGL_EXTENSIONS);
    return HasWord(extensions, "EGL_EXT_device_drm") || HasWord(extensions, "EGL_NV_device_cuda");
}

bool Initialize(EGLDisplay display) noexcept
{
    return display != EGL_NO_DISPLAY && eglInitialize(display, nullptr, nullptr) == EGL_TRUE;
}

// Whether a context may be left without a flush. NVIDIA's driver 580.159 offers it, and then reads through null when
// such a context is made current again.
bool CanLeaveWithoutFlush(EGLDisplay display) noexcept
{
    return epoxy_has_egl_extension(display, "EGL_KHR_context_flush_control") &&
           !HasWord(eglQueryString(display, EGL_VENDOR), "NVIDIA");
}

// A display of the first device that is a GPU; without one, of the first device at all when `isPatient`.
EGLDisplay OpenDevice(bool isPatient) noexcept
{
    if (!HasClientExtension("EGL_EXT_platform_device") ||
        !(HasClientExtension("EGL_EXT_device_base") || HasClientExtension("EGL_EXT_device_enumeration")))
    {
        return EGL_NO_DISPLAY;
    }
    EGLDeviceEXT devices[MAX_DEVICES]{};
    EGLint count = 0;
    if (eglQueryDevicesEXT(MAX_DEVICES, devices, &count) != EGL_TRUE)
    {
        return EGL_NO_DISPLAY;
    }
    for (EGLint i = 0; i < count; ++i)
    {
        if (!isPatient && (IsSoftwareDevice(devices[i]) || !IsKernelDevice(devices[i])))
        {
            continue;
        }
        const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_DEVICE_EXT, devices[i], nullptr);
        if (Initialize(display))
        {
            return display;
        }
    }
    return EGL_NO_DISPLAY;
}

EGLDisplay OpenHeadless() noexcept
{
    const EGLDisplay gpu = OpenDevice(false);
    if (gpu != EGL_NO_DISPLAY)
    {
        return gpu;
    }
    if (HasClientExtension("EGL_MESA_platform_surfaceless"))
    {
        const EGLDisplay display = eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, nullptr, nullptr);
        if (Initialize(display))
        {
            return display;
        }
    }
    return OpenDevice(true);
}
} // namespace

BackendStatus Session::Start(const WindowInfo& window, bool isDebug, StartupError& error) noexcept
{
    error = StartupError::InstanceUnavailable;
    // Asked first, since libepoxy ends the process when it has to call into an EGL that is not there.
    if (!epoxy_has_egl() || !HasClientExtension("EGL_EXT_platform_base"))
    {
        return BackendStatus::Refused;
    }
    const bool isHeadless = window.System == platform::WindowSystem::Headless;
    error = isHeadless ? StartupError::InstanceUnavailable : StartupError::SurfaceUnavailable;
    BackendStatus status = FindDisplay(window);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    status = isHeadless ? ChooseConfig() : MakeWindow(window, Display, Config, Window, Native);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    error = StartupError::AdapterUnavailable;
    return MakeContext(isDebug);
}

// Displays belong to the process: whoever else asks for the same one gets the same, and ending it would end theirs. So
// the one without a window system is never terminated. That of a window system must be, since the program may close
// its connection afterwards; but not when somebody else had it first. EGL does not tell who came later: they share its
// end.
BackendStatus Session::FindDisplay(const WindowInfo& window) noexcept
{
    if (window.System == platform::WindowSystem::Headless)
    {
        Display = OpenHeadless();
    }
    else
    {
        const EGLDisplay display = GetWindowDisplay(window);
        EndsDisplay = display != EGL_NO_DISPLAY && eglQueryString(display, EGL_VERSION) == nullptr;
        Display = Initialize(display) ? display : EGL_NO_DISPLAY;
    }
    return Display != EGL_NO_DISPLAY ? BackendStatus::Ready : BackendStatus::Refused;
}

// Of a context that draws to images of its own.
BackendStatus Session::ChooseConfig() noexcept
{
    if (!epoxy_has_egl_extension(Display, "EGL_KHR_surfaceless_context"))
    {
        return BackendStatus::Refused;
    }
    const EGLint wanted[] = {EGL_SURFACE_TYPE, 0, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLint count = 0;
    if (eglChooseConfig(Display, wanted, &Config, 1, &count) == EGL_TRUE && count != 0)
    {
        return BackendStatus::Ready;
    }
    Config = nullptr;
    return epoxy_has_egl_extension(Display, "EGL_KHR_no_config_context") ? BackendStatus::Ready
                                                                         : BackendStatus::Refused;
}

BackendStatus Session::MakeContext(bool isDebug) noexcept
{
    const bool isModern = epoxy_egl_version(Display) >= 15;
    if (!isModern && !epoxy_has_egl_extension(Display, "EGL_KHR_create_context"))
    {
        return BackendStatus::Refused;
    }
    const EGLenum api = eglQueryAPI();
    if (eglBindAPI(EGL_OPENGL_API) != EGL_TRUE)
    {
        return BackendStatus::Refused;
    }
    // With the news of resets where the driver has them, else without.
    for (const bool isRobust : {isModern, false})
    {
        EGLint attributes[20]{};
        usize at = 0;
        const auto put = [&](EGLint name, EGLint value) noexcept
        {
            attributes[at++] = name;
            attributes[at++] = value;
        };
        put(EGL_CONTEXT_MAJOR_VERSION, 4);
        put(EGL_CONTEXT_MINOR_VERSION, 5);
        put(EGL_CONTEXT_OPENGL_PROFILE_MASK, EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT);
        if (isRobust)
        {
            put(EGL_CONTEXT_OPENGL_ROBUST_ACCESS, EGL_TRUE);
            put(EGL_CONTEXT_OPENGL_RESET_NOTIFICATION_STRATEGY, EGL_LOSE_CONTEXT_ON_RESET);
        }
        if (CanLeaveWithoutFlush(Display))
        {
            // Submissions flush; giving the thread back after every call need not.
            put(EGL_CONTEXT_RELEASE_BEHAVIOR_KHR, EGL_CONTEXT_RELEASE_BEHAVIOR_NONE_KHR);
        }
        if (isDebug && isModern)
        {
            put(EGL_CONTEXT_OPENGL_DEBUG, EGL_TRUE);
        }
        attributes[at] = EGL_NONE;
        Context = eglCreateContext(Display, Config, EGL_NO_CONTEXT, attributes);
        if (Context != EGL_NO_CONTEXT)
        {
            break;
        }
    }
    eglBindAPI(api);
    return Context != EGL_NO_CONTEXT ? BackendStatus::Ready : BackendStatus::Refused;
}

void Session::Stop() noexcept
{
    Pacing.Stop();
    if (Context != EGL_NO_CONTEXT)
    {
        eglDestroyContext(Display, Context);
        Context = EGL_NO_CONTEXT;
    }
    if (Window != EGL_NO_SURFACE)
    {
        eglDestroySurface(Display, Window);
        Window = EGL_NO_SURFACE;
    }
    ReleaseWindow(Native);
    if (EndsDisplay)
    {
        eglTerminate(Display);
        EndsDisplay = false;
    }
}

void Session::Describe(MeasurementAdapter& adapter) const noexcept
{
    EGLAttrib device = 0;
    const bool isAsked = HasClientExtension("EGL_EXT_device_query") || HasClientExtension("EGL_EXT_device_base");
    if (isAsked && eglQueryDisplayAttribEXT(Display, EGL_DEVICE_EXT, &device) == EGL_TRUE && device != 0)
    {
        auto* const native = reinterpret_cast<EGLDeviceEXT>(device); // NOLINT(performance-no-int-to-ptr): EGL's way
        adapter.IsSoftware = IsSoftwareDevice(native);
        adapter.IsHardware = !adapter.IsSoftware && IsKernelDevice(native);
    }
}

// On Wayland the pace is kept by callbacks of ours, which do not wait for ever when nobody sees the window.
void Session::SetPace(const WindowInfo& window) noexcept
{
    if (!IsHeadless())
    {
        eglSwapInterval(Display, window.System == platform::WindowSystem::Wayland ? 0 : 1);
        Pacing.Start(window);
    }
}

uint32 Session::ResizeTo(uint32 width, uint32 height) noexcept
{
    ResizeWindow(Native, width, height);
    EGLint rows = 0;
    eglQuerySurface(Display, Window, EGL_HEIGHT, &rows);
    return rows > 0 ? static_cast<uint32>(rows) : 0;
}

BackendStatus Session::Present() noexcept
{
    Pacing.Arm();
    if (eglSwapBuffers(Display, Window) == EGL_TRUE)
    {
        return BackendStatus::Ready;
    }
    Pacing.Disarm();
    switch (eglGetError())
    {
    case EGL_BAD_NATIVE_WINDOW:
    case EGL_BAD_SURFACE:
        return BackendStatus::Ready; // a window that is gone shows nothing
    case EGL_BAD_ALLOC:
        return BackendStatus::OutOfMemory;
    case EGL_CONTEXT_LOST:
        return BackendStatus::Lost;
    default:
        return BackendStatus::Refused;
    }
}

ContextGuard::ContextGuard(const Session& session) noexcept
    : OwnDisplay(session.Display), Context(eglGetCurrentContext())
{
    if (Context == session.Context)
    {
        IsCurrent = Context != EGL_NO_CONTEXT;
        return;
    }
    Display = eglGetCurrentDisplay();
    Draw = eglGetCurrentSurface(EGL_DRAW);
    Read = eglGetCurrentSurface(EGL_READ);
    Restores = eglMakeCurrent(OwnDisplay, session.Window, session.Window, session.Context) == EGL_TRUE;
    IsCurrent = Restores;
}

ContextGuard::~ContextGuard()
{
    if (!Restores)
    {
        return;
    }
    if (Context == EGL_NO_CONTEXT)
    {
        eglMakeCurrent(OwnDisplay, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
        return;
    }
    eglMakeCurrent(Display, Draw, Read, Context);
}
} // namespace ludus::graphics::rhi::internal::opengl
