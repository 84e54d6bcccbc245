// A command stream as lines of text, for golden tests and bug reports: the same stream gives the same text everywhere.
//
//     pass surface 64x48 clear 0 0 0 1
//       draw pipeline 3 set 2 vertices 5@0 indices 6/16 counts 6x1@0 offsets 256
//     end
//
// Numbers after a noun are slots; `indices 6/16` is buffer 6 of 16-bit indices, `counts 6x1@0` six indices once from
// index 0. What a draw takes over from the one before it is written out. Defaults of a pass are left out: whole
// viewport and scissor, depth cleared to one and discarded, colours stored.
#pragma once

#include "boundary/commands.h"

#include <span>
#include <string_view>

namespace ludus::graphics::rhi::internal
{
/// Receives one line, without a line break; borrowed for the call.
using StreamLine = void (*)(void* context, std::string_view line) noexcept;

/// Writes the stream's lines to `line`. A malformed stream ends with a line `malformed at byte N: why`. Allocates
/// nothing.
void PrintStream(std::span<const uint8> stream, StreamLine line, void* context) noexcept;

/// The name of bit `bit` of ResourceUse, such as "color-attachment"; "?" for a bit without one.
[[nodiscard]] std::string_view GetUseName(uint32 bit) noexcept;
} // namespace ludus::graphics::rhi::internal
