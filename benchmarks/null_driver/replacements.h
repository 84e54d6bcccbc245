// What the null driver does in place of the driver below it, by the name of the Vulkan function.
#pragma once

#include <vulkan/vulkan.h>

namespace ludus::null_driver
{
/// The device's own submissions, which ours call without command buffers.
struct SubmitFunctions
{
    PFN_vkQueueSubmit Submit = nullptr;
    PFN_vkQueueSubmit2 Submit2 = nullptr;
};

/// Remembers the submissions of a device for its queues; forgets them with the device.
void RememberSubmits(VkDevice device, const SubmitFunctions& functions);
void ForgetSubmits(VkDevice device);

/// Our function in place of `name`, or null where the driver's own stays.
PFN_vkVoidFunction FindReplacement(const char* name);
} // namespace ludus::null_driver
