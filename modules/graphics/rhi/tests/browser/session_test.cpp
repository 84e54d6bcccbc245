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
    void SetUp() override
    {
        PageTest::SetUp();
        if (IsSkipped() || HasFatalFailure())
        {
            return;
        }
        // The devices that sessions get, and buffers whose mapping the page holds back while ludusHolds is true.
        RunScript(R"(
            globalThis.ludusOriginals = [GPUAdapter.prototype.requestDevice, GPUBuffer.prototype.mapAsync];
            globalThis.ludusDevices = [];
            globalThis.ludusHeld = [];
            globalThis.ludusHolds = false;
            GPUAdapter.prototype.requestDevice = function(options) {
                return ludusOriginals[0].call(this, options).then(function(device) {
                    ludusDevices.push(device);
                    return device;
                });
            };
            GPUBuffer.prototype.mapAsync = function() {
                var mapped = ludusOriginals[1].apply(this, arguments);
                if (!ludusHolds) return mapped;
                mapped.catch(function() {}); // whoever waits for it hears of that later
                return new Promise(function(resolve, reject) {
                    ludusHeld.push(function() { mapped.then(resolve, reject); });
                });
            };)");
    }

    void TearDown() override
    {
        RunScript(R"(
            if (!globalThis.ludusOriginals) return;
            GPUAdapter.prototype.requestDevice = ludusOriginals[0];
            GPUBuffer.prototype.mapAsync = ludusOriginals[1];
            delete globalThis.ludusOriginals;)");
        PageTest::TearDown();
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
    EXPECT_NE(EndFrame(Device), DeviceStatus::Ready);
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
