// Entry points of frame_readback.h: tickets over the backend's readback slices.
#include <ludus/graphics/rhi/frame_readback.h>

#include "frontend/admission.h"

#include <ludus/foundation/base/checked.h>

#include <cstring>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr usize PIXEL_BYTES = 4;

// The ticket's slice; NO_SLOT for null, stale and foreign tickets.
uint32 FindTicket(const Session& session, const FrameReadback& readback) noexcept
{
    const uint32 slice = LifetimeAccess::Slot(readback);
    const uint64 generation = LifetimeAccess::Generation(readback);
    const bool isLive = session.Owner != 0 && LifetimeAccess::Owner(readback) == session.Owner && generation != 0 &&
                        slice < FRAME_READBACKS && session.Readbacks[slice].Generation == generation &&
                        !session.Readbacks[slice].IsCancelled;
    return isLive ? slice : NO_SLOT;
}

RasterVerdict AdmitTicket(Session& session, DeviceHandle device, const FrameReadback& readback, uint32& slice) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return verdict;
    }
    slice = FindTicket(session, readback);
    if (slice == NO_SLOT)
    {
        return {RasterStatus::InvalidHandle, {.Code = DiagnosticCode::StaleHandle, .Field = "readback"}};
    }
    return {};
}
} // namespace

RasterStatus RequestFrameReadback(DeviceHandle device, SurfaceHandle surface, FrameReadback& readback) noexcept
{
    constexpr const char* OPERATION = "RequestFrameReadback";
    Session& session = GetSession();
    if (session.Owns(device) && DeviceAccess::Owner(surface) != session.Owner)
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignSurface, "surface");
    }
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Between); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (LifetimeAccess::Generation(readback) != 0)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::OutputOccupied, "readback");
    }
    if (session.LastFrameOrdinal == 0)
    {
        return Refuse(OPERATION, RasterStatus::NotReady, DiagnosticCode::NoFrameAccepted);
    }
    if (!session.Report.CanReadSurface)
    {
        return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::ReadbackUnsupported);
    }
    session.Poll();
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slice = 0;
    while (slice < FRAME_READBACKS && session.Readbacks[slice].Generation != 0)
    {
        ++slice;
    }
    if (slice == FRAME_READBACKS)
    {
        return Refuse(OPERATION, RasterStatus::CapacityExceeded,
                      {.Code = DiagnosticCode::TransfersExhausted, .Got = slice, .Allowed = FRAME_READBACKS});
    }
    uint64 generation = 0;
    if (!TakeIdentity(generation))
    {
        return Refuse(OPERATION, RasterStatus::IdentityExhausted, DiagnosticCode::IdentitiesExhausted, "a readback");
    }
    const FrameInfo info = session.LastFrame;
    const usize bytes = usize{info.Width} * info.Height * PIXEL_BYTES;
    if (const BackendStatus reserved = session.Native->ReserveReadback(slice, bytes); reserved != BackendStatus::Ready)
    {
        const RasterVerdict verdict = CreationVerdict(reserved);
        session.OnBackendFailure(reserved);
        return Refuse(OPERATION, verdict);
    }
    const CopySurfaceCommand copy{
        .Header = {.Kind = CommandKind::CopySurface, .Bytes = sizeof(CopySurfaceCommand)},
        .Slice = slice,
        .Width = info.Width,
        .Height = info.Height,
    };
    uint8 stream[sizeof copy];
    std::memcpy(stream, &copy, sizeof copy);
    const SubmitResult result = session.Native->Submit({.Ordinal = session.NextOrdinal, .Stream = stream});
    if (result.Outcome == SubmitOutcome::NothingEncoded && result.Reason != BackendStatus::Lost)
    {
        return Refuse(OPERATION, CreationVerdict(result.Reason));
    }
    if (result.Outcome != SubmitOutcome::Accepted)
    {
        const bool isLost = result.Reason == BackendStatus::Lost;
        session.Fail(OPERATION, isLost ? StartupState::DeviceLost : StartupState::Failed,
                     isLost ? StartupError::DeviceLost : StartupError::RenderingUnavailable);
        return Refuse(OPERATION, isLost ? RasterStatus::DeviceLost : RasterStatus::Failed,
                      DiagnosticCode::SubmissionRefused);
    }
    session.Readbacks[slice] = {.Generation = generation, .Ordinal = session.NextOrdinal, .Info = info};
    ++session.NextOrdinal;
    readback = LifetimeAccess::Make<FrameReadback>(session.Owner, generation, slice);
    return RasterStatus::Pending;
}

RasterStatus GetStatus(DeviceHandle device, FrameReadback readback) noexcept
{
    constexpr const char* OPERATION = "GetStatus";
    Session& session = GetSession();
    session.PollOf(device);
    uint32 slice = NO_SLOT;
    if (const RasterVerdict verdict = AdmitTicket(session, device, readback, slice); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (session.Readbacks[slice].Ordinal > session.Completed)
    {
        return RasterStatus::Pending;
    }
    std::span<const uint8> bytes;
    switch (session.Native->MapReadback(slice, bytes))
    {
    case BackendStatus::Ready:
        return RasterStatus::Ready;
    case BackendStatus::Pending:
        return RasterStatus::Pending;
    case BackendStatus::Lost:
        session.OnBackendFailure(BackendStatus::Lost);
        return Refuse(OPERATION, RasterStatus::DeviceLost, DiagnosticCode::DeviceIsLost);
    case BackendStatus::OutOfMemory:
    case BackendStatus::Refused:
        break;
    }
    return Refuse(OPERATION, RasterStatus::Failed, DiagnosticCode::BackendRefused, "readback");
}

RasterStatus GetFrameReadbackInfo(DeviceHandle device, FrameReadback readback, FrameInfo& info) noexcept
{
    Session& session = GetSession();
    uint32 slice = NO_SLOT;
    if (const RasterVerdict verdict = AdmitTicket(session, device, readback, slice); !verdict.IsAccepted())
    {
        return Refuse("GetFrameReadbackInfo", verdict);
    }
    info = session.Readbacks[slice].Info;
    return RasterStatus::Ready;
}

RasterStatus CopyFrameReadback(DeviceHandle device, FrameReadback readback, std::span<uint8> bytes,
                               usize rowPitch) noexcept
{
    constexpr const char* OPERATION = "CopyFrameReadback";
    Session& session = GetSession();
    session.PollOf(device);
    uint32 slice = NO_SLOT;
    if (const RasterVerdict verdict = AdmitTicket(session, device, readback, slice); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (bytes.data() == nullptr)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription, DiagnosticCode::NullOutput, "bytes");
    }
    const ReadbackRecord& record = session.Readbacks[slice];
    const usize rowBytes = usize{record.Info.Width} * PIXEL_BYTES;
    if (rowPitch < rowBytes)
    {
        return Refuse(
            OPERATION, RasterStatus::InvalidDescription,
            {.Code = DiagnosticCode::ValueTooSmall, .Field = "rowPitch", .Got = rowPitch, .Allowed = rowBytes});
    }
    uint64 needed = 0;
    if (!foundation::TryMultiply(rowPitch, record.Info.Height - 1, needed) ||
        !foundation::TryAdd(needed, rowBytes, needed) || needed > bytes.size())
    {
        return Refuse(
            OPERATION, RasterStatus::InvalidDescription,
            {.Code = DiagnosticCode::ValueTooSmall, .Field = "bytes.size()", .Got = bytes.size(), .Allowed = needed});
    }
    std::span<const uint8> pixels;
    const BackendStatus mapped =
        record.Ordinal > session.Completed ? BackendStatus::Pending : session.Native->MapReadback(slice, pixels);
    if (mapped == BackendStatus::Pending)
    {
        return Refuse(OPERATION, RasterStatus::NotReady, DiagnosticCode::ReadbackNotReady);
    }
    if (mapped != BackendStatus::Ready)
    {
        const RasterVerdict verdict = CreationVerdict(mapped);
        session.OnBackendFailure(mapped);
        return Refuse(OPERATION, verdict);
    }
    for (uint32 row = 0; row < record.Info.Height; ++row)
    {
        std::memcpy(bytes.data() + row * rowPitch, pixels.data() + row * rowBytes, rowBytes);
    }
    return RasterStatus::Ready;
}

RasterStatus Release(DeviceHandle device, FrameReadback& readback) noexcept
{
    Session& session = GetSession();
    uint32 slice = NO_SLOT;
    if (const RasterVerdict verdict = AdmitTicket(session, device, readback, slice); !verdict.IsAccepted())
    {
        return Refuse("Release", verdict);
    }
    ReadbackRecord& record = session.Readbacks[slice];
    if (record.Ordinal <= session.Completed)
    {
        session.Native->UnmapReadback(slice);
        record = ReadbackRecord{};
    }
    else
    {
        record.IsCancelled = true; // the slice is free once its copy has completed
    }
    readback = FrameReadback{};
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
