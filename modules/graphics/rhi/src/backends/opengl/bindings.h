// Binding layouts and binding sets. OpenGL has neither: a set is a list of what to bind where, walked when it is used.
#pragma once

#include "backends/opengl/buffer.h"
#include "backends/opengl/texture.h"

namespace ludus::graphics::rhi::internal::opengl
{
struct BoundBuffer final
{
    uint32 Binding{0};
    bool IsStorage{false};
    IndexedRange Range{};
};

/// The resources of a set by kind. Buffers with dynamic offsets come first, by ascending binding number.
struct BindingSet final
{
    BoundBuffer Buffers[RASTER_BINDING_COUNT]{};
    TextureView Textures[RASTER_BINDING_COUNT]{}; // by binding number
    GLuint Samplers[RASTER_BINDING_COUNT]{};      // by binding number
    uint32 BufferCount{0};
    uint32 DynamicCount{0};
};

class Bindings final
{
public:
    Bindings(const Buffers& buffers, const Textures& textures) noexcept : BufferTable(buffers), TextureTable(textures)
    {
    }

    [[nodiscard]] BackendStatus CreateSet(uint32 slot, const BindingSetCreation& creation) noexcept;

    void DestroySet(uint32 slot) noexcept { Sets.At(slot) = {}; }

    [[nodiscard]] const BindingSet& SetAt(uint32 slot) const noexcept { return Sets.At(slot); }

private:
    const Buffers& BufferTable;
    const Textures& TextureTable;
    SlotTable<BindingSet> Sets{};
};
} // namespace ludus::graphics::rhi::internal::opengl
