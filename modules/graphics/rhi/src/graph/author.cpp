// Ordered graphs of graph.h: making one, reserving versions, adding passes and roots, discarding.
#include "formats/format_facts.h"
#include "formats/role_facts.h"
#include "frontend/admission.h"
#include "frontend/frame.h"
#include "frontend/plan_road.h"
#include "frontend/raster_pass.h"
#include "graph/graph_record.h"
#include "validation/raster_pass.h"
#include "validation/text.h"

#include <cassert>
#include <cmath>
#include <cstring>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr const char* ADD_PASS = "AddGraphPass";

/// Outlives every session and has no destructor, as SessionStorage.
union GraphStorage
{
    constexpr GraphStorage() noexcept : Value() {}

    ~GraphStorage() {} // NOLINT(modernize-use-equals-default): a default one would be deleted

    Graphs Value;
};

constinit GraphStorage s_GraphStorage;

/// The session has ended, and every record with it.
void ForgetGraphs() noexcept
{
    Graphs& graphs = GetGraphs();
    graphs.Table.Clear();
    graphs.Scratch.Tracks.Release();
    graphs.Scratch.Readers.Release();
}

// ---- Passes ---------------------------------------------------------------------------------------------------------

[[nodiscard]] RasterVerdict CheckArrays(const GraphPassDescription& description) noexcept
{
    if (description.UseCount != 0 && description.Uses == nullptr)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::GraphArrayMissing, .Field = "Uses", .Got = description.UseCount}};
    }
    if (description.DrawCount != 0 && description.Draws == nullptr)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::GraphArrayMissing, .Field = "Draws", .Got = description.DrawCount}};
    }
    return {};
}

[[nodiscard]] RasterVerdict CheckText(std::string_view text, const char* field, usize least, usize most) noexcept
{
    if (text.size() < least || text.size() > most)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::GraphNameLength, .Field = field, .Got = text.size(), .Allowed = most}};
    }
    return {};
}

/// What a new pass is called, and what it draws to or dispatches.
struct PassTarget final
{
    std::string_view Name{};
    std::string_view Source{};
    uint32 Texture{NO_SLOT}; // NO_SLOT: the surface
    uint32 PassKey{SURFACE_PASS_KEY};
    PlanDispatch Dispatch{}; // of a compute pass, which has no target
};

/// Resolves the attachment and checks the description against it. What the attachment holds is the compiler's business,
/// and the surface's extent is known when it has been acquired.
[[nodiscard]] RasterVerdict CheckAttachment(Session& session, const RasterPassDescription& description,
                                            PassTarget& target) noexcept
{
    constexpr uint32 ANY_EXTENT = ~uint32{0};
    PassAttachment attachment{
        .IsSurface = false, .Width = ANY_EXTENT, .Height = ANY_EXTENT, .ColorDefined = true, .DepthDefined = true};
    if (!IsNull(description.Color))
    {
        if (const RasterVerdict verdict = Resolve(session, description.Color, "Attachment.Color", target.Texture);
            !verdict.IsAccepted())
        {
            return verdict;
        }
        const TextureDescription& texture =
            session.Records.Table<RecordKind::Texture>().Twin(target.Texture).Description;
        if (const RasterVerdict verdict = CheckPassTexture(texture); !verdict.IsAccepted())
        {
            return verdict;
        }
        attachment.Width = texture.Width;
        attachment.Height = texture.Height;
        PipelineTarget pipelines;
        pipelines.IsSurface = false;
        pipelines.Colors[0] = texture.Format;
        target.PassKey = MakePassKey(pipelines);
    }
    target.PassKey |= description.DepthReadOnly ? PASS_KEY_READ_ONLY_DEPTH : 0U;
    return CheckRasterPass(description, attachment);
}

[[nodiscard]] RasterVerdict CheckPass(Session& session, const GraphRecord& record,
                                      const GraphPassDescription& description, PassTarget& target) noexcept
{
    target.Name = MeasureText(description.Name, GRAPH_NAME_BYTES);
    target.Source = MeasureText(description.Source, GRAPH_SOURCE_BYTES);
    if (const RasterVerdict verdict = CheckText(target.Name, "Name", 1, GRAPH_NAME_BYTES); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckText(target.Source, "Source", 0, GRAPH_SOURCE_BYTES); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckArrays(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    const bool isCompute = description.Dispatch != nullptr;
    if (const RasterVerdict verdict = isCompute ? CheckDispatch(session, description, target.Dispatch)
                                                : CheckAttachment(session, description.Attachment, target);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    const StorageLimits& limits = session.Description.Storage;
    if (record.Declaration.Passes.Size() >= limits.PassesPerGraph)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::GraphPassesExhausted,
                 .Got = limits.PassesPerGraph,
                 .Allowed = limits.PassesPerGraph}};
    }
    if (description.UseCount > limits.UsesPerPass)
    {
        return {
            RasterStatus::CapacityExceeded,
            {.Code = DiagnosticCode::GraphUsesExhausted, .Got = description.UseCount, .Allowed = limits.UsesPerPass}};
    }
    return {};
}

/// Whether the graph has handed the version out. Any bits may stand in one.
[[nodiscard]] bool IsVersionOf(const GraphRecord& record, const OrderedGraph& graph,
                               const GraphVersion& version) noexcept
{
    const uint32 resource = GraphAccess::Resource(version);
    return GraphAccess::IsOf(version, graph) && resource < record.Declaration.Resources.Size() &&
           GraphAccess::Number(version) <= record.Declaration.Resources[resource].LastVersion;
}

/// Fills GraphRecord::NewUses in.
[[nodiscard]] RasterVerdict TakeUses(GraphRecord& record, const OrderedGraph& graph,
                                     const GraphPassDescription& description) noexcept
{
    record.NewUses.Clear();
    if (!record.NewUses.Reserve(description.UseCount))
    {
        return HostMemoryVerdict();
    }
    for (uint32 i = 0; i < description.UseCount; ++i)
    {
        const GraphUse& use = description.Uses[i];
        if (!IsVersionOf(record, graph, use.Resource))
        {
            return {RasterStatus::InvalidHandle,
                    {.Code = DiagnosticCode::StaleHandle, .Field = "Uses[{index}].Resource", .Index = i}};
        }
        if (use.Access > GraphAccessMode::Indirect)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::EnumInvalid,
                     .Field = "Uses[{index}].Access",
                     .Got = static_cast<uint64>(use.Access),
                     .Index = i}};
        }
        if (use.Visibility < RasterVisibility::Vertex || use.Visibility > RasterVisibility::Compute)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::VisibilityInvalid,
                     .Field = "Uses[{index}].Visibility",
                     .Got = static_cast<uint64>(use.Visibility),
                     .Index = i}};
        }
        record.NewUses.AppendReserved(GraphUseRecord::Make(GraphAccess::Resource(use.Resource),
                                                           GraphAccess::Number(use.Resource), use.Access,
                                                           use.Visibility, use.Offset, use.Size));
    }
    return {};
}

/// What may show in an entry of a run: a packet that changes none of it uses what the packet before has used.
constexpr uint32 CHANGES_USE = DRAW_PIPELINE | DRAW_SET | DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_INDIRECT;

/// Whether a packet that only moves offsets uses something else: they lead into anything but the library's ring, which
/// nobody declares.
[[nodiscard]] bool OffsetsChangeUse(const SetHot& set) noexcept
{
    return set.DynamicCount > 1 || (set.DynamicCount == 1 && !set.IsFirstRing);
}

/// Records packets after the first of the open run. Each that uses something else than the one before, which its entry
/// says, is looked at. Apart from the first, which most passes have alone.
[[nodiscard, gnu::noinline]] RasterStatus TakeMoreDraws(Session& session, GraphRecord& record, DeviceHandle device,
                                                        std::span<const RasterDraw> draws, const DrawRules& rules,
                                                        GraphFault& fault, bool& isFaulty) noexcept
{
    DrawPlan& plan = record.Draws;
    uint32 looksAt = CHANGES_USE | DRAW_OFFSETS;
    for (const RasterDraw& draw : draws)
    {
        const auto entry = plan.State.Write - plan.Stream.Data(); // the stream may move
        const RasterStatus status = IsPlanOpen(plan, device) ? RecordPacket(PlanRoad{&plan}, device, draw)
                                                             : RecordPlanDraw(session, plan, device, draw, rules);
        if (status != RasterStatus::Ready) [[unlikely]]
        {
            return status;
        }
        if ((Peek<uint32>(plan.Stream.Data() + entry) & looksAt) != 0)
        {
            looksAt = OffsetsChangeUse(*plan.State.Set) ? CHANGES_USE | DRAW_OFFSETS : CHANGES_USE;
            isFaulty = isFaulty || !IsCovered(session, record, draw, record.NewUses.Span(), fault);
        }
    }
    return RasterStatus::Ready;
}

/// Records the packets, or the dispatch, as one run and looks for what they use undeclared. On a refusal nothing of the
/// run is left.
[[nodiscard]] RasterStatus TakeWork(Session& session, GraphRecord& record, DeviceHandle device,
                                    const GraphPassDescription& description, const PassTarget& target, GraphRun& run,
                                    GraphFault& fault, bool& isFaulty) noexcept
{
    const DrawRules rules{
        .Operation = ADD_PASS, .Noun = "The graph", .IsInsideFrame = false, .PassKey = target.PassKey};
    isFaulty = false;
    run = {.Offset = record.Draws.Used};
    if (description.Dispatch != nullptr)
    {
        isFaulty = !IsCovered(session, record, target.Dispatch, record.NewUses.Span(), fault);
        return RecordPlanDispatch(session, record.Draws, target.Dispatch) ? RasterStatus::Ready
                                                                          : Refuse(ADD_PASS, HostMemoryVerdict());
    }
    if (description.DrawCount == 0)
    {
        return RasterStatus::Ready;
    }
    if (!BeginPlanRun(session, record.Draws, rules.PassKey))
    {
        return Refuse(ADD_PASS, HostMemoryVerdict());
    }
    RasterStatus status = RecordPlanDraw(session, record.Draws, device, description.Draws[0], rules);
    if (status == RasterStatus::Ready)
    {
        isFaulty = !IsCovered(session, record, description.Draws[0], record.NewUses.Span(), fault);
        if (description.DrawCount > 1)
        {
            status = TakeMoreDraws(session, record, device, {description.Draws + 1, description.DrawCount - 1}, rules,
                                   fault, isFaulty);
        }
    }
    if (status != RasterStatus::Ready)
    {
        AbandonPlanRun(session, record.Draws);
    }
    return status;
}

[[nodiscard]] GraphPass MakePass(const GraphPassDescription& description, const PassTarget& target) noexcept
{
    const RasterPassDescription& attachment = description.Attachment;
    GraphPass pass;
    pass.Kind = target.Texture == NO_SLOT ? GraphPassKind::Surface : GraphPassKind::Offscreen;
    if (description.Dispatch != nullptr)
    {
        pass.Kind = GraphPassKind::Compute;
        pass.Line = description.Line;
        pass.SideEffect = description.SideEffect;
        return pass;
    }
    pass.DrawCount = static_cast<uint32>(description.DrawCount);
    pass.Line = description.Line;
    pass.ClearDepth = attachment.ClearDepth;
    pass.SideEffect = description.SideEffect;
    pass.DepthReadOnly = attachment.DepthReadOnly;
    pass.DepthLoad = attachment.DepthLoad;
    pass.DepthStore = attachment.DepthStore;
    return pass;
}

[[nodiscard]] bool AppendTaken(GraphRecord& record, const GraphPassDescription& description, const PassTarget& target,
                               const GraphRun& run, const GraphFault* fault) noexcept
{
    const RasterPassDescription& source = description.Attachment;
    GraphAttachment attachment{.Load = source.ColorLoad, .Store = source.ColorStore};
    attachment.Resource = target.Texture == NO_SLOT ? GRAPH_SURFACE : FindImport(record, true, target.Texture);
    std::memcpy(attachment.Clear, source.Clear, sizeof attachment.Clear);
    const GraphRectangles rectangles{source.Viewport, source.Scissor, source.UseViewport, source.UseScissor};
    const bool hasRectangles = source.UseViewport || source.UseScissor;
    const bool isCompute = description.Dispatch != nullptr;
    const usize count = record.Runs.Size() + 1;
    if (count > record.Runs.Capacity() && !record.Runs.Reserve(std::max<usize>(32, count * 2)))
    {
        return false;
    }
    const bool isAppended = AppendPass(record.Declaration, MakePass(description, target),
                                       {.Name = target.Name,
                                        .Source = target.Source,
                                        .Uses = record.NewUses.Span(),
                                        .Attachments = {&attachment, isCompute ? 0U : 1U},
                                        .Rectangles = hasRectangles ? &rectangles : nullptr,
                                        .Fault = fault});
    if (isAppended)
    {
        record.Runs.AppendReserved(run);
    }
    return isAppended;
}

} // namespace

Graphs& internal::GetGraphs() noexcept
{
    return s_GraphStorage.Value;
}

GraphRecord* internal::FindGraph(const Session& session, const OrderedGraph& graph) noexcept
{
    const bool isOwn = session.Owner != 0 && GraphAccess::Owner(graph) == session.Owner;
    return isOwn ? GetGraphs().Table.Find(GraphAccess::Slot(graph), GraphAccess::Generation(graph)) : nullptr;
}

void internal::EndGraph(Session& session, GraphRecord& record, uint64 ordinal) noexcept
{
    if (ordinal != 0)
    {
        StampPlan(session, record.Draws, ordinal);
    }
    else
    {
        DropPlan(session, record.Draws);
    }
    for (const GraphResource& resource : record.Declaration.Resources)
    {
        session.Records.LetGo(resource.IsTexture ? RecordKind::Texture : RecordKind::Buffer, resource.Slot, ordinal);
        if (resource.IsTransient)
        {
            session.Records.Detach(RecordKind::Texture, resource.Slot); // the pool keeps it
            ForgetRecordings();
        }
    }
    record.Declaration.Clear();
    record.Plan.Clear();
    record.Runs.Clear();
    record.Imports.Clear();
    record.ResourceOf.Clear();
    record.IsCompiled = false;
    record.IsAttempted = false;
}

RasterVerdict internal::AdmitGraph(Session& session, DeviceHandle device, FrameRule rule, const OrderedGraph& graph,
                                   GraphRecord*& record) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, rule); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (!session.Enabled.OrderedRasterGraph)
    {
        return {RasterStatus::Unsupported,
                {.Code = DiagnosticCode::WorkloadUnsupported, .Field = "OrderedRasterGraph"}};
    }
    record = FindGraph(session, graph);
    if (record == nullptr)
    {
        return {RasterStatus::InvalidHandle, {.Code = DiagnosticCode::StaleHandle, .Field = "graph"}};
    }
    return {};
}

RasterVerdict internal::AdmitAuthoring(Session& session, DeviceHandle device, const OrderedGraph& graph,
                                       GraphRecord*& record) noexcept
{
    if (const RasterVerdict verdict = AdmitGraph(session, device, FrameRule::Between, graph, record);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    assert(record != nullptr); // what was admitted was found
    if (record->IsCompiled)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::GraphFrozen}};
    }
    return {};
}

RasterStatus CreateOrderedGraph(DeviceHandle device, OrderedGraph& graph) noexcept
{
    constexpr const char* OPERATION = "CreateOrderedGraph";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Between); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (GraphAccess::Generation(graph) != 0)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::OutputOccupied, "graph");
    }
    if (!session.Enabled.OrderedRasterGraph)
    {
        return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::WorkloadUnsupported, "OrderedRasterGraph");
    }
    auto& table = GetGraphs().Table;
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = table.Take(session.Description.Storage.Graphs, "ordered graphs", slot);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    session.ReleaseGraphs = &ForgetGraphs;
    GraphRecord& record = table.At(slot);
    if (!OpenPlan(session, record.Draws, record.Generation, 0))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        table.Return(slot);
        return Refuse(OPERATION, verdict);
    }
    graph = GraphAccess::Make(session.Owner, record.Generation, slot);
    return RasterStatus::Ready;
}

RasterStatus NextGraphVersion(DeviceHandle device, OrderedGraph graph, GraphVersion current,
                              GraphVersion& next) noexcept
{
    constexpr const char* OPERATION = "NextGraphVersion";
    Session& session = GetSession();
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitAuthoring(session, device, graph, record); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    assert(record != nullptr); // what was admitted was found
    if (!IsVersionOf(*record, graph, current))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "current");
    }
    const uint32 index = GraphAccess::Resource(current);
    GraphResource& resource = record->Declaration.Resources[index];
    const uint32 number = GraphAccess::Number(current) + 1;
    if (number >= GRAPH_EXTERNAL_INDEX - 1)
    {
        return Refuse(OPERATION, RasterStatus::IdentityExhausted, DiagnosticCode::IdentitiesExhausted, "a version");
    }
    if (resource.IsTexture ? !resource.IsAttachment : !FactsOf(resource.Role).IsStorage)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription, DiagnosticCode::GraphNeverWritten, "current");
    }
    resource.LastVersion = std::max(resource.LastVersion, number);
    record->IsAttempted = false;
    next = GraphAccess::MakeVersion(graph, index, number);
    return RasterStatus::Ready;
}

RasterStatus AddGraphPass(DeviceHandle device, OrderedGraph graph, const GraphPassDescription& description) noexcept
{
    Session& session = GetSession();
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitAuthoring(session, device, graph, record); !verdict.IsAccepted())
    {
        return Refuse(ADD_PASS, verdict);
    }
    assert(record != nullptr); // what was admitted was found
    PassTarget target;
    if (const RasterVerdict verdict = CheckPass(session, *record, description, target); !verdict.IsAccepted())
    {
        return Refuse(ADD_PASS, verdict);
    }
    if (const RasterVerdict verdict = TakeUses(*record, graph, description); !verdict.IsAccepted())
    {
        return Refuse(ADD_PASS, verdict);
    }
    GraphRun run;
    GraphFault fault;
    bool isFaulty = false;
    if (const RasterStatus status = TakeWork(session, *record, device, description, target, run, fault, isFaulty);
        status != RasterStatus::Ready)
    {
        return status;
    }
    if (!AppendTaken(*record, description, target, run, isFaulty ? &fault : nullptr))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        if (description.DrawCount != 0 || description.Dispatch != nullptr)
        {
            AbandonPlanRun(session, record->Draws);
        }
        return Refuse(ADD_PASS, verdict);
    }
    if (description.Dispatch != nullptr)
    {
        EndPlanDispatch(record->Draws);
    }
    else if (description.DrawCount != 0)
    {
        EndPlanRun(session, record->Draws);
    }
    record->Runs.Back().Bytes = record->Draws.Used - run.Offset;
    record->IsAttempted = false;
    return RasterStatus::Ready;
}

RasterStatus AddGraphRoot(DeviceHandle device, OrderedGraph graph, GraphVersion version, GraphRoot root) noexcept
{
    constexpr const char* OPERATION = "AddGraphRoot";
    Session& session = GetSession();
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitAuthoring(session, device, graph, record); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    assert(record != nullptr); // what was admitted was found
    if (!IsVersionOf(*record, graph, version))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "version");
    }
    if (root > GraphRoot::Readback)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::EnumInvalid, .Field = "root", .Got = static_cast<uint64>(root)});
    }
    GraphResource& resource = record->Declaration.Resources[GraphAccess::Resource(version)];
    if (resource.IsTransient)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription, DiagnosticCode::GraphRootTransient, "version");
    }
    const uint32 number = GraphAccess::Number(version);
    if (resource.RootVersion != GRAPH_EXTERNAL_INDEX && resource.RootVersion != number)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::GraphRootConflict, .Got = number, .Allowed = resource.RootVersion});
    }
    resource.RootVersion = number;
    resource.Roots |= static_cast<uint8>(1U << static_cast<uint32>(root));
    record->IsAttempted = false;
    return RasterStatus::Ready;
}

RasterStatus DiscardOrderedGraph(DeviceHandle device, OrderedGraph& graph) noexcept
{
    constexpr const char* OPERATION = "DiscardOrderedGraph";
    Session& session = GetSession();
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitGraph(session, device, FrameRule::Between, graph, record);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    assert(record != nullptr); // what was admitted was found
    EndGraph(session, *record, 0);
    GetGraphs().Table.Return(GraphAccess::Slot(graph));
    graph = OrderedGraph{};
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
