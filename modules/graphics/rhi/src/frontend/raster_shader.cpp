// CreateRasterShader and CreateRasterPipeline of raster.h.
#include "frontend/admission.h"
#include "frontend/preparation.h"
#include "frontend/raster_pipeline.h"
#include "registry/pass_key.h"
#include "validation/pipeline.h"
#include "validation/shader.h"

#include <algorithm>
#include <string_view>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
ShaderFacts GetFacts(const ShaderCold& shader) noexcept
{
    return {.Stage = shader.Stage, .Inputs = shader.Inputs.Span(), .Bindings = shader.Bindings.Span()};
}

// The record fields that a draw reads.
void FillHot(PipelineHot& hot, const LayoutHot& layout, const RasterPipelineCreation& creation) noexcept
{
    const std::span<const RasterVertexStream> streams = creation.Streams;
    hot.Layout = &layout;
    hot.PassKey = MakePassKey(creation.Target);
    hot.WritesDepth = creation.DepthWrite;
    hot.StreamCount = static_cast<uint32>(streams.size());
    hot.InstanceMask = 0;
    hot.StreamKey = 1U | uint64{hot.StreamCount} << 1U;
    for (usize i = 0; i < streams.size(); ++i)
    {
        hot.Strides[i] = streams[i].Stride;
        hot.InstanceMask |= streams[i].PerInstance ? 1U << i : 0U;
        hot.StreamKey |= uint64{streams[i].Stride} << (8U + 16U * i);
    }
    hot.StreamKey |= uint64{hot.InstanceMask} << 48U;
}
} // namespace

RasterStatus CreateRasterShader(DeviceHandle device, const RasterShaderDescription& description,
                                RasterShaderHandle& shader) noexcept
{
    constexpr const char* OPERATION = "CreateRasterShader";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, shader); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = CheckRasterShader(description, session.Startup.SelectedBackend, session.Profile);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = AdmitPreparation(session, description.ShouldPrepareAsynchronously);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Shader>(false, 0, 0, slot); !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    ShaderCold& cold = session.Records.Table<RecordKind::Shader>().Twin(slot);
    cold.Stage = description.Artifact.Stage;
    cold.PreparesAsynchronously = description.ShouldPrepareAsynchronously;
    if (!cold.Inputs.Assign(description.Inputs) || !cold.Bindings.Assign(description.Bindings))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::Shader, slot);
        return Refuse(OPERATION, verdict);
    }
    const BackendStatus status = session.Native->CreateShader(slot, cold.Generation, {.Description = description});
    NotePreparation(session, RecordKind::Shader, slot, cold.PreparesAsynchronously, status);
    return PublishCreation<RecordKind::Shader>(session, OPERATION, slot, status, shader, [] {});
}

RasterStatus CreateRasterPipeline(DeviceHandle device, const RasterPipelineDescription& description,
                                  RasterPipelineHandle& pipeline) noexcept
{
    constexpr const char* OPERATION = "CreateRasterPipeline";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, pipeline); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    session.Poll();
    ResolvedPipeline resolved;
    if (const RasterVerdict verdict = ResolvePipeline(session, description, resolved); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = AdmitPreparation(session, resolved.State.PrepareAsynchronously);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::RasterPipeline>(false, 0, 0, slot);
        !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    const uint64 generation = session.Records.Table<RecordKind::RasterPipeline>().Twin(slot).Generation;
    const BackendStatus status = session.Native->CreateRasterPipeline(slot, generation, MakePipelineCreation(resolved));
    NotePreparation(session, RecordKind::RasterPipeline, slot, resolved.State.PrepareAsynchronously, status);
    return PublishCreation<RecordKind::RasterPipeline>(session, OPERATION, slot, status, pipeline,
                                                       [&] { FillPipelineRecord(session, slot, resolved); });
}

namespace internal
{
namespace
{
// The object of the description that a refusal is about, where it is about one.
void NameObject(Finding& why, const ResolvedPipeline& pipeline) noexcept
{
    switch (why.Code)
    {
    case DiagnosticCode::ShaderStageWrong:
        why.Kind = RecordKind::Shader;
        why.Slot = std::string_view(why.Field) == "Vertex" ? pipeline.Vertex : pipeline.Fragment;
        break;
    case DiagnosticCode::LayoutLacksBinding:
        why.Kind = RecordKind::BindingLayout;
        why.Slot = pipeline.Layout;
        break;
    case DiagnosticCode::InputUnfed:
    case DiagnosticCode::AttributeUnread:
        why.Kind = RecordKind::Shader;
        why.Slot = pipeline.Vertex;
        break;
    default:
        break;
    }
}
} // namespace

RasterVerdict ResolvePipeline(Session& session, const RasterPipelineDescription& description,
                              ResolvedPipeline& out) noexcept
{
    for (const RasterVerdict& verdict : {Resolve(session, description.Vertex, "Vertex", out.Vertex),
                                         Resolve(session, description.Fragment, "Fragment", out.Fragment),
                                         Resolve(session, description.Layout, "Layout", out.Layout)})
    {
        if (!verdict.IsAccepted())
        {
            return verdict;
        }
    }
    auto& shaders = session.Records.Table<RecordKind::Shader>();
    auto& layouts = session.Records.Table<RecordKind::BindingLayout>();
    if (RasterVerdict verdict =
            CheckRasterPipeline(description, GetFacts(shaders.Twin(out.Vertex)), GetFacts(shaders.Twin(out.Fragment)),
                                layouts.Twin(out.Layout).Bindings.Span(), session.Profile, out.Target);
        !verdict.IsAccepted())
    {
        NameObject(verdict.Why, out);
        return verdict;
    }
    out.StreamCount = static_cast<uint32>(description.Streams.size());
    out.AttributeCount = static_cast<uint32>(description.Attributes.size());
    std::copy_n(description.Streams.begin(), out.StreamCount, out.Streams);
    std::copy_n(description.Attributes.begin(), out.AttributeCount, out.Attributes);
    std::sort(out.Attributes, out.Attributes + out.AttributeCount,
              [](const RasterVertexAttribute& a, const RasterVertexAttribute& b) { return a.Location < b.Location; });
    out.State = {
        .DepthTest = description.Depth,
        .DepthWrite = description.Depth && description.DepthWrite,
        .DepthCompare = description.DepthCompare,
        .Blend = description.Blend,
        .FillMode = description.FillMode,
        .Cull = description.Cull,
        .StencilTest = description.Stencil,
        .Stencil = description.StencilState,
        .PrepareAsynchronously = description.ShouldPrepareAsynchronously ||
                                 shaders.Twin(out.Vertex).PreparesAsynchronously ||
                                 shaders.Twin(out.Fragment).PreparesAsynchronously,
    };
    return {};
}

RasterPipelineCreation MakePipelineCreation(const ResolvedPipeline& pipeline) noexcept
{
    RasterPipelineCreation creation = pipeline.State;
    creation.Vertex = pipeline.Vertex;
    creation.Fragment = pipeline.Fragment;
    creation.Layout = pipeline.Layout;
    creation.Streams = {pipeline.Streams, pipeline.StreamCount};
    creation.Attributes = {pipeline.Attributes, pipeline.AttributeCount};
    creation.Target = pipeline.Target;
    return creation;
}

void FillPipelineRecord(Session& session, uint32 slot, const ResolvedPipeline& pipeline) noexcept
{
    auto& table = session.Records.Table<RecordKind::RasterPipeline>();
    PipelineCold& cold = table.Twin(slot);
    cold.Vertex = pipeline.Vertex;
    cold.Fragment = pipeline.Fragment;
    cold.Layout = pipeline.Layout;
    cold.Target = pipeline.Target;
    session.Records.Retain(RecordKind::Shader, pipeline.Vertex);
    session.Records.Retain(RecordKind::Shader, pipeline.Fragment);
    session.Records.Retain(RecordKind::BindingLayout, pipeline.Layout);
    FillHot(table.At(slot), session.Records.Table<RecordKind::BindingLayout>().At(pipeline.Layout),
            MakePipelineCreation(pipeline));
}

namespace
{
bool IsSameFace(const RasterStencilFace& a, const RasterStencilFace& b) noexcept
{
    return a.Compare == b.Compare && a.Fail == b.Fail && a.DepthFail == b.DepthFail && a.Pass == b.Pass;
}

bool IsSameTarget(const PipelineTarget& a, const PipelineTarget& b) noexcept
{
    bool isSame = a.IsSurface == b.IsSurface && a.ColorCount == b.ColorCount && a.SampleCount == b.SampleCount &&
                  a.HasStencil == b.HasStencil;
    for (uint32 i = 0; i < MAX_COLOR_ATTACHMENTS; ++i)
    {
        isSame = isSame && (a.IsSurface || i >= a.ColorCount || a.Colors[i] == b.Colors[i]);
    }
    return isSame;
}

// State that another field switches off does not count.
bool IsSameState(const RasterPipelineCreation& a, const RasterPipelineCreation& b) noexcept
{
    const bool isSameDepth = a.DepthTest == b.DepthTest &&
                             (!a.DepthTest || (a.DepthWrite == b.DepthWrite && a.DepthCompare == b.DepthCompare));
    const bool isSameStencil =
        a.StencilTest == b.StencilTest &&
        (!a.StencilTest || (IsSameFace(a.Stencil.Front, b.Stencil.Front) &&
                            IsSameFace(a.Stencil.Back, b.Stencil.Back) && a.Stencil.ReadMask == b.Stencil.ReadMask &&
                            a.Stencil.WriteMask == b.Stencil.WriteMask && a.Stencil.Reference == b.Stencil.Reference));
    return isSameDepth && isSameStencil && a.Blend == b.Blend && a.FillMode == b.FillMode && a.Cull == b.Cull &&
           a.PrepareAsynchronously == b.PrepareAsynchronously;
}
} // namespace

bool IsSamePipeline(const ResolvedPipeline& a, const ResolvedPipeline& b) noexcept
{
    if (a.Vertex != b.Vertex || a.Fragment != b.Fragment || a.Layout != b.Layout || a.StreamCount != b.StreamCount ||
        a.AttributeCount != b.AttributeCount || !IsSameTarget(a.Target, b.Target) || !IsSameState(a.State, b.State))
    {
        return false;
    }
    for (uint32 i = 0; i < a.StreamCount; ++i)
    {
        if (a.Streams[i].Stride != b.Streams[i].Stride || a.Streams[i].PerInstance != b.Streams[i].PerInstance)
        {
            return false;
        }
    }
    for (uint32 i = 0; i < a.AttributeCount; ++i)
    {
        const RasterVertexAttribute& x = a.Attributes[i];
        const RasterVertexAttribute& y = b.Attributes[i];
        if (x.Location != y.Location || x.Stream != y.Stream || x.Offset != y.Offset || x.Format != y.Format)
        {
            return false;
        }
    }
    return true;
}
} // namespace internal
} // namespace ludus::graphics::rhi
