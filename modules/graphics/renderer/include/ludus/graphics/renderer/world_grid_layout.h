// Where the lines of a world grid lie for a camera: pure layout, without a device, for the renderer's grid and for a UI
// that has no GPU scene yet.
//
//     renderer::ViewDescription view;
//     ... ClipFromWorld, Eye, Forward ...
//     view.WorldGrid = {.IsVisible = true, .FocusDistance = distance, .Width = 1280, .Height = 720};
//     renderer::WorldGridLines lines;
//     renderer::BuildWorldGridLines(view, lines);
//
// Lines lie a power of ten apart, the smallest that keeps them at least ten pixels apart at the focus; every tenth line
// through the world's origin is a major one. Perspective views use the XZ plane, orthographic views the plane that the
// camera looks at most directly. X is red, Y green and Z blue.
#pragma once

#include <ludus/graphics/rhi/raster.h>
#include <ludus/graphics/rhi/render.h>

namespace ludus::graphics::renderer
{
/// A point, a direction, or a colour with alpha.
struct GridFloat3 final
{
    foundation::float32 X{0};
    foundation::float32 Y{0};
    foundation::float32 Z{0};
};

struct GridFloat4 final
{
    foundation::float32 X{0};
    foundation::float32 Y{0};
    foundation::float32 Z{0};
    foundation::float32 W{0};
};

/// What a view shows of the world grid.
struct WorldGridDescription final
{
    bool IsVisible{false};
    foundation::float32 FocusDistance{0}; // world units from the eye to what is looked at; positive
    foundation::uint32 Width{0};          // pixels of what is drawn to
    foundation::uint32 Height{0};         // pixels of what is drawn to
};

/// The camera of a raster view.
struct ViewDescription final
{
    foundation::float32 ClipFromWorld[16]{}; // column-major, clip depth 0..1; fourth row 0 0 0 w: orthographic
    GridFloat3 Eye{};                        // in the world
    GridFloat3 Forward{0, 0, -1};            // where the camera looks, of any length
    bool HasReverseDepth{false};             // nearer is greater, as the scene's depth test has it
    rhi::SurfaceEncoding Encoding{rhi::SurfaceEncoding::Unorm}; // of the target: Srgb encodes what is written
    WorldGridDescription WorldGrid{};
};

/// The plane that holds the grid.
enum class WorldGridPlaneKind : foundation::uint8
{
    XZ,
    XY,
    YZ,
};

/// A line of the ribbon grid, as wide as `Width` at any distance.
struct WorldGridLine final
{
    GridFloat3 From{};
    GridFloat3 To{};
    GridFloat4 Color{};           // straight alpha, sRGB-encoded
    foundation::float32 Width{1}; // pixels
};

/// Lines on each side of the middle one, in both directions.
constexpr foundation::uint32 WORLD_GRID_REACH = 40;

/// Lines of a visible ribbon grid: both directions of the plane, and the three axes.
constexpr foundation::uint32 WORLD_GRID_LINE_COUNT = 2 * (2 * WORLD_GRID_REACH + 1) + 3;

/// The ribbon grid, in the order in which it is drawn: the axes come last.
struct WorldGridLines final
{
    WorldGridLine Lines[WORLD_GRID_LINE_COUNT]{};
    foundation::uint32 Count{0}; // zero, or all
};

/// The analytic grid: a square on the plane whose fragments measure their distance to the nearest lines.
struct WorldGridPlane final
{
    bool IsVisible{false};
    WorldGridPlaneKind Kind{WorldGridPlaneKind::XZ};
    GridFloat3 Origin{};              // middle of the square, where two major lines cross
    GridFloat3 U{};                   // unit directions of the lines, along world axes
    GridFloat3 V{};                   // "
    foundation::float32 Spacing{0};   // world units between minor lines; major ones are ten times as far apart
    foundation::float32 FadeStart{0}; // world units from the middle at which lines begin to vanish
    foundation::float32 FadeEnd{0};   // and at which they are gone: half the square's edge
    GridFloat4 MinorColor{};          // straight alpha, sRGB-encoded
    GridFloat4 MajorColor{};          // "
    GridFloat4 AxisUColor{};          // "
    GridFloat4 AxisVColor{};          // "
    WorldGridLine OffPlane{};         // the coordinate axis that does not lie on the plane: a ribbon
};

/// Lays out the ribbon grid: Ready with all lines, or with none when the view's grid is not visible.
/// InvalidDescription, with `lines` as they were: a value that is not finite, no FocusDistance, Width or Height, a
/// matrix or a direction of zero, or a place so far away that neighbouring lines coincide in 32 bits. Needs no device;
/// any thread.
[[nodiscard]] rhi::RasterStatus BuildWorldGridLines(const ViewDescription& view, WorldGridLines& lines) noexcept;

/// Lays out the analytic grid, with the same answers.
[[nodiscard]] rhi::RasterStatus BuildWorldGridPlane(const ViewDescription& view, WorldGridPlane& plane) noexcept;
} // namespace ludus::graphics::renderer
