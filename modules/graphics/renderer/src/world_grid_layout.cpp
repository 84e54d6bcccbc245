// Spacing, plane and lines of a world grid.
#include <ludus/graphics/renderer/world_grid_layout.h>

#include <cmath>

namespace ludus::graphics::renderer
{
namespace
{
using namespace foundation::core;
using rhi::RasterStatus;

constexpr float64 MIN_PIXELS = 10;     // between minor lines at the focus
constexpr float64 MAJOR = 10;          // minor steps from one major line to the next
constexpr float64 MAX_STEPS = 4194304; // from the world's origin: beyond it 32-bit coordinates of lines begin to merge
constexpr float64 PLANE_REACH = 400;   // minor steps from the middle of the analytic square to its edge

constexpr GridFloat4 MINOR_COLOR{0.5F, 0.5F, 0.5F, 0.35F};
constexpr GridFloat4 MAJOR_COLOR{0.42F, 0.42F, 0.42F, 0.7F};
constexpr GridFloat4 AXIS_COLORS[3] = {{0.86F, 0.2F, 0.24F, 1}, {0.35F, 0.68F, 0.16F, 1}, {0.16F, 0.42F, 0.9F, 1}};
constexpr float32 LINE_WIDTH = 1;
constexpr float32 AXIS_WIDTH = 2;

/// What both forms of the grid are made from. Axes are 0, 1, 2 for X, Y, Z.
struct Layout final
{
    WorldGridPlaneKind Kind{WorldGridPlaneKind::XZ};
    uint32 U{0};
    uint32 V{2};
    uint32 Off{1};
    float64 Spacing{0};
    float64 StepsU{0}; // whole minor steps from the world's origin to the line nearest to the focus
    float64 StepsV{0};
};

bool IsFinite(GridFloat3 a) noexcept
{
    return std::isfinite(a.X) && std::isfinite(a.Y) && std::isfinite(a.Z);
}

bool IsWellFormed(const ViewDescription& view) noexcept
{
    for (const float32 element : view.ClipFromWorld)
    {
        if (!std::isfinite(element))
        {
            return false;
        }
    }
    const WorldGridDescription& grid = view.WorldGrid;
    return IsFinite(view.Eye) && IsFinite(view.Forward) && std::isfinite(grid.FocusDistance) &&
           grid.FocusDistance > 0 && grid.Width > 0 && grid.Height > 0;
}

float64 Length(float64 x, float64 y, float64 z) noexcept
{
    return std::sqrt(x * x + y * y + z * z);
}

/// Orthographic views look at the plane that faces them most; of equals, the ground first and XY before YZ.
void ChoosePlane(const float64 (&forward)[3], bool isOrthographic, Layout& layout) noexcept
{
    const float64 x = std::fabs(forward[0]);
    const float64 y = std::fabs(forward[1]);
    const float64 z = std::fabs(forward[2]);
    if (!isOrthographic || (y >= x && y >= z))
    {
        return;
    }
    if (z >= x)
    {
        layout.Kind = WorldGridPlaneKind::XY;
        layout.V = 1;
        layout.Off = 2;
        return;
    }
    layout.Kind = WorldGridPlaneKind::YZ;
    layout.U = 1;
    layout.Off = 0;
}

RasterStatus LayOut(const ViewDescription& view, Layout& layout) noexcept
{
    if (!IsWellFormed(view))
    {
        return RasterStatus::InvalidDescription;
    }
    const float32* m = view.ClipFromWorld;
    const bool isOrthographic = m[3] == 0 && m[7] == 0 && m[11] == 0;
    const float64 length = Length(view.Forward.X, view.Forward.Y, view.Forward.Z);
    // Pixels of a world unit at the focus: clip units of a unit along the picture's height, divided by clip w there.
    const float64 clipPerUnit = Length(m[1], m[5], m[9]);
    const float64 wPerUnit = Length(m[3], m[7], m[11]);
    const float64 focusW = isOrthographic ? std::fabs(float64{m[15]}) : wPerUnit * view.WorldGrid.FocusDistance;
    const float64 pixelsPerUnit = clipPerUnit / focusW * view.WorldGrid.Height / 2;
    if (!(length > 0) || !std::isfinite(pixelsPerUnit) || !(pixelsPerUnit > 0))
    {
        return RasterStatus::InvalidDescription;
    }
    const float64 forward[3] = {view.Forward.X / length, view.Forward.Y / length, view.Forward.Z / length};
    ChoosePlane(forward, isOrthographic, layout);
    layout.Spacing = std::pow(10.0, std::ceil(std::log10(MIN_PIXELS / pixelsPerUnit) - 1e-9));
    const float64 eye[3] = {view.Eye.X, view.Eye.Y, view.Eye.Z};
    const float64 distance = view.WorldGrid.FocusDistance;
    layout.StepsU = std::round((eye[layout.U] + forward[layout.U] * distance) / layout.Spacing);
    layout.StepsV = std::round((eye[layout.V] + forward[layout.V] * distance) / layout.Spacing);
    const bool isNear = std::fabs(layout.StepsU) <= MAX_STEPS && std::fabs(layout.StepsV) <= MAX_STEPS;
    // The square and its edges are 32-bit floats too, normal ones.
    const bool isSized = layout.Spacing >= 1e-30 && layout.Spacing * (MAX_STEPS + PLANE_REACH) <= 1e37;
    return isNear && isSized ? RasterStatus::Ready : RasterStatus::InvalidDescription;
}

/// A point of the plane, or of the axis off it.
GridFloat3 PointAt(const Layout& layout, float64 u, float64 v, float64 off = 0) noexcept
{
    float32 at[3]{};
    at[layout.U] = static_cast<float32>(u * layout.Spacing);
    at[layout.V] = static_cast<float32>(v * layout.Spacing);
    at[layout.Off] = static_cast<float32>(off * layout.Spacing);
    return {at[0], at[1], at[2]};
}

GridFloat3 DirectionOf(uint32 axis) noexcept
{
    return {axis == 0 ? 1.0F : 0.0F, axis == 1 ? 1.0F : 0.0F, axis == 2 ? 1.0F : 0.0F};
}

GridFloat4 ColorAt(float64 step) noexcept
{
    return std::fmod(step, MAJOR) == 0 ? MAJOR_COLOR : MINOR_COLOR;
}

WorldGridLine OffPlaneAxis(const Layout& layout, float64 reach) noexcept
{
    return {PointAt(layout, 0, 0, -reach), PointAt(layout, 0, 0, reach), AXIS_COLORS[layout.Off], AXIS_WIDTH};
}
} // namespace

RasterStatus BuildWorldGridLines(const ViewDescription& view, WorldGridLines& lines) noexcept
{
    if (!view.WorldGrid.IsVisible)
    {
        lines.Count = 0;
        return RasterStatus::Ready;
    }
    Layout layout;
    const RasterStatus status = LayOut(view, layout);
    if (status != RasterStatus::Ready)
    {
        return status;
    }
    constexpr float64 REACH = WORLD_GRID_REACH;
    const float64 u = layout.StepsU;
    const float64 v = layout.StepsV;
    uint32 count = 0;
    for (uint32 index = 0; index <= 2 * WORLD_GRID_REACH; ++index)
    {
        const float64 step = static_cast<float64>(index) - REACH;
        lines.Lines[count++] = {PointAt(layout, u - REACH, v + step), PointAt(layout, u + REACH, v + step),
                                ColorAt(v + step), LINE_WIDTH};
        lines.Lines[count++] = {PointAt(layout, u + step, v - REACH), PointAt(layout, u + step, v + REACH),
                                ColorAt(u + step), LINE_WIDTH};
    }
    lines.Lines[count++] = OffPlaneAxis(layout, REACH);
    lines.Lines[count++] = {PointAt(layout, u - REACH, 0), PointAt(layout, u + REACH, 0), AXIS_COLORS[layout.U],
                            AXIS_WIDTH};
    lines.Lines[count++] = {PointAt(layout, 0, v - REACH), PointAt(layout, 0, v + REACH), AXIS_COLORS[layout.V],
                            AXIS_WIDTH};
    lines.Count = count;
    return RasterStatus::Ready;
}

RasterStatus BuildWorldGridPlane(const ViewDescription& view, WorldGridPlane& plane) noexcept
{
    if (!view.WorldGrid.IsVisible)
    {
        plane.IsVisible = false;
        return RasterStatus::Ready;
    }
    Layout layout;
    const RasterStatus status = LayOut(view, layout);
    if (status != RasterStatus::Ready)
    {
        return status;
    }
    plane.IsVisible = true;
    plane.Kind = layout.Kind;
    plane.Origin =
        PointAt(layout, std::round(layout.StepsU / MAJOR) * MAJOR, std::round(layout.StepsV / MAJOR) * MAJOR);
    plane.U = DirectionOf(layout.U);
    plane.V = DirectionOf(layout.V);
    plane.Spacing = static_cast<float32>(layout.Spacing);
    plane.FadeStart = static_cast<float32>(layout.Spacing * PLANE_REACH / 4);
    plane.FadeEnd = static_cast<float32>(layout.Spacing * PLANE_REACH);
    plane.MinorColor = MINOR_COLOR;
    plane.MajorColor = MAJOR_COLOR;
    plane.AxisUColor = AXIS_COLORS[layout.U];
    plane.AxisVColor = AXIS_COLORS[layout.V];
    plane.OffPlane = OffPlaneAxis(layout, PLANE_REACH);
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::renderer
