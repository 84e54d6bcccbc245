// Tickets of buffer updates, texture updates and texture copies.
#include "frontend/transfer_slices.h"

namespace ludus::graphics::rhi
{
using namespace internal;

RasterStatus GetStatus(DeviceHandle device, TransferTicket ticket) noexcept
{
    Session& session = GetSession();
    uint32 slice = 0;
    if (const RasterVerdict verdict = AdmitTicket(session, device, ticket, session.Uploads, slice);
        !verdict.IsAccepted())
    {
        return Refuse("GetStatus", verdict);
    }
    const UploadRecord& transfer = session.Uploads[slice];
    return transfer.Ordinal > session.Completed ? RasterStatus::Pending : transfer.Result;
}

RasterStatus Release(DeviceHandle device, TransferTicket& ticket) noexcept
{
    Session& session = GetSession();
    uint32 slice = 0;
    if (const RasterVerdict verdict = AdmitTicket(session, device, ticket, session.Uploads, slice, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse("Release", verdict);
    }
    ReleaseTransfer(session, session.Uploads[slice]);
    ticket = TransferTicket{};
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
