// Skins and animations of a glTF file.
#pragma once

#include "problem.h"
#include "scene.h"

#include <tiny_gltf.h>
#include <vector>

namespace ludus::view
{
/// Reads every skin. `places` has the number of each of the file's nodes in `scene.Nodes`, or NONE where the scene does
/// not reach it: a skin whose joints are not all there keeps no joints, and may not be used.
[[nodiscard]] bool ReadSkins(const tinygltf::Model& model, const std::vector<uint32>& places, Scene& scene,
                             Problem& problem);

/// Reads every animation. Channels of nodes that the scene does not reach are left out, and so are those of morph
/// weights, with a note.
[[nodiscard]] bool ReadAnimations(const tinygltf::Model& model, const std::vector<uint32>& places, Scene& scene,
                                  Problem& problem);
} // namespace ludus::view
