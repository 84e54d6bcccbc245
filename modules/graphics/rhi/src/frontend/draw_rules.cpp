#include "frontend/draw_rules.h"

#include "formats/library_limits.h"
#include "formats/role_facts.h"
#include "frontend/admission.h"
#include "frontend/binding_arrays.h"
#include "frontend/index_shadow.h"
#include "frontend/raster_pass.h"
#include "frontend/uniform_ring.h"
#include "validation/refuse.h"

#include <ludus/foundation/base/checked.h>

namespace ludus::graphics::rhi::internal
{
namespace
{
struct ResolvedDraw final
{
    uint32 Pipeline{NO_SLOT};
    uint32 Set{NO_SLOT};
    uint32 Indices{NO_SLOT};
    uint32 Indirect{NO_SLOT}; // or none
    uint32 Vertices[MAX_VERTEX_STREAMS]{NO_SLOT, NO_SLOT};
};

RasterVerdict CheckFrame(const Session& session) noexcept
{
    if (session.Frame.HasFullscreenDraw)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::MixedDraws}};
    }
    if (!session.Frame.Passes.IsOpen)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::NoOpenPass}};
    }
    return {};
}

// Pipeline, set, slices, index buffer and, when named, the indirect buffer.
RasterVerdict ResolveHandles(Session& session, const RasterDraw& draw, ResolvedDraw& out) noexcept
{
    if (const RasterVerdict verdict = Resolve(session, draw.Pipeline, "Pipeline", out.Pipeline); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = Resolve(session, draw.Bindings, "Bindings", out.Set); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckSpan(draw.Vertices, "Vertices"); !verdict.IsAccepted())
    {
        return verdict;
    }
    for (usize i = 0; i < draw.Vertices.size(); ++i)
    {
        uint32 slot = NO_SLOT;
        if (RasterVerdict verdict = Resolve(session, draw.Vertices[i].Buffer, "Vertices[].Buffer", slot);
            !verdict.IsAccepted())
        {
            verdict.Why.Index = static_cast<uint32>(i);
            return verdict;
        }
        if (i < MAX_VERTEX_STREAMS)
        {
            out.Vertices[i] = slot;
        }
    }
    if (const RasterVerdict verdict = Resolve(session, draw.Indices, "Indices", out.Indices); !verdict.IsAccepted())
    {
        return verdict;
    }
    return RasterAccess::Generation(draw.Indirect) != 0 ? Resolve(session, draw.Indirect, "Indirect", out.Indirect)
                                                        : RasterVerdict{};
}

RasterVerdict CheckCompatibility(Session& session, const RasterDraw& draw, const ResolvedDraw& resolved,
                                 uint32 passKey) noexcept
{
    const PipelineHot& pipeline = session.Records.Table<RecordKind::RasterPipeline>().At(resolved.Pipeline);
    const SetHot& set = session.Records.Table<RecordKind::BindingSet>().At(resolved.Set);
    if (!SuitsPass(passKey, pipeline))
    {
        const bool isDepth = SuitsPass(passKey & ~PASS_KEY_READ_ONLY_DEPTH, pipeline);
        return {RasterStatus::InvalidDescription,
                {.Code = isDepth ? DiagnosticCode::DrawDepthReadOnly : DiagnosticCode::DrawPipelineTarget,
                 .Field = "Pipeline"}};
    }
    if (pipeline.Layout != set.Layout)
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::DrawLayoutMismatch, .Field = "Bindings"}};
    }
    if (draw.Vertices.size() != pipeline.StreamCount)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::DrawStreamCount,
                 .Field = "Vertices",
                 .Got = draw.Vertices.size(),
                 .Allowed = pipeline.StreamCount}};
    }
    if (const RasterVerdict verdict = CheckSpan(draw.ReachableBindings, "ReachableBindings"); !verdict.IsAccepted())
    {
        return verdict;
    }
    ReachableElements& reachable = session.Records.Table<RecordKind::BindingSet>().Twin(resolved.Set).Reachable;
    if (draw.ReachableBindings.size() != set.ReachableCount || !AreReachable(reachable, draw.ReachableBindings))
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::DrawReachableWrong,
                 .Field = "ReachableBindings",
                 .Got = draw.ReachableBindings.size(),
                 .Allowed = set.ReachableCount}};
    }
    return {};
}

RasterVerdict CheckCounts(const RasterDraw& draw) noexcept
{
    const struct
    {
        uint32 Value;
        const char* Field;
    } counts[] = {
        {draw.IndexCount, "IndexCount"}, {draw.VertexCount, "VertexCount"}, {draw.InstanceCount, "InstanceCount"}};

    for (const auto& count : counts)
    {
        if (count.Value == 0)
        {
            return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::ValueZero, .Field = count.Field}};
        }
    }
    if (draw.InstanceCount > MAX_DRAW_INSTANCES)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueTooLarge,
                 .Field = "InstanceCount",
                 .Got = draw.InstanceCount,
                 .Allowed = MAX_DRAW_INSTANCES}};
    }
    if (draw.IndexCount % 3 != 0)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueMisaligned, .Field = "IndexCount", .Got = draw.IndexCount, .Allowed = 3}};
    }
    return {};
}

RasterVerdict CheckIndirect(Session& session, const RasterDraw& draw, const ResolvedDraw& resolved) noexcept
{
    if (resolved.Indirect == NO_SLOT)
    {
        if (draw.IndirectOffset != 0)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::ValueNotExact, .Field = "IndirectOffset", .Got = draw.IndirectOffset}};
        }
        return {};
    }
    const BufferHot& buffer = session.Records.Table<RecordKind::Buffer>().At(resolved.Indirect);
    if (!FactsOf(buffer.Role).IsIndirect)
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::BufferRoleMismatch, .Field = "Indirect"}};
    }
    if (draw.IndirectOffset % INDIRECT_ALIGNMENT != 0)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueMisaligned,
                 .Field = "IndirectOffset",
                 .Got = draw.IndirectOffset,
                 .Allowed = INDIRECT_ALIGNMENT}};
    }
    if (!foundation::IsRangeInside(draw.IndirectOffset, sizeof(IndexedIndirectArguments), buffer.Size))
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::RangeOutside,
                 .Field = "IndirectOffset plus the command",
                 .Got = foundation::AddSaturated(draw.IndirectOffset, sizeof(IndexedIndirectArguments)),
                 .Allowed = buffer.Size}};
    }
    return {};
}

RasterVerdict CheckVertices(Session& session, const RasterDraw& draw, const ResolvedDraw& resolved) noexcept
{
    const PipelineHot& pipeline = session.Records.Table<RecordKind::RasterPipeline>().At(resolved.Pipeline);
    for (uint32 i = 0; i < draw.Vertices.size(); ++i)
    {
        const RasterVertexSlice& slice = draw.Vertices[i];
        const BufferHot& buffer = session.Records.Table<RecordKind::Buffer>().At(resolved.Vertices[i]);
        if (!buffer.FeedsVertices)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::BufferRoleMismatch, .Field = "Vertices[].Buffer", .Index = i}};
        }
        if (slice.Offset % 4 != 0)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::ValueMisaligned,
                     .Field = "Vertices[].Offset",
                     .Got = slice.Offset,
                     .Allowed = 4,
                     .Index = i}};
        }
        if (!foundation::IsRangeInside(slice.Offset, slice.Size, buffer.Size))
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::RangeOutside,
                     .Field = "Vertices[]",
                     .Got = foundation::AddSaturated(slice.Offset, slice.Size),
                     .Allowed = buffer.Size,
                     .Index = i}};
        }
        const uint64 count = (pipeline.InstanceMask >> i & 1U) != 0 ? draw.InstanceCount : draw.VertexCount;
        if (count * pipeline.Strides[i] > slice.Size)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::DrawVerticesOutside,
                     .Field = "Vertices[].Size",
                     .Got = count * pipeline.Strides[i],
                     .Allowed = slice.Size,
                     .Index = i}};
        }
    }
    return {};
}

RasterVerdict CheckIndices(Session& session, const RasterDraw& draw, const ResolvedDraw& resolved) noexcept
{
    const BufferHot& buffer = session.Records.Table<RecordKind::Buffer>().At(resolved.Indices);
    if (buffer.IndexShift == 0)
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::BufferRoleMismatch, .Field = "Indices"}};
    }
    const uint64 unit = uint64{1} << buffer.IndexShift;
    if (draw.IndexOffset % unit != 0)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueMisaligned,
                 .Field = "IndexOffset",
                 .Got = draw.IndexOffset,
                 .Allowed = unit}};
    }
    const uint64 bytes = uint64{draw.IndexCount} * unit;
    if (!foundation::IsRangeInside(draw.IndexOffset, bytes, buffer.Size))
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::RangeOutside,
                 .Field = "Indices",
                 .Got = foundation::AddSaturated(draw.IndexOffset, bytes),
                 .Allowed = buffer.Size}};
    }
    const uint64 first = draw.IndexOffset / unit;
    if (buffer.IsRing && !AreRingIndicesWritten(session.Uniforms, first, draw.IndexCount))
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::DrawIndicesUnwritten, .Field = "Indices"}};
    }
    const bool areBelow = buffer.IsRing
                              ? AreRingIndicesBelow(session.Uniforms, first, draw.IndexCount, draw.VertexCount)
                              : AreIndicesBelow(buffer, first, draw.IndexCount, draw.VertexCount);
    if (!areBelow)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::DrawIndexTooLarge,
                 .Field = "Indices",
                 .Got = GetLargestIndex(buffer, first, draw.IndexCount),
                 .Allowed = draw.VertexCount}};
    }
    return {};
}

RasterVerdict CheckOffsets(Session& session, const RasterDraw& draw, const ResolvedDraw& resolved) noexcept
{
    return CheckBindingOffsets(session, resolved.Set, draw.BindingOffsets);
}

RasterVerdict CheckCapacity(const Session& session) noexcept
{
    return {RasterStatus::CapacityExceeded,
            {.Code = DiagnosticCode::DrawsExhausted,
             .Got = session.Description.Storage.DrawsPerFrame,
             .Allowed = session.Description.Storage.DrawsPerFrame}};
}

// Accepted when the packet breaks no rule except, maybe, the capacity.
RasterVerdict FindReason(Session& session, DeviceHandle device, const RasterDraw& draw, const DrawRules& rules) noexcept
{
    const FrameRule frame = rules.IsInsideFrame ? FrameRule::Inside : FrameRule::Between;
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, frame); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckFrame(session); rules.IsInsideFrame && !verdict.IsAccepted())
    {
        return verdict;
    }
    ResolvedDraw resolved;
    if (const RasterVerdict verdict = ResolveHandles(session, draw, resolved); !verdict.IsAccepted())
    {
        return verdict;
    }
    using Rule = RasterVerdict (*)(Session&, const RasterDraw&, const ResolvedDraw&) noexcept;
    if (const RasterVerdict verdict = CheckCompatibility(session, draw, resolved, rules.PassKey); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckCounts(draw); !verdict.IsAccepted())
    {
        return verdict;
    }
    for (const Rule rule : {Rule{&CheckIndirect}, Rule{&CheckVertices}, Rule{&CheckIndices}, Rule{&CheckOffsets}})
    {
        if (const RasterVerdict verdict = rule(session, draw, resolved); !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    // What attachments hold matters when the packet is submitted: a plan is asked then.
    return rules.IsInsideFrame ? CheckAttachments(session, resolved.Set) : RasterVerdict{};
}

RasterStatus Report(Session& session, DeviceHandle device, const RasterDraw& draw, const DrawRules& rules,
                    RasterVerdict verdict) noexcept
{
    if (verdict.Why.Slot == NO_SLOT && session.Owns(device))
    {
        verdict.Why.Kind = RecordKind::RasterPipeline;
        verdict.Why.Slot = FindPublic(session, draw.Pipeline);
    }
    ReportRefusal(rules.Operation, verdict.Why);
    return verdict.Result;
}
} // namespace

RasterVerdict CheckBindingOffsets(Session& session, uint32 setSlot, const RasterBindingOffsets& offsets) noexcept
{
    const auto& table = session.Records.Table<RecordKind::BindingSet>();
    const uint32 mask = table.At(setSlot).Layout->DynamicMask;
    const SetCold& set = table.Twin(setSlot);
    for (uint32 i = 0; i < RASTER_BINDING_COUNT; ++i)
    {
        const uint32 value = offsets.Bytes[i];
        if (value != 0 && (mask >> i & 1U) == 0)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::DrawOffsetStatic, .Field = "BindingOffsets", .Got = value, .Index = i}};
        }
    }
    for (const DynamicEntry& entry : set.Dynamic)
    {
        const uint32 value = offsets.Bytes[entry.Binding];
        if ((value & entry.Alignment) != 0)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::ValueMisaligned,
                     .Field = "BindingOffsets.Bytes[]",
                     .Got = value,
                     .Allowed = uint64{entry.Alignment} + 1,
                     .Index = entry.Binding}};
        }
        if (value > entry.Limit)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::DrawOffsetOutside,
                     .Field = "BindingOffsets.Bytes[]",
                     .Got = value,
                     .Allowed = entry.Limit,
                     .Index = entry.Binding}};
        }
    }
    return {};
}

RasterStatus RefuseDraw(Session& session, DeviceHandle device, const RasterDraw& draw, const DrawRules& rules) noexcept
{
    const RasterVerdict verdict = FindReason(session, device, draw, rules);
    return Report(session, device, draw, rules, verdict.IsAccepted() ? CheckCapacity(session) : verdict);
}

RasterStatus FindBrokenRule(Session& session, DeviceHandle device, const RasterDraw& draw,
                            const DrawRules& rules) noexcept
{
    const RasterVerdict verdict = FindReason(session, device, draw, rules);
    return verdict.IsAccepted() ? RasterStatus::Ready : Report(session, device, draw, rules, verdict);
}
} // namespace ludus::graphics::rhi::internal
