// Timing probes: one for whole frames, one for their passes. Armed, they mark the next frame's submission; then its
// timestamps are read when somebody asks, after it has completed.
#pragma once

#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal
{
class Session;

/// One measured submission.
struct TimingProbe final
{
    GpuTimingState State{GpuTimingState::Empty};
    uint64 Ordinal{0};     // of the submission, while Pending and after
    uint64 SubmittedAt{0}; // nanoseconds of the host's steady clock: before the submission
    uint64 CompletedAt{0}; // when its completion was first seen; zero: not yet
};

/// What the session measures, and the largest totals that its queries have seen.
struct Measurements final
{
    TimingProbe Frame{};
    GpuTiming FrameSample{}; // terminal fields; State is the probe's
    TimingProbe Passes{};
    GpuPassTimings PassSample{};
    ClockReading PassClocks{}; // before the measured submission
    bool HasPassClocks{false};
    uint64 PeakApiBytes{0};
    uint64 PeakBlockBytes{0};
};

/// The time between two timestamps. Disjoint: they make no interval, or the counter may have gone around more than
/// once; `hostNanoseconds`, within which both were written, bounds that and nothing else.
[[nodiscard]] GpuTimingState MeasureInterval(uint64 begin, uint64 end, const TimestampFacts& facts,
                                             uint64 hostNanoseconds, uint64& nanoseconds) noexcept;

/// When `ticks` was by the host's clock. False, leaving `nanoseconds`: it lies before the reading, or nowhere.
[[nodiscard]] bool AlignTicks(uint64 ticks, const ClockReading& reading, const TimestampFacts& facts,
                              uint64& nanoseconds) noexcept;

/// Makes what measuring needs and arms the probe. `operation` names the entry point in diagnostics.
[[nodiscard]] RasterStatus ArmProbe(Session& session, const char* operation, DeviceHandle device, TimingProbe& probe,
                                    bool isOffered) noexcept;

/// Whether a pending probe's timestamps are there to read, into `ticks`: then true. Otherwise the probe is still
/// pending or has failed. DeviceLost in `status` when the device went.
[[nodiscard]] bool ReadProbe(Session& session, TimingProbe& probe, uint32 first, std::span<uint64> ticks,
                             RasterStatus& status) noexcept;

/// The host's bound for a probe that has completed.
[[nodiscard]] inline uint64 GetHostBound(const TimingProbe& probe) noexcept
{
    return probe.CompletedAt - probe.SubmittedAt;
}

/// What the next frame's submission is to measure.
[[nodiscard]] inline TimestampOrder GetTimestampOrder(const Measurements& measurements) noexcept
{
    return {.MeasuresFrame = measurements.Frame.State == GpuTimingState::Armed,
            .MeasuresPasses = measurements.Passes.State == GpuTimingState::Armed};
}

/// Nanoseconds of the host's steady clock.
[[nodiscard]] uint64 ReadHostClock() noexcept;

/// Before a submission that measures passes: remembers both clocks, where the device can read them together.
void ReadPassClocks(Session& session) noexcept;

/// A measured submission was accepted: its probes are pending, and its passes are listed.
void FollowSubmission(Measurements& measurements, const TimestampOrder& order, std::span<const uint8> stream,
                      SubmissionToken token, uint64 ordinal, uint64 submittedAt) noexcept;

/// Submissions up to `completed` have ended.
void NoteCompletion(Measurements& measurements, uint64 completed) noexcept;
} // namespace ludus::graphics::rhi::internal
