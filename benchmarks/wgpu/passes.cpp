// S5 over wgpu-native, which orders the passes by what they use.
#include "passes.h"

#include "../scenarios.h"

namespace ludus::benchmarks::wgpu
{
namespace
{
constexpr std::string_view CHAIN = R"(
@group(0) @binding(0) var before: texture_2d<f32>;
@group(0) @binding(1) var nearest: sampler;
struct Corner { @builtin(position) position: vec4f, @location(0) uv: vec2f }
@vertex fn VertexMain(@location(0) corner: vec2f) -> Corner
{
    return Corner(vec4f(corner * 1.5 - 0.75, 0.5, 1.0), vec2f(corner.x, 1.0 - corner.y));
}
@fragment fn FragmentMain(input: Corner) -> @location(0) vec4f { return textureSample(before, nearest, input.uv); }
)";

WGPUBindGroupLayout CreateLayout(WGPUDevice device)
{
    std::array<WGPUBindGroupLayoutEntry, 2> entries{};
    for (std::uint32_t binding = 0; binding < entries.size(); ++binding)
    {
        entries[binding] = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
        entries[binding].binding = binding;
        entries[binding].visibility = WGPUShaderStage_Fragment;
    }
    entries[0].texture.sampleType = WGPUTextureSampleType_Float;
    entries[0].texture.viewDimension = WGPUTextureViewDimension_2D;
    entries[1].sampler.type = WGPUSamplerBindingType_Filtering;
    WGPUBindGroupLayoutDescriptor description = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    description.entryCount = entries.size();
    description.entries = entries.data();
    return wgpuDeviceCreateBindGroupLayout(device, &description);
}
} // namespace

PassChain::PassChain(const Device& device)
    : Gpu(device), Corners(device.CreateBuffer(std::as_bytes(std::span(QUAD_CORNERS)), WGPUBufferUsage_Vertex)),
      Indices(device.CreateBuffer(std::as_bytes(std::span(QUAD_INDICES)), WGPUBufferUsage_Index)),
      Layout(CreateLayout(device.Handle)), Pipeline(device.CreateChainPipeline(Layout, CHAIN))
{
    const WGPUSamplerDescriptor sampler = WGPU_SAMPLER_DESCRIPTOR_INIT;
    Nearest = wgpuDeviceCreateSampler(Gpu.Handle, &sampler);
    Surface = Gpu.CreateTexture(TARGET_EXTENT, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_CopySrc);
    Colours[SURFACE] = wgpuTextureCreateView(Surface, nullptr);
    for (std::size_t i = 0; i < SURFACE; ++i)
    {
        Colours[i] =
            Gpu.CreateTextureView(TARGET_EXTENT, WGPUTextureUsage_RenderAttachment | WGPUTextureUsage_TextureBinding);
    }
    for (WGPUTextureView& depth : Depths)
    {
        depth = Gpu.CreateTextureView(TARGET_EXTENT, WGPUTextureUsage_RenderAttachment, WGPUTextureFormat_Depth32Float);
    }
    for (std::size_t i = 0; i < Shown.size(); ++i)
    {
        std::array<WGPUBindGroupEntry, 2> entries{WGPUBindGroupEntry(WGPU_BIND_GROUP_ENTRY_INIT),
                                                  WGPUBindGroupEntry(WGPU_BIND_GROUP_ENTRY_INIT)};
        entries[0].textureView = Colours[i];
        entries[1].binding = 1;
        entries[1].sampler = Nearest;
        WGPUBindGroupDescriptor description = WGPU_BIND_GROUP_DESCRIPTOR_INIT;
        description.layout = Layout;
        description.entryCount = entries.size();
        description.entries = entries.data();
        Shown[i] = wgpuDeviceCreateBindGroup(Gpu.Handle, &description);
    }
    ClearFirst();
}

PassChain::~PassChain()
{
    for (WGPUBindGroup group : Shown)
    {
        wgpuBindGroupRelease(group);
    }
    for (std::size_t i = 0; i < TARGETS; ++i)
    {
        wgpuTextureViewRelease(Colours[i]);
        wgpuTextureViewRelease(Depths[i]);
    }
    wgpuTextureRelease(Surface);
    wgpuSamplerRelease(Nearest);
    wgpuRenderPipelineRelease(Pipeline);
    wgpuBindGroupLayoutRelease(Layout);
    wgpuBufferRelease(Corners);
    wgpuBufferRelease(Indices);
}

// The first pass shows what the last but one of the frame before has drawn: at first, that one's colour.
void PassChain::ClearFirst() const
{
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(Gpu.Handle, nullptr);
    WGPURenderPassColorAttachment colour = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    colour.loadOp = WGPULoadOp_Clear;
    colour.storeOp = WGPUStoreOp_Store;
    colour.view = Colours[1];
    colour.clearValue = {CHAIN_COLOURS[1][0], CHAIN_COLOURS[1][1], CHAIN_COLOURS[1][2], CHAIN_COLOURS[1][3]};
    WGPURenderPassDescriptor description = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    description.colorAttachmentCount = 1;
    description.colorAttachments = &colour;
    WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &description);
    wgpuRenderPassEncoderEnd(pass);
    wgpuRenderPassEncoderRelease(pass);
    Gpu.Submit(encoder);
}

void PassChain::DrawPasses() const
{
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(Gpu.Handle, nullptr);
    WGPURenderPassColorAttachment colour = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    colour.loadOp = WGPULoadOp_Clear;
    colour.storeOp = WGPUStoreOp_Store;
    WGPURenderPassDepthStencilAttachment depth = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
    depth.depthLoadOp = WGPULoadOp_Clear;
    depth.depthStoreOp = WGPUStoreOp_Discard;
    depth.depthClearValue = 1;
    WGPURenderPassDescriptor description = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    description.colorAttachmentCount = 1;
    description.colorAttachments = &colour;
    description.depthStencilAttachment = &depth;
    for (std::uint32_t i = 0; i < PASS_COUNT; ++i)
    {
        const std::size_t target = i + 1 == PASS_COUNT ? SURFACE : i % 2;
        const std::array<float, 4>& clear = CHAIN_COLOURS[target];
        colour.view = Colours[target];
        colour.clearValue = {clear[0], clear[1], clear[2], clear[3]};
        depth.view = Depths[target];
        WGPURenderPassEncoder pass = wgpuCommandEncoderBeginRenderPass(encoder, &description);
        wgpuRenderPassEncoderSetPipeline(pass, Pipeline);
        wgpuRenderPassEncoderSetBindGroup(pass, 0, Shown[(i + 1) % 2], 0, nullptr);
        wgpuRenderPassEncoderSetVertexBuffer(pass, 0, Corners, 0, sizeof(QUAD_CORNERS));
        wgpuRenderPassEncoderSetIndexBuffer(pass, Indices, WGPUIndexFormat_Uint16, 0, sizeof(QUAD_INDICES));
        wgpuRenderPassEncoderDrawIndexed(pass, QUAD_INDICES.size(), 1, 0, 0, 0);
        wgpuRenderPassEncoderEnd(pass);
        wgpuRenderPassEncoderRelease(pass);
    }
    Gpu.Submit(encoder);
}
} // namespace ludus::benchmarks::wgpu
