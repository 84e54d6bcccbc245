// The passes into textures that were accepted last, so that one which comes again is not checked and put together anew.
//
// What a description comes to depends on itself, on the texture's description, which never changes, and on what the
// texture holds. Where all three are as they were, so is the answer.
#pragma once

#include "frontend/handles.h"
#include "registry/registry.h"

#include <cstddef>
#include <iterator>

namespace ludus::graphics::rhi::internal
{
/// What an accepted description comes to.
struct AcceptedPass final
{
    OneColorPass Command{};          // without its barriers
    Barrier ToAttachment{};          // the texture's, but for what it waits for
    const PlainHot* Record{nullptr}; // the texture's; null: the pass draws to the surface
    TextureCold* Texture{nullptr};
    uint32 PassKey{0};
    bool LeavesDepth{false}; // defined when the pass has ended

    // What the texture is left in: TextureState's mips and Use, and FramePasses' Unread.
    uint32 LeftMips{0};
    uint16 LeftDepthMips{0};
    uint32 LeftUse{USE_NONE};
    uint32 LeftUnread{NO_SLOT};
};

/// One accepted pass into a texture.
struct RememberedPass final
{
    uint64 Generation{0};              // of the texture; zero: none
    RasterPassDescription Description; // of which Color is not looked at
    AcceptedPass Accepted{};
    uint64 DefinedMips{0}; // GetDefinedMips of the texture when the pass began
};

/// Few passes of a frame draw to textures; those that share a place push one another out.
struct PassMemory final
{
    [[nodiscard]] RememberedPass& At(uint32 slot) noexcept { return Passes[slot % std::size(Passes)]; }

    RememberedPass Passes[8]{};
};

/// Whether two descriptions say the same to the bit, but for Color. Fields that lie side by side are compared together;
/// the padding between them says nothing.
[[nodiscard]] inline bool AreSame(const RasterPassDescription& a, const RasterPassDescription& b) noexcept
{
    using D = RasterPassDescription;
    constexpr usize COLOR = offsetof(D, ColorLoad);
    constexpr usize CLEAR = offsetof(D, Clear);
    constexpr usize DEPTH = offsetof(D, DepthLoad);
    constexpr usize AREAS = offsetof(D, ClearDepth);
    constexpr usize LIST = offsetof(D, Colors);
    constexpr usize STENCIL = offsetof(D, StencilLoad);
    static_assert(offsetof(D, ColorStore) == COLOR + 1 && sizeof(D::Clear) == 16);
    static_assert(offsetof(D, DepthStore) == DEPTH + 1 && offsetof(D, DepthReadOnly) == DEPTH + 2);
    static_assert(offsetof(D, Viewport) == AREAS + 4 && offsetof(D, Scissor) == AREAS + 20);
    static_assert(offsetof(D, UseViewport) == AREAS + 36 && offsetof(D, UseScissor) == AREAS + 37);
    static_assert(offsetof(D, ColorCount) == LIST + sizeof(void*));
    static_assert(offsetof(D, StencilStore) == STENCIL + 1 && offsetof(D, ClearStencil) == STENCIL + 3);
    const auto* left = reinterpret_cast<const uint8*>(&a);
    const auto* right = reinterpret_cast<const uint8*>(&b);
    const auto compareWide = [=](usize at) { return LoadWide(left + at) ^ LoadWide(right + at); };
    const auto compare = [=]<class Word>(usize at, Word)
    { return static_cast<uint64>(Peek<Word>(left + at) ^ Peek<Word>(right + at)); };
    const WideWord list =
        sizeof(void*) == 8 ? compareWide(LIST) : WideWord{compare(LIST, uint64{}), 0}; // two words in either case
    const uint64 differs = Fold(compareWide(CLEAR) | compareWide(AREAS) | compareWide(AREAS + 16) | list) |
                           compare(AREAS + 32, uint32{}) | compare(AREAS + 36, uint16{}) | compare(COLOR, uint16{}) |
                           compare(DEPTH, uint16{}) | compare(DEPTH + 2, uint8{}) | compare(STENCIL, uint32{});
    return differs == 0;
}
} // namespace ludus::graphics::rhi::internal
