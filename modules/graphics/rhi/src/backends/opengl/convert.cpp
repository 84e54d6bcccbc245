#include "backends/opengl/convert.h"

#include "backends/common/lookup.h"
#include "formats/format_facts.h"

#include <bit>

namespace ludus::graphics::rhi::internal::opengl
{
FormatInfo ToFormat(RasterFormat format) noexcept
{
    constexpr FormatInfo TABLE[RASTER_FORMAT_COUNT] = {
        {GL_RGBA8, GL_RGBA, GL_UNSIGNED_BYTE},
        {GL_SRGB8_ALPHA8, GL_RGBA, GL_UNSIGNED_BYTE},
        {GL_R8, GL_RED, GL_UNSIGNED_BYTE},
        {GL_RG8, GL_RG, GL_UNSIGNED_BYTE},
        {GL_RGBA16F, GL_RGBA, GL_HALF_FLOAT},
        {GL_COMPRESSED_RGBA_S3TC_DXT1_EXT, GL_NONE, GL_NONE},
        {GL_COMPRESSED_RGBA_S3TC_DXT5_EXT, GL_NONE, GL_NONE},
        {GL_COMPRESSED_RG_RGTC2, GL_NONE, GL_NONE},
    };
    FormatInfo info = Lookup(TABLE, format);
    info.BlockBytes = FactsOf(format).BytesPerBlock;
    return info;
}

GLenum ToTarget(TextureDimension dimension) noexcept
{
    constexpr GLenum TABLE[] = {GL_TEXTURE_2D, GL_TEXTURE_2D_ARRAY, GL_TEXTURE_CUBE_MAP, GL_TEXTURE_3D};
    return Lookup(TABLE, dimension);
}

GLint ToComponents(RasterVertexFormat format) noexcept
{
    constexpr GLint TABLE[] = {2, 3, 4};
    return Lookup(TABLE, format);
}

GLenum ToCompare(RasterDepthCompare compare) noexcept
{
    constexpr GLenum TABLE[] = {GL_LESS, GL_LEQUAL, GL_GREATER, GL_GEQUAL, GL_ALWAYS};
    return Lookup(TABLE, compare);
}

GLint ToMinFilter(RasterFilter filter, RasterMipFilter mips) noexcept
{
    constexpr GLint NEAREST[] = {GL_NEAREST, GL_NEAREST_MIPMAP_NEAREST, GL_NEAREST_MIPMAP_LINEAR};
    constexpr GLint LINEAR[] = {GL_LINEAR, GL_LINEAR_MIPMAP_NEAREST, GL_LINEAR_MIPMAP_LINEAR};
    return filter == RasterFilter::Nearest ? Lookup(NEAREST, mips) : Lookup(LINEAR, mips);
}

GLint ToMagFilter(RasterFilter filter) noexcept
{
    constexpr GLint TABLE[] = {GL_NEAREST, GL_LINEAR};
    return Lookup(TABLE, filter);
}

GLint ToWrap(RasterAddress address) noexcept
{
    constexpr GLint TABLE[] = {GL_CLAMP_TO_EDGE, GL_REPEAT};
    return Lookup(TABLE, address);
}

GLenum ToShaderStage(ShaderStage stage) noexcept
{
    constexpr GLenum TABLE[] = {GL_VERTEX_SHADER, GL_FRAGMENT_SHADER, GL_COMPUTE_SHADER};
    return Lookup(TABLE, stage);
}

GLenum ToNameSpace(RecordKind kind) noexcept
{
    constexpr GLenum TABLE[RECORD_KIND_COUNT] = {
        GL_BUFFER, GL_TEXTURE, GL_TEXTURE, GL_SAMPLER, GL_SHADER, GL_NONE, GL_NONE, GL_PROGRAM, GL_PROGRAM,
    };
    return Lookup(TABLE, kind);
}

GLbitfield ToBarrierBits(uint32 uses) noexcept
{
    // Indexed by the bit's position in ResourceUse.
    constexpr GLbitfield TABLE[] = {
        GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT,
        GL_ELEMENT_ARRAY_BARRIER_BIT,
        // The arguments of a draw whose indices begin later are copied first (commands.cpp).
        GL_COMMAND_BARRIER_BIT | GL_BUFFER_UPDATE_BARRIER_BIT,
        GL_UNIFORM_BARRIER_BIT,
        GL_UNIFORM_BARRIER_BIT,
        GL_UNIFORM_BARRIER_BIT,
        GL_TEXTURE_FETCH_BARRIER_BIT,
        GL_TEXTURE_FETCH_BARRIER_BIT,
        GL_TEXTURE_FETCH_BARRIER_BIT,
        GL_SHADER_STORAGE_BARRIER_BIT,
        GL_SHADER_STORAGE_BARRIER_BIT,
        GL_SHADER_STORAGE_BARRIER_BIT,
        GL_FRAMEBUFFER_BARRIER_BIT,
        GL_FRAMEBUFFER_BARRIER_BIT,
        GL_FRAMEBUFFER_BARRIER_BIT,
        GL_FRAMEBUFFER_BARRIER_BIT,
        GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT,
        GL_BUFFER_UPDATE_BARRIER_BIT | GL_TEXTURE_UPDATE_BARRIER_BIT,
        GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT,
    };
    GLbitfield bits = 0;
    for (uint32 rest = uses; rest != 0; rest &= rest - 1)
    {
        bits |= TABLE[std::countr_zero(rest)];
    }
    return bits;
}
} // namespace ludus::graphics::rhi::internal::opengl
