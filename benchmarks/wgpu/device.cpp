// wgpu-native's device and the objects that the scenarios draw with.
#include "device.h"

#include "../harness.h"
#include "../scenarios.h"
#include "quad_wgsl.h"

#include <wgpu.h>

#include <array>
#include <vector>

namespace ludus::benchmarks::wgpu
{
namespace
{
std::string Text(WGPUStringView view)
{
    return view.data != nullptr ? std::string(view.data, view.length) : std::string();
}

WGPUInstance CreateInstance()
{
    WGPUInstanceExtras extras{};
    extras.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
    extras.backends = WGPUInstanceBackend_Vulkan;
    extras.flags = WGPUInstanceFlag_Empty; // neither Vulkan validation nor debug names
    WGPUInstanceDescriptor description = WGPU_INSTANCE_DESCRIPTOR_INIT;
    description.nextInChain = &extras.chain;
    return wgpuCreateInstance(&description);
}

WGPUAdapter RequestAdapter(WGPUInstance instance)
{
    WGPUAdapter adapter = nullptr;
    WGPURequestAdapterOptions options = WGPU_REQUEST_ADAPTER_OPTIONS_INIT;
    options.backendType = WGPUBackendType_Vulkan;
    WGPURequestAdapterCallbackInfo callback = WGPU_REQUEST_ADAPTER_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowSpontaneous;
    callback.userdata1 = &adapter;
    callback.callback = [](WGPURequestAdapterStatus /*status*/, WGPUAdapter found, WGPUStringView message, void* output,
                           void* /*unused*/)
    {
        if (found == nullptr)
        {
            Fail("wgpu adapter", Text(message).c_str());
        }
        *static_cast<WGPUAdapter*>(output) = found;
    };
    wgpuInstanceRequestAdapter(instance, &options, callback);
    return adapter;
}

WGPUDevice RequestDevice(WGPUAdapter adapter)
{
    WGPUDevice device = nullptr;
    WGPUDeviceDescriptor description = WGPU_DEVICE_DESCRIPTOR_INIT;
    description.uncapturedErrorCallbackInfo.callback = [](const WGPUDevice* /*device*/, WGPUErrorType /*type*/,
                                                          WGPUStringView message, void* /*unused*/, void* /*unused*/)
    { Fail("wgpu", Text(message).c_str()); };
    WGPURequestDeviceCallbackInfo callback = WGPU_REQUEST_DEVICE_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowSpontaneous;
    callback.userdata1 = &device;
    callback.callback =
        [](WGPURequestDeviceStatus /*status*/, WGPUDevice found, WGPUStringView message, void* output, void* /*unused*/)
    {
        if (found == nullptr)
        {
            Fail("wgpu device", Text(message).c_str());
        }
        *static_cast<WGPUDevice*>(output) = found;
    };
    wgpuAdapterRequestDevice(adapter, &description, callback);
    return device;
}

WGPUShaderModule CreateShader(WGPUDevice device, std::string_view code)
{
    WGPUShaderSourceWGSL source = WGPU_SHADER_SOURCE_WGSL_INIT;
    source.code = View(code);
    WGPUShaderModuleDescriptor description = WGPU_SHADER_MODULE_DESCRIPTOR_INIT;
    description.nextInChain = &source.chain;
    return wgpuDeviceCreateShaderModule(device, &description);
}
} // namespace

WGPUStringView View(std::string_view text)
{
    return {text.data(), text.size()};
}

Device::Device() : Instance(CreateInstance()), Adapter(RequestAdapter(Instance))
{
    Handle = RequestDevice(Adapter);
    Queue = wgpuDeviceGetQueue(Handle);
    Quad = CreateShader(Handle, QUAD_WGSL);
    ReadNames();
}

Device::~Device()
{
    wgpuShaderModuleRelease(Quad);
    wgpuQueueRelease(Queue);
    wgpuDeviceRelease(Handle);
    wgpuAdapterRelease(Adapter);
    wgpuInstanceRelease(Instance);
}

void Device::ReadNames()
{
    WGPUAdapterInfo info = WGPU_ADAPTER_INFO_INIT;
    wgpuAdapterGetInfo(Adapter, &info);
    DeviceName = Text(info.device);
    DriverName = Text(info.description);
    wgpuAdapterInfoFreeMembers(info);
}

WGPUBuffer Device::CreateBuffer(std::span<const std::byte> contents, WGPUBufferUsage usage) const
{
    WGPUBufferDescriptor description = WGPU_BUFFER_DESCRIPTOR_INIT;
    description.size = contents.size();
    description.usage = usage | WGPUBufferUsage_CopyDst;
    WGPUBuffer buffer = wgpuDeviceCreateBuffer(Handle, &description);
    wgpuQueueWriteBuffer(Queue, buffer, 0, contents.data(), contents.size());
    return buffer;
}

WGPUTexture Device::CreateTexture(std::uint32_t extent, WGPUTextureUsage usage, WGPUTextureFormat format) const
{
    WGPUTextureDescriptor description = WGPU_TEXTURE_DESCRIPTOR_INIT;
    description.size = {extent, extent, 1};
    description.format = format;
    description.usage = usage;
    description.dimension = WGPUTextureDimension_2D;
    description.mipLevelCount = 1;
    description.sampleCount = 1;
    return wgpuDeviceCreateTexture(Handle, &description);
}

WGPUTextureView Device::CreateTextureView(std::uint32_t extent, WGPUTextureUsage usage, WGPUTextureFormat format) const
{
    WGPUTexture texture = CreateTexture(extent, usage, format);
    WGPUTextureView view = wgpuTextureCreateView(texture, nullptr);
    wgpuTextureRelease(texture);
    return view;
}

WGPUBindGroupLayout Device::CreateLayout(std::uint32_t count, bool hasDynamicOffset) const
{
    std::array<WGPUBindGroupLayoutEntry, 3> entries{};
    for (std::uint32_t binding = 0; binding < entries.size(); ++binding)
    {
        entries[binding] = WGPU_BIND_GROUP_LAYOUT_ENTRY_INIT;
        entries[binding].binding = binding;
        entries[binding].visibility = WGPUShaderStage_Vertex | WGPUShaderStage_Fragment;
    }
    entries[0].buffer.type = WGPUBufferBindingType_Uniform;
    entries[0].buffer.hasDynamicOffset = hasDynamicOffset ? 1U : 0U;
    entries[0].buffer.minBindingSize = sizeof(DrawUniform);
    entries[1].texture.sampleType = WGPUTextureSampleType_Float;
    entries[1].texture.viewDimension = WGPUTextureViewDimension_2D;
    entries[2].sampler.type = WGPUSamplerBindingType_Filtering;
    WGPUBindGroupLayoutDescriptor description = WGPU_BIND_GROUP_LAYOUT_DESCRIPTOR_INIT;
    description.entryCount = count;
    description.entries = entries.data();
    return wgpuDeviceCreateBindGroupLayout(Handle, &description);
}

WGPURenderPipeline Device::CreateQuadPipeline(WGPUBindGroupLayout layout, bool isBlended, bool isCulled) const
{
    WGPUBlendState blend{};
    blend.color = {WGPUBlendOperation_Add, WGPUBlendFactor_One, WGPUBlendFactor_OneMinusSrcAlpha};
    blend.alpha = blend.color;
    return CreatePipeline(layout, Quad, isBlended ? &blend : nullptr, isCulled ? WGPUCullMode_Back : WGPUCullMode_None,
                          nullptr);
}

WGPURenderPipeline Device::CreateChainPipeline(WGPUBindGroupLayout layout, std::string_view code) const
{
    WGPUShaderModule shader = CreateShader(Handle, code);
    WGPUDepthStencilState depth = WGPU_DEPTH_STENCIL_STATE_INIT;
    depth.format = WGPUTextureFormat_Depth32Float;
    depth.depthWriteEnabled = WGPUOptionalBool_False;
    depth.depthCompare = WGPUCompareFunction_Always;
    WGPURenderPipeline pipeline = CreatePipeline(layout, shader, nullptr, WGPUCullMode_None, &depth);
    wgpuShaderModuleRelease(shader);
    return pipeline;
}

WGPURenderPipeline Device::CreatePipeline(WGPUBindGroupLayout layout, WGPUShaderModule shader,
                                          const WGPUBlendState* blend, WGPUCullMode cull,
                                          const WGPUDepthStencilState* depth) const
{
    WGPUPipelineLayoutDescriptor layoutDescription = WGPU_PIPELINE_LAYOUT_DESCRIPTOR_INIT;
    layoutDescription.bindGroupLayoutCount = 1;
    layoutDescription.bindGroupLayouts = &layout;
    WGPUPipelineLayout pipelineLayout = wgpuDeviceCreatePipelineLayout(Handle, &layoutDescription);

    WGPUVertexAttribute corner = WGPU_VERTEX_ATTRIBUTE_INIT;
    corner.format = WGPUVertexFormat_Float32x2;
    WGPUVertexBufferLayout stream = WGPU_VERTEX_BUFFER_LAYOUT_INIT;
    stream.stepMode = WGPUVertexStepMode_Vertex;
    stream.arrayStride = sizeof(float) * 2;
    stream.attributeCount = 1;
    stream.attributes = &corner;

    WGPUColorTargetState target = WGPU_COLOR_TARGET_STATE_INIT;
    target.format = WGPUTextureFormat_RGBA8Unorm;
    target.blend = blend;
    WGPUFragmentState fragment = WGPU_FRAGMENT_STATE_INIT;
    fragment.module = shader;
    fragment.entryPoint = View("FragmentMain");
    fragment.targetCount = 1;
    fragment.targets = &target;

    WGPURenderPipelineDescriptor description = WGPU_RENDER_PIPELINE_DESCRIPTOR_INIT;
    description.layout = pipelineLayout;
    description.vertex.module = shader;
    description.vertex.entryPoint = View("VertexMain");
    description.vertex.bufferCount = 1;
    description.vertex.buffers = &stream;
    description.primitive.topology = WGPUPrimitiveTopology_TriangleList;
    description.primitive.frontFace = WGPUFrontFace_CCW;
    description.primitive.cullMode = cull;
    description.depthStencil = depth;
    description.fragment = &fragment;
    WGPURenderPipeline pipeline = wgpuDeviceCreateRenderPipeline(Handle, &description);
    wgpuPipelineLayoutRelease(pipelineLayout);
    return pipeline;
}

void Device::Submit(WGPUCommandEncoder encoder) const
{
    WGPUCommandBuffer commands = wgpuCommandEncoderFinish(encoder, nullptr);
    wgpuQueueSubmit(Queue, 1, &commands);
    wgpuCommandBufferRelease(commands);
    wgpuCommandEncoderRelease(encoder);
}

void Device::Wait() const
{
    wgpuDevicePoll(Handle, 1, nullptr);
}

std::vector<std::uint8_t> Device::Read(WGPUTexture texture) const
{
    constexpr std::uint32_t ROW_PITCH = TARGET_EXTENT * 4;
    static_assert(ROW_PITCH % 256 == 0, "WebGPU wants such rows");
    constexpr std::size_t BYTES = std::size_t{ROW_PITCH} * TARGET_EXTENT;
    WGPUBufferDescriptor description = WGPU_BUFFER_DESCRIPTOR_INIT;
    description.size = BYTES;
    description.usage = WGPUBufferUsage_CopyDst | WGPUBufferUsage_MapRead;
    WGPUBuffer buffer = wgpuDeviceCreateBuffer(Handle, &description);

    WGPUTexelCopyTextureInfo source = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    source.texture = texture;
    WGPUTexelCopyBufferInfo destination = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    destination.buffer = buffer;
    destination.layout.bytesPerRow = ROW_PITCH;
    destination.layout.rowsPerImage = TARGET_EXTENT;
    const WGPUExtent3D extent{TARGET_EXTENT, TARGET_EXTENT, 1};
    WGPUCommandEncoder encoder = wgpuDeviceCreateCommandEncoder(Handle, nullptr);
    wgpuCommandEncoderCopyTextureToBuffer(encoder, &source, &destination, &extent);
    Submit(encoder);

    bool isMapped = false;
    WGPUBufferMapCallbackInfo callback = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
    callback.mode = WGPUCallbackMode_AllowSpontaneous;
    callback.userdata1 = &isMapped;
    callback.callback = [](WGPUMapAsyncStatus status, WGPUStringView /*message*/, void* output, void* /*unused*/)
    { *static_cast<bool*>(output) = status == WGPUMapAsyncStatus_Success; };
    wgpuBufferMapAsync(buffer, WGPUMapMode_Read, 0, BYTES, callback);
    Wait();
    if (!isMapped)
    {
        Fail("wgpuBufferMapAsync", "not mapped");
    }
    const auto* const bytes = static_cast<const std::uint8_t*>(wgpuBufferGetConstMappedRange(buffer, 0, BYTES));
    std::vector<std::uint8_t> pixels(bytes, bytes + BYTES);
    wgpuBufferRelease(buffer);
    return pixels;
}
} // namespace ludus::benchmarks::wgpu
