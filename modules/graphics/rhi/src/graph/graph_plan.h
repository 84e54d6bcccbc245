// What the compiler makes of a declared graph: which passes live and why, what orders them, what they wait for.
//
// The compiler is a sequence of passes over flat data; each is a function of its own, declared at the end, and none
// touches a device. Same graph in, same plan out, to the byte. All of them are linear in passes, uses and resources.
#pragma once

#include "diagnostics/verdict.h"
#include "graph/graph_declaration.h"

namespace ludus::graphics::rhi::internal
{
/// Why a pass lives, or that it does not.
enum class GraphFate : uint8
{
    Culled,     // nothing that lives needs what it writes
    Surface,    // it draws to the surface
    SideEffect, // declared so
    Root,       // it writes the version that a root names
    Reader,     // a live pass reads what it writes
    Reference,  // nothing needs it, and culling is off
};

struct GraphPassPlan final
{
    uint32 Keeper{GRAPH_EXTERNAL_INDEX}; // Root: the resource; Reader: the pass
    uint32 Group{GRAPH_EXTERNAL_INDEX};  // raster passes that live: the first pass of their group
    uint32 FirstDependency{0};           // of those that end in this pass; they reach to the next pass's first
    uint32 FirstBarrier{0};              // of those before this pass; they reach to the next pass's first
    GraphFate Fate{GraphFate::Culled};
};

/// One transition before a pass, or after the last one.
struct GraphBarrier final
{
    uint32 Resource{0};
    uint32 Before{USE_NONE};
    uint32 After{USE_NONE};
    TextureAspect Aspect{TextureAspect::Color};
    bool KeepsContents{true};
};

struct GraphPlan final
{
    Array<GraphPassPlan> Passes{}; // one more than there are passes: where the lists of the last one end
    Array<GraphResourceDiagnostic> Resources{};
    Array<GraphDependency> Dependencies{}; // those of the passes in order, then those that end outside
    Array<GraphBarrier> Barriers{};        // those of the passes in order, then those after the last one
    uint32 LivePasses{0};
    uint32 RasterPasses{0}; // groups
    uint32 ComputePasses{0};
    uint32 MergedPasses{0};
    uint32 DrawCount{0};
    bool IsCulled{true}; // the options it was compiled with
    bool IsMerged{false};

    /// Forgets everything and keeps the memory for the next graph.
    void Clear() noexcept;

    [[nodiscard]] bool IsLive(uint32 pass) const noexcept { return Passes[pass].Fate != GraphFate::Culled; }

    [[nodiscard]] std::span<const GraphDependency> DependenciesOf(uint32 pass) const noexcept
    {
        const uint32 first = Passes[pass].FirstDependency;
        return {Dependencies.Data() + first, Passes[pass + 1].FirstDependency - first};
    }

    [[nodiscard]] std::span<const GraphBarrier> BarriersOf(uint32 pass) const noexcept
    {
        const uint32 first = Passes[pass].FirstBarrier;
        return {Barriers.Data() + first, Passes[pass + 1].FirstBarrier - first};
    }

    /// Dependencies on what comes after the graph.
    [[nodiscard]] std::span<const GraphDependency> GetOutgoing() const noexcept
    {
        return Dependencies.Span().subspan(Passes.IsEmpty() ? 0 : Passes[Passes.Size() - 1].FirstDependency);
    }

    /// Transitions to the uses that the imports ask for afterwards.
    [[nodiscard]] std::span<const GraphBarrier> GetFinalBarriers() const noexcept
    {
        return Barriers.Span().subspan(Passes.IsEmpty() ? 0 : Passes[Passes.Size() - 1].FirstBarrier);
    }

    /// Bytes of the arrays, unused capacity included.
    [[nodiscard]] uint64 CountBytes() const noexcept;
};

/// What the compiler follows of a resource while it walks the passes. Each walk starts it anew.
struct GraphTrack final
{
    uint32 Version{0};
    uint32 Writer{GRAPH_EXTERNAL_INDEX};
    uint32 FirstReader{GRAPH_EXTERNAL_INDEX}; // since the last write, oldest first
    uint32 LastReader{GRAPH_EXTERNAL_INDEX};
    uint32 Mark{0};                           // of the pass that touched it last, plus one
    uint32 Keeper{GRAPH_EXTERNAL_INDEX};      // what needs the contents from here on
    uint32 Use{USE_NONE};                     // since the last transition
    uint32 OpenBarrier{GRAPH_EXTERNAL_INDEX}; // reads: the transition that made the contents visible to them
    GraphAccessMode WriterAccess{GraphAccessMode::ColorWrite};
    GraphAccessMode MarkAccess{GraphAccessMode::Vertex};
    GraphFate Need{GraphFate::Culled}; // Culled: nothing needs the contents; Root or Reader otherwise
    uint8 Defined{DEFINED_NONE};
    bool IsWritten{false}; // the last use wrote
    bool IsExternalKnown{false};
    bool HasDepth{false}; // its private depth is in use
};

struct GraphReader final
{
    uint32 Pass{0};
    uint32 Next{GRAPH_EXTERNAL_INDEX};
    GraphAccessMode Access{GraphAccessMode::Vertex};
};

/// Memory that the compiler walks with, kept between graphs.
struct GraphScratch final
{
    Array<GraphTrack> Tracks{};
    Array<GraphReader> Readers{};

    /// One fresh track a resource; false when memory is refused.
    [[nodiscard]] bool Reset(const GraphDeclaration& graph) noexcept;
};

/// Ready, or why the graph is refused and where.
struct GraphVerdict final
{
    RasterVerdict Verdict{};
    uint32 Pass{GRAPH_EXTERNAL_INDEX};
    uint32 Resource{GRAPH_EXTERNAL_INDEX};

    [[nodiscard]] bool IsAccepted() const noexcept { return Verdict.IsAccepted(); }
};

/// Compiles: validate, versions, dependencies, cull, merge, barriers, lifetimes. On a refusal the plan holds nothing.
/// OutOfMemory and budget refusals name no pass.
[[nodiscard]] GraphVerdict CompileGraph(const GraphDeclaration& graph, const GraphCompileOptions& options,
                                        uint32 dependencyLimit, GraphScratch& scratch, GraphPlan& plan) noexcept;

// ---- The passes of the compiler ----------------------------------------------------------------------------------

/// Each declaration fits its resource and its pass, none excludes another, attachments are declared, packets covered.
[[nodiscard]] GraphVerdict ValidateUses(const GraphDeclaration& graph, GraphScratch& scratch) noexcept;

/// Every version is the one that exists at its place, everything read or loaded is defined, and so are the roots.
[[nodiscard]] GraphVerdict ValidateVersions(const GraphDeclaration& graph, GraphScratch& scratch) noexcept;

/// What orders the passes, culled ones included.
[[nodiscard]] GraphVerdict FindDependencies(const GraphDeclaration& graph, uint32 limit, GraphScratch& scratch,
                                            GraphPlan& plan) noexcept;

/// Follows contents backwards from what is observable.
void CullPasses(const GraphDeclaration& graph, bool cullsUnused, GraphScratch& scratch, GraphPlan& plan) noexcept;

/// Forms groups of raster passes that may share one native pass; groups of one when `merges` is false.
void MergePasses(const GraphDeclaration& graph, bool merges, GraphPlan& plan) noexcept;

/// What each group and dispatch waits for. False when memory is refused.
[[nodiscard]] bool PlaceBarriers(const GraphDeclaration& graph, GraphScratch& scratch, GraphPlan& plan) noexcept;

/// First and last live use of each resource.
void FindLifetimes(const GraphDeclaration& graph, GraphPlan& plan) noexcept;

/// Memory of plan and scratch for a graph of this size; false when it is refused.
[[nodiscard]] bool ReservePlan(const GraphDeclaration& graph, uint32 dependencyLimit, GraphScratch& scratch,
                               GraphPlan& plan) noexcept;

/// Uses of the boundary that an access of a pass stands for, in a stage mask of RasterVisibility.
[[nodiscard]] uint32 GetUseMask(GraphAccessMode access, uint32 visibility) noexcept;

/// Fills a report in: names, totals and prefixes. `plan` holds nothing when `verdict` is a refusal.
void WriteReport(const GraphDeclaration& graph, const GraphPlan& plan, const GraphVerdict& verdict,
                 uint64 planStorageBytes, GraphReport& report) noexcept;

void WritePassDiagnostic(const GraphDeclaration& graph, const GraphPlan& plan, uint32 index,
                         GraphPassDiagnostic& output) noexcept;
void WriteResourceDiagnostic(const GraphPlan& plan, uint32 index, GraphResourceDiagnostic& output) noexcept;
} // namespace ludus::graphics::rhi::internal
