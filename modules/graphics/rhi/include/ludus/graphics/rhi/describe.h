// What the compiler made of an ordered graph, to be read by people: as lines of text, or as a picture for Graphviz.
//
//     rhi::CompileOrderedGraph(device, graph, report);
//     char text[4096];
//     usize length = 0;
//     rhi::DescribeOrderedGraph(device, graph, rhi::GraphTextForm::Lines, text, length);
//     std::fputs(text, stdout);
//
// A description says for each pass why it was kept or culled, what it waits for and why, its barriers and its group.
// The same graph gives the same bytes in every build and on every backend.
#pragma once

#include <ludus/graphics/rhi/graph.h>

#include <span>

namespace ludus::graphics::rhi
{
enum class GraphTextForm : ludus::foundation::uint8
{
    Lines,
    Dot, // a digraph: dot -Tsvg turns it into a picture
};

/// Describes a compiled graph. `text` receives as much as fits, always terminated when it has room for anything;
/// `length` the characters of the whole description without the terminator, so that an empty `text` asks for the size.
/// The device's thread; between frames or in one; allocates nothing. NotReady, leaving both as they were: the graph was
/// not compiled successfully. InvalidDescription: no such form. InvalidHandle as everywhere.
[[nodiscard]] RasterStatus DescribeOrderedGraph(DeviceHandle device, OrderedGraph graph, GraphTextForm form,
                                                std::span<char> text, ludus::foundation::usize& length) noexcept;
} // namespace ludus::graphics::rhi
