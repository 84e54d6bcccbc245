// A glTF 2.0 file as tinygltf reads it, with the checks that must come before anyone looks into it.
#pragma once

#include "problem.h"

#include <tiny_gltf.h>

#include <string>
#include <string_view>
#include <vector>

namespace ludus::view
{
/// Whether the viewer does what this extension of glTF asks for.
[[nodiscard]] bool IsKnownExtension(std::string_view name) noexcept;

/// Reads a .gltf or .glb file (told apart by content) and the buffers it names. Images stay encoded: external ones are
/// in Image::image with as_is set; those in buffer views are left where they are. `notes` receives what tinygltf warns
/// of. A file that requires an unknown extension is refused. On failure false, and `problem` says why.
[[nodiscard]] bool ReadGltfFile(const std::string& path, tinygltf::Model& model, std::vector<std::string>& notes,
                                Problem& problem);
} // namespace ludus::view
