#include "backends/vulkan/buffer.h"

#include "backends/vulkan/convert.h"
#include "boundary/role_uses.h"

#include <cassert>
#include <cstring>

namespace ludus::graphics::rhi::internal::vulkan
{
BackendStatus Buffers::Create(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept
{
    assert((creation.Bytes.empty() || creation.Bytes.size() == creation.Size) && "a buffer comes with all its bytes");
    if (!Table.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    BufferMemory memory;
    BackendStatus status = Heap.CreateBuffer(creation.Size, ToBufferUsage(creation.Role), MemoryUse::Static, memory);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    if (creation.Bytes.empty())
    {
        Table.At(slot) = memory; // a copy from an upload slice follows
        return status;
    }
    if (memory.Mapped != nullptr && !Gpu.Fixes.StagesAllBuffers)
    {
        std::memcpy(memory.Mapped, creation.Bytes.data(), creation.Size);
        status = Heap.Flush(memory, 0, creation.Size);
    }
    else
    {
        status = Copy(slot, generation, creation, memory);
    }
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        Heap.Destroy(memory);
        return status;
    }
    Table.At(slot) = memory;
    return status;
}

BackendStatus Buffers::Copy(uint32 slot, uint64 generation, const BufferCreation& creation,
                            const BufferMemory& destination) noexcept
{
    Upload upload;
    const BackendStatus status = Copies.Begin(creation.Size, upload);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    upload.Kind = RecordKind::Buffer;
    upload.Slot = slot;
    upload.Generation = generation;
    std::memcpy(upload.Staging.Mapped, creation.Bytes.data(), creation.Size);
    const VkCommandBuffer commands = upload.Copy->Commands;
    const VkBufferCopy region{.srcOffset = 0, .dstOffset = 0, .size = creation.Size};
    Gpu.Vk.vkCmdCopyBuffer(commands, upload.Staging.Buffer, destination.Buffer, 1, &region);
    const Access reader = ToAccess(GetRoleUses(creation.Role));
    const VkBufferMemoryBarrier barrier{
        .sType = VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
        .pNext = nullptr,
        .srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT,
        .dstAccessMask = reader.Mask,
        .srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED,
        .buffer = destination.Buffer,
        .offset = 0,
        .size = VK_WHOLE_SIZE,
    };
    Gpu.Vk.vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, reader.Stages, 0, 0, nullptr, 1, &barrier, 0,
                                nullptr);
    return Copies.Submit(upload, true);
}

BackendStatus Buffers::CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept
{
    // Also vertices and indices: the ring does not care what its bytes mean.
    constexpr VkBufferUsageFlags USAGE =
        VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT | VK_BUFFER_USAGE_VERTEX_BUFFER_BIT | VK_BUFFER_USAGE_INDEX_BUFFER_BIT;
    if (!Table.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    BufferMemory ring;
    const BackendStatus status = Heap.CreateBuffer(bytes, USAGE, MemoryUse::Uniforms, ring);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    Table.At(slot) = ring;
    FrameUniforms = slot;
    memory = {.Bytes = ring.Mapped, .Size = bytes};
    return BackendStatus::Ready;
}

BackendStatus Buffers::FlushFrameUniforms(const MemoryRange& range) noexcept
{
    if (range.Size == 0)
    {
        return BackendStatus::Ready;
    }
    assert(FrameUniforms != NO_SLOT && "a submission names frame uniforms before there are any");
    return Heap.Flush(Table.At(FrameUniforms), range.Offset, range.Size);
}

void Buffers::Destroy(uint32 slot) noexcept
{
    BufferMemory& buffer = Table.At(slot);
    if (slot == FrameUniforms)
    {
        FrameUniforms = NO_SLOT;
    }
    if (!Copies.Adopt(RecordKind::Buffer, slot, &buffer, nullptr))
    {
        Heap.Destroy(buffer);
    }
}

void Buffers::Stop() noexcept
{
    Table.ForEach([this](BufferMemory& buffer) noexcept { Heap.Destroy(buffer); });
}
} // namespace ludus::graphics::rhi::internal::vulkan
