// A box filter by exact areas: works for any size, so odd levels neither shift nor lose their last row.
#include "mips.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ludus::view
{
namespace
{
float32 DecodeSrgb(float32 value)
{
    return value <= 0.04045F ? value / 12.92F : std::pow((value + 0.055F) / 1.055F, 2.4F);
}

float32 EncodeSrgb(float32 value)
{
    return value <= 0.0031308F ? value * 12.92F : 1.055F * std::pow(value, 1.0F / 2.4F) - 0.055F;
}

const std::array<float32, 256>& DecodeTable()
{
    static const std::array<float32, 256> s_Table = []
    {
        std::array<float32, 256> table{};
        for (usize code = 0; code < table.size(); ++code)
        {
            table[code] = DecodeSrgb(static_cast<float32>(code) / 255.0F);
        }
        return table;
    }();
    return s_Table;
}

uint8 ToByte(float32 value)
{
    return static_cast<uint8>(std::clamp(value * 255.0F + 0.5F, 0.0F, 255.0F));
}

/// Length of what [first, last) and texel number `index` have in common.
float32 Overlap(float32 first, float32 last, uint32 index)
{
    const auto low = static_cast<float32>(index);
    return std::max(0.0F, std::min(last, low + 1.0F) - std::max(first, low));
}

/// How the texels of an image are averaged.
struct Sum final
{
    explicit Sum(bool isData) : IsData(isData) {}

    bool IsData;
    float32 Color[3]{}; // weighted by area and alpha
    float32 Plain[3]{}; // weighted by area, for areas that are invisible altogether
    float32 Alpha{0};
    float32 Area{0};

    void Add(const uint8* texel, float32 area)
    {
        const float32 alpha = static_cast<float32>(texel[3]) / 255.0F * area;
        if (IsData)
        {
            for (usize channel = 0; channel < 3; ++channel)
            {
                Plain[channel] += static_cast<float32>(texel[channel]) / 255.0F * area;
            }
            Alpha += alpha;
            Area += area;
            return;
        }
        for (usize channel = 0; channel < 3; ++channel)
        {
            const float32 linear = DecodeTable()[texel[channel]];
            Color[channel] += linear * alpha;
            Plain[channel] += linear * area;
        }
        Alpha += alpha;
        Area += area;
    }

    void Write(uint8* texel) const
    {
        for (usize channel = 0; channel < 3; ++channel)
        {
            texel[channel] = IsData ? ToByte(Plain[channel] / Area)
                                    : ToByte(EncodeSrgb(Alpha > 0 ? Color[channel] / Alpha : Plain[channel] / Area));
        }
        texel[3] = ToByte(Alpha / Area);
    }
};

usize ChainBytes(uint32 width, uint32 height, bool hasMips)
{
    usize bytes = 0;
    do
    {
        bytes += usize{width} * height * 4;
        hasMips = hasMips && (width > 1 || height > 1);
        width = std::max(width / 2, 1U);
        height = std::max(height / 2, 1U);
    } while (hasMips);
    return bytes;
}

/// An image of another size, whose texels are still to be averaged.
Image MakeSmaller(const Image& image, uint32 width, uint32 height)
{
    Image small;
    small.Width = width;
    small.Height = height;
    small.Name = image.Name;
    small.IsData = image.IsData;
    small.Rgba.resize(usize{width} * height * 4);
    return small;
}

void ShrinkRows(const Image& image, Image& small, uint32 firstRow, uint32 endRow)
{
    const float32 stepX = static_cast<float32>(image.Width) / static_cast<float32>(small.Width);
    const float32 stepY = static_cast<float32>(image.Height) / static_cast<float32>(small.Height);
    for (uint32 y = firstRow; y < endRow; ++y)
    {
        const float32 top = static_cast<float32>(y) * stepY;
        const uint32 lastRow = std::min(static_cast<uint32>(std::ceil(top + stepY)), image.Height);
        for (uint32 x = 0; x < small.Width; ++x)
        {
            const float32 left = static_cast<float32>(x) * stepX;
            const uint32 lastColumn = std::min(static_cast<uint32>(std::ceil(left + stepX)), image.Width);
            Sum sum(image.IsData);
            for (auto row = static_cast<uint32>(top); row < lastRow; ++row)
            {
                const float32 rowShare = Overlap(top, top + stepY, row);
                for (auto column = static_cast<uint32>(left); column < lastColumn; ++column)
                {
                    sum.Add(&image.Rgba[(usize{row} * image.Width + column) * 4],
                            rowShare * Overlap(left, left + stepX, column));
                }
            }
            sum.Write(&small.Rgba[(usize{y} * small.Width + x) * 4]);
        }
    }
}
} // namespace

Image ShrinkImage(const Image& image, uint32 width, uint32 height)
{
    Image small = MakeSmaller(image, width, height);
    ShrinkRows(image, small, 0, height);
    return small;
}

bool MipWork::IsTooLarge(const Image& image) const noexcept
{
    return (image.Width > MaxEdge || image.Height > MaxEdge ||
            ChainBytes(image.Width, image.Height, HasMips) > MaxBytes) &&
           (image.Width > 1 || image.Height > 1);
}

bool MipWork::BeginLevel()
{
    const Image& level = Current();
    if (!Chain.Levels.empty() || !IsTooLarge(level))
    {
        Chain.Levels.push_back({level.Width, level.Height, Chain.Rgba.size()});
        Chain.Rgba.insert(Chain.Rgba.end(), level.Rgba.begin(), level.Rgba.end());
        if (!HasMips || Chain.Levels.size() >= MaxLevels || (level.Width == 1 && level.Height == 1))
        {
            return false;
        }
    }
    Next = MakeSmaller(level, std::max(level.Width / 2, 1U), std::max(level.Height / 2, 1U));
    Row = 0;
    return true;
}

bool MipWork::Advance(usize texels)
{
    IsComplete = IsComplete || (Next.Rgba.empty() && !BeginLevel());
    if (IsComplete)
    {
        return true;
    }
    const usize rows = std::max(texels / Next.Width, usize{1});
    const uint32 end = Row + static_cast<uint32>(std::min(rows, usize{Next.Height - Row}));
    ShrinkRows(Current(), Next, Row, end);
    Row = end;
    if (Row == Next.Height)
    {
        Level = std::exchange(Next, {});
        IsShrunk = true;
    }
    return false;
}

MipChain MakeMipChain(const Image& image, bool hasMips, uint32 maxEdge, uint32 maxLevels, usize maxBytes)
{
    MipWork work(image, hasMips, maxEdge, maxLevels, maxBytes);
    while (!work.Advance(usize{image.Width} * image.Height))
    {
    }
    return work.GetChain();
}
} // namespace ludus::view
