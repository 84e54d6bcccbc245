// Compiling ordered graphs and asking about them: CompileOrderedGraph, the indexed diagnostics, DescribeOrderedGraph.
#include "frontend/admission.h"
#include "graph/describe_plan.h"
#include "graph/graph_record.h"

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr const char* COMPILE = "CompileOrderedGraph";

[[nodiscard]] uint64 CountPlanBytes(const GraphRecord& record) noexcept
{
    return sizeof record + record.Declaration.CountBytes() + record.Plan.CountBytes() + record.Draws.Stream.Capacity() +
           record.Draws.Leases.Capacity() * sizeof(PlanLease) + record.Runs.Capacity() * sizeof(GraphRun) +
           record.Imports.Capacity() * sizeof(GraphImport) + record.ResourceOf.Capacity() * sizeof(uint32) +
           record.NewUses.Capacity() * sizeof(GraphUseRecord) + record.Stream.Capacity();
}

/// Names the resource's record beside the reason.
void ReportGraph(const GraphRecord& record, const GraphVerdict& verdict) noexcept
{
    Finding why = verdict.Verdict.Why;
    if (verdict.Resource < record.Declaration.Resources.Size())
    {
        const GraphResource& resource = record.Declaration.Resources[verdict.Resource];
        why.Kind = resource.IsTexture ? RecordKind::Texture : RecordKind::Buffer;
        why.Slot = resource.Slot;
    }
    ReportRefusal(COMPILE, why);
}

/// For queries of one entry of a plan.
[[nodiscard]] RasterStatus AdmitQuery(const char* operation, DeviceHandle device, const OrderedGraph& graph,
                                      GraphRecord*& record) noexcept
{
    if (const RasterVerdict verdict = AdmitGraph(GetSession(), device, FrameRule::Any, graph, record);
        !verdict.IsAccepted())
    {
        return Refuse(operation, verdict);
    }
    if (!record->IsAttempted)
    {
        return Refuse(operation, RasterStatus::NotReady, DiagnosticCode::GraphNotCompiled);
    }
    return RasterStatus::Ready;
}

[[nodiscard]] RasterStatus CheckIndex(const char* operation, uint32 index, usize count) noexcept
{
    if (index >= count)
    {
        return Refuse(operation, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::RangeOutside, .Field = "index", .Got = index, .Allowed = count});
    }
    return RasterStatus::Ready;
}
} // namespace

GraphVerdict internal::CheckImports(Session& session, const GraphRecord& record) noexcept
{
    for (uint32 i = 0; i < record.Imports.Size(); ++i)
    {
        const GraphResource& resource = record.Declaration.Resources[i];
        const GraphImport& import = record.Imports[i];
        bool isSame = true;
        if (resource.IsTexture)
        {
            const TextureState& state =
                session.Records.Table<RecordKind::Texture>().Twin(resource.Slot).Ledger.Committed;
            isSame = state.Revision == import.Revision && state.LastOrdinal == import.LastOrdinal;
        }
        else
        {
            isSame = session.Records.Table<RecordKind::Buffer>().Twin(resource.Slot).Revision == import.Revision;
        }
        if (!isSame)
        {
            return {{RasterStatus::InvalidState,
                     {.Code = DiagnosticCode::GraphStateStale,
                      .Field = "An import",
                      .Kind = resource.IsTexture ? RecordKind::Texture : RecordKind::Buffer,
                      .Slot = resource.Slot}},
                    GRAPH_EXTERNAL_INDEX,
                    i};
        }
    }
    return {};
}

RasterStatus CompileOrderedGraph(DeviceHandle device, OrderedGraph graph, GraphReport& report, bool reference) noexcept
{
    return CompileOrderedGraph(device, graph, report, GraphCompileOptions{!reference, false});
}

RasterStatus CompileOrderedGraph(DeviceHandle device, OrderedGraph graph, GraphReport& report,
                                 const GraphCompileOptions& options) noexcept
{
    Session& session = GetSession();
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitAuthoring(session, device, graph, record); !verdict.IsAccepted())
    {
        return Refuse(COMPILE, verdict);
    }
    record->Plan.Clear();
    GraphVerdict verdict = CheckImports(session, *record);
    if (verdict.IsAccepted())
    {
        verdict = CompileGraph(record->Declaration, options, session.Description.Storage.DependenciesPerGraph,
                               GetGraphs().Scratch, record->Plan);
    }
    if (verdict.IsAccepted() && !(ReserveGraphStream(*record) && ReserveRoomInFrame(session)))
    {
        record->Plan.Clear();
        verdict = {.Verdict = HostMemoryVerdict()};
    }
    record->IsAttempted = true;
    record->IsCompiled = verdict.IsAccepted();
    WriteReport(record->Declaration, record->Plan, verdict, CountPlanBytes(*record), report);
    if (!verdict.IsAccepted())
    {
        ReportGraph(*record, verdict);
    }
    else
    {
        FinishPlan(session, record->Draws);
    }
    return verdict.Verdict.Result;
}

RasterStatus GetGraphPassDiagnostic(DeviceHandle device, OrderedGraph graph, uint32 index,
                                    GraphPassDiagnostic& output) noexcept
{
    constexpr const char* OPERATION = "GetGraphPassDiagnostic";
    GraphRecord* record = nullptr;
    if (const RasterStatus status = AdmitQuery(OPERATION, device, graph, record); status != RasterStatus::Ready)
    {
        return status;
    }
    if (const RasterStatus status = CheckIndex(OPERATION, index, record->Declaration.Passes.Size());
        status != RasterStatus::Ready)
    {
        return status;
    }
    WritePassDiagnostic(record->Declaration, record->Plan, index, output);
    return RasterStatus::Ready;
}

RasterStatus GetGraphResourceDiagnostic(DeviceHandle device, OrderedGraph graph, uint32 index,
                                        GraphResourceDiagnostic& output) noexcept
{
    constexpr const char* OPERATION = "GetGraphResourceDiagnostic";
    GraphRecord* record = nullptr;
    if (const RasterStatus status = AdmitQuery(OPERATION, device, graph, record); status != RasterStatus::Ready)
    {
        return status;
    }
    if (const RasterStatus status = CheckIndex(OPERATION, index, record->Declaration.Resources.Size());
        status != RasterStatus::Ready)
    {
        return status;
    }
    WriteResourceDiagnostic(record->Plan, index, output);
    return RasterStatus::Ready;
}

RasterStatus GetGraphDependency(DeviceHandle device, OrderedGraph graph, uint32 index, GraphDependency& output) noexcept
{
    constexpr const char* OPERATION = "GetGraphDependency";
    GraphRecord* record = nullptr;
    if (const RasterStatus status = AdmitQuery(OPERATION, device, graph, record); status != RasterStatus::Ready)
    {
        return status;
    }
    if (const RasterStatus status = CheckIndex(OPERATION, index, record->Plan.Dependencies.Size());
        status != RasterStatus::Ready)
    {
        return status;
    }
    output = record->Plan.Dependencies[index];
    return RasterStatus::Ready;
}

RasterStatus DescribeOrderedGraph(DeviceHandle device, OrderedGraph graph, GraphTextForm form, std::span<char> text,
                                  usize& length) noexcept
{
    constexpr const char* OPERATION = "DescribeOrderedGraph";
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitGraph(GetSession(), device, FrameRule::Any, graph, record);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (form > GraphTextForm::Dot)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::EnumInvalid, .Field = "form", .Got = static_cast<uint64>(form)});
    }
    if (text.data() == nullptr && !text.empty())
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::NullInput, .Field = "text", .Got = text.size()});
    }
    if (!record->IsCompiled)
    {
        return Refuse(OPERATION, RasterStatus::NotReady, DiagnosticCode::GraphNotCompiled);
    }
    length = DescribePlan(record->Declaration, record->Plan, form, text);
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
