// Frame timing and the adapter of measurement.h.
#include "frontend/admission.h"
#include "frontend/pass_timings.h"

#include <chrono>
#include <limits>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// One past the largest duration that fits its field.
constexpr float64 DURATION_END = 18446744073709551616.0;

float64 PowerOfTwo(uint32 exponent) noexcept
{
    float64 value = 1;
    for (uint32 i = 0; i < exponent; ++i)
    {
        value *= 2;
    }
    return value;
}

void FollowProbe(TimingProbe& probe, uint64 ordinal, uint64 submittedAt) noexcept
{
    probe = {.State = GpuTimingState::Pending, .Ordinal = ordinal, .SubmittedAt = submittedAt, .CompletedAt = 0};
}

void CollectFrame(Session& session, RasterStatus& status) noexcept
{
    Measurements& measured = session.Measured;
    uint64 ticks[FRAME_QUERIES];
    if (!ReadProbe(session, measured.Frame, 0, ticks, status))
    {
        return;
    }
    measured.Frame.State = MeasureInterval(ticks[0], ticks[1], session.Report.Timestamps, GetHostBound(measured.Frame),
                                           measured.FrameSample.DurationNanoseconds);
}
} // namespace

uint64 internal::ReadHostClock() noexcept
{
    const auto now = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<uint64>(std::chrono::duration_cast<std::chrono::nanoseconds>(now).count());
}

GpuTimingState internal::MeasureInterval(uint64 begin, uint64 end, const TimestampFacts& facts, uint64 hostNanoseconds,
                                         uint64& nanoseconds) noexcept
{
    const bool isWhole = facts.ValidBits >= 64;
    const uint64 mask = isWhole ? std::numeric_limits<uint64>::max() : (uint64{1} << facts.ValidBits) - 1;
    begin &= mask;
    end &= mask;
    // In the host's bound a narrower counter may go around any number of times, whichever reading is the larger one.
    const float64 period = facts.TickNanoseconds * PowerOfTwo(facts.ValidBits);
    if (isWhole ? end < begin : static_cast<float64>(hostNanoseconds) >= period)
    {
        return GpuTimingState::Disjoint;
    }
    const float64 duration = static_cast<float64>((end - begin) & mask) * facts.TickNanoseconds + 0.5;
    if (!(duration < DURATION_END))
    {
        return GpuTimingState::Disjoint;
    }
    nanoseconds = static_cast<uint64>(duration);
    return GpuTimingState::Available;
}

bool internal::AlignTicks(uint64 ticks, const ClockReading& reading, const TimestampFacts& facts,
                          uint64& nanoseconds) noexcept
{
    const bool isWhole = facts.ValidBits >= 64;
    if (isWhole && ticks < reading.Ticks)
    {
        return false;
    }
    // A narrower counter has gone around once at most: MeasureInterval knows that of a pass that is Available.
    const uint64 mask = isWhole ? std::numeric_limits<uint64>::max() : (uint64{1} << facts.ValidBits) - 1;
    const float64 after = static_cast<float64>((ticks - reading.Ticks) & mask) * facts.TickNanoseconds + 0.5;
    if (!(after < DURATION_END) ||
        static_cast<uint64>(after) > std::numeric_limits<uint64>::max() - reading.HostNanoseconds)
    {
        return false;
    }
    nanoseconds = reading.HostNanoseconds + static_cast<uint64>(after);
    return true;
}

void internal::ReadPassClocks(Session& session) noexcept
{
    Measurements& measured = session.Measured;
    // A driver that cannot read them now leaves durations alone: no reason not to draw.
    measured.HasPassClocks = session.Report.Timestamps.HasHostClock &&
                             session.Native->ReadClocks(measured.PassClocks) == BackendStatus::Ready;
}

RasterStatus internal::ArmProbe(Session& session, const char* operation, DeviceHandle device, TimingProbe& probe,
                                bool isOffered) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Between); !verdict.IsAccepted())
    {
        return Refuse(operation, verdict);
    }
    if (!isOffered || session.Report.Timestamps.ValidBits == 0 || !session.Description.EnableGpuTiming)
    {
        probe.State = GpuTimingState::Unavailable;
        return Refuse(operation, RasterStatus::Unsupported, DiagnosticCode::TimingUnavailable);
    }
    if (probe.State == GpuTimingState::Armed || probe.State == GpuTimingState::Pending)
    {
        return Refuse(operation, RasterStatus::InvalidState, DiagnosticCode::TimingBusy);
    }
    const BackendStatus reserved = session.Native->ReserveTimestamps();
    if (reserved != BackendStatus::Ready)
    {
        const RasterVerdict verdict = CreationVerdict(reserved);
        ReportRefusal(operation, verdict.Why);
        session.OnBackendFailure(reserved);
        return verdict.Result;
    }
    probe = {.State = GpuTimingState::Armed};
    return RasterStatus::Ready;
}

bool internal::ReadProbe(Session& session, TimingProbe& probe, uint32 first, std::span<uint64> ticks,
                         RasterStatus& status) noexcept
{
    if (probe.State != GpuTimingState::Pending || probe.CompletedAt == 0)
    {
        return false;
    }
    const BackendStatus read = session.Native->ReadTimestamps(first, ticks);
    if (read == BackendStatus::Lost)
    {
        session.OnBackendFailure(read);
        status = RasterStatus::DeviceLost;
        return false;
    }
    if (read != BackendStatus::Ready && read != BackendStatus::Pending)
    {
        probe.State = GpuTimingState::Failed;
    }
    return read == BackendStatus::Ready;
}

void internal::FollowSubmission(Measurements& measurements, const TimestampOrder& order, std::span<const uint8> stream,
                                SubmissionToken token, uint64 ordinal, uint64 submittedAt) noexcept
{
    if (order.MeasuresFrame)
    {
        FollowProbe(measurements.Frame, ordinal, submittedAt);
        measurements.FrameSample.Submission = token;
    }
    if (order.MeasuresPasses)
    {
        FollowProbe(measurements.Passes, ordinal, submittedAt);
        ListPasses(stream, measurements.PassSample);
    }
}

void internal::NoteCompletion(Measurements& measurements, uint64 completed) noexcept
{
    for (TimingProbe* probe : {&measurements.Frame, &measurements.Passes})
    {
        if (probe->State == GpuTimingState::Pending && probe->CompletedAt == 0 && probe->Ordinal <= completed)
        {
            probe->CompletedAt = ReadHostClock();
        }
    }
}

RasterStatus ArmGpuTiming(DeviceHandle device) noexcept
{
    Session& session = GetSession();
    Measurements& measured = session.Measured;
    const RasterStatus status = ArmProbe(session, "ArmGpuTiming", device, measured.Frame, true);
    if (status == RasterStatus::Ready)
    {
        const TimestampFacts& facts = session.Report.Timestamps;
        measured.FrameSample = {.TickNanoseconds = facts.TickNanoseconds, .ValidBits = facts.ValidBits};
    }
    return status;
}

RasterStatus GetGpuTiming(DeviceHandle device, GpuTiming& timing) noexcept
{
    constexpr const char* OPERATION = "GetGpuTiming";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    timing = GpuTiming{};
    session.Poll();
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    RasterStatus status = RasterStatus::Ready;
    CollectFrame(session, status);
    if (status != RasterStatus::Ready)
    {
        return Refuse(OPERATION, status, DiagnosticCode::DeviceIsLost);
    }
    timing = session.Measured.FrameSample;
    timing.State = session.Measured.Frame.State;
    return RasterStatus::Ready;
}

RasterStatus GetMeasurementAdapter(DeviceHandle device, MeasurementAdapter& adapter) noexcept
{
    constexpr const char* OPERATION = "GetMeasurementAdapter";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    adapter = MeasurementAdapter{};
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    adapter.SelectedBackend = session.Startup.SelectedBackend;
    session.Native->DescribeAdapter(adapter);
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
