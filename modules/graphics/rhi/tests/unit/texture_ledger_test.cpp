// What a texture holds, by mip, layer and aspect: drafts, their acceptance and their end.
#include "registry/texture_ledger.h"

#include <gtest/gtest.h>

namespace ludus::graphics::rhi::internal
{
namespace
{
class TextureLedgers : public ::testing::Test
{
protected:
    TextureLedger& Open(const TextureDescription& description)
    {
        EXPECT_TRUE(Table.TakeSlot(Slot));
        TextureLedger& ledger = Table.Twin(Slot).Ledger;
        EXPECT_TRUE(OpenLayerCells(ledger.Layers, description));
        return ledger;
    }

    void TearDown() override
    {
        if (Slot != NO_SLOT)
        {
            Table.Twin(Slot).Ledger = {};
            Table.ReturnSlot(Slot);
        }
    }

    static inline TextureTable Table{}; // keeps its pages for ever, as the session's does
    TextureDrafts Drafts{};
    uint32 Slot{NO_SLOT};
};

TEST_F(TextureLedgers, OneLayerHasNoCells)
{
    TextureLedger& ledger = Open({.Width = 8, .Height = 8, .Attachment = true, .MipLevels = 4, .Stencil = true});
    EXPECT_TRUE(ledger.Layers.Words.IsEmpty());
    DraftLayer(ledger, Drafts, Slot, TextureAspect::Color, 2, 0, true);
    DraftLayer(ledger, Drafts, Slot, TextureAspect::Stencil, 1, 0, true);
    EXPECT_TRUE(AreLayersDefined(ledger, TextureAspect::Color, 2, 0, 1));
    EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Color, 1, 0, 1));
    EXPECT_TRUE(AreLayersDefined(ledger, TextureAspect::Stencil, 1, 0, 1));
    EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Depth, 1, 0, 1));
    EXPECT_EQ(Drafts.FirstLayered, NO_SLOT);
    CommitDrafts(Table, Drafts, 5);
    EXPECT_EQ(ledger.Committed.DefinedMips, 4U);
    EXPECT_EQ(ledger.Committed.StencilMips, 2U);
    EXPECT_EQ(ledger.Committed.DepthMips, 0U);
    EXPECT_EQ(ledger.Committed.LastOrdinal, 5U);
}

TEST_F(TextureLedgers, UploadedArraysHaveNoCellsEither)
{
    TextureLedger& ledger = Open({.Width = 4, .Height = 4, .Dimension = TextureDimension::D2Array, .DepthOrLayers = 9});
    EXPECT_TRUE(ledger.Layers.Words.IsEmpty());
    ledger.Committed.DefinedMips = 1;
    EXPECT_TRUE(AreLayersDefined(ledger, TextureAspect::Color, 0, 3, 6));
}

TEST_F(TextureLedgers, EveryLayerOfAMipMakesItWhole)
{
    constexpr uint32 LAYERS = 130; // two full words of cells and two bits
    TextureLedger& ledger = Open({.Width = 4,
                                  .Height = 4,
                                  .Attachment = true,
                                  .MipLevels = 3,
                                  .Dimension = TextureDimension::D2Array,
                                  .DepthOrLayers = LAYERS});
    const TextureViewCreation view{.BaseMip = 1, .MipCount = 1, .BaseLayer = 63, .LayerCount = 2};
    for (uint32 layer = 0; layer < LAYERS; ++layer)
    {
        EXPECT_EQ(ledger.Draft.DefinedMips, 0U) << layer;
        EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Color, 1, layer, 1)) << layer;
        EXPECT_EQ(FindUndefinedMip(ledger, view), layer <= 64 ? 1U : MAX_MIP_LEVELS) << layer;
        DraftLayer(ledger, Drafts, Slot, TextureAspect::Color, 1, layer, true);
        EXPECT_TRUE(AreLayersDefined(ledger, TextureAspect::Color, 1, 0, layer + 1)) << layer;
        EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Depth, 1, layer, 1)) << layer;
        EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Color, 0, layer, 1)) << layer;
    }
    EXPECT_EQ(ledger.Draft.DefinedMips, 2U);
    DraftLayer(ledger, Drafts, Slot, TextureAspect::Color, 1, 64, false);
    EXPECT_EQ(ledger.Draft.DefinedMips, 0U);
    EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Color, 1, 0, LAYERS));
    EXPECT_TRUE(AreLayersDefined(ledger, TextureAspect::Color, 1, 65, LAYERS - 65));
}

TEST_F(TextureLedgers, WhatWasGivenUpIsForgotten)
{
    TextureLedger& ledger = Open({.Width = 4,
                                  .Height = 4,
                                  .Attachment = true,
                                  .Dimension = TextureDimension::Cube,
                                  .DepthOrLayers = CUBE_FACES});
    DraftLayer(ledger, Drafts, Slot, TextureAspect::Depth, 0, 2, true);
    EXPECT_TRUE(AreLayersDefined(ledger, TextureAspect::Depth, 0, 2, 1));
    DropDrafts(Table, Drafts);
    EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Depth, 0, 2, 1));

    DraftLayer(ledger, Drafts, Slot, TextureAspect::Depth, 0, 3, true);
    CommitDrafts(Table, Drafts, 1);
    EXPECT_TRUE(AreLayersDefined(ledger, TextureAspect::Depth, 0, 3, 1));
    EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Depth, 0, 2, 1));

    static_cast<void>(DraftUndefined(ledger, Drafts, Slot));
    EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Depth, 0, 3, 1));
    DropDrafts(Table, Drafts);
    EXPECT_TRUE(AreLayersDefined(ledger, TextureAspect::Depth, 0, 3, 1));
    static_cast<void>(DraftUndefined(ledger, Drafts, Slot));
    CommitDrafts(Table, Drafts, 2);
    EXPECT_FALSE(AreLayersDefined(ledger, TextureAspect::Depth, 0, 3, 1));
    EXPECT_EQ(Drafts.First, NO_SLOT);
    EXPECT_EQ(Drafts.FirstLayered, NO_SLOT);
}

TEST_F(TextureLedgers, TransfersDefineMipAfterMip)
{
    TextureLedger& ledger = Open({.Width = 8, .Height = 4, .MipLevels = 3, .DeferredInitialization = true});
    EXPECT_EQ(FindUndefinedMip(ledger, {.MipCount = 3}), 0U);
    DefineMips(ledger, 1U << 2U);
    EXPECT_EQ(FindUndefinedMip(ledger, {.BaseMip = 2}), MAX_MIP_LEVELS);
    EXPECT_EQ(FindUndefinedMip(ledger, {.BaseMip = 1, .MipCount = 2}), 1U);
    DefineMips(ledger, 3);
    EXPECT_EQ(FindUndefinedMip(ledger, {.MipCount = 3}), MAX_MIP_LEVELS);
}
} // namespace
} // namespace ludus::graphics::rhi::internal
