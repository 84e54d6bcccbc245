// S5 over Ludus: passes that each show what the one before has drawn, as direct passes and as an ordered graph.
#pragma once

#include "session.h"

#include <ludus/graphics/rhi/graph.h>

#include <array>

namespace ludus::benchmarks
{
class PassChain
{
public:
    explicit PassChain(const Session& session);

    /// S5: a frame of direct passes.
    void DrawPasses();

    /// S5graph: what AuthorGraph has authored and compiled.
    void AuthorGraph();
    void ExecuteGraph();

    /// Ends the program when a call of the last run was refused.
    void CheckRefusals() const;

private:
    void AddPass(rhi::OrderedGraph graph, std::uint32_t index, std::array<rhi::GraphVersion, 2>& versions,
                 std::span<const rhi::GraphVersion, 2> geometry) const;

    const Session& Context;
    rhi::BufferHandle Corners;
    rhi::BufferHandle Indices;
    rhi::RasterVertexSlice Slice;
    std::array<rhi::TextureHandle, 2> Pictures; // drawn to and shown in turns
    std::array<rhi::RasterDraw, 2> Packets;     // show one of them, in the other
    rhi::RasterDraw Final;                      // shows the last one on the surface
    rhi::OrderedGraph Graph;
    std::uint32_t Refusals = 0;
};
} // namespace ludus::benchmarks
