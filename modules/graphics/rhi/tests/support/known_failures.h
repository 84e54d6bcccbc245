// What drivers in the lanes are known to get wrong: declared here with their source, so that cases expect it, and so
// that a case fails with news when a driver has been mended.
#pragma once

#include <ludus/graphics/rhi/measurement.h>

namespace ludus::graphics::rhi::tests
{
/// Indirect draws begin at the start of the index buffer, whatever offset it is bound at. Mesa 22.3.6's lavapipe does
/// not look at the offset there, be it for Vulkan or for wgpu-native above it; other releases were not tried. Ask with
/// the adapter of the session that draws.
[[nodiscard]] bool IgnoresIndexOffsetOfIndirectDraws(const MeasurementAdapter& adapter);
} // namespace ludus::graphics::rhi::tests
