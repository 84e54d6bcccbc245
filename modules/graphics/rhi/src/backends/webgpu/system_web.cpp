// A browser: answers come between its tasks, nothing can be waited for, and refusals come later than the calls.
#include "backends/webgpu/system.h"

namespace ludus::graphics::rhi::internal::webgpu
{
Instance MakeInstance() noexcept
{
    return Instance(wgpuCreateInstance(nullptr));
}

namespace
{
// As Emscripten's own library names a canvas.
struct CanvasSource final
{
    WGPUChainedStruct Chain{};
    WGPUStringView Selector{};
};

constexpr auto CANVAS_SOURCE = static_cast<WGPUSType>(0x00040001);
} // namespace

NativeSurface MakeSurface(WGPUInstance instance, const WindowInfo& window) noexcept
{
    if (window.System != platform::WindowSystem::WebCanvas)
    {
        return {};
    }
    CanvasSource source{.Chain = {.next = nullptr, .sType = CANVAS_SOURCE}, .Selector = ToView(window.CanvasSelector)};
    WGPUSurfaceDescriptor descriptor = WGPU_SURFACE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &source.Chain;
    return NativeSurface(wgpuInstanceCreateSurface(instance, &descriptor));
}

bool HoldsWindows() noexcept
{
    return false;
}

// Of webgpu.js, beside the functions of the header.
extern "C" const uint8* ludusGpuDrawOffsets(WGPURenderPassEncoder pass, WGPUBindGroup group, const uint8* at,
                                            const uint8* end, uint32 header, uint32 indexCount, uint32 instanceCount,
                                            uint32 firstIndex) noexcept;

const uint8* DrawOffsetEntries(WGPURenderPassEncoder pass, const OffsetDraws& draws, const uint8* at,
                               const uint8* end) noexcept
{
    return ludusGpuDrawOffsets(pass, draws.Group, at, end, DRAW_ONE_OFFSET, draws.IndexCount, draws.InstanceCount,
                               draws.FirstIndex);
}

bool CanWait() noexcept
{
    return false;
}

void Pause(uint64) noexcept {}

bool HasInternalScopes() noexcept
{
    return true;
}

float64 GetTickNanoseconds(WGPUQueue) noexcept
{
    return 1; // as the standard has it
}

void SetLabel(WGPUBuffer object, WGPUStringView label) noexcept
{
    wgpuBufferSetLabel(object, label);
}

void SetLabel(WGPUTexture object, WGPUStringView label) noexcept
{
    wgpuTextureSetLabel(object, label);
}

void SetLabel(WGPUTextureView object, WGPUStringView label) noexcept
{
    wgpuTextureViewSetLabel(object, label);
}

void SetLabel(WGPUSampler object, WGPUStringView label) noexcept
{
    wgpuSamplerSetLabel(object, label);
}

void SetLabel(WGPUShaderModule object, WGPUStringView label) noexcept
{
    wgpuShaderModuleSetLabel(object, label);
}

void SetLabel(WGPUBindGroupLayout object, WGPUStringView label) noexcept
{
    wgpuBindGroupLayoutSetLabel(object, label);
}

void SetLabel(WGPUBindGroup object, WGPUStringView label) noexcept
{
    wgpuBindGroupSetLabel(object, label);
}

void SetLabel(WGPURenderPipeline object, WGPUStringView label) noexcept
{
    wgpuRenderPipelineSetLabel(object, label);
}

void SetLabel(WGPUComputePipeline object, WGPUStringView label) noexcept
{
    wgpuComputePipelineSetLabel(object, label);
}
} // namespace ludus::graphics::rhi::internal::webgpu
