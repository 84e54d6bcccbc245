// The types of a glTF file's properties, checked before tinygltf reads them: it takes what is of another type, negative
// or too large for "not there", or for another number.
#pragma once

#include "problem.h"

#include <nlohmann/json_fwd.hpp>

namespace ludus::view
{
/// Whether every property that the viewer reads has the type and sign that glTF 2.0 gives it (whether an index names
/// something is found out where it is followed). `problem` receives the first that has not, with its place in the file.
[[nodiscard]] bool CheckTypes(const nlohmann::json& root, Problem& problem);
} // namespace ludus::view
