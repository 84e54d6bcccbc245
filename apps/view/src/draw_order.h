// In which order a scene's draws are recorded. Pure.
#pragma once

#include "scene.h"

#include <span>
#include <vector>

namespace ludus::view
{
/// Indices into `draws` of the scene: first what is not blended, equal states together and materials in order; then
/// what is blended, farthest first as seen along `back` (from the target to the eye). Equal ones keep the file's order.
[[nodiscard]] std::vector<uint32> OrderDraws(const Scene& scene, std::span<const Draw> draws, Float3 back);
} // namespace ludus::view
