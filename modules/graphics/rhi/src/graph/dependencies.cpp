// What orders the passes: for each use the last write of its resource, and for each write the reads since the one
// before.
#include "formats/role_facts.h"
#include "graph/refuse_graph.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
class DependencyWriter final
{
public:
    DependencyWriter(Array<GraphDependency>& list, uint32 limit) noexcept : List(list), Limit(limit) {}

    /// False when the limit is reached.
    [[nodiscard]] bool Add(uint32 before, uint32 after, uint32 resource, GraphHazard hazard, GraphAccessMode source,
                           GraphAccessMode destination) noexcept
    {
        if (List.Size() >= Limit)
        {
            return false;
        }
        List.AppendReserved({before, after, resource, hazard, source, destination});
        return true;
    }

private:
    Array<GraphDependency>& List;
    uint32 Limit;
};

/// Whether earlier work may have written the contents that a graph begins with.
[[nodiscard]] bool HasEarlierWriter(const GraphResource& resource) noexcept
{
    return !resource.IsTransient && resource.InitialUse != USE_NONE &&
           (resource.IsTexture || FactsOf(resource.Role).IsStorage);
}

/// How earlier and later work, outside the graph, is taken to use a resource.
[[nodiscard]] GraphAccessMode GetOutsideWrite(const GraphResource& resource) noexcept
{
    return resource.IsTexture ? GraphAccessMode::ColorWrite : GraphAccessMode::StorageReadWrite;
}

[[nodiscard]] GraphAccessMode GetOutsideRead(const GraphResource& resource) noexcept
{
    return resource.IsTexture ? GraphAccessMode::Sampled : GraphAccessMode::StorageRead;
}

[[nodiscard]] bool DependOnWriter(const GraphDeclaration& graph, uint32 index, const GraphUseRecord& use,
                                  GraphHazard hazard, GraphTrack& track, DependencyWriter& out) noexcept
{
    if (track.Writer != GRAPH_EXTERNAL_INDEX)
    {
        return out.Add(track.Writer, index, use.Resource, hazard, track.WriterAccess, use.Access());
    }
    const GraphResource& resource = graph.Resources[use.Resource];
    if (track.IsExternalKnown || !HasEarlierWriter(resource))
    {
        return true;
    }
    track.IsExternalKnown = true;
    return out.Add(GRAPH_EXTERNAL_INDEX, index, use.Resource, hazard, GetOutsideWrite(resource), use.Access());
}

[[nodiscard]] bool DependOnReaders(uint32 index, const GraphUseRecord& use, const GraphTrack& track,
                                   const GraphScratch& scratch, DependencyWriter& out) noexcept
{
    for (uint32 at = track.FirstReader; at != GRAPH_EXTERNAL_INDEX; at = scratch.Readers[at].Next)
    {
        const GraphReader& reader = scratch.Readers[at];
        if (!out.Add(reader.Pass, index, use.Resource, GraphHazard::WriteAfterRead, reader.Access, use.Access()))
        {
            return false;
        }
    }
    return true;
}

void RememberReader(uint32 index, const GraphUseRecord& use, GraphTrack& track, GraphScratch& scratch) noexcept
{
    const uint32 node = static_cast<uint32>(scratch.Readers.Size());
    scratch.Readers.AppendReserved({index, GRAPH_EXTERNAL_INDEX, use.Access()});
    if (track.FirstReader == GRAPH_EXTERNAL_INDEX)
    {
        track.FirstReader = node;
    }
    else
    {
        scratch.Readers[track.LastReader].Next = node;
    }
    track.LastReader = node;
}

/// False when the limit is reached. A pass that reads a resource in several ways depends on its writer once.
[[nodiscard]] bool FollowUse(const GraphDeclaration& graph, uint32 index, const GraphUseRecord& use,
                             GraphScratch& scratch, DependencyWriter& out) noexcept
{
    GraphTrack& track = scratch.Tracks[use.Resource];
    if (!IsWriteAccess(use.Access()))
    {
        const bool isKnown =
            track.FirstReader != GRAPH_EXTERNAL_INDEX && scratch.Readers[track.LastReader].Pass == index;
        if (isKnown)
        {
            return true;
        }
        RememberReader(index, use, track, scratch);
        return DependOnWriter(graph, index, use, GraphHazard::ReadAfterWrite, track, out);
    }
    if (NeedsContents(graph, graph.Passes[index], use) &&
        !DependOnWriter(graph, index, use, GraphHazard::ReadAfterWrite, track, out))
    {
        return false;
    }
    if (!DependOnReaders(index, use, track, scratch, out) ||
        !DependOnWriter(graph, index, use, GraphHazard::WriteAfterWrite, track, out))
    {
        return false;
    }
    track.Writer = index;
    track.WriterAccess = use.Access();
    track.FirstReader = GRAPH_EXTERNAL_INDEX;
    return true;
}

[[nodiscard]] GraphVerdict RefuseCount(uint32 limit, uint32 pass, uint32 resource) noexcept
{
    return {{RasterStatus::CapacityExceeded,
             {.Code = DiagnosticCode::GraphDependenciesExhausted, .Allowed = limit, .Index = pass}},
            pass,
            resource};
}
} // namespace

GraphVerdict FindDependencies(const GraphDeclaration& graph, uint32 limit, GraphScratch& scratch,
                              GraphPlan& plan) noexcept
{
    DependencyWriter out(plan.Dependencies, limit);
    const uint32 count = static_cast<uint32>(graph.Passes.Size());
    for (uint32 index = 0; index < count; ++index)
    {
        plan.Passes[index].FirstDependency = static_cast<uint32>(plan.Dependencies.Size());
        for (const GraphUseRecord& use : graph.UsesOf(graph.Passes[index]))
        {
            if (!FollowUse(graph, index, use, scratch, out))
            {
                return RefuseCount(limit, index, use.Resource);
            }
        }
    }
    plan.Passes[count].FirstDependency = static_cast<uint32>(plan.Dependencies.Size());
    for (uint32 i = 0; i < graph.Resources.Size(); ++i)
    {
        const GraphResource& resource = graph.Resources[i];
        const GraphTrack& track = scratch.Tracks[i];
        if (resource.RootVersion != GRAPH_EXTERNAL_INDEX && track.Writer != GRAPH_EXTERNAL_INDEX &&
            !out.Add(track.Writer, GRAPH_EXTERNAL_INDEX, i, GraphHazard::ReadAfterWrite, track.WriterAccess,
                     GetOutsideRead(resource)))
        {
            return RefuseCount(limit, GRAPH_EXTERNAL_INDEX, i);
        }
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
