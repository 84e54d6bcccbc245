// Walks the passes as they were written and holds every version to its place: a read names what the last write made, a
// write makes the next version, and what is read, loaded, rooted or presented is defined.
#include "graph/refuse_graph.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] bool IsProducedFrom(const GraphDeclaration& graph, uint32 first, const GraphUseRecord& read) noexcept
{
    for (uint32 index = first; index < graph.Passes.Size(); ++index)
    {
        for (const GraphUseRecord& use : graph.UsesOf(graph.Passes[index]))
        {
            if (use.Resource == read.Resource && use.Version == read.Version && IsWriteAccess(use.Access()))
            {
                return true;
            }
        }
    }
    return false;
}

[[nodiscard]] GraphVerdict RefuseRead(const GraphDeclaration& graph, uint32 index, const GraphUseRecord& use,
                                      uint32 current) noexcept
{
    DiagnosticCode code = DiagnosticCode::GraphReadOverwritten;
    if (use.Version > current)
    {
        code = IsProducedFrom(graph, index, use) ? DiagnosticCode::GraphReadEarly : DiagnosticCode::GraphReadUnproduced;
    }
    return MalformedGraph(code, index, use.Resource, GetAccessName(use.Access()), use.Version, current);
}

[[nodiscard]] GraphVerdict FollowUse(const GraphDeclaration& graph, uint32 index, const GraphUseRecord& use,
                                     GraphTrack& track) noexcept
{
    if (IsWriteAccess(use.Access()))
    {
        if (use.Version != track.Version + 1)
        {
            return MalformedGraph(DiagnosticCode::GraphWriteOrder, index, use.Resource, GetAccessName(use.Access()),
                                  use.Version, uint64{track.Version} + 1);
        }
        track.Version = use.Version;
        return {};
    }
    if (use.Version != track.Version)
    {
        return RefuseRead(graph, index, use, track.Version);
    }
    if ((track.Defined & DEFINED_COLOR) == 0)
    {
        return MalformedGraph(DiagnosticCode::GraphReadUndefined, index, use.Resource, GetAccessName(use.Access()),
                              use.Version);
    }
    return {};
}

/// What is defined after an image was loaded and stored; false when it loads what is not defined.
[[nodiscard]] bool FollowImage(RasterLoad load, RasterStore store, uint8 image, uint8& defined) noexcept
{
    if (load == RasterLoad::Load && (defined & image) == 0)
    {
        return false;
    }
    const bool isDefined = load != RasterLoad::Discard && store == RasterStore::Store;
    defined = static_cast<uint8>(isDefined ? defined | image : defined & ~image);
    return true;
}

[[nodiscard]] GraphVerdict FollowAttachments(const GraphDeclaration& graph, uint32 index, GraphScratch& scratch,
                                             uint8& surface) noexcept
{
    const GraphPass& pass = graph.Passes[index];
    bool isFirst = true;
    for (const GraphAttachment& attachment : graph.AttachmentsOf(pass))
    {
        const bool isSurface = attachment.Resource == GRAPH_SURFACE;
        const uint32 resource = isSurface ? GRAPH_EXTERNAL_INDEX : attachment.Resource;
        uint8& defined = isSurface ? surface : scratch.Tracks[attachment.Resource].Defined;
        if (!FollowImage(attachment.Load, attachment.Store, DEFINED_COLOR, defined))
        {
            return MalformedGraph(DiagnosticCode::GraphLoadUndefined, index, resource, "ColorLoad");
        }
        if (isFirst && !FollowImage(pass.DepthLoad, pass.DepthStore, DEFINED_DEPTH, defined))
        {
            return MalformedGraph(DiagnosticCode::GraphLoadUndefined, index, resource, "DepthLoad");
        }
        if (isFirst && !FollowImage(pass.StencilLoad, pass.StencilStore, DEFINED_STENCIL, defined))
        {
            return MalformedGraph(DiagnosticCode::GraphLoadUndefined, index, resource, "StencilLoad");
        }
        isFirst = false;
    }
    return {};
}

[[nodiscard]] GraphVerdict ValidateRoots(const GraphDeclaration& graph, const GraphScratch& scratch) noexcept
{
    for (uint32 i = 0; i < graph.Resources.Size(); ++i)
    {
        const GraphResource& resource = graph.Resources[i];
        const GraphTrack& track = scratch.Tracks[i];
        if (resource.RootVersion == GRAPH_EXTERNAL_INDEX)
        {
            continue;
        }
        DiagnosticCode code = DiagnosticCode::GraphRootUndefined;
        if (resource.RootVersion == track.Version)
        {
            if ((track.Defined & DEFINED_COLOR) != 0)
            {
                continue;
            }
        }
        else
        {
            code = resource.RootVersion > track.Version ? DiagnosticCode::GraphRootUnproduced
                                                        : DiagnosticCode::GraphRootOverwritten;
        }
        return MalformedGraph(code, GRAPH_EXTERNAL_INDEX, i, nullptr, resource.RootVersion, track.Version);
    }
    return {};
}
} // namespace

GraphVerdict ValidateVersions(const GraphDeclaration& graph, GraphScratch& scratch) noexcept
{
    // Acquisition clears the colour of the surface; its private depth is nobody's before a pass clears it.
    uint8 surface = DEFINED_COLOR;
    uint32 lastSurfacePass = GRAPH_EXTERNAL_INDEX;
    for (uint32 index = 0; index < graph.Passes.Size(); ++index)
    {
        const GraphPass& pass = graph.Passes[index];
        for (const GraphUseRecord& use : graph.UsesOf(pass))
        {
            const GraphVerdict verdict = FollowUse(graph, index, use, scratch.Tracks[use.Resource]);
            if (!verdict.IsAccepted())
            {
                return verdict;
            }
        }
        const GraphVerdict verdict = FollowAttachments(graph, index, scratch, surface);
        if (!verdict.IsAccepted())
        {
            return verdict;
        }
        lastSurfacePass = pass.Kind == GraphPassKind::Surface ? index : lastSurfacePass;
    }
    const GraphVerdict roots = ValidateRoots(graph, scratch);
    if (!roots.IsAccepted())
    {
        return roots;
    }
    if ((surface & DEFINED_COLOR) == 0)
    {
        return MalformedGraph(DiagnosticCode::GraphSurfaceUndefined, lastSurfacePass, GRAPH_EXTERNAL_INDEX);
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
