// Short ways for the compiler's passes to say which pass and which resource a graph is refused for.
#pragma once

#include "graph/graph_plan.h"

namespace ludus::graphics::rhi::internal
{
/// Names of accesses in diagnostics and descriptions, as GraphAccessMode spells them.
[[nodiscard]] constexpr const char* GetAccessName(GraphAccessMode access) noexcept
{
    constexpr const char* NAMES[] = {"Vertex",         "Index",       "Uniform",          "Sampled", "ColorWrite",
                                     "ColorReadWrite", "StorageRead", "StorageReadWrite", "Indirect"};
    return static_cast<usize>(access) < std::size(NAMES) ? NAMES[static_cast<usize>(access)] : "?";
}

/// The number of accesses.
constexpr usize GRAPH_ACCESS_COUNT = static_cast<usize>(GraphAccessMode::Indirect) + 1;

/// A malformed graph: {index} of the text is the pass.
[[nodiscard]] constexpr GraphVerdict MalformedGraph(DiagnosticCode code, uint32 pass, uint32 resource,
                                                    const char* field = nullptr, uint64 got = 0,
                                                    uint64 allowed = 0) noexcept
{
    return {{RasterStatus::InvalidDescription, {code, field, got, allowed, pass}}, pass, resource};
}
} // namespace ludus::graphics::rhi::internal
