#include "backends/webgpu/timestamps.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
// A marker writes two timestamps: the submission lasts from the first of its first marker to the second of its last
// one. The two stand side by side, since wgpu-native forgets what lies between those of a pass.
constexpr uint32 MARKER_QUERIES = 4;
constexpr uint32 QUERY_COUNT = MARKER_QUERIES + 2 * TIMED_PASSES;
constexpr uint32 FRAME_PLACES[FRAME_QUERIES] = {0, 3}; // among the markers'
} // namespace

BackendStatus Timestamps::Reserve() noexcept
{
    if (Queries)
    {
        return BackendStatus::Ready;
    }
    BackendStatus status = MakeRange(MARKER_QUERIES, Frame);
    if (status == BackendStatus::Ready)
    {
        status = MakeRange(2 * TIMED_PASSES, Passes);
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
    writes.beginningOfPassWriteIndex = 2 * query;
    writes.endOfPassWriteIndex = 2 * query + 1;
    WGPUComputePassDescriptor descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
    descriptor.timestampWrites = &writes;
    const ComputePass marker(wgpuCommandEncoderBeginComputePass(encoder, &descriptor));
    wgpuComputePassEncoderEnd(marker.Get());
}

WGPUPassTimestampWrites Timestamps::GetWrites(uint32 index) const noexcept
{
    WGPUPassTimestampWrites writes = WGPU_PASS_TIMESTAMP_WRITES_INIT;
    writes.querySet = Queries.Get();
    writes.beginningOfPassWriteIndex = MARKER_QUERIES + 2 * index;
    writes.endOfPassWriteIndex = MARKER_QUERIES + 2 * index + 1;
    return writes;
}

void Timestamps::Resolve(WGPUCommandEncoder encoder, const TimestampOrder& order, uint32 passCount) noexcept
{
    if (order.MeasuresFrame)
    {
        ResolveRange(encoder, 0, MARKER_QUERIES, Frame);
    }
    if (order.MeasuresPasses)
    {
        // No more than was written: a driver may wait for ever for a query that nobody writes.
        ResolveRange(encoder, MARKER_QUERIES, 2 * std::min(passCount, TIMED_PASSES), Passes);
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
    const bool isFrame = first < FRAME_QUERIES;
    Range& range = isFrame ? Frame : Passes;
    assert((isFrame ? first + ticks.size() <= FRAME_QUERIES : true) && "frame and passes are read apart");
    if (isFrame ? range.Count == 0 : first - FRAME_QUERIES + ticks.size() > range.Count)
    {
        return BackendStatus::Refused; // no submission has written them
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
    for (usize i = 0; mapped != nullptr && i < ticks.size(); ++i)
    {
        const usize query = first + i;
        const usize place = isFrame ? FRAME_PLACES[query] : query - FRAME_QUERIES;
        std::memcpy(&ticks[i], mapped + place * sizeof(uint64), sizeof(uint64));
    }
    wgpuBufferUnmap(range.Mapped.Get());
    return mapped != nullptr ? BackendStatus::Ready : BackendStatus::OutOfMemory; // of a browser's copy
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
