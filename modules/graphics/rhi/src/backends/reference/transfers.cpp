// Executes what a submission copies, and checks that each copy stays inside what it names.
#include "backends/reference/commands.h"

namespace ludus::graphics::rhi::internal
{
void StreamExecution::CopyBuffer(const CopyBufferCommand& copy) noexcept
{
    ReferenceBuffer* source = Backend.Reach(Backend.Buffers, copy.Source, "buffer", "a copy");
    ReferenceBuffer* destination = Backend.Reach(Backend.Buffers, copy.Destination, "buffer", "a copy");
    if (source == nullptr || destination == nullptr)
    {
        return;
    }
    Use(*source);
    Use(*destination);
    if (copy.Size == 0 || !IsInside(copy.SourceOffset, copy.Size, source->Bytes.Size()) ||
        !IsInside(copy.DestinationOffset, copy.Size, destination->Bytes.Size()))
    {
        Break("a copy reaches outside a buffer", copy.Size);
        return;
    }
    std::memmove(destination->Bytes.Data() + copy.DestinationOffset, source->Bytes.Data() + copy.SourceOffset,
                 static_cast<usize>(copy.Size)); // inside the buffers, so it fits
}

void StreamExecution::CopySlice(const CopySliceCommand& copy) noexcept
{
    const bool isUpload = copy.Header.Kind == CommandKind::CopySliceToBuffer;
    ReferenceBuffer* buffer = Backend.Buffers.Find(copy.Buffer);
    const bool isThere = buffer != nullptr && (buffer->State == ReferenceObject::Stage::Ready ||
                                               (isUpload && buffer->State == ReferenceObject::Stage::Pending));
    if (!isThere)
    {
        Break("a copy names a buffer that is not ready", copy.Buffer);
        return;
    }
    Use(*buffer);
    MoveBuffer(*buffer, copy.Before, copy.After, copy.Buffer);
    if (copy.Size == 0 || copy.Size % 4 != 0 || copy.BufferOffset % 4 != 0 || copy.SliceOffset % 4 != 0 ||
        !IsInside(copy.BufferOffset, copy.Size, buffer->Bytes.Size()))
    {
        Break("a copy is empty, misaligned or reaches outside its buffer", copy.Size);
        return;
    }
    uint8* bytes = buffer->Bytes.Data() + copy.BufferOffset;
    if (!isUpload)
    {
        if (ReferenceBackend::ReadbackSlice* slice = FindSlice(copy.Slice, copy.SliceOffset + copy.Size))
        {
            std::memcpy(slice->Bytes.Data() + copy.SliceOffset, bytes, static_cast<usize>(copy.Size));
        }
        return;
    }
    if (ReferenceBackend::ReadbackSlice* slice = FindUploadSlice(copy.Slice, copy.SliceOffset, copy.Size))
    {
        std::memcpy(bytes, slice->Bytes.Data() + copy.SliceOffset, static_cast<usize>(copy.Size));
    }
}

void StreamExecution::CopyTextureBuffer(const CopyTextureBufferCommand& copy) noexcept
{
    ReferenceSubresource* part = nullptr;
    ReferenceTexture* texture = FindCopyTexture(copy.Texture, copy.Mip, copy.Layer, copy.Region, part);
    if (texture == nullptr)
    {
        return;
    }
    const usize texel = part->RowBytes / part->Width;
    const usize rowBytes = copy.Region.Width * texel;
    const uint64 end = copy.SliceOffset + uint64{copy.RowPitch} * (copy.Region.Height - 1) + rowBytes;
    const bool isUpload = copy.Header.Kind == CommandKind::CopyBufferToTexture;
    ReferenceBackend::ReadbackSlice* slice =
        isUpload ? FindUploadSlice(copy.Slice, copy.SliceOffset, end - copy.SliceOffset) : FindSlice(copy.Slice, end);
    if (slice == nullptr)
    {
        return;
    }
    if (copy.RowPitch < rowBytes || copy.RowPitch % SLICE_ROW_ALIGNMENT != 0)
    {
        Break("a copy's rows overlap or are misaligned", copy.RowPitch);
        return;
    }
    ExpectUse(*texture, isUpload ? USE_COPY_DESTINATION : USE_COPY_SOURCE, copy.Texture);
    if (!isUpload && !part->IsDefined)
    {
        Break("a copy reads texels that are undefined", copy.Texture);
    }
    uint8* texels = texture->Bytes.Data() + part->Offset + copy.Region.Y * part->RowBytes + copy.Region.X * texel;
    uint8* bytes = slice->Bytes.Data() + copy.SliceOffset;
    for (uint32 row = 0; row < copy.Region.Height; ++row, texels += part->RowBytes, bytes += copy.RowPitch)
    {
        std::memcpy(isUpload ? texels : bytes, isUpload ? bytes : texels, rowBytes);
    }
    part->IsDefined = part->IsDefined || (copy.Region.Width == part->Width && copy.Region.Height == part->Height);
}

void StreamExecution::CopyTexture(const CopyTextureCommand& copy) noexcept
{
    ReferenceSubresource* source = nullptr;
    ReferenceSubresource* destination = nullptr;
    const Rectangle target{copy.DestinationX, copy.DestinationY, copy.Region.Width, copy.Region.Height};
    ReferenceTexture* from = FindCopyTexture(copy.Source, copy.SourceMip, copy.SourceLayer, copy.Region, source);
    ReferenceTexture* to =
        FindCopyTexture(copy.Destination, copy.DestinationMip, copy.DestinationLayer, target, destination);
    if (from == nullptr || to == nullptr)
    {
        return;
    }
    if (from->Description.Format != to->Description.Format || source == destination || !source->IsDefined)
    {
        Break("a copy changes the format, stays in one place or reads undefined texels", copy.Source);
        return;
    }
    ExpectUse(*from, USE_COPY_SOURCE, copy.Source);
    ExpectUse(*to, USE_COPY_DESTINATION, copy.Destination);
    const usize texel = source->RowBytes / source->Width;
    for (uint32 row = 0; row < copy.Region.Height; ++row)
    {
        const usize fromRow = source->Offset + (copy.Region.Y + row) * source->RowBytes;
        const usize toRow = destination->Offset + (target.Y + row) * destination->RowBytes;
        std::memcpy(to->Bytes.Data() + toRow + target.X * texel, from->Bytes.Data() + fromRow + copy.Region.X * texel,
                    copy.Region.Width * texel);
    }
    destination->IsDefined = destination->IsDefined ||
                             (copy.Region.Width == destination->Width && copy.Region.Height == destination->Height);
}

void StreamExecution::CopySurface(const CopySurfaceCommand& copy) noexcept
{
    const ReferenceBackend::Image& image = Backend.Images[Backend.BackImage ^ 1U];
    if (!Backend.HasPresented || !Backend.Report.CanReadSurface || copy.Width != image.Width ||
        copy.Height != image.Height)
    {
        Break("a copy does not match the surface presented last");
        return;
    }
    if (ReferenceBackend::ReadbackSlice* slice = FindSlice(copy.Slice, image.Bytes.Size()))
    {
        std::memcpy(slice->Bytes.Data(), image.Bytes.Data(), image.Bytes.Size());
    }
}

ReferenceTexture* StreamExecution::FindCopyTexture(uint32 slot, uint32 mip, uint32 layer, const Rectangle& region,
                                                   ReferenceSubresource*& part) noexcept
{
    ReferenceTexture* texture = Backend.Reach(Backend.Textures, slot, "texture", "a copy");
    part = texture == nullptr ? nullptr : FindPart(*texture, mip, layer);
    if (part == nullptr)
    {
        return nullptr;
    }
    Use(*texture);
    if (part->Rows != part->Height || region.Width == 0 || region.Height == 0 ||
        !IsInside(region, part->Width, part->Height))
    {
        Break("a copy's region is empty, compressed or outside its texture", slot);
        return nullptr;
    }
    return texture;
}

ReferenceBackend::ReadbackSlice* StreamExecution::FindSlice(uint32 slice, uint64 end) noexcept
{
    if (slice >= std::size(Backend.Slices) || end > Backend.Slices[slice].Bytes.Size() ||
        Backend.Slices[slice].IsMapped)
    {
        Break("a copy uses a slice that is too small, mapped or not reserved", slice);
        return nullptr;
    }
    Backend.Slices[slice].LastUse = Work.Ordinal;
    return &Backend.Slices[slice];
}

ReferenceBackend::ReadbackSlice* StreamExecution::FindUploadSlice(uint32 slice, uint64 offset, uint64 size) noexcept
{
    if (slice >= std::size(Backend.UploadSlices) || !IsInside(offset, size, Backend.UploadSlices[slice].Bytes.Size()))
    {
        Break("a copy uses an upload slice that is too small or not reserved", slice);
        return nullptr;
    }
    Backend.UploadSlices[slice].LastUse = Work.Ordinal;
    return &Backend.UploadSlices[slice];
}

// Attachments alone are followed from use to use.
void StreamExecution::ExpectUse(const ReferenceTexture& texture, ResourceUse use, uint32 slot) noexcept
{
    if (texture.Description.Attachment && texture.Use != use)
    {
        Break("a copy finds an attachment in another use", slot);
    }
}
} // namespace ludus::graphics::rhi::internal
