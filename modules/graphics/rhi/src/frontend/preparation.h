// Creations that a worker prepares: how many may be on their way, and which they are.
#pragma once

#include "frontend/admission.h"

namespace ludus::graphics::rhi::internal
{
/// Whether one more creation may be handed to the worker; looks once more when the first look finds no room.
[[nodiscard]] inline RasterVerdict AdmitPreparation(Session& session, bool isAsynchronous) noexcept
{
    if (!isAsynchronous || session.Preparations < MAX_WORKER_QUEUE_TASKS)
    {
        return {};
    }
    session.Poll();
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (session.Preparations < MAX_WORKER_QUEUE_TASKS)
    {
        return {};
    }
    return {RasterStatus::CapacityExceeded,
            {.Code = DiagnosticCode::PreparationsExhausted,
             .Got = session.Preparations,
             .Allowed = MAX_WORKER_QUEUE_TASKS}};
}

/// A creation was answered: counts it while it is on its way.
inline void NotePreparation(Session& session, RecordKind kind, uint32 slot, bool isAsynchronous,
                            BackendStatus status) noexcept
{
    if (isAsynchronous && status == BackendStatus::Pending)
    {
        session.Records.Cold(kind, slot).IsPreparing = true;
        ++session.Preparations;
    }
}
} // namespace ludus::graphics::rhi::internal
