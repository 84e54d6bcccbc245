// Entry points of rhi.h: the facade's lifecycle and frames over the same session as the explicit device.
#include <ludus/graphics/rhi/rhi.h>

#include "frontend/admission.h"
#include "frontend/frame.h"
#include "validation/device.h"

#include <ludus/foundation/base/config.h>

#include <utility>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// What the three-step native startup has collected so far.
struct CompatibilityStartup final
{
    bool HasApplication{false};
    bool HasWindow{false};
    KeptApplication Application{};
    WindowInfo Window{};
};

constinit CompatibilityStartup s_Compatibility;

FrameStatus ToFrameStatus(DeviceStatus status) noexcept
{
    switch (status)
    {
    case DeviceStatus::Ready:
        return FrameStatus::Ready;
    case DeviceStatus::Skipped:
        return FrameStatus::Skipped;
    case DeviceStatus::Pending:
    case DeviceStatus::NotReady:
        return FrameStatus::NotReady;
    case DeviceStatus::InvalidState:
    case DeviceStatus::InvalidDescription:
        return FrameStatus::InvalidState;
    case DeviceStatus::Unsupported:
        return FrameStatus::Unsupported;
    case DeviceStatus::InvalidHandle:
    case DeviceStatus::Failed:
    case DeviceStatus::DeviceLost:
    case DeviceStatus::IdentityExhausted:
        break;
    }
    return FrameStatus::Failed;
}

// The session's own device, so that the facade passes through the same checks; null without a session.
DeviceHandle OwnDevice(const Session& session) noexcept
{
    return DeviceAccess::Make<DeviceHandle>(session.Owner);
}

// Refuses a facade frame call, or lets it pass.
FrameStatus AdmitFrame(Session& session, const char* operation, FrameRule rule) noexcept
{
    if (session.Owner == 0)
    {
        return Refuse(operation, FrameStatus::NotReady, DiagnosticCode::NoSession);
    }
    const DeviceVerdict verdict = Admit<DeviceStatus>(session, OwnDevice(session), rule);
    return verdict.IsAccepted() ? FrameStatus::Ready : ToFrameStatus(Refuse(operation, verdict));
}
} // namespace

StartStatus Start(const ApplicationInfo& appInfo, const WindowInfo& windowInfo) noexcept
{
    return Start(appInfo, windowInfo, BackendSelection::Auto, DeviceRequirements{});
}

StartStatus Start(const ApplicationInfo& appInfo, const WindowInfo& windowInfo, BackendSelection selection) noexcept
{
    return Start(appInfo, windowInfo, selection, DeviceRequirements{});
}

StartStatus Start(const ApplicationInfo& appInfo, const WindowInfo& windowInfo, BackendSelection selection,
                  const DeviceRequirements& requirements) noexcept
{
    constexpr const char* OPERATION = "Start";
    Session& session = GetSession();
    if (session.Owner != 0)
    {
        return Refuse(OPERATION, StartStatus::Busy, DiagnosticCode::SessionBusy);
    }
    DeviceDescription description;
    description.Selection = selection;
    description.Limits = requirements;
    // A session exists from here on, failed ones included: Shutdown ends it.
    if (!TakeIdentity(session.Owner))
    {
        session.Owner = 0;
        session.Startup.Error = StartupError::GenerationExhausted;
        return Refuse(OPERATION, StartStatus::Failed, DiagnosticCode::IdentitiesExhausted, "a session");
    }
    if (const DeviceVerdict verdict = CheckDeviceDescription(description); !verdict.IsAccepted())
    {
        session.Startup = StartupInfo{};
        session.Startup.State = StartupState::Failed;
        session.Startup.Error = StartupError::BackendUnavailable;
        session.Startup.Requested = selection;
        (void)Refuse(OPERATION, verdict);
        return StartStatus::Failed;
    }
    session.Start(OPERATION, appInfo, windowInfo, description, false);
    switch (session.Startup.State)
    {
    case StartupState::Ready:
        return StartStatus::Ready;
    case StartupState::Pending:
        return StartStatus::Pending;
    case StartupState::Idle:
    case StartupState::Failed:
    case StartupState::DeviceLost:
        break;
    }
    return StartStatus::Failed;
}

StartupInfo GetStartup() noexcept
{
    Session& session = GetSession();
    session.Poll();
    return session.Startup;
}

FrameStatus SetFrameTarget(const FrameTarget& target) noexcept
{
    constexpr const char* OPERATION = "SetFrameTarget";
    Session& session = GetSession();
    const FrameStatus admitted = AdmitFrame(session, OPERATION, FrameRule::Between);
    return admitted != FrameStatus::Ready ? admitted : ToFrameStatus(SetTarget(session, OPERATION, target));
}

FrameStatus BeginFrameStatus() noexcept
{
    constexpr const char* OPERATION = "BeginFrameStatus";
    Session& session = GetSession();
    const FrameStatus admitted = AdmitFrame(session, OPERATION, FrameRule::Between);
    return admitted != FrameStatus::Ready ? admitted : ToFrameStatus(OpenFrame(session, OPERATION));
}

FrameStatus EndFrameStatus() noexcept
{
    constexpr const char* OPERATION = "EndFrameStatus";
    Session& session = GetSession();
    const FrameStatus admitted = AdmitFrame(session, OPERATION, FrameRule::Inside);
    uint64 ordinal = 0;
    return admitted != FrameStatus::Ready ? admitted : ToFrameStatus(CloseFrame(session, OPERATION, ordinal));
}

bool Initialize(const ApplicationInfo& appInfo) noexcept
{
    if (LUDUS_PLATFORM_WEB != 0 || s_Compatibility.HasApplication || GetSession().Owner != 0)
    {
        return false;
    }
    s_Compatibility.HasApplication = true;
    s_Compatibility.Application.Keep(appInfo);
    return true;
}

bool ConnectWindow(const WindowInfo& windowInfo) noexcept
{
    if (!s_Compatibility.HasApplication || s_Compatibility.HasWindow)
    {
        return false;
    }
    s_Compatibility.HasWindow = true;
    s_Compatibility.Window = windowInfo;
    return true;
}

bool InitializeRendering() noexcept
{
    if (!s_Compatibility.HasWindow)
    {
        return false;
    }
    const StartStatus status = Start(s_Compatibility.Application.Get(), s_Compatibility.Window);
    if (status != StartStatus::Pending)
    {
        return status == StartStatus::Ready;
    }
    // Natively what is asked for at the start is answered as soon as it is polled.
    const uint64 end = ReadHostClock() + DRAIN_NANOSECONDS;
    StartupState state = StartupState::Pending;
    while (state == StartupState::Pending && ReadHostClock() < end)
    {
        state = GetStartup().State;
    }
    return state == StartupState::Ready;
}

void ShutdownRendering() noexcept
{
    GetSession().Stop("ShutdownRendering");
}

void Shutdown() noexcept
{
    GetSession().Stop("Shutdown");
    s_Compatibility = CompatibilityStartup{};
}

bool BeginFrame() noexcept
{
    return BeginFrameStatus() == FrameStatus::Ready;
}

bool EndFrame() noexcept
{
    return EndFrameStatus() == FrameStatus::Ready;
}
} // namespace ludus::graphics::rhi
