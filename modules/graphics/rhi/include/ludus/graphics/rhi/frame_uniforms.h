// Per-draw uniform bytes: one ring, a pointer bump a write, a dynamic offset a draw.
//
//     rhi::GetFrameUniformBuffer(device, ring);               // once; bind it at offset 0 with HasDynamicOffset
//     ...
//     rhi::WriteFrameUniform(device, bytes, offset);          // in or before the frame that draws with it
//     packet.BindingOffsets.Bytes[binding] = offset;
//     rhi::DrawIndexed(device, packet);
//
// The ring belongs to the library. A written range stays untouched until every frame that draws with it has completed;
// after that, any later write may reuse its segment, and the older ranges there are gone.
#pragma once

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi
{
/// The ring's buffer, made at the first call (between frames) from StorageLimits::FrameUniformBytes a segment. It can
/// be bound in binding sets but not destroyed, updated or imported (InvalidState). It ends with MaxUniformRange bytes
/// that no write uses, so that a set may bind any legal range of it at offset 0. CapacityExceeded, OutOfMemory: it
/// could not be made. Refusals leave `buffer` as it was.
[[nodiscard]] RasterStatus GetFrameUniformBuffer(DeviceHandle device, BufferHandle& buffer) noexcept;

/// Copies `bytes` (1 to MaxUniformRange) into the current segment and writes their dynamic offset. Between frames or in
/// one. Each write takes a multiple of UniformOffsetAlignment. A skipped or aborted frame takes its bytes back.
/// InvalidDescription: no bytes, or more than MaxUniformRange. CapacityExceeded: the segment is full, or all segments
/// are still in use by the GPU. InvalidState: the ring was not made yet. A refusal leaves `outOffset` as it was.
/// Allocates nothing.
[[nodiscard]] RasterStatus WriteFrameUniform(DeviceHandle device, std::span<const foundation::uint8> bytes,
                                             foundation::uint32& outOffset) noexcept;
} // namespace ludus::graphics::rhi
