// Textures, their views, and samplers.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/opengl/state.h"

namespace ludus::graphics::rhi::internal::opengl
{
/// A colour image to draw into, with its private depth.
struct Attachment final
{
    GLuint Depth{0}; // a renderbuffer
    GLuint Framebuffer{0};
};

struct Texture final
{
    GLuint Name{0};
    GLenum Target{GL_TEXTURE_2D};
    FormatInfo Format{};
    uint32 Width{0};
    uint32 Height{0};
    uint32 Depth{1};    // slices of a volume's mip zero
    Attachment Drawn{}; // of attachments
};

/// What a binding samples: the texture itself, or a name of its own for a part of it.
struct TextureView final
{
    GLuint Name{0};
    GLenum Target{GL_TEXTURE_2D};
    bool OwnsName{false};
};

class Textures final
{
public:
    Textures(Device& device, State& state) noexcept : Gpu(device), Context(state) {}

    [[nodiscard]] BackendStatus Create(uint32 slot, const TextureCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateView(uint32 slot, const TextureViewCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateSampler(uint32 slot, const SamplerDescription& description) noexcept;
    void Destroy(uint32 slot) noexcept;
    void DestroyView(uint32 slot) noexcept;
    void DestroySampler(uint32 slot) noexcept;
    void Stop() noexcept;

    [[nodiscard]] const Texture& At(uint32 slot) const noexcept { return Table.At(slot); }

    [[nodiscard]] const TextureView& ViewAt(uint32 slot) const noexcept { return Views.At(slot); }

    [[nodiscard]] GLuint SamplerAt(uint32 slot) const noexcept { return Samplers.At(slot); }

    // For the surface, whose images are made like attachments.

    /// Makes depth and framebuffer for a colour texture of one level.
    [[nodiscard]] BackendStatus MakeAttachment(GLuint color, uint32 width, uint32 height,
                                               Attachment& attachment) noexcept;
    void Release(Attachment& attachment) noexcept;
    void Release(GLuint& texture) noexcept;

private:
    [[nodiscard]] BackendStatus Fill(const TextureCreation& creation, const Texture& texture) noexcept;
    [[nodiscard]] BackendStatus CopyPart(const Texture& texture, const TextureViewCreation& creation,
                                         const TextureView& view) noexcept;

    Device& Gpu;
    State& Context;
    SlotTable<Texture> Table{};
    SlotTable<TextureView> Views{};
    SlotTable<GLuint> Samplers{};
};
} // namespace ludus::graphics::rhi::internal::opengl
