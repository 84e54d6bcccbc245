// Primitives of glTF meshes as indexed triangle lists.
#pragma once

#include "problem.h"
#include "scene.h"

#include <tiny_gltf.h>

namespace ludus::view
{
/// Whether a primitive's mode gives triangles: lists, strips and fans do, points and lines do not.
[[nodiscard]] bool HasTriangles(const tinygltf::Primitive& primitive) noexcept;

/// Reads one primitive: positions, normals (flat ones where the file has none or none that can be used), colours, the
/// texture coordinates of `texCoordSet`, and indices. Finite and in range, or false. An empty list is possible.
[[nodiscard]] bool ReadPrimitive(const tinygltf::Model& model, const tinygltf::Primitive& described, uint32 texCoordSet,
                                 Primitive& primitive, Problem& problem);
} // namespace ludus::view
