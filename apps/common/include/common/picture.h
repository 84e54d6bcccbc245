// A picture in memory, to and from PNG files, and how far two of them differ.
#pragma once

#include <ludus/foundation/base/types.h>

#include <string>
#include <vector>

namespace ludus::apps
{
/// Eight bits a channel, R, G, B, A, rows top first without padding; colours are sRGB-encoded.
struct Picture final
{
    foundation::uint32 Width{0};
    foundation::uint32 Height{0};
    std::vector<foundation::uint8> Rgba{};

    /// First of the four bytes of a pixel inside the picture.
    [[nodiscard]] const foundation::uint8* At(foundation::uint32 x, foundation::uint32 y) const noexcept
    {
        return Rgba.data() + (static_cast<foundation::usize>(y) * Width + x) * 4;
    }
};

/// Writes a PNG file. On failure false, `problem` says why in one sentence, and no half-written file is left.
[[nodiscard]] bool WritePng(const std::string& path, const Picture& picture, std::string& problem);

/// Reads a PNG file of any kind as RGBA. On failure false and `picture` keeps its value.
[[nodiscard]] bool ReadPng(const std::string& path, Picture& picture, std::string& problem);

struct PictureDifference final
{
    bool IsSameSize{false};
    foundation::uint32 Largest{0};    // of any channel of any pixel
    foundation::usize PixelsAbove{0}; // pixels with a channel that differs by more than the threshold
    foundation::uint32 FirstX{0};     // of the first such pixel
    foundation::uint32 FirstY{0};
};

[[nodiscard]] PictureDifference ComparePictures(const Picture& a, const Picture& b, foundation::uint32 threshold);
} // namespace ludus::apps
