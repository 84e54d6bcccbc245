// Every rule of a draw, refused with its code, first in a frame and after a draw that was accepted.
#include "../support/scene.h"

#include <functional>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr auto MALFORMED = RasterStatus::InvalidDescription;

struct Rule
{
    const char* Name;
    RasterStatus Status;
    DiagnosticCode Code;
    std::function<void(RasterDraw&)> Break;
};

class DrawRules : public SceneTest
{
protected:
    void ExpectRefused(const Rule& rule, RasterDraw draw)
    {
        SCOPED_TRACE(rule.Name);
        rule.Break(draw);
        const uint64 before = CountRefusals();
        EXPECT_EQ(DrawIndexed(Device, draw), rule.Status);
        EXPECT_EQ(GetCodeAfter(before), rule.Code);
    }
};

TEST_P(DrawRules, EachIsRefusedByNameAndLeavesNothing)
{
    Start();
    MakePlain();
    const RasterBinding binding = GetPlainBindings()[0];
    const BindingLayoutHandle twin = MakeLayout({&binding, 1}); // alike, but not the same
    const RasterBindingResource resource{0, Plain.Uniforms, 0, sizeof(DrawBlock)};
    const BindingSetHandle foreignSet = MakeSet(twin, {&resource, 1});
    RasterPipelineHandle destroyed = MakePlainPipeline({});
    const RasterPipelineHandle stale = destroyed;
    EXPECT_EQ(Destroy(Device, destroyed), RasterStatus::Ready);
    const uint16 outside[] = {0, 1, 4, 0, 2, 3};
    const uint16 restart[] = {0, 1, 2, 0xFFFF, 2, 3};
    const uint32 restart32[] = {0, 1, 2, 0xFFFFFFFF, 2, 3};
    const BufferHandle outsideIndices = MakeBuffer(BufferRole::Index16, AsBytes(outside));
    const BufferHandle restartIndices = MakeBuffer(BufferRole::Index16, AsBytes(restart));
    const BufferHandle restartIndices32 = MakeBuffer(BufferRole::Index32, AsBytes(restart32));
    const RasterVertexSlice slice = Plain.Slices[0];
    const RasterVertexSlice two[] = {slice, slice};
    RasterVertexSlice changed{};
    const auto withSlice = [&](RasterDraw& draw, const RasterVertexSlice& other)
    {
        changed = other;
        draw.Vertices = {&changed, 1};
    };
    const RasterBindingIndex reachable[1]{};
    const uint32 alignment = static_cast<uint32>(Info.Profile.Raster.UniformOffsetAlignment);

    const Rule rules[] = {
        {"null pipeline", RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, [](auto& d) { d.Pipeline = {}; }},
        {"destroyed pipeline", RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle,
         [&](auto& d) { d.Pipeline = stale; }},
        {"null set", RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, [](auto& d) { d.Bindings = {}; }},
        {"null indices", RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, [](auto& d) { d.Indices = {}; }},
        {"null vertices", RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle,
         [&](auto& d) {
             withSlice(d, {{}, 0, 112});
         }},
        {"another layout", MALFORMED, DiagnosticCode::DrawLayoutMismatch, [&](auto& d) { d.Bindings = foreignSet; }},
        {"no slices", MALFORMED, DiagnosticCode::DrawStreamCount, [](auto& d) { d.Vertices = {}; }},
        {"two slices", MALFORMED, DiagnosticCode::DrawStreamCount, [&](auto& d) { d.Vertices = two; }},
        {"reachable bindings", MALFORMED, DiagnosticCode::DrawReachableWrong,
         [&](auto& d) { d.ReachableBindings = reachable; }},
        {"no indices", MALFORMED, DiagnosticCode::ValueZero, [](auto& d) { d.IndexCount = 0; }},
        {"no vertices", MALFORMED, DiagnosticCode::ValueZero, [](auto& d) { d.VertexCount = 0; }},
        {"no instances", MALFORMED, DiagnosticCode::ValueZero, [](auto& d) { d.InstanceCount = 0; }},
        {"2^31 instances", MALFORMED, DiagnosticCode::ValueTooLarge, [](auto& d) { d.InstanceCount = 0x80000000; }},
        {"every instance", MALFORMED, DiagnosticCode::ValueTooLarge, [](auto& d) { d.InstanceCount = 0xFFFFFFFF; }},
        {"no triangles", MALFORMED, DiagnosticCode::ValueMisaligned, [](auto& d) { d.IndexCount = 5; }},
        {"role of indirect commands", MALFORMED, DiagnosticCode::BufferRoleMismatch,
         [&](auto& d) { d.Indirect = Plain.Uniforms; }},
        {"indirect offset", MALFORMED, DiagnosticCode::ValueNotExact, [](auto& d) { d.IndirectOffset = 20; }},
        {"role of vertices", MALFORMED, DiagnosticCode::BufferRoleMismatch,
         [&](auto& d) {
             withSlice(d, {Plain.Uniforms, 0, 112});
         }},
        {"vertex offset", MALFORMED, DiagnosticCode::ValueMisaligned,
         [&](auto& d) {
             withSlice(d, {slice.Buffer, 2, 110});
         }},
        {"slice outside", MALFORMED, DiagnosticCode::RangeOutside,
         [&](auto& d) {
             withSlice(d, {slice.Buffer, 4, 112});
         }},
        {"slice far outside", MALFORMED, DiagnosticCode::RangeOutside,
         [&](auto& d) {
             withSlice(d, {slice.Buffer, ~usize{0} - 3, 112});
         }},
        {"slice too small", MALFORMED, DiagnosticCode::DrawVerticesOutside,
         [&](auto& d) {
             withSlice(d, {slice.Buffer, 0, 108});
         }},
        {"too many vertices", MALFORMED, DiagnosticCode::DrawVerticesOutside, [](auto& d) { d.VertexCount = 5; }},
        {"role of indices", MALFORMED, DiagnosticCode::BufferRoleMismatch, [&](auto& d) { d.Indices = slice.Buffer; }},
        {"index offset", MALFORMED, DiagnosticCode::ValueMisaligned, [](auto& d) { d.IndexOffset = 1; }},
        {"indices outside", MALFORMED, DiagnosticCode::RangeOutside, [](auto& d) { d.IndexOffset = 2; }},
        {"too many indices", MALFORMED, DiagnosticCode::RangeOutside, [](auto& d) { d.IndexCount = 9; }},
        {"index too large", MALFORMED, DiagnosticCode::DrawIndexTooLarge, [&](auto& d) { d.Indices = outsideIndices; }},
        {"vertex count below an index", MALFORMED, DiagnosticCode::DrawIndexTooLarge,
         [](auto& d) { d.VertexCount = 3; }},
        {"restart index", MALFORMED, DiagnosticCode::DrawIndexTooLarge, [&](auto& d) { d.Indices = restartIndices; }},
        {"restart index of 32 bits", MALFORMED, DiagnosticCode::DrawIndexTooLarge,
         [&](auto& d) { d.Indices = restartIndices32; }},
        {"offset of no binding", MALFORMED, DiagnosticCode::DrawOffsetStatic,
         [&](auto& d) { d.BindingOffsets.Bytes[5] = alignment; }},
        {"offset of the last binding", MALFORMED, DiagnosticCode::DrawOffsetStatic,
         [&](auto& d) { d.BindingOffsets.Bytes[15] = alignment; }},
        {"offset misaligned", MALFORMED, DiagnosticCode::ValueMisaligned,
         [](auto& d) { d.BindingOffsets.Bytes[0] = 16; }},
        {"offset outside", MALFORMED, DiagnosticCode::DrawOffsetOutside,
         [&](auto& d) { d.BindingOffsets.Bytes[0] = (1024 + alignment - 1) / alignment * alignment; }},
    };

    const RasterDraw good = GetPlainDraw();
    for (const Rule& rule : rules)
    {
        Begin({.Width = 8, .Height = 4});
        ExpectRefused(rule, good); // as the first packet
        EXPECT_EQ(DrawIndexed(Device, good), RasterStatus::Ready);
        ExpectRefused(rule, good); // after a good one
        ExpectRefused(rule, good); // again
        EXPECT_EQ(DrawIndexed(Device, good), RasterStatus::Ready);
        End();
        if (IsSteered())
        {
            EXPECT_EQ(GetFrameText(), "pass surface 8x4 clear 0 0 0 1\n"
                                      "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n"
                                      "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n")
                << rule.Name;
        }
    }
}

TEST_P(DrawRules, InstancesAreCounted)
{
    Start();
    MakeQuads();
    const BindingSetHandle set = MakeQuadsSet(MakeView(MakeTexels(1, 1, std::vector<uint8>(4))), MakeSampler());
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(set, 1)), RasterStatus::Ready);
    EXPECT_REFUSAL(DrawIndexed(Device, GetQuadsDraw(set, 2)), MALFORMED, DrawVerticesOutside);
    End();
}

TEST_P(DrawRules, OnlyWhatIsDrawnIsChecked)
{
    Start();
    MakePlain();
    // A bad index outside the drawn range does no harm, inside any block of the buffer.
    std::vector<uint16> indices(3000, 0);
    indices[1500] = 77;
    indices[2999] = 0xFFFF;
    RasterDraw draw = GetPlainDraw();
    draw.Indices = MakeBuffer(BufferRole::Index16, AsBytes(indices));
    Begin({.Width = 8, .Height = 4});
    const auto tryRange = [&](usize first, uint32 count)
    {
        draw.IndexOffset = first * 2;
        draw.IndexCount = count;
        return DrawIndexed(Device, draw);
    };
    EXPECT_EQ(tryRange(0, 1500), RasterStatus::Ready);
    EXPECT_REFUSAL(tryRange(0, 1503), MALFORMED, DrawIndexTooLarge);
    EXPECT_REFUSAL(tryRange(1500, 3), MALFORMED, DrawIndexTooLarge);
    EXPECT_EQ(tryRange(1501, 1497), RasterStatus::Ready);
    EXPECT_REFUSAL(tryRange(1501, 1499 - 1499 % 3 + 3), MALFORMED, RangeOutside);
    EXPECT_REFUSAL(tryRange(2997, 3), MALFORMED, DrawIndexTooLarge);
    End();
}

TEST_P(DrawRules, DrawsAreCounted)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.DrawsPerFrame = 3}});
    MakePlain();
    const RasterDraw draw = GetPlainDraw();
    for (int frame = 0; frame < 2; ++frame)
    {
        Begin({.Width = 8, .Height = 4});
        for (int i = 0; i < 3; ++i)
        {
            EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        }
        EXPECT_REFUSAL(DrawIndexed(Device, draw), RasterStatus::CapacityExceeded, DrawsExhausted);
        RasterDraw bad = draw;
        bad.IndexCount = 5;
        EXPECT_REFUSAL(DrawIndexed(Device, bad), MALFORMED, ValueMisaligned); // capacity comes last
        End();
    }
}

TEST_P(DrawRules, FullscreenAndPortableDrawsDoNotMix)
{
    Start();
    InternalRecords = 2;
    MakePlain();
    ShaderHandle vertex =
        MakePart<ShaderHandle>([&](ShaderHandle& out) { return CreateShader(Device, GetQuadrantsVertex(), out); });
    ShaderHandle fragment =
        MakePart<ShaderHandle>([&](ShaderHandle& out) { return CreateShader(Device, GetQuadrantsFragment(), out); });
    UniformHandle uniform =
        MakePart<UniformHandle>([&](UniformHandle& out) { return CreateUniform(Device, sizeof(QuadrantsBlock), out); });
    PipelineHandle pipeline = MakePart<PipelineHandle>(
        [&](PipelineHandle& out) {
            return CreatePipeline(Device, {vertex, fragment, uniform}, out);
        });
    EXPECT_EQ(UpdateUniform(Device, uniform, BytesOf(QuadrantsBlock{})), ResourceStatus::Ready);
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    EXPECT_REFUSAL(DrawFullscreen(Device, pipeline), ResourceStatus::InvalidState, MixedDraws);
    End();
    Begin({.Width = 8, .Height = 4});
    EXPECT_EQ(DrawFullscreen(Device, pipeline), ResourceStatus::Ready);
    EXPECT_REFUSAL(DrawIndexed(Device, GetPlainDraw()), RasterStatus::InvalidState, MixedDraws);
    End();
    EXPECT_EQ(Destroy(Device, pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, fragment), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready);
}

LUDUS_ON_EVERY_LANE(DrawRules);
} // namespace
} // namespace ludus::graphics::rhi::tests
