// The plain model of what a packet must do: it knows objects by tables of its own, and lists every rule that a packet
// breaks.
#pragma once

#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/raster.h>

#include <span>
#include <vector>

namespace ludus::graphics::rhi::tests
{
using namespace foundation::core;

/// How far an object is: what a packet that names it meets.
enum class Life
{
    Ready,
    Pending,
    Failed,
    Gone, // destroyed, published over, or null
};

template <class Handle>
struct Object
{
    Handle Name{};
    Life State{Life::Ready};
};

struct ModelBuffer final : Object<BufferHandle>
{
    BufferRole Role{BufferRole::Vertex};
    uint64 Size{0};
    std::vector<uint64> Indices{}; // a restart index: larger than any 32-bit value
};

struct DynamicRange final
{
    uint32 Binding{0};
    uint64 Room{0}; // the largest offset
};

struct ModelSet final : Object<BindingSetHandle>
{
    uint32 Layout{0};
    uint32 Shape{0}; // which description it was made from
    std::vector<DynamicRange> Dynamic{};
};

struct ModelPipeline final : Object<RasterPipelineHandle>
{
    uint32 Layout{0};
    uint32 Shape{0};
    std::vector<RasterVertexStream> Streams{};
};

/// Of a packet without indirect arguments.
constexpr uint32 NO_BUFFER = ~uint32{0};

/// A packet in the terms of the model: indices into its tables, and plain numbers.
struct Packet final
{
    uint32 Pipeline{0};
    uint32 Set{0};
    uint32 SliceCount{1};
    uint32 Vertices[2]{0, 1};
    uint64 SliceOffset[2]{0, 0};
    uint64 SliceSize[2]{3200, 160};
    uint32 Indices{0};
    uint64 IndexOffset{0};
    uint32 IndexCount{3};
    uint32 VertexCount{50};
    uint32 InstanceCount{1};
    uint32 Indirect{NO_BUFFER};
    uint64 IndirectOffset{0};
    bool HasReachable{false};
    uint32 Offsets[RASTER_BINDING_COUNT]{};
};

/// A rule that a packet breaks, as the device would answer it.
struct Breach final
{
    RasterStatus Answer{};
    DiagnosticCode Reason{};

    bool operator==(const Breach&) const = default;
};

/// The values of an index buffer as the model compares them, with a restart index larger than any 32-bit value.
[[nodiscard]] std::vector<uint64> SeeIndices(std::span<const uint32> values, bool isNarrow);

struct DrawModel final
{
    /// Everything that is wrong with a packet, in a frame that takes `room` more draws; empty for one that is drawn.
    [[nodiscard]] std::vector<Breach> Judge(const Packet& packet, usize room) const;

    std::vector<ModelBuffer> Buffers{};
    std::vector<ModelSet> Sets{};
    std::vector<ModelPipeline> Pipelines{};
};
} // namespace ludus::graphics::rhi::tests
