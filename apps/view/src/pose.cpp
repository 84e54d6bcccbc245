// Sampling of keyframes and the walk from nodes to draws.
#include "pose.h"

#include <algorithm>
#include <cmath>

namespace ludus::view
{
namespace
{
/// Numbers of one key.
usize WidthOf(const Channel& channel)
{
    return channel.Path == AnimatedPath::Rotation ? 4 : 3;
}

Float4 ValueAt(const Channel& channel, usize number)
{
    const usize width = WidthOf(channel);
    const float32* const values = channel.Values.data() + number * width;
    return {values[0], values[1], values[2], width == 4 ? values[3] : 0.0F};
}

Float4 Weigh(Float4 a, float32 shareA, Float4 b, float32 shareB)
{
    return {a.X * shareA + b.X * shareB, a.Y * shareA + b.Y * shareB, a.Z * shareA + b.Z * shareB,
            a.W * shareA + b.W * shareB};
}

float32 Dot4(Float4 a, Float4 b)
{
    return a.X * b.X + a.Y * b.Y + a.Z * b.Z + a.W * b.W;
}

/// Unit length; no rotation where a curve passes through zero.
Float4 NormalizeRotation(Float4 q)
{
    const float32 length = std::sqrt(Dot4(q, q));
    return length > 1e-6F ? Weigh(q, 1 / length, {}, 0) : Float4{0, 0, 0, 1};
}

/// Along the shorter arc. Nearly equal rotations are mixed straight: the sine of their angle is too small to divide by.
Float4 Slerp(Float4 a, Float4 b, float32 share)
{
    const float32 cosine = std::min(std::fabs(Dot4(a, b)), 1.0F);
    const float32 sign = Dot4(a, b) < 0 ? -1.0F : 1.0F;
    if (cosine > 0.9995F)
    {
        return Weigh(a, 1 - share, b, share * sign);
    }
    const float32 angle = std::acos(cosine);
    const float32 sine = std::sin(angle);
    return Weigh(a, std::sin((1 - share) * angle) / sine, b, std::sin(share * angle) / sine * sign);
}

/// Hermite spline between keys `key` and the next. A key has three values: in-tangent, value, out-tangent.
Float4 Spline(const Channel& channel, usize key, float32 share, float32 duration)
{
    const float32 square = share * share;
    const float32 cube = square * share;
    const Float4 values = Weigh(ValueAt(channel, key * 3 + 1), 2 * cube - 3 * square + 1, ValueAt(channel, key * 3 + 4),
                                3 * square - 2 * cube);
    const Float4 tangents = Weigh(ValueAt(channel, key * 3 + 2), (cube - 2 * square + share) * duration,
                                  ValueAt(channel, key * 3 + 3), (cube - square) * duration);
    return Weigh(values, 1, tangents, 1);
}

Float4 Interpolate(const Channel& channel, float32 seconds)
{
    const std::vector<float32>& times = channel.Times;
    const bool isSpline = channel.Between == Interpolation::CubicSpline;
    const auto valueOf = [&](usize key) { return ValueAt(channel, isSpline ? key * 3 + 1 : key); };
    if (!(seconds > times.front()))
    {
        return valueOf(0);
    }
    if (seconds >= times.back())
    {
        return valueOf(times.size() - 1);
    }
    const auto next = std::upper_bound(times.begin(), times.end(), seconds);
    const auto key = static_cast<usize>(next - times.begin()) - 1;
    const float32 duration = times[key + 1] - times[key];
    const float32 share = (seconds - times[key]) / duration;
    switch (channel.Between)
    {
    case Interpolation::Step:
        return valueOf(key);
    case Interpolation::CubicSpline:
        return Spline(channel, key, share, duration);
    case Interpolation::Linear:
        break;
    }
    return channel.Path == AnimatedPath::Rotation ? Slerp(valueOf(key), valueOf(key + 1), share)
                                                  : Weigh(valueOf(key), 1 - share, valueOf(key + 1), share);
}

void AddCorners(const Bounds& box, const Matrix& worldFromBox, Bounds& sum)
{
    for (uint32 corner = 0; corner < 8; ++corner)
    {
        sum.Add(apps::TransformPoint(worldFromBox, box.Corner(corner)));
    }
}

/// What the animation says of the nodes that it moves; `isMoved` tells which.
std::vector<Node> AnimateNodes(const Scene& scene, const Animation* animation, float32 seconds,
                               std::vector<bool>& isMoved)
{
    std::vector<Node> nodes = scene.Nodes;
    isMoved.assign(nodes.size(), false);
    if (animation == nullptr)
    {
        return nodes;
    }
    for (const Channel& channel : animation->Channels)
    {
        Node& node = nodes[channel.Node];
        const Float4 value = SampleChannel(channel, seconds);
        switch (channel.Path)
        {
        case AnimatedPath::Translation:
            node.Translation = {value.X, value.Y, value.Z};
            break;
        case AnimatedPath::Rotation:
            node.Rotation = value;
            break;
        case AnimatedPath::Scale:
            node.Scale = {value.X, value.Y, value.Z};
            break;
        }
        isMoved[channel.Node] = true;
    }
    for (usize index = 0; index < nodes.size(); ++index)
    {
        Node& node = nodes[index];
        if (isMoved[index])
        {
            node.ParentFromNode = apps::ComposeTransform(node.Translation, node.Rotation, node.Scale);
        }
        isMoved[index] = isMoved[index] || (node.Parent != NONE && isMoved[node.Parent]);
    }
    return nodes;
}

void PlaceDraw(const Scene& scene, const std::vector<bool>& isMoved, const Pose& pose, Draw& draw)
{
    const Primitive& primitive = scene.Primitives[draw.Primitive];
    if (draw.Skin != NONE)
    {
        // A skinned vertex is an average of where its joints put it, so it stays inside what holds all of those.
        const std::vector<Matrix>& joints = pose.WorldFromModel[draw.Skin];
        draw.WorldFromModel = {};
        draw.Box = {};
        for (const JointBox& part : primitive.JointBoxes)
        {
            AddCorners(part.Box, joints[part.Joint], draw.Box);
        }
        draw.IsMirrored =
            !primitive.JointBoxes.empty() && apps::Determinant3(joints[primitive.JointBoxes[0].Joint]) < 0;
    }
    else if (isMoved[draw.Node])
    {
        draw.WorldFromModel = pose.WorldFromNode[draw.Node];
        draw.Box = {};
        AddCorners(primitive.Box, draw.WorldFromModel, draw.Box);
        draw.IsMirrored = apps::Determinant3(draw.WorldFromModel) < 0;
    }
}
} // namespace

Float4 SampleChannel(const Channel& channel, float32 seconds)
{
    const Float4 value = Interpolate(channel, seconds);
    return channel.Path == AnimatedPath::Rotation ? NormalizeRotation(value) : value;
}

void PoseScene(const Scene& scene, const Animation* animation, float32 seconds, Pose& pose)
{
    std::vector<bool> isMoved;
    const std::vector<Node> nodes = AnimateNodes(scene, animation, seconds, isMoved);
    pose.WorldFromNode.resize(nodes.size());
    for (usize index = 0; index < nodes.size(); ++index)
    {
        const Node& node = nodes[index];
        pose.WorldFromNode[index] =
            node.Parent != NONE ? pose.WorldFromNode[node.Parent] * node.ParentFromNode : node.ParentFromNode;
    }
    pose.WorldFromModel.resize(scene.Skins.size());
    for (usize index = 0; index < scene.Skins.size(); ++index)
    {
        const Skin& skin = scene.Skins[index];
        pose.WorldFromModel[index].resize(skin.Joints.size());
        for (usize joint = 0; joint < skin.Joints.size(); ++joint)
        {
            pose.WorldFromModel[index][joint] = pose.WorldFromNode[skin.Joints[joint]] * skin.JointFromModel[joint];
        }
    }
    pose.Draws = scene.Draws;
    pose.Box = {};
    for (Draw& draw : pose.Draws)
    {
        PlaceDraw(scene, isMoved, pose, draw);
        pose.Box.Add(draw.Box.Low);
        pose.Box.Add(draw.Box.High);
    }
}
} // namespace ludus::view
