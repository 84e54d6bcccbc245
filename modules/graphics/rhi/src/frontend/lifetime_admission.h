// What the entry points of lifetime.h ask after owner, device and frame state: the null output, then the workload.
#pragma once

#include "frontend/admission.h"

namespace ludus::graphics::rhi::internal
{
/// `occupied` is nonzero when the output names something already.
[[nodiscard]] inline RasterVerdict CheckService(const Session& session, uint64 occupied) noexcept
{
    if (occupied != 0)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::OutputOccupied, .Field = "output"}};
    }
    if (!session.Enabled.PortableRaster)
    {
        return {RasterStatus::Unsupported, {.Code = DiagnosticCode::WorkloadUnsupported, .Field = "PortableRaster"}};
    }
    return {};
}

/// Owner, device state and frame state, then the above.
[[nodiscard]] inline RasterVerdict AdmitService(const Session& session, DeviceHandle device, FrameRule rule,
                                                uint64 occupied = 0) noexcept
{
    const RasterVerdict admitted = Admit<RasterStatus>(session, device, rule);
    return admitted.IsAccepted() ? CheckService(session, occupied) : admitted;
}
} // namespace ludus::graphics::rhi::internal
