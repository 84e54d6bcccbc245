#include "backends/webgpu/surface.h"

#include <span>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
bool IsEncoded(WGPUTextureFormat format) noexcept
{
    return format == WGPUTextureFormat_BGRA8UnormSrgb || format == WGPUTextureFormat_RGBA8UnormSrgb;
}

// Of what a window offers, in its order of preference: one without conversion, else one with.
WGPUTextureFormat ChooseFormat(std::span<const WGPUTextureFormat> offered) noexcept
{
    WGPUTextureFormat encoded = WGPUTextureFormat_Undefined;
    for (const WGPUTextureFormat format : offered)
    {
        if (format == WGPUTextureFormat_BGRA8Unorm || format == WGPUTextureFormat_RGBA8Unorm)
        {
            return format;
        }
        if (encoded == WGPUTextureFormat_Undefined && IsEncoded(format))
        {
            encoded = format;
        }
    }
    return encoded;
}
} // namespace

BackendStatus Surface::Start() noexcept
{
    if (IsHeadless())
    {
        return BackendStatus::Ready;
    }
    WGPUSurfaceCapabilities offered = WGPU_SURFACE_CAPABILITIES_INIT;
    if (wgpuSurfaceGetCapabilities(Gpu.Window.Get(), Gpu.Chosen.Get(), &offered) != WGPUStatus_Success)
    {
        return BackendStatus::Refused;
    }
    Format = ChooseFormat({offered.formats, offered.formatCount});
    wgpuSurfaceCapabilitiesFreeMembers(offered);
    return Format != WGPUTextureFormat_Undefined ? BackendStatus::Ready : BackendStatus::Refused;
}

SurfaceEncoding Surface::GetEncoding() const noexcept
{
    return IsEncoded(Format) ? SurfaceEncoding::Srgb : SurfaceEncoding::Unorm;
}

void Surface::MakeImages(Frame& frame) const noexcept
{
    if (IsHeadless())
    {
        WGPUTextureDescriptor color = WGPU_TEXTURE_DESCRIPTOR_INIT;
        color.usage = WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc;
        color.dimension = WGPUTextureDimension_2D;
        color.size = {frame.Width, frame.Height, 1};
        color.format = Format;
        frame.Images.Color = NativeTexture(wgpuDeviceCreateTexture(Gpu.Handle.Get(), &color));
    }
    CompleteAttachment(Gpu, frame.Width, frame.Height, frame.Images);
}

BackendStatus Surface::Prepare(const FrameTarget& target) noexcept
{
    const bool isEmpty = target.Width == 0 || target.Height == 0;
    if (isEmpty || (Current.Width == target.Width && Current.Height == target.Height))
    {
        IsEmpty = isEmpty;
        return BackendStatus::Ready;
    }
    Frame made;
    made.Width = target.Width;
    made.Height = target.Height;
    Gpu.Results.Watch();
    MakeImages(made);
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
    IsConfigured = false;
    IsEmpty = false;
    return BackendStatus::Ready;
}

// A canvas takes its size here, which empties it: so this is left to the frame that fills it again.
BackendStatus Surface::Configure() noexcept
{
    WGPUSurfaceConfiguration configuration = WGPU_SURFACE_CONFIGURATION_INIT;
    configuration.device = Gpu.Handle.Get();
    configuration.format = Format;
    configuration.usage = WGPUTextureUsage_RenderAttachment;
    configuration.width = Current.Width;
    configuration.height = Current.Height;
    configuration.alphaMode = WGPUCompositeAlphaMode_Opaque;
    configuration.presentMode = WGPUPresentMode_Fifo;
    Gpu.Results.Watch();
    wgpuSurfaceConfigure(Gpu.Window.Get(), &configuration);
    const BackendStatus status = Gpu.Results.EndWatch();
    IsConfigured = status == BackendStatus::Ready;
    return status;
}

AcquireStatus Surface::Acquire(AcquiredFrame& frame) noexcept
{
    if (IsEmpty || Current.Width == 0)
    {
        return AcquireStatus::Skipped;
    }
    const AcquireStatus status = HoldsWindows() ? TakeImage() : AcquireStatus::Ready;
    if (status != AcquireStatus::Ready)
    {
        return status;
    }
    IsOpen = true;
    frame = {.Width = Current.Width, .Height = Current.Height, .Encoding = GetEncoding()};
    return AcquireStatus::Ready;
}

AcquireStatus Surface::TakeImage() noexcept
{
    if (Current.Images.Color)
    {
        return AcquireStatus::Ready;
    }
    if (!IsConfigured)
    {
        const BackendStatus status = Configure();
        if (status != BackendStatus::Ready)
        {
            return status == BackendStatus::Lost ? AcquireStatus::Lost : AcquireStatus::Failed;
        }
    }
    WGPUSurfaceTexture taken = WGPU_SURFACE_TEXTURE_INIT;
    wgpuSurfaceGetCurrentTexture(Gpu.Window.Get(), &taken);
    Current.Images.Color = NativeTexture(taken.texture);
    if (!Current.Images.Color)
    {
        IsConfigured = false;
        return AcquireStatus::Failed;
    }
    Current.Images.ColorView = NativeView(wgpuTextureCreateView(Current.Images.Color.Get(), nullptr));
    return AcquireStatus::Ready;
}

void Surface::DropImage() noexcept
{
    if (!IsHeadless())
    {
        Current.Images.ColorView.Reset();
        Current.Images.Color.Reset();
    }
}

void Surface::Abandon() noexcept
{
    IsOpen = false;
    DropImage();
}

void Surface::Present() noexcept
{
    IsOpen = false;
    if (IsHeadless())
    {
        HasPicture = true;
        Picture.Reset();
        return;
    }
    static_cast<void>(wgpuSurfacePresent(Gpu.Window.Get()));
    DropImage();
}

void Surface::Stop() noexcept
{
    if (IsConfigured)
    {
        DropImage();
        wgpuSurfaceUnconfigure(Gpu.Window.Get());
        IsConfigured = false;
    }
    Picture.Reset();
    Current = {};
}
} // namespace ludus::graphics::rhi::internal::webgpu
