// Failures around passes: attachments that are refused, submissions that fail in each way, memory that runs out.
#include "../support/scene.h"

#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::SubmitOutcome;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr TextureDescription ATTACHMENT{.Width = 8, .Height = 4, .Attachment = true};
constexpr auto READY = RasterStatus::Ready;

class PassFaults : public SceneTest
{
protected:
    void MakeScene()
    {
        Start();
        MakePlain({.Target = RasterTarget::Rgba8Unorm});
        MakeQuads();
        Texture = MakeTexture(ATTACHMENT, {});
        Show = MakeQuadsSet(MakeView(Texture), MakeSampler());
    }

    // Draws to the texture and shows it.
    void RecordPasses()
    {
        EXPECT_EQ(BeginRasterPass(Device, {.Color = Texture}), READY);
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
        EXPECT_EQ(BeginRasterPass(Device, {}), READY);
        EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(Show)), READY);
    }

    uint64 GetRevision()
    {
        RasterTextureState state;
        EXPECT_EQ(GetTextureState(Device, Texture, state), READY);
        return state.Revision;
    }

    TextureHandle Texture{};
    BindingSetHandle Show{};
};

TEST_P(PassFaults, AnAttachmentThatIsRefusedCostsNothing)
{
    Start();

    const struct
    {
        BackendStatus Status;
        RasterStatus Answer;
    } refusals[] = {{BackendStatus::OutOfMemory, RasterStatus::OutOfMemory},
                    {BackendStatus::Refused, RasterStatus::Failed}};

    for (const auto& refusal : refusals)
    {
        internal::FailReferenceCall(ReferenceCall::CreateTexture, {.Status = refusal.Status});
        TextureHandle texture;
        EXPECT_EQ(CreateTexture(Device, ATTACHMENT, {}, texture), refusal.Answer);
        EXPECT_TRUE(IsNullHandle(texture));
        EXPECT_EQ(internal::InspectSession().ResourceBytes, 0U);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
    }
}

TEST_P(PassFaults, ASubmissionOfNothingKeepsPassesAndDrafts)
{
    MakeScene();
    Begin(TARGET);
    RecordPasses();
    for (const BackendStatus reason : {BackendStatus::OutOfMemory, BackendStatus::Refused})
    {
        internal::FailReferenceCall(ReferenceCall::Submit,
                                    {.Status = reason, .Outcome = SubmitOutcome::NothingEncoded});
        EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
        EXPECT_EQ(GetRevision(), 1U); // nothing is committed
    }
    EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(Show)), READY); // the frame goes on, and still sees its draft
    End();
    EXPECT_EQ(GetRevision(), 2U);
    EXPECT_EQ(GetFrameText(), "pass 8x4 texture 0 clear 0 0 0 1\n"
                              "  barrier texture 0 none -> color-attachment without contents\n"
                              "  barrier texture 0 depth none -> depth-attachment without contents\n"
                              "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                              "pass surface 8x4 clear 0 0 0 1\n"
                              "  barrier texture 0 color-attachment -> sampled-vertex+sampled-fragment\n"
                              "  draw pipeline 1 set 1 vertices 3@0 4@0 indices 5/16 counts 6x1@0 offsets 0\n"
                              "  draw pipeline 1 set 1 vertices 3@0 4@0 indices 5/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(PassFaults, AFailureAfterEncodingEndsTheSessionWithItsDrafts)
{
    const struct
    {
        SubmitOutcome Outcome;
        uint32 Commands;
    } failures[] = {{SubmitOutcome::EncodedNothingAccepted, 0}, {SubmitOutcome::AcceptedInPart, 0},
                    {SubmitOutcome::AcceptedInPart, 1},         {SubmitOutcome::AcceptedInPart, 3},
                    {SubmitOutcome::AcceptedInPart, 5},         {SubmitOutcome::AcceptedInPart, 6}};

    for (const auto& failure : failures)
    {
        MakeScene();
        Begin(TARGET);
        RecordPasses();
        internal::FailReferenceCall(ReferenceCall::Submit,
                                    {.Outcome = failure.Outcome, .AcceptedCommands = failure.Commands});
        EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
        RasterTextureState state{.Revision = 77};
        EXPECT_EQ(GetTextureState(Device, Texture, state), RasterStatus::Failed);
        EXPECT_EQ(state.Revision, 77U);
        EXPECT_EQ(BeginRasterPass(Device, {}), RasterStatus::Failed);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
        Stop();
        MakeScene(); // the records of the next session start without drafts
        EXPECT_EQ(GetRevision(), 1U);
        Begin(TARGET);
        RecordPasses();
        End();
        EXPECT_EQ(GetRevision(), 2U);
        Stop();
    }
}

TEST_P(PassFaults, ASkippedFrameAndARefusedOneChangeNoState)
{
    MakeScene();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    internal::FailReferenceCall(ReferenceCall::Acquire, {.Acquired = internal::AcquireStatus::Skipped});
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, TargetUnavailable);
    EXPECT_REFUSAL(BeginRasterPass(Device, {.Color = Texture}), RasterStatus::InvalidState, NoOpenFrame);
    EXPECT_EQ(GetRevision(), 1U);
    CommandBatch batch;
    SubmissionToken token;
    Begin(TARGET);
    RecordPasses();
    End();
    EXPECT_EQ(BeginCommands(Device, batch), READY);
    EXPECT_EQ(RecordDraw(Device, batch, GetQuadsDraw(Show)), READY);
    EXPECT_EQ(FinishCommands(Device, batch), READY);
    RasterTextureState before;
    EXPECT_EQ(GetTextureState(Device, Texture, before), READY);
    internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::NothingEncoded});
    EXPECT_NE(SubmitCommands(Device, Surface, batch, token), READY);
    RasterTextureState after;
    EXPECT_EQ(GetTextureState(Device, Texture, after), READY);
    EXPECT_EQ(std::memcmp(static_cast<const void*>(&after.Dependency), static_cast<const void*>(&before.Dependency),
                          sizeof(SubmissionToken)),
              0); // the batch's draft was dropped
    EXPECT_EQ(DiscardCommands(Device, batch), READY);
}

TEST_P(PassFaults, EachAllocationOfAttachmentsAndTheirSetsMayFail)
{
    Start();
    MakeQuads();
    const SamplerHandle sampler = MakeSampler();
    uint32 failed = 0;
    for (uint64 nth = 1; nth < 64; ++nth)
    {
        const auto before = internal::InspectSession();
        TextureHandle texture;
        TextureViewHandle view;
        BindingSetHandle set;
        foundation::InjectHostMemoryFailure(nth);
        RasterStatus status = CreateTexture(Device, ATTACHMENT, {}, texture);
        status = status == READY ? CreateTextureView(Device, texture, view) : status;
        const RasterBindingResource resources[] = {{0, Quads.Uniforms, 0, sizeof(DrawBlock)},
                                                   {.Binding = 1, .Texture = view},
                                                   {.Binding = 2, .Sampler = sampler}};
        status = status == READY ? CreateBindingSet(Device, Quads.Layout, resources, set) : status;
        foundation::InjectHostMemoryFailure(0);
        const auto destroy = [&](auto& handle)
        {
            if (!IsNullHandle(handle))
            {
                EXPECT_EQ(Destroy(Device, handle), READY);
            }
        };
        destroy(set);
        destroy(view);
        destroy(texture);
        EXPECT_EQ(internal::InspectSession().LiveRecords, before.LiveRecords);
        EXPECT_EQ(internal::InspectSession().ResourceBytes, before.ResourceBytes);
        EXPECT_EQ(internal::InspectSession().BindingDescriptors, before.BindingDescriptors);
        if (status == READY)
        {
            break; // fewer allocations than that
        }
        EXPECT_EQ(status, RasterStatus::OutOfMemory);
        ++failed;
    }
    EXPECT_GE(failed, 2U);
}

TEST_P(PassFaults, AFrameThatCannotReserveItsPassesFailsBeforeAcquisition)
{
    MakeScene();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    foundation::InjectHostMemoryFailure(1);
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Failed, HostMemoryRefused);
    foundation::InjectHostMemoryFailure(0);
    Begin(TARGET);
    RecordPasses();
    End();
}

LUDUS_ON_STEERED_LANES(PassFaults);
} // namespace
} // namespace ludus::graphics::rhi::tests
