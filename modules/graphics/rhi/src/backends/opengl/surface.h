// The frame target: a private image that frames draw to, and that stays readable after them.
//
// A window's own framebuffer has its first row at the bottom and cannot be read once it is shown, so frames are drawn
// to a private image there too, and blitted the right way up at their end.
#pragma once

#include "backends/opengl/texture.h"

namespace ludus::graphics::rhi::internal::opengl
{
class Surface final
{
public:
    Surface(Device& device, State& state, Textures& textures) noexcept
        : Gpu(device), Context(state), TextureTable(textures)
    {
    }

    void Stop() noexcept;

    /// Whether Prepare has nothing to do.
    [[nodiscard]] bool Fits(const FrameTarget& target) const noexcept
    {
        const bool isEmpty = target.Width == 0 || target.Height == 0;
        return isEmpty || (target.Width == Current.Width && target.Height == Current.Height);
    }

    /// Makes an image of the right extent when the present one is not. Images of extent zero are not made.
    [[nodiscard]] BackendStatus Prepare(const FrameTarget& target) noexcept;

    /// Opens the next frame.
    [[nodiscard]] AcquireStatus Acquire(const FrameTarget& target, AcquiredFrame& frame) noexcept;

    /// Gives the frame up.
    void Abandon() noexcept { IsOpen = false; }

    /// Ends the frame whose commands were submitted: a window shows it.
    [[nodiscard]] BackendStatus Present() noexcept;

    [[nodiscard]] bool IsHeadless() const noexcept { return Gpu.Native.IsHeadless(); }

    [[nodiscard]] bool HasFrame() const noexcept { return IsOpen; }

    [[nodiscard]] GLuint GetFramebuffer() const noexcept { return Current.Drawn.Framebuffer; }

    /// Of the image that the last accepted frame drew.
    [[nodiscard]] GLuint GetPicture() const noexcept
    {
        return Picture.Color != 0 ? Picture.Drawn.Framebuffer : Current.Drawn.Framebuffer;
    }

private:
    struct Image final
    {
        GLuint Color{0};
        Attachment Drawn{};
        uint32 Width{0};
        uint32 Height{0};
    };

    [[nodiscard]] BackendStatus Show() noexcept;

    // Copies the frame to the framebuffer that is bound to be drawn to, below its upper edge.
    void Blit(uint32 windowRows) noexcept;
    [[nodiscard]] BackendStatus Make(Image& image) noexcept;
    void Release(Image& image) noexcept;

    Device& Gpu;
    State& Context;
    Textures& TextureTable;
    Image Current{};
    Image Picture{}; // the last accepted frame's, while it is not Current
    bool IsOpen{false};
    bool HasPicture{false}; // Current holds an accepted frame
};
} // namespace ludus::graphics::rhi::internal::opengl
