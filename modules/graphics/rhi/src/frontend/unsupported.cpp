// Entry points whose workload no device of this version offers: declared, checked for their owner, refused by name.
#include "frontend/admission.h"

#include <ludus/graphics/rhi/gpu_scope.h>

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

RasterStatus RequestBufferUpdate(DeviceHandle device, BufferHandle /*buffer*/, usize /*offset*/, const uint8* /*bytes*/,
                                 usize /*size*/, TransferTicket& /*ticket*/) noexcept
{
    return Decline(device, "RequestBufferUpdate");
}

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

RasterStatus GetStatus(DeviceHandle device, TransferTicket /*ticket*/) noexcept
{
    return Decline(device, "GetStatus");
}

RasterStatus Release(DeviceHandle device, TransferTicket& /*ticket*/) noexcept
{
    return Decline(device, "Release");
}

// ---- measurement.h ----

RasterStatus ArmGpuTiming(DeviceHandle device) noexcept
{
    return Decline(device, "ArmGpuTiming");
}

RasterStatus GetGpuTiming(DeviceHandle device, GpuTiming& /*timing*/) noexcept
{
    return Decline(device, "GetGpuTiming");
}

RasterStatus GetMeasurementAdapter(DeviceHandle device, MeasurementAdapter& /*adapter*/) noexcept
{
    return Decline(device, "GetMeasurementAdapter");
}

RasterStatus GetAllocationTelemetry(DeviceHandle device, AllocationTelemetry& /*telemetry*/) noexcept
{
    return Decline(device, "GetAllocationTelemetry");
}

// ---- gpu_scope.h ----

RasterStatus ArmGpuPassTimings(DeviceHandle device) noexcept
{
    return Decline(device, "ArmGpuPassTimings");
}

RasterStatus GetGpuPassTimings(DeviceHandle device, GpuPassTimings& /*outTimings*/) noexcept
{
    return Decline(device, "GetGpuPassTimings");
}

RasterStatus BeginGpuScope(DeviceHandle device, const GpuScopeDescription& /*scope*/) noexcept
{
    return Decline(device, "BeginGpuScope");
}

RasterStatus EndGpuScope(DeviceHandle device) noexcept
{
    return Decline(device, "EndGpuScope");
}

} // namespace ludus::graphics::rhi
