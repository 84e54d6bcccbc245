// The contract's limits and format uses, from those of the enabled WebGPU device.
#include "backends/webgpu/device.h"
#include "formats/format_facts.h"
#include "formats/library_limits.h"

#include <algorithm>
#include <limits>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
// Bounds that the contract puts on what it reports, whatever the device could do.
constexpr usize MIN_STORAGE_ALIGNMENT = 4;

usize ToSize(uint64 size) noexcept
{
    return static_cast<usize>(std::min<uint64>(size, std::numeric_limits<usize>::max()));
}

void FillRaster(const WGPULimits& limits, RasterCapabilities& raster) noexcept
{
    raster.MaxBufferSize = ToSize(limits.maxBufferSize);
    raster.MaxTextureUploadBytes = ToSize(limits.maxBufferSize); // the API stages it in a buffer
    raster.MaxTextureDimension2D = limits.maxTextureDimension2D;
    raster.UniformOffsetAlignment = std::max<usize>(UNIFORM_OFFSET_ALIGNMENT, limits.minUniformBufferOffsetAlignment);
    raster.MaxUniformRange = std::min(MAX_UNIFORM_RANGE, ToSize(limits.maxUniformBufferBindingSize));
    raster.DrawsPerFrame = std::numeric_limits<uint32>::max(); // of ours: the session's storage bounds them
    raster.HasFirstProvokingVertex = true;
    raster.HasLineFill = false; // WebGPU fills triangles only
}

// The API bounds stages and pipelines; a set is read by at most two stages.
void FillBinding(const WGPULimits& limits, BindingCapabilities& binding) noexcept
{
    binding.MaxBindings = static_cast<uint32>(RASTER_BINDING_COUNT);
    binding.MaxUniformBuffersPerStage = limits.maxUniformBuffersPerShaderStage;
    binding.MaxSampledTexturesPerStage = limits.maxSampledTexturesPerShaderStage;
    binding.MaxSamplersPerStage = limits.maxSamplersPerShaderStage;
    binding.MaxDescriptorsPerSet = limits.maxBindingsPerBindGroup;
    binding.MaxUniformBuffersPerSet = 2 * limits.maxUniformBuffersPerShaderStage;
    binding.MaxSamplersPerSet = 2 * limits.maxSamplersPerShaderStage;
    binding.MaxDynamicUniformOffsets = limits.maxDynamicUniformBuffersPerPipelineLayout;
    binding.MaxDynamicStorageOffsets = limits.maxDynamicStorageBuffersPerPipelineLayout;
}

void FillCompute(const WGPULimits& limits, ComputeCapabilities& compute) noexcept
{
    compute.MaxStorageRange = ToSize(std::min(limits.maxStorageBufferBindingSize, limits.maxBufferSize));
    compute.StorageOffsetAlignment = std::max<usize>(MIN_STORAGE_ALIGNMENT, limits.minStorageBufferOffsetAlignment);
    compute.MaxWorkgroupSize[0] = limits.maxComputeWorkgroupSizeX;
    compute.MaxWorkgroupSize[1] = limits.maxComputeWorkgroupSizeY;
    compute.MaxWorkgroupSize[2] = limits.maxComputeWorkgroupSizeZ;
    std::fill_n(compute.MaxDispatch, 3, limits.maxComputeWorkgroupsPerDimension);
    compute.MaxWorkgroupInvocations = limits.maxComputeInvocationsPerWorkgroup;
    compute.MaxStorageBindings = limits.maxStorageBuffersPerShaderStage;
}

// What WebGPU promises of the formats that every device has, and of those that come with block compression.
void FillFormats(const Device& device, DeviceProfile& profile) noexcept
{
    const WGPULimits& limits = device.Limits;
    for (usize index = 0; index < RASTER_FORMAT_COUNT; ++index)
    {
        const bool isCompressed = FORMAT_FACTS[index].IsCompressed;
        if (isCompressed && !device.HasBlockCompression)
        {
            continue;
        }
        FormatCapabilities& capabilities = profile.Formats[index];
        capabilities.Uses.Sampled = true;
        capabilities.Uses.Filterable = true;
        capabilities.MaxDimension2D = limits.maxTextureDimension2D;
        capabilities.MaxMipLevels =
            std::min(MaxMipLevels(limits.maxTextureDimension2D, limits.maxTextureDimension2D, 1), MAX_MIP_LEVELS);
        capabilities.SampleCounts = 1;
        capabilities.PartialViews = device.IsWhole();
        capabilities.HasUnalignedBlockExtents = false; // the API wants whole blocks
        capabilities.MaxArrayLayers = limits.maxTextureArrayLayers;
        capabilities.MaxCubeDimension = device.IsWhole() ? limits.maxTextureDimension2D : 0;
        capabilities.MaxDimension3D = isCompressed ? 0 : limits.maxTextureDimension3D;
    }
    for (const RasterFormat format : {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb})
    {
        FormatCapabilities& capabilities = profile.Formats[static_cast<usize>(format)];
        capabilities.Uses.ColorAttachment = true;
        capabilities.Uses.Blendable = true;
        capabilities.MaxAttachmentDimension2D = limits.maxTextureDimension2D;
        capabilities.MaxAttachmentMipLevels = 1;
        capabilities.MaxAttachmentLayers = 1;
    }
    FormatUses& copied = profile.Formats[static_cast<usize>(RasterFormat::Rgba8Unorm)].Uses;
    copied.CopySource = true;
    copied.CopyDestination = true;
}
} // namespace

void FillReport(const Device& device, BackendReport& report) noexcept
{
    const WGPULimits& limits = device.Limits;
    // A device in compatibility mode may have no storage buffers at all.
    const bool computes = limits.maxStorageBuffersPerShaderStage != 0 && limits.maxComputeInvocationsPerWorkgroup != 0;
    report.Supported = {.FullscreenRaster = true,
                        .PortableRaster = true,
                        .Compute = computes,
                        .IndirectRendering = computes,
                        .OrderedRasterGraph = true};
    report.MaxFrameDimension2D = limits.maxTextureDimension2D;
    report.HasSurfacelessFrames = true;
    report.Timestamps = {
        .ValidBits = device.HasTimestamps ? 64U : 0U,
        .TickNanoseconds = device.HasTimestamps ? GetTickNanoseconds(device.Queue.Get()) : 0,
        .CanMeasurePasses = true,
    };
    FillRaster(limits, report.Profile.Raster);
    report.Profile.Interface = {
        .MaxBindings = static_cast<uint32>(RASTER_BINDING_COUNT),
        .MaxVertexBuffers = std::min(MAX_VERTEX_STREAMS, limits.maxVertexBuffers),
        .MaxVertexAttributes = std::min(MAX_VERTEX_ATTRIBUTES, limits.maxVertexAttributes),
        .MaxVertexStride = std::min(PORTABLE_VERTEX_STRIDE, limits.maxVertexBufferArrayStride),
        .MaxColorAttachments = 1,
        .MaxTextureLayers = limits.maxTextureArrayLayers,
    };
    FillBinding(limits, report.Profile.Binding);
    if (computes)
    {
        FillCompute(limits, report.Profile.Compute);
    }
    FillFormats(device, report.Profile);
}
} // namespace ludus::graphics::rhi::internal::webgpu
