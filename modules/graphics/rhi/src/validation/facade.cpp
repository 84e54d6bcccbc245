// Rules of the fullscreen facade's three resources.

#include "validation/facade.h"

#include "validation/artifact.h"
#include "validation/refuse.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] ResourceVerdict Invalid(DiagnosticCode code, const char* field, uint64 got = 0,
                                      uint64 allowed = 0) noexcept
{
    return Refuse(ResourceStatus::InvalidDescription, code, field, got, allowed);
}
} // namespace

ResourceVerdict CheckShader(const ShaderDescription& description, Backend backend) noexcept
{
    if (!IsEnumerator(description.Stage, ShaderStage::Fragment))
    {
        return Invalid(DiagnosticCode::EnumInvalid, "ShaderDescription.Stage", NumberOf(description.Stage));
    }
    if (description.UniformSize > FACADE_UNIFORM_MAX)
    {
        return Invalid(DiagnosticCode::ValueTooLarge, "ShaderDescription.UniformSize", description.UniformSize,
                       FACADE_UNIFORM_MAX);
    }
    const Finding finding = CheckArtifact(description, backend);
    if (finding.Code != DiagnosticCode::None)
    {
        return {ResourceStatus::InvalidDescription, finding};
    }
    return {};
}

ResourceVerdict CheckUniformSize(usize size, uint32 maxSize) noexcept
{
    const uint32 limit = maxSize < FACADE_UNIFORM_MAX ? maxSize : FACADE_UNIFORM_MAX;
    if (size < FACADE_UNIFORM_STEP)
    {
        return Invalid(DiagnosticCode::ValueTooSmall, "size", size, FACADE_UNIFORM_STEP);
    }
    if (size > limit)
    {
        return Invalid(DiagnosticCode::ValueTooLarge, "size", size, limit);
    }
    if (size % FACADE_UNIFORM_STEP != 0)
    {
        return Invalid(DiagnosticCode::ValueMisaligned, "size", size, FACADE_UNIFORM_STEP);
    }
    return {};
}

ResourceVerdict CheckUniformBytes(usize bytes, usize size) noexcept
{
    return bytes == size ? ResourceVerdict{} : Invalid(DiagnosticCode::UploadSizeWrong, "bytes", bytes, size);
}

ResourceVerdict CheckPipeline(const FacadeShaderFacts& vertex, const FacadeShaderFacts& fragment,
                              usize uniformSize) noexcept
{
    if (vertex.Stage != ShaderStage::Vertex)
    {
        return Invalid(DiagnosticCode::ShaderStageWrong, "PipelineDescription.Vertex", NumberOf(vertex.Stage));
    }
    if (fragment.Stage != ShaderStage::Fragment)
    {
        return Invalid(DiagnosticCode::ShaderStageWrong, "PipelineDescription.Fragment", NumberOf(fragment.Stage));
    }
    const usize needed = vertex.UniformSize > fragment.UniformSize ? vertex.UniformSize : fragment.UniformSize;
    if (uniformSize < needed)
    {
        return Invalid(DiagnosticCode::UniformTooSmall, "PipelineDescription.Uniform", uniformSize, needed);
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
