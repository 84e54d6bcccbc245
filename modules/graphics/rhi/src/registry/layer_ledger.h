// Which layers of each mip of an attachment hold defined contents: for attachments of more than one layer, of which
// TextureState can only say what holds for all layers of a mip.
//
// A cell is one bit: a mip and a layer of one aspect. The committed cells lie in the first half of the words, the draft
// ones in the second. Textures of one layer, which are nearly all, have no cells and pay for none.
#pragma once

#include "formats/format_facts.h"
#include "registry/records.h"

namespace ludus::graphics::rhi::internal
{
/// Bits of a word of cells.
constexpr uint32 CELLS_PER_WORD = 64;

/// Mips of an aspect that are defined in every layer, a bit a mip.
[[nodiscard]] constexpr uint32 MipsOf(const TextureState& state, TextureAspect aspect) noexcept
{
    return aspect == TextureAspect::Color   ? state.DefinedMips
           : aspect == TextureAspect::Depth ? state.DepthMips
                                            : state.StencilMips;
}

/// Whether the texture's contents are told apart by layer.
[[nodiscard]] constexpr bool NeedsLayerCells(const TextureDescription& description) noexcept
{
    return description.Attachment && description.Dimension != TextureDimension::D3 && description.DepthOrLayers > 1;
}

/// Makes the cells of a new texture, all undefined; does nothing for one that needs none. False without host memory.
[[nodiscard]] inline bool OpenLayerCells(LayerLedger& cells, const TextureDescription& description) noexcept
{
    cells.Words.Release();
    cells.WordsPerMip = 0;
    if (!NeedsLayerCells(description))
    {
        return true;
    }
    const uint32 words = (description.DepthOrLayers + CELLS_PER_WORD - 1) / CELLS_PER_WORD;
    const uint32 aspects = description.Stencil ? 3 : 2;
    if (!cells.Words.Resize(usize{2} * aspects * description.MipLevels * words))
    {
        return false;
    }
    cells.WordsPerMip = words;
    cells.Mips = description.MipLevels;
    cells.Layers = description.DepthOrLayers;
    return true;
}

/// Index of the first word of a mip; in the draft half when `inDraft`.
[[nodiscard]] inline usize FindCells(const LayerLedger& cells, TextureAspect aspect, uint32 mip, bool inDraft) noexcept
{
    const usize row = usize{static_cast<uint32>(aspect)} * cells.Mips + mip;
    return row * cells.WordsPerMip + (inDraft ? cells.Words.Size() / 2 : 0);
}

/// Whether the next command finds the layers [base, base + count) of a mip defined.
[[nodiscard]] inline bool AreLayersDefined(const TextureLedger& ledger, TextureAspect aspect, uint32 mip, uint32 base,
                                           uint32 count) noexcept
{
    const TextureState& state = ledger.HasDraft ? ledger.Draft : ledger.Committed;
    if ((MipsOf(state, aspect) >> mip & 1U) != 0)
    {
        return true;
    }
    const LayerLedger& cells = ledger.Layers;
    if (cells.WordsPerMip == 0)
    {
        return false;
    }
    const usize first = FindCells(cells, aspect, mip, cells.HasDraft);
    for (uint32 layer = base; layer < base + count; ++layer)
    {
        if ((cells.Words[first + layer / CELLS_PER_WORD] >> layer % CELLS_PER_WORD & 1U) == 0)
        {
            return false;
        }
    }
    return true;
}

/// The first undefined mip of a view's range as the next command finds it, or MAX_MIP_LEVELS.
[[nodiscard]] inline uint32 FindUndefinedMip(const TextureLedger& ledger, const TextureViewCreation& range) noexcept
{
    for (uint32 mip = range.BaseMip; mip < range.BaseMip + range.MipCount; ++mip)
    {
        if (!AreLayersDefined(ledger, range.Aspect, mip, range.BaseLayer, range.LayerCount))
        {
            return mip;
        }
    }
    return MAX_MIP_LEVELS;
}

/// Whether every layer of a mip's draft cells is set.
[[nodiscard]] inline bool IsMipWhole(const LayerLedger& cells, TextureAspect aspect, uint32 mip) noexcept
{
    const usize first = FindCells(cells, aspect, mip, true);
    for (uint32 word = 0; word < cells.WordsPerMip; ++word)
    {
        const uint32 left = cells.Layers - word * CELLS_PER_WORD;
        const uint64 all = left >= CELLS_PER_WORD ? ~uint64{0} : (uint64{1} << left) - 1;
        if (cells.Words[first + word] != all)
        {
            return false;
        }
    }
    return true;
}

/// Sets one bit of the mips of an aspect.
inline void SetMip(TextureState& state, TextureAspect aspect, uint32 mip, bool isDefined) noexcept
{
    const uint32 bit = 1U << mip;
    const auto change = [=](uint32 mips) { return isDefined ? mips | bit : mips & ~bit; };
    switch (aspect)
    {
    case TextureAspect::Color:
        state.DefinedMips = change(state.DefinedMips);
        break;
    case TextureAspect::Depth:
        state.DepthMips = static_cast<uint16>(change(state.DepthMips));
        break;
    case TextureAspect::Stencil:
        state.StencilMips = static_cast<uint16>(change(state.StencilMips));
        break;
    }
}
} // namespace ludus::graphics::rhi::internal
