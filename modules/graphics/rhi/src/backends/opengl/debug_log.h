// What the driver said about our calls: every error goes to stderr and is counted, so that a test can ask for silence.
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi::internal::opengl
{
/// Errors and undefined behaviour that drivers reported since the process started. Any thread.
[[nodiscard]] foundation::uint32 GetOpenGlMessageCount() noexcept;

/// Whether LUDUS_OPENGL_DEBUG=1 asks for debug contexts.
[[nodiscard]] bool IsOpenGlDebugRequested() noexcept;

/// Prints and counts one message.
void LogOpenGlMessage(const char* text) noexcept;
} // namespace ludus::graphics::rhi::internal::opengl
