// Rules of texture transfers: the rectangle inside a mip, its rows in the caller's bytes and in a transfer slice.
#pragma once

#include "boundary/backend.h"
#include "diagnostics/verdict.h"
#include "formats/format_facts.h"

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::internal
{
/// How a rectangle's members are called in a refusal.
struct RegionFields final
{
    const char* Mip{nullptr};
    const char* X{nullptr};
    const char* Y{nullptr};
    const char* Width{nullptr};
    const char* Height{nullptr};
};

constexpr RegionFields REGION_FIELDS{"region.Mip", "region.X", "region.Y", "region.Width", "region.Height"};
constexpr RegionFields SOURCE_REGION_FIELDS{"sourceRegion.Mip", "sourceRegion.X", "sourceRegion.Y",
                                            "sourceRegion.Width", "sourceRegion.Height"};
constexpr RegionFields DESTINATION_REGION_FIELDS{"destinationRegion.Mip", "destinationRegion.X", "destinationRegion.Y",
                                                 "destinationRegion.Width", "destinationRegion.Height"};

/// Rows as the caller has them and as a slice has them.
struct TransferRows final
{
    uint32 Count{0};      // zero: the bytes are a buffer's
    usize RowBytes{0};    // of texels
    usize CallerPitch{0}; // bytes from row to row
    usize SlicePitch{0};  // a multiple of SLICE_ROW_ALIGNMENT

    [[nodiscard]] constexpr usize GetCallerBytes() const noexcept { return CallerPitch * Count; }

    [[nodiscard]] constexpr usize GetSliceBytes() const noexcept { return SlicePitch * Count; }
};

/// The rectangle: nonempty, and inside a mip that the texture has.
RasterVerdict CheckRegion(const TextureDescription& texture, const TextureRegion& region,
                          const RegionFields& fields) noexcept;

/// Whether the texture's kind of texels can be copied from, or to. `field` names the texture.
RasterVerdict CheckTransferUse(const TextureDescription& texture, const DeviceProfile& profile, bool isDestination,
                               const char* field) noexcept;

/// The rows of an accepted rectangle, `rowPitch` bytes apart; at most `limit` bytes on either side.
RasterVerdict CheckRows(const TextureDescription& texture, const TextureRegion& region, usize rowPitch, usize limit,
                        TransferRows& rows) noexcept;

/// Whether the rectangle is its whole mip.
[[nodiscard]] bool IsWholeMip(const TextureDescription& texture, const TextureRegion& region) noexcept;
} // namespace ludus::graphics::rhi::internal
