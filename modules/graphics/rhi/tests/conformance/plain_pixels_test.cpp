// Plain triangles: clear, coverage, depth, blending, culling, offsets, quantization.
#include "../support/scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
const std::string PASS = "pass surface 8x4 clear 0 0 0 1\n";

class PlainPixels : public SceneTest
{
protected:
    // A square of its own between two points in clip space.
    RasterDraw MakeDraw(float left, float bottom, float right, float top, float depth = 0, Float4 color = {1, 1, 1, 1})
    {
        const auto square = MakeSquare(left, bottom, right, top, depth, color);
        Slices.push_back({MakeBuffer(BufferRole::Vertex, AsBytes(square)), 0, sizeof square});
        RasterDraw draw = GetPlainDraw();
        draw.Vertices = {&Slices.back(), 1};
        return draw;
    }

    void SetUp() override
    {
        SceneTest::SetUp();
        Slices.reserve(8); // draws point into it
    }

    std::vector<RasterVertexSlice> Slices{};
};

TEST_P(PlainPixels, AFrameWithoutDrawsIsCleared)
{
    Start();
    Begin({.Width = 8, .Height = 4, .Red = 1, .Green = 0.2, .Blue = 0.6, .Alpha = 0.4});
    End();
    const Picture picture = ReadFrame(); // every lane executes clears
    ASSERT_EQ(picture.Width, 8U);
    ASSERT_EQ(picture.Height, 4U);
    for (const Pixel& pixel : picture.Pixels)
    {
        EXPECT_EQ(pixel, (Pixel{255, 51, 153, 102}));
    }
}

TEST_P(PlainPixels, AQuarterOfAUnormTargetIsSixtyFour)
{
    Start();
    ASSERT_EQ(Info.Startup.State, StartupState::Ready);
    MakePlain();
    const RasterDraw draw = MakeDraw(-1, -1, 1, 1, 0, {0.25F, 0.25F, 0.25F, 0.25F});
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    ExpectFrame(Picture(8, 4, {64, 64, 64, 64}),
                PASS + "  draw pipeline 0 set 0 vertices 3@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(PlainPixels, YPointsUpAndRowsStartAtTheTop)
{
    Start();
    MakePlain();
    const RasterDraw draw = MakeDraw(-1, 0, 0, 1); // left upper quarter
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    Picture expected(8, 4, {0, 0, 0});
    expected.Fill(0, 0, 4, 2, {255, 255, 255});
    ExpectFrame(expected, PASS + "  draw pipeline 0 set 0 vertices 3@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(PlainPixels, UniformOffsetsSelectTheBlock)
{
    Start();
    MakePlain();
    const DrawBlock blocks[] = {
        {{1, 0, 0, 1}, {0.25F, 1, -0.75F, 0}},
        {{0, 1, 0, 1}, {0.25F, 1, -0.25F, 0}},
        {{0, 0, 1, 1}, {0.25F, 1, 0.25F, 0}},
        {{1, 1, 0, 1}, {0.25F, 1, 0.75F, 0}},
    };
    const BufferHandle uniforms = MakeBuffer(BufferRole::Uniform, PackBlocks(blocks));
    const RasterBindingResource resource{0, uniforms, 0, sizeof(DrawBlock)};
    RasterDraw draw = GetPlainDraw();
    draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    Begin(TARGET);
    for (const uint32 offset : {0U, 512U, 256U, 768U})
    {
        draw.BindingOffsets.Bytes[0] = offset;
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    }
    End();
    Picture expected(8, 4, {});
    expected.Fill(0, 0, 2, 4, {255, 0, 0});
    expected.Fill(2, 0, 2, 4, {0, 255, 0});
    expected.Fill(4, 0, 2, 4, {0, 0, 255});
    expected.Fill(6, 0, 2, 4, {255, 255, 0});
    ExpectFrame(expected, PASS + "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                 "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 512\n"
                                 "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 256\n"
                                 "  draw pipeline 0 set 1 vertices 0@0 indices 1/16 counts 6x1@0 offsets 768\n"
                                 "end\n");
}

TEST_P(PlainPixels, DepthComparesAndWrites)
{
    Start();
    MakePlain({.Depth = true});
    const RasterPipelineHandle readOnly = MakePlainPipeline({.Depth = true, .DepthWrite = false});
    const RasterPipelineHandle greater =
        MakePlainPipeline({.Depth = true, .DepthCompare = RasterDepthCompare::Greater});
    RasterDraw near = MakeDraw(-1, -1, 0, 1, 0.25F, {1, 0, 0, 1});   // left half, writes
    RasterDraw far = MakeDraw(-1, -1, 1, 1, 0.75F, {0, 1, 0, 1});    // hidden on the left; does not write
    RasterDraw middle = MakeDraw(0, -1, 1, 1, 0.875F, {0, 0, 1, 1}); // right half, behind far, which left no depth
    RasterDraw behind = MakeDraw(-1, 0, 1, 1, 0.5F, {1, 1, 1, 1});   // upper half, passes where greater: left
    far.Pipeline = readOnly;
    behind.Pipeline = greater;
    Begin(TARGET);
    for (const RasterDraw* draw : {&near, &far, &middle, &behind})
    {
        EXPECT_EQ(DrawIndexed(Device, *draw), RasterStatus::Ready);
    }
    End();
    Picture expected(8, 4, {255, 0, 0});
    expected.Fill(4, 0, 4, 4, {0, 0, 255});
    expected.Fill(0, 0, 4, 2, {255, 255, 255});
    ExpectFrame(expected, PASS + "  draw pipeline 0 set 0 vertices 3@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                 "  draw pipeline 1 set 0 vertices 4@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                 "  draw pipeline 0 set 0 vertices 5@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                 "  draw pipeline 2 set 0 vertices 6@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                 "end\n");
}

TEST_P(PlainPixels, EachDepthComparisonMeansItsName)
{
    Start();
    MakePlain();

    const struct
    {
        RasterDepthCompare Compare;
        bool PassesNearer;
        bool PassesEqual;
        bool PassesFarther;
    } cases[] = {
        {RasterDepthCompare::Less, true, false, false},    {RasterDepthCompare::LessEqual, true, true, false},
        {RasterDepthCompare::Greater, false, false, true}, {RasterDepthCompare::GreaterEqual, false, true, true},
        {RasterDepthCompare::Always, true, true, true},
    };

    const RasterPipelineHandle write = MakePlainPipeline({.Depth = true});
    RasterDraw base = MakeDraw(-1, -1, 1, 1, 0.5F, {1, 0, 0, 1});
    RasterDraw nearer = MakeDraw(-1, -1, -0.5F, 1, 0.25F, {0, 1, 0, 1});
    RasterDraw equal = MakeDraw(-0.5F, -1, 0, 1, 0.5F, {0, 1, 0, 1});
    RasterDraw farther = MakeDraw(0, -1, 0.5F, 1, 0.75F, {0, 1, 0, 1});
    uint32 pipeline = 2;
    for (const auto& one : cases)
    {
        base.Pipeline = write;
        const RasterPipelineHandle compare =
            MakePlainPipeline({.Depth = true, .DepthWrite = false, .DepthCompare = one.Compare});
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, base), RasterStatus::Ready);
        for (RasterDraw* draw : {&nearer, &equal, &farther})
        {
            draw->Pipeline = compare;
            EXPECT_EQ(DrawIndexed(Device, *draw), RasterStatus::Ready);
        }
        End();
        const Pixel red{255, 0, 0};
        const Pixel green{0, 255, 0};
        Picture expected(8, 4, red);
        expected.Fill(0, 0, 2, 4, one.PassesNearer ? green : red);
        expected.Fill(2, 0, 2, 4, one.PassesEqual ? green : red);
        expected.Fill(4, 0, 2, 4, one.PassesFarther ? green : red);
        const std::string name = std::to_string(pipeline++);
        std::string text = PASS;
        text += "  draw pipeline 1 set 0 vertices 3@0 indices 1/16 counts 6x1@0 offsets 0\n";
        for (const char* vertices : {"4", "5", "6"})
        {
            text.append("  draw pipeline ").append(name).append(" set 0 vertices ").append(vertices);
            text += "@0 indices 1/16 counts 6x1@0 offsets 0\n";
        }
        text += "end\n";
        ExpectFrame(expected, text);
    }
}

TEST_P(PlainPixels, BlendIsPremultiplied)
{
    Start();
    MakePlain({.Blend = true});
    const RasterDraw draw = MakeDraw(-1, -1, 0, 1, 0, {0.2F, 0, 0, 0.2F});
    Begin({.Width = 8, .Height = 4, .Blue = 1});
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    Picture expected(8, 4, {0, 0, 255});
    expected.Fill(0, 0, 4, 4, {51, 0, 204, 255}); // source + destination * (1 - 0.2)
    ExpectFrame(expected, "pass surface 8x4 clear 0 0 1 1\n"
                          "  draw pipeline 0 set 0 vertices 3@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(PlainPixels, CullingKeepsTheOtherFace)
{
    Start();
    MakePlain();
    const RasterPipelineHandle front = MakePlainPipeline({.Cull = RasterCull::Front});
    const RasterPipelineHandle back = MakePlainPipeline({.Cull = RasterCull::Back});
    const uint16 clockwise[] = {0, 2, 1, 0, 3, 2};
    const BufferHandle reversed = MakeBuffer(BufferRole::Index16, AsBytes(clockwise));
    // Quarters of the width: culled front, kept back, kept front, culled back.
    RasterDraw draws[] = {MakeDraw(-1, -1, -0.5F, 1), MakeDraw(-0.5F, -1, 0, 1), MakeDraw(0, -1, 0.5F, 1),
                          MakeDraw(0.5F, -1, 1, 1)};
    draws[0].Pipeline = front;
    draws[1].Pipeline = front;
    draws[1].Indices = reversed;
    draws[2].Pipeline = back;
    draws[3].Pipeline = back;
    draws[3].Indices = reversed;
    Begin(TARGET);
    for (const RasterDraw& draw : draws)
    {
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    }
    End();
    Picture expected(8, 4, {0, 0, 0});
    expected.Fill(2, 0, 4, 4, {255, 255, 255});
    ExpectFrame(expected, PASS + "  draw pipeline 1 set 0 vertices 4@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                 "  draw pipeline 1 set 0 vertices 5@0 indices 3/16 counts 6x1@0 offsets 0\n"
                                 "  draw pipeline 2 set 0 vertices 6@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                 "  draw pipeline 2 set 0 vertices 7@0 indices 3/16 counts 6x1@0 offsets 0\n"
                                 "end\n");
}

// Which of two neighbours has the pixels whose centres lie on their edge, APIs say differently; none has them twice,
// and none is left out.
TEST_P(PlainPixels, NeighboursCoverThePixelsOnTheirEdgesOnce)
{
    Start();
    MakePlain({.Blend = true});
    constexpr float MIDDLE_COLUMN = 0.125F; // the centres of the fifth column
    constexpr float SECOND_ROW = 0.25F;
    constexpr Float4 QUARTER{0.25F, 0, 0, 0}; // with no alpha: adds up
    const RasterDraw draws[] = {
        MakeDraw(-1, -1, MIDDLE_COLUMN, SECOND_ROW, 0, QUARTER), MakeDraw(MIDDLE_COLUMN, -1, 1, SECOND_ROW, 0, QUARTER),
        MakeDraw(-1, SECOND_ROW, MIDDLE_COLUMN, 1, 0, QUARTER), MakeDraw(MIDDLE_COLUMN, SECOND_ROW, 1, 1, 0, QUARTER)};
    Begin(TARGET);
    for (const RasterDraw& draw : draws)
    {
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    }
    End();
    std::string text = PASS;
    for (const char* vertices : {"3", "4", "5", "6"})
    {
        text.append("  draw pipeline 0 set 0 vertices ").append(vertices);
        text += "@0 indices 1/16 counts 6x1@0 offsets 0\n";
    }
    ExpectFrame(Picture(8, 4, {64, 0, 0, 255}), text + "end\n");
}

TEST_P(PlainPixels, IndexAndVertexOffsetsAreBytes)
{
    Start();
    MakePlain();
    // Two squares in one buffer; 32-bit indices after three that are not read.
    const auto left = MakeSquare(-1, -1, 0, 1, 0, {1, 0, 0, 1});
    const auto right = MakeSquare(0, -1, 1, 1, 0, {0, 1, 0, 1});
    std::vector<PlainVertex> vertices(left.begin(), left.end());
    vertices.insert(vertices.end(), right.begin(), right.end());
    const uint32 indices[] = {9, 9, 9, 0, 1, 2, 0, 2, 3};
    const RasterVertexSlice slice{MakeBuffer(BufferRole::Vertex, AsBytes(vertices)), sizeof left, sizeof right};
    RasterDraw draw = GetPlainDraw();
    draw.Vertices = {&slice, 1};
    draw.Indices = MakeBuffer(BufferRole::Index32, AsBytes(indices));
    draw.IndexOffset = 12;
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    Picture expected(8, 4, {0, 0, 0});
    expected.Fill(4, 0, 4, 4, {0, 255, 0});
    ExpectFrame(expected, PASS + "  draw pipeline 0 set 0 vertices 3@112 indices 4/32 counts 6x1@3 offsets 0\nend\n");
}

LUDUS_ON_EVERY_LANE(PlainPixels);
} // namespace
} // namespace ludus::graphics::rhi::tests
