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

/// CloseFrame in the words of portable calls.
[[nodiscard]] RasterStatus FinishFrame(Session& session, const char* operation, uint64& ordinal) noexcept;

// The steps of a frame, for whoever brings a stream of their own. Each reports its refusal under `operation`.

/// Bytes of stream of the configured number of passes and of draws at their largest, graphs left out.
[[nodiscard]] uint64 GetStreamBytes(const Session& session) noexcept;

/// Polls, and finds out whether a frame may be submitted now. NotReady: the target has no area, or as many frames as
/// may be are still in flight after a bounded wait.
[[nodiscard]] RasterStatus FindFrameSlot(Session& session, const char* operation) noexcept;

/// Reserves what the backend needs for a frame and acquires its target into FrameState::Target; of a frame without a
/// surface only the extent. NotReady: there is none at present. Afterwards SubmitFrame or GiveFrameBack follows.
[[nodiscard]] RasterStatus AcquireFrame(Session& session, const char* operation) noexcept;

/// Gives an acquired frame up, of which nothing was submitted.
void GiveFrameBack(Session& session) noexcept;

/// The pass that clears the acquired surface, without its draws.
[[nodiscard]] OneColorPass MakeSurfacePass(const Session& session) noexcept;

/// Submits a stream that draws the acquired surface. `ordinal` is what was accepted, wholly or in part, else zero.
/// OutOfMemory or Failed on a session that is still Ready: nothing was encoded, the frame is still acquired.
[[nodiscard]] RasterStatus SubmitFrame(Session& session, const char* operation, std::span<const uint8> stream,
                                       uint64& ordinal) noexcept;
} // namespace ludus::graphics::rhi::internal
