// What the checks of public structs ask of values and handles, at compile time.
#pragma once

#include <ludus/foundation/base/types.h>

#include <cstddef>
#include <string_view>
#include <type_traits>

namespace ludus::graphics::rhi
{
using namespace foundation::core;

template <class T, usize COUNT>
constexpr bool IsFilled(const T (&values)[COUNT], const T (&expected)[COUNT])
{
    for (usize i = 0; i < COUNT; ++i)
    {
        if (values[i] != expected[i])
        {
            return false;
        }
    }
    return true;
}

template <class T, usize COUNT>
constexpr bool IsZero(const T (&values)[COUNT])
{
    const T zeros[COUNT]{};
    return IsFilled(values, zeros);
}

template <usize COUNT>
constexpr bool AreEmpty(const std::string_view (&texts)[COUNT])
{
    for (const std::string_view text : texts)
    {
        if (!text.empty())
        {
            return false;
        }
    }
    return true;
}

template <class Handle>
concept Comparable = requires(Handle a, Handle b)
{
    a == b;
};

/// Null by default, a value of `BYTES` bytes, without public members or comparison.
template <class Handle, usize BYTES>
inline constexpr bool IS_HANDLE =
    std::is_final_v<Handle> && !std::is_aggregate_v<Handle> && std::is_nothrow_default_constructible_v<Handle> &&
    std::is_trivially_copyable_v<Handle> && !Comparable<Handle> && sizeof(Handle) == BYTES;
} // namespace ludus::graphics::rhi
