#include "backends/webgpu/commands.h"

#include "backends/webgpu/convert.h"

#include <cassert>
#include <cstddef>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
constexpr uint32 SURFACE_PIXEL_BYTES = 4;

WGPUIndexFormat ToIndexFormat(uint32 shift) noexcept
{
    return shift == 1 ? WGPUIndexFormat_Uint16 : WGPUIndexFormat_Uint32;
}

WGPUColor ToColor(const float32 (&color)[4]) noexcept
{
    return {color[0], color[1], color[2], color[3]};
}

WGPUTexelCopyTextureInfo ToTexels(WGPUTexture texture, uint32 mip, uint32 layer, uint32 x, uint32 y) noexcept
{
    WGPUTexelCopyTextureInfo info = WGPU_TEXEL_COPY_TEXTURE_INFO_INIT;
    info.texture = texture;
    info.mipLevel = mip;
    info.origin = {x, y, layer};
    return info;
}

// What a pass of WebGPU begins with.
bool IsWhole(const Rectangle& rectangle, const BeginPassCommand& pass) noexcept
{
    return rectangle.X == 0 && rectangle.Y == 0 && rectangle.Width == pass.Width && rectangle.Height == pass.Height;
}

class Recorder final
{
public:
    Recorder(const Tables& tables, WGPUCommandEncoder encoder, bool measuresPasses) noexcept
        : Objects(tables), Encoder(encoder), PassesToMeasure(measuresPasses ? TIMED_PASSES : 0)
    {
    }

    void Record(const uint8* at, CommandKind kind) noexcept;

    /// After the last command; answers how many passes there were.
    [[nodiscard]] uint32 Finish() noexcept
    {
        EndDispatches();
        return PassCount;
    }

private:
    void BeginPass(const uint8* at) noexcept;
    void EndPass() noexcept;
    void DrawRun(const uint8* at) const noexcept;
    void BindIndicesAt(const uint8* at, uint32 firstIndex) const noexcept;
    void DrawVertices(const uint8* at) const noexcept;
    void SetRectangles(const Rectangle& viewport, const Rectangle& scissor) const noexcept;
    void Dispatch(const uint8* at) noexcept;
    void EndDispatches() noexcept;
    void CopyBuffer(const uint8* at) const noexcept;
    void CopySliceToBuffer(const uint8* at) const noexcept;
    void CopyBufferToSlice(const uint8* at) const noexcept;
    void CopySliceToTexture(const uint8* at) const noexcept;
    void CopyTextureToBuffer(const uint8* at) const noexcept;
    void CopyTexture(const uint8* at) const noexcept;
    void CopySurface(const uint8* at) const noexcept;
    void CopyRows(const WGPUTexelCopyTextureInfo& source, uint32 slice, uint32 width, uint32 height) const noexcept;

    [[nodiscard]] bool IsMeasured() const noexcept { return PassCount < PassesToMeasure; }

    const Tables& Objects;
    WGPUCommandEncoder Encoder;
    RenderPass Pass{};        // the open raster pass
    ComputePass Dispatches{}; // dispatches in a row share one pass, unless each is measured
    uint32 PassesToMeasure;   // the first so many passes have timestamps
    uint32 PassCount{0};      // that have begun
};

void Recorder::Record(const uint8* at, CommandKind kind) noexcept
{
    if (kind != CommandKind::Dispatch)
    {
        EndDispatches();
    }
    switch (kind)
    {
    case CommandKind::BeginPass:
        return BeginPass(at);
    case CommandKind::EndPass:
        return EndPass();
    case CommandKind::DrawRun:
        return DrawRun(at);
    case CommandKind::DrawVertices:
        return DrawVertices(at);
    case CommandKind::SetRectangles:
    {
        const auto command = Peek<SetRectanglesCommand>(at);
        return SetRectangles(command.Viewport, command.Scissor);
    }
    case CommandKind::Dispatch:
        return Dispatch(at);
    case CommandKind::Barriers:
        return; // the API orders by what commands use
    case CommandKind::CopyBuffer:
        return CopyBuffer(at);
    case CommandKind::CopySliceToBuffer:
        return CopySliceToBuffer(at);
    case CommandKind::CopyBufferToSlice:
        return CopyBufferToSlice(at);
    case CommandKind::CopyTextureToBuffer:
        return CopyTextureToBuffer(at);
    case CommandKind::CopyTexture:
        return CopyTexture(at);
    case CommandKind::CopySurface:
        return CopySurface(at);
    case CommandKind::BeginScope:
        return wgpuCommandEncoderPushDebugGroup(
            Encoder, {reinterpret_cast<const char*>(at + sizeof(ScopeCommand)), Peek<ScopeCommand>(at).NameBytes});
    case CommandKind::EndScope:
        return wgpuCommandEncoderPopDebugGroup(Encoder);
    case CommandKind::CopyBufferToTexture:
        return CopySliceToTexture(at);
    }
    assert(false && "a command that the stream does not have");
}

void Recorder::BeginPass(const uint8* at) noexcept
{
    const auto& command = View<BeginPassCommand>(at);
    assert(command.ColorCount == 1 && command.SampleCount == 1 && !command.HasStencil &&
           "several attachments, samples and stencil are not offered by this backend yet");
    const auto& source = View<ColorAttachment>(at + sizeof command);
    const Attachment& images =
        command.IsSurface ? Objects.Target.GetImages() : Objects.TextureTable.At(source.Texture).Images;
    WGPURenderPassColorAttachment color = WGPU_RENDER_PASS_COLOR_ATTACHMENT_INIT;
    color.view = images.ColorView.Get();
    color.loadOp = ToLoad(source.Load);
    color.storeOp = ToStore(source.Store);
    color.clearValue = ToColor(source.Clear);
    WGPURenderPassDepthStencilAttachment depth = WGPU_RENDER_PASS_DEPTH_STENCIL_ATTACHMENT_INIT;
    depth.view = images.DepthView.Get();
    depth.depthReadOnly = command.DepthReadOnly ? 1U : 0U;
    if (!command.DepthReadOnly)
    {
        depth.depthLoadOp = ToLoad(command.DepthLoad);
        depth.depthStoreOp = ToStore(command.DepthStore);
        depth.depthClearValue = command.ClearDepth;
    }
    const WGPUPassTimestampWrites writes =
        IsMeasured() ? Objects.Clock.GetWrites(PassCount) : WGPUPassTimestampWrites{};
    WGPURenderPassDescriptor descriptor = WGPU_RENDER_PASS_DESCRIPTOR_INIT;
    descriptor.label = ToView(command.IsSurface ? "surface pass" : "texture pass");
    descriptor.colorAttachmentCount = 1;
    descriptor.colorAttachments = &color;
    descriptor.depthStencilAttachment = &depth;
    descriptor.timestampWrites = IsMeasured() ? &writes : nullptr;
    ++PassCount;
    Pass = RenderPass(wgpuCommandEncoderBeginRenderPass(Encoder, &descriptor));
    if (!IsWhole(command.Viewport, command) || !IsWhole(command.Scissor, command))
    {
        SetRectangles(command.Viewport, command.Scissor);
    }
}

void Recorder::EndPass() noexcept
{
    wgpuRenderPassEncoderEnd(Pass.Get());
    Pass.Reset();
}

void Recorder::SetRectangles(const Rectangle& viewport, const Rectangle& scissor) const noexcept
{
    wgpuRenderPassEncoderSetViewport(Pass.Get(), static_cast<float32>(viewport.X), static_cast<float32>(viewport.Y),
                                     static_cast<float32>(viewport.Width), static_cast<float32>(viewport.Height), 0, 1);
    wgpuRenderPassEncoderSetScissorRect(Pass.Get(), scissor.X, scissor.Y, scissor.Width, scissor.Height);
}

// The hot path: one entry is one draw, and most entries change nothing but dynamic offsets. What an entry does not say
// stays in these locals from the entry before.
void Recorder::DrawRun(const uint8* at) const noexcept
{
    const auto command = Peek<DrawRunCommand>(at);
    at += sizeof command;
    const uint8* const end = at + command.EntryBytes;
    const WGPURenderPassEncoder pass = Pass.Get();
    WGPUBindGroup group = nullptr;
    WGPUBuffer indirect = nullptr;
    uint64 indirectOffset = 0;
    uint32 indexCount = 0;
    uint32 instanceCount = 0;
    uint32 firstIndex = 0;
    constexpr uint32 STATE = DRAW_PIPELINE | DRAW_SET | DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_INDIRECT;
    while (at != end)
    {
        const auto header = Take<uint32>(at);
        if constexpr (HAS_OFFSET_ENTRIES)
        {
            if (header == DRAW_ONE_OFFSET && indirect == nullptr)
            {
                at = DrawOffsetEntries(pass, {group, indexCount, instanceCount, firstIndex}, at - sizeof header, end);
                continue;
            }
        }
        if ((header & STATE) != 0)
        {
            if ((header & DRAW_PIPELINE) != 0)
            {
                wgpuRenderPassEncoderSetPipeline(pass, Objects.PipelineTable.RasterAt(Take<uint32>(at)));
            }
            if ((header & DRAW_SET) != 0)
            {
                group = Objects.BindingTable.SetAt(Take<uint32>(at)).Group.Get();
            }
            if ((header & DRAW_VERTICES) != 0)
            {
                const uint32 streams = (header >> DRAW_STREAMS_SHIFT) & 0xFFU;
                for (uint32 i = 0; i < streams; ++i)
                {
                    const WGPUBuffer buffer = Objects.BufferTable.At(Take<uint32>(at));
                    const auto offset = Take<uint64>(at);
                    wgpuRenderPassEncoderSetVertexBuffer(pass, i, buffer, offset, WGPU_WHOLE_SIZE);
                }
            }
            if ((header & DRAW_INDICES) != 0)
            {
                const WGPUBuffer buffer = Objects.BufferTable.At(Take<uint32>(at));
                const WGPUIndexFormat format = ToIndexFormat(Take<uint32>(at));
                wgpuRenderPassEncoderSetIndexBuffer(pass, buffer, format, 0, WGPU_WHOLE_SIZE);
                indirect = nullptr;
            }
            if ((header & DRAW_COUNTS) != 0)
            {
                indexCount = Take<uint32>(at);
                instanceCount = Take<uint32>(at);
                firstIndex = Take<uint32>(at);
            }
            if ((header & DRAW_INDIRECT) != 0)
            {
                BindIndicesAt(at - sizeof(uint32[5]), firstIndex);
                indirect = Objects.BufferTable.At(Take<uint32>(at));
                indirectOffset = Take<uint64>(at);
            }
        }
        if ((header & (DRAW_SET | DRAW_OFFSETS)) != 0)
        {
            // Every part of an entry is a multiple of four bytes, and so is where the stream lies.
            const uint32 dynamicCount = header >> DRAW_DYNAMIC_SHIFT;
            wgpuRenderPassEncoderSetBindGroup(pass, 0, group, dynamicCount, reinterpret_cast<const uint32*>(at));
            at += usize{4} * dynamicCount;
        }
        if (indirect == nullptr)
        {
            wgpuRenderPassEncoderDrawIndexed(pass, indexCount, instanceCount, firstIndex, 0, 0);
        }
        else
        {
            wgpuRenderPassEncoderDrawIndexedIndirect(pass, indirect, indirectOffset);
        }
    }
}

// An indirect command counts its indices from zero: `at` are those of its entry, bound where the packet's begin.
void Recorder::BindIndicesAt(const uint8* at, uint32 firstIndex) const noexcept
{
    const WGPUBuffer buffer = Objects.BufferTable.At(Take<uint32>(at));
    const auto shift = Take<uint32>(at);
    wgpuRenderPassEncoderSetIndexBuffer(Pass.Get(), buffer, ToIndexFormat(shift), uint64{firstIndex} << shift,
                                        WGPU_WHOLE_SIZE);
}

void Recorder::DrawVertices(const uint8* at) const noexcept
{
    const auto command = Peek<DrawVerticesCommand>(at);
    const BindingSet& binding = Objects.BindingTable.SetAt(command.Set);
    assert(binding.DynamicCount <= 1 && "the command has one offset");
    wgpuRenderPassEncoderSetPipeline(Pass.Get(), Objects.PipelineTable.RasterAt(command.Pipeline));
    wgpuRenderPassEncoderSetBindGroup(Pass.Get(), 0, binding.Group.Get(), binding.DynamicCount, &command.DynamicOffset);
    wgpuRenderPassEncoderDraw(Pass.Get(), command.VertexCount, 1, 0, 0);
}

void Recorder::Dispatch(const uint8* at) noexcept
{
    const auto command = Peek<DispatchCommand>(at);
    const bool isMeasured = IsMeasured();
    if (isMeasured)
    {
        EndDispatches();
    }
    if (!Dispatches)
    {
        const WGPUPassTimestampWrites writes =
            isMeasured ? Objects.Clock.GetWrites(PassCount) : WGPUPassTimestampWrites{};
        WGPUComputePassDescriptor descriptor = WGPU_COMPUTE_PASS_DESCRIPTOR_INIT;
        descriptor.timestampWrites = isMeasured ? &writes : nullptr;
        Dispatches = ComputePass(wgpuCommandEncoderBeginComputePass(Encoder, &descriptor));
    }
    ++PassCount;
    const BindingSet& binding = Objects.BindingTable.SetAt(command.Set);
    assert(binding.DynamicCount == command.DynamicCount && "a dispatch has an offset for each dynamic binding");
    wgpuComputePassEncoderSetPipeline(Dispatches.Get(), Objects.PipelineTable.ComputeAt(command.Pipeline));
    wgpuComputePassEncoderSetBindGroup(Dispatches.Get(), 0, binding.Group.Get(), command.DynamicCount,
                                       reinterpret_cast<const uint32*>(at + sizeof command));
    wgpuComputePassEncoderDispatchWorkgroups(Dispatches.Get(), command.Groups[0], command.Groups[1], command.Groups[2]);
    if (isMeasured)
    {
        EndDispatches(); // the next one may no longer be measured
    }
}

void Recorder::EndDispatches() noexcept
{
    if (Dispatches)
    {
        wgpuComputePassEncoderEnd(Dispatches.Get());
        Dispatches.Reset();
    }
}

void Recorder::CopyBuffer(const uint8* at) const noexcept
{
    const auto command = Peek<CopyBufferCommand>(at);
    wgpuCommandEncoderCopyBufferToBuffer(Encoder, Objects.BufferTable.At(command.Source), command.SourceOffset,
                                         Objects.BufferTable.At(command.Destination), command.DestinationOffset,
                                         command.Size);
}

void Recorder::CopySliceToBuffer(const uint8* at) const noexcept
{
    const auto command = Peek<CopySliceCommand>(at);
    wgpuCommandEncoderCopyBufferToBuffer(Encoder, Objects.Slices.UploadAt(command.Slice), command.SliceOffset,
                                         Objects.BufferTable.At(command.Buffer), command.BufferOffset, command.Size);
}

void Recorder::CopyBufferToSlice(const uint8* at) const noexcept
{
    const auto command = Peek<CopySliceCommand>(at);
    const CopiedRows& rows = Objects.Slices.NextRows(command.Slice);
    wgpuCommandEncoderCopyBufferToBuffer(Encoder, Objects.BufferTable.At(command.Buffer), command.BufferOffset,
                                         Objects.Slices.At(command.Slice), rows.BufferOffset, command.Size);
}

void Recorder::CopyRows(const WGPUTexelCopyTextureInfo& source, uint32 slice, uint32 width,
                        uint32 height) const noexcept
{
    const CopiedRows& rows = Objects.Slices.NextRows(slice);
    WGPUTexelCopyBufferInfo destination = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    destination.buffer = Objects.Slices.At(slice);
    destination.layout.offset = rows.BufferOffset;
    destination.layout.bytesPerRow = static_cast<uint32>(rows.BufferPitch);
    destination.layout.rowsPerImage = height;
    const WGPUExtent3D extent{width, height, 1};
    wgpuCommandEncoderCopyTextureToBuffer(Encoder, &source, &destination, &extent);
}

void Recorder::CopySliceToTexture(const uint8* at) const noexcept
{
    const auto command = Peek<CopyTextureBufferCommand>(at);
    WGPUTexelCopyBufferInfo source = WGPU_TEXEL_COPY_BUFFER_INFO_INIT;
    source.buffer = Objects.Slices.UploadAt(command.Slice);
    source.layout.offset = command.SliceOffset;
    source.layout.bytesPerRow = command.RowPitch;
    source.layout.rowsPerImage = command.Region.Height;
    const WGPUTexelCopyTextureInfo destination =
        ToTexels(Objects.TextureTable.At(command.Texture).Images.Color.Get(), command.Mip, command.Layer,
                 command.Region.X, command.Region.Y);
    const WGPUExtent3D extent{command.Region.Width, command.Region.Height, 1};
    wgpuCommandEncoderCopyBufferToTexture(Encoder, &source, &destination, &extent);
}

void Recorder::CopyTextureToBuffer(const uint8* at) const noexcept
{
    const auto command = Peek<CopyTextureBufferCommand>(at);
    const Texture& texture = Objects.TextureTable.At(command.Texture);
    CopyRows(ToTexels(texture.Images.Color.Get(), command.Mip, command.Layer, command.Region.X, command.Region.Y),
             command.Slice, command.Region.Width, command.Region.Height);
}

void Recorder::CopyTexture(const uint8* at) const noexcept
{
    const auto command = Peek<CopyTextureCommand>(at);
    const WGPUTexelCopyTextureInfo source =
        ToTexels(Objects.TextureTable.At(command.Source).Images.Color.Get(), command.SourceMip, command.SourceLayer,
                 command.Region.X, command.Region.Y);
    const WGPUTexelCopyTextureInfo destination =
        ToTexels(Objects.TextureTable.At(command.Destination).Images.Color.Get(), command.DestinationMip,
                 command.DestinationLayer, command.DestinationX, command.DestinationY);
    const WGPUExtent3D extent{command.Region.Width, command.Region.Height, 1};
    wgpuCommandEncoderCopyTextureToTexture(Encoder, &source, &destination, &extent);
}

void Recorder::CopySurface(const uint8* at) const noexcept
{
    const auto command = Peek<CopySurfaceCommand>(at);
    CopyRows(ToTexels(Objects.Target.GetPicture(), 0, 0, 0, 0), command.Slice, command.Width, command.Height);
}

BackendStatus PrepareCommand(const uint8* at, CommandKind kind, const Tables& tables) noexcept
{
    switch (kind)
    {
    case CommandKind::CopySliceToBuffer:
    {
        const auto copy = Peek<CopySliceCommand>(at);
        tables.Slices.FlushUpload(copy.Slice, static_cast<usize>(copy.SliceOffset), static_cast<usize>(copy.Size));
        return BackendStatus::Ready;
    }
    case CommandKind::CopyBufferToTexture:
    {
        const auto copy = Peek<CopyTextureBufferCommand>(at);
        tables.Slices.FlushUpload(copy.Slice, static_cast<usize>(copy.SliceOffset),
                                  usize{copy.RowPitch} * copy.Region.Height);
        return BackendStatus::Ready;
    }
    case CommandKind::CopyBufferToSlice:
    {
        const auto copy = Peek<CopySliceCommand>(at);
        const auto size = static_cast<usize>(copy.Size);
        return tables.Slices.PlanRows(copy.Slice, static_cast<usize>(copy.SliceOffset), size, size, 1);
    }
    case CommandKind::CopyTextureToBuffer:
    {
        const auto copy = Peek<CopyTextureBufferCommand>(at);
        const usize rowBytes = usize{copy.Region.Width} * tables.TextureTable.At(copy.Texture).BlockBytes;
        return tables.Slices.PlanRows(copy.Slice, static_cast<usize>(copy.SliceOffset), copy.RowPitch, rowBytes,
                                      copy.Region.Height);
    }
    case CommandKind::CopySurface:
    {
        const auto copy = Peek<CopySurfaceCommand>(at);
        const usize rowBytes = usize{copy.Width} * SURFACE_PIXEL_BYTES;
        return tables.Slices.PlanRows(copy.Slice, 0, rowBytes, rowBytes, copy.Height);
    }
    default:
        return BackendStatus::Ready;
    }
}
} // namespace

BackendStatus PrepareStream(std::span<const uint8> stream, const Tables& tables) noexcept
{
    for (usize at = 0; at < stream.size();)
    {
        const auto header = Peek<CommandHeader>(&stream[at]);
        const BackendStatus status = PrepareCommand(&stream[at], header.Kind, tables);
        if (status != BackendStatus::Ready)
        {
            return status;
        }
        at += header.Bytes;
    }
    return BackendStatus::Ready;
}

uint32 RecordStream(const Tables& tables, WGPUCommandEncoder encoder, std::span<const uint8> stream,
                    bool measuresPasses) noexcept
{
    Recorder recorder(tables, encoder, measuresPasses);
    for (usize at = 0; at < stream.size();)
    {
        const auto header = Peek<CommandHeader>(&stream[at]);
        recorder.Record(&stream[at], header.Kind);
        at += header.Bytes;
    }
    return recorder.Finish();
}
} // namespace ludus::graphics::rhi::internal::webgpu
