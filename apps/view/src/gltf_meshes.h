// Primitives of glTF meshes as indexed triangle lists.
#pragma once

#include "gltf_materials.h"
#include "problem.h"
#include "scene.h"

#include <tiny_gltf.h>

namespace ludus::view
{
/// Whether a primitive's mode gives triangles: lists, strips and fans do, points and lines do not.
[[nodiscard]] bool HasTriangles(const tinygltf::Primitive& primitive) noexcept;

/// Reads one primitive: positions, normals (flat ones where the file has none or none that can be used), tangents (made
/// where `material` needs them and the file has none), colours, the texture coordinates of `sets`, joints and weights,
/// and indices. Finite and in range, or false. An empty list is possible.
[[nodiscard]] bool ReadPrimitive(const tinygltf::Model& model, const tinygltf::Primitive& described,
                                 const Material& material, const TexCoordSets& sets, Primitive& primitive,
                                 Problem& problem);

/// Boxes of the vertices that each joint moves, for a primitive with Influences.
void FindJointBoxes(Primitive& primitive);
} // namespace ludus::view
