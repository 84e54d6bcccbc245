#include "backends/vulkan/barriers.h"

#include <algorithm>
#include <cstddef>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// Whether the barrier names mips or layers.
bool HasPart(const Barrier& barrier) noexcept
{
    static_assert(offsetof(Barrier, LayerCount) == offsetof(Barrier, BaseMip) + 3 * sizeof(uint32));
    const auto* part = reinterpret_cast<const uint8*>(&barrier.BaseMip);
    return (Peek<uint64>(part) | Peek<uint64>(part + sizeof(uint64))) != 0;
}

// The barrier of a whole image.
void TranslateWhole(const Barrier& barrier, const Transition& transition, const Texture& texture,
                    VkImageMemoryBarrier& native) noexcept
{
    native = transition.Image;
    native.image = texture.Memory.Image;
    if (!barrier.KeepsContents)
    {
        native.oldLayout = VK_IMAGE_LAYOUT_UNDEFINED;
    }
    if (barrier.Aspect != TextureAspect::Color) [[unlikely]]
    {
        native.image = texture.Depth.Image;
        native.subresourceRange.aspectMask = ToAspect(barrier.Aspect);
    }
}

void Translate(const Barrier& barrier, const Transition& transition, const Texture& texture,
               VkImageMemoryBarrier& native) noexcept
{
    TranslateWhole(barrier, transition, texture, native);
    if (HasPart(barrier))
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
    native = MakeBufferBarrier(buffer, {transition.Stages[0], transition.Image.srcAccessMask},
                               {transition.Stages[1], transition.Image.dstAccessMask});
}

// The barriers that most passes have: of one or two attachments, colour and depth.
constexpr uint32 FEW = 4;

uint64 ReadUses(const Barrier& barrier) noexcept
{
    static_assert(offsetof(Barrier, After) == offsetof(Barrier, Before) + sizeof(uint32));
    return Peek<uint64>(reinterpret_cast<const uint8*>(&barrier.Before));
}

uint64 ReadStages(const Transition& transition) noexcept
{
    static_assert(sizeof transition.Stages == sizeof(uint64));
    return Peek<uint64>(reinterpret_cast<const uint8*>(transition.Stages));
}
} // namespace

void Barriers::Record(VkCommandBuffer commands, const uint8* at, uint32 count) noexcept
{
    if (count > FEW) [[unlikely]]
    {
        return RecordAny(commands, at, count);
    }
    if (count == 0)
    {
        return;
    }
    VkImageMemoryBarrier images[FEW];
    VkImageMemoryBarrier* image = images;
    uint64 stages = 0;
    const uint8* const end = at + count * sizeof(Barrier);
    for (const uint8* next = at; next != end; next += sizeof(Barrier), ++image)
    {
        const auto& barrier = View<Barrier>(next);
        const Transition* transition = Known.FindKnown(ReadUses(barrier));
        if (barrier.Kind != RecordKind::Texture || transition == nullptr || HasPart(barrier)) [[unlikely]]
        {
            return RecordAny(commands, at, count);
        }
        stages |= ReadStages(*transition);
        TranslateWhole(barrier, *transition, TextureTable.At(barrier.Slot), *image);
    }
    Give(commands, stages, {}, {images, count});
}

// One call carries a pass's barriers, unless they are very many.
void Barriers::RecordAny(VkCommandBuffer commands, const uint8* at, uint32 count) noexcept
{
    constexpr uint32 BATCH = 32;
    VkImageMemoryBarrier images[BATCH];
    VkBufferMemoryBarrier buffers[BATCH];
    while (count != 0)
    {
        uint32 imageCount = 0;
        uint32 bufferCount = 0;
        uint64 stages = 0;
        const uint32 batch = std::min(count, BATCH);
        for (const uint8* const end = at + batch * sizeof(Barrier); at != end; at += sizeof(Barrier))
        {
            const auto& barrier = View<Barrier>(at);
            const Transition& transition = Known.Find(ReadUses(barrier));
            stages |= ReadStages(transition);
            if (barrier.Kind == RecordKind::Texture)
            {
                Translate(barrier, transition, TextureTable.At(barrier.Slot), images[imageCount++]);
                continue;
            }
            Translate(transition, BufferTable.At(barrier.Slot), buffers[bufferCount++]);
        }
        Give(commands, stages, {buffers, bufferCount}, {images, imageCount});
        count -= batch;
    }
}

void Barriers::Give(VkCommandBuffer commands, uint64 stages, std::span<const VkBufferMemoryBarrier> buffers,
                    std::span<const VkImageMemoryBarrier> images) const noexcept
{
    VkPipelineStageFlags masks[2];
    std::memcpy(masks, &stages, sizeof masks);
    const VkPipelineStageFlags from =
        masks[0] != 0 ? masks[0] : VkPipelineStageFlags{VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT};
    const VkPipelineStageFlags to =
        masks[1] != 0 ? masks[1] : VkPipelineStageFlags{VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT};
    Gpu.Vk.vkCmdPipelineBarrier(commands, from, to, 0, 0, nullptr, static_cast<uint32>(buffers.size()), buffers.data(),
                                static_cast<uint32>(images.size()), images.data());
}
} // namespace ludus::graphics::rhi::internal::vulkan
