// Rules of device requests, windows and frame targets: what is malformed or unknown before any backend is asked.
#pragma once

#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/device.h>

namespace ludus::graphics::rhi::internal
{
/// The whole of ValidateDeviceDescription: InvalidDescription for malformed values, then Unsupported for a required
/// workload that no backend of this library implements.
DeviceVerdict CheckDeviceDescription(const DeviceDescription& description) noexcept;

/// Whether a window carries what its system needs. Failed otherwise: startup ends with InvalidWindow.
DeviceVerdict CheckWindow(const WindowInfo& window) noexcept;

/// Extent and clear colour of the next frame. InvalidDescription, or Unsupported for a frame without a surface.
DeviceVerdict CheckFrameTarget(const FrameTarget& target, uint32 maxDimension, bool hasSurfacelessFrames) noexcept;
} // namespace ludus::graphics::rhi::internal
