// RequestBufferUpdate of lifetime.h: new bytes for a range of a buffer that nobody holds.
#include "frontend/index_shadow.h"
#include "frontend/transfer_slices.h"

#include "boundary/role_uses.h"
#include "formats/role_facts.h"

namespace ludus::graphics::rhi
{
using namespace internal;

RasterStatus RequestBufferUpdate(DeviceHandle device, BufferHandle buffer, usize offset, const uint8* bytes, usize size,
                                 TransferTicket& ticket) noexcept
{
    constexpr const char* OPERATION = "RequestBufferUpdate";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitRequest(session, device, ticket); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, buffer, "buffer", slot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    BufferHot& hot = session.Records.Table<RecordKind::Buffer>().At(slot);
    const usize limit = session.Description.Storage.TransferBytes;
    if (RasterVerdict verdict = CheckTransferRange(offset, size, hot.Size, limit, "the update"); !verdict.IsAccepted())
    {
        verdict.Why.Kind = RecordKind::Buffer;
        verdict.Why.Slot = slot;
        return Refuse(OPERATION, verdict);
    }
    if (bytes == nullptr)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::NullInput, .Field = "bytes", .Got = size});
    }
    if (const RasterVerdict verdict = CheckMutable(session, RecordKind::Buffer, slot, "buffer"); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slice = 0;
    uint64 generation = 0;
    uint8* staging = nullptr;
    if (const RasterVerdict verdict = ReserveUploadSlice(session, slice, generation, staging); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    std::memcpy(staging, bytes, size);
    uint64 ordinal = 0;
    const RasterStatus submitted =
        SubmitCopy(session, OPERATION,
                   CopySliceCommand{
                       .Header = {.Kind = CommandKind::CopySliceToBuffer, .Bytes = sizeof(CopySliceCommand)},
                       .Slice = slice,
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
    if (hot.IndexShift != 0)
    {
        UpdateIndexShadow(hot, session.Records.Table<RecordKind::Buffer>().Twin(slot), offset, {bytes, size});
    }
    UploadRecord& transfer = session.Uploads[slice];
    transfer = {
        .Generation = generation,
        .Ordinal = ordinal,
        .Purpose = TransferPurpose::Mutation,
        .Destination = slot,
    };
    BeginMutation(session, transfer);
    ticket = LifetimeAccess::Make<TransferTicket>(session.Owner, generation, slice);
    return RasterStatus::Pending;
}
} // namespace ludus::graphics::rhi
