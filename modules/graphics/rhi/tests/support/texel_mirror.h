// A texture as the CPU knows it: an upload of any format, dimension, mip and layer, and what each of its texels reads
// as.
#pragma once

#include "picture.h"

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi::tests
{
/// Texels of one mip.
struct MirrorLevel final
{
    uint32 Width{0};
    uint32 Height{0};
    uint32 Slices{0};            // layers, faces or depth
    std::vector<Pixel> Texels{}; // slice by slice, row by row

    [[nodiscard]] const Pixel& At(uint32 slice, uint32 x, uint32 y) const
    {
        return Texels[(usize{slice} * Height + y) * Width + x];
    }
};

/// An upload whose rows are padded, and what it holds.
struct TexelMirror final
{
    TextureDescription Description{};
    std::vector<uint8> Bytes{};
    std::vector<TextureMipUpload> Mips{};
    std::vector<MirrorLevel> Levels{};
    float Scale{1}; // what texels are multiplied with to become the pixels

    // Steps that a channel may be off by: devices interpolate the eight values of BC3's and BC5's blocks with fewer
    // bits than these numbers have. The values of a block lie ten steps apart at least.
    int Tolerance{0};

    [[nodiscard]] TextureUpload GetUpload() const { return {.Bytes = Bytes, .RowPitch = 0, .Mips = Mips}; }
};

/// Fills every texel of the texture with a value of its own, chosen such that reading it rounds in one way only: block
/// formats use all their modes. `seed`: another one, other values.
[[nodiscard]] TexelMirror MakeMirror(const TextureDescription& description, uint32 seed = 1);
} // namespace ludus::graphics::rhi::tests
