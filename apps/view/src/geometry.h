// Triangles: lists from strips and fans, flat normals, and pieces small enough for one buffer.
#pragma once

#include "scene.h"

#include <vector>

namespace ludus::view
{
/// Triangle list of a strip: every other triangle is turned, so that all face the same way. Triangles that join parts
/// of a strip (two equal indices) are left out.
[[nodiscard]] std::vector<uint32> ListFromStrip(const std::vector<uint32>& strip);

/// Triangle list of a fan around its first vertex; degenerate triangles are left out.
[[nodiscard]] std::vector<uint32> ListFromFan(const std::vector<uint32>& fan);

/// Gives every triangle vertices of its own, with the triangle's normal.
void MakeFlatNormals(Primitive& primitive);

/// Gives every vertex a tangent along the texture coordinates of that set: after MikkTSpace, each triangle's is
/// weighted by its angle at the vertex and made perpendicular to the normal. A vertex between a mirrored and a straight
/// piece of the texture is split in two. Normals must be there.
void MakeTangents(Primitive& primitive, uint32 texCoord);

/// Splits an indexed list into pieces of at most `maxVertices` vertices and `maxIndices` indices, in order. A primitive
/// that fits comes back as it is. Both limits are at least three.
[[nodiscard]] std::vector<Primitive> SplitPrimitive(Primitive primitive, usize maxVertices, usize maxIndices);

/// Box of the primitive's vertices.
[[nodiscard]] Bounds BoundsOf(const Primitive& primitive) noexcept;
} // namespace ludus::view
