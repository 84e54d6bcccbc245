// Entry points of device.h: the explicit device. Facade resources under an owner are in render.cpp.
#include "validation/device.h"
#include "frontend/admission.h"
#include "frontend/frame.h"

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Owner of the surface, after the device's own checks.
DeviceVerdict CheckSurface(const Session& session, SurfaceHandle surface) noexcept
{
    if (DeviceAccess::Owner(surface) != session.Owner)
    {
        return {DeviceStatus::InvalidHandle, {.Code = DiagnosticCode::ForeignSurface, .Field = "surface"}};
    }
    return {};
}

// Both owners first, then the states.
DeviceVerdict AdmitFrameCall(const Session& session, DeviceHandle device, SurfaceHandle surface,
                             FrameRule rule) noexcept
{
    if (session.Owns(device))
    {
        if (const DeviceVerdict verdict = CheckSurface(session, surface); !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    return Admit<DeviceStatus>(session, device, rule);
}
} // namespace

DeviceStatus ValidateDeviceDescription(const DeviceDescription& description) noexcept
{
    const DeviceVerdict verdict = CheckDeviceDescription(description);
    return verdict.IsAccepted() ? DeviceStatus::Ready : Refuse("ValidateDeviceDescription", verdict);
}

BackendAvailability GetCompiledBackends() noexcept
{
    BackendAvailability compiled;
    for (const BackendRegistration* backend : GetRegisteredBackends())
    {
        switch (backend->Name)
        {
        case Backend::Vulkan:
            compiled.Vulkan = true;
            break;
        case Backend::WebGPU:
            compiled.WebGPU = true;
            break;
        case Backend::WebGL2:
            compiled.WebGL2 = true;
            break;
        case Backend::Metal:
            compiled.Metal = true;
            break;
        case Backend::Direct3D12:
            compiled.Direct3D12 = true;
            break;
        case Backend::OpenGL:
            compiled.OpenGL = true;
            break;
        case Backend::Direct3D11:
            compiled.Direct3D11 = true;
            break;
        case Backend::Software:
            compiled.Software = true;
            break;
        case Backend::Reference:
            compiled.Reference = true;
            break;
        }
    }
    return compiled;
}

DeviceStatus CreateDevice(const ApplicationInfo& application, const WindowInfo& window,
                          const DeviceDescription& description, DeviceHandle& device, SurfaceHandle& surface,
                          StartupInfo* failure) noexcept
{
    constexpr const char* OPERATION = "CreateDevice";
    Session& session = GetSession();
    if (DeviceAccess::Owner(device) != 0)
    {
        return Refuse(OPERATION, DeviceStatus::InvalidState, DiagnosticCode::OutputOccupied, "device");
    }
    if (DeviceAccess::Owner(surface) != 0)
    {
        return Refuse(OPERATION, DeviceStatus::InvalidState, DiagnosticCode::OutputOccupied, "surface");
    }
    if (session.Owner != 0)
    {
        return Refuse(OPERATION, DeviceStatus::InvalidState, DiagnosticCode::SessionBusy);
    }
    if (const DeviceVerdict verdict = CheckDeviceDescription(description); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint64 owner = 0;
    if (!TakeIdentity(owner))
    {
        return Refuse(OPERATION, DeviceStatus::IdentityExhausted, DiagnosticCode::IdentitiesExhausted, "a device");
    }
    session.Owner = owner;
    session.Start(OPERATION, application, window, description, true);
    if (session.Startup.State == StartupState::Failed)
    {
        if (failure != nullptr)
        {
            *failure = session.Startup;
        }
        session.Stop(OPERATION);
        return DeviceStatus::Failed;
    }
    device = DeviceAccess::Make<DeviceHandle>(owner);
    surface = DeviceAccess::Make<SurfaceHandle>(owner);
    return session.Startup.State == StartupState::Pending ? DeviceStatus::Pending : DeviceStatus::Ready;
}

DeviceStatus GetDeviceInfo(DeviceHandle device, DeviceInfo& info) noexcept
{
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse("GetDeviceInfo", DeviceStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    session.Poll();
    info.Compiled = GetCompiledBackends();
    info.Startup = session.Startup;
    info.Description = session.Description;
    info.Supported = session.Supported;
    info.Enabled = session.Enabled;
    info.Profile = session.Profile;
    info.UnmetPreferences = session.UnmetPreferences;
    info.UnmetProfilePreference = session.UnmetProfilePreference;
    return session.GetDeviceStatus();
}

DeviceStatus DestroyDevice(DeviceHandle& device) noexcept
{
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse("DestroyDevice", DeviceStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    session.Stop("DestroyDevice");
    device = DeviceHandle{};
    return DeviceStatus::Ready;
}

DeviceStatus SetFrameTarget(DeviceHandle device, SurfaceHandle surface, const FrameTarget& target) noexcept
{
    constexpr const char* OPERATION = "SetFrameTarget";
    Session& session = GetSession();
    if (const DeviceVerdict verdict = AdmitFrameCall(session, device, surface, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    return SetTarget(session, OPERATION, target);
}

DeviceStatus BeginFrame(DeviceHandle device, SurfaceHandle surface) noexcept
{
    constexpr const char* OPERATION = "BeginFrame";
    Session& session = GetSession();
    if (const DeviceVerdict verdict = AdmitFrameCall(session, device, surface, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    return OpenFrame(session, OPERATION);
}

DeviceStatus EndFrame(DeviceHandle device) noexcept
{
    constexpr const char* OPERATION = "EndFrame";
    Session& session = GetSession();
    if (const DeviceVerdict verdict = Admit<DeviceStatus>(session, device, FrameRule::Inside); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint64 ordinal = 0;
    return CloseFrame(session, OPERATION, ordinal);
}

DeviceStatus GetFrameInfo(DeviceHandle device, SurfaceHandle surface, FrameInfo& info) noexcept
{
    constexpr const char* OPERATION = "GetFrameInfo";
    Session& session = GetSession();
    if (const DeviceVerdict verdict = AdmitFrameCall(session, device, surface, FrameRule::Inside);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const AcquiredFrame& target = session.Frame.Target;
    info = {.Width = target.Width, .Height = target.Height, .Encoding = target.Encoding};
    return DeviceStatus::Ready;
}
} // namespace ludus::graphics::rhi
