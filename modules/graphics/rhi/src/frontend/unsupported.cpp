// Entry points whose workload no device of this version offers: declared, checked for their owner, refused by name.
#include "frontend/admission.h"

#include <ludus/graphics/rhi/compute.h>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
RasterStatus Decline(DeviceHandle device, const char* operation) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(GetSession(), device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(operation, verdict);
    }
    return Refuse(operation, RasterStatus::Unsupported, DiagnosticCode::UnsupportedHere, operation);
}
} // namespace

// ---- lifetime.h ----

RasterStatus RequestTextureUpdate(DeviceHandle device, TextureHandle /*texture*/, const TextureRegion& /*region*/,
                                  const uint8* /*bytes*/, usize /*byteCount*/, usize /*rowPitch*/,
                                  TransferTicket& /*ticket*/) noexcept
{
    return Decline(device, "RequestTextureUpdate");
}

RasterStatus RequestTextureCopy(DeviceHandle device, TextureHandle /*source*/, const TextureRegion& /*sourceRegion*/,
                                TextureHandle /*destination*/, const TextureRegion& /*destinationRegion*/,
                                TransferTicket& /*ticket*/) noexcept
{
    return Decline(device, "RequestTextureCopy");
}

RasterStatus RequestTextureReadback(DeviceHandle device, TextureHandle /*texture*/, const TextureRegion& /*region*/,
                                    usize /*rowPitch*/, ReadbackTicket& /*ticket*/) noexcept
{
    return Decline(device, "RequestTextureReadback");
}
} // namespace ludus::graphics::rhi
