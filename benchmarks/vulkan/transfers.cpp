// S6 and S7 as an engineer would write them on Vulkan 1.1.
#include "transfers.h"

#include "../harness.h"

#include <cstring>
#include <sched.h>

namespace ludus::benchmarks::vulkan
{
TransferStream::TransferStream(const Gpu& gpu) : Device(gpu), Bytes(STREAMED_BYTES, std::byte{1})
{
    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.flags = VK_COMMAND_POOL_CREATE_RESET_COMMAND_BUFFER_BIT;
    pool.queueFamilyIndex = gpu.GetQueueFamily();
    Check(vkCreateCommandPool(gpu.Device, &pool, nullptr, &Pool), "vkCreateCommandPool");
    for (Slice& slice : Slices)
    {
        slice.Staging = gpu.CreateBuffer(STREAMED_BYTES, VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
        slice.Texture = gpu.CreateImage(STREAMED_EXTENT, VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT);
        MakeBuffer(slice);
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

TransferStream::~TransferStream()
{
    for (Slice& slice : Slices)
    {
        Device.Destroy(slice.Staging);
        Device.Destroy(slice.Texture);
        vkDestroyBuffer(Device.Device, slice.Buffer, nullptr);
        vkFreeMemory(Device.Device, slice.Memory, nullptr);
        vkDestroyFence(Device.Device, slice.Fence, nullptr);
    }
    vkDestroyCommandPool(Device.Device, Pool, nullptr);
}

// In memory of the device, where there is such.
void TransferStream::MakeBuffer(Slice& slice) const
{
    VkBufferCreateInfo buffer{};
    buffer.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    buffer.size = UPDATE_BYTES;
    buffer.usage = VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
    Check(vkCreateBuffer(Device.Device, &buffer, nullptr, &slice.Buffer), "vkCreateBuffer");
    VkMemoryRequirements needs{};
    vkGetBufferMemoryRequirements(Device.Device, slice.Buffer, &needs);
    VkPhysicalDeviceMemoryProperties memories{};
    vkGetPhysicalDeviceMemoryProperties(Device.GetPhysicalDevice(), &memories);
    VkMemoryAllocateInfo memory{};
    memory.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    memory.allocationSize = needs.size;
    for (std::uint32_t type = memories.memoryTypeCount; type-- != 0;)
    {
        const bool isAllowed = (needs.memoryTypeBits >> type & 1U) != 0;
        const bool isLocal = (memories.memoryTypes[type].propertyFlags & VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT) != 0;
        memory.memoryTypeIndex = isAllowed && isLocal ? type : memory.memoryTypeIndex;
    }
    Check(vkAllocateMemory(Device.Device, &memory, nullptr, &slice.Memory), "vkAllocateMemory");
    Check(vkBindBufferMemory(Device.Device, slice.Buffer, slice.Memory, 0), "vkBindBufferMemory");
}

void TransferStream::RecordBuffer(const Slice& slice) const
{
    const VkBufferCopy region{0, 0, UPDATE_BYTES};
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
}

void TransferStream::RecordTexture(Slice& slice) const
{
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.oldLayout = slice.IsDefined ? VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL : VK_IMAGE_LAYOUT_UNDEFINED;
    barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = slice.Texture.Handle;
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    vkCmdPipelineBarrier(slice.Commands, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0,
                         nullptr, 0, nullptr, 1, &barrier);
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {STREAMED_EXTENT, STREAMED_EXTENT, 1};
    vkCmdCopyBufferToImage(slice.Commands, slice.Staging.Buffer, slice.Texture.Handle,
                           VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    barrier.dstAccessMask = VK_ACCESS_SHADER_READ_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;
    barrier.newLayout = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
    vkCmdPipelineBarrier(slice.Commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, 0, 0,
                         nullptr, 0, nullptr, 1, &barrier);
    slice.IsDefined = true;
}

template <typename Record>
void TransferStream::Stream(std::uint32_t bytes, Record record)
{
    for (std::uint32_t i = 0; i < UPDATE_COUNT + UPLOAD_SLICES; ++i)
    {
        Slice& slice = Slices[i % UPLOAD_SLICES];
        if (i >= UPLOAD_SLICES)
        {
            while (vkGetFenceStatus(Device.Device, slice.Fence) == VK_NOT_READY)
            {
                sched_yield();
            }
            Check(vkResetFences(Device.Device, 1, &slice.Fence), "vkResetFences");
        }
        if (i >= UPDATE_COUNT)
        {
            continue;
        }
        std::memcpy(slice.Staging.Bytes, Bytes.data(), bytes);
        VkCommandBufferBeginInfo begin{};
        begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
        begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
        Check(vkBeginCommandBuffer(slice.Commands, &begin), "vkBeginCommandBuffer");
        record(slice);
        Check(vkEndCommandBuffer(slice.Commands), "vkEndCommandBuffer");
        VkSubmitInfo submit{};
        submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
        submit.commandBufferCount = 1;
        submit.pCommandBuffers = &slice.Commands;
        Check(vkQueueSubmit(Device.GetQueue(), 1, &submit, slice.Fence), "vkQueueSubmit");
    }
}

void TransferStream::UpdateBuffers()
{
    Stream(UPDATE_BYTES, [&](const Slice& slice) { RecordBuffer(slice); });
}

void TransferStream::StreamTextures()
{
    Stream(STREAMED_BYTES, [&](Slice& slice) { RecordTexture(slice); });
}
} // namespace ludus::benchmarks::vulkan
