// GetAllocationTelemetry of measurement.h: a walk over the records of buffers, textures and binding sets.
#include "frontend/admission.h"

#include <algorithm>
#include <limits>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Sums that know when they no longer fit.
struct Total final
{
    uint64 Value{0};
    bool IsRepresentable{true};

    void Add(uint64 value) noexcept
    {
        IsRepresentable = IsRepresentable && value <= std::numeric_limits<uint64>::max() - Value;
        Value += value;
    }
};

struct Census final
{
    Total Logical{};
    Total Retiring{};
    Total Api{};
    bool IsApiKnown{true};
};

// Without a public name, and not because nobody has named it yet or it waits in a pool.
bool IsRetiring(Session& session, RecordKind kind, uint32 slot, const ColdHead& cold) noexcept
{
    if (cold.IsPublic || cold.IsInternal)
    {
        return false;
    }
    if (kind == RecordKind::Buffer && session.Records.Table<RecordKind::Buffer>().Twin(slot).IsTableLength)
    {
        return false; // it never has a name: its set's says whether it is used
    }
    return !std::any_of(std::begin(session.Uploads), std::end(session.Uploads),
                        [kind, slot](const UploadRecord& upload)
                        {
                            return kind == upload.Kind && upload.Purpose == TransferPurpose::Upload &&
                                   upload.Generation != 0 && !upload.IsCancelled && upload.Destination == slot;
                        });
}

template <RecordKind Kind>
void Count(Session& session, Census& census) noexcept
{
    auto& table = session.Records.Table<Kind>();
    for (uint32 slot = 0; slot < table.GetSlotCount(); ++slot)
    {
        const auto& cold = table.Twin(slot);
        // Of textures, graphs borrow the internal ones: they count. Between graphs they wait in their pool.
        if (!cold.IsOccupied || !cold.HasBackendObject || (cold.IsInternal && Kind == RecordKind::Buffer))
        {
            continue;
        }
        census.Logical.Add(cold.ResourceBytes);
        census.Retiring.Add(IsRetiring(session, Kind, slot, cold) ? cold.ResourceBytes : 0);
        uint64 bytes = 0;
        census.IsApiKnown = census.IsApiKnown && session.Native->FindApiBytes(Kind, slot, bytes);
        census.Api.Add(bytes);
    }
}

void CountDescriptors(Session& session, AllocationTelemetry& telemetry) noexcept
{
    auto& sets = session.Records.Table<RecordKind::BindingSet>();
    for (uint32 slot = 0; slot < sets.GetSlotCount(); ++slot)
    {
        const SetCold& cold = sets.Twin(slot);
        if (cold.IsOccupied)
        {
            telemetry.BindingDescriptors += cold.DescriptorCharge;
            telemetry.RetiringBindingDescriptors += cold.IsPublic || cold.IsInternal ? 0 : cold.DescriptorCharge;
        }
    }
}
} // namespace

RasterStatus GetAllocationTelemetry(DeviceHandle device, AllocationTelemetry& telemetry) noexcept
{
    constexpr const char* OPERATION = "GetAllocationTelemetry";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    telemetry = AllocationTelemetry{};
    session.Poll();
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    Census census;
    Count<RecordKind::Buffer>(session, census);
    Count<RecordKind::Texture>(session, census);
    if (!census.Logical.IsRepresentable || (census.IsApiKnown && !census.Api.IsRepresentable))
    {
        return Refuse(OPERATION, RasterStatus::CapacityExceeded, DiagnosticCode::TelemetryOverflow);
    }
    Measurements& measured = session.Measured;
    telemetry.LogicalBytes = census.Logical.Value;
    telemetry.RetiringBytes = census.Retiring.Value;
    telemetry.ApiBytesAvailable = census.IsApiKnown;
    if (census.IsApiKnown)
    {
        measured.PeakApiBytes = std::max(measured.PeakApiBytes, census.Api.Value);
        telemetry.ApiBytes = census.Api.Value;
        telemetry.PeakApiBytes = measured.PeakApiBytes;
    }
    MemoryTotals totals;
    session.Native->ReadMemoryTotals(totals);
    telemetry.AllocatorBlocksAvailable = totals.HasBlocks;
    if (totals.HasBlocks)
    {
        measured.PeakBlockBytes = std::max(measured.PeakBlockBytes, totals.BlockBytes);
        telemetry.AllocatorBlockBytes = totals.BlockBytes;
        telemetry.PeakAllocatorBlockBytes = measured.PeakBlockBytes;
    }
    CountDescriptors(session, telemetry);
    telemetry.DescriptorArenaPools = totals.DescriptorPools;
    telemetry.ReservedArenaDescriptors = totals.ReservedDescriptors;
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
