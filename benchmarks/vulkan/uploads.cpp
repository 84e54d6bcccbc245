// S4 as an engineer would write it on Vulkan 1.1 and Vulkan Memory Allocator.
#include "uploads.h"

#include "../harness.h"

#include <cstring>
#include <sched.h>

#define VMA_IMPLEMENTATION
#define VMA_STATIC_VULKAN_FUNCTIONS 0
#define VMA_DYNAMIC_VULKAN_FUNCTIONS 1
#define VMA_VULKAN_VERSION 1001000
#include <vk_mem_alloc.h>

namespace ludus::benchmarks::vulkan
{
struct UploadStream::Allocator
{
    VmaAllocator Handle = VK_NULL_HANDLE;
};

struct UploadStream::Slice
{
    MappedBuffer Staging;
    VkCommandBuffer Commands = VK_NULL_HANDLE;
    VkFence Fence = VK_NULL_HANDLE;
    VkBuffer Buffer = VK_NULL_HANDLE;
    VmaAllocation Allocation = VK_NULL_HANDLE;
};

UploadStream::UploadStream(const Gpu& gpu)
    : Device(gpu), Memory(std::make_unique<Allocator>()), Bytes(UPLOAD_BYTES, std::byte{1}),
      Slices(std::make_unique<std::array<Slice, UPLOAD_SLICES>>())
{
    VmaVulkanFunctions functions{};
    functions.vkGetInstanceProcAddr = vkGetInstanceProcAddr;
    functions.vkGetDeviceProcAddr = vkGetDeviceProcAddr;
    VmaAllocatorCreateInfo allocator{};
    allocator.flags = VMA_ALLOCATOR_CREATE_EXTERNALLY_SYNCHRONIZED_BIT;
    allocator.physicalDevice = gpu.GetPhysicalDevice();
    allocator.device = gpu.Device;
    allocator.instance = gpu.GetInstance();
    allocator.vulkanApiVersion = VK_API_VERSION_1_1;
    allocator.pVulkanFunctions = &functions;
    Check(vmaCreateAllocator(&allocator, &Memory->Handle), "vmaCreateAllocator");
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool.queueFamilyIndex = gpu.GetQueueFamily();
    Check(vkCreateCommandPool(gpu.Device, &pool, nullptr, &Pool), "vkCreateCommandPool");
    for (Slice& slice : *Slices)
    {
        slice.Staging = gpu.CreateBuffer(UPLOAD_BYTES, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
        VkCommandBufferAllocateInfo commands{};
        commands.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
        commands.commandPool = Pool;
        commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
        commands.commandBufferCount = 1;
        Check(vkAllocateCommandBuffers(gpu.Device, &commands, &slice.Commands), "vkAllocateCommandBuffers");
        VkFenceCreateInfo fence{};
        fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
        Check(vkCreateFence(gpu.Device, &fence, nullptr, &slice.Fence), "vkCreateFence");
    }
}

UploadStream::~UploadStream()
{
    for (Slice& slice : *Slices)
    {
        Device.Destroy(slice.Staging);
        vkDestroyFence(Device.Device, slice.Fence, nullptr);
    }
    vkDestroyCommandPool(Device.Device, Pool, nullptr);
    vmaDestroyAllocator(Memory->Handle);
}

void UploadStream::Begin(Slice& slice) const
{
    VkBufferCreateInfo buffer{};
    buffer.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    buffer.size = UPLOAD_BYTES;
    buffer.usage = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    VmaAllocationCreateInfo memory{};
    memory.usage = VMA_MEMORY_USAGE_AUTO_PREFER_DEVICE;
    Check(vmaCreateBuffer(Memory->Handle, &buffer, &memory, &slice.Buffer, &slice.Allocation, nullptr),
          "vmaCreateBuffer");
    std::memcpy(slice.Staging.Bytes, Bytes.data(), Bytes.size());

    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    Check(vkBeginCommandBuffer(slice.Commands, &begin), "vkBeginCommandBuffer");
    const VkBufferCopy region{0, 0, UPLOAD_BYTES};
    vkCmdCopyBuffer(slice.Commands, slice.Staging.Buffer, slice.Buffer, 1, &region);
    VkBufferMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER;
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.buffer = slice.Buffer;
    barrier.size = VK_WHOLE_SIZE;
    vkCmdPipelineBarrier(slice.Commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_VERTEX_INPUT_BIT, 0, 0,
                         nullptr, 1, &barrier, 0, nullptr);
    Check(vkEndCommandBuffer(slice.Commands), "vkEndCommandBuffer");
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &slice.Commands;
    Check(vkQueueSubmit(Device.GetQueue(), 1, &submit, slice.Fence), "vkQueueSubmit");
}

void UploadStream::Take(Slice& slice) const
{
    while (vkGetFenceStatus(Device.Device, slice.Fence) == VK_NOT_READY)
    {
        sched_yield();
    }
    Check(vkResetFences(Device.Device, 1, &slice.Fence), "vkResetFences");
    vmaDestroyBuffer(Memory->Handle, slice.Buffer, slice.Allocation);
}

void UploadStream::Upload()
{
    for (std::uint32_t i = 0; i < UPLOAD_COUNT + UPLOAD_SLICES; ++i)
    {
        Slice& slice = (*Slices)[i % UPLOAD_SLICES];
        if (i >= UPLOAD_SLICES)
        {
            Take(slice);
        }
        if (i < UPLOAD_COUNT)
        {
            Begin(slice);
        }
    }
}
} // namespace ludus::benchmarks::vulkan
