// One word that says which attachments a pass has: pipelines made for the same word draw in it.
#pragma once

#include "registry/records.h"

namespace ludus::graphics::rhi::internal
{
/// In the key of an open pass whose depth is read only. No pipeline has it: each pipeline is then asked whether it
/// writes depth.
constexpr uint32 PASS_KEY_READ_ONLY_DEPTH = 1U << 31U;

/// Equal for equal targets, different for different ones, never zero.
[[nodiscard]] constexpr uint32 MakePassKey(const PipelineTarget& target) noexcept
{
    // Bit 0 is always set; then surface, stencil, samples (3 bits), colour count (3 bits), formats (4 bits each).
    static_assert(RASTER_FORMAT_COUNT <= 16 && MAX_COLOR_ATTACHMENTS <= 4);
    uint32 key = 1U | (target.IsSurface ? 1U << 1U : 0U) | (target.HasStencil ? 1U << 2U : 0U) |
                 target.SampleCount << 3U | target.ColorCount << 6U;
    for (uint32 i = 0; !target.IsSurface && i < target.ColorCount; ++i)
    {
        key |= static_cast<uint32>(target.Colors[i]) << (9U + 4U * i);
    }
    return key;
}

constexpr uint32 SURFACE_PASS_KEY = MakePassKey({});

/// Whether pipelines of this record may draw in the open pass.
[[nodiscard]] inline bool SuitsPass(uint32 passKey, const PipelineHot& pipeline) noexcept
{
    return pipeline.PassKey == passKey ||
           ((pipeline.PassKey | PASS_KEY_READ_ONLY_DEPTH) == passKey && !pipeline.WritesDepth);
}
} // namespace ludus::graphics::rhi::internal
