// The rules of a draw in plain order: what names the reason when the recording refuses a packet.
#pragma once

#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
/// Finds the first rule that `draw` breaks, reports it and answers its status. Called for refused packets only.
[[nodiscard]] RasterStatus RefuseDraw(Session& session, DeviceHandle device, const RasterDraw& draw) noexcept;
} // namespace ludus::graphics::rhi::internal
