// A headless Ludus device, and its objects made without fuss.
#include "session.h"

#include "../harness.h"
#include "../scenarios.h"

#include <ludus/graphics/rhi/diagnostics.h>
#include <ludus/graphics/rhi/frame_readback.h>

#include <quad.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <sched.h>
#include <string_view>

namespace ludus::benchmarks
{
namespace
{
constexpr std::uint32_t OTHER_RECORDS = 256;

std::span<const foundation::uint8> Bytes(std::span<const std::byte> contents)
{
    return {reinterpret_cast<const foundation::uint8*>(contents.data()), contents.size()};
}

// The lane that the environment names; Vulkan where it names none.
rhi::BackendSelection ChooseBackend()
{
    const char* const lane = std::getenv("LUDUS_BENCHMARK_LANE");
    const std::string_view name = lane != nullptr ? lane : "vulkan";
    if (name != "vulkan" && name != "webgpu" && name != "opengl")
    {
        Fail("LUDUS_BENCHMARK_LANE", "there is no such lane");
    }
    return name == "webgpu"   ? rhi::BackendSelection::WebGPU
           : name == "opengl" ? rhi::BackendSelection::OpenGL
                              : rhi::BackendSelection::Vulkan;
}

rhi::DeviceDescription DescribeDevice()
{
    rhi::DeviceDescription description;
    description.Selection = ChooseBackend();
    description.Required.OrderedRasterGraph = true;
    description.Storage.ResourcesPerKind = OPERATION_COUNT + OTHER_RECORDS;
    description.Storage.DrawsPerFrame = OPERATION_COUNT;
    description.Storage.DrawsPerPlan = OPERATION_COUNT;
    description.Storage.PassesPerGraph = PASS_COUNT;
    description.Storage.DependenciesPerGraph = 8 * PASS_COUNT;
    description.Storage.BindingDescriptors = 3 * (OPERATION_COUNT + OTHER_RECORDS);
    description.Storage.FrameUniformBytes = std::size_t{OPERATION_COUNT} * UNIFORM_STRIDE;
    return description;
}
} // namespace

Session::Session()
{
    rhi::ApplicationInfo application;
    application.Name = "ludus-benchmark";
    rhi::WindowInfo window;
    window.Width = TARGET_EXTENT;
    window.Height = TARGET_EXTENT;
    rhi::StartupInfo failure;
    rhi::DeviceStatus status = rhi::CreateDevice(application, window, DescribeDevice(), Device, Surface, &failure);
    rhi::DeviceInfo info;
    while (status == rhi::DeviceStatus::Pending)
    {
        sched_yield();
        status = rhi::GetDeviceInfo(Device, info);
    }
    Check(status, "CreateDevice");
    rhi::FrameTarget target;
    target.Width = TARGET_EXTENT;
    target.Height = TARGET_EXTENT;
    target.Alpha = 0;
    Check(rhi::SetFrameTarget(Device, Surface, target), "SetFrameTarget");
    Settle(rhi::CreateRasterShader(Device, shaders::quad::Vertex(), Vertex), Vertex, "CreateRasterShader");
    Settle(rhi::CreateRasterShader(Device, shaders::quad::Fragment(), Fragment), Fragment, "CreateRasterShader");
}

Session::~Session()
{
    Check(rhi::DestroyDevice(Device), "DestroyDevice");
}

void Session::Refused(const char* call, int status) const
{
    std::array<char, rhi::DIAGNOSTIC_TEXT_BYTES> text{};
    std::snprintf(text.data(), text.size(), "status %d without a diagnostic", status);
    rhi::Diagnostic why;
    if (rhi::GetLastDiagnostic(Device, why))
    {
        rhi::FormatDiagnostic(why, text);
    }
    Fail(call, text.data());
}

void Session::Check(rhi::RasterStatus status, const char* call) const
{
    if (status != rhi::RasterStatus::Ready)
    {
        Refused(call, static_cast<int>(status));
    }
}

void Session::Check(rhi::DeviceStatus status, const char* call) const
{
    if (status != rhi::DeviceStatus::Ready)
    {
        Refused(call, static_cast<int>(status));
    }
}

template <typename Handle>
void Session::Settle(rhi::RasterStatus created, const Handle& handle, const char* call) const
{
    rhi::RasterStatus status = created;
    while (status == rhi::RasterStatus::Pending)
    {
        sched_yield();
        status = rhi::GetStatus(Device, handle);
    }
    Check(status, call);
}

rhi::BufferHandle Session::CreateBuffer(rhi::BufferRole role, std::span<const std::byte> contents) const
{
    rhi::BufferHandle buffer;
    Settle(rhi::CreateBuffer(Device, {role, contents.size()}, Bytes(contents), buffer), buffer, "CreateBuffer");
    return buffer;
}

rhi::TextureViewHandle Session::CreateTextureView(std::uint32_t extent) const
{
    rhi::TextureDescription description;
    description.Width = extent;
    description.Height = extent;
    const std::vector<foundation::uint8> texels(std::size_t{extent} * extent * 4);
    rhi::TextureUpload upload;
    upload.Bytes = texels;
    upload.RowPitch = std::size_t{extent} * 4;
    rhi::TextureHandle texture;
    Settle(rhi::CreateTexture(Device, description, upload, texture), texture, "CreateTexture");
    rhi::TextureViewHandle view;
    Settle(rhi::CreateTextureView(Device, texture, view), view, "CreateTextureView");
    return view;
}

rhi::SamplerHandle Session::CreateSampler() const
{
    rhi::SamplerHandle sampler;
    Settle(rhi::CreateSampler(Device, {}, sampler), sampler, "CreateSampler");
    return sampler;
}

rhi::BindingLayoutHandle Session::CreateLayout(std::span<const rhi::RasterBinding> bindings) const
{
    rhi::BindingLayoutHandle layout;
    Settle(rhi::CreateBindingLayout(Device, bindings, layout), layout, "CreateBindingLayout");
    return layout;
}

rhi::BindingSetHandle Session::CreateSet(rhi::BindingLayoutHandle layout,
                                         std::span<const rhi::RasterBindingResource> resources) const
{
    rhi::BindingSetHandle set;
    Settle(rhi::CreateBindingSet(Device, layout, resources, set), set, "CreateBindingSet");
    return set;
}

rhi::RasterPipelineHandle Session::CreateQuadPipeline(rhi::BindingLayoutHandle layout, bool isBlended,
                                                      bool isCulled) const
{
    const rhi::RasterVertexStream stream{sizeof(float) * 2, false};
    const rhi::RasterVertexAttribute corner{0, 0, 0, rhi::RasterVertexFormat::Float2};
    rhi::RasterPipelineDescription description;
    description.Vertex = Vertex;
    description.Fragment = Fragment;
    description.Layout = layout;
    description.Streams = {&stream, 1};
    description.Attributes = {&corner, 1};
    description.Blend = isBlended;
    description.Cull = isCulled ? rhi::RasterCull::Back : rhi::RasterCull::None;
    rhi::RasterPipelineHandle pipeline;
    Settle(rhi::CreateRasterPipeline(Device, description, pipeline), pipeline, "CreateRasterPipeline");
    return pipeline;
}

rhi::TextureHandle Session::CreateTexture(const rhi::TextureDescription& description) const
{
    rhi::TextureHandle texture;
    Settle(rhi::CreateTexture(Device, description, {}, texture), texture, "CreateTexture");
    return texture;
}

rhi::TextureHandle Session::CreateAttachment(std::uint32_t extent) const
{
    rhi::TextureDescription description;
    description.Width = extent;
    description.Height = extent;
    description.Attachment = true;
    return CreateTexture(description);
}

rhi::TextureViewHandle Session::CreateView(rhi::TextureHandle texture) const
{
    rhi::TextureViewHandle view;
    Settle(rhi::CreateTextureView(Device, texture, view), view, "CreateTextureView");
    return view;
}

rhi::RasterPipelineHandle Session::CreateChainPipeline(rhi::BindingLayoutHandle layout,
                                                       const rhi::RasterShaderDescription& vertex,
                                                       const rhi::RasterShaderDescription& fragment,
                                                       rhi::RasterTarget target) const
{
    rhi::RasterShaderHandle vertexStage;
    rhi::RasterShaderHandle fragmentStage;
    Settle(rhi::CreateRasterShader(Device, vertex, vertexStage), vertexStage, "CreateRasterShader");
    Settle(rhi::CreateRasterShader(Device, fragment, fragmentStage), fragmentStage, "CreateRasterShader");
    const rhi::RasterVertexStream stream{sizeof(float) * 2, false};
    const rhi::RasterVertexAttribute corner{0, 0, 0, rhi::RasterVertexFormat::Float2};
    rhi::RasterPipelineDescription description;
    description.Vertex = vertexStage;
    description.Fragment = fragmentStage;
    description.Layout = layout;
    description.Streams = {&stream, 1};
    description.Attributes = {&corner, 1};
    description.Target = target;
    rhi::RasterPipelineHandle pipeline;
    Settle(rhi::CreateRasterPipeline(Device, description, pipeline), pipeline, "CreateRasterPipeline");
    return pipeline;
}

void Session::BeginFrame() const
{
    Check(rhi::BeginFrame(Device, Surface), "BeginFrame");
}

void Session::EndFrame() const
{
    Check(rhi::EndFrame(Device), "EndFrame");
}

void Session::Execute(rhi::OrderedGraph& graph, rhi::SubmissionToken& completion) const
{
    Check(rhi::ExecuteOrderedGraph(Device, Surface, graph, completion), "ExecuteOrderedGraph");
}

rhi::CommandBatch Session::BeginBatch() const
{
    rhi::CommandBatch batch;
    Check(rhi::BeginCommands(Device, batch), "BeginCommands");
    return batch;
}

void Session::SubmitBatch(rhi::CommandBatch& batch) const
{
    rhi::SubmissionToken completion;
    Check(rhi::FinishCommands(Device, batch), "FinishCommands");
    Check(rhi::SubmitCommands(Device, Surface, batch, completion), "SubmitCommands");
}

std::vector<std::uint8_t> Session::WaitForFrame() const
{
    rhi::FrameReadback readback;
    Settle(rhi::RequestFrameReadback(Device, Surface, readback), readback, "RequestFrameReadback");
    constexpr std::size_t ROW_PITCH = std::size_t{TARGET_EXTENT} * 4;
    std::vector<std::uint8_t> pixels(ROW_PITCH * TARGET_EXTENT);
    Check(rhi::CopyFrameReadback(Device, readback, pixels, ROW_PITCH), "CopyFrameReadback");
    Check(rhi::Release(Device, readback), "Release");
    return pixels;
}
} // namespace ludus::benchmarks
