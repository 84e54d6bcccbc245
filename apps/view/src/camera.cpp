// Framing from bounds and the orbit's movements.
#include "camera.h"

#include <algorithm>
#include <cmath>
#include <locale>
#include <sstream>
#include <string>

namespace ludus::view
{
namespace
{
constexpr float32 FIELD_OF_VIEW = 35.0F * apps::PI / 180.0F; // vertical; long enough that boxes look like boxes
constexpr float32 MARGIN = 1.06F;                            // a little air around the model
constexpr float32 DEGREES_PER_PIXEL = 0.35F;

/// The distance from the box's centre at which all eight corners are inside the picture.
float32 FitDistance(const Bounds& box, const Camera& camera, float32 tangentX, float32 tangentY)
{
    float32 distance = 0;
    for (uint32 corner = 0; corner < 8; ++corner)
    {
        const Float3 point = box.Corner(corner) - box.Center();
        const float32 toward = Dot(point, camera.Back);
        distance = std::max(distance, toward + std::fabs(Dot(point, camera.Right)) / tangentX);
        distance = std::max(distance, toward + std::fabs(Dot(point, camera.Up)) / tangentY);
    }
    return distance * MARGIN;
}
} // namespace

bool ParseOrbit(std::string_view text, Orbit& orbit)
{
    std::istringstream stream{std::string(text)};
    stream.imbue(std::locale::classic());
    Orbit parsed = orbit;
    char comma = 0;
    if (!(stream >> parsed.Yaw >> comma >> parsed.Pitch) || comma != ',')
    {
        return false;
    }
    if (stream >> comma && (comma != ',' || !(stream >> parsed.Zoom)))
    {
        return false;
    }
    std::string rest;
    stream.clear();
    stream >> rest;
    if (!rest.empty() || !(std::fabs(parsed.Yaw) <= 3600.0F) || !(std::fabs(parsed.Pitch) <= MAX_PITCH) ||
        !(parsed.Zoom >= MIN_ZOOM && parsed.Zoom <= MAX_ZOOM))
    {
        return false;
    }
    orbit = parsed;
    return true;
}

Camera MakeCamera(const Bounds& box, const Orbit& orbit, uint32 width, uint32 height)
{
    const float32 yaw = orbit.Yaw * apps::PI / 180.0F;
    const float32 pitch = orbit.Pitch * apps::PI / 180.0F;
    Camera camera;
    camera.Back = {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
    camera.Right = Normalize(Cross({0, 1, 0}, camera.Back), {1, 0, 0});
    camera.Up = Cross(camera.Back, camera.Right);

    const float32 aspect = static_cast<float32>(width) / static_cast<float32>(height);
    const float32 tangentY = std::tan(FIELD_OF_VIEW * 0.5F);
    const float32 radius = std::max(Length(box.High * 0.5F - box.Low * 0.5F),
                                    1e-6F * std::max(Length(box.Center()), 1e-20F)); // a single point has none
    const float32 distance = std::max(FitDistance(box, camera, tangentY * aspect, tangentY), radius) / orbit.Zoom;
    const Float3 target = box.Center() + orbit.Offset;
    camera.Eye = target + camera.Back * distance;
    camera.UnitsPerPixel = 2 * tangentY * distance / static_cast<float32>(height);

    // Depth reaches from just before the box to just behind it, and never so near that its precision is lost.
    const float32 centerDepth = Dot(camera.Eye - box.Center(), camera.Back);
    const float32 far = std::max(centerDepth + radius * 1.01F, distance * 0.01F);
    const float32 near = std::max(centerDepth - radius * 1.01F, std::min(distance, far) * 0.002F);
    camera.ClipFromWorld = apps::Perspective(FIELD_OF_VIEW, aspect, near, std::max(far, near * 1.01F)) *
                           apps::LookAt(camera.Eye, target, {0, 1, 0});
    return camera;
}

void Turn(Orbit& orbit, float32 pixelsX, float32 pixelsY) noexcept
{
    orbit.Yaw = std::remainder(orbit.Yaw - pixelsX * DEGREES_PER_PIXEL, 360.0F);
    orbit.Pitch = std::clamp(orbit.Pitch + pixelsY * DEGREES_PER_PIXEL, -MAX_PITCH, MAX_PITCH);
}

void ZoomBy(Orbit& orbit, float32 notches) noexcept
{
    orbit.Zoom = std::clamp(orbit.Zoom * std::pow(1.15F, notches), MIN_ZOOM, MAX_ZOOM);
}

void Pan(Orbit& orbit, const Camera& camera, float32 pixelsX, float32 pixelsY) noexcept
{
    orbit.Offset =
        orbit.Offset - camera.Right * (pixelsX * camera.UnitsPerPixel) + camera.Up * (pixelsY * camera.UnitsPerPixel);
}
} // namespace ludus::view
