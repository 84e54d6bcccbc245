// Failures of a frame: preparation, acquisition, the three ways in which a submission fails, readback.
#include "../support/scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::AcquireStatus;
using internal::BackendStatus;
using internal::SubmitOutcome;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
const std::string FRAME = "pass surface 8x4 clear 0 0 0 1\n"
                          "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n";

class FrameFaults : public SceneTest
{
protected:
    void StartAndTarget()
    {
        Start();
        MakePlain();
        ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    }

    // A whole frame with one draw.
    void ExpectDraws()
    {
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
        End();
        EXPECT_EQ(GetFrameText(), FRAME);
    }

    // The device is gone in the given way; a restart draws the same.
    void ExpectRestarts(DeviceStatus state)
    {
        EXPECT_EQ(GetDeviceInfo(Device, Info), state);
        EXPECT_EQ(Info.Profile.Raster.MaxBufferSize, 0U);
        EXPECT_FALSE(Info.Enabled.PortableRaster);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
        EXPECT_EQ(internal::InspectSession().LiveBackendObjects, 0U);
        FrameInfo info{.Width = 7};
        EXPECT_EQ(GetFrameInfo(Device, Surface, info), state);
        EXPECT_EQ(info.Width, 7U);
        Stop();
        Start();
        MakePlain();
        ExpectDraws();
    }
};

TEST_P(FrameFaults, PreparationThatIsRefusedLeavesTheDeviceReady)
{
    StartAndTarget();
    for (const BackendStatus status : {BackendStatus::OutOfMemory, BackendStatus::Refused})
    {
        internal::FailReferenceCall(ReferenceCall::PrepareFrame, {.Status = status});
        EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Failed);
        EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::InvalidState, NoOpenFrame);
        EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
        ExpectDraws();
    }
}

TEST_P(FrameFaults, AcquisitionSkipsOrFails)
{
    StartAndTarget();
    internal::FailReferenceCall(ReferenceCall::Acquire, {.Acquired = AcquireStatus::Skipped});
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, TargetUnavailable);
    internal::FailReferenceCall(ReferenceCall::Acquire, {.Acquired = AcquireStatus::Failed});
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Failed);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
    ExpectDraws();
}

TEST_P(FrameFaults, ASubmissionOfNothingLeavesTheFrameOpen)
{
    StartAndTarget();
    for (const BackendStatus reason : {BackendStatus::OutOfMemory, BackendStatus::Refused})
    {
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
        internal::FailReferenceCall(ReferenceCall::Submit,
                                    {.Status = reason, .Outcome = SubmitOutcome::NothingEncoded});
        EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
        FrameInfo info;
        EXPECT_EQ(GetFrameInfo(Device, Surface, info), DeviceStatus::Ready); // still open
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready); // and goes on
        End();
        EXPECT_EQ(GetFrameText(), "pass surface 8x4 clear 0 0 0 1\n"
                                  "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                  "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
    }
}

TEST_P(FrameFaults, AThrownAwaySubmissionFaultsTheSession)
{
    StartAndTarget();
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::EncodedNothingAccepted});
    EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
    ExpectRestarts(DeviceStatus::Failed);
}

TEST_P(FrameFaults, ASubmissionAcceptedInPartFaultsTheSession)
{
    for (uint32 commands = 0; commands < 4; ++commands)
    {
        SCOPED_TRACE(commands);
        StartAndTarget();
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
        internal::FailReferenceCall(ReferenceCall::Submit,
                                    {.Outcome = SubmitOutcome::AcceptedInPart, .AcceptedCommands = commands});
        EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
        ExpectRestarts(DeviceStatus::Failed);
        Stop();
    }
}

// The ring looks at the device before it says that every segment is in flight: its answer is the device's state.
TEST_P(FrameFaults, TheRingAnswersWhatBecameOfTheDevice)
{
    const std::vector<uint8> bytes(64);
    const auto expectAnswers = [&](RasterStatus status, DiagnosticCode code)
    {
        uint32 offset = 7;
        uint64 before = CountRefusals();
        EXPECT_EQ(WriteFrameUniform(Device, bytes, offset), status);
        EXPECT_EQ(GetCodeAfter(before), code);
        EXPECT_EQ(offset, 7U);
        RasterVertexSlice slice;
        before = CountRefusals();
        EXPECT_EQ(WriteFrameVertices(Device, bytes, slice), status);
        EXPECT_EQ(GetCodeAfter(before), code);
        EXPECT_EQ(slice.Size, 0U);
    };
    for (const bool isLost : {true, false})
    {
        SCOPED_TRACE(isLost);
        const uint32 inFlight = internal::GetReferenceControl().Report.FramesInFlight;
        internal::GetReferenceControl().Report.FramesInFlight = 4; // more than the ring has segments
        StartAndTarget();
        internal::GetReferenceControl().Report.FramesInFlight = inFlight;
        BufferHandle ring;
        ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
        if (isLost)
        {
            internal::GetReferenceControl().HoldsCompletion = true;
            uint32 offset = 0;
            for (uint32 frame = 0; frame < 3; ++frame)
            {
                Begin(TARGET);
                EXPECT_EQ(WriteFrameUniform(Device, bytes, offset), RasterStatus::Ready);
                EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
                End();
            }
            EXPECT_REFUSAL(WriteFrameUniform(Device, bytes, offset), RasterStatus::CapacityExceeded, RingBusy);
            internal::LoseReferenceDevice(); // which nobody has seen yet
            internal::GetReferenceControl().HoldsCompletion = false;
            expectAnswers(RasterStatus::DeviceLost, DiagnosticCode::DeviceIsLost);
            ExpectRestarts(DeviceStatus::DeviceLost);
        }
        else
        {
            Begin(TARGET);
            EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
            internal::FailReferenceCall(ReferenceCall::Submit,
                                        {.Outcome = SubmitOutcome::AcceptedInPart, .AcceptedCommands = 1});
            EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
            expectAnswers(RasterStatus::Failed, DiagnosticCode::DeviceFailed);
            ExpectRestarts(DeviceStatus::Failed);
        }
        Stop();
    }
}

TEST_P(FrameFaults, LossAtEachStage)
{
    const struct
    {
        ReferenceCall Call;
        internal::ReferenceFailure Failure;
    } stages[] = {
        {ReferenceCall::PrepareFrame, {.Status = BackendStatus::Lost}},
        {ReferenceCall::Acquire, {.Acquired = AcquireStatus::Lost}},
        {ReferenceCall::Submit, {.Status = BackendStatus::Lost, .Outcome = SubmitOutcome::NothingEncoded}},
        {ReferenceCall::Submit, {.Status = BackendStatus::Lost, .Outcome = SubmitOutcome::EncodedNothingAccepted}},
        {ReferenceCall::Submit, {.Status = BackendStatus::Lost, .Outcome = SubmitOutcome::AcceptedInPart}},
        {ReferenceCall::CreateBuffer, {.Status = BackendStatus::Lost}},
        {ReferenceCall::CreateBindingSet, {.Status = BackendStatus::Lost}},
        {ReferenceCall::ReserveReadback, {.Status = BackendStatus::Lost}},
    };

    for (const auto& stage : stages)
    {
        SCOPED_TRACE(internal::GetReferenceCallName(stage.Call));
        StartAndTarget();
        ExpectDraws(); // something is in flight and something can be read back
        internal::FailReferenceCall(stage.Call, stage.Failure);
        BufferHandle buffer;
        BindingSetHandle set;
        FrameReadback ticket;
        const std::vector<uint8> bytes(4);
        const RasterBindingResource resource{0, Plain.Uniforms, 0, sizeof(DrawBlock)};
        // Goes on as a program would until something is lost; what comes after answers DeviceLost.
        (void)CreateBuffer(Device, {BufferRole::Vertex, 4}, bytes, buffer);
        (void)CreateBindingSet(Device, Plain.Layout, {&resource, 1}, set);
        (void)RequestFrameReadback(Device, Surface, ticket);
        const DeviceStatus begun = BeginFrame(Device, Surface);
        if (begun == DeviceStatus::Ready)
        {
            EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
            EXPECT_EQ(EndFrame(Device), DeviceStatus::DeviceLost);
        }
        else
        {
            EXPECT_EQ(begun, DeviceStatus::DeviceLost);
        }
        EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::DeviceLost, DeviceIsLost);
        EXPECT_REFUSAL(DrawIndexed(Device, {}), RasterStatus::DeviceLost, DeviceIsLost);
        BufferHandle next;
        EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, bytes, next), RasterStatus::DeviceLost,
                       DeviceIsLost);
        EXPECT_TRUE(IsNullHandle(next));
        ExpectRestarts(DeviceStatus::DeviceLost);
        Stop();
    }
}

TEST_P(FrameFaults, LossIsNoticedBetweenCalls)
{
    for (const bool isInFrame : {false, true})
    {
        StartAndTarget();
        RasterPipelineHandle pipeline = Plain.Pipeline;
        if (isInFrame)
        {
            Begin(TARGET);
            EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
        }
        internal::LoseReferenceDevice();
        EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
        EXPECT_EQ(Info.Startup.State, StartupState::DeviceLost);
        EXPECT_EQ(Info.Startup.Error, StartupError::DeviceLost);
        RasterCapabilities raster{.MaxBufferSize = 7};
        EXPECT_EQ(GetRasterCapabilities(Device, raster), RasterStatus::DeviceLost);
        EXPECT_EQ(raster.MaxBufferSize, 0U); // zeroed: the device is valid but not Ready
        FormatCapabilities format{.MaxDimension2D = 7};
        EXPECT_EQ(GetFormatCapabilities(Device, RasterFormat::Rgba8Unorm, format), RasterStatus::DeviceLost);
        EXPECT_EQ(format.MaxDimension2D, 0U);
        EXPECT_EQ(GetStatus(Device, pipeline), RasterStatus::DeviceLost);
        EXPECT_EQ(Destroy(Device, pipeline), RasterStatus::DeviceLost);
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::DeviceLost);
        EXPECT_EQ(EndFrame(Device), DeviceStatus::DeviceLost);
        EXPECT_EQ(GetDeviceInfo(DeviceHandle{}, Info), DeviceStatus::InvalidHandle);
        ExpectRestarts(DeviceStatus::DeviceLost);
        Stop();
    }
}

TEST_P(FrameFaults, ReadbackThatIsRefused)
{
    StartAndTarget();
    ExpectDraws();
    FrameReadback ticket;
    for (const BackendStatus status : {BackendStatus::OutOfMemory, BackendStatus::Refused})
    {
        const RasterStatus expected =
            status == BackendStatus::OutOfMemory ? RasterStatus::OutOfMemory : RasterStatus::Failed;
        internal::FailReferenceCall(ReferenceCall::ReserveReadback, {.Status = status});
        EXPECT_EQ(RequestFrameReadback(Device, Surface, ticket), expected);
        EXPECT_TRUE(IsNullHandle(ticket));
        internal::FailReferenceCall(ReferenceCall::Submit,
                                    {.Status = status, .Outcome = SubmitOutcome::NothingEncoded});
        EXPECT_EQ(RequestFrameReadback(Device, Surface, ticket), expected);
        EXPECT_TRUE(IsNullHandle(ticket));
    }
    EXPECT_EQ(RequestFrameReadback(Device, Surface, ticket), RasterStatus::Pending);
    internal::FailReferenceCall(ReferenceCall::MapReadback, {.Status = BackendStatus::Refused});
    EXPECT_REFUSAL(GetStatus(Device, ticket), RasterStatus::Failed, BackendRefused);
    std::vector<uint8> bytes(128, 5);
    internal::FailReferenceCall(ReferenceCall::MapReadback, {.Status = BackendStatus::OutOfMemory});
    EXPECT_EQ(CopyFrameReadback(Device, ticket, bytes, 32), RasterStatus::OutOfMemory);
    EXPECT_EQ(bytes, std::vector<uint8>(128, 5));
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
}

TEST_P(FrameFaults, UniformsSurviveARefusedSubmission)
{
    StartAndTarget();
    InternalRecords = 1;
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    const RasterBindingResource resource{0, ring, 0, sizeof(DrawBlock)};
    RasterDraw draw = GetPlainDraw();
    draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    for (float i = 1; i < 6; ++i)
    {
        Begin(TARGET);
        EXPECT_EQ(WriteFrameUniform(Device, BytesOf(DrawBlock{{i, i, i, i}}), draw.BindingOffsets.Bytes[0]),
                  RasterStatus::Ready);
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::NothingEncoded});
        EXPECT_EQ(EndFrame(Device), DeviceStatus::Failed);
        End(); // the backend checks that the drawn bytes were named
    }
}

TEST_P(FrameFaults, ASurfaceOfAnotherSizeIsReported)
{
    StartAndTarget();
    internal::GetReferenceControl().SurfaceWidth = 5;
    internal::GetReferenceControl().SurfaceHeight = 3;
    Begin(TARGET);
    FrameInfo info;
    EXPECT_EQ(GetFrameInfo(Device, Surface, info), DeviceStatus::Ready);
    EXPECT_EQ(info.Width, 5U);
    EXPECT_EQ(info.Height, 3U);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    End();
    EXPECT_EQ(GetFrameText(), "pass surface 5x3 clear 0 0 0 1\n"
                              "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
    EXPECT_EQ(ReadFrame().Width, 5U);
}

LUDUS_ON_STEERED_LANES(FrameFaults);
} // namespace
} // namespace ludus::graphics::rhi::tests
