// Rules of one RasterBinding.

#include "validation/binding_entry.h"

#include "formats/binding_facts.h"
#include "validation/refuse.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] bool IsKnownVisibility(RasterVisibility visibility) noexcept
{
    return visibility == RasterVisibility::Vertex || visibility == RasterVisibility::Fragment ||
           visibility == RasterVisibility::Both || visibility == RasterVisibility::Compute;
}

/// Storage is written by compute alone and read by compute or fragment stages.
[[nodiscard]] bool SuitsVisibility(const BindingFacts& facts, RasterVisibility visibility) noexcept
{
    if (!facts.IsStorage)
    {
        return true;
    }
    return visibility == RasterVisibility::Compute || (!facts.IsWritable && visibility == RasterVisibility::Fragment);
}

RasterVerdict CheckMinSize(const RasterBinding& binding, const BindingFacts& facts, uint32 index,
                           const DeviceProfile& profile) noexcept
{
    if (facts.Resource != BindingResource::Buffer)
    {
        return {};
    }
    if (facts.IsStorage)
    {
        if (binding.MinSize == 0)
        {
            return Malformed(DiagnosticCode::ValueZero, "Bindings[{index}].MinSize", 0, 0, index);
        }
        return binding.MinSize % 4 == 0
                   ? RasterVerdict{}
                   : Malformed(DiagnosticCode::ValueMisaligned, "Bindings[{index}].MinSize", binding.MinSize, 4, index);
    }
    return binding.MinSize <= profile.Raster.MaxUniformRange
               ? RasterVerdict{}
               : Malformed(DiagnosticCode::ValueTooLarge, "Bindings[{index}].MinSize", binding.MinSize,
                           profile.Raster.MaxUniformRange, index);
}

/// Compute reads and writes buffers, and loads texels of single colour or depth views, unfiltered.
[[nodiscard]] bool SuitsCompute(RasterBindingKind kind) noexcept
{
    switch (kind)
    {
    case RasterBindingKind::UniformBuffer:
    case RasterBindingKind::StorageRead:
    case RasterBindingKind::StorageReadWrite:
    case RasterBindingKind::Texture2D:
    case RasterBindingKind::TextureDepth2D:
    case RasterBindingKind::RayScene:
        return true;
    case RasterBindingKind::Texture2DArray:
    case RasterBindingKind::TextureCube:
    case RasterBindingKind::Texture3D:
    case RasterBindingKind::TextureStencil2D:
    case RasterBindingKind::Sampler:
        break;
    }
    return false;
}

/// Whether any format can be seen through the kind.
[[nodiscard]] bool IsOfferedByFormats(const BindingFacts& facts, const DeviceProfile& profile) noexcept
{
    for (const FormatCapabilities& offered : profile.Formats)
    {
        switch (facts.Aspect)
        {
        case TextureAspect::Depth:
            if (offered.DepthSampled)
            {
                return true;
            }
            continue;
        case TextureAspect::Stencil:
            if (offered.StencilSampled)
            {
                return true;
            }
            continue;
        case TextureAspect::Color:
            break;
        }
        const bool isOffered = facts.Dimension == TextureDimension::D2        ? offered.Uses.Sampled
                               : facts.Dimension == TextureDimension::D2Array ? offered.MaxArrayLayers != 0
                               : facts.Dimension == TextureDimension::Cube    ? offered.MaxCubeDimension != 0
                                                                              : offered.MaxDimension3D != 0;
        if (isOffered)
        {
            return true;
        }
    }
    return false;
}

[[nodiscard]] uint32 ArrayLimit(const BindingFacts& facts, const BindingCapabilities& offered) noexcept
{
    switch (facts.Resource)
    {
    case BindingResource::Buffer:
        return offered.MaxBufferArrayElements;
    case BindingResource::View:
        return facts.Aspect == TextureAspect::Color ? offered.MaxTextureArrayElements : 0;
    case BindingResource::Sampler:
        return offered.MaxSamplerArrayElements;
    case BindingResource::Scene:
        break;
    }
    return 0;
}

RasterVerdict CheckArrayOffered(const RasterBinding& binding, const BindingFacts& facts, uint32 index,
                                const BindingCapabilities& offered) noexcept
{
    if (binding.IsRuntimeSized && !offered.HasRuntimeTextureArrays)
    {
        return Unavailable("Bindings[{index}].IsRuntimeSized", index);
    }
    const uint32 limit = binding.IsRuntimeSized ? offered.MaxRuntimeArrayElements : ArrayLimit(facts, offered);
    if (binding.Count != 1 && limit == 0)
    {
        return Unavailable("Bindings[{index}].Count", index);
    }
    if (binding.Count != 1 && binding.Count > limit)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "Bindings[{index}].Count", binding.Count, limit, index);
    }
    const bool isTexture = facts.Resource == BindingResource::View;
    if (binding.Indexing == RasterBindingIndexing::Uniform && !(isTexture && offered.HasUniformTextureIndexing))
    {
        return Unavailable("Bindings[{index}].Indexing", index);
    }
    if (binding.Indexing == RasterBindingIndexing::NonUniform && !(isTexture && offered.HasNonUniformTextureIndexing))
    {
        return Unavailable("Bindings[{index}].Indexing", index);
    }
    return {};
}
} // namespace

RasterVerdict CheckBindingEntry(const RasterBinding& binding, uint32 index, const DeviceProfile& profile) noexcept
{
    if (binding.Binding >= RASTER_BINDING_COUNT)
    {
        return Malformed(DiagnosticCode::BindingNumberInvalid, "Bindings[{index}].Binding", binding.Binding,
                         RASTER_BINDING_COUNT, index);
    }
    if (!IsKnownBindingKind(binding.Kind))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "Bindings[{index}].Kind", NumberOf(binding.Kind), 0, index);
    }
    const BindingFacts& facts = FactsOf(binding.Kind);
    if (!IsKnownVisibility(binding.Visibility))
    {
        return Malformed(DiagnosticCode::VisibilityInvalid, "Bindings[{index}].Visibility",
                         NumberOf(binding.Visibility), 0, index);
    }
    if (!SuitsVisibility(facts, binding.Visibility))
    {
        return Malformed(DiagnosticCode::StorageVisibility, "Bindings[{index}].Visibility",
                         NumberOf(binding.Visibility), 0, index);
    }
    if (const RasterVerdict verdict = CheckMinSize(binding, facts, index, profile); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (binding.HasDynamicOffset && facts.Resource != BindingResource::Buffer)
    {
        return Malformed(DiagnosticCode::OptionsConflict, "Bindings[{index}].HasDynamicOffset", 0, 0, index);
    }
    if (binding.Count == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, "Bindings[{index}].Count", 0, 0, index);
    }
    if (binding.Count != 1 && binding.HasDynamicOffset)
    {
        return Malformed(DiagnosticCode::OptionsConflict, "Bindings[{index}].HasDynamicOffset", 0, 0, index);
    }
    if (!IsEnumerator(binding.Indexing, RasterBindingIndexing::NonUniform))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "Bindings[{index}].Indexing", NumberOf(binding.Indexing), 0,
                         index);
    }
    if (binding.IsRuntimeSized)
    {
        if (facts.Resource != BindingResource::View || facts.Aspect != TextureAspect::Color)
        {
            return Malformed(DiagnosticCode::OptionsConflict, "Bindings[{index}].IsRuntimeSized", 0, 0, index);
        }
        if (binding.Binding != RUNTIME_BINDING_ARRAY_SLOT)
        {
            return Malformed(DiagnosticCode::ValueNotExact, "Bindings[{index}].Binding", binding.Binding,
                             RUNTIME_BINDING_ARRAY_SLOT, index);
        }
    }
    return {};
}

RasterVerdict CheckBindingOffered(const RasterBinding& binding, uint32 index, const DeviceProfile& profile) noexcept
{
    const BindingFacts& facts = FactsOf(binding.Kind);
    const bool hasCompute = profile.Compute.MaxStorageBindings != 0;
    if (facts.Resource == BindingResource::View && !IsOfferedByFormats(facts, profile))
    {
        return Unavailable("Bindings[{index}].Kind", index);
    }
    if (facts.IsStorage && !hasCompute)
    {
        return Unavailable("Bindings[{index}].Kind", index);
    }
    if (binding.Visibility == RasterVisibility::Compute && !hasCompute)
    {
        return Unavailable("Bindings[{index}].Visibility", index);
    }
    if (binding.Visibility == RasterVisibility::Compute && !SuitsCompute(binding.Kind))
    {
        return Unavailable("Bindings[{index}].Kind", index);
    }
    // Arrays of buffers alone: what the stage reads of textures it names one by one.
    if (binding.Visibility == RasterVisibility::Compute && (binding.Count != 1 || binding.IsRuntimeSized) &&
        facts.Resource != BindingResource::Buffer)
    {
        return Unavailable("Bindings[{index}].Count", index);
    }
    return CheckArrayOffered(binding, facts, index, profile.Binding);
}
} // namespace ludus::graphics::rhi::internal
