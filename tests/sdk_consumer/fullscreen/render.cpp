// Everything a program may do with the fullscreen facade, done through the installed package: layout of the uniform,
// skipped frames, resize, refused destruction, restart; then the same picture on an explicit device, read back.
#include "check.h"
#include "display.h"

#include <ludus/graphics/rhi/render.h>
#include <ludus/graphics/rhi/rhi.h>

#include <cstddef>

namespace
{
using namespace consumer;

// The block as display.slang declares it; the assertions hold it to the offsets of the reflection.
struct alignas(16) DisplayUniform
{
    float Resolution[2];
    float Elapsed;
    float PadElapsed;
    float Direction[3];
    float PadDirection;
    float Tint[4];
};

static_assert(offsetof(DisplayUniform, Resolution) == 0);
static_assert(offsetof(DisplayUniform, Elapsed) == 8);
static_assert(offsetof(DisplayUniform, Direction) == 16);
static_assert(offsetof(DisplayUniform, Tint) == 32);
static_assert(sizeof(DisplayUniform) == 48 && alignof(DisplayUniform) == 16);

struct Resources
{
    rhi::ShaderHandle Vertex{};
    rhi::ShaderHandle Fragment{};
    rhi::UniformHandle Uniform{};
    rhi::PipelineHandle Pipeline{};
};

std::span<const uint8> BytesOf(const DisplayUniform& uniform)
{
    return {reinterpret_cast<const uint8*>(&uniform), sizeof(uniform)};
}

DisplayUniform UniformFor(uint32 width, uint32 height)
{
    return {{static_cast<float>(width), static_cast<float>(height)},
            1.0F,
            0.0F,
            {0.5F, 1.0F, 0.25F},
            0.0F,
            {0.25F, 0.5F, 0.75F, 1.0F}};
}

Resources CreateResources()
{
    Resources made;
    const auto owned = [](rhi::ResourceStatus status)
    { return status == rhi::ResourceStatus::Ready || status == rhi::ResourceStatus::Pending; };
    EXPECT(owned(rhi::CreateShader(ludus::shaders::display::Vertex(), made.Vertex)));
    EXPECT(owned(rhi::CreateShader(ludus::shaders::display::Fragment(), made.Fragment)));
    EXPECT(owned(rhi::CreateUniform(sizeof(DisplayUniform), made.Uniform)));
    Settle([&] { return rhi::GetStatus(made.Vertex); });
    Settle([&] { return rhi::GetStatus(made.Fragment); });
    Settle([&] { return rhi::GetStatus(made.Uniform); });
    EXPECT(owned(rhi::CreatePipeline({made.Vertex, made.Fragment, made.Uniform}, made.Pipeline)));
    Settle([&] { return rhi::GetStatus(made.Pipeline); });
    return made;
}

void StartSession(rhi::BackendSelection selection)
{
    const rhi::WindowInfo headless{.Width = 64, .Height = 48};
    const rhi::StartStatus started = rhi::Start({"fullscreen consumer", 1}, headless, selection);
    EXPECT(started == rhi::StartStatus::Ready || started == rhi::StartStatus::Pending);
    EXPECT(rhi::Start({"second", 1}, headless, selection) == rhi::StartStatus::Busy);
    while (rhi::GetStartup().State == rhi::StartupState::Pending)
    {
    }
    EXPECT(rhi::GetStartup().State == rhi::StartupState::Ready);
    EXPECT(rhi::GetStartup().Requested == selection);
}

void DrawFrame(const Resources& resources, uint32 width, uint32 height)
{
    EXPECT(rhi::SetFrameTarget({.Width = width, .Height = height}) == rhi::FrameStatus::Ready);
    OpenFrame([] { return rhi::BeginFrameStatus(); });
    EXPECT(rhi::BeginFrameStatus() == rhi::FrameStatus::InvalidState);
    const rhi::FrameInfo info = rhi::GetFrameInfo();
    EXPECT(info.Width == width && info.Height == height);
    const DisplayUniform uniform = UniformFor(info.Width, info.Height);
    EXPECT(rhi::UpdateUniform(resources.Uniform, BytesOf(uniform)) == rhi::ResourceStatus::Ready);
    EXPECT(rhi::DrawFullscreen(resources.Pipeline) == rhi::ResourceStatus::Ready);
    EXPECT(rhi::DrawFullscreen(resources.Pipeline) == rhi::ResourceStatus::InvalidState);
    EXPECT(rhi::UpdateUniform(resources.Uniform, BytesOf(uniform)) == rhi::ResourceStatus::InvalidState);
    EXPECT(rhi::EndFrameStatus() == rhi::FrameStatus::Ready);
    EXPECT(rhi::EndFrameStatus() == rhi::FrameStatus::InvalidState);
    EXPECT(rhi::GetFrameInfo().Width == 0);
}

// A frame without pixels opens nothing and costs no resource.
void SkipFrames(const Resources& resources)
{
    for (const rhi::FrameTarget& empty : {rhi::FrameTarget{.Width = 0, .Height = 48}, {.Width = 64, .Height = 0}})
    {
        EXPECT(rhi::SetFrameTarget(empty) == rhi::FrameStatus::Ready);
        EXPECT(rhi::BeginFrameStatus() == rhi::FrameStatus::Skipped);
        EXPECT(rhi::EndFrameStatus() == rhi::FrameStatus::InvalidState);
        EXPECT(rhi::DrawFullscreen(resources.Pipeline) == rhi::ResourceStatus::InvalidState);
        EXPECT(rhi::GetStatus(resources.Pipeline) == rhi::ResourceStatus::Ready);
    }
}

// What a pipeline is made of cannot be destroyed before it; afterwards every handle is stale.
void DestroyInOrder(const Resources& resources)
{
    EXPECT(rhi::Destroy(resources.Vertex) == rhi::ResourceStatus::InUse);
    EXPECT(rhi::Destroy(resources.Fragment) == rhi::ResourceStatus::InUse);
    EXPECT(rhi::Destroy(resources.Uniform) == rhi::ResourceStatus::InUse);
    EXPECT(rhi::Destroy(resources.Pipeline) == rhi::ResourceStatus::Ready);
    EXPECT(rhi::Destroy(resources.Pipeline) == rhi::ResourceStatus::InvalidHandle);
    EXPECT(rhi::Destroy(resources.Vertex) == rhi::ResourceStatus::Ready);
    EXPECT(rhi::Destroy(resources.Fragment) == rhi::ResourceStatus::Ready);
    EXPECT(rhi::Destroy(resources.Uniform) == rhi::ResourceStatus::Ready);
}

void ExpectStale(const Resources& resources)
{
    EXPECT(rhi::GetStatus(resources.Vertex) == rhi::ResourceStatus::InvalidHandle);
    EXPECT(rhi::GetStatus(resources.Fragment) == rhi::ResourceStatus::InvalidHandle);
    EXPECT(rhi::GetStatus(resources.Uniform) == rhi::ResourceStatus::InvalidHandle);
    EXPECT(rhi::GetStatus(resources.Pipeline) == rhi::ResourceStatus::InvalidHandle);
}

void UseFacade(rhi::BackendSelection selection)
{
    StartSession(selection);
    const Resources first = CreateResources();

    rhi::UniformHandle refused;
    EXPECT(rhi::CreateUniform(20, refused) == rhi::ResourceStatus::InvalidDescription);
    EXPECT(rhi::GetStatus(refused) == rhi::ResourceStatus::InvalidHandle);

    // Never updated: nothing may be drawn with it.
    EXPECT(rhi::SetFrameTarget({.Width = 64, .Height = 48}) == rhi::FrameStatus::Ready);
    OpenFrame([] { return rhi::BeginFrameStatus(); });
    EXPECT(rhi::DrawFullscreen(first.Pipeline) == rhi::ResourceStatus::InvalidState);
    EXPECT(rhi::Destroy(first.Pipeline) == rhi::ResourceStatus::InvalidState);
    EXPECT(rhi::EndFrameStatus() == rhi::FrameStatus::Ready);

    DrawFrame(first, 64, 48);
    SkipFrames(first);
    DrawFrame(first, 64, 48);
    DrawFrame(first, 96, 80);
    DrawFrame(first, 16, 16);
    DestroyInOrder(first);
    ExpectStale(first);
    const Resources second = CreateResources();
    ExpectStale(first);
    DrawFrame(second, 64, 48);

    rhi::Shutdown();
    EXPECT(rhi::GetStartup().State == rhi::StartupState::Idle);
    EXPECT(rhi::BeginFrameStatus() == rhi::FrameStatus::NotReady);
    ExpectStale(second);

    StartSession(selection);
    ExpectStale(second);
    const Resources third = CreateResources();
    ExpectStale(first);
    ExpectStale(second);
    DrawFrame(third, 64, 48);
    rhi::Shutdown();
    rhi::Shutdown();
}

// The same resources under an owner's name, and the picture they make.
void ReadThePicture(rhi::BackendSelection selection)
{
    rhi::DeviceDescription description;
    description.Selection = selection;
    description.Limits.MinUniformBufferSize = sizeof(DisplayUniform);
    rhi::DeviceHandle device;
    rhi::SurfaceHandle surface;
    rhi::StartupInfo failure;
    const rhi::DeviceStatus started = rhi::CreateDevice({"fullscreen consumer", 1}, {.Width = 64, .Height = 48},
                                                        description, device, surface, &failure);
    EXPECT(started == rhi::DeviceStatus::Ready || started == rhi::DeviceStatus::Pending);
    rhi::DeviceInfo info;
    Settle([&] { return rhi::GetDeviceInfo(device, info); });

    const Resources resources = CreateResources();
    const DisplayUniform uniform = UniformFor(64, 48);
    EXPECT(rhi::UpdateUniform(device, resources.Uniform, BytesOf(uniform)) == rhi::ResourceStatus::Ready);
    EXPECT(rhi::SetFrameTarget(device, surface, {.Width = 64, .Height = 48}) == rhi::DeviceStatus::Ready);
    OpenFrame([&] { return rhi::BeginFrame(device, surface); });
    EXPECT(rhi::DrawFullscreen(device, resources.Pipeline) == rhi::ResourceStatus::Ready);
    EXPECT(rhi::EndFrame(device) == rhi::DeviceStatus::Ready);

    const Picture picture = ReadFrame(device, surface);
    EXPECT(picture.Info.Width == 64 && picture.Info.Height == 48);
    if (info.Startup.SelectedBackend != rhi::Backend::Reference)
    {
        for (const uint32 row : {0U, 23U, 47U})
        {
            EXPECT(Shows(picture, 0, row, 0.25, 0.5, 0.75));
            EXPECT(Shows(picture, 31, row, 0.25, 0.5, 0.75));
            EXPECT(Shows(picture, 32, row, 0.25, 0.5, 0.125));
            EXPECT(Shows(picture, 63, row, 0.25, 0.5, 0.125));
        }
    }
    EXPECT(rhi::DestroyDevice(device) == rhi::DeviceStatus::Ready);
    EXPECT(rhi::GetDeviceInfo(device, info) == rhi::DeviceStatus::InvalidHandle);
}
} // namespace

int main(int count, char** arguments)
{
    const rhi::BackendSelection selection = SelectBackend(count, arguments);
    UseFacade(selection);
    ReadThePicture(selection);
    std::puts("fullscreen consumer: all checks passed");
    return 0;
}
