// Barriers of streams: what each waits for, and all of a pass in one call.
//
// Transitions are translated once each and kept: the same few come again and again.
#pragma once

#include "backends/vulkan/buffer.h"
#include "backends/vulkan/convert.h"
#include "backends/vulkan/texture.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// From one mask of ResourceUse to another, in Vulkan's words.
struct alignas(128) Transition final
{
    uint32 Before{USE_NONE};
    uint32 After{USE_NONE};
    VkPipelineStageFlags From{0};
    VkPipelineStageFlags To{0};
    VkImageMemoryBarrier Image{}; // of the kept contents of a whole colour image, which is to be filled in
};

class Transitions final
{
public:
    Transitions() noexcept
    {
        for (Transition& entry : Entries)
        {
            Translate(USE_NONE, USE_NONE, entry);
        }
    }

    /// Valid until the next call.
    [[nodiscard]] const Transition& Find(uint32 before, uint32 after) noexcept
    {
        // Multiplicative hashing (Knuth): the upper bits of the product depend on all bits of the masks.
        Transition& entry = Entries[((before ^ after << 1U) * 2654435769U) >> (32U - ENTRY_BITS)];
        if (entry.Before != before || entry.After != after) [[unlikely]]
        {
            Translate(before, after, entry);
        }
        return entry;
    }

private:
    static constexpr uint32 ENTRY_BITS = 4;

    [[gnu::noinline]] static void Translate(uint32 before, uint32 after, Transition& entry) noexcept
    {
        const Access from = ToAccess(before);
        const Access to = ToAccess(after);
        entry.Before = before;
        entry.After = after;
        entry.From = from.Stages;
        entry.To = to.Stages;
        entry.Image = {
            .sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
            .pNext = nullptr,
            .srcAccessMask = from.Mask,
            .dstAccessMask = to.Mask,
            .oldLayout = ToLayout(before),
            .newLayout = ToLayout(after),
            .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
            .image = VK_NULL_HANDLE,
            .subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, VK_REMAINING_MIP_LEVELS, 0, VK_REMAINING_ARRAY_LAYERS},
        };
    }

    Transition Entries[1U << ENTRY_BITS]{};
};

/// Orders the uses of a whole buffer.
[[nodiscard]] inline VkBufferMemoryBarrier MakeBufferBarrier(VkBuffer buffer, const Access& from,
                                                             const Access& to) noexcept
{
    return {
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
        .pNext = nullptr,
        .srcAccessMask = from.Mask,
        .dstAccessMask = to.Mask,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .buffer = buffer,
        .offset = 0,
        .size = VK_WHOLE_SIZE,
    };
}

class Barriers final
{
public:
    Barriers(const Device& device, const Buffers& buffers, const Textures& textures) noexcept
        : Gpu(device), BufferTable(buffers), TextureTable(textures)
    {
    }

    /// Records `count` barriers of a stream.
    void Record(VkCommandBuffer commands, const uint8* at, uint32 count) noexcept;

private:
    const Device& Gpu;
    const Buffers& BufferTable;
    const Textures& TextureTable;
    Transitions Known{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
