// S4 written by hand: a buffer from the memory allocator, four staging slices, a fence each.
#pragma once

#include "../scenarios.h"
#include "gpu.h"

#include <array>
#include <memory>

namespace ludus::benchmarks::vulkan
{
class UploadStream
{
public:
    explicit UploadStream(const Gpu& gpu);
    ~UploadStream();
    UploadStream(const UploadStream&) = delete;
    UploadStream& operator=(const UploadStream&) = delete;

    /// Copies, records and submits every upload, polls for its fence, and destroys its buffer.
    void Upload();

private:
    struct Allocator; // hides the memory allocator's header
    struct Slice;

    void Begin(Slice& slice) const;
    void Take(Slice& slice) const;

    const Gpu& Device;
    std::unique_ptr<Allocator> Memory;
    VkCommandPool Pool = VK_NULL_HANDLE;
    std::vector<std::byte> Bytes;
    std::unique_ptr<std::array<Slice, UPLOAD_SLICES>> Slices;
};
} // namespace ludus::benchmarks::vulkan
