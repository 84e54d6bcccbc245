// S6 and S7 written by hand: four staging slices with a command buffer and a fence each, and four destinations.
#pragma once

#include "../scenarios.h"
#include "gpu.h"

#include <array>

namespace ludus::benchmarks::vulkan
{
class TransferStream
{
public:
    explicit TransferStream(const Gpu& gpu);
    ~TransferStream();
    TransferStream(const TransferStream&) = delete;
    TransferStream& operator=(const TransferStream&) = delete;

    /// Copies, records and submits every update, and polls for the fence of a slice before its next one.
    void UpdateBuffers();
    void StreamTextures();

private:
    struct Slice
    {
        MappedBuffer Staging;
        VkCommandBuffer Commands = VK_NULL_HANDLE;
        VkFence Fence = VK_NULL_HANDLE;
        VkBuffer Buffer = VK_NULL_HANDLE;
        VkDeviceMemory Memory = VK_NULL_HANDLE;
        Image Texture;
        bool IsDefined = false; // the texture has had its first update
    };

    template <typename Record>
    void Stream(std::uint32_t bytes, Record record);
    void RecordBuffer(const Slice& slice) const;
    void RecordTexture(Slice& slice) const;
    void MakeBuffer(Slice& slice) const;

    const Gpu& Device;
    VkCommandPool Pool = VK_NULL_HANDLE;
    std::vector<std::byte> Bytes;
    std::array<Slice, UPLOAD_SLICES> Slices;
};
} // namespace ludus::benchmarks::vulkan
