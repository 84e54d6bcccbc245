// What every gallery program needs around its one new idea: a command line, a device, a frame, a PNG file.
#pragma once

#include "program.h"

#include <string>

namespace ludus::gallery
{
/// `gallery-NN [--out FILE] [--size WIDTHxHEIGHT] [--frames COUNT] [--backend NAME]`: runs `program` and writes the
/// picture of its last frame. The answer is main's: 0, or 1 with the reason on stderr, or 2 for a wrong command line.
[[nodiscard]] int Run(Program& program, const char* name, int count, char** values);

/// A decimal number from 1 to `most`, and nothing else; else false, and `count` keeps its value.
[[nodiscard]] bool ParseCount(const std::string& text, uint32 most, uint32& count);
} // namespace ludus::gallery
