#include "frontend/uniform_ring.h"

#include <ludus/foundation/base/checked.h>

#include <algorithm>
#include <cstring>
#include <limits>

namespace ludus::graphics::rhi::internal
{
RasterVerdict EnsureRing(Session& session) noexcept
{
    UniformRing& ring = session.Uniforms;
    if (ring.Slot != NO_SLOT)
    {
        return {};
    }
    const usize alignment = session.Profile.Raster.UniformOffsetAlignment;
    const usize tail = session.Profile.Raster.MaxUniformRange;
    uint64 total = 0;
    const bool fits = foundation::TryMultiply(session.Description.Storage.FrameUniformBytes, RING_SEGMENTS, total) &&
                      foundation::TryAdd(total, tail + RING_SEGMENTS * alignment, total) &&
                      total <= session.Profile.Raster.MaxBufferSize && total <= std::numeric_limits<uint32>::max();
    if (!fits)
    {
        return {
            RasterStatus::CapacityExceeded,
            {.Code = DiagnosticCode::ValueTooLarge,
             .Field = "Storage.FrameUniformBytes",
             .Got = session.Description.Storage.FrameUniformBytes,
             .Allowed =
                 (std::min<uint64>(session.Profile.Raster.MaxBufferSize, std::numeric_limits<uint32>::max()) - tail) /
                 RING_SEGMENTS}};
    }
    const usize segment = foundation::AlignUp(session.Description.Storage.FrameUniformBytes, alignment);
    total = segment * RING_SEGMENTS + tail;
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Buffer>(true, total, 0, slot);
        !reserved.IsAccepted())
    {
        return reserved;
    }
    FrameUniformMemory memory;
    const BackendStatus status = session.Native->CreateFrameUniforms(slot, total, memory);
    if (status != BackendStatus::Ready)
    {
        session.Records.Abandon(RecordKind::Buffer, slot);
        session.OnBackendFailure(status);
        return CreationVerdict(status);
    }
    auto& table = session.Records.Table<RecordKind::Buffer>();
    table.At(slot).Size = total;
    table.At(slot).Role = BufferRole::Uniform;
    table.Twin(slot).Description = {BufferRole::Uniform, static_cast<usize>(total)};
    session.Records.Publish<RecordKind::Buffer>(slot, false);
    ring.Slot = slot;
    ring.Memory = memory;
    ring.SegmentBytes = static_cast<uint32>(segment);
    ring.Segment = 0;
    s_Recording.UniformMemory = memory.Bytes;
    s_Recording.UniformMaximum = static_cast<uint32>(tail);
    s_Recording.UniformMask = static_cast<uint32>(alignment - 1);
    s_Recording.UniformUnits = ~s_Recording.UniformMask;
    OpenSegment(session);
    return {};
}

namespace
{
// The submission after which a segment may be written again; what plans hold comes last.
uint64 GetEndOfUse(const UniformRing& ring, uint32 segment) noexcept
{
    return ring.Holds[segment] != 0 ? std::numeric_limits<uint64>::max() : ring.LastUse[segment];
}

// The other segment that is free first, if any is.
uint32 FindNextSegment(const UniformRing& ring) noexcept
{
    uint32 best = (ring.Segment + 1) % RING_SEGMENTS;
    for (uint32 step = 2; step <= RING_SEGMENTS; ++step)
    {
        const uint32 candidate = (ring.Segment + step) % RING_SEGMENTS;
        best = GetEndOfUse(ring, candidate) < GetEndOfUse(ring, best) ? candidate : best;
    }
    return best;
}

void ChooseSegment(Session& session) noexcept
{
    session.Uniforms.Segment = FindNextSegment(session.Uniforms);
    OpenSegment(session);
}
} // namespace

void OpenSegment(Session& session) noexcept
{
    UniformRing& ring = session.Uniforms;
    if (ring.Holds[ring.Segment] != 0)
    {
        ring.Segment = FindNextSegment(ring);
    }
    ring.HeldEnd = ring.StartOf(ring.Segment);
    if (ring.Slot == NO_SLOT || GetEndOfUse(ring, ring.Segment) > session.Completed)
    {
        s_Recording.UniformOwner = NO_IDENTITY;
        s_Recording.UniformHead = ring.StartOf(ring.Segment);
        s_Recording.UniformEnd = s_Recording.UniformHead;
        return;
    }
    s_Recording.UniformOwner = session.Owner;
    s_Recording.UniformHead = ring.StartOf(ring.Segment);
    s_Recording.UniformEnd = s_Recording.UniformHead + ring.SegmentBytes;
}

void TakeBackUniforms(Session& session) noexcept
{
    if (s_Recording.UniformOwner != NO_IDENTITY)
    {
        // What plans hold stays: up to where the last one was completed, or all while one may still grow.
        const UniformRing& ring = session.Uniforms;
        const uint32 segment = ring.Segment;
        if (ring.Growing[segment] == 0)
        {
            s_Recording.UniformHead = ring.Holds[segment] != 0 ? ring.HeldEnd : ring.StartOf(segment);
        }
    }
}

void HoldSegment(Session& session, uint32 segment) noexcept
{
    UniformRing& ring = session.Uniforms;
    ++ring.Holds[segment];
    ++ring.Growing[segment];
    if (segment == ring.Segment && GetWrittenUniforms(session).Size == 0)
    {
        ChooseSegment(session); // an older range: the segment is the plan's, and others are written
    }
}

void FinishSegment(Session& session, uint32 segment) noexcept
{
    UniformRing& ring = session.Uniforms;
    --ring.Growing[segment];
    if (segment == ring.Segment && s_Recording.UniformOwner != NO_IDENTITY)
    {
        ring.HeldEnd = s_Recording.UniformHead;
    }
}

void ReleaseSegment(Session& session, uint32 segment, uint64 ordinal) noexcept
{
    UniformRing& ring = session.Uniforms;
    --ring.Holds[segment];
    ring.LastUse[segment] = std::max(ring.LastUse[segment], ordinal);
}

MemoryRange GetWrittenUniforms(const Session& session) noexcept
{
    if (session.Uniforms.Slot == NO_SLOT || s_Recording.UniformOwner == NO_IDENTITY)
    {
        return {};
    }
    const uint32 start = session.Uniforms.StartOf(session.Uniforms.Segment);
    return {.Offset = start, .Size = s_Recording.UniformHead - start};
}

void HoldUniforms(Session& session, uint64 ordinal) noexcept
{
    UniformRing& ring = session.Uniforms;
    if (GetWrittenUniforms(session).Size == 0)
    {
        return;
    }
    ring.LastUse[ring.Segment] = ordinal;
    ChooseSegment(session);
}

void StampUniforms(Session& session, usize offset, usize size, uint64 ordinal) noexcept
{
    UniformRing& ring = session.Uniforms;
    for (uint32 segment = 0; segment < RING_SEGMENTS; ++segment)
    {
        if (ring.IsInSegment(segment, offset, size))
        {
            ring.LastUse[segment] = std::max(ring.LastUse[segment], ordinal);
        }
    }
    // An older range in the segment that comes next: while nothing was written over it, the segment is the reader's.
    if (ring.LastUse[ring.Segment] == ordinal && GetWrittenUniforms(session).Size == 0)
    {
        ChooseSegment(session);
    }
}

RasterVerdict WriteUniform(Session& session, std::span<const uint8> bytes, uint32& offset) noexcept
{
    Recording& recording = s_Recording;
    if (session.Uniforms.Slot == NO_SLOT)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::RingNotMade}};
    }
    const usize size = bytes.size();
    if (size == 0)
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::ValueZero, .Field = "bytes.size()"}};
    }
    if (bytes.data() == nullptr)
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::NullInput, .Field = "bytes", .Got = size}};
    }
    if (size > recording.UniformMaximum)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueTooLarge,
                 .Field = "bytes.size()",
                 .Got = size,
                 .Allowed = recording.UniformMaximum}};
    }
    if (recording.UniformOwner == NO_IDENTITY)
    {
        session.Poll(); // the segment may have become free since the last look
        if (session.Startup.State != StartupState::Ready)
        {
            return {RasterStatus::DeviceLost, {.Code = DiagnosticCode::DeviceIsLost}};
        }
        OpenSegment(session);
        if (recording.UniformOwner == NO_IDENTITY)
        {
            return {RasterStatus::CapacityExceeded, {.Code = DiagnosticCode::RingBusy}};
        }
    }
    if (size > recording.UniformEnd - recording.UniformHead)
    {
        return {
            RasterStatus::CapacityExceeded,
            {.Code = DiagnosticCode::RingFull, .Got = size, .Allowed = recording.UniformEnd - recording.UniformHead}};
    }
    offset = recording.UniformHead;
    recording.UniformHead += (static_cast<uint32>(size) + recording.UniformMask) & recording.UniformUnits;
    std::memcpy(recording.UniformMemory + offset, bytes.data(), size);
    return {};
}
} // namespace ludus::graphics::rhi::internal
