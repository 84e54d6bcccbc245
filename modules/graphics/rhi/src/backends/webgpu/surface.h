// The frame target: a private picture.
#pragma once

#include "backends/webgpu/texture.h"

namespace ludus::graphics::rhi::internal::webgpu
{
class Surface final
{
public:
    explicit Surface(Device& device) noexcept : Gpu(device) {}

    /// Makes images of the right extent when the present ones are not. Images of extent zero are not made.
    [[nodiscard]] BackendStatus Prepare(const FrameTarget& target) noexcept;

    [[nodiscard]] AcquireStatus Acquire(AcquiredFrame& frame) noexcept;

    void Abandon() noexcept { IsOpen = false; }

    /// Ends the frame whose commands were submitted.
    void Present() noexcept;

    void Stop() noexcept;

    [[nodiscard]] bool HasFrame() const noexcept { return IsOpen; }

    [[nodiscard]] WGPUTextureFormat GetFormat() const noexcept { return WGPUTextureFormat_RGBA8Unorm; }

    [[nodiscard]] const Attachment& GetImages() const noexcept { return Current.Images; }

    /// The picture that the last accepted frame drew.
    [[nodiscard]] WGPUTexture GetPicture() const noexcept
    {
        return Picture ? Picture.Get() : Current.Images.Color.Get();
    }

private:
    struct Frame final
    {
        Attachment Images{};
        uint32 Width{0};
        uint32 Height{0};
    };

    Device& Gpu;
    Frame Current{};
    NativeTexture Picture{}; // the last accepted frame's, while it is not Current's
    bool IsEmpty{true};      // what Prepare was asked for last has no area
    bool IsOpen{false};
    bool HasPicture{false}; // Current holds an accepted frame
};
} // namespace ludus::graphics::rhi::internal::webgpu
