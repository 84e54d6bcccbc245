// Rules of raster and compute pipelines: stages, vertex input, layout and target fit together.

#include "validation/pipeline.h"

#include "formats/binding_facts.h"
#include "formats/format_facts.h"
#include "formats/vertex_facts.h"
#include "validation/binding.h"
#include "validation/refuse.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint32 MIN_VERTEX_STRIDE = 4;
constexpr uint32 VERTEX_MULTIPLE = 4;

/// Whether a layout entry gives a stage what it needs.
[[nodiscard]] bool Satisfies(const RasterBinding& offered, const RasterBinding& needed, uint32 stage) noexcept
{
    return offered.Kind == needed.Kind && (StagesOf(offered.Visibility) & stage) == stage &&
           (FactsOf(needed.Kind).Resource != BindingResource::Buffer || offered.MinSize >= needed.MinSize) &&
           offered.Count >= needed.Count && offered.IsRuntimeSized == needed.IsRuntimeSized &&
           offered.Indexing >= needed.Indexing;
}

RasterVerdict CheckStreams(std::span<const RasterVertexStream> streams, const DeviceProfile& profile) noexcept
{
    const uint32 limit = profile.Interface.MaxVertexBuffers < MAX_VERTEX_STREAMS ? profile.Interface.MaxVertexBuffers
                                                                                 : MAX_VERTEX_STREAMS;
    if (streams.size() > limit)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "The number of Streams", streams.size(), limit);
    }
    for (usize i = 0; i < streams.size(); ++i)
    {
        const uint32 stride = streams[i].Stride;
        const uint32 index = static_cast<uint32>(i);
        if (stride < MIN_VERTEX_STRIDE)
        {
            return Malformed(DiagnosticCode::ValueTooSmall, "Streams[{index}].Stride", stride, MIN_VERTEX_STRIDE,
                             index);
        }
        if (stride > profile.Interface.MaxVertexStride)
        {
            return Malformed(DiagnosticCode::ValueTooLarge, "Streams[{index}].Stride", stride,
                             profile.Interface.MaxVertexStride, index);
        }
        if (stride % VERTEX_MULTIPLE != 0)
        {
            return Malformed(DiagnosticCode::ValueMisaligned, "Streams[{index}].Stride", stride, VERTEX_MULTIPLE,
                             index);
        }
    }
    return {};
}

[[nodiscard]] bool Reads(std::span<const RasterShaderInput> inputs, uint32 location, RasterVertexFormat format) noexcept
{
    for (const RasterShaderInput& input : inputs)
    {
        if (input.Location == location && input.Format == format)
        {
            return true;
        }
    }
    return false;
}

[[nodiscard]] bool Feeds(std::span<const RasterVertexAttribute> attributes, const RasterShaderInput& input) noexcept
{
    for (const RasterVertexAttribute& attribute : attributes)
    {
        if (attribute.Location == input.Location && attribute.Format == input.Format)
        {
            return true;
        }
    }
    return false;
}

/// Each attribute by itself: location, stream, place in the record, format.
RasterVerdict CheckAttribute(const RasterVertexAttribute& attribute, uint32 index,
                             std::span<const RasterVertexStream> streams, uint32 locations) noexcept
{
    if (attribute.Location >= locations)
    {
        return Malformed(DiagnosticCode::LocationTooLarge, "Attributes[{index}].Location", attribute.Location,
                         locations, index);
    }
    if (attribute.Stream >= streams.size())
    {
        return Malformed(DiagnosticCode::StreamUnused, "Attributes[{index}].Stream", attribute.Stream, streams.size(),
                         index);
    }
    if (attribute.Offset % VERTEX_MULTIPLE != 0)
    {
        return Malformed(DiagnosticCode::ValueMisaligned, "Attributes[{index}].Offset", attribute.Offset,
                         VERTEX_MULTIPLE, index);
    }
    if (!IsKnownVertexFormat(attribute.Format))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "Attributes[{index}].Format", NumberOf(attribute.Format), 0,
                         index);
    }
    const uint64 end = uint64{attribute.Offset} + FactsOf(attribute.Format).Bytes;
    const uint32 stride = streams[attribute.Stream].Stride;
    if (end > stride)
    {
        return Malformed(DiagnosticCode::AttributeOutsideStride, "Attributes[{index}].Offset", end, stride, index);
    }
    return {};
}

RasterVerdict CheckAttributes(const RasterPipelineDescription& description, std::span<const RasterShaderInput> inputs,
                              const DeviceProfile& profile) noexcept
{
    const uint32 locations = profile.Interface.MaxVertexAttributes < MAX_VERTEX_ATTRIBUTES
                                 ? profile.Interface.MaxVertexAttributes
                                 : MAX_VERTEX_ATTRIBUTES;
    uint32 seen = 0;
    for (usize i = 0; i < description.Attributes.size(); ++i)
    {
        const RasterVertexAttribute& attribute = description.Attributes[i];
        const uint32 index = static_cast<uint32>(i);
        if (const RasterVerdict verdict = CheckAttribute(attribute, index, description.Streams, locations);
            !verdict.IsAccepted())
        {
            return verdict;
        }
        const uint32 bit = 1U << attribute.Location;
        if ((seen & bit) != 0)
        {
            return Malformed(DiagnosticCode::AttributeDuplicate, "Attributes", attribute.Location, 0, index);
        }
        seen |= bit;
        if (!Reads(inputs, attribute.Location, attribute.Format))
        {
            return Malformed(DiagnosticCode::AttributeUnread, "Attributes", attribute.Location, 0, index);
        }
    }
    for (const RasterShaderInput& input : inputs)
    {
        if (!Feeds(description.Attributes, input))
        {
            return Malformed(DiagnosticCode::InputUnfed, "Attributes", input.Location);
        }
    }
    return {};
}

[[nodiscard]] bool IsInert(const RasterStencilFace& face) noexcept
{
    return face.Compare == RasterStencilCompare::Always && face.Fail == RasterStencilOperation::Keep &&
           face.DepthFail == RasterStencilOperation::Keep && face.Pass == RasterStencilOperation::Keep;
}

struct FaceFields final
{
    const char* Compare;
    const char* Fail;
    const char* DepthFail;
    const char* Pass;
};

constexpr FaceFields FRONT_FIELDS = {"StencilState.Front.Compare", "StencilState.Front.Fail",
                                     "StencilState.Front.DepthFail", "StencilState.Front.Pass"};
constexpr FaceFields BACK_FIELDS = {"StencilState.Back.Compare", "StencilState.Back.Fail",
                                    "StencilState.Back.DepthFail", "StencilState.Back.Pass"};

RasterVerdict CheckFace(const RasterStencilFace& face, const FaceFields& fields) noexcept
{
    if (!IsEnumerator(face.Compare, RasterStencilCompare::Always))
    {
        return Malformed(DiagnosticCode::EnumInvalid, fields.Compare, NumberOf(face.Compare));
    }
    if (!IsEnumerator(face.Fail, RasterStencilOperation::DecrementWrap))
    {
        return Malformed(DiagnosticCode::EnumInvalid, fields.Fail, NumberOf(face.Fail));
    }
    if (!IsEnumerator(face.DepthFail, RasterStencilOperation::DecrementWrap))
    {
        return Malformed(DiagnosticCode::EnumInvalid, fields.DepthFail, NumberOf(face.DepthFail));
    }
    if (!IsEnumerator(face.Pass, RasterStencilOperation::DecrementWrap))
    {
        return Malformed(DiagnosticCode::EnumInvalid, fields.Pass, NumberOf(face.Pass));
    }
    return {};
}

/// The fields after the vertex input, whatever the device.
RasterVerdict CheckState(const RasterPipelineDescription& description) noexcept
{
    if (!IsEnumerator(description.Target, RasterTarget::Rgba16Float))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "Target", NumberOf(description.Target));
    }
    if (!IsEnumerator(description.DepthCompare, RasterDepthCompare::Always))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "DepthCompare", NumberOf(description.DepthCompare));
    }
    if (description.ColorFormats.size() > MAX_COLOR_ATTACHMENTS)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "The number of ColorFormats", description.ColorFormats.size(),
                         MAX_COLOR_ATTACHMENTS);
    }
    for (usize i = 0; i < description.ColorFormats.size(); ++i)
    {
        if (!IsKnownFormat(description.ColorFormats[i]))
        {
            return Malformed(DiagnosticCode::EnumInvalid, "ColorFormats[{index}]",
                             NumberOf(description.ColorFormats[i]), 0, static_cast<uint32>(i));
        }
    }
    if (description.SampleCount != 1 && description.SampleCount != 4)
    {
        return Malformed(DiagnosticCode::SampleCountInvalid, "SampleCount", description.SampleCount);
    }
    if (const RasterVerdict verdict = CheckFace(description.StencilState.Front, FRONT_FIELDS); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckFace(description.StencilState.Back, BACK_FIELDS); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (!description.Stencil && !(IsInert(description.StencilState.Front) && IsInert(description.StencilState.Back)))
    {
        return Malformed(DiagnosticCode::StencilStateUnused, "StencilState");
    }
    if (!IsEnumerator(description.FillMode, RasterFillMode::Lines))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "FillMode", NumberOf(description.FillMode));
    }
    if (!IsEnumerator(description.Cull, RasterCull::Back))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "Cull", NumberOf(description.Cull));
    }
    return {};
}

[[nodiscard]] RasterFormat FormatOf(RasterTarget target) noexcept
{
    switch (target)
    {
    case RasterTarget::Rgba8Srgb:
        return RasterFormat::Rgba8Srgb;
    case RasterTarget::Rgba16Float:
        return RasterFormat::Rgba16Float;
    case RasterTarget::Surface:
    case RasterTarget::Rgba8Unorm:
        break;
    }
    return RasterFormat::Rgba8Unorm;
}

/// The attachments a description asks for. Explicit formats take the place of Target.
[[nodiscard]] PipelineTarget TargetOf(const RasterPipelineDescription& description) noexcept
{
    PipelineTarget target;
    target.SampleCount = description.SampleCount;
    target.HasStencil = description.Stencil;
    target.IsSurface = description.ColorFormats.empty() && description.Target == RasterTarget::Surface;
    if (description.ColorFormats.empty())
    {
        target.Colors[0] = FormatOf(description.Target);
        return target;
    }
    target.ColorCount = static_cast<uint32>(description.ColorFormats.size());
    for (uint32 i = 0; i < target.ColorCount; ++i)
    {
        target.Colors[i] = description.ColorFormats[i];
    }
    return target;
}

RasterVerdict CheckColorOffered(RasterFormat format, const PipelineTarget& target, bool blend, uint32 index,
                                const DeviceProfile& profile) noexcept
{
    const FormatCapabilities& offered = profile.Formats[static_cast<usize>(format)];
    if (!offered.Uses.ColorAttachment || (format == RasterFormat::Rgba16Float && !profile.Raster.HdrColor))
    {
        return Unavailable("ColorFormats[{index}] or Target", index, DiagnosticCode::TextureFormatUnavailable);
    }
    if (blend && !offered.Uses.Blendable)
    {
        return Unavailable("Blend", index);
    }
    if (target.SampleCount != 1 && (offered.SampleCounts & target.SampleCount) == 0)
    {
        return Unavailable("SampleCount", index);
    }
    if (target.HasStencil && !offered.StencilAttachment)
    {
        return Unavailable("Stencil", index);
    }
    return {};
}

RasterVerdict CheckTargetOffered(const PipelineTarget& target, bool blend, const DeviceProfile& profile) noexcept
{
    if (target.IsSurface)
    {
        // The surface has one sample and no stencil on every backend.
        if (target.SampleCount != 1)
        {
            return Unavailable("SampleCount");
        }
        return target.HasStencil ? Unavailable("Stencil") : RasterVerdict{};
    }
    const uint32 limit = profile.Interface.MaxColorAttachments;
    if (limit == 0)
    {
        return Unavailable("ColorFormats or Target", 0, DiagnosticCode::TextureFormatUnavailable);
    }
    if (target.ColorCount > limit)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "The number of ColorFormats", target.ColorCount, limit);
    }
    for (uint32 i = 0; i < target.ColorCount; ++i)
    {
        if (const RasterVerdict verdict = CheckColorOffered(target.Colors[i], target, blend, i, profile);
            !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    return {};
}
} // namespace

RasterVerdict CheckLayout(std::span<const RasterBinding> layout, const ShaderFacts& shader, RasterVisibility stage,
                          const char* stageName) noexcept
{
    for (const RasterBinding& needed : shader.Bindings)
    {
        bool isSatisfied = false;
        for (const RasterBinding& offered : layout)
        {
            isSatisfied =
                isSatisfied || (offered.Binding == needed.Binding && Satisfies(offered, needed, StagesOf(stage)));
        }
        if (!isSatisfied)
        {
            return Malformed(DiagnosticCode::LayoutLacksBinding, stageName, needed.Binding);
        }
    }
    return {};
}

namespace
{
// Draws and dispatches have layouts of their own: a visibility is one of compute or some of raster.
RasterVerdict CheckStages(std::span<const RasterBinding> layout, bool isCompute) noexcept
{
    for (const RasterBinding& binding : layout)
    {
        if ((binding.Visibility == RasterVisibility::Compute) != isCompute)
        {
            return Malformed(DiagnosticCode::LayoutOtherStages, "Layout", binding.Binding);
        }
    }
    return {};
}
} // namespace

RasterVerdict CheckComputePipeline(const ShaderFacts& shader, std::span<const RasterBinding> layout) noexcept
{
    if (shader.Stage != ShaderStage::Compute)
    {
        return Malformed(DiagnosticCode::ShaderStageWrong, "Shader", NumberOf(shader.Stage));
    }
    if (const RasterVerdict verdict = CheckLayout(layout, shader, RasterVisibility::Compute, "compute");
        !verdict.IsAccepted())
    {
        return verdict;
    }
    return CheckStages(layout, true);
}

RasterVerdict CheckRasterPipeline(const RasterPipelineDescription& description, const ShaderFacts& vertex,
                                  const ShaderFacts& fragment, std::span<const RasterBinding> layout,
                                  const DeviceProfile& profile, PipelineTarget& out) noexcept
{
    for (const RasterVerdict& verdict :
         {CheckSpan(description.Streams, "Streams"), CheckSpan(description.Attributes, "Attributes"),
          CheckSpan(description.ColorFormats, "ColorFormats")})
    {
        if (!verdict.IsAccepted())
        {
            return verdict;
        }
    }
    if (vertex.Stage != ShaderStage::Vertex)
    {
        return Malformed(DiagnosticCode::ShaderStageWrong, "Vertex", NumberOf(vertex.Stage));
    }
    if (fragment.Stage != ShaderStage::Fragment)
    {
        return Malformed(DiagnosticCode::ShaderStageWrong, "Fragment", NumberOf(fragment.Stage));
    }
    if (const RasterVerdict verdict = CheckLayout(layout, vertex, RasterVisibility::Vertex, "vertex");
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckLayout(layout, fragment, RasterVisibility::Fragment, "fragment");
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckStages(layout, false); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckStreams(description.Streams, profile); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckAttributes(description, vertex.Inputs, profile); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckState(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    const PipelineTarget target = TargetOf(description);
    if (const RasterVerdict verdict = CheckTargetOffered(target, description.Blend, profile); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.FillMode == RasterFillMode::Lines && !profile.Raster.HasLineFill)
    {
        return Unavailable("FillMode");
    }
    out = target;
    return {};
}
} // namespace ludus::graphics::rhi::internal
