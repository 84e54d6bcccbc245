// One generation of what frames are drawn to: the colour images of one extent, their depth image and framebuffers.
// A new extent means a new generation; the old one is kept until the work that uses it has completed.
#pragma once

#include "backends/vulkan/memory.h"
#include "backends/vulkan/pass_states.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// One image that a frame draws to.
struct SurfaceImage final
{
    VkImage Image{VK_NULL_HANDLE};
    VkImageView View{VK_NULL_HANDLE};
    VkFramebuffer Framebuffer{VK_NULL_HANDLE};
    VkSemaphore Rendered{VK_NULL_HANDLE}; // windows: presentation waits for it
};

/// More images than any swapchain of ours is given.
constexpr uint32 MAX_SURFACE_IMAGES = 16;

struct SurfaceImages final
{
    VkExtent2D Extent{0, 0};
    VkSwapchainKHR Swapchain{VK_NULL_HANDLE}; // null: headless
    ImageMemory Color{};                      // headless: the private image
    ImageMemory Depth{};
    VkImageView DepthView{VK_NULL_HANDLE};
    SurfaceImage Images[MAX_SURFACE_IMAGES]{};
    uint32 Count{0}; // zero: this generation holds nothing
};

/// How a window's swapchain is made; chosen once, except for the extent.
struct SwapchainChoice final
{
    VkSurfaceFormatKHR Format{};
    VkSurfaceCapabilitiesKHR Capabilities{}; // as queried for this generation
    VkSwapchainKHR Replaced{VK_NULL_HANDLE}; // retired by the new one
};

/// Makes a headless generation: one private image. On failure nothing is left behind.
[[nodiscard]] BackendStatus MakeHeadlessImages(Device& device, Memory& memory, const PassStates& passes,
                                               const PassKey& pass, SurfaceImages& images) noexcept;

/// Makes a window's generation: the images of a new swapchain. On failure nothing is left behind; the replaced
/// swapchain is retired even then.
[[nodiscard]] BackendStatus MakeWindowImages(Device& device, Memory& memory, const PassStates& passes,
                                             const PassKey& pass, const SwapchainChoice& choice,
                                             SurfaceImages& images) noexcept;

/// Releases a generation, which nothing uses any more, and leaves it empty.
void DestroyImages(Device& device, Memory& memory, SurfaceImages& images) noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
