// The scenarios over wgpu-native, a peer that validates every call as we do.
//
// Its nearest path to 64 new bytes a draw is one write of all bytes before the pass, and dynamic offsets.
#include "../harness.h"
#include "../scenarios.h"
#include "device.h"
#include "passes.h"

#include <array>
#include <cstring>
#include <vector>

namespace ludus::benchmarks::wgpu
{
namespace
{
class Program
{
public:
    Program();
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void DrawWithNewBytes();
    void DrawWithOffset() const;
    void DrawWithChanges() const;
    void CreateAndReleaseGroups();

    [[nodiscard]] std::vector<std::uint8_t> GetPixels() const { return Device.Read(Picture); }

    wgpu::Device Device;

private:
    void SpreadUniforms();
    [[nodiscard]] WGPUBindGroup CreateGroup(WGPUBindGroupLayout layout, std::uint32_t count, std::uint32_t index) const;
    [[nodiscard]] WGPURenderPassEncoder BeginPass(WGPUCommandEncoder encoder) const;
    void EndPass(WGPURenderPassEncoder pass, WGPUCommandEncoder encoder) const;

    std::vector<DrawUniform> Source = MakeDrawUniforms();
    std::vector<std::byte> UniformBytes = std::vector<std::byte>(std::size_t{OPERATION_COUNT} * UNIFORM_STRIDE);
    WGPUBuffer Corners = nullptr;
    WGPUBuffer Indices = nullptr;
    WGPUBuffer Uniforms = nullptr;
    WGPUTexture Picture = nullptr;
    WGPUTextureView Target = nullptr; // the picture's
    std::array<WGPUTextureView, 2> Textures{};
    WGPUSampler Sampler = nullptr;
    WGPUBindGroupLayout DynamicLayout = nullptr;
    WGPUBindGroupLayout StaticLayout = nullptr;
    WGPUBindGroupLayout MaterialLayout = nullptr;
    WGPURenderPipeline DynamicPipeline = nullptr;
    std::array<WGPURenderPipeline, PIPELINE_COUNT> Pipelines{};
    WGPUBindGroup DynamicGroup = nullptr;
    std::array<WGPUBindGroup, SET_COUNT> Groups{};
    std::vector<WGPUBindGroup> ManyGroups = std::vector<WGPUBindGroup>(OPERATION_COUNT);
};

Program::Program()
{
    Corners = Device.CreateBuffer(std::as_bytes(std::span(QUAD_CORNERS)), WGPUBufferUsage_Vertex);
    Indices = Device.CreateBuffer(std::as_bytes(std::span(QUAD_INDICES)), WGPUBufferUsage_Index);
    SpreadUniforms();
    Uniforms = Device.CreateBuffer(UniformBytes, WGPUBufferUsage_Uniform);
    Picture = Device.CreateTexture(TARGET_EXTENT, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc);
    Target = wgpuTextureCreateView(Picture, nullptr);
    for (WGPUTextureView& texture : Textures)
    {
        texture = Device.CreateTextureView(4, WGPUTextureUsage_TextureBinding);
    }
    const WGPUSamplerDescriptor sampler = WGPU_SAMPLER_DESCRIPTOR_INIT;
    Sampler = wgpuDeviceCreateSampler(Device.Handle, &sampler);

    DynamicLayout = Device.CreateLayout(1, true);
    StaticLayout = Device.CreateLayout(1, false);
    MaterialLayout = Device.CreateLayout(3, false);
    DynamicPipeline = Device.CreateQuadPipeline(DynamicLayout, false, false);
    for (std::uint32_t i = 0; i < PIPELINE_COUNT; ++i)
    {
        Pipelines[i] = Device.CreateQuadPipeline(StaticLayout, IsBlended(i), IsCulled(i));
    }
    DynamicGroup = CreateGroup(DynamicLayout, 1, 0);
    for (std::uint32_t i = 0; i < SET_COUNT; ++i)
    {
        Groups[i] = CreateGroup(StaticLayout, 1, i);
    }
}

Program::~Program()
{
    wgpuBindGroupRelease(DynamicGroup);
    for (WGPUBindGroup group : Groups)
    {
        wgpuBindGroupRelease(group);
    }
    wgpuRenderPipelineRelease(DynamicPipeline);
    for (WGPURenderPipeline pipeline : Pipelines)
    {
        wgpuRenderPipelineRelease(pipeline);
    }
    for (WGPUBindGroupLayout layout : {DynamicLayout, StaticLayout, MaterialLayout})
    {
        wgpuBindGroupLayoutRelease(layout);
    }
    wgpuSamplerRelease(Sampler);
    for (WGPUTextureView view : {Textures[0], Textures[1], Target})
    {
        wgpuTextureViewRelease(view);
    }
    wgpuTextureRelease(Picture);
    for (WGPUBuffer buffer : {Corners, Indices, Uniforms})
    {
        wgpuBufferRelease(buffer);
    }
}

WGPUBindGroup Program::CreateGroup(WGPUBindGroupLayout layout, std::uint32_t count, std::uint32_t index) const
{
    std::array<WGPUBindGroupEntry, 3> entries{};
    entries[0] = WGPU_BIND_GROUP_ENTRY_INIT;
    entries[0].buffer = Uniforms;
    entries[0].offset = std::uint64_t{index} * UNIFORM_STRIDE;
    entries[0].size = sizeof(DrawUniform);
    entries[1] = WGPU_BIND_GROUP_ENTRY_INIT;
    entries[1].binding = 1;
    entries[1].textureView = Textures[index % Textures.size()];
    entries[2] = WGPU_BIND_GROUP_ENTRY_INIT;
    entries[2].binding = 2;
    entries[2].sampler = Sampler;
    WGPUBindGroupDescriptor description = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
    description.layout = layout;
    description.entryCount = count;
    description.entries = entries.data();
    return wgpuDeviceCreateBindGroup(Device.Handle, &description);
}

WGPURenderPassEncoder Program::BeginPass(WGPUCommandEncoder encoder) const
{
    WGPURenderPassColorAttachment colour = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    colour.view = Target;
    colour.loadOp = WGPULoadOp_Clear;
    colour.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDescriptor description = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    description.colorAttachmentCount = 1;
    description.colorAttachments = &colour;
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &description);
    wgpuRenderPassEncoderSetVertexBuffer(pass, 0, Corners, 0, sizeof(QUAD_CORNERS));
    wgpuRenderPassEncoderSetIndexBuffer(pass, Indices, WGPUIndexFormat_Uint16, 0, sizeof(QUAD_INDICES));
    return pass;
}

void Program::EndPass(WGPURenderPassEncoder pass, WGPUCommandEncoder encoder) const
{
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
    Device.Submit(encoder);
}

void Program::SpreadUniforms()
{
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        std::memcpy(&UniformBytes[std::size_t{i} * UNIFORM_STRIDE], &Source[i], sizeof(DrawUniform));
    }
}

// S1
void Program::DrawWithNewBytes()
{
    SpreadUniforms();
    wgpuQueueWriteBuffer(Device.Queue, Uniforms, 0, UniformBytes.data(), UniformBytes.size());
    DrawWithOffset();
}

// S1offset
void Program::DrawWithOffset() const
{
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(Device.Handle, nullptr);
    WGPURenderPassEncoder pass = BeginPass(encoder);
    wgpuRenderPassEncoderSetPipeline(pass, DynamicPipeline);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        const std::uint32_t offset = i * UNIFORM_STRIDE;
        wgpuRenderPassEncoderSetBindGroup(pass, 0, DynamicGroup, 1, &offset);
        wgpuRenderPassEncoderDrawIndexed(pass, QUAD_INDICES.size(), 1, 0, 0, 0);
    }
    EndPass(pass, encoder);
}

// S2
void Program::DrawWithChanges() const
{
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(Device.Handle, nullptr);
    WGPURenderPassEncoder pass = BeginPass(encoder);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        wgpuRenderPassEncoderSetPipeline(pass, Pipelines[i % PIPELINE_COUNT]);
        wgpuRenderPassEncoderSetBindGroup(pass, 0, Groups[i % SET_COUNT], 0, nullptr);
        wgpuRenderPassEncoderDrawIndexed(pass, QUAD_INDICES.size(), 1, 0, 0, 0);
    }
    EndPass(pass, encoder);
}

// S3
void Program::CreateAndReleaseGroups()
{
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        ManyGroups[i] = CreateGroup(MaterialLayout, 3, i);
    }
    for (WGPUBindGroup group : ManyGroups)
    {
        wgpuBindGroupRelease(group);
    }
}
} // namespace
} // namespace ludus::benchmarks::wgpu

int main(int argumentCount, char** arguments)
{
    using namespace ludus::benchmarks;
    Harness harness("wgpu", argumentCount, arguments);
    wgpu::Program program;
    harness.ReportDevice(program.Device.DeviceName.c_str(), program.Device.DriverName.c_str());

    const auto wait = [&] { program.Device.Wait(); };
    const auto image = [&] { return program.GetPixels(); };
    harness.Run({"S1", OPERATION_COUNT, [&] { program.DrawWithNewBytes(); }, wait, image});
    harness.Run({"S1offset", OPERATION_COUNT, [&] { program.DrawWithOffset(); }, wait, image});
    harness.Run({"S2", OPERATION_COUNT, [&] { program.DrawWithChanges(); }, wait, image});
    harness.Run({"S3", OPERATION_COUNT, [&] { program.CreateAndReleaseGroups(); }, wait, {}});
    wgpu::PassChain chain(program.Device);
    harness.Run({"S5", PASS_COUNT, [&] { chain.DrawPasses(); }, wait, [&] { return chain.GetPixels(); }});
    return harness.Finish();
}
