// Rules of sampler creation.

#include "validation/sampler.h"

#include "validation/refuse.h"

#include <cmath>

namespace ludus::graphics::rhi::internal
{
namespace
{
RasterVerdict CheckLod(float32 lod, const char* field) noexcept
{
    if (!std::isfinite(lod))
    {
        return Malformed(DiagnosticCode::ValueNotFinite, field);
    }
    if (lod < 0 || lod > MAX_SAMPLER_LOD)
    {
        return Malformed(DiagnosticCode::LodOutside, field, 0, static_cast<uint64>(MAX_SAMPLER_LOD));
    }
    return {};
}
} // namespace

RasterVerdict CheckSampler(const SamplerDescription& description) noexcept
{
    if (!IsEnumerator(description.Filter, RasterFilter::Linear))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "SamplerDescription.Filter", NumberOf(description.Filter));
    }
    if (!IsEnumerator(description.U, RasterAddress::Repeat))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "SamplerDescription.U", NumberOf(description.U));
    }
    if (!IsEnumerator(description.V, RasterAddress::Repeat))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "SamplerDescription.V", NumberOf(description.V));
    }
    if (!IsEnumerator(description.MipFilter, RasterMipFilter::Linear))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "SamplerDescription.MipFilter", NumberOf(description.MipFilter));
    }
    if (const RasterVerdict verdict = CheckLod(description.MinLod, "SamplerDescription.MinLod"); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.MipFilter == RasterMipFilter::None && description.MinLod > 0)
    {
        return Malformed(DiagnosticCode::LodWithoutMipFilter, "SamplerDescription.MinLod");
    }
    if (const RasterVerdict verdict = CheckLod(description.MaxLod, "SamplerDescription.MaxLod"); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.MaxLod < description.MinLod)
    {
        return Malformed(DiagnosticCode::LodReversed, "SamplerDescription.MaxLod");
    }
    if (!IsEnumerator(description.W, RasterAddress::Repeat))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "SamplerDescription.W", NumberOf(description.W));
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
