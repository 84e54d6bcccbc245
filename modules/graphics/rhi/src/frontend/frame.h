// Opening and closing the one frame, for the facade and the explicit device alike.
#pragma once

#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
/// Between frames, on a Ready session: see SetFrameTarget in device.h.
[[nodiscard]] DeviceStatus SetTarget(Session& session, const char* operation, const FrameTarget& target) noexcept;

/// On a Ready session without an open frame: see BeginFrame in device.h.
[[nodiscard]] DeviceStatus OpenFrame(Session& session, const char* operation) noexcept;

/// On a Ready session with an open frame: see EndFrame in device.h. `ordinal` receives what was accepted, else zero.
[[nodiscard]] DeviceStatus CloseFrame(Session& session, const char* operation, uint64& ordinal) noexcept;
} // namespace ludus::graphics::rhi::internal
