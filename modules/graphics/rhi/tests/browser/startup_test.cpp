// How a start ends on a page whose WebGPU or WebGL 2 is broken: what Auto tries, what it remembers, what a forced
// choice says, and what becomes of answers that come when nobody waits for them any more.
#include "page.h"

#include "../support/required.h"

#include <ludus/graphics/rhi/render.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
class PageStart : public PageTest
{
protected:
    // Every adapter, device and context that is asked for leaves its word in ludusAsked.
    [[nodiscard]] const char* GetScript() const override
    {
        return R"(
            globalThis.ludusAsked = [];
            globalThis.ludusAdapter = globalThis.ludusDevice = globalThis.ludusContext = globalThis.ludusLate = null;
            ludusReplace(GPU.prototype, 'requestAdapter', function(adapter) {
                return function(options) {
                    ludusAsked.push(options.featureLevel);
                    var original = adapter.bind(this, options);
                    return ludusAdapter ? ludusAdapter(options.featureLevel, original) : original();
                };
            });
            ludusReplace(GPUAdapter.prototype, 'requestDevice', function(device) {
                return function(options) {
                    ludusAsked.push('device');
                    var original = device.bind(this, options);
                    return ludusDevice ? ludusDevice(original) : original();
                };
            });
            ludusReplace(HTMLCanvasElement.prototype, 'getContext', function(context) {
                return function(name, options) {
                    ludusAsked.push(name);
                    var original = context.bind(this, name, options);
                    return ludusContext ? ludusContext(name, original) : original();
                };
            });)";
    }

    void TearDown() override
    {
        RunScript("delete navigator.gpu;");
        PageTest::TearDown();
    }

    // Auto's second choice, where this build has it.
    static bool HasWebGL2() { return GetCompiledBackends().WebGL2; }

    static void HideWebGpu()
    {
        RunScript("Object.defineProperty(navigator, 'gpu', {configurable: true, value: undefined});");
    }

    static int CountAsked(const std::string& word)
    {
        return Ask("ludusAsked.filter(function(word) { return word === '" + word + "'; }).length");
    }

    // Auto has come to WebGL 2, and its frames are on the canvas.
    void ExpectFallback(StartupError reason)
    {
        const StartupInfo startup = StartBy(BackendSelection::Auto);
        EXPECT_EQ(startup.Requested, BackendSelection::Auto);
        EXPECT_TRUE(startup.WebGpu.Attempted);
        EXPECT_EQ(startup.WebGpu.Error, reason);
        EXPECT_EQ(startup.WebGL2.Attempted, HasWebGL2());
        if (!HasWebGL2())
        {
            EXPECT_EQ(startup.State, StartupState::Failed);
            EXPECT_EQ(startup.Error, reason);
            EndFailed();
            GTEST_SKIP() << "declared absent: WebGL 2 is not part of this build";
        }
        ASSERT_EQ(startup.State, StartupState::Ready);
        EXPECT_EQ(startup.SelectedBackend, Backend::WebGL2);
        EXPECT_EQ(startup.Error, StartupError::None);
        EXPECT_EQ(startup.WebGL2.Error, StartupError::None);
        EXPECT_EQ(CountAsked("webgl2"), 1);
        EXPECT_EQ(CountAsked("webgpu"), 0);
        Clear(WIDTH, HEIGHT, GREEN);
        ExpectOnScreen(Picture(WIDTH, HEIGHT, GREEN));
    }
};

TEST_P(PageStart, AutoTakesWebGpu)
{
    const StartupInfo startup = StartBy(BackendSelection::Auto);
    ASSERT_EQ(startup.State, StartupState::Ready);
    EXPECT_EQ(startup.SelectedBackend, Backend::WebGPU);
    EXPECT_EQ(startup.Requested, BackendSelection::Auto);
    EXPECT_TRUE(startup.WebGpu.Attempted);
    EXPECT_EQ(startup.WebGpu.Error, StartupError::None);
    EXPECT_FALSE(startup.WebGL2.Attempted);
    EXPECT_EQ(CountAsked("webgl2"), 0);
    Clear(WIDTH, HEIGHT, BLUE);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, BLUE));
}

TEST_P(PageStart, AutoFallsBackWithoutWebGpu)
{
    HideWebGpu();
    ExpectFallback(StartupError::InstanceUnavailable);
}

TEST_P(PageStart, AutoFallsBackWithoutAnAdapter)
{
    RunScript("ludusAdapter = function() { return Promise.resolve(null); };");
    ExpectFallback(StartupError::AdapterUnavailable);
    EXPECT_EQ(CountAsked("core"), 1);
    EXPECT_EQ(CountAsked("compatibility"), 1);
}

TEST_P(PageStart, AutoFallsBackWhenAdaptersAreRefused)
{
    RunScript("ludusAdapter = function() { return Promise.reject(new Error('no')); };");
    ExpectFallback(StartupError::AdapterUnavailable);
}

TEST_P(PageStart, AutoFallsBackWhenTheBrowserThrows)
{
    RunScript("ludusAdapter = function() { throw new Error('broken'); };");
    ExpectFallback(StartupError::AdapterUnavailable);
}

TEST_P(PageStart, AutoFallsBackWithoutADevice)
{
    RunScript("ludusDevice = function() { return Promise.reject(new Error('no')); };");
    ExpectFallback(StartupError::DeviceUnavailable);
    EXPECT_EQ(CountAsked("core"), 1);
    EXPECT_EQ(CountAsked("compatibility"), 1);
    EXPECT_EQ(CountAsked("device"), 2);
}

TEST_P(PageStart, AutoFallsBackWhenTheDeviceIsLostAtOnce)
{
    RunScript("ludusDevice = function(original) {"
              "    return original().then(function(device) {"
              "        device.destroy();"
              "        return device.lost.then(function() { return device; }); }); };");
    ExpectFallback(StartupError::DeviceUnavailable);
}

TEST_P(PageStart, WebGpuIsAskedForOnceMoreInCompatibilityMode)
{
    RunScript("ludusAdapter = function(level, original) {"
              "    return level === 'core' ? Promise.resolve(null) : original(); };");
    const StartupInfo startup = StartBy(BackendSelection::Auto);
    ASSERT_EQ(startup.State, StartupState::Ready);
    EXPECT_EQ(startup.SelectedBackend, Backend::WebGPU);
    EXPECT_EQ(startup.WebGpu.Error, StartupError::None);
    EXPECT_EQ(CountAsked("core"), 1);
    EXPECT_EQ(CountAsked("compatibility"), 1);
    EXPECT_FALSE(startup.WebGL2.Attempted);
    Clear(WIDTH, HEIGHT, BLUE);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, BLUE));
}

TEST_P(PageStart, AutoLeavesACanvasToWebGL2ThatHasItAlready)
{
    RunScript("stage.getContext('webgl2', {antialias: false, alpha: false}); ludusAsked = [];");
    const StartupInfo startup = StartBy(BackendSelection::Auto);
    EXPECT_EQ(startup.WebGpu.Error, StartupError::SurfaceUnavailable);
    if (!HasWebGL2())
    {
        EXPECT_EQ(startup.State, StartupState::Failed);
        EndFailed();
        GTEST_SKIP() << "declared absent: WebGL 2 is not part of this build";
    }
    ASSERT_EQ(startup.State, StartupState::Ready);
    EXPECT_EQ(startup.SelectedBackend, Backend::WebGL2);
    Clear(WIDTH, HEIGHT, GREEN);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, GREEN));
}

TEST_P(PageStart, RequirementsThatWebGpuMissesLeaveTheCanvasAlone)
{
    DeviceDescription description;
    description.Limits.MinFrameDimension2D = 1U << 24U;
    const StartupInfo startup = StartBy(BackendSelection::Auto, description);
    EXPECT_EQ(startup.State, StartupState::Failed);
    EXPECT_EQ(startup.Error, StartupError::RequirementsUnsatisfied);
    EXPECT_EQ(startup.UnmetRequirement, RequirementFailure::FrameDimension2D);
    EXPECT_EQ(startup.WebGpu.Error, StartupError::RequirementsUnsatisfied);
    EXPECT_EQ(CountAsked("webgpu"), 0);
    EXPECT_EQ(CountAsked("webgl2"), HasWebGL2() ? 1 : 0);
    EndFailed();
}

TEST_P(PageStart, AutoEndsWithTheLastFailure)
{
    RunScript("ludusContext = function() { return null; };");
    HideWebGpu();
    const StartupInfo startup = StartBy(BackendSelection::Auto);
    EXPECT_EQ(startup.State, StartupState::Failed);
    EXPECT_EQ(startup.Error, HasWebGL2() ? StartupError::AdapterUnavailable : StartupError::InstanceUnavailable);
    EXPECT_EQ(startup.WebGpu.Error, StartupError::InstanceUnavailable);
    EXPECT_EQ(startup.WebGL2.Attempted, HasWebGL2());
    EXPECT_EQ(startup.WebGL2.Error, HasWebGL2() ? StartupError::AdapterUnavailable : StartupError::None);
    // For the canvas, and for another one that tells whether WebGL 2 or the canvas is at fault.
    EXPECT_EQ(CountAsked("webgl2"), HasWebGL2() ? 2 : 0);
    EndFailed();
}

TEST_P(PageStart, AForcedWebGpuFailsByName)
{
    HideWebGpu();
    StartupInfo startup = StartBy(BackendSelection::WebGPU);
    EXPECT_EQ(startup.State, StartupState::Failed);
    EXPECT_EQ(startup.SelectedBackend, Backend::WebGPU);
    EXPECT_EQ(startup.Requested, BackendSelection::WebGPU);
    EXPECT_EQ(startup.Error, StartupError::InstanceUnavailable);
    EXPECT_EQ(startup.WebGpu.Error, StartupError::InstanceUnavailable);
    EXPECT_FALSE(startup.WebGL2.Attempted);
    EndFailed();
    RunScript("delete navigator.gpu; ludusAdapter = function() { return Promise.resolve(null); };");
    startup = StartBy(BackendSelection::WebGPU);
    EXPECT_EQ(startup.State, StartupState::Failed);
    EXPECT_EQ(startup.SelectedBackend, Backend::WebGPU);
    EXPECT_EQ(startup.Error, StartupError::AdapterUnavailable);
    EXPECT_FALSE(startup.WebGL2.Attempted);
    EXPECT_EQ(CountAsked("webgl2"), 0);
    EndFailed();
}

TEST_P(PageStart, AForcedWebGL2FailsByName)
{
    RunScript("ludusContext = function() { return null; };");
    const StartupInfo startup = StartBy(BackendSelection::WebGL2);
    EXPECT_EQ(startup.State, StartupState::Failed);
    EXPECT_EQ(startup.SelectedBackend, Backend::WebGL2);
    EXPECT_EQ(startup.Error, HasWebGL2() ? StartupError::AdapterUnavailable : StartupError::BackendUnavailable);
    EXPECT_FALSE(startup.WebGpu.Attempted);
    EXPECT_EQ(CountAsked("core"), 0);
    EndFailed();
}

// The session's own canvas stays for the next one, also where it has no context.
TEST_P(PageStart, AForcedWebGL2WithoutAWindowFailsAsOftenAsItIsAskedFor)
{
    const auto forgetCanvas = [] { RunScript("delete specialHTMLTargets['!ludus-headless'];"); };
    forgetCanvas();
    RunScript("ludusContext = function() { return null; };");
    Window = {};
    for (int start = 0; start < 3; ++start)
    {
        const StartupInfo startup = StartBy(BackendSelection::WebGL2);
        EXPECT_EQ(startup.State, StartupState::Failed);
        EXPECT_EQ(startup.Error, HasWebGL2() ? StartupError::AdapterUnavailable : StartupError::BackendUnavailable);
        EndFailed();
    }
    forgetCanvas(); // which only this page's getContext knows
}

TEST_P(PageStart, TheFacadeFallsBackAsWell)
{
    RunScript("ludusAdapter = function() { return Promise.resolve(null); };");
    ASSERT_EQ(rhi::Start({.Name = "facade"}, Window), StartStatus::Pending);
    EXPECT_TRUE(SettleUntil([] { return GetStartup().State != StartupState::Pending; }));
    EXPECT_EQ(GetStartup().State, HasWebGL2() ? StartupState::Ready : StartupState::Failed);
    EXPECT_EQ(GetStartup().SelectedBackend, HasWebGL2() ? Backend::WebGL2 : Backend::WebGPU);
    EXPECT_EQ(GetStartup().WebGpu.Error, StartupError::AdapterUnavailable);
    Shutdown();
    EXPECT_EQ(GetStartup().State, StartupState::Idle);
}

TEST_P(PageStart, AnswersToASessionThatIsGoneReachNobody)
{
    // The first session's adapter comes when the second one waits for its own.
    RunScript("ludusAdapter = function(level, original) {"
              "    return new Promise(function(resolve) { globalThis.ludusLate = function() {"
              "        resolve(original()); }; }); };");
    DeviceHandle device;
    SurfaceHandle surface;
    ASSERT_EQ(CreateDevice({}, Window, {.Selection = BackendSelection::WebGPU}, device, surface),
              DeviceStatus::Pending);
    EXPECT_TRUE(SettleUntil([] { return Ask("typeof ludusLate === 'function'") == 1; }));
    EXPECT_EQ(DestroyDevice(device), DeviceStatus::Ready);
    RunScript("var late = ludusLate; ludusAdapter = function(level, original) { late(); return original(); };");
    const StartupInfo startup = StartBy(BackendSelection::WebGPU);
    EXPECT_EQ(startup.State, StartupState::Ready);
    EXPECT_EQ(CountAsked("device"), 1);
    Clear(WIDTH, HEIGHT, GREEN);
    ExpectOnScreen(Picture(WIDTH, HEIGHT, GREEN));
}

TEST_P(PageStart, ADeviceOfASessionThatIsGoneIsReleased)
{
    RunScript(
        "globalThis.ludusLost = 0; ludusDevice = function(original) {"
        "    return original().then(function(device) {"
        "        device.lost.then(function() { ++ludusLost; });"
        "        return new Promise(function(resolve) { globalThis.ludusLate = function() { resolve(device); }; });"
        "    }); };");
    DeviceHandle device;
    SurfaceHandle surface;
    ASSERT_EQ(CreateDevice({}, Window, {.Selection = BackendSelection::WebGPU}, device, surface),
              DeviceStatus::Pending);
    EXPECT_TRUE(SettleUntil(
        [&]
        {
            DeviceInfo info;
            return GetDeviceInfo(device, info) == DeviceStatus::Pending && Ask("typeof ludusLate === 'function'") == 1;
        }));
    EXPECT_EQ(DestroyDevice(device), DeviceStatus::Ready);
    EXPECT_EQ(Ask("ludusLost"), 0);
    RunScript("ludusLate();");
    EXPECT_TRUE(SettleUntil([] { return Ask("ludusLost") == 1; }));
}

std::vector<Lane> GetWebGpuLanes()
{
    std::vector<Lane> lanes = GetPageLanes();
    std::erase_if(lanes, [](const Lane& lane) { return lane.Api != Backend::WebGPU; });
    return lanes;
}

INSTANTIATE_TEST_SUITE_P(, PageStart, testing::ValuesIn(GetWebGpuLanes()), GetLaneName);
} // namespace
} // namespace ludus::graphics::rhi::tests
