#include "backends/webgpu/readback.h"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
// What copies between textures and buffers want of the rows in the buffer.
constexpr usize ROW_ALIGNMENT = 256;

usize AlignRow(usize bytes) noexcept
{
    return (bytes + ROW_ALIGNMENT - 1) & ~(ROW_ALIGNMENT - 1);
}
} // namespace

bool Readback::Ensure(foundation::Array<Slice>& slices, uint32 slice, usize bytes) noexcept
{
    if (slice >= slices.Size() && !slices.Resize(usize{slice} + 1))
    {
        return false;
    }
    return bytes <= slices[slice].Bytes.Size() || slices[slice].Bytes.Resize(bytes);
}

BackendStatus Readback::Grow(Slice& slice, usize bytes, WGPUBufferUsage usage) noexcept
{
    if (bytes <= slice.BufferSize)
    {
        return BackendStatus::Ready;
    }
    const BackendStatus status = MakeBuffer(Gpu, bytes, usage, slice.Buffer);
    if (status == BackendStatus::Ready)
    {
        slice.BufferSize = bytes;
    }
    return status;
}

BackendStatus Readback::Reserve(uint32 slice, usize bytes) noexcept
{
    if (!Ensure(Slices, slice, bytes))
    {
        return BackendStatus::OutOfMemory;
    }
    Unmap(slice); // whoever gave the slice up may have left it mapped
    Slice& reserved = Slices[slice];
    while (!reserved.Copies.IsEmpty())
    {
        reserved.Copies.PopBack();
    }
    reserved.Recorded = 0;
    reserved.Used = 0;
    return BackendStatus::Ready;
}

BackendStatus Readback::ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept
{
    if (!Ensure(UploadSlices, slice, bytes))
    {
        return BackendStatus::OutOfMemory;
    }
    const BackendStatus status = Grow(UploadSlices[slice], bytes, WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst);
    if (status == BackendStatus::Ready)
    {
        memory = UploadSlices[slice].Bytes.Data();
    }
    return status;
}

void Readback::FlushUpload(uint32 slice, usize offset, usize bytes) noexcept
{
    const Slice& source = UploadSlices[slice];
    WriteBuffer(Gpu, source.Buffer.Get(), offset, source.Bytes.Span().subspan(offset, bytes));
}

BackendStatus Readback::PlanRows(uint32 slice, usize offset, usize pitch, usize rowBytes, uint32 rows) noexcept
{
    assert(slice < Slices.Size() && "a slice is reserved before it is written");
    Slice& target = Slices[slice];
    const usize bufferPitch = AlignRow(rowBytes);
    const CopiedRows copy{
        .BufferOffset = target.Used,
        .BufferPitch = bufferPitch,
        .SliceOffset = offset,
        .SlicePitch = pitch,
        .RowBytes = rowBytes,
        .Rows = rows,
    };
    const BackendStatus status =
        Grow(target, target.Used + bufferPitch * rows, WGPUBufferUsage_MapRead | WGPUBufferUsage_CopyDst);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    if (!target.Copies.Append(copy))
    {
        return BackendStatus::OutOfMemory;
    }
    target.Used += bufferPitch * rows;
    return BackendStatus::Ready;
}

const CopiedRows& Readback::NextRows(uint32 slice) noexcept
{
    Slice& target = Slices[slice];
    assert(target.Recorded < target.Copies.Size() && "a copy is planned before it is recorded");
    return target.Copies[target.Recorded++];
}

BackendStatus Readback::Map(uint32 slice, std::span<const uint8>& bytes) noexcept
{
    assert(slice < Slices.Size() && Slices[slice].Used != 0 && "a slice is written before it is read");
    Slice& source = Slices[slice];
    if (source.State == MapState::Idle)
    {
        if (!Gpu.Results.Take(TicketUse::Map, source.Request))
        {
            return BackendStatus::OutOfMemory;
        }
        source.State = MapState::Mapping;
        Gpu.Results.Await(source.Request, 1);
        WGPUBufferMapCallbackInfo answer = WGPU_BUFFER_MAP_CALLBACK_INFO_INIT;
        answer.mode = WGPUCallbackMode_AllowProcessEvents;
        answer.callback = LateResults::OnMapped;
        answer.userdata1 = Gpu.Results.GetSession();
        answer.userdata2 = ToUserData(source.Request);
        wgpuBufferMapAsync(source.Buffer.Get(), WGPUMapMode_Read, 0, source.Used, answer);
    }
    if (source.State == MapState::Mapping)
    {
        const Ticket request = Gpu.Results.At(source.Request);
        if (request.Awaited != 0)
        {
            return Gpu.IsLost() ? BackendStatus::Lost : BackendStatus::Pending;
        }
        Gpu.Results.Return(source.Request);
        source.State = MapState::Idle;
        if (request.Result != BackendStatus::Ready)
        {
            return Gpu.IsLost() ? BackendStatus::Lost : request.Result;
        }
        if (!CopyRows(source))
        {
            return BackendStatus::OutOfMemory;
        }
        source.State = MapState::Copied;
    }
    bytes = source.Bytes.Span();
    return BackendStatus::Ready;
}

bool Readback::CopyRows(Slice& slice) noexcept
{
    const auto* mapped = static_cast<const uint8*>(wgpuBufferGetConstMappedRange(slice.Buffer.Get(), 0, slice.Used));
    for (const CopiedRows& copy : slice.Copies)
    {
        for (usize row = 0; mapped != nullptr && row < copy.Rows; ++row)
        {
            std::memcpy(slice.Bytes.Data() + copy.SliceOffset + row * copy.SlicePitch,
                        mapped + copy.BufferOffset + row * copy.BufferPitch, copy.RowBytes);
        }
    }
    wgpuBufferUnmap(slice.Buffer.Get());
    return mapped != nullptr;
}

void Readback::Unmap(uint32 slice) noexcept
{
    if (slice >= Slices.Size())
    {
        return;
    }
    Slice& source = Slices[slice];
    if (source.State == MapState::Mapping)
    {
        Gpu.Results.Abandon(source.Request);
        wgpuBufferUnmap(source.Buffer.Get()); // also what is still being mapped
    }
    source.State = MapState::Idle;
}

void Readback::Stop() noexcept
{
    Slices.Release();
    UploadSlices.Release();
}
} // namespace ludus::graphics::rhi::internal::webgpu
