// BeginGpuScope and EndGpuScope of gpu_scope.h: named ranges of the open frame's passes.
#include "frontend/admission.h"
#include "frontend/gpu_scope.h"
#include "frontend/raster_pass.h"

namespace ludus::graphics::rhi
{
using namespace internal;

RasterStatus BeginGpuScope(DeviceHandle device, const GpuScopeDescription& scope) noexcept
{
    constexpr const char* OPERATION = "BeginGpuScope";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Inside); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const FramePasses& passes = session.Frame.Passes;
    if (passes.IsScopeOpen)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::ScopeNested);
    }
    if (!IsGpuScope(scope))
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription, DiagnosticCode::ScopeInvalid, "scope");
    }
    const uint32 limit = session.Description.Storage.PassesPerGraph;
    if (passes.Scopes >= limit)
    {
        return Refuse(OPERATION, RasterStatus::CapacityExceeded,
                      {.Code = DiagnosticCode::ScopesExhausted, .Got = limit, .Allowed = limit});
    }
    OpenScope(session, scope);
    return RasterStatus::Ready;
}

RasterStatus EndGpuScope(DeviceHandle device) noexcept
{
    constexpr const char* OPERATION = "EndGpuScope";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Inside); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (!session.Frame.Passes.IsScopeOpen)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::ScopeNotOpen);
    }
    CloseScope(session);
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
