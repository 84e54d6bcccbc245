// Counts calls by name: functions whose only work is to add one, and the exported functions that read the sums.
#pragma once

#include <vulkan/vulkan.h>

namespace ludus::null_driver
{
/// Whether this process counts calls (LUDUS_NULL_COUNT=1), decided once.
bool IsCounting();

/// A function that counts a call of `name`, ignores its arguments and returns zero (VK_SUCCESS). The same name gives
/// the same function. Null when there are more names than counters.
PFN_vkVoidFunction CountingFunction(const char* name);

/// Adds one call of `name`, for replacements that do more than nothing. Does nothing when the process does not count.
void CountCall(const char* name);
} // namespace ludus::null_driver
