// Thousands of random packets against a plain model of the rules: the verdict of each, and the whole state of each
// draw that reached the backend.
//
// A packet is the one before it with a few fields changed, so that most of it repeats. The model lists every rule that
// a packet breaks; the device must name one of them, or accept a packet that breaks none.
#include "draw_model.h"
#include "stage.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/graph.h>

#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Status = RasterStatus;

constexpr uint32 DRAWS_PER_FRAME = 300;
constexpr usize SEGMENT = 4096;
constexpr usize RING_BYTES = 3 * SEGMENT + 16384;
constexpr usize UNIFORMS = 4096;

class RandomDraws : public DrawStage
{
protected:
    uint32 Pick(uint64 count) { return static_cast<uint32>(Random() % count); }

    bool Once(uint32 in) { return Pick(in) == 0; }

    // ---- Objects -----------------------------------------------------------------------------------------------

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
        Model.Buffers = {MakeVertexBuffer(3200),       MakeVertexBuffer(160),         MakeVertexBuffer(6400),
                         MakeIndexBuffer(true, false), MakeIndexBuffer(false, false), MakeIndexBuffer(true, true),
                         MakeIndexBuffer(false, true)};
        ModelBuffer uniforms;
        uniforms.Name = Uniforms;
        uniforms.Role = BufferRole::Uniform;
        uniforms.Size = UNIFORMS;
        Model.Buffers.push_back(uniforms);
        Model.Buffers.push_back({});
        Model.Buffers.back().State = Life::Gone;
        ModelBuffer indirect;
        indirect.Role = BufferRole::StorageIndirect;
        indirect.Size = 256;
        const std::vector<uint8> commands(256);
        EXPECT_EQ(CreateBuffer(Device, {indirect.Role, commands.size()}, commands, indirect.Name), Status::Ready);
        Model.Buffers.push_back(indirect);
        Model.Sets.clear();
        Model.Pipelines.clear();
        for (uint32 shape = 0; shape < SET_SHAPES; ++shape)
        {
            Model.Sets.push_back(MakeSetOf(shape));
        }
        Model.Sets.push_back({});
        Model.Sets.back().State = Life::Gone;
        for (uint32 shape = 0; shape < PIPELINE_SHAPES; ++shape)
        {
            Model.Pipelines.push_back(MakePipelineOf(shape));
        }
        Model.Pipelines.push_back({});
        Model.Pipelines.back().State = Life::Gone;
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
        Model.Buffers[UNIFORM_ENTRY].State = Life::Gone; // the stage's own
        destroy(Model.Pipelines);
        destroy(Model.Sets);
        destroy(Spares);
        destroy(Model.Buffers);
        Spares.clear();
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
            const uint32 set = PickFit(Model.Sets);
            if (Model.Sets[set].Layout == Model.Pipelines[packet.Pipeline].Layout)
            {
                return set;
            }
        }
        return packet.Set;
    }

    void PickOffsets(Packet& packet)
    {
        std::fill_n(packet.Offsets, RASTER_BINDING_COUNT, 0);
        for (const DynamicRange& range : Model.Sets[packet.Set].Dynamic)
        {
            packet.Offsets[range.Binding] = 256 * Pick(range.Room / 256 + 1);
        }
    }

    // What fits the pipeline and set of the packet as it is.
    void Mend(Packet& packet)
    {
        Packet fresh;
        fresh.Pipeline = packet.Pipeline;
        fresh.SliceCount = static_cast<uint32>(Model.Pipelines[packet.Pipeline].Streams.size());
        fresh.Set = PickSuitingSet(packet);
        fresh.Indices = 3 + Pick(2);
        for (uint32 i = 0; i < fresh.SliceCount; ++i)
        {
            fresh.Vertices[i] = Model.Pipelines[packet.Pipeline].Streams[i].PerInstance ? 1 : 2 * Pick(2);
            fresh.SliceSize[i] = Model.Buffers[fresh.Vertices[i]].Size;
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
            packet.Pipeline = Once(8) ? Pick(Model.Pipelines.size()) : PickFit(Model.Pipelines);
            if (!Once(6))
            {
                Mend(packet);
            }
            break;
        case 2:
            packet.Set = Once(10) ? Pick(Model.Sets.size()) : PickSuitingSet(packet);
            PickOffsets(packet);
            break;
        case 3:
            packet.Indices = Once(8) ? Pick(Model.Buffers.size()) : 3 + Pick(Once(4) ? 4 : 2);
            break;
        case 4:
            packet.Vertices[slice] = Once(6) ? Pick(Model.Buffers.size()) : Pick(3);
            packet.SliceOffset[slice] = 0;
            packet.SliceSize[slice] = Model.Buffers[packet.Vertices[slice]].Size;
            break;
        case 5:
            packet.SliceOffset[slice] = Once(8) ? Pick(200) : 4ULL * Pick(20);
            packet.SliceSize[slice] =
                Once(8) ? Pick(7000)
                        : Model.Buffers[packet.Vertices[slice]].Size -
                              std::min<uint64>(packet.SliceOffset[slice], Model.Buffers[packet.Vertices[slice]].Size);
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
            packet.Indirect = Once(3) ? NO_BUFFER : Once(12) ? Pick(Model.Buffers.size()) : uint32{INDIRECT_ENTRY};
            if (packet.Indirect != NO_BUFFER && RasterAccess::Generation(Model.Buffers[packet.Indirect].Name) == 0)
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
            packet.SliceCount =
                Once(4) ? Pick(3) : static_cast<uint32>(Model.Pipelines[packet.Pipeline].Streams.size());
            break;
        case 13:
        case 14:
        case 15:
            Mend(packet);
            break;
        default:
            for (const DynamicRange& range : Model.Sets[packet.Set].Dynamic)
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
            slices[i] = {Model.Buffers[packet.Vertices[i]].Name, packet.SliceOffset[i], packet.SliceSize[i]};
        }
        const RasterBindingIndex reachable{};
        RasterDraw draw{Model.Pipelines[packet.Pipeline].Name,
                        Model.Sets[packet.Set].Name,
                        {slices, packet.SliceCount},
                        Model.Buffers[packet.Indices].Name,
                        packet.IndexOffset,
                        packet.IndexCount,
                        packet.VertexCount,
                        packet.InstanceCount};
        draw.Indirect = packet.Indirect == NO_BUFFER ? BufferHandle{} : Model.Buffers[packet.Indirect].Name;
        draw.IndirectOffset = packet.IndirectOffset;
        draw.ReachableBindings = {&reachable, packet.HasReachable ? 1U : 0U};
        std::copy_n(packet.Offsets, RASTER_BINDING_COUNT, draw.BindingOffsets.Bytes);

        const std::vector<Breach> breaches = Model.Judge(packet, DRAWS_PER_FRAME - Expected.size());
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
        for (uint32 i = 0; i < Model.Sets.size(); ++i)
        {
            if (Model.Sets[i].State == Life::Ready && Model.Sets[i].Layout == spare->Layout)
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
        ModelSet old = Model.Sets[current];
        BindingSetHandle name = old.Name;
        BindingSetHandle replacement = spare->Name;
        ASSERT_EQ(PublishBindingSetUpdate(Device, name, replacement), Status::Ready);
        Model.Sets[current] = *spare;
        Spares.erase(spare);
        old.State = Life::Gone;
        const uint32 gone = KeepOld(Model.Sets, old, MAX_SETS);
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
        look(Model.Sets);
        look(Spares);
        look(Model.Pipelines);
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
            ModelSet& set = Model.Sets[Pick(Model.Sets.size())];
            if (set.State != Life::Gone)
            {
                ModelSet old = set;
                BindingSetHandle name = set.Name;
                ASSERT_EQ(Destroy(Device, name), Status::Ready);
                set = MakeSetOf(old.Shape);
                old.State = Life::Gone;
                KeepOld(Model.Sets, old, MAX_SETS);
            }
            ModelPipeline& pipeline = Model.Pipelines[Pick(Model.Pipelines.size())];
            if (pipeline.State != Life::Gone)
            {
                ModelPipeline old = pipeline;
                RasterPipelineHandle name = pipeline.Name;
                ASSERT_EQ(Destroy(Device, name), Status::Ready);
                pipeline = MakePipelineOf(old.Shape);
                old.State = Life::Gone;
                KeepOld(Model.Pipelines, old, MAX_PIPELINES);
            }
        }
        const uint32 which = Pick(7);
        ModelBuffer old = Model.Buffers[which];
        BufferHandle name = old.Name;
        ASSERT_EQ(Destroy(Device, name), Status::Ready);
        Model.Buffers[which] = which < 3 ? MakeVertexBuffer(old.Size) : MakeIndexBuffer(which % 2 == 1, which >= 5);
        old.State = Life::Gone;
        KeepOld(Model.Buffers, old, MAX_BUFFERS);
        while (Spares.size() < 8)
        {
            Spares.push_back(MakeSetOf(Pick(SET_SHAPES)));
        }
    }

    void RunFrame(Packet& packet)
    {
        Expected.clear();
        const uint32 packets = 200 + Pick(600);
        uint32 passes = 30; // fewer than a frame may have
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
            if (passes != 0 && Once(20))
            {
                ASSERT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), Status::Ready);
                --passes;
            }
            if (Once(5))
            {
                const uint8 bytes[64]{1};
                uint32 offset = 0;
                if (WriteFrameUniform(Device, bytes, offset) == Status::Ready && Model.Sets[packet.Set].Shape == 0)
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
    DrawModel Model{};
    std::vector<ModelSet> Spares{};
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
