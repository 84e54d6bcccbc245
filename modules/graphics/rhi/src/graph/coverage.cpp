// Whether the declarations of a pass cover what its packets use: vertex and index slices, and every entry of the set.
#include "graph/graph_record.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
class Coverage final
{
public:
    Coverage(Session& session, const GraphRecord& record, std::span<const GraphUseRecord> declared,
             GraphFault& fault) noexcept
        : Owner(session), Record(record), Declared(declared), Fault(fault)
    {
    }

    [[nodiscard]] bool CoversBuffer(GraphAccessMode access, RasterVisibility stages, uint32 slot, uint64 offset,
                                    uint64 size) noexcept
    {
        const BufferCold& buffer = Owner.Records.Table<RecordKind::Buffer>().Twin(slot);
        if (buffer.IsInternal || buffer.IsTableLength)
        {
            return true; // the library's own have no place in a graph
        }
        const uint32 resource = FindImport(Record, false, slot);
        return !FindFault(Declared, GraphUseRecord::Make(resource, 0, access, stages, offset, size), Fault);
    }

    [[nodiscard]] bool CoversView(RasterVisibility stages, uint32 slot) noexcept
    {
        const uint32 texture = Owner.Records.Table<RecordKind::TextureView>().Twin(slot).Range.Texture;
        const uint32 resource = FindImport(Record, true, texture);
        return !FindFault(Declared, GraphUseRecord::Make(resource, 0, GraphAccessMode::Sampled, stages, 0, 0), Fault);
    }

    [[nodiscard]] bool CoversSet(uint32 slot, const RasterBindingOffsets& offsets) noexcept
    {
        const SetCold& set = Owner.Records.Table<RecordKind::BindingSet>().Twin(slot);
        const LayoutCold& layout = Owner.Records.Table<RecordKind::BindingLayout>().Twin(set.Layout);
        const RasterBinding* binding = layout.Bindings.begin();
        for (const SetDescriptor& descriptor : set.Descriptors)
        {
            while (binding->Binding != descriptor.Binding)
            {
                ++binding; // both ascend, and each descriptor has its binding
            }
            const uint64 moved = descriptor.HasDynamicOffset ? offsets.Bytes[descriptor.Binding] : 0;
            if (!CoversDescriptor(descriptor, binding->Visibility, descriptor.Offset + moved))
            {
                return false;
            }
        }
        return true;
    }

private:
    [[nodiscard]] bool CoversDescriptor(const SetDescriptor& descriptor, RasterVisibility stages,
                                        uint64 offset) noexcept
    {
        switch (descriptor.Kind)
        {
        case RasterBindingKind::UniformBuffer:
            return CoversBuffer(GraphAccessMode::Uniform, stages, descriptor.Slot, offset, descriptor.Size);
        case RasterBindingKind::StorageRead:
            return CoversBuffer(GraphAccessMode::StorageRead, stages, descriptor.Slot, offset, descriptor.Size);
        case RasterBindingKind::StorageReadWrite:
            return CoversBuffer(GraphAccessMode::StorageReadWrite, stages, descriptor.Slot, offset, descriptor.Size);
        case RasterBindingKind::Texture2D:
        case RasterBindingKind::Texture2DArray:
        case RasterBindingKind::TextureCube:
        case RasterBindingKind::Texture3D:
        case RasterBindingKind::TextureDepth2D:
        case RasterBindingKind::TextureStencil2D:
            return CoversView(stages, descriptor.Slot);
        case RasterBindingKind::Sampler: // has no contents
        case RasterBindingKind::RayScene:
            break;
        }
        return true;
    }

    Session& Owner;
    const GraphRecord& Record;
    std::span<const GraphUseRecord> Declared;
    GraphFault& Fault;
};
} // namespace

bool IsCovered(Session& session, const GraphRecord& record, const PlanDispatch& dispatch,
               std::span<const GraphUseRecord> declared, GraphFault& fault) noexcept
{
    return Coverage(session, record, declared, fault).CoversSet(dispatch.Set, *dispatch.Offsets);
}

bool IsCovered(Session& session, const GraphRecord& record, const RasterDraw& draw,
               std::span<const GraphUseRecord> declared, GraphFault& fault) noexcept
{
    Coverage coverage(session, record, declared, fault);
    const Recording& accepted = record.Draws.State;             // the packet's slots as they were resolved
    constexpr RasterVisibility STAGES = RasterVisibility::Both; // of accesses that say their stage themselves
    for (usize i = 0; i < draw.Vertices.size(); ++i)
    {
        const RasterVertexSlice& slice = draw.Vertices[i];
        if (!coverage.CoversBuffer(GraphAccessMode::Vertex, STAGES, accepted.StreamSlots[i], slice.Offset, slice.Size))
        {
            return false;
        }
    }
    const uint64 indexBytes = uint64{draw.IndexCount}
                              << session.Records.Table<RecordKind::Buffer>().At(accepted.IndexSlot).IndexShift;
    if (!coverage.CoversBuffer(GraphAccessMode::Index, STAGES, accepted.IndexSlot, draw.IndexOffset, indexBytes))
    {
        return false;
    }
    if (RasterAccess::Generation(draw.Indirect) != 0 &&
        !coverage.CoversBuffer(GraphAccessMode::Indirect, STAGES, FindPublic(session, draw.Indirect),
                               draw.IndirectOffset, sizeof(IndexedIndirectArguments)))
    {
        return false;
    }
    return coverage.CoversSet(accepted.SetSlot, draw.BindingOffsets);
}
} // namespace ludus::graphics::rhi::internal
