// What a scope's description must be, whoever has filled it in.
#pragma once

#include <ludus/graphics/rhi/gpu_scope.h>

namespace ludus::graphics::rhi::internal
{
/// Whether MakeGpuScope could have made it.
[[nodiscard]] bool IsGpuScope(const GpuScopeDescription& scope) noexcept;
} // namespace ludus::graphics::rhi::internal
