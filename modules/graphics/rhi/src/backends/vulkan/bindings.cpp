#include "backends/vulkan/bindings.h"

#include "backends/vulkan/convert.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// Sets of one pool, and descriptors that are enough for one: a pool is the unit in which the driver reserves descriptor
// memory.
constexpr uint32 MAX_POOL_SETS = 64;
constexpr uint32 AMPLE_POOL_DESCRIPTORS = 2048;

constexpr VkDescriptorType DESCRIPTOR_TYPES[DESCRIPTOR_TYPE_COUNT] = {
    VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER, VK_DESCRIPTOR_TYPE_UNIFORM_BUFFER_DYNAMIC,
    VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER_DYNAMIC,
    VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE,  VK_DESCRIPTOR_TYPE_SAMPLER,
};

usize IndexOf(VkDescriptorType type) noexcept
{
    usize index = 0;
    while (index < DESCRIPTOR_TYPE_COUNT && DESCRIPTOR_TYPES[index] != type)
    {
        ++index;
    }
    assert(index < DESCRIPTOR_TYPE_COUNT && "a descriptor type without pools");
    return index;
}
} // namespace

BackendStatus Bindings::CreateLayout(uint32 slot, const BindingLayoutCreation& creation) noexcept
{
    assert(creation.Bindings.size() <= RASTER_BINDING_COUNT && "more bindings than binding numbers");
    if (!Layouts.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    VkDescriptorSetLayoutBinding bindings[RASTER_BINDING_COUNT];
    uint32 counts[DESCRIPTOR_TYPE_COUNT]{};
    uint32 count = 0;
    uint32 descriptors = 0;
    BindingLayout layout;
    VkDescriptorBindingFlags flags[RASTER_BINDING_COUNT]{};
    for (const RasterBinding& binding : creation.Bindings)
    {
        if (binding.IsRuntimeSized) // the last one, as the specification wants
        {
            layout.TableStart = descriptors;
            flags[count] = VK_DESCRIPTOR_BINDING_VARIABLE_DESCRIPTOR_COUNT_BIT;
        }
        descriptors += binding.Count;
        const VkDescriptorType type = ToDescriptorType(binding.Kind, binding.HasDynamicOffset);
        bindings[count++] = {
            .binding = binding.Binding,
            .descriptorType = type,
            .descriptorCount = binding.Count,
            .stageFlags = ToStages(binding.Visibility),
            .pImmutableSamplers = nullptr,
        };
        counts[IndexOf(type)] += binding.Count;
        layout.DynamicCount += binding.HasDynamicOffset ? 1U : 0U;
    }
    const bool hasTable = layout.TableStart != NO_SLOT;
    if (hasTable)
    {
        counts[IndexOf(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE)] -= creation.Bindings.back().Count; // each set adds its own
    }
    BackendStatus status = FindArena(counts, layout.Arena);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    VkDescriptorSetLayoutBindingFlagsCreateInfo lengths{};
    lengths.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_BINDING_FLAGS_CREATE_INFO;
    lengths.bindingCount = count;
    lengths.pBindingFlags = flags;
    const VkDescriptorSetLayoutCreateInfo sets{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO,
        .pNext = hasTable ? &lengths : nullptr,
        .flags = 0,
        .bindingCount = count,
        .pBindings = bindings,
    };
    status = Gpu.Note(Gpu.Vk.vkCreateDescriptorSetLayout(Gpu.Handle, &sets, nullptr, &layout.Sets));
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    const VkPipelineLayoutCreateInfo pipelines{
        .sType = VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .setLayoutCount = 1,
        .pSetLayouts = &layout.Sets,
        .pushConstantRangeCount = 0,
        .pPushConstantRanges = nullptr,
    };
    status =
        Gpu.Made(Gpu.Vk.vkCreatePipelineLayout(Gpu.Handle, &pipelines, nullptr, &layout.Pipelines), layout.Pipelines);
    if (status == BackendStatus::Ready)
    {
        status = MakeUpdate(creation.Bindings, layout);
    }
    if (status != BackendStatus::Ready)
    {
        ReleaseLayout(layout);
        return status;
    }
    Layouts.At(slot) = std::move(layout);
    return BackendStatus::Ready;
}

BackendStatus Bindings::MakeUpdate(std::span<const RasterBinding> bindings, BindingLayout& layout) noexcept
{
    VkDescriptorUpdateTemplateEntry entries[RASTER_BINDING_COUNT];
    uint32 entryCount = 0;
    usize descriptorCount = 0;
    for (const RasterBinding& binding : bindings)
    {
        if (binding.IsRuntimeSized)
        {
            continue; // its length differs between sets
        }
        entries[entryCount++] = {
            .dstBinding = binding.Binding,
            .dstArrayElement = 0,
            .descriptorCount = binding.Count,
            .descriptorType = ToDescriptorType(binding.Kind, binding.HasDynamicOffset),
            .offset = descriptorCount * sizeof(DescriptorData),
            .stride = sizeof(DescriptorData),
        };
        descriptorCount += binding.Count;
    }
    if (entryCount == 0)
    {
        return BackendStatus::Ready;
    }
    if (descriptorCount > Scratch.Size() && !Scratch.Resize(descriptorCount))
    {
        return BackendStatus::OutOfMemory;
    }
    VkDescriptorUpdateTemplateCreateInfo update{};
    update.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_UPDATE_TEMPLATE_CREATE_INFO;
    update.descriptorUpdateEntryCount = entryCount;
    update.pDescriptorUpdateEntries = entries;
    update.templateType = VK_DESCRIPTOR_UPDATE_TEMPLATE_TYPE_DESCRIPTOR_SET;
    update.descriptorSetLayout = layout.Sets;
    return Gpu.Made(Gpu.Vk.vkCreateDescriptorUpdateTemplate(Gpu.Handle, &update, nullptr, &layout.Update),
                    layout.Update);
}

BackendStatus Bindings::FindArena(const uint32 (&counts)[DESCRIPTOR_TYPE_COUNT], uint32& index) noexcept
{
    for (usize i = 0; i < Arenas.Size(); ++i)
    {
        if (std::memcmp(Arenas[i].Counts, counts, sizeof counts) == 0)
        {
            index = static_cast<uint32>(i);
            return BackendStatus::Ready;
        }
    }
    Arena arena;
    std::memcpy(arena.Counts, counts, sizeof counts);
    uint32 descriptors = 1;
    for (const uint32 count : counts)
    {
        descriptors += count;
    }
    arena.SetsPerPool = std::clamp(AMPLE_POOL_DESCRIPTORS / descriptors, 1U, MAX_POOL_SETS);
    index = static_cast<uint32>(Arenas.Size());
    return Arenas.Append(std::move(arena)) ? BackendStatus::Ready : BackendStatus::OutOfMemory;
}

BackendStatus Bindings::MakePool(Arena& arena, uint32& index) noexcept
{
    usize place = 0;
    while (place < arena.Pools.Size() && arena.Pools[place].Handle != VK_NULL_HANDLE)
    {
        ++place;
    }
    if (place == arena.Pools.Size() && !arena.Pools.Append({}))
    {
        return BackendStatus::OutOfMemory;
    }
    VkDescriptorPoolSize sizes[DESCRIPTOR_TYPE_COUNT];
    uint32 count = 0;
    for (usize i = 0; i < DESCRIPTOR_TYPE_COUNT; ++i)
    {
        if (arena.Counts[i] != 0)
        {
            sizes[count++] = {.type = DESCRIPTOR_TYPES[i], .descriptorCount = arena.Counts[i] * arena.SetsPerPool};
        }
    }
    if (count == 0) // a layout without bindings; a pool still has to name one type
    {
        sizes[count++] = {.type = VK_DESCRIPTOR_TYPE_SAMPLER, .descriptorCount = 1};
    }
    const VkDescriptorPoolCreateInfo pool{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO,
        .pNext = nullptr,
        .flags = VK_DESCRIPTOR_POOL_CREATE_FREE_DESCRIPTOR_SET_BIT,
        .maxSets = arena.SetsPerPool,
        .poolSizeCount = count,
        .pPoolSizes = sizes,
    };
    VkDescriptorPool made = VK_NULL_HANDLE;
    const BackendStatus status = Gpu.Note(Gpu.Vk.vkCreateDescriptorPool(Gpu.Handle, &pool, nullptr, &made));
    if (status == BackendStatus::Ready)
    {
        arena.Pools[place] = {.Handle = made, .FreeSets = arena.SetsPerPool};
        index = static_cast<uint32>(place);
    }
    return status;
}

BackendStatus Bindings::TakeSet(BindingLayout& layout, FreeSet& set) noexcept
{
    if (!layout.FreeSets.IsEmpty())
    {
        set = layout.FreeSets.Back();
        layout.FreeSets.PopBack();
        return BackendStatus::Ready;
    }
    // Room to give the set back later comes first: destroying must not fail.
    const usize room = layout.FreeSets.Capacity();
    if (room == layout.SetCount && !layout.FreeSets.Reserve(std::max<usize>(4, room * 2)))
    {
        return BackendStatus::OutOfMemory;
    }
    const VkDescriptorSetAllocateInfo wanted{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .pNext = nullptr,
        .descriptorPool = VK_NULL_HANDLE,
        .descriptorSetCount = 1,
        .pSetLayouts = &layout.Sets,
    };
    const BackendStatus status = Allocate(layout.Arena, wanted, set);
    layout.SetCount += status == BackendStatus::Ready ? 1U : 0U;
    return status;
}

BackendStatus Bindings::TakeTableSet(const BindingLayout& layout, uint32 length, uint32& arena, FreeSet& set) noexcept
{
    if (length > TableScratch.Size() && !TableScratch.Resize(length))
    {
        return BackendStatus::OutOfMemory;
    }
    uint32 counts[DESCRIPTOR_TYPE_COUNT];
    std::memcpy(counts, Arenas[layout.Arena].Counts, sizeof counts);
    counts[IndexOf(VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE)] += length;
    if (const BackendStatus status = FindArena(counts, arena); status != BackendStatus::Ready)
    {
        return status;
    }
    VkDescriptorSetVariableDescriptorCountAllocateInfo lengths{};
    lengths.sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_VARIABLE_DESCRIPTOR_COUNT_ALLOCATE_INFO;
    lengths.descriptorSetCount = 1;
    lengths.pDescriptorCounts = &length;
    const VkDescriptorSetAllocateInfo wanted{
        .sType = VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO,
        .pNext = &lengths,
        .descriptorPool = VK_NULL_HANDLE,
        .descriptorSetCount = 1,
        .pSetLayouts = &layout.Sets,
    };
    return Allocate(arena, wanted, set);
}

// From a pool of the arena that has a free one; `wanted` names no pool yet.
BackendStatus Bindings::Allocate(uint32 arenaIndex, const VkDescriptorSetAllocateInfo& wanted, FreeSet& set) noexcept
{
    Arena& arena = Arenas[arenaIndex];
    uint32 index = 0;
    while (index < arena.Pools.Size() &&
           (arena.Pools[index].Handle == VK_NULL_HANDLE || arena.Pools[index].FreeSets == 0))
    {
        ++index;
    }
    if (index == arena.Pools.Size())
    {
        const BackendStatus status = MakePool(arena, index);
        if (status != BackendStatus::Ready)
        {
            return status;
        }
    }
    Pool& pool = arena.Pools[index];
    VkDescriptorSetAllocateInfo allocation = wanted;
    allocation.descriptorPool = pool.Handle;
    const BackendStatus status = Gpu.Note(Gpu.Vk.vkAllocateDescriptorSets(Gpu.Handle, &allocation, &set.Set));
    if (status == BackendStatus::Ready)
    {
        set.Pool = index;
        --pool.FreeSets;
    }
    return status;
}

void Bindings::GiveBack(uint32 arenaIndex, const FreeSet& set) noexcept
{
    Arena& arena = Arenas[arenaIndex];
    Pool& pool = arena.Pools[set.Pool];
    // Freeing cannot fail for a set of this pool; a lost device keeps nothing anyway.
    static_cast<void>(Gpu.Vk.vkFreeDescriptorSets(Gpu.Handle, pool.Handle, 1, &set.Set));
    if (++pool.FreeSets == arena.SetsPerPool)
    {
        Gpu.Vk.vkDestroyDescriptorPool(Gpu.Handle, pool.Handle, nullptr);
        pool = {};
    }
}

BackendStatus Bindings::CreateSet(uint32 slot, const BindingSetCreation& creation) noexcept
{
    if (!Sets.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    BindingLayout& layout = Layouts.At(creation.Layout);
    FreeSet set;
    uint32 arena = layout.Arena;
    const BackendStatus status =
        creation.RuntimeCount != 0 ? TakeTableSet(layout, creation.RuntimeCount, arena, set) : TakeSet(layout, set);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    Write(layout, set.Set, creation.Descriptors);
    Sets.At(slot) = {
        .Set = set.Set,
        .Layout = layout.Pipelines,
        .LayoutSlot = creation.Layout,
        .Arena = arena,
        .Pool = set.Pool,
        .DynamicCount = layout.DynamicCount,
    };
    return BackendStatus::Ready;
}

// The descriptors are every one of the layout, in the order of its bindings and elements: the template's order, and the
// runtime table behind it.
void Bindings::Write(const BindingLayout& layout, VkDescriptorSet set,
                     std::span<const SetDescriptor> descriptors) noexcept
{
    DescriptorData* data = Scratch.Data();
    const usize fixed = std::min<usize>(layout.TableStart, descriptors.size());
    for (const SetDescriptor& descriptor : descriptors.first(fixed))
    {
        switch (descriptor.Kind)
        {
        case RasterBindingKind::UniformBuffer:
        case RasterBindingKind::StorageRead:
        case RasterBindingKind::StorageReadWrite:
            data->Buffer = {BufferTable.At(descriptor.Slot), descriptor.Offset, descriptor.Size};
            break;
        case RasterBindingKind::Sampler:
            data->Image = {TextureTable.SamplerAt(descriptor.Slot), VK_NULL_HANDLE, VK_IMAGE_LAYOUT_UNDEFINED};
            break;
        default:
            data->Image = {VK_NULL_HANDLE, TextureTable.ViewAt(descriptor.Slot),
                           VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
            break;
        }
        ++data;
    }
    if (layout.Update != VK_NULL_HANDLE)
    {
        Gpu.Vk.vkUpdateDescriptorSetWithTemplate(Gpu.Handle, set, layout.Update, Scratch.Data());
    }
    if (fixed != descriptors.size())
    {
        WriteTable(set, descriptors.subspan(fixed));
    }
}

void Bindings::WriteTable(VkDescriptorSet set, std::span<const SetDescriptor> table) noexcept
{
    VkDescriptorImageInfo* image = TableScratch.Data();
    for (const SetDescriptor& descriptor : table)
    {
        *image++ = {VK_NULL_HANDLE, TextureTable.ViewAt(descriptor.Slot), VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL};
    }
    VkWriteDescriptorSet write{};
    write.sType = VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET;
    write.dstSet = set;
    write.dstBinding = RUNTIME_BINDING_ARRAY_SLOT;
    write.descriptorCount = static_cast<uint32>(table.size());
    write.descriptorType = VK_DESCRIPTOR_TYPE_SAMPLED_IMAGE;
    write.pImageInfo = TableScratch.Data();
    Gpu.Vk.vkUpdateDescriptorSets(Gpu.Handle, 1, &write, 0, nullptr);
}

void Bindings::DestroySet(uint32 slot) noexcept
{
    BindingSet& set = Sets.At(slot);
    BindingLayout& layout = Layouts.At(set.LayoutSlot);
    if (layout.TableStart != NO_SLOT)
    {
        GiveBack(set.Arena, {.Set = set.Set, .Pool = set.Pool});
    }
    else
    {
        layout.FreeSets.AppendReserved({.Set = set.Set, .Pool = set.Pool});
    }
    set = {};
}

void Bindings::DestroyLayout(uint32 slot) noexcept
{
    BindingLayout& layout = Layouts.At(slot);
    assert(layout.FreeSets.Size() == layout.SetCount && "a layout dies before its sets");
    for (const FreeSet& set : layout.FreeSets)
    {
        GiveBack(layout.Arena, set);
    }
    ReleaseLayout(layout);
}

void Bindings::ReleaseLayout(BindingLayout& layout) noexcept
{
    Gpu.Vk.vkDestroyDescriptorUpdateTemplate(Gpu.Handle, layout.Update, nullptr);
    Gpu.Vk.vkDestroyPipelineLayout(Gpu.Handle, layout.Pipelines, nullptr);
    Gpu.Vk.vkDestroyDescriptorSetLayout(Gpu.Handle, layout.Sets, nullptr);
    layout = {};
}

void Bindings::Stop() noexcept
{
    for (Arena& arena : Arenas)
    {
        for (const Pool& pool : arena.Pools)
        {
            Gpu.Vk.vkDestroyDescriptorPool(Gpu.Handle, pool.Handle, nullptr);
        }
    }
    Arenas.Release();
    Layouts.ForEach([this](BindingLayout& layout) noexcept { ReleaseLayout(layout); });
}

void Bindings::CountPools(MemoryTotals& totals) const noexcept
{
    for (const Arena& arena : Arenas)
    {
        uint64 descriptors = 0;
        for (const uint32 count : arena.Counts)
        {
            descriptors += uint64{count} * arena.SetsPerPool;
        }
        for (const Pool& pool : arena.Pools)
        {
            if (pool.Handle != VK_NULL_HANDLE)
            {
                ++totals.DescriptorPools;
                totals.ReservedDescriptors += descriptors;
            }
        }
    }
}
} // namespace ludus::graphics::rhi::internal::vulkan
