#include "backends/webgpu/surface.h"

#include <algorithm>
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

// How long a frame may wait for a compositor that does not want one before it is skipped.
constexpr int32 MAX_ACQUIRE_MILLISECONDS = 100;
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
    // A canvas can be opaque and tells nothing.
    const auto* const end = offered.alphaModes + offered.alphaModeCount;
    const bool isOpaque = std::find(offered.alphaModes, end, WGPUCompositeAlphaMode_Opaque) != end;
    Alpha = isOpaque || offered.alphaModeCount == 0 ? WGPUCompositeAlphaMode_Opaque : WGPUCompositeAlphaMode_Auto;
    Pacing.Start(Gpu.GetWindow());
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
    configuration.alphaMode = Alpha;
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
    if (!IsHeadless() && !Pacing.Wait(MAX_ACQUIRE_MILLISECONDS))
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
    if (Current.Images.Color) // headless, or given up before
    {
        return AcquireStatus::Ready;
    }
    auto result = WGPUSurfaceGetCurrentTextureStatus_Error;
    AcquireStatus status = GetImage(result);
    const bool hasChanged =
        result == WGPUSurfaceGetCurrentTextureStatus_Outdated || result == WGPUSurfaceGetCurrentTextureStatus_Lost;
    if (status == AcquireStatus::Skipped && hasChanged) // once is common, twice means that it is still changing
    {
        status = GetImage(result);
    }
    return status;
}

AcquireStatus Surface::GetImage(WGPUSurfaceGetCurrentTextureStatus& result) noexcept
{
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
    result = taken.status;
    Current.Images.Color = NativeTexture(taken.texture);
    if (!Current.Images.Color)
    {
        IsConfigured = IsConfigured && result == WGPUSurfaceGetCurrentTextureStatus_Timeout;
        return result == WGPUSurfaceGetCurrentTextureStatus_Error ? AcquireStatus::Failed : AcquireStatus::Skipped;
    }
    const WGPUTexture color = Current.Images.Color.Get();
    if (wgpuTextureGetWidth(color) != Current.Width || wgpuTextureGetHeight(color) != Current.Height)
    {
        DropImage(); // a script of the page has given its canvas another size
        IsConfigured = false;
        result = WGPUSurfaceGetCurrentTextureStatus_Outdated;
        return AcquireStatus::Skipped;
    }
    Current.Images.ColorView = NativeView(wgpuTextureCreateView(color, nullptr));
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

// An image that was acquired cannot be given back: the next frame draws to it.
void Surface::Abandon() noexcept
{
    IsOpen = false;
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
    Pacing.Arm();
    IsConfigured = wgpuSurfacePresent(Gpu.Window.Get()) == WGPUStatus_Success;
    DropImage();
}

void Surface::Stop() noexcept
{
    Pacing.Stop();
    DropImage();
    if (IsConfigured)
    {
        wgpuSurfaceUnconfigure(Gpu.Window.Get());
        IsConfigured = false;
    }
    Picture.Reset();
    Current = {};
}
} // namespace ludus::graphics::rhi::internal::webgpu
