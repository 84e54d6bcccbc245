// Materials, samplers and images of a glTF file.
#pragma once

#include "load_scene.h"

#include <tiny_gltf.h>
#include <vector>

namespace ludus::view
{
/// Converts one material of the file; images are numbered as in the file. `texCoordSet` is the number of the TEXCOORD
/// attribute that its base colour is sampled with.
[[nodiscard]] bool ReadMaterial(const tinygltf::Model& model, usize index, Material& material, uint32& texCoordSet,
                                Problem& problem);

/// Decodes the images that `scene.Materials` use and renumbers their textures to `scene.Images`.
[[nodiscard]] bool DecodeImages(const tinygltf::Model& model, const ProgressReport& report, Scene& scene,
                                Problem& problem);
} // namespace ludus::view
