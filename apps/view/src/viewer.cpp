// The stages of the viewer and the recording of a frame.
#include "viewer.h"
#include "draw_order.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

#include <cmath>
#include <cstdlib>
#include <iterator>
#include <span>
#include <utility>

namespace ludus::view
{
namespace
{
constexpr uint8 BACKGROUND[3] = {226, 230, 236}; // sRGB-encoded

float64 BackgroundChannel(usize channel, rhi::SurfaceEncoding encoding)
{
    const float64 encoded = BACKGROUND[channel] / 255.0;
    return encoding == rhi::SurfaceEncoding::Unorm ? encoded : std::pow((encoded + 0.055) / 1.055, 2.4);
}

/// Light from above the viewer's left shoulder.
Float3 LightDirection(const Camera& camera)
{
    return apps::Normalize(camera.Right * -0.45F + camera.Up * 0.65F + camera.Back * 0.6F);
}

DrawUniform UniformOf(const Draw& draw, const Material& material)
{
    DrawUniform uniform;
    uniform.WorldFromModel = draw.WorldFromModel;
    uniform.NormalFromModel = apps::NormalMatrix(draw.WorldFromModel);
    uniform.BaseColor = material.BaseColor;
    uniform.Surface = {material.Alpha == AlphaMode::Mask ? material.AlphaCutoff : -1.0F,
                       material.Alpha == AlphaMode::Blend ? 1.0F : 0.0F, material.IsDoubleSided ? 1.0F : 0.0F,
                       material.IsUnlit ? 1.0F : 0.0F};
    uniform.Emissive = {material.Emissive.X, material.Emissive.Y, material.Emissive.Z, material.OcclusionStrength};
    uniform.Factors = {material.Metallic, material.Roughness,
                       material.NormalTexture.Image != NO_IMAGE ? material.NormalScale : 0.0F,
                       draw.IsMirrored ? -1.0F : 1.0F};
    for (usize number = 0; number < std::size(TEXTURES); ++number)
    {
        const Texture& texture = material.*TEXTURES[number];
        const float32* const rows = texture.Transform;
        const float32 mirrors = (texture.U == Wrap::Mirror ? 1.0F : 0.0F) + (texture.V == Wrap::Mirror ? 2.0F : 0.0F);
        uniform.TexCoords[number * 2] = {rows[0], rows[1], rows[2], static_cast<float32>(texture.TexCoord)};
        uniform.TexCoords[number * 2 + 1] = {rows[3], rows[4], rows[5], mirrors};
    }
    return uniform;
}
} // namespace

Viewer::Viewer(const Scene& scene, const ViewerSetup& setup)
    : Content(&scene), Setup(setup), View(setup.Camera), Resources(scene)
{
    SetTime(setup.Seconds);
    for (const Draw& draw : Placed.Draws)
    {
        Boxes.push_back(draw.Box);
    }
}

Viewer::Progress Viewer::Fail(std::string problem)
{
    Problem = std::move(problem);
    State = Stage::Finished;
    return Progress::Failed;
}

Viewer::Progress Viewer::FailDevice(rhi::DeviceStatus status, const char* what)
{
    const char* prefix = status == rhi::DeviceStatus::DeviceLost ? "the device was lost while " : "";
    return Fail(std::string(prefix) + what + ": " + apps::DescribeRefusal(Session.GetDevice()));
}

void Viewer::SetSize(uint32 width, uint32 height) noexcept
{
    Setup.Width = width;
    Setup.Height = height;
}

void Viewer::SetTime(float64 seconds)
{
    const Animation* const played = Content->Animations.empty() ? nullptr : &Content->Animations.front();
    PoseScene(*Content, played, static_cast<float32>(seconds), Placed);
}

void Viewer::Play(float64 seconds)
{
    if (IsMoving())
    {
        SetTime(std::fmod(seconds, float64{Content->Animations.front().Duration}));
    }
}

bool Viewer::IsMoving() const noexcept
{
    return !Content->Animations.empty() && Content->Animations.front().Duration > 0;
}

void Viewer::TakeAnother()
{
    if (State == Stage::Finished && Problem.empty())
    {
        FramesDrawn = 0;
        State = Stage::Drawing;
    }
}

Viewer::Progress Viewer::Tick()
{
    switch (State)
    {
    case Stage::Closed:
        return Start();
    case Stage::Starting:
        return AdvanceStart(Session.Poll());
    case Stage::Uploading:
        return Upload();
    case Stage::Drawing:
        return DrawFrame();
    case Stage::Capturing:
        return Capture();
    case Stage::Finished:
        break;
    }
    return Problem.empty() ? Progress::Done : Progress::Failed;
}

Viewer::Progress Viewer::Start()
{
    rhi::DeviceDescription description;
    description.Selection = Setup.Backend;
    description.Required = {};
    description.Required.PortableRaster = true;
    description.RequiredProfile.Raster.MinBufferSize = MAX_CHUNK_BYTES;
    description.Storage = LimitsFor(*Content, Resources.GetPlan());
    State = Stage::Starting;
    return AdvanceStart(Session.Open("ludus-view", Setup.Window, description));
}

Viewer::Progress Viewer::AdvanceStart(Progress started)
{
    if (started == Progress::Failed)
    {
        return Fail(Session.GetProblem());
    }
    if (started == Progress::Done)
    {
        State = Stage::Uploading;
        return Progress::Working;
    }
    return started;
}

Viewer::Progress Viewer::Upload()
{
    const Progress progress = Resources.Upload(Session);
    if (progress == Progress::Failed)
    {
        return Fail(Resources.GetProblem());
    }
    if (progress == Progress::Done)
    {
        State = Stage::Drawing;
        return Progress::Working;
    }
    return progress;
}

Viewer::Progress Viewer::DrawFrame()
{
    const rhi::DeviceHandle device = Session.GetDevice();
    rhi::FrameTarget target;
    target.Width = Setup.Width;
    target.Height = Setup.Height;
    target.Red = BackgroundChannel(0, Encoding);
    target.Green = BackgroundChannel(1, Encoding);
    target.Blue = BackgroundChannel(2, Encoding);
    rhi::DeviceStatus status = rhi::SetFrameTarget(device, Session.GetSurface(), target);
    if (status != rhi::DeviceStatus::Ready)
    {
        return FailDevice(status, "setting the frame's size");
    }
    status = rhi::BeginFrame(device, Session.GetSurface());
    if (status == rhi::DeviceStatus::Skipped)
    {
        return Progress::Waiting;
    }
    if (status != rhi::DeviceStatus::Ready)
    {
        return FailDevice(status, "beginning a frame");
    }
    rhi::FrameInfo frame;
    status = rhi::GetFrameInfo(device, Session.GetSurface(), frame);
    if (status != rhi::DeviceStatus::Ready)
    {
        return FailDevice(status, "looking at the frame");
    }
    const bool isClearRight = frame.Encoding == Encoding;
    Encoding = frame.Encoding;
    if (!RecordDraws(frame.Width, frame.Height))
    {
        return Fail("drawing a frame: " + apps::DescribeRefusal(device));
    }
    status = rhi::EndFrame(device);
    if (status != rhi::DeviceStatus::Ready)
    {
        return FailDevice(status, "ending a frame");
    }
    // The first frame tells how the surface encodes colours. If its background was meant for the other encoding, it
    // does not count.
    FramesDrawn += isClearRight ? 1 : 0;
    if (Setup.Frames == 0 || FramesDrawn < Setup.Frames)
    {
        return Progress::Working;
    }
    State = Setup.HasToCapture ? Stage::Capturing : Stage::Finished;
    if (Setup.HasToCapture && Readback.Request(Session) == Progress::Failed)
    {
        return Fail(Readback.GetProblem());
    }
    return Setup.HasToCapture ? Progress::Waiting : Progress::Done;
}

bool Viewer::WriteUniform(const void* bytes, usize size, uint32& offset)
{
    const std::span span(static_cast<const uint8*>(bytes), size);
    return rhi::WriteFrameUniform(Session.GetDevice(), span, offset) == rhi::RasterStatus::Ready;
}

bool Viewer::WriteJoints(std::vector<uint32>& offsets)
{
    std::vector<float32> rows;
    for (const std::vector<Matrix>& joints : Placed.WorldFromModel)
    {
        rows.clear();
        for (const Matrix& joint : joints)
        {
            for (usize row = 0; row < 3; ++row)
            {
                rows.insert(rows.end(), {joint.At[row], joint.At[4 + row], joint.At[8 + row], joint.At[12 + row]});
            }
        }
        uint32& offset = offsets.emplace_back();
        // A skin without joints is used by no draw.
        if (!rows.empty() && !WriteUniform(rows.data(), rows.size() * sizeof(float32), offset))
        {
            return false;
        }
    }
    return true;
}

bool Viewer::RecordDraws(uint32 width, uint32 height)
{
    if (width != FramedWidth || height != FramedHeight)
    {
        Place = Setup.HasToTurn ? FrameTurn(Boxes, Setup.Camera, width, height)
                                : FrameBoxes(Boxes, Setup.Camera, width, height);
        FramedWidth = width;
        FramedHeight = height;
    }
    LastCamera = MakeCamera(Place, Placed.Box, View, width, height);
    const Float3 light = LightDirection(LastCamera);
    FrameUniform frame;
    frame.ClipFromWorld = LastCamera.ClipFromWorld;
    frame.Eye = {LastCamera.Eye.X, LastCamera.Eye.Y, LastCamera.Eye.Z, 1};
    frame.ToLight = {light.X, light.Y, light.Z, 0};
    frame.Options = {Encoding == rhi::SurfaceEncoding::Unorm ? 1.0F : 0.0F, 0, 0, 0};

    rhi::RasterDraw packet; // kept, and changed field by field: repeats are cheapest
    if (!WriteUniform(&frame, sizeof frame, packet.BindingOffsets.Bytes[FRAME_BINDING]))
    {
        return false;
    }
    std::vector<uint32> jointOffsets;
    if (!WriteJoints(jointOffsets))
    {
        return false;
    }
    rhi::RasterVertexSlice vertices[2];
    for (const uint32 index : OrderDraws(*Content, Placed.Draws, LastCamera.Back))
    {
        const Draw& draw = Placed.Draws[index];
        const Primitive& primitive = Content->Primitives[draw.Primitive];
        const DrawUniform uniform = UniformOf(draw, Content->Materials[primitive.Material]);
        if (!WriteUniform(&uniform, sizeof uniform, packet.BindingOffsets.Bytes[DRAW_BINDING]))
        {
            return false;
        }
        const bool isSkinned = draw.Skin != NONE;
        vertices[0] = Resources.GetVertices(draw.Primitive);
        packet.Vertices = std::span(vertices).first(isSkinned ? 2 : 1);
        if (isSkinned)
        {
            vertices[1] = {Resources.GetInfluences(draw.Primitive), 0, primitive.Influences.size() * sizeof(Influence)};
        }
        packet.BindingOffsets.Bytes[JOINT_BINDING] = isSkinned ? jointOffsets[draw.Skin] : 0;
        packet.Pipeline = Resources.GetPipeline(draw);
        packet.Bindings = Resources.GetBindings(primitive.Material);
        packet.Indices = Resources.GetIndices(draw.Primitive);
        packet.IndexOffset = Resources.GetPlan().Places[draw.Primitive].IndexOffset;
        packet.IndexCount = static_cast<uint32>(primitive.Indices.size());
        packet.VertexCount = static_cast<uint32>(primitive.Vertices.size());
        if (rhi::DrawIndexed(Session.GetDevice(), packet) != rhi::RasterStatus::Ready)
        {
            return false;
        }
    }
    return true;
}

Viewer::Progress Viewer::Capture()
{
    const Progress progress = Readback.Poll(Session, Taken);
    if (progress == Progress::Failed)
    {
        return Fail(Readback.GetProblem());
    }
    if (progress == Progress::Done)
    {
        State = Stage::Finished;
    }
    return progress;
}

std::string_view Viewer::GetActivity(usize& done, usize& total) const noexcept
{
    done = Resources.GetStep();
    total = Resources.CountSteps();
    switch (State)
    {
    case Stage::Closed:
    case Stage::Starting:
        done = 0;
        total = 0;
        return "starting the device";
    case Stage::Uploading:
        return "uploading";
    default:
        return {};
    }
}

bool Viewer::IsPictureEmpty() const noexcept
{
    for (usize pixel = 0; pixel < Taken.Rgba.size(); pixel += 4)
    {
        for (usize channel = 0; channel < 3; ++channel)
        {
            if (std::abs(int{Taken.Rgba[pixel + channel]} - int{BACKGROUND[channel]}) > 1)
            {
                return false;
            }
        }
    }
    return true;
}
} // namespace ludus::view
