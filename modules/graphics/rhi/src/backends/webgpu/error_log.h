// The API's own words about what it refuses: for people who ask for them, and for tests that expect none.
#pragma once

#include "backends/webgpu/error_count.h"
#include "backends/webgpu/webgpu_api.h"

namespace ludus::graphics::rhi::internal::webgpu
{
/// Counts an error that no scope has caught, and writes it to the standard error.
void LogUncaughtError(WGPUStringView text) noexcept;

/// Writes a refusal that its caller answers for: to the standard error, where LUDUS_WEBGPU_LOG=1 asks for it.
void LogError(const char* subject, WGPUStringView text) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
