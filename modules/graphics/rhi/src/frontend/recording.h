// What the open frame's last accepted packet said, and where the next one is written: the lines that a draw touches.
//
// A packet is compared with the one before it in the packet's own byte order, so that "nothing but the offsets changed"
// is a run of wide compares. Forget() is called whenever anything remembered may have become untrue: at the start of a
// frame and a pass, by destroy, publish, every change of a record's status, a refused packet, and loss.
#pragma once

#include "registry/records.h"

#include <ludus/foundation/base/config.h>

// The option that hides what the library defines lets declarations be, and code that uses them would go through a table
// for each access.
#if LUDUS_PLATFORM_WINDOWS
#define LUDUS_HIDDEN
#else
#define LUDUS_HIDDEN [[gnu::visibility("hidden")]]
#endif

namespace ludus::graphics::rhi::internal
{
/// Equals no generation and no owner that was ever handed out.
constexpr uint64 NO_IDENTITY = ~uint64{0};

/// One vertex slice of the last packet: {owner, generation} and {offset, size}.
struct BoundStream final
{
    WideWord Name{NO_IDENTITY, NO_IDENTITY};
    WideWord Range{0, 0};
};

// What a recording without a packet points at. Their layouts differ, so that no draw is recorded with both, whatever
// names a packet carries.
inline const LayoutHot NO_LAYOUT{};
inline const SetHot NO_SET{};
inline const PipelineHot NO_PIPELINE{{}, &NO_LAYOUT};

/// Recording::FastHeader while the fast road is closed: more than any header it takes.
constexpr uint32 FAST_CLOSED = ~uint32{0};

struct alignas(64) Recording final
{
    // Line 0.
    uint64 PassOwner{NO_IDENTITY}; // owner of the device while a pass is open and draws are left
    uint64 PipelineName{NO_IDENTITY};
    uint64 SetName{NO_IDENTITY};
    uint64 StreamCount{0};
    const WideWord* StaticMask{NO_LAYOUT.StaticMask};
    uint8* Write{nullptr}; // the stream, reserved for the frame's remaining draws at their largest
    uint32 InstanceCount{0};
    uint32 DrawsLeft{0};
    uint32 FastHeader{FAST_CLOSED}; // header of an entry that changes only this set's offset
    uint32 FastStart{0};            // the offsets that the fast road takes: FastStart to FastStart + FastLength

    // Line 1.
    WideWord IndexName{NO_IDENTITY, NO_IDENTITY};
    WideWord Range{0, 0}; // index offset, and index count | vertex count << 32
    uint32 FastLength{0};
    uint32 FastBinding{0};   // the set's only dynamic binding
    uint32 FastAlignment{0}; // mask of bits that must be zero
    uint32 PassKey{0};
    uint64 Ordinal{0}; // of the submission being recorded: the value of every lease

    // Lines 2 and 3.
    alignas(64) BoundStream Streams[MAX_VERTEX_STREAMS]{};
    uint64 StreamKey{0};
    const SetHot* Set{&NO_SET};
    const PipelineHot* Pipeline{&NO_PIPELINE};
    const BufferHot* Index{nullptr};     // null when closed, forgotten, or after an indirect packet
    const BufferHot* LastIndex{nullptr}; // of the pass before, whose geometry still stands; null: none does
    uint32 IndexSlot{NO_SLOT};
    uint32 SetSlot{NO_SLOT};
    uint32 PipelineSlot{NO_SLOT};
    uint32 StreamSlots[MAX_VERTEX_STREAMS]{}; // of what was resolved: a packet's own slots are not looked at again
    uint32 RunBits{0};                        // what the next entry says even where it repeats the one before

    // Line 4: offsets of the bound set, by ascending binding number.
    alignas(64) uint32 Offsets[RASTER_BINDING_COUNT]{};

    // The frame uniform ring (frame_uniforms.h).
    alignas(64) uint64 UniformOwner{NO_IDENTITY}; // owner of the device while writes are possible
    uint8* UniformMemory{nullptr};
    uint32 UniformHead{0};
    uint32 UniformEnd{0};
    uint32 UniformMaximum{0};          // bytes of one write
    uint32 UniformMask{255};           // alignment of a write, minus one
    uint32 UniformUnits{~uint32{255}}; // the other bits

    /// No draw is recorded until the pass, or the next one, is opened again. A made-up device handle may equal
    /// NO_IDENTITY: DrawChanged asks where it finds no index buffer, and the fast road is closed.
    void Close() noexcept
    {
        PassOwner = NO_IDENTITY;
        FastHeader = FAST_CLOSED;
        Index = nullptr;
    }

    /// A pass begins in the frame: its first entry says everything, and the set is looked at anew, for it may show what
    /// other passes draw to. What the packet before drew needs no second look, nor its pipeline in a pass of the same
    /// key: nothing that changes a record lies between without a Forget.
    void Reopen(uint32 passKey) noexcept
    {
        if (passKey != PassKey)
        {
            PassKey = passKey;
            PipelineName = NO_IDENTITY;
            Pipeline = &NO_PIPELINE;
        }
        SetName = NO_IDENTITY;
        Set = &NO_SET;
        FastHeader = FAST_CLOSED;
        LastIndex = Index != nullptr ? Index : LastIndex;
        Index = nullptr;
        RunBits = DRAW_PIPELINE | DRAW_SET | DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_OFFSETS;
    }

    void Forget() noexcept
    {
        PipelineName = NO_IDENTITY;
        SetName = NO_IDENTITY;
        StreamCount = 0;
        StaticMask = NO_LAYOUT.StaticMask;
        InstanceCount = 0;
        FastHeader = FAST_CLOSED;
        FastStart = 0;
        FastLength = 0;
        IndexName = WideWord{NO_IDENTITY, NO_IDENTITY};
        Range = WideWord{0, 0};
        FastBinding = 0;
        FastAlignment = 0;
        IndexSlot = NO_SLOT;
        StreamKey = 0;
        Set = &NO_SET;
        Pipeline = &NO_PIPELINE;
        Index = nullptr;
        LastIndex = nullptr;
        for (BoundStream& stream : Streams)
        {
            stream = BoundStream{};
        }
    }
};

/// The open frame's recording. A variable of its own, so that a draw reaches it without a pointer.
extern constinit Recording s_Recording LUDUS_HIDDEN;

/// Counts the moments at which remembered records may have changed: what the recordings of plans compare.
extern constinit uint64 s_RecordChanges;

struct DrawPlan;

/// The batch that RecordDraw recorded into last, so that the next packet finds it at once; null at first and when the
/// batches end.
extern constinit DrawPlan* s_LastPlan;

/// A record was destroyed, published or changed its status: every recording forgets.
inline void ForgetRecordings() noexcept
{
    s_Recording.Forget();
    ++s_RecordChanges;
}

/// One reason why a record may not go: a plan that uses it.
struct PlanLease final
{
    uint32 Slot{NO_SLOT};
    uint32 Draw{0}; // the packet that brought it
    RecordKind Kind{};
};

/// How packets of a kind of recording are checked and their refusals named.
struct DrawRules final
{
    const char* Operation{"DrawIndexed"};
    const char* Noun{"The frame"}; // what a refusal calls the recording
    bool IsInsideFrame{true};      // else between frames
    uint32 PassKey{0};
};

/// Draws kept for later (draw_plan.h).
struct DrawPlan final
{
    Recording State{};
    uint64 Generation{0}; // of its owner: marks the records that the plan has leased
    uint64 Epoch{0};      // value of s_RecordChanges at the last packet
    Array<uint8> Stream{};
    Array<PlanLease> Leases{};
    usize Used{0};                // bytes of complete commands
    usize RunStart{0};            // where the open run's command is
    uint32 DrawsAtRun{0};         // DrawCount when it was opened
    usize LeasesAtRun{0};         // leases there were then
    uint32 DrawCount{0};          // without those of the chunk
    uint32 Chunk{0};              // draws that room was made for last; State.DrawsLeft of them are left
    uint32 HeldSegments{0};       // of the frame uniform ring, a bit each
    bool IsGrowing{false};        // packets may still be added
    bool ShowsAttachments{false}; // a set of its packets does
    DrawRules Rules{};
};

} // namespace ludus::graphics::rhi::internal
