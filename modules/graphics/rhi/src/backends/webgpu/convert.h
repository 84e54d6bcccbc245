// Every value of the boundary as WebGPU's: one function for each enumeration, and nothing else.
#pragma once

#include "backends/webgpu/webgpu_api.h"
#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal::webgpu
{
[[nodiscard]] WGPUTextureFormat ToFormat(RasterFormat format) noexcept;
[[nodiscard]] WGPUBufferUsage ToBufferUsage(BufferRole role) noexcept;
[[nodiscard]] WGPUTextureUsage ToTextureUsage(bool isAttachment) noexcept;
[[nodiscard]] WGPUVertexFormat ToVertexFormat(RasterVertexFormat format) noexcept;
[[nodiscard]] WGPUCompareFunction ToCompare(RasterDepthCompare compare) noexcept;
[[nodiscard]] WGPUCullMode ToCull(RasterCull cull) noexcept;
[[nodiscard]] WGPUFilterMode ToFilter(RasterFilter filter) noexcept;
[[nodiscard]] WGPUAddressMode ToAddress(RasterAddress address) noexcept;
[[nodiscard]] WGPUShaderStage ToStages(RasterVisibility visibility) noexcept;
[[nodiscard]] WGPUTextureViewDimension ToViewDimension(TextureDimension dimension) noexcept;
[[nodiscard]] WGPUTextureAspect ToAspect(TextureAspect aspect) noexcept;

/// What was there before cannot be left undefined here: Discard clears.
[[nodiscard]] WGPULoadOp ToLoad(AttachmentLoad load) noexcept;
[[nodiscard]] WGPUStoreOp ToStore(AttachmentStore store) noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
