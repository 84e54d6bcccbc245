#include "backends/opengl/surface.h"

#include <algorithm>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// How long a frame may wait for a compositor that does not want one before it is skipped.
constexpr int32 MAX_ACQUIRE_MILLISECONDS = 100;
} // namespace

BackendStatus Surface::Make(Image& image) noexcept
{
    glGenTextures(1, &image.Color);
    Context.BindTextureForWork(GL_TEXTURE_2D, image.Color);
    glTexStorage2D(GL_TEXTURE_2D, 1, GL_RGBA8, static_cast<GLsizei>(image.Width), static_cast<GLsizei>(image.Height));
    BackendStatus status = Gpu.TakeErrors();
    if (status == BackendStatus::Ready)
    {
        status = TextureTable.MakeAttachment(image.Color, image.Width, image.Height, image.Drawn);
    }
    if (status != BackendStatus::Ready)
    {
        Release(image);
    }
    return status;
}

void Surface::Release(Image& image) noexcept
{
    TextureTable.Release(image.Drawn);
    TextureTable.Release(image.Color);
    image = {};
}

// What is deleted while the GPU still draws to it goes when it has: the driver sees to that.
BackendStatus Surface::Prepare(const FrameTarget& target) noexcept
{
    if (Fits(target))
    {
        return BackendStatus::Ready;
    }
    Image made{.Width = target.Width, .Height = target.Height};
    const BackendStatus status = Make(made);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    // The last accepted frame stays readable until another one is accepted.
    if (HasPicture)
    {
        Picture = Current;
        HasPicture = false;
    }
    else
    {
        Release(Current);
    }
    Current = made;
    return BackendStatus::Ready;
}

AcquireStatus Surface::Acquire(const FrameTarget& target, AcquiredFrame& frame) noexcept
{
    if (target.Width == 0 || target.Height == 0 || !Gpu.Native.WaitForPace(MAX_ACQUIRE_MILLISECONDS))
    {
        return AcquireStatus::Skipped;
    }
    IsOpen = true;
    frame = {.Width = Current.Width, .Height = Current.Height, .Encoding = SurfaceEncoding::Unorm};
    return AcquireStatus::Ready;
}

BackendStatus Surface::Present() noexcept
{
    IsOpen = false;
    HasPicture = true;
    Release(Picture);
    return IsHeadless() ? BackendStatus::Ready : Show();
}

void Surface::Blit(uint32 windowRows) noexcept
{
    const auto rows = static_cast<GLint>(windowRows);
    const auto width = static_cast<GLint>(Current.Width);
    const auto height = static_cast<GLint>(Current.Height);
    Context.SetScissor({.Width = Current.Width, .Height = std::max(Current.Height, windowRows)});
    glBlitFramebuffer(0, 0, width, height, 0, rows, width, rows - height, GL_COLOR_BUFFER_BIT, GL_NEAREST);
}

// The window's first row is its lowest. While its size is not the frame's, the two share their upper left corner.
BackendStatus Surface::Show() noexcept
{
    Context.BindFramebuffer(Current.Drawn.Framebuffer);
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, 0);
    const uint32 rows = Gpu.Native.ResizeTo(Current.Width, Current.Height);
    Blit(rows);
    if (rows != Current.Height)
    {
        // A driver may give the window's framebuffer its new size only when something is drawn to it.
        const uint32 drawn = Gpu.Native.ResizeTo(Current.Width, Current.Height);
        if (drawn != rows)
        {
            Blit(drawn);
        }
    }
    glBindFramebuffer(GL_DRAW_FRAMEBUFFER, Current.Drawn.Framebuffer);
    const BackendStatus status = Gpu.Native.Present();
    Gpu.IsLost = Gpu.IsLost || status == BackendStatus::Lost;
    return status;
}

void Surface::Stop() noexcept
{
    Release(Picture);
    Release(Current);
}
} // namespace ludus::graphics::rhi::internal::opengl
