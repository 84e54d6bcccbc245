#include "backends/vulkan/commands.h"

#include "backends/vulkan/convert.h"

#include <cassert>
#include <cstddef>
#include <cstring>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
VkRect2D ToRect(const Rectangle& rectangle) noexcept
{
    return {
        .offset = {static_cast<int32>(rectangle.X), static_cast<int32>(rectangle.Y)},
        .extent = {rectangle.Width, rectangle.Height},
    };
}

// Clip space has Y up, Vulkan's framebuffer Y down: a negative height from the lower edge turns it over.
VkViewport ToViewport(const Rectangle& rectangle) noexcept
{
    return {
        .x = static_cast<float32>(rectangle.X),
        .y = static_cast<float32>(rectangle.Y) + static_cast<float32>(rectangle.Height),
        .width = static_cast<float32>(rectangle.Width),
        .height = -static_cast<float32>(rectangle.Height),
        .minDepth = 0,
        .maxDepth = 1,
    };
}

// Parts of a draw entry (boundary/commands.h).
constexpr usize STREAM_BYTES = 12;
constexpr usize INDICES_BYTES = 8;
constexpr usize COUNTS_BYTES = 12;

// What the command buffer holds of the runs and passes before: neither the end of a pass nor a barrier takes it away,
// and it is not set again. Places in the stream, where commands say the same when their bytes are equal; null: unknown.
struct HeldState final
{
    const uint8* Rectangles{nullptr}; // viewport and scissor
    uint32 Pipeline{NO_SLOT};
    uint32 Streams{0};
    const uint8* Vertices{nullptr}; // slots and offsets of Streams streams
    const uint8* Indices{nullptr};  // slot and size
    uint32 Set{NO_SLOT};
    const uint8* Offsets{nullptr}; // of Set
};

template <usize Bytes>
bool AreEqual(const uint8* held, const uint8* at) noexcept
{
    return std::memcmp(held, at, Bytes) == 0;
}

bool AreStreamsEqual(const uint8* held, const uint8* at, uint32 streams) noexcept
{
    static_assert(MAX_VERTEX_STREAMS == 2);
    return streams == 1 ? AreEqual<STREAM_BYTES>(held, at) : streams == 2 ? AreEqual<2 * STREAM_BYTES>(held, at) : true;
}

bool AreOffsetsEqual(const uint8* held, const uint8* at, uint32 count) noexcept
{
    for (uint32 i = 0; i < count; ++i)
    {
        if (Take<uint32>(held) != Take<uint32>(at))
        {
            return false;
        }
    }
    return true;
}

// What a pass does with what its attachments held and hold, in one word.
uint32 ReadChoices(const BeginPassCommand& command, const ColorAttachment& color) noexcept
{
    static_assert(offsetof(BeginPassCommand, DepthStore) == offsetof(BeginPassCommand, DepthLoad) + 1);
    static_assert(offsetof(ColorAttachment, Store) == offsetof(ColorAttachment, Load) + 1);
    const uint32 depth = Peek<uint16>(reinterpret_cast<const uint8*>(&command.DepthLoad));
    return depth << 16U | Peek<uint16>(reinterpret_cast<const uint8*>(&color.Load));
}

// What a draw entry leaves to the next one.
struct DrawState final
{
    VkDescriptorSet Set{VK_NULL_HANDLE};
    VkPipelineLayout Layout{VK_NULL_HANDLE};
    VkBuffer Indirect{VK_NULL_HANDLE};
    VkDeviceSize IndirectOffset{0};
    uint32 IndexCount{0};
    uint32 InstanceCount{0};
    uint32 FirstIndex{0};
};

class Recorder final
{
public:
    Recorder(const Device& device, const Tables& tables, VkCommandBuffer commands, bool measuresPasses) noexcept
        : Gpu(device), Vk(device.Vk), Objects(tables), Commands(commands),
          PassesToMeasure(measuresPasses ? TIMED_PASSES : 0)
    {
    }

    void Record(const uint8* at, CommandKind kind) noexcept;

    RecordResult Result{};

private:
    void BeginPass(const uint8* at) noexcept;
    void EndPass() noexcept;
    [[nodiscard]] bool FindPass(const BeginPassCommand& command, const ColorAttachment& color,
                                VkFormat format) noexcept;
    void DrawRun(const uint8* at) noexcept;
    [[nodiscard]] DrawState DrawFirst(const uint8*& at) noexcept;
    void DrawRest(const uint8* at, const uint8* end, DrawState first) noexcept;
    void BindVertices(const uint8* at, uint32 streams) const noexcept;
    void BindIndices(const uint8* at) const noexcept;
    void BindIndicesAt(const uint8* at, uint32 firstIndex) const noexcept;
    void DrawVertices(const uint8* at) noexcept;
    void SetRectangles(const uint8* at) noexcept;
    void Dispatch(const uint8* at) noexcept;
    void BeginMeasure() const noexcept;
    void EndMeasure() noexcept;
    void CopyBuffer(const uint8* at) const noexcept;
    void CopySliceToBuffer(const uint8* at) noexcept;
    void CopyBufferToSlice(const uint8* at) const noexcept;
    void CopySliceToTexture(const uint8* at) noexcept;
    void CopyTextureToBuffer(const uint8* at) const noexcept;
    void CopyTexture(const uint8* at) const noexcept;
    void CopySurface(const uint8* at) const noexcept;
    void BeginLabel(const char* name) const noexcept;
    void EndLabel() const noexcept;
    void MakeReadable(VkBuffer buffer) const noexcept;
    void Order(VkBuffer buffer, uint32 before, uint32 after) const noexcept;

    const Device& Gpu;
    const VolkDeviceTable& Vk;
    const Tables& Objects;
    VkCommandBuffer Commands;
    uint32 PassesToMeasure; // the first so many passes have timestamps
    uint32 PassCount{0};    // that have ended
    HeldState Held{};
    PassKey LastKey{};        // undefined colour: no pass was found yet
    uint32 LastChoices{0};    // of LastKey
    VkClearValue Clears[2]{}; // what Begin points at
    VkRenderPassBeginInfo Begin{
        .sType = VK_STRUCTURE_TYPE_RENDER_PASS_BEGIN_INFO,
        .pNext = nullptr,
        .renderPass = VK_NULL_HANDLE, // of LastKey
        .framebuffer = VK_NULL_HANDLE,
        .renderArea = {},
        .clearValueCount = 2,
        .pClearValues = Clears,
    };
};

void Recorder::Record(const uint8* at, CommandKind kind) noexcept
{
    // Three of four commands are these.
    if (kind == CommandKind::DrawRun)
    {
        return DrawRun(at);
    }
    if (kind == CommandKind::EndPass)
    {
        return EndPass();
    }
    if (kind == CommandKind::BeginPass)
    {
        return BeginPass(at);
    }
    switch (kind)
    {
    case CommandKind::BeginPass:
    case CommandKind::EndPass:
    case CommandKind::DrawRun:
        break;
    case CommandKind::DrawVertices:
        return DrawVertices(at);
    case CommandKind::SetRectangles:
        return SetRectangles(at + offsetof(SetRectanglesCommand, Viewport));
    case CommandKind::Dispatch:
        return Dispatch(at);
    case CommandKind::Barriers:
        return Objects.Order.Record(Commands, at + sizeof(BarriersCommand), Peek<BarriersCommand>(at).Count);
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
        return BeginLabel(reinterpret_cast<const char*>(at + sizeof(ScopeCommand)));
    case CommandKind::EndScope:
        return EndLabel();
    case CommandKind::CopyBufferToTexture:
        return CopySliceToTexture(at);
    }
    assert(false && "a command that the stream does not have");
}

void Recorder::BeginPass(const uint8* at) noexcept
{
    const auto& [command, color] = View<OneColorPass>(at);
    assert(command.ColorCount == 1 && command.SampleCount == 1 && !command.HasStencil &&
           "several attachments, samples and stencil are not offered by this backend yet");
    VkFormat format = VK_FORMAT_UNDEFINED;
    if (command.IsSurface)
    {
        format = Objects.Target.GetPass().Color;
        Begin.framebuffer = Objects.Target.GetFramebuffer();
    }
    else
    {
        const Texture& texture = Objects.TextureTable.At(color.Texture);
        format = texture.Format;
        Begin.framebuffer = texture.Framebuffer;
    }
    const uint32 choices = ReadChoices(command, color);
    if ((format != LastKey.Color || choices != LastChoices) && !FindPass(command, color, format)) [[unlikely]]
    {
        return;
    }
    BeginMeasure();
    Objects.Order.Record(Commands, at + sizeof(OneColorPass), command.BarrierCount);
    if (Gpu.LabelsPasses) [[unlikely]]
    {
        BeginLabel(command.IsSurface ? "surface pass" : "texture pass");
    }
    std::memcpy(Clears[0].color.float32, color.Clear, sizeof color.Clear);
    Clears[1].depthStencil = {.depth = command.ClearDepth, .stencil = command.ClearStencil};
    Begin.renderArea.extent = {command.Width, command.Height};
    Vk.vkCmdBeginRenderPass(Commands, &Begin, VK_SUBPASS_CONTENTS_INLINE);
    const uint8* const rectangles = at + offsetof(BeginPassCommand, Viewport);
    if (Held.Rectangles == nullptr || !AreEqual<2 * sizeof(Rectangle)>(Held.Rectangles, rectangles))
    {
        SetRectangles(rectangles);
    }
    Result.DrewSurface = Result.DrewSurface || command.IsSurface;
}

// Another kind of pass than the one before. False: it is not there and cannot be made.
[[gnu::noinline]] bool Recorder::FindPass(const BeginPassCommand& command, const ColorAttachment& color,
                                          VkFormat format) noexcept
{
    LastKey = {
        .Color = format,
        .Depth = Gpu.DepthFormat,
        .ColorLoad = color.Load,
        .ColorStore = color.Store,
        .DepthLoad = command.DepthLoad,
        .DepthStore = command.DepthStore,
    };
    LastChoices = ReadChoices(command, color);
    Result.Status = Objects.Passes.Ensure(LastKey);
    Begin.renderPass = Result.Status == BackendStatus::Ready ? Objects.Passes.Find(LastKey) : VK_NULL_HANDLE;
    return Result.Status == BackendStatus::Ready;
}

void Recorder::EndPass() noexcept
{
    Vk.vkCmdEndRenderPass(Commands);
    if (Gpu.LabelsPasses) [[unlikely]]
    {
        EndLabel();
    }
    EndMeasure();
}

void Recorder::BeginMeasure() const noexcept
{
    if (PassCount < PassesToMeasure)
    {
        Objects.Clock.Record(Commands, VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT, FRAME_QUERIES + 2 * PassCount);
    }
}

void Recorder::EndMeasure() noexcept
{
    if (PassCount < PassesToMeasure)
    {
        Objects.Clock.Record(Commands, VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, FRAME_QUERIES + 2 * PassCount + 1);
    }
    ++PassCount;
}

// `at`: a viewport and a scissor.
void Recorder::SetRectangles(const uint8* at) noexcept
{
    Held.Rectangles = at;
    const VkViewport area = ToViewport(Peek<Rectangle>(at));
    const VkRect2D cut = ToRect(Peek<Rectangle>(at + sizeof(Rectangle)));
    Vk.vkCmdSetViewport(Commands, 0, 1, &area);
    Vk.vkCmdSetScissor(Commands, 0, 1, &cut);
}

void Recorder::DrawRun(const uint8* at) noexcept
{
    const auto command = Peek<DrawRunCommand>(at);
    at += sizeof command;
    const uint8* const end = at + command.EntryBytes;
    if (at == end)
    {
        return;
    }
    const DrawState first = DrawFirst(at);
    if (at != end)
    {
        DrawRest(at, end, first);
    }
}

// The hot path: one entry is one draw, and most entries change nothing but dynamic offsets. What an entry does not say
// stays in these locals from the entry before. A function of its own, so that they have the registers.
[[gnu::noinline]] void Recorder::DrawRest(const uint8* at, const uint8* end, DrawState first) noexcept
{
    Held = {.Rectangles = Held.Rectangles}; // not followed through the rest of the run
    const Pipelines& pipelines = Objects.PipelineTable;
    const Bindings& bindings = Objects.BindingTable;
    const auto bindPipeline = Vk.vkCmdBindPipeline;
    const auto bindSets = Vk.vkCmdBindDescriptorSets;
    const auto drawIndexed = Vk.vkCmdDrawIndexed;
    const VkCommandBuffer commands = Commands;
    VkDescriptorSet set = first.Set;
    VkPipelineLayout layout = first.Layout;
    VkBuffer indirect = first.Indirect;
    VkDeviceSize indirectOffset = first.IndirectOffset;
    uint32 indexCount = first.IndexCount;
    uint32 instanceCount = first.InstanceCount;
    uint32 firstIndex = first.FirstIndex;
    constexpr uint32 GEOMETRY = DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_INDIRECT;
    constexpr uint32 STATE = DRAW_PIPELINE | DRAW_SET | GEOMETRY;
    while (at != end)
    {
        const auto header = Take<uint32>(at);
        if ((header & STATE) != 0)
        {
            if ((header & DRAW_PIPELINE) != 0)
            {
                bindPipeline(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, pipelines.RasterAt(Take<uint32>(at)));
            }
            if ((header & DRAW_SET) != 0)
            {
                const BindingSet& binding = bindings.SetAt(Take<uint32>(at));
                set = binding.Set;
                layout = binding.Layout;
            }
            if ((header & GEOMETRY) != 0)
            {
                if ((header & DRAW_VERTICES) != 0)
                {
                    const uint32 streams = (header >> DRAW_STREAMS_SHIFT) & 0xFFU;
                    BindVertices(at, streams);
                    at += STREAM_BYTES * streams;
                }
                if ((header & DRAW_INDICES) != 0)
                {
                    BindIndices(at);
                    at += INDICES_BYTES;
                    indirect = VK_NULL_HANDLE;
                }
                if ((header & DRAW_COUNTS) != 0)
                {
                    indexCount = Take<uint32>(at);
                    instanceCount = Take<uint32>(at);
                    firstIndex = Take<uint32>(at);
                }
                if ((header & DRAW_INDIRECT) != 0)
                {
                    BindIndicesAt(at - COUNTS_BYTES - INDICES_BYTES, firstIndex);
                    indirect = Objects.BufferTable.At(Take<uint32>(at));
                    indirectOffset = Take<uint64>(at);
                }
            }
        }
        if ((header & (DRAW_SET | DRAW_OFFSETS)) != 0)
        {
            // Every part of an entry is a multiple of four bytes, and so is where the stream lies.
            const uint32 dynamicCount = header >> DRAW_DYNAMIC_SHIFT;
            bindSets(commands, VK_PIPELINE_BIND_POINT_GRAPHICS, layout, 0, 1, &set, dynamicCount,
                     reinterpret_cast<const uint32*>(at));
            at += usize{4} * dynamicCount;
        }
        if (indirect == VK_NULL_HANDLE)
        {
            drawIndexed(commands, indexCount, instanceCount, firstIndex, 0, 0);
        }
        else
        {
            Vk.vkCmdDrawIndexedIndirect(commands, indirect, indirectOffset, 1, 0);
        }
    }
}

// The first draw of a run. Its entry says everything, and what is held of it is not bound again.
DrawState Recorder::DrawFirst(const uint8*& at) noexcept
{
    const auto header = Take<uint32>(at);
    const uint32 streams = (header >> DRAW_STREAMS_SHIFT) & 0xFFU;
    const uint32 dynamicCount = header >> DRAW_DYNAMIC_SHIFT;
    const auto pipeline = Take<uint32>(at);
    if (pipeline != Held.Pipeline)
    {
        Vk.vkCmdBindPipeline(Commands, VK_PIPELINE_BIND_POINT_GRAPHICS, Objects.PipelineTable.RasterAt(pipeline));
    }
    const auto set = Take<uint32>(at);
    if (streams != Held.Streams || !AreStreamsEqual(Held.Vertices, at, streams))
    {
        BindVertices(at, streams);
        Held.Streams = streams;
        Held.Vertices = at;
    }
    at += STREAM_BYTES * streams;
    const uint8* const indices = at;
    if (Held.Indices == nullptr || !AreEqual<INDICES_BYTES>(Held.Indices, indices))
    {
        BindIndices(indices);
        Held.Indices = indices;
    }
    at += INDICES_BYTES;
    const BindingSet& binding = Objects.BindingTable.SetAt(set);
    DrawState state{.Set = binding.Set, .Layout = binding.Layout};
    state.IndexCount = Take<uint32>(at);
    state.InstanceCount = Take<uint32>(at);
    state.FirstIndex = Take<uint32>(at);
    if ((header & DRAW_INDIRECT) != 0) [[unlikely]]
    {
        BindIndicesAt(indices, state.FirstIndex);
        Held.Indices = nullptr;
        state.Indirect = Objects.BufferTable.At(Take<uint32>(at));
        state.IndirectOffset = Take<uint64>(at);
    }
    if (set != Held.Set || !AreOffsetsEqual(Held.Offsets, at, dynamicCount))
    {
        Vk.vkCmdBindDescriptorSets(Commands, VK_PIPELINE_BIND_POINT_GRAPHICS, state.Layout, 0, 1, &binding.Set,
                                   dynamicCount, reinterpret_cast<const uint32*>(at));
    }
    Held.Pipeline = pipeline;
    Held.Set = set;
    Held.Offsets = at;
    at += sizeof(uint32) * dynamicCount;
    if (state.Indirect == VK_NULL_HANDLE)
    {
        Vk.vkCmdDrawIndexed(Commands, state.IndexCount, state.InstanceCount, state.FirstIndex, 0, 0);
    }
    else
    {
        Vk.vkCmdDrawIndexedIndirect(Commands, state.Indirect, state.IndirectOffset, 1, 0);
    }
    return state;
}

void Recorder::BindVertices(const uint8* at, uint32 streams) const noexcept
{
    assert(streams <= MAX_VERTEX_STREAMS && "more vertex streams than there can be");
    VkBuffer buffers[MAX_VERTEX_STREAMS];
    VkDeviceSize offsets[MAX_VERTEX_STREAMS];
    for (uint32 i = 0; i < streams; ++i)
    {
        buffers[i] = Objects.BufferTable.At(Take<uint32>(at));
        offsets[i] = Take<uint64>(at);
    }
    if (streams != 0)
    {
        Vk.vkCmdBindVertexBuffers(Commands, 0, streams, buffers, offsets);
    }
}

void Recorder::BindIndices(const uint8* at) const noexcept
{
    const VkBuffer buffer = Objects.BufferTable.At(Take<uint32>(at));
    const VkIndexType type = Take<uint32>(at) == 1 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32;
    Vk.vkCmdBindIndexBuffer(Commands, buffer, 0, type);
}

// An indirect command counts its indices from zero: `at` are those of its entry, bound where the packet's begin.
void Recorder::BindIndicesAt(const uint8* at, uint32 firstIndex) const noexcept
{
    const VkBuffer buffer = Objects.BufferTable.At(Take<uint32>(at));
    const auto shift = Take<uint32>(at);
    Vk.vkCmdBindIndexBuffer(Commands, buffer, VkDeviceSize{firstIndex} << shift,
                            shift == 1 ? VK_INDEX_TYPE_UINT16 : VK_INDEX_TYPE_UINT32);
}

void Recorder::DrawVertices(const uint8* at) noexcept
{
    const auto command = Peek<DrawVerticesCommand>(at);
    const BindingSet& binding = Objects.BindingTable.SetAt(command.Set);
    assert(binding.DynamicCount <= 1 && "the command has one offset");
    Held = {.Rectangles = Held.Rectangles};
    Vk.vkCmdBindPipeline(Commands, VK_PIPELINE_BIND_POINT_GRAPHICS, Objects.PipelineTable.RasterAt(command.Pipeline));
    Vk.vkCmdBindDescriptorSets(Commands, VK_PIPELINE_BIND_POINT_GRAPHICS, binding.Layout, 0, 1, &binding.Set,
                               binding.DynamicCount, &command.DynamicOffset);
    Vk.vkCmdDraw(Commands, command.VertexCount, 1, 0, 0);
}

void Recorder::Dispatch(const uint8* at) noexcept
{
    BeginMeasure();
    const auto command = Peek<DispatchCommand>(at);
    const BindingSet& binding = Objects.BindingTable.SetAt(command.Set);
    assert(binding.DynamicCount == command.DynamicCount && "a dispatch has an offset for each dynamic binding");
    Vk.vkCmdBindPipeline(Commands, VK_PIPELINE_BIND_POINT_COMPUTE, Objects.PipelineTable.ComputeAt(command.Pipeline));
    Vk.vkCmdBindDescriptorSets(Commands, VK_PIPELINE_BIND_POINT_COMPUTE, binding.Layout, 0, 1, &binding.Set,
                               command.DynamicCount, reinterpret_cast<const uint32*>(at + sizeof command));
    Vk.vkCmdDispatch(Commands, command.Groups[0], command.Groups[1], command.Groups[2]);
    EndMeasure();
}

// A rectangle of a texture, and its rows in a slice.
VkBufferImageCopy ToRegion(const CopyTextureBufferCommand& command, uint32 blockBytes) noexcept
{
    return {
        .bufferOffset = command.SliceOffset,
        .bufferRowLength = command.RowPitch / blockBytes,
        .bufferImageHeight = 0,
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, command.Mip, command.Layer, 1},
        .imageOffset = {static_cast<int32>(command.Region.X), static_cast<int32>(command.Region.Y), 0},
        .imageExtent = {command.Region.Width, command.Region.Height, 1},
    };
}

void Recorder::CopyBuffer(const uint8* at) const noexcept
{
    const auto command = Peek<CopyBufferCommand>(at);
    const VkBufferCopy region{
        .srcOffset = command.SourceOffset,
        .dstOffset = command.DestinationOffset,
        .size = command.Size,
    };
    Vk.vkCmdCopyBuffer(Commands, Objects.BufferTable.At(command.Source), Objects.BufferTable.At(command.Destination), 1,
                       &region);
}

void Recorder::CopySliceToBuffer(const uint8* at) noexcept
{
    const auto command = Peek<CopySliceCommand>(at);
    Result.Status = Objects.Slices.FlushUpload(command.Slice, command.SliceOffset, command.Size);
    if (Result.Status != BackendStatus::Ready)
    {
        return;
    }
    // What used the buffer before has completed, and the host has seen it: there is nothing left to wait for.
    const VkBuffer buffer = Objects.BufferTable.At(command.Buffer);
    const VkBufferCopy region{
        .srcOffset = command.SliceOffset,
        .dstOffset = command.BufferOffset,
        .size = command.Size,
    };
    Vk.vkCmdCopyBuffer(Commands, Objects.Slices.UploadAt(command.Slice), buffer, 1, &region);
    Order(buffer, USE_COPY_DESTINATION, command.After);
}

void Recorder::CopyBufferToSlice(const uint8* at) const noexcept
{
    const auto command = Peek<CopySliceCommand>(at);
    const VkBuffer buffer = Objects.BufferTable.At(command.Buffer);
    const VkBuffer slice = Objects.Slices.At(command.Slice);
    Order(buffer, command.Before, USE_COPY_SOURCE);
    const VkBufferCopy region{
        .srcOffset = command.BufferOffset,
        .dstOffset = command.SliceOffset,
        .size = command.Size,
    };
    Vk.vkCmdCopyBuffer(Commands, buffer, slice, 1, &region);
    // Whoever writes the buffer next waits for the copy.
    Order(buffer, USE_COPY_SOURCE, command.After);
    MakeReadable(slice);
}

void Recorder::CopySliceToTexture(const uint8* at) noexcept
{
    const auto command = Peek<CopyTextureBufferCommand>(at);
    const Texture& texture = Objects.TextureTable.At(command.Texture);
    Result.Status = Objects.Slices.FlushUpload(command.Slice, static_cast<usize>(command.SliceOffset),
                                               usize{command.RowPitch} * command.Region.Height);
    if (Result.Status != BackendStatus::Ready)
    {
        return;
    }
    const VkBufferImageCopy region = ToRegion(command, texture.BlockBytes);
    Vk.vkCmdCopyBufferToImage(Commands, Objects.Slices.UploadAt(command.Slice), texture.Memory.Image,
                              VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
}

void Recorder::CopyTextureToBuffer(const uint8* at) const noexcept
{
    const auto command = Peek<CopyTextureBufferCommand>(at);
    const Texture& texture = Objects.TextureTable.At(command.Texture);
    const VkBuffer slice = Objects.Slices.At(command.Slice);
    const VkBufferImageCopy region = ToRegion(command, texture.BlockBytes);
    Vk.vkCmdCopyImageToBuffer(Commands, texture.Memory.Image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, slice, 1, &region);
    MakeReadable(slice);
}

void Recorder::CopyTexture(const uint8* at) const noexcept
{
    const auto command = Peek<CopyTextureCommand>(at);
    const VkImageCopy region{
        .srcSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, command.SourceMip, command.SourceLayer, 1},
        .srcOffset = {static_cast<int32>(command.Region.X), static_cast<int32>(command.Region.Y), 0},
        .dstSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, command.DestinationMip, command.DestinationLayer, 1},
        .dstOffset = {static_cast<int32>(command.DestinationX), static_cast<int32>(command.DestinationY), 0},
        .extent = {command.Region.Width, command.Region.Height, 1},
    };
    Vk.vkCmdCopyImage(Commands, Objects.TextureTable.At(command.Source).Memory.Image,
                      VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, Objects.TextureTable.At(command.Destination).Memory.Image,
                      VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, 1, &region);
}

// The picture is where the last pass left it, and goes back there for the next one.
void Recorder::CopySurface(const uint8* at) const noexcept
{
    const auto command = Peek<CopySurfaceCommand>(at);
    const VkBuffer slice = Objects.Slices.At(command.Slice);
    const Access drawn = ToAccess(USE_COLOR_ATTACHMENT);
    VkImageMemoryBarrier barrier{};
    barrier.sType = VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER;
    barrier.srcAccessMask = drawn.Mask;
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
    barrier.oldLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    barrier.newLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    barrier.srcQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = Objects.Target.GetPicture();
    barrier.subresourceRange = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    Vk.vkCmdPipelineBarrier(Commands, drawn.Stages, VK_PIPELINE_STAGE_TRANSFER_BIT, 0, 0, nullptr, 0, nullptr, 1,
                            &barrier);
    const VkBufferImageCopy region{
        .bufferOffset = 0,
        .bufferRowLength = 0, // tightly packed
        .bufferImageHeight = 0,
        .imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1},
        .imageOffset = {0, 0, 0},
        .imageExtent = {command.Width, command.Height, 1},
    };
    Vk.vkCmdCopyImageToBuffer(Commands, barrier.image, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, slice, 1, &region);
    barrier.srcAccessMask = VK_ACCESS_TRANSFER_READ_BIT;
    barrier.dstAccessMask = drawn.Mask;
    barrier.oldLayout = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
    barrier.newLayout = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
    Vk.vkCmdPipelineBarrier(Commands, VK_PIPELINE_STAGE_TRANSFER_BIT, drawn.Stages, 0, 0, nullptr, 0, nullptr, 1,
                            &barrier);
    MakeReadable(slice);
}

// The copies into a slice before here are visible to the host once the submission has completed.
void Recorder::MakeReadable(VkBuffer buffer) const noexcept
{
    Order(buffer, USE_COPY_DESTINATION, USE_HOST_READ);
}

// What uses the buffer in these ways after here waits for the uses before.
void Recorder::Order(VkBuffer buffer, uint32 before, uint32 after) const noexcept
{
    const Access from = ToAccess(before);
    const Access to = ToAccess(after);
    const VkBufferMemoryBarrier barrier = MakeBufferBarrier(buffer, from, to);
    Vk.vkCmdPipelineBarrier(Commands, from.Stages, to.Stages, 0, 0, nullptr, 1, &barrier, 0, nullptr);
}

void Recorder::BeginLabel(const char* name) const noexcept
{
    if (Gpu.HasLabels)
    {
        const VkDebugUtilsLabelEXT label{
            .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT,
            .pNext = nullptr,
            .pLabelName = name,
            .color = {},
        };
        vkCmdBeginDebugUtilsLabelEXT(Commands, &label);
    }
}

void Recorder::EndLabel() const noexcept
{
    if (Gpu.HasLabels)
    {
        vkCmdEndDebugUtilsLabelEXT(Commands);
    }
}
} // namespace

RecordResult RecordStream(const Device& device, const Tables& tables, VkCommandBuffer commands,
                          std::span<const uint8> stream, bool measuresPasses) noexcept
{
    Recorder recorder(device, tables, commands, measuresPasses);
    const uint8* at = stream.data();
    for (const uint8* const end = at + stream.size(); at != end && recorder.Result.Status == BackendStatus::Ready;)
    {
        const auto header = Peek<CommandHeader>(at);
        recorder.Record(at, header.Kind);
        at += header.Bytes;
    }
    return recorder.Result;
}
} // namespace ludus::graphics::rhi::internal::vulkan
