// The text of a stream as one string, a line break after each line.
#pragma once

#include "boundary/stream_text.h"

#include <string>

namespace ludus::graphics::rhi::tests
{
[[nodiscard]] inline std::string GetStreamText(std::span<const foundation::uint8> stream)
{
    std::string text;
    internal::PrintStream(
        stream,
        [](void* context, std::string_view line) noexcept
        {
            auto& out = *static_cast<std::string*>(context);
            out.append(line);
            out.push_back('\n');
        },
        &text);
    return text;
}
} // namespace ludus::graphics::rhi::tests
