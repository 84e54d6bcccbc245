// Buffers, the frame uniform ring and readback slices: bytes on the host.
#include "backends/reference/reference_backend.h"

namespace ludus::graphics::rhi::internal
{
BackendStatus ReferenceBackend::CreateBuffer(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferenceBuffer* buffer = Open(ReferenceCall::CreateBuffer, Buffers, slot, status);
    if (buffer == nullptr)
    {
        return status;
    }
    if (creation.Size == 0 || creation.Size > Report.Profile.Raster.MaxBufferSize ||
        (!creation.Bytes.empty() && creation.Bytes.size() != creation.Size))
    {
        Violate("CreateBuffer of %zu bytes with %zu given", creation.Size, creation.Bytes.size());
        return BackendStatus::Refused;
    }
    if (creation.Bytes.empty() ? !buffer->Bytes.Resize(creation.Size) : !buffer->Bytes.Assign(creation.Bytes))
    {
        return BackendStatus::OutOfMemory;
    }
    buffer->Role = creation.Role;
    buffer->Visible = ~uint32{USE_STORAGE_WRITE_COMPUTE}; // creation has finished for all who read
    return Close(RecordKind::Buffer, slot, generation, *buffer);
}

BackendStatus ReferenceBackend::CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferenceBuffer* buffer = Open(ReferenceCall::CreateFrameUniforms, Buffers, slot, status);
    if (buffer == nullptr)
    {
        return status;
    }
    if (FrameUniforms != NO_SLOT || bytes == 0)
    {
        Violate("CreateFrameUniforms of %zu bytes, or a second time", bytes);
        return BackendStatus::Refused;
    }
    // Zeroed: the ends of bound ranges that nobody wrote yet compare equal at draws.
    if (!buffer->Bytes.Resize(bytes) || !buffer->HostBytes.Resize(bytes))
    {
        *buffer = {};
        return BackendStatus::OutOfMemory;
    }
    buffer->Role = BufferRole::Uniform;
    buffer->Visible = ~uint32{0};
    buffer->State = ReferenceObject::Stage::Ready;
    ++LiveObjects;
    FrameUniforms = slot;
    memory = {buffer->HostBytes.Data(), bytes};
    return BackendStatus::Ready;
}

BackendStatus ReferenceBackend::ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::ReserveUpload);
    if (failure != nullptr)
    {
        return failure->Status;
    }
    if (IsLost())
    {
        return BackendStatus::Lost;
    }
    if (slice >= std::size(UploadSlices) || bytes == 0)
    {
        Violate("ReserveUpload of %zu bytes for slice %u", bytes, slice);
        return BackendStatus::Refused;
    }
    ReadbackSlice& reserved = UploadSlices[slice];
    if (reserved.LastUse > PollCompleted())
    {
        Violate("ReserveUpload of slice %u while it is in use", slice);
    }
    if (reserved.Bytes.Size() < bytes && !reserved.Bytes.Resize(bytes))
    {
        return BackendStatus::OutOfMemory;
    }
    memory = reserved.Bytes.Data();
    return BackendStatus::Ready;
}

BackendStatus ReferenceBackend::ReserveReadback(uint32 slice, usize bytes) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::ReserveReadback);
    if (failure != nullptr)
    {
        return failure->Status;
    }
    if (IsLost())
    {
        return BackendStatus::Lost;
    }
    if (slice >= std::size(Slices) || bytes == 0)
    {
        Violate("ReserveReadback of %zu bytes for slice %u", bytes, slice);
        return BackendStatus::Refused;
    }
    ReadbackSlice& reserved = Slices[slice];
    if (reserved.IsMapped || reserved.LastUse > PollCompleted())
    {
        Violate("ReserveReadback of slice %u while it is in use", slice);
    }
    if (reserved.Bytes.Size() >= bytes)
    {
        return BackendStatus::Ready;
    }
    return reserved.Bytes.Resize(bytes) ? BackendStatus::Ready : BackendStatus::OutOfMemory;
}

BackendStatus ReferenceBackend::MapReadback(uint32 slice, std::span<const uint8>& bytes) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::MapReadback);
    if (failure != nullptr)
    {
        return failure->Status;
    }
    if (IsLost())
    {
        return BackendStatus::Lost;
    }
    if (slice >= std::size(Slices) || Slices[slice].LastUse == 0 || Slices[slice].LastUse > PollCompleted())
    {
        Violate("MapReadback of slice %u, whose submission has not completed", slice);
        return BackendStatus::Refused;
    }
    if (GetReferenceControl().HoldsReadback)
    {
        return BackendStatus::Pending;
    }
    Slices[slice].IsMapped = true;
    bytes = Slices[slice].Bytes.Span();
    return BackendStatus::Ready;
}

void ReferenceBackend::UnmapReadback(uint32 slice) noexcept
{
    if (slice >= std::size(Slices) || Slices[slice].LastUse > PollCompleted())
    {
        Violate("UnmapReadback of slice %u, whose submission has not completed", slice);
        return;
    }
    Slices[slice].IsMapped = false;
}
} // namespace ludus::graphics::rhi::internal
