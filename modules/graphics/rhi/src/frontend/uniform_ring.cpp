#include "frontend/uniform_ring.h"

#include "frontend/admission.h"

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
    const auto segment =
        static_cast<usize>(foundation::AlignUp(session.Description.Storage.FrameUniformBytes, alignment));
    total = segment * RING_SEGMENTS + tail;
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Buffer>(true, total, 0, slot);
        !reserved.IsAccepted())
    {
        return reserved;
    }
    const usize blocks = segment * RING_SEGMENTS / (RING_INDEX_BLOCK * sizeof(uint32));
    if (!ring.IndexCounts.Resize(blocks) || !ring.IndexMaxima.Resize(blocks))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::Buffer, slot);
        return verdict;
    }
    FrameUniformMemory memory;
    const BackendStatus status = session.Native->CreateFrameUniforms(slot, static_cast<usize>(total), memory);
    if (status != BackendStatus::Ready)
    {
        session.Records.Abandon(RecordKind::Buffer, slot);
        session.OnBackendFailure(status);
        return CreationVerdict(status);
    }
    auto& table = session.Records.Table<RecordKind::Buffer>();
    table.At(slot).Size = total;
    table.At(slot).SetRole(BufferRole::Uniform);
    table.Twin(slot).Description = {BufferRole::Uniform, static_cast<usize>(total)};
    table.At(slot).IsRing = true;
    table.At(slot).FeedsVertices = true;
    table.At(slot).IndexShift = 2;
    table.At(slot).Shadow = memory.Bytes;
    table.At(slot).Whole = ~uint32{0}; // no bound: AreRingIndicesBelow is asked
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

// What was written as indices from `offset` on in its segment counts as such no longer.
void ForgetIndices(UniformRing& ring, uint32 segment, uint32 offset) noexcept
{
    constexpr uint32 BLOCK_BYTES = RING_INDEX_BLOCK * sizeof(uint32);
    const uint32 first = offset / BLOCK_BYTES; // writes start at blocks
    for (uint32 block = first; block < ring.IndexEnd[segment]; ++block)
    {
        ring.IndexCounts[static_cast<usize>(block)] = 0;
    }
    ring.IndexEnd[segment] = std::min(ring.IndexEnd[segment], first);
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
    ForgetIndices(ring, ring.Segment, s_Recording.UniformHead);
}

void TakeBackUniforms(Session& session) noexcept
{
    if (s_Recording.UniformOwner != NO_IDENTITY)
    {
        // What plans hold stays: up to where the last one was completed, or all while one may still grow.
        UniformRing& ring = session.Uniforms;
        const uint32 segment = ring.Segment;
        if (ring.Growing[segment] == 0)
        {
            s_Recording.UniformHead = ring.Holds[segment] != 0 ? ring.HeldEnd : ring.StartOf(segment);
            ForgetIndices(ring, segment, s_Recording.UniformHead);
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

namespace
{
// Room for `size` bytes, of at most `most`, in the segment at hand. Nothing is taken yet.
RasterVerdict FindRoom(Session& session, const void* data, const char* what, uint64 size, uint64 most) noexcept
{
    const Recording& recording = s_Recording;
    if (session.Uniforms.Slot == NO_SLOT)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::RingNotMade}};
    }
    if (size == 0)
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::ValueZero, .Field = what}};
    }
    if (data == nullptr)
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::NullInput, .Field = what, .Got = size}};
    }
    if (size > most)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueTooLarge, .Field = what, .Got = size, .Allowed = most}};
    }
    if (recording.UniformOwner == NO_IDENTITY)
    {
        session.Poll(); // the segment may have become free since the last look
        if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
        {
            return verdict;
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
    return {};
}

uint32 TakeRoom(usize size) noexcept
{
    const uint32 offset = s_Recording.UniformHead;
    s_Recording.UniformHead += (static_cast<uint32>(size) + s_Recording.UniformMask) & s_Recording.UniformUnits;
    return offset;
}

RasterVerdict WriteBytes(Session& session, std::span<const uint8> bytes, uint64 most, uint32& offset) noexcept
{
    if (const RasterVerdict verdict = FindRoom(session, bytes.data(), "bytes", bytes.size(), most);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    offset = TakeRoom(bytes.size());
    std::memcpy(s_Recording.UniformMemory + offset, bytes.data(), bytes.size());
    return {};
}

constexpr uint32 Widen(uint16 index) noexcept
{
    return index == 0xFFFF ? ~uint32{0} : index;
}

constexpr uint32 Widen(uint32 index) noexcept
{
    return index;
}

template <class Index>
RasterVerdict CopyIndices(Session& session, std::span<const Index> indices, uint32& offset) noexcept
{
    UniformRing& ring = session.Uniforms;
    const uint64 most = ring.SegmentBytes / sizeof(uint32);
    if (indices.size() > most && ring.Slot != NO_SLOT)
    {
        return {
            RasterStatus::InvalidDescription,
            {.Code = DiagnosticCode::ValueTooLarge, .Field = "indices.size()", .Got = indices.size(), .Allowed = most}};
    }
    const usize size = indices.size() * sizeof(uint32);
    if (const RasterVerdict verdict = FindRoom(session, indices.data(), "indices", size, size); !verdict.IsAccepted())
    {
        return verdict;
    }
    offset = TakeRoom(size);
    uint8* to = s_Recording.UniformMemory + offset;
    constexpr uint32 BLOCK_BYTES = RING_INDEX_BLOCK * sizeof(uint32);
    uint32 block = offset / BLOCK_BYTES;
    for (usize start = 0; start < indices.size(); start += RING_INDEX_BLOCK, ++block)
    {
        const usize count = std::min<usize>(RING_INDEX_BLOCK, indices.size() - start);
        uint32 maximum = 0;
        for (usize i = start; i < start + count; ++i, to += sizeof(uint32))
        {
            const uint32 index = Widen(indices[i]);
            maximum = std::max(maximum, index);
            std::memcpy(to, &index, sizeof index);
        }
        ring.IndexCounts[static_cast<usize>(block)] = static_cast<uint8>(count);
        ring.IndexMaxima[block] = maximum;
    }
    ring.IndexEnd[ring.Segment] = block;
    return {};
}
} // namespace

RasterVerdict WriteUniform(Session& session, std::span<const uint8> bytes, uint32& offset) noexcept
{
    return WriteBytes(session, bytes, s_Recording.UniformMaximum, offset);
}

RasterVerdict WriteVertices(Session& session, std::span<const uint8> bytes, uint32& offset) noexcept
{
    return WriteBytes(session, bytes, session.Uniforms.SegmentBytes, offset);
}

RasterVerdict WriteIndices(Session& session, std::span<const uint16> indices, uint32& offset) noexcept
{
    return CopyIndices(session, indices, offset);
}

RasterVerdict WriteIndices(Session& session, std::span<const uint32> indices, uint32& offset) noexcept
{
    return CopyIndices(session, indices, offset);
}

bool AreRingIndicesWritten(const UniformRing& ring, uint64 first, uint32 count) noexcept
{
    for (uint64 at = first, last = first + count; at < last;)
    {
        const uint64 block = at / RING_INDEX_BLOCK;
        const uint64 stop = std::min(last, (block + 1) * RING_INDEX_BLOCK);
        if (block >= ring.IndexCounts.Size() ||
            stop - block * RING_INDEX_BLOCK > ring.IndexCounts[static_cast<usize>(block)])
        {
            return false;
        }
        at = stop;
    }
    return true;
}

bool AreRingIndicesBelow(const UniformRing& ring, uint64 first, uint32 count, uint32 limit) noexcept
{
    if (!AreRingIndicesWritten(ring, first, count))
    {
        return false;
    }
    for (uint64 at = first, last = first + count; at < last;)
    {
        const uint64 block = at / RING_INDEX_BLOCK;
        const uint64 stop = std::min(last, (block + 1) * RING_INDEX_BLOCK);
        // A bound that fails for a part of the block says nothing yet: the part is read again from the ring.
        for (; ring.IndexMaxima[static_cast<usize>(block)] >= limit && at < stop; ++at)
        {
            uint32 index = 0;
            std::memcpy(&index, ring.Memory.Bytes + at * sizeof index, sizeof index);
            if (index >= limit)
            {
                return false;
            }
        }
        at = stop;
    }
    return true;
}
} // namespace ludus::graphics::rhi::internal
