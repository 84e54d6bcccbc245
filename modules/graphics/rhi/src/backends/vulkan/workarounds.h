// Where a driver needs to be treated differently: each entry has a name, a reason and a source, and can be forced.
#pragma once

#include "backends/vulkan/vulkan_api.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::vulkan
{
struct Workarounds final
{
    /// Ask for the window's extent before each frame. Mesa's lavapipe never answers OUT_OF_DATE or SUBOPTIMAL when a
    /// window was resized; its surface capabilities tell the new extent at once. Seen with Mesa 22.3.6; asked of all.
    bool PollsSurfaceExtent{false};

    /// Fill buffers by staged copies although the host could write their memory. No driver needs it: it lets tests on
    /// a machine whose device memory is all mapped take the road of a graphics card.
    bool StagesAllBuffers{false};

    /// Keep the driver's library loaded once a device was made with it. NVIDIA's driver does not give back all that it
    /// takes when it is loaded: the loader unloads it with the last instance, and about the twenty-eighth instance of a
    /// process finds no driver any more. Seen with 580.159.04. It must be the library that the loader opens: one that
    /// it needs, kept alone, does not survive that the first is loaded again.
    bool KeepsDriverLoaded{false};
};

/// The workarounds an adapter needs. LUDUS_VULKAN_WORKAROUNDS=all or none overrules the choice, for tests.
[[nodiscard]] Workarounds ChooseWorkarounds(const VkPhysicalDeviceProperties& properties) noexcept;

/// KeepsDriverLoaded: marks NVIDIA's loaded driver as a library that stays.
void KeepDriverLoaded() noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
