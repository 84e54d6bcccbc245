#include "backends/vulkan/texture.h"

#include "backends/vulkan/attachments.h"
#include "backends/vulkan/convert.h"
#include "formats/format_facts.h"

#include <cassert>
#include <cstring>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// Where copies start in the staging buffer: a multiple of every format's block and of what copies like best.
constexpr usize STAGING_ALIGNMENT = 16;

usize LevelBytes(const FormatFacts& format, const TextureLevel& level) noexcept
{
    const usize bytes = static_cast<usize>(RowBytesOf(format, level.Width)) * level.Rows * level.DepthOrLayers;
    return (bytes + STAGING_ALIGNMENT - 1) & ~(STAGING_ALIGNMENT - 1);
}

// Copies the rows of a level, dropping the caller's padding.
void PackLevel(const FormatFacts& format, const TextureLevel& level, const uint8* source, uint8* destination) noexcept
{
    const auto rowBytes = static_cast<usize>(RowBytesOf(format, level.Width));
    const usize rows = usize{level.Rows} * level.DepthOrLayers;
    for (usize row = 0; row < rows; ++row)
    {
        std::memcpy(destination + row * rowBytes, source + level.Offset + row * level.RowPitch, rowBytes);
    }
}

VkImageMemoryBarrier WholeImage(const Texture& texture) noexcept
{
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = texture.Memory.Image;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, texture.MipLevels, 0, texture.Layers};
    return barrier;
}
} // namespace

BackendStatus Textures::Create(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept
{
    const TextureDescription& description = creation.Description;
    assert(description.SampleCount == 1 && !description.Stencil &&
           "attachments of several samples or with stencil are not offered by this backend yet");
    assert(description.MipLevels <= MAX_MIP_LEVELS && "more mips than any format offers");
    if (!Table.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    const bool isVolume = description.Dimension == TextureDimension::D3;
    const bool isCube = description.Dimension == TextureDimension::Cube;
    Texture texture;
    texture.Format = ToFormat(description.Format);
    texture.BlockBytes = FactsOf(description.Format).BytesPerBlock;
    texture.MipLevels = description.MipLevels;
    texture.Layers = isVolume ? 1 : description.DepthOrLayers;
    const VkImageCreateInfo image{
        .sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO,
        .pNext = nullptr,
        .flags = isCube ? VkImageCreateFlags{VK_IMAGE_CREATE_CUBE_COMPATIBLE_BIT} : 0U,
        .imageType = isVolume ? VK_IMAGE_TYPE_3D : VK_IMAGE_TYPE_2D,
        .format = texture.Format,
        .extent = {description.Width, description.Height, isVolume ? description.DepthOrLayers : 1},
        .mipLevels = texture.MipLevels,
        .arrayLayers = texture.Layers,
        .samples = VK_SAMPLE_COUNT_1_BIT,
        .tiling = VK_IMAGE_TILING_OPTIMAL,
        .usage = ToImageUsage(description.Attachment),
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .queueFamilyIndexCount = 0,
        .pQueueFamilyIndices = nullptr,
        .initialLayout = VK_IMAGE_LAYOUT_UNDEFINED,
    };
    BackendStatus status = Heap.CreateImage(image, texture.Memory);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    if (!creation.Bytes.empty())
    {
        status = Fill(slot, generation, creation, texture);
    }
    else if (description.Attachment)
    {
        status = MakeAttachments(description, texture);
    }
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        Release(texture);
        return status;
    }
    Table.At(slot) = texture;
    return status;
}

BackendStatus Textures::MakeAttachments(const TextureDescription& description, Texture& texture) noexcept
{
    assert(description.Dimension == TextureDimension::D2 && description.MipLevels == 1 &&
           "attachments of several mips or layers are not offered by this backend yet");
    const VkExtent2D extent{description.Width, description.Height};
    const PassKey pass{.Color = texture.Format, .Depth = Gpu.DepthFormat};
    BackendStatus status = Passes.Ensure(pass);
    if (status == BackendStatus::Ready)
    {
        status = Heap.CreateImage(
            DescribeAttachment(Gpu.DepthFormat, extent, VK_IMAGE_USAGE_DEPTH_STENCIL_ATTACHMENT_BIT), texture.Depth);
    }
    if (status == BackendStatus::Ready)
    {
        status =
            MakeAttachmentView(Gpu, texture.Memory.Image, texture.Format, VK_IMAGE_ASPECT_COLOR_BIT, texture.ColorView);
    }
    if (status == BackendStatus::Ready)
    {
        status =
            MakeAttachmentView(Gpu, texture.Depth.Image, Gpu.DepthFormat, VK_IMAGE_ASPECT_DEPTH_BIT, texture.DepthView);
    }
    if (status == BackendStatus::Ready)
    {
        status = MakeFramebuffer(Gpu, {Passes.Find(pass), texture.ColorView, texture.DepthView, extent},
                                 texture.Framebuffer);
    }
    return status;
}

void Textures::Release(Texture& texture) noexcept
{
    Gpu.Vk.vkDestroyFramebuffer(Gpu.Handle, texture.Framebuffer, nullptr);
    Gpu.Vk.vkDestroyImageView(Gpu.Handle, texture.ColorView, nullptr);
    Gpu.Vk.vkDestroyImageView(Gpu.Handle, texture.DepthView, nullptr);
    Heap.Destroy(texture.Depth);
    Heap.Destroy(texture.Memory);
    texture = {};
}

BackendStatus Textures::Fill(uint32 slot, uint64 generation, const TextureCreation& creation,
                             const Texture& texture) noexcept
{
    assert(creation.Levels.size() == texture.MipLevels && "an upload has one level a mip");
    const FormatFacts& format = FactsOf(creation.Description.Format);
    const bool isVolume = creation.Description.Dimension == TextureDimension::D3;
    VkBufferImageCopy regions[MAX_MIP_LEVELS];
    usize bytes = 0;
    for (uint32 mip = 0; mip < texture.MipLevels; ++mip)
    {
        const TextureLevel& level = creation.Levels[mip];
        regions[mip] = {
            .bufferOffset = bytes,
            .bufferRowLength = 0, // tightly packed
            .bufferImageHeight = 0,
            .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, mip, 0, texture.Layers},
            .imageOffset = {0, 0, 0},
            .imageExtent = {level.Width, level.Height, isVolume ? level.DepthOrLayers : 1},
        };
        bytes += LevelBytes(format, level);
    }
    Upload upload;
    const BackendStatus status = Copies.Begin(bytes, upload);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    upload.Kind = RecordKind::Texture;
    upload.Slot = slot;
    upload.Generation = generation;
    for (uint32 mip = 0; mip < texture.MipLevels; ++mip)
    {
        PackLevel(format, creation.Levels[mip], creation.Bytes.data(),
                  upload.Staging.Mapped + regions[mip].bufferOffset);
    }
    const VkCommandBuffer commands = upload.Copy->Commands;
    VkImageMemoryBarrier barrier = WholeImage(texture);
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    Gpu.Vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0,
                                nullptr, 0, nullptr, 1, &barrier);
    Gpu.Vk.vkCmdCopyBufferToImage(commands, upload.Staging.Buffer, texture.Memory.Image,
                                  VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, texture.MipLevels, regions);
    const Access reader = ToAccess(USE_SAMPLED_VERTEX | USE_SAMPLED_FRAGMENT | USE_SAMPLED_COMPUTE);
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = reader.Mask;
    barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.newLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    Gpu.Vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, reader.Stages, 0, 0, nullptr, 0, nullptr, 1,
                                &barrier);
    return Copies.Submit(upload, !creation.Description.AsyncUpload);
}

BackendStatus Textures::CreateView(uint32 slot, const TextureViewCreation& creation) noexcept
{
    assert(!creation.Attachment && "attachment views are not offered by this backend yet");
    if (!Views.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    const Texture& texture = Table.At(creation.Texture);
    const VkImageViewCreateInfo view{
        .sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .image = texture.Memory.Image,
        .viewType = ToViewType(creation.Dimension),
        .format = texture.Format,
        .components = {},
        .subresourceRange = {ToAspect(creation.Aspect), creation.BaseMip, creation.MipCount, creation.BaseLayer,
                             creation.Dimension == TextureDimension::D3 ? 1 : creation.LayerCount},
    };
    VkImageView made = VK_NULL_HANDLE;
    const BackendStatus status = Gpu.Note(Gpu.Vk.vkCreateImageView(Gpu.Handle, &view, nullptr, &made));
    if (status == BackendStatus::Ready)
    {
        Views.At(slot) = made;
    }
    return status;
}

BackendStatus Textures::CreateSampler(uint32 slot, const SamplerDescription& description) noexcept
{
    if (!Samplers.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    const bool hasMips = description.MipFilter != RasterMipFilter::None;
    const VkSamplerCreateInfo sampler{
        .sType = VK_STRUCTURE_TYPE_SAMPLER_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .magFilter = ToFilter(description.Filter),
        .minFilter = ToFilter(description.Filter),
        .mipmapMode = description.MipFilter == RasterMipFilter::Linear ? VK_SAMPLER_MIPMAP_MODE_LINEAR
                                                                       : VK_SAMPLER_MIPMAP_MODE_NEAREST,
        .addressModeU = ToAddress(description.U),
        .addressModeV = ToAddress(description.V),
        .addressModeW = ToAddress(description.W),
        .mipLodBias = 0,
        .anisotropyEnable = VK_FALSE,
        .maxAnisotropy = 1,
        .compareEnable = VK_FALSE,
        .compareOp = VK_COMPARE_OP_NEVER,
        .minLod = hasMips ? description.MinLod : 0,
        .maxLod = hasMips ? description.MaxLod : 0, // level zero of the view and no other
        .borderColor = VK_BORDER_COLOR_FLOAT_TRANSPARENT_BLACK,
        .unnormalizedCoordinates = VK_FALSE,
    };
    VkSampler made = VK_NULL_HANDLE;
    const BackendStatus status = Gpu.Note(Gpu.Vk.vkCreateSampler(Gpu.Handle, &sampler, nullptr, &made));
    if (status == BackendStatus::Ready)
    {
        Samplers.At(slot) = made;
    }
    return status;
}

void Textures::Destroy(uint32 slot) noexcept
{
    Texture& texture = Table.At(slot);
    static_cast<void>(Copies.Adopt(RecordKind::Texture, slot, nullptr, &texture.Memory)); // or Release destroys it
    Release(texture);
}

void Textures::DestroyView(uint32 slot) noexcept
{
    Gpu.Vk.vkDestroyImageView(Gpu.Handle, Views.At(slot), nullptr);
    Views.At(slot) = VK_NULL_HANDLE;
}

void Textures::DestroySampler(uint32 slot) noexcept
{
    Gpu.Vk.vkDestroySampler(Gpu.Handle, Samplers.At(slot), nullptr);
    Samplers.At(slot) = VK_NULL_HANDLE;
}

void Textures::Stop() noexcept
{
    Samplers.ForEach([this](VkSampler sampler) noexcept { Gpu.Vk.vkDestroySampler(Gpu.Handle, sampler, nullptr); });
    Views.ForEach([this](VkImageView view) noexcept { Gpu.Vk.vkDestroyImageView(Gpu.Handle, view, nullptr); });
    Table.ForEach([this](Texture& texture) noexcept { Release(texture); });
}
} // namespace ludus::graphics::rhi::internal::vulkan
