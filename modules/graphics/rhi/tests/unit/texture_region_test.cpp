// Rectangles and rows of texture transfers: every edge of the rules, and the arithmetic of pitches.
#include "support.h"
#include "validation/texture_region.h"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr usize LIMIT = 262144;

TextureDescription MakeTexture(uint32 width, uint32 height, uint32 mips)
{
    return {.Width = width, .Height = height, .MipLevels = mips};
}

DiagnosticCode Region(const TextureDescription& texture, const TextureRegion& region)
{
    return CheckRegion(texture, region, REGION_FIELDS).Why.Code;
}

DiagnosticCode Rows(const TextureRegion& region, usize pitch, usize limit = LIMIT)
{
    TransferRows rows;
    return CheckRows(MakeTexture(4096, 4096, 1), region, pitch, limit, rows).Why.Code;
}

TEST(TextureRegion, LiesInsideItsMip)
{
    const TextureDescription texture = MakeTexture(9, 5, 4); // 9x5, 4x2, 2x1, 1x1
    EXPECT_EQ(Region(texture, {0, 0, 0, 9, 5}), DiagnosticCode::None);
    EXPECT_EQ(Region(texture, {3, 0, 0, 1, 1}), DiagnosticCode::None);
    EXPECT_EQ(Region(texture, {2, 1, 0, 1, 1}), DiagnosticCode::None);
    EXPECT_EQ(Region(texture, {4, 0, 0, 1, 1}), DiagnosticCode::ValueTooLarge);
    EXPECT_EQ(Region(texture, {~0U, 0, 0, 1, 1}), DiagnosticCode::ValueTooLarge);
    EXPECT_EQ(Region(texture, {1, 0, 0, 5, 1}), DiagnosticCode::RangeOutside);
    EXPECT_EQ(Region(texture, {2, 0, 1, 1, 1}), DiagnosticCode::RangeOutside);
    EXPECT_EQ(Region(texture, {0, 9, 0, 1, 1}), DiagnosticCode::RangeOutside);
    EXPECT_EQ(Region(texture, {0, 1, 0, ~0U, 1}), DiagnosticCode::RangeOutside); // wraps in 32 bits
    EXPECT_EQ(Region(texture, {0, 0, ~0U, 1, 2}), DiagnosticCode::RangeOutside);
    EXPECT_EQ(Region(texture, {0, 0, 0, 0, 1}), DiagnosticCode::ValueZero);
    EXPECT_EQ(Region(texture, {0, 0, 0, 1, 0}), DiagnosticCode::ValueZero);
}

TEST(TextureRegion, RefusalsNameTheMember)
{
    const TextureDescription texture = MakeTexture(8, 8, 1);
    const RasterVerdict verdict = CheckRegion(texture, {0, 3, 0, 6, 8}, DESTINATION_REGION_FIELDS);
    EXPECT_EQ(verdict.Result, RasterStatus::InvalidDescription);
    EXPECT_STREQ(verdict.Why.Field, "destinationRegion.X");
    EXPECT_EQ(verdict.Why.Got, 9U);
    EXPECT_EQ(verdict.Why.Allowed, 8U);
    EXPECT_STREQ(CheckRegion(texture, {0, 0, 0, 8, 0}, SOURCE_REGION_FIELDS).Why.Field, "sourceRegion.Height");
}

TEST(TextureRegion, RowsFitTheirPitchAndTheSlice)
{
    EXPECT_EQ(Rows({0, 0, 0, 8, 4}, 32), DiagnosticCode::None);
    EXPECT_EQ(Rows({0, 0, 0, 8, 4}, 36), DiagnosticCode::None);
    EXPECT_EQ(Rows({0, 0, 0, 8, 4}, 28), DiagnosticCode::ValueTooSmall);
    EXPECT_EQ(Rows({0, 0, 0, 8, 4}, 33), DiagnosticCode::ValueMisaligned);
    EXPECT_EQ(Rows({0, 0, 0, 64, 4}, 256, 1024), DiagnosticCode::None);
    EXPECT_EQ(Rows({0, 0, 0, 64, 4}, 260, 1024), DiagnosticCode::ValueTooLarge); // 1040 of the caller's
    EXPECT_EQ(Rows({0, 0, 0, 65, 4}, 260, 1040), DiagnosticCode::ValueTooLarge); // 2048 in the slice
    EXPECT_EQ(Rows({0, 0, 0, 1, 5}, 4, 1024), DiagnosticCode::ValueTooLarge);    // 1280 in the slice
    constexpr usize LARGEST = std::numeric_limits<usize>::max() & ~usize{3};
    EXPECT_EQ(Rows({0, 0, 0, 8, 4}, LARGEST),
              sizeof(usize) == 8 ? DiagnosticCode::SizeOverflow : DiagnosticCode::ValueTooLarge);
}

TEST(TextureRegion, PackedRowsAreTheSmallestMultiplesOf256)
{
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round)
    {
        const TextureRegion region{0, 0, 0, 1 + static_cast<uint32>(random() % 512),
                                   1 + static_cast<uint32>(random() % 64)};
        const usize pitch = region.Width * 4 + random() % 16 * 4;
        TransferRows rows;
        if (!CheckRows(MakeTexture(512, 64, 1), region, pitch, LIMIT, rows).IsAccepted())
        {
            continue;
        }
        EXPECT_EQ(rows.Count, region.Height);
        EXPECT_EQ(rows.RowBytes, region.Width * 4);
        EXPECT_EQ(rows.SlicePitch % 256, 0U);
        EXPECT_GE(rows.SlicePitch, rows.RowBytes);
        EXPECT_LT(rows.SlicePitch, rows.RowBytes + 256);
        EXPECT_LE(rows.GetSliceBytes(), LIMIT);
        EXPECT_LE(rows.GetCallerBytes(), LIMIT);
        EXPECT_EQ(rows.GetCallerBytes(), pitch * region.Height);
    }
}

TEST(TextureRegion, OnlyTheProfilesTexturesTakeTransfers)
{
    DeviceProfile profile;
    profile.Formats[static_cast<usize>(RasterFormat::Rgba8Unorm)].Uses = {.CopySource = true, .CopyDestination = true};
    TextureDescription texture = MakeTexture(8, 8, 1);
    const auto check = [&](bool isDestination)
    { return CheckTransferUse(texture, profile, isDestination, "texture").Why.Code; };
    EXPECT_EQ(check(false), DiagnosticCode::None);
    EXPECT_EQ(check(true), DiagnosticCode::None);
    texture.RetainCpuContent = true;
    EXPECT_EQ(check(false), DiagnosticCode::None);
    EXPECT_EQ(check(true), DiagnosticCode::RetainedContentImmutable);
    texture = MakeTexture(8, 8, 1);
    texture.Dimension = TextureDimension::D2Array;
    EXPECT_EQ(check(false), DiagnosticCode::TransferFormatUnavailable);
    texture = MakeTexture(8, 8, 1);
    texture.SampleCount = 4;
    EXPECT_EQ(check(true), DiagnosticCode::TransferFormatUnavailable);
    texture = MakeTexture(8, 8, 1);
    texture.Format = RasterFormat::Rgba8Srgb;
    EXPECT_EQ(check(true), DiagnosticCode::TransferFormatUnavailable);
}

TEST(TextureRegion, AWholeMipIsAllOfIt)
{
    const TextureDescription texture = MakeTexture(9, 5, 4);
    EXPECT_TRUE(IsWholeMip(texture, {0, 0, 0, 9, 5}));
    EXPECT_TRUE(IsWholeMip(texture, {1, 0, 0, 4, 2}));
    EXPECT_FALSE(IsWholeMip(texture, {0, 0, 0, 4, 2}));
    EXPECT_FALSE(IsWholeMip(texture, {1, 0, 0, 3, 2}));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
