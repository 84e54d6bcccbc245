// The frame uniform ring: a written range stays as it is until every frame that draws with it has completed.
#include "ring_stage.h"

#include "../spirv_module.h"

#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Status = RasterStatus;

TEST_P(UniformRing, IsMadeBetweenFramesAndOnce)
{
    StartSmall(64, SEGMENT);
    const uint8 bytes[16]{};
    uint32 offset = 5;
    EXPECT_REFUSAL(WriteFrameUniform(Device, bytes, offset), Status::InvalidState, RingNotMade);
    Open();
    EXPECT_REFUSAL(WriteFrameUniform(Device, bytes, offset), Status::InvalidState, RingNotMade);
    BufferHandle ring;
    EXPECT_REFUSAL(GetFrameUniformBuffer(Device, ring), Status::InvalidState, FrameIsOpen);
    EXPECT_EQ(RasterAccess::Generation(ring), 0U);
    End();
    EXPECT_EQ(offset, 5U);
    ring = GetRing();
    EXPECT_EQ(internal::InspectSession().ResourceBytes, 3 * SEGMENT + 16384);
    const BufferHandle again = GetRing();
    EXPECT_EQ(RasterAccess::Generation(ring), RasterAccess::Generation(again));
    EXPECT_EQ(internal::InspectSession().ResourceBytes, 3 * SEGMENT + 16384);
    EXPECT_REFUSAL(Destroy(Device, ring), Status::InvalidState, LibraryOwned);
    EXPECT_REFUSAL(WriteFrameUniform({}, bytes, offset), Status::InvalidHandle, ForeignDevice);
}

TEST_P(UniformRing, SizesThatItTakes)
{
    StartSmall(64, 32768);
    (void)GetRing();
    const std::vector<uint8> bytes(16385);
    uint32 offset = 5;
    EXPECT_REFUSAL(WriteFrameUniform(Device, {}, offset), Status::InvalidDescription, ValueZero);
    EXPECT_REFUSAL(WriteFrameUniform(Device, bytes, offset), Status::InvalidDescription, ValueTooLarge);
    EXPECT_EQ(offset, 5U);
    EXPECT_EQ(WriteFrameUniform(Device, {bytes.data(), 16384}, offset), Status::Ready);
    EXPECT_EQ(offset, 0U);
    EXPECT_EQ(WriteFrameUniform(Device, {bytes.data(), 16384}, offset), Status::Ready);
    EXPECT_EQ(offset, 16384U);
    EXPECT_REFUSAL(WriteFrameUniform(Device, {bytes.data(), 1}, offset), Status::CapacityExceeded, RingFull);
    EXPECT_EQ(offset, 16384U);
}

// Each write takes whole steps, and no byte beside it changes.
TEST_P(UniformRing, SmallWritesLeaveTheirNeighbours)
{
    StartSmall(64, 16 * STEP);
    (void)GetRing();
    const usize total = 16 * STEP;
    std::vector<uint8> expected(total, 0xEE);
    std::memset(GetMemory(), 0xEE, total);
    for (uint32 size = 1; size <= 9; ++size)
    {
        const uint32 offset = Write(static_cast<uint8>(size), size);
        EXPECT_EQ(offset, (size - 1) * STEP);
        std::fill_n(expected.begin() + offset, size, static_cast<uint8>(size));
        ASSERT_EQ(std::memcmp(GetMemory(), expected.data(), total), 0) << size << " bytes";
    }
    for (const usize size : {63U, 64U, 65U, 255U, 256U, 257U})
    {
        const uint32 offset = Write(static_cast<uint8>(size), size);
        std::fill_n(expected.begin() + offset, size, static_cast<uint8>(size));
        ASSERT_EQ(std::memcmp(GetMemory(), expected.data(), total), 0) << size << " bytes";
    }
}

TEST_P(UniformRing, FullUntilTheFrameEnds)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_EQ(Write(1), static_cast<uint32>(i) * STEP);
    }
    const uint8 byte{};
    uint32 offset = 5;
    EXPECT_REFUSAL(WriteFrameUniform(Device, {&byte, 1}, offset), Status::CapacityExceeded, RingFull);
    Open();
    EXPECT_REFUSAL(WriteFrameUniform(Device, {&byte, 1}, offset), Status::CapacityExceeded, RingFull);
    Draw(768);
    End();
    EXPECT_EQ(Submissions.back().Uniforms.Offset, 0U);
    EXPECT_EQ(Submissions.back().Uniforms.Size, SEGMENT);
    EXPECT_EQ(Write(1), SEGMENT);
}

// Three frames hold the three segments; the first to complete gives its own back, and only polled.
TEST_P(UniformRing, BusyUntilAFrameCompletes)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    for (uint32 frame = 0; frame < 3; ++frame)
    {
        Open();
        const uint32 offset = Write(1);
        EXPECT_EQ(SegmentOf(offset), frame);
        Draw(offset);
        End();
    }
    const uint8 byte{};
    uint32 offset = 5;
    EXPECT_REFUSAL(WriteFrameUniform(Device, {&byte, 1}, offset), Status::CapacityExceeded, RingBusy);
    Open();
    EXPECT_REFUSAL(WriteFrameUniform(Device, {&byte, 1}, offset), Status::CapacityExceeded, RingBusy);
    EXPECT_EQ(offset, 5U);
    Complete(1);
    EXPECT_EQ(WriteFrameUniform(Device, {&byte, 1}, offset), Status::Ready);
    EXPECT_EQ(offset, 0U);
    Draw(offset);
    End();
    Complete(2);
    EXPECT_EQ(WriteFrameUniform(Device, {&byte, 1}, offset), Status::Ready);
    EXPECT_EQ(offset, SEGMENT);
}

TEST_P(UniformRing, ASkippedOrFailedFrameTakesItsBytesBack)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    EXPECT_EQ(Write(1), 0U);
    EXPECT_EQ(Write(1), STEP);
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 0, .Height = 4}), DeviceStatus::Ready);
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, TargetUnavailable);
    EXPECT_EQ(Write(2), 0U);
    internal::FailReferenceCall(ReferenceCall::Acquire, {.Acquired = internal::AcquireStatus::Skipped});
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 4, .Height = 4}), DeviceStatus::Ready);
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
    EXPECT_EQ(Write(3), 0U);
    for (const ReferenceCall call : {ReferenceCall::PrepareFrame, ReferenceCall::Acquire})
    {
        internal::FailReferenceCall(call, {.Acquired = internal::AcquireStatus::Failed});
        EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Failed);
        EXPECT_EQ(Write(3), 0U);
    }
    Open();
    Draw(0);
    End();
    EXPECT_EQ(Submissions.back().Uniforms.Size, STEP);
    // What an accepted frame holds is not taken back by a later one that is skipped.
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 0, .Height = 0}), DeviceStatus::Ready);
    EXPECT_EQ(Write(4), SEGMENT);
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, TargetUnavailable);
    EXPECT_EQ(Write(4), SEGMENT);
    EXPECT_EQ(GetMemory()[0], 3);
}

// A range that a later frame draws again keeps its segment for that frame, although the first has completed.
TEST_P(UniformRing, ALaterFrameHoldsAnOlderRange)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    Open();
    const uint32 old = Write(0xA1);
    Draw(old);
    End(); // 1
    for (uint8 frame = 2; frame <= 3; ++frame)
    {
        Open();
        const uint32 own = Write(frame);
        Draw(own);
        Draw(old);
        Draw(own);
        End(); // 2, 3: hold segments 1 and 2, and segment 0 too
    }
    Complete(1);
    const uint8 byte{};
    uint32 offset = 5;
    EXPECT_REFUSAL(WriteFrameUniform(Device, {&byte, 1}, offset), Status::CapacityExceeded, RingBusy);
    Complete(2);
    EXPECT_EQ(SegmentOf(Write(9)), 1U);
    EXPECT_EQ(GetMemory()[old], 0xA1);
    Open();
    End(); // 4
    Complete(3);
    EXPECT_NE(SegmentOf(Write(9)), 1U);
}

// The segment that comes next may still have ranges that nobody wrote over: who draws one of them first holds it.
TEST_P(UniformRing, ARangeInTheSegmentThatComesNext)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    uint32 offsets[3];
    for (uint32& offset : offsets)
    {
        Open();
        offset = Write(0xB2);
        Draw(offset);
        End(); // 1, 2, 3
    }
    Complete(3);
    Open(); // segment 0 is at hand
    Draw(offsets[1]);
    Draw(offsets[0]);
    const uint32 written = Write(0xC3);
    EXPECT_EQ(SegmentOf(written), 2U);
    Draw(written);
    End(); // 4
    const uint8 byte{};
    uint32 offset = 5;
    EXPECT_REFUSAL(WriteFrameUniform(Device, {&byte, 1}, offset), Status::CapacityExceeded, RingBusy);
    EXPECT_EQ(GetMemory()[offsets[0]], 0xB2);
    EXPECT_EQ(GetMemory()[offsets[1]], 0xB2);
    EXPECT_EQ(GetMemory()[written], 0xC3);
}

// A binding without dynamic offset holds what it is bound to.
TEST_P(UniformRing, AStaticBindingHoldsItsRange)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    const uint32 range = Write(0xD4);
    const RasterBindingResource resource{0, Ring, range, BOUND};
    const BindingSetHandle set = MakeKnownSet(Static, {&resource, 1}, {});
    const RasterBindingResource mixed[] = {{2, Uniforms, 0, BOUND}, {5, Uniforms, 0, BOUND}, {3, Ring, range, BOUND}};
    const BindingSetHandle mixedSet = MakeKnownSet(TwoDynamic, mixed, {2, 5});
    RasterDraw packets[] = {{StaticPipeline, set, {Slices, 1}, Index16, 0, 3, 50},
                            {TwoPipeline, mixedSet, {Slices, 1}, Index16, 0, 3, 50}};
    for (const RasterDraw& packet : packets)
    {
        const uint64 first = internal::InspectSession().NextOrdinal;
        Open();
        End();
        for (int frame = 0; frame < 2; ++frame) // hold the other two segments
        {
            Open();
            Draw(Write(1));
            EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
            EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
            End();
        }
        Complete(first);
        const uint8 byte{};
        uint32 offset = 5;
        EXPECT_REFUSAL(WriteFrameUniform(Device, {&byte, 1}, offset), Status::CapacityExceeded, RingBusy);
        EXPECT_EQ(GetMemory()[range], 0xD4);
        Complete(~uint64{0});
    }
}

// Frames that write go round with two of the three segments while the third is drawn again and again.
TEST_P(UniformRing, ARangeThatEveryFrameDraws)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    Open();
    const uint32 old = Write(0xE5);
    Draw(old);
    End();
    for (uint64 frame = 2; frame < 40; ++frame)
    {
        Complete(frame - 2);
        Open();
        Draw(old);
        const uint32 own = Write(static_cast<uint8>(frame));
        EXPECT_NE(SegmentOf(own), SegmentOf(old));
        Draw(own);
        End();
        EXPECT_EQ(GetMemory()[old], 0xE5);
    }
}

TEST_P(UniformRing, TheFacadeAndPacketsShareIt)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    InternalRecords = 2; // the ring and the facade's layout
    const internal::SpirvModule vertexCode = internal::OneEntry(internal::Model::Vertex, "main");
    const internal::SpirvModule fragmentCode = internal::OneEntry(internal::Model::Fragment, "main");
    ShaderHandle vertex;
    ShaderHandle fragment;
    UniformHandle uniform;
    PipelineHandle pipeline;
    ShaderDescription stage{.UniformSize = 32, .Spirv = vertexCode.Words, .SpirvEntry = "main"};
    stage.Stage = ShaderStage::Vertex;
    ASSERT_EQ(CreateShader(Device, stage, vertex), ResourceStatus::Ready);
    stage.Stage = ShaderStage::Fragment;
    stage.Spirv = fragmentCode.Words;
    ASSERT_EQ(CreateShader(Device, stage, fragment), ResourceStatus::Ready);
    ASSERT_EQ(CreateUniform(Device, 32, uniform), ResourceStatus::Ready);
    ASSERT_EQ(CreatePipeline(Device, {vertex, fragment, uniform}, pipeline), ResourceStatus::Ready);

    const std::vector<uint8> facadeBytes(32, 0x55);
    EXPECT_EQ(Write(0x44), 0U);
    EXPECT_EQ(UpdateUniform(Device, uniform, facadeBytes), ResourceStatus::Ready);
    Open();
    EXPECT_EQ(DrawFullscreen(Device, pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Write(0x66), 2 * STEP);
    End();
    EXPECT_EQ(Submissions.back().Uniforms.Size, 3 * STEP);
    EXPECT_EQ(GetMemory()[0], 0x44);
    EXPECT_EQ(std::memcmp(GetMemory() + STEP, facadeBytes.data(), 32), 0);
    EXPECT_EQ(GetMemory()[STEP + 32], 0);
    EXPECT_EQ(GetMemory()[2 * STEP], 0x66);

    // Frames of the facade hold their segments as any others do.
    for (int frame = 0; frame < 2; ++frame)
    {
        Open();
        EXPECT_EQ(DrawFullscreen(Device, pipeline), ResourceStatus::Ready);
        End();
    }
    Open();
    EXPECT_REFUSAL(DrawFullscreen(Device, pipeline), ResourceStatus::CapacityExceeded, RingBusy);
    Complete(1);
    EXPECT_EQ(DrawFullscreen(Device, pipeline), ResourceStatus::Ready);
    End();
    EXPECT_EQ(Submissions.back().Uniforms.Offset, 0U);
    EXPECT_EQ(Destroy(Device, pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, fragment), ResourceStatus::Ready);
}

// Random frames, writes, draws of new and old ranges, skips and completions; after each step every byte that the open
// frame or an unfinished one draws is as it was when it was drawn.
class RandomRing : public UniformRing
{
protected:
    struct Range final
    {
        uint32 Offset{0};
        uint32 Size{0};
        uint8 Value{0};
    };

    struct Frame final
    {
        uint64 Ordinal{0};
        std::vector<Range> Drawn{};
    };

    void CheckAll(const char* step)
    {
        for (const Frame& frame : Unfinished)
        {
            for (const Range& range : frame.Drawn)
            {
                for (uint32 i = 0; i < range.Size; ++i)
                {
                    ASSERT_EQ(GetMemory()[range.Offset + i], range.Value)
                        << "after " << step << ": frame " << frame.Ordinal << ", byte " << range.Offset + i;
                }
            }
        }
    }

    uint64 Pick(uint64 count) { return Random() % count; }

    void WriteSome()
    {
        const Range range{0, static_cast<uint32>(1 + Pick(Pick(4) == 0 ? 600 : 64)), static_cast<uint8>(++Written)};
        const std::vector<uint8> bytes(range.Size, range.Value);
        uint32 offset = ~uint32{0};
        const uint64 before = CountRefusals();
        if (WriteFrameUniform(Device, bytes, offset) != Status::Ready)
        {
            const DiagnosticCode why = GetCodeAfter(before);
            ASSERT_TRUE(why == DiagnosticCode::RingFull || why == DiagnosticCode::RingBusy) << why;
            (why == DiagnosticCode::RingFull ? Full : Busy) += 1;
            return;
        }
        // The ranges of a segment that is written again are gone, those that nobody wrote over included.
        const bool isFirst = offset % SEGMENT == 0;
        std::erase_if(Ranges, [&](const Range& old) { return isFirst && SegmentOf(old.Offset) == SegmentOf(offset); });
        Ranges.push_back({offset, range.Size, range.Value});
    }

    void DrawSome()
    {
        if (Ranges.empty())
        {
            return;
        }
        const usize recent = Ranges.size() - 1;
        const Range range = Ranges[Pick(2) == 0 ? recent : Pick(Ranges.size())];
        if (range.Offset >= STEP && Pick(4) == 0)
        {
            Draw(range.Offset - STEP, ShiftedSet);
        }
        else
        {
            Draw(range.Offset, Pick(3) == 0 ? LargeSet : RingSet);
        }
        Unfinished.back().Drawn.push_back(range);
        ++Draws;
    }

    void RunFrame()
    {
        for (uint64 writes = Pick(3); writes != 0; --writes)
        {
            WriteSome();
        }
        if (Pick(8) == 0)
        {
            const uint32 head = s_Recording.UniformHead;
            ASSERT_EQ(SetFrameTarget(Device, Surface, {}), DeviceStatus::Ready);
            ASSERT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
            if (s_Recording.UniformHead != head) // its bytes were taken back
            {
                std::erase_if(Ranges, [&](const Range& range)
                              { return range.Offset >= s_Recording.UniformHead && range.Offset < head; });
            }
            return;
        }
        if (internal::GetReferenceControl().SubmittedOrdinal >= internal::GetReferenceControl().CompletedOrdinal + 4)
        {
            CompleteSome();
        }
        Open();
        Unfinished.push_back({internal::InspectSession().NextOrdinal, {}});
        for (uint64 steps = Pick(10); steps != 0; --steps)
        {
            if (Pick(3) == 0)
            {
                WriteSome();
                CheckAll("a write");
            }
            else
            {
                DrawSome();
            }
            if (Pick(12) == 0)
            {
                CompleteSome();
            }
            if (HasFatalFailure())
            {
                return;
            }
        }
        End();
    }

    // Of the submitted frames, the oldest is done.
    void CompleteSome()
    {
        const internal::ReferenceControl& control = internal::GetReferenceControl();
        if (control.CompletedOrdinal < control.SubmittedOrdinal)
        {
            const uint64 ordinal = control.CompletedOrdinal + 1;
            Complete(ordinal);
            std::erase_if(Unfinished, [&](const Frame& frame) { return frame.Ordinal <= ordinal; });
        }
    }

    std::mt19937_64 Random{};
    BindingSetHandle LargeSet{};
    BindingSetHandle ShiftedSet{};
    std::vector<Range> Ranges{};
    std::vector<Frame> Unfinished{};
    uint64 Written{0};
    uint64 Full{0};
    uint64 Busy{0};
    uint64 Draws{0};
};

TEST_P(RandomRing, NoDrawnByteChanges)
{
    StartSmall(64, SEGMENT);
    MakeStage();
    const RasterBindingResource large{0, Ring, 0, 16384};
    const RasterBindingResource shifted{0, Ring, STEP, BOUND};
    LargeSet = MakeKnownSet(OneDynamic, {&large, 1}, {0});
    ShiftedSet = MakeKnownSet(OneDynamic, {&shifted, 1}, {0});
    for (uint64 seed = 1; seed <= 12; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random.seed(seed);
        for (int frame = 0; frame < 400; ++frame)
        {
            RunFrame();
            CheckAll("a frame");
            if (HasFatalFailure())
            {
                return;
            }
            if (Pick(2) == 0)
            {
                CompleteSome();
            }
        }
    }
    EXPECT_GT(Written, 5000U);
    EXPECT_GT(Full, 20U);
    EXPECT_GT(Busy, 20U);
    EXPECT_GT(Written - Full - Busy, 2000U);
    EXPECT_GT(Draws, 5000U);
}

LUDUS_ON_STEERED_LANES(UniformRing);
LUDUS_ON_STEERED_LANES(RandomRing);
} // namespace
} // namespace ludus::graphics::rhi::tests
