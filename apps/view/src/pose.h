// A scene at a moment: where its nodes stand, what its draws look like, and the matrices of its joints. Pure.
#pragma once

#include "scene.h"

#include <vector>

namespace ludus::view
{
struct Pose final
{
    std::vector<Matrix> WorldFromNode{};               // one a node
    std::vector<Draw> Draws{};                         // of the scene, placed
    std::vector<std::vector<Matrix>> WorldFromModel{}; // one a joint of each skin
    Bounds Box{};
};

/// The channel's value at a time: three numbers, or four of a unit quaternion. Before the first and after the last of
/// its times it stays as it is there (glTF 2.0 specification, 3.11 and appendix C).
[[nodiscard]] Float4 SampleChannel(const Channel& channel, float32 seconds);

/// Poses the scene by one of its animations, or as the file places it (null). Boxes of what moves hold it, and may be
/// larger than need be.
void PoseScene(const Scene& scene, const Animation* animation, float32 seconds, Pose& pose);
} // namespace ludus::view
