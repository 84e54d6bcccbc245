// Textured quads: orientation, instances, formats, samplers, mips, rows of every length.
#include "../support/scene.h"

#include <cmath>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
const std::string PASS = "pass surface 8x4 clear 0 0 0 1\n";

// The one draw of most cases: pipeline 0, the quad's buffers.
std::string OneDraw(uint32 set = 0)
{
    return "  draw pipeline 0 set " + std::to_string(set) + " vertices 0@0 1@0 indices 2/16 counts 6x1@0 offsets 0\n";
}

class TexturedPixels : public SceneTest
{
protected:
    void DrawOnce(BindingSetHandle set)
    {
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(set)), RasterStatus::Ready);
        End();
    }
};

TEST_P(TexturedPixels, TheFirstRowIsAtTheTop)
{
    Start();
    MakeQuads();
    const uint8 texels[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 0, 128};
    DrawOnce(MakeQuadsSet(MakeView(MakeTexels(2, 2, texels)), MakeSampler()));
    Picture expected(8, 4, {});
    expected.Fill(0, 0, 4, 2, {255, 0, 0, 255});
    expected.Fill(4, 0, 4, 2, {0, 255, 0, 255});
    expected.Fill(0, 2, 4, 2, {0, 0, 255, 255});
    expected.Fill(4, 2, 4, 2, {255, 255, 0, 128});
    ExpectFrame(expected, PASS + OneDraw() + "end\n");
}

TEST_P(TexturedPixels, InstancesHaveTheirOwnPlaceDepthAndTint)
{
    Start();
    MakeQuads({.Depth = true});
    const QuadInstance instances[] = {
        {{-0.5F, 0, 0.25F, 0.5F}, {1, 0, 0, 1}}, // left, near
        {{0, 0, 0.5F, 1}, {0, 1, 0, 1}},         // everything, behind it
        {{0.75F, 0, 0.5F, 0.25F}, {0, 0, 1, 1}}, // equally far: hidden
    };
    Quads.Slices[1] = {MakeBuffer(BufferRole::Vertex, AsBytes(instances)), 0, sizeof instances};
    const uint8 white[] = {255, 255, 255, 255};
    const BindingSetHandle set = MakeQuadsSet(MakeView(MakeTexels(1, 1, white)), MakeSampler());
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(set, 3)), RasterStatus::Ready);
    End();
    Picture expected(8, 4, {0, 255, 0});
    expected.Fill(0, 1, 4, 2, {255, 0, 0}); // a square of half the size in clip space
    ExpectFrame(expected, PASS + "  draw pipeline 0 set 0 vertices 0@0 4@0 indices 2/16 counts 6x3@0 offsets 0\nend\n");
}

TEST_P(TexturedPixels, DrawBytesMoveAndTint)
{
    Start();
    MakeQuads();
    const DrawBlock blocks[] = {{{1, 0, 0, 1}, {0.5F, 1, -0.5F, 0}}, {{0, 0, 1, 1}, {0.5F, 1, 0.5F, 0}}};
    Quads.Uniforms = MakeBuffer(BufferRole::Uniform, PackBlocks(blocks));
    const uint8 white[] = {255, 255, 255, 255};
    const BindingSetHandle set = MakeQuadsSet(MakeView(MakeTexels(1, 1, white)), MakeSampler());
    RasterDraw draw = GetQuadsDraw(set);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    draw.BindingOffsets.Bytes[0] = 256;
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    Picture expected(8, 4, {255, 0, 0});
    expected.Fill(4, 0, 4, 4, {0, 0, 255});
    ExpectFrame(expected, PASS + OneDraw() +
                              "  draw pipeline 0 set 0 vertices 0@0 1@0 indices 2/16 counts 6x1@0 offsets 256\nend\n");
}

TEST_P(TexturedPixels, WrappingRepeatsAndClampingDoesNot)
{
    Start();
    MakeQuads();
    // Texture coordinates from 0 to 2 across: two copies of a red and a green texel, or one and green to the end.
    const QuadVertex corners[] = {
        {{-1, -1, 0}, {0, 1}}, {{1, -1, 0}, {2, 1}}, {{1, 1, 0}, {2, 0}}, {{-1, 1, 0}, {0, 0}}};
    Quads.Slices[0] = {MakeBuffer(BufferRole::Vertex, AsBytes(corners)), 0, sizeof corners};
    const uint8 texels[] = {255, 0, 0, 255, 0, 255, 0, 255};
    const TextureViewHandle view = MakeView(MakeTexels(2, 1, texels));
    const Pixel red{255, 0, 0};
    const Pixel green{0, 255, 0};
    const std::string draw = " vertices 4@0 1@0 indices 2/16 counts 6x1@0 offsets 0\n";
    DrawOnce(MakeQuadsSet(view, MakeSampler({.U = RasterAddress::Repeat})));
    Picture expected(8, 4, red);
    expected.Fill(2, 0, 2, 4, green);
    expected.Fill(6, 0, 2, 4, green);
    ExpectFrame(expected, PASS + "  draw pipeline 0 set 0" + draw + "end\n");
    DrawOnce(MakeQuadsSet(view, MakeSampler()));
    expected.Fill(4, 0, 4, 4, green);
    ExpectFrame(expected, PASS + "  draw pipeline 0 set 1" + draw + "end\n");
}

TEST_P(TexturedPixels, LinearFilteringWeighsNeighbours)
{
    Start();
    MakeQuads({});
    // Two texels over eight pixels: coordinates -0.375 to 1.375 in eighths, clamped at the ends. With values of 0 and
    // 240 each weight gives a whole number.
    const uint8 texels[] = {0, 240, 0, 255, 240, 0, 0, 255};
    DrawOnce(MakeQuadsSet(MakeView(MakeTexels(2, 1, texels)), MakeSampler({.Filter = RasterFilter::Linear})));
    Picture expected(8, 4, {});
    for (uint32 x = 0; x < 8; ++x)
    {
        const float at = (static_cast<float>(x) + 0.5F) / 4 - 0.5F;
        const float weight = at < 0 ? 0 : at > 1 ? 1 : at;
        const auto value = static_cast<uint8>(std::lround(240 * weight));
        expected.Fill(x, 0, 1, 4, {value, static_cast<uint8>(240 - value), 0});
    }
    ExpectFrame(expected, PASS + OneDraw() + "end\n");
}

TEST_P(TexturedPixels, SrgbTexelsAreDecoded)
{
    Start();
    MakeQuads();
    // Bytes whose decoded value lies far from the middle between two bytes.
    const uint8 texels[] = {0, 255, 188, 99, 64, 128, 224, 255};
    DrawOnce(MakeQuadsSet(MakeView(MakeTexels(2, 1, texels, RasterFormat::Rgba8Srgb)), MakeSampler()));
    const auto decode = [](uint8 byte)
    {
        const double value = byte / 255.0;
        const double linear = value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
        return static_cast<uint8>(std::lround(linear * 255));
    };
    Picture expected(8, 4, {decode(0), decode(255), decode(188), 99}); // alpha stays linear
    expected.Fill(4, 0, 4, 4, {decode(64), decode(128), decode(224), 255});
    ExpectFrame(expected, PASS + OneDraw() + "end\n");
}

TEST_P(TexturedPixels, OneAndTwoChannelsFillUpWithZeroAndOne)
{
    Start();
    MakeQuads();
    const uint8 texels[] = {10, 20, 30, 40};
    DrawOnce(MakeQuadsSet(MakeView(MakeTexels(1, 1, {texels, 1}, RasterFormat::R8Unorm)), MakeSampler()));
    ExpectFrame(Picture(8, 4, {10, 0, 0, 255}), PASS + OneDraw() + "end\n");
    DrawOnce(MakeQuadsSet(MakeView(MakeTexels(1, 1, {texels, 2}, RasterFormat::Rg8Unorm)), MakeSampler()));
    ExpectFrame(Picture(8, 4, {10, 20, 0, 255}), PASS + OneDraw(1) + "end\n");
}

TEST_P(TexturedPixels, SamplersChooseTheMip)
{
    Start();
    MakeQuads();
    // 4x4 red, 2x2 green, 1x1 blue, over a quad that magnifies: level zero unless the sampler clamps to another.
    std::vector<uint8> texels;
    const Pixel colors[] = {{255, 0, 0}, {0, 255, 0}, {0, 0, 255}};
    for (usize mip = 0; mip < 3; ++mip)
    {
        for (usize i = 0; i < (usize{16} >> (2 * mip)); ++i)
        {
            texels.insert(texels.end(), {colors[mip].Red, colors[mip].Green, colors[mip].Blue, 255});
        }
    }
    const TextureMipUpload mips[] = {{0, 16}, {64, 8}, {80, 4}};
    const TextureViewHandle view = MakeView(MakeTexture({4, 4, RasterFormat::Rgba8Unorm, false, 3}, {texels, 0, mips}));
    uint32 set = 0;
    for (uint32 level = 0; level < 3; ++level)
    {
        const auto lod = static_cast<float>(level);
        DrawOnce(
            MakeQuadsSet(view, MakeSampler({.MipFilter = RasterMipFilter::Nearest, .MinLod = lod, .MaxLod = lod})));
        ExpectFrame(Picture(8, 4, colors[level]), PASS + OneDraw(set++) + "end\n");
    }
    DrawOnce(MakeQuadsSet(view, MakeSampler())); // no mip filter: level zero
    ExpectFrame(Picture(8, 4, colors[0]), PASS + OneDraw(set++) + "end\n");
    // Half way between levels 1 and 2, linearly: green and blue by halves, 127.5 either way.
    if (GetParam().Has.RasterizesPixels)
    {
        DrawOnce(
            MakeQuadsSet(view, MakeSampler({.MipFilter = RasterMipFilter::Linear, .MinLod = 1.25F, .MaxLod = 1.25F})));
        // A quarter of the way: 191.25 and 63.75, which no rounding makes anything but 191 and 64.
        ExpectFrame(Picture(8, 4, {0, 191, 64}), "");
    }
}

TEST_P(TexturedPixels, RowsOfOneToNineTexelsBetweenGuards)
{
    Start();
    MakeQuads();
    uint32 set = 0;
    for (const RasterFormat format : {RasterFormat::R8Unorm, RasterFormat::Rg8Unorm, RasterFormat::Rgba8Unorm})
    {
        const usize texel = format == RasterFormat::R8Unorm ? 1 : format == RasterFormat::Rg8Unorm ? 2 : 4;
        for (uint32 width = 1; width <= 9; ++width)
        {
            // Three rows whose padding is poison, the last row without any, between guard bytes that are poison too.
            const usize pitch = (width * texel + 3) / 4 * 4 + 4;
            const usize size = pitch * 3;
            std::vector<uint8> bytes(16 + size + 16, 0xEE);
            for (uint32 row = 0; row < 3; ++row)
            {
                for (usize i = 0; i < width * texel; ++i)
                {
                    bytes[16 + row * pitch + i] = static_cast<uint8>(10 * row + i);
                }
            }
            const TextureHandle texture = MakeTexture({width, 3, format}, {{bytes.data() + 16, size}, pitch});
            const BindingSetHandle pictured = MakeQuadsSet(MakeView(texture), MakeSampler());
            Begin({.Width = width, .Height = 3});
            EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(pictured)), RasterStatus::Ready);
            End();
            Picture expected(width, 3, {0, 0, 0, 255});
            for (uint32 y = 0; y < 3; ++y)
            {
                for (uint32 x = 0; x < width; ++x)
                {
                    uint8 channels[4] = {0, 0, 0, 255};
                    for (usize c = 0; c < texel; ++c)
                    {
                        channels[c] = bytes[16 + y * pitch + x * texel + c];
                    }
                    expected.At(x, y) = {channels[0], channels[1], channels[2], channels[3]};
                }
            }
            ExpectFrame(expected,
                        "pass surface " + std::to_string(width) + "x3 clear 0 0 0 1\n" + OneDraw(set++) + "end\n");
        }
    }
}

LUDUS_ON_EVERY_LANE(TexturedPixels);
} // namespace
} // namespace ludus::graphics::rhi::tests
