// The text of streams: every command has its line, and a malformed stream says where and why.
#include "../../support/stream_builder.h"
#include "../../support/stream_lines.h"

#include <gtest/gtest.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using namespace internal;

constexpr uint32 FIRST_ENTRY = DRAW_PIPELINE | DRAW_SET | DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_OFFSETS;
constexpr uint32 ONE_STREAM = 1U << DRAW_STREAMS_SHIFT;
constexpr uint32 ONE_DYNAMIC = 1U << DRAW_DYNAMIC_SHIFT;

TEST(StreamText, ADrawSaysWhatItTakesOver)
{
    StreamBuilder stream;
    stream.BeginSurfacePass(64, 48)
        .AddRun(3, {FIRST_ENTRY | ONE_STREAM | ONE_DYNAMIC, 3, 2, 5, 0, 0, 6, 1, 6, 1, 0, 256, // everything
                    DRAW_OFFSETS | ONE_DYNAMIC, 512,                                           // another offset
                    DRAW_SET, 7})                                                              // a set without offsets
        .EndPass();
    EXPECT_EQ(GetStreamText(stream.View()),
              "pass surface 64x48 clear 0 0 0 1\n"
              "  draw pipeline 3 set 2 vertices 5@0 indices 6/16 counts 6x1@0 offsets 256\n"
              "  draw pipeline 3 set 2 vertices 5@0 indices 6/16 counts 6x1@0 offsets 512\n"
              "  draw pipeline 3 set 7 vertices 5@0 indices 6/16 counts 6x1@0\n"
              "end\n");
}

TEST(StreamText, IndirectionLastsUntilIndicesAreNamedAgain)
{
    StreamBuilder stream;
    stream.BeginSurfacePass(8, 8)
        .AddRun(3, {FIRST_ENTRY | DRAW_INDIRECT, 0, 0, 1, 2, 3, 1, 0, 9, 40, 0, // indirect from buffer 9
                    DRAW_COUNTS, 6, 2, 3,                                       // counts do not end it
                    DRAW_INDICES, 1, 2})
        .EndPass();
    EXPECT_EQ(GetStreamText(stream.View()), "pass surface 8x8 clear 0 0 0 1\n"
                                            "  draw pipeline 0 set 0 indices 1/32 counts 3x1@0 at most, indirect 9@40\n"
                                            "  draw pipeline 0 set 0 indices 1/32 counts 6x2@3 at most, indirect 9@40\n"
                                            "  draw pipeline 0 set 0 indices 1/32 counts 6x2@3\n"
                                            "end\n");
}

TEST(StreamText, APassSaysWhatIsNotDefault)
{
    BeginPassCommand pass;
    pass.IsSurface = false;
    pass.Width = 16;
    pass.Height = 16;
    pass.SampleCount = 4;
    const ColorAttachment first{.View = 4, .Resolve = 5, .Clear = {0.25F, 0.1F, -1, 1}};
    const ColorAttachment second{.View = 6, .Load = AttachmentLoad::Load, .Store = AttachmentStore::Discard};
    pass.DepthLoad = AttachmentLoad::Load;
    pass.DepthStore = AttachmentStore::Store;
    pass.HasStencil = true;
    pass.ClearStencil = 3;
    pass.Viewport = {1, 2, 3, 4};
    pass.Scissor = {0, 0, 16, 16};
    const Barrier barrier{.Kind = RecordKind::Texture,
                          .KeepsContents = false,
                          .Slot = 9,
                          .Before = USE_NONE,
                          .After = USE_SAMPLED_VERTEX | USE_SAMPLED_FRAGMENT,
                          .BaseMip = 1,
                          .MipCount = 2};
    StreamBuilder stream;
    stream.BeginPass(pass, {first, second}, {barrier}).EndPass();
    EXPECT_EQ(GetStreamText(stream.View()),
              "pass 16x16 color 4 clear 0.25 0.1 -1 1 resolve 5 color 6 load discard samples 4 depth store-load "
              "stencil discard-clear 3 viewport 1 2 3x4\n"
              "  barrier texture 9 mips 1+2 none -> sampled-vertex+sampled-fragment without contents\n"
              "end\n");
}

TEST(StreamText, EveryOtherCommandHasALine)
{
    StreamBuilder stream;
    const uint32 offsets[] = {256, 512};
    const char name[] = "shadow";
    ScopeCommand scope;
    scope.NameBytes = 6;
    DispatchCommand dispatch;
    dispatch.Pipeline = 1;
    dispatch.Set = 2;
    dispatch.Groups[0] = 3;
    dispatch.Groups[1] = 4;
    dispatch.Groups[2] = 5;
    dispatch.DynamicCount = 2;
    const Barrier barrier{.Slot = 3, .Before = USE_STORAGE_WRITE_COMPUTE, .After = USE_COPY_SOURCE};
    BarriersCommand barriers;
    barriers.Count = 1;
    CopyBufferCommand copyBuffer;
    copyBuffer.Source = 1;
    copyBuffer.Destination = 2;
    copyBuffer.SourceOffset = 4;
    copyBuffer.DestinationOffset = 8;
    copyBuffer.Size = 12;
    CopySliceCommand copySlice;
    copySlice.Slice = 3;
    copySlice.Buffer = 5;
    copySlice.SliceOffset = 4;
    copySlice.BufferOffset = 16;
    copySlice.Size = 8;
    CopyTextureBufferCommand copyRows;
    copyRows.Texture = 1;
    copyRows.Slice = 2;
    copyRows.RowPitch = 256;
    copyRows.Mip = 1;
    copyRows.Region = {1, 2, 3, 4};
    CopyTextureCommand copyTexture;
    copyTexture.Source = 1;
    copyTexture.Destination = 2;
    copyTexture.Region = {0, 0, 8, 8};
    copyTexture.DestinationX = 4;
    CopySurfaceCommand copySurface;
    copySurface.Width = 8;
    copySurface.Height = 4;
    DrawVerticesCommand triangle;
    triangle.Pipeline = 1;
    triangle.Set = 2;
    triangle.DynamicOffset = 768;
    stream.Add(CommandKind::BeginScope, scope, {reinterpret_cast<const uint8*>(name), sizeof name})
        .Add(CommandKind::Dispatch, dispatch, {reinterpret_cast<const uint8*>(offsets), sizeof offsets})
        .Add(CommandKind::Barriers, barriers, {reinterpret_cast<const uint8*>(&barrier), sizeof barrier})
        .Add(CommandKind::CopyBuffer, copyBuffer)
        .Add(CommandKind::CopySliceToBuffer, copySlice)
        .Add(CommandKind::CopyBufferToSlice, copySlice)
        .Add(CommandKind::CopyBufferToTexture, copyRows)
        .Add(CommandKind::CopyTextureToBuffer, copyRows)
        .Add(CommandKind::CopyTexture, copyTexture)
        .Add(CommandKind::CopySurface, copySurface)
        .Add(CommandKind::EndScope)
        .BeginSurfacePass(4, 4)
        .Add(CommandKind::DrawVertices, triangle)
        .Add(CommandKind::SetRectangles, SetRectanglesCommand{{}, {0, 0, 2, 2}, {1, 1, 1, 1}})
        .EndPass();
    EXPECT_EQ(GetStreamText(stream.View()),
              "scope shadow\n"
              "dispatch pipeline 1 set 2 groups 3x4x5 offsets 256 512\n"
              "barrier buffer 3 storage-write-compute -> copy-source\n"
              "copy 12 bytes buffer 1@4 to buffer 2@8\n"
              "copy 8 bytes slice 3@4 to buffer 5@16\n"
              "copy 8 bytes buffer 5@16 to slice 3@4\n"
              "copy region 1 2 3x4 of slice 2@0 pitch 256 to texture 1 mip 1 layer 0\n"
              "copy region 1 2 3x4 of texture 1 mip 1 layer 0 to slice 2@0 pitch 256\n"
              "copy region 0 0 8x8 of texture 1 mip 0 layer 0 to texture 2 mip 0 layer 0 at 4 0\n"
              "copy surface 8x4 to slice 0\n"
              "end scope\n"
              "pass surface 4x4 clear 0 0 0 1\n"
              "  draw 3 vertices pipeline 1 set 2 offsets 768\n"
              "  set viewport 0 0 2x2 scissor 1 1 1x1\n"
              "end\n");
}

TEST(StreamText, AMalformedStreamSaysWhereAndWhy)
{
    const auto firstLineOf = [](std::span<const uint8> stream)
    {
        const std::string text = GetStreamText(stream);
        return text.substr(text.rfind("malformed"));
    };
    StreamBuilder whole;
    whole.BeginSurfacePass(4, 4).EndPass();
    const auto bytes = whole.View();

    EXPECT_EQ(firstLineOf(bytes.first(4)), "malformed at byte 0: the stream ends inside a command's header\n");
    EXPECT_EQ(firstLineOf(bytes.first(bytes.size() - 12)),
              "malformed at byte 0: a command's size does not fit its kind or the stream\n");

    StreamBuilder unknown;
    unknown.Add(static_cast<CommandKind>(99));
    EXPECT_EQ(firstLineOf(unknown.View()), "malformed at byte 0: a header names no command\n");

    StreamBuilder incomplete;
    incomplete.BeginSurfacePass(4, 4).AddRun(1, {DRAW_OFFSETS, 0});
    EXPECT_EQ(firstLineOf(incomplete.View()), "malformed at byte " + std::to_string(sizeof(OneColorPass)) +
                                                  ": a run's first entry leaves something out\n");

    BeginPassCommand pass;
    pass.ColorCount = 2;
    const ColorAttachment only;
    StreamBuilder uncoloured;
    uncoloured.Add(CommandKind::BeginPass, pass, {reinterpret_cast<const uint8*>(&only), sizeof only});
    EXPECT_EQ(firstLineOf(uncoloured.View()),
              "malformed at byte 0: a pass has fewer colour attachments than it counts\n");
    pass.ColorCount = 1;
    pass.BarrierCount = 1;
    StreamBuilder unordered;
    unordered.Add(CommandKind::BeginPass, pass, {reinterpret_cast<const uint8*>(&only), sizeof only});
    EXPECT_EQ(firstLineOf(unordered.View()), "malformed at byte 0: a command has fewer barriers than it counts\n");

    StreamBuilder cut;
    cut.AddRun(2, {FIRST_ENTRY, 0, 0, 0, 1, 3, 1, 0});
    EXPECT_EQ(firstLineOf(cut.View()), "malformed at byte 0: a draw entry ends before its values\n");

    StreamBuilder left;
    left.AddRun(1, {FIRST_ENTRY, 0, 0, 0, 1, 3, 1, 0, 0, 0});
    EXPECT_EQ(firstLineOf(left.View()), "malformed at byte 0: a run has more entry bytes than draws\n");
}
} // namespace
} // namespace ludus::graphics::rhi::tests
