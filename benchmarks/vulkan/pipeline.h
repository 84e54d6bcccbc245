// The render pass, framebuffer, layouts and pipelines of the hand-written program.
#pragma once

#include "gpu.h"

namespace ludus::benchmarks::vulkan
{
/// One colour attachment: cleared, stored, and left ready to be copied from.
struct Target
{
    Image Colour;
    VkRenderPass Pass = VK_NULL_HANDLE;
    VkFramebuffer Framebuffer = VK_NULL_HANDLE;
};

Target CreateTarget(const Gpu& gpu);
void Destroy(const Gpu& gpu, const Target& target);

/// Begins the pass over the whole target, with its viewport and scissor; y points up in clip space.
void BeginPass(VkCommandBuffer commands, const Target& target);

/// A set layout of one descriptor for each type, at bindings 0, 1, ..., and the pipeline layout of that set alone.
struct Layout
{
    VkDescriptorSetLayout Set = VK_NULL_HANDLE;
    VkPipelineLayout Pipeline = VK_NULL_HANDLE;
};

Layout CreateLayout(const Gpu& gpu, std::span<const VkDescriptorType> types);
void Destroy(const Gpu& gpu, const Layout& layout);

/// Draws corners of two floats with the given stages, in a pass of the given kind; depth, if it has any, is not tested.
struct CornersState
{
    bool IsBlended = false; // premultiplied
    bool IsCulled = false;  // back faces
};

VkPipeline CreateCornersPipeline(const Gpu& gpu, VkRenderPass pass, const Layout& layout,
                                 std::span<const std::uint32_t> vertexCode, std::span<const std::uint32_t> fragmentCode,
                                 const CornersState& state);

/// Draws quads by quad.vert and quad.frag.
VkPipeline CreateQuadPipeline(const Gpu& gpu, const Target& target, const Layout& layout, bool isBlended,
                              bool isCulled);
} // namespace ludus::benchmarks::vulkan
