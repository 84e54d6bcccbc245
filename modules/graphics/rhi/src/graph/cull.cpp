// Which passes live: contents are followed backwards from what is observable. Order alone (write after read, write
// after write) keeps nothing.
#include "graph/graph_plan.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
struct Fate final
{
    GraphFate Why{GraphFate::Culled};
    uint32 Keeper{GRAPH_EXTERNAL_INDEX};
};

[[nodiscard]] Fate FindFate(const GraphDeclaration& graph, const GraphPass& pass, const GraphScratch& scratch) noexcept
{
    if (pass.Kind == GraphPassKind::Surface)
    {
        return {GraphFate::Surface};
    }
    if (pass.SideEffect)
    {
        return {GraphFate::SideEffect};
    }
    for (const GraphUseRecord& use : graph.UsesOf(pass))
    {
        const GraphTrack& track = scratch.Tracks[use.Resource];
        if (IsWriteAccess(use.Access()) && track.Need != GraphFate::Culled)
        {
            return {track.Need, track.Keeper};
        }
    }
    return {};
}

/// Before a live pass, what it reads is needed, and what it replaces is not.
void NeedContents(const GraphDeclaration& graph, uint32 index, GraphScratch& scratch) noexcept
{
    const GraphPass& pass = graph.Passes[index];
    for (const GraphUseRecord& use : graph.UsesOf(pass))
    {
        GraphTrack& track = scratch.Tracks[use.Resource];
        track.Need = NeedsContents(graph, pass, use) ? GraphFate::Reader : GraphFate::Culled;
        track.Keeper = index;
    }
}
} // namespace

void CullPasses(const GraphDeclaration& graph, bool cullsUnused, GraphScratch& scratch, GraphPlan& plan) noexcept
{
    for (uint32 i = 0; i < graph.Resources.Size(); ++i)
    {
        const bool isRoot = graph.Resources[i].RootVersion != GRAPH_EXTERNAL_INDEX;
        scratch.Tracks[i].Need = isRoot ? GraphFate::Root : GraphFate::Culled;
        scratch.Tracks[i].Keeper = i;
    }
    for (uint32 index = static_cast<uint32>(graph.Passes.Size()); index-- > 0;)
    {
        const GraphPass& pass = graph.Passes[index];
        GraphPassPlan& planned = plan.Passes[index];
        const Fate fate = FindFate(graph, pass, scratch);
        planned.Fate = fate.Why;
        planned.Keeper = fate.Keeper;
        if (fate.Why != GraphFate::Culled)
        {
            NeedContents(graph, index, scratch);
        }
        else if (!cullsUnused)
        {
            planned.Fate = GraphFate::Reference;
        }
        if (planned.Fate != GraphFate::Culled)
        {
            ++plan.LivePasses;
            plan.DrawCount += pass.DrawCount;
            plan.ComputePasses += pass.Kind == GraphPassKind::Compute ? 1U : 0U;
        }
    }
}
} // namespace ludus::graphics::rhi::internal
