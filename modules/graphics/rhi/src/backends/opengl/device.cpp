#include "backends/opengl/device.h"

#include "backends/opengl/debug_log.h"

#include <cstdio>
#include <cstring>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
void CopyText(char (&to)[256], const char* first, const char* separator, const char* second) noexcept
{
    std::snprintf(to, sizeof to, "%s%s%s", first != nullptr ? first : "", separator, second != nullptr ? second : "");
}

const char* GetText(GLenum name) noexcept
{
    return reinterpret_cast<const char*>(glGetString(name));
}

#if !LUDUS_PLATFORM_WEB
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
#endif
} // namespace

BackendStatus Device::Start(const BackendRequest& request, StartupError& error) noexcept
{
    const BackendStatus status = Native.Start(request.Window, IsOpenGlDebugRequested(), error);
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

void Device::ReadFacts() noexcept
{
#if LUDUS_PLATFORM_WEB
    const uint32 elapsedBits = Native.FindElapsedQueries();
    Facts = {
        .HasProvokingVertex = Native.HasProvokingVertex(),
        .HasFloatTargets = Native.HasFloatTargets(),
        .OutlivesLoss = true,
        .HasElapsedQueries = elapsedBits != 0,
        .TimestampBits = elapsedBits,
    }; // everything else as the defaults say
#else
    Facts = {
        .HasDesktopTexts = true,
        .CanWait = true,
        .HasClipControl = true,
        .HasProvokingVertex = true,
        .HasMappedMemory = !Fixes.AvoidsMappedMemory,
        .HasVertexBindings = !Fixes.AvoidsVertexBindings,
        .HasTextureViews = !Fixes.AvoidsTextureViews,
        .HasFloatTargets = true,
        .HasBlockFormats = epoxy_has_gl_extension("GL_EXT_texture_compression_s3tc"),
        .HasSeamlessCubes = true,
        .HasImageCopies = !Fixes.AvoidsImageCopies,
        .HasSharedRoles = !Fixes.AvoidsSharedRoles,
        .HasCompute = true,
        .HasLineFill = true,
        .HasLabels = true,
        .HasParallelCompile = epoxy_has_gl_extension("GL_KHR_parallel_shader_compile"),
        .HasResetStatus = false,
        .OutlivesLoss = false,
        .IsDebug = false,
        .HasElapsedQueries = false,
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
#endif
}

void Device::ReadAdapter() noexcept
{
    CopyText(Adapter.Name, GetText(GL_RENDERER), "", "");
    CopyText(Adapter.Driver, GetText(GL_VENDOR), " ", GetText(GL_VERSION));
    Adapter.HasIdentity = Adapter.Name[0] != 0;
    Native.Describe(Adapter);
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
        if (error == GL_OUT_OF_MEMORY)
        {
            status = BackendStatus::OutOfMemory;
        }
        else if (status == BackendStatus::Ready)
        {
            status = BackendStatus::Refused;
        }
    }
    return status;
}

bool Device::SettleFrames() noexcept
{
    if (HasLeftErrors && !IsLost)
    {
        HasLeftErrors = false;
        IsBroken = TakeErrors() != BackendStatus::Ready && !IsLost;
        IsLost = IsLost || IsBroken;
    }
    return !IsLost;
}

void Device::LookForLoss() noexcept
{
    if (!IsLost)
    {
        IsLost = Native.IsGone() || (Facts.HasResetStatus && glGetGraphicsResetStatus() != GL_NO_ERROR);
    }
}

void Device::Describe(MeasurementAdapter& adapter) const noexcept
{
    const Backend selected = adapter.SelectedBackend;
    adapter = Adapter;
    adapter.SelectedBackend = selected;
}

void Device::SetName(GLenum space, GLuint object, const char* name) noexcept
{
    if (Facts.HasLabels && space != GL_NONE && object != 0)
    {
        GLint longest = 0;
        glGetIntegerv(GL_MAX_LABEL_LENGTH, &longest); // the terminating zero included
        const auto length = static_cast<GLint>(std::strlen(name));
        glObjectLabel(space, object, length < longest ? length : longest - 1, name);
        static_cast<void>(TakeErrors());
    }
}

} // namespace ludus::graphics::rhi::internal::opengl
