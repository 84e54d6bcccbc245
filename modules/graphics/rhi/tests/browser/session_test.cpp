// A running session on the browser's WebGPU: shaders and pipelines that it refuses, bytes that are mapped when nobody
// wants them any more, devices that are lost, and what comes after.
#include "page.h"

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
class PageSession : public PageTest
{
protected:
    // The devices that sessions get, and buffers whose mapping the page holds back while ludusHolds is true.
    [[nodiscard]] const char* GetScript() const override
    {
        return R"(
            globalThis.ludusDevices = [];
            globalThis.ludusHeld = [];
            globalThis.ludusHolds = false;
            ludusReplace(GPUAdapter.prototype, 'requestDevice', function(original) {
                return function(options) {
                    return original.call(this, options).then(function(device) {
                        ludusDevices.push(device);
                        return device;
                    });
                };
            });
            ludusReplace(GPUBuffer.prototype, 'mapAsync', function(original) {
                return function() {
                    var mapped = original.apply(this, arguments);
                    if (!ludusHolds) return mapped;
                    mapped.catch(function() {}); // whoever waits for it hears of that later
                    return new Promise(function(resolve, reject) {
                        ludusHeld.push(function() { mapped.then(resolve, reject); });
                    });
                };
            });)";
    }

    // Returns when the page has heard of it; the session was told before.
    static void DestroyBrowserDevice()
    {
        RunScript("var device = ludusDevices[ludusDevices.length - 1]; globalThis.ludusGone = 0;"
                  "device.lost.then(function() { ++ludusGone; }); device.destroy();");
        EXPECT_TRUE(SettleUntil([] { return Ask("ludusGone") == 1; }));
    }

    // Asks for the last picture, and waits until the page holds back so many mappings.
    void RequestHeld(FrameReadback& ticket, int held)
    {
        ASSERT_EQ(RequestFrameReadback(Device, Surface, ticket), RasterStatus::Pending);
        EXPECT_TRUE(SettleUntil(
            [&] { return GetStatus(Device, ticket) == RasterStatus::Pending && Ask("ludusHeld.length") == held; }));
    }

    static void ReleaseMaps()
    {
        RunScript("ludusHolds = false; ludusHeld.forEach(function(release) { release(); }); ludusHeld = [];");
    }

    void ExpectLoss()
    {
        EXPECT_EQ(SettleUntil([&] { return GetDeviceInfo(Device, Info) != DeviceStatus::Ready; }), true);
        EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
        EXPECT_EQ(Info.Startup.State, StartupState::DeviceLost);
        EXPECT_EQ(Info.Startup.Error, StartupError::DeviceLost);
        EXPECT_FALSE(Info.Enabled.PortableRaster);
    }

    // Another session, whose frames are on the same canvas.
    void ExpectNewSession()
    {
        Stop();
        Start();
        MakePlain();
        Begin(MakeTarget(WIDTH, HEIGHT, RED));
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
        End();
        ExpectOnScreen(Picture(WIDTH, HEIGHT, {255, 255, 255}));
        Clear(WIDTH, HEIGHT, GREEN);
        ExpectOnScreen(Picture(WIDTH, HEIGHT, GREEN));
    }
};

TEST_P(PageSession, AShaderThatIsNoneFailsAndTheSessionGoesOn)
{
    Start();
    RasterShaderDescription description = GetPlainFragment();
    description.Artifact.Wgsl = "this is no shader";
    RasterShaderHandle shader;
    ASSERT_EQ(CreateRasterShader(Device, description, shader), RasterStatus::Pending);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, shader); }), RasterStatus::Failed);
    MakePlain();
    RasterPipelineDescription pipeline{.Vertex = Plain.Vertex,
                                       .Fragment = shader,
                                       .Layout = Plain.Layout,
                                       .Streams = GetPlainStreams(),
                                       .Attributes = GetPlainAttributes()};
    RasterPipelineHandle refused;
    EXPECT_REFUSAL(CreateRasterPipeline(Device, pipeline, refused), RasterStatus::InvalidState, DependencyFailed);
    EXPECT_TRUE(IsNullHandle(refused));
    EXPECT_EQ(Destroy(Device, shader), RasterStatus::Ready);
    Begin(MakeTarget(WIDTH, HEIGHT, RED));
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    End();
    ExpectOnScreen(Picture(WIDTH, HEIGHT, {255, 255, 255}));
}

TEST_P(PageSession, APipelineThatTheBrowserRefusesFailsAndTheSessionGoesOn)
{
    Start();
    MakePlain();
    RasterShaderDescription description = GetPlainFragment();
    description.Artifact.Wgsl = "@group(0) @binding(9) var<uniform> missing : vec4<f32>;\n"
                                "@fragment fn fragmentMain() -> @location(0) vec4<f32> { return missing; }\n";
    description.Artifact.WgslEntry = "fragmentMain";
    const RasterShaderHandle shader = MakeShader(description);
    RasterPipelineDescription pipeline{.Vertex = Plain.Vertex,
                                       .Fragment = shader,
                                       .Layout = Plain.Layout,
                                       .Streams = GetPlainStreams(),
                                       .Attributes = GetPlainAttributes()};
    RasterPipelineHandle refused;
    ASSERT_EQ(CreateRasterPipeline(Device, pipeline, refused), RasterStatus::Pending);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, refused); }), RasterStatus::Failed);
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = refused;
    Begin(MakeTarget(WIDTH, HEIGHT, RED));
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::InvalidState);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    End();
    EXPECT_EQ(Destroy(Device, refused), RasterStatus::Ready);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, {255, 255, 255}));
}

TEST_P(PageSession, BytesThatAreMappedAfterTheirSessionReachNobody)
{
    Window = {}; // a frame that can be read back
    Start();
    Clear(WIDTH, HEIGHT, RED);
    RunScript("ludusHolds = true;");
    FrameReadback ticket;
    RequestHeld(ticket, 1);
    Stop();
    Start();
    Clear(WIDTH, HEIGHT, GREEN);
    FrameReadback next;
    RequestHeld(next, 2);
    RunScript("ludusHeld.shift()();"); // the first session's
    const auto start = std::chrono::steady_clock::now();
    while (std::chrono::steady_clock::now() < start + std::chrono::milliseconds(50))
    {
        EXPECT_EQ(GetStatus(Device, next), RasterStatus::Pending);
        Rest();
    }
    ReleaseMaps();
    EXPECT_EQ(Settle([&] { return GetStatus(Device, next); }), RasterStatus::Ready);
    Picture got(WIDTH, HEIGHT, {});
    const std::span<uint8> bytes{reinterpret_cast<uint8*>(got.Pixels.data()), got.Pixels.size() * sizeof(Pixel)};
    EXPECT_EQ(CopyFrameReadback(Device, next, bytes, usize{WIDTH} * 4), RasterStatus::Ready);
    EXPECT_EQ(got.Pixels, Picture(WIDTH, HEIGHT, GREEN).Pixels);
    EXPECT_EQ(Release(Device, next), RasterStatus::Ready);
}

TEST_P(PageSession, BytesOfATicketThatIsReleasedGoWhenTheyHaveCome)
{
    Window = {};
    Start();
    Clear(WIDTH, HEIGHT, RED);
    RunScript("ludusHolds = true;");
    FrameReadback ticket;
    RequestHeld(ticket, 1);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    ReleaseMaps();
    Clear(WIDTH, HEIGHT, GREEN);
    const Picture got = ReadFrame();
    EXPECT_EQ(got.At(0, 0), GREEN);
}

TEST_P(PageSession, BytesThatTheBrowserHasNoRoomForAreNotMadeUp)
{
    Window = {};
    Start();
    Clear(WIDTH, HEIGHT, RED);
    RunScript("globalThis.ludusRange = GPUBuffer.prototype.getMappedRange;"
              "GPUBuffer.prototype.getMappedRange = function() { throw new RangeError('no room'); };");
    FrameReadback ticket;
    ASSERT_EQ(RequestFrameReadback(Device, Surface, ticket), RasterStatus::Pending);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Failed);
    RunScript("GPUBuffer.prototype.getMappedRange = ludusRange;");
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    EXPECT_EQ(ReadFrame().At(0, 0), RED);
}

// The browser is given a rectangle outside the texture, which the library would have refused.
TEST_P(PageSession, ACopyThatTheBrowserRefusesFailsItsTextureAndTheSessionGoesOn)
{
    Start();
    const std::vector<uint8> texels(8 * 4 * 4, uint8{7});
    const TextureDescription description{.Width = 8, .Height = 4, .DeferredInitialization = true};
    const TextureRegion all{.Width = 8, .Height = 4};
    const TextureHandle source = MakeTexture(description, {});
    const auto request = [&](TextureHandle texture, bool isCopy, TransferTicket& ticket)
    {
        return isCopy ? RequestTextureCopy(Device, source, all, texture, all, ticket)
                      : RequestTextureUpdate(Device, texture, all, texels.data(), texels.size(), 32, ticket);
    };
    const auto finish = [&](TransferTicket& ticket, RasterStatus end)
    {
        EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), end);
        EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    };
    TransferTicket ticket;
    ASSERT_EQ(request(source, false, ticket), RasterStatus::Pending);
    finish(ticket, RasterStatus::Ready);
    for (const bool isCopy : {false, true})
    {
        SCOPED_TRACE(isCopy);
        TextureHandle texture = MakeTexture(description, {});
        RunScript(R"(
            var encoder = GPUCommandEncoder.prototype;
            globalThis.ludusCopies = [encoder.copyBufferToTexture, encoder.copyTextureToTexture];
            var move = function(copy) {
                return function(source, target, size) {
                    return copy.call(this, source, Object.assign({}, target, { origin: [4096, 0, 0] }), size);
                };
            };
            encoder.copyBufferToTexture = move(ludusCopies[0]);
            encoder.copyTextureToTexture = move(ludusCopies[1]);)");
        ASSERT_EQ(request(texture, isCopy, ticket), RasterStatus::Pending);
        RunScript("var encoder = GPUCommandEncoder.prototype; encoder.copyBufferToTexture = ludusCopies[0];"
                  "encoder.copyTextureToTexture = ludusCopies[1];");
        finish(ticket, RasterStatus::Failed);
        EXPECT_EQ(GetStatus(Device, texture), RasterStatus::Failed);
        TextureViewHandle view;
        EXPECT_REFUSAL(CreateTextureView(Device, texture, view), RasterStatus::InvalidState, DependencyFailed);
        EXPECT_EQ(Destroy(Device, texture), RasterStatus::Ready);
        const TextureHandle next = MakeTexture(description, {});
        ASSERT_EQ(request(next, isCopy, ticket), RasterStatus::Pending);
        finish(ticket, RasterStatus::Ready);
        MakeView(next);
    }
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
}

TEST_P(PageSession, AWriteThatCompletesAfterItsDeviceReachesNobody)
{
    Start();
    RunScript(R"(
        globalThis.ludusWorkDone = GPUQueue.prototype.onSubmittedWorkDone;
        GPUQueue.prototype.onSubmittedWorkDone = function() {
            var done = ludusWorkDone.call(this);
            return new Promise(function(resolve, reject) {
                ludusHeld.push(function() { done.then(resolve, reject); });
            });
        };)");
    const std::vector<uint8> texels(8 * 4 * 4, uint8{7});
    const TextureDescription description{.Width = 8, .Height = 4, .DeferredInitialization = true};
    const TextureRegion all{.Width = 8, .Height = 4};
    const TextureHandle old = MakeTexture(description, {});
    TransferTicket ticket;
    ASSERT_EQ(RequestTextureUpdate(Device, old, all, texels.data(), texels.size(), 32, ticket), RasterStatus::Pending);
    for (int turn = 0; turn < 10; ++turn)
    {
        Rest();
        EXPECT_EQ(GetStatus(Device, ticket), RasterStatus::Pending);
    }
    EXPECT_EQ(GetStatus(Device, old), RasterStatus::Pending);
    Stop();
    RunScript("GPUQueue.prototype.onSubmittedWorkDone = ludusWorkDone;");
    Start();
    const TextureHandle texture = MakeTexture(description, {});
    ReleaseMaps();
    for (int turn = 0; turn < 10; ++turn)
    {
        Rest();
        EXPECT_EQ(PollLifetime(Device), RasterStatus::Ready);
    }
    TextureResidency residency;
    EXPECT_EQ(GetTextureResidency(Device, texture, residency), RasterStatus::Ready);
    EXPECT_EQ(residency.InitializedMips, 0U);
    EXPECT_EQ(GetStatus(Device, texture), RasterStatus::Ready);
    EXPECT_EQ(GetStatus(Device, old), RasterStatus::InvalidHandle);
    EXPECT_EQ(GetStatus(Device, ticket), RasterStatus::InvalidHandle);
    ASSERT_EQ(RequestTextureUpdate(Device, texture, all, texels.data(), texels.size(), 32, ticket = {}),
              RasterStatus::Pending);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
}

TEST_P(PageSession, ALostDeviceEndsTheSessionAndAnotherBegins)
{
    Start();
    Clear(WIDTH, HEIGHT, BLUE);
    DestroyBrowserDevice();
    ExpectLoss();
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::DeviceLost);
    BufferHandle buffer;
    const uint8 bytes[4]{};
    EXPECT_EQ(CreateBuffer(Device, {BufferRole::Vertex, 4}, bytes, buffer), RasterStatus::DeviceLost);
    ExpectNewSession();
}

TEST_P(PageSession, ADeviceMayBeLostInAFrame)
{
    Start();
    MakePlain();
    Begin(MakeTarget(WIDTH, HEIGHT, BLUE));
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    DestroyBrowserDevice();
    EXPECT_EQ(EndFrame(Device), DeviceStatus::DeviceLost);
    ExpectLoss();
    ExpectNewSession();
}

TEST_P(PageSession, ADeviceMayBeLostWhileObjectsAreMade)
{
    Start();
    RasterShaderHandle shader;
    ASSERT_EQ(CreateRasterShader(Device, GetPlainVertex(), shader), RasterStatus::Pending);
    DestroyBrowserDevice();
    EXPECT_EQ(Settle([&] { return GetStatus(Device, shader); }), RasterStatus::DeviceLost);
    ExpectLoss();
    ExpectNewSession();
}

TEST_P(PageSession, ADeviceMayBeLostWhileBytesAreRead)
{
    Window = {};
    Start();
    Clear(WIDTH, HEIGHT, RED);
    RunScript("ludusHolds = true;");
    FrameReadback ticket;
    RequestHeld(ticket, 1);
    DestroyBrowserDevice();
    ExpectLoss();
    ReleaseMaps();
    EXPECT_EQ(GetStatus(Device, ticket), RasterStatus::DeviceLost);
    Stop();
    Start();
    Clear(WIDTH, HEIGHT, GREEN);
    EXPECT_EQ(ReadFrame().At(0, 0), GREEN);
}

std::vector<Lane> GetWebGpuLanes()
{
    std::vector<Lane> lanes = GetPageLanes();
    std::erase_if(lanes, [](const Lane& lane) { return lane.Api != Backend::WebGPU; });
    return lanes;
}

INSTANTIATE_TEST_SUITE_P(, PageSession, testing::ValuesIn(GetWebGpuLanes()), GetLaneName);
} // namespace
} // namespace ludus::graphics::rhi::tests
