#include "backends/reference/commands.h"

#include <cmath>

namespace ludus::graphics::rhi::internal
{
namespace
{
bool IsInside(const Rectangle& area, uint32 width, uint32 height) noexcept
{
    return area.X <= width && area.Width <= width - area.X && area.Y <= height && area.Height <= height - area.Y;
}

bool IsInside(uint64 offset, uint64 size, uint64 total) noexcept
{
    return offset <= total && size <= total - offset;
}

// A component as a normalized byte: nearest, halves up.
uint8 Quantize(float32 value) noexcept
{
    const float32 clamped = value > 0 ? (value < 1 ? value : 1.0F) : 0.0F; // NaN is black
    return static_cast<uint8>(std::lround(clamped * 255.0F));
}

// Bytes of a bound range that shaders may read, as the layout promises them.
usize GetReadBytes(const SetDescriptor& descriptor, const ReferenceLayout& layout) noexcept
{
    for (const RasterBinding& binding : layout.Bindings)
    {
        if (binding.Binding == descriptor.Binding)
        {
            return binding.MinSize < descriptor.Size ? binding.MinSize : descriptor.Size;
        }
    }
    return 0;
}

float32 EncodeSrgb(float32 linear) noexcept
{
    return linear <= 0.0031308F ? linear * 12.92F : 1.055F * std::pow(linear, 1.0F / 2.4F) - 0.055F;
}
} // namespace

void StreamExecution::Run(uint32 limit) noexcept
{
    StreamReader reader{Work.Stream};
    CommandHeader header{};
    const uint8* at = nullptr;
    for (; limit != 0 && reader.Next(header, at); --limit)
    {
        Offset = reader.GetOffset();
        Execute(header, at);
    }
    Offset = reader.GetOffset();
    if (reader.GetProblem() != nullptr)
    {
        Break(reader.GetProblem());
    }
    if (limit == 0)
    {
        return;
    }
    if (InPass || OpenScopes != 0)
    {
        Break("the stream ends inside a pass or a scope");
    }
    if (Work.UsesSurface && !Backend.IsSurfaceDefined)
    {
        Break("the surface is presented, but no pass has stored it");
    }
}

void StreamExecution::Execute(const CommandHeader& header, const uint8* at) noexcept
{
    const bool needsPass = header.Kind == CommandKind::EndPass || header.Kind == CommandKind::DrawRun ||
                           header.Kind == CommandKind::DrawVertices || header.Kind == CommandKind::SetRectangles;
    const bool isAnywhere = header.Kind == CommandKind::WriteTimestamp || header.Kind == CommandKind::BeginScope ||
                            header.Kind == CommandKind::EndScope;
    if (!isAnywhere && needsPass != InPass)
    {
        Break(InPass ? "a command inside a pass belongs outside" : "a command outside a pass belongs inside");
        return;
    }
    switch (header.Kind)
    {
    case CommandKind::BeginPass:
        BeginPass(Peek<BeginPassCommand>(at), at + sizeof(BeginPassCommand));
        break;
    case CommandKind::EndPass:
        EndPass();
        break;
    case CommandKind::DrawRun:
        CheckDraws(at);
        break;
    case CommandKind::DrawVertices:
        CheckDrawVertices(Peek<DrawVerticesCommand>(at));
        break;
    case CommandKind::SetRectangles:
    {
        const auto command = Peek<SetRectanglesCommand>(at);
        CheckRectangles(command.Viewport, command.Scissor);
        break;
    }
    case CommandKind::Dispatch:
        CheckDispatch(Peek<DispatchCommand>(at), at + sizeof(DispatchCommand));
        break;
    case CommandKind::Barriers:
        CheckBarriers(Peek<BarriersCommand>(at).Count, header.Bytes - sizeof(BarriersCommand),
                      at + sizeof(BarriersCommand));
        break;
    case CommandKind::CopyBuffer:
        CopyBuffer(Peek<CopyBufferCommand>(at));
        break;
    case CommandKind::CopyBufferToTexture:
    case CommandKind::CopyTextureToBuffer:
        CopyTextureBuffer(Peek<CopyTextureBufferCommand>(at));
        break;
    case CommandKind::CopyTexture:
        CopyTexture(Peek<CopyTextureCommand>(at));
        break;
    case CommandKind::CopySliceToBuffer:
    case CommandKind::CopyBufferToSlice:
        CopySlice(Peek<CopySliceCommand>(at));
        break;
    case CommandKind::CopySurface:
        CopySurface(Peek<CopySurfaceCommand>(at));
        break;
    case CommandKind::WriteTimestamp:
        break;
    case CommandKind::BeginScope:
    {
        const auto scope = Peek<ScopeCommand>(at);
        const usize room = header.Bytes - sizeof scope;
        if (scope.NameBytes >= room || at[sizeof scope + scope.NameBytes] != 0)
        {
            Break("a scope's name is not terminated");
        }
        ++OpenScopes;
        break;
    }
    case CommandKind::EndScope:
        if (OpenScopes == 0)
        {
            Break("a scope ends that was not begun");
            break;
        }
        --OpenScopes;
        break;
    }
}

// ---- Passes ------------------------------------------------------------------------------------------------------

void StreamExecution::BeginPass(const BeginPassCommand& pass, const uint8* barriers) noexcept
{
    Pass = pass;
    InPass = true;
    if (pass.ColorCount == 0 || pass.ColorCount > MAX_COLOR_ATTACHMENTS)
    {
        Break("a pass has no colour attachment or too many", pass.ColorCount);
        Pass.ColorCount = 1;
        return;
    }
    CheckBarriers(pass.BarrierCount, pass.Header.Bytes - sizeof pass, barriers);
    CheckRectangles(pass.Viewport, pass.Scissor);
    if (!std::isfinite(pass.ClearDepth) || pass.ClearDepth < 0 || pass.ClearDepth > 1)
    {
        Break("a pass clears depth to a value outside zero to one");
    }
    if (!pass.IsSurface)
    {
        for (uint32 i = 0; i < pass.ColorCount; ++i)
        {
            BeginColor(pass.Colors[i]);
        }
        BeginDepth(pass.Colors[0]);
        return;
    }
    const ReferenceBackend::Image& image = Backend.Images[Backend.BackImage];
    if (!Work.UsesSurface || pass.ColorCount != 1 || pass.SampleCount != 1 || pass.Width != image.Width ||
        pass.Height != image.Height)
    {
        Break("a surface pass does not match the acquired frame");
        return;
    }
    if (pass.Colors[0].Load == AttachmentLoad::Clear)
    {
        ClearSurface(pass.Colors[0].Clear);
    }
    else if (pass.Colors[0].Load == AttachmentLoad::Load && !Backend.IsSurfaceDefined)
    {
        Break("a pass loads the surface before anything was stored in it");
    }
}

void StreamExecution::BeginColor(const ColorAttachment& color) noexcept
{
    ReferenceTexture* texture = nullptr;
    ReferenceSubresource* part = FindAttachment(color, texture);
    if (part == nullptr)
    {
        return;
    }
    if (texture->Use != USE_COLOR_ATTACHMENT)
    {
        Break("a pass draws to a texture that no barrier has made a colour attachment", color.Texture);
    }
    if (part->Width != Pass.Width || part->Height != Pass.Height ||
        texture->Description.SampleCount != Pass.SampleCount)
    {
        Break("an attachment has another extent or sample count than its pass", color.View);
        return;
    }
    if (color.Load == AttachmentLoad::Load && !part->IsDefined)
    {
        Break("a pass loads an attachment whose texels are undefined", color.View);
    }
    const RasterFormat format = texture->Description.Format;
    const bool isSrgb = format == RasterFormat::Rgba8Srgb;
    if (color.Load == AttachmentLoad::Clear && (isSrgb || format == RasterFormat::Rgba8Unorm))
    {
        uint8* texels = texture->Bytes.Data() + part->Offset;
        for (usize i = 0; i < part->RowBytes * part->Rows; ++i)
        {
            const float32 value = color.Clear[i % 4];
            texels[i] = Quantize(isSrgb && i % 4 != 3 ? EncodeSrgb(value) : value);
        }
    }
}

// The first colour attachment brings the depth. Its texels are not kept: nothing here reads them.
void StreamExecution::BeginDepth(const ColorAttachment& color) noexcept
{
    ReferenceTexture* texture = nullptr;
    if (FindAttachment(color, texture) == nullptr)
    {
        return;
    }
    if (texture->DepthUse != USE_DEPTH_ATTACHMENT)
    {
        Break("a pass uses a depth that no barrier has made an attachment", color.Texture);
    }
    if (Pass.DepthLoad == AttachmentLoad::Load && !texture->IsDepthDefined)
    {
        Break("a pass loads depth that is undefined", color.Texture);
    }
    if (Pass.DepthReadOnly && Pass.DepthLoad != AttachmentLoad::Load)
    {
        Break("a pass only reads a depth that it does not load", color.Texture);
    }
}

void StreamExecution::EndPass() noexcept
{
    InPass = false;
    if (Pass.IsSurface)
    {
        Backend.IsSurfaceDefined = Pass.Colors[0].Store == AttachmentStore::Store;
        return;
    }
    for (uint32 i = 0; i < Pass.ColorCount; ++i)
    {
        ReferenceTexture* texture = nullptr;
        if (ReferenceSubresource* part = FindAttachment(Pass.Colors[i], texture))
        {
            part->IsDefined =
                Pass.Colors[i].Load != AttachmentLoad::Discard && Pass.Colors[i].Store == AttachmentStore::Store;
            texture->IsDepthDefined =
                i == 0 ? Pass.DepthLoad != AttachmentLoad::Discard && Pass.DepthStore == AttachmentStore::Store
                       : texture->IsDepthDefined;
        }
        if (Pass.Colors[i].Resolve == NO_SLOT)
        {
            continue;
        }
        if (ReferenceSubresource* part = FindAttachment(Pass.Colors[i].Resolve, texture))
        {
            part->IsDefined = true;
        }
    }
}

void StreamExecution::ClearSurface(const float32 (&color)[4]) noexcept
{
    const bool isSrgb = Backend.Report.Encoding == SurfaceEncoding::Srgb;
    uint8 texel[4];
    for (usize i = 0; i < 4; ++i)
    {
        texel[i] = Quantize(isSrgb && i != 3 ? EncodeSrgb(color[i]) : color[i]);
    }
    foundation::Array<uint8>& bytes = Backend.Images[Backend.BackImage].Bytes;
    for (usize i = 0; i < bytes.Size(); i += 4)
    {
        std::memcpy(bytes.Data() + i, texel, 4);
    }
}

void StreamExecution::CheckRectangles(const Rectangle& viewport, const Rectangle& scissor) noexcept
{
    if (!IsInside(viewport, Pass.Width, Pass.Height) || viewport.Width == 0 || viewport.Height == 0)
    {
        Break("a viewport is empty or reaches outside its pass");
    }
    if (!IsInside(scissor, Pass.Width, Pass.Height))
    {
        Break("a scissor reaches outside its pass");
    }
}

void StreamExecution::CheckBarriers(uint32 count, usize room, const uint8* at) noexcept
{
    if (count > room / sizeof(Barrier))
    {
        Break("a command has fewer barriers than it counts", count);
        return;
    }
    for (uint32 i = 0; i < count; ++i)
    {
        const auto barrier = Take<Barrier>(at);
        if (barrier.Kind != RecordKind::Buffer && barrier.Kind != RecordKind::Texture)
        {
            Break("a barrier concerns neither a buffer nor a texture");
            continue;
        }
        ReferenceObject* object = Backend.FindObject(barrier.Kind, barrier.Slot);
        if (object == nullptr || object->State != ReferenceObject::Stage::Ready)
        {
            Break("a barrier names an object that is not ready", barrier.Slot);
            continue;
        }
        Use(*object);
        if (barrier.Kind == RecordKind::Texture)
        {
            const uint32 mips = Backend.Textures.At(barrier.Slot).Description.MipLevels;
            if (barrier.BaseMip >= mips || barrier.MipCount > mips - barrier.BaseMip)
            {
                Break("a barrier's mips lie outside its texture", barrier.Slot);
                continue;
            }
            MoveTexture(barrier);
        }
    }
}

// An attachment is where the last barrier has brought it; the next one must start there.
void StreamExecution::MoveTexture(const Barrier& barrier) noexcept
{
    ReferenceTexture& texture = Backend.Textures.At(barrier.Slot);
    if (!texture.Description.Attachment || barrier.Aspect == TextureAspect::Stencil)
    {
        return;
    }
    uint32& use = barrier.Aspect == TextureAspect::Depth ? texture.DepthUse : texture.Use;
    if (barrier.Before != use)
    {
        Break("a barrier starts from another use than the texture's last one", barrier.Slot);
    }
    use = barrier.After;
    if (barrier.KeepsContents)
    {
        return;
    }
    if (barrier.Aspect == TextureAspect::Depth)
    {
        texture.IsDepthDefined = false;
        return;
    }
    for (ReferenceSubresource& part : texture.Parts)
    {
        part.IsDefined = false;
    }
}

// ---- Draws -------------------------------------------------------------------------------------------------------

void StreamExecution::CheckDraws(const uint8* at) noexcept
{
    DrawReader reader{at};
    ResolvedDraw draw{};
    while (reader.Next(draw))
    {
        if (!CheckDraw(draw))
        {
            return;
        }
    }
    if (reader.GetProblem() != nullptr)
    {
        Break(reader.GetProblem());
    }
}

bool StreamExecution::CheckDraw(const ResolvedDraw& draw) noexcept
{
    ReferencePipeline* pipeline = Backend.Reach(Backend.RasterPipelines, draw.Pipeline, "pipeline", "a draw");
    if (pipeline == nullptr || !CheckPipelineTarget(*pipeline, draw.Pipeline) ||
        !CheckSet(draw.Set, *pipeline, {draw.Offsets, draw.DynamicCount}))
    {
        return false;
    }
    Use(*pipeline);
    return CheckGeometry(draw, *pipeline);
}

// Every index is looked at: it must name a vertex that each per-vertex stream holds, and must not restart the list.
bool StreamExecution::CheckGeometry(const ResolvedDraw& draw, const ReferencePipeline& pipeline) noexcept
{
    ReferenceBuffer* indices = Backend.Reach(Backend.Buffers, draw.Indices, "buffer", "a draw");
    if (indices == nullptr)
    {
        return false;
    }
    Use(*indices);
    const BufferRole role = draw.IndexShift == 1 ? BufferRole::Index16 : BufferRole::Index32;
    if ((draw.IndexShift != 1 && draw.IndexShift != 2) || indices->Role != role)
    {
        return Break("a draw reads indices of another size than its buffer holds", draw.Indices);
    }
    if (draw.Indirect != NO_SLOT)
    {
        ReferenceBuffer* indirect = Backend.Reach(Backend.Buffers, draw.Indirect, "buffer", "an indirect draw");
        if (indirect == nullptr || !IsInside(draw.IndirectOffset, 20, indirect->Bytes.Size()))
        {
            return Break("an indirect draw's command lies outside its buffer", draw.Indirect);
        }
        Use(*indirect);
        return CheckStreams(draw, pipeline, 0);
    }
    if (draw.IndexCount == 0 || draw.IndexCount % 3 != 0 || draw.InstanceCount == 0)
    {
        return Break("a draw's counts are no triangles or no instances", draw.IndexCount);
    }
    if (!IsInside(uint64{draw.FirstIndex} << draw.IndexShift, uint64{draw.IndexCount} << draw.IndexShift,
                  indices->Bytes.Size()))
    {
        return Break("a draw's indices reach outside their buffer", draw.Indices);
    }
    const uint8* at = indices->Bytes.Data() + (usize{draw.FirstIndex} << draw.IndexShift);
    const uint64 restart = draw.IndexShift == 1 ? 0xFFFF : 0xFFFFFFFF;
    uint64 highest = 0;
    for (uint32 i = 0; i < draw.IndexCount; ++i)
    {
        const uint64 index = draw.IndexShift == 1 ? uint64{Take<uint16>(at)} : uint64{Take<uint32>(at)};
        highest = index > highest ? index : highest;
    }
    if (highest == restart)
    {
        return Break("a draw reads the restart index", draw.Indices);
    }
    return CheckStreams(draw, pipeline, highest + 1);
}

bool StreamExecution::CheckStreams(const ResolvedDraw& draw, const ReferencePipeline& pipeline,
                                   uint64 vertices) noexcept
{
    if (draw.StreamCount != pipeline.StreamCount)
    {
        return Break("a draw has another number of streams than its pipeline", draw.StreamCount);
    }
    for (uint32 i = 0; i < draw.StreamCount; ++i)
    {
        const ResolvedDraw::Slice& slice = draw.Streams[i];
        ReferenceBuffer* buffer = Backend.Reach(Backend.Buffers, slice.Buffer, "buffer", "a draw");
        if (buffer == nullptr)
        {
            return false;
        }
        Use(*buffer);
        if (buffer->Role != BufferRole::Vertex && buffer->Role != BufferRole::StorageVertex)
        {
            return Break("a draw reads vertices from a buffer of another role", slice.Buffer);
        }
        const uint64 records = pipeline.Streams[i].PerInstance ? draw.InstanceCount : vertices;
        if (slice.Offset % 4 != 0 ||
            !IsInside(slice.Offset, records * pipeline.Streams[i].Stride, buffer->Bytes.Size()))
        {
            return Break("a draw reads vertices outside their buffer", slice.Buffer);
        }
    }
    return true;
}

void StreamExecution::CheckDrawVertices(const DrawVerticesCommand& draw) noexcept
{
    ReferencePipeline* pipeline = Backend.Reach(Backend.RasterPipelines, draw.Pipeline, "pipeline", "a draw");
    if (pipeline == nullptr || !CheckPipelineTarget(*pipeline, draw.Pipeline))
    {
        return;
    }
    Use(*pipeline);
    if (draw.VertexCount == 0 || pipeline->StreamCount != 0)
    {
        Break("a draw without vertex buffers has no vertices or a pipeline with streams", draw.Pipeline);
        return;
    }
    CheckSet(draw.Set, *pipeline, {&draw.DynamicOffset, 1});
}

void StreamExecution::CheckDispatch(const DispatchCommand& dispatch, const uint8* at) noexcept
{
    const usize room = dispatch.Header.Bytes - sizeof dispatch;
    if (dispatch.DynamicCount > RASTER_BINDING_COUNT || dispatch.DynamicCount > room / sizeof(uint32))
    {
        Break("a dispatch has fewer dynamic offsets than it counts", dispatch.DynamicCount);
        return;
    }
    uint32 offsets[RASTER_BINDING_COUNT]{};
    std::memcpy(offsets, at, dispatch.DynamicCount * sizeof(uint32));
    ReferencePipeline* pipeline =
        Backend.Reach(Backend.ComputePipelines, dispatch.Pipeline, "compute pipeline", "a dispatch");
    if (pipeline == nullptr || !CheckSet(dispatch.Set, *pipeline, {offsets, dispatch.DynamicCount}))
    {
        return;
    }
    Use(*pipeline);
    if (dispatch.Groups[0] == 0 || dispatch.Groups[1] == 0 || dispatch.Groups[2] == 0)
    {
        Break("a dispatch has no groups");
    }
}

bool StreamExecution::CheckPipelineTarget(const ReferencePipeline& pipeline, uint32 slot) noexcept
{
    const PipelineTarget& target = pipeline.Target;
    bool isEqual = target.IsSurface == Pass.IsSurface && target.ColorCount == Pass.ColorCount &&
                   target.SampleCount == Pass.SampleCount && target.HasStencil == Pass.HasStencil;
    for (uint32 i = 0; isEqual && !Pass.IsSurface && i < Pass.ColorCount; ++i)
    {
        ReferenceTexture* texture = nullptr;
        isEqual = FindAttachment(Pass.Colors[i], texture) != nullptr && texture->Description.Format == target.Colors[i];
    }
    if (!isEqual)
    {
        return Break("a draw's pipeline was made for another target than its pass", slot);
    }
    return !pipeline.WritesDepth || !Pass.DepthReadOnly || Break("a draw writes a depth that is read only", slot);
}

bool StreamExecution::CheckSet(uint32 slot, const ReferencePipeline& pipeline, std::span<const uint32> offsets) noexcept
{
    ReferenceSet* set = Backend.Reach(Backend.Sets, slot, "set", "a command");
    if (set == nullptr)
    {
        return false;
    }
    Use(*set);
    if (set->Layout != pipeline.Layout)
    {
        return Break("a set has another layout than the pipeline it is used with", slot);
    }
    if (set->DynamicCount != offsets.size())
    {
        return Break("a set is used with another number of dynamic offsets than it has", offsets.size());
    }
    usize next = 0;
    for (const SetDescriptor& descriptor : set->Descriptors)
    {
        const uint32 offset = descriptor.HasDynamicOffset ? offsets[next++] : 0;
        if (!CheckDescriptor(descriptor, offset, GetReadBytes(descriptor, Backend.Layouts.At(set->Layout))))
        {
            return false;
        }
    }
    return true;
}

bool StreamExecution::CheckDescriptor(const SetDescriptor& descriptor, uint32 offset, usize readBytes) noexcept
{
    const RecordKind kind = GetDescriptorKind(descriptor.Kind);
    if (kind == RecordKind::TextureView)
    {
        const ReferenceView& view = Backend.Views.At(descriptor.Slot);
        const ReferenceTexture& texture = Backend.Textures.At(view.Creation.Texture);
        constexpr uint32 SAMPLED = USE_SAMPLED_VERTEX | USE_SAMPLED_FRAGMENT | USE_SAMPLED_COMPUTE;
        if (texture.Description.Attachment && (texture.Use & SAMPLED) == 0)
        {
            return Break("a set shows an attachment that no barrier has made sampleable", descriptor.Slot);
        }
        return Backend.IsDefined(view) || Break("a set shows texels that are undefined", descriptor.Slot);
    }
    if (kind != RecordKind::Buffer)
    {
        return true;
    }
    const ReferenceBuffer& buffer = Backend.Buffers.At(descriptor.Slot);
    if (offset % Backend.Report.Profile.Raster.UniformOffsetAlignment != 0 ||
        !IsInside(descriptor.Offset + uint64{offset}, descriptor.Size, buffer.Bytes.Size()))
    {
        return Break("a dynamic offset is misaligned or moves its range outside the buffer", offset);
    }
    // What the frontend wrote must have been named by this submission or an earlier one.
    const usize start = descriptor.Offset + offset;
    return buffer.HostBytes.IsEmpty() ||
           std::memcmp(buffer.Bytes.Data() + start, buffer.HostBytes.Data() + start, readBytes) == 0 ||
           Break("a draw reads frame uniforms that no submission named", offset);
}

// ---- Transfers ---------------------------------------------------------------------------------------------------

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
                 copy.Size);
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
            std::memcpy(slice->Bytes.Data() + copy.SliceOffset, bytes, copy.Size);
        }
        return;
    }
    if (copy.Slice >= std::size(Backend.UploadSlices) ||
        !IsInside(copy.SliceOffset, copy.Size, Backend.UploadSlices[copy.Slice].Bytes.Size()))
    {
        Break("a copy uses an upload slice that is too small or not reserved", copy.Slice);
        return;
    }
    ReferenceBackend::ReadbackSlice& slice = Backend.UploadSlices[copy.Slice];
    slice.LastUse = Work.Ordinal;
    std::memcpy(bytes, slice.Bytes.Data() + copy.SliceOffset, copy.Size);
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
    ReferenceBackend::ReadbackSlice* slice = FindSlice(copy.Slice, end);
    if (slice == nullptr)
    {
        return;
    }
    if (copy.RowPitch < rowBytes)
    {
        Break("a copy's rows overlap", copy.RowPitch);
        return;
    }
    const bool isUpload = copy.Header.Kind == CommandKind::CopyBufferToTexture;
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

// ---- Look-ups ----------------------------------------------------------------------------------------------------

ReferenceSubresource* StreamExecution::FindPart(ReferenceTexture& texture, uint32 mip, uint32 layer) noexcept
{
    if (mip >= texture.Description.MipLevels || layer >= texture.LayersOfMip[mip])
    {
        Break("a command names a mip or layer that its texture does not have", mip);
        return nullptr;
    }
    usize index = layer;
    for (uint32 i = 0; i < mip; ++i)
    {
        index += texture.LayersOfMip[i];
    }
    return &texture.Parts[index];
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

ReferenceSubresource* StreamExecution::FindAttachment(uint32 view, ReferenceTexture*& texture) noexcept
{
    ReferenceView* attachment = Backend.Reach(Backend.Views, view, "view", "a pass");
    if (attachment == nullptr)
    {
        return nullptr;
    }
    texture = &Backend.Textures.At(attachment->Creation.Texture);
    if (!texture->Description.Attachment)
    {
        Break("a pass draws to a texture that is no attachment", view);
        return nullptr;
    }
    Use(*attachment);
    return FindPart(*texture, attachment->Creation.BaseMip, attachment->Creation.BaseLayer);
}

ReferenceSubresource* StreamExecution::FindAttachment(const ColorAttachment& color, ReferenceTexture*& texture) noexcept
{
    if (color.View != NO_SLOT)
    {
        return FindAttachment(color.View, texture);
    }
    texture = Backend.Reach(Backend.Textures, color.Texture, "texture", "a pass");
    if (texture == nullptr)
    {
        return nullptr;
    }
    Use(*texture);
    const TextureDescription& description = texture->Description;
    if (!description.Attachment || description.MipLevels != 1 || description.DepthOrLayers != 1)
    {
        Break("a pass draws to a texture that is no attachment of one mip and layer", color.Texture);
        return nullptr;
    }
    return FindPart(*texture, 0, 0);
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

bool StreamExecution::Break(const char* sentence, uint64 value) noexcept
{
    return Violate("submission %llu, byte %zu: %s (%llu)", static_cast<unsigned long long>(Work.Ordinal), Offset,
                   sentence, static_cast<unsigned long long>(value));
}
} // namespace ludus::graphics::rhi::internal
