#include "frontend/inspect.h"

#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
SessionInspection InspectSession() noexcept
{
    const Session& session = GetSession();
    return {
        .HasSession = session.Owner != 0,
        .LiveRecords = session.Records.CountOccupied(),
        .LiveBackendObjects = session.Native ? session.Native->CountLiveObjects() : 0,
        .ResourceBytes = session.Records.GetResourceBytes(),
        .BindingDescriptors = session.Records.GetDescriptors(),
        .NextOrdinal = session.NextOrdinal,
        .CompletedOrdinal = session.Completed,
    };
}
} // namespace ludus::graphics::rhi::internal
