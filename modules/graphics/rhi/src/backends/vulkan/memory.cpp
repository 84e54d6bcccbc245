#include "backends/vulkan/memory.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <cinttypes>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <mutex>
#include <new>
#include <shared_mutex>
#include <type_traits>
#include <utility>

// The allocator's functions become static and its classes live in a namespace of ours: a program may well have an
// allocator of its own, of another version. Its standard and Vulkan includes stand above, outside the namespace.
#define VMA_CALL_PRE static
#define VMA_IMPLEMENTATION
#define VMA_STATIC_VULKAN_FUNCTIONS 0
#define VMA_DYNAMIC_VULKAN_FUNCTIONS 1
#define VMA_VULKAN_VERSION 1001000
#define VMA_STATS_STRING_ENABLED 0

namespace ludus_vma
{
#include <vk_mem_alloc.h>
}

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
ludus_vma::VmaAllocator ToAllocator(AllocatorHandle handle) noexcept
{
    return static_cast<ludus_vma::VmaAllocator>(handle);
}

ludus_vma::VmaAllocation ToAllocation(AllocationHandle handle) noexcept
{
    return static_cast<ludus_vma::VmaAllocation>(handle);
}

ludus_vma::VmaAllocationCreateInfo ToCreation(MemoryUse use) noexcept
{
    using namespace ludus_vma;
    VmaAllocationCreateInfo creation{};
    creation.usage = VMA_MEMORY_USAGE_AUTO;
    switch (use)
    {
    case MemoryUse::Static:
        creation.usage = VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE;
        creation.flags = VMA_ALLOCATION_CREATE_MAPPED_BIT | VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT |
                         VMA_ALLOCATION_CREATE_HOST_ACCESS_ALLOW_TRANSFER_INSTEAD_BIT;
        break;
    case MemoryUse::Uniforms:
    case MemoryUse::Staging:
        creation.flags = VMA_ALLOCATION_CREATE_MAPPED_BIT | VMA_ALLOCATION_CREATE_HOST_ACCESS_SEQUENTIAL_WRITE_BIT;
        break;
    case MemoryUse::Readback:
        creation.flags = VMA_ALLOCATION_CREATE_MAPPED_BIT | VMA_ALLOCATION_CREATE_HOST_ACCESS_RANDOM_BIT;
        break;
    }
    return creation;
}
} // namespace

BackendStatus Memory::Start() noexcept
{
    ludus_vma::VmaVulkanFunctions functions{};
    functions.vkGetInstanceProcAddr = vkGetInstanceProcAddr;
    functions.vkGetDeviceProcAddr = vkGetDeviceProcAddr;
    ludus_vma::VmaAllocatorCreateInfo creation{};
    creation.flags = ludus_vma::VMA_ALLOCATOR_CREATE_EXTERNALLY_SYNCHRONIZED_BIT; // one thread owns the device
    creation.physicalDevice = Gpu.Adapter;
    creation.device = Gpu.Handle;
    creation.instance = Gpu.Instance;
    creation.pVulkanFunctions = &functions;
    creation.vulkanApiVersion = VK_API_VERSION_1_1;
    ludus_vma::VmaAllocator allocator{};
    const BackendStatus status = Gpu.Note(ludus_vma::vmaCreateAllocator(&creation, &allocator));
    Allocator = allocator;
    return status;
}

void Memory::Stop() noexcept
{
    if (Allocator != nullptr)
    {
        ludus_vma::vmaDestroyAllocator(ToAllocator(Allocator));
        Allocator = nullptr;
    }
}

BackendStatus Memory::CreateBuffer(usize bytes, VkBufferUsageFlags usage, MemoryUse use, BufferMemory& buffer) noexcept
{
    const VkBufferCreateInfo creation{
        .sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .size = bytes,
        .usage = usage,
        .sharingMode = VK_SHARING_MODE_EXCLUSIVE,
        .queueFamilyIndexCount = 0,
        .pQueueFamilyIndices = nullptr,
    };
    const ludus_vma::VmaAllocationCreateInfo memory = ToCreation(use);
    ludus_vma::VmaAllocation allocation{};
    ludus_vma::VmaAllocationInfo info{};
    VkBuffer native = VK_NULL_HANDLE;
    const BackendStatus status =
        Gpu.Note(ludus_vma::vmaCreateBuffer(ToAllocator(Allocator), &creation, &memory, &native, &allocation, &info));
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    VkMemoryPropertyFlags properties = 0;
    ludus_vma::vmaGetAllocationMemoryProperties(ToAllocator(Allocator), allocation, &properties);
    buffer.Buffer = native;
    buffer.Allocation = allocation;
    buffer.Mapped = static_cast<uint8*>(info.pMappedData);
    buffer.IsCoherent = (properties & VK_MEMORY_PROPERTY_HOST_COHERENT_BIT) != 0;
    return BackendStatus::Ready;
}

BackendStatus Memory::CreateImage(const VkImageCreateInfo& creation, ImageMemory& image) noexcept
{
    ludus_vma::VmaAllocationCreateInfo memory{};
    memory.usage = ludus_vma::VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE;
    ludus_vma::VmaAllocation allocation{};
    VkImage native = VK_NULL_HANDLE;
    const BackendStatus status =
        Gpu.Note(ludus_vma::vmaCreateImage(ToAllocator(Allocator), &creation, &memory, &native, &allocation, nullptr));
    if (status == BackendStatus::Ready)
    {
        image.Image = native;
        image.Allocation = allocation;
    }
    return status;
}

void Memory::Destroy(BufferMemory& buffer) noexcept
{
    if (buffer.Buffer != VK_NULL_HANDLE)
    {
        ludus_vma::vmaDestroyBuffer(ToAllocator(Allocator), buffer.Buffer, ToAllocation(buffer.Allocation));
        buffer = {};
    }
}

void Memory::Destroy(ImageMemory& image) noexcept
{
    if (image.Image != VK_NULL_HANDLE)
    {
        ludus_vma::vmaDestroyImage(ToAllocator(Allocator), image.Image, ToAllocation(image.Allocation));
        image = {};
    }
}

BackendStatus Memory::Flush(const BufferMemory& buffer, usize offset, usize bytes) noexcept
{
    if (buffer.IsCoherent || bytes == 0)
    {
        return BackendStatus::Ready;
    }
    return Gpu.Note(
        ludus_vma::vmaFlushAllocation(ToAllocator(Allocator), ToAllocation(buffer.Allocation), offset, bytes));
}

BackendStatus Memory::Invalidate(const BufferMemory& buffer, usize offset, usize bytes) noexcept
{
    if (buffer.IsCoherent || bytes == 0)
    {
        return BackendStatus::Ready;
    }
    return Gpu.Note(
        ludus_vma::vmaInvalidateAllocation(ToAllocator(Allocator), ToAllocation(buffer.Allocation), offset, bytes));
}

uint64 Memory::GetBytes(AllocationHandle allocation) const noexcept
{
    if (allocation == nullptr)
    {
        return 0;
    }
    ludus_vma::VmaAllocationInfo info{};
    ludus_vma::vmaGetAllocationInfo(ToAllocator(Allocator), ToAllocation(allocation), &info);
    return info.size;
}

uint64 Memory::GetBlockBytes() const noexcept
{
    // Kept up to date by the allocator: no walk over blocks, no allocation.
    ludus_vma::VmaBudget heaps[VK_MAX_MEMORY_HEAPS]{};
    ludus_vma::vmaGetHeapBudgets(ToAllocator(Allocator), heaps);
    uint64 bytes = 0;
    for (const ludus_vma::VmaBudget& heap : heaps)
    {
        bytes += heap.statistics.blockBytes;
    }
    return bytes;
}
} // namespace ludus::graphics::rhi::internal::vulkan
