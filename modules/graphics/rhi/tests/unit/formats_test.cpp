// The fact tables and the arithmetic of mips, rows and bytes.
#include "formats/binding_facts.h"
#include "formats/format_facts.h"
#include "formats/role_facts.h"
#include "formats/vertex_facts.h"

#include <gtest/gtest.h>

#include <limits>

namespace ludus::graphics::rhi::internal
{
namespace
{
TEST(Formats, TableStatesTheContract)
{
    struct Expected
    {
        RasterFormat Format;
        uint32 Bytes;
        uint32 Edge;
        uint32 Pitch;
        bool IsSrgb;
    };

    const Expected rows[] = {
        {RasterFormat::Rgba8Unorm, 4, 1, 4, false},     {RasterFormat::Rgba8Srgb, 4, 1, 4, true},
        {RasterFormat::R8Unorm, 1, 1, 4, false},        {RasterFormat::Rg8Unorm, 2, 1, 4, false},
        {RasterFormat::Rgba16Float, 8, 1, 8, false},    {RasterFormat::Bc1RgbaUnorm, 8, 4, 8, false},
        {RasterFormat::Bc3RgbaUnorm, 16, 4, 16, false}, {RasterFormat::Bc5RgUnorm, 16, 4, 16, false},
    };
    ASSERT_EQ(std::size(rows), RASTER_FORMAT_COUNT);
    for (const Expected& row : rows)
    {
        const FormatFacts& facts = FactsOf(row.Format);
        EXPECT_EQ(facts.BytesPerBlock, row.Bytes) << facts.Name;
        EXPECT_EQ(facts.BlockEdge, row.Edge) << facts.Name;
        EXPECT_EQ(facts.PitchMultiple, row.Pitch) << facts.Name;
        EXPECT_EQ(facts.IsSrgb, row.IsSrgb) << facts.Name;
        EXPECT_EQ(facts.IsCompressed, row.Edge != 1) << facts.Name;
    }
    EXPECT_TRUE(IsKnownFormat(RasterFormat::Bc5RgUnorm));
    EXPECT_FALSE(IsKnownFormat(static_cast<RasterFormat>(RASTER_FORMAT_COUNT)));
}

TEST(Formats, SmallestPitchIsTheLeastMultipleThatCoversTheRow)
{
    for (const FormatFacts& facts : FORMAT_FACTS)
    {
        for (uint32 width = 1; width <= 70; ++width)
        {
            uint64 blocks = 0;
            for (uint32 x = 0; x < width; x += facts.BlockEdge)
            {
                ++blocks;
            }
            EXPECT_EQ(RowBytesOf(facts, width), blocks * facts.BytesPerBlock) << facts.Name << ' ' << width;
            const uint64 pitch = SmallestRowPitch(facts, width);
            EXPECT_EQ(pitch % facts.PitchMultiple, 0U) << facts.Name << ' ' << width;
            EXPECT_GE(pitch, blocks * facts.BytesPerBlock) << facts.Name << ' ' << width;
            EXPECT_LT(pitch - blocks * facts.BytesPerBlock, facts.PitchMultiple) << facts.Name << ' ' << width;
        }
        const uint32 widest = std::numeric_limits<uint32>::max();
        EXPECT_EQ(RowBytesOf(facts, widest),
                  (uint64{widest} / facts.BlockEdge + (facts.BlockEdge == 1 ? 0 : 1)) * facts.BytesPerBlock);
    }
}

TEST(Formats, MipsHalveAndNeverVanish)
{
    EXPECT_EQ(MipExtent(8, 0), 8U);
    EXPECT_EQ(MipExtent(5, 1), 2U);
    EXPECT_EQ(MipExtent(5, 2), 1U);
    EXPECT_EQ(MipExtent(5, 15), 1U);
    EXPECT_EQ(MipExtent(5, 32), 1U);
    EXPECT_EQ(MaxMipLevels(1, 1, 1), 1U);
    EXPECT_EQ(MaxMipLevels(2, 1, 1), 2U);
    EXPECT_EQ(MaxMipLevels(255, 3, 1), 8U);
    EXPECT_EQ(MaxMipLevels(256, 3, 1), 9U);
    EXPECT_EQ(MaxMipLevels(4, 4, 16), 5U);
    EXPECT_EQ(MaxMipLevels(std::numeric_limits<uint32>::max(), 1, 1), 32U);
    for (uint32 extent = 1; extent < 300; ++extent)
    {
        const uint32 levels = MaxMipLevels(extent, 1, 1);
        EXPECT_EQ(MipExtent(extent, levels - 1), 1U);
        EXPECT_TRUE(levels == 1 || MipExtent(extent, levels - 2) > 1);
    }
}

TEST(Formats, OnlyVolumesLoseSlices)
{
    EXPECT_EQ(SlicesOf(TextureDimension::D2, 1, 3), 1U);
    EXPECT_EQ(SlicesOf(TextureDimension::D2Array, 7, 3), 7U);
    EXPECT_EQ(SlicesOf(TextureDimension::Cube, 6, 3), 6U);
    EXPECT_EQ(SlicesOf(TextureDimension::D3, 7, 1), 3U);
    EXPECT_EQ(SlicesOf(TextureDimension::D3, 7, 9), 1U);
}

TEST(Formats, LevelBytesSayWhenTheyDoNotFit)
{
    uint64 bytes = 0;
    EXPECT_TRUE(TryLevelBytes(12, 5, 2, bytes));
    EXPECT_EQ(bytes, 120U);
    EXPECT_TRUE(TryLevelBytes(uint64{1} << 32, 1U << 31, 1, bytes));
    EXPECT_EQ(bytes, uint64{1} << 63);
    EXPECT_FALSE(TryLevelBytes(uint64{1} << 33, 1U << 31, 1, bytes));
    EXPECT_FALSE(TryLevelBytes(uint64{1} << 32, 1U << 31, 2, bytes));
}

TEST(Formats, TextureBytesCountEveryMipSliceSampleAndPrivateDepth)
{
    uint64 bytes = 0;
    ASSERT_TRUE(TryTextureBytes({8, 4, RasterFormat::Rgba8Unorm, false, 3}, bytes));
    EXPECT_EQ(bytes, 128U + 32U + 8U);
    ASSERT_TRUE(TryTextureBytes({8, 4, RasterFormat::Rgba8Unorm, true, 1}, bytes));
    EXPECT_EQ(bytes, 128U + 128U);
    ASSERT_TRUE(TryTextureBytes({8, 4, RasterFormat::Rgba16Float, true, 1}, bytes));
    EXPECT_EQ(bytes, 256U + 128U);
    ASSERT_TRUE(TryTextureBytes({3, 5, RasterFormat::R8Unorm, false, 1}, bytes));
    EXPECT_EQ(bytes, 15U);
    ASSERT_TRUE(TryTextureBytes({5, 5, RasterFormat::Bc1RgbaUnorm, false, 3}, bytes));
    EXPECT_EQ(bytes, 32U + 8U + 8U);

    TextureDescription description{4, 4, RasterFormat::Rgba8Unorm, false, 3};
    description.Dimension = TextureDimension::D3;
    description.DepthOrLayers = 4;
    ASSERT_TRUE(TryTextureBytes(description, bytes));
    EXPECT_EQ(bytes, 256U + 32U + 4U);
    description.Dimension = TextureDimension::D2Array;
    ASSERT_TRUE(TryTextureBytes(description, bytes));
    EXPECT_EQ(bytes, 4U * (64U + 16U + 4U));

    TextureDescription samples{8, 4, RasterFormat::Rgba8Unorm, true, 1};
    samples.SampleCount = 4;
    ASSERT_TRUE(TryTextureBytes(samples, bytes));
    EXPECT_EQ(bytes, 4U * 256U);

    const uint32 widest = std::numeric_limits<uint32>::max();
    EXPECT_FALSE(TryTextureBytes({widest, widest, RasterFormat::Rgba8Unorm, false, 1}, bytes));
    EXPECT_FALSE(TryTextureBytes({widest, widest, RasterFormat::R8Unorm, true, 1}, bytes));
}

TEST(Formats, RolesStateTheirUnits)
{
    EXPECT_EQ(FactsOf(BufferRole::Index16).SizeUnit, 2U);
    EXPECT_EQ(FactsOf(BufferRole::Index16).IndexShift, 1U);
    EXPECT_EQ(FactsOf(BufferRole::Index32).SizeUnit, 4U);
    EXPECT_EQ(FactsOf(BufferRole::Index32).IndexShift, 2U);
    EXPECT_TRUE(IsIndexRole(BufferRole::Index16) && IsIndexRole(BufferRole::Index32));
    EXPECT_FALSE(IsIndexRole(BufferRole::Vertex) || IsIndexRole(BufferRole::Uniform));
    EXPECT_TRUE(IsVertexRole(BufferRole::Vertex) && IsVertexRole(BufferRole::StorageVertex));
    EXPECT_FALSE(IsVertexRole(BufferRole::Storage) || IsVertexRole(BufferRole::Index16));
    EXPECT_FALSE(IsKnownRole(static_cast<BufferRole>(BUFFER_ROLE_COUNT)));
    EXPECT_FALSE(IsIndexRole(static_cast<BufferRole>(255)));
}

TEST(Formats, VertexFormatsStateTheirBytes)
{
    EXPECT_EQ(FactsOf(RasterVertexFormat::Float2).Bytes, 8U);
    EXPECT_EQ(FactsOf(RasterVertexFormat::Float3).Bytes, 12U);
    EXPECT_EQ(FactsOf(RasterVertexFormat::Float4).Bytes, 16U);
    EXPECT_FALSE(IsKnownVertexFormat(static_cast<RasterVertexFormat>(VERTEX_FORMAT_COUNT)));
}

TEST(Formats, BindingKindsStateTheirResource)
{
    EXPECT_EQ(FactsOf(RasterBindingKind::UniformBuffer).Resource, BindingResource::Buffer);
    EXPECT_EQ(FactsOf(RasterBindingKind::Sampler).Resource, BindingResource::Sampler);
    EXPECT_EQ(FactsOf(RasterBindingKind::TextureCube).Dimension, TextureDimension::Cube);
    EXPECT_EQ(FactsOf(RasterBindingKind::TextureDepth2D).Aspect, TextureAspect::Depth);
    EXPECT_EQ(FactsOf(RasterBindingKind::TextureStencil2D).Aspect, TextureAspect::Stencil);
    EXPECT_TRUE(FactsOf(RasterBindingKind::StorageRead).IsStorage);
    EXPECT_FALSE(FactsOf(RasterBindingKind::StorageRead).IsWritable);
    EXPECT_TRUE(FactsOf(RasterBindingKind::StorageReadWrite).IsWritable);
    EXPECT_EQ(FactsOf(RasterBindingKind::RayScene).Resource, BindingResource::Scene);
    EXPECT_FALSE(IsKnownBindingKind(static_cast<RasterBindingKind>(BINDING_KIND_COUNT)));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
