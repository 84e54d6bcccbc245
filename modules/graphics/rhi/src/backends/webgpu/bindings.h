// Binding layouts, and binding sets: one bind group each, in group zero.
#pragma once

#include "backends/webgpu/buffer.h"
#include "backends/webgpu/texture.h"

namespace ludus::graphics::rhi::internal::webgpu
{
struct BindingLayout final
{
    GroupLayout Group{};
    PipelineLayout Pipelines{};
    uint32 DynamicCount{0};
};

struct BindingSet final
{
    BindGroup Group{};
    uint32 DynamicCount{0};
};

class Bindings final
{
public:
    Bindings(Device& device, const Buffers& buffers, const Textures& textures) noexcept
        : Gpu(device), BufferTable(buffers), TextureTable(textures)
    {
    }

    [[nodiscard]] BackendStatus CreateLayout(uint32 slot, const BindingLayoutCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateSet(uint32 slot, const BindingSetCreation& creation) noexcept;
    void DestroyLayout(uint32 slot) noexcept;
    void DestroySet(uint32 slot) noexcept;
    void Stop() noexcept;

    [[nodiscard]] const BindingSet& SetAt(uint32 slot) const noexcept { return Sets.At(slot); }

    [[nodiscard]] const BindingLayout& LayoutAt(uint32 slot) const noexcept { return Layouts.At(slot); }

private:
    Device& Gpu;
    const Buffers& BufferTable;
    const Textures& TextureTable;
    SlotTable<BindingLayout> Layouts{};
    SlotTable<BindingSet> Sets{};
};
} // namespace ludus::graphics::rhi::internal::webgpu
