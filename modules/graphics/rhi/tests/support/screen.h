// Pixels of an X11 window as they are on the screen.
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi::tests
{
/// The texel of a window, packed as RGBA from its lowest byte on, with alpha 255; asks again for two seconds while it
/// is not `expected`, because presentation is late. Zero when the screen cannot be read.
[[nodiscard]] foundation::uint32 WaitForScreenPixel(foundation::uint64 window, int x, int y,
                                                    foundation::uint32 expected);
} // namespace ludus::graphics::rhi::tests
