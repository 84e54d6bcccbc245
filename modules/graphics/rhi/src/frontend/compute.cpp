// CreateComputePipeline of compute.h.
#include "frontend/preparation.h"
#include "validation/pipeline.h"

#include <ludus/graphics/rhi/compute.h>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
struct ResolvedComputePipeline final
{
    uint32 Shader{NO_SLOT};
    uint32 Layout{NO_SLOT};
};

RasterVerdict ResolvePipeline(Session& session, const ComputePipelineDescription& description,
                              ResolvedComputePipeline& out) noexcept
{
    for (const RasterVerdict& verdict : {Resolve(session, description.Shader, "Shader", out.Shader),
                                         Resolve(session, description.Layout, "Layout", out.Layout)})
    {
        if (!verdict.IsAccepted())
        {
            return verdict;
        }
    }
    const ShaderCold& shader = session.Records.Table<RecordKind::Shader>().Twin(out.Shader);
    const LayoutCold& layout = session.Records.Table<RecordKind::BindingLayout>().Twin(out.Layout);
    RasterVerdict verdict =
        CheckComputePipeline({.Stage = shader.Stage, .Bindings = shader.Bindings.Span()}, layout.Bindings.Span());
    if (!verdict.IsAccepted())
    {
        const bool isShader = verdict.Why.Code == DiagnosticCode::ShaderStageWrong;
        verdict.Why.Kind = isShader ? RecordKind::Shader : RecordKind::BindingLayout;
        verdict.Why.Slot = isShader ? out.Shader : out.Layout;
    }
    return verdict;
}
} // namespace

RasterStatus CreateComputePipeline(DeviceHandle device, const ComputePipelineDescription& description,
                                   ComputePipelineHandle& pipeline) noexcept
{
    constexpr const char* OPERATION = "CreateComputePipeline";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, pipeline); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (!session.Enabled.Compute)
    {
        return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::WorkloadUnsupported, "Compute");
    }
    session.Poll();
    ResolvedComputePipeline resolved;
    if (const RasterVerdict verdict = ResolvePipeline(session, description, resolved); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const bool isAsynchronous =
        description.ShouldPrepareAsynchronously ||
        session.Records.Table<RecordKind::Shader>().Twin(resolved.Shader).PreparesAsynchronously;
    if (const RasterVerdict verdict = AdmitPreparation(session, isAsynchronous); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::ComputePipeline>(false, 0, 0, slot);
        !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    ComputePipelineCold& cold = session.Records.Table<RecordKind::ComputePipeline>().Twin(slot);
    const BackendStatus status = session.Native->CreateComputePipeline(
        slot, cold.Generation,
        {.Shader = resolved.Shader, .Layout = resolved.Layout, .PrepareAsynchronously = isAsynchronous});
    NotePreparation(session, RecordKind::ComputePipeline, slot, isAsynchronous, status);
    return PublishCreation<RecordKind::ComputePipeline>(session, OPERATION, slot, status, pipeline,
                                                        [&]
                                                        {
                                                            cold.Shader = resolved.Shader;
                                                            cold.Layout = resolved.Layout;
                                                            session.Records.Retain(RecordKind::Shader, resolved.Shader);
                                                            session.Records.Retain(RecordKind::BindingLayout,
                                                                                   resolved.Layout);
                                                        });
}
} // namespace ludus::graphics::rhi
