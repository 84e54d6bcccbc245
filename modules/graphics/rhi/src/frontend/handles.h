// The only code that looks inside handles.
#pragma once

#include "boundary/commands.h"

#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/graph.h>
#include <ludus/graphics/rhi/lifetime.h>
#include <ludus/graphics/rhi/raster.h>

#include <cstring>

namespace ludus::graphics::rhi::internal
{
struct DeviceAccess final
{
    template <class H>
    [[nodiscard]] static uint64 Owner(const H& handle) noexcept
    {
        return handle.Owner;
    }

    template <class H>
    [[nodiscard]] static H Make(uint64 owner) noexcept
    {
        H handle;
        handle.Owner = owner;
        return handle;
    }
};

struct ResourceAccess final
{
    template <class H>
    [[nodiscard]] static uint32 Id(const H& handle) noexcept
    {
        return handle.Id;
    }

    template <class H>
    [[nodiscard]] static H Make(uint32 id) noexcept
    {
        H handle;
        handle.Id = id;
        return handle;
    }
};

struct RasterAccess final
{
    template <class H>
    [[nodiscard]] static uint64 Owner(const H& handle) noexcept
    {
        return handle.Owner;
    }

    template <class H>
    [[nodiscard]] static uint64 Generation(const H& handle) noexcept
    {
        return handle.Generation;
    }

    template <class H>
    [[nodiscard]] static uint32 Slot(const H& handle) noexcept
    {
        return handle.Slot;
    }

    template <class H>
    [[nodiscard]] static H Make(uint64 owner, uint64 generation, uint32 slot) noexcept
    {
        H handle;
        handle.Owner = owner;
        handle.Generation = generation;
        handle.Slot = slot;
        return handle;
    }

    [[nodiscard]] static RasterBindingIndex MakeIndex(const BindingSetHandle& set, uint32 binding,
                                                      uint32 element) noexcept
    {
        RasterBindingIndex index;
        std::memset(static_cast<void*>(&index), 0, sizeof index); // padding too: lists of tokens are compared as bytes
        index.Owner = set.Owner;
        index.Generation = set.Generation;
        index.Slot = set.Slot;
        index.Binding = binding;
        index.Element = element;
        return index;
    }

    [[nodiscard]] static uint32 Binding(const RasterBindingIndex& index) noexcept { return index.Binding; }

    [[nodiscard]] static uint32 Element(const RasterBindingIndex& index) noexcept { return index.Element; }

    /// The sixteen bytes of owner and generation, which come first.
    template <class H>
    [[nodiscard]] static const void* Name(const H& handle) noexcept
    {
        static_assert(sizeof(handle.Owner) + sizeof(handle.Generation) == 16);
        return &handle;
    }
};

struct LifetimeAccess final
{
    template <class H>
    [[nodiscard]] static uint64 Owner(const H& handle) noexcept
    {
        return handle.Owner;
    }

    template <class H>
    [[nodiscard]] static uint64 Generation(const H& handle) noexcept
    {
        return handle.Generation;
    }

    template <class H>
    [[nodiscard]] static uint32 Slot(const H& handle) noexcept
    {
        return handle.Slot;
    }

    template <class H>
    [[nodiscard]] static H Make(uint64 owner, uint64 generation, uint32 slot) noexcept
    {
        H handle;
        handle.Owner = owner;
        handle.Generation = generation;
        handle.Slot = slot;
        return handle;
    }

    [[nodiscard]] static uint64 Ordinal(const SubmissionToken& token) noexcept { return token.Ordinal; }

    [[nodiscard]] static SubmissionToken MakeToken(uint64 owner, uint64 ordinal) noexcept
    {
        SubmissionToken token;
        token.Owner = owner;
        token.Ordinal = ordinal;
        return token;
    }
};

struct GraphAccess final
{
    template <class H>
    [[nodiscard]] static uint64 Owner(const H& handle) noexcept
    {
        return handle.Owner;
    }

    template <class H>
    [[nodiscard]] static uint64 Generation(const H& handle) noexcept
    {
        return handle.Generation;
    }

    [[nodiscard]] static uint32 Slot(const OrderedGraph& graph) noexcept { return graph.Slot; }

    [[nodiscard]] static OrderedGraph Make(uint64 owner, uint64 generation, uint32 slot) noexcept
    {
        OrderedGraph graph;
        graph.Owner = owner;
        graph.Generation = generation;
        graph.Slot = slot;
        return graph;
    }

    /// A version of the graph with this generation; its numbers are then the graph's own.
    [[nodiscard]] static GraphVersion MakeVersion(const OrderedGraph& graph, uint32 resource, uint32 number) noexcept
    {
        GraphVersion version;
        version.Owner = graph.Owner;
        version.Generation = graph.Generation;
        version.Graph = graph.Slot;
        version.Resource = resource;
        version.Version = number;
        return version;
    }

    [[nodiscard]] static bool IsOf(const GraphVersion& version, const OrderedGraph& graph) noexcept
    {
        return version.Owner == graph.Owner && version.Generation == graph.Generation && version.Graph == graph.Slot;
    }

    [[nodiscard]] static uint32 Resource(const GraphVersion& version) noexcept { return version.Resource; }

    [[nodiscard]] static uint32 Number(const GraphVersion& version) noexcept { return version.Version; }
};

/// The kind of record a handle type names.
template <class H>
struct KindOf;

#define LUDUS_KIND_OF(Handle, Kind)                                                                                    \
    template <>                                                                                                        \
    struct KindOf<Handle> final                                                                                        \
    {                                                                                                                  \
        static constexpr RecordKind VALUE = RecordKind::Kind;                                                          \
    }

LUDUS_KIND_OF(BufferHandle, Buffer);
LUDUS_KIND_OF(TextureHandle, Texture);
LUDUS_KIND_OF(TextureViewHandle, TextureView);
LUDUS_KIND_OF(SamplerHandle, Sampler);
LUDUS_KIND_OF(RasterShaderHandle, Shader);
LUDUS_KIND_OF(BindingLayoutHandle, BindingLayout);
LUDUS_KIND_OF(BindingSetHandle, BindingSet);
LUDUS_KIND_OF(RasterPipelineHandle, RasterPipeline);
LUDUS_KIND_OF(ComputePipelineHandle, ComputePipeline);

#undef LUDUS_KIND_OF
} // namespace ludus::graphics::rhi::internal
