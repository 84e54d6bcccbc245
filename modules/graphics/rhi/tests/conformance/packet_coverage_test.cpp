// Passes of several packets: each is held against the pass's declarations, whatever the packet before has used.
#include "../support/graph_scene.h"

#include <functional>
#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
class PacketCoverage : public GraphSceneTest
{
protected:
    static constexpr usize BLOCKS = 3;

    // Blocks at dynamic offsets of one buffer, of which passes declare the first two.
    void StartBlocks()
    {
        StartScene();
        const std::vector<DrawBlock> blocks(BLOCKS);
        const std::vector<uint8> bytes = PackBlocks(blocks);
        Step = bytes.size() / BLOCKS;
        Blocks = MakeBuffer(BufferRole::Uniform, bytes);
        Set = MakeSet(Plain.Layout, std::array{RasterBindingResource{0, Blocks, 0, sizeof(DrawBlock)}});
    }

    [[nodiscard]] RasterDraw GetDraw(usize block = 0) const
    {
        RasterDraw draw = Left;
        draw.Bindings = Set;
        draw.BindingOffsets.Bytes[0] = static_cast<uint32>(block * Step);
        return draw;
    }

    // Compiles a graph of one pass with these packets, and drops it.
    RasterStatus TryPackets(const std::vector<RasterDraw>& draws)
    {
        BeginGraph();
        EXPECT_EQ(NextGraphVersion(Device, Graph, Image, Image), READY);
        std::vector<GraphUse> uses{PlainUses[0], // indices
                                   PlainUses[2], // the left square's vertices
                                   {Import(Blocks), GraphAccessMode::Uniform, 0, Step + sizeof(DrawBlock)},
                                   {Image, GraphAccessMode::ColorWrite}};
        EXPECT_EQ(AddGraphPass(Device, Graph,
                               {.Name = "packets",
                                .Attachment = {.Color = Texture},
                                .Uses = uses.data(),
                                .UseCount = uses.size(),
                                .Draws = draws.data(),
                                .DrawCount = draws.size()}),
                  READY);
        EXPECT_EQ(AddGraphRoot(Device, Graph, Image, GraphRoot::Export), READY);
        const RasterStatus status = CompileOrderedGraph(Device, Graph, Report);
        const uint64 refusals = CountRefusals();
        EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
        EXPECT_EQ(CountRefusals(), refusals); // what refused it stays the last diagnostic
        return status;
    }

    usize Step{0};
    BufferHandle Blocks{};
    BindingSetHandle Set{};
};

TEST_P(PacketCoverage, RepeatsAndDeclaredOffsetsAreCovered)
{
    StartBlocks();
    std::vector<RasterDraw> draws(100, GetDraw());
    for (usize i = 0; i < draws.size(); ++i)
    {
        draws[i] = GetDraw(i % 2);
    }
    EXPECT_EQ(TryPackets(draws), READY);
    EXPECT_EQ(Report.DrawCount, 100U);
}

TEST_P(PacketCoverage, ALaterPacketIsHeldAgainstTheDeclarationsToo)
{
    StartBlocks();

    const struct
    {
        const char* Name;
        DiagnosticCode Reason;
        std::function<void(RasterDraw&)> Change;
    } cases[] = {
        {"an offset beyond what is declared", DiagnosticCode::GraphPacketOutside,
         [&](RasterDraw& draw) { draw.BindingOffsets.Bytes[0] = static_cast<uint32>(2 * Step); }},
        {"other vertices", DiagnosticCode::GraphPacketUndeclared,
         [&](RasterDraw& draw) { draw.Vertices = Lower.Vertices; }},
        {"another set", DiagnosticCode::GraphPacketUndeclared,
         [&](RasterDraw& draw)
         {
             draw.Bindings = Plain.Set;
             draw.BindingOffsets = {};
         }},
    };

    for (const auto& wrong : cases)
    {
        for (const usize place : {usize{1}, usize{40}, usize{63}})
        {
            SCOPED_TRACE(std::string(wrong.Name) + " at packet " + std::to_string(place));
            std::vector<RasterDraw> draws(64, GetDraw(1));
            wrong.Change(draws[place]);
            const uint64 before = CountRefusals();
            EXPECT_EQ(TryPackets(draws), RasterStatus::InvalidDescription);
            EXPECT_EQ(GetCodeAfter(before), wrong.Reason);
            EXPECT_EQ(Report.ErrorPass, 0U);
        }
    }
}

TEST_P(PacketCoverage, OffsetsIntoTheFrameRingNeedNoDeclaration)
{
    StartBlocks();
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), READY);
    InternalRecords = 1; // the ring
    const BindingSetHandle ringSet =
        MakeSet(Plain.Layout, std::array{RasterBindingResource{0, ring, 0, sizeof(DrawBlock)}});
    std::vector<RasterDraw> draws(64, GetDraw());
    for (usize i = 0; i < draws.size(); i += 2) // in turns with packets whose offsets are declared
    {
        const DrawBlock block;
        draws[i].Bindings = ringSet;
        ASSERT_EQ(WriteFrameUniform(Device, BytesOf(block), draws[i].BindingOffsets.Bytes[0]), READY);
    }
    EXPECT_EQ(TryPackets(draws), READY);
    draws.back().BindingOffsets.Bytes[0] = static_cast<uint32>(2 * Step);
    const uint64 before = CountRefusals();
    EXPECT_EQ(TryPackets(draws), RasterStatus::InvalidDescription);
    EXPECT_EQ(GetCodeAfter(before), DiagnosticCode::GraphPacketOutside);
}

LUDUS_ON_EVERY_LANE(PacketCoverage);
} // namespace
} // namespace ludus::graphics::rhi::tests
