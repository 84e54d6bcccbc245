// Changes to the texture ledger while a submission is being recorded: drafts, until it is accepted or given up.
//
// A draft lies in the texture's own record and is linked to the next one, so that drafting cannot fail and the end of a
// submission visits exactly the textures that it touched. A drafted texture is kept by the submission's lease.
#pragma once

#include "registry/registry.h"

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
};

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
}
} // namespace ludus::graphics::rhi::internal
