// The command line of ludus-graph.
#pragma once

#include <graph_program.h>

#include <ludus/graphics/rhi/describe.h>

namespace ludus::gallery
{
/// In messages.
constexpr const char* GRAPH_NAME = "ludus-graph";

struct GraphOptions final
{
    const GraphProgramEntry* Program{nullptr};
    rhi::GraphTextForm Form{rhi::GraphTextForm::Lines};
    rhi::BackendSelection Backend{rhi::BackendSelection::Reference};
    uint32 Frame{1};
};

/// `ludus-graph PROGRAM [--form lines|dot] [--frame NUMBER] [--backend NAME]`. False when there is nothing to do but to
/// end with `exitCode`: 0 after the help, 2 after a message on stderr.
[[nodiscard]] bool ParseGraphOptions(int count, char** values, GraphOptions& options, int& exitCode);
} // namespace ludus::gallery
