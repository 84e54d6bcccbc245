// What drivers in the lanes are known to get wrong: declared here with their source, so that cases expect it, and so
// that a case fails with news when a driver has been mended.
#pragma once

#include "lanes.h"

namespace ludus::graphics::rhi::tests
{
/// Indirect draws begin at the start of the index buffer, whatever offset it is bound at. Mesa's lavapipe before 23
/// does not look at the offset there; seen with Mesa 22.3.6. Ask with a session running.
[[nodiscard]] bool IgnoresIndexOffsetOfIndirectDraws(const Lane& lane);
} // namespace ludus::graphics::rhi::tests
