// Rules of sampler creation.
#pragma once

#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi::internal
{
/// The largest level of detail a sampler may name.
constexpr float32 MAX_SAMPLER_LOD = 15;

RasterVerdict CheckSampler(const SamplerDescription& description) noexcept;
} // namespace ludus::graphics::rhi::internal
