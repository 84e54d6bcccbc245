// Startup: what is reported, and failures by name.
#include "harness.h"

#include "backends/vulkan/validation_log.h"
#include "backends/vulkan/workarounds.h"

#include <cstdlib>
#include <string>

namespace ludus::graphics::rhi::internal
{
extern const BackendRegistration VULKAN_BACKEND;
}

namespace ludus::graphics::rhi::tests
{
namespace
{
using VulkanStartup = VulkanTest;

// An environment variable that has another value for a while.
class Setting final
{
public:
    Setting(const char* name, const char* value) : Name(name)
    {
        const char* before = std::getenv(name); // NOLINT(concurrency-mt-unsafe): one thread, here and below
        WasSet = before != nullptr;
        Before = WasSet ? before : "";
        setenv(name, value, 1); // NOLINT(concurrency-mt-unsafe)
    }

    ~Setting()
    {
        // NOLINTNEXTLINE(concurrency-mt-unsafe)
        WasSet ? setenv(Name, Before.c_str(), 1) : unsetenv(Name);
    }

    Setting(const Setting&) = delete;
    Setting& operator=(const Setting&) = delete;

private:
    const char* Name;
    std::string Before{};
    bool WasSet{false};
};

// Starts a backend and answers why it failed.
StartupError StartError(const WindowInfo& window)
{
    const ApplicationInfo application{.Name = "ludus_rhi_vulkan_tests"};
    const DeviceDescription description{};
    BackendReport report;
    const auto native = VULKAN_BACKEND.Create();
    EXPECT_NE(native->Start({application, window, description}, report), BackendStatus::Ready);
    return report.Error;
}
} // namespace

TEST_F(VulkanStartup, ReportKeepsTheContractsBounds)
{
    EXPECT_TRUE(Report.Supported.FullscreenRaster);
    EXPECT_TRUE(Report.Supported.PortableRaster);
    EXPECT_TRUE(Report.Supported.Compute);
    EXPECT_TRUE(Report.Supported.IndirectRendering);
    EXPECT_TRUE(Report.CanReadSurface);
    EXPECT_EQ(Report.Encoding, SurfaceEncoding::Unorm);
    EXPECT_GE(Report.MaxFrameDimension2D, 4096U);
    EXPECT_GE(Report.Profile.Raster.UniformOffsetAlignment, 256U);
    EXPECT_LE(Report.Profile.Raster.MaxUniformRange, 16384U);
    EXPECT_EQ(Report.Profile.Interface.MaxVertexBuffers, 2U);
    EXPECT_EQ(Report.Profile.Interface.MaxVertexStride, 256U);
    for (const RasterFormat format :
         {RasterFormat::Rgba8Unorm, RasterFormat::Rgba8Srgb, RasterFormat::R8Unorm, RasterFormat::Rg8Unorm})
    {
        const FormatCapabilities& capabilities = Report.Profile.Formats[static_cast<usize>(format)];
        EXPECT_TRUE(capabilities.Uses.Sampled && capabilities.Uses.Filterable);
        EXPECT_GE(capabilities.MaxDimension2D, 4096U);
        EXPECT_GE(capabilities.MaxMipLevels, 13U);
        EXPECT_LE(capabilities.MaxMipLevels, 16U);
        EXPECT_EQ(capabilities.SampleCounts, 1U);
    }
}

TEST_F(VulkanStartup, MessagesOfTheLayersAreCounted)
{
    // The silence that every other test asks for means something only if an error would be heard.
    MakeSampler(0, {.MipFilter = RasterMipFilter::Linear, .MinLod = 5, .MaxLod = 1});
    EXPECT_NE(vulkan::GetVulkanValidationMessageCount(), 0U);
    vulkan::ResetVulkanValidationMessageCount();
}

TEST_F(VulkanStartup, SessionsFollowEachOther)
{
    for (uint32 i = 0; i < 3; ++i)
    {
        Stop();
        Start();
        StreamBuilder stream;
        stream.BeginSurfacePass(2, 2, 1).EndPass();
        EXPECT_EQ(DrawAndRead(stream.View(), 2, 2).At(1, 1), Rgba(255, 0, 0));
    }
}

TEST_F(VulkanStartup, WindowSystemsWithoutVulkanAreNamed)
{
    EXPECT_EQ(StartError({.System = platform::WindowSystem::Cocoa}), StartupError::InvalidWindow);
    EXPECT_EQ(StartError({.System = platform::WindowSystem::X11}), StartupError::SurfaceUnavailable);
    EXPECT_EQ(StartError({.System = platform::WindowSystem::Wayland}), StartupError::SurfaceUnavailable);
}

TEST_F(VulkanStartup, AnAbsentValidationLayerIsNamed)
{
    Stop();
    const Setting layers("VK_LAYER_PATH", "/nonexistent");
    EXPECT_EQ(StartError({}), StartupError::Validation);
}

TEST_F(VulkanStartup, AMachineWithoutAdaptersIsNamed)
{
    Stop();
    const Setting drivers("VK_DRIVER_FILES", "/nonexistent");
    const Setting driversOfOlderLoaders("VK_ICD_FILENAMES", "/nonexistent");
    const StartupError error = StartError({});
    // The loader refuses the instance without any driver; older ones list no adapter instead.
    EXPECT_TRUE(error == StartupError::InstanceUnavailable || error == StartupError::AdapterUnavailable);
    vulkan::ResetVulkanValidationMessageCount(); // the loader reports its failure through the same channel
}
} // namespace ludus::graphics::rhi::tests
