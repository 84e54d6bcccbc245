#include "backends/vulkan/barriers.h"

#include <algorithm>
#include <cstddef>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
void Translate(const Barrier& barrier, const Transition& transition, const Texture& texture,
               VkImageMemoryBarrier& native) noexcept
{
    native = transition.Image;
    native.image = texture.Memory.Image;
    if (!barrier.KeepsContents)
    {
        native.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    }
    if (barrier.Aspect != TextureAspect::Color)
    {
        native.image = texture.Depth.Image;
        native.subresourceRange.aspectMask = ToAspect(barrier.Aspect);
    }
    static_assert(offsetof(Barrier, LayerCount) == offsetof(Barrier, BaseMip) + 3 * sizeof(uint32));
    const auto* part = reinterpret_cast<const uint8*>(&barrier.BaseMip);
    if ((Peek<uint64>(part) | Peek<uint64>(part + sizeof(uint64))) != 0) [[unlikely]]
    {
        VkImageSubresourceRange& range = native.subresourceRange;
        range.baseMipLevel = barrier.BaseMip;
        range.levelCount = barrier.MipCount != 0 ? barrier.MipCount : VK_REMAINING_MIP_LEVELS;
        range.baseArrayLayer = barrier.BaseLayer;
        range.layerCount = barrier.LayerCount != 0 ? barrier.LayerCount : VK_REMAINING_ARRAY_LAYERS;
    }
}

// A function of its own: most barriers are of textures.
[[gnu::noinline]] void Translate(const Transition& transition, VkBuffer buffer, VkBufferMemoryBarrier& native) noexcept
{
    native = MakeBufferBarrier(buffer, {transition.From, transition.Image.srcAccessMask},
                               {transition.To, transition.Image.dstAccessMask});
}
} // namespace

void Barriers::Record(VkCommandBuffer commands, const uint8* at, uint32 count) noexcept
{
    // One call carries a pass's barriers, unless they are very many.
    constexpr uint32 BATCH = 32;
    VkImageMemoryBarrier images[BATCH];
    VkBufferMemoryBarrier buffers[BATCH];
    while (count != 0)
    {
        uint32 imageCount = 0;
        uint32 bufferCount = 0;
        VkPipelineStageFlags before = 0;
        VkPipelineStageFlags after = 0;
        const uint32 batch = std::min(count, BATCH);
        for (const uint8* const end = at + batch * sizeof(Barrier); at != end; at += sizeof(Barrier))
        {
            const auto& barrier = View<Barrier>(at);
            const Transition& transition = Known.Find(barrier.Before, barrier.After);
            before |= transition.From;
            after |= transition.To;
            if (barrier.Kind == RecordKind::Texture)
            {
                Translate(barrier, transition, TextureTable.At(barrier.Slot), images[imageCount++]);
                continue;
            }
            Translate(transition, BufferTable.At(barrier.Slot), buffers[bufferCount++]);
        }
        before = before != 0 ? before : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT};
        after = after != 0 ? after : VkPipelineStageFlags{VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT};
        Gpu.Vk.vkCmdPipelineBarrier(commands, before, after, 0, 0, nullptr, bufferCount, buffers, imageCount, images);
        count -= batch;
    }
}
} // namespace ludus::graphics::rhi::internal::vulkan
