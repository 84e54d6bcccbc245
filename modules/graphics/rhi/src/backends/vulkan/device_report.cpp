// The contract's limits and format uses, from those of the enabled Vulkan device.
#include "backends/vulkan/convert.h"
#include "backends/vulkan/device.h"
#include "formats/format_facts.h"
#include "formats/library_limits.h"

#include <algorithm>
#include <limits>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// Bounds that the contract puts on what it reports, whatever the device could do.
constexpr usize MIN_STORAGE_ALIGNMENT = 4;

usize ToSize(VkDeviceSize size) noexcept
{
    return static_cast<usize>(std::min<VkDeviceSize>(size, std::numeric_limits<usize>::max()));
}

// Limits of images of the format, for exactly the usage that CreateTexture asks for; zero where there are none.
VkImageFormatProperties QueryImages(const Device& device, VkFormat format, VkImageType type,
                                    VkImageCreateFlags flags) noexcept
{
    VkImageFormatProperties limits{};
    const VkResult result = vkGetPhysicalDeviceImageFormatProperties(
        device.Adapter, format, type, VK_IMAGE_TILING_OPTIMAL, ToImageUsage(false), flags, &limits);
    return result == VK_SUCCESS ? limits : VkImageFormatProperties{};
}

// What sampled textures of the format offer.
FormatCapabilities QueryFormat(const Device& device, RasterFormat format) noexcept
{
    const VkFormat native = ToFormat(format);
    const bool isCompressed = FactsOf(format).IsCompressed;
    VkFormatProperties features{};
    vkGetPhysicalDeviceFormatProperties(device.Adapter, native, &features);
    constexpr VkFormatFeatureFlags NEEDED = VK_FORMAT_FEATURE_SAMPLED_IMAGE_BIT |
                                            VK_FORMAT_FEATURE_SAMPLED_IMAGE_FILTER_LINEAR_BIT |
                                            VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    const VkImageFormatProperties flat = QueryImages(device, native, VK_IMAGE_TYPE_2D, 0);
    if ((features.optimalTilingFeatures & NEEDED) != NEEDED || flat.maxExtent.width == 0 ||
        (isCompressed && !device.HasBlockCompression))
    {
        return {};
    }
    const VkPhysicalDeviceLimits& limits = device.Properties.limits;
    FormatCapabilities capabilities;
    capabilities.Uses.Sampled = true;
    capabilities.Uses.Filterable = true;
    capabilities.MaxDimension2D = std::min({flat.maxExtent.width, flat.maxExtent.height, limits.maxImageDimension2D});
    capabilities.MaxMipLevels = std::min(flat.maxMipLevels, MAX_MIP_LEVELS);
    capabilities.SampleCounts = 1;
    capabilities.PartialViews = true;
    capabilities.HasUnalignedBlockExtents = isCompressed;
    capabilities.MaxArrayLayers = std::min(flat.maxArrayLayers, limits.maxImageArrayLayers);
    const VkImageFormatProperties cube =
        QueryImages(device, native, VK_IMAGE_TYPE_2D, VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT);
    if (cube.maxArrayLayers >= CUBE_FACES)
    {
        capabilities.MaxCubeDimension =
            std::min({cube.maxExtent.width, cube.maxExtent.height, limits.maxImageDimensionCube});
    }
    if (!isCompressed)
    {
        const VkExtent3D volume = QueryImages(device, native, VK_IMAGE_TYPE_3D, 0).maxExtent;
        capabilities.MaxDimension3D = std::min({volume.width, volume.height, volume.depth, limits.maxImageDimension3D});
    }
    return capabilities;
}

// Adds what passes may do with the format, for exactly the usage that CreateTexture asks for. `maxEdge`: of the depth
// that comes with every attachment, and of framebuffers.
void QueryAttachment(const Device& device, RasterFormat format, uint32 maxEdge,
                     FormatCapabilities& capabilities) noexcept
{
    const VkFormat native = ToFormat(format);
    VkFormatProperties features{};
    vkGetPhysicalDeviceFormatProperties(device.Adapter, native, &features);
    const VkFormatFeatureFlags offered = features.optimalTilingFeatures;
    constexpr VkFormatFeatureFlags NEEDED = VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BIT |
                                            VK_FORMAT_FEATURE_TRANSFER_SRC_BIT | VK_FORMAT_FEATURE_TRANSFER_DST_BIT;
    VkImageFormatProperties limits{};
    if (!capabilities.Uses.Sampled || (offered & NEEDED) != NEEDED ||
        vkGetPhysicalDeviceImageFormatProperties(device.Adapter, native, VK_IMAGE_TYPE_2D, VK_IMAGE_TILING_OPTIMAL,
                                                 ToImageUsage(true), 0, &limits) != VK_SUCCESS)
    {
        return;
    }
    capabilities.Uses.ColorAttachment = true;
    capabilities.Uses.Blendable = (offered & VK_FORMAT_FEATURE_COLOR_ATTACHMENT_BLEND_BIT) != 0;
    capabilities.MaxAttachmentDimension2D =
        std::min({limits.maxExtent.width, limits.maxExtent.height, capabilities.MaxDimension2D, maxEdge});
    capabilities.MaxAttachmentMipLevels = 1;
    capabilities.MaxAttachmentLayers = 1;
}

void FillRaster(const Device& device, RasterCapabilities& raster) noexcept
{
    const VkPhysicalDeviceLimits& limits = device.Properties.limits;
    raster.MaxBufferSize = ToSize(device.MaxAllocation);
    raster.MaxTextureUploadBytes = ToSize(device.MaxAllocation);
    raster.MaxTextureDimension2D = limits.maxImageDimension2D;
    raster.UniformOffsetAlignment = std::max(UNIFORM_OFFSET_ALIGNMENT, ToSize(limits.minUniformBufferOffsetAlignment));
    raster.MaxUniformRange = std::min<usize>(MAX_UNIFORM_RANGE, limits.maxUniformBufferRange);
    raster.DrawsPerFrame = std::numeric_limits<uint32>::max(); // of ours: the session's storage bounds them
    raster.HasLineFill = device.HasLineFill;
    raster.HasFirstProvokingVertex = true;
}

void FillBinding(const Device& device, BindingCapabilities& binding) noexcept
{
    const VkPhysicalDeviceLimits& limits = device.Properties.limits;
    binding.MaxBindings = static_cast<uint32>(RASTER_BINDING_COUNT);
    binding.MaxUniformBuffersPerStage = limits.maxPerStageDescriptorUniformBuffers;
    binding.MaxSampledTexturesPerStage = limits.maxPerStageDescriptorSampledImages;
    binding.MaxSamplersPerStage = limits.maxPerStageDescriptorSamplers;
    binding.MaxDescriptorsPerSet = std::min(device.MaxSetDescriptors, limits.maxPerStageResources);
    binding.MaxUniformBuffersPerSet = limits.maxDescriptorSetUniformBuffers;
    binding.MaxSamplersPerSet = limits.maxDescriptorSetSamplers;
    binding.MaxDynamicUniformOffsets = limits.maxDescriptorSetUniformBuffersDynamic;
    binding.MaxDynamicStorageOffsets = limits.maxDescriptorSetStorageBuffersDynamic;
    binding.MaxTextureArrayElements = std::min({limits.maxPerStageDescriptorSampledImages,
                                                limits.maxDescriptorSetSampledImages, binding.MaxDescriptorsPerSet});
    binding.MaxSamplerArrayElements =
        std::min({limits.maxPerStageDescriptorSamplers, limits.maxDescriptorSetSamplers, binding.MaxDescriptorsPerSet});
    binding.MaxBufferArrayElements =
        std::min({limits.maxPerStageDescriptorUniformBuffers, limits.maxDescriptorSetUniformBuffers,
                  limits.maxPerStageDescriptorStorageBuffers, limits.maxDescriptorSetStorageBuffers,
                  binding.MaxDescriptorsPerSet});
    binding.HasUniformTextureIndexing = device.HasUniformIndexing;
    binding.HasNonUniformTextureIndexing = device.HasNonUniformIndexing;
    binding.HasRuntimeTextureArrays = device.HasRuntimeArrays;
    binding.MaxRuntimeArrayElements = device.HasRuntimeArrays ? binding.MaxTextureArrayElements : 0;
}

// The queue of every session computes (device.cpp), and the limits that Vulkan guarantees suffice.
void FillCompute(const Device& device, ComputeCapabilities& compute) noexcept
{
    const VkPhysicalDeviceLimits& limits = device.Properties.limits;
    compute.MaxStorageRange = ToSize(std::min<VkDeviceSize>(limits.maxStorageBufferRange, device.MaxAllocation));
    compute.StorageOffsetAlignment = std::max(MIN_STORAGE_ALIGNMENT, ToSize(limits.minStorageBufferOffsetAlignment));
    std::copy_n(limits.maxComputeWorkGroupSize, 3, compute.MaxWorkgroupSize);
    std::copy_n(limits.maxComputeWorkGroupCount, 3, compute.MaxDispatch);
    compute.MaxWorkgroupInvocations = limits.maxComputeWorkGroupInvocations;
    // Fragment and compute stages each have their own in one set.
    compute.MaxStorageBindings =
        std::min(limits.maxPerStageDescriptorStorageBuffers, limits.maxDescriptorSetStorageBuffers / 2);
}
} // namespace

void FillReport(const Device& device, BackendReport& report) noexcept
{
    const VkPhysicalDeviceLimits& limits = device.Properties.limits;
    report.Supported = {.FullscreenRaster = true,
                        .PortableRaster = true,
                        .Compute = true,
                        .IndirectRendering = true,
                        .OrderedRasterGraph = true,
                        .BindlessTextureIndexing = device.HasNonUniformIndexing,
                        .HasRuntimeTextureArrays = device.HasRuntimeArrays};
    report.HasSurfacelessFrames = false;
    report.Timestamps = {
        .ValidBits = limits.timestampPeriod > 0 ? device.TimestampBits : 0,
        .TickNanoseconds = static_cast<float64>(limits.timestampPeriod),
        .CanMeasurePasses = true,
        .HasHostClock = device.ReadCalibrated != nullptr,
    };

    VkImageFormatProperties depth{};
    uint32 edge = std::min({limits.maxImageDimension2D, limits.maxFramebufferWidth, limits.maxFramebufferHeight,
                            limits.maxViewportDimensions[0], limits.maxViewportDimensions[1]});
    if (vkGetPhysicalDeviceImageFormatProperties(device.Adapter, device.DepthFormat, VK_IMAGE_TYPE_2D,
                                                 VK_IMAGE_TILING_OPTIMAL, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT,
                                                 0, &depth) == VK_SUCCESS)
    {
        edge = std::min({edge, depth.maxExtent.width, depth.maxExtent.height});
    }
    report.MaxFrameDimension2D = edge;

    FillRaster(device, report.Profile.Raster);
    report.Profile.Interface = {
        .MaxBindings = static_cast<uint32>(RASTER_BINDING_COUNT),
        .MaxVertexBuffers = MAX_VERTEX_STREAMS,
        .MaxVertexAttributes = std::min(MAX_VERTEX_ATTRIBUTES, limits.maxVertexInputAttributes),
        .MaxVertexStride = std::min(PORTABLE_VERTEX_STRIDE, limits.maxVertexInputBindingStride),
        .MaxColorAttachments = 1,
        .MaxTextureLayers = limits.maxImageArrayLayers,
    };
    FillBinding(device, report.Profile.Binding);
    FillCompute(device, report.Profile.Compute);
    for (usize format = 0; format < RASTER_FORMAT_COUNT; ++format)
    {
        report.Profile.Formats[format] = QueryFormat(device, static_cast<RasterFormat>(format));
    }
    for (const RasterFormat format : {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb})
    {
        QueryAttachment(device, format, edge, report.Profile.Formats[static_cast<usize>(format)]);
    }
    FormatCapabilities& copied = report.Profile.Formats[static_cast<usize>(RasterFormat::Rgba8Unorm)];
    copied.Uses.CopySource = copied.Uses.Sampled; // for the usage that every texture is made with
    copied.Uses.CopyDestination = copied.Uses.Sampled;
}
} // namespace ludus::graphics::rhi::internal::vulkan
