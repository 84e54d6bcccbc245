// Frame timing and the adapter: the lifecycle of samples, what they answer, and that nothing waits or allocates.
#include "../support/measurement_scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::GetReferenceControl;
using internal::SubmitOutcome;

TEST_P(Measurement, AFrameIsMeasuredFromEndToEnd)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(GetState(), GpuTimingState::Empty);
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    EXPECT_EQ(GetState(), GpuTimingState::Armed);
    Begin(TARGET);
    EXPECT_EQ(GetState(), GpuTimingState::Armed); // a recording frame stays armed
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    End();
    ExpectAvailable(3);
}

TEST_P(Measurement, WithoutTheOptionThereIsNoDuration)
{
    Start();
    MakePlain();
    EXPECT_EQ(GetState(), GpuTimingState::Empty);
    EXPECT_REFUSAL(ArmGpuTiming(Device), RasterStatus::Unsupported, TimingUnavailable);
    EXPECT_REFUSAL(ArmGpuPassTimings(Device), RasterStatus::Unsupported, TimingUnavailable);
    DrawFrame();
    const GpuTiming timing = Get();
    EXPECT_EQ(timing.State, GpuTimingState::Unavailable);
    EXPECT_EQ(timing.DurationNanoseconds, 0U);
    EXPECT_EQ(timing.ValidBits, 0U);
}

TEST_P(Measurement, AnArmedOrPendingSampleIsNotOverwritten)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    EXPECT_REFUSAL(ArmGpuTiming(Device), RasterStatus::InvalidState, TimingBusy);
    DrawFrame();
    EXPECT_REFUSAL(ArmGpuTiming(Device), RasterStatus::InvalidState, TimingBusy); // nobody has seen it yet
    ExpectAvailable(3);
}

TEST_P(Measurement, ArmingBelongsBetweenFrames)
{
    StartTimed();
    Begin(TARGET);
    EXPECT_REFUSAL(ArmGpuTiming(Device), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(ArmGpuPassTimings(Device), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_EQ(GetState(), GpuTimingState::Empty);
}

TEST_P(Measurement, ASkippedFrameStaysArmed)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    ASSERT_EQ(SetFrameTarget(Device, Surface, {}), DeviceStatus::Ready);
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
    EXPECT_EQ(GetState(), GpuTimingState::Armed);
    DrawFrame();
    ExpectAvailable(3);
}

TEST_P(Measurement, ATerminalSamplePersistsUntilItIsArmedAgain)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    const GpuTiming first = Finish();
    DrawFrame(); // not measured
    const GpuTiming again = Get();
    EXPECT_TRUE(IsSame(first, again));
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    const GpuTiming armed = Get();
    EXPECT_EQ(armed.State, GpuTimingState::Armed);
    EXPECT_EQ(armed.DurationNanoseconds, 0U);
    DrawFrame();
    ExpectAvailable(3);
}

TEST_P(Measurement, OneArmingMeasuresOneFrame)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    for (int i = 0; i < 4; ++i)
    {
        DrawFrame();
    }
    ExpectAvailable(3);
}

TEST_P(Measurement, ABatchIsMeasured)
{
    StartTimed();
    MakePlain();
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), READY);
    ASSERT_EQ(RecordDraw(Device, batch, GetPlainDraw()), READY);
    ASSERT_EQ(FinishCommands(Device, batch), READY);
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    SubmissionToken token;
    ASSERT_EQ(SubmitCommands(Device, Surface, batch, token), READY);
    ExpectAvailable(3);
    const SubmissionToken measured = Get().Submission;
    EXPECT_EQ(std::memcmp(static_cast<const void*>(&measured), static_cast<const void*>(&token), sizeof token), 0);
}

TEST_P(Measurement, TransfersAreNotFrames)
{
    StartTimed();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    const uint32 words[64]{};
    UploadTicket ticket;
    ASSERT_EQ(RequestBufferUpload(Device, {BufferRole::Vertex, sizeof words}, reinterpret_cast<const uint8*>(words),
                                  sizeof words, ticket),
              RasterStatus::Pending);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), READY);
    EXPECT_EQ(GetState(), GpuTimingState::Armed);
    EXPECT_EQ(Release(Device, ticket), READY);
}

TEST_P(Measurement, MeasuringAllocatesNothingInAFrame)
{
    StartTimed();
    MakePlain();
    DrawFrame();
    DrawFrame(); // both images of the target are made
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    EXPECT_EQ(ArmGpuPassTimings(Device), ArmedPasses());
    const uint64 requests = foundation::GetHostMemoryUsage().Requests;
    DrawFrame();
    ExpectAvailable(3);
    GpuPassTimings passes;
    EXPECT_EQ(GetGpuPassTimings(Device, passes), READY);
    static_cast<void>(GetTelemetry());
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, requests);
}

TEST_P(Measurement, AnotherDeviceLeavesOutputsAsTheyWere)
{
    StartTimed();
    const DeviceHandle kept = Device;
    GpuTiming timing{.DurationNanoseconds = 5};
    MeasurementAdapter adapter{.VendorId = 5};
    AllocationTelemetry telemetry{.LogicalBytes = 5};
    GpuPassTimings passes{.PassCount = 5};
    const auto expectRefusals = [&](DeviceHandle device)
    {
        EXPECT_REFUSAL(GetGpuTiming(device, timing), RasterStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(GetMeasurementAdapter(device, adapter), RasterStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(GetAllocationTelemetry(device, telemetry), RasterStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(GetGpuPassTimings(device, passes), RasterStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(ArmGpuTiming(device), RasterStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(ArmGpuPassTimings(device), RasterStatus::InvalidHandle, ForeignDevice);
    };
    expectRefusals({});
    Stop();
    expectRefusals(kept); // destroyed
    StartTimed();
    expectRefusals(kept); // of an earlier session
    EXPECT_EQ(timing.DurationNanoseconds, 5U);
    EXPECT_EQ(adapter.VendorId, 5U);
    EXPECT_EQ(telemetry.LogicalBytes, 5U);
    EXPECT_EQ(passes.PassCount, 5U);
}

TEST_P(Measurement, ARestartedDeviceHasNoSampleAndNoPeaks)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    EXPECT_EQ(Finish().State, GpuTimingState::Available);
    EXPECT_EQ(ArmGpuPassTimings(Device), ArmedPasses());
    EXPECT_EQ(GetTelemetry().PeakApiBytes != 0, GetParam().Has.TellsApiBytes);
    Stop(); // an armed sample is cancelled
    StartTimed();
    EXPECT_EQ(GetState(), GpuTimingState::Empty);
    GpuPassTimings passes;
    EXPECT_EQ(GetGpuPassTimings(Device, passes), READY);
    EXPECT_EQ(passes.State, GpuTimingState::Empty);
    EXPECT_EQ(GetTelemetry().PeakApiBytes, 0U);
}

TEST_P(Measurement, ADeviceDestroyedWithAPendingSampleEndsCleanly)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    EXPECT_EQ(ArmGpuPassTimings(Device), ArmedPasses());
    DrawFrame();
    Stop();
    StartTimed();
    EXPECT_EQ(GetState(), GpuTimingState::Empty);
}

TEST_P(Measurement, TheAdapterIsNamed)
{
    Start();
    MeasurementAdapter adapter{.VendorId = 99, .IsHardware = true};
    EXPECT_EQ(GetMeasurementAdapter(Device, adapter), READY);
    EXPECT_EQ(adapter.SelectedBackend, GetParam().Api);
    EXPECT_TRUE(adapter.HasIdentity);
    EXPECT_NE(adapter.Name[0], 0);
    EXPECT_NE(adapter.Driver[0], 0);
    EXPECT_NE(std::memchr(adapter.Name, 0, sizeof adapter.Name), nullptr);
    EXPECT_NE(std::memchr(adapter.Driver, 0, sizeof adapter.Driver), nullptr);
    EXPECT_FALSE(adapter.IsHardware && adapter.IsSoftware);
    if (IsSteered())
    {
        EXPECT_STREQ(adapter.Name, "Ludus reference");
        EXPECT_TRUE(adapter.IsSoftware);
        EXPECT_EQ(adapter.VendorId, 0U);
    }
}

LUDUS_ON_LANES_WITH(Measurement, .TimesFrames = true);

// ---- Where the backend can be steered ----

TEST_P(SteeredMeasurement, ADeviceWithoutTimestampsSaysSo)
{
    GetReferenceControl().Report.Timestamps = {};
    StartTimed();
    MakePlain();
    EXPECT_REFUSAL(ArmGpuTiming(Device), RasterStatus::Unsupported, TimingUnavailable);
    DrawFrame();
    EXPECT_EQ(GetState(), GpuTimingState::Unavailable);
    EXPECT_EQ(Get().DurationNanoseconds, 0U);
}

TEST_P(SteeredMeasurement, ADeviceWithoutPassTimestampsStillTimesFrames)
{
    GetReferenceControl().Report.Timestamps.CanMeasurePasses = false;
    StartTimed();
    MakePlain();
    EXPECT_REFUSAL(ArmGpuPassTimings(Device), RasterStatus::Unsupported, TimingUnavailable);
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    ExpectAvailable(3);
    GpuPassTimings passes;
    EXPECT_EQ(GetGpuPassTimings(Device, passes), READY);
    EXPECT_EQ(passes.State, GpuTimingState::Unavailable);
    EXPECT_EQ(passes.PassCount, 0U);
}

TEST_P(SteeredMeasurement, PollingNeverWaits)
{
    StartTimed();
    MakePlain();
    GetReferenceControl().HoldsCompletion = true;
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    for (int i = 0; i < 100; ++i)
    {
        const GpuTiming timing = Get();
        EXPECT_EQ(timing.State, GpuTimingState::Pending);
        EXPECT_EQ(timing.DurationNanoseconds, 0U);
        EXPECT_EQ(GetStatus(Device, timing.Submission), RasterStatus::Pending);
    }
    GetReferenceControl().HoldsTimestamps = true; // completed, but the API still brings the values
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetState(), GpuTimingState::Pending);
    GetReferenceControl().HoldsTimestamps = false;
    ExpectAvailable(3);
}

TEST_P(SteeredMeasurement, QueriesThatCannotBeMadeKeepTheLastSample)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    const GpuTiming last = Finish();

    const struct
    {
        BackendStatus Status;
        RasterStatus Answer;
    } failures[] = {{BackendStatus::OutOfMemory, RasterStatus::OutOfMemory},
                    {BackendStatus::Refused, RasterStatus::Failed}};

    for (const auto& failure : failures)
    {
        internal::FailReferenceCall(ReferenceCall::ReserveTimestamps, {.Status = failure.Status});
        EXPECT_EQ(ArmGpuTiming(Device), failure.Answer);
        internal::FailReferenceCall(ReferenceCall::ReserveTimestamps, {.Status = failure.Status});
        EXPECT_EQ(ArmGpuPassTimings(Device), failure.Answer);
        const GpuTiming kept = Get();
        EXPECT_TRUE(IsSame(last, kept));
        DrawFrame(); // the device stays ready
    }
    EXPECT_EQ(ArmGpuTiming(Device), READY);
}

TEST_P(SteeredMeasurement, AFailedQueryIsATerminalState)
{
    StartTimed();
    MakePlain();
    for (const BackendStatus reason : {BackendStatus::Refused, BackendStatus::OutOfMemory})
    {
        EXPECT_EQ(ArmGpuTiming(Device), READY);
        DrawFrame();
        internal::FailReferenceCall(ReferenceCall::ReadTimestamps, {.Status = reason});
        EXPECT_EQ(GetState(), GpuTimingState::Failed);
        EXPECT_EQ(Get().DurationNanoseconds, 0U);
    }
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    ExpectAvailable(3);
}

TEST_P(SteeredMeasurement, AFrameThatIsSubmittedAgainIsMeasured)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::NothingEncoded});
    EXPECT_EQ(EndFrame(Device), DeviceStatus::Failed);
    EXPECT_EQ(GetState(), GpuTimingState::Armed);
    End();
    ExpectAvailable(3);
}

TEST_P(SteeredMeasurement, ASessionThatFailsZeroesEveryOutput)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    Begin(TARGET);
    internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::EncodedNothingAccepted});
    EXPECT_EQ(EndFrame(Device), DeviceStatus::Failed);
    EXPECT_TRUE(IsZeroed(Get(RasterStatus::Failed)));
    EXPECT_EQ(ArmGpuTiming(Device), RasterStatus::Failed);
}

TEST_P(SteeredMeasurement, LossEndsSamplesAndZeroesOutputs)
{
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    EXPECT_EQ(ArmGpuPassTimings(Device), READY);
    GetReferenceControl().HoldsCompletion = true;
    DrawFrame();
    EXPECT_EQ(GetState(), GpuTimingState::Pending);
    internal::LoseReferenceDevice();
    EXPECT_TRUE(IsZeroed(Get(RasterStatus::DeviceLost)));
    GpuPassTimings passes{.PassCount = 7};
    EXPECT_EQ(GetGpuPassTimings(Device, passes), RasterStatus::DeviceLost);
    EXPECT_TRUE(IsZeroed(passes));
    EXPECT_TRUE(IsZeroed(GetTelemetry(RasterStatus::DeviceLost)));
    MeasurementAdapter adapter{.VendorId = 7};
    EXPECT_EQ(GetMeasurementAdapter(Device, adapter), RasterStatus::DeviceLost);
    EXPECT_TRUE(IsZeroed(adapter));
    EXPECT_EQ(ArmGpuTiming(Device), RasterStatus::DeviceLost);
    Stop();
    internal::ResetReferenceControl();
    StartTimed();
    EXPECT_EQ(GetState(), GpuTimingState::Empty);
}

TEST_P(SteeredMeasurement, LossIsNoticedByArmingAndReading)
{
    StartTimed();
    internal::FailReferenceCall(ReferenceCall::ReserveTimestamps, {.Status = BackendStatus::Lost});
    EXPECT_EQ(ArmGpuTiming(Device), RasterStatus::DeviceLost);
    EXPECT_TRUE(IsZeroed(Get(RasterStatus::DeviceLost)));
    Stop();
    internal::ResetReferenceControl();
    StartTimed();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    Begin(TARGET);
    End();
    internal::FailReferenceCall(ReferenceCall::ReadTimestamps, {.Status = BackendStatus::Lost});
    EXPECT_TRUE(IsZeroed(Get(RasterStatus::DeviceLost)));
}

TEST_P(SteeredMeasurement, AStartingDeviceAnswersNotReadyAndZeroes)
{
    GetReferenceControl().HoldsStartup = true;
    DeviceDescription description{.Required = {.PortableRaster = true}, .EnableGpuTiming = true};
    description.Selection = GetParam().Selection;
    ASSERT_EQ(CreateDevice({.Name = "tests"}, {}, description, Device, Surface), DeviceStatus::Pending);
    EXPECT_TRUE(IsZeroed(Get(RasterStatus::NotReady)));
    EXPECT_TRUE(IsZeroed(GetTelemetry(RasterStatus::NotReady)));
    EXPECT_EQ(ArmGpuTiming(Device), RasterStatus::NotReady);
    internal::FinishReferenceStartup(BackendStatus::Ready);
    ASSERT_EQ(Settle([&] { return GetDeviceInfo(Device, Info); }), DeviceStatus::Ready);
    EXPECT_EQ(ArmGpuTiming(Device), READY);
}

TEST_P(SteeredMeasurement, ACounterMayGoAroundOnce)
{
    internal::ReferenceControl& control = GetReferenceControl();
    control.Report.Timestamps.ValidBits = 40; // 18 minutes
    control.ClockStart = (uint64{1} << 40) - 1500;
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    ExpectAvailable(3);
    EXPECT_EQ(Get().ValidBits, 40U);
}

TEST_P(SteeredMeasurement, ACounterThatMayHaveGoneAroundTwiceIsDisjoint)
{
    internal::ReferenceControl& control = GetReferenceControl();
    control.Report.Timestamps.ValidBits = 12; // four microseconds, which the host's bound exceeds
    control.ClockStart = 4095 - 1500;
    control.HoldsCompletion = true;
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    EXPECT_EQ(GetState(), GpuTimingState::Pending);
    Rest();
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetState(), GpuTimingState::Disjoint);
    EXPECT_EQ(Get().DurationNanoseconds, 0U);
    EXPECT_EQ(ArmGpuTiming(Device), READY); // terminal
}

TEST_P(SteeredMeasurement, AClockThatStepsBackIsDisjoint)
{
    internal::ReferenceControl& control = GetReferenceControl();
    control.ClockStart = 1'000'000;
    control.ClockStep = -1;
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    EXPECT_EQ(GetState(), GpuTimingState::Disjoint);
}

TEST_P(SteeredMeasurement, AQuantizedZeroIsAvailable)
{
    GetReferenceControl().ClockStep = 0;
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    ExpectAvailable(0);
}

TEST_P(SteeredMeasurement, ADurationThatFitsNoFieldIsDisjoint)
{
    internal::ReferenceControl& control = GetReferenceControl();
    control.Report.Timestamps.TickNanoseconds = 1e9;
    control.ClockStep = int64{1} << 60;
    StartTimed();
    MakePlain();
    EXPECT_EQ(ArmGpuTiming(Device), READY);
    DrawFrame();
    EXPECT_EQ(GetState(), GpuTimingState::Disjoint);
}

LUDUS_ON_STEERED_LANES(SteeredMeasurement);
} // namespace
} // namespace ludus::graphics::rhi::tests
