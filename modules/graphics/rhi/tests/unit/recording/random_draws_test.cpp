// Thousands of random packets against a plain model of the rules: the verdict of each, and the whole state of each
// draw that reached the backend.
//
// A packet is the one before it with a few fields changed, so that most of it repeats. The model knows objects by the
// test's own tables and lists every rule that a packet breaks; the device must name one of them, or accept a packet
// that breaks none.
#include "stage.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Code = DiagnosticCode;
using Status = RasterStatus;

constexpr uint32 DRAWS_PER_FRAME = 300;
constexpr usize SEGMENT = 4096;
constexpr usize RING_BYTES = 3 * SEGMENT + 16384;
constexpr usize UNIFORMS = 4096;

enum class Life
{
    Ready,
    Pending,
    Failed,
    Gone, // destroyed, published over, or null
};

template <class Handle>
struct Object
{
    Handle Name{};
    Life State{Life::Ready};
};

struct ModelBuffer final : Object<BufferHandle>
{
    BufferRole Role{BufferRole::Vertex};
    uint64 Size{0};
    std::vector<uint64> Indices{}; // a restart index: larger than any 32-bit value
};

struct DynamicRange final
{
    uint32 Binding{0};
    uint64 Room{0}; // the largest offset
};

struct ModelSet final : Object<BindingSetHandle>
{
    uint32 Layout{0};
    uint32 Shape{0}; // which description it was made from
    std::vector<DynamicRange> Dynamic{};
};

struct ModelPipeline final : Object<RasterPipelineHandle>
{
    uint32 Layout{0};
    uint32 Shape{0};
    std::vector<RasterVertexStream> Streams{};
};

constexpr uint32 NO_BUFFER = ~uint32{0};

// A packet in the terms of the model: indices into its tables, and plain numbers.
struct Packet final
{
    uint32 Pipeline{0};
    uint32 Set{0};
    uint32 SliceCount{1};
    uint32 Vertices[2]{0, 1};
    uint64 SliceOffset[2]{0, 0};
    uint64 SliceSize[2]{3200, 160};
    uint32 Indices{0};
    uint64 IndexOffset{0};
    uint32 IndexCount{3};
    uint32 VertexCount{50};
    uint32 InstanceCount{1};
    uint32 Indirect{NO_BUFFER};
    uint64 IndirectOffset{0};
    bool HasReachable{false};
    uint32 Offsets[RASTER_BINDING_COUNT]{};
};

struct Breach final
{
    RasterStatus Answer{};
    DiagnosticCode Reason{};

    bool operator==(const Breach&) const = default;
};

class RandomDraws : public DrawStage
{
protected:
    uint32 Pick(uint64 count) { return static_cast<uint32>(Random() % count); }

    bool Once(uint32 in) { return Pick(in) == 0; }

    // ---- Objects -----------------------------------------------------------------------------------------------

    static std::vector<uint64> SeeIndices(std::span<const uint32> values, bool isNarrow)
    {
        std::vector<uint64> seen;
        for (const uint32 value : values)
        {
            const bool restarts = value == (isNarrow ? 0xFFFFU : 0xFFFFFFFFU);
            seen.push_back(restarts ? ~uint64{0} : value);
        }
        return seen;
    }

    ModelBuffer MakeVertexBuffer(usize size)
    {
        ModelBuffer buffer;
        buffer.Role = Once(2) ? BufferRole::Vertex : BufferRole::StorageVertex;
        buffer.Size = size;
        const std::vector<uint8> bytes(size);
        EXPECT_EQ(CreateBuffer(Device, {buffer.Role, size}, bytes, buffer.Name), Status::Ready);
        return buffer;
    }

    ModelBuffer MakeIndexBuffer(bool isNarrow, bool hasRestart)
    {
        std::vector<uint32> values(STAGE_INDICES);
        for (uint32 i = 0; i < STAGE_INDICES; ++i)
        {
            values[i] = i % 50;
        }
        values[isNarrow ? 700 : 299] = isNarrow ? 99 : 80;
        if (hasRestart)
        {
            values[Pick(STAGE_INDICES)] = ~uint32{0};
        }
        std::vector<uint16> narrow(values.begin(), values.end());
        ModelBuffer buffer;
        buffer.Role = isNarrow ? BufferRole::Index16 : BufferRole::Index32;
        const std::span<const uint8> bytes = isNarrow ? AsBytes(narrow) : AsBytes(values);
        buffer.Size = bytes.size();
        EXPECT_EQ(CreateBuffer(Device, {buffer.Role, bytes.size()}, bytes, buffer.Name), Status::Ready);
        Know(buffer.Name, isNarrow ? 1 : 2);
        buffer.Indices = SeeIndices(isNarrow ? std::vector<uint32>(narrow.begin(), narrow.end()) : values, isNarrow);
        return buffer;
    }

    // Sets of every kind: over the ring from its start, from elsewhere and widely; over a buffer; without dynamic
    // bindings; with two, of which either lies in the ring; with a static binding in the ring.
    ModelSet MakeSetOf(uint32 shape)
    {
        ModelSet set;
        set.Shape = shape;
        std::vector<RasterBindingResource> resources;
        std::vector<uint32> bindings;
        const auto add = [&](uint32 binding, bool isRing, usize offset, usize size, bool isDynamic)
        {
            resources.push_back({binding, isRing ? Ring : Uniforms, offset, size});
            if (isDynamic)
            {
                set.Dynamic.push_back({binding, (isRing ? RING_BYTES : UNIFORMS) - offset - size});
                bindings.push_back(binding);
            }
        };
        switch (shape)
        {
        case 0:
            add(0, true, 0, 64, true);
            break;
        case 1:
            add(0, true, 256, 64, true);
            break;
        case 2:
            add(0, true, 0, 16384, true);
            break;
        case 3:
            add(0, false, 256, 64, true);
            break;
        case 4:
            set.Layout = 1;
            add(0, false, 512, 64, false);
            break;
        case 5:
            set.Layout = 1;
            add(0, true, 512, 64, false);
            break;
        case 6:
            set.Layout = 2;
            add(2, false, 512, 256, true);
            add(3, true, 0, 64, false);
            add(5, true, 0, 64, true);
            break;
        case 7:
            set.Layout = 2;
            add(2, true, 0, 256, true);
            add(3, false, 0, 64, false);
            add(5, false, 0, 64, true);
            break;
        default:
            set.Layout = 3; // equal to layout 0, and another
            add(0, false, 0, 64, true);
            break;
        }
        const BindingLayoutHandle layouts[] = {OneDynamic, Static, TwoDynamic, Twin};
        const Status status = CreateBindingSet(Device, layouts[set.Layout], resources, set.Name);
        EXPECT_TRUE(status == Status::Ready || status == Status::Pending) << status;
        set.State = status == Status::Pending ? Life::Pending : Life::Ready;
        Know(set.Name, bindings);
        return set;
    }

    static constexpr uint32 SET_SHAPES = 9;

    ModelPipeline MakePipelineOf(uint32 shape)
    {
        static const std::pair<uint32, std::vector<RasterVertexStream>> SHAPES[] = {
            {0, {{32, false}}},
            {0, {{32, false}, {16, true}}},
            {0, {}},
            {0, {{16, true}, {32, false}}},
            {0, {{4, true}}},
            {0, {{32, false}, {16, false}}},
            {0, {{32, false}, {16, true}}}, // as shape 1: equal streams, another pipeline
            {1, {{32, false}}},
            {1, {}},
            {2, {{64, false}}},
            {2, {{32, false}, {16, false}}},
            {3, {{32, false}}},
        };
        ModelPipeline pipeline;
        pipeline.Shape = shape;
        pipeline.Layout = SHAPES[shape].first;
        pipeline.Streams = SHAPES[shape].second;
        const BindingLayoutHandle layouts[] = {OneDynamic, Static, TwoDynamic, Twin};
        const Status status =
            CreateRasterPipeline(Device, DescribePipeline(layouts[pipeline.Layout], pipeline.Streams), pipeline.Name);
        EXPECT_TRUE(status == Status::Ready || status == Status::Pending) << status;
        pipeline.State = status == Status::Pending ? Life::Pending : Life::Ready;
        return pipeline;
    }

    static constexpr uint32 PIPELINE_SHAPES = 12;

    void MakeTables()
    {
        Buffers = {MakeVertexBuffer(3200),       MakeVertexBuffer(160),         MakeVertexBuffer(6400),
                   MakeIndexBuffer(true, false), MakeIndexBuffer(false, false), MakeIndexBuffer(true, true),
                   MakeIndexBuffer(false, true)};
        ModelBuffer uniforms;
        uniforms.Name = Uniforms;
        uniforms.Role = BufferRole::Uniform;
        uniforms.Size = UNIFORMS;
        Buffers.push_back(uniforms);
        Buffers.push_back({});
        Buffers.back().State = Life::Gone;
        ModelBuffer indirect;
        indirect.Role = BufferRole::StorageIndirect;
        indirect.Size = 256;
        const std::vector<uint8> commands(256);
        EXPECT_EQ(CreateBuffer(Device, {indirect.Role, commands.size()}, commands, indirect.Name), Status::Ready);
        Buffers.push_back(indirect);
        Sets.clear();
        Pipelines.clear();
        for (uint32 shape = 0; shape < SET_SHAPES; ++shape)
        {
            Sets.push_back(MakeSetOf(shape));
        }
        Sets.push_back({});
        Sets.back().State = Life::Gone;
        for (uint32 shape = 0; shape < PIPELINE_SHAPES; ++shape)
        {
            Pipelines.push_back(MakePipelineOf(shape));
        }
        Pipelines.push_back({});
        Pipelines.back().State = Life::Gone;
    }

    void DestroyTables()
    {
        const auto destroy = [this](auto& objects)
        {
            for (auto& object : objects)
            {
                if (object.State != Life::Gone)
                {
                    EXPECT_EQ(Destroy(Device, object.Name), Status::Ready);
                }
            }
        };
        Buffers[UNIFORM_ENTRY].State = Life::Gone; // the stage's own
        destroy(Pipelines);
        destroy(Sets);
        destroy(Spares);
        destroy(Buffers);
        Spares.clear();
    }

    // ---- The model ---------------------------------------------------------------------------------------------

    template <class Handle>
    static void Judge(const Object<Handle>& object, std::vector<Breach>& breaches)
    {
        switch (object.State)
        {
        case Life::Ready:
            break;
        case Life::Pending:
            breaches.push_back({Status::NotReady, Code::DependencyPending});
            break;
        case Life::Failed:
            breaches.push_back({Status::InvalidState, Code::DependencyFailed});
            break;
        case Life::Gone:
            breaches.push_back({Status::InvalidHandle, Code::StaleHandle});
            break;
        }
    }

    // Everything that is wrong with a packet.
    [[nodiscard]] std::vector<Breach> Judge(const Packet& packet) const
    {
        std::vector<Breach> breaches;
        const auto add = [&](bool isBroken, DiagnosticCode code, Status status = Status::InvalidDescription)
        {
            if (isBroken)
            {
                breaches.push_back({status, code});
            }
        };
        const ModelPipeline& pipeline = Pipelines[packet.Pipeline];
        const ModelSet& set = Sets[packet.Set];
        const ModelBuffer& indices = Buffers[packet.Indices];
        Judge(pipeline, breaches);
        Judge(set, breaches);
        Judge(indices, breaches);
        for (uint32 i = 0; i < packet.SliceCount; ++i)
        {
            Judge(Buffers[packet.Vertices[i]], breaches);
        }
        if (packet.Indirect != NO_BUFFER)
        {
            Judge(Buffers[packet.Indirect], breaches);
        }
        if (!breaches.empty())
        {
            return breaches; // the rest speaks of what the handles name
        }
        add(pipeline.Layout != set.Layout, Code::DrawLayoutMismatch);
        add(packet.SliceCount != pipeline.Streams.size(), Code::DrawStreamCount);
        add(packet.HasReachable, Code::DrawReachableWrong);
        add(packet.IndexCount == 0 || packet.VertexCount == 0 || packet.InstanceCount == 0, Code::ValueZero);
        add(packet.IndexCount % 3 != 0, Code::ValueMisaligned);
        JudgeIndirect(packet, add);
        for (uint32 i = 0; i < packet.SliceCount; ++i)
        {
            const ModelBuffer& buffer = Buffers[packet.Vertices[i]];
            add(buffer.Role != BufferRole::Vertex && buffer.Role != BufferRole::StorageVertex,
                Code::BufferRoleMismatch);
            add(packet.SliceOffset[i] % 4 != 0, Code::ValueMisaligned);
            add(packet.SliceOffset[i] + packet.SliceSize[i] > buffer.Size, Code::RangeOutside);
            if (i < pipeline.Streams.size())
            {
                const uint64 records = pipeline.Streams[i].PerInstance ? packet.InstanceCount : packet.VertexCount;
                add(records * pipeline.Streams[i].Stride > packet.SliceSize[i], Code::DrawVerticesOutside);
            }
        }
        JudgeIndices(packet, indices, add);
        for (uint32 binding = 0; binding < RASTER_BINDING_COUNT; ++binding)
        {
            const auto found = std::find_if(set.Dynamic.begin(), set.Dynamic.end(),
                                            [&](const DynamicRange& range) { return range.Binding == binding; });
            const uint32 offset = packet.Offsets[binding];
            add(found == set.Dynamic.end() && offset != 0, Code::DrawOffsetStatic);
            add(found != set.Dynamic.end() && offset % 256 != 0, Code::ValueMisaligned);
            add(found != set.Dynamic.end() && offset > found->Room, Code::DrawOffsetOutside);
        }
        if (breaches.empty() && Expected.size() == DRAWS_PER_FRAME)
        {
            breaches.push_back({Status::CapacityExceeded, Code::DrawsExhausted});
        }
        return breaches;
    }

    template <class Add>
    void JudgeIndirect(const Packet& packet, const Add& add) const
    {
        if (packet.Indirect == NO_BUFFER)
        {
            add(packet.IndirectOffset != 0, Code::ValueNotExact);
            return;
        }
        const ModelBuffer& buffer = Buffers[packet.Indirect];
        add(buffer.Role != BufferRole::StorageIndirect, Code::BufferRoleMismatch);
        add(packet.IndirectOffset % 4 != 0, Code::ValueMisaligned);
        add(packet.IndirectOffset + 20 > buffer.Size, Code::RangeOutside);
    }

    template <class Add>
    static void JudgeIndices(const Packet& packet, const ModelBuffer& indices, const Add& add)
    {
        const bool isIndex = indices.Role == BufferRole::Index16 || indices.Role == BufferRole::Index32;
        add(!isIndex, Code::BufferRoleMismatch);
        if (!isIndex)
        {
            return;
        }
        const uint64 unit = indices.Role == BufferRole::Index16 ? 2 : 4;
        const bool isInside = packet.IndexOffset + packet.IndexCount * unit <= indices.Size;
        add(packet.IndexOffset % unit != 0, Code::ValueMisaligned);
        add(!isInside, Code::RangeOutside);
        if (isInside && packet.IndexOffset % unit == 0)
        {
            bool isBelow = true;
            for (uint32 i = 0; i < packet.IndexCount; ++i)
            {
                isBelow = isBelow && indices.Indices[packet.IndexOffset / unit + i] < packet.VertexCount;
            }
            add(!isBelow, Code::DrawIndexTooLarge);
        }
    }

    // ---- Packets -----------------------------------------------------------------------------------------------

    // Mostly one of those that may be drawn with.
    template <class T>
    uint32 PickFit(const std::vector<T>& objects)
    {
        uint32 index = Pick(objects.size());
        for (int i = 0; i < 8 && objects[index].State != Life::Ready; ++i)
        {
            index = Pick(objects.size());
        }
        return index;
    }

    // Some set that suits the packet's pipeline.
    uint32 PickSuitingSet(const Packet& packet)
    {
        for (int i = 0; i < 60; ++i)
        {
            const uint32 set = PickFit(Sets);
            if (Sets[set].Layout == Pipelines[packet.Pipeline].Layout)
            {
                return set;
            }
        }
        return packet.Set;
    }

    void PickOffsets(Packet& packet)
    {
        std::fill_n(packet.Offsets, RASTER_BINDING_COUNT, 0);
        for (const DynamicRange& range : Sets[packet.Set].Dynamic)
        {
            packet.Offsets[range.Binding] = 256 * Pick(range.Room / 256 + 1);
        }
    }

    // What fits the pipeline and set of the packet as it is.
    void Mend(Packet& packet)
    {
        Packet fresh;
        fresh.Pipeline = packet.Pipeline;
        fresh.SliceCount = static_cast<uint32>(Pipelines[packet.Pipeline].Streams.size());
        fresh.Set = PickSuitingSet(packet);
        fresh.Indices = 3 + Pick(2);
        for (uint32 i = 0; i < fresh.SliceCount; ++i)
        {
            fresh.Vertices[i] = Pipelines[packet.Pipeline].Streams[i].PerInstance ? 1 : 2 * Pick(2);
            fresh.SliceSize[i] = Buffers[fresh.Vertices[i]].Size;
        }
        packet = fresh;
        PickOffsets(packet);
    }

    void Mutate(Packet& packet)
    {
        const uint32 slice = Pick(2);
        switch (Pick(20))
        {
        case 0:
        case 1:
            packet.Pipeline = Once(8) ? Pick(Pipelines.size()) : PickFit(Pipelines);
            if (!Once(6))
            {
                Mend(packet);
            }
            break;
        case 2:
            packet.Set = Once(10) ? Pick(Sets.size()) : PickSuitingSet(packet);
            PickOffsets(packet);
            break;
        case 3:
            packet.Indices = Once(8) ? Pick(Buffers.size()) : 3 + Pick(Once(4) ? 4 : 2);
            break;
        case 4:
            packet.Vertices[slice] = Once(6) ? Pick(Buffers.size()) : Pick(3);
            packet.SliceOffset[slice] = 0;
            packet.SliceSize[slice] = Buffers[packet.Vertices[slice]].Size;
            break;
        case 5:
            packet.SliceOffset[slice] = Once(8) ? Pick(200) : 4ULL * Pick(20);
            packet.SliceSize[slice] =
                Once(8) ? Pick(7000)
                        : Buffers[packet.Vertices[slice]].Size -
                              std::min<uint64>(packet.SliceOffset[slice], Buffers[packet.Vertices[slice]].Size);
            break;
        case 6:
            packet.IndexOffset = Once(8) ? Pick(4000) : 4ULL * Pick(150);
            break;
        case 7:
            packet.IndexCount = Once(8) ? Pick(1000) : 3 * (1 + Pick(100));
            break;
        case 8:
            packet.VertexCount = Once(3) ? Pick(130) : 50;
            break;
        case 9:
            packet.InstanceCount = Once(10) ? Pick(14) : 1 + Pick(8);
            break;
        case 10:
            packet.Indirect = Once(3) ? NO_BUFFER : Once(12) ? Pick(Buffers.size()) : uint32{INDIRECT_ENTRY};
            if (packet.Indirect != NO_BUFFER && RasterAccess::Generation(Buffers[packet.Indirect].Name) == 0)
            {
                packet.Indirect = NO_BUFFER; // a null handle says that there is none
            }
            packet.IndirectOffset = packet.Indirect == NO_BUFFER ? 0 : 4ULL * Pick(50);
            packet.IndirectOffset += Once(30) ? Pick(100) : 0;
            packet.HasReachable = Once(30);
            break;
        case 11:
            packet.Offsets[Pick(RASTER_BINDING_COUNT)] = Once(3) ? Pick(1000) : 0;
            break;
        case 12:
            packet.SliceCount = Once(4) ? Pick(3) : static_cast<uint32>(Pipelines[packet.Pipeline].Streams.size());
            break;
        case 13:
        case 14:
        case 15:
            Mend(packet);
            break;
        default:
            for (const DynamicRange& range : Sets[packet.Set].Dynamic)
            {
                packet.Offsets[range.Binding] =
                    Once(25) ? Pick(40000) : 256 * Pick(Once(25) ? 200 : range.Room / 256 + 1);
            }
            break;
        }
    }

    // ---- The run -----------------------------------------------------------------------------------------------

    void Try(const Packet& packet)
    {
        RasterVertexSlice slices[2];
        for (uint32 i = 0; i < 2; ++i)
        {
            slices[i] = {Buffers[packet.Vertices[i]].Name, packet.SliceOffset[i], packet.SliceSize[i]};
        }
        const RasterBindingIndex reachable{};
        RasterDraw draw{Pipelines[packet.Pipeline].Name,
                        Sets[packet.Set].Name,
                        {slices, packet.SliceCount},
                        Buffers[packet.Indices].Name,
                        packet.IndexOffset,
                        packet.IndexCount,
                        packet.VertexCount,
                        packet.InstanceCount};
        draw.Indirect = packet.Indirect == NO_BUFFER ? BufferHandle{} : Buffers[packet.Indirect].Name;
        draw.IndirectOffset = packet.IndirectOffset;
        draw.ReachableBindings = {&reachable, packet.HasReachable ? 1U : 0U};
        std::copy_n(packet.Offsets, RASTER_BINDING_COUNT, draw.BindingOffsets.Bytes);

        const std::vector<Breach> breaches = Judge(packet);
        const uint64 before = CountRefusals();
        const RasterStatus status = DrawIndexed(Device, draw);
        if (breaches.empty())
        {
            ASSERT_EQ(status, Status::Ready) << GetCodeAfter(before);
            Expected.push_back(Expect(draw));
            ++Accepted;
            return;
        }
        const Breach answer{status, GetCodeAfter(before)};
        ASSERT_TRUE(std::find(breaches.begin(), breaches.end(), answer) != breaches.end())
            << answer.Answer << ' ' << answer.Reason << ", but it breaks " << breaches.front().Reason;
        ++Refused[answer.Reason];
    }

    // Puts a spare of the same layout in the place of a set.
    void PublishOne(Packet& packet)
    {
        const auto isSpare = [](const ModelSet& spare) { return spare.State == Life::Ready; };
        const auto spare = std::find_if(Spares.begin(), Spares.end(), isSpare);
        if (spare == Spares.end())
        {
            return;
        }
        std::vector<uint32> candidates;
        for (uint32 i = 0; i < Sets.size(); ++i)
        {
            if (Sets[i].State == Life::Ready && Sets[i].Layout == spare->Layout)
            {
                candidates.push_back(i);
            }
        }
        if (candidates.empty())
        {
            return;
        }
        const bool isOwn = std::find(candidates.begin(), candidates.end(), packet.Set) != candidates.end();
        const uint32 current = isOwn ? packet.Set : candidates[Pick(candidates.size())];
        ModelSet old = Sets[current];
        BindingSetHandle name = old.Name;
        BindingSetHandle replacement = spare->Name;
        ASSERT_EQ(PublishBindingSetUpdate(Device, name, replacement), Status::Ready);
        Sets[current] = *spare;
        Spares.erase(spare);
        old.State = Life::Gone;
        const uint32 gone = KeepOld(Sets, old, MAX_SETS);
        packet.Set = packet.Set == current && Once(2) ? gone : packet.Set; // the same packet, with a stale set
        ++Published;
    }

    // An entry that names what is gone, in the place of an older one when there are many. Answers which.
    template <class T>
    uint32 KeepOld(std::vector<T>& objects, const T& old, usize most)
    {
        usize at = objects.size();
        if (at < most)
        {
            objects.push_back(old);
            return static_cast<uint32>(at);
        }
        while (objects[--at].State != Life::Gone)
        {
        }
        objects[at] = old;
        return static_cast<uint32>(at);
    }

    // Ends some pending creations, and looks at everything that was pending.
    void FinishSome()
    {
        const bool isGood = !Once(3);
        const auto result = isGood ? internal::BackendStatus::Ready : internal::BackendStatus::Refused;
        internal::FinishReferenceCreations(RecordKind::BindingSet, result, 1);
        internal::FinishReferenceCreations(RecordKind::RasterPipeline, result, 1);
        DeviceInfo info;
        ASSERT_EQ(GetDeviceInfo(Device, info), DeviceStatus::Ready); // polls: the orders are for now
        const auto look = [this](auto& objects)
        {
            for (auto& object : objects)
            {
                if (object.State == Life::Pending)
                {
                    const Status status = GetStatus(Device, object.Name);
                    object.State = status == Status::Pending  ? Life::Pending
                                   : status == Status::Failed ? Life::Failed
                                                              : Life::Ready;
                    Finished += object.State != Life::Pending ? 1 : 0;
                }
            }
        };
        look(Sets);
        look(Spares);
        look(Pipelines);
    }

    // Between frames: objects go and others of their shape come, at once or later.
    void ChangeObjects()
    {
        internal::ReferenceControl& control = internal::GetReferenceControl();
        const bool isHeld = Once(2);
        control.HoldsCreation[static_cast<usize>(RecordKind::BindingSet)] = isHeld;
        control.HoldsCreation[static_cast<usize>(RecordKind::RasterPipeline)] = isHeld;
        for (int i = 0; i < 2; ++i)
        {
            ModelSet& set = Sets[Pick(Sets.size())];
            if (set.State != Life::Gone)
            {
                ModelSet old = set;
                BindingSetHandle name = set.Name;
                ASSERT_EQ(Destroy(Device, name), Status::Ready);
                set = MakeSetOf(old.Shape);
                old.State = Life::Gone;
                KeepOld(Sets, old, MAX_SETS);
            }
            ModelPipeline& pipeline = Pipelines[Pick(Pipelines.size())];
            if (pipeline.State != Life::Gone)
            {
                ModelPipeline old = pipeline;
                RasterPipelineHandle name = pipeline.Name;
                ASSERT_EQ(Destroy(Device, name), Status::Ready);
                pipeline = MakePipelineOf(old.Shape);
                old.State = Life::Gone;
                KeepOld(Pipelines, old, MAX_PIPELINES);
            }
        }
        const uint32 which = Pick(7);
        ModelBuffer old = Buffers[which];
        BufferHandle name = old.Name;
        ASSERT_EQ(Destroy(Device, name), Status::Ready);
        Buffers[which] = which < 3 ? MakeVertexBuffer(old.Size) : MakeIndexBuffer(which % 2 == 1, which >= 5);
        old.State = Life::Gone;
        KeepOld(Buffers, old, MAX_BUFFERS);
        while (Spares.size() < 8)
        {
            Spares.push_back(MakeSetOf(Pick(SET_SHAPES)));
        }
    }

    void RunFrame(Packet& packet)
    {
        Expected.clear();
        const uint32 packets = 200 + Pick(600);
        Open();
        for (uint32 i = 0; i < packets; ++i)
        {
            for (uint32 changes = Pick(3); changes != 0; --changes)
            {
                Mutate(packet);
            }
            if (Once(50))
            {
                PublishOne(packet);
            }
            if (Once(80))
            {
                FinishSome();
            }
            if (Once(5))
            {
                const uint8 bytes[64]{1};
                uint32 offset = 0;
                if (WriteFrameUniform(Device, bytes, offset) == Status::Ready && Sets[packet.Set].Shape == 0)
                {
                    packet.Offsets[0] = offset;
                }
            }
            Try(packet);
            if (HasFatalFailure())
            {
                return;
            }
        }
        End();
        ExpectDraws(GetDraws(), Expected);
        Submissions.clear();
    }

    static constexpr usize MAX_SETS = 14;
    static constexpr usize MAX_PIPELINES = 16;
    static constexpr usize MAX_BUFFERS = 11;
    static constexpr usize UNIFORM_ENTRY = 7;
    static constexpr usize INDIRECT_ENTRY = 9;

    std::mt19937_64 Random{};
    std::vector<ModelBuffer> Buffers{};
    std::vector<ModelSet> Sets{};
    std::vector<ModelSet> Spares{};
    std::vector<ModelPipeline> Pipelines{};
    std::vector<ResolvedDraw> Expected{};
    std::map<DiagnosticCode, uint32> Refused{};
    uint32 Accepted{0};
    uint32 Published{0};
    uint32 Finished{0};
};

TEST_P(RandomDraws, AgreeWithThePlainModel)
{
    StartSmall(DRAWS_PER_FRAME, SEGMENT);
    MakeStage();
    for (uint64 seed = 1; seed <= 16; ++seed)
    {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Random.seed(seed);
        MakeTables();
        Packet packet;
        for (int frame = 0; frame < 25; ++frame)
        {
            SCOPED_TRACE("frame " + std::to_string(frame));
            ChangeObjects();
            RunFrame(packet);
            if (HasFatalFailure())
            {
                return;
            }
        }
        internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::BindingSet)] = false;
        internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::RasterPipeline)] = false;
        DestroyTables();
    }
    // Every rule was met, and neither verdict was rare.
    uint32 refused = 0;
    for (const auto& [code, count] : Refused)
    {
        EXPECT_GT(count, 5U) << code;
        refused += count;
    }
    EXPECT_EQ(Refused.size(), 16U);
    EXPECT_GT(Accepted, (Accepted + refused) / 4);
    EXPECT_GT(refused, (Accepted + refused) / 4);
    EXPECT_GT(Published, 200U);
    EXPECT_GT(Finished, 50U);
    RecordProperty("accepted", static_cast<int>(Accepted));
    RecordProperty("refused", static_cast<int>(refused));
}

LUDUS_ON_STEERED_LANES(RandomDraws);
} // namespace
} // namespace ludus::graphics::rhi::tests
