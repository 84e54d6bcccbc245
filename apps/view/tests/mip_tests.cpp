// Mip levels: sizes down to one texel, averages in linear light, invisible texels without influence.
#include "mips.h"

#include <gtest/gtest.h>

namespace
{
using namespace ludus::view;

constexpr usize UNLIMITED = usize{1} << 40;

Image Texels(uint32 width, uint32 height, const std::vector<uint8>& rgba)
{
    return {width, height, rgba, "test"};
}

TEST(Mips, GoDownToOneTexelWithRowsThatTouch)
{
    const Image image = Texels(5, 3, std::vector<uint8>(5 * 3 * 4, 200));
    const MipChain chain = MakeMipChain(image, true, 4096, 16, UNLIMITED);
    ASSERT_EQ(chain.Levels.size(), 3U);
    EXPECT_EQ(chain.Levels[1].Width, 2U);
    EXPECT_EQ(chain.Levels[1].Height, 1U);
    EXPECT_EQ(chain.Levels[1].Offset, 5U * 3 * 4);
    EXPECT_EQ(chain.Levels[2].Width, 1U);
    EXPECT_EQ(chain.Levels[2].Offset, 5U * 3 * 4 + 2 * 4);
    EXPECT_EQ(chain.Rgba, std::vector<uint8>((15 + 2 + 1) * 4, 200)); // an even colour stays what it is
}

TEST(Mips, AverageInLinearLight)
{
    // Black and white: half the light is 188 in sRGB, not 128.
    const Image image = Texels(2, 1, {0, 0, 0, 255, 255, 255, 255, 255});
    const Image small = ShrinkImage(image, 1, 1);
    EXPECT_EQ(small.Rgba, (std::vector<uint8>{188, 188, 188, 255}));
}

TEST(Mips, AverageNumbersAsTheyAre)
{
    Image image = Texels(2, 1, {0, 0, 0, 0, 255, 255, 255, 255});
    image.IsData = true;
    EXPECT_EQ(ShrinkImage(image, 1, 1).Rgba, (std::vector<uint8>{128, 128, 128, 128}));
    EXPECT_TRUE(ShrinkImage(image, 1, 1).IsData);
}

TEST(Mips, WeighOddSizesByArea)
{
    // Three texels become one: each counts a third, the last one too. A third of the light is 156 in sRGB.
    const Image image = Texels(3, 1, {0, 0, 0, 255, 0, 0, 0, 255, 255, 0, 0, 255});
    EXPECT_EQ(ShrinkImage(image, 1, 1).Rgba, (std::vector<uint8>{156, 0, 0, 255}));
}

TEST(Mips, DoNotLetInvisibleTexelsTint)
{
    const Image image = Texels(2, 1, {255, 0, 0, 0, 0, 100, 0, 255});
    EXPECT_EQ(ShrinkImage(image, 1, 1).Rgba, (std::vector<uint8>{0, 100, 0, 128}));
    const Image invisible = Texels(2, 1, {80, 0, 0, 0, 80, 0, 0, 0});
    EXPECT_EQ(ShrinkImage(invisible, 1, 1).Rgba, (std::vector<uint8>{80, 0, 0, 0}));
}

TEST(Mips, AreTheSameWhenTheyAreMadeInPieces)
{
    std::vector<uint8> rgba;
    for (uint32 byte = 0; byte < 37 * 23 * 4; ++byte)
    {
        rgba.push_back(static_cast<uint8>(byte * 7919U >> 3U));
    }
    const Image image = Texels(37, 23, rgba);
    for (const uint32 maxEdge : {4096U, 20U})
    {
        const MipChain whole = MakeMipChain(image, true, maxEdge, 16, UNLIMITED);
        for (const usize piece : {usize{1}, usize{50}, UNLIMITED})
        {
            MipWork work(image, true, maxEdge, 16, UNLIMITED);
            usize calls = 1;
            for (; !work.Advance(piece); ++calls)
            {
            }
            EXPECT_TRUE(work.Advance(piece)); // complete, and stays so
            EXPECT_EQ(work.GetChain().Rgba, whole.Rgba);
            EXPECT_EQ(work.GetChain().Levels.size(), whole.Levels.size());
            EXPECT_TRUE(piece > 1 || calls > 11) << calls; // one row of 11, and those of the levels below
        }
    }
}

TEST(Mips, KeepToTheDevicesLimits)
{
    const Image image = Texels(16, 4, std::vector<uint8>(16 * 4 * 4, 9));
    const MipChain narrow = MakeMipChain(image, true, 5, 16, UNLIMITED);
    EXPECT_EQ(narrow.Levels[0].Width, 4U);
    EXPECT_EQ(narrow.Levels[0].Height, 1U);
    EXPECT_EQ(MakeMipChain(image, true, 4096, 2, UNLIMITED).Levels.size(), 2U);
    EXPECT_EQ(MakeMipChain(image, false, 4096, 16, UNLIMITED).Levels.size(), 1U);
    EXPECT_LE(MakeMipChain(image, true, 4096, 16, 100).Rgba.size(), 100U);
    EXPECT_EQ(MakeMipChain(image, false, 4096, 16, 1).Rgba.size(), 4U);
}
} // namespace
