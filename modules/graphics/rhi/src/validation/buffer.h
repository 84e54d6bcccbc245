// Rules of buffer creation.
#pragma once

#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/device.h>

namespace ludus::graphics::rhi::internal
{
/// Role, size and initial bytes; then whether the role's workload is enabled.
RasterVerdict CheckBuffer(const BufferDescription& description, std::span<const uint8> bytes,
                          const DeviceProfile& profile, const DeviceFeatures& enabled) noexcept;
} // namespace ludus::graphics::rhi::internal
