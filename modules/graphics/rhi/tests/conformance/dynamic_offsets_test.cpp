// Offsets that draws add to the ranges of a set: each draw sees its own, whatever the sets, the order in which the
// layout was written, and what the packet's memory says by the time the frame is submitted.
#include "../support/scene.h"
#include "offsets.h"

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr auto READY = RasterStatus::Ready;
constexpr auto MALFORMED = RasterStatus::InvalidDescription;
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr usize STEP = 256; // at which every device can begin a range
constexpr uint32 PLACE = 5;
constexpr uint32 PAINT = 2;
constexpr Float4 COLORS[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}};
constexpr Pixel PIXELS[] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}, {255, 255, 0}};

class DynamicOffsets : public SceneTest
{
protected:
    void StartSquares()
    {
        Start();
        // By descending number: what the native call takes ascends.
        const RasterBinding bindings[] = {
            {.Binding = PLACE, .MinSize = sizeof(Float4), .HasDynamicOffset = true},
            {.Binding = PAINT, .MinSize = sizeof(Float4), .HasDynamicOffset = true},
        };
        Layout = MakeLayout(bindings);
        const RasterVertexStream stream{12, false};
        const RasterVertexAttribute attribute{0, 0, 0, RasterVertexFormat::Float3};
        Pipeline = MakePipeline({.Vertex = MakeShader(shaders::offsets::Vertex()),
                                 .Fragment = MakeShader(shaders::offsets::Fragment()),
                                 .Layout = Layout,
                                 .Streams = {&stream, 1},
                                 .Attributes = {&attribute, 1}});
        const float corners[] = {-1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1, 0};
        Vertices = {MakeBuffer(BufferRole::Vertex, AsBytes(corners)), 0, sizeof corners};
        Indices = MakeBuffer(BufferRole::Index16, AsBytes(SQUARE_INDICES));
    }

    // Vectors a step apart, as a uniform buffer.
    BufferHandle MakeVectors(std::span<const Float4> vectors)
    {
        std::vector<uint8> bytes(vectors.size() * STEP);
        for (usize i = 0; i < vectors.size(); ++i)
        {
            std::memcpy(bytes.data() + i * STEP, &vectors[i], sizeof(Float4));
        }
        return MakeBuffer(BufferRole::Uniform, bytes);
    }

    // Columns of a quarter of the width each.
    BufferHandle MakeColumns()
    {
        Float4 columns[4];
        for (int i = 0; i < 4; ++i)
        {
            columns[i] = {0.25F, 1, -0.75F + 0.5F * static_cast<float>(i), 0};
        }
        return MakeVectors(columns);
    }

    BindingSetHandle MakeSquaresSet(BufferHandle columns, usize firstColumn, BufferHandle colors, usize firstColor)
    {
        const RasterBindingResource resources[] = {
            {PLACE, columns, firstColumn * STEP, sizeof(Float4)},
            {PAINT, colors, firstColor * STEP, sizeof(Float4)},
        };
        return MakeSet(Layout, resources);
    }

    RasterDraw GetDraw(BindingSetHandle set, usize column, usize color)
    {
        RasterDraw draw{Pipeline, set, {&Vertices, 1}, Indices, 0, 6, 4, 1};
        draw.BindingOffsets.Bytes[PLACE] = static_cast<uint32>(column * STEP);
        draw.BindingOffsets.Bytes[PAINT] = static_cast<uint32>(color * STEP);
        return draw;
    }

    void ExpectColumns(const int (&colors)[4])
    {
        if (!GetParam().Has.RasterizesPixels)
        {
            return;
        }
        Picture expected(8, 4, {0, 0, 0});
        for (uint32 column = 0; column < 4; ++column)
        {
            expected.Fill(column * 2, 0, 2, 4, PIXELS[colors[column]]);
        }
        ExpectFrame(expected, {});
    }

    BindingLayoutHandle Layout{};
    RasterPipelineHandle Pipeline{};
    RasterVertexSlice Vertices{};
    BufferHandle Indices{};
};

TEST_P(DynamicOffsets, OfTwoSetsInOneFrameStayTheirOwn)
{
    StartSquares();
    const BufferHandle columns = MakeColumns();
    const BufferHandle colors = MakeVectors(COLORS);
    const Float4 turned[] = {COLORS[3], COLORS[2], COLORS[1], COLORS[0]};
    const BindingSetHandle sets[] = {MakeSquaresSet(columns, 0, colors, 0),
                                     MakeSquaresSet(columns, 1, MakeVectors(turned), 1)};
    Begin(TARGET);
    RasterDraw draw = GetDraw(sets[0], 0, 2); // column 0, colour 2
    EXPECT_EQ(DrawIndexed(Device, draw), READY);
    draw = GetDraw(sets[1], 2, 0); // column 3, the turned colour 1: 2
    EXPECT_EQ(DrawIndexed(Device, draw), READY);
    draw = GetDraw(sets[0], 1, 0); // column 1, colour 0
    EXPECT_EQ(DrawIndexed(Device, draw), READY);
    draw = GetDraw(sets[1], 1, 2); // column 2, the turned colour 3: 0
    EXPECT_EQ(DrawIndexed(Device, draw), READY);
    draw.BindingOffsets = {}; // what the packet says later changes nothing
    End();
    ExpectColumns({2, 0, 0, 2});
}

TEST_P(DynamicOffsets, OfBatchesAreCopied)
{
    StartSquares();
    const BindingSetHandle set = MakeSquaresSet(MakeColumns(), 0, MakeVectors(COLORS), 0);
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), READY);
    RasterDraw draw = GetDraw(set, 0, 3);
    for (usize column = 0; column < 4; ++column)
    {
        draw.BindingOffsets = GetDraw(set, column, 3 - column).BindingOffsets;
        EXPECT_EQ(RecordDraw(Device, batch, draw), READY);
    }
    draw.BindingOffsets = {};
    ASSERT_EQ(FinishCommands(Device, batch), READY);
    SubmissionToken token;
    ASSERT_EQ(SubmitCommands(Device, Surface, batch, token), READY);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    ExpectColumns({3, 2, 1, 0});
}

TEST_P(DynamicOffsets, AreHeldAgainstAlignmentAndTheWholeBuffer)
{
    StartSquares();
    const BindingSetHandle set = MakeSquaresSet(MakeColumns(), 1, MakeVectors(COLORS), 0);
    Begin(TARGET);
    EXPECT_REFUSAL(DrawIndexed(Device, GetDraw(set, 3, 0)), MALFORMED, DrawOffsetOutside); // one step beyond the end
    RasterDraw odd = GetDraw(set, 0, 0);
    odd.BindingOffsets.Bytes[PAINT] = 4;
    EXPECT_REFUSAL(DrawIndexed(Device, odd), MALFORMED, ValueMisaligned);
    RasterDraw large = GetDraw(set, 0, 0);
    large.BindingOffsets.Bytes[PLACE] = ~uint32{255}; // would pass the end of numbers with the set's own offset
    EXPECT_REFUSAL(DrawIndexed(Device, large), MALFORMED, DrawOffsetOutside);
    RasterDraw stray = GetDraw(set, 0, 0);
    stray.BindingOffsets.Bytes[0] = STEP;
    EXPECT_REFUSAL(DrawIndexed(Device, stray), MALFORMED, DrawOffsetStatic);
    for (uint32 column = 0; column < 3; ++column)
    {
        EXPECT_EQ(DrawIndexed(Device, GetDraw(set, column, column)), READY);
    }
    End();
    if (GetParam().Has.RasterizesPixels)
    {
        Picture expected(8, 4, {0, 0, 0});
        for (uint32 column = 0; column < 3; ++column)
        {
            expected.Fill(column * 2 + 2, 0, 2, 4, PIXELS[column]);
        }
        ExpectFrame(expected, {});
    }
}

LUDUS_ON_EVERY_LANE(DynamicOffsets);
} // namespace
} // namespace ludus::graphics::rhi::tests
