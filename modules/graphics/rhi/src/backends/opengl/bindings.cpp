#include "backends/opengl/bindings.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::opengl
{
BackendStatus Bindings::CreateSet(uint32 slot, const BindingSetCreation& creation) noexcept
{
    assert(creation.RuntimeCount == 0 && "runtime tables are not offered by this backend yet");
    assert(creation.Descriptors.size() <= RASTER_BINDING_COUNT && "arrays are not offered by this backend yet");
    if (!Sets.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    BindingSet& set = Sets.At(slot);
    set = {};
    const auto append = [&](const SetDescriptor& descriptor) noexcept
    {
        set.Buffers[set.BufferCount++] = {
            .Binding = descriptor.Binding,
            .IsStorage = descriptor.Kind != RasterBindingKind::UniformBuffer,
            .Range = {BufferTable.At(descriptor.Slot), static_cast<GLintptr>(descriptor.Offset),
                      static_cast<GLsizeiptr>(descriptor.Size)},
        };
    };
    for (const SetDescriptor& descriptor : creation.Descriptors)
    {
        if (descriptor.HasDynamicOffset)
        {
            append(descriptor);
        }
    }
    set.DynamicCount = set.BufferCount;
    for (const SetDescriptor& descriptor : creation.Descriptors)
    {
        switch (GetDescriptorKind(descriptor.Kind))
        {
        case RecordKind::Buffer:
            if (!descriptor.HasDynamicOffset)
            {
                append(descriptor);
            }
            break;
        case RecordKind::Sampler:
            set.Samplers[descriptor.Binding] = TextureTable.SamplerAt(descriptor.Slot);
            break;
        default:
            set.Textures[descriptor.Binding] = TextureTable.ViewAt(descriptor.Slot);
            break;
        }
    }
    return BackendStatus::Ready;
}
} // namespace ludus::graphics::rhi::internal::opengl
