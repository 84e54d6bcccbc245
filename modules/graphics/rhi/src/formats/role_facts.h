// What is true of each buffer role: size unit, index width, whether compute is needed.
#pragma once

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

struct RoleFacts final
{
    const char* Name{nullptr};
    uint32 SizeUnit{4};   // sizes are multiples of it
    uint32 IndexShift{0}; // log2 of an index's bytes; zero for roles without indices
    bool IsStorage{false};
    bool IsIndirect{false};
};

/// Indices that a buffer holds at most: a draw names its first one in 32 bits, whatever MaxBufferSize allows.
constexpr uint64 MAX_BUFFER_INDICES = uint64{1} << 32U;

/// Number of roles.
constexpr usize BUFFER_ROLE_COUNT = static_cast<usize>(BufferRole::StorageIndirect) + 1;

/// Indexed by BufferRole.
constexpr RoleFacts ROLE_FACTS[BUFFER_ROLE_COUNT] = {
    {"Vertex", 4, 0, false, false},        {"Index16", 2, 1, false, false}, {"Index32", 4, 2, false, false},
    {"Uniform", 4, 0, false, false},       {"Storage", 4, 0, true, false},  {"StorageVertex", 4, 0, true, false},
    {"StorageIndirect", 4, 0, true, true},
};

[[nodiscard]] constexpr bool IsKnownRole(BufferRole role) noexcept
{
    return static_cast<usize>(role) < BUFFER_ROLE_COUNT;
}

/// Facts of a known role.
[[nodiscard]] constexpr const RoleFacts& FactsOf(BufferRole role) noexcept
{
    return ROLE_FACTS[static_cast<usize>(role)];
}

/// Whether a draw may read indices from it.
[[nodiscard]] constexpr bool IsIndexRole(BufferRole role) noexcept
{
    return IsKnownRole(role) && FactsOf(role).IndexShift != 0;
}

/// Whether a draw may read vertices from it.
[[nodiscard]] constexpr bool IsVertexRole(BufferRole role) noexcept
{
    return role == BufferRole::Vertex || role == BufferRole::StorageVertex;
}
} // namespace ludus::graphics::rhi::internal
