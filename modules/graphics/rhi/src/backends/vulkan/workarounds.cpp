#include "backends/vulkan/workarounds.h"

#include <cstdlib>
#include <cstring>

namespace ludus::graphics::rhi::internal::vulkan
{
Workarounds ChooseWorkarounds(const VkPhysicalDeviceProperties& properties) noexcept
{
    if (const char* forced = std::getenv("LUDUS_VULKAN_WORKAROUNDS"); forced != nullptr)
    {
        if (std::strcmp(forced, "all") == 0)
        {
            return {.PollsSurfaceExtent = true, .StagesAllBuffers = true};
        }
        if (std::strcmp(forced, "none") == 0)
        {
            return {};
        }
    }
    return {
        .PollsSurfaceExtent = std::strncmp(properties.deviceName, "llvmpipe", 8) == 0,
        .StagesAllBuffers = false,
    };
}
} // namespace ludus::graphics::rhi::internal::vulkan
