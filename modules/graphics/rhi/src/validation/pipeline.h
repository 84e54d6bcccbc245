// Rules of raster pipelines: stages, vertex input, layout and target fit together.
#pragma once

#include "boundary/backend.h"
#include "diagnostics/verdict.h"

namespace ludus::graphics::rhi::internal
{
/// What a created stage needs, as its record keeps it.
struct ShaderFacts final
{
    ShaderStage Stage{ShaderStage::Vertex};
    std::span<const RasterShaderInput> Inputs{};
    std::span<const RasterBinding> Bindings{};
};

/// Checks the description against its resolved parts. On acceptance `out` says which attachments it suits.
RasterVerdict CheckRasterPipeline(const RasterPipelineDescription& description, const ShaderFacts& vertex,
                                  const ShaderFacts& fragment, std::span<const RasterBinding> layout,
                                  const DeviceProfile& profile, PipelineTarget& out) noexcept;
} // namespace ludus::graphics::rhi::internal
