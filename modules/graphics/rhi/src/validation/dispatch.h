// Rules of dispatches, wherever one is declared.
#pragma once

#include "validation/refuse.h"

#include <ludus/graphics/rhi/profile.h>

namespace ludus::graphics::rhi::internal
{
/// One workgroup at least along each axis, and no more than the device offers. `field` has a place for the axis.
[[nodiscard]] RasterVerdict CheckGroups(const uint32 (&groups)[3], const ComputeCapabilities& offered,
                                        const char* field) noexcept;
} // namespace ludus::graphics::rhi::internal
