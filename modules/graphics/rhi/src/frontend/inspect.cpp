#include "frontend/inspect.h"

#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
SessionInspection InspectSession() noexcept
{
    Session& session = GetSession();
    return {
        .HasSession = session.Owner != 0,
        .LiveRecords = session.Records.CountOccupied(),
        .LiveBackendObjects = session.Native ? session.Native->CountLiveObjects() : 0,
        .CommittedBlocks = session.Records.CountCommittedBlocks(),
        .ResourceBytes = session.Records.GetResourceBytes(),
        .BindingDescriptors = session.Records.GetDescriptors(),
        .NextOrdinal = session.NextOrdinal,
        .CompletedOrdinal = session.Completed,
    };
}
} // namespace ludus::graphics::rhi::internal
