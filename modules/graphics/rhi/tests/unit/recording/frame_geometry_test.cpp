// Vertices and indices in the frame ring: drawn from where they were written, checked as those of buffers are, and gone
// with their segment.
#include "ring_stage.h"

#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Status = RasterStatus;

class GeometryRing : public UniformRing
{
protected:
    void StartGeometry(usize segment = SEGMENT)
    {
        StartSmall(64, segment);
        MakeStage();
        Know(Ring, 2);
        Packet = RasterDraw{NoStreams, StaticSet, {}, {}, 0, 0, 50};
        Packet.Pipeline = OneStream;
        Packet.Bindings = UniformSet;
        Packet.Vertices = {&Slice, 1};
    }

    // Three triangles' worth of indices from `first` on.
    template <class Index>
    RasterStatus WriteRising(Index first, usize count = 9)
    {
        std::vector<Index> indices(count);
        for (usize i = 0; i < count; ++i)
        {
            indices[i] = static_cast<Index>(first + i);
        }
        return WriteFrameIndices(Device, std::span<const Index>{indices}, Packet);
    }

    RasterStatus WriteCorners(usize bytes) { return WriteFrameVertices(Device, std::vector<uint8>(bytes, 7), Slice); }

    RasterVertexSlice Slice{};
    RasterDraw Packet{};
};

TEST_P(GeometryRing, IsDrawnFromWhereItWasWritten)
{
    StartGeometry();
    Open();
    (void)Write(1, 300); // 512 bytes
    Slice = {Vertices, 0, 1600};
    ASSERT_EQ(WriteRising<uint16>(41), Status::Ready);
    EXPECT_EQ(Packet.IndexOffset, 512U);
    EXPECT_EQ(Packet.IndexCount, 9U);
    EXPECT_EQ(RasterAccess::Generation(Packet.Indices), RasterAccess::Generation(Ring));
    EXPECT_EQ(DrawIndexed(Device, Packet), Status::Ready);
    const ResolvedDraw widened = Expect(Packet);
    EXPECT_EQ(widened.IndexShift, 2U);
    EXPECT_EQ(widened.FirstIndex, 128U);
    uint32 index = 0;
    std::memcpy(&index, GetMemory() + 512 + 8 * 4, sizeof index);
    EXPECT_EQ(index, 49U);
    Packet.IndexOffset += 12; // a part of what was written
    Packet.IndexCount = 6;
    EXPECT_EQ(DrawIndexed(Device, Packet), Status::Ready);
    const ResolvedDraw part = Expect(Packet);
    End();
    ExpectDraws(GetDraws(), {widened, part});
    EXPECT_EQ(Submissions.back().Uniforms.Size, 768U);
}

TEST_P(GeometryRing, TakesVerticesOfAnySizeThatTheSegmentHas)
{
    StartGeometry(65536);
    Open();
    EXPECT_REFUSAL(WriteCorners(0), Status::InvalidDescription, ValueZero);
    EXPECT_REFUSAL(WriteCorners(65537), Status::InvalidDescription, ValueTooLarge);
    EXPECT_REFUSAL(WriteRising<uint32>(0, 0), Status::InvalidDescription, ValueZero);
    EXPECT_REFUSAL(WriteRising<uint32>(0, 16385), Status::InvalidDescription, ValueTooLarge);
    const uint8* const noBytes = nullptr;
    const uint16* const noIndices = nullptr;
    EXPECT_REFUSAL(WriteFrameVertices(Device, {noBytes, 4}, Slice), Status::InvalidDescription, NullInput);
    EXPECT_REFUSAL(WriteFrameIndices(Device, std::span{noIndices, 3}, Packet), Status::InvalidDescription, NullInput);
    EXPECT_EQ(RasterAccess::Generation(Slice.Buffer), 0U);
    EXPECT_EQ(RasterAccess::Generation(Packet.Indices), 0U);
    ASSERT_EQ(WriteCorners(50000), Status::Ready); // more than a uniform may have
    EXPECT_EQ(Slice.Offset, 0U);
    EXPECT_EQ(Slice.Size, 50000U);
    EXPECT_REFUSAL(WriteRising<uint16>(0, 4096), Status::CapacityExceeded, RingFull);
    ASSERT_EQ(WriteRising<uint32>(0, 3), Status::Ready);
    EXPECT_EQ(DrawIndexed(Device, Packet), Status::Ready);
    const ResolvedDraw expected = Expect(Packet);
    End();
    ExpectDraws(GetDraws(), {expected});
    EXPECT_REFUSAL(WriteFrameVertices({}, std::vector<uint8>(4), Slice), Status::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(WriteFrameIndices({}, std::vector<uint16>(3), Packet), Status::InvalidHandle, ForeignDevice);
}

TEST_P(GeometryRing, IsMadeFirst)
{
    StartSmall(64, SEGMENT);
    EXPECT_REFUSAL(WriteCorners(16), Status::InvalidState, RingNotMade);
    EXPECT_REFUSAL(WriteRising<uint16>(0), Status::InvalidState, RingNotMade);
    EXPECT_REFUSAL(WriteRising<uint32>(0), Status::InvalidState, RingNotMade);
}

// Block maxima decide, or the indices themselves where a block's bound is too large for a part of it.
TEST_P(GeometryRing, IndicesAreCheckedLikeThoseOfABuffer)
{
    StartGeometry(65536);
    Slice = {Vertices, 0, 1600};
    Open();
    ASSERT_EQ(WriteRising<uint32>(0, 300), Status::Ready);
    const usize start = Packet.IndexOffset;
    Packet.IndexCount = 48;
    EXPECT_EQ(DrawIndexed(Device, Packet), Status::Ready); // 0 to 47 of a block that reaches 63
    Packet.IndexCount = 51;
    EXPECT_REFUSAL(DrawIndexed(Device, Packet), Status::InvalidDescription, DrawIndexTooLarge);
    Packet.IndexOffset = start + 40 * 4;
    Packet.IndexCount = 12; // 40 to 51
    EXPECT_REFUSAL(DrawIndexed(Device, Packet), Status::InvalidDescription, DrawIndexTooLarge);
    Packet.IndexCount = 9;
    EXPECT_EQ(DrawIndexed(Device, Packet), Status::Ready);
    Packet.IndexOffset = start + 128 * 4;
    Packet.IndexCount = 150; // over whole blocks
    EXPECT_REFUSAL(DrawIndexed(Device, Packet), Status::InvalidDescription, DrawIndexTooLarge);
    for (const uint16 last : {uint16{50}, uint16{0xFFFF}})
    {
        const uint16 indices[] = {0, 1, last};
        ASSERT_EQ(WriteFrameIndices(Device, indices, Packet), Status::Ready);
        EXPECT_REFUSAL(DrawIndexed(Device, Packet), Status::InvalidDescription, DrawIndexTooLarge);
    }
    const uint32 restart[] = {0, 1, 0xFFFFFFFF};
    ASSERT_EQ(WriteFrameIndices(Device, restart, Packet), Status::Ready);
    EXPECT_REFUSAL(DrawIndexed(Device, Packet), Status::InvalidDescription, DrawIndexTooLarge);
    End();
}

TEST_P(GeometryRing, OnlyWhatWasWrittenAsIndicesIsRead)
{
    StartGeometry(4096);
    Slice = {Vertices, 0, 1600};
    Open();
    const uint32 uniform = Write(0, 64);
    ASSERT_EQ(WriteRising<uint16>(0), Status::Ready);
    const usize start = Packet.IndexOffset;
    ASSERT_EQ(WriteCorners(64), Status::Ready);
    Slice = {Vertices, 0, 1600};
    Packet.IndexCount = 12; // three more than there are
    EXPECT_REFUSAL(DrawIndexed(Device, Packet), Status::InvalidDescription, DrawIndicesUnwritten);
    Packet.IndexCount = 3;
    for (const usize offset : {usize{uniform}, start - 4, start + 256, usize{4096}, usize{3 * 4096}})
    {
        Packet.IndexOffset = offset;
        EXPECT_REFUSAL(DrawIndexed(Device, Packet), Status::InvalidDescription, DrawIndicesUnwritten);
    }
    Packet.IndexOffset = start;
    EXPECT_EQ(DrawIndexed(Device, Packet), Status::Ready);
    End();
}

TEST_P(GeometryRing, IndicesGiveWayToLaterFrames)
{
    StartGeometry();
    Slice = {Vertices, 0, 1600};
    Open();
    ASSERT_EQ(WriteRising<uint16>(0), Status::Ready);
    EXPECT_EQ(DrawIndexed(Device, Packet), Status::Ready);
    End(); // 1
    const RasterDraw old = Packet;
    Open();
    EXPECT_EQ(DrawIndexed(Device, old), Status::Ready); // still there, and now held for this frame
    ASSERT_EQ(WriteRising<uint16>(0), Status::Ready);
    End(); // 2
    Open();
    ASSERT_EQ(WriteRising<uint16>(0), Status::Ready);
    End(); // 3: every segment is held
    Complete(1);
    EXPECT_REFUSAL(WriteRising<uint16>(0), Status::CapacityExceeded, RingBusy); // frame 2 drew with the first
    Complete(3);
    const uint8 byte{};
    for (int i = 0; i < 3; ++i)
    {
        uint32 offset = 0;
        Open();
        EXPECT_EQ(WriteFrameUniform(Device, {&byte, 1}, offset), Status::Ready);
        if (offset == 0)
        {
            EXPECT_REFUSAL(DrawIndexed(Device, old), Status::InvalidDescription, DrawIndicesUnwritten);
        }
        End();
    }
}

TEST_P(GeometryRing, ASkippedFrameTakesItsIndicesBack)
{
    StartGeometry();
    Slice = {Vertices, 0, 1600};
    ASSERT_EQ(WriteRising<uint16>(0), Status::Ready);
    const RasterDraw old = Packet;
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 0, .Height = 4}), DeviceStatus::Ready);
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, TargetUnavailable);
    Open();
    (void)Write(9); // over them
    EXPECT_REFUSAL(DrawIndexed(Device, old), Status::InvalidDescription, DrawIndicesUnwritten);
    ASSERT_EQ(WriteRising<uint16>(0), Status::Ready);
    EXPECT_EQ(DrawIndexed(Device, Packet), Status::Ready);
    End();
}

// Random writes and draws, compared with a model that knows what every byte was written as.
TEST_P(GeometryRing, RandomRangesAgreeWithAModel)
{
    StartGeometry(4096);
    Slice = {Vertices, 0, 1600};
    internal::GetReferenceControl().HoldsCompletion = false;
    std::mt19937 random(7);
    const auto pick = [&random](uint32 below) { return static_cast<uint32>(random() % below); };
    std::vector<int64_t> model(3 * 4096 / 4, -1); // the index that a word holds, or -1
    usize accepted = 0;
    usize refused = 0;
    for (int frame = 0; frame < 200; ++frame)
    {
        Open();
        bool isFirst = true;
        for (uint32 i = 0; i < 12; ++i)
        {
            std::vector<uint32> indices(1 + pick(150));
            for (uint32& index : indices)
            {
                index = pick(50 + (pick(4) == 0 ? 10 : 0));
            }
            const bool isUniform = pick(3) == 0;
            uint32 offset = 0;
            Status status = Status::Ready;
            if (isUniform)
            {
                status = WriteFrameUniform(Device, std::vector<uint8>(indices.size(), 0), offset);
            }
            else
            {
                status = WriteFrameIndices(Device, std::span<const uint32>{indices}, Packet);
                offset = static_cast<uint32>(Packet.IndexOffset);
            }
            if (status == Status::Ready)
            {
                const usize segment = offset / 4096;
                if (isFirst)
                {
                    std::fill_n(model.begin() + static_cast<ptrdiff_t>(segment * 1024), 1024, -1);
                    isFirst = false;
                }
                for (usize k = 0; !isUniform && k < indices.size(); ++k)
                {
                    model[offset / 4 + k] = indices[k];
                }
            }
            for (int draw = 0; draw < 4; ++draw)
            {
                Packet.Indices = Ring;
                const uint32 first = pick(2) == 0 ? offset / 4 + pick(64) : pick(3 * 1024);
                Packet.IndexOffset = usize{first} * 4;
                Packet.IndexCount = 3 * (1 + pick(pick(2) == 0 ? 4 : 40));
                bool isLegal = first + Packet.IndexCount <= model.size();
                for (usize k = first; isLegal && k < first + Packet.IndexCount; ++k)
                {
                    isLegal = model[k] >= 0 && model[k] < 50;
                }
                ASSERT_EQ(DrawIndexed(Device, Packet) == Status::Ready, isLegal) << frame << " " << first;
                ++(isLegal ? accepted : refused);
            }
        }
        End();
    }
    EXPECT_GT(accepted, 500U);
    EXPECT_GT(refused, 500U);
}

LUDUS_ON_STEERED_LANES(GeometryRing);
} // namespace
} // namespace ludus::graphics::rhi::tests
