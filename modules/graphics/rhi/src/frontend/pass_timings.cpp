// Per-pass timing of gpu_scope.h: the passes of a measured stream, and their durations.
#include "frontend/pass_timings.h"

#include "frontend/admission.h"

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
GpuScopeDescription ReadScope(const uint8* at) noexcept
{
    const auto command = Peek<ScopeCommand>(at);
    GpuScopeDescription scope;
    scope.Identity = command.Identity;
    scope.NameBytes = command.NameBytes;
    scope.LogicalPassCount = command.LogicalPassCount;
    std::memcpy(scope.Name, at + sizeof command, command.NameBytes);
    return scope;
}

// The host's time of each pass; all of them or none, so that one flag tells.
void AlignPasses(const Measurements& measured, const uint64* ticks, const TimestampFacts& facts,
                 GpuPassTimings& sample) noexcept
{
    bool isAligned = measured.HasPassClocks && sample.PassCount != 0;
    for (uint32 i = 0; i < sample.PassCount && isAligned; ++i)
    {
        GpuPassTiming& pass = sample.Passes[i];
        isAligned = pass.State != GpuTimingState::Available ||
                    AlignTicks(ticks[usize{2} * i], measured.PassClocks, facts, pass.BeginNanoseconds);
    }
    sample.HasClockAlignment = isAligned;
    for (uint32 i = 0; i < sample.PassCount && !isAligned; ++i)
    {
        sample.Passes[i].BeginNanoseconds = 0;
    }
}

void CollectPasses(Session& session, RasterStatus& status) noexcept
{
    Measurements& measured = session.Measured;
    GpuPassTimings& sample = measured.PassSample;
    uint64 ticks[usize{2} * TIMED_PASSES];
    const bool isRead =
        ReadProbe(session, measured.Passes, FRAME_QUERIES, {ticks, usize{2} * sample.PassCount}, status);
    if (measured.Passes.State == GpuTimingState::Failed)
    {
        for (uint32 i = 0; i < sample.PassCount; ++i)
        {
            sample.Passes[i].State = GpuTimingState::Failed;
        }
    }
    if (!isRead)
    {
        return;
    }
    for (uint32 i = 0; i < sample.PassCount; ++i)
    {
        GpuPassTiming& pass = sample.Passes[i];
        pass.State = MeasureInterval(ticks[usize{2} * i], ticks[usize{2} * i + 1], session.Report.Timestamps,
                                     GetHostBound(measured.Passes), pass.DurationNanoseconds);
    }
    AlignPasses(measured, ticks, session.Report.Timestamps, sample);
    measured.Passes.State = GpuTimingState::Available;
}
} // namespace

void internal::ListPasses(std::span<const uint8> stream, GpuPassTimings& timings) noexcept
{
    timings = GpuPassTimings{};
    usize scope = stream.size(); // where the open one lies in the stream; its end: none is open
    for (usize at = 0; at < stream.size();)
    {
        const auto header = Peek<CommandHeader>(&stream[at]);
        const bool isRaster = header.Kind == CommandKind::BeginPass;
        if (isRaster || header.Kind == CommandKind::Dispatch)
        {
            if (timings.PassCount == TIMED_PASSES)
            {
                ++timings.OmittedPasses;
            }
            else
            {
                GpuPassTiming& pass = timings.Passes[timings.PassCount++];
                pass.Kind = isRaster ? GpuPassKind::Raster : GpuPassKind::Compute;
                pass.State = GpuTimingState::Pending;
                if (scope != stream.size())
                {
                    pass.Scope = ReadScope(&stream[scope]);
                }
                else if (isRaster)
                {
                    pass.Scope.LogicalPassCount = Peek<BeginPassCommand>(&stream[at]).LogicalPassCount;
                }
            }
        }
        else if (header.Kind == CommandKind::BeginScope)
        {
            scope = at;
        }
        else if (header.Kind == CommandKind::EndScope)
        {
            scope = stream.size();
        }
        at += header.Bytes;
    }
}

RasterStatus ArmGpuPassTimings(DeviceHandle device) noexcept
{
    Session& session = GetSession();
    Measurements& measured = session.Measured;
    const bool isOffered = session.Report.Timestamps.CanMeasurePasses;
    const RasterStatus status = ArmProbe(session, "ArmGpuPassTimings", device, measured.Passes, isOffered);
    if (status == RasterStatus::Ready)
    {
        measured.PassSample = GpuPassTimings{};
    }
    return status;
}

RasterStatus GetGpuPassTimings(DeviceHandle device, GpuPassTimings& outTimings) noexcept
{
    constexpr const char* OPERATION = "GetGpuPassTimings";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    outTimings = GpuPassTimings{};
    session.Poll();
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    RasterStatus status = RasterStatus::Ready;
    CollectPasses(session, status);
    if (status != RasterStatus::Ready)
    {
        return Refuse(OPERATION, status, DiagnosticCode::DeviceIsLost);
    }
    outTimings = session.Measured.PassSample;
    outTimings.State = session.Measured.Passes.State;
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
