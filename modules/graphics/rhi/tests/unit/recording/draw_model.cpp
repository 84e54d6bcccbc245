// The rules of packets, each in its plainest form.
#include "draw_model.h"

#include <algorithm>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Code = DiagnosticCode;
using Status = RasterStatus;

template <class Handle>
void JudgeLife(const Object<Handle>& object, std::vector<Breach>& breaches)
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

template <class Add>
void JudgeIndirect(const Packet& packet, const std::vector<ModelBuffer>& buffers, const Add& add)
{
    if (packet.Indirect == NO_BUFFER)
    {
        add(packet.IndirectOffset != 0, Code::ValueNotExact);
        return;
    }
    const ModelBuffer& buffer = buffers[packet.Indirect];
    add(buffer.Role != BufferRole::StorageIndirect, Code::BufferRoleMismatch);
    add(packet.IndirectOffset % 4 != 0, Code::ValueMisaligned);
    add(packet.IndirectOffset + 20 > buffer.Size, Code::RangeOutside);
}

template <class Add>
void JudgeIndices(const Packet& packet, const ModelBuffer& indices, const Add& add)
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
} // namespace

std::vector<uint64> SeeIndices(std::span<const uint32> values, bool isNarrow)
{
    std::vector<uint64> seen;
    for (const uint32 value : values)
    {
        const bool restarts = value == (isNarrow ? 0xFFFFU : 0xFFFFFFFFU);
        seen.push_back(restarts ? ~uint64{0} : value);
    }
    return seen;
}

std::vector<Breach> DrawModel::Judge(const Packet& packet, usize room) const
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
    JudgeLife(pipeline, breaches);
    JudgeLife(set, breaches);
    JudgeLife(indices, breaches);
    for (uint32 i = 0; i < packet.SliceCount; ++i)
    {
        JudgeLife(Buffers[packet.Vertices[i]], breaches);
    }
    if (packet.Indirect != NO_BUFFER)
    {
        JudgeLife(Buffers[packet.Indirect], breaches);
    }
    if (!breaches.empty())
    {
        return breaches; // the rest speaks of what the handles name
    }
    add(pipeline.Layout != set.Layout, Code::DrawLayoutMismatch);
    add(packet.SliceCount != pipeline.Streams.size(), Code::DrawStreamCount);
    add(packet.HasReachable, Code::DrawReachableWrong);
    add(packet.IndexCount == 0 || packet.VertexCount == 0 || packet.InstanceCount == 0, Code::ValueZero);
    add(packet.InstanceCount > 0x7FFFFFFF, Code::ValueTooLarge);
    add(packet.IndexCount % 3 != 0, Code::ValueMisaligned);
    JudgeIndirect(packet, Buffers, add);
    for (uint32 i = 0; i < packet.SliceCount; ++i)
    {
        const ModelBuffer& buffer = Buffers[packet.Vertices[i]];
        add(buffer.Role != BufferRole::Vertex && buffer.Role != BufferRole::StorageVertex, Code::BufferRoleMismatch);
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
    if (breaches.empty() && room == 0)
    {
        breaches.push_back({Status::CapacityExceeded, Code::DrawsExhausted});
    }
    return breaches;
}
} // namespace ludus::graphics::rhi::tests
