// What particular drivers do wrong, each a named entry.
#pragma once

namespace ludus::graphics::rhi::internal::opengl
{
struct Workarounds final
{
    /// Buffers are not kept mapped; shadows are uploaded instead, as where mapping does not exist.
    bool AvoidsMappedMemory{false};

    /// Vertex formats are set with their buffers, as where the two cannot be told apart.
    bool AvoidsVertexBindings{false};

    /// Indices of the frame ring have a buffer of their own, as where a buffer with indices may hold nothing else.
    bool AvoidsSharedRoles{false};

    /// Texels are copied through a framebuffer, as where images cannot be copied.
    bool AvoidsImageCopies{false};

    /// A part of a texture is sampled from a copy of it, as where it cannot have a name of its own.
    bool AvoidsTextureViews{false};
};

/// No driver known so far needs one. LUDUS_OPENGL_WORKAROUNDS=all switches every entry on, so that the roads which
/// WebGL 2 takes run on any driver. OpenGL ES 3.0 itself would need one more: shadows are read back by
/// glGetBufferSubData, which WebGL 2 has and ES does not, where ES maps.
[[nodiscard]] Workarounds ChooseWorkarounds() noexcept;
} // namespace ludus::graphics::rhi::internal::opengl
