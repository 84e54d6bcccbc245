// What the transfers of lifetime.h share: their slices, their submission, and the rule for changing what others use.
//
// Each direction has StorageLimits::TransferSlices slices of TransferBytes, reserved when they are first used. A slice
// belongs to its ticket; a ticket that is released early gives it back once its copy has completed. Readback slices
// come after those of frame_readback.h.
#pragma once

#include "frontend/lifetime_admission.h"

#include <cstring>
#include <type_traits>

namespace ludus::graphics::rhi::internal
{
/// Submits copies under the next ordinal, which `ordinal` receives: Pending. A failure may end the session.
[[nodiscard]] RasterStatus SubmitTransfer(Session& session, const char* operation, std::span<const uint8> stream,
                                          uint64& ordinal) noexcept;

/// SubmitTransfer of one command.
template <class Command>
[[nodiscard]] RasterStatus SubmitCopy(Session& session, const char* operation, const Command& copy,
                                      uint64& ordinal) noexcept
{
    alignas(8) uint8 stream[sizeof copy];
    std::memcpy(stream, &copy, sizeof copy);
    return SubmitTransfer(session, operation, stream, ordinal);
}

/// What every request asks first, after a poll, in which completed transfers give slices and resources back. `ticket`
/// must name nothing yet.
template <class Handle>
[[nodiscard]] RasterVerdict AdmitRequest(Session& session, DeviceHandle device, const Handle& ticket) noexcept
{
    session.PollOf(device);
    return AdmitService(session, device, FrameRule::Between, LifetimeAccess::Generation(ticket));
}

/// A free slice, and a new generation for its ticket.
template <class Ticket>
[[nodiscard]] RasterVerdict FindSlice(const Session& session, const Ticket (&tickets)[MAX_TRANSFER_SLICES],
                                      uint32& slice, uint64& generation) noexcept
{
    const uint32 limit = session.Description.Storage.TransferSlices;
    slice = 0;
    while (slice < limit && tickets[slice].Generation != 0)
    {
        ++slice;
    }
    if (slice == limit)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::TransfersExhausted, .Got = limit, .Allowed = limit}};
    }
    if (!TakeIdentity(generation))
    {
        return {RasterStatus::IdentityExhausted, {.Code = DiagnosticCode::IdentitiesExhausted, .Field = "a transfer"}};
    }
    return {};
}

/// FindSlice in the upload direction, with its memory. A failure of the driver may end the session.
[[nodiscard]] RasterVerdict ReserveUploadSlice(Session& session, uint32& slice, uint64& generation,
                                               uint8*& staging) noexcept;

/// As ReserveUploadSlice, in the readback direction.
[[nodiscard]] RasterVerdict ReserveReadbackSlice(Session& session, uint32& slice, uint64& generation) noexcept;

/// Whether the record of a slice is a ticket's of this kind.
template <class Handle>
[[nodiscard]] constexpr bool IsTicketOf(const UploadRecord& record) noexcept
{
    const bool isMutation = std::is_same_v<Handle, TransferTicket>;
    return record.Purpose == (isMutation ? TransferPurpose::Mutation : TransferPurpose::Upload);
}

template <class Handle>
[[nodiscard]] constexpr bool IsTicketOf(const BufferReadbackRecord&) noexcept
{
    return true;
}

/// Polls, then finds the ticket's slice.
template <class Handle, class Ticket>
[[nodiscard]] RasterVerdict AdmitTicket(Session& session, DeviceHandle device, const Handle& handle,
                                        const Ticket (&tickets)[MAX_TRANSFER_SLICES], uint32& slice,
                                        FrameRule rule = FrameRule::Any) noexcept
{
    session.PollOf(device);
    if (const RasterVerdict verdict = AdmitService(session, device, rule); !verdict.IsAccepted())
    {
        return verdict;
    }
    slice = LifetimeAccess::Slot(handle);
    const uint64 generation = LifetimeAccess::Generation(handle);
    const bool isLive = LifetimeAccess::Owner(handle) == session.Owner && generation != 0 &&
                        slice < MAX_TRANSFER_SLICES && tickets[slice].Generation == generation &&
                        !tickets[slice].IsCancelled && IsTicketOf<Handle>(tickets[slice]);
    return isLive
               ? RasterVerdict{}
               : RasterVerdict{RasterStatus::InvalidHandle, {.Code = DiagnosticCode::StaleHandle, .Field = "ticket"}};
}

/// The bytes [offset, offset + size) of a buffer: aligned, inside `available`, and at most `limit` of them. `whole`
/// names what they lie in.
[[nodiscard]] RasterVerdict CheckTransferRange(usize offset, usize size, uint64 available, usize limit,
                                               const char* whole) noexcept;

/// Whether a Ready resource may be written between frames: nothing else keeps it, and no submitted work uses it.
[[nodiscard]] RasterVerdict CheckMutable(Session& session, RecordKind kind, uint32 slot, const char* field) noexcept;

/// Whether a ticket that nobody has released is for writing the resource.
[[nodiscard]] bool IsTransferDestination(const Session& session, RecordKind kind, uint32 slot) noexcept;

/// The transfer's write was accepted under its ordinal: until it has completed nobody may use the destination, and the
/// ticket keeps it, and the source with it.
void BeginMutation(Session& session, UploadRecord& transfer) noexcept;

/// Its ticket is given back. The write happens all the same; slice and resources are kept until it has completed.
void ReleaseTransfer(Session& session, UploadRecord& transfer) noexcept;

/// Work up to Session::Completed has completed: destinations learn how their writes ended, and slices of tickets that
/// were released are free again.
void EndTransfers(Session& session) noexcept;
} // namespace ludus::graphics::rhi::internal
