#include "backends/webgpu/surface.h"

namespace ludus::graphics::rhi::internal::webgpu
{
BackendStatus Surface::Prepare(const FrameTarget& target) noexcept
{
    const bool isEmpty = target.Width == 0 || target.Height == 0;
    if (isEmpty || (Current.Width == target.Width && Current.Height == target.Height))
    {
        IsEmpty = isEmpty;
        return BackendStatus::Ready;
    }
    WGPUTextureDescriptor color = WGPU_TEXTURE_DESCRIPTOR_INIT;
    color.usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc;
    color.dimension = WGPUTextureDimension_2D;
    color.size = {target.Width, target.Height, 1};
    color.format = GetFormat();
    Frame made;
    made.Width = target.Width;
    made.Height = target.Height;
    Gpu.Results.Watch();
    made.Images.Color = NativeTexture(wgpuDeviceCreateTexture(Gpu.Handle.Get(), &color));
    CompleteAttachment(Gpu, target.Width, target.Height, made.Images);
    const BackendStatus status = Gpu.Results.EndWatch();
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    // The last accepted frame stays readable until another one is accepted. Work on its way holds what it needs.
    if (HasPicture)
    {
        Picture = std::move(Current.Images.Color);
        HasPicture = false;
    }
    Current = std::move(made);
    IsEmpty = false;
    return BackendStatus::Ready;
}

AcquireStatus Surface::Acquire(AcquiredFrame& frame) noexcept
{
    if (IsEmpty || Current.Width == 0)
    {
        return AcquireStatus::Skipped;
    }
    IsOpen = true;
    frame = {.Width = Current.Width, .Height = Current.Height, .Encoding = SurfaceEncoding::Unorm};
    return AcquireStatus::Ready;
}

void Surface::Present() noexcept
{
    IsOpen = false;
    HasPicture = true;
    Picture.Reset();
}

void Surface::Stop() noexcept
{
    Picture.Reset();
    Current = {};
}
} // namespace ludus::graphics::rhi::internal::webgpu
