// Sizes as programs of ours take them on the command line.
#pragma once

#include <ludus/foundation/base/types.h>

#include <string>

namespace ludus::apps
{
/// Reads "WIDTHxHEIGHT", each 1 to `maxEdge`. False, leaving both as they were, for anything else.
[[nodiscard]] bool ParseSize(const std::string& text, foundation::uint32 maxEdge, foundation::uint32& width,
                             foundation::uint32& height);
} // namespace ludus::apps
