// S3cold, S3warm and S3one written by hand.
#pragma once

#include "../scenarios.h"
#include "pipeline.h"

#include <array>

namespace ludus::benchmarks::vulkan
{
class Snapshots
{
public:
    explicit Snapshots(const Gpu& gpu);
    ~Snapshots();
    Snapshots(const Snapshots&) = delete;
    Snapshots& operator=(const Snapshots&) = delete;

    /// Allocates SNAPSHOT_COUNT sets from the pool and writes them. `isCold`: from a pool that is made for them.
    void Create(bool isCold);

    /// One set whose uniforms draws move by a dynamic offset.
    void CreateOne();

    /// Frees the sets. `isCold`: and the pool.
    void Destroy(bool isCold);

private:
    [[nodiscard]] VkDescriptorPool MakePool() const;
    void Make(const Layout& layout, VkDescriptorType uniforms, std::uint32_t index);

    const Gpu& Device;
    MappedBuffer Uniforms;
    Image Texture;
    VkSampler Sampler = VK_NULL_HANDLE;
    Layout StaticLayout;
    Layout DynamicLayout;
    VkDescriptorPool Pool = VK_NULL_HANDLE;
    std::array<VkDescriptorSet, SNAPSHOT_COUNT> Sets{};
    std::uint32_t Count = 0;
};
} // namespace ludus::benchmarks::vulkan
