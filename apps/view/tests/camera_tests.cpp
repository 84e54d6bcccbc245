// Framing: the box is inside the picture and touches its edge; depth holds it; the command line's angles are checked.
#include "camera.h"

#include <gtest/gtest.h>

namespace
{
using namespace ludus::view;

Float4 Project(const Matrix& m, Float3 p)
{
    return {m.At[0] * p.X + m.At[4] * p.Y + m.At[8] * p.Z + m.At[12],
            m.At[1] * p.X + m.At[5] * p.Y + m.At[9] * p.Z + m.At[13],
            m.At[2] * p.X + m.At[6] * p.Y + m.At[10] * p.Z + m.At[14],
            m.At[3] * p.X + m.At[7] * p.Y + m.At[11] * p.Z + m.At[15]};
}

Bounds BoxOf(Float3 low, Float3 high)
{
    Bounds box;
    box.Add(low);
    box.Add(high);
    return box;
}

Camera CameraOf(const Bounds& box, const Orbit& orbit, uint32 width, uint32 height)
{
    return MakeCamera(FrameBoxes(std::span(&box, 1), orbit, width, height), box, orbit, width, height);
}

TEST(Framing, HoldsBoxesOfAnyShapeAndPlace)
{
    const Bounds boxes[] = {
        BoxOf({-1, -1, -1}, {1, 1, 1}),          BoxOf({0, 0, 0}, {1000, 1, 1}),
        BoxOf({5e6F, 0, 0}, {5e6F + 64, 9, 30}), BoxOf({0, 0, 0}, {1e-9F, 2e-9F, 1e-9F}),
        BoxOf({-1e14F, 0, 0}, {1e14F, 1, 1}),    BoxOf({-1, 0, -1}, {1, 0, 1}),
    };
    for (const Bounds& box : boxes)
    {
        for (const Orbit& orbit : {Orbit{}, Orbit{-120, -60, 1, {}}, Orbit{0, 89, 1, {}}})
        {
            const Camera camera = CameraOf(box, orbit, 640, 360);
            float32 outermost = 0;
            for (uint32 corner = 0; corner < 8; ++corner)
            {
                const Float4 clip = Project(camera.ClipFromWorld, box.Corner(corner));
                ASSERT_GT(clip.W, 0);
                outermost = std::max({outermost, std::fabs(clip.X / clip.W), std::fabs(clip.Y / clip.W)});
                EXPECT_GE(clip.Z / clip.W, 0);
                EXPECT_LE(clip.Z / clip.W, 1.001F);
            }
            EXPECT_LE(outermost, 0.95F);
            EXPECT_GE(outermost, 0.9F); // fills the picture
        }
    }
}

TEST(Framing, SurvivesASinglePoint)
{
    const Camera camera = CameraOf(BoxOf({3, 4, 5}, {3, 4, 5}), {}, 100, 100);
    EXPECT_TRUE(ludus::apps::IsFinite(camera.ClipFromWorld));
    const Camera origin = CameraOf(BoxOf({0, 0, 0}, {0, 0, 0}), {}, 100, 100);
    EXPECT_TRUE(ludus::apps::IsFinite(origin.ClipFromWorld));
}

TEST(Framing, LooksAtTheFrontFromYawZero)
{
    const Camera camera = CameraOf(BoxOf({-1, -1, -1}, {1, 1, 1}), {0, 0, 1, {}}, 100, 100);
    EXPECT_NEAR(camera.Eye.X, 0, 1e-5F);
    EXPECT_GT(camera.Eye.Z, 1);
    const Float4 right = Project(camera.ClipFromWorld, {1, 0, 0});
    EXPECT_GT(right.X, 0);
    const Float4 up = Project(camera.ClipFromWorld, {0, 1, 0});
    EXPECT_GT(up.Y, 0);
}

TEST(OrbitText, TakesTwoOrThreeNumbers)
{
    Orbit orbit;
    ASSERT_TRUE(ParseOrbit("-45,10.5", orbit));
    EXPECT_FLOAT_EQ(orbit.Yaw, -45);
    EXPECT_FLOAT_EQ(orbit.Pitch, 10.5F);
    EXPECT_FLOAT_EQ(orbit.Zoom, 1);
    ASSERT_TRUE(ParseOrbit("0,-89,2", orbit));
    EXPECT_FLOAT_EQ(orbit.Zoom, 2);
}

TEST(OrbitText, RefusesEverythingElse)
{
    for (const char* text :
         {"", "1", "1,", "1,2,", "1,2,3,4", "1;2", "a,b", "1,90", "1,2,0", "1,2,51", "nan,0", "1,2x", "1e9,0"})
    {
        Orbit orbit;
        EXPECT_FALSE(ParseOrbit(text, orbit)) << text;
        EXPECT_FLOAT_EQ(orbit.Yaw, Orbit{}.Yaw) << text;
    }
}

TEST(OrbitMoves, StayWithinTheirRanges)
{
    Orbit orbit;
    Turn(orbit, 5000, 5000);
    EXPECT_LE(std::fabs(orbit.Yaw), 180);
    EXPECT_FLOAT_EQ(orbit.Pitch, MAX_PITCH);
    ZoomBy(orbit, 1000);
    EXPECT_FLOAT_EQ(orbit.Zoom, MAX_ZOOM);
    ZoomBy(orbit, -1000);
    EXPECT_FLOAT_EQ(orbit.Zoom, MIN_ZOOM);
}

TEST(OrbitMoves, PanKeepsThePointUnderThePointer)
{
    const Bounds box = BoxOf({-1, -1, -1}, {1, 1, 1});
    Orbit orbit;
    const Camera before = CameraOf(box, orbit, 200, 100);
    Pan(orbit, before, 20, 10);
    const Camera after = CameraOf(box, orbit, 200, 100);
    const Framing framing = FrameBoxes(std::span(&box, 1), orbit, 200, 100);
    const Float4 clip = Project(after.ClipFromWorld, framing.Target);
    EXPECT_NEAR(clip.X / clip.W * 100, 20, 0.01F); // pixels right of the middle
    EXPECT_NEAR(clip.Y / clip.W * -50, 10, 0.01F); // pixels below it
}
} // namespace
