#include "backends/vulkan/workarounds.h"

#include <ludus/foundation/base/config.h>

#include <cstdlib>
#include <cstring>

#if LUDUS_PLATFORM_LINUX
#include <dlfcn.h>
#endif

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
constexpr uint32 NVIDIA = 0x10DE; // PCI vendor

bool IsLavapipe(const VkPhysicalDeviceProperties& properties) noexcept
{
    return std::strncmp(properties.deviceName, "llvmpipe", 8) == 0;
}
} // namespace

Workarounds ChooseWorkarounds(const VkPhysicalDeviceProperties& properties) noexcept
{
    if (const char* forced = std::getenv("LUDUS_VULKAN_WORKAROUNDS"); forced != nullptr)
    {
        if (std::strcmp(forced, "all") == 0)
        {
            return {.PollsSurfaceExtent = true, .StagesAllBuffers = true, .KeepsDriverLoaded = true};
        }
        if (std::strcmp(forced, "none") == 0)
        {
            return {};
        }
    }
    return {
        .PollsSurfaceExtent = IsLavapipe(properties),
        .StagesAllBuffers = false,
        .KeepsDriverLoaded = properties.vendorID == NVIDIA,
    };
}

void KeepDriverLoaded() noexcept
{
#if LUDUS_PLATFORM_LINUX
    // What its manifests name: the first is for displays and headless use, the second for EGL platforms.
    for (const char* name : {"libGLX_nvidia.so.0", "libEGL_nvidia.so.0"})
    {
        if (void* library = dlopen(name, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE); library != nullptr)
        {
            dlclose(library); // the mark stays
        }
    }
#endif
}
} // namespace ludus::graphics::rhi::internal::vulkan
