// The road of draw_recorder.h into a plan: what a packet uses is leased instead of stamped.
#pragma once

#include "frontend/draw_plan.h"
#include "frontend/draw_recorder.h"

namespace ludus::graphics::rhi::internal
{
/// One more lease of the plan, which has not leased the record yet.
void TakeLease(Session& session, DrawPlan& plan, RecordKind kind, const HotHead& record, uint32 slot) noexcept;

/// Holds the ring's segments that the packet reads: that of a dynamic offset's first byte, all that a static range
/// covers.
void HoldPlanRing(Session& session, DrawPlan& plan, const SetCold& set) noexcept;

/// Holds the segments that [offset, offset + size) of the ring touches.
void HoldPlanRange(Session& session, DrawPlan& plan, usize offset, usize size) noexcept;

/// Leaves the plan as it was before the packet, and says why it is refused.
[[gnu::cold]] RasterStatus RejectPlanDraw(DrawPlan& plan, DeviceHandle device, const RasterDraw& draw) noexcept;

struct PlanRoad final
{
    DrawPlan* Plan;

    [[nodiscard]] Recording& State() const noexcept { return Plan->State; }

    template <RecordKind Kind>
    void Keep(Session& session, const Recording&, const HotHead& record, uint32 slot) const noexcept
    {
        if (record.Mark != Plan->Generation)
        {
            TakeLease(session, *Plan, Kind, record, slot);
        }
    }

    // Anything up to the binding's limit; of the frame uniform ring, the segment that the packet has just held.
    static void SetFastWindow(const Session& session, Recording& recording, const SetHot& set) noexcept
    {
        recording.FastStart = 0;
        recording.FastLength = set.First.Limit;
        if (set.NarrowsWindow)
        {
            const UniformRing& ring = session.Uniforms;
            const bool isRing = set.IsFirstRing && (set.Watch & WATCH_REACHABLE) == 0;
            const uint32 segment = isRing ? recording.Offsets[0] / ring.SegmentBytes : RING_SEGMENTS;
            const bool isOpen = set.IsFirstAtStart && segment < RING_SEGMENTS;
            recording.FastStart = isOpen ? ring.StartOf(segment) : ~uint32{0};
            recording.FastLength = isOpen ? ring.SegmentBytes - 1 : 0;
        }
    }

    // What attachments hold is asked for at submission.
    [[nodiscard]] bool SampleAttachments(Session&, const SetCold&) const noexcept
    {
        Plan->ShowsAttachments = true;
        return true;
    }

    void HoldRing(Session& session, const Recording&, const SetCold& set) const noexcept
    {
        HoldPlanRing(session, *Plan, set);
    }

    void HoldRingRange(Session& session, const Recording&, usize offset, usize size) const noexcept
    {
        HoldPlanRange(session, *Plan, offset, size);
    }

    [[nodiscard]] RasterStatus Reject(DeviceHandle device, const RasterDraw& draw) const noexcept
    {
        return RejectPlanDraw(*Plan, device, draw);
    }
};
} // namespace ludus::graphics::rhi::internal
