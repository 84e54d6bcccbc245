// What is true of each vertex attribute format.
#pragma once

#include "formats/library_limits.h"

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

struct VertexFacts final
{
    const char* Name{nullptr};
    uint32 Bytes{0};
    uint32 Components{0};
};

/// Number of vertex formats.
constexpr usize VERTEX_FORMAT_COUNT = static_cast<usize>(RasterVertexFormat::Float4) + 1;

/// Indexed by RasterVertexFormat.
constexpr VertexFacts VERTEX_FACTS[VERTEX_FORMAT_COUNT] = {
    {"Float2", 8, 2},
    {"Float3", 12, 3},
    {"Float4", 16, 4},
};

[[nodiscard]] constexpr bool IsKnownVertexFormat(RasterVertexFormat format) noexcept
{
    return static_cast<usize>(format) < VERTEX_FORMAT_COUNT;
}

/// Facts of a known vertex format.
[[nodiscard]] constexpr const VertexFacts& FactsOf(RasterVertexFormat format) noexcept
{
    return VERTEX_FACTS[static_cast<usize>(format)];
}
} // namespace ludus::graphics::rhi::internal
