#include "frontend/frame.h"

#include "frontend/admission.h"
#include "frontend/raster_pass.h"
#include "frontend/uniform_ring.h"
#include "validation/device.h"

#include <ludus/foundation/base/checked.h>

#include <limits>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint64 FRAME_WAIT_NANOSECONDS = 100'000'000; // how long BeginFrame waits for the oldest frame in flight

// The storage of the stream. Kept between frames.
bool ReserveStream(Session& session) noexcept
{
    const uint64 bytes = GetStreamBytes(session);
    if (bytes > std::numeric_limits<usize>::max())
    {
        return foundation::RefuseHostMemory() != nullptr;
    }
    return session.Frame.Stream.Reserve(static_cast<usize>(bytes));
}

// Waits, within bounds, until one more frame may be submitted.
bool HasFrameSlot(Session& session) noexcept
{
    const uint64 oldest = session.FrameOrdinals[session.FrameSlot];
    if (oldest <= session.Completed)
    {
        return true;
    }
    if (!session.Native->WaitCompleted(oldest, FRAME_WAIT_NANOSECONDS))
    {
        return false;
    }
    session.Poll();
    return session.Startup.State == StartupState::Ready && oldest <= session.Completed;
}

void ForgetFrame(Session& session) noexcept
{
    DropDrafts(session.Records.Table<RecordKind::Texture>(), session.Frame.Drafts); // unless they are committed
    session.Frame.IsOpen = false;
    session.Frame.HasFullscreenDraw = false;
    session.Frame.IsSurfaceless = false;
    session.Frame.Passes = FramePasses{};
    session.Frame.Target = AcquiredFrame{};
    s_Recording.Forget();
    s_Recording.Close();
    s_Recording.Write = nullptr;
    s_Recording.DrawsLeft = 0;
}
} // namespace

uint64 GetStreamBytes(const Session& session) noexcept
{
    const StorageLimits& limits = session.Description.Storage;
    const uint64 entries = uint64{limits.DrawsPerFrame} * MAX_DRAW_ENTRY_BYTES;
    return foundation::AlignUp(entries + GetPassBytes(limits), 8);
}

OneColorPass MakeSurfacePass(const Session& session) noexcept
{
    const AcquiredFrame& target = session.Frame.Target;
    OneColorPass command;
    command.Color.Clear[0] = static_cast<float32>(session.Target.Red);
    command.Color.Clear[1] = static_cast<float32>(session.Target.Green);
    command.Color.Clear[2] = static_cast<float32>(session.Target.Blue);
    command.Color.Clear[3] = static_cast<float32>(session.Target.Alpha);
    BeginPassCommand& pass = command.Pass;
    pass.Header = {.Kind = CommandKind::BeginPass, .Bytes = sizeof command};
    pass.Width = target.Width;
    pass.Height = target.Height;
    pass.Viewport = {.Width = target.Width, .Height = target.Height};
    pass.Scissor = pass.Viewport;
    return command;
}

DeviceStatus SetTarget(Session& session, const char* operation, const FrameTarget& target) noexcept
{
    const DeviceVerdict verdict =
        CheckFrameTarget(target, session.Report.MaxFrameDimension2D, session.Report.HasSurfacelessFrames);
    if (!verdict.IsAccepted())
    {
        return Refuse(operation, verdict);
    }
    const bool hadArea = session.Target.Width != 0 && session.Target.Height != 0;
    const bool hasArea = target.Width != 0 && target.Height != 0;
    if (hadArea != hasArea)
    {
        session.Frame.SkippedBy = nullptr;
    }
    session.Target = target;
    return DeviceStatus::Ready;
}

namespace
{
// What became of a frame, in the words of device.h: a target that is not there at present is skipped.
DeviceStatus ToFrameResult(RasterStatus status) noexcept
{
    switch (status)
    {
    case RasterStatus::Ready:
        return DeviceStatus::Ready;
    case RasterStatus::NotReady:
        return DeviceStatus::Skipped;
    case RasterStatus::DeviceLost:
        return DeviceStatus::DeviceLost;
    default:
        return DeviceStatus::Failed;
    }
}
} // namespace

namespace
{
// A target without an area is usual, and a program asks again at every tick: a call says it when it begins and when it
// is another call's turn. Who asks for the last diagnostic is answered each time.
RasterStatus SkipTarget(Session& session, const char* operation) noexcept
{
    TakeBackUniforms(session);
    const Finding why{.Code = DiagnosticCode::TargetUnavailable};
    if (session.Frame.SkippedBy == operation)
    {
        RememberRefusal(operation, why);
        return RasterStatus::NotReady;
    }
    session.Frame.SkippedBy = operation;
    return Refuse(operation, RasterStatus::NotReady, why);
}
} // namespace

RasterStatus FindFrameSlot(Session& session, const char* operation) noexcept
{
    session.Poll();
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(operation, verdict);
    }
    if (session.Target.Width == 0 || session.Target.Height == 0)
    {
        return SkipTarget(session, operation);
    }
    if (!HasFrameSlot(session))
    {
        TakeBackUniforms(session);
        if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
        {
            return Refuse(operation, verdict);
        }
        return Refuse(operation, RasterStatus::NotReady,
                      {.Code = DiagnosticCode::FramesInFlight, .Allowed = session.Report.FramesInFlight});
    }
    return RasterStatus::Ready;
}

void GiveFrameBack(Session& session) noexcept
{
    if (!session.Frame.IsSurfaceless)
    {
        session.Native->AbandonFrame();
    }
    session.Frame.IsSurfaceless = false;
    session.Frame.Target = AcquiredFrame{};
    DropDrafts(session.Records.Table<RecordKind::Texture>(), session.Frame.Drafts);
    TakeBackUniforms(session);
}

RasterStatus AcquireFrame(Session& session, const char* operation) noexcept
{
    const BackendStatus prepared = session.Native->PrepareFrame(session.Target);
    if (prepared != BackendStatus::Ready)
    {
        const RasterVerdict verdict = CreationVerdict(prepared);
        ReportRefusal(operation, verdict.Why);
        TakeBackUniforms(session);
        session.OnBackendFailure(prepared);
        return verdict.Result;
    }
    session.Frame.IsSurfaceless = !session.Target.ShouldPresentToSurface;
    session.Frame.Target = {.Width = session.Target.Width, .Height = session.Target.Height};
    switch (session.Frame.IsSurfaceless ? AcquireStatus::Ready
                                        : session.Native->Acquire(session.Target, session.Frame.Target))
    {
    case AcquireStatus::Ready:
        break;
    case AcquireStatus::Skipped:
        return SkipTarget(session, operation);
    case AcquireStatus::Failed:
        TakeBackUniforms(session);
        return Refuse(operation, RasterStatus::Failed, DiagnosticCode::DeviceMemoryRefused, "the frame's target");
    case AcquireStatus::Lost:
        session.OnBackendFailure(BackendStatus::Lost);
        return Refuse(operation, RasterStatus::DeviceLost, DiagnosticCode::DeviceIsLost);
    }
    session.Frame.SkippedBy = nullptr;
    if (session.Uniforms.Slot != NO_SLOT && s_Recording.UniformOwner == NO_IDENTITY)
    {
        OpenSegment(session);
    }
    return RasterStatus::Ready;
}

RasterStatus SubmitFrame(Session& session, const char* operation, std::span<const uint8> stream,
                         uint64& ordinal) noexcept
{
    ordinal = 0;
    const Submission submission{
        .Ordinal = session.NextOrdinal,
        .Stream = stream,
        .FrameUniforms = GetWrittenUniforms(session),
        .UsesSurface = !session.Frame.IsSurfaceless,
        .Timestamps = GetTimestampOrder(session.Measured),
    };
    const bool isMeasured = submission.Timestamps.MeasuresFrame || submission.Timestamps.MeasuresPasses;
    if (submission.Timestamps.MeasuresPasses)
    {
        ReadPassClocks(session);
    }
    const uint64 submittedAt = isMeasured ? ReadHostClock() : 0;
    const SubmitResult result = session.Native->Submit(submission);
    if (result.Outcome == SubmitOutcome::NothingEncoded && result.Reason != BackendStatus::Lost)
    {
        // Nothing happened: the frame is still acquired and may be submitted again.
        return Refuse(operation, CreationVerdict(result.Reason).Result, DiagnosticCode::SubmissionRefused);
    }
    if (result.Outcome == SubmitOutcome::AcceptedInPart)
    {
        ordinal = session.NextOrdinal++;
    }
    if (result.Outcome != SubmitOutcome::Accepted)
    {
        ForgetFrame(session);
        const bool isLost = result.Reason == BackendStatus::Lost;
        session.Fail(operation, isLost ? StartupState::DeviceLost : StartupState::Failed,
                     isLost ? StartupError::DeviceLost : StartupError::RenderingUnavailable);
        // Last, so that the call's own reason is the last diagnostic.
        return Refuse(operation, isLost ? RasterStatus::DeviceLost : RasterStatus::Failed,
                      DiagnosticCode::SubmissionRefused);
    }
    ordinal = session.NextOrdinal++;
    session.FrameOrdinals[session.FrameSlot] = ordinal;
    session.FrameSlot = (session.FrameSlot + 1) % session.Report.FramesInFlight;
    if (!session.Frame.IsSurfaceless)
    {
        session.LastFrameOrdinal = ordinal;
        session.LastFrame = {.Width = session.Frame.Target.Width,
                             .Height = session.Frame.Target.Height,
                             .Encoding = session.Frame.Target.Encoding};
    }
    if (isMeasured)
    {
        FollowSubmission(session.Measured, submission.Timestamps, stream,
                         LifetimeAccess::MakeToken(session.Owner, ordinal), ordinal, submittedAt);
    }
    HoldUniforms(session, ordinal);
    CommitDrafts(session.Records.Table<RecordKind::Texture>(), session.Frame.Drafts, ordinal);
    ForgetFrame(session);
    return RasterStatus::Ready;
}

DeviceStatus OpenFrame(Session& session, const char* operation) noexcept
{
    if (const RasterStatus status = FindFrameSlot(session, operation); status != RasterStatus::Ready)
    {
        return ToFrameResult(status);
    }
    if (!ReserveStream(session))
    {
        TakeBackUniforms(session);
        return Refuse(operation, DeviceStatus::Failed, HostMemoryVerdict().Why);
    }
    if (const RasterStatus status = AcquireFrame(session, operation); status != RasterStatus::Ready)
    {
        return ToFrameResult(status);
    }
    ++s_RecordChanges; // plans record between frames only
    session.Frame.IsOpen = true;
    session.Frame.HasFullscreenDraw = false;
    OpenPasses(session);
    return DeviceStatus::Ready;
}

RasterStatus FinishFrame(Session& session, const char* operation, uint64& ordinal) noexcept
{
    if (session.Frame.Passes.IsScopeOpen)
    {
        ReportRefusal(operation, {.Code = DiagnosticCode::ScopeUnclosed});
    }
    return SubmitFrame(session, operation, FinishStream(session), ordinal);
}

DeviceStatus CloseFrame(Session& session, const char* operation, uint64& ordinal) noexcept
{
    return ToFrameResult(FinishFrame(session, operation, ordinal));
}
} // namespace ludus::graphics::rhi::internal
