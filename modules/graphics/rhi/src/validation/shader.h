// Rules of reflected shader stages.
#pragma once

#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi::internal
{
/// Uniform members that one stage may list.
constexpr usize MAX_UNIFORM_MEMBERS = 64;

/// Bytes of a uniform member's name.
constexpr usize MAX_MEMBER_NAME_BYTES = 63;

/// Stage, the running backend's artifact, inputs, bindings and members; then what the profile offers.
RasterVerdict CheckRasterShader(const RasterShaderDescription& description, Backend backend,
                                const DeviceProfile& profile) noexcept;
} // namespace ludus::graphics::rhi::internal
