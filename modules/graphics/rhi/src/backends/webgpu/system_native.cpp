// wgpu-native: a library whose answers come when its events are processed, and whose refusals come at once.
#include "backends/webgpu/system.h"

#include <ctime>
#include <wgpu.h>

namespace ludus::graphics::rhi::internal::webgpu
{
Instance MakeInstance() noexcept
{
    // Only Vulkan: asking its GL side would start a second driver, which writes to the standard error. No layers, no
    // checks that come on top of WebGPU's own.
    WGPUInstanceExtras extras{};
    extras.chain.sType = static_cast<WGPUSType>(WGPUSType_InstanceExtras);
    extras.backends = WGPUInstanceBackend_Vulkan;
    extras.flags = WGPUInstanceFlag_Empty;
    WGPUInstanceDescriptor descriptor = WGPU_INSTANCE_DESCRIPTOR_INIT;
    descriptor.nextInChain = &extras.chain;
    return Instance(wgpuCreateInstance(&descriptor));
}

NativeSurface MakeSurface(WGPUInstance instance, const WindowInfo& window) noexcept
{
    WGPUSurfaceDescriptor descriptor = WGPU_SURFACE_DESCRIPTOR_INIT;
    WGPUSurfaceSourceXlibWindow x11 = WGPU_SURFACE_SOURCE_XLIB_WINDOW_INIT;
    WGPUSurfaceSourceWaylandSurface wayland = WGPU_SURFACE_SOURCE_WAYLAND_SURFACE_INIT;
    switch (window.System)
    {
    case platform::WindowSystem::X11:
        x11.display = window.XDisplay;
        x11.window = window.XWindow;
        descriptor.nextInChain = &x11.chain;
        break;
    case platform::WindowSystem::Wayland:
        wayland.display = window.Display;
        wayland.surface = window.Surface;
        descriptor.nextInChain = &wayland.chain;
        break;
    default:
        return {};
    }
    return NativeSurface(wgpuInstanceCreateSurface(instance, &descriptor));
}

bool HoldsWindows() noexcept
{
    return true;
}

bool CanWait() noexcept
{
    return true;
}

void Pause(uint64 nanoseconds) noexcept
{
    constexpr uint64 SECOND = 1'000'000'000;
    const std::timespec time{.tv_sec = static_cast<std::time_t>(nanoseconds / SECOND),
                             .tv_nsec = static_cast<long>(nanoseconds % SECOND)};
    ::nanosleep(&time, nullptr); // woken early is as good
}

bool HasInternalScopes() noexcept
{
    return false; // it ends the process when it is asked for one
}

float64 GetTickNanoseconds(WGPUQueue queue) noexcept
{
    return static_cast<float64>(wgpuQueueGetTimestampPeriod(queue));
}

// Its functions that set labels end the process, so objects have no names here.
void SetLabel(WGPUBuffer, WGPUStringView) noexcept {}

void SetLabel(WGPUTexture, WGPUStringView) noexcept {}

void SetLabel(WGPUTextureView, WGPUStringView) noexcept {}

void SetLabel(WGPUSampler, WGPUStringView) noexcept {}

void SetLabel(WGPUShaderModule, WGPUStringView) noexcept {}

void SetLabel(WGPUBindGroupLayout, WGPUStringView) noexcept {}

void SetLabel(WGPUBindGroup, WGPUStringView) noexcept {}

void SetLabel(WGPURenderPipeline, WGPUStringView) noexcept {}

void SetLabel(WGPUComputePipeline, WGPUStringView) noexcept {}
} // namespace ludus::graphics::rhi::internal::webgpu
