// The world grid's resources, the preparation of its instances, and its draws.
#include <ludus/graphics/renderer/world_grid.h>

#include <ludus/graphics/rhi/frame_uniforms.h>

#include <grid_plane.h>
#include <grid_ribbon.h>

#include <cmath>
#include <cstddef>
#include <span>

namespace ludus::graphics::renderer
{
namespace
{
using namespace foundation::core;
using rhi::RasterStatus;

static_assert(sizeof(WorldGridRibbonInstance) == 64 && sizeof(WorldGridPlaneInstance) == 176);

// A strip's corners (0 or 1 along, -1 or 1 aside) and then the square's.
constexpr float32 CORNERS[8][2] = {{0, -1}, {1, -1}, {1, 1}, {0, 1}, {-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
constexpr usize CORNER_BYTES = sizeof CORNERS / 2; // of a form
constexpr uint16 INDICES[6] = {0, 1, 2, 0, 2, 3};
constexpr uint32 FLOAT4_BYTES = 16;
constexpr uint32 PLANE_FIELDS = sizeof(WorldGridPlaneInstance) / FLOAT4_BYTES;
constexpr uint32 RIBBON_FIELDS = sizeof(WorldGridRibbonInstance) / FLOAT4_BYTES;
constexpr float32 SOFT_EDGE = 0.5F; // pixels

template <class T>
std::span<const uint8> BytesOf(const T& value, usize size) noexcept
{
    return {reinterpret_cast<const uint8*>(&value), size};
}

bool IsOwned(RasterStatus status) noexcept
{
    return status == RasterStatus::Ready || status == RasterStatus::Pending;
}

float32 Decode(float32 encoded) noexcept
{
    return encoded <= 0.04045F ? encoded / 12.92F : std::pow((encoded + 0.055F) / 1.055F, 2.4F);
}

GridFloat4 ColorFor(GridFloat4 color, rhi::SurfaceEncoding encoding) noexcept
{
    return encoding == rhi::SurfaceEncoding::Unorm
               ? color
               : GridFloat4{Decode(color.X), Decode(color.Y), Decode(color.Z), color.W};
}

GridFloat4 ToClip(const float32 (&m)[16], GridFloat3 p) noexcept
{
    const auto row = [&](usize index)
    {
        return static_cast<float32>(float64{m[index]} * p.X + float64{m[index + 4]} * p.Y +
                                    float64{m[index + 8]} * p.Z + float64{m[index + 12]});
    };
    return {row(0), row(1), row(2), row(3)};
}

GridFloat4 Between(GridFloat4 a, GridFloat4 b, float32 part) noexcept
{
    return {a.X + (b.X - a.X) * part, a.Y + (b.Y - a.Y) * part, a.Z + (b.Z - a.Z) * part, a.W + (b.W - a.W) * part};
}

/// Cuts what lies outside the planes of depth 0 and 1, whichever is near: what stays has a positive w. False: nothing.
bool Clip(GridFloat4& from, GridFloat4& to) noexcept
{
    for (int side = 0; side < 2; ++side)
    {
        const float32 a = side == 0 ? from.Z : from.W - from.Z;
        const float32 b = side == 0 ? to.Z : to.W - to.Z;
        if (a < 0 && b < 0)
        {
            return false;
        }
        if (a < 0)
        {
            from = Between(from, to, a / (a - b));
        }
        else if (b < 0)
        {
            to = Between(from, to, a / (a - b));
        }
    }
    return from.W > 0 && to.W > 0;
}

void AddRibbon(const ViewDescription& view, const WorldGridLine& line, PreparedWorldGrid& prepared) noexcept
{
    WorldGridRibbonInstance ribbon;
    ribbon.From = ToClip(view.ClipFromWorld, line.From);
    ribbon.To = ToClip(view.ClipFromWorld, line.To);
    if (!Clip(ribbon.From, ribbon.To))
    {
        return;
    }
    const GridFloat4 color = ColorFor(line.Color, view.Encoding);
    ribbon.Color = {color.X * color.W, color.Y * color.W, color.Z * color.W, color.W};
    ribbon.Size = {line.Width / 2, SOFT_EDGE, static_cast<float32>(view.WorldGrid.Width) / 2,
                   static_cast<float32>(view.WorldGrid.Height) / 2};
    prepared.Ribbons[prepared.RibbonCount++] = ribbon;
}

GridFloat4 Join(GridFloat3 vector, float32 w) noexcept
{
    return {vector.X, vector.Y, vector.Z, w};
}

void AddPlane(const ViewDescription& view, const WorldGridPlane& plane, PreparedWorldGrid& prepared) noexcept
{
    WorldGridPlaneInstance& instance = prepared.Plane;
    for (usize column = 0; column < 4; ++column)
    {
        const float32* at = view.ClipFromWorld + column * 4;
        instance.ClipFromWorld[column] = {at[0], at[1], at[2], at[3]};
    }
    instance.Origin = Join(plane.Origin, plane.Spacing);
    instance.AxisU = Join(plane.U, plane.FadeStart);
    instance.AxisV = Join(plane.V, plane.FadeEnd);
    instance.Colors[0] = ColorFor(plane.MinorColor, view.Encoding);
    instance.Colors[1] = ColorFor(plane.MajorColor, view.Encoding);
    instance.Colors[2] = ColorFor(plane.AxisUColor, view.Encoding);
    instance.Colors[3] = ColorFor(plane.AxisVColor, view.Encoding);
    prepared.HasPlane = true;
}

rhi::RasterPipelineDescription Describe(const WorldGridTargetDescription& target) noexcept
{
    rhi::RasterPipelineDescription description;
    description.Depth = true;
    description.DepthWrite = false;
    description.DepthCompare =
        target.HasReverseDepth ? rhi::RasterDepthCompare::GreaterEqual : rhi::RasterDepthCompare::LessEqual;
    description.Blend = true;
    description.Target = target.Target;
    return description;
}

} // namespace

RasterStatus WorldGridRenderer::MakeProgram(rhi::DeviceHandle device, const rhi::RasterShaderDescription& vertex,
                                            const rhi::RasterShaderDescription& fragment, Program& program) noexcept
{
    const RasterStatus status = rhi::CreateRasterShader(device, vertex, program.Vertex);
    return IsOwned(status) ? rhi::CreateRasterShader(device, fragment, program.Fragment) : status;
}

RasterStatus WorldGridRenderer::MakePipeline(rhi::DeviceHandle device, bool isPlane, Program& program) noexcept
{
    const uint32 fields = isPlane ? PLANE_FIELDS : RIBBON_FIELDS;
    const rhi::RasterVertexStream streams[2] = {{CORNER_BYTES / 4, false}, {fields * FLOAT4_BYTES, true}};
    rhi::RasterVertexAttribute attributes[1 + PLANE_FIELDS];
    attributes[0] = {0, 0, 0, rhi::RasterVertexFormat::Float2};
    for (uint32 field = 0; field < fields; ++field)
    {
        attributes[1 + field] = {1 + field, 1, field * FLOAT4_BYTES, rhi::RasterVertexFormat::Float4};
    }
    rhi::RasterPipelineDescription description = Describe(Target);
    description.Vertex = program.Vertex;
    description.Fragment = program.Fragment;
    description.Layout = Layout;
    description.Streams = streams;
    description.Attributes = {attributes, 1 + fields};
    return rhi::CreateRasterPipeline(device, description, program.Pipeline);
}

RasterStatus WorldGridRenderer::Initialize(rhi::DeviceHandle device, const WorldGridTargetDescription& target) noexcept
{
    if (IsMade)
    {
        return RasterStatus::InvalidState;
    }
    Target = target;
    RasterStatus status = rhi::GetFrameUniformBuffer(device, Ring);
    status = !IsOwned(status) ? status
                              : rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, sizeof CORNERS},
                                                  BytesOf(CORNERS, sizeof CORNERS), Corners);
    status = !IsOwned(status) ? status
                              : rhi::CreateBuffer(device, {rhi::BufferRole::Index16, sizeof INDICES},
                                                  BytesOf(INDICES, sizeof INDICES), Indices);
    status = !IsOwned(status) ? status : rhi::CreateBindingLayout(device, {}, Layout);
    status = !IsOwned(status)
                 ? status
                 : MakeProgram(device, shaders::grid_ribbon::Vertex(), shaders::grid_ribbon::Fragment(), Ribbon);
    if (!IsOwned(status))
    {
        static_cast<void>(Reset(device));
        return status;
    }
    IsMade = true;
    status = Poll(device);
    if (!IsOwned(status))
    {
        static_cast<void>(Reset(device));
    }
    return status;
}

RasterStatus WorldGridRenderer::InitializeGrid(rhi::DeviceHandle device) noexcept
{
    if (HasGrid)
    {
        return RasterStatus::InvalidState;
    }
    if (const RasterStatus ribbons = Poll(device); ribbons != RasterStatus::Ready)
    {
        return ribbons == RasterStatus::Pending ? RasterStatus::NotReady : ribbons;
    }
    const RasterStatus status =
        MakeProgram(device, shaders::grid_plane::Vertex(), shaders::grid_plane::Fragment(), Plane);
    if (!IsOwned(status))
    {
        DestroyProgram(device, Plane);
        return status;
    }
    HasGrid = true;
    return Advance(device, true, Plane);
}

// A pipeline needs stages that are Ready, and is made once they are.
RasterStatus WorldGridRenderer::Advance(rhi::DeviceHandle device, bool isPlane, Program& program) noexcept
{
    if (program.HasPipeline)
    {
        return rhi::GetStatus(device, program.Pipeline);
    }
    const RasterStatus states[] = {rhi::GetStatus(device, program.Vertex), rhi::GetStatus(device, program.Fragment),
                                   rhi::GetStatus(device, Layout)};
    for (const RasterStatus state : states)
    {
        if (state != RasterStatus::Ready)
        {
            return state;
        }
    }
    const RasterStatus status = MakePipeline(device, isPlane, program);
    program.HasPipeline = IsOwned(status);
    return status;
}

RasterStatus WorldGridRenderer::Poll(rhi::DeviceHandle device) noexcept
{
    if (!IsMade)
    {
        return RasterStatus::NotReady;
    }
    const RasterStatus states[] = {rhi::GetStatus(device, Corners), rhi::GetStatus(device, Indices),
                                   rhi::GetStatus(device, Layout)};
    for (const RasterStatus state : states)
    {
        if (state != RasterStatus::Ready)
        {
            return state;
        }
    }
    if (!HasBindings)
    {
        const RasterStatus made = rhi::CreateBindingSet(device, Layout, {}, Bindings);
        if (!IsOwned(made))
        {
            return made;
        }
        HasBindings = true;
    }
    const RasterStatus bindings = rhi::GetStatus(device, Bindings);
    return bindings == RasterStatus::Ready ? Advance(device, false, Ribbon) : bindings;
}

RasterStatus WorldGridRenderer::PrepareView(rhi::DeviceHandle device, const ViewDescription& view,
                                            PreparedWorldGrid& prepared) noexcept
{
    if (view.HasReverseDepth != Target.HasReverseDepth)
    {
        return RasterStatus::InvalidDescription;
    }
    if (const RasterStatus status = Poll(device); status != RasterStatus::Ready)
    {
        return status;
    }
    const RasterStatus grid = HasGrid ? Advance(device, true, Plane) : RasterStatus::Unsupported;
    if (view.WorldGrid.IsVisible && (grid == RasterStatus::Pending || grid == RasterStatus::DeviceLost))
    {
        return grid;
    }
    PreparedWorldGrid made;
    if (grid == RasterStatus::Ready)
    {
        WorldGridPlane plane;
        if (const RasterStatus status = BuildWorldGridPlane(view, plane); status != RasterStatus::Ready)
        {
            return status;
        }
        if (plane.IsVisible)
        {
            AddPlane(view, plane, made);
            AddRibbon(view, plane.OffPlane, made);
        }
    }
    else
    {
        WorldGridLines lines;
        if (const RasterStatus status = BuildWorldGridLines(view, lines); status != RasterStatus::Ready)
        {
            return status;
        }
        for (uint32 index = 0; index < lines.Count; ++index)
        {
            AddRibbon(view, lines.Lines[index], made);
        }
    }
    prepared = made;
    return RasterStatus::Ready;
}

RasterStatus WorldGridRenderer::DrawForm(rhi::DeviceHandle device, bool isPlane, const void* instances,
                                         uint32 count) const noexcept
{
    const usize size = (isPlane ? sizeof(WorldGridPlaneInstance) : sizeof(WorldGridRibbonInstance)) * count;
    rhi::RasterVertexSlice slices[2] = {{Corners, isPlane ? CORNER_BYTES : 0, CORNER_BYTES}, {}};
    const RasterStatus written =
        rhi::WriteFrameVertices(device, {static_cast<const uint8*>(instances), size}, slices[1]);
    if (written != RasterStatus::Ready)
    {
        return written;
    }
    rhi::RasterDraw draw;
    draw.Pipeline = isPlane ? Plane.Pipeline : Ribbon.Pipeline;
    draw.Bindings = Bindings;
    draw.Vertices = slices;
    draw.Indices = Indices;
    draw.IndexCount = 6;
    draw.VertexCount = 4;
    draw.InstanceCount = count;
    return rhi::DrawIndexed(device, draw);
}

RasterStatus WorldGridRenderer::DrawView(rhi::DeviceHandle device, const PreparedWorldGrid& prepared) const noexcept
{
    if (prepared.HasPlane)
    {
        if (const RasterStatus status = DrawForm(device, true, &prepared.Plane, 1); status != RasterStatus::Ready)
        {
            return status;
        }
    }
    return prepared.RibbonCount == 0 ? RasterStatus::Ready
                                     : DrawForm(device, false, prepared.Ribbons, prepared.RibbonCount);
}

void WorldGridRenderer::DestroyProgram(rhi::DeviceHandle device, Program& program) noexcept
{
    static_cast<void>(rhi::Destroy(device, program.Pipeline));
    static_cast<void>(rhi::Destroy(device, program.Fragment));
    static_cast<void>(rhi::Destroy(device, program.Vertex));
    program = {};
}

RasterStatus WorldGridRenderer::Reset(rhi::DeviceHandle device) noexcept
{
    // A frame refuses it before anything else is asked; what is being made has no frame.
    if (rhi::Destroy(device, Corners) == RasterStatus::InvalidState && IsMade)
    {
        return RasterStatus::InvalidState;
    }
    DestroyProgram(device, Plane);
    DestroyProgram(device, Ribbon);
    static_cast<void>(rhi::Destroy(device, Bindings));
    static_cast<void>(rhi::Destroy(device, Layout));
    static_cast<void>(rhi::Destroy(device, Indices));
    Corners = {};
    Indices = {};
    Ring = {};
    Layout = {};
    Bindings = {};
    HasGrid = false;
    HasBindings = false;
    IsMade = false;
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::renderer
