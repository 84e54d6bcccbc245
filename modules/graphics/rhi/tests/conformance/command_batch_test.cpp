// Command batches: recorded with every rule of a draw, kept whatever is destroyed, drawn as one frame.
#include "../support/scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::SubmitOutcome;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
const std::string CLEARED = "pass surface 8x4 clear 0 0 0 1\nend\n";
const std::string DRAWN = "pass surface 8x4 clear 0 0 0 1\n"
                          "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n";

bool IsNull(const SubmissionToken& token)
{
    const SubmissionToken null;
    return std::memcmp(static_cast<const void*>(&token), static_cast<const void*>(&null), sizeof token) == 0;
}

class Batches : public SceneTest
{
protected:
    void StartPlain(const StorageLimits& storage = {})
    {
        Start({.Required = {.PortableRaster = true}, .Storage = storage});
        MakePlain();
        ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    }

    CommandBatch BeginBatch()
    {
        CommandBatch batch;
        EXPECT_EQ(BeginCommands(Device, batch), RasterStatus::Ready);
        return batch;
    }

    // A finished batch of these draws.
    CommandBatch Record(std::initializer_list<RasterDraw> draws)
    {
        const CommandBatch batch = BeginBatch();
        for (const RasterDraw& draw : draws)
        {
            EXPECT_EQ(RecordDraw(Device, batch, draw), RasterStatus::Ready);
        }
        EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
        return batch;
    }

    void Submit(CommandBatch& batch)
    {
        SubmissionToken token;
        EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), RasterStatus::Ready);
        EXPECT_TRUE(IsNullHandle(batch));
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), RasterStatus::Ready);
    }

    void Discard(CommandBatch& batch)
    {
        EXPECT_EQ(DiscardCommands(Device, batch), RasterStatus::Ready);
        EXPECT_TRUE(IsNullHandle(batch));
    }
};

TEST_P(Batches, ABatchIsDrawnAsOneFrame)
{
    StartPlain();
    CommandBatch batch = Record({GetPlainDraw()});
    Submit(batch);
    ExpectFrame(Picture(8, 4, {255, 255, 255}), DRAWN);
}

TEST_P(Batches, AnEmptyBatchClears)
{
    StartPlain();
    CommandBatch batch = Record({});
    Submit(batch);
    ExpectFrame(Picture(8, 4, {0, 0, 0}), CLEARED);
}

TEST_P(Batches, OneDrawAfterAnotherAsInAFrame)
{
    StartPlain();
    std::vector<DrawBlock> blocks(4);
    blocks[0] = {.Tint = {1, 0, 0, 1}, .Transform = {1, 1, 0, 0}};
    blocks[1] = {.Tint = {0, 1, 0, 1}, .Transform = {0.5F, 1, -0.5F, 0}};
    const BufferHandle uniforms = MakeBuffer(BufferRole::Uniform, PackBlocks(blocks));
    const RasterBindingResource resource{0, uniforms, 0, sizeof(DrawBlock)};
    RasterDraw draw = GetPlainDraw();
    draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    RasterDraw second = draw;
    second.BindingOffsets.Bytes[0] = 256;
    CommandBatch batch = Record({draw, second});
    Submit(batch);
    Picture expected(8, 4, {255, 0, 0});
    expected.Fill(0, 0, 4, 4, {0, 255, 0});
    ExpectFrame(expected, "pass surface 8x4 clear 0 0 0 1\n"
                          "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n"
                          "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 256\nend\n");
}

TEST_P(Batches, EverythingMayBeDestroyedOnceRecorded)
{
    StartPlain();
    RasterDraw draw = GetPlainDraw();
    const CommandBatch recording = BeginBatch();
    EXPECT_EQ(RecordDraw(Device, recording, draw), RasterStatus::Ready);
    BufferHandle vertices = Plain.Slices[0].Buffer;
    const RasterDraw stale = draw;
    EXPECT_EQ(Destroy(Device, draw.Pipeline), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, draw.Bindings), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, draw.Indices), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, vertices), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Plain.Uniforms), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Plain.Vertex), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Plain.Fragment), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Plain.Layout), RasterStatus::Ready);
    // The public names are gone, also for the recording that has just used them.
    EXPECT_REFUSAL(RecordDraw(Device, recording, stale), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 8U);
    EXPECT_EQ(FinishCommands(Device, recording), RasterStatus::Ready);
    CommandBatch batch = recording;
    Submit(batch);
    ExpectFrame(Picture(8, 4, {255, 255, 255}), DRAWN);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
}

TEST_P(Batches, DiscardingLetsEverythingGo)
{
    StartPlain();
    for (const bool isFinished : {false, true})
    {
        RasterDraw draw = GetPlainDraw();
        const auto square = MakeSquare(-1, -1, 1, 1);
        BufferHandle vertices;
        ASSERT_EQ(Await(CreateBuffer(Device, {BufferRole::Vertex, sizeof square}, AsBytes(square), vertices), vertices),
                  RasterStatus::Ready);
        const RasterVertexSlice slice{vertices, 0, sizeof square};
        draw.Vertices = {&slice, 1};
        CommandBatch batch = BeginBatch();
        EXPECT_EQ(RecordDraw(Device, batch, draw), RasterStatus::Ready);
        const uint32 records = internal::InspectSession().LiveRecords;
        EXPECT_EQ(Destroy(Device, vertices), RasterStatus::Ready);
        EXPECT_EQ(internal::InspectSession().LiveRecords, records); // the batch keeps it
        if (isFinished)
        {
            EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
        }
        const CommandBatch copy = batch;
        Discard(batch);
        EXPECT_EQ(internal::InspectSession().LiveRecords, records - 1);
        EXPECT_REFUSAL(RecordDraw(Device, copy, GetPlainDraw()), RasterStatus::InvalidHandle, StaleHandle);
    }
}

TEST_P(Batches, StatesAreKept)
{
    StartPlain();
    CommandBatch batch = BeginBatch();
    SubmissionToken token;
    EXPECT_REFUSAL(BeginCommands(Device, batch), RasterStatus::InvalidState, OutputOccupied);
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::InvalidState, BatchNotFinished);
    EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
    EXPECT_REFUSAL(FinishCommands(Device, batch), RasterStatus::InvalidState, BatchFinished);
    EXPECT_REFUSAL(RecordDraw(Device, batch, GetPlainDraw()), RasterStatus::InvalidState, BatchFinished);
    EXPECT_FALSE(IsNullHandle(batch));
    CommandBatch gone = batch;
    Submit(batch);
    for (CommandBatch* stale : {&gone, &batch})
    {
        EXPECT_REFUSAL(RecordDraw(Device, *stale, GetPlainDraw()), RasterStatus::InvalidHandle, StaleHandle);
        EXPECT_REFUSAL(FinishCommands(Device, *stale), RasterStatus::InvalidHandle, StaleHandle);
        EXPECT_REFUSAL(DiscardCommands(Device, *stale), RasterStatus::InvalidHandle, StaleHandle);
        EXPECT_REFUSAL(SubmitCommands(Device, Surface, *stale, token), RasterStatus::InvalidHandle, StaleHandle);
    }
    EXPECT_TRUE(IsNull(token));
}

TEST_P(Batches, OwnersOutputsAndFramesAreChecked)
{
    StartPlain();
    CommandBatch batch = Record({GetPlainDraw()});
    CommandBatch none;
    SubmissionToken token;
    EXPECT_REFUSAL(BeginCommands({}, none), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(RecordDraw({}, batch, GetPlainDraw()), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(SubmitCommands(Device, {}, batch, token), RasterStatus::InvalidHandle, ForeignSurface);
    Begin(TARGET);
    EXPECT_REFUSAL(BeginCommands(Device, none), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(RecordDraw(Device, batch, GetPlainDraw()), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(FinishCommands(Device, batch), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(DiscardCommands(Device, batch), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::InvalidState, OutputOccupied);
    Submit(batch);
}

TEST_P(Batches, ARefusedPacketLeavesTheBatchAsItWas)
{
    StartPlain();
    const CommandBatch batch = BeginBatch();
    EXPECT_EQ(RecordDraw(Device, batch, GetPlainDraw()), RasterStatus::Ready);
    RasterDraw draw = GetPlainDraw();
    draw.IndexCount = 5;
    EXPECT_REFUSAL(RecordDraw(Device, batch, draw), RasterStatus::InvalidDescription, ValueMisaligned);
    draw = GetPlainDraw();
    draw.VertexCount = 3;
    EXPECT_REFUSAL(RecordDraw(Device, batch, draw), RasterStatus::InvalidDescription, DrawIndexTooLarge);
    draw = GetPlainDraw();
    draw.BindingOffsets.Bytes[0] = 1024;
    EXPECT_REFUSAL(RecordDraw(Device, batch, draw), RasterStatus::InvalidDescription, DrawOffsetOutside);
    draw = GetPlainDraw();
    draw.Pipeline = {};
    EXPECT_REFUSAL(RecordDraw(Device, batch, draw), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
    CommandBatch finished = batch;
    Submit(finished);
    ExpectFrame(Picture(8, 4, {255, 255, 255}), DRAWN);
}

TEST_P(Batches, ARefusedPacketKeepsNothingAlive)
{
    StartPlain({.DrawsPerPlan = 4});
    const CommandBatch batch = BeginBatch();
    const auto square = MakeSquare(-1, -1, 1, 1);
    for (int i = 0; i < 100; ++i) // more than a batch of four draws has leases for
    {
        BufferHandle vertices;
        ASSERT_EQ(Await(CreateBuffer(Device, {BufferRole::Vertex, sizeof square}, AsBytes(square), vertices), vertices),
                  RasterStatus::Ready);
        const RasterVertexSlice slice{vertices, 0, sizeof square};
        RasterDraw draw = GetPlainDraw();
        draw.Vertices = {&slice, 1};
        draw.BindingOffsets.Bytes[0] = 1; // found after the slice was resolved
        EXPECT_EQ(RecordDraw(Device, batch, draw), RasterStatus::InvalidDescription);
        const uint32 records = internal::InspectSession().LiveRecords;
        EXPECT_EQ(Destroy(Device, vertices), RasterStatus::Ready);
        EXPECT_EQ(internal::InspectSession().LiveRecords, records - 1);
    }
    CommandBatch again = batch;
    Discard(again);
}

TEST_P(Batches, DrawsPerPlanBoundsABatch)
{
    StartPlain({.DrawsPerPlan = 3});
    const CommandBatch batch = BeginBatch();
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(RecordDraw(Device, batch, GetPlainDraw()), RasterStatus::Ready);
    }
    EXPECT_REFUSAL(RecordDraw(Device, batch, GetPlainDraw()), RasterStatus::CapacityExceeded, PlanDrawsExhausted);
    RasterDraw wrong = GetPlainDraw();
    wrong.IndexCount = 0;
    EXPECT_REFUSAL(RecordDraw(Device, batch, wrong), RasterStatus::InvalidDescription, ValueZero);
    EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
    CommandBatch finished = batch;
    Submit(finished);
}

TEST_P(Batches, ElevenHundredDrawsInOneBatch)
{
    StartPlain({.DrawsPerFrame = 2048, .DrawsPerPlan = 1536});
    std::vector<DrawBlock> blocks(1100);
    for (usize i = 0; i < blocks.size(); ++i)
    {
        blocks[i].Tint = i + 1 == blocks.size() ? Float4{0, 0, 1, 1} : Float4{1, 0, 0, 1};
    }
    const BufferHandle uniforms = MakeBuffer(BufferRole::Uniform, PackBlocks(blocks));
    const RasterBindingResource resource{0, uniforms, 0, sizeof(DrawBlock)};
    RasterDraw draw = GetPlainDraw();
    draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    const CommandBatch batch = BeginBatch();
    std::string lines = "pass surface 8x4 clear 0 0 0 1\n";
    for (uint32 i = 0; i < blocks.size(); ++i)
    {
        draw.BindingOffsets.Bytes[0] = i * 256;
        ASSERT_EQ(RecordDraw(Device, batch, draw), RasterStatus::Ready);
        lines +=
            "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets " + std::to_string(i * 256) + "\n";
    }
    EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
    CommandBatch finished = batch;
    Submit(finished);
    ExpectFrame(Picture(8, 4, {0, 0, 255}), lines + "end\n");
}

TEST_P(Batches, ABatchLargerThanAFrameIsKept)
{
    StartPlain({.DrawsPerFrame = 2, .DrawsPerPlan = 8});
    CommandBatch batch = Record({GetPlainDraw(), GetPlainDraw(), GetPlainDraw()});
    SubmissionToken token;
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::CapacityExceeded, PlanExceedsFrame);
    EXPECT_TRUE(IsNull(token));
    Discard(batch);
}

TEST_P(Batches, ASkippedTargetKeepsTheBatch)
{
    StartPlain();
    CommandBatch batch = Record({GetPlainDraw()});
    ASSERT_EQ(SetFrameTarget(Device, Surface, {}), DeviceStatus::Ready);
    SubmissionToken token;
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::NotReady, TargetUnavailable);
    EXPECT_TRUE(IsNull(token));
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 4, .Height = 2}), DeviceStatus::Ready);
    Submit(batch); // at another extent: pipelines do not care
    ExpectFrame(Picture(4, 2, {255, 255, 255}),
                "pass surface 4x2 clear 0 0 0 1\n"
                "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(Batches, BatchesAndFramesTakeTurns)
{
    StartPlain();
    CommandBatch first = BeginBatch();
    CommandBatch second = BeginBatch();
    EXPECT_EQ(RecordDraw(Device, first, GetPlainDraw()), RasterStatus::Ready);
    EXPECT_EQ(RecordDraw(Device, second, GetPlainDraw()), RasterStatus::Ready);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    End();
    EXPECT_EQ(RecordDraw(Device, first, GetPlainDraw()), RasterStatus::Ready);
    EXPECT_EQ(FinishCommands(Device, second), RasterStatus::Ready);
    EXPECT_EQ(FinishCommands(Device, first), RasterStatus::Ready);
    Submit(second);
    Begin(TARGET);
    End();
    Submit(first);
    ExpectFrame(Picture(8, 4, {255, 255, 255}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n"
                "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

// Bytes of the ring that a batch draws with stay, whatever frames do in between.
TEST_P(Batches, FrameUniformsAreHeldUntilTheBatchIsDrawn)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.FrameUniformBytes = 1024}});
    MakePlain();
    InternalRecords = 1;
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    const RasterBindingResource resource{0, ring, 0, sizeof(DrawBlock)};
    const BindingSetHandle set = MakeSet(Plain.Layout, {&resource, 1});
    const auto draw = [&](const DrawBlock& block)
    {
        RasterDraw result = GetPlainDraw();
        result.Bindings = set;
        EXPECT_EQ(WriteFrameUniform(Device, BytesOf(block), result.BindingOffsets.Bytes[0]), RasterStatus::Ready);
        return result;
    };
    const CommandBatch recording = BeginBatch();
    EXPECT_EQ(RecordDraw(Device, recording, draw({.Tint = {1, 0, 0, 1}})), RasterStatus::Ready);
    EXPECT_EQ(RecordDraw(Device, recording, draw({.Tint = {0, 0, 1, 1}, .Transform = {0.5F, 1, -0.5F, 0}})),
              RasterStatus::Ready);
    // A skipped frame takes back nothing that the batch may draw with.
    ASSERT_EQ(SetFrameTarget(Device, Surface, {}), DeviceStatus::Ready);
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
    EXPECT_EQ(FinishCommands(Device, recording), RasterStatus::Ready);
    for (int i = 0; i < 9; ++i) // more than the ring has segments
    {
        ASSERT_EQ(SetFrameTarget(Device, Surface, {}), DeviceStatus::Ready);
        EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
        SubmissionToken token;
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, draw({.Tint = {0, 1, 0, 1}})), RasterStatus::Ready);
        EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), RasterStatus::Ready);
    }
    CommandBatch batch = recording;
    Submit(batch);
    Picture expected(8, 4, {255, 0, 0});
    expected.Fill(0, 0, 4, 4, {0, 0, 255});
    ExpectFrame(expected, "pass surface 8x4 clear 0 0 0 1\n"
                          "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n"
                          "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 256\nend\n");
}

TEST_P(Batches, AllSegmentsHeldLeaveNoneToWrite)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.FrameUniformBytes = 1024}});
    MakePlain();
    InternalRecords = 1;
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    const RasterBindingResource resource{0, ring, 0, sizeof(DrawBlock)};
    RasterDraw draw = GetPlainDraw();
    draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    CommandBatch batches[3];
    const DrawBlock block{};
    uint32 offset = 0;
    for (CommandBatch& batch : batches)
    {
        ASSERT_EQ(WriteFrameUniform(Device, BytesOf(block), draw.BindingOffsets.Bytes[0]), RasterStatus::Ready);
        batch = Record({draw});
        SubmissionToken token;
        Begin(TARGET); // an accepted frame moves on to the next segment
        EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), RasterStatus::Ready);
    }
    EXPECT_REFUSAL(WriteFrameUniform(Device, BytesOf(block), offset), RasterStatus::CapacityExceeded, RingBusy);
    Discard(batches[1]);
    EXPECT_EQ(WriteFrameUniform(Device, BytesOf(block), offset), RasterStatus::Ready);
    EXPECT_EQ(offset, 1024U);
    Submit(batches[0]);
    Discard(batches[2]);
}

TEST_P(Batches, NothingIsAllocatedOnceABatchHasItsSize)
{
    StartPlain({.DrawsPerFrame = 256, .DrawsPerPlan = 256});
    for (int round = 0; round < 3; ++round)
    {
        const uint64 before = foundation::GetHostMemoryUsage().Requests;
        CommandBatch batch = BeginBatch();
        for (int i = 0; i < 200; ++i)
        {
            ASSERT_EQ(RecordDraw(Device, batch, GetPlainDraw()), RasterStatus::Ready);
        }
        EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
        if (round != 0)
        {
            EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, before);
        }
        Submit(batch);
    }
}

TEST_P(Batches, BatchesEndWithTheirDevice)
{
    StartPlain();
    CommandBatch recording = BeginBatch();
    EXPECT_EQ(RecordDraw(Device, recording, GetPlainDraw()), RasterStatus::Ready);
    CommandBatch finished = Record({GetPlainDraw()});
    Stop();
    StartPlain();
    SubmissionToken token;
    EXPECT_REFUSAL(RecordDraw(Device, recording, GetPlainDraw()), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, finished, token), RasterStatus::InvalidHandle, StaleHandle);
    CommandBatch batch = Record({GetPlainDraw()});
    Submit(batch);
}

LUDUS_ON_EVERY_LANE(Batches);

// Cases that decide when work completes, and how it fails.
class HeldBatches : public Batches
{
};

TEST_P(HeldBatches, SubmittedBatchesCountUntilTheyHaveCompleted)
{
    StartPlain({.CommandBatches = 2});
    internal::GetReferenceControl().HoldsCompletion = true;
    CommandBatch batch = Record({GetPlainDraw()});
    SubmissionToken token;
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), RasterStatus::Ready);
    CommandBatch other = BeginBatch();
    CommandBatch none;
    EXPECT_REFUSAL(BeginCommands(Device, none), RasterStatus::CapacityExceeded, TicketsExhausted);
    EXPECT_EQ(GetStatus(Device, token), RasterStatus::Pending);
    internal::CompleteReferenceWork();
    CommandBatch third = BeginBatch();
    Discard(third);
    Discard(other);
}

TEST_P(HeldBatches, WorkInFlightKeepsWhatTheBatchUsed)
{
    StartPlain();
    internal::GetReferenceControl().HoldsCompletion = true;
    CommandBatch batch = Record({GetPlainDraw()});
    BufferHandle vertices = Plain.Slices[0].Buffer;
    EXPECT_EQ(Destroy(Device, vertices), RasterStatus::Ready);
    const uint32 records = internal::InspectSession().LiveRecords;
    SubmissionToken token;
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), RasterStatus::Ready);
    EXPECT_EQ(GetStatus(Device, token), RasterStatus::Pending);
    EXPECT_EQ(internal::InspectSession().LiveRecords, records);
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetStatus(Device, token), RasterStatus::Ready);
    EXPECT_EQ(internal::InspectSession().LiveRecords, records - 1);
}

TEST_P(HeldBatches, FullFramesInFlightKeepTheBatch)
{
    StartPlain();
    internal::GetReferenceControl().HoldsCompletion = true;
    for (int i = 0; i < 2; ++i)
    {
        Begin(TARGET);
        End();
    }
    CommandBatch batch = Record({GetPlainDraw()});
    SubmissionToken token;
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::NotReady, FramesInFlight);
    internal::CompleteReferenceWork();
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), RasterStatus::Ready);
}

TEST_P(HeldBatches, PreflightFailuresKeepTheBatch)
{
    StartPlain();
    CommandBatch batch = Record({GetPlainDraw()});
    SubmissionToken token;
    internal::FailReferenceCall(ReferenceCall::PrepareFrame, {.Status = BackendStatus::OutOfMemory});
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::OutOfMemory, DeviceMemoryRefused);
    internal::FailReferenceCall(ReferenceCall::Acquire, {.Acquired = internal::AcquireStatus::Skipped});
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::NotReady, TargetUnavailable);
    internal::FailReferenceCall(ReferenceCall::Acquire, {.Acquired = internal::AcquireStatus::Failed});
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), RasterStatus::Failed);
    internal::FailReferenceCall(ReferenceCall::Submit,
                                {.Status = BackendStatus::OutOfMemory, .Outcome = SubmitOutcome::NothingEncoded});
    EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::OutOfMemory, SubmissionRefused);
    EXPECT_TRUE(IsNull(token));
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), RasterStatus::Ready);
    EXPECT_EQ(GetFrameText(), DRAWN);
}

TEST_P(HeldBatches, AFailureAfterEncodingConsumesTheBatch)
{
    for (const SubmitOutcome outcome : {SubmitOutcome::EncodedNothingAccepted, SubmitOutcome::AcceptedInPart})
    {
        SCOPED_TRACE(static_cast<int>(outcome));
        StartPlain();
        CommandBatch batch = Record({GetPlainDraw()});
        CommandBatch other = Record({GetPlainDraw()});
        SubmissionToken token;
        internal::FailReferenceCall(ReferenceCall::Submit, {.Status = BackendStatus::Refused, .Outcome = outcome});
        EXPECT_REFUSAL(SubmitCommands(Device, Surface, batch, token), RasterStatus::Failed, SubmissionRefused);
        EXPECT_TRUE(IsNullHandle(batch));
        EXPECT_EQ(IsNull(token), outcome == SubmitOutcome::EncodedNothingAccepted);
        EXPECT_EQ(GetStatus(Device, token), RasterStatus::Failed);
        SubmissionToken none;
        EXPECT_EQ(SubmitCommands(Device, Surface, other, none), RasterStatus::Failed);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
        Stop();
    }
}

TEST_P(HeldBatches, LossEndsEveryBatch)
{
    StartPlain();
    CommandBatch recording = BeginBatch();
    EXPECT_EQ(RecordDraw(Device, recording, GetPlainDraw()), RasterStatus::Ready);
    CommandBatch finished = Record({GetPlainDraw()});
    internal::LoseReferenceDevice();
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
    SubmissionToken token;
    EXPECT_EQ(RecordDraw(Device, recording, GetPlainDraw()), RasterStatus::DeviceLost);
    EXPECT_EQ(SubmitCommands(Device, Surface, finished, token), RasterStatus::DeviceLost);
    EXPECT_EQ(DiscardCommands(Device, finished), RasterStatus::DeviceLost);
    EXPECT_TRUE(IsNull(token));
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
}

TEST_P(HeldBatches, EveryAllocationMayFail)
{
    StartPlain({.DrawsPerPlan = 100});
    bool hasFailed = true;
    for (uint64 nth = 1; hasFailed; ++nth)
    {
        ASSERT_LT(nth, 50U);
        Stop();
        StartPlain({.DrawsPerPlan = 100});
        foundation::InjectHostMemoryFailure(nth);
        CommandBatch batch;
        RasterStatus status = BeginCommands(Device, batch);
        for (int i = 0; i < 40 && status == RasterStatus::Ready; ++i)
        {
            status = RecordDraw(Device, batch, GetPlainDraw());
        }
        hasFailed = foundation::GetInjectedHostMemoryCountdown() == 0;
        foundation::InjectHostMemoryFailure(0);
        EXPECT_EQ(status, hasFailed ? RasterStatus::OutOfMemory : RasterStatus::Ready);
        if (hasFailed && !IsNullHandle(batch))
        {
            EXPECT_EQ(RecordDraw(Device, batch, GetPlainDraw()), RasterStatus::Ready); // and goes on
        }
        if (!IsNullHandle(batch))
        {
            EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
            Submit(batch);
        }
    }
}

LUDUS_ON_STEERED_LANES(HeldBatches);
} // namespace
} // namespace ludus::graphics::rhi::tests
