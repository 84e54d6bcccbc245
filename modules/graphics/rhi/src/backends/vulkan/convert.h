// Our enumerations and masks as Vulkan's, and Vulkan's results as ours. Pure; nothing else in the backend maps values.
#pragma once

#include "backends/vulkan/vulkan_api.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// Where a use happens in the pipeline and how it touches memory.
struct Access final
{
    VkPipelineStageFlags Stages{0};
    VkAccessFlags Mask{0};
};

[[nodiscard]] BackendStatus ToStatus(VkResult result) noexcept;
[[nodiscard]] VkFormat ToFormat(RasterFormat format) noexcept;
[[nodiscard]] VkBufferUsageFlags ToBufferUsage(BufferRole role) noexcept;

/// Usage of a texture's colour image. Attachments can be copied from and to as well.
[[nodiscard]] VkImageUsageFlags ToImageUsage(bool isAttachment) noexcept;

[[nodiscard]] VkFormat ToVertexFormat(RasterVertexFormat format) noexcept;
[[nodiscard]] VkCompareOp ToCompare(RasterDepthCompare compare) noexcept;
[[nodiscard]] VkCompareOp ToCompare(RasterStencilCompare compare) noexcept;
[[nodiscard]] VkStencilOp ToStencilOperation(RasterStencilOperation operation) noexcept;
[[nodiscard]] VkCullModeFlags ToCull(RasterCull cull) noexcept;
[[nodiscard]] VkFilter ToFilter(RasterFilter filter) noexcept;
[[nodiscard]] VkSamplerAddressMode ToAddress(RasterAddress address) noexcept;
[[nodiscard]] VkDescriptorType ToDescriptorType(RasterBindingKind kind, bool hasDynamicOffset) noexcept;
[[nodiscard]] VkShaderStageFlags ToStages(RasterVisibility visibility) noexcept;
[[nodiscard]] VkImageViewType ToViewType(TextureDimension dimension) noexcept;
[[nodiscard]] VkImageAspectFlags ToAspect(TextureAspect aspect) noexcept;
[[nodiscard]] VkAttachmentLoadOp ToLoad(AttachmentLoad load) noexcept;
[[nodiscard]] VkAttachmentStoreOp ToStore(AttachmentStore store) noexcept;
[[nodiscard]] VkObjectType ToObjectType(RecordKind kind) noexcept;

/// Stages and accesses of a mask of ResourceUse. USE_NONE: nothing to wait for.
[[nodiscard]] Access ToAccess(uint32 uses) noexcept;

/// The layout an image is in while it is used so. Uses that need different layouts never come in one mask.
[[nodiscard]] VkImageLayout ToLayout(uint32 uses) noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
