// The checks that come before everything else, in the order that every entry point keeps: owner, device state, frame
// state, null output, handles.
#pragma once

#include "frontend/refusals.h"
#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
/// A device state other than Ready in the words of a status enumeration.
template <class Status>
[[nodiscard]] inline Verdict<Status> CheckDeviceState(const Session& session, Status) noexcept
{
    switch (session.Startup.State)
    {
    case StartupState::Ready:
        return {};
    case StartupState::DeviceLost:
        return {Status::DeviceLost, {.Code = DiagnosticCode::DeviceIsLost}};
    case StartupState::Failed:
        return {Status::Failed, {.Code = DiagnosticCode::DeviceFailed}};
    case StartupState::Pending:
    case StartupState::Idle:
        break;
    }
    return {Status::NotReady, {.Code = DiagnosticCode::DeviceStarting}};
}

/// Owner, device state and frame state.
template <class Status>
[[nodiscard]] inline Verdict<Status> Admit(const Session& session, DeviceHandle device, FrameRule rule) noexcept
{
    if (!session.Owns(device))
    {
        return {Status::InvalidHandle, {.Code = DiagnosticCode::ForeignDevice, .Field = "device"}};
    }
    if (const Verdict<Status> state = CheckDeviceState(session, Status{}); !state.IsAccepted())
    {
        return state;
    }
    if (rule == FrameRule::Between && session.Frame.IsOpen)
    {
        return {Status::InvalidState, {.Code = DiagnosticCode::FrameIsOpen}};
    }
    if (rule == FrameRule::Inside && !session.Frame.IsOpen)
    {
        return {Status::InvalidState, {.Code = DiagnosticCode::NoOpenFrame}};
    }
    return {};
}

/// Admit for portable creation: also the enabled workload and the null output.
template <class H>
[[nodiscard]] inline RasterVerdict AdmitCreation(const Session& session, DeviceHandle device, const H& output) noexcept
{
    if (const RasterVerdict admitted = Admit<RasterStatus>(session, device, FrameRule::Between); !admitted.IsAccepted())
    {
        return admitted;
    }
    if (RasterAccess::Generation(output) != 0)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::OutputOccupied, .Field = "output"}};
    }
    if (!session.Enabled.PortableRaster)
    {
        return {RasterStatus::Unsupported, {.Code = DiagnosticCode::WorkloadUnsupported, .Field = "PortableRaster"}};
    }
    return {};
}

/// Resolves a handle that creation depends on: it must be public and Ready.
template <class H>
[[nodiscard]] inline RasterVerdict Resolve(Session& session, const H& handle, const char* field, uint32& slot) noexcept
{
    slot = FindPublic(session, handle);
    if (slot == NO_SLOT)
    {
        return {RasterStatus::InvalidHandle, {.Code = DiagnosticCode::StaleHandle, .Field = field}};
    }
    constexpr RecordKind KIND = KindOf<H>::VALUE;
    switch (session.Records.Table<KIND>().Twin(slot).State)
    {
    case RasterStatus::Ready:
        return {};
    case RasterStatus::Pending:
        return {RasterStatus::NotReady,
                {.Code = DiagnosticCode::DependencyPending, .Field = field, .Kind = KIND, .Slot = slot}};
    default:
        return {RasterStatus::InvalidState,
                {.Code = DiagnosticCode::DependencyFailed, .Field = field, .Kind = KIND, .Slot = slot}};
    }
}

/// Publishes what a backend has made of a reserved record, or undoes the reservation. `finish` runs before a record
/// becomes visible: it retains what the record keeps.
template <RecordKind Kind, class H, class Finish>
[[nodiscard]] inline RasterStatus PublishCreation(Session& session, const char* operation, uint32 slot,
                                                  BackendStatus status, H& output, Finish finish) noexcept
{
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        session.Records.Abandon(Kind, slot);
        const RasterVerdict verdict = CreationVerdict(status);
        ReportRefusal(operation, verdict.Why);
        session.OnBackendFailure(status);
        return verdict.Result;
    }
    finish();
    session.Records.Publish<Kind>(slot, status == BackendStatus::Pending);
    output = RasterAccess::Make<H>(session.Owner, session.Records.Table<Kind>().Twin(slot).Generation, slot);
    return status == BackendStatus::Pending ? RasterStatus::Pending : RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi::internal
