// The rules of a draw in plain order: what names the reason when the recording refuses a packet.
#pragma once

#include "frontend/session.h"

#include <ludus/graphics/rhi/compute.h>

namespace ludus::graphics::rhi::internal
{
/// What the offset of an indirect command is a multiple of.
constexpr usize INDIRECT_ALIGNMENT = 4;

/// Whether a packet's offsets suit the dynamic bindings of a set: aligned, inside, and zero elsewhere.
[[nodiscard]] RasterVerdict CheckBindingOffsets(Session& session, uint32 setSlot,
                                                const RasterBindingOffsets& offsets) noexcept;

/// Finds the first rule that `draw` breaks, reports it and answers its status. Called for refused packets only.
[[nodiscard]] RasterStatus RefuseDraw(Session& session, DeviceHandle device, const RasterDraw& draw,
                                      const DrawRules& rules) noexcept;

/// The same, but Ready and silent when the packet breaks no rule except, maybe, the capacity.
[[nodiscard]] RasterStatus FindBrokenRule(Session& session, DeviceHandle device, const RasterDraw& draw,
                                          const DrawRules& rules) noexcept;
} // namespace ludus::graphics::rhi::internal
