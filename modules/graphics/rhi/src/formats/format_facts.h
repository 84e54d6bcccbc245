// What is true of each texel format on every device, and the arithmetic of mips, rows and bytes that follows from it.
#pragma once

#include <ludus/foundation/base/checked.h>
#include <ludus/graphics/rhi/raster.h>

#include <algorithm>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

struct FormatFacts final
{
    const char* Name{nullptr};
    uint32 BytesPerBlock{0}; // of a texel, where BlockEdge is one
    uint32 BlockEdge{1};     // texels along one side of a block
    uint32 PitchMultiple{4}; // caller's row pitches are multiples of it
    uint32 Channels{0};
    bool IsSrgb{false};
    bool IsCompressed{false};
};

/// Indexed by RasterFormat.
constexpr FormatFacts FORMAT_FACTS[RASTER_FORMAT_COUNT] = {
    {"Rgba8Unorm", 4, 1, 4, 4, false, false},    {"Rgba8Srgb", 4, 1, 4, 4, true, false},
    {"R8Unorm", 1, 1, 4, 1, false, false},       {"Rg8Unorm", 2, 1, 4, 2, false, false},
    {"Rgba16Float", 8, 1, 8, 4, false, false},   {"Bc1RgbaUnorm", 8, 4, 8, 4, false, true},
    {"Bc3RgbaUnorm", 16, 4, 16, 4, false, true}, {"Bc5RgUnorm", 16, 4, 16, 2, false, true},
};

/// Mips of the longest chain that the library takes.
constexpr uint32 MAX_MIP_LEVELS = 16;

/// Faces of a cube, in the order +X, -X, +Y, -Y, +Z, -Z.
constexpr uint32 CUBE_FACES = 6;

/// Bytes of one sample of the depth that belongs to every attachment.
constexpr uint32 PRIVATE_DEPTH_BYTES = 4;

[[nodiscard]] constexpr bool IsKnownFormat(RasterFormat format) noexcept
{
    return static_cast<usize>(format) < RASTER_FORMAT_COUNT;
}

/// Facts of a known format.
[[nodiscard]] constexpr const FormatFacts& FactsOf(RasterFormat format) noexcept
{
    return FORMAT_FACTS[static_cast<usize>(format)];
}

/// An extent of mip `mip`: halved each time, rounded down, never below one.
[[nodiscard]] constexpr uint32 MipExtent(uint32 extent, uint32 mip) noexcept
{
    const uint32 halved = mip < 32 ? extent >> mip : 0;
    return halved == 0 ? 1 : halved;
}

/// Mips of a full chain down to one texel: 1 + log2 of the largest extent. Zero when every extent is zero.
[[nodiscard]] constexpr uint32 MaxMipLevels(uint32 width, uint32 height, uint32 depth) noexcept
{
    uint32 levels = 0;
    for (uint32 bits = width | height | depth; bits != 0; bits >>= 1)
    {
        ++levels;
    }
    return levels;
}

/// Layers of array attachments; a device whose attachments have one layer draws to no arrays.
[[nodiscard]] constexpr uint32 AttachmentLayersOf(const FormatCapabilities& offered) noexcept
{
    return offered.MaxAttachmentLayers > 1 ? std::min(offered.MaxArrayLayers, offered.MaxAttachmentLayers) : 0;
}

/// Rows of blocks that cover `height` texels.
[[nodiscard]] constexpr uint32 RowsOf(const FormatFacts& facts, uint32 height) noexcept
{
    return static_cast<uint32>(foundation::DivideUp(height, facts.BlockEdge));
}

/// Bytes of one row of blocks that covers `width` texels, without padding.
[[nodiscard]] constexpr uint64 RowBytesOf(const FormatFacts& facts, uint32 width) noexcept
{
    return foundation::DivideUp(width, facts.BlockEdge) * facts.BytesPerBlock;
}

/// The smallest pitch that an upload of `width` texels may state.
[[nodiscard]] constexpr uint64 SmallestRowPitch(const FormatFacts& facts, uint32 width) noexcept
{
    return foundation::AlignUp(RowBytesOf(facts, width), facts.PitchMultiple);
}

/// Layers, faces or depth slices of mip `mip`: only a volume's depth shrinks.
[[nodiscard]] constexpr uint32 SlicesOf(TextureDimension dimension, uint32 depthOrLayers, uint32 mip) noexcept
{
    return dimension == TextureDimension::D3 ? MipExtent(depthOrLayers, mip) : depthOrLayers;
}

/// Bytes of one mip with padded rows: pitch * rows * slices. False when that does not fit in 64 bits.
[[nodiscard]] constexpr bool TryLevelBytes(uint64 rowPitch, uint32 rows, uint32 slices, uint64& bytes) noexcept
{
    return foundation::TryMultiply(rowPitch, rows, bytes) && foundation::TryMultiply(bytes, slices, bytes);
}

/// Bytes of texels, without padding, of `mips` mips from `baseMip` on, with `layers` layers each or all of a volume's
/// slices. The description is accepted, so that they fit.
[[nodiscard]] constexpr uint64 TexelBytes(const TextureDescription& description, uint32 baseMip, uint32 mips,
                                          uint32 layers) noexcept
{
    const FormatFacts& facts = FactsOf(description.Format);
    const bool isVolume = description.Dimension == TextureDimension::D3;
    uint64 bytes = 0;
    for (uint32 mip = baseMip; mip < baseMip + mips; ++mip)
    {
        const uint64 slices = isVolume ? MipExtent(description.DepthOrLayers, mip) : layers;
        bytes += RowBytesOf(facts, MipExtent(description.Width, mip)) *
                 RowsOf(facts, MipExtent(description.Height, mip)) * slices;
    }
    return bytes;
}

/// Logical bytes of an allocation, as ResourceBytes counts them: every block of every mip, slice and sample, and the
/// private depth of attachments. False when that does not fit in 64 bits. The description's format is known.
[[nodiscard]] constexpr bool TryTextureBytes(const TextureDescription& description, uint64& bytes) noexcept
{
    const FormatFacts& facts = FactsOf(description.Format);
    bytes = 0;
    for (uint32 mip = 0; mip < description.MipLevels; ++mip)
    {
        const uint32 width = MipExtent(description.Width, mip);
        const uint32 height = MipExtent(description.Height, mip);
        const uint32 slices = SlicesOf(description.Dimension, description.DepthOrLayers, mip);
        uint64 color = 0;
        if (!TryLevelBytes(RowBytesOf(facts, width), RowsOf(facts, height), slices, color) ||
            !foundation::TryMultiply(color, description.SampleCount, color) || !foundation::TryAdd(bytes, color, bytes))
        {
            return false;
        }
        uint64 depth = 0;
        if (description.Attachment && (!TryLevelBytes(uint64{width} * PRIVATE_DEPTH_BYTES, height, slices, depth) ||
                                       !foundation::TryMultiply(depth, description.SampleCount, depth) ||
                                       !foundation::TryAdd(bytes, depth, bytes)))
        {
            return false;
        }
    }
    return true;
}
} // namespace ludus::graphics::rhi::internal
