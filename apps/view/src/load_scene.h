// From a file's path to a scene that can be drawn, or to a sentence that says why not.
#pragma once

#include "problem.h"
#include "scene.h"

#include <functional>
#include <string>
#include <string_view>

namespace ludus::view
{
/// Told about long work: what is being done, and how much of it is finished.
using ProgressReport = std::function<void(std::string_view what, usize done, usize total)>;

/// Most vertices and indices of one primitive; larger ones are split. Two buffers of at most 16 MiB.
constexpr usize MAX_PRIMITIVE_VERTICES = (usize{16} << 20) / sizeof(Vertex);
constexpr usize MAX_PRIMITIVE_INDICES = (usize{16} << 20) / sizeof(uint32) / 3 * 3;

/// Loads a glTF 2.0 file: its default scene, or its first. Everything in `scene` is finite, in range and has something
/// to draw. On failure false, `problem` holds one sentence that goes on after the file's name, and `scene` is as it
/// was.
[[nodiscard]] bool LoadScene(const std::string& path, const ProgressReport& report, Scene& scene, Problem& problem);
} // namespace ludus::view
