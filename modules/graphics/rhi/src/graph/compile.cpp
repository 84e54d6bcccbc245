// Compiles a declared graph: the order of the compiler's passes, and the memory they work in.
#include "graph/graph_plan.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
/// How many dependencies a graph can have at most: each read or kept content one on its writer, each read one on the
/// next writer, each write one on the write before, and each resource one on either side of the graph.
[[nodiscard]] usize CountPossibleDependencies(const GraphDeclaration& graph, usize& reads) noexcept
{
    usize most = 2 * graph.Resources.Size();
    reads = 0;
    for (const GraphPass& pass : graph.Passes)
    {
        for (const GraphUseRecord& use : graph.UsesOf(pass))
        {
            const bool isWrite = IsWriteAccess(use.Access());
            reads += isWrite ? 0U : 1U;
            most += isWrite && !NeedsContents(graph, pass, use) ? 1U : 2U;
        }
    }
    return most;
}

[[nodiscard]] GraphVerdict RefuseMemory() noexcept
{
    if (foundation::GetHostMemoryFailure() == foundation::HostMemoryFailure::Budget)
    {
        return {{RasterStatus::CapacityExceeded, {.Code = DiagnosticCode::HostBytesExhausted}}};
    }
    return {{RasterStatus::OutOfMemory, {.Code = DiagnosticCode::HostMemoryRefused}}};
}

[[nodiscard]] GraphVerdict RunPasses(const GraphDeclaration& graph, const GraphCompileOptions& options,
                                     uint32 dependencyLimit, GraphScratch& scratch, GraphPlan& plan) noexcept
{
    if (GraphVerdict verdict = ValidateUses(graph, scratch); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (GraphVerdict verdict = ValidateVersions(graph, scratch); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (GraphVerdict verdict = FindDependencies(graph, dependencyLimit, scratch, plan); !verdict.IsAccepted())
    {
        return verdict;
    }
    CullPasses(graph, options.CullUnused, scratch, plan);
    MergePasses(graph, options.MergeRasterPasses, plan);
    if (!PlaceBarriers(graph, scratch, plan))
    {
        return RefuseMemory();
    }
    FindLifetimes(graph, plan);
    return {};
}
} // namespace

void GraphPlan::Clear() noexcept
{
    Passes.Clear();
    Resources.Clear();
    Dependencies.Clear();
    Barriers.Clear();
    LivePasses = 0;
    RasterPasses = 0;
    ComputePasses = 0;
    MergedPasses = 0;
    DrawCount = 0;
    IsCulled = true;
    IsMerged = false;
}

uint64 GraphPlan::CountBytes() const noexcept
{
    const auto bytes = [](const auto& array) { return uint64{array.Capacity()} * sizeof(*array.Data()); };
    return bytes(Passes) + bytes(Resources) + bytes(Dependencies) + bytes(Barriers);
}

bool GraphScratch::Reset(const GraphDeclaration& graph) noexcept
{
    Tracks.Clear();
    Readers.Clear();
    if (!Tracks.Resize(graph.Resources.Size()))
    {
        return false;
    }
    for (usize i = 0; i < Tracks.Size(); ++i)
    {
        Tracks[i].Defined = graph.Resources[i].Defined;
    }
    return true;
}

bool ReservePlan(const GraphDeclaration& graph, uint32 dependencyLimit, GraphScratch& scratch, GraphPlan& plan) noexcept
{
    usize reads = 0;
    const usize dependencies = std::min<usize>(CountPossibleDependencies(graph, reads), dependencyLimit);
    return plan.Passes.Resize(graph.Passes.Size() + 1) && plan.Resources.Resize(graph.Resources.Size()) &&
           plan.Dependencies.Reserve(dependencies) && scratch.Readers.Reserve(reads);
}

GraphVerdict CompileGraph(const GraphDeclaration& graph, const GraphCompileOptions& options, uint32 dependencyLimit,
                          GraphScratch& scratch, GraphPlan& plan) noexcept
{
    plan.Clear();
    GraphVerdict verdict = scratch.Reset(graph) && ReservePlan(graph, dependencyLimit, scratch, plan)
                               ? RunPasses(graph, options, dependencyLimit, scratch, plan)
                               : RefuseMemory();
    if (!verdict.IsAccepted())
    {
        plan.Clear();
        return verdict;
    }
    plan.IsCulled = options.CullUnused;
    plan.IsMerged = options.MergeRasterPasses;
    return verdict;
}
} // namespace ludus::graphics::rhi::internal
