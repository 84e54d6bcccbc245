// What differs between wgpu-native and a browser, beyond the standard header: one source file for each.
#pragma once

#include "backends/webgpu/webgpu_api.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::webgpu
{
/// An instance that looks at nothing but the drivers that we test; empty: there is no WebGPU.
[[nodiscard]] Instance MakeInstance() noexcept;

/// Whether the owner's thread may wait for the GPU. In a browser nothing arrives while it does.
[[nodiscard]] bool CanWait() noexcept;

/// Gives the processor away for about so long; only where it can wait.
void Pause(uint64 nanoseconds) noexcept;

/// Whether errors that are neither validation nor memory have a scope of their own.
[[nodiscard]] bool HasInternalScopes() noexcept;

/// Length of one tick of the queue's timestamps.
[[nodiscard]] float64 GetTickNanoseconds(WGPUQueue queue) noexcept;

/// Names an object for the API's tools. Optional.
void SetLabel(WGPUBuffer buffer, WGPUStringView label) noexcept;
void SetLabel(WGPUTexture texture, WGPUStringView label) noexcept;
void SetLabel(WGPUTextureView view, WGPUStringView label) noexcept;
void SetLabel(WGPUSampler sampler, WGPUStringView label) noexcept;
void SetLabel(WGPUShaderModule shader, WGPUStringView label) noexcept;
void SetLabel(WGPUBindGroupLayout layout, WGPUStringView label) noexcept;
void SetLabel(WGPUBindGroup group, WGPUStringView label) noexcept;
void SetLabel(WGPURenderPipeline pipeline, WGPUStringView label) noexcept;
void SetLabel(WGPUComputePipeline pipeline, WGPUStringView label) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
