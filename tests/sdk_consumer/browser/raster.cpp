// A page's program: one textured, tinted, instanced draw, read back and compared. Every creation may take some ticks of
// the page's clock, and Tick goes on where the one before had to stop.
#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/raster.h>

#include "mesh.h"

#include <emscripten.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <span>

// clang-format off
EM_JS(void, Answer, (const char* text), { answer(UTF8ToString(text)); });
EM_JS(int, ReadBackend, (), { return ['auto', 'webgpu', 'webgl2'].indexOf(
    new URLSearchParams(location.search).get('backend') || 'auto'); });

// clang-format on

namespace
{
namespace rhi = ludus::graphics::rhi;
using rhi::RasterStatus;

constexpr unsigned EDGE = 64;
constexpr float VERTICES[] = {
    -1, 0.5F, 0.25F, 0, 0, 0, 0.5F, 0.25F, 1, 0, 0, -0.5F, 0.25F, 1, 1, -1, -0.5F, 0.25F, 0, 1,
};
constexpr float INSTANCES[] = {0, 0, 1, 1, 0, 0.5F}; // offset and brightness
constexpr std::uint16_t INDICES[] = {0, 1, 2, 0, 2, 3};
constexpr std::uint8_t TEXELS[] = {255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255};
constexpr float TINT[4] = {1, 0.5F, 0.25F, 1};

constexpr rhi::RasterVertexStream STREAMS[] = {{20, false}, {12, true}};
constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
    {0, 0, 0, rhi::RasterVertexFormat::Float3},
    {1, 0, 12, rhi::RasterVertexFormat::Float2},
    {2, 1, 0, rhi::RasterVertexFormat::Float3},
};

template <class T>
std::span<const std::uint8_t> BytesOf(const T& values)
{
    return {reinterpret_cast<const std::uint8_t*>(values), sizeof values};
}

// A pixel of the picture: where it is, and what is drawn there before the attachment encodes it.
struct Expected
{
    unsigned X, Y;
    float Red, Green, Blue;
};

constexpr Expected PICTURE[] = {
    {4, 20, 1, 0, 0},     {28, 20, 0, 0.5F, 0},  {4, 44, 0, 0, 0.25F},   {28, 44, 1, 0.5F, 0.25F},
    {36, 20, 0.5F, 0, 0}, {60, 20, 0, 0.25F, 0}, {36, 44, 0, 0, 0.125F}, {60, 44, 0.5F, 0.25F, 0.125F},
    {4, 4, 0, 0, 0},      {60, 60, 0, 0, 0},
};

int ToByte(float value, rhi::SurfaceEncoding encoding)
{
    if (encoding == rhi::SurfaceEncoding::Srgb)
    {
        value = value <= 0.0031308F ? value * 12.92F : 1.055F * std::pow(value, 1 / 2.4F) - 0.055F;
    }
    return static_cast<int>(std::lround(value * 255));
}

class Program
{
public:
    void Tick();

private:
    enum class Step
    {
        Start,
        Resources,
        Views,
        Bindings,
        Picture,
        Done,
    };

    void Advance();
    void Start();
    void CreateResources();
    void CreateViews();
    void CreateBindings();
    void Draw();
    void Compare();

    // Whether a creation, or all, came to something. A refusal ends the program with the library's words.
    bool IsAccepted(RasterStatus status)
    {
        return status == RasterStatus::Ready || status == RasterStatus::Pending || Fail();
    }

    template <class... Handles>
    bool AreReady(const Handles&... handles)
    {
        const RasterStatus states[] = {rhi::GetStatus(Device, handles)...};
        for (const RasterStatus state : states)
        {
            if (state != RasterStatus::Ready)
            {
                return state == RasterStatus::Pending ? false : Fail();
            }
        }
        return true;
    }

    bool Fail()
    {
        rhi::Diagnostic refusal;
        char text[rhi::DIAGNOSTIC_TEXT_BYTES] = "refused without a reason";
        if (rhi::GetLastDiagnostic({}, refusal))
        {
            rhi::FormatDiagnostic(refusal, text);
        }
        End(text);
        return false;
    }

    void End(const char* text)
    {
        Current = Step::Done;
        emscripten_cancel_main_loop();
        Answer(text);
    }

    Step Current{Step::Start};
    bool IsStarting{false}; // the device has been asked for
    rhi::DeviceHandle Device{};
    rhi::SurfaceHandle Surface{};
    rhi::BufferHandle Vertices{};
    rhi::BufferHandle Instances{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Tint{};
    rhi::TextureHandle Image{};
    rhi::TextureViewHandle View{};
    rhi::SamplerHandle Sampler{};
    rhi::RasterShaderHandle VertexStage{};
    rhi::RasterShaderHandle FragmentStage{};
    rhi::BindingLayoutHandle Layout{};
    rhi::BindingSetHandle Set{};
    rhi::RasterPipelineHandle Pipeline{};
    rhi::FrameReadback Readback{};
};

void Program::Start()
{
    constexpr rhi::BackendSelection CHOICES[] = {rhi::BackendSelection::Auto, rhi::BackendSelection::WebGPU,
                                                 rhi::BackendSelection::WebGL2};
    const int choice = ReadBackend();
    if (IsStarting)
    {
        rhi::DeviceInfo info;
        const rhi::DeviceStatus status = rhi::GetDeviceInfo(Device, info);
        if (status == rhi::DeviceStatus::Ready)
        {
            CreateResources();
        }
        else if (status != rhi::DeviceStatus::Pending)
        {
            Fail();
        }
        return;
    }
    if (choice < 0)
    {
        End("?backend= takes auto, webgpu or webgl2");
        return;
    }
    IsStarting = true;
    rhi::DeviceDescription description;
    description.Selection = CHOICES[choice];
    description.Required.PortableRaster = true;
    const rhi::DeviceStatus status =
        rhi::CreateDevice({"browser consumer", 1}, {.Width = EDGE, .Height = EDGE}, description, Device, Surface);
    if (status == rhi::DeviceStatus::Ready)
    {
        CreateResources();
    }
    else if (status != rhi::DeviceStatus::Pending)
    {
        Fail();
    }
}

void Program::CreateResources()
{
    Current = Step::Resources;
    const rhi::TextureDescription image{2, 2, rhi::RasterFormat::Rgba8Unorm, false, 1, true};
    static_cast<void>(
        IsAccepted(
            rhi::CreateBuffer(Device, {rhi::BufferRole::Vertex, sizeof VERTICES}, BytesOf(VERTICES), Vertices)) &&
        IsAccepted(
            rhi::CreateBuffer(Device, {rhi::BufferRole::Vertex, sizeof INSTANCES}, BytesOf(INSTANCES), Instances)) &&
        IsAccepted(rhi::CreateBuffer(Device, {rhi::BufferRole::Index16, sizeof INDICES}, BytesOf(INDICES), Indices)) &&
        IsAccepted(rhi::CreateBuffer(Device, {rhi::BufferRole::Uniform, sizeof TINT}, BytesOf(TINT), Tint)) &&
        IsAccepted(rhi::CreateTexture(Device, image, {TEXELS, 8, {}}, Image)) &&
        IsAccepted(rhi::CreateSampler(Device, {}, Sampler)) &&
        IsAccepted(rhi::CreateRasterShader(Device, ludus::shaders::mesh::Vertex(), VertexStage)) &&
        IsAccepted(rhi::CreateRasterShader(Device, ludus::shaders::mesh::Fragment(), FragmentStage)));
}

void Program::CreateViews()
{
    Current = Step::Views;
    const rhi::RasterBinding bindings[] = {
        {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Fragment, 16},
        {1, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment, 0},
        {2, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment, 0},
    };
    static_cast<void>(IsAccepted(rhi::CreateTextureView(Device, Image, View)) &&
                      IsAccepted(rhi::CreateBindingLayout(Device, bindings, Layout)));
}

void Program::CreateBindings()
{
    Current = Step::Bindings;
    const rhi::RasterBindingResource resources[] = {
        {0, Tint, 0, 16},
        {.Binding = 1, .Texture = View},
        {.Binding = 2, .Sampler = Sampler},
    };
    static_cast<void>(IsAccepted(rhi::CreateBindingSet(Device, Layout, resources, Set)) &&
                      IsAccepted(rhi::CreateRasterPipeline(
                          Device, {VertexStage, FragmentStage, Layout, STREAMS, ATTRIBUTES, true, false}, Pipeline)));
}

void Program::Draw()
{
    const rhi::RasterVertexSlice slices[] = {{Vertices, 0, sizeof VERTICES}, {Instances, 0, sizeof INSTANCES}};
    const rhi::RasterDraw draw{Pipeline, Set, slices, Indices, 0, 6, 4, 2};
    if (rhi::SetFrameTarget(Device, Surface, {.Width = EDGE, .Height = EDGE}) != rhi::DeviceStatus::Ready)
    {
        Fail();
        return;
    }
    const rhi::DeviceStatus begun = rhi::BeginFrame(Device, Surface);
    if (begun == rhi::DeviceStatus::Skipped)
    {
        return; // at the next tick
    }
    if (begun != rhi::DeviceStatus::Ready || rhi::DrawIndexed(Device, draw) != RasterStatus::Ready ||
        rhi::EndFrame(Device) != rhi::DeviceStatus::Ready)
    {
        Fail();
        return;
    }
    Current = Step::Picture;
    static_cast<void>(IsAccepted(rhi::RequestFrameReadback(Device, Surface, Readback)));
}

void Program::Compare()
{
    rhi::FrameInfo info;
    static std::uint8_t s_Bytes[EDGE * EDGE * 4];
    if (rhi::GetFrameReadbackInfo(Device, Readback, info) != RasterStatus::Ready || info.Width != EDGE ||
        rhi::CopyFrameReadback(Device, Readback, s_Bytes, EDGE * 4) != RasterStatus::Ready)
    {
        Fail();
        return;
    }
    for (const Expected& pixel : PICTURE)
    {
        const std::uint8_t* got = s_Bytes + (pixel.Y * EDGE + pixel.X) * 4;
        const float expected[] = {pixel.Red, pixel.Green, pixel.Blue};
        for (int channel = 0; channel < 3; ++channel)
        {
            const int difference = got[channel] - ToByte(expected[channel], info.Encoding);
            if (difference < -1 || difference > 1)
            {
                End("a pixel has another colour than it should");
                return;
            }
        }
    }
    End(rhi::DestroyDevice(Device) == rhi::DeviceStatus::Ready ? "drawn" : "the device could not be destroyed");
}

// As far as it goes now.
void Program::Tick()
{
    Step before{};
    do
    {
        before = Current;
        Advance();
    } while (Current != before);
}

void Program::Advance()
{
    switch (Current)
    {
    case Step::Start:
        return Start();
    case Step::Resources:
        return AreReady(Vertices, Instances, Indices, Tint, Image, Sampler, VertexStage, FragmentStage) ? CreateViews()
                                                                                                        : void();
    case Step::Views:
        return AreReady(View, Layout) ? CreateBindings() : void();
    case Step::Bindings:
        return AreReady(Set, Pipeline) ? Draw() : void();
    case Step::Picture:
        return AreReady(Readback) ? Compare() : void();
    case Step::Done:
        return;
    }
}

Program s_Program;
} // namespace

int main()
{
    emscripten_set_main_loop([] { s_Program.Tick(); }, 0, false);
    return 0;
}
