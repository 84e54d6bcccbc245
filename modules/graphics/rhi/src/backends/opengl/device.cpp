#include "backends/opengl/device.h"

#include "backends/opengl/debug_log.h"

#include <cstdio>
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

void CopyText(char (&to)[256], const char* first, const char* separator, const char* second) noexcept
{
    std::snprintf(to, sizeof to, "%s%s%s", first != nullptr ? first : "", separator, second != nullptr ? second : "");
}

const char* GetText(GLenum name) noexcept
{
    return reinterpret_cast<const char*>(glGetString(name));
}

// The driver's explanations of errors. A shader that does not compile is no error of ours: the creation answers it.
// Neither is memory that was refused.
void APIENTRY OnMessage(GLenum source, GLenum type, GLuint /*id*/, GLenum /*severity*/, GLsizei /*length*/,
                        const GLchar* text, const void* /*context*/) noexcept
{
    const bool isOurs = type == GL_DEBUG_TYPE_ERROR || type == GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR;
    if (isOurs && source == GL_DEBUG_SOURCE_API && std::strstr(text, "GL_OUT_OF_MEMORY") == nullptr)
    {
        LogOpenGlMessage(text);
    }
}
} // namespace

BackendStatus Device::Start(const BackendRequest& request, StartupError& error) noexcept
{
    error = StartupError::InstanceUnavailable;
    // Asked first, since libepoxy ends the process when it has to call into an EGL that is not there.
    if (!epoxy_has_egl() || !HasClientExtension("EGL_EXT_platform_base"))
    {
        return BackendStatus::Refused;
    }
    const bool isHeadless = request.Window.System == platform::WindowSystem::Headless;
    error = isHeadless ? StartupError::InstanceUnavailable : StartupError::SurfaceUnavailable;
    BackendStatus status = FindDisplay(request.Window);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    status = isHeadless ? ChooseConfig() : MakeWindow(request.Window, Display, Config, Window, Native);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    error = StartupError::AdapterUnavailable;
    status = MakeContext();
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    error = StartupError::DeviceUnavailable;
    Fixes = ChooseWorkarounds();
    const Current current(*this);
    if (IsLost)
    {
        return BackendStatus::Refused;
    }
    ReadFacts();
    ReadAdapter();
    error = StartupError::None;
    return BackendStatus::Ready;
}

// Displays belong to the process: whoever else asks for the same one gets the same, and ending it would end theirs. So
// the one without a window system is never terminated. That of a window system must be, since the program may close
// its connection afterwards; but not when somebody else had it first.
BackendStatus Device::FindDisplay(const WindowInfo& window) noexcept
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
BackendStatus Device::ChooseConfig() noexcept
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

BackendStatus Device::MakeContext() noexcept
{
    const bool isDebug = IsOpenGlDebugRequested();
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
        EGLint attributes[16]{};
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

void Device::ReadFacts() noexcept
{
    Facts = {
        .HasClipControl = true,
        .HasMappedMemory = !Fixes.AvoidsMappedMemory,
        .HasVertexBindings = !Fixes.AvoidsVertexBindings,
        .HasTextureViews = true,
        .HasImageCopies = !Fixes.AvoidsImageCopies,
        .HasCompute = true,
        .HasLineFill = true,
        .HasLabels = true,
        .HasParallelCompile = epoxy_has_gl_extension("GL_KHR_parallel_shader_compile"),
        .HasResetStatus = false,
        .IsDebug = false,
        .TimestampBits = 0,
    };
    GLint flags = 0;
    glGetIntegerv(GL_CONTEXT_FLAGS, &flags);
    const auto bits = static_cast<GLuint>(flags);
    Facts.IsDebug = (bits & GL_CONTEXT_FLAG_DEBUG_BIT) != 0;
    GLint strategy = GL_NO_RESET_NOTIFICATION;
    glGetIntegerv(GL_RESET_NOTIFICATION_STRATEGY, &strategy);
    Facts.HasResetStatus = static_cast<GLenum>(strategy) == GL_LOSE_CONTEXT_ON_RESET;
    GLint counterBits = 0;
    glGetQueryiv(GL_TIMESTAMP, GL_QUERY_COUNTER_BITS, &counterBits);
    Facts.TimestampBits = counterBits > 0 ? static_cast<uint32>(counterBits) : 0;
    if (Facts.IsDebug)
    {
        glEnable(GL_DEBUG_OUTPUT);
        glEnable(GL_DEBUG_OUTPUT_SYNCHRONOUS);
        glDebugMessageCallback(OnMessage, nullptr);
        glDebugMessageControl(GL_DONT_CARE, GL_DONT_CARE, GL_DEBUG_SEVERITY_NOTIFICATION, 0, nullptr, GL_FALSE);
    }
}

void Device::ReadAdapter() noexcept
{
    CopyText(Adapter.Name, GetText(GL_RENDERER), "", "");
    CopyText(Adapter.Driver, GetText(GL_VENDOR), " ", GetText(GL_VERSION));
    Adapter.HasIdentity = Adapter.Name[0] != 0;
    EGLAttrib device = 0;
    if (HasClientExtension("EGL_EXT_device_query") || HasClientExtension("EGL_EXT_device_base"))
    {
        if (eglQueryDisplayAttribEXT(Display, EGL_DEVICE_EXT, &device) == EGL_TRUE && device != 0)
        {
            auto* const native = reinterpret_cast<EGLDeviceEXT>(device); // NOLINT(performance-no-int-to-ptr): EGL's way
            Adapter.IsSoftware = IsSoftwareDevice(native);
            Adapter.IsHardware = !Adapter.IsSoftware && IsKernelDevice(native);
        }
    }
}

void Device::Stop() noexcept
{
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

BackendStatus Device::TakeErrors() noexcept
{
    BackendStatus status = BackendStatus::Ready;
    for (GLenum error = glGetError(); error != GL_NO_ERROR; error = glGetError())
    {
        if (error == GL_CONTEXT_LOST)
        {
            IsLost = true; // and says so for ever
            return BackendStatus::Lost;
        }
        status = error == GL_OUT_OF_MEMORY ? BackendStatus::OutOfMemory : BackendStatus::Refused;
    }
    return status;
}

void Device::LookForLoss() noexcept
{
    if (Facts.HasResetStatus && !IsLost)
    {
        IsLost = glGetGraphicsResetStatus() != GL_NO_ERROR;
    }
}

void Device::Describe(MeasurementAdapter& adapter) const noexcept
{
    const Backend selected = adapter.SelectedBackend;
    adapter = Adapter;
    adapter.SelectedBackend = selected;
}

void Device::SetName(GLenum space, GLuint object, const char* name) const noexcept
{
    if (Facts.HasLabels && space != GL_NONE && object != 0)
    {
        GLint longest = 0;
        glGetIntegerv(GL_MAX_LABEL_LENGTH, &longest); // the terminating zero included
        const auto length = static_cast<GLint>(std::strlen(name));
        glObjectLabel(space, object, length < longest ? length : longest - 1, name);
    }
}

Current::Current(Device& device) noexcept : OwnDisplay(device.Display), Context(eglGetCurrentContext())
{
    if (Context == device.Context || device.Context == EGL_NO_CONTEXT)
    {
        return;
    }
    Display = eglGetCurrentDisplay();
    Draw = eglGetCurrentSurface(EGL_DRAW);
    Read = eglGetCurrentSurface(EGL_READ);
    Restores = eglMakeCurrent(OwnDisplay, device.Window, device.Window, device.Context) == EGL_TRUE;
    device.IsLost = device.IsLost || !Restores;
}

Current::~Current()
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
