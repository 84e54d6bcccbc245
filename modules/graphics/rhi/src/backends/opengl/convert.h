// The contract's enumerations in OpenGL's words.
#pragma once

#include "backends/opengl/gl_api.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::opengl
{
/// How a texel format is stored and uploaded.
struct FormatInfo final
{
    GLenum Internal{GL_NONE};
    GLenum External{GL_NONE}; // GL_NONE: uploaded as compressed blocks
    GLenum Type{GL_NONE};
    uint32 BlockBytes{0}; // of FactsOf
};

[[nodiscard]] FormatInfo ToFormat(RasterFormat format) noexcept;
[[nodiscard]] GLenum ToTarget(TextureDimension dimension) noexcept;
[[nodiscard]] GLint ToComponents(RasterVertexFormat format) noexcept;
[[nodiscard]] GLenum ToCompare(RasterDepthCompare compare) noexcept;
[[nodiscard]] GLint ToMinFilter(RasterFilter filter, RasterMipFilter mips) noexcept;
[[nodiscard]] GLint ToMagFilter(RasterFilter filter) noexcept;
[[nodiscard]] GLint ToWrap(RasterAddress address) noexcept;
[[nodiscard]] GLenum ToShaderStage(ShaderStage stage) noexcept;

/// The namespace that glObjectLabel wants for a record's object; GL_NONE: it has none.
[[nodiscard]] GLenum ToNameSpace(RecordKind kind) noexcept;

/// What glMemoryBarrier has to make visible to these uses, a mask of ResourceUse.
[[nodiscard]] GLbitfield ToBarrierBits(uint32 uses) noexcept;
} // namespace ludus::graphics::rhi::internal::opengl
