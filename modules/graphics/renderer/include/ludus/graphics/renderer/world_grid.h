// Draws a world grid into the open frame or pass: an owner of pipelines over the public RHI.
//
//     renderer::WorldGridRenderer grid;
//     grid.Initialize(device, {});                    // the ribbon grid
//     grid.InitializeGrid(device);                    // once Poll says Ready: the analytic grid in its place
//     grid.PrepareView(device, view, prepared);       // when the camera changes, in or between frames
//     ... BeginFrame, opaque draws ...
//     grid.DrawView(device, prepared);                // after what is opaque, before what lies over the picture
//     grid.Reset(device);
//
// Everything is called on the device's thread; Initialize, InitializeGrid and Reset between frames. Instances go
// through the ring of frame_uniforms.h: at most 10,560 bytes a draw of a ribbon grid, and 240 in the two of an analytic
// one, each rounded up to UniformOffsetAlignment.
#pragma once

#include <ludus/graphics/renderer/world_grid_layout.h>

namespace ludus::graphics::renderer
{
/// What the grid is drawn to.
struct WorldGridTargetDescription final
{
    rhi::RasterTarget Target{rhi::RasterTarget::Surface};
    bool HasReverseDepth{false}; // of the scene: the grid's depth test looks the other way
};

/// A line as its shader takes it.
struct WorldGridRibbonInstance final
{
    GridFloat4 From{}; // clip space, in front of the eye
    GridFloat4 To{};
    GridFloat4 Color{}; // premultiplied, as the target takes it
    GridFloat4 Size{};  // pixels: half the width, half the soft edge, half the picture
};

/// The analytic plane as its shader takes it.
struct WorldGridPlaneInstance final
{
    GridFloat4 ClipFromWorld[4]{};
    GridFloat4 Origin{};
    GridFloat4 AxisU{};
    GridFloat4 AxisV{};
    GridFloat4 Colors[4]{};
};

/// What DrawView draws. Plain data without resources: copies are as good, and a view outlives its renderer.
struct PreparedWorldGrid final
{
    WorldGridPlaneInstance Plane{};
    WorldGridRibbonInstance Ribbons[WORLD_GRID_LINE_COUNT]{};
    foundation::uint32 RibbonCount{0};
    bool HasPlane{false};
};

class WorldGridRenderer final
{
public:
    WorldGridRenderer() noexcept = default;
    WorldGridRenderer(const WorldGridRenderer&) = delete;
    WorldGridRenderer& operator=(const WorldGridRenderer&) = delete;

    /// Makes the ribbon grid's resources into an empty owner: Ready, or Pending until Poll says Ready. Any other
    /// answer is that of the RHI, and leaves the owner empty; InvalidState: it was not empty.
    [[nodiscard]] rhi::RasterStatus Initialize(rhi::DeviceHandle device,
                                               const WorldGridTargetDescription& target) noexcept;

    /// Opts into the analytic grid. NotReady: Initialize is not Ready yet. InvalidState: it was asked for before. Any
    /// other refusal leaves the ribbons in place.
    [[nodiscard]] rhi::RasterStatus InitializeGrid(rhi::DeviceHandle device) noexcept;

    /// Ready, Pending, or why the ribbons could not be made. NotReady when empty.
    [[nodiscard]] rhi::RasterStatus Poll(rhi::DeviceHandle device) noexcept;

    /// Prepares what DrawView draws for a camera. Pending, while the shaders of a grid that was asked for are; a view
    /// of a hidden grid is Ready and draws nothing. InvalidDescription as BuildWorldGridLines, and for a depth
    /// direction that is not the target's. Every answer but Ready leaves `prepared` as it was.
    [[nodiscard]] rhi::RasterStatus PrepareView(rhi::DeviceHandle device, const ViewDescription& view,
                                                PreparedWorldGrid& prepared) noexcept;

    /// Records the grid in the open frame or pass: one draw of ribbons, or two of the analytic grid and the axis off
    /// its plane. The answers of WriteFrameVertices and DrawIndexed.
    [[nodiscard]] rhi::RasterStatus DrawView(rhi::DeviceHandle device,
                                             const PreparedWorldGrid& prepared) const noexcept;

    /// Destroys what it owns, and is empty then. InvalidState in a frame. Ready when the device is gone.
    [[nodiscard]] rhi::RasterStatus Reset(rhi::DeviceHandle device) noexcept;

private:
    struct Program final // a form of the grid
    {
        rhi::RasterShaderHandle Vertex{};
        rhi::RasterShaderHandle Fragment{};
        rhi::RasterPipelineHandle Pipeline{};
        bool HasPipeline{false};
    };

    [[nodiscard]] rhi::RasterStatus MakeProgram(rhi::DeviceHandle device, const rhi::RasterShaderDescription& vertex,
                                                const rhi::RasterShaderDescription& fragment,
                                                Program& program) noexcept;
    [[nodiscard]] rhi::RasterStatus MakePipeline(rhi::DeviceHandle device, bool isPlane, Program& program) noexcept;
    [[nodiscard]] rhi::RasterStatus Advance(rhi::DeviceHandle device, bool isPlane, Program& program) noexcept;
    static void DestroyProgram(rhi::DeviceHandle device, Program& program) noexcept;
    [[nodiscard]] rhi::RasterStatus DrawForm(rhi::DeviceHandle device, bool isPlane, const void* instances,
                                             foundation::uint32 count) const noexcept;

    WorldGridTargetDescription Target{};
    rhi::BufferHandle Corners{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Ring{}; // the device's, not owned
    rhi::BindingLayoutHandle Layout{};
    rhi::BindingSetHandle Bindings{};
    Program Ribbon{};
    Program Plane{};
    bool IsMade{false};
    bool HasBindings{false};
    bool HasGrid{false};
};
} // namespace ludus::graphics::renderer
