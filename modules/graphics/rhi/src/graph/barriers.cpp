// What each live pass waits for, as transitions between uses.
//
// The transition before the first read after a write names all reads up to the next write, so that the later ones need
// none. A group's passes read the same things, so its first pass waits for all of them. Passes wait for the attachments
// of passes before them by themselves, and the surface is the backend's.
#include "graph/graph_plan.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint32 STAGE_VERTEX = static_cast<uint32>(RasterVisibility::Vertex);
constexpr uint32 STAGE_FRAGMENT = static_cast<uint32>(RasterVisibility::Fragment);
constexpr uint32 STAGE_COMPUTE = static_cast<uint32>(RasterVisibility::Compute);

[[nodiscard]] constexpr uint32 Choose(uint32 stages, uint32 vertex, uint32 fragment, uint32 compute) noexcept
{
    return ((stages & STAGE_VERTEX) != 0 ? vertex : USE_NONE) | ((stages & STAGE_FRAGMENT) != 0 ? fragment : USE_NONE) |
           ((stages & STAGE_COMPUTE) != 0 ? compute : USE_NONE);
}

uint32 Append(Array<GraphBarrier>& list, const GraphBarrier& barrier) noexcept
{
    list.AppendReserved(barrier);
    return static_cast<uint32>(list.Size() - 1);
}

void Read(uint32 resource, uint32 use, GraphTrack& track, Array<GraphBarrier>& list) noexcept
{
    if (!track.IsWritten && track.OpenBarrier != GRAPH_EXTERNAL_INDEX)
    {
        list[track.OpenBarrier].After |= use;
        track.Use |= use;
        return;
    }
    if (!track.IsWritten && (use & ~track.Use) == 0)
    {
        return;
    }
    const uint32 after = track.IsWritten ? use : track.Use | use; // earlier reads stay possible
    track.OpenBarrier = Append(list, {.Resource = resource, .Before = track.Use, .After = after});
    track.Use = after;
    track.IsWritten = false;
}

void Write(uint32 resource, uint32 use, bool keepsContents, GraphTrack& track, Array<GraphBarrier>& list) noexcept
{
    const bool isDrawnOn = use == USE_COLOR_ATTACHMENT && track.Use == use; // passes wait for each other's attachments
    if (!isDrawnOn)
    {
        Append(list, {.Resource = resource,
                      .Before = track.Use,
                      .After = use,
                      .KeepsContents = keepsContents && track.Use != USE_NONE});
    }
    track.Use = use;
    track.IsWritten = true;
    track.OpenBarrier = GRAPH_EXTERNAL_INDEX;
}

/// The private depth stays what it is once it has been drawn to.
void UseDepth(uint32 resource, GraphTrack& track, Array<GraphBarrier>& list) noexcept
{
    if (track.HasDepth)
    {
        return;
    }
    Append(list, {.Resource = resource,
                  .Before = USE_NONE,
                  .After = USE_DEPTH_ATTACHMENT,
                  .Aspect = TextureAspect::Depth,
                  .KeepsContents = false});
    track.HasDepth = true;
}

[[nodiscard]] bool IsResolved(const GraphDeclaration& graph, const GraphPass& pass, uint32 resource) noexcept
{
    for (const GraphAttachment& attachment : graph.AttachmentsOf(pass))
    {
        if (attachment.Resource == resource)
        {
            return attachment.IsResolve;
        }
    }
    return false;
}

void Enter(const GraphDeclaration& graph, const GraphPass& pass, GraphScratch& scratch,
           Array<GraphBarrier>& list) noexcept
{
    for (const GraphUseRecord& use : graph.UsesOf(pass))
    {
        GraphTrack& track = scratch.Tracks[use.Resource];
        const GraphAccessMode access = use.Access();
        uint32 mask = GetUseMask(access, use.Visibility());
        if (!IsWriteAccess(access))
        {
            Read(use.Resource, mask, track, list);
            continue;
        }
        if (pass.IsExplicit && IsResolved(graph, pass, use.Resource))
        {
            mask = USE_RESOLVE_DESTINATION;
        }
        Write(use.Resource, mask, access != GraphAccessMode::ColorWrite, track, list);
    }
    if (pass.Kind == GraphPassKind::Offscreen)
    {
        const uint32 resource = graph.Attachments[pass.FirstAttachment].Resource;
        UseDepth(resource, scratch.Tracks[resource], list);
    }
}

/// Hands a resource to what comes after the graph.
void Leave(const GraphResource& resource, uint32 index, const GraphTrack& track, Array<GraphBarrier>& list) noexcept
{
    const uint32 use = resource.FinalUse;
    if (use == USE_NONE || (!track.IsWritten && (use & ~track.Use) == 0))
    {
        return;
    }
    constexpr uint32 WRITES = USE_STORAGE_WRITE_COMPUTE | USE_COLOR_ATTACHMENT;
    if (!track.IsWritten && track.OpenBarrier != GRAPH_EXTERNAL_INDEX && (use & WRITES) == 0)
    {
        list[track.OpenBarrier].After |= use;
        return;
    }
    if (track.IsWritten && resource.IsTexture && track.Use == use)
    {
        return; // it stays the attachment it is
    }
    Append(list, {.Resource = index, .Before = track.Use, .After = use, .KeepsContents = track.Use != USE_NONE});
}
} // namespace

uint32 GetUseMask(GraphAccessMode access, uint32 visibility) noexcept
{
    switch (access)
    {
    case GraphAccessMode::Vertex:
        return USE_VERTEX_INPUT;
    case GraphAccessMode::Index:
        return USE_INDEX_INPUT;
    case GraphAccessMode::Uniform:
        return Choose(visibility, USE_UNIFORM_VERTEX, USE_UNIFORM_FRAGMENT, USE_UNIFORM_COMPUTE);
    case GraphAccessMode::Sampled:
        return Choose(visibility, USE_SAMPLED_VERTEX, USE_SAMPLED_FRAGMENT, USE_SAMPLED_COMPUTE);
    case GraphAccessMode::ColorWrite:
    case GraphAccessMode::ColorReadWrite:
        return USE_COLOR_ATTACHMENT;
    case GraphAccessMode::StorageRead:
        return Choose(visibility, USE_NONE, USE_STORAGE_READ_FRAGMENT, USE_STORAGE_READ_COMPUTE);
    case GraphAccessMode::StorageReadWrite:
        return USE_STORAGE_READ_COMPUTE | USE_STORAGE_WRITE_COMPUTE;
    case GraphAccessMode::Indirect:
        return USE_INDIRECT;
    }
    return USE_NONE;
}

bool PlaceBarriers(const GraphDeclaration& graph, GraphScratch& scratch, GraphPlan& plan) noexcept
{
    const uint32 count = static_cast<uint32>(graph.Passes.Size());
    usize most = graph.Resources.Size();
    for (uint32 index = 0; index < count; ++index)
    {
        most += plan.IsLive(index) ? graph.Passes[index].UseCount + 1 : 0;
    }
    if (!plan.Barriers.Reserve(most))
    {
        return false;
    }
    for (uint32 i = 0; i < graph.Resources.Size(); ++i)
    {
        const GraphResource& resource = graph.Resources[i];
        scratch.Tracks[i].Use = resource.InitialUse;
        scratch.Tracks[i].IsWritten = resource.IsTexture && resource.InitialUse == USE_COLOR_ATTACHMENT;
        scratch.Tracks[i].HasDepth = resource.HasDepthUse;
    }
    for (uint32 index = 0; index < count; ++index)
    {
        plan.Passes[index].FirstBarrier = static_cast<uint32>(plan.Barriers.Size());
        const uint32 group = plan.Passes[index].Group;
        if (plan.IsLive(index) && (group == index || group == GRAPH_EXTERNAL_INDEX))
        {
            Enter(graph, graph.Passes[index], scratch, plan.Barriers);
        }
    }
    plan.Passes[count].FirstBarrier = static_cast<uint32>(plan.Barriers.Size());
    for (uint32 i = 0; i < graph.Resources.Size(); ++i)
    {
        Leave(graph.Resources[i], i, scratch.Tracks[i], plan.Barriers);
    }
    return true;
}
} // namespace ludus::graphics::rhi::internal
