// Rules of binding layouts and binding sets.
#pragma once

#include "boundary/commands.h"
#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/device.h>

namespace ludus::graphics::rhi::internal
{
/// Stages of a visibility mask; the value is known.
[[nodiscard]] constexpr uint32 StagesOf(RasterVisibility visibility) noexcept
{
    return static_cast<uint32>(visibility);
}

/// Numbers, kinds, stages and sizes; then what the profile and the enabled workloads offer; then descriptor counts by
/// stage and set. `bindings` in the caller's order.
RasterVerdict CheckBindingLayout(std::span<const RasterBinding> bindings, const DeviceProfile& profile,
                                 const DeviceFeatures& enabled) noexcept;

/// One entry of a set beside what its handles name. `Source` is never null; a handle that is not null is resolved.
struct ResolvedBindingResource final
{
    const RasterBindingResource* Source{nullptr};
    bool HasBuffer{false}; // the handle is not null
    bool HasView{false};
    bool HasSampler{false};
    BufferRole Role{BufferRole::Vertex};
    usize BufferSize{0};
    TextureDimension ViewDimension{TextureDimension::D2};
    TextureAspect ViewAspect{TextureAspect::Color};
    bool IsAttachmentView{false};
    bool ShowsAttachment{false}; // the view's texture is an attachment
    uint32 BufferSlot{NO_SLOT};
    uint32 ViewSlot{NO_SLOT};
    uint32 SamplerSlot{NO_SLOT};
};

/// The binding of that number, or null.
[[nodiscard]] constexpr const RasterBinding* FindBinding(std::span<const RasterBinding> layout, uint32 number) noexcept
{
    for (const RasterBinding& binding : layout)
    {
        if (binding.Binding == number)
        {
            return &binding;
        }
    }
    return nullptr;
}

/// The runtime table of a layout, or null.
[[nodiscard]] constexpr const RasterBinding* FindRuntimeTable(std::span<const RasterBinding> layout) noexcept
{
    const RasterBinding* table = FindBinding(layout, RUNTIME_BINDING_ARRAY_SLOT);
    return table != nullptr && table->IsRuntimeSized ? table : nullptr;
}

/// Elements of a binding in a set whose runtime table, if it has one, has `tableLength`.
[[nodiscard]] constexpr uint32 ElementsOf(const RasterBinding& binding, uint32 tableLength) noexcept
{
    return binding.IsRuntimeSized ? tableLength : binding.Count;
}

/// The entry that a layout with a runtime table has for its length, which the library supplies.
[[nodiscard]] RasterBinding MakeLengthBinding(RasterVisibility visibility) noexcept;

/// Exactly one resource for each (Binding, ArrayElement) of an accepted layout, of the right kind and range.
/// `sortedLayout` by ascending binding number, with `tableLength` elements of its runtime table, whose length is
/// nobody's to give. The counts of the whole device are the caller's to check.
RasterVerdict CheckBindingSet(std::span<const RasterBinding> sortedLayout,
                              std::span<const ResolvedBindingResource> resources, const DeviceProfile& profile,
                              uint32 tableLength = 0) noexcept;

/// Descriptors that a set of an accepted layout holds, fallbacks and the length of its table included.
[[nodiscard]] uint64 CountDescriptors(std::span<const RasterBinding> layout, uint32 tableLength) noexcept;
} // namespace ludus::graphics::rhi::internal
