#include "backends/opengl/texture.h"

#include "formats/format_facts.h"

#include <ludus/foundation/memory/array.h>

#include <cassert>
#include <cstdint>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// What a texture of several layers or slices is filled and copied through.
bool HasSlices(GLenum target) noexcept
{
    return target == GL_TEXTURE_2D_ARRAY || target == GL_TEXTURE_3D;
}

GLenum ToFace(GLenum target, uint32 layer) noexcept
{
    return target == GL_TEXTURE_CUBE_MAP ? GL_TEXTURE_CUBE_MAP_POSITIVE_X + layer : target;
}

// Storage for a texture whose name is bound for work. What is loaded without a sampler is complete by the filters.
void Allocate(const Texture& texture, uint32 mips, uint32 layers) noexcept
{
    const auto levels = static_cast<GLsizei>(mips);
    const auto width = static_cast<GLsizei>(texture.Width);
    const auto height = static_cast<GLsizei>(texture.Height);
    if (HasSlices(texture.Target))
    {
        const uint32 slices = texture.Target == GL_TEXTURE_3D ? texture.Depth : layers;
        glTexStorage3D(texture.Target, levels, texture.Format.Internal, width, height, static_cast<GLsizei>(slices));
    }
    else
    {
        glTexStorage2D(texture.Target, levels, texture.Format.Internal, width, height);
    }
    glTexParameteri(texture.Target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(texture.Target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
}

// Part of one mip: all its columns, and as many rows and slices as are given.
struct Piece final
{
    uint32 Mip{0};
    uint32 Layer{0}; // or slice
    uint32 Layers{1};
    uint32 Y{0};
    uint32 Width{0};
    uint32 Height{0};
};

void PutTexels(const Texture& texture, const Piece& piece, const uint8* bytes) noexcept
{
    const auto mip = static_cast<GLint>(piece.Mip);
    const auto width = static_cast<GLsizei>(piece.Width);
    const auto height = static_cast<GLsizei>(piece.Height);
    if (HasSlices(texture.Target))
    {
        glTexSubImage3D(texture.Target, mip, 0, 0, static_cast<GLint>(piece.Layer), width, height,
                        static_cast<GLsizei>(piece.Layers), texture.Format.External, texture.Format.Type, bytes);
        return;
    }
    glTexSubImage2D(ToFace(texture.Target, piece.Layer), mip, 0, 0, width, height, texture.Format.External,
                    texture.Format.Type, bytes);
}

void PutBlocks(const Texture& texture, const Piece& piece, const uint8* bytes, usize size) noexcept
{
    const auto mip = static_cast<GLint>(piece.Mip);
    const auto y = static_cast<GLint>(piece.Y);
    const auto width = static_cast<GLsizei>(piece.Width);
    const auto height = static_cast<GLsizei>(piece.Height);
    const auto count = static_cast<GLsizei>(size);
    if (HasSlices(texture.Target))
    {
        glCompressedTexSubImage3D(texture.Target, mip, 0, y, static_cast<GLint>(piece.Layer), width, height, 1,
                                  texture.Format.Internal, count, bytes);
        return;
    }
    glCompressedTexSubImage2D(ToFace(texture.Target, piece.Layer), mip, 0, y, width, height, texture.Format.Internal,
                              count, bytes);
}

// Blocks have no row length in every context: padded rows go one by one.
void FillBlocks(const Texture& texture, const FormatFacts& format, const TextureLevel& level, uint32 mip,
                const uint8* bytes) noexcept
{
    const auto rowBytes = static_cast<usize>(RowBytesOf(format, level.Width));
    const bool isTight = rowBytes == level.RowPitch;
    const uint32 rows = isTight ? 1 : level.Rows;
    const usize step = isTight ? rowBytes * level.Rows : level.RowPitch;
    for (uint32 layer = 0; layer < level.DepthOrLayers; ++layer)
    {
        for (uint32 row = 0; row < rows; ++row, bytes += step)
        {
            const uint32 y = row * format.BlockEdge;
            const uint32 left = level.Height - y;
            const Piece piece{.Mip = mip,
                              .Layer = layer,
                              .Y = y,
                              .Width = level.Width,
                              .Height = isTight || left < format.BlockEdge ? left : format.BlockEdge};
            PutBlocks(texture, piece, bytes, isTight ? step : rowBytes);
        }
    }
}

void FillTexels(const Texture& texture, const TextureLevel& level, uint32 mip, const uint8* bytes) noexcept
{
    assert(level.RowPitch % texture.Format.BlockBytes == 0 && "rows begin at texels");
    glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(level.RowPitch / texture.Format.BlockBytes));
    const bool isAtOnce = HasSlices(texture.Target);
    const uint32 pieces = isAtOnce ? 1 : level.DepthOrLayers;
    for (uint32 layer = 0; layer < pieces; ++layer, bytes += level.RowPitch * level.Rows)
    {
        PutTexels(texture,
                  {.Mip = mip,
                   .Layer = layer,
                   .Layers = isAtOnce ? level.DepthOrLayers : 1,
                   .Width = level.Width,
                   .Height = level.Height},
                  bytes);
    }
}

// Attaches one layer or slice of a mip to the bound framebuffer.
void AttachLayer(const Texture& texture, uint32 mip, uint32 layer) noexcept
{
    if (HasSlices(texture.Target))
    {
        glFramebufferTextureLayer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture.Name, static_cast<GLint>(mip),
                                  static_cast<GLint>(layer));
        return;
    }
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, ToFace(texture.Target, layer), texture.Name,
                           static_cast<GLint>(mip));
}
} // namespace

BackendStatus Textures::Create(uint32 slot, const TextureCreation& creation) noexcept
{
    const TextureDescription& description = creation.Description;
    assert(description.SampleCount == 1 && !description.Stencil &&
           "samples and stencil are not offered by this backend yet");
    if (!Table.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    const bool isVolume = description.Dimension == TextureDimension::D3;
    Texture texture;
    texture.Format = ToFormat(description.Format);
    texture.Target = ToTarget(description.Dimension);
    texture.Width = description.Width;
    texture.Height = description.Height;
    texture.Depth = isVolume ? description.DepthOrLayers : 1;
    glGenTextures(1, &texture.Name);
    Context.BindTextureForWork(texture.Target, texture.Name);
    Allocate(texture, description.MipLevels, isVolume ? 1 : description.DepthOrLayers);
    BackendStatus status = Gpu.TakeErrors();
    if (status == BackendStatus::Ready && !creation.Bytes.empty())
    {
        status = Fill(creation, texture);
    }
    if (status == BackendStatus::Ready && description.Attachment)
    {
        assert(description.MipLevels == 1 && description.Dimension == TextureDimension::D2 &&
               "attachments of several mips or layers are not offered by this backend yet");
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
BackendStatus Textures::Fill(const TextureCreation& creation, const Texture& texture) noexcept
{
    assert(creation.Levels.size() == creation.Description.MipLevels && "an upload has one level a mip");
    const uint8* bytes = creation.Bytes.data();
    foundation::Array<uint8> aligned;
    if (texture.Format.Type == GL_HALF_FLOAT && reinterpret_cast<std::uintptr_t>(bytes) % sizeof(uint16) != 0)
    {
        // A page hands them on as an array of halves, which begins at an even address.
        if (!aligned.Assign(creation.Bytes))
        {
            return BackendStatus::OutOfMemory;
        }
        bytes = aligned.Data();
    }
    uint32 mip = 0;
    for (const TextureLevel& level : creation.Levels)
    {
        if (texture.Format.External == GL_NONE)
        {
            FillBlocks(texture, FactsOf(creation.Description.Format), level, mip, bytes + level.Offset);
        }
        else
        {
            FillTexels(texture, level, mip, bytes + level.Offset);
        }
        ++mip;
    }
    return Gpu.TakeErrors();
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
        view.OwnsName = true;
        view.Target = ToTarget(creation.Dimension);
        glGenTextures(1, &view.Name);
        BackendStatus status = BackendStatus::Ready;
        if (Gpu.Facts.HasTextureViews)
        {
            const uint32 layers = creation.Dimension == TextureDimension::D3 ? 1 : creation.LayerCount;
            glTextureView(view.Name, view.Target, texture.Name, texture.Format.Internal, creation.BaseMip,
                          creation.MipCount, creation.BaseLayer, layers);
            Context.BindTextureForWork(view.Target, view.Name);
            glTexParameteri(view.Target, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
            glTexParameteri(view.Target, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
            status = Gpu.TakeErrors();
        }
        else
        {
            status = CopyPart(texture, creation, view);
        }
        if (status != BackendStatus::Ready)
        {
            Release(view.Name);
            return status;
        }
    }
    Views.At(slot) = view;
    return BackendStatus::Ready;
}

// Copies the view's mips and layers into a texture of its own, in which they begin at zero. Nothing changes the source
// while the view keeps it.
BackendStatus Textures::CopyPart(const Texture& texture, const TextureViewCreation& creation,
                                 const TextureView& view) noexcept
{
    Texture copy;
    copy.Name = view.Name;
    copy.Target = view.Target;
    copy.Format = texture.Format;
    copy.Width = MipExtent(texture.Width, creation.BaseMip);
    copy.Height = MipExtent(texture.Height, creation.BaseMip);
    copy.Depth = MipExtent(texture.Depth, creation.BaseMip);
    Context.BindTextureForWork(copy.Target, copy.Name);
    Allocate(copy, creation.MipCount, creation.LayerCount);
    GLuint reader = 0;
    glGenFramebuffers(1, &reader);
    Context.BindFramebuffer(reader);
    for (uint32 mip = 0; mip < creation.MipCount; ++mip)
    {
        const auto level = static_cast<GLint>(mip);
        const auto width = static_cast<GLsizei>(MipExtent(copy.Width, mip));
        const auto height = static_cast<GLsizei>(MipExtent(copy.Height, mip));
        const bool isVolume = copy.Target == GL_TEXTURE_3D;
        const uint32 slices = isVolume ? MipExtent(copy.Depth, mip) : creation.LayerCount;
        const uint32 base = isVolume ? 0 : creation.BaseLayer;
        for (uint32 slice = 0; slice < slices; ++slice)
        {
            AttachLayer(texture, creation.BaseMip + mip, base + slice);
            if (HasSlices(copy.Target))
            {
                glCopyTexSubImage3D(copy.Target, level, 0, 0, static_cast<GLint>(slice), 0, 0, width, height);
            }
            else
            {
                glCopyTexSubImage2D(ToFace(copy.Target, slice), level, 0, 0, 0, 0, width, height);
            }
        }
    }
    Context.ForgetFramebuffer(reader);
    glDeleteFramebuffers(1, &reader);
    return Gpu.TakeErrors();
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
