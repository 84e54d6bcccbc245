// CreateBuffer of raster.h, and the copies of index buffers that let every index of a draw be checked.
#include "formats/role_facts.h"
#include "frontend/admission.h"
#include "frontend/index_shadow.h"
#include "validation/buffer.h"

namespace ludus::graphics::rhi
{
using namespace internal;

RasterStatus CreateBuffer(DeviceHandle device, const BufferDescription& description, std::span<const uint8> bytes,
                          BufferHandle& buffer) noexcept
{
    constexpr const char* OPERATION = "CreateBuffer";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, buffer); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = CheckBuffer(description, bytes, session.Profile, session.Enabled);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Buffer>(false, description.Size, 0, slot);
        !reserved.IsAccepted())
    {
        return Refuse(OPERATION, reserved);
    }
    auto& table = session.Records.Table<RecordKind::Buffer>();
    BufferHot& hot = table.At(slot);
    BufferCold& cold = table.Twin(slot);
    hot.Size = description.Size;
    hot.SetRole(description.Role);
    if (IsIndexRole(description.Role) && !BuildIndexShadow(hot, cold, bytes))
    {
        const RasterVerdict verdict = HostMemoryVerdict();
        session.Records.Abandon(RecordKind::Buffer, slot);
        return Refuse(OPERATION, verdict);
    }
    cold.Description = description;
    cold.Revision = 1;
    const BackendStatus status = session.Native->CreateBuffer(
        slot, cold.Generation, {.Role = description.Role, .Size = description.Size, .Bytes = bytes});
    return PublishCreation<RecordKind::Buffer>(session, OPERATION, slot, status, buffer, [] {});
}
} // namespace ludus::graphics::rhi
