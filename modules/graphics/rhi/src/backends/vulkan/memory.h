// Device memory: buffers and images bound to allocations of Vulkan Memory Allocator, which only memory.cpp sees.
#pragma once

#include "backends/vulkan/device.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// The allocator's own types; `void*` keeps them out of every other file.
using AllocatorHandle = void*;
using AllocationHandle = void*;

/// Who touches a buffer, and so which memory it wants.
enum class MemoryUse : uint8
{
    Static,   // the GPU; the host may write it directly where that costs the GPU nothing
    Uniforms, // written by the host every frame, read by the GPU: always mapped
    Staging,  // written by the host once, copied from by the GPU: always mapped
    Readback, // copied to by the GPU, read by the host: always mapped, cached
};

struct BufferMemory final
{
    VkBuffer Buffer{VK_NULL_HANDLE};
    AllocationHandle Allocation{nullptr};
    uint8* Mapped{nullptr}; // null: the host cannot reach it
    bool IsCoherent{true};  // false: Flush after writing, Invalidate before reading
};

struct ImageMemory final
{
    VkImage Image{VK_NULL_HANDLE};
    AllocationHandle Allocation{nullptr};
};

class Memory final
{
public:
    explicit Memory(Device& device) noexcept : Gpu(device) {}

    [[nodiscard]] BackendStatus Start() noexcept;
    void Stop() noexcept;

    [[nodiscard]] BackendStatus CreateBuffer(usize bytes, VkBufferUsageFlags usage, MemoryUse use,
                                             BufferMemory& buffer) noexcept;
    [[nodiscard]] BackendStatus CreateImage(const VkImageCreateInfo& creation, ImageMemory& image) noexcept;

    /// Both leave their argument empty; an empty one is ignored.
    void Destroy(BufferMemory& buffer) noexcept;
    void Destroy(ImageMemory& image) noexcept;

    /// Makes host writes visible to later submissions, and finished device writes visible to the host.
    [[nodiscard]] BackendStatus Flush(const BufferMemory& buffer, usize offset, usize bytes) noexcept;
    [[nodiscard]] BackendStatus Invalidate(const BufferMemory& buffer, usize offset, usize bytes) noexcept;

    /// The span that an allocation takes of its block; zero for none.
    [[nodiscard]] uint64 GetBytes(AllocationHandle allocation) const noexcept;

    /// Memory objects that the allocator holds, spare room included.
    [[nodiscard]] uint64 GetBlockBytes() const noexcept;

private:
    Device& Gpu;
    AllocatorHandle Allocator{nullptr};
};
} // namespace ludus::graphics::rhi::internal::vulkan
