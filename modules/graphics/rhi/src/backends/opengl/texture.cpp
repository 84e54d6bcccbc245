#include "backends/opengl/texture.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::opengl
{
BackendStatus Textures::Create(uint32 slot, const TextureCreation& creation) noexcept
{
    const TextureDescription& description = creation.Description;
    assert(description.Dimension == TextureDimension::D2 && description.SampleCount == 1 && !description.Stencil &&
           "layers, volumes, samples and stencil are not offered by this backend yet");
    if (!Table.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    Texture texture;
    texture.Format = ToFormat(description.Format);
    assert(texture.Format.Internal != GL_NONE && "a format that is not offered");
    glGenTextures(1, &texture.Name);
    Context.BindTextureForWork(texture.Target, texture.Name);
    glTexStorage2D(texture.Target, static_cast<GLsizei>(description.MipLevels), texture.Format.Internal,
                   static_cast<GLsizei>(description.Width), static_cast<GLsizei>(description.Height));
    // What is loaded without a sampler is complete by these.
    glTexParameteri(texture.Target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(texture.Target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    BackendStatus status = Gpu.TakeErrors();
    if (status == BackendStatus::Ready && !creation.Bytes.empty())
    {
        Fill(creation, texture);
        status = Gpu.TakeErrors();
    }
    if (status == BackendStatus::Ready && description.Attachment)
    {
        assert(description.MipLevels == 1 && "attachments of several mips are not offered by this backend yet");
        status = MakeAttachment(texture.Name, description.Width, description.Height, texture.Drawn);
    }
    if (status != BackendStatus::Ready)
    {
        Release(texture.Name);
        return status;
    }
    Table.At(slot) = texture;
    return BackendStatus::Ready;
}

// The bytes are taken before the calls return, and what reads the texture comes after them: nothing is pending.
void Textures::Fill(const TextureCreation& creation, const Texture& texture) noexcept
{
    assert(creation.Levels.size() == creation.Description.MipLevels && "an upload has one level a mip");
    GLint mip = 0;
    for (const TextureLevel& level : creation.Levels)
    {
        assert(level.RowPitch % texture.Format.BlockBytes == 0 && "rows begin at texels");
        glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(level.RowPitch / texture.Format.BlockBytes));
        glTexSubImage2D(texture.Target, mip, 0, 0, static_cast<GLsizei>(level.Width),
                        static_cast<GLsizei>(level.Height), texture.Format.External, texture.Format.Type,
                        creation.Bytes.data() + level.Offset);
        ++mip;
    }
}

BackendStatus Textures::MakeAttachment(GLuint color, uint32 width, uint32 height, Attachment& attachment) noexcept
{
    glGenRenderbuffers(1, &attachment.Depth);
    glBindRenderbuffer(GL_RENDERBUFFER, attachment.Depth);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, static_cast<GLsizei>(width),
                          static_cast<GLsizei>(height));
    glGenFramebuffers(1, &attachment.Framebuffer);
    Context.BindFramebuffer(attachment.Framebuffer);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color, 0);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, attachment.Depth);
    const bool isComplete = glCheckFramebufferStatus(GL_FRAMEBUFFER) == GL_FRAMEBUFFER_COMPLETE;
    BackendStatus status = Gpu.TakeErrors();
    if (status == BackendStatus::Ready && !isComplete)
    {
        status = BackendStatus::Refused;
    }
    if (status != BackendStatus::Ready)
    {
        Release(attachment);
    }
    return status;
}

BackendStatus Textures::CreateView(uint32 slot, const TextureViewCreation& creation) noexcept
{
    assert(!creation.Attachment && creation.Aspect == TextureAspect::Color &&
           "attachment views and depth are not offered by this backend yet");
    if (!Views.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    const Texture& texture = Table.At(creation.Texture);
    TextureView view{.Name = texture.Name, .Target = texture.Target};
    if (!creation.IsWhole)
    {
        assert(Gpu.Facts.HasTextureViews && "parts of a texture are offered where they have names");
        view.OwnsName = true;
        glGenTextures(1, &view.Name);
        glTextureView(view.Name, view.Target, texture.Name, texture.Format.Internal, creation.BaseMip,
                      creation.MipCount, creation.BaseLayer, creation.LayerCount);
        Context.BindTextureForWork(view.Target, view.Name);
        glTexParameteri(view.Target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
        glTexParameteri(view.Target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
        const BackendStatus status = Gpu.TakeErrors();
        if (status != BackendStatus::Ready)
        {
            Release(view.Name);
            return status;
        }
    }
    Views.At(slot) = view;
    return BackendStatus::Ready;
}

BackendStatus Textures::CreateSampler(uint32 slot, const SamplerDescription& description) noexcept
{
    if (!Samplers.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    GLuint sampler = 0;
    glGenSamplers(1, &sampler);
    glSamplerParameteri(sampler, GL_TEXTURE_MIN_FILTER, ToMinFilter(description.Filter, description.MipFilter));
    glSamplerParameteri(sampler, GL_TEXTURE_MAG_FILTER, ToMagFilter(description.Filter));
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_S, ToWrap(description.U));
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_T, ToWrap(description.V));
    glSamplerParameteri(sampler, GL_TEXTURE_WRAP_R, ToWrap(description.W));
    if (description.MipFilter != RasterMipFilter::None)
    {
        glSamplerParameterf(sampler, GL_TEXTURE_MIN_LOD, description.MinLod);
        glSamplerParameterf(sampler, GL_TEXTURE_MAX_LOD, description.MaxLod);
    }
    const BackendStatus status = Gpu.TakeErrors();
    if (status != BackendStatus::Ready)
    {
        glDeleteSamplers(1, &sampler);
        return status;
    }
    Samplers.At(slot) = sampler;
    return BackendStatus::Ready;
}

void Textures::Release(GLuint& texture) noexcept
{
    if (texture != 0)
    {
        Context.ForgetTexture(texture);
        glDeleteTextures(1, &texture);
        texture = 0;
    }
}

void Textures::Release(Attachment& attachment) noexcept
{
    if (attachment.Framebuffer != 0)
    {
        Context.ForgetFramebuffer(attachment.Framebuffer);
        glDeleteFramebuffers(1, &attachment.Framebuffer);
    }
    glDeleteRenderbuffers(1, &attachment.Depth); // zero is ignored
    attachment = {};
}

void Textures::Destroy(uint32 slot) noexcept
{
    Texture& texture = Table.At(slot);
    Release(texture.Drawn);
    Release(texture.Name);
}

void Textures::DestroyView(uint32 slot) noexcept
{
    TextureView& view = Views.At(slot);
    if (view.OwnsName)
    {
        Release(view.Name);
    }
    view = {};
}

void Textures::DestroySampler(uint32 slot) noexcept
{
    GLuint& sampler = Samplers.At(slot);
    if (sampler != 0)
    {
        Context.ForgetSampler(sampler);
        glDeleteSamplers(1, &sampler);
        sampler = 0;
    }
}

void Textures::Stop() noexcept
{
    Samplers.ForEach([](GLuint sampler) noexcept { glDeleteSamplers(1, &sampler); });
    Views.ForEach(
        [this](TextureView& view) noexcept
        {
            if (view.OwnsName)
            {
                Release(view.Name);
            }
        });
    Table.ForEach(
        [this](Texture& texture) noexcept
        {
            Release(texture.Drawn);
            Release(texture.Name);
        });
}
} // namespace ludus::graphics::rhi::internal::opengl
