// Negotiation: the first constraint of a request that a device's limits do not meet.

#include "validation/profile.h"

#include "formats/format_facts.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr ProfileDiagnostic MET{};

/// One bound: at least `Requested` is asked for, or for alignments at most.
struct Bound final
{
    ProfileRequirement Requirement;
    uint64 Requested;
    uint64 Effective;
    bool IsCeiling{false};
    uint32 Axis{0};
};

/// An alignment of zero means that the device has no such binding at all.
[[nodiscard]] constexpr bool IsMet(const Bound& bound) noexcept
{
    if (bound.IsCeiling)
    {
        return bound.Requested == 0 || (bound.Effective != 0 && bound.Effective <= bound.Requested);
    }
    return bound.Effective >= bound.Requested;
}

template <usize COUNT>
[[nodiscard]] ProfileDiagnostic FindUnmet(const Bound (&bounds)[COUNT]) noexcept
{
    for (const Bound& bound : bounds)
    {
        if (!IsMet(bound))
        {
            return {bound.Requirement, bound.Requested, bound.Effective, RasterFormat::Rgba8Unorm, bound.Axis, false};
        }
    }
    return MET;
}

[[nodiscard]] ProfileDiagnostic FindUnmetRaster(const RasterRequirements& asked, const DeviceProfile& profile) noexcept
{
    using enum ProfileRequirement;
    const RasterCapabilities& raster = profile.Raster;
    const RasterInterfaceCapabilities& interface = profile.Interface;
    const BindingCapabilities& binding = profile.Binding;
    const Bound bounds[] = {
        {BufferSize, asked.MinBufferSize, raster.MaxBufferSize},
        {TextureDimension, asked.MinTextureDimension2D, raster.MaxTextureDimension2D},
        {UniformAlignment, asked.MaxUniformOffsetAlignment, raster.UniformOffsetAlignment, true},
        {UniformRange, asked.MinUniformRange, raster.MaxUniformRange},
        {ResourceCount, asked.MinResourcesPerKind, raster.ResourcesPerKind},
        {DrawCount, asked.MinDrawsPerFrame, raster.DrawsPerFrame},
        {BindingCount, asked.MinBindings, interface.MaxBindings},
        {VertexBufferCount, asked.MinVertexBuffers, interface.MaxVertexBuffers},
        {VertexAttributeCount, asked.MinVertexAttributes, interface.MaxVertexAttributes},
        {VertexStride, asked.MinVertexStride, interface.MaxVertexStride},
        {ColorAttachmentCount, asked.MinColorAttachments, interface.MaxColorAttachments},
        {TextureLayerCount, asked.MinTextureLayers, interface.MaxTextureLayers},
        {TextureUploadBytes, asked.MinTextureUploadBytes, raster.MaxTextureUploadBytes},
        {UniformBindings, asked.MinUniformBindings, binding.MaxUniformBuffersPerStage},
        {TextureBindings, asked.MinTextureBindings, binding.MaxSampledTexturesPerStage},
        {SamplerBindings, asked.MinSamplerBindings, binding.MaxSamplersPerStage},
        {UniformBindingsPerSet, asked.MinUniformBindingsPerSet, binding.MaxUniformBuffersPerSet},
        {SamplerBindingsPerSet, asked.MinSamplerBindingsPerSet, binding.MaxSamplersPerSet},
    };
    return FindUnmet(bounds);
}

[[nodiscard]] ProfileDiagnostic FindUnmetCompute(const ComputeRequirements& asked,
                                                 const ComputeCapabilities& compute) noexcept
{
    using enum ProfileRequirement;
    const Bound bounds[] = {
        {StorageRange, asked.MinStorageRange, compute.MaxStorageRange},
        {StorageAlignment, asked.MaxStorageOffsetAlignment, compute.StorageOffsetAlignment, true},
        {WorkgroupSize, asked.MinWorkgroupSize[0], compute.MaxWorkgroupSize[0], false, 0},
        {WorkgroupSize, asked.MinWorkgroupSize[1], compute.MaxWorkgroupSize[1], false, 1},
        {WorkgroupSize, asked.MinWorkgroupSize[2], compute.MaxWorkgroupSize[2], false, 2},
        {WorkgroupInvocations, asked.MinWorkgroupInvocations, compute.MaxWorkgroupInvocations},
        {DispatchCount, asked.MinDispatch[0], compute.MaxDispatch[0], false, 0},
        {DispatchCount, asked.MinDispatch[1], compute.MaxDispatch[1], false, 1},
        {DispatchCount, asked.MinDispatch[2], compute.MaxDispatch[2], false, 2},
        {StorageBindings, asked.MinStorageBindings, compute.MaxStorageBindings},
    };
    return FindUnmet(bounds);
}

/// Whether the entry is about attachments, whose limits may be lower.
[[nodiscard]] bool IsForAttachments(const FormatRequirement& entry) noexcept
{
    return entry.Uses.ColorAttachment || entry.Uses.Blendable || entry.AttachmentViews || entry.DepthSampled ||
           entry.StencilAttachment || entry.StencilSampled || entry.SampleCount != 1;
}

/// The largest edge and slice count of the entry's dimension and uses; zero when they are not offered at all.
struct FormatExtents final
{
    uint32 Edge{0};
    uint32 Slices{0};
};

[[nodiscard]] FormatExtents ExtentsFor(const FormatRequirement& entry, const FormatCapabilities& offered) noexcept
{
    const bool attachment = IsForAttachments(entry);
    const uint32 edge =
        attachment ? std::min(offered.MaxDimension2D, offered.MaxAttachmentDimension2D) : offered.MaxDimension2D;
    switch (entry.Dimension)
    {
    case TextureDimension::D2Array:
    {
        const uint32 layers = attachment ? AttachmentLayersOf(offered) : offered.MaxArrayLayers;
        return {layers == 0 ? 0 : edge, layers};
    }
    case TextureDimension::Cube:
        return {attachment ? std::min(offered.MaxCubeDimension, offered.MaxAttachmentCubeDimension)
                           : offered.MaxCubeDimension,
                CUBE_FACES};
    case TextureDimension::D3:
        return attachment ? FormatExtents{} : FormatExtents{offered.MaxDimension3D, offered.MaxDimension3D};
    case TextureDimension::D2:
        break;
    }
    return {edge, 1};
}

[[nodiscard]] uint32 MipsFor(const FormatRequirement& entry, const FormatCapabilities& offered) noexcept
{
    if (entry.SampleCount != 1)
    {
        return 1;
    }
    return IsForAttachments(entry) ? std::min(offered.MaxMipLevels, offered.MaxAttachmentMipLevels)
                                   : offered.MaxMipLevels;
}

/// Whether the sample count is offered; one sample needs no capability unless the format is drawn to.
[[nodiscard]] bool HasSamples(const FormatRequirement& entry, const FormatCapabilities& offered) noexcept
{
    return (entry.SampleCount == 1 && !IsForAttachments(entry)) || (offered.SampleCounts & entry.SampleCount) != 0;
}

[[nodiscard]] ProfileDiagnostic FindUnmetFormat(const FormatRequirement& entry,
                                                const FormatCapabilities& offered) noexcept
{
    using enum ProfileRequirement;
    const FormatExtents extents = ExtentsFor(entry, offered);
    const uint32 largestSamples = (offered.SampleCounts & 4U) != 0 ? 4U : offered.SampleCounts & 1U;
    const Bound bounds[] = {
        {Sampled, entry.Uses.Sampled, offered.Uses.Sampled},
        {PartialViews, entry.PartialViews, offered.PartialViews},
        {AttachmentViews, entry.AttachmentViews, offered.AttachmentViews},
        {DepthSampled, entry.DepthSampled, offered.DepthSampled},
        {StencilAttachment, entry.StencilAttachment, offered.StencilAttachment},
        {StencilSampled, entry.StencilSampled, offered.StencilSampled},
        {Filterable, entry.Uses.Filterable, offered.Uses.Filterable},
        {ColorAttachment, entry.Uses.ColorAttachment, offered.Uses.ColorAttachment},
        {Blendable, entry.Uses.Blendable, offered.Uses.Blendable},
        {Storage, entry.Uses.Storage, offered.Uses.Storage},
        {CopySource, entry.Uses.CopySource, offered.Uses.CopySource},
        {CopyDestination, entry.Uses.CopyDestination, offered.Uses.CopyDestination},
        // Asking for a dimension asks for at least one texel of it. Axis 2 is depth or layers.
        {FormatDimension, entry.MinDimension2D == 0 ? 1 : entry.MinDimension2D, extents.Edge},
        {FormatDimension, entry.MinDepthOrLayers, extents.Slices, false, 2},
        {MipCount, entry.MinMipLevels, MipsFor(entry, offered)},
        {SampleCount, HasSamples(entry, offered) ? 0 : entry.SampleCount, largestSamples},
        {UnalignedBlockExtents, entry.RequiresUnalignedBlockExtents, offered.HasUnalignedBlockExtents},
    };
    ProfileDiagnostic unmet = FindUnmet(bounds);
    if (unmet.Requirement != None)
    {
        unmet.Format = entry.Format;
        unmet.HasFormat = true;
    }
    return unmet;
}
} // namespace

ProfileDiagnostic FindUnmetRequirement(const ProfileRequirements& requirements, const DeviceProfile& profile) noexcept
{
    if (const ProfileDiagnostic unmet = FindUnmetRaster(requirements.Raster, profile);
        unmet.Requirement != ProfileRequirement::None)
    {
        return unmet;
    }
    if (const ProfileDiagnostic unmet = FindUnmetCompute(requirements.Compute, profile.Compute);
        unmet.Requirement != ProfileRequirement::None)
    {
        return unmet;
    }
    for (uint32 i = 0; i < requirements.FormatCount; ++i)
    {
        const FormatRequirement& entry = requirements.Formats[i];
        if (const ProfileDiagnostic unmet = FindUnmetFormat(entry, profile.Formats[static_cast<usize>(entry.Format)]);
            unmet.Requirement != ProfileRequirement::None)
        {
            return unmet;
        }
    }
    return MET;
}

uint32 FindFormatIndex(const ProfileRequirements& requirements, const ProfileDiagnostic& unmet) noexcept
{
    uint32 index = 0;
    while (unmet.HasFormat && index < requirements.FormatCount && requirements.Formats[index].Format != unmet.Format)
    {
        ++index;
    }
    return index;
}

bool ImpliesPortableRaster(const ProfileRequirements& requirements) noexcept
{
    // A device without any limits misses the first constraint there is. A ceiling of zero is no alignment at all.
    return requirements.FormatCount != 0 ||
           FindUnmetRaster(requirements.Raster, DeviceProfile{}).Requirement != ProfileRequirement::None;
}

bool ImpliesCompute(const ProfileRequirements& requirements) noexcept
{
    return FindUnmetCompute(requirements.Compute, ComputeCapabilities{}).Requirement != ProfileRequirement::None;
}

const char* FieldOf(ProfileRequirement requirement) noexcept
{
    switch (requirement)
    {
    case ProfileRequirement::None:
        break;
    case ProfileRequirement::BufferSize:
        return "Raster.MinBufferSize";
    case ProfileRequirement::TextureDimension:
        return "Raster.MinTextureDimension2D";
    case ProfileRequirement::UniformAlignment:
        return "Raster.MaxUniformOffsetAlignment";
    case ProfileRequirement::UniformRange:
        return "Raster.MinUniformRange";
    case ProfileRequirement::ResourceCount:
        return "Raster.MinResourcesPerKind";
    case ProfileRequirement::DrawCount:
        return "Raster.MinDrawsPerFrame";
    case ProfileRequirement::BindingCount:
        return "Raster.MinBindings";
    case ProfileRequirement::VertexBufferCount:
        return "Raster.MinVertexBuffers";
    case ProfileRequirement::VertexAttributeCount:
        return "Raster.MinVertexAttributes";
    case ProfileRequirement::VertexStride:
        return "Raster.MinVertexStride";
    case ProfileRequirement::ColorAttachmentCount:
        return "Raster.MinColorAttachments";
    case ProfileRequirement::TextureLayerCount:
        return "Raster.MinTextureLayers";
    case ProfileRequirement::StorageRange:
        return "Compute.MinStorageRange";
    case ProfileRequirement::StorageAlignment:
        return "Compute.MaxStorageOffsetAlignment";
    case ProfileRequirement::WorkgroupSize:
        return "Compute.MinWorkgroupSize";
    case ProfileRequirement::WorkgroupInvocations:
        return "Compute.MinWorkgroupInvocations";
    case ProfileRequirement::DispatchCount:
        return "Compute.MinDispatch";
    case ProfileRequirement::Sampled:
        return "Formats[{index}].Uses.Sampled";
    case ProfileRequirement::PartialViews:
        return "Formats[{index}].PartialViews";
    case ProfileRequirement::AttachmentViews:
        return "Formats[{index}].AttachmentViews";
    case ProfileRequirement::DepthSampled:
        return "Formats[{index}].DepthSampled";
    case ProfileRequirement::StencilAttachment:
        return "Formats[{index}].StencilAttachment";
    case ProfileRequirement::StencilSampled:
        return "Formats[{index}].StencilSampled";
    case ProfileRequirement::Filterable:
        return "Formats[{index}].Uses.Filterable";
    case ProfileRequirement::ColorAttachment:
        return "Formats[{index}].Uses.ColorAttachment";
    case ProfileRequirement::Blendable:
        return "Formats[{index}].Uses.Blendable";
    case ProfileRequirement::Storage:
        return "Formats[{index}].Uses.Storage";
    case ProfileRequirement::CopySource:
        return "Formats[{index}].Uses.CopySource";
    case ProfileRequirement::CopyDestination:
        return "Formats[{index}].Uses.CopyDestination";
    case ProfileRequirement::FormatDimension:
        return "Formats[{index}].MinDimension2D or MinDepthOrLayers";
    case ProfileRequirement::MipCount:
        return "Formats[{index}].MinMipLevels";
    case ProfileRequirement::SampleCount:
        return "Formats[{index}].SampleCount";
    case ProfileRequirement::UnalignedBlockExtents:
        return "Formats[{index}].RequiresUnalignedBlockExtents";
    case ProfileRequirement::TextureUploadBytes:
        return "Raster.MinTextureUploadBytes";
    case ProfileRequirement::UniformBindings:
        return "Raster.MinUniformBindings";
    case ProfileRequirement::TextureBindings:
        return "Raster.MinTextureBindings";
    case ProfileRequirement::SamplerBindings:
        return "Raster.MinSamplerBindings";
    case ProfileRequirement::StorageBindings:
        return "Compute.MinStorageBindings";
    case ProfileRequirement::UniformBindingsPerSet:
        return "Raster.MinUniformBindingsPerSet";
    case ProfileRequirement::SamplerBindingsPerSet:
        return "Raster.MinSamplerBindingsPerSet";
    }
    return nullptr;
}
} // namespace ludus::graphics::rhi::internal
