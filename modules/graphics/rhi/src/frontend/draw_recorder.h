// Recording one indexed draw, every rule checked: the roads that the open frame and retained plans share.
//
// Three roads. The fast one takes a packet that repeats the one before in everything but the offset of the set's only
// dynamic binding. DrawChanged resolves what differs, and only that. Reject forgets the recording and lets a plain
// validator (draw_rules.h) name the reason; it runs for refused packets only. Measured choices: a leaf that tail-calls
// the rest, wide compares, words instead of a wide load over offsets that the caller has just stored.
//
// `Road` says what is recorded into, and is passed by value:
//     Recording& State()                                     what the packet before said
//     void Keep<Kind>(session, recording, hot record, slot)  a record that the packet before did not use
//     bool SampleAttachments(session, cold set)              the set shows attachments and is new: false, not now
//     void HoldRing(session, recording, cold set)            the packet reads the frame uniform ring
//     void HoldRingRange(session, recording, offset, size)   the same, as vertices or indices
//     void SetFastWindow(session, recording, set)            which offsets the fast road may take from here on: after
//                                                            a set that the packet before did not use, and HoldRing
//     RasterStatus Reject(device, draw)                      forgets, and answers why
#pragma once

#include "formats/library_limits.h"
#include "frontend/binding_arrays.h"
#include "frontend/draw_rules.h"
#include "frontend/index_shadow.h"
#include "frontend/uniform_ring.h"

#include <cstddef>

namespace ludus::graphics::rhi::internal
{
constexpr uint32 REFUSED = ~uint32{0};

// With the bits of a change: the packet draws indirectly. As large as REFUSED, so that one compare finds both.
constexpr uint32 DRAWS_INDIRECTLY = 1U << 31U;

// Whether a pipeline may draw although its key is not the pass's: it does where the depth that it leaves alone is read
// only.
[[nodiscard, gnu::noinline, gnu::cold]] inline bool SuitsOtherKey(const Recording& recording,
                                                                  const PipelineHot& pipeline) noexcept
{
    return SuitsPass(recording.PassKey, pipeline);
}

// Offsets at bindings where they must be zero. The first four are read as words: callers have just stored one of them,
// and a wide load over it would wait for that store.
[[nodiscard]] inline uint64 FindStrayOffsets(const Recording& recording, const uint32* bytes,
                                             WideWord more = WideWord{0, 0}) noexcept
{
    const WideWord* mask = recording.StaticMask;
    uint32 words[4];
    std::memcpy(words, static_cast<const void*>(mask), sizeof words);
    const uint32 low = (bytes[0] & words[0]) | (bytes[1] & words[1]) | (bytes[2] & words[2]) | (bytes[3] & words[3]);
    const WideWord high =
        more | (LoadWide(bytes + 4) & mask[1]) | (LoadWide(bytes + 8) & mask[2]) | (LoadWide(bytes + 12) & mask[3]);
    return low | Fold(high);
}

// Index offset, index count and vertex count, as Recording::Range keeps them.
[[nodiscard]] inline WideWord LoadIndexRange(const RasterDraw& draw) noexcept
{
    if constexpr (sizeof(usize) == 8 && offsetof(RasterDraw, VertexCount) == offsetof(RasterDraw, IndexOffset) + 12)
    {
        return LoadWide(reinterpret_cast<const uint8*>(&draw) + offsetof(RasterDraw, IndexOffset));
    }
    return WideWord{draw.IndexOffset, draw.IndexCount | uint64{draw.VertexCount} << 32U};
}

[[nodiscard]] inline WideWord LoadSliceRange(const RasterVertexSlice& slice) noexcept
{
    if constexpr (sizeof(usize) == 8)
    {
        return LoadWide(reinterpret_cast<const uint8*>(&slice) + offsetof(RasterVertexSlice, Offset));
    }
    return WideWord{slice.Offset, slice.Size};
}

// A slice for each stream of the pipeline, and not a null pointer for them.
[[nodiscard]] inline bool HasSlices(const Recording& recording, const RasterDraw& draw) noexcept
{
    return draw.Vertices.size() == recording.StreamCount &&
           (draw.Vertices.data() != nullptr || recording.StreamCount == 0);
}

// Zero when slices, index buffer, ranges and counts repeat the last packet. The slot follows from the generation.
[[nodiscard]] inline WideWord FindGeometryDifference(const Recording& recording, const RasterDraw& draw) noexcept
{
    WideWord differs = (LoadWide(RasterAccess::Name(draw.Indices)) ^ recording.IndexName) |
                       (LoadIndexRange(draw) ^ recording.Range) | LoadWide(RasterAccess::Name(draw.Indirect));
    const RasterVertexSlice* slice = draw.Vertices.data();
    const BoundStream* bound = recording.Streams;
    for (const BoundStream* end = bound + recording.StreamCount; bound != end; ++bound, ++slice)
    {
        differs |=
            (LoadWide(RasterAccess::Name(slice->Buffer)) ^ bound->Name) | (LoadSliceRange(*slice) ^ bound->Range);
    }
    return differs;
}

[[nodiscard]] inline uint64 FindCountDifference(const Recording& recording, const RasterDraw& draw) noexcept
{
    return (draw.InstanceCount ^ recording.InstanceCount) | draw.IndirectOffset | draw.ReachableBindings.size();
}

// Capacity used up closes the pass for draws: the next packet takes the cold road.
inline void CountDraw(Recording& recording) noexcept
{
    if (--recording.DrawsLeft == 0) [[unlikely]]
    {
        recording.Close();
    }
}

// Takes the offsets of the bound set's dynamic bindings. False on a violation; else `differs` says whether one changed.
[[nodiscard]] inline bool TakeOffsets(Recording& recording, const SetHot& set, const RasterDraw& draw,
                                      uint32& differs) noexcept
{
    const uint32* bytes = draw.BindingOffsets.Bytes;
    differs = 0;
    uint32 misaligned = 0;
    const DynamicEntry* entry = set.Dynamic;
    for (uint32 i = 0; i < set.DynamicCount; ++i, ++entry)
    {
        const uint32 value = bytes[entry->Binding];
        if (value > entry->Limit) [[unlikely]]
        {
            return false;
        }
        misaligned |= value & entry->Alignment;
        differs |= recording.Offsets[i] ^ value;
        recording.Offsets[i] = value;
    }
    if ((misaligned | FindStrayOffsets(recording, bytes)) != 0) [[unlikely]]
    {
        return false;
    }
    return true;
}

// Whether the packet declares the elements that the bound set's shaders may select.
[[nodiscard, gnu::noinline, gnu::cold]] inline bool DeclaresReachable(Session& session, const Recording& recording,
                                                                      const RasterDraw& draw) noexcept
{
    SetCold& set = session.Records.Table<RecordKind::BindingSet>().Twin(recording.SetSlot);
    return AreReachable(set.Reachable, draw.ReachableBindings);
}

// Looks at what the bound set is watched for, besides reachable elements: ring bytes, and attachments when the set is
// new to the pass. False on a violation.
template <class Road>
[[gnu::noinline]] bool WatchSet(Road road, Session& session, const Recording& recording, uint32 change) noexcept
{
    const SetCold& set = session.Records.Table<RecordKind::BindingSet>().Twin(recording.SetSlot);
    const uint32 watch = recording.Set->Watch;
    if ((watch & WATCH_ATTACHMENTS) != 0 && (change & DRAW_SET) != 0 && !road.SampleAttachments(session, set))
        [[unlikely]]
    {
        return false;
    }
    if ((watch & WATCH_RING) != 0)
    {
        road.HoldRing(session, recording, set);
    }
    return true;
}

// The packet's slices and indices that lie in the frame ring stay as they are for it.
template <class Road>
[[gnu::noinline]] void HoldRingGeometry(Road road, Session& session, const Recording& recording,
                                        const RasterDraw& draw) noexcept
{
    const uint32 ring = session.Uniforms.Slot;
    for (const RasterVertexSlice& slice : draw.Vertices)
    {
        if (RasterAccess::Slot(slice.Buffer) == ring)
        {
            road.HoldRingRange(session, recording, slice.Offset, slice.Size);
        }
    }
    if (RasterAccess::Slot(draw.Indices) == ring)
    {
        road.HoldRingRange(session, recording, draw.IndexOffset, usize{draw.IndexCount} * sizeof(uint32));
    }
}

// A packet that names an indirect buffer, or breaks a rule that shows in the same compare. What the buffer says cannot
// be known here: the packet's counts bound it.
template <class Road>
[[nodiscard, gnu::noinline, gnu::cold]] uint32 TakeIndirect(Road road, Session& session, const Recording& recording,
                                                            const RasterDraw& draw) noexcept
{
    const BufferHot* buffer = ResolveHot<RecordKind::Buffer>(session, recording.PassOwner, draw.Indirect);
    if (buffer == nullptr || buffer->Role != BufferRole::StorageIndirect ||
        draw.ReachableBindings.size() != recording.Set->ReachableCount ||
        draw.IndirectOffset % INDIRECT_ALIGNMENT != 0 || draw.IndirectOffset > buffer->Size ||
        sizeof(IndexedIndirectArguments) > buffer->Size - draw.IndirectOffset)
    {
        return REFUSED;
    }
    road.template Keep<RecordKind::Buffer>(session, recording, *buffer, RasterAccess::Slot(draw.Indirect));
    return DRAWS_INDIRECTLY;
}

// Resolves and checks slices, index buffer and counts. REFUSED on a violation, else what changed.
template <class Road>
[[gnu::noinline]] uint32 ChangeGeometry(Road road, Session& session, Recording& recording,
                                        const RasterDraw& draw) noexcept
{
    const PipelineHot& pipeline = *recording.Pipeline;
    const uint64 owner = recording.PassOwner;
    uint32 change = 0;
    if (RasterAccess::Generation(draw.Indirect) != 0 || draw.IndirectOffset != 0 ||
        draw.ReachableBindings.size() != recording.Set->ReachableCount) [[unlikely]]
    {
        change = TakeIndirect(road, session, recording, draw);
        if (change == REFUSED)
        {
            return REFUSED;
        }
    }
    bool readsRing = false;
    bool fits = draw.VertexCount != 0 && draw.InstanceCount - 1 < MAX_DRAW_INSTANCES; // zero is out as well
    const RasterVertexSlice* slice = draw.Vertices.data();
    for (uint32 i = 0; i < recording.StreamCount; ++i, ++slice)
    {
        BoundStream& bound = recording.Streams[i];
        const WideWord name = LoadWide(RasterAccess::Name(slice->Buffer));
        const WideWord range = LoadSliceRange(*slice);
        if (!IsZero((name ^ bound.Name) | (range ^ bound.Range)))
        {
            const BufferHot* record = ResolveHot<RecordKind::Buffer>(session, owner, slice->Buffer);
            if (record == nullptr || !record->FeedsVertices || slice->Offset % 4 != 0 || slice->Offset > record->Size ||
                slice->Size > record->Size - slice->Offset) [[unlikely]]
            {
                return REFUSED;
            }
            change |= DRAW_VERTICES;
            readsRing = readsRing || record->IsRing;
            road.template Keep<RecordKind::Buffer>(session, recording, *record, RasterAccess::Slot(slice->Buffer));
            bound.Name = name;
            bound.Range = range;
            recording.StreamSlots[i] = RasterAccess::Slot(slice->Buffer);
        }
        const uint64 count = (pipeline.InstanceMask >> i & 1U) != 0 ? draw.InstanceCount : draw.VertexCount;
        fits = fits && count * pipeline.Strides[i] <= slice->Size;
    }
    const WideWord range = LoadIndexRange(draw);
    const WideWord name = LoadWide(RasterAccess::Name(draw.Indices));
    const bool isOtherRange = !IsZero(range ^ recording.Range);
    if (isOtherRange || !IsZero(name ^ recording.IndexName))
    {
        const BufferHot* index = ResolveHot<RecordKind::Buffer>(session, owner, draw.Indices);
        if (index == nullptr || index->IndexShift == 0) [[unlikely]]
        {
            return REFUSED;
        }
        const uint32 shift = index->IndexShift;
        const uint64 bytes = uint64{draw.IndexCount} << shift;
        const uint64 unit = uint64{1} << shift;
        fits = fits && draw.IndexCount != 0 && draw.IndexCount % 3 == 0 && (draw.IndexOffset & (unit - 1)) == 0 &&
               draw.IndexOffset <= index->Size && bytes <= index->Size - draw.IndexOffset;
        fits =
            fits &&
            (index->Whole < draw.VertexCount ||
             (index->IsRing
                  ? AreRingIndicesBelow(session.Uniforms, draw.IndexOffset >> shift, draw.IndexCount, draw.VertexCount)
                  : AreIndicesBelow(*index, draw.IndexOffset >> shift, draw.IndexCount, draw.VertexCount)));
        readsRing = readsRing || index->IsRing;
        // The first index of a draw is counted in indices: another buffer may change their size.
        change |= recording.Index != index ? DRAW_INDICES | DRAW_COUNTS : 0U;
        change |= isOtherRange ? DRAW_COUNTS : 0U;
        road.template Keep<RecordKind::Buffer>(session, recording, *index, RasterAccess::Slot(draw.Indices));
        recording.Index = index;
        recording.IndexSlot = RasterAccess::Slot(draw.Indices);
        recording.IndexName = name;
        recording.Range = range;
    }
    change |= recording.InstanceCount != draw.InstanceCount ? DRAW_COUNTS : 0U;
    recording.InstanceCount = draw.InstanceCount;
    if (readsRing && fits) [[unlikely]]
    {
        HoldRingGeometry(road, session, recording, draw);
    }
    return fits ? change : REFUSED;
}

// Writes one entry of a draw run: what changed, as slots and values, and where the counts are read instead.
template <bool IsIndirect>
inline void EncodeEntry(Recording& recording, const RasterDraw& draw, uint32 change, uint32 dynamic) noexcept
{
    uint8* at = recording.Write + 4;
    uint32 streams = 0;
    if ((change & DRAW_PIPELINE) != 0)
    {
        at = Put(at, recording.PipelineSlot);
    }
    if ((change & DRAW_SET) != 0)
    {
        at = Put(at, recording.SetSlot);
    }
    if ((change & (DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS)) != 0)
    {
        if ((change & DRAW_VERTICES) != 0)
        {
            streams = recording.Pipeline->StreamCount;
            for (uint32 i = 0; i < streams; ++i)
            {
                at = Put(at, recording.StreamSlots[i]);
                at = Put(at, uint64{draw.Vertices[i].Offset});
            }
        }
        if ((change & DRAW_INDICES) != 0)
        {
            at = Put(at, recording.IndexSlot);
            at = Put(at, uint32{recording.Index->IndexShift});
        }
        if ((change & DRAW_COUNTS) != 0)
        {
            at = Put(at, draw.IndexCount);
            at = Put(at, draw.InstanceCount);
            at = Put(at, static_cast<uint32>(draw.IndexOffset >> recording.Index->IndexShift));
        }
    }
    if constexpr (IsIndirect)
    {
        at = Put(at, RasterAccess::Slot(draw.Indirect));
        at = Put(at, uint64{draw.IndirectOffset});
    }
    if ((change & (DRAW_SET | DRAW_OFFSETS)) != 0)
    {
        for (uint32 i = 0; i < dynamic; ++i)
        {
            at = Put(at, recording.Offsets[i]);
        }
    }
    Put(recording.Write, change | streams << DRAW_STREAMS_SHIFT | dynamic << DRAW_DYNAMIC_SHIFT);
    recording.Write = at;
}

inline void Encode(Recording& recording, const RasterDraw& draw, uint32 change, uint32 dynamic) noexcept
{
    EncodeEntry<false>(recording, draw, change, dynamic);
}

// The packet after this one names its indices anew, which ends the indirection: it takes the checked road, where an
// index buffer that is not there opens the geometry. No range of no vertices is accepted there, whatever the name.
inline void EncodeIndirect(Recording& recording, const RasterDraw& draw, uint32 change, uint32 dynamic) noexcept
{
    EncodeEntry<true>(recording, draw, change | DRAW_INDIRECT, dynamic);
    recording.IndexName = WideWord{NO_IDENTITY, NO_IDENTITY};
    recording.Range = WideWord{0, 0}; // of no draw: a made-up handle may equal the name
    recording.Index = nullptr;
    recording.FastHeader = FAST_CLOSED;
}

// The rest of a packet whose handles and geometry are accepted.
template <class Road>
[[gnu::always_inline]] inline RasterStatus FinishDraw(Road road, DeviceHandle device, Session& session,
                                                      Recording& recording, const RasterDraw& draw, uint32 change,
                                                      bool isIndirect) noexcept
{
    const SetHot& set = *recording.Set;
    uint32 differs = 0;
    if (!TakeOffsets(recording, set, draw, differs)) [[unlikely]]
    {
        return road.Reject(device, draw);
    }
    change |= differs != 0 ? DRAW_OFFSETS : 0U;
    if (set.DynamicCount == 0)
    {
        recording.Offsets[0] = 0; // what the fast road compares with
    }
    if (const uint32 watch = set.Watch; watch != 0)
    {
        if ((watch & WATCH_REACHABLE) != 0 && !DeclaresReachable(session, recording, draw)) [[unlikely]]
        {
            return road.Reject(device, draw);
        }
        if (!WatchSet(road, session, recording, change)) [[unlikely]]
        {
            return road.Reject(device, draw);
        }
        road.SetFastWindow(session, recording, set);
    }
    else if ((change & DRAW_SET) != 0)
    {
        road.SetFastWindow(session, recording, set);
    }
    if (isIndirect)
    {
        EncodeIndirect(recording, draw, change, set.DynamicCount);
    }
    else
    {
        Encode(recording, draw, change, set.DynamicCount);
    }
    CountDraw(recording);
    return RasterStatus::Ready;
}

template <class Road>
[[nodiscard, gnu::noinline, gnu::cold]] RasterStatus FinishIndirect(Road road, DeviceHandle device, Session& session,
                                                                    Recording& recording, const RasterDraw& draw,
                                                                    uint32 change) noexcept
{
    change = (change & ~DRAWS_INDIRECTLY) | DRAW_INDICES | DRAW_COUNTS;
    return FinishDraw(road, device, session, recording, draw, change, true);
}

// Something other than the offset differs. Each handle that differs is resolved: incarnation and readiness in one
// compare, then the rules that involve it, then its lease.
template <class Road>
[[gnu::noinline]] RasterStatus DrawChanged(Road road, DeviceHandle device, const RasterDraw& draw) noexcept
{
    Recording& recording = road.State();
    Session& session = GetSession();
    const uint64 owner = recording.PassOwner; // the session's, while draws are recorded
    uint32 change = 0;
    bool isGeometryOpen = false;
    if (recording.Index == nullptr) [[unlikely]]
    {
        if (owner == NO_IDENTITY)
        {
            return road.Reject(device, draw);
        }
        // Nothing was drawn, or indirectly, and what the recording keeps is no geometry; or a pass has begun.
        isGeometryOpen = recording.LastIndex == nullptr;
        change = recording.RunBits;
        recording.Index = recording.LastIndex;
        recording.LastIndex = nullptr;
        recording.RunBits = 0;
        if (change == 0) // an indirect packet closed the fast road
        {
            recording.FastHeader = DRAW_OFFSETS | recording.Set->DynamicCount << DRAW_DYNAMIC_SHIFT;
        }
    }
    if (RasterAccess::Generation(draw.Pipeline) != recording.PipelineName)
    {
        const PipelineHot* record = ResolveHot<RecordKind::RasterPipeline>(session, owner, draw.Pipeline);
        if (record == nullptr || (record->PassKey != recording.PassKey && !SuitsOtherKey(recording, *record)))
            [[unlikely]]
        {
            return road.Reject(device, draw);
        }
        change |= DRAW_PIPELINE;
        road.template Keep<RecordKind::RasterPipeline>(session, recording, *record, RasterAccess::Slot(draw.Pipeline));
        recording.Pipeline = record;
        recording.PipelineName = record->Ready;
        recording.PipelineSlot = RasterAccess::Slot(draw.Pipeline);
        if (recording.StreamKey != record->StreamKey)
        {
            isGeometryOpen = true; // other strides or rates: the records are counted again
            change |= DRAW_VERTICES;
            recording.StreamKey = record->StreamKey;
            recording.StreamCount = record->StreamCount;
        }
    }
    if (RasterAccess::Generation(draw.Bindings) != recording.SetName)
    {
        const SetHot* record = ResolveHot<RecordKind::BindingSet>(session, owner, draw.Bindings);
        if (record == nullptr) [[unlikely]]
        {
            return road.Reject(device, draw);
        }
        change |= DRAW_SET | DRAW_OFFSETS;
        road.template Keep<RecordKind::BindingSet>(session, recording, *record, RasterAccess::Slot(draw.Bindings));
        recording.Set = record;
        recording.SetName = record->Ready;
        recording.SetSlot = RasterAccess::Slot(draw.Bindings);
        recording.StaticMask = record->Layout->StaticMask;
        recording.FastHeader = DRAW_OFFSETS | record->DynamicCount << DRAW_DYNAMIC_SHIFT;
        recording.FastBinding = record->First.Binding;
        recording.FastAlignment = record->First.Alignment;
    }
    if (recording.Pipeline->Layout != recording.Set->Layout || !HasSlices(recording, draw)) [[unlikely]]
    {
        return road.Reject(device, draw);
    }
    if (isGeometryOpen || !IsZero(FindGeometryDifference(recording, draw)) || FindCountDifference(recording, draw) != 0)
    {
        const uint32 bits = ChangeGeometry(road, session, recording, draw);
        if (bits >= DRAWS_INDIRECTLY) [[unlikely]]
        {
            return bits == REFUSED ? road.Reject(device, draw)
                                   : FinishIndirect(road, device, session, recording, draw, change | bits);
        }
        change |= bits;
    }
    return FinishDraw(road, device, session, recording, draw, change, false);
}

/// Records `draw`, or answers why not and records nothing.
template <class Road>
[[nodiscard]] inline RasterStatus RecordPacket(Road road, DeviceHandle device, const RasterDraw& draw) noexcept
{
    Recording& recording = road.State();
    if (DeviceAccess::Owner(device) != recording.PassOwner) [[unlikely]]
    {
        return road.Reject(device, draw);
    }
    const uint32 header = recording.FastHeader; // before CountDraw, which may close the road
    if (RasterAccess::Generation(draw.Pipeline) != recording.PipelineName ||
        RasterAccess::Generation(draw.Bindings) != recording.SetName || !HasSlices(recording, draw) ||
        header > (DRAW_OFFSETS | 1U << DRAW_DYNAMIC_SHIFT))
    {
        return DrawChanged(road, device, draw);
    }
    const uint32* bytes = draw.BindingOffsets.Bytes;
    const uint32 value = bytes[recording.FastBinding];
    const uint64 differs = FindStrayOffsets(recording, bytes, FindGeometryDifference(recording, draw)) |
                           FindCountDifference(recording, draw) | (value & recording.FastAlignment);
    if (differs != 0 || value - recording.FastStart > recording.FastLength)
    {
        return DrawChanged(road, device, draw);
    }
    uint8* at = recording.Write;
    CountDraw(recording);
    if (value == recording.Offsets[0])
    {
        recording.Write = Put(at, uint32{0});
        return RasterStatus::Ready;
    }
    recording.Offsets[0] = value;
    recording.Write = Put(at, header | uint64{value} << 32U);
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi::internal
