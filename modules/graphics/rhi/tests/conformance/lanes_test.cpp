// The lanes themselves: what the run demands is there.
#include "../support/device_test.h"

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

TEST(Lanes, ThereIsAtLeastOne)
{
    EXPECT_FALSE(GetLanes().empty());
}

LUDUS_ON_EVERY_LANE(LaneTest);
} // namespace
} // namespace ludus::graphics::rhi::tests
