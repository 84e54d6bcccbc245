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
}

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
        .PollsSurfaceExtent = std::strncmp(properties.deviceName, "llvmpipe", 8) == 0,
        .StagesAllBuffers = false,
        .KeepsDriverLoaded = properties.vendorID == NVIDIA,
    };
}

void KeepDriverLoaded(const void* function) noexcept
{
#if LUDUS_PLATFORM_LINUX
    Dl_info info{};
    if (dladdr(function, &info) == 0 || info.dli_fname == nullptr)
    {
        return;
    }
    // The library is loaded: this only marks it as one that stays. The handle may be given back at once.
    if (void* library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD | RTLD_NODELETE); library != nullptr)
    {
        dlclose(library);
    }
#else
    (void)function;
#endif
}
} // namespace ludus::graphics::rhi::internal::vulkan
