// Pixels: clears, textures, mips, depth, blending, culling, dynamic offsets, the facade's triangle.
#include "harness.h"

#include "fill_comp.h"
#include "fullscreen_frag.h"
#include "fullscreen_vert.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
using VulkanDrawing = VulkanTest;

constexpr uint32 BLACK = Rgba(0, 0, 0);

std::vector<uint32> Filled(uint32 count, uint32 texel)
{
    return std::vector<uint32>(count, texel);
}
} // namespace

TEST_F(VulkanDrawing, ClearRoundsToTheNearestByte)
{
    StreamBuilder stream;
    stream.BeginSurfacePass(5, 3, 0.25F, 0.5F, 1.0F).EndPass();
    EXPECT_EQ(DrawAndRead(stream.View(), 5, 3).Texels, Filled(15, Rgba(64, 128, 255)));
}

TEST_F(VulkanDrawing, TextureRowZeroIsAtTheTop)
{
    std::vector<uint32> texels;
    for (uint32 i = 0; i < 16; ++i)
    {
        texels.push_back(Rgba(i * 16, 255 - i * 16, i));
    }
    MakeTexture(0, 4, 4, texels);
    MakeView(0, 0);
    MakeSampler(0);
    const QuadBlock block;
    MakeQuadScene(true, {&block, 1});
    StreamBuilder stream;
    stream.BeginSurfacePass(8, 8);
    AddQuads(stream, 1);
    stream.EndPass();

    const Picture picture = DrawAndRead(stream.View(), 8, 8);
    for (uint32 y = 0; y < 8; ++y)
    {
        for (uint32 x = 0; x < 8; ++x)
        {
            EXPECT_EQ(picture.At(x, y), texels[std::size_t{y / 2} * 4 + x / 2]) << x << ", " << y;
        }
    }
}

TEST_F(VulkanDrawing, OffsetsMoveEachDrawOfARun)
{
    // The left half red, the right half green, and blue moved out of sight.
    const QuadBlock blocks[] = {
        {{-1, 0, 0, 0}, {1, 0, 0, 1}},
        {{1, 0, 0, 0}, {0, 1, 0, 1}},
        {{2, 0, 0, 0}, {0, 0, 1, 1}},
    };
    MakeQuadScene(false, blocks);
    StreamBuilder stream;
    stream.BeginSurfacePass(4, 1);
    AddQuads(stream, 3);
    stream.EndPass();
    const std::vector<uint32> expected{Rgba(255, 0, 0), Rgba(255, 0, 0), Rgba(0, 255, 0), Rgba(0, 255, 0)};
    EXPECT_EQ(DrawAndRead(stream.View(), 4, 1).Texels, expected);
}

TEST_F(VulkanDrawing, NearerDrawsHideLaterFartherOnes)
{
    const QuadBlock blocks[] = {{{0, 0, 0.25F, 0}, {0, 1, 0, 1}}, {{0, 0, 0.75F, 0}, {1, 0, 0, 1}}};
    MakeQuadScene(false, blocks, {.DepthTest = true, .DepthWrite = true});
    StreamBuilder stream;
    stream.BeginSurfacePass(2, 2);
    AddQuads(stream, 2);
    stream.EndPass();
    EXPECT_EQ(DrawAndRead(stream.View(), 2, 2).Texels, Filled(4, Rgba(0, 255, 0)));
}

TEST_F(VulkanDrawing, BlendingTakesPremultipliedColours)
{
    const QuadBlock blocks[] = {{{0, 0, 0, 0}, {1, 0, 0, 1}}, {{0, 0, 0, 0}, {0, 0.5F, 0, 0.5F}}};
    MakeQuadScene(false, blocks, {.Blend = true});
    StreamBuilder stream;
    stream.BeginSurfacePass(1, 1);
    AddQuads(stream, 2);
    stream.EndPass();
    // 1 - 0.5 and 0 + 0.5 lie between 127 and 128; alpha is 0.5 + 0.5.
    const uint32 texel = DrawAndRead(stream.View(), 1, 1).At(0, 0);
    EXPECT_TRUE((texel & 0xFFU) == 127 || (texel & 0xFFU) == 128) << texel;
    EXPECT_TRUE((texel >> 8 & 0xFFU) == 127 || (texel >> 8 & 0xFFU) == 128) << texel;
    EXPECT_EQ(texel >> 16, 0xFF00U);
}

TEST_F(VulkanDrawing, CounterClockwiseWithYUpIsFront)
{
    const QuadBlock block;
    for (const RasterCull cull : {RasterCull::Back, RasterCull::Front})
    {
        MakeQuadScene(false, {&block, 1}, {.Cull = cull});
        StreamBuilder stream;
        stream.BeginSurfacePass(2, 2);
        AddQuads(stream, 1);
        stream.EndPass();
        const uint32 expected = cull == RasterCull::Back ? Rgba(255, 255, 255) : BLACK;
        EXPECT_EQ(DrawAndRead(stream.View(), 2, 2).Texels, Filled(4, expected));
        EXPECT_TRUE(Native->Drain());
        DestroyAll();
    }
}

TEST_F(VulkanDrawing, LinesLeaveTheInsideAlone)
{
    if (!Report.Profile.Raster.HasLineFill)
    {
        GTEST_SKIP() << "this adapter declares no line fill";
    }
    const QuadBlock block{{0, 0, 0, 0}, {1, 1, 1, 1}};
    MakeQuadScene(false, {&block, 1}, {.FillMode = RasterFillMode::Lines});
    StreamBuilder stream;
    stream.BeginSurfacePass(16, 16);
    AddQuads(stream, 1);
    stream.EndPass();
    const Picture picture = DrawAndRead(stream.View(), 16, 16);
    EXPECT_EQ(picture.At(4, 8), BLACK); // between the left edge and the diagonal
    EXPECT_EQ(picture.At(11, 8), BLACK);
    EXPECT_EQ(picture.At(7, 8), Rgba(255, 255, 255)); // on the diagonal from lower left to upper right
}

TEST_F(VulkanDrawing, ViewsAndSamplersChooseMips)
{
    const TextureDescription description{.Width = 4, .Height = 2, .MipLevels = 3};
    // Rows are padded to twelve bytes a mip row and more; the padding must not show.
    constexpr uint32 RED = Rgba(255, 0, 0);
    constexpr uint32 GREEN = Rgba(0, 255, 0);
    constexpr uint32 BLUE = Rgba(0, 0, 255);
    const std::vector<uint32> words{RED,   RED,   RED, RED, 7, RED, RED, RED, RED, 7, // 4 x 2, pitch 20
                                    GREEN, GREEN, 7,                                  // 2 x 1, pitch 12
                                    BLUE};                                            // 1 x 1
    const TextureLevel levels[] = {
        {.Offset = 0, .RowPitch = 20, .Width = 4, .Height = 2, .Rows = 2},
        {.Offset = 40, .RowPitch = 12, .Width = 2, .Height = 1, .Rows = 1},
        {.Offset = 52, .RowPitch = 4, .Width = 1, .Height = 1, .Rows = 1},
    };
    const std::span<const uint8> bytes{reinterpret_cast<const uint8*>(words.data()), words.size() * 4};
    ASSERT_EQ(Native->CreateTexture(0, 1, {description, bytes, levels}), BackendStatus::Ready);
    Alive.push_back({RecordKind::Texture, 0});

    struct Case final
    {
        uint32 BaseMip;
        uint32 MipCount;
        RasterMipFilter Filter;
        float32 MinLod;
        uint32 Expected;
    };

    const Case cases[] = {
        {0, 3, RasterMipFilter::None, 0, RED},      {1, 1, RasterMipFilter::None, 0, GREEN},
        {1, 2, RasterMipFilter::Nearest, 0, GREEN}, {2, 1, RasterMipFilter::Nearest, 0, BLUE},
        {0, 3, RasterMipFilter::Nearest, 2, BLUE},  {0, 3, RasterMipFilter::Linear, 1, GREEN},
    };
    const std::vector<Made> kept = Alive;
    const QuadBlock block;
    for (const Case& item : cases)
    {
        MakeView(0, 0, item.BaseMip, item.MipCount);
        MakeSampler(0, {.MipFilter = item.Filter, .MinLod = item.MinLod});
        MakeQuadScene(true, {&block, 1});
        StreamBuilder stream;
        stream.BeginSurfacePass(4, 2); // mip 0 is as large as the target
        AddQuads(stream, 1);
        stream.EndPass();
        EXPECT_EQ(DrawAndRead(stream.View(), 4, 2).Texels, Filled(8, item.Expected)) << item.BaseMip;
        EXPECT_TRUE(Native->Drain());
        while (Alive.size() > kept.size())
        {
            Destroy(Alive.back().Kind, Alive.back().Slot);
        }
    }
}

TEST_F(VulkanDrawing, SmallFormatsKeepOddWidths)
{
    // R8 of width three: rows of three bytes with one of padding each.
    const TextureDescription description{.Width = 3, .Height = 2, .Format = RasterFormat::R8Unorm};
    const uint8 bytes[] = {10, 20, 30, 99, 40, 50, 60, 99};
    const TextureLevel level{.Offset = 0, .RowPitch = 4, .Width = 3, .Height = 2, .Rows = 2};
    ASSERT_EQ(Native->CreateTexture(0, 1, {description, bytes, {&level, 1}}), BackendStatus::Ready);
    Alive.push_back({RecordKind::Texture, 0});
    MakeView(0, 0);
    MakeSampler(0);
    const QuadBlock block;
    MakeQuadScene(true, {&block, 1});
    StreamBuilder stream;
    stream.BeginSurfacePass(3, 2);
    AddQuads(stream, 1);
    stream.EndPass();
    const std::vector<uint32> expected{Rgba(10, 0, 0), Rgba(20, 0, 0), Rgba(30, 0, 0),
                                       Rgba(40, 0, 0), Rgba(50, 0, 0), Rgba(60, 0, 0)};
    EXPECT_EQ(DrawAndRead(stream.View(), 3, 2).Texels, expected);
}

TEST_F(VulkanDrawing, ScissorsAndViewportsCountFromTheTop)
{
    const QuadBlock block;
    MakeQuadScene(false, {&block, 1});
    StreamBuilder stream;
    stream.BeginSurfacePass(4, 4);
    SetRectanglesCommand rectangles;
    rectangles.Viewport = {1, 0, 2, 3};
    rectangles.Scissor = {0, 1, 4, 3};
    stream.Add(CommandKind::SetRectangles, rectangles);
    AddQuads(stream, 1);
    stream.EndPass();
    const Picture picture = DrawAndRead(stream.View(), 4, 4);
    for (uint32 y = 0; y < 4; ++y)
    {
        for (uint32 x = 0; x < 4; ++x)
        {
            const bool isInside = x >= 1 && x < 3 && y >= 1 && y < 3;
            EXPECT_EQ(picture.At(x, y), isInside ? Rgba(255, 255, 255) : BLACK) << x << ", " << y;
        }
    }
}

TEST_F(VulkanDrawing, FullscreenTriangleReadsItsOffset)
{
    std::vector<uint8> uniforms(2 * UNIFORM_STEP);
    const float32 color[4] = {0.25F, 0, 0, 1};
    std::memcpy(uniforms.data() + UNIFORM_STEP, color, sizeof color);
    MakeBuffer(0, BufferRole::Uniform, uniforms);
    MakeShader(0, ShaderStage::Vertex, FULLSCREEN_VERT);
    MakeShader(1, ShaderStage::Fragment, FULLSCREEN_FRAG);
    const RasterBinding binding{.Binding = 0, .MinSize = 16, .HasDynamicOffset = true};
    MakeLayout(0, {&binding, 1});
    const SetDescriptor descriptor{.Binding = 0, .HasDynamicOffset = true, .Slot = 0, .Offset = 0, .Size = 16};
    MakeSet(0, 0, {&descriptor, 1});
    ASSERT_EQ(Native->CreateRasterPipeline(0, 1, {.Vertex = 0, .Fragment = 1, .Layout = 0}), BackendStatus::Ready);
    Alive.push_back({RecordKind::RasterPipeline, 0});
    DrawVerticesCommand draw;
    draw.Pipeline = 0;
    draw.Set = 0;
    draw.DynamicOffset = UNIFORM_STEP;
    StreamBuilder stream;
    stream.BeginSurfacePass(3, 3, 1, 1, 1).Add(CommandKind::DrawVertices, draw).EndPass();
    EXPECT_EQ(DrawAndRead(stream.View(), 3, 3).Texels, Filled(9, Rgba(64, 0, 0)));
}

TEST_F(VulkanDrawing, FrameUniformsWrittenBeforeASubmissionAreSeen)
{
    FrameUniformMemory ring;
    ASSERT_EQ(Native->CreateFrameUniforms(9, 4 * UNIFORM_STEP, ring), BackendStatus::Ready);
    Alive.push_back({RecordKind::Buffer, 9});
    ASSERT_NE(ring.Bytes, nullptr);
    ASSERT_EQ(ring.Size, 4 * UNIFORM_STEP);
    const QuadBlock unused;
    MakeQuadScene(false, {&unused, 1});
    const SetDescriptor descriptor{
        .Binding = 0, .HasDynamicOffset = true, .Slot = 9, .Offset = 0, .Size = sizeof(QuadBlock)};
    Destroy(RecordKind::BindingSet, 0);
    MakeSet(0, 0, {&descriptor, 1});
    const QuadBlock block{{0, 0, 0, 0}, {0, 0, 1, 1}};
    std::memcpy(ring.Bytes, &block, sizeof block);
    StreamBuilder stream;
    stream.BeginSurfacePass(1, 1);
    AddQuads(stream, 1);
    stream.EndPass();
    AcquiredFrame frame;
    ASSERT_EQ(Acquire(1, 1, frame), AcquireStatus::Ready);
    const SubmitResult result = Native->Submit({.Ordinal = ++Ordinal,
                                                .Stream = stream.View(),
                                                .FrameUniforms = {.Offset = 0, .Size = sizeof block},
                                                .UsesSurface = true});
    ASSERT_EQ(result.Outcome, SubmitOutcome::Accepted);
    EXPECT_EQ(ReadPicture(0, RequestPicture(0, 1, 1), 1, 1).At(0, 0), Rgba(0, 0, 255));
}

TEST_F(VulkanDrawing, LaterPassesOfAFrameLoadWhatEarlierOnesStored)
{
    const QuadBlock blocks[] = {{{0, 0, 0.5F, 0}, {1, 0, 0, 1}}, {{1, 0, 0.75F, 0}, {0, 1, 0, 1}}};
    MakeQuadScene(false, blocks, {.DepthTest = true, .DepthWrite = true});
    BeginPassCommand pass;
    pass.Width = 2;
    pass.Height = 1;
    pass.Viewport = {0, 0, 2, 1};
    pass.Scissor = {0, 0, 1, 1}; // the first pass draws the left texel alone
    pass.DepthStore = AttachmentStore::Store;
    StreamBuilder stream;
    stream.BeginPass(pass, {{}});
    AddQuads(stream, 1);
    stream.EndPass();
    pass.Scissor = pass.Viewport;
    pass.DepthLoad = AttachmentLoad::Load;
    pass.DepthStore = AttachmentStore::Discard;
    stream.BeginPass(pass, {{.Load = AttachmentLoad::Load}});
    AddQuads(stream, 2); // the first block again: equal depth, not less, so only where nothing was drawn
    stream.EndPass();
    const std::vector<uint32> expected{Rgba(255, 0, 0), Rgba(255, 0, 0)};
    EXPECT_EQ(DrawAndRead(stream.View(), 2, 1).Texels, expected);
}

// What one pass has bound stands in the next one, until something else is bound: rectangles, the facade's pipeline, the
// rest of a longer run, an index buffer that an indirect draw was given from its middle.
TEST_F(VulkanDrawing, EachPassDrawsWithItsOwnStateWhateverWasBoundBefore)
{
    const QuadBlock blocks[] = {
        {{0, 0, 0, 0}, {1, 0, 0, 1}}, {{0, 0, 0, 0}, {0, 1, 0, 1}}, {{0, 0, 0, 0}, {0, 0, 1, 1}}};
    MakeQuadScene(false, blocks);
    StreamBuilder stream;
    std::vector<uint32> expected;
    const auto addPass = [&](uint32 texel, uint32 quads)
    {
        BeginPassCommand pass;
        pass.Width = 4;
        pass.Height = 1;
        pass.Viewport = {0, 0, 4, 1};
        pass.Scissor = {static_cast<uint32>(expected.size()), 0, 1, 1};
        stream.BeginPass(pass, {{.Load = expected.empty() ? AttachmentLoad::Clear : AttachmentLoad::Load}});
        AddQuads(stream, quads);
        stream.EndPass();
        expected.push_back(texel);
    };
    addPass(Rgba(255, 0, 0), 1);
    addPass(Rgba(255, 0, 0), 1); // the same draw
    addPass(Rgba(0, 255, 0), 2); // ends with another offset
    addPass(Rgba(255, 0, 0), 1);
    EXPECT_EQ(DrawAndRead(stream.View(), 4, 1).Texels, expected);

    // The same scissor as the pass before: the draw goes to the same place, with the same or another set and offset.
    StreamBuilder again;
    for (const uint32 quads : {1U, 3U, 1U, 1U, 2U})
    {
        again.BeginSurfacePass(1, 1);
        AddQuads(again, quads);
        again.EndPass();
    }
    EXPECT_EQ(DrawAndRead(again.View(), 1, 1).At(0, 0), Rgba(0, 255, 0));
}

TEST_F(VulkanDrawing, DispatchFillsVerticesThatALaterPassDraws)
{
    const QuadBlock block{{0, 0, 0, 0}, {1, 1, 0, 1}};
    MakeQuadScene(false, {&block, 1});
    const std::vector<uint8> zeros(64);
    Destroy(RecordKind::Buffer, 0);
    MakeBuffer(0, BufferRole::StorageVertex, zeros);
    MakeShader(2, ShaderStage::Compute, FILL_COMP);
    const RasterBinding binding{
        .Binding = 0, .Kind = RasterBindingKind::StorageReadWrite, .Visibility = RasterVisibility::Compute};
    MakeLayout(1, {&binding, 1});
    const SetDescriptor descriptor{
        .Binding = 0, .Kind = RasterBindingKind::StorageReadWrite, .Slot = 0, .Offset = 0, .Size = 64};
    MakeSet(1, 1, {&descriptor, 1});
    ASSERT_EQ(Native->CreateComputePipeline(0, 1, {.Shader = 2, .Layout = 1}), BackendStatus::Ready);
    Alive.push_back({RecordKind::ComputePipeline, 0});
    DispatchCommand dispatch;
    dispatch.Pipeline = 0;
    dispatch.Set = 1;
    dispatch.Groups[0] = dispatch.Groups[1] = dispatch.Groups[2] = 1;
    const Barrier barrier{.Slot = 0, .Before = USE_STORAGE_WRITE_COMPUTE, .After = USE_VERTEX_INPUT};
    BeginPassCommand pass;
    pass.Width = pass.Height = 2;
    pass.Viewport = pass.Scissor = {0, 0, 2, 2};
    StreamBuilder stream;
    stream.Add(CommandKind::Dispatch, dispatch).BeginPass(pass, {{}}, {barrier});
    AddQuads(stream, 1);
    stream.EndPass();
    // fill.comp writes the corners row by row: the triangles 0 1 2 and 0 2 3 of the quad cover the lower left half
    // and, degenerate to the left edge, nothing else.
    const Picture picture = DrawAndRead(stream.View(), 2, 2);
    EXPECT_EQ(picture.At(0, 1), Rgba(255, 255, 0));
    EXPECT_EQ(picture.At(1, 0), BLACK);
}
} // namespace ludus::graphics::rhi::tests
