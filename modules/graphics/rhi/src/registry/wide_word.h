// Sixteen bytes compared at once: what lets a repeated draw be recognised in a few instructions.
#pragma once

#include <ludus/foundation/base/types.h>

#include <cstring>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

#if defined(__GNUC__) || defined(__clang__)
// The compilers' vector extension: SSE2, NEON, wasm SIMD or plain words, as the target has it.
typedef uint64 WideWord __attribute__((vector_size(16)));

[[nodiscard]] inline bool IsZero(WideWord value) noexcept
{
    return (value[0] | value[1]) == 0;
}

[[nodiscard]] inline uint64 Fold(WideWord value) noexcept
{
    return value[0] | value[1];
}
#else
struct WideWord
{
    uint64 Words[2];

    uint64 operator[](usize index) const noexcept { return Words[index]; }
};

inline WideWord operator^(WideWord a, WideWord b) noexcept
{
    return {{a.Words[0] ^ b.Words[0], a.Words[1] ^ b.Words[1]}};
}

inline WideWord operator|(WideWord a, WideWord b) noexcept
{
    return {{a.Words[0] | b.Words[0], a.Words[1] | b.Words[1]}};
}

inline WideWord& operator|=(WideWord& a, WideWord b) noexcept
{
    a = a | b;
    return a;
}

inline WideWord operator&(WideWord a, WideWord b) noexcept
{
    return {{a.Words[0] & b.Words[0], a.Words[1] & b.Words[1]}};
}

[[nodiscard]] inline bool IsZero(WideWord value) noexcept
{
    return (value.Words[0] | value.Words[1]) == 0;
}

[[nodiscard]] inline uint64 Fold(WideWord value) noexcept
{
    return value.Words[0] | value.Words[1];
}
#endif

/// The sixteen bytes at `at`. Never over bytes that the caller has just written in smaller pieces: the processor would
/// wait for those stores (4.5 ns a draw on Zen 4).
[[nodiscard]] inline WideWord LoadWide(const void* at) noexcept
{
    WideWord value;
    std::memcpy(&value, at, sizeof value);
    return value;
}
} // namespace ludus::graphics::rhi::internal
