#include "texel_mirror.h"

#include "formats/format_facts.h"

#include <cmath>
#include <cstring>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint8 POISON = 0xEE;
constexpr uint32 BLOCK_EDGE = 4;
constexpr uint32 BLOCK_TEXELS = BLOCK_EDGE * BLOCK_EDGE;

// Numbers that look random and are the same everywhere.
class Values final
{
public:
    explicit Values(uint32 seed) : State(seed * 2654435761U + 1) {}

    uint32 Next()
    {
        State ^= State << 13U;
        State ^= State >> 17U;
        State ^= State << 5U;
        return State;
    }

    uint32 Below(uint32 limit) { return Next() % limit; }

private:
    uint32 State;
};

uint8 DecodeSrgb(uint8 byte, bool& isClear)
{
    const double value = byte / 255.0;
    const double linear = 255 * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
    isClear = std::abs(linear - std::round(linear)) < 0.12; // devices may be off by nearly half a step
    return static_cast<uint8>(std::lround(linear));
}

// An integer of at most eleven bits as IEEE binary16.
uint16 ToHalf(uint32 value)
{
    if (value == 0)
    {
        return 0;
    }
    uint32 exponent = 0;
    while (value >> (exponent + 1) != 0)
    {
        ++exponent;
    }
    return static_cast<uint16>((exponent + 15) << 10U | ((value << 10U >> exponent) & 0x3FFU));
}

// Of binary16 channels: whole numbers far above one, and what takes them back to the range of a pixel.
constexpr uint32 HALF_STEP = 8;

Pixel PutTexel(RasterFormat format, Values& values, uint8* to)
{
    uint8 channels[4] = {0, 0, 0, 255};
    const uint32 count = internal::FactsOf(format).Channels;
    for (uint32 channel = 0; channel < count; ++channel)
    {
        auto byte = static_cast<uint8>(values.Below(256));
        if (format == RasterFormat::Rgba16Float)
        {
            const uint16 half = ToHalf(byte * HALF_STEP);
            std::memcpy(to + channel * sizeof half, &half, sizeof half);
            channels[channel] = byte;
            continue;
        }
        channels[channel] = byte;
        for (bool isClear = false; format == RasterFormat::Rgba8Srgb && channel < 3 && !isClear;)
        {
            byte = static_cast<uint8>(values.Below(256));
            channels[channel] = DecodeSrgb(byte, isClear);
        }
        to[channel] = byte;
    }
    return {channels[0], channels[1], channels[2], channels[3]};
}

// Sixteen numbers of one channel in eight bytes, as BC3's alpha and BC5's red and green.
void PutChannel(Values& values, uint8* to, uint8 (&texels)[BLOCK_TEXELS])
{
    const bool hasEight = values.Below(2) == 0;
    const uint32 first = hasEight ? 245 : 10;
    const uint32 second = hasEight ? 35 : 210;
    uint32 palette[8] = {first, second};
    for (uint32 i = 2; i < 8; ++i)
    {
        palette[i] = hasEight ? ((8 - i) * first + (i - 1) * second) / 7 : ((6 - i) * first + (i - 1) * second) / 5;
    }
    if (!hasEight)
    {
        palette[6] = 0;
        palette[7] = 255;
    }
    uint64 indices = 0;
    for (uint32 texel = 0; texel < BLOCK_TEXELS; ++texel)
    {
        const uint32 index = values.Below(8);
        indices |= uint64{index} << (3 * texel);
        texels[texel] = static_cast<uint8>(palette[index]);
    }
    to[0] = static_cast<uint8>(first);
    to[1] = static_cast<uint8>(second);
    std::memcpy(to + 2, &indices, 6);
}

// Sixteen colours in eight bytes. Ends are the corners of the colour cube, so that thirds are whole numbers. Punched
// blocks have a middle colour, which would not be, and a hole.
void PutColors(Values& values, uint8* to, bool mayPunch, Pixel (&texels)[BLOCK_TEXELS])
{
    constexpr uint16 MASKS[] = {0xF800, 0x07E0, 0x001F};
    uint32 corners[2] = {values.Below(7) + 1, 0};
    corners[1] = corners[0] & values.Below(8);
    if (corners[0] == corners[1])
    {
        corners[1] = 0;
    }
    const bool isPunched = mayPunch && values.Below(2) == 0;
    if (isPunched)
    {
        std::swap(corners[0], corners[1]); // the first end is the smaller number
    }
    uint16 ends[2] = {};
    Pixel palette[4];
    for (uint32 end = 0; end < 2; ++end)
    {
        uint8 channels[3] = {};
        for (uint32 channel = 0; channel < 3; ++channel)
        {
            const bool isSet = (corners[end] >> (2 - channel) & 1U) != 0;
            ends[end] = static_cast<uint16>(ends[end] | (isSet ? MASKS[channel] : 0));
            channels[channel] = isSet ? 255 : 0;
        }
        palette[end] = {channels[0], channels[1], channels[2], 255};
    }
    const auto mix = [&](uint8 Pixel::*channel, uint32 weight)
    { return static_cast<uint8>((palette[0].*channel * (3 - weight) + palette[1].*channel * weight) / 3); };
    for (uint32 weight = 1; weight <= 2; ++weight)
    {
        palette[1 + weight] = {mix(&Pixel::Red, weight), mix(&Pixel::Green, weight), mix(&Pixel::Blue, weight), 255};
    }
    if (isPunched)
    {
        palette[3] = {0, 0, 0, 0};
    }
    uint32 indices = 0;
    for (uint32 texel = 0; texel < BLOCK_TEXELS; ++texel)
    {
        uint32 index = values.Below(4);
        index = isPunched && index == 2 ? 3 : index;
        indices |= index << (2 * texel);
        texels[texel] = palette[index];
    }
    std::memcpy(to, ends, 4);
    std::memcpy(to + 4, &indices, 4);
}

void PutBlock(RasterFormat format, Values& values, uint8* to, Pixel (&texels)[BLOCK_TEXELS])
{
    if (format == RasterFormat::Bc5RgUnorm)
    {
        uint8 red[BLOCK_TEXELS];
        uint8 green[BLOCK_TEXELS];
        PutChannel(values, to, red);
        PutChannel(values, to + 8, green);
        for (uint32 texel = 0; texel < BLOCK_TEXELS; ++texel)
        {
            texels[texel] = {red[texel], green[texel], 0, 255};
        }
        return;
    }
    const bool hasAlpha = format == RasterFormat::Bc3RgbaUnorm;
    PutColors(values, hasAlpha ? to + 8 : to, !hasAlpha, texels);
    if (hasAlpha)
    {
        uint8 alpha[BLOCK_TEXELS];
        PutChannel(values, to, alpha);
        for (uint32 texel = 0; texel < BLOCK_TEXELS; ++texel)
        {
            texels[texel].Alpha = alpha[texel];
        }
    }
}

// One row of texels, or of blocks that cover up to four rows.
void PutRow(RasterFormat format, Values& values, uint8* to, MirrorLevel& level, uint32 slice, uint32 y)
{
    const internal::FormatFacts& facts = internal::FactsOf(format);
    Pixel* const first = level.Texels.data() + (usize{slice} * level.Height + y) * level.Width;
    if (!facts.IsCompressed)
    {
        for (uint32 x = 0; x < level.Width; ++x)
        {
            first[x] = PutTexel(format, values, to + usize{x} * facts.BytesPerBlock);
        }
        return;
    }
    for (uint32 x = 0; x < level.Width; x += BLOCK_EDGE, to += facts.BytesPerBlock)
    {
        Pixel texels[BLOCK_TEXELS];
        PutBlock(format, values, to, texels);
        for (uint32 texel = 0; texel < BLOCK_TEXELS; ++texel)
        {
            const uint32 column = texel % BLOCK_EDGE;
            const uint32 row = texel / BLOCK_EDGE;
            if (x + column < level.Width && y + row < level.Height)
            {
                first[usize{row} * level.Width + x + column] = texels[texel];
            }
        }
    }
}
} // namespace

TexelMirror MakeMirror(const TextureDescription& description, uint32 seed)
{
    const internal::FormatFacts& facts = internal::FactsOf(description.Format);
    TexelMirror mirror{.Description = description};
    mirror.Scale = description.Format == RasterFormat::Rgba16Float ? 1.0F / (255 * HALF_STEP) : 1.0F;
    const bool hasEight =
        description.Format == RasterFormat::Bc3RgbaUnorm || description.Format == RasterFormat::Bc5RgUnorm;
    mirror.Tolerance = hasEight ? 1 : 0;
    Values values(seed);
    for (uint32 mip = 0; mip < description.MipLevels; ++mip)
    {
        MirrorLevel level;
        level.Width = internal::MipExtent(description.Width, mip);
        level.Height = internal::MipExtent(description.Height, mip);
        level.Slices = internal::SlicesOf(description.Dimension, description.DepthOrLayers, mip);
        level.Texels.resize(usize{level.Width} * level.Height * level.Slices);
        const usize pitch = static_cast<usize>(internal::SmallestRowPitch(facts, level.Width)) + facts.PitchMultiple;
        const usize offset = mirror.Bytes.size();
        const uint32 rows = internal::RowsOf(facts, level.Height);
        mirror.Mips.push_back({offset, pitch});
        mirror.Bytes.resize(offset + pitch * rows * level.Slices, POISON);
        for (uint32 slice = 0; slice < level.Slices; ++slice)
        {
            for (uint32 row = 0; row < rows; ++row)
            {
                PutRow(description.Format, values, mirror.Bytes.data() + offset + (usize{slice} * rows + row) * pitch,
                       level, slice, row * facts.BlockEdge);
            }
        }
        mirror.Levels.push_back(std::move(level));
    }
    return mirror;
}
} // namespace ludus::graphics::rhi::tests
