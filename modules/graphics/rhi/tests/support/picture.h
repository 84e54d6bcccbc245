// Pictures as tests compare them: four bytes a pixel, rows top first.
#pragma once

#include <ludus/graphics/rhi/frame_readback.h>

#include <array>
#include <ostream>
#include <vector>

namespace ludus::graphics::rhi::tests
{
using namespace foundation::core;

struct Pixel final
{
    uint8 Red{0};
    uint8 Green{0};
    uint8 Blue{0};
    uint8 Alpha{255};

    friend bool operator==(const Pixel&, const Pixel&) = default;

    friend std::ostream& operator<<(std::ostream& out, const Pixel& pixel)
    {
        return out << '(' << int{pixel.Red} << ' ' << int{pixel.Green} << ' ' << int{pixel.Blue} << ' '
                   << int{pixel.Alpha} << ')';
    }
};

struct Picture final
{
    uint32 Width{0};
    uint32 Height{0};
    std::vector<Pixel> Pixels{};

    Picture() = default;

    Picture(uint32 width, uint32 height, Pixel fill) : Width(width), Height(height), Pixels(usize{width} * height, fill)
    {
    }

    [[nodiscard]] Pixel& At(uint32 x, uint32 y) { return Pixels[usize{y} * Width + x]; }

    [[nodiscard]] const Pixel& At(uint32 x, uint32 y) const { return Pixels[usize{y} * Width + x]; }

    void Fill(uint32 x, uint32 y, uint32 width, uint32 height, Pixel color)
    {
        for (uint32 row = y; row < y + height; ++row)
        {
            for (uint32 column = x; column < x + width; ++column)
            {
                At(column, row) = color;
            }
        }
    }
};
} // namespace ludus::graphics::rhi::tests
