// Dispatches of ordered graphs: the rules of a compute pass, and what its writes do to the buffers that were imported.
#include "validation/dispatch.h"
#include "frontend/admission.h"
#include "frontend/draw_rules.h"
#include "graph/graph_record.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
/// A compute pass has neither packets nor attachments.
[[nodiscard]] RasterVerdict CheckAlone(const GraphPassDescription& description) noexcept
{
    const RasterPassDescription& attachment = description.Attachment;

    const struct
    {
        bool IsSet;
        const char* Field;
    } fields[] = {
        {description.DrawCount != 0, "Draws"},
        {!IsNull(attachment.Color), "Attachment.Color"},
        {attachment.Colors != nullptr || attachment.ColorCount != 0, "Attachment.Colors"},
        {attachment.DepthReadOnly, "Attachment.DepthReadOnly"},
        {attachment.StencilReadOnly, "Attachment.StencilReadOnly"},
        {attachment.UseViewport, "Attachment.UseViewport"},
        {attachment.UseScissor, "Attachment.UseScissor"},
    };

    for (const auto& field : fields)
    {
        if (field.IsSet)
        {
            return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::GraphPassMixed, .Field = field.Field}};
        }
    }
    return {};
}
} // namespace

RasterVerdict CheckDispatch(Session& session, const GraphPassDescription& description, PlanDispatch& dispatch) noexcept
{
    const ComputeDispatch& source = *description.Dispatch;
    if (!session.Enabled.Compute)
    {
        return {RasterStatus::Unsupported, {.Code = DiagnosticCode::WorkloadUnsupported, .Field = "Compute"}};
    }
    for (const RasterVerdict& verdict : {Resolve(session, source.Pipeline, "Dispatch.Pipeline", dispatch.Pipeline),
                                         Resolve(session, source.Bindings, "Dispatch.Bindings", dispatch.Set)})
    {
        if (!verdict.IsAccepted())
        {
            return verdict;
        }
    }
    if (const RasterVerdict verdict = CheckAlone(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    const uint32 layout = session.Records.Table<RecordKind::ComputePipeline>().Twin(dispatch.Pipeline).Layout;
    if (session.Records.Table<RecordKind::BindingSet>().Twin(dispatch.Set).Layout != layout)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::DrawLayoutMismatch,
                 .Field = "Dispatch.Bindings",
                 .Kind = RecordKind::ComputePipeline,
                 .Slot = dispatch.Pipeline}};
    }
    if (const RasterVerdict verdict = CheckGroups(source.Groups, session.Profile.Compute, "Dispatch.Groups[{index}]");
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckBindingOffsets(session, dispatch.Set, source.BindingOffsets);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    std::copy_n(source.Groups, 3, dispatch.Groups);
    dispatch.Offsets = &source.BindingOffsets;
    return {};
}

void AdvanceBuffers(Session& session, const GraphRecord& record) noexcept
{
    const GraphDeclaration& graph = record.Declaration;
    for (uint32 index = 0; index < graph.Passes.Size() && record.Plan.ComputePasses != 0; ++index)
    {
        const GraphPass& pass = graph.Passes[index];
        if (pass.Kind != GraphPassKind::Compute || !record.Plan.IsLive(index))
        {
            continue;
        }
        for (const GraphUseRecord& use : graph.UsesOf(pass))
        {
            if (use.Access() == GraphAccessMode::StorageReadWrite)
            {
                ++session.Records.Table<RecordKind::Buffer>().Twin(graph.Resources[use.Resource].Slot).Revision;
            }
        }
    }
}
} // namespace ludus::graphics::rhi::internal
