// What the validation layers said: every message goes to stderr and is counted, so that a test can ask for silence.
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi::internal::vulkan
{
/// Warnings and errors of the validation layers since the process started or the last reset. Any thread.
[[nodiscard]] foundation::uint32 GetVulkanValidationMessageCount() noexcept;

void ResetVulkanValidationMessageCount() noexcept;

/// Whether LUDUS_VULKAN_VALIDATION=1 asks for validation and synchronization validation.
[[nodiscard]] bool IsVulkanValidationRequested() noexcept;

/// Prints and counts one message.
void LogVulkanValidationMessage(const char* text) noexcept;
} // namespace ludus::graphics::rhi::internal::vulkan
