// What the cases of measurement share: samples and memory, and what a zeroed answer is.
#pragma once

#include "frontend/session.h"
#include "scene.h"

namespace ludus::graphics::rhi::tests
{
inline constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
inline constexpr auto READY = RasterStatus::Ready;

inline bool IsSame(const GpuTiming& a, const GpuTiming& b)
{
    return a.State == b.State && a.DurationNanoseconds == b.DurationNanoseconds &&
           a.TickNanoseconds == b.TickNanoseconds && a.ValidBits == b.ValidBits &&
           std::memcmp(static_cast<const void*>(&a.Submission), static_cast<const void*>(&b.Submission),
                       sizeof a.Submission) == 0;
}

inline bool IsZeroed(const GpuTiming& timing)
{
    return IsSame(timing, {});
}

inline bool IsZeroed(const GpuPassTimings& timings)
{
    return timings.State == GpuTimingState::Empty && timings.PassCount == 0 && timings.OmittedPasses == 0 &&
           timings.Passes[0].Scope.Identity == 0 && timings.Passes[0].State == GpuTimingState::Empty;
}

inline bool IsZeroed(const MeasurementAdapter& adapter)
{
    return adapter.Name[0] == 0 && adapter.Driver[0] == 0 && adapter.VendorId == 0 && adapter.DeviceId == 0 &&
           !adapter.HasIdentity && !adapter.IsHardware && !adapter.IsSoftware;
}

inline bool IsZeroed(const AllocationTelemetry& telemetry)
{
    return telemetry.LogicalBytes == 0 && telemetry.RetiringBytes == 0 && telemetry.ApiBytes == 0 &&
           telemetry.PeakApiBytes == 0 && !telemetry.ApiBytesAvailable && telemetry.AllocatorBlockBytes == 0 &&
           telemetry.PeakAllocatorBlockBytes == 0 && !telemetry.AllocatorBlocksAvailable &&
           telemetry.BindingDescriptors == 0 && telemetry.DescriptorArenaPools == 0;
}

class Measurement : public SceneTest
{
protected:
    void StartTimed()
    {
        Start({.Required = {.FullscreenRaster = true, .PortableRaster = true}, .EnableGpuTiming = true});
    }

    GpuTiming Get(RasterStatus expected = READY)
    {
        GpuTiming timing{.State = GpuTimingState::Failed, .DurationNanoseconds = 7, .ValidBits = 7};
        EXPECT_EQ(GetGpuTiming(Device, timing), expected);
        return timing;
    }

    GpuTimingState GetState() { return Get().State; }

    // A frame with one draw: three commands.
    void DrawFrame()
    {
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
        End();
    }

    // What arming passes answers on the lane.
    static RasterStatus ArmedPasses() { return GetParam().Has.TimesPasses ? READY : RasterStatus::Unsupported; }

    // Polls until the sample is terminal.
    GpuTiming Finish()
    {
        EXPECT_TRUE(SettleUntil([&] { return GetState() > GpuTimingState::Pending; }));
        return Get();
    }

    // A measured frame from the reference clock's ticks; on other lanes whatever their clock says.
    void ExpectAvailable(uint64 commands)
    {
        const GpuTiming timing = Finish();
        EXPECT_EQ(timing.State, GpuTimingState::Available);
        EXPECT_GT(timing.TickNanoseconds, 0);
        EXPECT_GT(timing.ValidBits, 0U);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, timing.Submission); }), READY);
        if (IsSteered())
        {
            EXPECT_EQ(timing.DurationNanoseconds, commands * 1000);
        }
        else
        {
            EXPECT_LT(timing.DurationNanoseconds, uint64{20'000'000'000});
        }
    }

    AllocationTelemetry GetTelemetry(RasterStatus expected = READY)
    {
        AllocationTelemetry telemetry{.LogicalBytes = 7};
        EXPECT_EQ(GetAllocationTelemetry(Device, telemetry), expected);
        return telemetry;
    }
};

class SteeredMeasurement : public Measurement
{
};
} // namespace ludus::graphics::rhi::tests
