// Rules of the fullscreen facade's three resources.
#pragma once

#include "diagnostics/verdict.h"
#include "formats/library_limits.h"

#include <ludus/graphics/rhi/render.h>
#include <ludus/graphics/rhi/rhi.h>

namespace ludus::graphics::rhi::internal
{
/// Facade resources of each kind.
constexpr uint32 FACADE_RECORDS = 8;

/// Facade uniforms are 16 to 16384 bytes, in steps of 16.
constexpr uint32 FACADE_UNIFORM_STEP = 16;
constexpr uint32 FACADE_UNIFORM_MAX = MAX_UNIFORM_RANGE;

/// Stage, occupied uniform bytes and the running backend's artifact.
ResourceVerdict CheckShader(const ShaderDescription& description, Backend backend) noexcept;

/// `maxSize`: DeviceCapabilities::MaxUniformBufferSize.
ResourceVerdict CheckUniformSize(usize size, uint32 maxSize) noexcept;

/// An update replaces all bytes.
ResourceVerdict CheckUniformBytes(usize bytes, usize size) noexcept;

/// What a facade shader's record keeps.
struct FacadeShaderFacts final
{
    ShaderStage Stage{ShaderStage::Vertex};
    usize UniformSize{0};
};

/// Stages stand in their places and the uniform holds what both read.
ResourceVerdict CheckPipeline(const FacadeShaderFacts& vertex, const FacadeShaderFacts& fragment,
                              usize uniformSize) noexcept;
} // namespace ludus::graphics::rhi::internal
