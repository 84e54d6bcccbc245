// What changes every frame: one ring for the uniforms, vertices and indices of its draws, a pointer bump a write.
//
//     rhi::GetFrameUniformBuffer(device, ring);               // once; bind it at offset 0 with HasDynamicOffset
//     ...
//     rhi::WriteFrameUniform(device, bytes, offset);          // in or before the frame that draws with it
//     packet.BindingOffsets.Bytes[binding] = offset;
//     rhi::WriteFrameVertices(device, bytes, slice);          // packet.Vertices points at the slice
//     rhi::WriteFrameIndices(device, indices, packet);        // fills Indices, IndexOffset and IndexCount in
//     rhi::DrawIndexed(device, packet);
//
// The ring belongs to the library. A written range stays untouched until every frame that draws with it has completed;
// after that, any later write may reuse its segment, and the older ranges there are gone.
#pragma once

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi
{
/// The ring's buffer, made at the first call (between frames) from StorageLimits::FrameUniformBytes a segment. It can
/// be bound in binding sets but not destroyed, updated or imported (InvalidState). Draws that use it need no
/// declaration in a graph. It ends with MaxUniformRange bytes that no write uses, so that a set may bind any legal
/// range of it at offset 0. CapacityExceeded, OutOfMemory: it could not be made. Refusals leave `buffer` as it was.
[[nodiscard]] RasterStatus GetFrameUniformBuffer(DeviceHandle device, BufferHandle& buffer) noexcept;

/// Copies `bytes` (1 to MaxUniformRange) into the current segment and writes their dynamic offset. Between frames or in
/// one. Each write takes a multiple of UniformOffsetAlignment. A frame that is skipped, aborted or
/// cannot be opened takes its bytes back.
/// InvalidDescription: no bytes, or more than MaxUniformRange. CapacityExceeded: the segment is full, or all segments
/// are still in use by the GPU. InvalidState: the ring was not made yet. A refusal leaves `outOffset` as it was.
/// Allocates nothing.
[[nodiscard]] RasterStatus WriteFrameUniform(DeviceHandle device, std::span<const foundation::uint8> bytes,
                                             foundation::uint32& outOffset) noexcept;

/// Copies vertices, any number of bytes that the segment has left, and writes the slice that names them. Otherwise as
/// WriteFrameUniform; InvalidDescription: no bytes, or more than a segment has.
[[nodiscard]] RasterStatus WriteFrameVertices(DeviceHandle device, std::span<const foundation::uint8> bytes,
                                              RasterVertexSlice& outSlice) noexcept;

/// Copies indices, kept in 32 bits, and writes the packet's Indices, IndexOffset and IndexCount. They are checked like
/// those of any index buffer: a draw that reaches one of VertexCount or more, or a restart index, is refused; so is one
/// that reaches beyond what this call wrote, or whose indices have given way to a later frame's writes. Otherwise as
/// WriteFrameUniform; InvalidDescription: no indices, or more than a segment has room for.
[[nodiscard]] RasterStatus WriteFrameIndices(DeviceHandle device, std::span<const foundation::uint16> indices,
                                             RasterDraw& packet) noexcept;
[[nodiscard]] RasterStatus WriteFrameIndices(DeviceHandle device, std::span<const foundation::uint32> indices,
                                             RasterDraw& packet) noexcept;
} // namespace ludus::graphics::rhi
