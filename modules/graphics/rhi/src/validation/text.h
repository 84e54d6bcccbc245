// The length of a text that comes as a pointer, and may be longer than anything it is taken for.
#pragma once

#include <ludus/foundation/base/types.h>

#include <cstring>
#include <string_view>

namespace ludus::graphics::rhi::internal
{
/// At most one character more than `most`: enough to know that it is too long. Empty for null.
[[nodiscard]] inline std::string_view MeasureText(const char* text, foundation::usize most) noexcept
{
    if (text == nullptr)
    {
        return {};
    }
    const void* end = std::memchr(text, 0, most + 1);
    return {text, end == nullptr ? most + 1 : static_cast<foundation::usize>(static_cast<const char*>(end) - text)};
}
} // namespace ludus::graphics::rhi::internal
