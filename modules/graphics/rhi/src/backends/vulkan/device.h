// The API session: instance, window surface, adapter, logical device with its own function table, and its loss.
#pragma once

#include "backends/vulkan/convert.h"
#include "backends/vulkan/workarounds.h"

#include <type_traits>

namespace ludus::graphics::rhi::internal::vulkan
{
/// A Vulkan handle as the 64-bit number that debug names want, whatever its C type is on this platform.
template <class Handle>
[[nodiscard]] uint64 ToWord(Handle handle) noexcept
{
    if constexpr (std::is_pointer_v<Handle>)
    {
        return reinterpret_cast<std::uintptr_t>(handle);
    }
    else
    {
        return handle;
    }
}

/// Whose nanoseconds std::chrono::steady_clock counts, where a Vulkan driver can read it together with its own clock.
constexpr VkTimeDomainEXT HOST_CLOCK = VK_TIME_DOMAIN_CLOCK_MONOTONIC_EXT;

/// Everything that is fixed once the session runs. Start fills it in, Stop releases it; both happen once.
class Device final
{
public:
    Device() noexcept = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    ~Device() { Stop(); }

    /// Chooses the adapter and makes the device; on failure `error` says at which step.
    [[nodiscard]] BackendStatus Start(const BackendRequest& request, StartupError& error) noexcept;

    void Stop() noexcept;

    /// The status of a result; remembers a loss. Every result of the device passes here.
    [[nodiscard]] BackendStatus Note(VkResult result) noexcept
    {
        if (result == VK_ERROR_DEVICE_LOST)
        {
            IsLost = true;
        }
        return ToStatus(result);
    }

    /// Note for a creation: a failed one leaves its output undefined, and here it becomes null.
    template <class Object>
    [[nodiscard]] BackendStatus Made(VkResult result, Object& object) noexcept
    {
        if (result != VK_SUCCESS)
        {
            object = VK_NULL_HANDLE;
        }
        return Note(result);
    }

    /// Fills in the adapter's identity.
    void Describe(MeasurementAdapter& adapter) const noexcept;

    /// Names an object for the driver's tools, where there are any.
    void SetName(VkObjectType type, uint64 object, const char* name) const noexcept;

    VolkDeviceTable Vk{};
    VkDevice Handle{VK_NULL_HANDLE};
    VkQueue Queue{VK_NULL_HANDLE}; // graphics, transfer and presentation
    uint32 QueueFamily{0};
    bool IsLost{false};
    bool HasLabels{false};          // VK_EXT_debug_utils: names and ranges
    bool LabelsPasses{false};       // a tool is there to show them
    bool HasLineFill{false};        // fillModeNonSolid is enabled
    bool HasUniformIndexing{false}; // shaders may select textures of an array by a number that is the same for a draw
    bool HasNonUniformIndexing{false}; // ... and that differs between invocations
    bool HasRuntimeArrays{false};      // arrays whose length each set says
    bool HasBlockCompression{false};   // textureCompressionBC is enabled

    VkInstance Instance{VK_NULL_HANDLE};
    VkSurfaceKHR Surface{VK_NULL_HANDLE}; // null: headless
    VkPhysicalDevice Adapter{VK_NULL_HANDLE};
    VkPhysicalDeviceProperties Properties{};
    VkDeviceSize MaxAllocation{0}; // bytes of one memory object
    uint32 MaxSetDescriptors{0};   // descriptors of one set that are always possible
    VkFormat DepthFormat{VK_FORMAT_UNDEFINED};
    uint32 TimestampBits{0};                                  // of the queue; zero: it writes none
    PFN_vkGetCalibratedTimestampsEXT ReadCalibrated{nullptr}; // null: not enabled, or not with HOST_CLOCK
    char Driver[256]{};                                       // the driver's name for itself and its version
    Workarounds Fixes{};

private:
    [[nodiscard]] BackendStatus StartInstance(const BackendRequest& request, StartupError& error) noexcept;
    [[nodiscard]] BackendStatus ChooseAdapter() noexcept;
    [[nodiscard]] BackendStatus StartDevice(const DeviceDescription& description) noexcept;

    VkDebugUtilsMessengerEXT Messenger{VK_NULL_HANDLE};
};

/// What the enabled device can do, in the contract's terms. Surface facts are left to the surface.
void FillReport(const Device& device, BackendReport& report) noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
