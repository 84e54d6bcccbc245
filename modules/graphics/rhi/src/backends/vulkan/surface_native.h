// Vulkan surfaces of the window systems: the only place that knows their types.
#pragma once

#include "backends/vulkan/vulkan_api.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// The instance extension that a window system's surfaces need; null when Vulkan draws to none of its windows here.
[[nodiscard]] const char* GetSurfaceExtension(platform::WindowSystem system) noexcept;

/// Makes the surface of a window, whose extension the instance has enabled.
[[nodiscard]] VkResult CreateNativeSurface(VkInstance instance, const WindowInfo& window,
                                           VkSurfaceKHR& surface) noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
