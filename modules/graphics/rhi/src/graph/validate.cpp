// Whether each declaration fits its resource and its pass: kinds, ranges, exclusion, attachments, packets.
#include "formats/role_facts.h"
#include "graph/refuse_graph.h"

#include <ludus/foundation/base/checked.h>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint32 STAGES_RASTER = static_cast<uint32>(RasterVisibility::Both);
constexpr uint32 STAGE_FRAGMENT = static_cast<uint32>(RasterVisibility::Fragment);
constexpr uint32 STAGE_COMPUTE = static_cast<uint32>(RasterVisibility::Compute);

/// What an access asks of the resource, the pass and the stages.
[[nodiscard]] bool SuitsResource(const GraphResource& resource, GraphAccessMode access) noexcept
{
    switch (access)
    {
    case GraphAccessMode::Vertex:
        return !resource.IsTexture && IsVertexRole(resource.Role);
    case GraphAccessMode::Index:
        return !resource.IsTexture && IsIndexRole(resource.Role);
    case GraphAccessMode::Uniform:
        return !resource.IsTexture && resource.Role == BufferRole::Uniform;
    case GraphAccessMode::Sampled:
        return resource.IsTexture;
    case GraphAccessMode::ColorWrite:
    case GraphAccessMode::ColorReadWrite:
        return resource.IsTexture && resource.IsAttachment;
    case GraphAccessMode::StorageRead:
    case GraphAccessMode::StorageReadWrite:
        return !resource.IsTexture && FactsOf(resource.Role).IsStorage;
    case GraphAccessMode::Indirect:
        return !resource.IsTexture && FactsOf(resource.Role).IsIndirect;
    }
    return false;
}

[[nodiscard]] bool SuitsPass(GraphPassKind kind, GraphAccessMode access) noexcept
{
    switch (access)
    {
    case GraphAccessMode::Uniform:
    case GraphAccessMode::Sampled:
    case GraphAccessMode::StorageRead:
        return true;
    case GraphAccessMode::StorageReadWrite:
        return kind == GraphPassKind::Compute;
    case GraphAccessMode::ColorWrite:
    case GraphAccessMode::ColorReadWrite:
        return kind == GraphPassKind::Offscreen;
    case GraphAccessMode::Vertex:
    case GraphAccessMode::Index:
    case GraphAccessMode::Indirect:
        return kind != GraphPassKind::Compute;
    }
    return false;
}

[[nodiscard]] bool SuitsStages(GraphPassKind kind, GraphAccessMode access, uint32 stages) noexcept
{
    switch (access)
    {
    case GraphAccessMode::Uniform:
    case GraphAccessMode::Sampled:
        return kind == GraphPassKind::Compute ? stages == STAGE_COMPUTE : stages != 0 && (stages & ~STAGES_RASTER) == 0;
    case GraphAccessMode::StorageRead:
    case GraphAccessMode::StorageReadWrite:
        return stages == (kind == GraphPassKind::Compute ? STAGE_COMPUTE : STAGE_FRAGMENT);
    case GraphAccessMode::ColorWrite:
    case GraphAccessMode::ColorReadWrite:
    case GraphAccessMode::Vertex:
    case GraphAccessMode::Index:
    case GraphAccessMode::Indirect:
        break;
    }
    return true; // the access alone says the stage
}

[[nodiscard]] bool SuitsRange(const GraphResource& resource, const GraphUseRecord& use) noexcept
{
    if (resource.IsTexture)
    {
        return use.Offset() == 0 && use.Size == 0;
    }
    return use.Size != 0 && foundation::IsRangeInside(use.Offset(), use.Size, resource.Bytes);
}

[[nodiscard]] bool IsFeedback(GraphAccessMode first, GraphAccessMode second) noexcept
{
    return (IsColorAccess(first) && second == GraphAccessMode::Sampled) ||
           (IsColorAccess(second) && first == GraphAccessMode::Sampled);
}

[[nodiscard]] GraphVerdict ValidateUse(const GraphDeclaration& graph, uint32 index, const GraphUseRecord& use,
                                       GraphTrack& track) noexcept
{
    const GraphResource& resource = graph.Resources[use.Resource];
    const GraphPassKind kind = graph.Passes[index].Kind;
    const GraphAccessMode access = use.Access();
    const char* field = GetAccessName(access);
    if (!SuitsResource(resource, access))
    {
        return MalformedGraph(DiagnosticCode::GraphUseResource, index, use.Resource, field);
    }
    if (!SuitsPass(kind, access))
    {
        return MalformedGraph(DiagnosticCode::GraphUsePass, index, use.Resource, field);
    }
    if (!SuitsStages(kind, access, use.Visibility()))
    {
        return MalformedGraph(DiagnosticCode::GraphUseStages, index, use.Resource, field, use.Visibility());
    }
    if (!SuitsRange(resource, use))
    {
        return MalformedGraph(DiagnosticCode::GraphUseRange, index, use.Resource, field, use.Size,
                              resource.IsTexture ? 0 : resource.Bytes);
    }
    if (track.Mark == index + 1 && (IsWriteAccess(access) || IsWriteAccess(track.MarkAccess)))
    {
        return MalformedGraph(IsFeedback(access, track.MarkAccess) ? DiagnosticCode::GraphFeedback
                                                                   : DiagnosticCode::GraphUseConflict,
                              index, use.Resource, field);
    }
    track.Mark = index + 1;
    track.MarkAccess = access;
    return {};
}

/// Each attachment has its declaration, and each colour declaration its attachment.
[[nodiscard]] GraphVerdict ValidateAttachments(const GraphDeclaration& graph, uint32 index, uint32 colorUses,
                                               GraphScratch& scratch) noexcept
{
    const GraphPass& pass = graph.Passes[index];
    uint32 declared = 0;
    for (const GraphAttachment& attachment : graph.AttachmentsOf(pass))
    {
        if (attachment.Resource == GRAPH_SURFACE)
        {
            continue;
        }
        if (attachment.Resource == GRAPH_EXTERNAL_INDEX)
        {
            return MalformedGraph(DiagnosticCode::GraphAttachmentUndeclared, index, GRAPH_EXTERNAL_INDEX);
        }
        GraphTrack& track = scratch.Tracks[attachment.Resource];
        if (track.Mark != index + 1 || !IsColorAccess(track.MarkAccess))
        {
            return MalformedGraph(DiagnosticCode::GraphAttachmentUndeclared, index, attachment.Resource);
        }
        const bool loads = attachment.Load == RasterLoad::Load && !attachment.IsResolve;
        const GraphAccessMode expected = loads ? GraphAccessMode::ColorReadWrite : GraphAccessMode::ColorWrite;
        if (track.MarkAccess != expected)
        {
            return MalformedGraph(DiagnosticCode::GraphAttachmentAccess, index, attachment.Resource,
                                  GetAccessName(expected));
        }
        track.MarkAccess = GraphAccessMode::Sampled; // a second attachment of the same allocation finds no declaration
        ++declared;
    }
    if (declared == colorUses)
    {
        return {};
    }
    for (const GraphUseRecord& use : graph.UsesOf(pass))
    {
        if (IsColorAccess(use.Access()) && IsColorAccess(scratch.Tracks[use.Resource].MarkAccess))
        {
            return MalformedGraph(DiagnosticCode::GraphWriteUnattached, index, use.Resource,
                                  GetAccessName(use.Access()));
        }
    }
    return {};
}

[[nodiscard]] GraphVerdict ReportFault(const GraphFault& fault, uint32 index) noexcept
{
    return MalformedGraph(fault.IsPartial ? DiagnosticCode::GraphPacketOutside : DiagnosticCode::GraphPacketUndeclared,
                          index, fault.Resource, GetAccessName(fault.Access));
}
} // namespace

GraphVerdict ValidateUses(const GraphDeclaration& graph, GraphScratch& scratch) noexcept
{
    const uint32 count = static_cast<uint32>(graph.Passes.Size());
    for (uint32 index = 0; index < count; ++index)
    {
        const GraphPass& pass = graph.Passes[index];
        uint32 colorUses = 0;
        for (const GraphUseRecord& use : graph.UsesOf(pass))
        {
            const GraphVerdict verdict = ValidateUse(graph, index, use, scratch.Tracks[use.Resource]);
            if (!verdict.IsAccepted())
            {
                return verdict;
            }
            colorUses += IsColorAccess(use.Access()) ? 1U : 0U;
        }
        if (pass.AttachmentCount != 0 || colorUses != 0)
        {
            const GraphVerdict verdict = ValidateAttachments(graph, index, colorUses, scratch);
            if (!verdict.IsAccepted())
            {
                return verdict;
            }
        }
        if (pass.Fault != GRAPH_EXTERNAL_INDEX)
        {
            return ReportFault(graph.Faults[pass.Fault], index);
        }
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
