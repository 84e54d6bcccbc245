#include "frontend/draw_plan.h"

#include "frontend/plan_road.h"
#include "frontend/raster_pass.h"
#include "frontend/refusals.h"
#include "frontend/uniform_ring.h"

#include <ludus/foundation/base/checked.h>

#include <algorithm>

namespace ludus::graphics::rhi::internal
{
namespace
{
// Records that one packet may lease: pipeline, set, vertex slices, indices, indirect commands.
constexpr usize LEASES_PER_DRAW = 4 + MAX_VERTEX_STREAMS;

// What a run and the stream's end take beside entries: a header each, and padding.
constexpr usize TAIL_BYTES = sizeof(DrawRunCommand) + sizeof(CommandHeader) + 8;

// Storage grows when fewer draws than this fit at their largest.
constexpr usize LEAST_DRAWS = 16;

uint32 GetDrawIndex(const DrawPlan& plan) noexcept
{
    return plan.DrawCount + plan.Chunk - plan.State.DrawsLeft;
}

// A refused packet leaves no lease behind.
void TakeBackLeases(Session& session, DrawPlan& plan) noexcept
{
    const uint32 draw = GetDrawIndex(plan);
    while (plan.Leases.Size() > plan.LeasesAtRun && plan.Leases.Back().Draw == draw)
    {
        const PlanLease lease = plan.Leases.Back();
        plan.Leases.PopBack();
        session.Records.Hot(lease.Kind, lease.Slot).Mark = 0;
        session.Records.LetGo(lease.Kind, lease.Slot, 0);
    }
}

// Makes room for more draws of the open run.
RasterVerdict RefillPlan(Session& session, DrawPlan& plan) noexcept
{
    Recording& recording = plan.State;
    const uint32 limit = session.Description.Storage.DrawsPerPlan;
    plan.DrawCount = GetDrawIndex(plan);
    plan.Chunk = 0;
    recording.DrawsLeft = 0;
    recording.Close();
    if (plan.DrawCount >= limit)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::PlanDrawsExhausted, .Field = plan.Rules.Noun, .Got = limit, .Allowed = limit}};
    }
    const auto used = static_cast<usize>(recording.Write - plan.Stream.Data());
    const usize left = limit - plan.DrawCount;
    const usize least = used + TAIL_BYTES + std::min(left, LEAST_DRAWS) * MAX_DRAW_ENTRY_BYTES;
    if (plan.Stream.Size() < least)
    {
        if (!plan.Stream.Resize(std::max(least, plan.Stream.Size() * 2)))
        {
            return HostMemoryVerdict();
        }
        recording.Write = plan.Stream.Data() + used;
    }
    const usize draws = std::min(left, (plan.Stream.Size() - used - TAIL_BYTES) / MAX_DRAW_ENTRY_BYTES);
    // As many as the whole stream could need, so that a plan of the same size finds room when it begins anew.
    const usize whole = plan.Stream.Size() / MAX_DRAW_ENTRY_BYTES * LEASES_PER_DRAW;
    const usize leases = std::max(plan.Leases.Size() + draws * LEASES_PER_DRAW, whole);
    if (leases > plan.Leases.Capacity() && !plan.Leases.Reserve(std::max(leases, plan.Leases.Capacity() * 2)))
    {
        return HostMemoryVerdict();
    }
    plan.Chunk = static_cast<uint32>(draws);
    recording.Forget();
    recording.DrawsLeft = plan.Chunk;
    recording.PassOwner = session.Owner;
    return {};
}

void ReleaseSegments(Session& session, DrawPlan& plan, uint64 ordinal) noexcept
{
    FinishPlan(session, plan);
    for (uint32 segment = 0; segment < RING_SEGMENTS; ++segment)
    {
        if ((plan.HeldSegments >> segment & 1U) != 0)
        {
            ReleaseSegment(session, segment, ordinal);
        }
    }
    plan.HeldSegments = 0;
}

void LetGoOfLeases(Session& session, DrawPlan& plan, uint64 ordinal) noexcept
{
    for (const PlanLease& lease : plan.Leases)
    {
        session.Records.LetGo(lease.Kind, lease.Slot, ordinal);
    }
    plan.Leases.Clear();
}

// What follows is recorded at the end of the stream, and can be taken back until then.
void OpenRun(Session& session, DrawPlan& plan) noexcept
{
    plan.DrawCount = GetDrawIndex(plan);
    plan.RunStart = plan.Used;
    plan.DrawsAtRun = plan.DrawCount;
    plan.LeasesAtRun = plan.Leases.Size();
    plan.Chunk = 0;
    plan.Epoch = s_RecordChanges;
    Recording& recording = plan.State;
    recording.Forget();
    recording.DrawsLeft = 0;
    recording.Close(); // the first packet makes room
    recording.Ordinal = session.NextOrdinal;
}

void ClosePlan(DrawPlan& plan) noexcept
{
    plan.State = Recording{};
    plan.LeasesAtRun = 0;
    plan.DrawCount = 0;
    plan.Chunk = 0;
    plan.Generation = 0;
    plan.ShowsAttachments = false;
}
} // namespace

void TakeLease(Session& session, DrawPlan& plan, RecordKind kind, const HotHead& record, uint32 slot) noexcept
{
    record.Mark = plan.Generation;
    session.Records.Retain(kind, slot);
    plan.Leases.AppendReserved({.Slot = slot, .Draw = GetDrawIndex(plan), .Kind = kind});
}

void HoldPlanRing(Session& session, DrawPlan& plan, const SetCold& set) noexcept
{
    usize dynamic = 0;
    for (const SetDescriptor& descriptor : set.Descriptors)
    {
        const usize moved = descriptor.HasDynamicOffset ? plan.State.Offsets[dynamic++] : 0;
        if (GetDescriptorKind(descriptor.Kind) != RecordKind::Buffer || descriptor.Slot != session.Uniforms.Slot)
        {
            continue;
        }
        HoldPlanRange(session, plan, descriptor.Offset + moved, descriptor.HasDynamicOffset ? 1 : descriptor.Size);
    }
}

void HoldPlanRange(Session& session, DrawPlan& plan, usize offset, usize size) noexcept
{
    for (uint32 segment = 0; segment < RING_SEGMENTS; ++segment)
    {
        const bool isHeld = (plan.HeldSegments >> segment & 1U) != 0;
        if (!isHeld && session.Uniforms.IsInSegment(segment, offset, size))
        {
            plan.HeldSegments |= 1U << segment;
            HoldSegment(session, segment);
        }
    }
}

RasterStatus RejectPlanDraw(DrawPlan& plan, DeviceHandle device, const RasterDraw& draw) noexcept
{
    Session& session = GetSession();
    plan.State.Forget();
    TakeBackLeases(session, plan);
    return RefuseDraw(session, device, draw, plan.Rules);
}

bool OpenPlan(Session&, DrawPlan& plan, uint64 generation, usize prefix) noexcept
{
    const usize least = prefix + TAIL_BYTES;
    if (plan.Stream.Size() < least && !plan.Stream.Resize(least))
    {
        return false;
    }
    ClosePlan(plan);
    plan.Generation = generation;
    plan.Used = prefix;
    plan.IsGrowing = true;
    return true;
}

bool BeginPlanRun(Session& session, DrawPlan& plan, uint32 passKey) noexcept
{
    if (plan.Stream.Size() < plan.Used + TAIL_BYTES && !plan.Stream.Resize(plan.Used + 2 * TAIL_BYTES))
    {
        return false;
    }
    OpenRun(session, plan);
    plan.State.PassKey = passKey;
    plan.State.Write = plan.Stream.Data() + plan.RunStart + sizeof(DrawRunCommand);
    return true;
}

bool RecordPlanDispatch(Session& session, DrawPlan& plan, const PlanDispatch& dispatch) noexcept
{
    constexpr usize LEASES = 2; // pipeline and set
    const SetHot& set = session.Records.Table<RecordKind::BindingSet>().At(dispatch.Set);
    const auto offsets = static_cast<usize>(foundation::AlignUp(usize{set.DynamicCount} * sizeof(uint32), 8));
    const usize bytes = sizeof(DispatchCommand) + offsets;
    const usize least = plan.Used + bytes + TAIL_BYTES;
    const usize leases = plan.Leases.Size() + LEASES;
    if ((plan.Stream.Size() < least && !plan.Stream.Resize(std::max(least, plan.Stream.Size() * 2))) ||
        (plan.Leases.Capacity() < leases && !plan.Leases.Reserve(std::max(leases, plan.Leases.Capacity() * 2))))
    {
        return false;
    }
    OpenRun(session, plan);
    const HotHead& pipeline = session.Records.Hot(RecordKind::ComputePipeline, dispatch.Pipeline);
    if (pipeline.Mark != plan.Generation)
    {
        TakeLease(session, plan, RecordKind::ComputePipeline, pipeline, dispatch.Pipeline);
    }
    if (set.Mark != plan.Generation)
    {
        TakeLease(session, plan, RecordKind::BindingSet, set, dispatch.Set);
    }
    DispatchCommand command{.Header = {.Kind = CommandKind::Dispatch, .Bytes = static_cast<uint32>(bytes)},
                            .Pipeline = dispatch.Pipeline,
                            .Set = dispatch.Set,
                            .DynamicCount = set.DynamicCount};
    std::copy_n(dispatch.Groups, 3, command.Groups);
    uint8* at = Put(plan.Stream.Data() + plan.RunStart, command);
    for (uint32 i = 0; i < set.DynamicCount; ++i)
    {
        plan.State.Offsets[i] = dispatch.Offsets->Bytes[set.Dynamic[i].Binding];
        at = Put(at, plan.State.Offsets[i]);
    }
    if (set.DynamicCount % 2 != 0)
    {
        at = Put(at, uint32{0});
    }
    plan.State.Write = at;
    if ((set.Watch & WATCH_RING) != 0)
    {
        HoldPlanRing(session, plan, session.Records.Table<RecordKind::BindingSet>().Twin(dispatch.Set));
    }
    return true;
}

void EndPlanDispatch(DrawPlan& plan) noexcept
{
    plan.Used = static_cast<usize>(plan.State.Write - plan.Stream.Data());
}

RasterStatus RecordPlanDraw(Session& session, DrawPlan& plan, DeviceHandle device, const RasterDraw& draw,
                            const DrawRules& rules) noexcept
{
    plan.Rules = rules;
    if (plan.Epoch != s_RecordChanges)
    {
        plan.State.Forget();
        plan.Epoch = s_RecordChanges;
    }
    if (plan.State.DrawsLeft == 0)
    {
        if (const RasterVerdict verdict = RefillPlan(session, plan); !verdict.IsAccepted())
        {
            // Another rule that the packet breaks is named before the capacity.
            const RasterStatus broken = FindBrokenRule(session, device, draw, rules);
            return broken != RasterStatus::Ready ? broken : Refuse(rules.Operation, verdict);
        }
    }
    return RecordPacket(PlanRoad{&plan}, device, draw);
}

void EndPlanRun(Session&, DrawPlan& plan) noexcept
{
    Recording& recording = plan.State;
    plan.DrawCount = GetDrawIndex(plan);
    plan.Chunk = 0;
    recording.DrawsLeft = 0;
    recording.Close();
    const uint32 draws = plan.DrawCount - plan.DrawsAtRun;
    if (draws == 0)
    {
        return;
    }
    uint8* run = plan.Stream.Data() + plan.RunStart;
    uint8* entries = run + sizeof(DrawRunCommand);
    const auto entryBytes = static_cast<uint32>(recording.Write - entries);
    const auto padded = static_cast<uint32>(foundation::AlignUp(entryBytes, 8));
    std::fill(entries + entryBytes, entries + padded, uint8{0});
    Put(run,
        DrawRunCommand{
            .Header = {.Kind = CommandKind::DrawRun, .Bytes = static_cast<uint32>(sizeof(DrawRunCommand)) + padded},
            .DrawCount = draws,
            .EntryBytes = entryBytes,
        });
    plan.Used = plan.RunStart + sizeof(DrawRunCommand) + padded;
    recording.Write = plan.Stream.Data() + plan.Used;
}

void AbandonPlanRun(Session& session, DrawPlan& plan) noexcept
{
    while (plan.Leases.Size() > plan.LeasesAtRun)
    {
        const PlanLease lease = plan.Leases.Back();
        plan.Leases.PopBack();
        session.Records.Hot(lease.Kind, lease.Slot).Mark = 0;
        session.Records.LetGo(lease.Kind, lease.Slot, 0);
    }
    plan.DrawCount = plan.DrawsAtRun;
    plan.Chunk = 0;
    plan.State.Forget();
    plan.State.DrawsLeft = 0;
    plan.State.Close();
    plan.State.Write = plan.Stream.Data() + plan.Used;
}

void FinishPlan(Session& session, DrawPlan& plan) noexcept
{
    for (uint32 segment = 0; segment < RING_SEGMENTS; ++segment)
    {
        if (plan.IsGrowing && (plan.HeldSegments >> segment & 1U) != 0)
        {
            FinishSegment(session, segment);
        }
    }
    plan.IsGrowing = false;
}

uint32 GetPlanDraws(const DrawPlan& plan) noexcept
{
    return GetDrawIndex(plan);
}

RasterVerdict CheckPlanAttachments(Session& session, const DrawPlan& plan) noexcept
{
    for (usize i = 0; plan.ShowsAttachments && i < plan.Leases.Size(); ++i)
    {
        const PlanLease& lease = plan.Leases[i];
        if (lease.Kind != RecordKind::BindingSet)
        {
            continue;
        }
        if (const RasterVerdict verdict = CheckAttachments(session, lease.Slot); !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    return {};
}

void DraftPlanAttachments(Session& session, const DrawPlan& plan) noexcept
{
    for (usize i = 0; plan.ShowsAttachments && i < plan.Leases.Size(); ++i)
    {
        const PlanLease& lease = plan.Leases[i];
        if (lease.Kind == RecordKind::BindingSet)
        {
            static_cast<void>(
                SampleAttachments(session, session.Records.Table<RecordKind::BindingSet>().Twin(lease.Slot)));
        }
    }
}

void StampPlan(Session& session, DrawPlan& plan, uint64 ordinal) noexcept
{
    ReleaseSegments(session, plan, ordinal);
    LetGoOfLeases(session, plan, ordinal);
    ClosePlan(plan);
}

void DropPlan(Session& session, DrawPlan& plan) noexcept
{
    ReleaseSegments(session, plan, 0);
    LetGoOfLeases(session, plan, 0);
    ClosePlan(plan);
}
} // namespace ludus::graphics::rhi::internal
