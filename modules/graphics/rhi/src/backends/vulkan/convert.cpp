#include "backends/vulkan/convert.h"

#include "backends/common/lookup.h"

#include <bit>
#include <cassert>

namespace ludus::graphics::rhi::internal::vulkan
{
BackendStatus ToStatus(VkResult result) noexcept
{
    switch (result)
    {
    case VK_SUCCESS:
    case VK_SUBOPTIMAL_KHR:
        return BackendStatus::Ready;
    case VK_ERROR_OUT_OF_HOST_MEMORY:
    case VK_ERROR_OUT_OF_DEVICE_MEMORY:
    case VK_ERROR_OUT_OF_POOL_MEMORY:
    case VK_ERROR_FRAGMENTED_POOL:
    case VK_ERROR_FRAGMENTATION:
    case VK_ERROR_TOO_MANY_OBJECTS:
    case VK_ERROR_MEMORY_MAP_FAILED:
        return BackendStatus::OutOfMemory;
    case VK_ERROR_DEVICE_LOST:
        return BackendStatus::Lost;
    default:
        return BackendStatus::Refused;
    }
}

VkFormat ToFormat(RasterFormat format) noexcept
{
    constexpr VkFormat TABLE[RASTER_FORMAT_COUNT] = {
        VK_FORMAT_R8G8B8A8_UNORM,  VK_FORMAT_R8G8B8A8_SRGB,       VK_FORMAT_R8_UNORM,
        VK_FORMAT_R8G8_UNORM,      VK_FORMAT_R16G16B16A16_SFLOAT, VK_FORMAT_BC1_RGBA_UNORM_BLOCK,
        VK_FORMAT_BC3_UNORM_BLOCK, VK_FORMAT_BC5_UNORM_BLOCK,
    };
    return Lookup(TABLE, format);
}

VkBufferUsageFlags ToBufferUsage(BufferRole role) noexcept
{
    constexpr VkBufferUsageFlags COPIES = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    constexpr VkBufferUsageFlags TABLE[] = {
        COPIES | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
        COPIES | VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
        COPIES | VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
        COPIES | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT,
        COPIES | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
        COPIES | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT,
        COPIES | VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT,
    };
    return Lookup(TABLE, role);
}

VkImageUsageFlags ToImageUsage(bool isAttachment) noexcept
{
    constexpr VkImageUsageFlags SAMPLED =
        VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT;
    return isAttachment ? SAMPLED | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT : SAMPLED;
}

VkFormat ToVertexFormat(RasterVertexFormat format) noexcept
{
    constexpr VkFormat TABLE[] = {VK_FORMAT_R32G32_SFLOAT, VK_FORMAT_R32G32B32_SFLOAT, VK_FORMAT_R32G32B32A32_SFLOAT};
    return Lookup(TABLE, format);
}

VkCompareOp ToCompare(RasterDepthCompare compare) noexcept
{
    constexpr VkCompareOp TABLE[] = {VK_COMPARE_OP_LESS, VK_COMPARE_OP_LESS_OR_EQUAL, VK_COMPARE_OP_GREATER,
                                     VK_COMPARE_OP_GREATER_OR_EQUAL, VK_COMPARE_OP_ALWAYS};
    return Lookup(TABLE, compare);
}

VkCompareOp ToCompare(RasterStencilCompare compare) noexcept
{
    constexpr VkCompareOp TABLE[] = {VK_COMPARE_OP_NEVER,
                                     VK_COMPARE_OP_LESS,
                                     VK_COMPARE_OP_EQUAL,
                                     VK_COMPARE_OP_LESS_OR_EQUAL,
                                     VK_COMPARE_OP_GREATER,
                                     VK_COMPARE_OP_NOT_EQUAL,
                                     VK_COMPARE_OP_GREATER_OR_EQUAL,
                                     VK_COMPARE_OP_ALWAYS};
    return Lookup(TABLE, compare);
}

VkStencilOp ToStencilOperation(RasterStencilOperation operation) noexcept
{
    constexpr VkStencilOp TABLE[] = {
        VK_STENCIL_OP_KEEP,
        VK_STENCIL_OP_ZERO,
        VK_STENCIL_OP_REPLACE,
        VK_STENCIL_OP_INCREMENT_AND_CLAMP,
        VK_STENCIL_OP_DECREMENT_AND_CLAMP,
        VK_STENCIL_OP_INVERT,
        VK_STENCIL_OP_INCREMENT_AND_WRAP,
        VK_STENCIL_OP_DECREMENT_AND_WRAP,
    };
    return Lookup(TABLE, operation);
}

VkCullModeFlags ToCull(RasterCull cull) noexcept
{
    constexpr VkCullModeFlags TABLE[] = {VK_CULL_MODE_NONE, VK_CULL_MODE_FRONT_BIT, VK_CULL_MODE_BACK_BIT};
    return Lookup(TABLE, cull);
}

VkFilter ToFilter(RasterFilter filter) noexcept
{
    constexpr VkFilter TABLE[] = {VK_FILTER_NEAREST, VK_FILTER_LINEAR};
    return Lookup(TABLE, filter);
}

VkSamplerAddressMode ToAddress(RasterAddress address) noexcept
{
    constexpr VkSamplerAddressMode TABLE[] = {VK_SAMPLER_ADDRESS_MODE_CLAMP_TO_EDGE, VK_SAMPLER_ADDRESS_MODE_REPEAT};
    return Lookup(TABLE, address);
}

VkDescriptorType ToDescriptorType(RasterBindingKind kind, bool hasDynamicOffset) noexcept
{
    switch (kind)
    {
    case RasterBindingKind::UniformBuffer:
        return hasDynamicOffset ? VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER;
    case RasterBindingKind::StorageRead:
    case RasterBindingKind::StorageReadWrite:
        return hasDynamicOffset ? VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC : VK_DESCRIPTOR_TYPE_STORAGE_BUFFER;
    case RasterBindingKind::Sampler:
        return VK_DESCRIPTOR_TYPE_SAMPLER;
    case RasterBindingKind::RayScene:
        assert(false && "ray scenes are not offered by this backend");
        return VK_DESCRIPTOR_TYPE_ACCELERATION_STRUCTURE_KHR;
    default:
        return VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    }
}

VkShaderStageFlags ToStages(RasterVisibility visibility) noexcept
{
    // Bits of the mask, by ascending value.
    constexpr VkShaderStageFlags TABLE[] = {VK_SHADER_STAGE_VERTEX_BIT, VK_SHADER_STAGE_FRAGMENT_BIT,
                                            VK_SHADER_STAGE_COMPUTE_BIT};
    VkShaderStageFlags stages = 0;
    for (uint32 bit = 0; bit < std::size(TABLE); ++bit)
    {
        stages |= (static_cast<uint32>(visibility) >> bit & 1U) != 0 ? TABLE[bit] : 0U;
    }
    return stages;
}

VkImageViewType ToViewType(TextureDimension dimension) noexcept
{
    constexpr VkImageViewType TABLE[] = {VK_IMAGE_VIEW_TYPE_2D, VK_IMAGE_VIEW_TYPE_2D_ARRAY, VK_IMAGE_VIEW_TYPE_CUBE,
                                         VK_IMAGE_VIEW_TYPE_3D};
    return Lookup(TABLE, dimension);
}

VkImageAspectFlags ToAspect(TextureAspect aspect) noexcept
{
    constexpr VkImageAspectFlags TABLE[] = {VK_IMAGE_ASPECT_COLOR_BIT, VK_IMAGE_ASPECT_DEPTH_BIT,
                                            VK_IMAGE_ASPECT_STENCIL_BIT};
    return Lookup(TABLE, aspect);
}

VkAttachmentLoadOp ToLoad(AttachmentLoad load) noexcept
{
    constexpr VkAttachmentLoadOp TABLE[] = {VK_ATTACHMENT_LOAD_OP_CLEAR, VK_ATTACHMENT_LOAD_OP_LOAD,
                                            VK_ATTACHMENT_LOAD_OP_DONT_CARE};
    return Lookup(TABLE, load);
}

VkAttachmentStoreOp ToStore(AttachmentStore store) noexcept
{
    constexpr VkAttachmentStoreOp TABLE[] = {VK_ATTACHMENT_STORE_OP_STORE, VK_ATTACHMENT_STORE_OP_DONT_CARE};
    return Lookup(TABLE, store);
}

VkObjectType ToObjectType(RecordKind kind) noexcept
{
    constexpr VkObjectType TABLE[RECORD_KIND_COUNT] = {
        VK_OBJECT_TYPE_BUFFER,         VK_OBJECT_TYPE_IMAGE,         VK_OBJECT_TYPE_IMAGE_VIEW,
        VK_OBJECT_TYPE_SAMPLER,        VK_OBJECT_TYPE_SHADER_MODULE, VK_OBJECT_TYPE_DESCRIPTOR_SET_LAYOUT,
        VK_OBJECT_TYPE_DESCRIPTOR_SET, VK_OBJECT_TYPE_PIPELINE,      VK_OBJECT_TYPE_PIPELINE,
    };
    return Lookup(TABLE, kind);
}

Access ToAccess(uint32 uses) noexcept
{
    constexpr VkPipelineStageFlags DEPTH_TESTS =
        VK_PIPELINE_STAGE_EARLY_FRAGMENT_TESTS_BIT | VK_PIPELINE_STAGE_LATE_FRAGMENT_TESTS_BIT;
    constexpr VkAccessFlags COLOR = VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT;
    constexpr VkAccessFlags DEPTH_READ = VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT;
    // Indexed by the bit's position in ResourceUse.
    constexpr Access TABLE[] = {
        {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT},
        {VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, VK_ACCESS_INDEX_READ_BIT},
        {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT},
        {VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT},
        {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT},
        {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT},
        {VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT},
        {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT},
        {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT},
        {VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT},
        {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT},
        {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT},
        {VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, COLOR},
        {DEPTH_TESTS, DEPTH_READ | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT},
        {DEPTH_TESTS, DEPTH_READ},
        {VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, COLOR},
        {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT},
        {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT},
        {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT},
    };
    Access access;
    for (uint32 rest = uses; rest != 0; rest &= rest - 1)
    {
        const Access& one = TABLE[std::countr_zero(rest)];
        access.Stages |= one.Stages;
        access.Mask |= one.Mask;
    }
    return access;
}

VkImageLayout ToLayout(uint32 uses) noexcept
{
    if ((uses & (USE_COLOR_ATTACHMENT | USE_RESOLVE_DESTINATION)) != 0)
    {
        return VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    }
    if ((uses & USE_DEPTH_ATTACHMENT) != 0)
    {
        return VK_IMAGE_LAYOUT_DEPTH_STENCIL_ATTACHMENT_OPTIMAL;
    }
    if ((uses & USE_DEPTH_READ_ONLY) != 0)
    {
        return VK_IMAGE_LAYOUT_DEPTH_STENCIL_READ_ONLY_OPTIMAL;
    }
    if ((uses & USE_COPY_SOURCE) != 0)
    {
        return VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    }
    if ((uses & USE_COPY_DESTINATION) != 0)
    {
        return VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    }
    return uses == USE_NONE ? VK_IMAGE_LAYOUT_UNDEFINED : VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
}
} // namespace ludus::graphics::rhi::internal::vulkan
