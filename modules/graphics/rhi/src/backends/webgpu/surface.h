// The frame target: a private picture, or the images of a window or canvas, with the depth that belongs to them.
#pragma once

#include "backends/webgpu/texture.h"

namespace ludus::graphics::rhi::internal::webgpu
{
class Surface final
{
public:
    explicit Surface(Device& device) noexcept : Gpu(device) {}

    /// Chooses the format of the device's window.
    [[nodiscard]] BackendStatus Start() noexcept;

    /// Makes images of the right extent when the present ones are not. Images of extent zero are not made.
    [[nodiscard]] BackendStatus Prepare(const FrameTarget& target) noexcept;

    [[nodiscard]] AcquireStatus Acquire(AcquiredFrame& frame) noexcept;

    void Abandon() noexcept;

    /// Before the frame's commands are encoded: takes the image that it draws, where Acquire could not.
    [[nodiscard]] AcquireStatus TakeImage() noexcept;

    /// Ends the frame whose commands were submitted.
    void Present() noexcept;

    void Stop() noexcept;

    [[nodiscard]] bool IsHeadless() const noexcept { return !Gpu.Window; }

    [[nodiscard]] bool HasFrame() const noexcept { return IsOpen; }

    [[nodiscard]] WGPUTextureFormat GetFormat() const noexcept { return Format; }

    [[nodiscard]] SurfaceEncoding GetEncoding() const noexcept;

    [[nodiscard]] const Attachment& GetImages() const noexcept { return Current.Images; }

    /// The picture that the last accepted frame drew; of a headless target.
    [[nodiscard]] WGPUTexture GetPicture() const noexcept
    {
        return Picture ? Picture.Get() : Current.Images.Color.Get();
    }

private:
    struct Frame final
    {
        Attachment Images{}; // of a window, the colour only while it is acquired
        uint32 Width{0};
        uint32 Height{0};
    };

    void MakeImages(Frame& frame) const noexcept;
    [[nodiscard]] BackendStatus Configure() noexcept;
    [[nodiscard]] AcquireStatus GetImage(WGPUSurfaceGetCurrentTextureStatus& result) noexcept;
    void DropImage() noexcept;

    Device& Gpu;
    WindowPacing Pacing{};
    WGPUTextureFormat Format{WGPUTextureFormat_RGBA8Unorm};
    WGPUCompositeAlphaMode Alpha{WGPUCompositeAlphaMode_Opaque};
    Frame Current{};
    NativeTexture Picture{};  // the last accepted frame's, while it is not Current's
    bool IsConfigured{false}; // the window's images have the extent of Current
    bool IsEmpty{true};       // what Prepare was asked for last has no area
    bool IsOpen{false};
    bool HasPicture{false}; // Current holds an accepted frame
};
} // namespace ludus::graphics::rhi::internal::webgpu
