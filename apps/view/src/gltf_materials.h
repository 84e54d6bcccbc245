// Materials, samplers and images of a glTF file.
#pragma once

#include "load_scene.h"

#include <tiny_gltf.h>
#include <vector>

namespace ludus::view
{
/// Numbers of the TEXCOORD attributes that a material's textures are sampled with.
struct TexCoordSets final
{
    uint32 Numbers[2]{NONE, NONE}; // of Vertex::TexCoord
};

/// Converts one material of the file; images are numbered as in the file.
[[nodiscard]] bool ReadMaterial(const tinygltf::Model& model, usize index, Material& material, TexCoordSets& sets,
                                Problem& problem);

/// Decodes the images that `scene.Materials` use and renumbers their textures to `scene.Images`.
[[nodiscard]] bool DecodeImages(const tinygltf::Model& model, const ProgressReport& report, Scene& scene,
                                Problem& problem);
} // namespace ludus::view
