// Rules of buffer creation.

#include "validation/buffer.h"

#include "formats/role_facts.h"
#include "validation/refuse.h"

namespace ludus::graphics::rhi::internal
{
RasterVerdict CheckBuffer(const BufferDescription& description, std::span<const uint8> bytes,
                          const DeviceProfile& profile, const DeviceFeatures& enabled) noexcept
{
    if (!IsKnownRole(description.Role))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "BufferDescription.Role", NumberOf(description.Role));
    }
    const RoleFacts& facts = FactsOf(description.Role);
    if (description.Size == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, "BufferDescription.Size");
    }
    if (description.Size % facts.SizeUnit != 0)
    {
        return Malformed(DiagnosticCode::ValueMisaligned, "BufferDescription.Size", description.Size, facts.SizeUnit);
    }
    if (bytes.data() == nullptr || bytes.empty())
    {
        return Malformed(DiagnosticCode::UploadMissing, "bytes", 0, description.Size);
    }
    if (bytes.size() != description.Size)
    {
        return Malformed(DiagnosticCode::UploadSizeWrong, "bytes", bytes.size(), description.Size);
    }
    if (description.Size > profile.Raster.MaxBufferSize)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "BufferDescription.Size", description.Size,
                         profile.Raster.MaxBufferSize);
    }
    if (IsIndexRole(description.Role) && uint64{description.Size} >> facts.IndexShift > MAX_BUFFER_INDICES)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "BufferDescription.Size", description.Size,
                         MAX_BUFFER_INDICES << facts.IndexShift);
    }
    if (facts.IsStorage && !enabled.Compute)
    {
        return Unavailable("BufferDescription.Role");
    }
    if (facts.IsIndirect && !enabled.IndirectRendering)
    {
        return Unavailable("BufferDescription.Role");
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
