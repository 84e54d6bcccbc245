// Keyframes between and beyond their times, skins against numbers computed by hand, and damaged animations refused in
// words.
#include "gltf_animation.h"
#include "pose.h"
#include "skinned_model.h"

#include <functional>
#include <limits>

namespace
{
using namespace ludus::view;
using namespace ludus::view::tests;

Channel Move(Interpolation between, std::vector<float32> times, std::vector<float32> values)
{
    return {0, AnimatedPath::Translation, between, std::move(times), std::move(values)};
}

void ExpectNear(Float4 value, Float4 expected)
{
    EXPECT_NEAR(value.X, expected.X, 1e-5F);
    EXPECT_NEAR(value.Y, expected.Y, 1e-5F);
    EXPECT_NEAR(value.Z, expected.Z, 1e-5F);
    EXPECT_NEAR(value.W, expected.W, 1e-5F);
}

TEST(Channels, GoStraightBetweenKeysAndStayAtTheirEnds)
{
    const Channel channel = Move(Interpolation::Linear, {1, 3, 4}, {0, 0, 0, 10, 20, -40, 0, 0, 1});
    ExpectNear(SampleChannel(channel, 1.5F), {2.5F, 5, -10, 0});
    ExpectNear(SampleChannel(channel, 3), {10, 20, -40, 0});
    ExpectNear(SampleChannel(channel, 3.75F), {2.5F, 5, -9.25F, 0});
    ExpectNear(SampleChannel(channel, 0), {0, 0, 0, 0});
    ExpectNear(SampleChannel(channel, 100), {0, 0, 1, 0});
    ExpectNear(SampleChannel(channel, std::numeric_limits<float32>::quiet_NaN()), {0, 0, 0, 0});
}

TEST(Channels, StepAtTheirKeys)
{
    const Channel channel = Move(Interpolation::Step, {0, 1, 2}, {1, 0, 0, 2, 0, 0, 3, 0, 0});
    ExpectNear(SampleChannel(channel, 0.99F), {1, 0, 0, 0});
    ExpectNear(SampleChannel(channel, 1), {2, 0, 0, 0});
    ExpectNear(SampleChannel(channel, 1.99F), {2, 0, 0, 0});
    ExpectNear(SampleChannel(channel, 2), {3, 0, 0, 0});
}

// Keys of two seconds' distance: p0 = 1, out-tangent 3, in-tangent -1, p1 = 5. At a quarter of the way the Hermite
// weights are 27/32, 9/64, 5/32 and -3/64, the tangents' times two seconds.
TEST(Channels, FollowCubicSplines)
{
    const Channel channel =
        Move(Interpolation::CubicSpline, {4, 6}, {9, 9, 9, 1, 0, 0, 3, 0, 0, -1, 0, 0, 5, 0, 0, 9, 9, 9});
    const float32 expected = 1 * 27.0F / 32 + 3 * 2 * 9.0F / 64 + 5 * 5.0F / 32 + -1 * 2 * -3.0F / 64;
    ExpectNear(SampleChannel(channel, 4.5F), {expected, 0, 0, 0});
    ExpectNear(SampleChannel(channel, 4), {1, 0, 0, 0});
    ExpectNear(SampleChannel(channel, 6), {5, 0, 0, 0});
}

TEST(Channels, TurnAlongTheShorterArcAtOneSpeed)
{
    // From no turn to 120 degrees around Z, given as the other of the two quaternions that mean it.
    Channel channel{0, AnimatedPath::Rotation, Interpolation::Linear, {0, 1}, {0, 0, 0, 1, 0, 0, -0.8660254F, -0.5F}};
    ExpectNear(SampleChannel(channel, 0.25F), {0, 0, 0.25881905F, 0.96592583F}); // 30 degrees: sine and cosine of 15
    ExpectNear(SampleChannel(channel, 0.5F), {0, 0, 0.5F, 0.8660254F});
    channel.Values = {0, 0, 0, 1, 0, 0, 0, 1};
    ExpectNear(SampleChannel(channel, 0.5F), {0, 0, 0, 1});
    channel.Values = {0, 0, 0, 0, 0, 0, 0, 2}; // no rotation, and one that is too long
    ExpectNear(SampleChannel(channel, 0), {0, 0, 0, 1});
    ExpectNear(SampleChannel(channel, 1), {0, 0, 0, 1});
}

TEST(Poses, MoveChildrenWithTheirParents)
{
    Scene scene;
    Node root;
    Node child;
    child.Parent = 0;
    child.ParentFromNode = ludus::apps::ComposeTransform({0, 1, 0}, {0, 0, 0, 1}, {1, 1, 1});
    scene.Nodes = {root, child};
    Primitive primitive;
    primitive.Box.Add({0, 0, 0});
    primitive.Box.Add({1, 1, 1});
    scene.Primitives = {primitive};
    Draw draw;
    draw.Node = 1;
    scene.Draws = {draw};
    Animation animation;
    animation.Channels = {Move(Interpolation::Linear, {0, 1}, {0, 0, 0, 10, 0, 0}),
                          {0, AnimatedPath::Scale, Interpolation::Step, {0}, {-2, 2, 2}}};
    Pose pose;
    PoseScene(scene, &animation, 0.5F, pose);
    EXPECT_FLOAT_EQ(pose.Draws[0].WorldFromModel.At[12], 5); // the child's own place is across the scale
    EXPECT_FLOAT_EQ(pose.Draws[0].WorldFromModel.At[13], 2);
    EXPECT_TRUE(pose.Draws[0].IsMirrored);
    EXPECT_FLOAT_EQ(pose.Box.Low.X, 3);
    EXPECT_FLOAT_EQ(pose.Box.High.Y, 4);
}

TEST(Skins, PutVerticesWhereHandsDo)
{
    const Loaded square = LoadText(SkinnedSquare(true), BytesOfSquare({}));
    ASSERT_TRUE(square.IsLoaded) << square.Problem;
    EXPECT_TRUE(square.Content.Notes.empty());
    ASSERT_EQ(square.Content.Animations.size(), 1U);
    EXPECT_FLOAT_EQ(square.Content.Animations[0].Duration, 2);
    Pose pose;
    PoseScene(square.Content, &square.Content.Animations[0], 1, pose); // 40 degrees
    const SquareParts bent = Bend(40);
    const Primitive& primitive = square.Content.Primitives[0];
    for (usize vertex = 0; vertex < 4; ++vertex)
    {
        const Influence& influence = primitive.Influences[vertex];
        const Float3 position = primitive.Vertices[vertex].Position;
        const Float3 first = TransformPoint(pose.WorldFromModel[0][static_cast<usize>(influence.Joints.X)], position);
        const Float3 second = TransformPoint(pose.WorldFromModel[0][static_cast<usize>(influence.Joints.Y)], position);
        const Float3 placed = first * influence.Weights.X + second * influence.Weights.Y;
        EXPECT_NEAR(placed.X, bent.Positions[vertex * 3], 1e-5F);
        EXPECT_NEAR(placed.Y, bent.Positions[vertex * 3 + 1], 1e-5F);
        EXPECT_NEAR(placed.Z, bent.Positions[vertex * 3 + 2], 1e-5F);
        EXPECT_LE(pose.Draws[0].Box.Low.Z, placed.Z + 1e-5F);
        EXPECT_GE(pose.Draws[0].Box.High.Z, placed.Z - 1e-5F);
    }
}

/// Why the skinned square is refused with its numbers spoiled, and with `to` in its text where `from` was.
std::string ProblemOf(const std::function<void(SquareParts&)>& spoil, const std::string& from = "",
                      const std::string& to = "")
{
    SquareParts parts;
    spoil(parts);
    std::string text = SkinnedSquare(true);
    if (!from.empty())
    {
        text.replace(text.find(from), from.size(), to);
    }
    return LoadText(text, BytesOfSquare(parts)).Problem;
}

// A share too small to be shown is none: the joint it names may not exist.
TEST(Skins, LookAtNoJointWhoseShareIsNothing)
{
    SquareParts parts;
    parts.Joints[2] = 200;
    parts.Weights[0] = 1e30F;
    parts.Weights[2] = 1e-20F;
    const Loaded square = LoadText(SkinnedSquare(true), BytesOfSquare(parts));
    ASSERT_TRUE(square.IsLoaded) << square.Problem;
    const Influence& influence = square.Content.Primitives[0].Influences[0];
    EXPECT_EQ(influence.Joints.Z, 0);
    EXPECT_EQ(influence.Weights.Z, 0);
    EXPECT_EQ(influence.Weights.X, 1);
}

TEST(Skins, AreRefusedInWords)
{
    const auto keep = [](SquareParts&) {};
    const std::string mesh = "is damaged: mesh 0, primitive 0: ";
    EXPECT_EQ(ProblemOf(keep), "");
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Joints[9] = 2; }),
              "is damaged: node 0: a vertex of its mesh has joint 2, and skin 0 has 2");
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Joints[2] = 200; }), ""); // without a weight it moves nothing
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Weights[0] = 0; }),
              mesh + "WEIGHTS_0 of vertex 0 are no shares of a whole: 0, 0, 0, 0");
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Weights[5] = -1; }),
              mesh + "WEIGHTS_0 of vertex 1 are no shares of a whole: 1, -1, 0, 0");
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Weights[4] = NAN; }),
              mesh + "WEIGHTS_0 of vertex 1 is not finite");
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.InverseBind[3] = HUGE_VALF; }),
              "is damaged: skin 0: its inverse bind matrices are not finite");
    EXPECT_EQ(ProblemOf(keep, R"("inverseBindMatrices":4)", R"("inverseBindMatrices":44)"),
              "is damaged: skin 0: accessor 44 does not exist: there are 9");
    EXPECT_EQ(ProblemOf(keep, R"("joints":[1,2])", R"("joints":[1,2,0])"),
              "is damaged: skin 0: it has 2 inverse bind matrices for 3 joints");
    EXPECT_EQ(ProblemOf(keep, R"("joints":[1,2])", R"("joints":[1,9])"),
              "is damaged: skin 0: its joint is node 9, which does not exist");
    EXPECT_EQ(ProblemOf(keep, R"("nodes":[0,1,3])", R"("nodes":[0,3])"),
              "is damaged: node 0: it has skin 0, whose joints are not all nodes of the scene");
    EXPECT_EQ(ProblemOf(keep, R"("skin":0)", R"("skin":1)"), "is damaged: node 0: it has skin 1, which does not exist");
    EXPECT_EQ(ProblemOf(keep, R"(,"JOINTS_0":2,"WEIGHTS_0":3)", ""),
              "is damaged: node 0: it has skin 0, and its mesh has no joints and weights");
    EXPECT_EQ(ProblemOf(keep, R"(,"WEIGHTS_0":3)", ""),
              mesh + "it has one of JOINTS_0 and WEIGHTS_0 without the other");
}

TEST(Animations, AreRefusedInWords)
{
    const auto keep = [](SquareParts&) {};
    const std::string channel = "is damaged: animation 0, channel 0: ";
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Times[0] = NAN; }), channel + "time 0 is nan");
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Times[0] = -1; }), channel + "time 0 is -1");
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Times[1] = 0; }),
              channel + "its times do not grow: 0 comes after 0");
    EXPECT_EQ(ProblemOf([](SquareParts& parts) { parts.Rotations[2] = NAN; }), channel + "its values are not finite");
    EXPECT_EQ(ProblemOf(keep, R"("output":6)", R"("output":60)"), channel + "accessor 60 does not exist: there are 9");
    EXPECT_EQ(ProblemOf(keep, R"("input":5)", R"("input":6)"),
              channel + "accessor 6 has 4 components where 1 are needed");
    EXPECT_EQ(ProblemOf(keep, R"("output":6)", R"("output":6,"interpolation":"CUBICSPLINE")"),
              channel + "it has 2 values for 2 times, 3 each");
    EXPECT_EQ(ProblemOf(keep, R"("output":6)", R"("output":6,"interpolation":"GUESS")"),
              channel + "it has the unknown interpolation \"GUESS\"");
    EXPECT_EQ(ProblemOf(keep, R"("sampler":0)", R"("sampler":3)"), channel + "its sampler 3 does not exist");
    EXPECT_EQ(ProblemOf(keep, R"("node":2,"path")", R"("node":20,"path")"),
              "is damaged: animation 0, channel 0 moves node 20, which does not exist");
    EXPECT_EQ(ProblemOf(keep, R"("path":"rotation")", R"("path":"colour")"),
              channel + "it moves the unknown property \"colour\"");
    EXPECT_EQ(ProblemOf(keep, R"({"translation":[0,-0.5,0]})", R"({"matrix":[1,0,0,0,0,1,0,0,0,0,1,0,0,0,0,1]})"),
              "is damaged: animation 0 moves node 2, which is placed by a matrix");
}
} // namespace
