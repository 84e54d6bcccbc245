// Rules of one RasterBinding, shared by shaders (what a stage needs) and layouts (what a set offers).
#pragma once

#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi::internal
{
/// What is malformed in `bindings[index]`, and sizes beyond the profile's limits.
RasterVerdict CheckBindingEntry(const RasterBinding& binding, uint32 index, const DeviceProfile& profile) noexcept;

/// Which of its parts the profile does not offer.
RasterVerdict CheckBindingOffered(const RasterBinding& binding, uint32 index, const DeviceProfile& profile) noexcept;
} // namespace ludus::graphics::rhi::internal
