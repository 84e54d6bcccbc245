#include "backends/opengl/readback.h"

#include <algorithm>
#include <cassert>

namespace ludus::graphics::rhi::internal::opengl
{
BackendStatus Readback::Grow(foundation::Array<HostBuffer>& slices, uint32 slice, usize bytes, HostUse use) noexcept
{
    if (slice >= slices.Size() && !slices.Resize(usize{slice} + 1))
    {
        return BackendStatus::OutOfMemory;
    }
    return bytes <= slices[slice].Size ? BackendStatus::Ready : BufferTable.MakeHost(bytes, use, slices[slice]);
}

BackendStatus Readback::Reserve(uint32 slice, usize bytes) noexcept
{
    return Grow(Slices, slice, bytes, HostUse::Read);
}

BackendStatus Readback::ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept
{
    const BackendStatus status = Grow(UploadSlices, slice, bytes, HostUse::Write);
    if (status == BackendStatus::Ready)
    {
        memory = UploadSlices[slice].Bytes;
    }
    return status;
}

GLuint Readback::Expect(uint32 slice, uint64 offset, uint64 bytes, bool isIndices) noexcept
{
    HostBuffer& to = Slices[slice];
    const bool isFirst = to.WrittenEnd == 0;
    to.Written = isFirst ? static_cast<usize>(offset) : std::min(to.Written, static_cast<usize>(offset));
    to.WrittenEnd = std::max(to.WrittenEnd, static_cast<usize>(offset + bytes));
    to.HoldsIndices = isIndices;
    return isIndices && to.Indices != 0 ? to.Indices : to.Name;
}

void Readback::Map(uint32 slice, std::span<const uint8>& bytes) noexcept
{
    assert(slice < Slices.Size() && Slices[slice].Size != 0 && "a slice is reserved before it is read");
    BufferTable.Fetch(Slices[slice]);
    bytes = {Slices[slice].Bytes, Slices[slice].Size};
}

void Readback::Stop() noexcept
{
    for (HostBuffer& slice : Slices)
    {
        BufferTable.Release(slice);
    }
    Slices.Release();
    for (HostBuffer& slice : UploadSlices)
    {
        BufferTable.Release(slice);
    }
    UploadSlices.Release();
}
} // namespace ludus::graphics::rhi::internal::opengl
