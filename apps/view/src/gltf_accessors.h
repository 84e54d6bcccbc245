// Reading numbers out of glTF buffers: accessors of any component type and shape, sparse ones included, every range
// checked against its view and every view against its buffer.
#pragma once

#include "problem.h"

#include <ludus/foundation/base/types.h>

#include <span>
#include <tiny_gltf.h>
#include <vector>

namespace ludus::view
{
/// Bytes of a buffer view, checked against its buffer.
[[nodiscard]] bool ReadBufferView(const tinygltf::Model& model, int view, std::span<const unsigned char>& bytes,
                                  Problem& problem);

/// Elements of `components` numbers each (1 for SCALAR to 4 for VEC4, 16 for MAT4), one after the other. Integers
/// become their value, or 0..1 (-1..1 signed) when the accessor is normalized. The accessor must have exactly that
/// shape.
[[nodiscard]] bool ReadFloats(const tinygltf::Model& model, int accessor, int components,
                              std::vector<foundation::float32>& values, Problem& problem);

/// Unsigned integers of a SCALAR accessor.
[[nodiscard]] bool ReadIndices(const tinygltf::Model& model, int accessor, std::vector<foundation::uint32>& values,
                               Problem& problem);

/// Components of an accessor's elements (VEC3: 3), zero for one that does not exist or is a matrix smaller than
/// MAT4.
[[nodiscard]] int CountComponents(const tinygltf::Model& model, int accessor);
} // namespace ludus::view
