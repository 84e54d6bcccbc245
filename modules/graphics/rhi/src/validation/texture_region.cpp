#include "validation/texture_region.h"

#include "validation/refuse.h"

#include <ludus/foundation/base/checked.h>

namespace ludus::graphics::rhi::internal
{
namespace
{
/// Unit of the caller's pitch.
constexpr usize CALLER_PITCH_UNIT = 4;

RasterVerdict CheckEdge(uint32 start, uint32 size, uint32 available, const char* startField,
                        const char* sizeField) noexcept
{
    if (size == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, sizeField);
    }
    const uint64 end = uint64{start} + size;
    return end > available ? Malformed(DiagnosticCode::RangeOutside, startField, end, available) : RasterVerdict{};
}
} // namespace

RasterVerdict CheckRegion(const TextureDescription& texture, const TextureRegion& region,
                          const RegionFields& fields) noexcept
{
    if (region.Mip >= texture.MipLevels)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, fields.Mip, region.Mip, texture.MipLevels - 1);
    }
    if (const RasterVerdict verdict =
            CheckEdge(region.X, region.Width, MipExtent(texture.Width, region.Mip), fields.X, fields.Width);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    return CheckEdge(region.Y, region.Height, MipExtent(texture.Height, region.Mip), fields.Y, fields.Height);
}

RasterVerdict CheckTransferUse(const TextureDescription& texture, const DeviceProfile& profile, bool isDestination,
                               const char* field) noexcept
{
    const FormatUses& uses = profile.Formats[static_cast<usize>(texture.Format)].Uses;
    if (!(isDestination ? uses.CopyDestination : uses.CopySource) || texture.Dimension != TextureDimension::D2 ||
        texture.SampleCount != 1)
    {
        return Unavailable(field, 0, DiagnosticCode::TransferFormatUnavailable);
    }
    if (isDestination && texture.RetainCpuContent)
    {
        return Unavailable(field, 0, DiagnosticCode::RetainedContentImmutable);
    }
    return {};
}

RasterVerdict CheckRows(const TextureDescription& texture, const TextureRegion& region, usize rowPitch, usize limit,
                        TransferRows& rows) noexcept
{
    const uint64 rowBytes = RowBytesOf(FactsOf(texture.Format), region.Width);
    if (rowPitch % CALLER_PITCH_UNIT != 0)
    {
        return Malformed(DiagnosticCode::ValueMisaligned, "rowPitch", rowPitch, CALLER_PITCH_UNIT);
    }
    if (rowPitch < rowBytes)
    {
        return Malformed(DiagnosticCode::ValueTooSmall, "rowPitch", rowPitch, rowBytes);
    }
    uint64 callerBytes = 0;
    if (!foundation::TryMultiply(uint64{rowPitch}, region.Height, callerBytes))
    {
        return Malformed(DiagnosticCode::SizeOverflow, "the rows");
    }
    if (callerBytes > limit)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "rowPitch times the rows", callerBytes, limit);
    }
    const uint64 slicePitch = foundation::AlignUp(rowBytes, SLICE_ROW_ALIGNMENT);
    if (slicePitch * region.Height > limit)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "the rows' size, each in a multiple of 256 bytes,",
                         slicePitch * region.Height, limit);
    }
    rows = {
        .Count = region.Height,
        .RowBytes = static_cast<usize>(rowBytes),
        .CallerPitch = rowPitch,
        .SlicePitch = static_cast<usize>(slicePitch),
    };
    return {};
}

bool IsWholeMip(const TextureDescription& texture, const TextureRegion& region) noexcept
{
    return region.Width == MipExtent(texture.Width, region.Mip) &&
           region.Height == MipExtent(texture.Height, region.Mip);
}
} // namespace ludus::graphics::rhi::internal
