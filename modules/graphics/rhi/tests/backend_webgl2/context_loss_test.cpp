// A context that the browser takes away, at any moment, and gives back: the session answers that it is lost, and the
// next one draws the same picture.
#include "../support/scene.h"

#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/lifetime.h>

#include <emscripten/em_js.h>
#include <emscripten/emscripten.h>

namespace ludus::graphics::rhi::tests
{
// clang-format off
// Takes the context of a canvas away, as a browser does whose GPU was reset. The canvas without a selector is the
// session's own.
EM_JS(void, ludus_test_lose_context, (const char* selector), {
    var canvas = findCanvasEventTarget(UTF8ToString(selector));
    canvas.ludusTestLoss = canvas.getContext('webgl2').getExtension('WEBGL_lose_context');
    canvas.ludusTestLoss.loseContext();
});

EM_JS(void, ludus_test_restore_context, (const char* selector), {
    findCanvasEventTarget(UTF8ToString(selector)).ludusTestLoss.restoreContext();
});

EM_JS(int, ludus_test_is_context_lost, (const char* selector), {
    return findCanvasEventTarget(UTF8ToString(selector)).getContext('webgl2').isContextLost() ? 1 : 0;
});

// A call that WebGL refuses, in the midst of the session's own.
EM_JS(void, ludus_test_call_wrongly, (const char* selector), {
    findCanvasEventTarget(UTF8ToString(selector)).getContext('webgl2').enable(0);
});

EM_JS(int, ludus_test_is_watched, (const char* selector), {
    return findCanvasEventTarget(UTF8ToString(selector)).ludusLosses === undefined ? 0 : 1;
});

// clang-format on

namespace
{
constexpr const char* HIDDEN = "!ludus-headless";
constexpr const char* IN_THE_PAGE = "#canvas"; // tests/web/run.js
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr auto LOST = RasterStatus::DeviceLost;

std::vector<Lane> GetWebGl2Lanes()
{
    std::vector<Lane> lanes = GetLanes();
    std::erase_if(lanes, [](const Lane& lane) { return lane.Api != Backend::WebGL2; });
    return lanes;
}

class ContextLoss : public SceneTest
{
protected:
    void StartInPage()
    {
        const DeviceDescription description{.Selection = GetParam().Selection,
                                            .Required = {.FullscreenRaster = true, .PortableRaster = true}};
        ASSERT_EQ(CreateDevice({.Name = "tests"}, GetPageWindow(), description, Device, Surface), DeviceStatus::Ready);
        ASSERT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
    }

    static platform::NativeWindowInfo GetPageWindow()
    {
        platform::NativeWindowInfo window;
        window.System = platform::WindowSystem::WebCanvas;
        window.CanvasSelector = IN_THE_PAGE;
        window.Width = TARGET.Width;
        window.Height = TARGET.Height;
        return window;
    }

    // A square on the left half.
    Picture DrawHalf()
    {
        const auto square = MakeSquare(-1, -1, 0, 1, 0, {0, 1, 0, 1});
        const RasterVertexSlice slice{MakeBuffer(BufferRole::Vertex, AsBytes(square)), 0, sizeof square};
        RasterDraw draw = GetPlainDraw();
        draw.Vertices = {&slice, 1};
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        End();
        return ReadFrame();
    }

    static void ExpectHalf(const Picture& picture)
    {
        ASSERT_EQ(picture.Width, TARGET.Width);
        for (uint32 y = 0; y < TARGET.Height; ++y)
        {
            for (uint32 x = 0; x < TARGET.Width; ++x)
            {
                EXPECT_EQ(picture.At(x, y), x < 4 ? (Pixel{0, 255, 0}) : (Pixel{0, 0, 0})) << x << ' ' << y;
            }
        }
    }

    // Whatever is asked of a lost session answers so, changes nothing and says why.
    void ExpectLost()
    {
        EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
        EXPECT_EQ(Info.Startup.State, StartupState::DeviceLost);
        EXPECT_EQ(Info.Startup.Error, StartupError::DeviceLost);
        EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::DeviceLost, DeviceIsLost);
        EXPECT_REFUSAL(DrawIndexed(Device, GetPlainDraw()), LOST, DeviceIsLost);
        const uint8 bytes[16]{};
        BufferHandle buffer;
        EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, sizeof bytes}, bytes, buffer), LOST, DeviceIsLost);
        EXPECT_TRUE(IsNullHandle(buffer));
        TextureHandle texture;
        EXPECT_REFUSAL(CreateTexture(Device, {.Width = 4, .Height = 4}, {}, texture), LOST, DeviceIsLost);
        SamplerHandle sampler;
        EXPECT_REFUSAL(CreateSampler(Device, {}, sampler), LOST, DeviceIsLost);
        FrameReadback picture;
        EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, picture), LOST, DeviceIsLost);
        ReadbackTicket ticket;
        EXPECT_REFUSAL(RequestBufferReadback(Device, Plain.Indices, 0, 4, ticket), LOST, DeviceIsLost);
        EXPECT_EQ(GetStatus(Device, Plain.Pipeline), LOST);
        RasterPipelineHandle pipeline = Plain.Pipeline;
        EXPECT_EQ(Destroy(Device, pipeline), LOST);
    }

    void LoseWhileIdle(const char* canvas)
    {
        ludus_test_lose_context(canvas);
        EXPECT_TRUE(SettleUntil([&] { return GetDeviceInfo(Device, Info) == DeviceStatus::DeviceLost; }));
    }
};

TEST_P(ContextLoss, IsReportedByASessionThatDoesNothing)
{
    Start();
    MakePlain();
    ExpectHalf(DrawHalf());
    LoseWhileIdle(HIDDEN);
    ExpectLost();
    Stop();
}

TEST_P(ContextLoss, LeavesTheNextSessionACanvasOfItsOwn)
{
    Start();
    LoseWhileIdle(HIDDEN);
    Stop();
    Start();
    MakePlain();
    ExpectHalf(DrawHalf());
}

TEST_P(ContextLoss, InAnOpenFrameEndsIt)
{
    Start();
    MakePlain();
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    ludus_test_lose_context(HIDDEN);
    EXPECT_EQ(EndFrame(Device), DeviceStatus::DeviceLost);
    ExpectLost();
    Stop();
}

TEST_P(ContextLoss, IsTheFirstAnswerOfWhateverCallsNext)
{
    const std::function<RasterStatus()> calls[] = {
        [&]
        {
            const uint8 bytes[16]{};
            BufferHandle buffer;
            return CreateBuffer(Device, {BufferRole::Uniform, sizeof bytes}, bytes, buffer);
        },
        [&]
        {
            TextureHandle texture;
            return CreateTexture(Device, {.Width = 4, .Height = 4, .Attachment = true}, {}, texture);
        },
        [&]
        {
            RasterShaderHandle shader;
            return CreateRasterShader(Device, GetPlainVertex(), shader);
        },
        [&]
        {
            ReadbackTicket ticket;
            return RequestBufferReadback(Device, Plain.Indices, 0, 4, ticket);
        },
    };
    for (const auto& call : calls)
    {
        Start();
        MakePlain();
        ludus_test_lose_context(HIDDEN);
        EXPECT_EQ(call(), LOST);
        ExpectLost();
        Stop();
    }
}

TEST_P(ContextLoss, EndsAReadbackOnItsWay)
{
    Start();
    MakePlain();
    ReadbackTicket ticket;
    ASSERT_EQ(RequestBufferReadback(Device, Plain.Indices, 0, 4, ticket), RasterStatus::Pending);
    ludus_test_lose_context(HIDDEN);
    EXPECT_TRUE(SettleUntil([&] { return GetStatus(Device, ticket) == LOST; }));
    uint8 bytes[4]{};
    EXPECT_EQ(CopyReadback(Device, ticket, bytes, sizeof bytes), LOST);
    Stop();
}

// A canvas of the page keeps its context. While that is lost no session starts on it; when the browser has given it
// back, a new one draws what the one before drew.
TEST_P(ContextLoss, OfAPagesCanvasIsOverWhenTheBrowserRestoresIt)
{
    StartInPage();
    MakePlain();
    ExpectHalf(DrawHalf());
    LoseWhileIdle(IN_THE_PAGE);
    Rest(); // the browser tells the canvas
    Rest();
    Stop();

    DeviceHandle device;
    SurfaceHandle surface;
    StartupInfo failure;
    EXPECT_EQ(CreateDevice({}, GetPageWindow(), {.Selection = GetParam().Selection}, device, surface, &failure),
              DeviceStatus::Failed);
    EXPECT_EQ(failure.Error, StartupError::AdapterUnavailable);
    EXPECT_EQ(GetDeviceInfo(device, Info), DeviceStatus::InvalidHandle);

    ludus_test_restore_context(IN_THE_PAGE);
    ASSERT_TRUE(SettleUntil([] { return ludus_test_is_context_lost(IN_THE_PAGE) == 0; }));
    StartInPage();
    MakePlain();
    ExpectHalf(DrawHalf());
}

// A page that is not shown polls rarely: the context may be lost and given back in between.
TEST_P(ContextLoss, IsNoticedWhenTheBrowserHasGivenTheContextBack)
{
    StartInPage();
    MakePlain();
    ludus_test_lose_context(IN_THE_PAGE);
    Rest(); // the browser tells the canvas
    Rest();
    ludus_test_restore_context(IN_THE_PAGE);
    ASSERT_TRUE(SettleUntil([] { return ludus_test_is_context_lost(IN_THE_PAGE) == 0; }));
    ExpectLost();
    Stop();

    StartInPage();
    MakePlain();
    ExpectHalf(DrawHalf());
}

// Nobody asks after a frame, as that would wait for the GPU's process. What comes next asks first, and is not to blame.
TEST_P(ContextLoss, IsWhatAFrameComesToThatWebGlRefused)
{
    const std::function<RasterStatus()> calls[] = {
        [&]
        {
            const uint8 bytes[16]{};
            BufferHandle buffer;
            return CreateBuffer(Device, {BufferRole::Uniform, sizeof bytes}, bytes, buffer);
        },
        [&]
        {
            FrameReadback readback;
            EXPECT_EQ(RequestFrameReadback(Device, Surface, readback), RasterStatus::Pending);
            EXPECT_TRUE(SettleUntil([&] { return GetStatus(Device, readback) != RasterStatus::Pending; }));
            return GetStatus(Device, readback);
        },
    };
    for (const auto& call : calls)
    {
        Start();
        MakePlain();
        ExpectHalf(DrawHalf()); // makes what reading back needs
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
        ludus_test_call_wrongly(HIDDEN);
        End();
        EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
        EXPECT_EQ(call(), LOST);
        ExpectLost();
        Stop();
        EXPECT_EQ(ludus_test_is_context_lost(HIDDEN), 0) << "it is the session that is lost";
    }
    Start();
    MakePlain();
    ExpectHalf(DrawHalf());
}

TEST_P(ContextLoss, IsListenedForWhileThereIsASession)
{
    StartInPage();
    EXPECT_EQ(ludus_test_is_watched(IN_THE_PAGE), 1);
    Stop();
    EXPECT_EQ(ludus_test_is_watched(IN_THE_PAGE), 0);

    // A session that ends before the page is told of the loss still asks for the context.
    StartInPage();
    ludus_test_lose_context(IN_THE_PAGE);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
    Stop();
    EXPECT_TRUE(SettleUntil([] { return ludus_test_is_watched(IN_THE_PAGE) == 0; }));
    ludus_test_restore_context(IN_THE_PAGE);
    ASSERT_TRUE(SettleUntil([] { return ludus_test_is_context_lost(IN_THE_PAGE) == 0; }));
    StartInPage();
    MakePlain();
    ExpectHalf(DrawHalf());
}

INSTANTIATE_TEST_SUITE_P(, ContextLoss, testing::ValuesIn(GetWebGl2Lanes()), GetLaneName);
} // namespace
} // namespace ludus::graphics::rhi::tests
