// The command line of ludus-view.
#pragma once

#include "camera.h"

#include <ludus/graphics/rhi/rhi.h>

#include <string>

namespace ludus::view
{
struct Arguments final
{
    std::string Model{};
    std::string Out{}; // empty: open a window
    uint32 Width{1280};
    uint32 Height{720};
    graphics::rhi::BackendSelection Backend{graphics::rhi::BackendSelection::Auto};
    Orbit Camera{};
    bool IsStill{false}; // --time was given: nothing moves
    float64 Seconds{0};
    uint32 Turntable{0}; // pictures around the model; zero: one picture
    uint32 Frames{1};    // drawn before the picture is taken; without a picture zero means until the window closes
};

/// Reads the command line. False: `exitCode` is to be returned at once, and help or the reason has been printed.
[[nodiscard]] bool ParseArguments(int count, char** values, Arguments& arguments, int& exitCode);
} // namespace ludus::view
