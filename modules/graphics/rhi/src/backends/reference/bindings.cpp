// Binding layouts and sets.
#include "backends/reference/reference_backend.h"
#include "formats/role_facts.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
const RasterBinding* FindBinding(const ReferenceLayout& layout, uint32 binding) noexcept
{
    for (const RasterBinding& entry : layout.Bindings)
    {
        if (entry.Binding == binding)
        {
            return &entry;
        }
    }
    return nullptr;
}
} // namespace

BackendStatus ReferenceBackend::CreateBindingLayout(uint32 slot, uint64 generation,
                                                    const BindingLayoutCreation& creation) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferenceLayout* layout = Open(ReferenceCall::CreateBindingLayout, Layouts, slot, status);
    if (layout == nullptr)
    {
        return status;
    }
    uint32 least = 0;
    for (const RasterBinding& binding : creation.Bindings)
    {
        if (binding.Binding < least || binding.Binding >= RASTER_BINDING_COUNT || binding.Count == 0)
        {
            Violate("CreateBindingLayout with binding %u out of order or range", binding.Binding);
            return BackendStatus::Refused;
        }
        least = binding.Binding + 1;
    }
    if (!layout->Bindings.Assign(creation.Bindings))
    {
        return BackendStatus::OutOfMemory;
    }
    return Close(RecordKind::BindingLayout, slot, generation, *layout);
}

BackendStatus ReferenceBackend::CreateBindingSet(uint32 slot, uint64 generation,
                                                 const BindingSetCreation& creation) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferenceSet* set = Open(ReferenceCall::CreateBindingSet, Sets, slot, status);
    if (set == nullptr)
    {
        return status;
    }
    ReferenceLayout* layout = Reach(Layouts, creation.Layout, "layout", "CreateBindingSet");
    if (layout == nullptr)
    {
        return BackendStatus::Refused;
    }
    usize wanted = 0;
    for (const RasterBinding& binding : layout->Bindings)
    {
        wanted += binding.IsRuntimeSized ? creation.RuntimeCount : binding.Count;
    }
    uint64 least = 0; // binding and element of the lowest descriptor that may come next
    for (const SetDescriptor& descriptor : creation.Descriptors)
    {
        const RasterBinding* binding = FindBinding(*layout, descriptor.Binding);
        if (binding == nullptr || binding->Kind != descriptor.Kind ||
            binding->HasDynamicOffset != descriptor.HasDynamicOffset)
        {
            Violate("CreateBindingSet with a descriptor for binding %u that is not the layout's", descriptor.Binding);
            return BackendStatus::Refused;
        }
        const uint32 count = binding->IsRuntimeSized ? creation.RuntimeCount : binding->Count;
        const uint64 place = (uint64{descriptor.Binding} << 32) | descriptor.Element;
        if (place < least || descriptor.Element >= count)
        {
            Violate("CreateBindingSet with binding %u element %u out of order or range", descriptor.Binding,
                    descriptor.Element);
            return BackendStatus::Refused;
        }
        least = place + 1;
        if (!IsDescriptorLegal(descriptor))
        {
            return BackendStatus::Refused;
        }
        set->DynamicCount += descriptor.HasDynamicOffset ? 1 : 0;
    }
    if (creation.Descriptors.size() != wanted)
    {
        Violate("CreateBindingSet with %zu descriptors for a layout of %zu", creation.Descriptors.size(), wanted);
        return BackendStatus::Refused;
    }
    if (!set->Descriptors.Assign(creation.Descriptors))
    {
        *set = {};
        return BackendStatus::OutOfMemory;
    }
    set->Layout = creation.Layout;
    ++layout->Users;
    for (const SetDescriptor& descriptor : creation.Descriptors)
    {
        ++FindObject(GetDescriptorKind(descriptor.Kind), descriptor.Slot)->Users;
    }
    return Close(RecordKind::BindingSet, slot, generation, *set);
}

bool ReferenceBackend::IsDescriptorLegal(const SetDescriptor& descriptor) noexcept
{
    constexpr const char* USE = "CreateBindingSet";
    switch (GetDescriptorKind(descriptor.Kind))
    {
    case RecordKind::Buffer:
    {
        const ReferenceBuffer* buffer = Reach(Buffers, descriptor.Slot, "buffer", USE);
        if (buffer == nullptr)
        {
            return false;
        }
        const usize size = buffer->Bytes.Size();
        if (descriptor.Offset > size || descriptor.Size == 0 || descriptor.Size > size - descriptor.Offset)
        {
            return Violate("CreateBindingSet binds bytes outside buffer %u", descriptor.Slot);
        }
        if (descriptor.Kind == RasterBindingKind::UniformBuffer)
        {
            const RasterCapabilities& limits = Report.Profile.Raster;
            if (buffer->Role != BufferRole::Uniform || descriptor.Size > limits.MaxUniformRange ||
                descriptor.Size % 16 != 0 || descriptor.Offset % limits.UniformOffsetAlignment != 0)
            {
                return Violate("CreateBindingSet binds %zu bytes at %zu of buffer %u, which is no legal uniform range",
                               descriptor.Size, descriptor.Offset, descriptor.Slot);
            }
            return true;
        }
        const ComputeCapabilities& limits = Report.Profile.Compute;
        if (!FactsOf(buffer->Role).IsStorage || descriptor.Size > limits.MaxStorageRange || descriptor.Size % 4 != 0 ||
            descriptor.Offset % limits.StorageOffsetAlignment != 0)
        {
            return Violate("CreateBindingSet binds %zu bytes at %zu of buffer %u, which is no legal storage range",
                           descriptor.Size, descriptor.Offset, descriptor.Slot);
        }
        return true;
    }
    case RecordKind::Sampler:
        return Reach(Samplers, descriptor.Slot, "sampler", USE) != nullptr;
    default:
    {
        const ReferenceView* view = Reach(Views, descriptor.Slot, "view", USE);
        return view != nullptr &&
               (!view->Creation.Attachment || Violate("CreateBindingSet samples attachment view %u", descriptor.Slot));
    }
    }
}
} // namespace ludus::graphics::rhi::internal
