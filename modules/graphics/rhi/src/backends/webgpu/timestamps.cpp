#include "backends/webgpu/timestamps.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
// A marker has two timestamps and we want one of them: the others have places of their own behind the rest.
constexpr uint32 SPARE_QUERY = TIMESTAMP_QUERIES;
constexpr uint32 QUERY_COUNT = TIMESTAMP_QUERIES + FRAME_QUERIES;
} // namespace

BackendStatus Timestamps::Reserve() noexcept
{
    if (Queries)
    {
        return BackendStatus::Ready;
    }
    BackendStatus status = MakeRange(FRAME_QUERIES, Frame);
    if (status == BackendStatus::Ready)
    {
        status = MakeRange(TIMESTAMP_QUERIES - FRAME_QUERIES, Passes);
    }
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    WGPUQuerySetDescriptor descriptor = WGPU_QUERY_SET_DESCRIPTOR_INIT;
    descriptor.type = WGPUQueryType_Timestamp;
    descriptor.count = QUERY_COUNT;
    Gpu.Results.Watch();
    QuerySet made(wgpuDeviceCreateQuerySet(Gpu.Handle.Get(), &descriptor));
    status = Gpu.Results.EndWatch();
    if (status == BackendStatus::Ready)
    {
        Queries = std::move(made);
    }
    return status;
}

BackendStatus Timestamps::MakeRange(uint32 count, Range& range) noexcept
{
    const usize bytes = usize{count} * sizeof(uint64);
    const BackendStatus status =
        MakeBuffer(Gpu, bytes, WGPUBufferUsage_QueryResolve | WGPUBufferUsage_CopySrc, range.Resolved);
    return status == BackendStatus::Ready
               ? MakeBuffer(Gpu, bytes, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst, range.Mapped)
               : status;
}

void Timestamps::Mark(WGPUCommandEncoder encoder, uint32 query) const noexcept
{
    assert(Queries && query < FRAME_QUERIES && "queries are reserved before a submission measures");
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes.querySet = Queries.Get();
    // The submission lasts from before its first marker to after its last one.
    writes.beginningOfPassWriteIndex = query == 0 ? 0 : SPARE_QUERY;
    writes.endOfPassWriteIndex = query == 0 ? SPARE_QUERY + 1 : 1;
    WGPUComputePassDescriptor descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    descriptor.timestampWrites = &writes;
    const ComputePass marker(wgpuCommandEncoderBeginComputePass(encoder, &descriptor));
    wgpuComputePassEncoderEnd(marker.Get());
}

WGPUPassTimestampWrites Timestamps::GetWrites(uint32 index) const noexcept
{
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes.querySet = Queries.Get();
    writes.beginningOfPassWriteIndex = FRAME_QUERIES + 2 * index;
    writes.endOfPassWriteIndex = FRAME_QUERIES + 2 * index + 1;
    return writes;
}

void Timestamps::Resolve(WGPUCommandEncoder encoder, const TimestampOrder& order, uint32 passCount) noexcept
{
    if (order.MeasuresFrame)
    {
        ResolveRange(encoder, 0, FRAME_QUERIES, Frame);
    }
    if (order.MeasuresPasses)
    {
        // No more than was written: a driver may wait for ever for a query that nobody writes.
        ResolveRange(encoder, FRAME_QUERIES, 2 * std::min(passCount, TIMED_PASSES), Passes);
    }
}

void Timestamps::ResolveRange(WGPUCommandEncoder encoder, uint32 first, uint32 count, Range& range) noexcept
{
    GiveUp(range);
    range.Count = count;
    if (count != 0)
    {
        wgpuCommandEncoderResolveQuerySet(encoder, Queries.Get(), first, count, range.Resolved.Get(), 0);
        wgpuCommandEncoderCopyBufferToBuffer(encoder, range.Resolved.Get(), 0, range.Mapped.Get(), 0,
                                             uint64{count} * sizeof(uint64));
    }
}

BackendStatus Timestamps::Read(uint32 first, std::span<uint64> ticks) noexcept
{
    Range& range = first < FRAME_QUERIES ? Frame : Passes;
    const uint32 start = first < FRAME_QUERIES ? first : first - FRAME_QUERIES;
    if (start + ticks.size() > range.Count)
    {
        return BackendStatus::Refused;
    }
    if (ticks.empty())
    {
        return BackendStatus::Ready;
    }
    const usize bytes = usize{range.Count} * sizeof(uint64);
    if (!range.IsMapping)
    {
        if (!Gpu.Results.Take(TicketUse::Map, range.Request))
        {
            return BackendStatus::OutOfMemory;
        }
        range.IsMapping = true;
        Gpu.Results.Await(range.Request, 1);
        WGPUBufferMapCallbackInfo answer = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
        answer.mode = WGPUCallbackMode_AllowProcessEvents;
        answer.callback = LateResults::OnMapped;
        answer.userdata1 = Gpu.Results.GetSession();
        answer.userdata2 = ToUserData(range.Request);
        wgpuBufferMapAsync(range.Mapped.Get(), WGPUMapMode_Read, 0, bytes, answer);
    }
    const Ticket request = Gpu.Results.At(range.Request);
    if (request.Awaited != 0)
    {
        return Gpu.IsLost() ? BackendStatus::Lost : BackendStatus::Pending;
    }
    range.IsMapping = false;
    Gpu.Results.Return(range.Request);
    if (request.Result != BackendStatus::Ready)
    {
        return Gpu.IsLost() ? BackendStatus::Lost : request.Result;
    }
    const auto* mapped = static_cast<const uint8*>(wgpuBufferGetConstMappedRange(range.Mapped.Get(), 0, bytes));
    std::memcpy(ticks.data(), mapped + start * sizeof(uint64), ticks.size_bytes());
    wgpuBufferUnmap(range.Mapped.Get());
    return BackendStatus::Ready;
}

void Timestamps::GiveUp(Range& range) noexcept
{
    if (range.IsMapping)
    {
        Gpu.Results.Abandon(range.Request);
        wgpuBufferUnmap(range.Mapped.Get());
        range.IsMapping = false;
    }
}

void Timestamps::Stop() noexcept
{
    Queries.Reset();
    Frame = {};
    Passes = {};
}
} // namespace ludus::graphics::rhi::internal::webgpu
