// Ordered graphs of graph.h: making one, importing resources, reserving versions, adding passes and roots, discarding.
#include "formats/format_facts.h"
#include "formats/role_facts.h"
#include "frontend/admission.h"
#include "frontend/frame.h"
#include "graph/graph_record.h"

#include <cmath>
#include <cstring>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr const char* IMPORT_BUFFER = "ImportGraphBuffer";
constexpr const char* ADD_PASS = "AddGraphPass";

/// Outlives every session and has no destructor, as SessionStorage.
union GraphStorage
{
    constexpr GraphStorage() noexcept : Value() {}

    ~GraphStorage() {}

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

// ---- Imports --------------------------------------------------------------------------------------------------------

[[nodiscard]] usize HashSlot(bool isTexture, uint32 slot, usize size) noexcept
{
    return ((slot * 2 + (isTexture ? 1U : 0U)) * usize{2654435761U} >> 7U) & (size - 1);
}

void EnterSlot(GraphRecord& record, uint32 resource) noexcept
{
    const GraphResource& entered = record.Declaration.Resources[resource];
    const usize size = record.ResourceOf.Size();
    usize at = HashSlot(entered.IsTexture, entered.Slot, size);
    while (record.ResourceOf[at] != 0)
    {
        at = (at + 1) & (size - 1);
    }
    record.ResourceOf[at] = resource + 1;
}

/// Room for one more import everywhere, and a hash that is at most half full.
[[nodiscard]] bool MakeRoomForImport(GraphRecord& record) noexcept
{
    constexpr usize FIRST_CAPACITY = 32;
    Array<GraphResource>& resources = record.Declaration.Resources;
    const usize count = resources.Size() + 1;
    const usize room = count <= resources.Capacity() ? resources.Capacity() : std::max(FIRST_CAPACITY, count * 2);
    if (!resources.Reserve(room) || !record.Imports.Reserve(room))
    {
        return false;
    }
    if (count * 2 <= record.ResourceOf.Size())
    {
        return true;
    }
    // An earlier graph may have left a larger table; it is a power of two as well.
    const usize size = std::max({FIRST_CAPACITY * 2, record.ResourceOf.Size() * 2, record.ResourceOf.Capacity()});
    if (!record.ResourceOf.Reserve(size))
    {
        return false;
    }
    record.ResourceOf.Clear();
    static_cast<void>(record.ResourceOf.Resize(size)); // reserved
    for (uint32 i = 0; i < resources.Size(); ++i)
    {
        EnterSlot(record, i);
    }
    return true;
}

/// What every import checks after its handle.
[[nodiscard]] RasterVerdict CheckImport(const Session& session, const GraphRecord& record, bool isTexture, uint32 slot,
                                        const char* field) noexcept
{
    if (FindImport(record, isTexture, slot) != GRAPH_EXTERNAL_INDEX)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::GraphImportRepeated, .Field = field}};
    }
    const uint32 limit = session.Description.Storage.ResourcesPerGraph;
    if (record.Declaration.Resources.Size() >= limit)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::GraphResourcesExhausted, .Got = limit, .Allowed = limit}};
    }
    return {};
}

[[nodiscard]] RasterVerdict Import(Session& session, GraphRecord& record, RecordKind kind,
                                   const GraphResource& resource, uint64 revision) noexcept
{
    if (!MakeRoomForImport(record))
    {
        return HostMemoryVerdict();
    }
    const ColdHead& cold = session.Records.Cold(kind, resource.Slot);
    session.Records.Retain(kind, resource.Slot);
    record.Declaration.Resources.AppendReserved(resource);
    record.Imports.AppendReserved({.Revision = revision, .Generation = cold.Generation});
    EnterSlot(record, static_cast<uint32>(record.Declaration.Resources.Size() - 1));
    record.IsAttempted = false;
    return {};
}

/// Every use that a role has outside dispatches that write: what has been waited for, and what must see the results.
[[nodiscard]] uint32 GetRoleUses(BufferRole role) noexcept
{
    const RoleFacts& facts = FactsOf(role);
    const uint32 storage = USE_STORAGE_READ_FRAGMENT | USE_STORAGE_READ_COMPUTE;
    return (IsVertexRole(role) ? uint32{USE_VERTEX_INPUT} : 0U) | (IsIndexRole(role) ? uint32{USE_INDEX_INPUT} : 0U) |
           (role == BufferRole::Uniform ? USE_UNIFORM_VERTEX | USE_UNIFORM_FRAGMENT | USE_UNIFORM_COMPUTE : 0U) |
           (facts.IsStorage ? storage : 0U) | (facts.IsIndirect ? uint32{USE_INDIRECT} : 0U);
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

/// At most one character more than `most`: enough to know that it is too long.
[[nodiscard]] std::string_view Measure(const char* text, usize most) noexcept
{
    if (text == nullptr)
    {
        return {};
    }
    const void* end = std::memchr(text, 0, most + 1);
    return {text, end == nullptr ? most + 1 : static_cast<usize>(static_cast<const char*>(end) - text)};
}

[[nodiscard]] RasterVerdict CheckAttachment(const RasterPassDescription& attachment) noexcept
{
    const struct
    {
        bool IsKnown;
        const char* Field;
    } choices[] = {{attachment.ColorLoad <= RasterLoad::Discard, "Attachment.ColorLoad"},
                   {attachment.ColorStore <= RasterStore::Discard, "Attachment.ColorStore"},
                   {attachment.DepthLoad <= RasterLoad::Discard, "Attachment.DepthLoad"},
                   {attachment.DepthStore <= RasterStore::Discard, "Attachment.DepthStore"}};

    for (const auto& choice : choices)
    {
        if (!choice.IsKnown)
        {
            return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::EnumInvalid, .Field = choice.Field}};
        }
    }
    if (attachment.DepthReadOnly && attachment.DepthLoad != RasterLoad::Load)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::OptionsConflict, .Field = "Attachment.DepthReadOnly"}};
    }
    for (const float32 component : attachment.Clear)
    {
        if (!std::isfinite(component))
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::ValueNotFinite, .Field = "Attachment.Clear"}};
        }
    }
    if (!(attachment.ClearDepth >= 0 && attachment.ClearDepth <= 1))
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::RangeOutside, .Field = "Attachment.ClearDepth", .Allowed = 1}};
    }
    if (attachment.UseViewport && (attachment.Viewport.Width == 0 || attachment.Viewport.Height == 0))
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::ValueZero, .Field = "Attachment.Viewport"}};
    }
    if (!IsNull(attachment.Color) || attachment.ColorCount != 0)
    {
        return {RasterStatus::Unsupported, {.Code = DiagnosticCode::UnsupportedHere, .Field = "Attachment.Color"}};
    }
    return {};
}

[[nodiscard]] RasterVerdict CheckPass(const Session& session, const GraphRecord& record,
                                      const GraphPassDescription& description) noexcept
{
    if (const RasterVerdict verdict =
            CheckText(Measure(description.Name, GRAPH_NAME_BYTES), "Name", 1, GRAPH_NAME_BYTES);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict =
            CheckText(Measure(description.Source, GRAPH_SOURCE_BYTES), "Source", 0, GRAPH_SOURCE_BYTES);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckArrays(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.Dispatch != nullptr)
    {
        return {RasterStatus::Unsupported, {.Code = DiagnosticCode::FeatureNotEnabled, .Field = "Dispatch"}};
    }
    if (const RasterVerdict verdict = CheckAttachment(description.Attachment); !verdict.IsAccepted())
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
        if (!GraphAccess::IsOf(use.Resource, graph))
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

/// Records the packets as one run and looks for what they use undeclared. On a refusal nothing of the run is left.
[[nodiscard]] RasterStatus TakeDraws(Session& session, GraphRecord& record, DeviceHandle device,
                                     const GraphPassDescription& description, GraphRun& run, GraphFault& fault,
                                     bool& isFaulty) noexcept
{
    const DrawRules rules{
        .Operation = ADD_PASS, .Noun = "The graph", .IsInsideFrame = false, .PassKey = SURFACE_PASS_KEY};
    isFaulty = false;
    run = {.Offset = record.Draws.Used};
    if (description.DrawCount == 0)
    {
        return RasterStatus::Ready;
    }
    if (!BeginPlanRun(session, record.Draws, rules.PassKey))
    {
        return Refuse(ADD_PASS, HostMemoryVerdict());
    }
    for (usize i = 0; i < description.DrawCount; ++i)
    {
        const RasterDraw& draw = description.Draws[i];
        if (const RasterStatus status = RecordPlanDraw(session, record.Draws, device, draw, rules);
            status != RasterStatus::Ready)
        {
            AbandonPlanRun(session, record.Draws);
            return status;
        }
        isFaulty = isFaulty || !IsCovered(session, record, draw, record.NewUses.Span(), fault);
    }
    return RasterStatus::Ready;
}

[[nodiscard]] GraphPass MakePass(const GraphPassDescription& description) noexcept
{
    const RasterPassDescription& attachment = description.Attachment;
    GraphPass pass;
    pass.Kind = GraphPassKind::Surface;
    pass.DrawCount = static_cast<uint32>(description.DrawCount);
    pass.Line = description.Line;
    pass.ClearDepth = attachment.ClearDepth;
    pass.SideEffect = description.SideEffect;
    pass.DepthReadOnly = attachment.DepthReadOnly;
    pass.DepthLoad = attachment.DepthLoad;
    pass.DepthStore = attachment.DepthStore;
    return pass;
}

[[nodiscard]] bool AppendTaken(GraphRecord& record, const GraphPassDescription& description, const GraphRun& run,
                               const GraphFault* fault) noexcept
{
    const RasterPassDescription& source = description.Attachment;
    GraphAttachment attachment{.Load = source.ColorLoad, .Store = source.ColorStore};
    std::memcpy(attachment.Clear, source.Clear, sizeof attachment.Clear);
    const GraphRectangles rectangles{source.Viewport, source.Scissor, source.UseViewport, source.UseScissor};
    const bool hasRectangles = source.UseViewport || source.UseScissor;
    const usize count = record.Runs.Size() + 1;
    if (count > record.Runs.Capacity() && !record.Runs.Reserve(std::max<usize>(32, count * 2)))
    {
        return false;
    }
    const bool isAppended = AppendPass(record.Declaration, MakePass(description),
                                       {.Name = Measure(description.Name, GRAPH_NAME_BYTES),
                                        .Source = Measure(description.Source, GRAPH_SOURCE_BYTES),
                                        .Uses = record.NewUses.Span(),
                                        .Attachments = {&attachment, 1},
                                        .Rectangles = hasRectangles ? &rectangles : nullptr,
                                        .Fault = fault});
    if (isAppended)
    {
        record.Runs.AppendReserved(run);
    }
    return isAppended;
}

void DropGraph(Session& session, GraphRecord& record) noexcept
{
    DropPlan(session, record.Draws);
    for (const GraphResource& resource : record.Declaration.Resources)
    {
        const RecordKind kind = resource.IsTexture ? RecordKind::Texture : RecordKind::Buffer;
        session.Records.LetGo(kind, resource.Slot, 0);
    }
    record.Declaration.Clear();
    record.Plan.Clear();
    record.Runs.Clear();
    record.Imports.Clear();
    record.ResourceOf.Clear();
    record.IsCompiled = false;
    record.IsAttempted = false;
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
    if (record->IsCompiled)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::GraphFrozen}};
    }
    return {};
}

uint32 internal::FindImport(const GraphRecord& record, bool isTexture, uint32 slot) noexcept
{
    const usize size = record.ResourceOf.Size();
    if (size == 0)
    {
        return GRAPH_EXTERNAL_INDEX;
    }
    for (usize at = HashSlot(isTexture, slot, size); record.ResourceOf[at] != 0; at = (at + 1) & (size - 1))
    {
        const uint32 index = record.ResourceOf[at] - 1;
        const GraphResource& resource = record.Declaration.Resources[index];
        if (resource.IsTexture == isTexture && resource.Slot == slot)
        {
            return index;
        }
    }
    return GRAPH_EXTERNAL_INDEX;
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

RasterStatus ImportGraphBuffer(DeviceHandle device, OrderedGraph graph, BufferHandle buffer,
                               GraphVersion& version) noexcept
{
    Session& session = GetSession();
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitAuthoring(session, device, graph, record); !verdict.IsAccepted())
    {
        return Refuse(IMPORT_BUFFER, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, buffer, "buffer", slot); !verdict.IsAccepted())
    {
        return Refuse(IMPORT_BUFFER, verdict);
    }
    const BufferCold& cold = session.Records.Table<RecordKind::Buffer>().Twin(slot);
    if (cold.IsInternal)
    {
        return Refuse(IMPORT_BUFFER, RasterStatus::InvalidState, DiagnosticCode::LibraryOwned, "buffer");
    }
    RasterVerdict verdict = CheckImport(session, *record, false, slot, "buffer");
    const uint32 uses = GetRoleUses(cold.Description.Role);
    verdict = !verdict.IsAccepted() ? verdict
                                    : Import(session, *record, RecordKind::Buffer,
                                             {.Label = cold.Label,
                                              .Bytes = cold.Description.Size,
                                              .Slot = slot,
                                              .InitialUse = uses,
                                              .FinalUse = uses,
                                              .Role = cold.Description.Role,
                                              .Defined = DEFINED_COLOR},
                                             cold.Revision);
    if (!verdict.IsAccepted())
    {
        verdict.Why.Kind = RecordKind::Buffer;
        verdict.Why.Slot = slot;
        return Refuse(IMPORT_BUFFER, verdict);
    }
    version = GraphAccess::MakeVersion(graph, static_cast<uint32>(record->Declaration.Resources.Size() - 1), 0);
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
    if (!GraphAccess::IsOf(current, graph))
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
    if (const RasterVerdict verdict = CheckPass(session, *record, description); !verdict.IsAccepted())
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
    if (const RasterStatus status = TakeDraws(session, *record, device, description, run, fault, isFaulty);
        status != RasterStatus::Ready)
    {
        return status;
    }
    if (!AppendTaken(*record, description, run, isFaulty ? &fault : nullptr))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        if (description.DrawCount != 0)
        {
            AbandonPlanRun(session, record->Draws);
        }
        return Refuse(ADD_PASS, verdict);
    }
    if (description.DrawCount != 0)
    {
        EndPlanRun(session, record->Draws);
        record->Runs.Back().Bytes = record->Draws.Used - run.Offset;
    }
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
    if (!GraphAccess::IsOf(version, graph))
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
    DropGraph(session, *record);
    GetGraphs().Table.Return(GraphAccess::Slot(graph));
    graph = OrderedGraph{};
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
