// Framing from bounds and the orbit's movements.
#include "camera.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <locale>
#include <sstream>
#include <string>

namespace ludus::view
{
namespace
{
constexpr float32 FIELD_OF_VIEW = 35.0F * apps::PI / 180.0F; // vertical; long enough that boxes look like boxes
constexpr float32 FILLED = 0.94F;                            // of the picture's half width or height: leaves some air
constexpr float32 DEGREES_PER_PIXEL = 0.35F;

/// Half the box's diagonal; a little for a single point, which has none.
float32 RadiusOf(const Bounds& box)
{
    return std::max(Length(box.High * 0.5F - box.Low * 0.5F), 1e-6F * std::max(Length(box.Center()), 1e-20F));
}

/// The directions of a camera on the orbit, without a place.
Camera Aim(const Orbit& orbit)
{
    const float32 yaw = orbit.Yaw * apps::PI / 180.0F;
    const float32 pitch = orbit.Pitch * apps::PI / 180.0F;
    Camera camera;
    camera.Back = {std::sin(yaw) * std::cos(pitch), std::sin(pitch), std::cos(yaw) * std::cos(pitch)};
    camera.Right = apps::Normalize(Cross({0, 1, 0}, camera.Back), {1, 0, 0});
    camera.Up = Cross(camera.Back, camera.Right);
    return camera;
}

/// One axis of the picture. A point at `across` and `toward` the viewer is inside when
/// |across - middle| <= tangent * (distance - toward): the least distance follows from the two outermost slopes.
struct Extent final
{
    float32 Low{std::numeric_limits<float32>::lowest()};  // of -across + tangent * toward
    float32 High{std::numeric_limits<float32>::lowest()}; // of across + tangent * toward

    void Add(float32 across, float32 slope) noexcept
    {
        Low = std::max(Low, slope - across);
        High = std::max(High, slope + across);
    }

    [[nodiscard]] float32 Middle() const noexcept { return (High - Low) * 0.5F; }

    /// When the camera looks at zero instead of the middle.
    [[nodiscard]] float32 CenteredDistance(float32 tangent) const noexcept { return std::max(High, Low) / tangent; }

    [[nodiscard]] float32 Distance(float32 tangent) const noexcept { return (High + Low) * 0.5F / tangent; }
};

/// What boxes take up in a picture, seen along one direction.
struct Silhouette final
{
    Extent Horizontal{};
    Extent Vertical{};
    float32 TangentX{0};
    float32 TangentY{0};
};

Silhouette Outline(std::span<const Bounds> boxes, Float3 center, const Camera& camera, uint32 width, uint32 height)
{
    Silhouette outline;
    outline.TangentY = std::tan(FIELD_OF_VIEW * 0.5F) * FILLED;
    outline.TangentX = outline.TangentY * static_cast<float32>(width) / static_cast<float32>(height);
    for (const Bounds& box : boxes)
    {
        for (uint32 corner = 0; corner < 8; ++corner)
        {
            const Float3 point = box.Corner(corner) - center;
            const float32 toward = Dot(point, camera.Back);
            outline.Horizontal.Add(Dot(point, camera.Right), toward * outline.TangentX);
            outline.Vertical.Add(Dot(point, camera.Up), toward * outline.TangentY);
        }
    }
    return outline;
}

Bounds UnionOf(std::span<const Bounds> boxes)
{
    Bounds whole;
    for (const Bounds& box : boxes)
    {
        whole.Add(box.Low);
        whole.Add(box.High);
    }
    return whole;
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

Framing FrameBoxes(std::span<const Bounds> boxes, const Orbit& orbit, uint32 width, uint32 height)
{
    const Bounds whole = UnionOf(boxes);
    const Camera camera = Aim(orbit);
    const Silhouette outline = Outline(boxes, whole.Center(), camera, width, height);
    Framing framing;
    framing.Target =
        whole.Center() + camera.Right * outline.Horizontal.Middle() + camera.Up * outline.Vertical.Middle();
    framing.Distance = std::max(
        {outline.Horizontal.Distance(outline.TangentX), outline.Vertical.Distance(outline.TangentY), RadiusOf(whole)});
    return framing;
}

Framing FrameTurn(std::span<const Bounds> boxes, const Orbit& orbit, uint32 width, uint32 height)
{
    constexpr uint32 SIDES = 72; // every five degrees
    const Bounds whole = UnionOf(boxes);
    Framing framing;
    framing.Target = whole.Center();
    framing.Distance = RadiusOf(whole);
    for (uint32 side = 0; side < SIDES; ++side)
    {
        Orbit turned = orbit;
        turned.Yaw = static_cast<float32>(side) * 360.0F / static_cast<float32>(SIDES);
        const Silhouette outline = Outline(boxes, framing.Target, Aim(turned), width, height);
        framing.Distance = std::max({framing.Distance, outline.Horizontal.CenteredDistance(outline.TangentX),
                                     outline.Vertical.CenteredDistance(outline.TangentY)});
    }
    return framing;
}

Camera MakeCamera(const Framing& framing, const Bounds& whole, const Orbit& orbit, uint32 width, uint32 height)
{
    Camera camera = Aim(orbit);
    const float32 distance = framing.Distance / orbit.Zoom;
    const Float3 target = framing.Target + orbit.Offset;
    camera.Eye = target + camera.Back * distance;
    camera.UnitsPerPixel = 2 * std::tan(FIELD_OF_VIEW * 0.5F) * distance / static_cast<float32>(height);

    // Depth reaches from just before the box to just behind it, and never so near that its precision is lost.
    const float32 reach = RadiusOf(whole) * 1.01F;
    const float32 centerDepth = Dot(camera.Eye - whole.Center(), camera.Back);
    const float32 far = std::max(centerDepth + reach, distance * 0.01F);
    const float32 near = std::max(centerDepth - reach, std::min(distance, far) * 0.002F);
    const float32 aspect = static_cast<float32>(width) / static_cast<float32>(height);
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
