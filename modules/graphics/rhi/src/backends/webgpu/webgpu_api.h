// WebGPU's header, natively and in a browser the same one, and what C++ needs beside it.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <webgpu.h>

namespace ludus::graphics::rhi::internal::webgpu
{
/// A text as the API takes it; borrowed like the text.
[[nodiscard]] inline WGPUStringView ToView(std::string_view text) noexcept
{
    return {text.data(), text.size()};
}

/// One owned reference to an object of the API. `Release` is the API's function for its kind.
template <class Handle, void (*Release)(Handle)>
class Reference final
{
public:
    Reference() noexcept = default;

    explicit Reference(Handle owned) noexcept : Object(owned) {}

    Reference(Reference&& other) noexcept : Object(std::exchange(other.Object, nullptr)) {}

    Reference& operator=(Reference&& other) noexcept
    {
        if (this != &other)
        {
            Reset();
            Object = std::exchange(other.Object, nullptr);
        }
        return *this;
    }

    ~Reference() { Reset(); }

    [[nodiscard]] Handle Get() const noexcept { return Object; }

    explicit operator bool() const noexcept { return Object != nullptr; }

    void Reset() noexcept
    {
        if (Object != nullptr)
        {
            Release(std::exchange(Object, nullptr));
        }
    }

private:
    Handle Object{nullptr};
};

using Instance = Reference<WGPUInstance, wgpuInstanceRelease>;
using NativeSurface = Reference<WGPUSurface, wgpuSurfaceRelease>;
using NativeAdapter = Reference<WGPUAdapter, wgpuAdapterRelease>;
using NativeDevice = Reference<WGPUDevice, wgpuDeviceRelease>;
using NativeQueue = Reference<WGPUQueue, wgpuQueueRelease>;
using NativeBuffer = Reference<WGPUBuffer, wgpuBufferRelease>;
using NativeTexture = Reference<WGPUTexture, wgpuTextureRelease>;
using NativeView = Reference<WGPUTextureView, wgpuTextureViewRelease>;
using NativeSampler = Reference<WGPUSampler, wgpuSamplerRelease>;
using ShaderModule = Reference<WGPUShaderModule, wgpuShaderModuleRelease>;
using GroupLayout = Reference<WGPUBindGroupLayout, wgpuBindGroupLayoutRelease>;
using PipelineLayout = Reference<WGPUPipelineLayout, wgpuPipelineLayoutRelease>;
using BindGroup = Reference<WGPUBindGroup, wgpuBindGroupRelease>;
using RenderPipeline = Reference<WGPURenderPipeline, wgpuRenderPipelineRelease>;
using NativeComputePipeline = Reference<WGPUComputePipeline, wgpuComputePipelineRelease>;
using QuerySet = Reference<WGPUQuerySet, wgpuQuerySetRelease>;
using CommandEncoder = Reference<WGPUCommandEncoder, wgpuCommandEncoderRelease>;
using CommandBuffer = Reference<WGPUCommandBuffer, wgpuCommandBufferRelease>;
using RenderPass = Reference<WGPURenderPassEncoder, wgpuRenderPassEncoderRelease>;
using ComputePass = Reference<WGPUComputePassEncoder, wgpuComputePassEncoderRelease>;
} // namespace ludus::graphics::rhi::internal::webgpu
