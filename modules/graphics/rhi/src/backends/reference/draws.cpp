// Checks what a submission draws and dispatches: pipelines, sets, vertices and every index.
#include "backends/reference/commands.h"
#include "formats/library_limits.h"

namespace ludus::graphics::rhi::internal
{
namespace
{
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
} // namespace

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
    ReadBuffer(*indices, USE_INDEX_INPUT, draw.Indices);
    const BufferRole role = draw.IndexShift == 1 ? BufferRole::Index16 : BufferRole::Index32;
    const bool isRing = draw.Indices == Backend.FrameUniforms && draw.IndexShift == 2;
    if ((draw.IndexShift != 1 && draw.IndexShift != 2) || (indices->Role != role && !isRing))
    {
        return Break("a draw reads indices of another size than its buffer holds", draw.Indices);
    }
    if (draw.Indirect != NO_SLOT)
    {
        ReferenceBuffer* indirect = Backend.Reach(Backend.Buffers, draw.Indirect, "buffer", "an indirect draw");
        if (indirect == nullptr || indirect->Role != BufferRole::StorageIndirect || draw.IndirectOffset % 4 != 0 ||
            !IsInside(draw.IndirectOffset, 20, indirect->Bytes.Size()))
        {
            return Break("an indirect draw's command is misaligned or lies outside its buffer", draw.Indirect);
        }
        Use(*indirect);
        ReadBuffer(*indirect, USE_INDIRECT, draw.Indirect);
    }
    if (draw.IndexCount == 0 || draw.IndexCount % 3 != 0 || draw.InstanceCount == 0 ||
        draw.InstanceCount > MAX_DRAW_INSTANCES)
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
        ReadBuffer(*buffer, USE_VERTEX_INPUT, slice.Buffer);
        if (buffer->Role != BufferRole::Vertex && buffer->Role != BufferRole::StorageVertex &&
            slice.Buffer != Backend.FrameUniforms)
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
    const uint32(&most)[3] = Backend.Report.Profile.Compute.MaxDispatch;
    for (uint32 axis = 0; axis < 3; ++axis)
    {
        if (dispatch.Groups[axis] == 0 || dispatch.Groups[axis] > most[axis])
        {
            Break("a dispatch has no groups or too many", dispatch.Groups[axis]);
        }
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
        isEqual = FindAttachment(Colors[i], texture) != nullptr && texture->Description.Format == target.Colors[i];
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
    ReferenceBuffer& buffer = Backend.Buffers.At(descriptor.Slot);
    const bool isUniform = descriptor.Kind == RasterBindingKind::UniformBuffer;
    const usize alignment = isUniform ? Backend.Report.Profile.Raster.UniformOffsetAlignment
                                      : Backend.Report.Profile.Compute.StorageOffsetAlignment;
    UseBound(buffer, descriptor);
    if (offset % alignment != 0 || !IsInside(descriptor.Offset + uint64{offset}, descriptor.Size, buffer.Bytes.Size()))
    {
        return Break("a dynamic offset is misaligned or moves its range outside the buffer", offset);
    }
    // What the frontend wrote must have been named by this submission or an earlier one.
    const usize start = descriptor.Offset + offset;
    return buffer.HostBytes.IsEmpty() ||
           std::memcmp(buffer.Bytes.Data() + start, buffer.HostBytes.Data() + start, readBytes) == 0 ||
           Break("a draw reads frame uniforms that no submission named", offset);
}
} // namespace ludus::graphics::rhi::internal
