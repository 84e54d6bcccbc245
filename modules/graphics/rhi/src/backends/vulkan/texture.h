// Textures, their views, and samplers.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/vulkan/pass_states.h"
#include "backends/vulkan/upload.h"

namespace ludus::graphics::rhi::internal::vulkan
{
struct Texture final
{
    ImageMemory Memory{};
    VkFormat Format{VK_FORMAT_UNDEFINED};
    uint32 BlockBytes{0};
    uint32 MipLevels{1};
    uint32 Layers{1};

    // Of attachments: the private depth, and what passes draw through.
    ImageMemory Depth{};
    VkImageView ColorView{VK_NULL_HANDLE};
    VkImageView DepthView{VK_NULL_HANDLE};
    VkFramebuffer Framebuffer{VK_NULL_HANDLE};
};

class Textures final
{
public:
    Textures(Device& device, Memory& memory, Uploads& uploads, PassStates& passes) noexcept
        : Gpu(device), Heap(memory), Copies(uploads), Passes(passes)
    {
    }

    [[nodiscard]] BackendStatus Create(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateView(uint32 slot, const TextureViewCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateSampler(uint32 slot, const SamplerDescription& description) noexcept;
    void Destroy(uint32 slot) noexcept;
    void DestroyView(uint32 slot) noexcept;
    void DestroySampler(uint32 slot) noexcept;
    void Stop() noexcept;

    [[nodiscard]] const Texture& At(uint32 slot) const noexcept { return Table.At(slot); }

    [[nodiscard]] uint64 GetApiBytes(uint32 slot) const noexcept
    {
        return Heap.GetBytes(At(slot).Memory.Allocation) + Heap.GetBytes(At(slot).Depth.Allocation);
    }

    [[nodiscard]] VkImageView ViewAt(uint32 slot) const noexcept { return Views.At(slot); }

    [[nodiscard]] VkSampler SamplerAt(uint32 slot) const noexcept { return Samplers.At(slot); }

private:
    [[nodiscard]] BackendStatus Fill(uint32 slot, uint64 generation, const TextureCreation& creation,
                                     const Texture& texture) noexcept;
    [[nodiscard]] BackendStatus MakeAttachments(const TextureDescription& description, Texture& texture) noexcept;
    void Release(Texture& texture) noexcept;

    Device& Gpu;
    Memory& Heap;
    Uploads& Copies;
    PassStates& Passes;
    SlotTable<Texture> Table{};
    SlotTable<VkImageView> Views{};
    SlotTable<VkSampler> Samplers{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
