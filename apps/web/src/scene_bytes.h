// A scene as one run of bytes, in which a worker hands it to the page: the same program on both sides.
#pragma once

#include <scene.h>

#include <span>
#include <vector>

namespace ludus::web
{
[[nodiscard]] std::vector<foundation::uint8> PackScene(view::Scene& scene);

/// False when these are not the bytes of a scene; `scene` is as it was then.
[[nodiscard]] bool UnpackScene(std::span<const foundation::uint8> bytes, view::Scene& scene);
} // namespace ludus::web
