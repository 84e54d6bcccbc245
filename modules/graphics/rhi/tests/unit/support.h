// What the tests of the rules share: profiles to check against, and assertions on verdicts.
#pragma once

#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/device.h>

#include <gtest/gtest.h>

#include <string>

namespace ludus::graphics::rhi::internal
{
using Code = DiagnosticCode;

/// A profile that offers the portable raster workload of this version: plain 2D textures, no attachments.
[[nodiscard]] inline DeviceProfile PortableProfile()
{
    DeviceProfile profile;
    profile.Raster = {.MaxBufferSize = 1U << 20,
                      .MaxTextureDimension2D = 4096,
                      .UniformOffsetAlignment = 256,
                      .MaxUniformRange = 16384,
                      .ResourcesPerKind = 1024,
                      .DrawsPerFrame = 1024,
                      .MaxTextureUploadBytes = 1U << 20};
    profile.Interface = {.MaxBindings = 16,
                         .MaxVertexBuffers = 2,
                         .MaxVertexAttributes = 16,
                         .MaxVertexStride = 256,
                         .MaxColorAttachments = 0,
                         .MaxTextureLayers = 256};
    profile.Binding.MaxBindings = 16;
    profile.Binding.MaxUniformBuffersPerStage = 12;
    profile.Binding.MaxSampledTexturesPerStage = 16;
    profile.Binding.MaxSamplersPerStage = 16;
    profile.Binding.MaxDescriptorsPerSet = 256;
    profile.Binding.MaxUniformBuffersPerSet = 72;
    profile.Binding.MaxSamplersPerSet = 96;
    profile.Binding.MaxDynamicUniformOffsets = 8;
    for (const RasterFormat format :
         {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb, RasterFormat::R8Unorm, RasterFormat::Rg8Unorm})
    {
        FormatCapabilities& offered = profile.Formats[static_cast<usize>(format)];
        offered.Uses = {.Sampled = true, .Filterable = true};
        offered.MaxDimension2D = 2048;
        offered.MaxMipLevels = 12;
        offered.SampleCounts = 1;
    }
    return profile;
}

/// A profile that offers everything the rules know of.
[[nodiscard]] inline DeviceProfile WholeProfile()
{
    DeviceProfile profile = PortableProfile();
    profile.Raster.HdrColor = true;
    profile.Raster.HasLineFill = true;
    profile.Interface.MaxColorAttachments = 4;
    profile.Compute = {.MaxStorageRange = 1U << 16,
                       .StorageOffsetAlignment = 64,
                       .MaxWorkgroupSize = {128, 128, 64},
                       .MaxWorkgroupInvocations = 128,
                       .MaxDispatch = {65535, 65535, 65535},
                       .MaxStorageBindings = 4};
    profile.Binding.MaxDynamicStorageOffsets = 4;
    profile.Binding.MaxTextureArrayElements = 16;
    profile.Binding.MaxSamplerArrayElements = 8;
    profile.Binding.MaxBufferArrayElements = 4;
    profile.Binding.MaxRuntimeArrayElements = 64;
    profile.Binding.HasUniformTextureIndexing = true;
    profile.Binding.HasNonUniformTextureIndexing = true;
    profile.Binding.HasRuntimeTextureArrays = true;
    for (FormatCapabilities& offered : profile.Formats)
    {
        offered.Uses.Sampled = true;
        offered.Uses.Filterable = true;
        offered.MaxDimension2D = 2048;
        offered.MaxMipLevels = 12;
        offered.SampleCounts = 1;
        offered.MaxArrayLayers = 64;
        offered.MaxCubeDimension = 512;
        offered.MaxDimension3D = 128;
        offered.PartialViews = true;
    }
    for (const RasterFormat format : {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb, RasterFormat::Rgba16Float})
    {
        FormatCapabilities& offered = profile.Formats[static_cast<usize>(format)];
        offered.Uses.ColorAttachment = true;
        offered.Uses.Blendable = true;
        offered.SampleCounts = 5;
        offered.AttachmentViews = true;
        offered.MaxAttachmentDimension2D = 1024;
        offered.MaxAttachmentMipLevels = 4;
        offered.MaxAttachmentLayers = 8;
        offered.MaxAttachmentCubeDimension = 256;
        offered.DepthSampled = true;
        offered.StencilAttachment = true;
        offered.StencilSampled = true;
    }
    FormatUses& copies = profile.Formats[static_cast<usize>(RasterFormat::Rgba8Unorm)].Uses;
    copies.CopySource = true;
    copies.CopyDestination = true;
    return profile;
}

[[nodiscard]] inline DeviceFeatures WholeFeatures()
{
    return {.FullscreenRaster = true,
            .PortableRaster = true,
            .Compute = true,
            .IndirectRendering = true,
            .OrderedRasterGraph = true,
            .BindlessTextureIndexing = true,
            .HasRuntimeTextureArrays = true,
            .RayQueries = false};
}

/// The refusal as a user would read it.
[[nodiscard]] inline std::string TextOf(const Finding& why)
{
    Diagnostic diagnostic;
    diagnostic.Code = why.Code;
    diagnostic.Operation = "Check";
    diagnostic.Field = why.Field;
    diagnostic.Got = why.Got;
    diagnostic.Allowed = why.Allowed;
    diagnostic.Index = why.Index;
    char text[DIAGNOSTIC_TEXT_BYTES];
    FormatDiagnostic(diagnostic, text);
    return text;
}

template <class Status>
[[nodiscard]] testing::AssertionResult Accepted(const Verdict<Status>& verdict)
{
    if (verdict.IsAccepted() && verdict.Result == Status::Ready)
    {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << GetDiagnosticName(verdict.Why.Code) << ": " << TextOf(verdict.Why);
}

/// Refused with this status and code, about a field whose name contains `field`, in a text without placeholders.
template <class Status>
[[nodiscard]] testing::AssertionResult Refused(const Verdict<Status>& verdict, Status status, DiagnosticCode code,
                                               std::string_view field = {})
{
    const std::string text = TextOf(verdict.Why);
    const std::string_view named = verdict.Why.Field != nullptr ? verdict.Why.Field : "";
    if (verdict.Why.Code == code && verdict.Result == status && named.find(field) != std::string_view::npos &&
        text.find("{field}") == std::string::npos && text.find("{index}") == std::string::npos)
    {
        return testing::AssertionSuccess();
    }
    return testing::AssertionFailure() << "status " << static_cast<int>(verdict.Result) << ", "
                                       << GetDiagnosticName(verdict.Why.Code) << ": " << text;
}

/// Refused as InvalidDescription.
[[nodiscard]] inline testing::AssertionResult IsMalformed(const RasterVerdict& verdict, DiagnosticCode code,
                                                          std::string_view field = {})
{
    return Refused(verdict, RasterStatus::InvalidDescription, code, field);
}

/// Refused as Unsupported.
[[nodiscard]] inline testing::AssertionResult IsUnsupported(const RasterVerdict& verdict, DiagnosticCode code,
                                                            std::string_view field = {})
{
    return Refused(verdict, RasterStatus::Unsupported, code, field);
}
} // namespace ludus::graphics::rhi::internal
