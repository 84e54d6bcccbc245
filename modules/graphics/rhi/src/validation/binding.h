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

/// Exactly one resource for each (Binding, ArrayElement) of an accepted layout, of the right kind and range.
/// `sortedLayout` by ascending binding number. The counts of the whole device are the caller's to check.
RasterVerdict CheckBindingSet(std::span<const RasterBinding> sortedLayout,
                              std::span<const ResolvedBindingResource> resources,
                              const DeviceProfile& profile) noexcept;

/// Descriptors that a set of an accepted layout holds.
[[nodiscard]] uint64 CountDescriptors(std::span<const RasterBinding> layout) noexcept;
} // namespace ludus::graphics::rhi::internal
