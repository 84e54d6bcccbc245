// What a sampler reads from a view, computed on the host in plain steps: what every device is held against.
//
// Filters do not reach over the edges of a cube's faces here.
#include "backends/reference/reference_backend.h"
#include "formats/format_facts.h"

#include <algorithm>
#include <cmath>

namespace ludus::graphics::rhi::internal
{
namespace
{
struct Color final
{
    float64 Channels[4]{0, 0, 0, 1};
};

Color Mix(const Color& a, const Color& b, float64 weight) noexcept
{
    Color mixed;
    for (uint32 i = 0; i < 4; ++i)
    {
        mixed.Channels[i] = a.Channels[i] * (1 - weight) + b.Channels[i] * weight;
    }
    return mixed;
}

float64 DecodeSrgb(float64 value) noexcept
{
    return value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4);
}

float64 DecodeHalf(uint32 bits) noexcept
{
    const uint32 exponent = bits >> 10U & 0x1FU;
    const uint32 fraction = bits & 0x3FFU;
    const float64 sign = (bits & 0x8000U) != 0 ? -1 : 1;
    if (exponent == 0x1F)
    {
        return fraction != 0 ? static_cast<float64>(NAN) : sign * static_cast<float64>(INFINITY);
    }
    const int scale = exponent == 0 ? -24 : static_cast<int>(exponent) - 25;
    return sign * std::ldexp(static_cast<float64>(fraction | (exponent == 0 ? 0U : 0x400U)), scale);
}

uint32 LoadNumber(const uint8* bytes, uint32 count) noexcept
{
    uint32 number = 0;
    for (uint32 i = 0; i < count; ++i)
    {
        number |= uint32{bytes[i]} << (8 * i);
    }
    return number;
}

// One channel of a block of eight bytes: two ends and sixteen indices of three bits.
float64 DecodeChannel(const uint8* block, uint32 texel) noexcept
{
    const float64 first = block[0];
    const float64 second = block[1];
    const uint64 indices = LoadNumber(block + 2, 4) | uint64{LoadNumber(block + 6, 2)} << 32U;
    const auto index = static_cast<uint32>(indices >> (3 * texel) & 7U);
    if (index < 2)
    {
        return (index == 0 ? first : second) / 255;
    }
    if (block[0] > block[1])
    {
        return ((8 - index) * first + (index - 1) * second) / (7 * 255);
    }
    if (index >= 6)
    {
        return index == 6 ? 0 : 1;
    }
    return ((6 - index) * first + (index - 1) * second) / (5 * 255);
}

Color DecodeEnd(uint32 bits) noexcept
{
    return {{(bits >> 11U) / 31.0, (bits >> 5U & 0x3FU) / 63.0, (bits & 0x1FU) / 31.0, 1}};
}

// The colours of a block of eight bytes: two ends of 16 bits and sixteen indices of two. BC1's ends, in ascending
// order, make a hole of the last index.
Color DecodeColors(const uint8* block, uint32 texel, bool mayPunch) noexcept
{
    const uint32 ends[2] = {LoadNumber(block, 2), LoadNumber(block + 2, 2)};
    const uint32 index = LoadNumber(block + 4, 4) >> (2 * texel) & 3U;
    const Color first = DecodeEnd(ends[0]);
    const Color second = DecodeEnd(ends[1]);
    if (index < 2)
    {
        return index == 0 ? first : second;
    }
    if (mayPunch && ends[0] <= ends[1])
    {
        return index == 2 ? Mix(first, second, 0.5) : Color{{0, 0, 0, 0}};
    }
    return Mix(first, second, index == 2 ? 1.0 / 3 : 2.0 / 3);
}

Color DecodeBlock(RasterFormat format, const uint8* block, uint32 texel) noexcept
{
    if (format == RasterFormat::Bc5RgUnorm)
    {
        return {{DecodeChannel(block, texel), DecodeChannel(block + 8, texel), 0, 1}};
    }
    if (format == RasterFormat::Bc1RgbaUnorm)
    {
        return DecodeColors(block, texel, true);
    }
    Color color = DecodeColors(block + 8, texel, false);
    color.Channels[3] = DecodeChannel(block, texel);
    return color;
}

Color DecodeTexel(RasterFormat format, const uint8* texel) noexcept
{
    const FormatFacts& facts = FactsOf(format);
    Color color;
    for (uint32 channel = 0; channel < facts.Channels; ++channel)
    {
        if (format == RasterFormat::Rgba16Float)
        {
            color.Channels[channel] = DecodeHalf(LoadNumber(texel + usize{2} * channel, 2));
            continue;
        }
        const float64 value = texel[channel] / 255.0;
        color.Channels[channel] = facts.IsSrgb && channel < 3 ? DecodeSrgb(value) : value;
    }
    return color;
}

uint32 Address(int64 texel, uint32 extent, RasterAddress address) noexcept
{
    const auto size = static_cast<int64>(extent);
    return static_cast<uint32>(address == RasterAddress::Repeat ? (texel % size + size) % size
                                                                : std::clamp<int64>(texel, 0, size - 1));
}

// A direction as a face and a place on it.
uint32 ToFace(const float64 (&direction)[3], float64& u, float64& v) noexcept
{
    uint32 axis = 0;
    for (uint32 i = 1; i < 3; ++i)
    {
        axis = std::abs(direction[i]) > std::abs(direction[axis]) ? i : axis;
    }
    const bool isNegative = direction[axis] < 0;
    const float64 sign = isNegative ? -1 : 1;
    const float64 s = axis == 0 ? -sign * direction[2] : axis == 1 ? direction[0] : sign * direction[0];
    const float64 t = axis == 1 ? sign * direction[2] : -direction[1];
    const float64 length = std::abs(direction[axis]);
    u = (s / length + 1) / 2;
    v = (t / length + 1) / 2;
    return 2 * axis + (isNegative ? 1 : 0);
}

// Where one axis is read: two texels and the weight of the second; nearest reads one.
struct Taps final
{
    uint32 At[2]{};
    float64 Weight{0};
};

Taps FindTaps(float64 coordinate, uint32 extent, RasterFilter filter, RasterAddress address) noexcept
{
    const bool isLinear = filter == RasterFilter::Linear;
    const float64 place = coordinate * extent - (isLinear ? 0.5 : 0);
    const auto first = static_cast<int64>(std::floor(place));
    return {{Address(first, extent, address), Address(first + 1, extent, address)},
            isLinear ? place - std::floor(place) : 0};
}

Color ReadTexel(const ReferenceTexture& texture, const ReferenceSubresource& part, uint32 column, uint32 row) noexcept
{
    const RasterFormat format = texture.Description.Format;
    const FormatFacts& facts = FactsOf(format);
    const uint8* const bytes = texture.Bytes.Data() + part.Offset + row / facts.BlockEdge * part.RowBytes +
                               usize{column / facts.BlockEdge} * facts.BytesPerBlock;
    return facts.IsCompressed
               ? DecodeBlock(format, bytes, row % facts.BlockEdge * facts.BlockEdge + column % facts.BlockEdge)
               : DecodeTexel(format, bytes);
}

// What is read: the range of a texture that a view shows, by a sampler.
struct Source final
{
    const ReferenceTexture& Texture;
    const TextureViewCreation& Range;
    const SamplerDescription& How;
};

// Where it is read: on a layer of the view, or at a depth of its volume.
struct Place final
{
    float64 U{0};
    float64 V{0};
    float64 W{0};
    uint32 Layer{0};
};

Place FindPlace(const TextureViewCreation& range, const float64 (&coordinate)[3]) noexcept
{
    Place place{coordinate[0], coordinate[1], coordinate[2]};
    if (range.Dimension == TextureDimension::Cube)
    {
        place.Layer = ToFace(coordinate, place.U, place.V);
    }
    else if (range.Dimension == TextureDimension::D2Array)
    {
        place.Layer = static_cast<uint32>(std::clamp(std::floor(coordinate[2] + 0.5), 0.0, range.LayerCount - 1.0));
    }
    return place;
}

Color ReadLevel(const Source& source, const Place& place, uint32 mip) noexcept
{
    const ReferenceTexture& texture = source.Texture;
    const SamplerDescription& how = source.How;
    const uint32 textureMip = source.Range.BaseMip + mip;
    usize first = 0;
    for (uint32 i = 0; i < textureMip; ++i)
    {
        first += texture.LayersOfMip[i];
    }
    const ReferenceSubresource& shape = texture.Parts[first];
    const uint32 layer = source.Range.BaseLayer + place.Layer;
    const Taps x = FindTaps(place.U, shape.Width, how.Filter, how.U);
    const Taps y = FindTaps(place.V, shape.Height, how.Filter, how.V);
    const Taps z = source.Range.Dimension == TextureDimension::D3
                       ? FindTaps(place.W, texture.LayersOfMip[textureMip], how.Filter, how.W)
                       : Taps{{layer, layer}};
    const auto read = [&](uint32 i, uint32 j, uint32 k)
    { return ReadTexel(texture, texture.Parts[first + z.At[k]], x.At[i], y.At[j]); };
    const auto readRow = [&](uint32 j, uint32 k) { return Mix(read(0, j, k), read(1, j, k), x.Weight); };
    const auto readSlice = [&](uint32 k) { return Mix(readRow(0, k), readRow(1, k), y.Weight); };
    return Mix(readSlice(0), readSlice(1), z.Weight);
}

Color ReadMips(const Source& source, const Place& place, float64 lod) noexcept
{
    const SamplerDescription& how = source.How;
    const uint32 last = source.Range.MipCount - 1;
    const float64 wanted = std::clamp(lod, static_cast<float64>(how.MinLod), static_cast<float64>(how.MaxLod));
    const float64 level =
        how.MipFilter == RasterMipFilter::None ? 0.0 : std::clamp(wanted, 0.0, static_cast<float64>(last));
    if (how.MipFilter == RasterMipFilter::Linear)
    {
        const auto base = static_cast<uint32>(level);
        return Mix(ReadLevel(source, place, base), ReadLevel(source, place, std::min(base + 1, last)), level - base);
    }
    return ReadLevel(source, place, static_cast<uint32>(std::ceil(level + 0.5) - 1));
}
} // namespace

bool ReferenceBackend::Sample(uint32 viewSlot, uint32 samplerSlot, const float64 (&coordinate)[3], float64 lod,
                              float64 (&color)[4]) noexcept
{
    const ReferenceView* view = Views.Find(viewSlot);
    const ReferenceSampler* sampler = Samplers.Find(samplerSlot);
    if (view == nullptr || sampler == nullptr || view->State != ReferenceObject::Stage::Ready ||
        sampler->State != ReferenceObject::Stage::Ready || !IsDefined(*view))
    {
        return false;
    }
    const TextureViewCreation& range = view->Creation;
    const Source source{Textures.At(range.Texture), range, sampler->Description};
    const Color read = ReadMips(source, FindPlace(range, coordinate), lod);
    std::copy_n(read.Channels, 4, color);
    return true;
}
} // namespace ludus::graphics::rhi::internal
