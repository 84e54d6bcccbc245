#include "backends/vulkan/workarounds.h"

#include "backends/vulkan/driver_failures.h"

#include <ludus/foundation/base/config.h>

#include <cstdio>
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

constinit bool s_IgnoresIndexOffsetOfIndirectDraws = false;

bool IsLavapipe(const VkPhysicalDeviceProperties& properties) noexcept
{
    return std::strncmp(properties.deviceName, "llvmpipe", 8) == 0;
}

// Mesa's release stands in its driverInfo, as "Mesa 22.3.6 (LLVM 15.0.6)"; lavapipe's driverVersion is 0.0.1 there.
bool IsMesa(const char* driver, uint32 major, uint32 minor, uint32 patch) noexcept
{
    const char* release = std::strstr(driver, "Mesa ");
    uint32 parts[3]{};
    return release != nullptr && std::sscanf(release, "Mesa %u.%u.%u", &parts[0], &parts[1], &parts[2]) == 3 &&
           parts[0] == major && parts[1] == minor && parts[2] == patch;
}
} // namespace

Workarounds ChooseWorkarounds(const VkPhysicalDeviceProperties& properties, const char* driver) noexcept
{
    s_IgnoresIndexOffsetOfIndirectDraws = IsLavapipe(properties) && IsMesa(driver, 22, 3, 6);
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

bool DoesDriverIgnoreIndexOffsetOfIndirectDraws() noexcept
{
    return s_IgnoresIndexOffsetOfIndirectDraws;
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
