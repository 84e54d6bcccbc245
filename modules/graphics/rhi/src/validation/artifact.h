// Rule shared by both ways to create a shader: the running backend's artifact is there and has the entry point.
#pragma once

#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/render.h>
#include <ludus/graphics/rhi/rhi.h>

namespace ludus::graphics::rhi::internal
{
/// Code None when the artifact can be handed to `backend`. SPIR-V entry points are read; text is the driver's to judge.
[[nodiscard]] Finding CheckArtifact(const ShaderDescription& description, Backend backend) noexcept;

/// Holds the local size of an accepted compute artifact against the one described, where the artifact can be read.
[[nodiscard]] Finding CheckLocalSize(const ShaderDescription& description, const uint32 (&size)[3],
                                     Backend backend) noexcept;
} // namespace ludus::graphics::rhi::internal
