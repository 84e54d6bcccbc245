// The frame uniform ring: bytes, offsets, capacity, what it refuses.
#include "../support/scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};

class FrameUniforms : public SceneTest
{
protected:
    void StartWithRing(usize segment = 1048576)
    {
        Start({.Required = {.PortableRaster = true}, .Storage = {.FrameUniformBytes = segment}});
        InternalRecords = 1;
        MakePlain();
        ASSERT_EQ(GetFrameUniformBuffer(Device, Ring), RasterStatus::Ready);
        const RasterBindingResource resource{0, Ring, 0, sizeof(DrawBlock)};
        Draw = GetPlainDraw();
        Draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    }

    RasterStatus Write(const DrawBlock& block)
    {
        return WriteFrameUniform(Device, BytesOf(block), Draw.BindingOffsets.Bytes[0]);
    }

    BufferHandle Ring{};
    RasterDraw Draw{};
};

TEST_P(FrameUniforms, EachDrawReadsItsOwnBytes)
{
    StartWithRing();
    // More frames than segments, so that every segment is used again.
    for (uint8 frame = 0; frame < 8; ++frame)
    {
        Begin(TARGET);
        for (uint8 i = 0; i < 4; ++i)
        {
            const auto red = static_cast<float>(frame * 30) / 255.0F;
            const auto green = static_cast<float>(i * 60) / 255.0F;
            EXPECT_EQ(Write({{red, green, 0, 1}, {0.25F, 1, -0.75F + 0.5F * static_cast<float>(i), 0}}),
                      RasterStatus::Ready);
            EXPECT_EQ(Draw.BindingOffsets.Bytes[0] % Info.Profile.Raster.UniformOffsetAlignment, 0U);
            EXPECT_EQ(DrawIndexed(Device, Draw), RasterStatus::Ready);
        }
        End();
        if (GetParam().Has.RasterizesPixels)
        {
            Picture expected(8, 4, {});
            for (uint8 i = 0; i < 4; ++i)
            {
                expected.Fill(2U * i, 0, 2, 4, {static_cast<uint8>(frame * 30), static_cast<uint8>(i * 60), 0});
            }
            ExpectFrame(expected, "");
        }
    }
}

TEST_P(FrameUniforms, BytesWrittenBetweenFramesBelongToTheNext)
{
    StartWithRing();
    EXPECT_EQ(Write({{1, 0, 0, 1}}), RasterStatus::Ready);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, Draw), RasterStatus::Ready);
    End();
    ExpectFrame(Picture(8, 4, {255, 0, 0}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(FrameUniforms, OneToNineBytesLeaveTheirNeighbours)
{
    StartWithRing();
    const DrawBlock white{};
    uint32 before = 0;
    uint32 after = 0;
    for (usize count = 1; count <= 9; ++count)
    {
        Begin(TARGET);
        EXPECT_EQ(WriteFrameUniform(Device, BytesOf(white), before), RasterStatus::Ready);
        EXPECT_EQ(Write({{0, 0, 0, 0}}), RasterStatus::Ready);
        const uint32 middle = Draw.BindingOffsets.Bytes[0];
        uint32 tiny = 0;
        const std::vector<uint8> poison(count, 0xFF);
        EXPECT_EQ(WriteFrameUniform(Device, poison, tiny), RasterStatus::Ready);
        EXPECT_EQ(WriteFrameUniform(Device, BytesOf(white), after), RasterStatus::Ready);
        const auto alignment = static_cast<uint32>(Info.Profile.Raster.UniformOffsetAlignment);
        EXPECT_EQ(middle, before + alignment);
        EXPECT_EQ(tiny, middle + alignment);
        EXPECT_EQ(after, tiny + alignment);
        for (const uint32 offset : {before, after})
        {
            Draw.BindingOffsets.Bytes[0] = offset;
            EXPECT_EQ(DrawIndexed(Device, Draw), RasterStatus::Ready);
        }
        End();
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectFrame(Picture(8, 4, {255, 255, 255}), "");
        }
    }
}

TEST_P(FrameUniforms, ASegmentIsFinite)
{
    StartWithRing(1024);
    const auto alignment = Info.Profile.Raster.UniformOffsetAlignment;
    const usize room = (1024 + alignment - 1) / alignment;
    Begin(TARGET);
    for (usize i = 0; i < room; ++i)
    {
        EXPECT_EQ(Write({}), RasterStatus::Ready);
        EXPECT_EQ(DrawIndexed(Device, Draw), RasterStatus::Ready);
    }
    uint32 offset = 77;
    EXPECT_REFUSAL(WriteFrameUniform(Device, BytesOf(DrawBlock{}), offset), RasterStatus::CapacityExceeded, RingFull);
    EXPECT_EQ(offset, 77U);
    End();
    EXPECT_EQ(Write({}), RasterStatus::Ready); // the next segment
}

TEST_P(FrameUniforms, ASkippedFrameTakesItsBytesBack)
{
    StartWithRing(1024);
    for (int i = 0; i < 20; ++i)
    {
        EXPECT_EQ(Write({}), RasterStatus::Ready) << i;
        ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 0, .Height = 4}), DeviceStatus::Ready);
        EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
    }
}

TEST_P(FrameUniforms, WhatTheRingRefuses)
{
    Start();
    InternalRecords = 1;
    uint32 offset = 77;
    EXPECT_REFUSAL(WriteFrameUniform(Device, BytesOf(DrawBlock{}), offset), RasterStatus::InvalidState, RingNotMade);
    BufferHandle ring;
    Begin(TARGET);
    EXPECT_REFUSAL(GetFrameUniformBuffer(Device, ring), RasterStatus::InvalidState, FrameIsOpen);
    End();
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    EXPECT_REFUSAL(GetFrameUniformBuffer(Device, ring), RasterStatus::InvalidState, OutputOccupied);
    BufferHandle again;
    EXPECT_EQ(GetFrameUniformBuffer(Device, again), RasterStatus::Ready);
    EXPECT_EQ(GetStatus(Device, again), RasterStatus::Ready);
    EXPECT_REFUSAL(Destroy(Device, ring), RasterStatus::InvalidState, LibraryOwned);
    EXPECT_EQ(GetStatus(Device, ring), RasterStatus::Ready);
    EXPECT_REFUSAL(WriteFrameUniform(Device, {}, offset), RasterStatus::InvalidDescription, ValueZero);
    const std::vector<uint8> bytes(Info.Profile.Raster.MaxUniformRange + 1);
    EXPECT_REFUSAL(WriteFrameUniform(Device, bytes, offset), RasterStatus::InvalidDescription, ValueTooLarge);
    EXPECT_EQ(offset, 77U);
    EXPECT_EQ(WriteFrameUniform(Device, std::span{bytes}.first(bytes.size() - 1), offset), RasterStatus::Ready);
    EXPECT_EQ(offset, 0U);
}

TEST_P(FrameUniforms, AnyLegalRangeFitsAtTheEnd)
{
    StartWithRing(1024);
    // A set that binds the largest range still reaches every write, the last of a segment included.
    const RasterBinding wide{.Binding = 0, .MinSize = 32, .HasDynamicOffset = true};
    const BindingLayoutHandle layout = MakeLayout({&wide, 1});
    const RasterBindingResource resource{0, Ring, 0, Info.Profile.Raster.MaxUniformRange};
    Plain.Layout = layout;
    RasterDraw draw = Draw;
    draw.Pipeline = MakePlainPipeline({});
    draw.Bindings = MakeSet(layout, {&resource, 1});
    for (int frame = 0; frame < 4; ++frame)
    {
        Begin(TARGET);
        while (Write({{0, 1, 0, 1}}) == RasterStatus::Ready)
        {
            draw.BindingOffsets.Bytes[0] = Draw.BindingOffsets.Bytes[0];
            EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        }
        End();
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectFrame(Picture(8, 4, {0, 255, 0}), "");
        }
    }
}

TEST_P(FrameUniforms, VerticesAndIndicesOfEachFrameAreDrawn)
{
    StartWithRing();
    RasterVertexSlice slice;
    Draw.Bindings = Plain.Set;
    Draw.Vertices = {&slice, 1};
    for (uint32 frame = 0; frame < 8; ++frame)
    {
        const float left = -1 + 0.25F * static_cast<float>(frame);
        const auto square = MakeSquare(left, -1, left + 0.25F, 1, 0, {0, 1, 0, 1});
        Begin(TARGET);
        ASSERT_EQ(WriteFrameVertices(Device, AsBytes(square), slice), RasterStatus::Ready);
        if (frame % 2 == 0)
        {
            ASSERT_EQ(WriteFrameIndices(Device, SQUARE_INDICES, Draw), RasterStatus::Ready);
        }
        else
        {
            const uint32 indices[] = {0, 1, 2, 0, 2, 3};
            ASSERT_EQ(WriteFrameIndices(Device, indices, Draw), RasterStatus::Ready);
        }
        EXPECT_EQ(DrawIndexed(Device, Draw), RasterStatus::Ready);
        End();
        Picture expected(8, 4, {});
        expected.Fill(frame, 0, 1, 4, {0, 255, 0});
        const uint32 at = frame % 3 * 1048576;
        ExpectFrame(expected, "pass surface 8x4 clear 0 0 0 1\n  draw pipeline 0 set 0 vertices 3@" +
                                  std::to_string(at) + " indices 3/32 counts 6x1@" + std::to_string((at + 256) / 4) +
                                  " offsets 0\nend\n");
    }
}

// Where indices lie apart, those of the ring are handed over when a draw takes them: in the frame that wrote them, in
// the one after, and again, between frames of uniforms alone and as often around the ring as every kind meets every
// segment.
TEST_P(FrameUniforms, IndicesAreDrawnInTheirFrameAndLater)
{
    StartWithRing();
    RasterVertexSlice slice;
    RasterDraw later = Draw;
    later.Vertices = {&slice, 1};
    bool isRight = false;
    for (uint32 frame = 0; frame < 15; ++frame)
    {
        const uint32 kind = frame % 5;
        Begin(TARGET);
        EXPECT_EQ(Write({{0, 1, 0, 1}}), RasterStatus::Ready);
        if (kind == 1 || kind == 3)
        {
            isRight = !isRight;
            const auto left = MakeSquare(-1, -1, 0, 1);
            const auto right = MakeSquare(0, -1, 1, 1);
            std::vector<PlainVertex> squares(left.begin(), left.end());
            squares.insert(squares.end(), right.begin(), right.end());
            const uint16 base = isRight ? 4 : 0;
            const uint16 indices[] = {base, static_cast<uint16>(base + 1), static_cast<uint16>(base + 2),
                                      base, static_cast<uint16>(base + 2), static_cast<uint16>(base + 3)};
            ASSERT_EQ(WriteFrameVertices(Device, AsBytes(squares), slice), RasterStatus::Ready);
            ASSERT_EQ(WriteFrameIndices(Device, indices, later), RasterStatus::Ready);
            later.VertexCount = 8;
        }
        later.BindingOffsets = Draw.BindingOffsets;
        EXPECT_EQ(DrawIndexed(Device, kind < 2 ? Draw : later), RasterStatus::Ready);
        End();
        if (GetParam().Has.RasterizesPixels)
        {
            Picture expected(8, 4, {});
            expected.Fill(kind >= 2 && isRight ? 4 : 0, 0, kind < 2 ? 8 : 4, 4, {0, 255, 0});
            ExpectFrame(expected, "");
        }
    }
}

TEST_P(FrameUniforms, GeometryIsHeldForABatch)
{
    StartWithRing(1024);
    RasterVertexSlice slice;
    Draw.Bindings = Plain.Set;
    Draw.Vertices = {&slice, 1};
    const auto square = MakeSquare(-1, -1, 0, 1, 0, {1, 0, 0, 1});
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), RasterStatus::Ready);
    ASSERT_EQ(WriteFrameVertices(Device, AsBytes(square), slice), RasterStatus::Ready);
    ASSERT_EQ(WriteFrameIndices(Device, SQUARE_INDICES, Draw), RasterStatus::Ready);
    EXPECT_EQ(RecordDraw(Device, batch, Draw), RasterStatus::Ready);
    EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
    for (int i = 0; i < 7; ++i) // more than the ring has segments
    {
        Begin(TARGET);
        RasterVertexSlice other;
        const std::vector<uint8> poison(sizeof square, 0xFF);
        EXPECT_EQ(WriteFrameVertices(Device, poison, other), RasterStatus::Ready);
        SubmissionToken token;
        EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), RasterStatus::Ready);
    }
    SubmissionToken token;
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), RasterStatus::Ready);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), RasterStatus::Ready);
    Picture expected(8, 4, {});
    expected.Fill(0, 0, 4, 4, {255, 0, 0});
    ExpectFrame(expected, "pass surface 8x4 clear 0 0 0 1\n"
                          "  draw pipeline 0 set 0 vertices 3@0 indices 3/32 counts 6x1@64 offsets 0\nend\n");
}

LUDUS_ON_EVERY_LANE(FrameUniforms);
} // namespace
} // namespace ludus::graphics::rhi::tests
