// S5 written by hand: passes that each show what the one before has drawn, in a classic render pass of colour and
// depth.
#pragma once

#include "../scenarios.h"
#include "pipeline.h"

#include <array>

namespace ludus::benchmarks::vulkan
{
class PassChain
{
public:
    PassChain(const Gpu& gpu, VkBuffer corners, VkBuffer indices);
    ~PassChain();
    PassChain(const PassChain&) = delete;
    PassChain& operator=(const PassChain&) = delete;

    void DrawPasses() const;

    [[nodiscard]] const Image& GetImage() const { return Targets[2].Colour; }

private:
    struct ChainTarget
    {
        Image Colour;
        Image Depth;
        VkFramebuffer Framebuffer = VK_NULL_HANDLE;
    };

    void CreateTarget(ChainTarget& target, VkRenderPass pass, VkImageUsageFlags usage) const;
    void CreateSets();
    void BeginPass(VkCommandBuffer commands, std::uint32_t index) const;
    void BringIntoLayouts() const;

    const Gpu& Device;
    VkBuffer Corners;
    VkBuffer Indices;
    VkRenderPass Offscreen = VK_NULL_HANDLE;
    VkRenderPass Last = VK_NULL_HANDLE;
    std::array<ChainTarget, 3> Targets; // two in turns, and the one that is looked at
    VkSampler Sampler = VK_NULL_HANDLE;
    Layout SetLayout;
    VkPipeline OffscreenPipeline = VK_NULL_HANDLE;
    VkPipeline LastPipeline = VK_NULL_HANDLE;
    VkDescriptorPool Pool = VK_NULL_HANDLE;
    std::array<VkDescriptorSet, 2> Shown{}; // a set a picture
};
} // namespace ludus::benchmarks::vulkan
