#include "backends/vulkan/surface_native.h"

// Vulkan's headers for window systems name these types of Xlib; declared here, so that Xlib's macros stay out.
using Display = struct _XDisplay; // NOLINT(readability-identifier-naming)
using Window = unsigned long;     // NOLINT(readability-identifier-naming,google-runtime-int)
using VisualID = unsigned long;   // NOLINT(readability-identifier-naming,google-runtime-int)

#include <vulkan/vulkan_wayland.h>
#include <vulkan/vulkan_xlib.h>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
template <class Function>
Function Load(VkInstance instance, const char* name) noexcept
{
    return reinterpret_cast<Function>(vkGetInstanceProcAddr(instance, name));
}

VkResult CreateWayland(VkInstance instance, const WindowInfo& window, VkSurfaceKHR& surface) noexcept
{
    const auto create = Load<PFN_vkCreateWaylandSurfaceKHR>(instance, "vkCreateWaylandSurfaceKHR");
    if (create == nullptr || window.Display == nullptr || window.Surface == nullptr)
    {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const VkWaylandSurfaceCreateInfoKHR creation{
        .sType = VK_STRUCTURE_TYPE_WAYLAND_SURFACE_CREATE_INFO_KHR,
        .pNext = nullptr,
        .flags = 0,
        .display = window.Display,
        .surface = window.Surface,
    };
    return create(instance, &creation, nullptr, &surface);
}

VkResult CreateXlib(VkInstance instance, const WindowInfo& window, VkSurfaceKHR& surface) noexcept
{
    const auto create = Load<PFN_vkCreateXlibSurfaceKHR>(instance, "vkCreateXlibSurfaceKHR");
    if (create == nullptr || window.XDisplay == nullptr || window.XWindow == 0)
    {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const VkXlibSurfaceCreateInfoKHR creation{
        .sType = VK_STRUCTURE_TYPE_XLIB_SURFACE_CREATE_INFO_KHR,
        .pNext = nullptr,
        .flags = 0,
        .dpy = static_cast<::Display*>(window.XDisplay),
        .window = static_cast<::Window>(window.XWindow),
    };
    return create(instance, &creation, nullptr, &surface);
}
} // namespace

const char* GetSurfaceExtension(platform::WindowSystem system) noexcept
{
    switch (system)
    {
    case platform::WindowSystem::Wayland:
        return VK_KHR_WAYLAND_SURFACE_EXTENSION_NAME;
    case platform::WindowSystem::X11:
        return VK_KHR_XLIB_SURFACE_EXTENSION_NAME;
    default:
        return nullptr;
    }
}

VkResult CreateNativeSurface(VkInstance instance, const WindowInfo& window, VkSurfaceKHR& surface) noexcept
{
    switch (window.System)
    {
    case platform::WindowSystem::Wayland:
        return CreateWayland(instance, window, surface);
    case platform::WindowSystem::X11:
        return CreateXlib(instance, window, surface);
    default:
        return VK_ERROR_EXTENSION_NOT_PRESENT;
    }
}
} // namespace ludus::graphics::rhi::internal::vulkan
