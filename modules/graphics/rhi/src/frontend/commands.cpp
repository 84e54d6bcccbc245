// Command batches of lifetime.h: recorded between frames, kept with all they use, drawn as one frame each.
//
// A batch's stream has room for its pass at the start, the run of its draws after it, and the pass's end. Submission
// fills in the pass for the target that was acquired, so that a batch outlives a change of the target's extent.
#include "frontend/frame.h"
#include "frontend/lifetime_admission.h"
#include "frontend/plan_road.h"
#include "frontend/uniform_ring.h"

#include <cassert>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr DrawRules RULES{
    .Operation = "RecordDraw", .Noun = "The batch", .IsInsideFrame = false, .PassKey = SURFACE_PASS_KEY};

// Batches that were submitted have given their handle up.
CommandBatchRecord* FindBatch(Session& session, const CommandBatch& batch) noexcept
{
    CommandBatchRecord* record = session.Batches.Find(LifetimeAccess::Slot(batch), LifetimeAccess::Generation(batch));
    const bool isOwn = session.Owner != 0 && LifetimeAccess::Owner(batch) == session.Owner;
    return isOwn && record != nullptr && record->State != BatchState::Submitted ? record : nullptr;
}

RasterVerdict AdmitBatch(Session& session, DeviceHandle device, const CommandBatch& batch, CommandBatchRecord*& record,
                         uint64 occupied = 0) noexcept
{
    if (const RasterVerdict verdict = AdmitService(session, device, FrameRule::Between, occupied);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    record = FindBatch(session, batch);
    if (record == nullptr)
    {
        return {RasterStatus::InvalidHandle, {.Code = DiagnosticCode::StaleHandle, .Field = "batch"}};
    }
    return {};
}

// The slow road of RecordDraw: every check in order, room for more draws, then the packet.
[[gnu::noinline, gnu::cold]] RasterStatus RecordSlowly(Session& session, DeviceHandle device, const CommandBatch& batch,
                                                       const RasterDraw& draw) noexcept
{
    CommandBatchRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitBatch(session, device, batch, record); !verdict.IsAccepted())
    {
        return Refuse(RULES.Operation, verdict);
    }
    assert(record != nullptr); // an accepted batch was found
    if (record->State != BatchState::Recording)
    {
        return Refuse(RULES.Operation, RasterStatus::InvalidState, DiagnosticCode::BatchFinished);
    }
    s_LastPlan = &record->Plan;
    return RecordPlanDraw(session, record->Plan, device, draw, RULES);
}

// The stream for the acquired target.
std::span<const uint8> FinishStream(const Session& session, DrawPlan& plan) noexcept
{
    Put(plan.Stream.Data(), MakeSurfacePass(session));
    uint8* end = Put(plan.Stream.Data() + plan.Used,
                     CommandHeader{.Kind = CommandKind::EndPass, .Bytes = sizeof(CommandHeader)});
    return {plan.Stream.Data(), static_cast<usize>(end - plan.Stream.Data())};
}
} // namespace

RasterStatus BeginCommands(DeviceHandle device, CommandBatch& output) noexcept
{
    constexpr const char* OPERATION = "BeginCommands";
    Session& session = GetSession();
    session.PollOf(device); // completed batches give their places back
    if (const RasterVerdict verdict =
            AdmitService(session, device, FrameRule::Between, LifetimeAccess::Generation(output));
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict =
            session.Batches.Take(session.Description.Storage.CommandBatches, "command batches", slot);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    CommandBatchRecord& record = session.Batches.At(slot);
    if (!OpenPlan(session, record.Plan, record.Generation, sizeof(OneColorPass)) ||
        !BeginPlanRun(session, record.Plan, RULES.PassKey))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Batches.Return(slot);
        return Refuse(OPERATION, verdict);
    }
    record.State = BatchState::Recording;
    record.Ordinal = 0;
    output = LifetimeAccess::Make<CommandBatch>(session.Owner, record.Generation, slot);
    return RasterStatus::Ready;
}

RasterStatus RecordDraw(DeviceHandle device, CommandBatch batch, const RasterDraw& draw) noexcept
{
    // Generations are unique in the process, and a plan has none unless it belongs to a batch that is not submitted.
    DrawPlan* plan = s_LastPlan;
    if (plan == nullptr || LifetimeAccess::Generation(batch) != plan->Generation || !IsPlanOpen(*plan, device))
        [[unlikely]]
    {
        return RecordSlowly(GetSession(), device, batch, draw);
    }
    return RecordPacket(PlanRoad{plan}, device, draw);
}

RasterStatus FinishCommands(DeviceHandle device, CommandBatch batch) noexcept
{
    constexpr const char* OPERATION = "FinishCommands";
    Session& session = GetSession();
    CommandBatchRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitBatch(session, device, batch, record); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    assert(record != nullptr); // an accepted batch was found
    if (record->State != BatchState::Recording)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::BatchFinished);
    }
    EndPlanRun(session, record->Plan);
    FinishPlan(session, record->Plan);
    record->State = BatchState::Finished;
    return RasterStatus::Ready;
}

RasterStatus DiscardCommands(DeviceHandle device, CommandBatch& batch) noexcept
{
    constexpr const char* OPERATION = "DiscardCommands";
    Session& session = GetSession();
    CommandBatchRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitBatch(session, device, batch, record); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    assert(record != nullptr); // an accepted batch was found
    DropPlan(session, record->Plan);
    session.Batches.Return(LifetimeAccess::Slot(batch));
    batch = CommandBatch{};
    return RasterStatus::Ready;
}

RasterStatus SubmitCommands(DeviceHandle device, SurfaceHandle surface, CommandBatch& batch,
                            SubmissionToken& completion) noexcept
{
    constexpr const char* OPERATION = "SubmitCommands";
    Session& session = GetSession();
    if (session.Owns(device) && DeviceAccess::Owner(surface) != session.Owner)
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignSurface, "surface");
    }
    CommandBatchRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitBatch(session, device, batch, record, LifetimeAccess::Ordinal(completion));
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    assert(record != nullptr); // an accepted batch was found
    if (record->State != BatchState::Finished)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::BatchNotFinished);
    }
    if (!session.Target.ShouldPresentToSurface)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::FrameWithoutSurface, "a batch");
    }
    const uint32 draws = GetPlanDraws(record->Plan);
    if (draws > session.Description.Storage.DrawsPerFrame)
    {
        return Refuse(OPERATION, RasterStatus::CapacityExceeded,
                      {.Code = DiagnosticCode::PlanExceedsFrame,
                       .Field = RULES.Noun,
                       .Got = draws,
                       .Allowed = session.Description.Storage.DrawsPerFrame});
    }
    if (const RasterVerdict verdict = CheckPlanAttachments(session, record->Plan); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    // From here on a failure may have ended the session and the batch with it: `record` is touched on success only.
    if (const RasterStatus status = FindFrameSlot(session, OPERATION); status != RasterStatus::Ready)
    {
        return status;
    }
    if (const RasterStatus status = AcquireFrame(session, OPERATION); status != RasterStatus::Ready)
    {
        return status;
    }
    DraftPlanAttachments(session, record->Plan);
    const uint64 owner = session.Owner;
    uint64 ordinal = 0;
    const RasterStatus status = SubmitFrame(session, OPERATION, FinishStream(session, record->Plan), ordinal);
    if (ordinal != 0)
    {
        completion = LifetimeAccess::MakeToken(owner, ordinal);
    }
    if (status == RasterStatus::Ready)
    {
        StampPlan(session, record->Plan, ordinal);
        record->State = BatchState::Submitted;
        record->Ordinal = ordinal;
        batch = CommandBatch{};
        return status;
    }
    if (session.Startup.State == StartupState::Ready)
    {
        GiveFrameBack(session); // nothing was encoded: the batch waits for another try
        return status;
    }
    batch = CommandBatch{};
    return status;
}
} // namespace ludus::graphics::rhi
