// Buffer uploads and readbacks of lifetime.h, and the tickets of every readback: tickets over the backend's transfer
// slices.
//
// An upload's buffer has a record from the start, which is nobody's until it is taken: the ticket keeps it.
#include "frontend/index_shadow.h"
#include "frontend/transfer_slices.h"
#include "validation/buffer.h"

#include "boundary/role_uses.h"
#include "formats/role_facts.h"

#include <ludus/foundation/base/checked.h>

#include <cstring>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// The bytes of a buffer, or rows at the caller's pitch with nothing but zeros between them.
void CopyOut(const BufferReadbackRecord& readback, std::span<const uint8> bytes, uint8* output) noexcept
{
    const TransferRows& rows = readback.Rows;
    if (rows.Count == 0)
    {
        std::memcpy(output, bytes.data(), readback.Size);
        return;
    }
    for (uint32 row = 0; row < rows.Count; ++row)
    {
        uint8* const to = output + row * rows.CallerPitch;
        std::memcpy(to, bytes.data() + row * rows.SlicePitch, rows.RowBytes);
        std::memset(to + rows.RowBytes, 0, rows.CallerPitch - rows.RowBytes);
    }
}

RasterStatus GetUploadState(Session& session, const UploadRecord& upload) noexcept
{
    const RasterStatus state = session.Records.Cold(RecordKind::Buffer, upload.Destination).State;
    if (state != RasterStatus::Ready)
    {
        return state;
    }
    return upload.Ordinal > session.Completed ? RasterStatus::Pending : upload.Result;
}

// Pending, Ready with the bytes, or a failure, which may end the session.
RasterStatus MapReadback(Session& session, const char* operation, uint32 slice, std::span<const uint8>& bytes) noexcept
{
    if (session.BufferReadbacks[slice].Ordinal > session.Completed)
    {
        return RasterStatus::Pending;
    }
    if (session.BufferReadbacks[slice].IsFailed)
    {
        return Refuse(operation, RasterStatus::Failed, DiagnosticCode::TransferFailed);
    }
    const BackendStatus mapped = session.Native->MapReadback(FRAME_READBACKS + slice, bytes);
    if (mapped == BackendStatus::Ready || mapped == BackendStatus::Pending)
    {
        return mapped == BackendStatus::Ready ? RasterStatus::Ready : RasterStatus::Pending;
    }
    const RasterVerdict verdict = CreationVerdict(mapped);
    session.OnBackendFailure(mapped);
    return Refuse(operation, verdict);
}
} // namespace

RasterStatus RequestBufferUpload(DeviceHandle device, const BufferDescription& description, const uint8* bytes,
                                 usize byteCount, UploadTicket& output) noexcept
{
    constexpr const char* OPERATION = "RequestBufferUpload";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitRequest(session, device, output); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const std::span<const uint8> content{bytes, bytes != nullptr ? byteCount : 0};
    if (const RasterVerdict verdict = CheckBuffer(description, content, session.Profile, session.Enabled);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const usize limit = session.Description.Storage.TransferBytes;
    const auto padded = static_cast<usize>(foundation::AlignUp(byteCount, 4)); // of Index16 with an odd count
    if (padded > limit)
    {
        return Refuse(
            OPERATION, RasterStatus::InvalidDescription,
            {.Code = DiagnosticCode::ValueTooLarge, .Field = "byteCount", .Got = byteCount, .Allowed = limit});
    }
    uint32 slice = 0;
    uint64 generation = 0;
    if (const RasterVerdict verdict = FindSlice(session, session.Uploads, slice, generation); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Records.Reserve<RecordKind::Buffer>(false, description.Size, 0, slot);
        !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    BufferHot& hot = session.Records.Table<RecordKind::Buffer>().At(slot);
    BufferCold& cold = session.Records.Table<RecordKind::Buffer>().Twin(slot);
    hot.Size = description.Size;
    hot.SetRole(description.Role);
    cold.Description = description;
    cold.Revision = 1;
    if (IsIndexRole(description.Role) && !BuildIndexShadow(hot, cold, content))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::Buffer, slot);
        return Refuse(OPERATION, verdict);
    }
    uint8* staging = nullptr;
    BackendStatus status = session.Native->ReserveUpload(slice, limit, staging);
    if (status == BackendStatus::Ready)
    {
        status = session.Native->CreateBuffer(slot, cold.Generation, {.Role = description.Role, .Size = padded});
    }
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        session.Records.Abandon(RecordKind::Buffer, slot);
        const RasterVerdict verdict = CreationVerdict(status);
        session.OnBackendFailure(status);
        return Refuse(OPERATION, verdict);
    }
    session.Records.Attach<RecordKind::Buffer>(slot, status == BackendStatus::Pending);
    session.Records.Retain(RecordKind::Buffer, slot);
    std::memcpy(staging, content.data(), byteCount);
    std::memset(staging + byteCount, 0, padded - byteCount);
    uint64 ordinal = 0;
    const RasterStatus submitted =
        SubmitCopy(session, OPERATION,
                   CopySliceCommand{
                       .Header = {.Kind = CommandKind::CopySliceToBuffer, .Bytes = sizeof(CopySliceCommand)},
                       .Slice = slice,
                       .Buffer = slot,
                       .Size = padded,
                       .After = GetRoleUses(description.Role),
                   },
                   ordinal);
    if (submitted != RasterStatus::Pending)
    {
        if (session.Startup.State == StartupState::Ready)
        {
            session.Records.LetGo(RecordKind::Buffer, slot, 0);
        }
        return submitted;
    }
    hot.LastUse = ordinal;
    session.Uploads[slice] = {.Generation = generation, .Ordinal = ordinal, .Destination = slot};
    output = LifetimeAccess::Make<UploadTicket>(session.Owner, generation, slice);
    return RasterStatus::Pending;
}

RasterStatus GetStatus(DeviceHandle device, UploadTicket ticket) noexcept
{
    Session& session = GetSession();
    uint32 slice = 0;
    if (const RasterVerdict verdict = AdmitTicket(session, device, ticket, session.Uploads, slice);
        !verdict.IsAccepted())
    {
        return Refuse("GetStatus", verdict);
    }
    return GetUploadState(session, session.Uploads[slice]);
}

RasterStatus TakeUploadedBuffer(DeviceHandle device, UploadTicket& ticket, BufferHandle& output) noexcept
{
    constexpr const char* OPERATION = "TakeUploadedBuffer";
    Session& session = GetSession();
    session.PollOf(device);
    if (const RasterVerdict verdict =
            AdmitService(session, device, FrameRule::Between, RasterAccess::Generation(output));
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slice = 0;
    if (const RasterVerdict verdict = AdmitTicket(session, device, ticket, session.Uploads, slice);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    UploadRecord& upload = session.Uploads[slice];
    const RasterStatus state = GetUploadState(session, upload);
    if (state != RasterStatus::Ready)
    {
        return Refuse(OPERATION, state,
                      state == RasterStatus::Pending ? DiagnosticCode::DependencyPending
                                                     : DiagnosticCode::DependencyFailed,
                      "ticket");
    }
    session.Records.Publish<RecordKind::Buffer>(upload.Destination, false);
    session.Records.LetGo(RecordKind::Buffer, upload.Destination, 0);
    const uint64 generation = session.Records.Table<RecordKind::Buffer>().Twin(upload.Destination).Generation;
    output = RasterAccess::Make<BufferHandle>(session.Owner, generation, upload.Destination);
    upload = UploadRecord{};
    ticket = UploadTicket{};
    return RasterStatus::Ready;
}

RasterStatus Release(DeviceHandle device, UploadTicket& ticket) noexcept
{
    Session& session = GetSession();
    uint32 slice = 0;
    if (const RasterVerdict verdict = AdmitTicket(session, device, ticket, session.Uploads, slice, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse("Release", verdict);
    }
    UploadRecord& upload = session.Uploads[slice];
    session.Records.LetGo(RecordKind::Buffer, upload.Destination, upload.Ordinal);
    upload.IsCancelled = true;
    if (upload.Ordinal <= session.Completed)
    {
        upload = UploadRecord{};
    }
    ticket = UploadTicket{};
    return RasterStatus::Ready;
}

RasterStatus RequestBufferReadback(DeviceHandle device, BufferHandle source, usize offset, usize size,
                                   ReadbackTicket& output) noexcept
{
    constexpr const char* OPERATION = "RequestBufferReadback";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitRequest(session, device, output); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, source, "source", slot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const BufferHot& hot = session.Records.Table<RecordKind::Buffer>().At(slot);
    if (session.Records.Table<RecordKind::Buffer>().Twin(slot).IsInternal)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::LibraryOwned, "source");
    }
    const usize limit = session.Description.Storage.TransferBytes;
    if (const RasterVerdict verdict = CheckTransferRange(offset, size, hot.Size, limit, "source");
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slice = 0;
    uint64 generation = 0;
    if (const RasterVerdict verdict = ReserveReadbackSlice(session, slice, generation); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint64 ordinal = 0;
    const RasterStatus submitted =
        SubmitCopy(session, OPERATION,
                   CopySliceCommand{
                       .Header = {.Kind = CommandKind::CopyBufferToSlice, .Bytes = sizeof(CopySliceCommand)},
                       .Slice = FRAME_READBACKS + slice,
                       .Buffer = slot,
                       .BufferOffset = offset,
                       .Size = size,
                       .Before = GetRoleUses(hot.Role) | USE_COPY_DESTINATION,
                       .After = GetRoleUses(hot.Role),
                   },
                   ordinal);
    if (submitted != RasterStatus::Pending)
    {
        return submitted;
    }
    hot.LastUse = ordinal;
    session.BufferReadbacks[slice] = {.Generation = generation, .Ordinal = ordinal, .Size = size};
    output = LifetimeAccess::Make<ReadbackTicket>(session.Owner, generation, slice);
    return RasterStatus::Pending;
}

RasterStatus GetStatus(DeviceHandle device, ReadbackTicket ticket) noexcept
{
    constexpr const char* OPERATION = "GetStatus";
    Session& session = GetSession();
    uint32 slice = 0;
    if (const RasterVerdict verdict = AdmitTicket(session, device, ticket, session.BufferReadbacks, slice);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    std::span<const uint8> bytes;
    return MapReadback(session, OPERATION, slice, bytes);
}

RasterStatus CopyReadback(DeviceHandle device, ReadbackTicket ticket, uint8* output, usize capacity) noexcept
{
    constexpr const char* OPERATION = "CopyReadback";
    Session& session = GetSession();
    uint32 slice = 0;
    if (const RasterVerdict verdict = AdmitTicket(session, device, ticket, session.BufferReadbacks, slice);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (output == nullptr)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription, DiagnosticCode::NullOutput, "output");
    }
    const usize size = session.BufferReadbacks[slice].Size;
    if (capacity < size)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::ValueTooSmall, .Field = "capacity", .Got = capacity, .Allowed = size});
    }
    std::span<const uint8> bytes;
    const RasterStatus status = MapReadback(session, OPERATION, slice, bytes);
    if (status == RasterStatus::Pending)
    {
        return Refuse(OPERATION, status, DiagnosticCode::ReadbackNotReady);
    }
    if (status == RasterStatus::Ready)
    {
        CopyOut(session.BufferReadbacks[slice], bytes, output);
    }
    return status;
}

RasterStatus Release(DeviceHandle device, ReadbackTicket& ticket) noexcept
{
    Session& session = GetSession();
    uint32 slice = 0;
    if (const RasterVerdict verdict =
            AdmitTicket(session, device, ticket, session.BufferReadbacks, slice, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse("Release", verdict);
    }
    BufferReadbackRecord& readback = session.BufferReadbacks[slice];
    readback.IsCancelled = true;
    if (readback.Ordinal <= session.Completed)
    {
        session.Native->UnmapReadback(FRAME_READBACKS + slice);
        readback = BufferReadbackRecord{};
    }
    ticket = ReadbackTicket{};
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
