// What the compiler tells its caller: lifetimes, totals, and the prefixes and single entries of the public report.
#include "graph/graph_plan.h"

#include <cstring>

namespace ludus::graphics::rhi::internal
{
namespace
{
template <usize BYTES>
void CopyText(std::string_view text, char (&out)[BYTES]) noexcept
{
    const usize length = std::min(text.size(), BYTES - 1);
    if (length != 0)
    {
        std::memcpy(out, text.data(), length);
    }
    out[length] = '\0';
}

void WriteNames(const GraphDeclaration& graph, GraphReport& report) noexcept
{
    report.PassCount = static_cast<uint32>(graph.Passes.Size());
    report.ResourceCount = static_cast<uint32>(graph.Resources.Size());
    report.ReportedPasses = std::min(report.PassCount, static_cast<uint32>(GRAPH_REPORT_PASSES));
    report.ReportedResources = std::min(report.ResourceCount, static_cast<uint32>(GRAPH_REPORT_RESOURCES));
    for (uint32 i = 0; i < report.ReportedPasses; ++i)
    {
        const GraphPass& pass = graph.Passes[i];
        CopyText(graph.NameOf(pass), report.Names[i]);
        CopyText(graph.SourceOf(pass), report.Sources[i]);
        report.Lines[i] = pass.Line;
    }
}

void WriteSizes(const GraphDeclaration& graph, GraphReport& report) noexcept
{
    for (const GraphResource& resource : graph.Resources)
    {
        (resource.IsTexture ? report.TextureBytes : report.BufferBytes) += resource.Bytes;
    }
}
} // namespace

void FindLifetimes(const GraphDeclaration& graph, GraphPlan& plan) noexcept
{
    for (uint32 index = 0; index < graph.Passes.Size(); ++index)
    {
        if (!plan.IsLive(index))
        {
            continue;
        }
        for (const GraphUseRecord& use : graph.UsesOf(graph.Passes[index]))
        {
            GraphResourceDiagnostic& resource = plan.Resources[use.Resource];
            resource.FirstUse = resource.FirstUse == GRAPH_EXTERNAL_INDEX ? index : resource.FirstUse;
            resource.LastUse = index;
        }
    }
}

void WriteReport(const GraphDeclaration& graph, const GraphPlan& plan, const GraphVerdict& verdict,
                 uint64 planStorageBytes, GraphReport& report) noexcept
{
    report = GraphReport{};
    std::fill(std::begin(report.FirstUse), std::end(report.FirstUse), GRAPH_EXTERNAL_INDEX);
    std::fill(std::begin(report.LastUse), std::end(report.LastUse), GRAPH_EXTERNAL_INDEX);
    std::fill(std::begin(report.RasterGroup), std::end(report.RasterGroup), GRAPH_EXTERNAL_INDEX);
    WriteNames(graph, report);
    report.ErrorPass = verdict.Pass;
    report.ErrorResource = verdict.Resource;
    if (!verdict.IsAccepted())
    {
        return;
    }
    report.LivePasses = plan.LivePasses;
    report.DependencyCount = static_cast<uint32>(plan.Dependencies.Size());
    report.ReportedDependencies = std::min(report.DependencyCount, static_cast<uint32>(GRAPH_REPORT_DEPENDENCIES));
    for (uint32 i = 0; i < report.ReportedPasses; ++i)
    {
        report.Culled[i] = !plan.IsLive(i);
        report.RasterGroup[i] = plan.Passes[i].Group;
    }
    for (uint32 i = 0; i < report.ReportedResources; ++i)
    {
        report.FirstUse[i] = plan.Resources[i].FirstUse;
        report.LastUse[i] = plan.Resources[i].LastUse;
    }
    for (uint32 i = 0; i < report.ReportedDependencies; ++i)
    {
        report.Dependencies[i] = plan.Dependencies[i];
    }
    report.RasterPasses = plan.RasterPasses;
    report.ComputePasses = plan.ComputePasses;
    report.MergedPasses = plan.MergedPasses;
    report.DrawCount = plan.DrawCount;
    report.PlanStorageBytes = planStorageBytes;
    WriteSizes(graph, report);
}

void WritePassDiagnostic(const GraphDeclaration& graph, const GraphPlan& plan, uint32 index,
                         GraphPassDiagnostic& output) noexcept
{
    const GraphPass& pass = graph.Passes[index];
    output = GraphPassDiagnostic{};
    CopyText(graph.NameOf(pass), output.Name);
    CopyText(graph.SourceOf(pass), output.Source);
    output.Line = pass.Line;
    if (!plan.Passes.IsEmpty())
    {
        output.Culled = !plan.IsLive(index);
        output.RasterGroup = plan.Passes[index].Group;
    }
}

void WriteResourceDiagnostic(const GraphPlan& plan, uint32 index, GraphResourceDiagnostic& output) noexcept
{
    output = index < plan.Resources.Size() ? plan.Resources[index] : GraphResourceDiagnostic{};
}
} // namespace ludus::graphics::rhi::internal
