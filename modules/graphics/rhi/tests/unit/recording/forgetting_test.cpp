// Whatever changes what a draw may rely on makes the next draw resolve everything again.
//
// Each case draws, lets something happen, and draws again with a packet that would pass if it were compared with the
// remembered one alone.
#include "stage.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Status = RasterStatus;

class Forgetting : public DrawStage
{
protected:
    void SetUp() override
    {
        DrawStage::SetUp();
        internal::GetReferenceControl().Report.FramesInFlight = 4;
    }

    void DrawFrame(const RasterDraw& packet)
    {
        Open();
        EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
        End();
        ExpectDraws(GetDraws(), {Expect(packet)});
    }

    static void HoldCompletion() { internal::GetReferenceControl().HoldsCompletion = true; }

    // Looks for completions up to an ordinal.
    void Complete(uint64 ordinal)
    {
        internal::CompleteReferenceWork(ordinal);
        DeviceInfo info;
        EXPECT_EQ(GetDeviceInfo(Device, info), DeviceStatus::Ready);
    }

    static uint32 CountRecords() { return internal::InspectSession().LiveRecords; }

    static void Hold(RecordKind kind)
    {
        internal::GetReferenceControl().HoldsCreation[static_cast<usize>(kind)] = true;
    }
};

// A frame's first draw says everything and leases everything, also when the frame before ended with the same packet.
TEST_P(Forgetting, AFrameBeginsWithNothing)
{
    StartSmall();
    MakeStage();
    HoldCompletion();
    const RasterDraw packet{OneStream, UniformSet, {Slices, 1}, Index16, 0, 3, 50};
    DrawFrame(packet);
    const uint32 bytes = Submissions.back().EntryBytes;
    DrawFrame(packet);
    EXPECT_EQ(Submissions.back().EntryBytes, bytes);

    // All four objects are leased to both submissions.
    const uint32 before = CountRecords();
    BufferHandle indices = Index16;
    BufferHandle vertices = Vertices;
    BindingSetHandle set = UniformSet;
    RasterPipelineHandle pipeline = OneStream;
    EXPECT_EQ(Destroy(Device, indices), Status::Ready);
    EXPECT_EQ(Destroy(Device, vertices), Status::Ready);
    EXPECT_EQ(Destroy(Device, set), Status::Ready);
    EXPECT_EQ(Destroy(Device, pipeline), Status::Ready);
    Complete(1);
    EXPECT_EQ(CountRecords(), before);
    Complete(2);
    EXPECT_EQ(CountRecords(), before - 4);
}

// An unfinished frame of an earlier session leaves nothing for the next one either.
TEST_P(Forgetting, ASessionBeginsWithNothing)
{
    StartSmall();
    MakeStage();
    Open();
    RasterDraw packet = GetGood();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    Stop();
    StartSmall();
    MakeStage();
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidState, NoOpenFrame);
    Open();
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidHandle, StaleHandle);
    packet = GetGood();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    End();
    ExpectDraws(GetDraws(), {Expect(packet)});
}

// The record's slot is taken again at once, so that only the generation tells the objects apart.
TEST_P(Forgetting, DestroyedBetweenFrames)
{
    StartSmall();
    MakeStage();
    const RasterBindingResource ring{0, Ring, 0, BOUND};
    BindingSetHandle set = MakeKnownSet(OneDynamic, {&ring, 1}, {0});
    BufferHandle indices = MakeIndices(std::vector<uint16>(STAGE_INDICES));
    BufferHandle vertices = MakeVertices(3200);
    RasterPipelineHandle pipeline = MakeStreamsPipeline(OneDynamic, {{32, false}, {16, true}});
    RasterDraw packet = GetGood();
    packet.Pipeline = pipeline;
    packet.Bindings = set;
    packet.Indices = indices;
    ChangeSlice(packet, 0, [&](RasterVertexSlice& s) { s.Buffer = vertices; });
    DrawFrame(packet);
    const RasterDraw old = packet;
    const RasterVertexSlice oldSlices[] = {Changed[0], Changed[1]};
    EXPECT_EQ(Destroy(Device, set), Status::Ready);
    EXPECT_EQ(Destroy(Device, indices), Status::Ready);
    EXPECT_EQ(Destroy(Device, vertices), Status::Ready);
    EXPECT_EQ(Destroy(Device, pipeline), Status::Ready);
    DeviceInfo info;
    EXPECT_EQ(GetDeviceInfo(Device, info), DeviceStatus::Ready);

    set = MakeKnownSet(OneDynamic, {&ring, 1}, {0});
    vertices = MakeVertices(3200);
    indices = MakeIndices(std::vector<uint16>(STAGE_INDICES));
    pipeline = MakeStreamsPipeline(OneDynamic, {{32, false}, {16, true}});
    ASSERT_EQ(SlotOf(set), SlotOf(old.Bindings));
    ASSERT_EQ(SlotOf(pipeline), SlotOf(old.Pipeline));
    packet.Pipeline = pipeline;
    packet.Bindings = set;
    packet.Indices = indices;
    ChangeSlice(packet, 0, [&](RasterVertexSlice& s) { s.Buffer = vertices; });

    Open();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    const std::function<void(RasterDraw&)> goBack[] = {
        [&](RasterDraw& d) { d.Pipeline = old.Pipeline; },
        [&](RasterDraw& d) { d.Bindings = old.Bindings; },
        [&](RasterDraw& d) { d.Indices = old.Indices; },
        [&](RasterDraw& d) { d.Vertices = oldSlices; },
    };
    for (const auto& change : goBack)
    {
        RasterDraw broken = packet;
        change(broken);
        EXPECT_REFUSAL(DrawIndexed(Device, broken), Status::InvalidHandle, StaleHandle);
        EXPECT_REFUSAL(DrawIndexed(Device, broken), Status::InvalidHandle, StaleHandle);
    }
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    End();
    ExpectDraws(GetDraws(), {Expect(packet), Expect(packet)});
}

// Publishing inside a frame ends the old set at once; what was drawn with it stays leased.
TEST_P(Forgetting, PublishedInsideAFrame)
{
    StartSmall();
    MakeStage();
    HoldCompletion();
    const RasterBindingResource first{0, Uniforms, 0, BOUND};
    const RasterBindingResource second{0, Uniforms, 1024, 1024};
    BindingSetHandle current = MakeKnownSet(OneDynamic, {&first, 1}, {0});
    BindingSetHandle replacement = MakeKnownSet(OneDynamic, {&second, 1}, {0});
    const BindingSetHandle old = current;
    RasterDraw packet = GetGood();
    packet.Bindings = old;
    packet.BindingOffsets.Bytes[0] = UNIFORM_BYTES - 1024;
    std::vector<ResolvedDraw> expected;

    Open();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    expected.push_back(Expect(packet));
    const uint32 records = CountRecords();
    EXPECT_EQ(PublishBindingSetUpdate(Device, current, replacement), Status::Ready);
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidHandle, StaleHandle);
    packet.Bindings = current;
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidDescription, DrawOffsetOutside);
    packet.BindingOffsets.Bytes[0] = UNIFORM_BYTES - 2048;
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    expected.push_back(Expect(packet));
    packet.Bindings = old;
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidHandle, StaleHandle);
    End();
    ExpectDraws(GetDraws(), expected);
    EXPECT_EQ(CountRecords(), records);
    Complete(1);
    EXPECT_EQ(CountRecords(), records - 1);

    // One that no frame has drawn with is not released inside the frame either.
    BindingSetHandle unused = MakeKnownSet(OneDynamic, {&first, 1}, {0});
    BindingSetHandle other = MakeKnownSet(OneDynamic, {&first, 1}, {0});
    const uint32 between = CountRecords();
    Open();
    EXPECT_EQ(PublishBindingSetUpdate(Device, unused, other), Status::Ready);
    EXPECT_EQ(CountRecords(), between);
    End();
    EXPECT_EQ(CountRecords(), between);
    Complete(2);
    EXPECT_EQ(CountRecords(), between - 1);
}

// The same with a packet that says nothing new, straight after the draw that the recording remembers.
TEST_P(Forgetting, ARepeatedPacketAfterPublishIsStale)
{
    StartSmall();
    MakeStage();
    const RasterBindingResource resource{0, Uniforms, 0, BOUND};
    BindingSetHandle current = MakeKnownSet(OneDynamic, {&resource, 1}, {0});
    BindingSetHandle replacement = MakeKnownSet(OneDynamic, {&resource, 1}, {0});
    RasterDraw packet = GetGood();
    packet.Bindings = current;
    Open();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    EXPECT_EQ(PublishBindingSetUpdate(Device, current, replacement), Status::Ready);
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidHandle, StaleHandle);
    End();
    EXPECT_EQ(GetDraws().size(), 2U);
}

// Late results inside a frame: what turned Ready may be drawn with, what Failed may not, and the draws around them
// keep their full state.
TEST_P(Forgetting, LateResultsInsideAFrame)
{
    StartSmall();
    MakeStage();
    Hold(RecordKind::BindingSet);
    const RasterBindingResource resource{0, Uniforms, 512, BOUND};
    BindingSetHandle sets[2];
    for (BindingSetHandle& set : sets)
    {
        ASSERT_EQ(CreateBindingSet(Device, OneDynamic, {&resource, 1}, set), Status::Pending);
        Know(set, {0});
        Own(set);
    }
    const RasterDraw good = GetGood();
    std::vector<ResolvedDraw> expected;
    const auto draw = [&](const RasterDraw& packet)
    {
        EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
        expected.push_back(Expect(packet));
    };
    Open();
    draw(good);
    RasterDraw packet = good;
    packet.Bindings = sets[0];
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::NotReady, DependencyPending);
    draw(good);
    internal::FinishReferenceCreations(RecordKind::BindingSet, internal::BackendStatus::Ready, 1);
    EXPECT_EQ(GetStatus(Device, sets[0]), Status::Ready);
    EXPECT_EQ(GetStatus(Device, sets[1]), Status::Pending);
    draw(good);
    draw(packet);
    packet.Bindings = sets[1];
    internal::FinishReferenceCreations(RecordKind::BindingSet, internal::BackendStatus::Refused, 1);
    EXPECT_EQ(GetStatus(Device, sets[1]), Status::Failed);
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidState, DependencyFailed);
    packet.Bindings = sets[0];
    draw(packet);
    draw(packet);
    End();
    ExpectDraws(GetDraws(), expected);
}

// Every change of any status makes the next draw say everything, whoever may be concerned.
TEST_P(Forgetting, AnyLateResultLeavesNothingRemembered)
{
    StartSmall();
    MakeStage();
    for (const auto result : {internal::BackendStatus::Ready, internal::BackendStatus::Refused})
    {
        Hold(RecordKind::Sampler);
        SamplerHandle sampler;
        ASSERT_EQ(CreateSampler(Device, {}, sampler), Status::Pending);
        Own(sampler);
        const RasterDraw good = GetGood();
        Open();
        EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
        const uint8* first = s_Recording.Write;
        EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
        EXPECT_EQ(s_Recording.Write - first, 4);
        internal::FinishReferenceCreations(RecordKind::Sampler, result);
        EXPECT_NE(GetStatus(Device, sampler), Status::Pending);
        const uint8* second = s_Recording.Write;
        EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
        EXPECT_GT(s_Recording.Write - second, 40);
        End();
        ExpectDraws(GetDraws(), {Expect(good), Expect(good), Expect(good)});
    }
}

// A refusal may come after part of the packet was taken up: that part is said again.
TEST_P(Forgetting, WhatARefusedPacketHadTakenUp)
{
    StartSmall();
    MakeStage();
    const BufferHandle otherVertices = MakeVertices(3200);
    const BufferHandle otherIndices = MakeIndices(std::vector<uint16>(STAGE_INDICES));
    const RasterDraw good = GetGood();
    const std::function<void(RasterDraw&)> changes[] = {
        [&](RasterDraw& d) { d.Bindings = UniformSet; },
        [&](RasterDraw& d) {
            d.Pipeline = OneStream, d.Vertices = {Slices, 1};
        },
        [&](RasterDraw& d) { ChangeSlice(d, 0, [&](RasterVertexSlice& s) { s.Buffer = otherVertices; }); },
        [&](RasterDraw& d) { d.Indices = otherIndices; },
        [&](RasterDraw& d) { d.Indices = Index32; },
        [&](RasterDraw& d) { d.IndexOffset = 300, d.IndexCount = 3; },
        [&](RasterDraw& d) { d.InstanceCount = 1; },
        [&](RasterDraw& d) { d.BindingOffsets.Bytes[0] = 768; },
    };
    const std::function<void(RasterDraw&)> breaks[] = {
        [](RasterDraw& d) { d.BindingOffsets.Bytes[3] = 4; },
        [](RasterDraw& d) { d.BindingOffsets.Bytes[0] += 4; },
        [](RasterDraw& d) { d.VertexCount = 101; },
        [](RasterDraw& d) { d.IndirectOffset = 4; },
        [](RasterDraw& d) { d.Indices = {}; },
        [](RasterDraw& d) { d.Vertices = {}; },
        [&](RasterDraw& d) { d.Bindings = TwinSet; },
    };
    for (const auto& change : changes)
    {
        for (const auto& breaks1 : breaks)
        {
            RasterDraw changed = good;
            change(changed);
            RasterDraw broken = changed;
            breaks1(broken);
            Open();
            EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
            EXPECT_NE(DrawIndexed(Device, broken), Status::Ready);
            EXPECT_EQ(DrawIndexed(Device, changed), Status::Ready);
            EXPECT_NE(DrawIndexed(Device, broken), Status::Ready);
            EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
            End();
            ExpectDraws(GetDraws(), {Expect(good), Expect(changed), Expect(good)});
        }
    }
}

// A pass goes on with the geometry of the packet before, and says everything all the same: the reader of the stream
// (OnSubmission) wants each run to begin so.
TEST_P(Forgetting, APassSaysEverythingAgain)
{
    StartSmall();
    MakeStage();
    const RasterDraw good = GetGood();
    RasterDraw moved = good;
    moved.BindingOffsets.Bytes[0] = 256;
    RasterDraw otherRange = good;
    otherRange.IndexCount = 3;
    RasterDraw otherStreams = good;
    otherStreams.Pipeline = OneStream;
    otherStreams.Bindings = UniformSet;
    otherStreams.Vertices = {Slices, 1};
    const RasterDraw packets[] = {good, moved, otherRange, otherStreams, good};
    const auto nextPass = [this]
    { EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), Status::Ready); };
    std::vector<ResolvedDraw> expected;
    Open();
    for (const RasterDraw& first : packets)
    {
        for (const RasterDraw& second : packets)
        {
            nextPass();
            EXPECT_EQ(DrawIndexed(Device, first), Status::Ready);
            nextPass();
            EXPECT_EQ(DrawIndexed(Device, second), Status::Ready);
            expected.push_back(Expect(first));
            expected.push_back(Expect(second));
            if (expected.size() % 4 == 0)
            {
                nextPass(); // in which nothing is drawn
            }
            if (expected.size() % 6 == 0)
            {
                RasterDraw broken = good;
                broken.VertexCount = 101;
                nextPass();
                EXPECT_NE(DrawIndexed(Device, broken), Status::Ready);
            }
        }
    }
    End();
    ExpectDraws(GetDraws(), expected);
}

// What the pass before drew with was published away or is named by made-up handles, whose generations equal what a
// recording without a packet keeps.
TEST_P(Forgetting, APassIsNotDeceivedByTheOneBefore)
{
    StartSmall();
    MakeStage();
    const RasterDraw good = GetGood();
    RasterDraw packet = good;
    const RasterBindingResource ring{0, Ring, 0, BOUND};
    BindingSetHandle set = MakeKnownSet(OneDynamic, {&ring, 1}, {0});
    BindingSetHandle replacement = MakeKnownSet(OneDynamic, {&ring, 1}, {0});
    packet.Bindings = set;
    const auto nextPass = [this]
    { EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), Status::Ready); };
    RasterDraw madeUpPipeline = good;
    madeUpPipeline.Pipeline = RasterAccess::Make<RasterPipelineHandle>(RasterAccess::Owner(good.Pipeline),
                                                                       internal::NO_IDENTITY, SlotOf(good.Pipeline));
    RasterDraw madeUpSet = good;
    madeUpSet.Bindings = RasterAccess::Make<BindingSetHandle>(RasterAccess::Owner(good.Bindings), internal::NO_IDENTITY,
                                                              SlotOf(good.Bindings));
    RasterDraw madeUpBoth = madeUpPipeline;
    madeUpBoth.Bindings = madeUpSet.Bindings;

    Open();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    const ResolvedDraw first = Expect(packet);
    nextPass();
    ASSERT_EQ(PublishBindingSetUpdate(Device, set, replacement), Status::Ready);
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidHandle, StaleHandle);
    for (const RasterDraw& broken : {madeUpPipeline, madeUpSet, madeUpBoth})
    {
        EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
        nextPass();
        EXPECT_REFUSAL(DrawIndexed(Device, broken), Status::InvalidHandle, StaleHandle);
        nextPass();
        EXPECT_REFUSAL(DrawIndexed(Device, broken), Status::InvalidHandle, StaleHandle);
    }
    EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
    // The slot of a handle is looked at where the record is found, not where the draw is written.
    nextPass();
    RasterDraw elsewhere = good;
    elsewhere.Pipeline = RasterAccess::Make<RasterPipelineHandle>(
        RasterAccess::Owner(good.Pipeline), RasterAccess::Generation(good.Pipeline), SlotOf(good.Pipeline) + 1);
    EXPECT_EQ(DrawIndexed(Device, elsewhere), Status::Ready);
    End();
    ExpectDraws(GetDraws(), {first, Expect(good), Expect(good), Expect(good), Expect(good), Expect(good)});
}

// Loss inside a frame: the memory behind the recording is gone, and no draw touches it.
TEST_P(Forgetting, Loss)
{
    StartSmall();
    MakeStage();
    const RasterDraw good = GetGood();
    Open();
    EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
    internal::LoseReferenceDevice();
    EXPECT_EQ(GetStatus(Device, RingSet), Status::DeviceLost);
    EXPECT_EQ(s_Recording.Write, nullptr);
    EXPECT_EQ(s_Recording.UniformMemory, nullptr);
    EXPECT_REFUSAL(DrawIndexed(Device, good), Status::DeviceLost, DeviceIsLost);
    EXPECT_REFUSAL(DrawIndexed(Device, good), Status::DeviceLost, DeviceIsLost);
    const uint8 bytes[64]{};
    uint32 offset = 7;
    EXPECT_REFUSAL(WriteFrameUniform(Device, bytes, offset), Status::DeviceLost, DeviceIsLost);
    EXPECT_EQ(offset, 7U);
    EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::DeviceLost, DeviceIsLost);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
}

// A submission that failed after encoding ends the session, and with it the frame.
TEST_P(Forgetting, SubmissionsThatEndTheSession)
{
    for (const auto outcome :
         {internal::SubmitOutcome::EncodedNothingAccepted, internal::SubmitOutcome::AcceptedInPart})
    {
        StartSmall();
        MakeStage();
        const RasterDraw good = GetGood();
        Open();
        EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
        internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = outcome});
        EXPECT_EQ(EndFrame(Device), DeviceStatus::Failed);
        EXPECT_REFUSAL(DrawIndexed(Device, good), Status::Failed, DeviceFailed);
        EXPECT_EQ(s_Recording.Write, nullptr);
        Stop();
    }
}

// Each place that forgets does so by itself. Some are never the only one: what is destroyed between frames would be
// forgotten at the start of the next one too. So each is asked with something remembered that it finds there.
TEST_P(Forgetting, EveryPlaceByItself)
{
    StartSmall();
    MakeStage();
    constexpr uint64 REMEMBERED = 42;
    const auto forgets = [](const char* place, const std::function<void()>& change)
    {
        s_Recording.PipelineName = REMEMBERED;
        s_Recording.SetName = REMEMBERED;
        change();
        EXPECT_EQ(s_Recording.PipelineName, internal::NO_IDENTITY) << place;
        EXPECT_EQ(s_Recording.SetName, internal::NO_IDENTITY) << place;
    };
    const auto destroys = [&](const char* place, auto handle)
    { forgets(place, [this, &handle] { EXPECT_EQ(Destroy(Device, handle), Status::Ready); }); };

    forgets("the start of a frame", [this] { Open(); });
    forgets("a refusal", [this] { EXPECT_EQ(DrawIndexed(Device, {}), Status::InvalidHandle); });
    BindingSetHandle current = RingSet;
    BindingSetHandle replacement = UniformSet;
    forgets("publishing", [&] { EXPECT_EQ(PublishBindingSetUpdate(Device, current, replacement), Status::Ready); });
    forgets("the end of a frame", [this] { End(); });

    const uint8 texels[64]{};
    TextureHandle texture;
    ASSERT_EQ(CreateTexture(Device, {.Width = 4, .Height = 4}, {texels, 16}, texture), Status::Ready);
    TextureViewHandle view;
    ASSERT_EQ(CreateTextureView(Device, texture, view), Status::Ready);
    Hold(RecordKind::Sampler);
    SamplerHandle sampler;
    ASSERT_EQ(CreateSampler(Device, {}, sampler), Status::Pending);
    forgets("a late result",
            [&]
            {
                internal::FinishReferenceCreations(RecordKind::Sampler);
                EXPECT_EQ(GetStatus(Device, sampler), Status::Ready);
            });
    UniformHandle uniform;
    ASSERT_EQ(CreateUniform(Device, 16, uniform), ResourceStatus::Ready);
    InternalRecords = 2; // the ring and the facade's layout
    forgets("Destroy of the facade", [&] { EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready); });
    destroys("Destroy of a texture", texture);
    destroys("Destroy of a view", view);
    destroys("Destroy of a sampler", sampler);
    destroys("Destroy of a buffer", Index16);
    destroys("Destroy of a set", current);
    destroys("Destroy of a pipeline", OneStream);
    destroys("Destroy of a layout", OneDynamic);
    destroys("Destroy of a shader", VertexStage);
    forgets("loss",
            [this]
            {
                internal::LoseReferenceDevice();
                EXPECT_EQ(GetStatus(Device, Vertices), Status::DeviceLost);
            });
}

LUDUS_ON_STEERED_LANES(Forgetting);
} // namespace
} // namespace ludus::graphics::rhi::tests
