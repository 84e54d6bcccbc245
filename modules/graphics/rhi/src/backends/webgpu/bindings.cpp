#include "backends/webgpu/bindings.h"

#include "backends/webgpu/convert.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
// Without a least size: the frontend has held ranges against what stages read, and the facade's one layout serves
// blocks of every size.
WGPUBufferBindingLayout ToBufferLayout(const RasterBinding& binding) noexcept
{
    WGPUBufferBindingLayout layout = WGPU_BUFFER_BINDING_LAYOUT_INIT;
    layout.hasDynamicOffset = binding.HasDynamicOffset ? 1U : 0U;
    switch (binding.Kind)
    {
    case RasterBindingKind::StorageRead:
        layout.type = WGPUBufferBindingType_ReadOnlyStorage;
        break;
    case RasterBindingKind::StorageReadWrite:
        layout.type = WGPUBufferBindingType_Storage;
        break;
    default:
        layout.type = WGPUBufferBindingType_Uniform;
        break;
    }
    return layout;
}

WGPUTextureBindingLayout ToTextureLayout(RasterBindingKind kind) noexcept
{
    WGPUTextureBindingLayout layout = WGPU_TEXTURE_BINDING_LAYOUT_INIT;
    layout.sampleType = WGPUTextureSampleType_Float;
    switch (kind)
    {
    case RasterBindingKind::Texture2DArray:
        layout.viewDimension = WGPUTextureViewDimension_2DArray;
        break;
    case RasterBindingKind::TextureCube:
        layout.viewDimension = WGPUTextureViewDimension_Cube;
        break;
    case RasterBindingKind::Texture3D:
        layout.viewDimension = WGPUTextureViewDimension_3D;
        break;
    case RasterBindingKind::TextureDepth2D:
        layout.viewDimension = WGPUTextureViewDimension_2D;
        layout.sampleType = WGPUTextureSampleType_Depth;
        break;
    case RasterBindingKind::TextureStencil2D:
        layout.viewDimension = WGPUTextureViewDimension_2D;
        layout.sampleType = WGPUTextureSampleType_Uint;
        break;
    default:
        layout.viewDimension = WGPUTextureViewDimension_2D;
        break;
    }
    return layout;
}

WGPUBindGroupLayoutEntry ToEntry(const RasterBinding& binding) noexcept
{
    WGPUBindGroupLayoutEntry entry = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
    entry.binding = binding.Binding;
    entry.visibility = ToStages(binding.Visibility);
    switch (GetDescriptorKind(binding.Kind))
    {
    case RecordKind::Buffer:
        entry.buffer = ToBufferLayout(binding);
        break;
    case RecordKind::Sampler:
        entry.sampler.type = WGPUSamplerBindingType_Filtering;
        break;
    default:
        entry.texture = ToTextureLayout(binding.Kind);
        break;
    }
    return entry;
}
} // namespace

BackendStatus Bindings::CreateLayout(uint32 slot, const BindingLayoutCreation& creation) noexcept
{
    assert(creation.Bindings.size() <= RASTER_BINDING_COUNT && "more bindings than binding numbers");
    if (!Layouts.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    WGPUBindGroupLayoutEntry entries[RASTER_BINDING_COUNT];
    usize count = 0;
    BindingLayout layout;
    for (const RasterBinding& binding : creation.Bindings)
    {
        assert(!binding.IsRuntimeSized && binding.Count == 1 && "tables are not offered by this backend");
        entries[count++] = ToEntry(binding);
        layout.DynamicCount += binding.HasDynamicOffset ? 1U : 0U;
    }
    WGPUBindGroupLayoutDescriptor group = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    group.entryCount = count;
    group.entries = entries;
    Gpu.Results.Watch();
    layout.Group = GroupLayout(wgpuDeviceCreateBindGroupLayout(Gpu.Handle.Get(), &group));
    const WGPUBindGroupLayout groups = layout.Group.Get();
    WGPUPipelineLayoutDescriptor pipelines = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    pipelines.bindGroupLayoutCount = 1;
    pipelines.bindGroupLayouts = &groups;
    layout.Pipelines = PipelineLayout(wgpuDeviceCreatePipelineLayout(Gpu.Handle.Get(), &pipelines));
    const BackendStatus status = Gpu.Results.EndWatch();
    if (status == BackendStatus::Ready)
    {
        Layouts.At(slot) = std::move(layout);
    }
    return status;
}

BackendStatus Bindings::CreateSet(uint32 slot, const BindingSetCreation& creation) noexcept
{
    assert(creation.Descriptors.size() <= RASTER_BINDING_COUNT && "more descriptors than bindings of one element");
    if (!Sets.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    WGPUBindGroupEntry entries[RASTER_BINDING_COUNT];
    usize count = 0;
    for (const SetDescriptor& descriptor : creation.Descriptors)
    {
        WGPUBindGroupEntry& entry = entries[count++];
        entry = WGPU_BIND_GROUP_ENTRY_INIT;
        entry.binding = descriptor.Binding;
        switch (GetDescriptorKind(descriptor.Kind))
        {
        case RecordKind::Buffer:
            entry.buffer = BufferTable.At(descriptor.Slot);
            entry.offset = descriptor.Offset;
            entry.size = descriptor.Size;
            break;
        case RecordKind::Sampler:
            entry.sampler = TextureTable.SamplerAt(descriptor.Slot);
            break;
        default:
            entry.textureView = TextureTable.ViewAt(descriptor.Slot);
            break;
        }
    }
    const BindingLayout& layout = Layouts.At(creation.Layout);
    WGPUBindGroupDescriptor group = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    group.layout = layout.Group.Get();
    group.entryCount = count;
    group.entries = entries;
    Gpu.Results.Watch();
    BindGroup made(wgpuDeviceCreateBindGroup(Gpu.Handle.Get(), &group));
    const BackendStatus status = Gpu.Results.EndWatch();
    if (status == BackendStatus::Ready)
    {
        Sets.At(slot) = {.Group = std::move(made), .DynamicCount = layout.DynamicCount};
    }
    return status;
}

void Bindings::DestroyLayout(uint32 slot) noexcept
{
    Layouts.At(slot) = {};
}

void Bindings::DestroySet(uint32 slot) noexcept
{
    Sets.At(slot) = {};
}

void Bindings::Stop() noexcept
{
    Sets.ForEach([](BindingSet& set) noexcept { set = {}; });
    Layouts.ForEach([](BindingLayout& layout) noexcept { layout = {}; });
}
} // namespace ludus::graphics::rhi::internal::webgpu
