// Work and data between frames: retained command batches, completion tokens, uploads and readbacks, shared pipelines.
//
//     rhi::BeginCommands(device, batch);
//     rhi::RecordDraw(device, batch, packet);               // validated and copied; resources may be destroyed at once
//     rhi::FinishCommands(device, batch);
//     rhi::SubmitCommands(device, surface, batch, token);   // draws it as one frame
//     while (rhi::GetStatus(device, token) == rhi::RasterStatus::Pending) { ... }   // polled, never waited for
//
// Everything here needs a Ready device with portable raster, belongs to its thread and, unless a sentence says
// otherwise, happens between frames. Outputs must be null and are written on success only.
#pragma once

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi
{
namespace internal
{
struct LifetimeAccess;
}

LUDUS_RHI_HANDLE(CommandBatch, LifetimeAccess);
LUDUS_RHI_HANDLE(UploadTicket, LifetimeAccess);
LUDUS_RHI_HANDLE(ReadbackTicket, LifetimeAccess);
LUDUS_RHI_HANDLE(TransferTicket, LifetimeAccess);
LUDUS_RHI_HANDLE(PipelineRequest, LifetimeAccess);

/// Names accepted work of one device. A token that is complete covers all lower ones; it needs no release.
struct SubmissionToken final
{
private:
    [[maybe_unused]] foundation::uint64 Owner{0};
    [[maybe_unused]] foundation::uint64 Ordinal{0};
    friend struct internal::LifetimeAccess;
};

/// Ceilings of the services below, as StorageLimits configured them.
struct LifetimeCapabilities final
{
    foundation::uint32 CommandBatches{0};
    foundation::uint32 DrawsPerBatch{0};
    foundation::uint32 TransfersPerDirection{0};
    foundation::usize TransferBytes{0};
    foundation::uint32 PipelineRequests{0};
};

/// Bytes that the library has committed. Peaks are of the process.
struct StorageUsage final
{
    foundation::uint64 HostBytes{0};
    foundation::uint64 PeakHostBytes{0};
    foundation::uint64 ResourceBytes{0};
    foundation::uint64 PeakResourceBytes{0};
};

/// Which mips of a texture hold defined texels.
struct TextureResidency final
{
    foundation::uint32 MipLevels{0};
    foundation::uint32 InitializedMips{0}; // a bit a mip
    foundation::uint64 InitializedBytes{0};
};

/// A rectangle of one mip, top-left origin.
struct TextureRegion final
{
    foundation::uint32 Mip{0};
    foundation::uint32 X{0};
    foundation::uint32 Y{0};
    foundation::uint32 Width{0};
    foundation::uint32 Height{0};
};

/// Current and peak accounting. A device that is not Ready answers its state and zeroes `usage`; InvalidHandle leaves
/// it as it was.
[[nodiscard]] RasterStatus GetStorageUsage(DeviceHandle device, StorageUsage& usage) noexcept;

/// Which mips of a texture are defined; writes that are pending do not count yet.
[[nodiscard]] RasterStatus GetTextureResidency(DeviceHandle device, TextureHandle texture,
                                               TextureResidency& residency) noexcept;

/// Replaces a range of a Ready buffer of any role; the bytes are copied before the call returns. Pending owns the
/// ticket, and the buffer is Pending until the copy has completed. Offset and size are multiples of four inside the
/// buffer, size at most TransferBytes; indices are checked by what they are from now on. NotReady: the buffer is
/// pending. InvalidState: binding sets, batches, graphs or transfers keep the buffer, submitted work that uses it has
/// not completed, it has failed, or it is the library's own. CapacityExceeded: all upload slices are in use. A copy
/// that the driver refuses later makes ticket and buffer Failed.
[[nodiscard]] RasterStatus RequestBufferUpdate(DeviceHandle device, BufferHandle buffer,
                                               ludus::foundation::usize offset, const ludus::foundation::uint8* bytes,
                                               ludus::foundation::usize size, TransferTicket& ticket) noexcept;

/// Replaces a rectangle of one mip of a Ready Rgba8Unorm texture; the bytes are copied before the call returns, and
/// `byteCount` is rowPitch * Height. `rowPitch` is a multiple of four and at least four bytes a texel; both the bytes
/// and the rows, each in a multiple of 256 bytes, are at most TransferBytes. Pending owns the ticket, and the texture
/// is Pending until the copy has completed; a mip that was undefined is defined then, and is written as a whole.
/// InvalidState: as RequestBufferUpdate, views included, or a part of an undefined mip. Unsupported: another format,
/// dimension or sample count, or retained content. CapacityExceeded: all upload slices are in use.
[[nodiscard]] RasterStatus RequestTextureUpdate(DeviceHandle device, TextureHandle texture, const TextureRegion& region,
                                                const ludus::foundation::uint8* bytes,
                                                ludus::foundation::usize byteCount, ludus::foundation::usize rowPitch,
                                                TransferTicket& ticket) noexcept;

/// Copies a rectangle between two different Rgba8Unorm textures on the GPU; both have one size. The source's mip is
/// defined, and the source may be destroyed once the copy was accepted. The destination is held to what
/// RequestTextureUpdate says; the request takes an upload slice.
[[nodiscard]] RasterStatus RequestTextureCopy(DeviceHandle device, TextureHandle source,
                                              const TextureRegion& sourceRegion, TextureHandle destination,
                                              const TextureRegion& destinationRegion, TransferTicket& ticket) noexcept;

/// Copies a rectangle of a defined mip of an Rgba8Unorm texture into a readback slice; poll, CopyReadback, Release. The
/// rows come top first, rowPitch bytes apart, with zeros for padding; their pitch is held to what RequestTextureUpdate
/// says. InvalidState: the mip is undefined, or the texture the library's own.
[[nodiscard]] RasterStatus RequestTextureReadback(DeviceHandle device, TextureHandle texture,
                                                  const TextureRegion& region, ludus::foundation::usize rowPitch,
                                                  ReadbackTicket& ticket) noexcept;

/// State of a transfer, polled: Pending, Ready once what it wrote may be used, or Failed.
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, TransferTicket ticket) noexcept;

/// Gives a transfer's ticket back, and with it what it keeps: its slice, the resource that it writes, the source of a
/// copy. An accepted write happens all the same; before it has completed all three stay in use.
[[nodiscard]] RasterStatus Release(DeviceHandle device, TransferTicket& ticket) noexcept;

/// The configured ceilings. A device that is not Ready zeroes `output`; InvalidHandle leaves it as it was.
[[nodiscard]] RasterStatus GetLifetimeCapabilities(DeviceHandle device, LifetimeCapabilities& output) noexcept;

/// Reserves a batch that records. CapacityExceeded: all CommandBatches are recording, finished or still retained.
[[nodiscard]] RasterStatus BeginCommands(DeviceHandle device, CommandBatch& output) noexcept;

/// Validates a packet exactly as DrawIndexed does for a surface pass, copies it and keeps all it uses. Rejection leaves
/// the batch as it was. CapacityExceeded: DrawsPerPlan packets are recorded.
[[nodiscard]] RasterStatus RecordDraw(DeviceHandle device, CommandBatch batch, const RasterDraw& draw) noexcept;

/// Closes recording, once. InvalidState: the batch was finished before.
[[nodiscard]] RasterStatus FinishCommands(DeviceHandle device, CommandBatch batch) noexcept;

/// Drops a batch that was not submitted, and nulls it.
[[nodiscard]] RasterStatus DiscardCommands(DeviceHandle device, CommandBatch& batch) noexcept;

/// Draws a finished batch as one frame. NotReady: the target is skipped and the batch kept for another try.
/// InvalidState: the batch still records, `completion` names something, or an attachment that its packets show may not
/// be sampled now. CapacityExceeded: more packets than DrawsPerFrame. A failure after encoding began may come with a
/// token: then part of the work was accepted.
[[nodiscard]] RasterStatus SubmitCommands(DeviceHandle device, SurfaceHandle surface, CommandBatch& batch,
                                          SubmissionToken& completion) noexcept;

/// EndFrame that names what was submitted, clear-only frames included.
[[nodiscard]] RasterStatus EndFrame(DeviceHandle device, SubmissionToken& completion) noexcept;

/// Whether submitted work has completed on the GPU: Ready, or Pending. It says nothing about presentation.
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, SubmissionToken completion) noexcept;

/// Creates a buffer through an upload slice. The bytes are copied before the call returns; poll the ticket, then take
/// the buffer. Pending owns the ticket. InvalidDescription: as CreateBuffer, or more than TransferBytes.
/// CapacityExceeded: all upload slices are in use, or records or a budget are used up.
[[nodiscard]] RasterStatus RequestBufferUpload(DeviceHandle device, const BufferDescription& description,
                                               const ludus::foundation::uint8* bytes,
                                               ludus::foundation::usize byteCount, UploadTicket& output) noexcept;

/// Copies a range of a buffer into a readback slice. Offset and size are multiples of four; the source may be
/// destroyed. Pending owns the ticket. NotReady: the source is still pending. InvalidState: it is the library's own.
/// InvalidDescription: an empty, misaligned or outside range, or more than TransferBytes. CapacityExceeded: all
/// readback slices are in use.
[[nodiscard]] RasterStatus RequestBufferReadback(DeviceHandle device, BufferHandle source,
                                                 ludus::foundation::usize offset, ludus::foundation::usize size,
                                                 ReadbackTicket& output) noexcept;

/// State of a copy, polled: Pending, Ready, or Failed once it cannot be had any more.
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, UploadTicket ticket) noexcept;
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, ReadbackTicket ticket) noexcept;

/// Hands the uploaded buffer over and nulls the ticket. Pending and failed tickets leave both as they were and answer
/// their state. InvalidState: `output` names something.
[[nodiscard]] RasterStatus TakeUploadedBuffer(DeviceHandle device, UploadTicket& ticket, BufferHandle& output) noexcept;

/// Copies all bytes of a Ready readback. Anything but Ready leaves the destination as it was. Pending: the bytes have
/// not arrived; a ticket keeps its own state, here as in GetStatus (CopyFrameReadback of frame_readback.h, which is
/// about a frame, answers NotReady). InvalidDescription: `output` is null, or `capacity` below the bytes asked for.
[[nodiscard]] RasterStatus CopyReadback(DeviceHandle device, ReadbackTicket ticket, ludus::foundation::uint8* output,
                                        ludus::foundation::usize capacity) noexcept;

[[nodiscard]] RasterStatus Release(DeviceHandle device, UploadTicket& ticket) noexcept;
[[nodiscard]] RasterStatus Release(DeviceHandle device, ReadbackTicket& ticket) noexcept;

/// Requests a pipeline that equal requests share: every active field is compared, never a hash. PollLifetime creates
/// it. Ready and Pending own the request. Refusals are those of CreateRasterPipeline; CapacityExceeded: all
/// PipelineRequests are in use.
[[nodiscard]] RasterStatus RequestPipeline(DeviceHandle device, const RasterPipelineDescription& description,
                                           PipelineRequest& output) noexcept;

/// State of the requested pipeline, polled; a refusal of the driver stays.
[[nodiscard]] RasterStatus GetStatus(DeviceHandle device, PipelineRequest request) noexcept;

/// Borrows the Ready pipeline of a request that is still owned. It cannot be destroyed (InvalidState). Any other state
/// of the request is the answer, and leaves `output` as it was.
[[nodiscard]] RasterStatus GetRequestedPipeline(DeviceHandle device, PipelineRequest request,
                                                RasterPipelineHandle& output) noexcept;

[[nodiscard]] RasterStatus Release(DeviceHandle device, PipelineRequest& request) noexcept;

/// Fetches completions and creates at most one requested pipeline. Never waits for the GPU.
[[nodiscard]] RasterStatus PollLifetime(DeviceHandle device) noexcept;
} // namespace ludus::graphics::rhi
