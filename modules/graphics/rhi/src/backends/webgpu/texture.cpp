#include "backends/webgpu/texture.h"

#include "backends/webgpu/convert.h"
#include "formats/format_facts.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::webgpu
{
void CompleteAttachment(const Device& device, uint32 width, uint32 height, Attachment& images) noexcept
{
    WGPUTextureDescriptor depth = WGPU_TEXTURE_DESCRIPTOR_INIT;
    depth.usage = WGPUTextureUsage_RenderAttachment;
    depth.dimension = WGPUTextureDimension_2D;
    depth.size = {width, height, 1};
    depth.format = DEPTH_FORMAT;
    images.Depth = NativeTexture(wgpuDeviceCreateTexture(device.Handle.Get(), &depth));
    if (images.Depth)
    {
        images.DepthView = NativeView(wgpuTextureCreateView(images.Depth.Get(), nullptr));
    }
    if (images.Color)
    {
        images.ColorView = NativeView(wgpuTextureCreateView(images.Color.Get(), nullptr));
    }
}

BackendStatus Textures::Create(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept
{
    const TextureDescription& description = creation.Description;
    assert(description.SampleCount == 1 && !description.Stencil &&
           "attachments of several samples or with stencil are not offered by this backend yet");
    uint32 ticket = 0;
    if (!Table.Ensure(slot) || !Gpu.OpenScopes(RecordKind::Texture, slot, generation, ticket))
    {
        return BackendStatus::OutOfMemory;
    }
    WGPUTextureDescriptor descriptor = WGPU_TEXTURE_DESCRIPTOR_INIT;
    descriptor.usage = ToTextureUsage(description.Attachment);
    descriptor.dimension =
        description.Dimension == TextureDimension::D3 ? WGPUTextureDimension_3D : WGPUTextureDimension_2D;
    descriptor.size = {description.Width, description.Height, description.DepthOrLayers};
    descriptor.format = ToFormat(description.Format);
    descriptor.mipLevelCount = description.MipLevels;
    Texture texture;
    texture.Format = descriptor.format;
    texture.BlockBytes = FactsOf(description.Format).BytesPerBlock;
    texture.Images.Color = NativeTexture(wgpuDeviceCreateTexture(Gpu.Handle.Get(), &descriptor));
    if (texture.Images.Color && !creation.Bytes.empty())
    {
        Fill(creation, texture.Images.Color.Get());
    }
    else if (description.Attachment)
    {
        assert(description.Dimension == TextureDimension::D2 && description.MipLevels == 1 &&
               "attachments of several mips or layers are not offered by this backend yet");
        CompleteAttachment(Gpu, description.Width, description.Height, texture.Images);
    }
    const BackendStatus status = Gpu.CloseScopes(ticket);
    if (status == BackendStatus::Pending)
    {
        Table.At(slot) = std::move(texture);
    }
    return status;
}

void Textures::Fill(const TextureCreation& creation, WGPUTexture texture) noexcept
{
    const uint32 blockEdge = FactsOf(creation.Description.Format).BlockEdge;
    for (usize mip = 0; mip < creation.Levels.size(); ++mip)
    {
        const TextureLevel& level = creation.Levels[mip];
        WGPUTexelCopyTextureInfo destination = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
        destination.texture = texture;
        destination.mipLevel = static_cast<uint32>(mip);
        WGPUTexelCopyBufferLayout layout = WGPU_TEXEL_COPY_BUFFER_LAYOUT_INIT;
        layout.offset = level.Offset;
        layout.bytesPerRow = static_cast<uint32>(level.RowPitch);
        layout.rowsPerImage = level.Rows;
        // A copy covers whole blocks, beyond a small mip's edge as well.
        const WGPUExtent3D extent{static_cast<uint32>(foundation::AlignUp(level.Width, blockEdge)),
                                  static_cast<uint32>(foundation::AlignUp(level.Height, blockEdge)),
                                  level.DepthOrLayers};
        wgpuQueueWriteTexture(Gpu.Queue.Get(), &destination, creation.Bytes.data(), creation.Bytes.size(), &layout,
                              &extent);
    }
}

BackendStatus Textures::CreateView(uint32 slot, const TextureViewCreation& creation) noexcept
{
    assert(!creation.Attachment && "attachment views are not offered by this backend yet");
    if (!Views.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    const Texture& texture = Table.At(creation.Texture);
    WGPUTextureViewDescriptor descriptor = WGPU_TEXTURE_VIEW_DESCRIPTOR_INIT;
    descriptor.format = texture.Format;
    descriptor.dimension = ToViewDimension(creation.Dimension);
    descriptor.baseMipLevel = creation.BaseMip;
    descriptor.mipLevelCount = creation.MipCount;
    descriptor.baseArrayLayer = creation.BaseLayer;
    descriptor.arrayLayerCount = creation.Dimension == TextureDimension::D3 ? 1 : creation.LayerCount;
    descriptor.aspect = ToAspect(creation.Aspect);
    Gpu.Results.Watch();
    NativeView made(wgpuTextureCreateView(texture.Images.Color.Get(), &descriptor));
    const BackendStatus status = Gpu.Results.EndWatch();
    if (status == BackendStatus::Ready)
    {
        Views.At(slot) = std::move(made);
    }
    return status;
}

BackendStatus Textures::CreateSampler(uint32 slot, const SamplerDescription& description) noexcept
{
    if (!Samplers.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    const bool hasMips = description.MipFilter != RasterMipFilter::None;
    WGPUSamplerDescriptor descriptor = WGPU_SAMPLER_DESCRIPTOR_INIT;
    descriptor.addressModeU = ToAddress(description.U);
    descriptor.addressModeV = ToAddress(description.V);
    descriptor.addressModeW = ToAddress(description.W);
    descriptor.magFilter = ToFilter(description.Filter);
    descriptor.minFilter = ToFilter(description.Filter);
    descriptor.mipmapFilter =
        description.MipFilter == RasterMipFilter::Linear ? WGPUMipmapFilterMode_Linear : WGPUMipmapFilterMode_Nearest;
    descriptor.lodMinClamp = hasMips ? description.MinLod : 0;
    descriptor.lodMaxClamp = hasMips ? description.MaxLod : 0; // level zero of the view and no other
    Gpu.Results.Watch();
    NativeSampler made(wgpuDeviceCreateSampler(Gpu.Handle.Get(), &descriptor));
    const BackendStatus status = Gpu.Results.EndWatch();
    if (status == BackendStatus::Ready)
    {
        Samplers.At(slot) = std::move(made);
    }
    return status;
}

void Textures::Destroy(uint32 slot) noexcept
{
    Table.At(slot) = {};
}

void Textures::DestroyView(uint32 slot) noexcept
{
    Views.At(slot).Reset();
}

void Textures::DestroySampler(uint32 slot) noexcept
{
    Samplers.At(slot).Reset();
}

void Textures::Stop() noexcept
{
    Samplers.ForEach([](NativeSampler& sampler) noexcept { sampler.Reset(); });
    Views.ForEach([](NativeView& view) noexcept { view.Reset(); });
    Table.ForEach([](Texture& texture) noexcept { texture = {}; });
}
} // namespace ludus::graphics::rhi::internal::webgpu
