// Binding layouts, and binding sets from shared descriptor pools.
//
// Pools come in slabs of equal sets: an arena owns the pools of one combination of descriptor counts, so that a pool
// never fragments. A layout keeps the sets that were made for it and destroyed; the next set of the layout is one of
// them, rewritten through the layout's update template: on a warm path a set costs one call and no allocation. Sets
// with a runtime table each have a length of their own: they are taken from the arena of their counts and given back to
// it.
#pragma once

#include "backends/vulkan/buffer.h"
#include "backends/vulkan/texture.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// Descriptor types that layouts can hold; counts of a set are indexed by their position in bindings.cpp's table.
constexpr usize DESCRIPTOR_TYPE_COUNT = 6;

struct BindingSet final
{
    VkDescriptorSet Set{VK_NULL_HANDLE};
    VkPipelineLayout Layout{VK_NULL_HANDLE}; // of the binding layout; outlived by it
    uint32 LayoutSlot{NO_SLOT};
    uint32 Arena{0};
    uint32 Pool{0}; // in the arena
    uint32 DynamicCount{0};
};

struct FreeSet final
{
    VkDescriptorSet Set{VK_NULL_HANDLE};
    uint32 Pool{0};
};

/// One descriptor as an update template reads it.
union DescriptorData
{
    VkDescriptorBufferInfo Buffer;
    VkDescriptorImageInfo Image;
};

struct BindingLayout final
{
    VkDescriptorSetLayout Sets{VK_NULL_HANDLE};
    VkPipelineLayout Pipelines{VK_NULL_HANDLE};
    VkDescriptorUpdateTemplate Update{VK_NULL_HANDLE}; // from DescriptorData for each descriptor; null without any
    uint32 Arena{0};
    uint32 TableStart{NO_SLOT}; // descriptors before those of the runtime table; NO_SLOT: there is no table
    uint32 DynamicCount{0};
    uint32 SetCount{0};                    // made from pools, in use or free
    foundation::Array<FreeSet> FreeSets{}; // has room for SetCount
};

class Bindings final
{
public:
    Bindings(Device& device, const Buffers& buffers, const Textures& textures) noexcept
        : Gpu(device), BufferTable(buffers), TextureTable(textures)
    {
    }

    [[nodiscard]] BackendStatus CreateLayout(uint32 slot, const BindingLayoutCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateSet(uint32 slot, const BindingSetCreation& creation) noexcept;
    void DestroyLayout(uint32 slot) noexcept;
    void DestroySet(uint32 slot) noexcept;
    void Stop() noexcept;

    [[nodiscard]] const BindingSet& SetAt(uint32 slot) const noexcept { return Sets.At(slot); }

    [[nodiscard]] const BindingLayout& LayoutAt(uint32 slot) const noexcept { return Layouts.At(slot); }

    /// Adds the pools and their descriptors.
    void CountPools(MemoryTotals& totals) const noexcept;

private:
    struct Pool final
    {
        VkDescriptorPool Handle{VK_NULL_HANDLE}; // null: given back, its place may be taken again
        uint32 FreeSets{0};
    };

    struct Arena final
    {
        uint32 Counts[DESCRIPTOR_TYPE_COUNT]{};
        uint32 SetsPerPool{0};
        foundation::Array<Pool> Pools{};
    };

    [[nodiscard]] BackendStatus MakeUpdate(std::span<const RasterBinding> bindings, BindingLayout& layout) noexcept;
    [[nodiscard]] BackendStatus FindArena(const uint32 (&counts)[DESCRIPTOR_TYPE_COUNT], uint32& index) noexcept;
    [[nodiscard]] BackendStatus MakePool(Arena& arena, uint32& index) noexcept;
    [[nodiscard]] BackendStatus TakeSet(BindingLayout& layout, FreeSet& set) noexcept;
    [[nodiscard]] BackendStatus TakeTableSet(const BindingLayout& layout, uint32 length, uint32& arena,
                                             FreeSet& set) noexcept;
    [[nodiscard]] BackendStatus Allocate(uint32 arenaIndex, const VkDescriptorSetAllocateInfo& wanted,
                                         FreeSet& set) noexcept;
    void GiveBack(uint32 arenaIndex, const FreeSet& set) noexcept;
    void ReleaseLayout(BindingLayout& layout) noexcept;
    void Write(const BindingLayout& layout, VkDescriptorSet set, std::span<const SetDescriptor> descriptors) noexcept;
    void WriteTable(VkDescriptorSet set, std::span<const SetDescriptor> table) noexcept;

    Device& Gpu;
    const Buffers& BufferTable;
    const Textures& TextureTable;
    SlotTable<BindingLayout> Layouts{};
    SlotTable<BindingSet> Sets{};
    foundation::Array<Arena> Arenas{};
    foundation::Array<DescriptorData> Scratch{}; // as many as the largest layout has
    foundation::Array<VkDescriptorImageInfo> TableScratch{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
