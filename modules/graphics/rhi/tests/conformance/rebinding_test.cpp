// What draws of one pass are bound to, when it changes and changes back: small cases that public reports of other
// libraries describe.
#include "../support/scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr auto READY = RasterStatus::Ready;
constexpr FrameTarget TARGET{.Width = 12, .Height = 4};
constexpr Pixel RED{255, 0, 0};
constexpr Pixel GREEN{0, 255, 0};
constexpr Pixel BLUE{0, 0, 255};

// Places a unit square on one third of the width.
DrawBlock Third(int third)
{
    return {.Transform = {1.0F / 3, 1, static_cast<float>(third - 1) * 2 / 3, 0}};
}

class Rebinding : public SceneTest
{
protected:
    // Blocks 0 to 2 place a square on the left, middle and right third.
    BufferHandle MakeThirds()
    {
        const DrawBlock blocks[] = {Third(0), Third(1), Third(2)};
        return MakeBuffer(BufferRole::Uniform, PackBlocks(blocks));
    }

    RasterVertexSlice MakeColored(Float4 color)
    {
        const auto square = MakeSquare(-1, -1, 1, 1, 0, color);
        return {MakeBuffer(BufferRole::Vertex, AsBytes(square)), 0, sizeof square};
    }

    // Three draws of one frame, each on its third; `pick` gives them.
    template <class Pick>
    void ExpectThirds(Pick pick, Pixel left, Pixel middle, Pixel right)
    {
        Begin(TARGET);
        for (uint32 third = 0; third < 3; ++third)
        {
            RasterDraw draw = pick(third);
            draw.BindingOffsets.Bytes[0] = third * 256;
            EXPECT_EQ(DrawIndexed(Device, draw), READY) << "third " << third;
        }
        End();
        if (GetParam().Has.RasterizesPixels)
        {
            Picture expected(12, 4, left);
            expected.Fill(4, 0, 4, 4, middle);
            expected.Fill(8, 0, 4, 4, right);
            ExpectFrame(expected, {});
        }
    }
};

TEST_P(Rebinding, VertexBuffersThatComeBackAreTheOnesDrawn)
{
    Start();
    MakePlain();
    const RasterVertexSlice slices[] = {MakeColored({1, 0, 0, 1}), MakeColored({0, 1, 0, 1})};
    const RasterBindingResource resource{0, MakeThirds(), 0, sizeof(DrawBlock)};
    const BindingSetHandle set = MakeSet(Plain.Layout, {&resource, 1});
    const auto pick = [&](uint32 third)
    {
        RasterDraw draw = GetPlainDraw();
        draw.Bindings = set;
        draw.Vertices = {&slices[third % 2], 1};
        return draw;
    };
    ExpectThirds(pick, RED, GREEN, RED);
}

TEST_P(Rebinding, IndexBuffersThatComeBackAreTheOnesDrawn)
{
    Start();
    MakePlain();
    const RasterVertexSlice slice = MakeColored({1, 0, 0, 1});
    const uint16 nothing[] = {0, 0, 0, 0, 0, 0};
    const BufferHandle indices[] = {Plain.Indices, MakeBuffer(BufferRole::Index16, BytesOf(nothing))};
    const RasterBindingResource resource{0, MakeThirds(), 0, sizeof(DrawBlock)};
    const BindingSetHandle set = MakeSet(Plain.Layout, {&resource, 1});
    const auto pick = [&](uint32 third)
    {
        RasterDraw draw = GetPlainDraw();
        draw.Bindings = set;
        draw.Vertices = {&slice, 1};
        draw.Indices = indices[third % 2];
        return draw;
    };
    ExpectThirds(pick, RED, {0, 0, 0}, RED);
}

// Quads have a texture and a sampler that plain draws do not; both have a block at binding 0, each its own.
TEST_P(Rebinding, APipelineWithFewerBindingsAfterOneWithMoreAndBackSeesItsOwn)
{
    Start();
    MakePlain();
    MakeQuads();
    const RasterVertexSlice green = MakeColored({0, 1, 0, 1});
    const RasterBindingResource plainBlock{0, MakeThirds(), 0, sizeof(DrawBlock)};
    const BindingSetHandle plainSet = MakeSet(Plain.Layout, {&plainBlock, 1});
    const BufferHandle quadBlocks = MakeThirds();
    const SamplerHandle sampler = MakeSampler();
    BindingSetHandle quadSets[2];
    const uint8 texels[2][4] = {{255, 0, 0, 255}, {0, 0, 255, 255}};
    for (int i = 0; i < 2; ++i)
    {
        const RasterBindingResource resources[] = {
            {0, quadBlocks, 0, sizeof(DrawBlock)},
            {.Binding = 1, .Texture = MakeView(MakeTexels(1, 1, texels[i]))},
            {.Binding = 2, .Sampler = sampler},
        };
        quadSets[i] = MakeSet(Quads.Layout, resources);
    }
    const auto moreFirst = [&](uint32 third)
    {
        RasterDraw draw = third == 1 ? GetPlainDraw() : GetQuadsDraw(quadSets[third / 2]);
        if (third == 1)
        {
            draw.Bindings = plainSet;
            draw.Vertices = {&green, 1};
        }
        return draw;
    };
    ExpectThirds(moreFirst, RED, GREEN, BLUE);
    const auto fewerFirst = [&](uint32 third)
    {
        RasterDraw draw = third == 1 ? GetQuadsDraw(quadSets[1]) : GetPlainDraw();
        if (third != 1)
        {
            draw.Bindings = plainSet;
            draw.Vertices = {&green, 1};
        }
        return draw;
    };
    ExpectThirds(fewerFirst, GREEN, BLUE, GREEN);
}

LUDUS_ON_EVERY_LANE(Rebinding);
} // namespace
} // namespace ludus::graphics::rhi::tests
