// Barriers of streams: what each waits for, and all of a pass in one call.
//
// Transitions are translated once each and kept: the same few come again and again.
#pragma once

#include "backends/vulkan/buffer.h"
#include "backends/vulkan/convert.h"
#include "backends/vulkan/texture.h"

#include <bit>
#include <cstring>
#include <new>
#include <span>

namespace ludus::graphics::rhi::internal::vulkan
{
/// From one mask of ResourceUse to another, in Vulkan's words.
struct alignas(128) Transition final
{
    uint64 Uses{0};                   // as the barrier has them: Before, then After
    VkPipelineStageFlags Stages[2]{}; // from, to
    VkImageMemoryBarrier Image{};     // of the kept contents of a whole colour image, which is to be filled in
};

class Transitions final
{
public:
    Transitions() noexcept
    {
        for (Transition& entry : Entries)
        {
            Translate(0, entry);
        }
    }

    /// `uses`: Before and After as they lie in a barrier. Valid until the next call.
    [[nodiscard]] const Transition& Find(uint64 uses) noexcept
    {
        Transition& entry = At(uses);
        if (entry.Uses != uses)
        {
            Translate(uses, entry);
        }
        return entry;
    }

    /// Find where the transition is known, else null.
    [[nodiscard]] const Transition* FindKnown(uint64 uses) noexcept
    {
        const Transition& entry = At(uses);
        return entry.Uses == uses ? &entry : nullptr;
    }

private:
    static constexpr uint32 ENTRIES = 16;

    [[nodiscard]] Transition& At(uint64 uses) noexcept
    {
        // Multiplicative hashing (Knuth): the upper bits of the product depend on all bits of the masks. They are left
        // where they are the entry's offset in bytes.
        constexpr uint64 MASK = (ENTRIES - 1) * sizeof(Transition);
        const uint64 offset = (uses * 0x9E3779B97F4A7C15U) >> (64U - std::bit_width(MASK)) & MASK;
        return *std::launder(reinterpret_cast<Transition*>(reinterpret_cast<uint8*>(Entries) + offset));
    }

    [[gnu::noinline]] static void Translate(uint64 uses, Transition& entry) noexcept
    {
        uint32 masks[2];
        std::memcpy(masks, &uses, sizeof masks);
        const auto [before, after] = masks;
        const Access from = ToAccess(before);
        const Access to = ToAccess(after);
        entry.Uses = uses;
        entry.Stages[0] = from.Stages;
        entry.Stages[1] = to.Stages;
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

    Transition Entries[ENTRIES]{};
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
    [[gnu::noinline]] void RecordAny(VkCommandBuffer commands, const uint8* at, uint32 count) noexcept;
    void Give(VkCommandBuffer commands, uint64 stages, std::span<const VkBufferMemoryBarrier> buffers,
              std::span<const VkImageMemoryBarrier> images) const noexcept;

    const Device& Gpu;
    const Buffers& BufferTable;
    const Textures& TextureTable;
    Transitions Known{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
