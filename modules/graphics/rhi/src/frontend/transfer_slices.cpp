#include "frontend/transfer_slices.h"

#include <ludus/foundation/base/checked.h>

#include <iterator>

namespace ludus::graphics::rhi::internal
{
namespace
{
// The resource was changed, or nobody knows what it holds.
void EndMutation(Session& session, UploadRecord& transfer) noexcept
{
    const bool isWritten = transfer.Result == RasterStatus::Ready;
    if (isWritten && transfer.Kind == RecordKind::Buffer)
    {
        ++session.Records.Table<RecordKind::Buffer>().Twin(transfer.Destination).Revision;
    }
    else if (isWritten)
    {
        TextureLedger& ledger = session.Records.Table<RecordKind::Texture>().Twin(transfer.Destination).Ledger;
        DefineMips(ledger, transfer.Mips);
        ++ledger.Committed.Revision;
    }
    session.Records.SetState(transfer.Kind, transfer.Destination, transfer.Result);
    transfer.IsEnded = true;
    ForgetRecordings();
}

RasterVerdict FailReservation(Session& session, BackendStatus reserved) noexcept
{
    const RasterVerdict verdict = CreationVerdict(reserved);
    session.OnBackendFailure(reserved);
    return verdict;
}

void LetGoOfResources(Session& session, const UploadRecord& transfer) noexcept
{
    session.Records.LetGo(transfer.Kind, transfer.Destination, transfer.Ordinal);
    session.Records.LetGo(transfer.Kind, transfer.Source, transfer.Ordinal);
}
} // namespace

RasterStatus SubmitTransfer(Session& session, const char* operation, std::span<const uint8> stream,
                            uint64& ordinal) noexcept
{
    const SubmitResult result =
        session.Native->Submit({.Ordinal = session.NextOrdinal, .Stream = stream, .IsTransfer = true});
    if (result.Outcome == SubmitOutcome::NothingEncoded && result.Reason != BackendStatus::Lost)
    {
        return Refuse(operation, CreationVerdict(result.Reason));
    }
    if (result.Outcome != SubmitOutcome::Accepted)
    {
        const bool isLost = result.Reason == BackendStatus::Lost;
        session.Fail(operation, isLost ? StartupState::DeviceLost : StartupState::Failed,
                     isLost ? StartupError::DeviceLost : StartupError::RenderingUnavailable);
        return Refuse(operation, isLost ? RasterStatus::DeviceLost : RasterStatus::Failed,
                      DiagnosticCode::SubmissionRefused);
    }
    ordinal = session.NextOrdinal++;
    return RasterStatus::Pending;
}

RasterVerdict ReserveUploadSlice(Session& session, uint32& slice, uint64& generation, uint8*& staging) noexcept
{
    if (const RasterVerdict verdict = FindSlice(session, session.Uploads, slice, generation); !verdict.IsAccepted())
    {
        return verdict;
    }
    const usize bytes = session.Description.Storage.TransferBytes;
    const BackendStatus reserved = session.Native->ReserveUpload(slice, bytes, staging);
    return reserved == BackendStatus::Ready ? RasterVerdict{} : FailReservation(session, reserved);
}

RasterVerdict ReserveReadbackSlice(Session& session, uint32& slice, uint64& generation) noexcept
{
    if (const RasterVerdict verdict = FindSlice(session, session.BufferReadbacks, slice, generation);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    const usize bytes = session.Description.Storage.TransferBytes;
    const BackendStatus reserved = session.Native->ReserveReadback(FRAME_READBACKS + slice, bytes);
    return reserved == BackendStatus::Ready ? RasterVerdict{} : FailReservation(session, reserved);
}

RasterVerdict CheckTransferRange(usize offset, usize size, uint64 available, usize limit, const char* whole) noexcept
{
    if (size == 0)
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::ValueZero, .Field = "size"}};
    }
    if (offset % 4 != 0)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueMisaligned, .Field = "offset", .Got = offset, .Allowed = 4}};
    }
    if (size % 4 != 0)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueMisaligned, .Field = "size", .Got = size, .Allowed = 4}};
    }
    if (!foundation::IsRangeInside(offset, size, available))
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::RangeOutside,
                 .Field = whole,
                 .Got = foundation::AddSaturated(offset, size),
                 .Allowed = available}};
    }
    if (size > limit)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::ValueTooLarge, .Field = "size", .Got = size, .Allowed = limit}};
    }
    return {};
}

RasterVerdict CheckMutable(Session& session, RecordKind kind, uint32 slot, const char* field) noexcept
{
    const ColdHead& cold = session.Records.Cold(kind, slot);
    if (cold.IsInternal)
    {
        return {RasterStatus::InvalidState,
                {.Code = DiagnosticCode::LibraryOwned, .Field = field, .Kind = kind, .Slot = slot}};
    }
    if (cold.Retains != 0)
    {
        return {
            RasterStatus::InvalidState,
            {.Code = DiagnosticCode::MutationHeld, .Field = field, .Got = cold.Retains, .Kind = kind, .Slot = slot}};
    }
    // A frame that was given up leaves the ordinal of the next submission behind.
    const uint64 lastUse = session.Records.Hot(kind, slot).LastUse;
    if (lastUse > session.Completed && lastUse < session.NextOrdinal)
    {
        return {RasterStatus::InvalidState,
                {.Code = DiagnosticCode::MutationInFlight, .Field = field, .Kind = kind, .Slot = slot}};
    }
    return {};
}

bool IsTransferDestination(const Session& session, RecordKind kind, uint32 slot) noexcept
{
    for (const UploadRecord& upload : session.Uploads)
    {
        if (upload.Destination == slot && upload.Generation != 0 && upload.Purpose == TransferPurpose::Mutation &&
            upload.Kind == kind) [[unlikely]]
        {
            return true;
        }
    }
    return false;
}

void BeginMutation(Session& session, UploadRecord& transfer) noexcept
{
    session.Records.Retain(transfer.Kind, transfer.Destination);
    session.Records.SetState(transfer.Kind, transfer.Destination, RasterStatus::Pending);
    session.Records.Hot(transfer.Kind, transfer.Destination).LastUse = transfer.Ordinal;
    if (transfer.Source != NO_SLOT)
    {
        session.Records.Retain(transfer.Kind, transfer.Source);
        session.Records.Hot(transfer.Kind, transfer.Source).LastUse = transfer.Ordinal;
    }
    ForgetRecordings();
}

void ReleaseTransfer(Session& session, UploadRecord& transfer) noexcept
{
    transfer.IsCancelled = true;
    if (transfer.Ordinal <= session.Completed)
    {
        LetGoOfResources(session, transfer);
        transfer = UploadRecord{};
    }
}

void EndTransfers(Session& session) noexcept
{
    for (uint32 slice = 0; slice < MAX_TRANSFER_SLICES; ++slice)
    {
        UploadRecord& upload = session.Uploads[slice];
        if (upload.Generation != 0 && upload.Ordinal <= session.Completed)
        {
            if (upload.Purpose == TransferPurpose::Mutation && !upload.IsEnded)
            {
                EndMutation(session, upload);
            }
            if (upload.IsCancelled)
            {
                if (upload.Purpose == TransferPurpose::Mutation)
                {
                    LetGoOfResources(session, upload);
                }
                upload = UploadRecord{};
            }
        }
        BufferReadbackRecord& readback = session.BufferReadbacks[slice];
        if (readback.IsCancelled && readback.Ordinal <= session.Completed)
        {
            readback = BufferReadbackRecord{};
        }
    }
}
} // namespace ludus::graphics::rhi::internal
