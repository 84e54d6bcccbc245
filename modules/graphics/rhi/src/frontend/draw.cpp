// DrawIndexed: records one packet of the open pass.
#include "frontend/draw_recorder.h"
#include "frontend/draw_rules.h"
#include "frontend/uniform_ring.h"

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Remembers that this submission reads ring bytes that may lie in any segment.
[[gnu::noinline]] void StampRing(Session& session, const Recording& recording, const SetCold& set) noexcept
{
    for (const SetDescriptor& descriptor : set.Descriptors)
    {
        for (usize i = 0; i < set.Dynamic.Size(); ++i)
        {
            if (descriptor.Slot == session.Uniforms.Slot && descriptor.HasDynamicOffset &&
                descriptor.Binding == set.Dynamic[i].Binding)
            {
                StampUniforms(session, descriptor.Offset + recording.Offsets[i], descriptor.Size, recording.Ordinal);
            }
        }
    }
}

[[gnu::noinline, gnu::cold]] RasterStatus RejectDraw(DeviceHandle device, const RasterDraw& draw) noexcept
{
    s_Recording.Forget();
    return RefuseDraw(GetSession(), device, draw);
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

    // Anything up to the binding's limit. Offsets into the frame uniform ring must also lie in the segment being
    // written, since the use of an older one has to be remembered.
    static void SetFastWindow(const Session& session, Recording& recording, const SetHot& set) noexcept
    {
        recording.FastStart = 0;
        recording.FastLength = set.First.Limit;
        if ((set.RingBindings & 1U) != 0)
        {
            const UniformRing& ring = session.Uniforms;
            recording.FastStart = set.IsFirstAtStart ? ring.StartOf(ring.Segment) : ~uint32{0};
            recording.FastLength = set.IsFirstAtStart ? ring.SegmentBytes - 1 : 0;
        }
    }

    static void HoldRing(Session& session, const Recording& recording, const SetCold& set) noexcept
    {
        StampRing(session, recording, set);
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
