// Frame timing, adapter and memory telemetry: their lifecycle, what they count, and that nothing waits or allocates.
#include "../support/scene.h"
#include "frontend/session.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::GetReferenceControl;
using internal::SubmitOutcome;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr auto READY = RasterStatus::Ready;

bool IsSame(const GpuTiming& a, const GpuTiming& b)
{
    return a.State == b.State && a.DurationNanoseconds == b.DurationNanoseconds &&
           a.TickNanoseconds == b.TickNanoseconds && a.ValidBits == b.ValidBits &&
           std::memcmp(static_cast<const void*>(&a.Submission), static_cast<const void*>(&b.Submission),
                       sizeof a.Submission) == 0;
}

bool IsZeroed(const GpuTiming& timing)
{
    return IsSame(timing, {});
}

bool IsZeroed(const GpuPassTimings& timings)
{
    return timings.State == GpuTimingState::Empty && timings.PassCount == 0 && timings.OmittedPasses == 0 &&
           timings.Passes[0].Scope.Identity == 0 && timings.Passes[0].State == GpuTimingState::Empty;
}

bool IsZeroed(const MeasurementAdapter& adapter)
{
    return adapter.Name[0] == 0 && adapter.Driver[0] == 0 && adapter.VendorId == 0 && adapter.DeviceId == 0 &&
           !adapter.HasIdentity && !adapter.IsHardware && !adapter.IsSoftware;
}

bool IsZeroed(const AllocationTelemetry& telemetry)
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

// ---- Memory ----

TEST_P(Measurement, BuffersAndTexturesAreCountedUntilTheyAreReleased)
{
    Start();
    EXPECT_TRUE(GetTelemetry().LogicalBytes == 0 && GetTelemetry().ApiBytes == 0);
    const std::vector<uint8> bytes(1000);
    BufferHandle buffer = MakeBuffer(BufferRole::Vertex, bytes);
    TextureHandle texture = MakeTexture({.Width = 16, .Height = 8, .Attachment = true}, {});
    TextureViewHandle view = MakeView(texture);
    const uint64 image = 16 * 8 * 4 * 2; // colour and private depth
    const AllocationTelemetry full = GetTelemetry();
    EXPECT_EQ(full.LogicalBytes, 1000 + image);
    EXPECT_EQ(full.RetiringBytes, 0U);
    EXPECT_EQ(full.ApiBytesAvailable, GetParam().Has.TellsApiBytes);
    if (GetParam().Has.TellsApiBytes)
    {
        EXPECT_GE(full.ApiBytes, 1000U + 16 * 8 * 4);
    }
    else
    {
        EXPECT_EQ(full.ApiBytes, 0U);
    }
    EXPECT_EQ(full.PeakApiBytes, full.ApiBytes);
    EXPECT_FALSE(full.ResidencyAvailable);
    EXPECT_EQ(Destroy(Device, texture), READY); // the view keeps it
    const AllocationTelemetry detached = GetTelemetry();
    EXPECT_EQ(detached.LogicalBytes, full.LogicalBytes);
    EXPECT_EQ(detached.RetiringBytes, image);
    EXPECT_EQ(detached.ApiBytes, full.ApiBytes);
    EXPECT_EQ(Destroy(Device, view), READY);
    EXPECT_EQ(Destroy(Device, buffer), READY);
    const AllocationTelemetry empty = GetTelemetry();
    EXPECT_EQ(empty.LogicalBytes, 0U);
    EXPECT_EQ(empty.RetiringBytes, 0U);
    EXPECT_EQ(empty.ApiBytes, 0U);
    EXPECT_EQ(empty.PeakApiBytes, full.ApiBytes); // as queries have seen it
}

TEST_P(Measurement, ViewsAndSetsAddNoBytes)
{
    Start();
    MakeQuads();
    const uint8 texels[] = {255, 0, 255, 255};
    const TextureHandle texture = MakeTexels(1, 1, texels);
    const AllocationTelemetry before = GetTelemetry();
    const TextureViewHandle view = MakeView(texture);
    static_cast<void>(MakeQuadsSet(view, MakeSampler()));
    static_cast<void>(MakeQuadsSet(MakeView(texture), MakeSampler()));
    const AllocationTelemetry after = GetTelemetry();
    EXPECT_EQ(after.LogicalBytes, before.LogicalBytes);
    EXPECT_EQ(after.ApiBytes, before.ApiBytes);
}

TEST_P(Measurement, WhatTheLibraryMakesForItselfIsNotAResource)
{
    Start();
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), READY);
    InternalRecords = 1;
    EXPECT_EQ(GetTelemetry().LogicalBytes, 0U);
    EXPECT_EQ(GetTelemetry().ApiBytes, 0U);
}

TEST_P(Measurement, ATextureThatAGraphBorrowsCountsAndWaitsInItsPool)
{
    Start({.Required = {.PortableRaster = true, .OrderedRasterGraph = true}});
    OrderedGraph graph;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    GraphVersion version;
    TextureHandle texture;
    const TextureDescription description{.Width = 16, .Height = 8, .Attachment = true};
    ASSERT_EQ(Await(CreateGraphTexture(Device, graph, description, version, texture), texture), READY);
    InternalRecords = 1;
    EXPECT_EQ(GetTelemetry().LogicalBytes, 16U * 8 * 4 * 2);
    EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
    EXPECT_EQ(GetTelemetry().LogicalBytes, 16U * 8 * 4 * 2);
    EXPECT_EQ(GetTelemetry().RetiringBytes, 0U);
}

TEST_P(Measurement, AllocatorBlocksStandApartFromSpans)
{
    Start();
    const std::vector<uint8> bytes(1000);
    static_cast<void>(MakeBuffer(BufferRole::Vertex, bytes));
    const AllocationTelemetry telemetry = GetTelemetry();
    EXPECT_EQ(telemetry.AllocatorBlocksAvailable, GetParam().Has.TellsArenas);
    if (telemetry.AllocatorBlocksAvailable)
    {
        EXPECT_GE(telemetry.AllocatorBlockBytes, telemetry.ApiBytes);
        EXPECT_GE(telemetry.PeakAllocatorBlockBytes, telemetry.AllocatorBlockBytes);
    }
    else
    {
        EXPECT_EQ(telemetry.AllocatorBlockBytes, 0U);
        EXPECT_EQ(telemetry.PeakAllocatorBlockBytes, 0U);
    }
}

TEST_P(Measurement, DescriptorsAreCountedBySet)
{
    Start();
    EXPECT_EQ(GetTelemetry().BindingDescriptors, 0U);
    MakePlain();
    AllocationTelemetry telemetry = GetTelemetry();
    EXPECT_EQ(telemetry.BindingDescriptors, 1U);
    EXPECT_EQ(telemetry.RetiringBindingDescriptors, 0U);
    if (GetParam().Has.TellsArenas)
    {
        EXPECT_GE(telemetry.DescriptorArenaPools, 1U);
        EXPECT_GE(telemetry.ReservedArenaDescriptors, telemetry.BindingDescriptors);
    }
    else
    {
        EXPECT_EQ(telemetry.DescriptorArenaPools, 0U);
        EXPECT_EQ(telemetry.ReservedArenaDescriptors, 0U);
    }
}

TEST_P(Measurement, TelemetryWaitsForNothing)
{
    Start();
    MakePlain();
    DrawFrame();
    const AllocationTelemetry between = GetTelemetry();
    Begin(TARGET);
    EXPECT_EQ(GetTelemetry().LogicalBytes, between.LogicalBytes);
    End();
}

LUDUS_ON_LANES_WITH(Measurement, .TimesFrames = true);

// ---- Where the backend can be steered ----

class SteeredMeasurement : public Measurement
{
};

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

TEST_P(SteeredMeasurement, WorkInFlightKeepsItsBytes)
{
    Start();
    MakePlain();
    const AllocationTelemetry before = GetTelemetry();
    GetReferenceControl().HoldsCompletion = true;
    DrawFrame();
    EXPECT_EQ(Destroy(Device, Plain.Uniforms), READY);
    EXPECT_EQ(Destroy(Device, Plain.Set), READY);
    const AllocationTelemetry flying = GetTelemetry();
    EXPECT_EQ(flying.LogicalBytes, before.LogicalBytes);
    EXPECT_EQ(flying.RetiringBytes, 1024U); // four blocks
    EXPECT_EQ(flying.BindingDescriptors, 1U);
    EXPECT_EQ(flying.RetiringBindingDescriptors, 1U);
    internal::CompleteReferenceWork();
    const AllocationTelemetry after = GetTelemetry();
    EXPECT_EQ(after.LogicalBytes, before.LogicalBytes - 1024);
    EXPECT_EQ(after.RetiringBytes, 0U);
    EXPECT_EQ(after.BindingDescriptors, 0U);
}

TEST_P(SteeredMeasurement, AnUploadOnItsWayIsNotRetiring)
{
    Start();
    GetReferenceControl().HoldsCompletion = true;
    const uint32 words[64]{};
    UploadTicket ticket;
    ASSERT_EQ(RequestBufferUpload(Device, {BufferRole::Vertex, sizeof words}, reinterpret_cast<const uint8*>(words),
                                  sizeof words, ticket),
              RasterStatus::Pending);
    EXPECT_EQ(GetTelemetry().LogicalBytes, sizeof words);
    EXPECT_EQ(GetTelemetry().RetiringBytes, 0U);
    EXPECT_EQ(Release(Device, ticket), READY); // nobody will name it now
    EXPECT_EQ(GetTelemetry().RetiringBytes, sizeof words);
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetTelemetry().LogicalBytes, 0U);
}

TEST_P(SteeredMeasurement, OpaqueSizesMakeNoPartialSum)
{
    Start();
    const std::vector<uint8> bytes(1000);
    static_cast<void>(MakeBuffer(BufferRole::Vertex, bytes));
    EXPECT_EQ(GetTelemetry().ApiBytes, 1000U);
    GetReferenceControl().HidesApiBytes = true;
    const AllocationTelemetry telemetry = GetTelemetry();
    EXPECT_FALSE(telemetry.ApiBytesAvailable);
    EXPECT_EQ(telemetry.ApiBytes, 0U);
    EXPECT_EQ(telemetry.PeakApiBytes, 0U);
    EXPECT_EQ(telemetry.LogicalBytes, 1000U);
}

TEST_P(SteeredMeasurement, ATotalThatCannotBeRepresentedIsRefused)
{
    Start();
    const std::vector<uint8> bytes(16);
    static_cast<void>(MakeBuffer(BufferRole::Vertex, bytes));
    static_cast<void>(MakeBuffer(BufferRole::Vertex, bytes));
    GetReferenceControl().ExtraApiBytes = uint64{1} << 63;
    AllocationTelemetry telemetry{.LogicalBytes = 7};
    EXPECT_REFUSAL(GetAllocationTelemetry(Device, telemetry), RasterStatus::CapacityExceeded, TelemetryOverflow);
    EXPECT_TRUE(IsZeroed(telemetry));
}

LUDUS_ON_STEERED_LANES(SteeredMeasurement);
} // namespace
} // namespace ludus::graphics::rhi::tests
