// How ludus-view ends.
#pragma once

namespace ludus::view
{
constexpr int EXIT_SHOWN = 0;
constexpr int EXIT_DEVICE = 1;  // the device, the window or the output file made trouble
constexpr int EXIT_REFUSED = 2; // the model or the arguments cannot be used
} // namespace ludus::view
