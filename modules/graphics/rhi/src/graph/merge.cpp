// Groups of raster passes that may run as one native pass: neighbours that draw on in the same attachment and read the
// same things, so that no load, store or barrier between them is needed.
#include "graph/graph_plan.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] bool IsSameRectangle(const RasterRectangle& a, const RasterRectangle& b) noexcept
{
    return a.X == b.X && a.Y == b.Y && a.Width == b.Width && a.Height == b.Height;
}

[[nodiscard]] bool HasSameRectangles(const GraphDeclaration& graph, const GraphPass& a, const GraphPass& b) noexcept
{
    const GraphRectangles whole;
    const GraphRectangles& first = a.Rectangles == GRAPH_EXTERNAL_INDEX ? whole : graph.Rectangles[a.Rectangles];
    const GraphRectangles& second = b.Rectangles == GRAPH_EXTERNAL_INDEX ? whole : graph.Rectangles[b.Rectangles];
    return first.UseViewport == second.UseViewport && first.UseScissor == second.UseScissor &&
           (!first.UseViewport || IsSameRectangle(first.Viewport, second.Viewport)) &&
           (!first.UseScissor || IsSameRectangle(first.Scissor, second.Scissor));
}

/// The reads field by field, in their order; of the writes only the version differs, which validation has proven.
[[nodiscard]] bool HasSameReads(const GraphDeclaration& graph, const GraphPass& a, const GraphPass& b) noexcept
{
    const std::span<const GraphUseRecord> first = graph.UsesOf(a);
    const std::span<const GraphUseRecord> second = graph.UsesOf(b);
    usize i = 0;
    usize j = 0;
    for (;; ++i, ++j)
    {
        while (i < first.size() && IsWriteAccess(first[i].Access()))
        {
            ++i;
        }
        while (j < second.size() && IsWriteAccess(second[j].Access()))
        {
            ++j;
        }
        if (i == first.size() || j == second.size())
        {
            return i == first.size() && j == second.size();
        }
        if (first[i] != second[j])
        {
            return false;
        }
    }
}

/// Whether a pass may have a neighbour in its group at all. Explicit and stencil attachments keep their boundaries.
[[nodiscard]] bool IsPlain(const GraphDeclaration& graph, const GraphPass& pass) noexcept
{
    if (pass.Kind == GraphPassKind::Compute || pass.SideEffect || pass.IsExplicit || pass.AttachmentCount != 1 ||
        pass.DepthStore != RasterStore::Store)
    {
        return false;
    }
    const GraphAttachment& attachment = graph.Attachments[pass.FirstAttachment];
    return attachment.Store == RasterStore::Store &&
           (pass.Kind == GraphPassKind::Surface || !graph.Resources[attachment.Resource].HasStencil);
}

[[nodiscard]] bool MayJoin(const GraphDeclaration& graph, const GraphPass& before, const GraphPass& pass) noexcept
{
    if (!IsPlain(graph, before) || !IsPlain(graph, pass) || before.Kind != pass.Kind)
    {
        return false;
    }
    const GraphAttachment& first = graph.Attachments[before.FirstAttachment];
    const GraphAttachment& second = graph.Attachments[pass.FirstAttachment];
    return first.Resource == second.Resource && second.Load == RasterLoad::Load && pass.DepthLoad == RasterLoad::Load &&
           before.DepthReadOnly == pass.DepthReadOnly && HasSameRectangles(graph, before, pass) &&
           HasSameReads(graph, before, pass);
}
} // namespace

void MergePasses(const GraphDeclaration& graph, bool merges, GraphPlan& plan) noexcept
{
    const uint32 count = static_cast<uint32>(graph.Passes.Size());
    for (uint32 index = 0; index < count; ++index)
    {
        const GraphPass& pass = graph.Passes[index];
        if (!plan.IsLive(index) || pass.Kind == GraphPassKind::Compute)
        {
            continue;
        }
        const bool joins =
            merges && index != 0 && plan.IsLive(index - 1) && MayJoin(graph, graph.Passes[index - 1], pass);
        plan.Passes[index].Group = joins ? plan.Passes[index - 1].Group : index;
        plan.RasterPasses += joins ? 0U : 1U;
        plan.MergedPasses += joins ? 1U : 0U;
    }
}
} // namespace ludus::graphics::rhi::internal
