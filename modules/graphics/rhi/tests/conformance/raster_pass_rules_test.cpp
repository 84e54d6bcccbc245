// Direct passes: what is refused, what is counted, what is kept while work is in flight.
#include "../support/allocations.h"
#include "raster_pass_scene.h"

#include <ludus/graphics/rhi/gpu_scope.h>

#include <limits>
#include <string_view>

namespace ludus::graphics::rhi::tests
{
namespace
{
class RasterPassRules : public PassScene
{
};

TEST_P(RasterPassRules, ARefusedPassKeepsTheCurrentOne)
{
    Start();
    MakeScene();
    const uint8 white[] = {255, 255, 255, 255};
    const TextureHandle picture = MakeTexels(1, 1, white);
    TextureHandle destroyed = MakeTexture({.Width = 8, .Height = 4, .Attachment = true}, {});
    const TextureHandle stale = destroyed;
    EXPECT_EQ(Destroy(Device, destroyed), READY);
    const RasterColorAttachment explicitColor{};
    const float32 nan = std::numeric_limits<float32>::quiet_NaN();
    const float32 infinity = std::numeric_limits<float32>::infinity();

    const struct
    {
        RasterStatus Status;
        DiagnosticCode Code;
        RasterPassDescription Pass;
    } rules[] = {
        {RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, {.Color = stale}},
        {MALFORMED, DiagnosticCode::AttachmentRequired, {.Color = picture}},
        {MALFORMED, DiagnosticCode::EnumInvalid, {.ColorLoad = static_cast<RasterLoad>(3)}},
        {MALFORMED, DiagnosticCode::EnumInvalid, {.ColorStore = static_cast<RasterStore>(2)}},
        {MALFORMED, DiagnosticCode::EnumInvalid, {.DepthLoad = static_cast<RasterLoad>(3)}},
        {MALFORMED, DiagnosticCode::EnumInvalid, {.DepthStore = static_cast<RasterStore>(2)}},
        {MALFORMED, DiagnosticCode::PassSurfaceUndefined, {.ColorStore = RasterStore::Discard}},
        {MALFORMED, DiagnosticCode::PassSurfaceUndefined, {.ColorLoad = RasterLoad::Discard}},
        {MALFORMED, DiagnosticCode::ValueNotFinite, {.Clear = {0, 0, nan, 1}}},
        {MALFORMED, DiagnosticCode::ValueNotFinite, {.Clear = {infinity, 0, 0, 1}}},
        {MALFORMED, DiagnosticCode::PassClearDepth, {.ClearDepth = 1.5F}},
        {MALFORMED, DiagnosticCode::PassClearDepth, {.ClearDepth = -0.5F}},
        {MALFORMED, DiagnosticCode::PassClearDepth, {.ClearDepth = nan}},
        {MALFORMED, DiagnosticCode::PassReadOnlyUnloaded, {.DepthReadOnly = true}},
        {MALFORMED, DiagnosticCode::ValueZero, {.Viewport = {0, 0, 0, 4}, .UseViewport = true}},
        {MALFORMED, DiagnosticCode::ValueZero, {.Viewport = {0, 0, 8, 0}, .UseViewport = true}},
        {MALFORMED, DiagnosticCode::PassViewportOutside, {.Viewport = {1, 0, 8, 4}, .UseViewport = true}},
        {MALFORMED, DiagnosticCode::PassViewportOutside, {.Viewport = {0, 1, 8, 4}, .UseViewport = true}},
        {MALFORMED, DiagnosticCode::PassViewportOutside, {.Viewport = {~uint32{0}, 0, 2, 4}, .UseViewport = true}},
        {RasterStatus::Unsupported, DiagnosticCode::UnsupportedHere, {.Colors = &explicitColor, .ColorCount = 1}},
        {RasterStatus::Unsupported, DiagnosticCode::UnsupportedHere, {.StencilStore = RasterStore::Store}},
        {STATE, DiagnosticCode::PassLoadUndefined, {.Color = Texture, .ColorLoad = RasterLoad::Load}},
        {STATE, DiagnosticCode::PassLoadUndefined, {.DepthLoad = RasterLoad::Load}},
    };

    EXPECT_REFUSAL(BeginRasterPass(Device, {}), STATE, NoOpenFrame);
    EXPECT_REFUSAL(BeginRasterPass({}, {}), RasterStatus::InvalidHandle, ForeignDevice);
    Begin(TARGET);
    for (const auto& rule : rules)
    {
        const uint64 before = CountRefusals();
        EXPECT_EQ(BeginRasterPass(Device, rule.Pass), rule.Status) << GetDiagnosticName(rule.Code);
        EXPECT_EQ(GetCodeAfter(before), rule.Code);
    }
    const RasterTextureState untouched = GetState();
    EXPECT_EQ(untouched.Revision, 1U);
    EXPECT_EQ(BeginTexture(), READY);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    for (const auto& rule : rules)
    {
        if (rule.Pass.ColorLoad != RasterLoad::Load) // the texture can be loaded by now
        {
            EXPECT_EQ(BeginRasterPass(Device, rule.Pass), rule.Status) << GetDiagnosticName(rule.Code);
        }
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    }
    End();
    if (IsSteered())
    {
        std::string draws;
        for (usize i = 0; i <= std::size(rules); ++i)
        {
            draws += SQUARE;
        }
        EXPECT_EQ(GetFrameText(), "pass 8x4 texture 0 clear 0 0 0 1\n" + FIRST + draws + "end\n" + READ.substr(2) +
                                      "pass surface 8x4 clear 0.2 0 0 1\nend\n");
    }
}

TEST_P(RasterPassRules, PipelinesDrawToTheirOwnTargetAlone)
{
    Start();
    MakeScene();
    RasterDraw surface = GetPlainDraw();
    surface.Pipeline = MakePlainPipeline({});
    RasterDraw srgb = GetPlainDraw();
    srgb.Pipeline = MakePlainPipeline({.Target = RasterTarget::Rgba8Srgb});
    const RasterDraw unorm = GetPlainDraw();
    Begin(TARGET);
    EXPECT_REFUSAL(DrawIndexed(Device, unorm), MALFORMED, DrawPipelineTarget);
    EXPECT_EQ(DrawIndexed(Device, surface), READY);
    EXPECT_EQ(BeginTexture(), READY);
    EXPECT_REFUSAL(DrawIndexed(Device, surface), MALFORMED, DrawPipelineTarget);
    EXPECT_REFUSAL(DrawIndexed(Device, srgb), MALFORMED, DrawPipelineTarget);
    EXPECT_EQ(DrawIndexed(Device, unorm), READY);
    EXPECT_REFUSAL(DrawIndexed(Device, srgb), MALFORMED, DrawPipelineTarget);
    End();
}

TEST_P(RasterPassRules, PassesAndTheirStatesAreCounted)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.PassesPerGraph = 3, .RasterPassStates = 3}});
    MakeScene();
    for (int frame = 0; frame < 2; ++frame)
    {
        Begin(TARGET);
        EXPECT_EQ(BeginTexture({}), READY); // the second state; the surface's own is the first
        EXPECT_EQ(BeginTexture({.ColorLoad = RasterLoad::Load}), READY); // the third
        EXPECT_REFUSAL(BeginTexture({.DepthStore = RasterStore::Store}), RasterStatus::CapacityExceeded,
                       PassStatesExhausted);
        EXPECT_EQ(BeginTexture({.ColorLoad = RasterLoad::Load}), READY);
        EXPECT_REFUSAL(BeginTexture({}), RasterStatus::CapacityExceeded, PassesExhausted);
        EXPECT_REFUSAL(BeginTexture({.ClearDepth = 2}), MALFORMED, PassClearDepth); // capacity comes last
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);                      // the third pass is the current one
        End();
        EXPECT_EQ(GetState().Revision, 4U + 3U * static_cast<uint32>(frame));
        ExpectTexture(Picture(8, 4, {255, 255, 255}));
    }
}

// A surface pass that loads clears instead where it is the frame's first one.
TEST_P(RasterPassRules, AnEncodedGraphTakesThePassStatesThatItDrawsWith)
{
    Start({.Required = {.OrderedRasterGraph = true}, .Storage = {.RasterPassStates = 1}});
    MakeScene();
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = MakePlainPipeline({});
    OrderedGraph graph;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    EXPECT_EQ(AddGraphPass(Device, graph, {.Name = "more", .Attachment = {.ColorLoad = RasterLoad::Load}}), READY);
    GraphReport report;
    ASSERT_EQ(CompileOrderedGraph(Device, graph, report), READY);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), READY);
    EXPECT_REFUSAL(EncodeOrderedGraph(Device, Surface, graph), RasterStatus::CapacityExceeded, PassStatesExhausted);
    End();
    Begin(TARGET);
    EXPECT_EQ(EncodeOrderedGraph(Device, Surface, graph), READY);
    End();
    ExpectFrame(Picture(8, 4, {51, 0, 0}), "pass surface 8x4 clear 0.2 0 0 1\nend\n");
}

TEST_P(RasterPassRules, DrawsAreCountedOverAllPasses)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.DrawsPerFrame = 2}});
    MakeScene();
    Begin(TARGET);
    EXPECT_EQ(BeginTexture(), READY);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    EXPECT_EQ(BeginTexture({.ColorLoad = RasterLoad::Load}), READY);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    EXPECT_REFUSAL(DrawIndexed(Device, GetPlainDraw()), RasterStatus::CapacityExceeded, DrawsExhausted);
    EXPECT_EQ(BeginRasterPass(Device, {}), READY);
    EXPECT_REFUSAL(Composite(), RasterStatus::CapacityExceeded, DrawsExhausted);
    End();
    if (IsSteered())
    {
        EXPECT_EQ(GetFrameText(), "pass 8x4 texture 0 clear 0 0 0 1\n" + FIRST + SQUARE +
                                      "end\npass 8x4 texture 0 load\n" + SQUARE +
                                      "end\npass surface 8x4 clear 0 0 0 1\n" + READ + "end\n");
    }
}

TEST_P(RasterPassRules, WorkInFlightKeepsDestroyedAttachments)
{
    Start();
    MakeScene();
    TextureViewHandle view;
    ASSERT_EQ(CreateTextureView(Device, Texture, view), READY);
    BindingSetHandle set = MakeQuadsSet(view, MakeSampler());
    const uint64 bytes = internal::InspectSession().ResourceBytes;
    Begin(TARGET);
    EXPECT_EQ(BeginTexture({.Clear = {1, 0, 1, 1}}), READY);
    EXPECT_EQ(BeginRasterPass(Device, {}), READY);
    EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(set)), READY);
    internal::GetReferenceControl().HoldsCompletion = true;
    End();
    TextureHandle texture = Texture;
    EXPECT_EQ(Destroy(Device, set), READY);
    EXPECT_EQ(Destroy(Device, Show), READY);
    EXPECT_EQ(Destroy(Device, view), READY);
    EXPECT_EQ(Destroy(Device, texture), READY);
    RasterTextureState state;
    EXPECT_REFUSAL(GetTextureState(Device, Texture, state), RasterStatus::InvalidHandle, StaleHandle);
    if (IsSteered())
    {
        EXPECT_EQ(internal::InspectSession().ResourceBytes, bytes); // in flight: nothing is released
        internal::GetReferenceControl().HoldsCompletion = false;
    }
    const std::string quad = " vertices 3@0 4@0 indices 5/16 counts 6x1@0 offsets 0\n";
    ExpectFrame(Picture(8, 4, {255, 0, 255}), "pass 8x4 texture 0 clear 1 0 1 1\n" + FIRST +
                                                  "end\npass surface 8x4 clear 0 0 0 1\n" + READ +
                                                  "  draw pipeline 1 set 2" + quad + "end\n");
}

TEST_P(RasterPassRules, AnAttachmentThatIsOnlyDrawnToIsKeptToo)
{
    Start();
    MakeScene();
    TextureHandle target;
    ASSERT_EQ(Await(CreateTexture(Device, {.Width = 8, .Height = 4, .Attachment = true}, {}, target), target), READY);
    const uint64 bytes = internal::InspectSession().ResourceBytes;
    internal::GetReferenceControl().HoldsCompletion = true;
    Begin(TARGET);
    EXPECT_EQ(BeginRasterPass(Device, {.Color = target}), READY);
    End();
    EXPECT_EQ(Destroy(Device, target), READY);
    if (IsSteered())
    {
        EXPECT_EQ(internal::InspectSession().ResourceBytes, bytes);
        internal::GetReferenceControl().HoldsCompletion = false;
        DeviceInfo info;
        EXPECT_EQ(GetDeviceInfo(Device, info), DeviceStatus::Ready);
        EXPECT_EQ(internal::InspectSession().ResourceBytes, bytes - 8 * 4 * 8); // colour and private depth
    }
}

TEST_P(RasterPassRules, FullscreenDrawsAndPassesDoNotMix)
{
    Start();
    InternalRecords = 2;
    MakeScene();
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
    Begin(TARGET);
    EXPECT_EQ(DrawFullscreen(Device, pipeline), ResourceStatus::Ready);
    EXPECT_REFUSAL(BeginRasterPass(Device, {}), STATE, MixedDraws);
    End();
    Begin(TARGET);
    EXPECT_EQ(BeginRasterPass(Device, {}), READY);
    EXPECT_REFUSAL(DrawFullscreen(Device, pipeline), ResourceStatus::InvalidState, MixedDraws);
    End();
    // Nor where a graph, or the end of a scope, has closed the frame's own pass.
    OrderedGraph graph;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    EXPECT_EQ(AddGraphPass(Device, graph, {.Name = "clear"}), READY);
    GraphReport report;
    ASSERT_EQ(CompileOrderedGraph(Device, graph, report), READY);
    Begin(TARGET);
    EXPECT_EQ(EncodeOrderedGraph(Device, Surface, graph), READY);
    EXPECT_REFUSAL(DrawFullscreen(Device, pipeline), ResourceStatus::InvalidState, MixedDraws);
    End();
    ExpectFrame(Picture(8, 4, {0, 0, 0}), "pass surface 8x4 clear 0 0 0 1\nend\n");
    constexpr std::string_view NAME = "scope";
    GpuScopeDescription scope;
    ASSERT_TRUE(MakeGpuScope(1, {NAME.data(), NAME.size()}, scope));
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = MakePlainPipeline({});
    Begin(TARGET);
    EXPECT_EQ(BeginGpuScope(Device, scope), READY);
    EXPECT_EQ(DrawIndexed(Device, draw), READY);
    EXPECT_EQ(EndGpuScope(Device), READY);
    EXPECT_REFUSAL(DrawFullscreen(Device, pipeline), ResourceStatus::InvalidState, MixedDraws);
    End();
    EXPECT_EQ(Destroy(Device, pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, fragment), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready);
}

TEST_P(RasterPassRules, AttachmentsAreOfferedInTwoFormatsAndBeginEmpty)
{
    Start();
    for (const RasterFormat format : {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb})
    {
        FormatCapabilities offered;
        EXPECT_EQ(GetFormatCapabilities(Device, format, offered), READY);
        EXPECT_TRUE(offered.Uses.ColorAttachment && offered.Uses.Blendable && offered.Uses.Sampled);
        EXPECT_GE(offered.MaxAttachmentDimension2D, 2048U);
        EXPECT_EQ(offered.MaxAttachmentMipLevels, 1U);
        EXPECT_FALSE(offered.AttachmentViews || offered.DepthSampled || offered.StencilAttachment);
        const uint64 before = internal::InspectSession().ResourceBytes;
        const TextureHandle texture = MakeTexture({.Width = 5, .Height = 3, .Format = format, .Attachment = true}, {});
        EXPECT_EQ(internal::InspectSession().ResourceBytes - before, 5U * 3 * (4 + 4));
        TextureDescription description;
        EXPECT_EQ(GetTextureDescription(Device, texture, description), READY);
        EXPECT_TRUE(description.Attachment);
    }
    TextureHandle none;
    const std::vector<uint8> bytes(8 * 4 * 4);
    EXPECT_REFUSAL(CreateTexture(Device, {.Width = 8, .Height = 4, .Attachment = true}, {bytes, 32}, none), MALFORMED,
                   UploadForbidden);
    EXPECT_REFUSAL(
        CreateTexture(Device, {.Width = 8, .Height = 4, .Format = RasterFormat::R8Unorm, .Attachment = true}, {}, none),
        RasterStatus::Unsupported, TextureFormatUnavailable);
    EXPECT_REFUSAL(CreateTexture(Device, {.Width = 8, .Height = 4, .Attachment = true, .SampleCount = 4}, {}, none),
                   RasterStatus::Unsupported, FeatureNotEnabled);
    EXPECT_REFUSAL(CreateTexture(Device, {.Width = 8, .Height = 4, .Attachment = true, .Stencil = true}, {}, none),
                   RasterStatus::Unsupported, FeatureNotEnabled);
    EXPECT_REFUSAL(CreateTexture(Device,
                                 {.Width = 8, .Height = 4, .Attachment = true, .Dimension = TextureDimension::D2Array},
                                 {}, none),
                   RasterStatus::Unsupported, TextureFormatUnavailable);
    EXPECT_TRUE(IsNullHandle(none));
    TextureViewHandle view;
    EXPECT_REFUSAL(CreateTextureView(Device, MakeTexture({.Width = 8, .Height = 4, .Attachment = true}, {}),
                                     {.MipCount = 1, .LayerCount = 1, .Attachment = true}, view),
                   RasterStatus::Unsupported, FeatureNotEnabled);
}

TEST_P(RasterPassRules, AFrameOfManyPassesAllocatesNothing)
{
    Start();
    MakeScene();
    const auto drawFrame = [&]
    {
        for (int i = 0; i < 20; ++i)
        {
            EXPECT_EQ(BeginTexture({.ColorLoad = i == 0 ? RasterLoad::Clear : RasterLoad::Load}), READY);
            EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
            EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
            EXPECT_EQ(Composite(), READY);
        }
    };
    Begin(TARGET);
    const uint64 requests = foundation::GetHostMemoryUsage().Requests;
    const uint64 calls = CountOperatorNew();
    drawFrame();
    EXPECT_EQ(CountOperatorNew(), calls); // recording reaches no driver
    End();
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, requests);
    ExpectTexture(Picture(8, 4, {255, 255, 255}));
}

LUDUS_ON_EVERY_LANE(RasterPassRules);
} // namespace
} // namespace ludus::graphics::rhi::tests
