// Smaller levels of an image, averaged in linear light.
#pragma once

#include "scene.h"

#include <vector>

namespace ludus::view
{
/// All levels of an image in one block of bytes, largest first, rows without padding: what a texture upload takes.
struct MipChain final
{
    struct Level final
    {
        uint32 Width{0};
        uint32 Height{0};
        usize Offset{0};
    };

    std::vector<Level> Levels{};
    std::vector<uint8> Rgba{};
};

/// The making of a chain in pieces, for programs that may not be held up. `image` must outlive it. The levels are those
/// of MakeMipChain.
class MipWork final
{
public:
    MipWork(const Image& image, bool hasMips, uint32 maxEdge, uint32 maxLevels, usize maxBytes)
        : Source(&image), HasMips(hasMips), MaxEdge(maxEdge), MaxLevels(maxLevels), MaxBytes(maxBytes)
    {
    }

    /// Averages about `texels` more; true when the chain is complete, and from then on.
    [[nodiscard]] bool Advance(usize texels);

    /// Valid once it is complete.
    [[nodiscard]] const MipChain& GetChain() const noexcept { return Chain; }

private:
    [[nodiscard]] const Image& Current() const noexcept { return IsShrunk ? Level : *Source; }

    [[nodiscard]] bool IsTooLarge(const Image& image) const noexcept;

    /// Adds the current level where it fits, and begins the next; false when none follows.
    [[nodiscard]] bool BeginLevel();

    const Image* Source;
    bool HasMips;
    uint32 MaxEdge;
    uint32 MaxLevels;
    usize MaxBytes;
    MipChain Chain{};
    Image Level{};        // the last that was finished
    bool IsShrunk{false}; // there is one
    Image Next{};
    uint32 Row{0}; // of Next, which comes next
    bool IsComplete{false};
};

/// Levels down to one texel, or only the largest without `hasMips`; at most `maxLevels`. Levels with an edge above
/// `maxEdge` are left out, and so are those that would make the whole larger than `maxBytes`; one texel always stays.
[[nodiscard]] MipChain MakeMipChain(const Image& image, bool hasMips, uint32 maxEdge, uint32 maxLevels, usize maxBytes);

/// The image at another, not larger, size: each texel is the average of the area it covers, colours in linear light and
/// weighted by alpha, so that what is invisible does not tint its neighbours. Numbers are averaged as they are.
[[nodiscard]] Image ShrinkImage(const Image& image, uint32 width, uint32 height);
} // namespace ludus::view
