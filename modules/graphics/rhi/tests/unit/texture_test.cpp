// Texture creation: extents, chains, pitches, exact bytes, and what the profile offers.
#include "validation/texture.h"

#include "support.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace ludus::graphics::rhi::internal
{
namespace
{
/// A description with a complete upload of its own, tight unless a case spoils it.
class TextureCase final
{
public:
    TextureDescription Description;
    DeviceProfile Profile = PortableProfile();
    std::vector<TextureMipUpload> Mips;
    std::vector<uint8> Bytes;
    usize RowPitch{0};
    TextureLevel Levels[MAX_MIP_LEVELS]{};

    explicit TextureCase(const TextureDescription& description) : Description(description) { Pack(0); }

    /// Lays the chain out with `padding` more bytes in each row than the smallest pitch has.
    void Pack(usize padding)
    {
        const FormatFacts& facts = FactsOf(Description.Format);
        usize end = 0;
        Mips.clear();
        for (uint32 mip = 0; mip < Description.MipLevels; ++mip)
        {
            const usize pitch = SmallestRowPitch(facts, MipExtent(Description.Width, mip)) + padding;
            Mips.push_back({end, pitch});
            end += pitch * RowsOf(facts, MipExtent(Description.Height, mip)) *
                   SlicesOf(Description.Dimension, Description.DepthOrLayers, mip);
        }
        Bytes.assign(end, 0);
        if (Description.MipLevels == 1)
        {
            RowPitch = Mips[0].RowPitch;
            Mips.clear();
        }
    }

    [[nodiscard]] RasterVerdict Check() { return CheckTexture(Description, {Bytes, RowPitch, Mips}, Profile, Levels); }

    /// Without any upload.
    [[nodiscard]] RasterVerdict CheckEmpty() { return CheckTexture(Description, {}, Profile, Levels); }
};

[[nodiscard]] TextureDescription Plain(uint32 width, uint32 height, RasterFormat format = RasterFormat::Rgba8Unorm,
                                       uint32 mips = 1)
{
    return {width, height, format, false, mips};
}

TEST(Texture, PlainFormatsAreAccepted)
{
    for (const RasterFormat format :
         {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb, RasterFormat::R8Unorm, RasterFormat::Rg8Unorm})
    {
        EXPECT_TRUE(Accepted(TextureCase(Plain(5, 3, format)).Check()));
        EXPECT_TRUE(Accepted(TextureCase(Plain(5, 3, format, 3)).Check()));
    }
    TextureDescription asynchronous = Plain(4, 4);
    asynchronous.AsyncUpload = true;
    EXPECT_TRUE(Accepted(TextureCase(asynchronous).Check()));
}

TEST(Texture, LevelsSayWhereEachMipLies)
{
    TextureCase texture(Plain(5, 4, RasterFormat::Rg8Unorm, 3));
    texture.Pack(4);
    ASSERT_TRUE(Accepted(texture.Check()));
    // Widths 5, 2, 1: smallest pitches 12, 4, 4, each with four bytes more.
    const TextureLevel expected[] = {{0, 16, 5, 4, 1, 4}, {64, 8, 2, 2, 1, 2}, {80, 8, 1, 1, 1, 1}};
    for (usize mip = 0; mip < 3; ++mip)
    {
        EXPECT_EQ(texture.Levels[mip].Offset, expected[mip].Offset);
        EXPECT_EQ(texture.Levels[mip].RowPitch, expected[mip].RowPitch);
        EXPECT_EQ(texture.Levels[mip].Width, expected[mip].Width);
        EXPECT_EQ(texture.Levels[mip].Height, expected[mip].Height);
        EXPECT_EQ(texture.Levels[mip].DepthOrLayers, expected[mip].DepthOrLayers);
        EXPECT_EQ(texture.Levels[mip].Rows, expected[mip].Rows);
    }
    EXPECT_EQ(texture.Bytes.size(), 88U);
}

TEST(Texture, ExtentsArePositive)
{
    EXPECT_TRUE(IsMalformed(TextureCase(Plain(0, 3)).Check(), Code::ValueZero, "Width"));
    EXPECT_TRUE(IsMalformed(TextureCase(Plain(3, 0)).Check(), Code::ValueZero, "Height"));
    TextureCase texture(Plain(4, 4));
    texture.Description.DepthOrLayers = 0;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueZero, "DepthOrLayers"));
}

TEST(Texture, EnumeratorsAreChecked)
{
    TextureCase texture(Plain(4, 4));
    texture.Description.Format = static_cast<RasterFormat>(RASTER_FORMAT_COUNT);
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::EnumInvalid, "Format"));
    texture.Description.Format = RasterFormat::Rgba8Unorm;
    texture.Description.Dimension = static_cast<TextureDimension>(4);
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::EnumInvalid, "Dimension"));
}

TEST(Texture, MipsFitTheExtentAndTheCeiling)
{
    EXPECT_TRUE(Accepted(TextureCase(Plain(8, 4, RasterFormat::Rgba8Unorm, 4)).Check()));
    EXPECT_TRUE(
        IsMalformed(TextureCase(Plain(8, 4, RasterFormat::Rgba8Unorm, 5)).Check(), Code::MipCountTooLarge, "Mip"));
    TextureCase texture(Plain(4, 4));
    texture.Description.MipLevels = 0;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueZero, "MipLevels"));
    texture.Description.MipLevels = 17;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueTooLarge, "MipLevels"));
    texture.Description.MipLevels = std::numeric_limits<uint32>::max();
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueTooLarge, "MipLevels"));
}

TEST(Texture, MipsReachTheFormatsLimit)
{
    TextureCase texture(Plain(16, 16, RasterFormat::R8Unorm, 4));
    texture.Profile.Formats[static_cast<usize>(RasterFormat::R8Unorm)].MaxMipLevels = 4;
    EXPECT_TRUE(Accepted(texture.Check()));
    texture.Profile.Formats[static_cast<usize>(RasterFormat::R8Unorm)].MaxMipLevels = 3;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueTooLarge, "MipLevels"));
    texture.Profile.Formats[static_cast<usize>(RasterFormat::R8Unorm)].MaxMipLevels = 0;
    EXPECT_TRUE(IsUnsupported(texture.Check(), Code::TextureFormatUnavailable, "MipLevels"));
}

TEST(Texture, LayersSuitTheDimension)
{
    TextureCase texture(Plain(4, 4));
    texture.Description.DepthOrLayers = 2;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueNotExact, "DepthOrLayers"));
    texture.Description.Dimension = TextureDimension::Cube;
    texture.Description.DepthOrLayers = 5;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueNotExact, "DepthOrLayers"));
    texture.Description.DepthOrLayers = 6;
    texture.Description.Height = 5;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueNotExact, "Height"));
}

TEST(Texture, RowsOfOneToNineTexelsNeedTheirPitch)
{
    for (usize format = 0; format < RASTER_FORMAT_COUNT; ++format)
    {
        const RasterFormat value = static_cast<RasterFormat>(format);
        const FormatFacts& facts = FactsOf(value);
        for (uint32 width = 1; width <= 9; ++width)
        {
            TextureCase texture(Plain(width, 2, value));
            texture.Profile = WholeProfile();
            texture.Profile.Formats[format].HasUnalignedBlockExtents = true;
            const usize smallest = SmallestRowPitch(facts, width);
            for (usize pitch = 0; pitch <= smallest + 2 * facts.PitchMultiple; ++pitch)
            {
                texture.RowPitch = pitch;
                texture.Bytes.assign(std::max<usize>(pitch * RowsOf(facts, 2), 1), 0);
                const RasterVerdict verdict = texture.Check();
                if (pitch % facts.PitchMultiple != 0)
                {
                    EXPECT_TRUE(IsMalformed(verdict, Code::ValueMisaligned, "RowPitch")) << facts.Name << pitch;
                    EXPECT_EQ(verdict.Why.Allowed, facts.PitchMultiple);
                }
                else if (pitch < smallest)
                {
                    EXPECT_TRUE(IsMalformed(verdict, Code::ValueTooSmall, "RowPitch")) << facts.Name << pitch;
                    EXPECT_EQ(verdict.Why.Allowed, smallest);
                }
                else
                {
                    EXPECT_TRUE(Accepted(verdict)) << facts.Name << ' ' << width << ' ' << pitch;
                }
            }
        }
    }
}

TEST(Texture, TheMessageSaysWhatToDo)
{
    TextureCase texture(Plain(2, 1));
    texture.RowPitch = 10;
    EXPECT_EQ(TextOf(texture.Check().Why), "Check: TextureUpload.RowPitch is 10; it must be a multiple of 4. Round it "
                                           "up to the next multiple.");
}

TEST(Texture, BytesAreExact)
{
    TextureCase texture(Plain(3, 3, RasterFormat::Rgba8Unorm, 2));
    texture.Bytes.push_back(0);
    const RasterVerdict more = texture.Check();
    EXPECT_TRUE(IsMalformed(more, Code::UploadSizeWrong, "Bytes"));
    EXPECT_EQ(more.Why.Got, more.Why.Allowed + 1);
    texture.Bytes.pop_back();
    texture.Bytes.pop_back();
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadSizeWrong, "Bytes"));
    texture.Bytes.clear();
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadMissing, "Bytes"));
}

TEST(Texture, NullIsNoUploadWhateverItsSize)
{
    const std::span<const uint8> nothing(static_cast<const uint8*>(nullptr), 16);
    const std::span<const TextureMipUpload> noMips(static_cast<const TextureMipUpload*>(nullptr), 1);
    const std::vector<uint8> bytes(16);
    TextureLevel levels[MAX_MIP_LEVELS];
    const TextureDescription description = Plain(2, 2);
    EXPECT_TRUE(
        IsMalformed(CheckTexture(description, {nothing, 8}, PortableProfile(), levels), Code::UploadMissing, "Bytes"));
    EXPECT_TRUE(IsMalformed(CheckTexture(description, {bytes, 0, noMips}, PortableProfile(), levels),
                            Code::UploadMipsWrong, "Mips"));
}

TEST(Texture, MipEntriesMatchTheLevels)
{
    TextureCase texture(Plain(4, 4, RasterFormat::Rgba8Unorm, 3));
    texture.Mips.pop_back();
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadMipsWrong, "Mips"));
    texture.Mips.clear();
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadMipsWrong, "Mips"));
    texture.Pack(0);
    texture.RowPitch = 16;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadPitchWithMips, "RowPitch"));
}

TEST(Texture, OneLevelMayBeStatedAsAnEntry)
{
    TextureCase texture(Plain(4, 4));
    texture.Mips = {{0, 16}};
    texture.RowPitch = 0;
    EXPECT_TRUE(Accepted(texture.Check()));
}

TEST(Texture, OffsetsAreTight)
{
    TextureCase texture(Plain(4, 4, RasterFormat::Rgba8Unorm, 3));
    texture.Mips[1].Offset += 4;
    const RasterVerdict verdict = texture.Check();
    EXPECT_TRUE(IsMalformed(verdict, Code::UploadOffsetWrong));
    EXPECT_EQ(verdict.Why.Index, 1U);
    EXPECT_EQ(verdict.Why.Got, 68U);
    EXPECT_EQ(verdict.Why.Allowed, 64U);
    texture.Mips[1].Offset = 0;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadOffsetWrong));
    texture.Pack(0);
    texture.Mips[0].Offset = 4;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadOffsetWrong));
}

TEST(Texture, ASmallMipsPitchIsNamedByItsIndex)
{
    TextureCase texture(Plain(8, 1, RasterFormat::Rgba8Unorm, 2));
    texture.Mips[1].RowPitch = 12;
    texture.Bytes.resize(32 + 12);
    const RasterVerdict verdict = texture.Check();
    EXPECT_TRUE(IsMalformed(verdict, Code::ValueTooSmall));
    EXPECT_NE(TextOf(verdict.Why).find("TextureUpload.Mips[1].RowPitch is 12; at least 16"), std::string::npos);
}

#if SIZE_MAX > UINT32_MAX // pitches of 32 bits do not reach that far
TEST(Texture, EnormousPitchesDoNotWrap)
{
    TextureCase texture(Plain(4, 4, RasterFormat::Rgba8Unorm, 2));
    texture.Mips[0].RowPitch = usize{1} << 62; // times four rows: zero in 64 bits
    texture.Mips[1].Offset = 0;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::SizeOverflow));
    texture.Mips[0].RowPitch = (usize{1} << 62) - 4;
    texture.Mips[1].Offset = texture.Mips[0].RowPitch * 4;
    texture.Mips[1].RowPitch = usize{1} << 61;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::SizeOverflow));
}
#endif

TEST(Texture, ExtentsReachTheLimitAndNoFurther)
{
    TextureCase texture(Plain(64, 2));
    FormatCapabilities& offered = texture.Profile.Formats[0];
    offered.MaxDimension2D = 64;
    EXPECT_TRUE(Accepted(texture.Check()));
    offered.MaxDimension2D = 63;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueTooLarge, "Width"));
    TextureCase tall(Plain(2, 64));
    tall.Profile.Formats[0].MaxDimension2D = 63;
    EXPECT_TRUE(IsMalformed(tall.Check(), Code::ValueTooLarge, "Height"));
    tall.Profile.Formats[0].MaxDimension2D = 64;
    tall.Profile.Raster.MaxTextureDimension2D = 63;
    EXPECT_TRUE(IsMalformed(tall.Check(), Code::ValueTooLarge, "Height"));
}

TEST(Texture, UploadBytesReachTheLimitAndNoFurther)
{
    TextureCase texture(Plain(4, 4));
    texture.Pack(16); // padding counts too
    texture.Profile.Raster.MaxTextureUploadBytes = 128;
    EXPECT_TRUE(Accepted(texture.Check()));
    texture.Profile.Raster.MaxTextureUploadBytes = 127;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueTooLarge, "TextureUpload.Bytes"));
    texture.Profile.Raster.MaxBufferSize = 1; // bounds buffers only
    texture.Profile.Raster.MaxTextureUploadBytes = 128;
    EXPECT_TRUE(Accepted(texture.Check()));
}

TEST(Texture, UnofferedFormatsAreUnsupported)
{
    for (const RasterFormat format :
         {RasterFormat::Rgba16Float, RasterFormat::Bc1RgbaUnorm, RasterFormat::Bc3RgbaUnorm, RasterFormat::Bc5RgUnorm})
    {
        TextureCase texture(Plain(4, 4, format));
        EXPECT_TRUE(IsUnsupported(texture.Check(), Code::TextureFormatUnavailable, "Format"));
        texture.Profile = WholeProfile();
        EXPECT_TRUE(Accepted(texture.Check()));
    }
}

TEST(Texture, UnofferedDimensionsAreUnsupported)
{
    struct Case
    {
        TextureDimension Dimension;
        uint32 DepthOrLayers;
    };

    for (const Case& one :
         {Case{TextureDimension::D2Array, 3}, Case{TextureDimension::Cube, 6}, Case{TextureDimension::D3, 4}})
    {
        TextureDescription description = Plain(4, 4, RasterFormat::Rgba8Unorm, 3);
        description.Dimension = one.Dimension;
        description.DepthOrLayers = one.DepthOrLayers;
        TextureCase texture(description);
        EXPECT_TRUE(IsUnsupported(texture.Check(), Code::TextureFormatUnavailable, "Dimension"));
        texture.Profile = WholeProfile();
        EXPECT_TRUE(Accepted(texture.Check()));
        EXPECT_EQ(texture.Levels[1].DepthOrLayers, one.Dimension == TextureDimension::D3 ? 2 : one.DepthOrLayers);
    }
}

TEST(Texture, LayersAndDepthReachTheirLimits)
{
    TextureDescription description = Plain(2, 2);
    description.Dimension = TextureDimension::D2Array;
    description.DepthOrLayers = 64;
    TextureCase layers(description);
    layers.Profile = WholeProfile();
    EXPECT_TRUE(Accepted(layers.Check()));
    layers.Profile.Interface.MaxTextureLayers = 63;
    EXPECT_TRUE(IsMalformed(layers.Check(), Code::ValueTooLarge, "DepthOrLayers"));
    description.DepthOrLayers = 65;
    TextureCase more(description);
    more.Profile = WholeProfile();
    EXPECT_TRUE(IsMalformed(more.Check(), Code::ValueTooLarge, "DepthOrLayers"));
    description.Dimension = TextureDimension::D3;
    description.DepthOrLayers = 129;
    TextureCase volume(description);
    volume.Profile = WholeProfile();
    EXPECT_TRUE(IsMalformed(volume.Check(), Code::ValueTooLarge, "DepthOrLayers"));
}

TEST(Texture, VolumesMayHaveAsManyMipsAsTheirDepth)
{
    TextureDescription description = Plain(2, 2, RasterFormat::Rgba8Unorm, 5);
    description.Dimension = TextureDimension::D3;
    description.DepthOrLayers = 16;
    TextureCase texture(description);
    texture.Profile = WholeProfile();
    EXPECT_TRUE(Accepted(texture.Check()));
    texture.Description.Dimension = TextureDimension::D2Array; // layers add no mips
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::MipCountTooLarge));
}

TEST(Texture, UnalignedBlocksNeedTheCapability)
{
    TextureCase texture(Plain(6, 4, RasterFormat::Bc1RgbaUnorm));
    texture.Profile = WholeProfile();
    EXPECT_TRUE(IsUnsupported(texture.Check(), Code::FeatureNotEnabled, "block"));
    texture.Profile.Formats[static_cast<usize>(RasterFormat::Bc1RgbaUnorm)].HasUnalignedBlockExtents = true;
    EXPECT_TRUE(Accepted(texture.Check()));
    TextureCase chain(Plain(8, 4, RasterFormat::Bc1RgbaUnorm, 4)); // small tail mips occupy whole blocks
    chain.Profile = WholeProfile();
    EXPECT_TRUE(Accepted(chain.Check()));
    EXPECT_EQ(chain.Bytes.size(), 16U + 8U + 8U + 8U);
}

TEST(Texture, AttachmentsTakeNoUpload)
{
    TextureCase texture({8, 8, RasterFormat::Rgba8Unorm, true});
    EXPECT_TRUE(IsUnsupported(texture.CheckEmpty(), Code::TextureFormatUnavailable, "Attachment"));
    texture.Profile = WholeProfile();
    EXPECT_TRUE(Accepted(texture.CheckEmpty()));
    EXPECT_EQ(texture.Levels[0].Width, 8U);
    EXPECT_EQ(texture.Levels[0].RowPitch, 0U);
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadForbidden));
    EXPECT_TRUE(IsMalformed(CheckTexture(texture.Description, {{}, 32, {}}, texture.Profile, texture.Levels),
                            Code::ValueNotExact, "RowPitch"));
    const TextureMipUpload mips[] = {{0, 32}};
    EXPECT_TRUE(IsMalformed(CheckTexture(texture.Description, {{}, 0, mips}, texture.Profile, texture.Levels),
                            Code::UploadMipsWrong, "Mips"));
}

TEST(Texture, AttachmentLimitsAreTheirOwn)
{
    TextureCase texture({1024, 8, RasterFormat::Rgba8Unorm, true, 4});
    texture.Profile = WholeProfile();
    EXPECT_TRUE(Accepted(texture.CheckEmpty()));
    texture.Description.Width = 1025;
    EXPECT_TRUE(IsMalformed(texture.CheckEmpty(), Code::ValueTooLarge, "Width"));
    texture.Description.Width = 1024;
    texture.Description.MipLevels = 5;
    EXPECT_TRUE(IsMalformed(texture.CheckEmpty(), Code::ValueTooLarge, "MipLevels"));
    texture.Description.MipLevels = 1;
    texture.Description.Format = RasterFormat::R8Unorm;
    EXPECT_TRUE(IsUnsupported(texture.CheckEmpty(), Code::TextureFormatUnavailable, "Attachment"));
    texture.Description.Format = RasterFormat::Rgba8Unorm;
    texture.Description.Dimension = TextureDimension::D3;
    EXPECT_TRUE(IsUnsupported(texture.CheckEmpty(), Code::TextureFormatUnavailable, "Dimension"));
}

TEST(Texture, AllocationsBeyond64BitsAreRefused)
{
    const uint32 widest = std::numeric_limits<uint32>::max();
    TextureCase texture({8, 8, RasterFormat::Rgba8Unorm, true});
    texture.Profile = WholeProfile();
    texture.Profile.Raster.MaxTextureDimension2D = widest;
    texture.Profile.Formats[0].MaxAttachmentDimension2D = widest;
    texture.Description.Width = widest;
    texture.Description.Height = widest;
    EXPECT_TRUE(IsMalformed(texture.CheckEmpty(), Code::SizeOverflow));
}

TEST(Texture, FourSamplesAreForPlainAttachments)
{
    TextureCase texture({8, 8, RasterFormat::Rgba8Unorm, true});
    texture.Profile = WholeProfile();
    texture.Description.SampleCount = 4;
    EXPECT_TRUE(Accepted(texture.CheckEmpty()));
    texture.Description.MipLevels = 2;
    EXPECT_TRUE(IsMalformed(texture.CheckEmpty(), Code::ValueNotExact, "MipLevels"));
    texture.Description.MipLevels = 1;
    texture.Description.Dimension = TextureDimension::D2Array;
    EXPECT_TRUE(IsMalformed(texture.CheckEmpty(), Code::OptionsConflict, "SampleCount"));
    texture.Description.Dimension = TextureDimension::D2;
    texture.Description.Attachment = false;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::AttachmentRequired, "SampleCount"));
    texture.Description.SampleCount = 2;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::SampleCountInvalid, "SampleCount"));
    texture.Description.Attachment = true;
    texture.Description.SampleCount = 4;
    texture.Profile.Formats[0].SampleCounts = 1;
    EXPECT_TRUE(IsUnsupported(texture.CheckEmpty(), Code::FeatureNotEnabled, "SampleCount"));
}

TEST(Texture, StencilIsForAttachmentsThatOfferIt)
{
    TextureCase texture({8, 8, RasterFormat::Rgba8Unorm, true});
    texture.Profile = WholeProfile();
    texture.Description.Stencil = true;
    EXPECT_TRUE(Accepted(texture.CheckEmpty()));
    texture.Profile.Formats[0].StencilAttachment = false;
    EXPECT_TRUE(IsUnsupported(texture.CheckEmpty(), Code::FeatureNotEnabled, "Stencil"));
    texture.Description.Attachment = false;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::AttachmentRequired, "Stencil"));
}

TEST(Texture, RetainedContentIsNotImplemented)
{
    TextureCase texture(Plain(4, 4));
    texture.Profile = WholeProfile();
    texture.Description.RetainCpuContent = true;
    EXPECT_TRUE(IsUnsupported(texture.Check(), Code::UnsupportedHere, "RetainCpuContent"));
    texture.Description.Attachment = true;
    EXPECT_TRUE(IsMalformed(texture.CheckEmpty(), Code::OptionsConflict, "RetainCpuContent"));
}

TEST(Texture, DeferredTexturesNeedCopies)
{
    TextureCase texture(Plain(4, 4, RasterFormat::Rgba8Unorm, 3));
    texture.Description.DeferredInitialization = true;
    EXPECT_TRUE(IsUnsupported(texture.CheckEmpty(), Code::FeatureNotEnabled, "DeferredInitialization"));
    texture.Profile = WholeProfile();
    EXPECT_TRUE(Accepted(texture.CheckEmpty()));
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::UploadForbidden));
    texture.Description.Format = RasterFormat::Rgba8Srgb;
    EXPECT_TRUE(IsUnsupported(texture.CheckEmpty(), Code::FeatureNotEnabled, "DeferredInitialization"));
    texture.Description.Attachment = true;
    EXPECT_TRUE(IsMalformed(texture.CheckEmpty(), Code::OptionsConflict, "DeferredInitialization"));
}

TEST(Texture, MalformedComesBeforeUnsupported)
{
    TextureCase texture(Plain(4, 4, RasterFormat::Bc1RgbaUnorm));
    texture.RowPitch = 4;
    EXPECT_TRUE(IsMalformed(texture.Check(), Code::ValueMisaligned));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
