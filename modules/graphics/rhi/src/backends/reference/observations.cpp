// Timestamps of a clock that counts commands, and what there is to tell of adapter and memory.
#include "backends/reference/reference_backend.h"

#include <cstdio>

namespace ludus::graphics::rhi::internal
{
BackendStatus ReferenceBackend::ReserveTimestamps() noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::ReserveTimestamps);
    if (Report.Timestamps.ValidBits == 0)
    {
        Violate("ReserveTimestamps although the report has none");
    }
    if (failure != nullptr || IsLost())
    {
        return failure != nullptr ? failure->Status : BackendStatus::Lost;
    }
    HasQueries = true;
    return BackendStatus::Ready;
}

void ReferenceBackend::WriteTimestamp(uint32 query, uint64 ordinal) noexcept
{
    if (!HasQueries)
    {
        Violate("Submit %llu measures, but no queries are reserved", static_cast<unsigned long long>(ordinal));
        return;
    }
    Queries[query] = {.Ticks = ReadTicks(), .Ordinal = ordinal};
}

uint64 ReferenceBackend::ReadTicks() const noexcept
{
    const uint32 bits = Report.Timestamps.ValidBits;
    return bits < 64 ? Clock & ((uint64{1} << bits) - 1) : Clock;
}

BackendStatus ReferenceBackend::ReadClocks(ClockReading& reading) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::ReadClocks);
    if (!Report.Timestamps.HasHostClock)
    {
        Violate("ReadClocks although the report has no host clock");
    }
    if (failure != nullptr || IsLost())
    {
        return failure != nullptr ? failure->Status : BackendStatus::Lost;
    }
    reading = {.Ticks = ReadTicks(), .HostNanoseconds = GetReferenceControl().HostClock};
    return BackendStatus::Ready;
}

BackendStatus ReferenceBackend::ReadTimestamps(uint32 first, std::span<uint64> ticks) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::ReadTimestamps);
    if (first > TIMESTAMP_QUERIES || ticks.size() > TIMESTAMP_QUERIES - first)
    {
        Violate("ReadTimestamps of %zu queries from %u, of %u", ticks.size(), first, TIMESTAMP_QUERIES);
        return BackendStatus::Refused;
    }
    if (failure != nullptr || IsLost())
    {
        return failure != nullptr ? failure->Status : BackendStatus::Lost;
    }
    if (GetReferenceControl().HoldsTimestamps)
    {
        return BackendStatus::Pending;
    }
    for (usize i = 0; i < ticks.size(); ++i)
    {
        const TimestampQuery& query = Queries[first + i];
        if (query.Ordinal == 0 || query.Ordinal > PollCompleted())
        {
            Violate("ReadTimestamps of query %zu, which no completed submission wrote", first + i);
            return BackendStatus::Refused;
        }
        ticks[i] = query.Ticks;
    }
    return BackendStatus::Ready;
}

void ReferenceBackend::DescribeAdapter(MeasurementAdapter& adapter) const noexcept
{
    std::snprintf(adapter.Name, sizeof adapter.Name, "%s", "Ludus reference");
    std::snprintf(adapter.Driver, sizeof adapter.Driver, "%s", "none: executed on the host, draws leave no pixels");
    adapter.HasIdentity = true;
    adapter.IsSoftware = true;
}

bool ReferenceBackend::FindApiBytes(RecordKind kind, uint32 slot, uint64& bytes) const noexcept
{
    const ReferenceControl& control = GetReferenceControl();
    if (control.HidesApiBytes)
    {
        return false;
    }
    bytes = control.ExtraApiBytes;
    bytes += kind == RecordKind::Buffer ? Buffers.At(slot).Bytes.Size() : Textures.At(slot).Bytes.Size();
    return true;
}

void ReferenceBackend::ReadMemoryTotals(MemoryTotals& /*totals*/) const noexcept {} // no allocator, no pools
} // namespace ludus::graphics::rhi::internal
