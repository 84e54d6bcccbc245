// Changes to the texture ledger while a submission is being recorded: drafts, until it is accepted or given up.
//
// A draft lies in the texture's own record and is linked to the next one, so that drafting cannot fail and the end of a
// submission visits exactly the textures that it touched. A drafted texture is kept by the submission's lease.
#pragma once

#include "registry/layer_ledger.h"
#include "registry/registry.h"

#include <cstring>

namespace ludus::graphics::rhi::internal
{
using TextureTable = TableOf<RecordKind::Texture>;

/// Stages that sample, as uses.
[[nodiscard]] constexpr uint32 SampledUses(RasterVisibility visibility) noexcept
{
    const auto stages = static_cast<uint32>(visibility);
    const auto has = [stages](RasterVisibility stage) { return (stages & static_cast<uint32>(stage)) != 0; };
    return (has(RasterVisibility::Vertex) ? USE_SAMPLED_VERTEX : USE_NONE) |
           (has(RasterVisibility::Fragment) ? USE_SAMPLED_FRAGMENT : USE_NONE) |
           (has(RasterVisibility::Compute) ? USE_SAMPLED_COMPUTE : USE_NONE);
}

/// What every graphics stage may sample: how a direct pass leaves what it has stored.
constexpr uint32 USE_SAMPLED_BOTH = USE_SAMPLED_VERTEX | USE_SAMPLED_FRAGMENT;

/// The textures that the submission being recorded has drafts of.
struct TextureDrafts final
{
    uint32 First{NO_SLOT};
    uint32 FirstLayered{NO_SLOT}; // of those whose cells have drafts as well
};

/// What of the texture is defined, of every aspect in one word.
[[nodiscard]] inline uint64 GetDefinedMips(const TextureState& state) noexcept
{
    return state.DefinedMips | uint64{state.DepthMips} << 32U | uint64{state.StencilMips} << 48U;
}

/// What the next command finds: the draft, else the committed state.
[[nodiscard]] inline const TextureState& GetCurrent(const TextureLedger& ledger) noexcept
{
    return ledger.HasDraft ? ledger.Draft : ledger.Committed;
}

/// The draft of the texture at `slot`, whose ledger this is: begun from its committed state where there is none yet.
inline TextureState& DraftTexture(TextureLedger& ledger, TextureDrafts& drafts, uint32 slot) noexcept
{
    if (!ledger.HasDraft)
    {
        ledger.Draft = ledger.Committed;
        ledger.HasDraft = true;
        ledger.NextDraft = drafts.First;
        drafts.First = slot;
    }
    return ledger.Draft;
}

inline TextureState& DraftTexture(TextureTable& textures, TextureDrafts& drafts, uint32 slot) noexcept
{
    return DraftTexture(textures.Twin(slot).Ledger, drafts, slot);
}

/// Begins the draft of a texture's cells where it has cells and none is begun.
inline void DraftCells(LayerLedger& cells, TextureDrafts& drafts, uint32 slot) noexcept
{
    if (cells.WordsPerMip == 0 || cells.HasDraft)
    {
        return;
    }
    const usize half = cells.Words.Size() / 2;
    std::memcpy(cells.Words.Data() + half, cells.Words.Data(), half * sizeof(uint64));
    cells.HasDraft = true;
    cells.NextDraft = drafts.FirstLayered;
    drafts.FirstLayered = slot;
}

/// Drafts that nothing in the texture is defined.
inline TextureState& DraftUndefined(TextureLedger& ledger, TextureDrafts& drafts, uint32 slot) noexcept
{
    TextureState& state = DraftTexture(ledger, drafts, slot);
    state.DefinedMips = 0;
    state.DepthMips = 0;
    state.StencilMips = 0;
    LayerLedger& cells = ledger.Layers;
    DraftCells(cells, drafts, slot);
    for (usize i = cells.Words.Size() / 2; i < cells.Words.Size(); ++i)
    {
        cells.Words[i] = 0;
    }
    return state;
}

/// Drafts that one layer of a mip is defined, or no longer, whatever the texture's layers.
inline void DraftLayer(TextureLedger& ledger, TextureDrafts& drafts, uint32 slot, TextureAspect aspect, uint32 mip,
                       uint32 layer, bool isDefined) noexcept
{
    TextureState& state = DraftTexture(ledger, drafts, slot);
    LayerLedger& cells = ledger.Layers;
    if (cells.WordsPerMip == 0)
    {
        SetMip(state, aspect, mip, isDefined);
        return;
    }
    DraftCells(cells, drafts, slot);
    uint64& word = cells.Words[FindCells(cells, aspect, mip, true) + layer / CELLS_PER_WORD];
    const uint64 bit = uint64{1} << layer % CELLS_PER_WORD;
    word = isDefined ? word | bit : word & ~bit;
    SetMip(state, aspect, mip, isDefined && IsMipWhole(cells, aspect, mip));
}

/// A transfer has completed: the mips of a texture that nothing drafts are defined from now on.
inline void DefineMips(TextureLedger& ledger, uint32 mips) noexcept
{
    ledger.Committed.DefinedMips |= mips;
}

/// Ends the drafts of cells; they become the committed ones where `isAccepted`.
inline void EndLayerDrafts(TextureTable& textures, TextureDrafts& drafts, bool isAccepted) noexcept
{
    for (uint32 slot = drafts.FirstLayered; slot != NO_SLOT;)
    {
        LayerLedger& cells = textures.Twin(slot).Ledger.Layers;
        const usize half = cells.Words.Size() / 2;
        if (isAccepted)
        {
            std::memcpy(cells.Words.Data(), cells.Words.Data() + half, half * sizeof(uint64));
        }
        cells.HasDraft = false;
        slot = cells.NextDraft;
    }
    drafts.FirstLayered = NO_SLOT;
}

/// The submission was accepted under `ordinal`: its drafts become the committed states.
inline void CommitDrafts(TextureTable& textures, TextureDrafts& drafts, uint64 ordinal) noexcept
{
    for (uint32 slot = drafts.First; slot != NO_SLOT;)
    {
        TextureLedger& ledger = textures.Twin(slot).Ledger;
        ledger.Committed = ledger.Draft;
        ledger.Committed.LastOrdinal = ordinal;
        ledger.HasDraft = false;
        slot = ledger.NextDraft;
    }
    drafts.First = NO_SLOT;
    EndLayerDrafts(textures, drafts, true);
}

/// The submission was given up.
inline void DropDrafts(TextureTable& textures, TextureDrafts& drafts) noexcept
{
    for (uint32 slot = drafts.First; slot != NO_SLOT;)
    {
        TextureLedger& ledger = textures.Twin(slot).Ledger;
        ledger.HasDraft = false;
        slot = ledger.NextDraft;
    }
    drafts.First = NO_SLOT;
    EndLayerDrafts(textures, drafts, false);
}
} // namespace ludus::graphics::rhi::internal
