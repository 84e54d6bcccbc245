// The layout of the world grid: spacing, planes, snapping and axes, over cameras of many sizes; and what is refused.
#include <ludus/graphics/renderer/world_grid_layout.h>

#include <cmath>
#include <cstring>
#include <functional>
#include <gtest/gtest.h>
#include <limits>
#include <random>

namespace ludus::graphics::renderer::tests
{
namespace
{
using namespace foundation::core;
using rhi::RasterStatus;

constexpr float32 PIXELS = 720;

/// Looks along -Z from `eye`, with a picture that is `scale` clip units high for a unit at distance 1.
ViewDescription MakePerspective(GridFloat3 eye, float32 focus, float32 scale = 1.5F)
{
    ViewDescription view;
    const float32 matrix[16] = {scale, 0, 0, 0, 0, scale, 0, 0, 0, 0, -1, -1, 0, 0, 0, 0};
    std::memcpy(view.ClipFromWorld, matrix, sizeof matrix);
    view.Eye = eye;
    view.WorldGrid = {true, focus, 1280, static_cast<uint32>(PIXELS)};
    return view;
}

/// Shows `height` world units, looking along `forward`. Only lengths of rows matter to the layout.
ViewDescription MakeOrthographic(GridFloat3 forward, float32 height)
{
    ViewDescription view = MakePerspective({0, 0, 0}, 1);
    const float32 matrix[16] = {2 / height, 0, 0, 0, 0, 2 / height, 0, 0, 0, 0, -0.01F, 0, 0, 0, 0, 1};
    std::memcpy(view.ClipFromWorld, matrix, sizeof matrix);
    view.Forward = forward;
    return view;
}

bool IsGray(GridFloat4 color)
{
    return color.X == color.Y && color.Y == color.Z;
}

TEST(WorldGridLayout, LinesAreTenToAHundredPixelsApartAtTheFocusAndAPowerOfTen)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<float32> exponent(-5, 5);
    for (int round = 0; round < 2000; ++round)
    {
        const float32 focus = std::pow(10.0F, exponent(random));
        WorldGridPlane plane;
        ASSERT_EQ(BuildWorldGridPlane(MakePerspective({0, focus, 0}, focus), plane), RasterStatus::Ready);
        const float64 pixels = plane.Spacing * 1.5 / focus * PIXELS / 2;
        EXPECT_GE(pixels, 9.999);
        EXPECT_LT(pixels, 100.001);
        const float64 power = std::log10(float64{plane.Spacing});
        EXPECT_NEAR(power, std::round(power), 1e-5);
        EXPECT_LT(plane.FadeStart, plane.FadeEnd);
    }
}

TEST(WorldGridLayout, AVisibleGridHas165LinesOnItsPlaneAroundTheFocus)
{
    std::mt19937 random(11);
    std::uniform_real_distribution<float32> place(-1000, 1000);
    for (int round = 0; round < 300; ++round)
    {
        const ViewDescription view = MakePerspective({place(random), 5, place(random)}, 20);
        WorldGridLines lines;
        WorldGridPlane plane;
        ASSERT_EQ(BuildWorldGridLines(view, lines), RasterStatus::Ready);
        ASSERT_EQ(BuildWorldGridPlane(view, plane), RasterStatus::Ready);
        ASSERT_EQ(lines.Count, 165U);
        EXPECT_EQ(plane.Kind, WorldGridPlaneKind::XZ);
        const float32 reach = plane.Spacing * (WORLD_GRID_REACH + 1);
        for (uint32 index = 0; index < lines.Count - 3; ++index)
        {
            const WorldGridLine& line = lines.Lines[index];
            EXPECT_EQ(line.From.Y, 0);
            EXPECT_EQ(line.To.Y, 0);
            EXPECT_TRUE(IsGray(line.Color));
            EXPECT_LE(std::fabs(line.From.X - view.Eye.X), reach);
            EXPECT_LE(std::fabs(line.To.Z - (view.Eye.Z - 20)), reach);
        }
    }
}

TEST(WorldGridLayout, MajorLinesStayWhereTheyAreWhileTheCameraMoves)
{
    for (const float32 x : {0.0F, 3.2F, -7.9F, 123.4F})
    {
        WorldGridLines lines;
        ASSERT_EQ(BuildWorldGridLines(MakePerspective({x, 5, 0}, 20), lines), RasterStatus::Ready);
        uint32 majors = 0;
        for (uint32 index = 1; index < lines.Count - 3; index += 2) // those along Z
        {
            const WorldGridLine& line = lines.Lines[index];
            const bool isMajor = std::fmod(line.From.X, 10.0F) == 0;
            EXPECT_EQ(line.Color.W, isMajor ? 0.7F : 0.35F) << line.From.X;
            majors += isMajor ? 1 : 0;
        }
        EXPECT_GE(majors, 8U);
    }
}

TEST(WorldGridLayout, TheMiddleOfThePlaneIsACrossingOfMajorLines)
{
    WorldGridPlane plane;
    ASSERT_EQ(BuildWorldGridPlane(MakePerspective({1234.6F, 5, -77}, 20), plane), RasterStatus::Ready);
    EXPECT_EQ(plane.Spacing, 1);
    EXPECT_EQ(plane.Origin.X, 1240); // the line nearest to 1234.6 is 1235, and majors round half away from zero
    EXPECT_EQ(plane.Origin.Y, 0);
    EXPECT_EQ(plane.Origin.Z, -100);
}

TEST(WorldGridLayout, AxesAreRedGreenAndBlue)
{
    WorldGridLines lines;
    ASSERT_EQ(BuildWorldGridLines(MakePerspective({3, 5, 20}, 20), lines), RasterStatus::Ready);
    const auto expectAxis = [&](uint32 index, uint32 axis)
    {
        const WorldGridLine& line = lines.Lines[WORLD_GRID_LINE_COUNT - 3 + index];
        const float32 direction[3] = {line.To.X - line.From.X, line.To.Y - line.From.Y, line.To.Z - line.From.Z};
        const float32 color[3] = {line.Color.X, line.Color.Y, line.Color.Z};
        for (uint32 other = 0; other < 3; ++other)
        {
            EXPECT_EQ(direction[other] != 0, other == axis);
            EXPECT_LE(color[other], color[axis]);
        }
        EXPECT_FALSE(IsGray(line.Color));
        EXPECT_EQ(line.Width, 2);
    };
    expectAxis(0, 1);
    expectAxis(1, 0);
    expectAxis(2, 2);
}

TEST(WorldGridLayout, OrthographicViewsUseThePlaneThatTheyLookAtMost)
{
    const auto kindOf = [](GridFloat3 forward)
    {
        WorldGridPlane plane;
        EXPECT_EQ(BuildWorldGridPlane(MakeOrthographic(forward, 10), plane), RasterStatus::Ready);
        return plane.Kind;
    };
    EXPECT_EQ(kindOf({0, -1, 0}), WorldGridPlaneKind::XZ);
    EXPECT_EQ(kindOf({0.1F, 0.2F, -5}), WorldGridPlaneKind::XY);
    EXPECT_EQ(kindOf({-3, 1, 2}), WorldGridPlaneKind::YZ);
    EXPECT_EQ(kindOf({1, 1, 1}), WorldGridPlaneKind::XZ); // of equals, the ground
    EXPECT_EQ(kindOf({1, 0, 1}), WorldGridPlaneKind::XY);
    WorldGridPlane plane;
    ViewDescription level = MakePerspective({0, 1, 0}, 5); // a perspective view keeps the ground whatever it looks at
    level.Forward = {1, 0, 0};
    ASSERT_EQ(BuildWorldGridPlane(level, plane), RasterStatus::Ready);
    EXPECT_EQ(plane.Kind, WorldGridPlaneKind::XZ);
}

TEST(WorldGridLayout, OrthographicSpacingFollowsTheHeightAndNotTheFocus)
{
    for (const float32 focus : {0.01F, 1.0F, 1000.0F})
    {
        ViewDescription view = MakeOrthographic({0, -1, 0}, 72); // ten pixels a unit
        view.WorldGrid.FocusDistance = focus;
        WorldGridPlane plane;
        ASSERT_EQ(BuildWorldGridPlane(view, plane), RasterStatus::Ready);
        EXPECT_EQ(plane.Spacing, 1);
    }
}

TEST(WorldGridLayout, AHiddenGridIsReadyAndEmptyWhateverElseTheViewSays)
{
    ViewDescription view;
    view.WorldGrid.FocusDistance = std::numeric_limits<float32>::quiet_NaN();
    WorldGridLines lines;
    lines.Count = 9;
    WorldGridPlane plane;
    plane.IsVisible = true;
    EXPECT_EQ(BuildWorldGridLines(view, lines), RasterStatus::Ready);
    EXPECT_EQ(BuildWorldGridPlane(view, plane), RasterStatus::Ready);
    EXPECT_EQ(lines.Count, 0U);
    EXPECT_FALSE(plane.IsVisible);
}

TEST(WorldGridLayout, MalformedViewsAreRefusedAndLeaveOutputsAlone)
{
    constexpr float32 NOT_A_NUMBER = std::numeric_limits<float32>::quiet_NaN();
    constexpr float32 INFINITE = std::numeric_limits<float32>::infinity();
    const std::function<void(ViewDescription&)> spoilers[] = {
        [](ViewDescription& view) { view.WorldGrid.FocusDistance = 0; },
        [](ViewDescription& view) { view.WorldGrid.FocusDistance = -1; },
        [](ViewDescription& view) { view.WorldGrid.FocusDistance = NOT_A_NUMBER; },
        [](ViewDescription& view) { view.WorldGrid.FocusDistance = INFINITE; },
        [](ViewDescription& view) { view.WorldGrid.Width = 0; },
        [](ViewDescription& view) { view.WorldGrid.Height = 0; },
        [](ViewDescription& view) { view.ClipFromWorld[6] = NOT_A_NUMBER; },
        [](ViewDescription& view) { view.ClipFromWorld[15] = INFINITE; },
        [](ViewDescription& view) { std::memset(view.ClipFromWorld, 0, sizeof view.ClipFromWorld); },
        [](ViewDescription& view) { view.ClipFromWorld[5] = 0; },
        [](ViewDescription& view) { view.Eye.X = NOT_A_NUMBER; },
        [](ViewDescription& view) { view.Eye.Z = -INFINITE; },
        [](ViewDescription& view) { view.Eye.X = 1e9F; }, // lines a unit apart coincide there
        [](ViewDescription& view) {
            view.Forward = {0, 0, 0};
        },
        [](ViewDescription& view) { view.Forward.Y = NOT_A_NUMBER; },
        [](ViewDescription& view) { view.WorldGrid.FocusDistance = 1e37F; },
        [](ViewDescription& view) { view.WorldGrid.FocusDistance = 1e-37F; },
    };
    for (const auto& spoil : spoilers)
    {
        SCOPED_TRACE(&spoil - spoilers);
        ViewDescription view = MakePerspective({1, 5, 1}, 20);
        spoil(view);
        WorldGridLines lines;
        lines.Count = 7;
        lines.Lines[3].Width = 42;
        WorldGridPlane plane;
        plane.Spacing = 42;
        EXPECT_EQ(BuildWorldGridLines(view, lines), RasterStatus::InvalidDescription);
        EXPECT_EQ(BuildWorldGridPlane(view, plane), RasterStatus::InvalidDescription);
        EXPECT_EQ(lines.Count, 7U);
        EXPECT_EQ(lines.Lines[3].Width, 42);
        EXPECT_EQ(plane.Spacing, 42);
        EXPECT_FALSE(plane.IsVisible);
    }
}

TEST(WorldGridLayout, RandomViewsGiveFiniteGridsOrARefusal)
{
    std::mt19937 random(3);
    std::uniform_int_distribution<uint32> bits;
    uint32 taken = 0;
    for (int round = 0; round < 2000; ++round)
    {
        ViewDescription view = MakePerspective({0, 1, 0}, 2);
        float32* const fields[] = {&view.Eye.X,
                                   &view.Eye.Z,
                                   &view.Forward.X,
                                   &view.WorldGrid.FocusDistance,
                                   &view.ClipFromWorld[5],
                                   &view.ClipFromWorld[11]};
        for (float32* field : fields)
        {
            const uint32 word = bits(random);
            if (word % 3 == 0)
            {
                std::memcpy(field, &word, sizeof word);
            }
        }
        WorldGridLines lines;
        const RasterStatus status = BuildWorldGridLines(view, lines);
        ASSERT_TRUE(status == RasterStatus::Ready || status == RasterStatus::InvalidDescription);
        taken += status == RasterStatus::Ready ? 1 : 0;
        for (uint32 index = 0; index < lines.Count; ++index)
        {
            const WorldGridLine& line = lines.Lines[index];
            ASSERT_TRUE(std::isfinite(line.From.X + line.From.Y + line.From.Z + line.To.X + line.To.Y + line.To.Z));
            ASSERT_TRUE(line.From.X != line.To.X || line.From.Y != line.To.Y || line.From.Z != line.To.Z);
        }
    }
    EXPECT_GT(taken, 100U);
}
} // namespace
} // namespace ludus::graphics::renderer::tests
