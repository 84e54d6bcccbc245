// A camera that circles around a box: where it stands, what it sees, and how user and command line move it.
#pragma once

#include "scene.h"

#include <span>
#include <string_view>

namespace ludus::view
{
/// Angles are degrees, so that they can be typed. Yaw 0 looks along -Z, the model's front; positive yaw goes to the
/// model's left side, positive pitch above it. Zoom 1 fills the picture, larger is nearer.
struct Orbit final
{
    float32 Yaw{30};
    float32 Pitch{20};
    float32 Zoom{1};
    Float3 Offset{}; // of the point looked at from the framing's target, in world units
};

constexpr float32 MAX_PITCH = 89; // beyond it up and down change places
constexpr float32 MIN_ZOOM = 0.02F;
constexpr float32 MAX_ZOOM = 50;

/// Where a camera has to look, and from how far, so that the model fills the picture.
struct Framing final
{
    Float3 Target{};
    float32 Distance{1};
};

/// What one frame is drawn with.
struct Camera final
{
    Matrix ClipFromWorld{};
    Float3 Eye{};
    Float3 Right{};
    Float3 Up{};
    Float3 Back{};            // from the target to the eye
    float32 UnitsPerPixel{0}; // at the target
};

/// Reads YAW,PITCH or YAW,PITCH,ZOOM. False, changing nothing, for anything else and for values out of range.
[[nodiscard]] bool ParseOrbit(std::string_view text, Orbit& orbit);

/// The nearest place from which all boxes are inside a picture of that many pixels, with a little air around them, for
/// a camera that looks along the orbit's direction. It is kept while the model turns, so that it does not seem to
/// breathe.
[[nodiscard]] Framing FrameBoxes(std::span<const Bounds> boxes, const Orbit& orbit, uint32 width, uint32 height);

/// Likewise from every side at the orbit's height: around the middle of the boxes.
[[nodiscard]] Framing FrameTurn(std::span<const Bounds> boxes, const Orbit& orbit, uint32 width, uint32 height);

/// The camera for a picture of that many pixels. Depth holds all of `whole`, the box around everything.
[[nodiscard]] Camera MakeCamera(const Framing& framing, const Bounds& whole, const Orbit& orbit, uint32 width,
                                uint32 height);

/// Dragging by pixels: turns the model with the pointer.
void Turn(Orbit& orbit, float32 pixelsX, float32 pixelsY) noexcept;

/// Notches of the wheel; positive goes nearer.
void ZoomBy(Orbit& orbit, float32 notches) noexcept;

/// Dragging by pixels: moves the model with the pointer.
void Pan(Orbit& orbit, const Camera& camera, float32 pixelsX, float32 pixelsY) noexcept;
} // namespace ludus::view
