// CreateRasterShader and CreateRasterPipeline of raster.h.
#include "frontend/admission.h"
#include "frontend/frame.h"
#include "validation/pipeline.h"
#include "validation/shader.h"

#include <algorithm>

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
void FillHot(PipelineHot& hot, const LayoutHot& layout, std::span<const RasterVertexStream> streams) noexcept
{
    hot.Layout = &layout;
    hot.PassKey = SURFACE_PASS_KEY;
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
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Shader>(false, 0, 0, slot); !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    ShaderCold& cold = session.Records.Table<RecordKind::Shader>().Twin(slot);
    cold.Stage = description.Artifact.Stage;
    if (!cold.Inputs.Assign(description.Inputs) || !cold.Bindings.Assign(description.Bindings))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::Shader, slot);
        return Refuse(OPERATION, verdict);
    }
    const BackendStatus status = session.Native->CreateShader(slot, cold.Generation, {.Description = description});
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
    uint32 vertex = NO_SLOT;
    uint32 fragment = NO_SLOT;
    uint32 layout = NO_SLOT;
    for (const RasterVerdict& verdict : {Resolve(session, description.Vertex, "Vertex", vertex),
                                         Resolve(session, description.Fragment, "Fragment", fragment),
                                         Resolve(session, description.Layout, "Layout", layout)})
    {
        if (!verdict.IsAccepted())
        {
            return Refuse(OPERATION, verdict);
        }
    }
    auto& shaders = session.Records.Table<RecordKind::Shader>();
    auto& layouts = session.Records.Table<RecordKind::BindingLayout>();
    PipelineTarget target;
    if (const RasterVerdict verdict =
            CheckRasterPipeline(description, GetFacts(shaders.Twin(vertex)), GetFacts(shaders.Twin(fragment)),
                                layouts.Twin(layout).Bindings.Span(), session.Profile, target);
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
    RasterVertexAttribute attributes[RASTER_BINDING_COUNT];
    const usize attributeCount = description.Attributes.size();
    std::copy_n(description.Attributes.begin(), attributeCount, attributes);
    std::sort(attributes, attributes + attributeCount,
              [](const RasterVertexAttribute& a, const RasterVertexAttribute& b) { return a.Location < b.Location; });
    const RasterPipelineCreation creation{
        .Vertex = vertex,
        .Fragment = fragment,
        .Layout = layout,
        .Streams = description.Streams,
        .Attributes = {attributes, attributeCount},
        .Target = target,
        .DepthTest = description.Depth,
        .DepthWrite = description.Depth && description.DepthWrite,
        .DepthCompare = description.DepthCompare,
        .Blend = description.Blend,
        .FillMode = description.FillMode,
        .Cull = description.Cull,
        .StencilTest = description.Stencil,
        .Stencil = description.StencilState,
        .PrepareAsynchronously = description.ShouldPrepareAsynchronously,
    };
    auto& table = session.Records.Table<RecordKind::RasterPipeline>();
    PipelineCold& cold = table.Twin(slot);
    const BackendStatus status = session.Native->CreateRasterPipeline(slot, cold.Generation, creation);
    return PublishCreation<RecordKind::RasterPipeline>(session, OPERATION, slot, status, pipeline,
                                                       [&]
                                                       {
                                                           cold.Vertex = vertex;
                                                           cold.Fragment = fragment;
                                                           cold.Layout = layout;
                                                           cold.Target = target;
                                                           session.Records.Retain(RecordKind::Shader, vertex);
                                                           session.Records.Retain(RecordKind::Shader, fragment);
                                                           session.Records.Retain(RecordKind::BindingLayout, layout);
                                                           FillHot(table.At(slot), layouts.At(layout),
                                                                   description.Streams);
                                                       });
}
} // namespace ludus::graphics::rhi
