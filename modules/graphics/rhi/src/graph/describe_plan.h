// A compiled plan as text, without memory of its own.
#pragma once

#include "graph/graph_plan.h"

#include <ludus/graphics/rhi/describe.h>

namespace ludus::graphics::rhi::internal
{
/// Writes as much as fits, terminated; returns the length of the whole. The plan is compiled.
usize DescribePlan(const GraphDeclaration& graph, const GraphPlan& plan, GraphTextForm form,
                   std::span<char> text) noexcept;
} // namespace ludus::graphics::rhi::internal
