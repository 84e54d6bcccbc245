// Views: ranges, dimensions, aspects and attachment use.
#include "validation/texture.h"

#include "support.h"

#include <limits>

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] TextureDescription Texture(TextureDimension dimension, uint32 depthOrLayers, uint32 mips = 4,
                                         bool attachment = false)
{
    TextureDescription texture{16, 16, RasterFormat::Rgba8Unorm, attachment, mips};
    texture.Dimension = dimension;
    texture.DepthOrLayers = depthOrLayers;
    return texture;
}

const TextureDescription PLAIN_TEXTURE = Texture(TextureDimension::D2, 1);

[[nodiscard]] RasterVerdict Check(const TextureDescription& texture, const TextureViewDescription& description)
{
    TextureViewCreation out;
    return CheckTextureView(texture, description, WholeProfile(), out);
}

TEST(TextureView, TheWholeViewNeedsNoCapability)
{
    struct Case
    {
        TextureDimension Dimension;
        uint32 DepthOrLayers;
        uint32 Layers;
    };

    for (const Case& one : {Case{TextureDimension::D2, 1, 1}, Case{TextureDimension::D2Array, 5, 5},
                            Case{TextureDimension::Cube, 6, 6}, Case{TextureDimension::D3, 8, 1}})
    {
        const TextureDescription texture = Texture(one.Dimension, one.DepthOrLayers);
        TextureViewCreation out;
        ASSERT_TRUE(Accepted(CheckTextureView(texture, WholeView(texture), PortableProfile(), out)));
        EXPECT_TRUE(out.IsWhole);
        EXPECT_EQ(out.Dimension, one.Dimension);
        EXPECT_EQ(out.BaseMip, 0U);
        EXPECT_EQ(out.MipCount, 4U);
        EXPECT_EQ(out.LayerCount, one.Layers);
    }
}

TEST(TextureView, ZeroCountsMeanTheRest)
{
    TextureViewCreation out;
    const TextureDescription texture = Texture(TextureDimension::D2Array, 5);
    ASSERT_TRUE(Accepted(CheckTextureView(
        texture, {.Dimension = TextureDimension::D2Array, .BaseMip = 1, .BaseLayer = 2}, WholeProfile(), out)));
    EXPECT_EQ(out.BaseMip, 1U);
    EXPECT_EQ(out.MipCount, 3U);
    EXPECT_EQ(out.BaseLayer, 2U);
    EXPECT_EQ(out.LayerCount, 3U);
    EXPECT_FALSE(out.IsWhole);
    ASSERT_TRUE(Accepted(CheckTextureView(texture, {.Dimension = TextureDimension::D2Array}, PortableProfile(), out)));
    EXPECT_TRUE(out.IsWhole);
}

TEST(TextureView, RangesLieInside)
{
    EXPECT_TRUE(Accepted(Check(PLAIN_TEXTURE, {.BaseMip = 3, .MipCount = 1})));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.BaseMip = 4}), Code::RangeOutside, "BaseMip"));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.BaseMip = 3, .MipCount = 2}), Code::RangeOutside, "MipCount"));
    const uint32 most = std::numeric_limits<uint32>::max();
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.BaseMip = 1, .MipCount = most}), Code::RangeOutside, "MipCount"));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.BaseMip = most}), Code::RangeOutside, "BaseMip"));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.BaseLayer = 1}), Code::RangeOutside, "BaseLayer"));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.LayerCount = 2}), Code::RangeOutside, "LayerCount"));
    const TextureDescription volume = Texture(TextureDimension::D3, 8);
    EXPECT_TRUE(IsMalformed(Check(volume, {.Dimension = TextureDimension::D3, .BaseLayer = 1}), Code::RangeOutside,
                            "BaseLayer"));
}

TEST(TextureView, PartialRangesNeedTheCapability)
{
    TextureViewCreation out;
    EXPECT_TRUE(IsUnsupported(CheckTextureView(PLAIN_TEXTURE, {.BaseMip = 1}, PortableProfile(), out),
                              Code::FeatureNotEnabled, "partial"));
    EXPECT_TRUE(Accepted(Check(PLAIN_TEXTURE, {.BaseMip = 1})));
}

TEST(TextureView, DimensionsSuitTheTexture)
{
    const TextureDescription array = Texture(TextureDimension::D2Array, 5);
    const TextureDescription cube = Texture(TextureDimension::Cube, 6);
    const TextureDescription volume = Texture(TextureDimension::D3, 8);
    EXPECT_TRUE(Accepted(Check(array, {.BaseLayer = 4, .LayerCount = 1})));
    EXPECT_TRUE(Accepted(Check(cube, {.BaseLayer = 5, .LayerCount = 1})));
    EXPECT_TRUE(Accepted(Check(array, {.Dimension = TextureDimension::D2Array, .BaseLayer = 1, .LayerCount = 1})));
    EXPECT_TRUE(Accepted(Check(cube, {.Dimension = TextureDimension::Cube, .BaseMip = 1})));
    EXPECT_TRUE(IsMalformed(Check(array, {.LayerCount = 2}), Code::ViewDimensionMismatch));
    EXPECT_TRUE(IsMalformed(Check(array, {}), Code::ViewDimensionMismatch));
    EXPECT_TRUE(IsMalformed(Check(array, {.Dimension = TextureDimension::Cube}), Code::ViewDimensionMismatch));
    EXPECT_TRUE(
        IsMalformed(Check(cube, {.Dimension = TextureDimension::Cube, .LayerCount = 5}), Code::ViewDimensionMismatch));
    EXPECT_TRUE(IsMalformed(Check(cube, {.Dimension = TextureDimension::D2Array}), Code::ViewDimensionMismatch));
    EXPECT_TRUE(IsMalformed(Check(volume, {}), Code::ViewDimensionMismatch));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.Dimension = TextureDimension::D3}), Code::ViewDimensionMismatch));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.Dimension = static_cast<TextureDimension>(4)}), Code::EnumInvalid));
}

TEST(TextureView, AspectsNeedAnAttachmentThatHasThem)
{
    TextureDescription attachment = Texture(TextureDimension::D2, 1, 1, true);
    EXPECT_TRUE(Accepted(Check(attachment, {.Aspect = TextureAspect::Depth})));
    EXPECT_TRUE(IsMalformed(Check(attachment, {.Aspect = TextureAspect::Stencil}), Code::AspectMissing));
    attachment.Stencil = true;
    EXPECT_TRUE(Accepted(Check(attachment, {.Aspect = TextureAspect::Stencil})));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.Aspect = TextureAspect::Depth}), Code::AspectMissing));
    EXPECT_TRUE(IsMalformed(Check(attachment, {.Aspect = static_cast<TextureAspect>(3)}), Code::EnumInvalid));
    TextureViewCreation out;
    EXPECT_TRUE(IsUnsupported(CheckTextureView(attachment, {.Aspect = TextureAspect::Depth}, PortableProfile(), out),
                              Code::FeatureNotEnabled, "Aspect"));
    EXPECT_TRUE(IsUnsupported(CheckTextureView(attachment, {.Aspect = TextureAspect::Stencil}, PortableProfile(), out),
                              Code::FeatureNotEnabled, "Aspect"));
    const TextureDescription layers = Texture(TextureDimension::D2Array, 4, 1, true);
    EXPECT_TRUE(IsMalformed(Check(layers, {.Dimension = TextureDimension::D2Array, .Aspect = TextureAspect::Depth}),
                            Code::ViewDimensionMismatch));
    EXPECT_TRUE(Accepted(Check(layers, {.BaseLayer = 2, .LayerCount = 1, .Aspect = TextureAspect::Depth})));
}

TEST(TextureView, AttachmentViewsSelectOneImage)
{
    const TextureDescription attachment = Texture(TextureDimension::D2Array, 4, 3, true);
    EXPECT_TRUE(Accepted(
        Check(attachment, {.BaseMip = 1, .MipCount = 1, .BaseLayer = 3, .LayerCount = 1, .Attachment = true})));
    EXPECT_TRUE(IsMalformed(Check(attachment, {.BaseLayer = 3, .LayerCount = 1, .Attachment = true}),
                            Code::ValueNotExact, "MipCount"));
    EXPECT_TRUE(IsMalformed(
        Check(attachment, {.Dimension = TextureDimension::D2Array, .MipCount = 1, .LayerCount = 1, .Attachment = true}),
        Code::ViewDimensionMismatch));
    EXPECT_TRUE(IsMalformed(
        Check(attachment, {.MipCount = 1, .LayerCount = 1, .Aspect = TextureAspect::Depth, .Attachment = true}),
        Code::EnumInvalid, "Aspect"));
    EXPECT_TRUE(IsMalformed(Check(PLAIN_TEXTURE, {.MipCount = 1, .Attachment = true}), Code::AttachmentRequired));
    TextureViewCreation out;
    EXPECT_TRUE(IsUnsupported(
        CheckTextureView(Texture(TextureDimension::D2, 1, 1, true), {.Attachment = true}, PortableProfile(), out),
        Code::FeatureNotEnabled, "Attachment"));
}

TEST(TextureView, FourSamplesAreDrawnToAndNotSampled)
{
    TextureDescription samples = Texture(TextureDimension::D2, 1, 1, true);
    samples.SampleCount = 4;
    EXPECT_TRUE(IsUnsupported(Check(samples, WholeView(samples)), Code::FeatureNotEnabled));
    EXPECT_TRUE(Accepted(Check(samples, {.Attachment = true})));
}

TEST(TextureView, RefusalLeavesTheOutput)
{
    TextureViewCreation out;
    out.BaseMip = 77;
    EXPECT_FALSE(CheckTextureView(PLAIN_TEXTURE, {.BaseMip = 9}, WholeProfile(), out).IsAccepted());
    EXPECT_EQ(out.BaseMip, 77U);
}
} // namespace
} // namespace ludus::graphics::rhi::internal
