// Inverse bind matrices, keyframe times and values, checked number by number.
#include "gltf_animation.h"
#include "gltf_accessors.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace ludus::view
{
namespace
{
bool AreFinite(const std::vector<float32>& values)
{
    return std::all_of(values.begin(), values.end(), [](float32 value) { return std::isfinite(value); });
}

bool ReadInverseBindMatrices(const tinygltf::Model& model, const tinygltf::Skin& described, Skin& skin,
                             Problem& problem)
{
    skin.JointFromModel.resize(described.joints.size());
    if (described.inverseBindMatrices < 0)
    {
        return true; // identities: already applied to the vertices
    }
    std::vector<float32> values;
    if (!ReadFloats(model, described.inverseBindMatrices, 16, values, problem))
    {
        return false;
    }
    if (values.size() < described.joints.size() * 16)
    {
        return problem.Say("it has ", values.size() / 16, " inverse bind matrices for ", described.joints.size(),
                           " joints");
    }
    if (!AreFinite(values))
    {
        return problem.Say("its inverse bind matrices are not finite");
    }
    for (usize joint = 0; joint < skin.JointFromModel.size(); ++joint)
    {
        std::copy_n(values.begin() + static_cast<std::ptrdiff_t>(joint * 16), 16, skin.JointFromModel[joint].At);
    }
    return true;
}

bool ReadSkin(const tinygltf::Model& model, const tinygltf::Skin& described, const std::vector<uint32>& places,
              Skin& skin, Problem& problem)
{
    if (described.joints.empty() || described.joints.size() > MAX_JOINTS)
    {
        return problem.Say("it has ", described.joints.size(), " joints; 1 to ", MAX_JOINTS, " are possible");
    }
    if (!ReadInverseBindMatrices(model, described, skin, problem))
    {
        return false;
    }
    for (const int joint : described.joints)
    {
        if (joint < 0 || static_cast<usize>(joint) >= places.size())
        {
            return problem.Say("its joint is node ", joint, ", which does not exist");
        }
        skin.Joints.push_back(places[static_cast<usize>(joint)]);
    }
    if (std::find(skin.Joints.begin(), skin.Joints.end(), NONE) != skin.Joints.end())
    {
        skin = {};
    }
    return true;
}

bool ReadTimes(const tinygltf::Model& model, int accessor, std::vector<float32>& times, Problem& problem)
{
    if (!ReadFloats(model, accessor, 1, times, problem))
    {
        return false;
    }
    for (usize index = 0; index < times.size(); ++index)
    {
        if (!std::isfinite(times[index]) || times[index] < 0)
        {
            return problem.Say("time ", index, " is ", times[index]);
        }
        if (index != 0 && !(times[index] > times[index - 1]))
        {
            return problem.Say("its times do not grow: ", times[index], " comes after ", times[index - 1]);
        }
    }
    return true;
}

bool ReadInterpolation(const std::string& name, Interpolation& interpolation, Problem& problem)
{
    if (name == "STEP")
    {
        interpolation = Interpolation::Step;
        return true;
    }
    if (name == "CUBICSPLINE")
    {
        interpolation = Interpolation::CubicSpline;
        return true;
    }
    interpolation = Interpolation::Linear;
    return name.empty() || name == "LINEAR" || problem.Say("it has the unknown interpolation \"", name, "\"");
}

bool ReadValues(const tinygltf::Model& model, int accessor, Channel& channel, Problem& problem)
{
    const usize width = channel.Path == AnimatedPath::Rotation ? 4 : 3;
    if (!ReadFloats(model, accessor, static_cast<int>(width), channel.Values, problem))
    {
        return false;
    }
    const usize perKey = channel.Between == Interpolation::CubicSpline ? 3 : 1;
    if (channel.Values.size() != channel.Times.size() * perKey * width)
    {
        return problem.Say("it has ", channel.Values.size() / width, " values for ", channel.Times.size(), " times, ",
                           perKey, " each");
    }
    return AreFinite(channel.Values) || problem.Say("its values are not finite");
}

bool ReadPath(const std::string& name, AnimatedPath& path, Problem& problem)
{
    if (name == "translation")
    {
        path = AnimatedPath::Translation;
    }
    else if (name == "rotation")
    {
        path = AnimatedPath::Rotation;
    }
    else if (name == "scale")
    {
        path = AnimatedPath::Scale;
    }
    else
    {
        return problem.Say("it moves the unknown property \"", name, "\"");
    }
    return true;
}

bool ReadChannel(const tinygltf::Model& model, const tinygltf::Animation& animation,
                 const tinygltf::AnimationChannel& described, Channel& channel, Problem& problem)
{
    if (described.sampler < 0 || static_cast<usize>(described.sampler) >= animation.samplers.size())
    {
        return problem.Say("its sampler ", described.sampler, " does not exist");
    }
    const tinygltf::AnimationSampler& sampler = animation.samplers[static_cast<usize>(described.sampler)];
    return ReadPath(described.target_path, channel.Path, problem) &&
           ReadInterpolation(sampler.interpolation, channel.Between, problem) &&
           ReadTimes(model, sampler.input, channel.Times, problem) &&
           ReadValues(model, sampler.output, channel, problem);
}

bool ReadAnimation(const tinygltf::Model& model, usize index, const std::vector<uint32>& places, Scene& scene,
                   Problem& problem)
{
    const tinygltf::Animation& described = model.animations[index];
    Animation animation;
    animation.Name = described.name;
    bool hasWeights = false;
    for (usize number = 0; number < described.channels.size(); ++number)
    {
        const tinygltf::AnimationChannel& source = described.channels[number];
        hasWeights = hasWeights || source.target_path == "weights";
        if (source.target_path == "weights" || source.target_node < 0)
        {
            continue; // an extension may say what a channel without a node moves
        }
        Channel channel;
        Problem inner;
        if (static_cast<usize>(source.target_node) >= places.size())
        {
            return problem.Say("is damaged: animation ", index, ", channel ", number, " moves node ",
                               source.target_node, ", which does not exist");
        }
        if (!ReadChannel(model, described, source, channel, inner))
        {
            return problem.Say("is damaged: animation ", index, ", channel ", number, ": ", inner.Text);
        }
        channel.Node = places[static_cast<usize>(source.target_node)];
        if (channel.Node != NONE)
        {
            if (!model.nodes[static_cast<usize>(source.target_node)].matrix.empty())
            {
                return problem.Say("is damaged: animation ", index, " moves node ", source.target_node,
                                   ", which is placed by a matrix");
            }
            animation.Duration = std::max(animation.Duration, channel.Times.back());
            animation.Channels.push_back(std::move(channel));
        }
    }
    if (hasWeights)
    {
        scene.Notes.push_back("animation " + std::to_string(index) + ": weights of morph targets are ignored");
    }
    if (!animation.Channels.empty())
    {
        scene.Animations.push_back(std::move(animation));
    }
    return true;
}
} // namespace

bool ReadSkins(const tinygltf::Model& model, const std::vector<uint32>& places, Scene& scene, Problem& problem)
{
    for (usize index = 0; index < model.skins.size(); ++index)
    {
        Problem inner;
        if (!ReadSkin(model, model.skins[index], places, scene.Skins.emplace_back(), inner))
        {
            return problem.Say("is damaged: skin ", index, ": ", inner.Text);
        }
    }
    return true;
}

bool ReadAnimations(const tinygltf::Model& model, const std::vector<uint32>& places, Scene& scene, Problem& problem)
{
    for (usize index = 0; index < model.animations.size(); ++index)
    {
        if (!ReadAnimation(model, index, places, scene, problem))
        {
            return false;
        }
    }
    if (scene.Animations.size() > 1)
    {
        scene.Notes.push_back("only the first of its " + std::to_string(scene.Animations.size()) +
                              " animations is played");
    }
    return true;
}
} // namespace ludus::view
