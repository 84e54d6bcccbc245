// Arithmetic on sizes that says when it does not fit, and ranges compared by subtraction so that no sum can wrap.
#pragma once

#include <ludus/foundation/base/types.h>

#include <limits>

namespace ludus::foundation
{
/// `out = a + b`. False when the sum does not fit in 64 bits; `out` is then unspecified.
[[nodiscard]] constexpr bool TryAdd(uint64 a, uint64 b, uint64& out) noexcept
{
    out = a + b;
    return out >= a;
}

/// `a + b`, or the largest value where that does not fit: for saying where a range ends.
[[nodiscard]] constexpr uint64 AddSaturated(uint64 a, uint64 b) noexcept
{
    return b <= std::numeric_limits<uint64>::max() - a ? a + b : std::numeric_limits<uint64>::max();
}

/// `out = a * b`. False when the product does not fit in 64 bits; `out` is then unspecified.
[[nodiscard]] constexpr bool TryMultiply(uint64 a, uint64 b, uint64& out) noexcept
{
    out = a * b;
    return a == 0 || out / a == b;
}

/// Whether [offset, offset + size) lies inside [0, total).
[[nodiscard]] constexpr bool IsRangeInside(uint64 offset, uint64 size, uint64 total) noexcept
{
    return offset <= total && size <= total - offset;
}

[[nodiscard]] constexpr bool IsPowerOfTwo(uint64 value) noexcept
{
    return value != 0 && (value & (value - 1)) == 0;
}

/// Smallest multiple of `alignment` (a power of two) that is at least `value`; `value` must leave room for it.
[[nodiscard]] constexpr uint64 AlignUp(uint64 value, uint64 alignment) noexcept
{
    return (value + alignment - 1) & ~(alignment - 1);
}

/// Quotient rounded up; `divisor` must not be zero.
[[nodiscard]] constexpr uint64 DivideUp(uint64 value, uint64 divisor) noexcept
{
    return value / divisor + (value % divisor != 0 ? 1 : 0);
}
} // namespace ludus::foundation
