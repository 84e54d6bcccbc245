// The lanes themselves: what the run demands is there.
#include "../support/device_test.h"

#include <ludus/graphics/rhi/compute.h>
#include <ludus/graphics/rhi/measurement.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
class LaneTest : public DeviceTest
{
};

TEST_P(LaneTest, StartsAndReportsItself)
{
    Start();
    EXPECT_EQ(Info.Startup.SelectedBackend, GetParam().Api);
    EXPECT_EQ(Info.Startup.Requested, GetParam().Selection);
    EXPECT_TRUE(Info.Enabled.FullscreenRaster);
    EXPECT_TRUE(Info.Enabled.PortableRaster);
}

// Cases run on the lanes that have what they need: a lane must not lack what its device has, nor the other way round.
TEST_P(LaneTest, HasWhatItsDeviceOffers)
{
    Start({.Preferred = {.Compute = true, .IndirectRendering = true}, .EnableGpuTiming = true});
    const Needs& has = GetParam().Has;
    EXPECT_EQ(Info.Enabled.Compute, has.Computes);
    EXPECT_EQ(Info.Enabled.IndirectRendering, has.Computes);
    EXPECT_EQ(Info.Profile.Compute.MaxStorageBindings != 0, has.Computes);
    const auto timed = [](bool times) { return times ? RasterStatus::Ready : RasterStatus::Unsupported; };
    EXPECT_EQ(ArmGpuTiming(Device), timed(has.TimesFrames));
    EXPECT_EQ(ArmGpuPassTimings(Device), timed(has.TimesPasses));
}

TEST_P(LaneTest, GrantsOrRefusesComputeAtTheStart)
{
    const bool computes = GetParam().Has.Computes;
    const DeviceDescription description{.Selection = GetParam().Selection, .Required = {.Compute = true}};
    StartupInfo failure;
    const DeviceStatus started = CreateDevice({}, {}, description, Device, Surface, &failure);
    if (computes)
    {
        EXPECT_EQ(Settle([&] { return GetDeviceInfo(Device, Info); }), DeviceStatus::Ready);
        return;
    }
    EXPECT_EQ(started, DeviceStatus::Failed);
    EXPECT_EQ(failure.UnmetRequirement, RequirementFailure::Compute);
    Start({.Preferred = {.PortableRaster = true, .Compute = true, .IndirectRendering = true}});
    EXPECT_TRUE(Info.UnmetPreferences.Compute);
    const uint32 words[4]{};
    for (const BufferRole role : {BufferRole::Storage, BufferRole::StorageVertex, BufferRole::StorageIndirect})
    {
        BufferHandle buffer;
        EXPECT_REFUSAL(CreateBuffer(Device, {role, sizeof words}, AsBytes(words), buffer), RasterStatus::Unsupported,
                       FeatureNotEnabled);
    }
    ComputePipelineHandle pipeline;
    EXPECT_REFUSAL(CreateComputePipeline(Device, {}, pipeline), RasterStatus::Unsupported, WorkloadUnsupported);
}

TEST(Lanes, ThereIsAtLeastOne)
{
    EXPECT_FALSE(GetLanes().empty());
}

LUDUS_ON_EVERY_LANE(LaneTest);
} // namespace
} // namespace ludus::graphics::rhi::tests
