// Rules of raster and compute pipelines: stages, vertex input, layout and target fit together.
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

/// Whether a layout gives the stage `stageName` all that its shader needs.
RasterVerdict CheckLayout(std::span<const RasterBinding> layout, const ShaderFacts& shader, RasterVisibility stage,
                          const char* stageName) noexcept;

/// Checks a compute pipeline's resolved parts: a compute stage, and a layout that serves it and no other stage.
RasterVerdict CheckComputePipeline(const ShaderFacts& shader, std::span<const RasterBinding> layout) noexcept;

/// Checks the description against its resolved parts. On acceptance `out` says which attachments it suits.
RasterVerdict CheckRasterPipeline(const RasterPipelineDescription& description, const ShaderFacts& vertex,
                                  const ShaderFacts& fragment, std::span<const RasterBinding> layout,
                                  const DeviceProfile& profile, PipelineTarget& out) noexcept;
} // namespace ludus::graphics::rhi::internal
