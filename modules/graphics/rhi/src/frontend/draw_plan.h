// Draws and dispatches that are kept for later: the runs of a command batch or a graph, and leases on all they use.
//
// A plan records like the open frame does (draw_recorder.h), into storage of its own and with a recording state of its
// own. A record that it uses for the first time gets one lease: `HotHead::Mark` remembers which plan took the last one,
// so that a plan which records alone leases each record once. At submission leases turn into the submission's stamps.
#pragma once

#include "frontend/draw_rules.h"
#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
/// Readies a plan for recording under a generation of its own; its storage stays from earlier use. `prefix` bytes at
/// the start of the stream are left to the caller. False when memory is refused.
[[nodiscard]] bool OpenPlan(Session& session, DrawPlan& plan, uint64 generation, usize prefix) noexcept;

/// Opens a run of draws for a pass of the given key. False when memory is refused.
[[nodiscard]] bool BeginPlanRun(Session& session, DrawPlan& plan, uint32 passKey) noexcept;

/// Records one packet into the open run. `rules` say how a refusal is found and named.
[[nodiscard]] RasterStatus RecordPlanDraw(Session& session, DrawPlan& plan, DeviceHandle device, const RasterDraw& draw,
                                          const DrawRules& rules) noexcept;

/// Whether the next packet may be recorded with nothing else looked at: a run is open with room for it, no record has
/// changed and no frame was opened since the packet before.
[[nodiscard]] inline bool IsPlanOpen(const DrawPlan& plan, DeviceHandle device) noexcept
{
    return DeviceAccess::Owner(device) == plan.State.PassOwner && plan.Epoch == s_RecordChanges;
}

/// Closes the run: its command is complete in the stream, or absent when no draw was recorded.
void EndPlanRun(Session& session, DrawPlan& plan) noexcept;

/// One dispatch, every rule checked.
struct PlanDispatch final
{
    uint32 Pipeline{NO_SLOT};
    uint32 Set{NO_SLOT};
    uint32 Groups[3]{};
    const RasterBindingOffsets* Offsets{nullptr};
};

/// Records a dispatch as a run of its own, which EndPlanDispatch closes and AbandonPlanRun undoes. False, changing
/// nothing, when memory is refused.
[[nodiscard]] bool RecordPlanDispatch(Session& session, DrawPlan& plan, const PlanDispatch& dispatch) noexcept;

/// The dispatch is complete in the stream.
void EndPlanDispatch(DrawPlan& plan) noexcept;

/// Undoes the open run: its draws and the leases that they took. Segments of the ring stay held.
void AbandonPlanRun(Session& session, DrawPlan& plan) noexcept;

/// No packet follows: bytes written to the ring from now on are not the plan's.
void FinishPlan(Session& session, DrawPlan& plan) noexcept;

/// The draws recorded so far, over all runs.
[[nodiscard]] uint32 GetPlanDraws(const DrawPlan& plan) noexcept;

/// Between frames: whether the attachments that the plan's packets show may be sampled now by the stages that see them.
[[nodiscard]] RasterVerdict CheckPlanAttachments(Session& session, const DrawPlan& plan) noexcept;

/// Drafts their use by the submission that follows.
void DraftPlanAttachments(Session& session, const DrawPlan& plan) noexcept;

/// The plan was accepted as `ordinal`: its leases and ring segments last until that has completed.
void StampPlan(Session& session, DrawPlan& plan, uint64 ordinal) noexcept;

/// The plan will never be submitted: lets go of everything at once.
void DropPlan(Session& session, DrawPlan& plan) noexcept;
} // namespace ludus::graphics::rhi::internal
