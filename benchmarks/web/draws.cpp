// Ludus' side of scripts/benchmark-web: a frame of many draws on WebGPU or WebGL 2, told from JavaScript what to do.
#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/graph.h>

#include <emscripten.h>
#include <quad.h>

#include <array>
#include <cstring>

namespace ludus::benchmarks
{
namespace
{
namespace rhi = graphics::rhi;
using foundation::int32;
using foundation::uint32;
using foundation::uint8;

constexpr uint32 DRAW_COUNT = 10000;
constexpr uint32 UNIFORM_BYTES = 64;
constexpr uint32 EXTENT = 64;
constexpr std::array<float, 8> CORNERS{0, 0, 1, 0, 1, 1, 0, 1};
constexpr std::array<foundation::uint16, 6> INDICES{0, 1, 2, 0, 2, 3};

struct Scene final
{
    rhi::DeviceHandle Device{};
    rhi::SurfaceHandle Surface{};
    rhi::BufferHandle Corners{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Ring{};
    rhi::RasterShaderHandle Vertex{};
    rhi::RasterShaderHandle Fragment{};
    rhi::BindingLayoutHandle Layout{};
    rhi::BindingSetHandle Set{};
    rhi::RasterPipelineHandle Pipeline{};
    rhi::FrameReadback Readback{};
    bool IsReading{false};
    uint32 Step{0}; // of the set-up
};

Scene s_Scene;
std::array<std::array<uint8, UNIFORM_BYTES>, DRAW_COUNT> s_Uniforms;
char s_Words[rhi::DIAGNOSTIC_TEXT_BYTES] = "no reason was given";

bool IsCreated(rhi::RasterStatus status)
{
    return status == rhi::RasterStatus::Ready || status == rhi::RasterStatus::Pending;
}

// 1: all are Ready, 0: one is pending, -1: one has failed.
template <class... Handles>
int32 Ask(const Handles&... handles)
{
    int32 answer = 1;
    const rhi::RasterStatus states[]{rhi::GetStatus(s_Scene.Device, handles)...};
    for (const rhi::RasterStatus state : states)
    {
        const int32 one = state == rhi::RasterStatus::Ready ? 1 : state == rhi::RasterStatus::Pending ? 0 : -1;
        answer = one < answer ? one : answer;
    }
    return answer;
}

bool StartDevice(int32 backend)
{
    rhi::DeviceDescription description;
    description.Selection = backend == 1 ? rhi::BackendSelection::WebGPU : rhi::BackendSelection::WebGL2;
    description.Required.PortableRaster = true;
    description.Storage.DrawsPerFrame = DRAW_COUNT;
    description.Storage.FrameUniformBytes = 256 * DRAW_COUNT;
    const rhi::DeviceStatus status = rhi::CreateDevice({"draws", 1}, {.Width = EXTENT, .Height = EXTENT}, description,
                                                       s_Scene.Device, s_Scene.Surface);
    return status == rhi::DeviceStatus::Ready || status == rhi::DeviceStatus::Pending;
}

int32 AskDevice()
{
    rhi::DeviceInfo info;
    const rhi::DeviceStatus status = rhi::GetDeviceInfo(s_Scene.Device, info);
    return status == rhi::DeviceStatus::Ready ? 1 : status == rhi::DeviceStatus::Pending ? 0 : -1;
}

template <class T>
std::span<const uint8> BytesOf(const T& values)
{
    return {reinterpret_cast<const uint8*>(values.data()), sizeof values};
}

bool CreateFirst()
{
    const rhi::DeviceHandle device = s_Scene.Device;
    const rhi::RasterBinding binding{0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Vertex,
                                     UNIFORM_BYTES, true};
    return IsCreated(rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, sizeof CORNERS}, BytesOf(CORNERS),
                                       s_Scene.Corners)) &&
           IsCreated(rhi::CreateBuffer(device, {rhi::BufferRole::Index16, sizeof INDICES}, BytesOf(INDICES),
                                       s_Scene.Indices)) &&
           IsCreated(rhi::GetFrameUniformBuffer(device, s_Scene.Ring)) &&
           IsCreated(rhi::CreateRasterShader(device, shaders::quad::Vertex(), s_Scene.Vertex)) &&
           IsCreated(rhi::CreateRasterShader(device, shaders::quad::Fragment(), s_Scene.Fragment)) &&
           IsCreated(rhi::CreateBindingLayout(device, {&binding, 1}, s_Scene.Layout));
}

bool CreateSecond()
{
    const rhi::RasterBindingResource resource{0, s_Scene.Ring, 0, UNIFORM_BYTES};
    const rhi::RasterVertexStream stream{8, false};
    const rhi::RasterVertexAttribute attribute{0, 0, 0, rhi::RasterVertexFormat::Float2};
    return IsCreated(rhi::CreateBindingSet(s_Scene.Device, s_Scene.Layout, {&resource, 1}, s_Scene.Set)) &&
           IsCreated(rhi::CreateRasterPipeline(
               s_Scene.Device,
               {s_Scene.Vertex, s_Scene.Fragment, s_Scene.Layout, {&stream, 1}, {&attribute, 1}, false, false},
               s_Scene.Pipeline));
}

int32 Refuse()
{
    rhi::Diagnostic refusal;
    if (rhi::GetLastDiagnostic({}, refusal))
    {
        rhi::FormatDiagnostic(refusal, s_Words);
    }
    return -1;
}

// One frame. False: something was refused. `isDrawn`: whether there was room for a frame.
bool DrawFrame(bool& isDrawn)
{
    const rhi::DeviceHandle device = s_Scene.Device;
    const rhi::DeviceStatus begun = rhi::BeginFrame(device, s_Scene.Surface);
    isDrawn = begun == rhi::DeviceStatus::Ready;
    if (!isDrawn)
    {
        return begun == rhi::DeviceStatus::Skipped;
    }
    rhi::RasterPassDescription pass;
    pass.Scissor = {0, 0, 1, 1};
    pass.UseScissor = true;
    uint32 refusals = rhi::BeginRasterPass(device, pass) != rhi::RasterStatus::Ready ? 1 : 0;
    const rhi::RasterVertexSlice corners{s_Scene.Corners, 0, sizeof CORNERS};
    rhi::RasterDraw draw{s_Scene.Pipeline, s_Scene.Set, {&corners, 1}, s_Scene.Indices, 0, 6, 4};
    for (const auto& uniform : s_Uniforms)
    {
        refusals += rhi::WriteFrameUniform(device, uniform, draw.BindingOffsets.Bytes[0]) != rhi::RasterStatus::Ready;
        refusals += rhi::DrawIndexed(device, draw) != rhi::RasterStatus::Ready;
    }
    return rhi::EndFrame(device) == rhi::DeviceStatus::Ready && refusals == 0;
}
} // namespace

extern "C"
{
    // Where JavaScript writes the uniforms of all draws.
    EMSCRIPTEN_KEEPALIVE void* ludus_uniforms()
    {
        return s_Uniforms.data();
    }

    // Why the call before answered that something was refused.
    EMSCRIPTEN_KEEPALIVE const char* ludus_words()
    {
        return s_Words;
    }

    // Goes on with the set-up. 1: everything is Ready; 0: call again later; -1: refused.
    EMSCRIPTEN_KEEPALIVE int32 ludus_start(int32 backend)
    {
        int32 ready = 0;
        switch (s_Scene.Step)
        {
        case 0:
            s_Scene.Step = 1;
            return StartDevice(backend) ? 0 : Refuse();
        case 1:
            ready = AskDevice();
            if (ready == 1 && !CreateFirst())
            {
                return Refuse();
            }
            break;
        case 2:
            ready =
                Ask(s_Scene.Corners, s_Scene.Indices, s_Scene.Ring, s_Scene.Vertex, s_Scene.Fragment, s_Scene.Layout);
            if (ready == 1 && !CreateSecond())
            {
                return Refuse();
            }
            break;
        default:
            ready = Ask(s_Scene.Set, s_Scene.Pipeline);
            if (ready == 1 && rhi::SetFrameTarget(s_Scene.Device, s_Scene.Surface,
                                                  {.Width = EXTENT, .Height = EXTENT}) != rhi::DeviceStatus::Ready)
            {
                return Refuse();
            }
            return ready < 0 ? Refuse() : ready;
        }
        s_Scene.Step += ready == 1 ? 1U : 0U;
        return ready < 0 ? Refuse() : 0;
    }

    // Draws a frame. Its milliseconds; -1: none can be drawn at present; -2: refused.
    EMSCRIPTEN_KEEPALIVE double ludus_frame()
    {
        const double before = emscripten_get_now();
        bool isDrawn = false;
        const bool isAccepted = DrawFrame(isDrawn);
        const double after = emscripten_get_now();
        return !isAccepted ? Refuse() - 1 : isDrawn ? after - before : -1;
    }

    // The texel inside the scissor as RGBA bytes, red lowest; zero: not read yet.
    EMSCRIPTEN_KEEPALIVE uint32 ludus_pixel()
    {
        const rhi::DeviceHandle device = s_Scene.Device;
        if (!s_Scene.IsReading)
        {
            s_Scene.IsReading = IsCreated(rhi::RequestFrameReadback(device, s_Scene.Surface, s_Scene.Readback));
            return 0;
        }
        static std::array<uint8, EXTENT * EXTENT * 4> s_Bytes;
        if (rhi::GetStatus(device, s_Scene.Readback) != rhi::RasterStatus::Ready ||
            rhi::CopyFrameReadback(device, s_Scene.Readback, s_Bytes, EXTENT * 4) != rhi::RasterStatus::Ready)
        {
            return 0;
        }
        uint32 texel = 0;
        std::memcpy(&texel, s_Bytes.data(), sizeof texel);
        return texel;
    }
}
} // namespace ludus::benchmarks
