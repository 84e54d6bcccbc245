// The picture of the last frame, as bytes: requested, polled, copied out. Nothing here waits.
#pragma once

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi
{
namespace internal
{
struct LifetimeAccess;
}

LUDUS_RHI_HANDLE(FrameReadback, LifetimeAccess);

/// Requests the surface of the last accepted frame, between frames, into a null ticket. Pending owns the ticket: poll
/// GetStatus, copy, Release. NotReady: no frame was accepted yet. Unsupported: the surface does not allow copies.
/// CapacityExceeded: four requests are alive, released ones included until their copy has completed. OutOfMemory: no
/// memory to copy into. A refusal leaves `readback` as it was.
[[nodiscard]] RasterStatus RequestFrameReadback(DeviceHandle device, SurfaceHandle surface,
                                                FrameReadback& readback) noexcept;

/// State of a request, polled. Ready: the bytes can be copied.
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, FrameReadback readback) noexcept;

/// Extent of the requested frame and how its bytes are encoded. Refusals leave `info` as it was.
[[nodiscard]] RasterStatus GetFrameReadbackInfo(DeviceHandle device, FrameReadback readback, FrameInfo& info) noexcept;

/// Copies the rows, top first, four bytes a pixel in the order R, G, B, A, as stored (Srgb stays encoded). `rowPitch`
/// is at least 4 * Width; `bytes` holds at least rowPitch * (Height - 1) + 4 * Width. Bytes between rows are left as
/// they were, and all of them on any answer but Ready. NotReady: the copy has not completed. InvalidDescription:
/// `bytes` is null or too small, or `rowPitch` too short.
[[nodiscard]] RasterStatus CopyFrameReadback(DeviceHandle device, FrameReadback readback,
                                             std::span<foundation::uint8> bytes, foundation::usize rowPitch) noexcept;

/// Gives a ticket back, finished or not, and nulls it.
[[nodiscard]] RasterStatus Release(DeviceHandle device, FrameReadback& readback) noexcept;
} // namespace ludus::graphics::rhi
