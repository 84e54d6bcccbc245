// The graphs of the running session: what each was told, what it keeps, what the compiler made of it.
#pragma once

#include "frontend/draw_plan.h"
#include "graph/graph_plan.h"

namespace ludus::graphics::rhi::internal
{
/// Where the draws of one pass lie in the stream of the graph's draw plan.
struct GraphRun final
{
    usize Offset{0};
    usize Bytes{0};
};

/// Contents that an import was frozen at.
struct GraphImport final
{
    uint64 Revision{0};
    uint64 LastOrdinal{0}; // textures: of the last submission that used it
};

struct GraphRecord final
{
    uint64 Generation{0}; // zero: free
    bool IsCompiled{false};
    bool IsAttempted{false}; // compiled or refused, and not changed since: diagnostics can be asked
    GraphDeclaration Declaration{};
    GraphPlan Plan{};
    DrawPlan Draws{};
    Array<GraphRun> Runs{};          // one a pass
    Array<GraphImport> Imports{};    // one a resource
    Array<uint32> ResourceOf{};      // a hash of slots: resource plus one, zero: empty; a power of two in size
    Array<GraphUseRecord> NewUses{}; // of the pass being added
    Array<uint8> Stream{};           // room for the commands of the compiled graph
};

/// Process-wide, without a destructor, as the session is.
struct Graphs final
{
    TicketTable<GraphRecord> Table{};
    GraphScratch Scratch{};
};

[[nodiscard]] Graphs& GetGraphs() noexcept;

/// The graph of a handle of this session; null for null, stale and foreign ones.
[[nodiscard]] GraphRecord* FindGraph(const Session& session, const OrderedGraph& graph) noexcept;

/// Owner, device and frame state, the workload, then the graph.
[[nodiscard]] RasterVerdict AdmitGraph(Session& session, DeviceHandle device, FrameRule rule, const OrderedGraph& graph,
                                       GraphRecord*& record) noexcept;

/// AdmitGraph for calls that change a graph: it must not be compiled.
[[nodiscard]] RasterVerdict AdmitAuthoring(Session& session, DeviceHandle device, const OrderedGraph& graph,
                                           GraphRecord*& record) noexcept;

/// The resource that a record was imported as, or GRAPH_EXTERNAL_INDEX.
[[nodiscard]] uint32 FindImport(const GraphRecord& record, bool isTexture, uint32 slot) noexcept;

/// Whether the imports hold what they held when they were imported. InvalidState names the first that does not.
[[nodiscard]] GraphVerdict CheckImports(Session& session, const GraphRecord& record) noexcept;

/// Reserves GraphRecord::Stream for a compiled graph; false when memory is refused.
[[nodiscard]] bool ReserveGraphStream(GraphRecord& record) noexcept;

/// Reserves room for all graphs in the stream of a frame, beside all that the frame may record by itself, so that
/// encoding them allocates nothing. False when memory is refused.
[[nodiscard]] bool ReserveRoomInFrame(Session& session) noexcept;

/// Lets go of everything that a graph keeps, which the submission `ordinal` uses (zero: none does), and forgets it.
void EndGraph(Session& session, GraphRecord& record, uint64 ordinal) noexcept;

/// What a compute pass dispatches, resolved and checked.
[[nodiscard]] RasterVerdict CheckDispatch(Session& session, const GraphPassDescription& description,
                                          PlanDispatch& dispatch) noexcept;

/// The accepted submission's writes to imported buffers: their content advances.
void AdvanceBuffers(Session& session, const GraphRecord& record) noexcept;

/// IsCovered for the set of a dispatch.
[[nodiscard]] bool IsCovered(Session& session, const GraphRecord& record, const PlanDispatch& dispatch,
                             std::span<const GraphUseRecord> declared, GraphFault& fault) noexcept;

/// Looks through what a packet uses. False, filling `fault` in, when the declarations do not cover all of it.
[[nodiscard]] bool IsCovered(Session& session, const GraphRecord& record, const RasterDraw& draw,
                             std::span<const GraphUseRecord> declared, GraphFault& fault) noexcept;
} // namespace ludus::graphics::rhi::internal
