// Arrays of bindings: every element of a set with what fills its holes, the elements that draws declare, and the buffer
// that says how long a runtime table is.
#pragma once

#include "frontend/session.h"
#include "validation/binding.h"

namespace ludus::graphics::rhi::internal
{
/// What an accepted entry says of an element of its binding.
[[nodiscard]] inline SetDescriptor MakeDescriptor(const RasterBinding& binding,
                                                  const ResolvedBindingResource& entry) noexcept
{
    SetDescriptor descriptor{
        .Binding = binding.Binding,
        .Element = entry.Source->ArrayElement,
        .Kind = binding.Kind,
        .HasDynamicOffset = binding.HasDynamicOffset,
    };
    switch (GetDescriptorKind(binding.Kind))
    {
    case RecordKind::Buffer:
        descriptor.Slot = entry.BufferSlot;
        descriptor.Offset = entry.Source->Offset;
        descriptor.Size = entry.Source->Size;
        break;
    case RecordKind::Sampler:
        descriptor.Slot = entry.SamplerSlot;
        break;
    default:
        descriptor.Slot = entry.ViewSlot;
        break;
    }
    return descriptor;
}

/// Appends the descriptors of a set: by ascending binding number and element, every one of the layout, with element
/// zero again in the holes of partial bindings. `tableLength`: elements of the runtime table, or zero. `lengthSlot`:
/// the buffer with that number, at its binding of a layout with a table. There is room; the entries are accepted.
void AppendDescriptors(SetCold& cold, std::span<const RasterBinding> layout,
                       std::span<const ResolvedBindingResource> entries, uint32 tableLength,
                       uint32 lengthSlot) noexcept;

/// Elements of `entries` that a draw must declare, because shaders select them for each invocation.
[[nodiscard]] uint32 CountReachable(std::span<const RasterBinding> layout,
                                    std::span<const ResolvedBindingResource> entries) noexcept;

/// Fills in the tokens of `count` reachable elements, from the set's descriptors. False without host memory.
[[nodiscard]] bool FillReachable(SetCold& cold, std::span<const RasterBinding> layout, BindingSetHandle set,
                                 uint32 count) noexcept;

/// Whether `tokens` names each reachable element exactly once. Lists in the set's own order are compared as bytes.
[[nodiscard]] bool AreReachable(ReachableElements& reachable, std::span<const RasterBindingIndex> tokens) noexcept;

/// Makes the buffer that a shader reads the length of a runtime table from: the number, and zeros. It has no public
/// name; the set's descriptor keeps it.
[[nodiscard]] RasterVerdict MakeTableLength(Session& session, uint32 length, uint32& slot) noexcept;
} // namespace ludus::graphics::rhi::internal
