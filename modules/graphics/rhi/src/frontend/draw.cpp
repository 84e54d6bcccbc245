// DrawIndexed: records one packet of the open pass.
#include "frontend/draw_recorder.h"
#include "frontend/draw_rules.h"
#include "frontend/raster_pass.h"
#include "frontend/uniform_ring.h"

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Remembers that this submission reads ring bytes that may lie in any segment. Writes do not cross segments: what lies
// at a dynamic offset was written to the segment of its first byte. A static range may have been put together.
[[gnu::noinline]] void StampRing(Session& session, const Recording& recording, const SetCold& set) noexcept
{
    usize dynamic = 0;
    for (const SetDescriptor& descriptor : set.Descriptors)
    {
        const usize offset = descriptor.HasDynamicOffset ? recording.Offsets[dynamic++] : 0;
        if (GetDescriptorKind(descriptor.Kind) == RecordKind::Buffer && descriptor.Slot == session.Uniforms.Slot)
        {
            StampUniforms(session, descriptor.Offset + offset, descriptor.HasDynamicOffset ? 1 : descriptor.Size,
                          recording.Ordinal);
        }
    }
}

[[gnu::noinline, gnu::cold]] RasterStatus RejectDraw(DeviceHandle device, const RasterDraw& draw) noexcept
{
    s_Recording.Forget();
    return RefuseDraw(GetSession(), device, draw, {.PassKey = s_Recording.PassKey});
}

// Into the open frame: what it uses is stamped with the ordinal of its submission.
struct FrameRoad final
{
    [[nodiscard]] static Recording& State() noexcept { return s_Recording; }

    template <RecordKind Kind>
    static void Keep(Session&, const Recording& recording, const HotHead& record, uint32) noexcept
    {
        record.LastUse = recording.Ordinal;
    }

    // Anything up to the binding's limit. Offsets into the frame uniform ring must also lie in the segment that this
    // frame has written, which its acceptance holds in any case; elsewhere their use has to be remembered.
    static void SetFastWindow(const Session& session, Recording& recording, const SetHot& set) noexcept
    {
        recording.FastStart = 0;
        recording.FastLength = set.First.Limit;
        if (set.NarrowsWindow)
        {
            const UniformRing& ring = session.Uniforms;
            const bool isOpen =
                set.IsFirstAtStart && (set.Watch & WATCH_REACHABLE) == 0 && GetWrittenUniforms(session).Size != 0;
            recording.FastStart = isOpen ? ring.StartOf(ring.Segment) : ~uint32{0};
            recording.FastLength = isOpen ? ring.SegmentBytes - 1 : 0;
        }
    }

    [[nodiscard]] static bool SampleAttachments(Session& session, const SetCold& set) noexcept
    {
        return internal::SampleAttachments(session, set);
    }

    static void HoldRing(Session& session, const Recording& recording, const SetCold& set) noexcept
    {
        StampRing(session, recording, set);
    }

    static void HoldRingRange(Session& session, const Recording& recording, usize offset, usize size) noexcept
    {
        StampUniforms(session, offset, size, recording.Ordinal);
    }

    [[nodiscard]] static RasterStatus Reject(DeviceHandle device, const RasterDraw& draw) noexcept
    {
        return RejectDraw(device, draw);
    }
};
} // namespace

RasterStatus DrawIndexed(DeviceHandle device, const RasterDraw& draw) noexcept
{
    return RecordPacket(FrameRoad{}, device, draw);
}
} // namespace ludus::graphics::rhi
