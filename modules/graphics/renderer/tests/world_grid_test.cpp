// The grid on every lane: lines where the layout has them, between them nothing, and its owner's rules.
#include "../../rhi/tests/support/device_test.h"

#include <ludus/graphics/renderer/world_grid.h>

namespace ludus::graphics::renderer::tests
{
namespace
{
using namespace foundation::core;
using namespace rhi::tests;
using rhi::RasterStatus;

/// Looks straight down at the ground: ten pixels a unit, the world's origin at (36, 36) of 72 by 72 pixels.
ViewDescription LookDown()
{
    ViewDescription view;
    const float32 matrix[16] = {1 / 3.6F, 0, 0, 0, 0, 0, -0.01F, 0, 0, -1 / 3.6F, 0, 0, 0, 0, 0.5F, 1};
    std::memcpy(view.ClipFromWorld, matrix, sizeof matrix);
    view.Forward = {0, -1, 0};
    view.WorldGrid = {true, 5, 72, 72};
    return view;
}

class WorldGridDevice : public DeviceTest
{
protected:
    void MakeRibbons(WorldGridRenderer& grid)
    {
        const RasterStatus status = grid.Initialize(Device, {});
        EXPECT_TRUE(status == RasterStatus::Ready || status == RasterStatus::Pending) << status;
        EXPECT_EQ(Settle([&] { return grid.Poll(Device); }), RasterStatus::Ready);
        InternalRecords = 1; // the ring
    }

    void Prepare(WorldGridRenderer& grid, const ViewDescription& view, PreparedWorldGrid& prepared)
    {
        EXPECT_EQ(Settle([&] { return grid.PrepareView(Device, view, prepared); }), RasterStatus::Ready);
    }

    Picture Draw(const WorldGridRenderer& grid, const PreparedWorldGrid& prepared)
    {
        Begin({.Width = 72, .Height = 72});
        EXPECT_EQ(grid.DrawView(Device, prepared), RasterStatus::Ready);
        End();
        return ReadFrame();
    }

    // X runs to the right and is red, Z runs down and is blue: the layout's, two pixels wide, opaque.
    static void ExpectAxes(const Picture& picture)
    {
        const Pixel red = picture.At(10, 35);
        const Pixel blue = picture.At(35, 10);
        EXPECT_NEAR(red.Red, 219, 2);
        EXPECT_NEAR(red.Blue, 61, 2);
        EXPECT_NEAR(blue.Red, 41, 2);
        EXPECT_NEAR(blue.Blue, 230, 2);
        EXPECT_EQ(picture.At(10, 33).Red, 0); // no minor line is nearer than ten pixels
        EXPECT_EQ(picture.At(33, 10).Blue, 0);
    }
};

TEST_P(WorldGridDevice, RibbonsLieWhereTheLayoutHasThem)
{
    WorldGridRenderer grid;
    Start();
    MakeRibbons(grid);
    PreparedWorldGrid prepared;
    Prepare(grid, LookDown(), prepared);
    EXPECT_FALSE(prepared.HasPlane);
    const Picture picture = Draw(grid, prepared);
    if (GetParam().Has.RasterizesPixels)
    {
        ExpectAxes(picture);
        EXPECT_NEAR(picture.At(30, 25).Red + picture.At(30, 26).Red, 45, 6); // one pixel of 0.5 * 0.35, over two
    }
    EXPECT_EQ(grid.Reset(Device), RasterStatus::Ready);
}

TEST_P(WorldGridDevice, TheAnalyticGridLiesThereToo)
{
    WorldGridRenderer grid;
    Start();
    MakeRibbons(grid);
    const RasterStatus status = grid.InitializeGrid(Device);
    EXPECT_TRUE(status == RasterStatus::Ready || status == RasterStatus::Pending) << status;
    EXPECT_EQ(grid.InitializeGrid(Device), RasterStatus::InvalidState);
    PreparedWorldGrid prepared;
    ViewDescription view = LookDown();
    Prepare(grid, view, prepared);
    EXPECT_TRUE(prepared.HasPlane);
    const Picture picture = Draw(grid, prepared);
    if (GetParam().Has.RasterizesPixels)
    {
        ExpectAxes(picture);
    }
    view.WorldGrid.IsVisible = false;
    Prepare(grid, view, prepared);
    EXPECT_FALSE(prepared.HasPlane);
    EXPECT_EQ(prepared.RibbonCount, 0U);
    EXPECT_EQ(grid.Reset(Device), RasterStatus::Ready);
}

TEST_P(WorldGridDevice, WrongUseIsRefusedAndLeavesViewsAlone)
{
    WorldGridRenderer grid;
    PreparedWorldGrid prepared;
    prepared.RibbonCount = 7;
    EXPECT_EQ(grid.PrepareView(Device, LookDown(), prepared), RasterStatus::NotReady);
    EXPECT_EQ(grid.InitializeGrid(Device), RasterStatus::NotReady);
    Start();
    MakeRibbons(grid);
    EXPECT_EQ(grid.Initialize(Device, {}), RasterStatus::InvalidState);
    ViewDescription view = LookDown();
    view.HasReverseDepth = true;
    EXPECT_EQ(grid.PrepareView(Device, view, prepared), RasterStatus::InvalidDescription);
    view = LookDown();
    view.WorldGrid.FocusDistance = 0;
    EXPECT_EQ(grid.PrepareView(Device, view, prepared), RasterStatus::InvalidDescription);
    EXPECT_EQ(prepared.RibbonCount, 7U);
    EXPECT_EQ(grid.Reset(Device), RasterStatus::Ready);
    EXPECT_EQ(grid.Reset(Device), RasterStatus::Ready);
}

TEST_P(WorldGridDevice, AFrameRefusesToMakeItAndLeavesItEmpty)
{
    Start();
    WorldGridRenderer grid;
    Begin({.Width = 72, .Height = 72});
    EXPECT_EQ(grid.Initialize(Device, {}), RasterStatus::InvalidState);
    EXPECT_EQ(grid.Poll(Device), RasterStatus::NotReady);
    End();
    MakeRibbons(grid);
    Begin({.Width = 72, .Height = 72});
    EXPECT_EQ(grid.Reset(Device), RasterStatus::InvalidState);
    End();
    EXPECT_EQ(grid.Poll(Device), RasterStatus::Ready);
    EXPECT_EQ(grid.Reset(Device), RasterStatus::Ready);
}

LUDUS_ON_EVERY_LANE(WorldGridDevice);
} // namespace
} // namespace ludus::graphics::renderer::tests
