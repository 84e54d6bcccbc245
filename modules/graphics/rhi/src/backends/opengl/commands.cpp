#include "backends/opengl/commands.h"

#include <cassert>
#include <cstddef>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// What an indirect draw reads: five words, of which the third is the first index.
constexpr GLsizeiptr ARGUMENT_BYTES = 5 * sizeof(uint32);
constexpr GLintptr FIRST_INDEX_OFFSET = 2 * sizeof(uint32);

constexpr uint32 STORAGE_USES = USE_STORAGE_READ_FRAGMENT | USE_STORAGE_READ_COMPUTE | USE_STORAGE_WRITE_COMPUTE;

const void* ToPointer(uint64 offset) noexcept
{
    return reinterpret_cast<const void*>(offset); // NOLINT(performance-no-int-to-ptr): OpenGL's way to say an offset
}

class Player final
{
public:
    Player(const GlFacts& facts, State& state, const Tables& tables, const Scratch& scratch,
           bool measuresPasses) noexcept
        : Facts(facts), Context(state), Objects(tables), Spare(scratch),
          PassesToMeasure(measuresPasses ? TIMED_PASSES : 0)
    {
    }

    void Play(const uint8* at, CommandKind kind) noexcept;

private:
    void BeginPass(const uint8* at) noexcept;
    void EndPass() noexcept;
    void DrawRun(const uint8* at) noexcept;
    void DrawIndirect(GLenum type, GLuint buffer, uint64 offset, uint32 firstIndex) noexcept;
    void DrawVertices(const uint8* at) noexcept;
    void Dispatch(const uint8* at) noexcept;
    void UsePipeline(const Pipeline& pipeline) noexcept;
    void BindSampled(const Pipeline& pipeline, const BindingSet& set) noexcept;
    void BindBuffers(const BindingSet& set) noexcept;
    void BindDynamic(const BindingSet& set, const uint8* offsets) noexcept;
    void BindBuffer(const BoundBuffer& buffer, uint32 offset) noexcept;
    void BeginMeasure() const noexcept;
    void EndMeasure() noexcept;
    void OrderBarriers(const uint8* at, uint32 count) const noexcept;
    void Order(uint32 before, uint32 after) const noexcept;
    static void Copy(GLuint source, uint64 sourceOffset, GLuint destination, uint64 destinationOffset,
                     uint64 size) noexcept;
    void CopyTexture(const uint8* at) noexcept;
    void CopySliceToTexture(const uint8* at) noexcept;
    void CopyTextureToBuffer(const uint8* at) noexcept;
    void CopySurface(const uint8* at) noexcept;
    void ReadInto(GLuint framebuffer, const FormatInfo& format, uint32 slice, uint64 offset, uint32 rowTexels,
                  const Rectangle& region) noexcept;
    void AttachToReader(const Texture& texture, uint32 mip) noexcept;
    void BeginLabel(const char* name) const noexcept;
    void EndLabel() const noexcept;

    const GlFacts& Facts;
    State& Context;
    const Tables& Objects;
    const Scratch& Spare;
    const uint32 PassesToMeasure; // the first so many passes have timestamps
    uint32 PassCount{0};          // that have ended
    uint32 ArgumentCount{0};      // taken from the scratch
    bool DropsDepth{false};       // of the open pass
};

void Player::Play(const uint8* at, CommandKind kind) noexcept
{
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
        Context.SetViewport(command.Viewport);
        return Context.SetScissor(command.Scissor);
    }
    case CommandKind::Dispatch:
        return Dispatch(at);
    case CommandKind::Barriers:
        return OrderBarriers(at + sizeof(BarriersCommand), Peek<BarriersCommand>(at).Count);
    case CommandKind::CopyBuffer:
    {
        const auto command = Peek<CopyBufferCommand>(at);
        return Copy(Objects.BufferTable.At(command.Source), command.SourceOffset,
                    Objects.BufferTable.At(command.Destination), command.DestinationOffset, command.Size);
    }
    case CommandKind::CopySliceToBuffer:
    {
        const auto command = Peek<CopySliceCommand>(at);
        Order(command.Before, USE_COPY_DESTINATION);
        if (!Facts.HasMappedMemory)
        {
            glBindBuffer(GL_COPY_WRITE_BUFFER, Objects.BufferTable.At(command.Buffer));
            glBufferSubData(GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(command.BufferOffset),
                            static_cast<GLsizeiptr>(command.Size),
                            Objects.Slices.UploadBytesAt(command.Slice) + command.SliceOffset);
            return;
        }
        return Copy(Objects.Slices.UploadAt(command.Slice), command.SliceOffset, Objects.BufferTable.At(command.Buffer),
                    command.BufferOffset, command.Size);
    }
    case CommandKind::CopyBufferToSlice:
    {
        const auto command = Peek<CopySliceCommand>(at);
        Order(command.Before, USE_COPY_SOURCE);
        const GLuint slice = Objects.Slices.Expect(command.Slice, command.SliceOffset, command.Size,
                                                   Objects.BufferTable.HasIndicesAt(command.Buffer));
        return Copy(Objects.BufferTable.At(command.Buffer), command.BufferOffset, slice, command.SliceOffset,
                    command.Size);
    }
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

void Player::BeginPass(const uint8* at) noexcept
{
    const auto& command = View<BeginPassCommand>(at);
    assert(command.ColorCount == 1 && command.SampleCount == 1 && !command.HasStencil &&
           "several attachments, samples and stencil are not offered by this backend yet");
    BeginMeasure();
    OrderBarriers(at + sizeof(OneColorPass), command.BarrierCount);
    BeginLabel(command.IsSurface ? "surface pass" : "texture pass");
    const auto& color = View<ColorAttachment>(at + sizeof command);
    Context.BindFramebuffer(command.IsSurface ? Objects.Target.GetFramebuffer()
                                              : Objects.TextureTable.At(color.Texture).Drawn.Framebuffer);
    GLenum dropped[2];
    GLsizei droppedCount = 0;
    if (color.Load == AttachmentLoad::Discard)
    {
        dropped[droppedCount++] = GL_COLOR_ATTACHMENT0;
    }
    if (command.DepthLoad == AttachmentLoad::Discard)
    {
        dropped[droppedCount++] = GL_DEPTH_ATTACHMENT;
    }
    if (droppedCount != 0)
    {
        glInvalidateFramebuffer(GL_FRAMEBUFFER, droppedCount, dropped);
    }
    if (color.Load == AttachmentLoad::Clear || command.DepthLoad == AttachmentLoad::Clear)
    {
        Context.SetScissor({.Width = command.Width, .Height = command.Height}); // a clear keeps to it
    }
    if (color.Load == AttachmentLoad::Clear)
    {
        glClearBufferfv(GL_COLOR, 0, color.Clear);
    }
    if (command.DepthLoad == AttachmentLoad::Clear)
    {
        Context.SetDepthWrite(true);
        glClearBufferfv(GL_DEPTH, 0, &command.ClearDepth);
    }
    Context.SetViewport(command.Viewport);
    Context.SetScissor(command.Scissor);
    DropsDepth = command.DepthStore == AttachmentStore::Discard;
}

void Player::EndPass() noexcept
{
    if (DropsDepth)
    {
        constexpr GLenum DEPTH = GL_DEPTH_ATTACHMENT;
        glInvalidateFramebuffer(GL_FRAMEBUFFER, 1, &DEPTH);
    }
    EndLabel();
    EndMeasure();
}

void Player::BeginMeasure() const noexcept
{
    if (PassCount < PassesToMeasure)
    {
        Objects.Clock.Record(FRAME_QUERIES + 2 * PassCount);
    }
}

void Player::EndMeasure() noexcept
{
    if (PassCount < PassesToMeasure)
    {
        Objects.Clock.Record(FRAME_QUERIES + 2 * PassCount + 1);
    }
    ++PassCount;
}

void Player::UsePipeline(const Pipeline& pipeline) noexcept
{
    Context.UseProgram(pipeline.Program);
    Context.SetFixed(pipeline.Fixed);
    Context.SetVertexLayout(pipeline.Layout);
}

// A program says which sampler each texture of a set goes through.
void Player::BindSampled(const Pipeline& pipeline, const BindingSet& set) noexcept
{
    for (uint32 i = 0; i < pipeline.UnitCount; ++i)
    {
        const SampledUnit& unit = pipeline.Units[i];
        const TextureView& view = set.Textures[unit.Texture];
        Context.BindTexture(unit.Unit, view.Target, view.Name);
        Context.BindSampler(unit.Unit, unit.Sampler != NO_TEXTURE_SAMPLER ? set.Samplers[unit.Sampler] : 0);
    }
}

void Player::BindBuffer(const BoundBuffer& buffer, uint32 offset) noexcept
{
    IndexedRange range = buffer.Range;
    range.Offset += static_cast<GLintptr>(offset);
    buffer.IsStorage ? Context.BindStorage(buffer.Binding, range) : Context.BindUniform(buffer.Binding, range);
}

void Player::BindBuffers(const BindingSet& set) noexcept
{
    for (uint32 i = set.DynamicCount; i < set.BufferCount; ++i)
    {
        BindBuffer(set.Buffers[i], 0);
    }
}

void Player::BindDynamic(const BindingSet& set, const uint8* offsets) noexcept
{
    for (uint32 i = 0; i < set.DynamicCount; ++i)
    {
        BindBuffer(set.Buffers[i], Take<uint32>(offsets));
    }
}

// The hot path: one entry is one draw, and most entries change nothing but dynamic offsets. What an entry does not say
// stays in these locals from the entry before.
void Player::DrawRun(const uint8* at) noexcept
{
    const auto command = Peek<DrawRunCommand>(at);
    at += sizeof command;
    const uint8* const end = at + command.EntryBytes;
    const Pipeline* pipeline = nullptr;
    const BindingSet* set = nullptr;
    GLuint indirect = 0;
    uint64 indirectOffset = 0;
    GLenum indexType = GL_UNSIGNED_SHORT;
    uint32 indexShift = 1;
    uint32 indexCount = 0;
    uint32 instanceCount = 0;
    uint32 firstIndex = 0;
    constexpr uint32 STATE = DRAW_PIPELINE | DRAW_SET | DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_INDIRECT;
    while (at != end)
    {
        const auto header = Take<uint32>(at);
        if constexpr (HAS_OFFSET_ENTRIES)
        {
            if (header == DRAW_ONE_OFFSET && indirect == 0)
            {
                const BoundBuffer& bound = set->Buffers[0];
                IndexedRange range = bound.Range;
                at = ludus_webgl_draw_offsets(at - sizeof header, end, DRAW_ONE_OFFSET, bound.Binding, range.Buffer,
                                              static_cast<int32>(range.Offset), static_cast<int32>(range.Size),
                                              indexType, indexCount, firstIndex << indexShift, instanceCount);
                range.Offset += static_cast<GLintptr>(Peek<uint32>(at - sizeof(uint32)));
                Context.NoteUniform(bound.Binding, range);
                continue;
            }
        }
        if ((header & STATE) != 0)
        {
            if ((header & DRAW_PIPELINE) != 0)
            {
                pipeline = &Objects.PipelineTable.RasterAt(Take<uint32>(at));
                UsePipeline(*pipeline);
            }
            if ((header & DRAW_SET) != 0)
            {
                set = &Objects.BindingTable.SetAt(Take<uint32>(at));
                BindBuffers(*set);
            }
            if ((header & (DRAW_PIPELINE | DRAW_SET)) != 0)
            {
                assert(pipeline != nullptr && set != nullptr && "a run's first entry sets both");
                BindSampled(*pipeline, *set);
            }
            if ((header & DRAW_VERTICES) != 0)
            {
                const uint32 streams = (header >> DRAW_STREAMS_SHIFT) & 0xFFU;
                for (uint32 i = 0; i < streams; ++i)
                {
                    const GLuint buffer = Objects.BufferTable.At(Take<uint32>(at));
                    Context.BindStream(i, buffer, static_cast<GLintptr>(Take<uint64>(at)));
                }
            }
            if ((header & DRAW_INDICES) != 0)
            {
                Context.BindIndices(Objects.BufferTable.IndicesAt(Take<uint32>(at)));
                indexShift = Take<uint32>(at);
                indexType = indexShift == 1 ? GL_UNSIGNED_SHORT : GL_UNSIGNED_INT;
                indirect = 0;
            }
            if ((header & DRAW_COUNTS) != 0)
            {
                indexCount = Take<uint32>(at);
                instanceCount = Take<uint32>(at);
                firstIndex = Take<uint32>(at);
            }
            if ((header & DRAW_INDIRECT) != 0)
            {
                indirect = Objects.BufferTable.At(Take<uint32>(at));
                indirectOffset = Take<uint64>(at);
            }
        }
        if ((header & (DRAW_SET | DRAW_OFFSETS)) != 0)
        {
            const uint32 dynamicCount = header >> DRAW_DYNAMIC_SHIFT;
            assert(set != nullptr && set->DynamicCount == dynamicCount && "an offset for each dynamic binding");
            BindDynamic(*set, at);
            at += usize{4} * dynamicCount;
        }
        Context.PrepareVertices();
        if (indirect == 0)
        {
            glDrawElementsInstanced(GL_TRIANGLES, static_cast<GLsizei>(indexCount), indexType,
                                    ToPointer(uint64{firstIndex} << indexShift), static_cast<GLsizei>(instanceCount));
        }
        else
        {
            DrawIndirect(indexType, indirect, indirectOffset, firstIndex);
        }
    }
}

// The arguments count indices from zero, which lies where the packet's begin. OpenGL binds index buffers from their
// start, so that a later beginning is written into a copy of the arguments, whose last two words are always zero. Both
// writes are the GPU's and of different words: NVIDIA's driver 580 lost a glBufferSubData over a word just copied.
void Player::DrawIndirect(GLenum type, GLuint buffer, uint64 offset, uint32 firstIndex) noexcept
{
    if (firstIndex != 0)
    {
        const GLintptr place = static_cast<GLintptr>(ArgumentCount++ % Scratch::ARGUMENT_PLACES) * ARGUMENT_BYTES;
        Copy(buffer, offset, Spare.GetArguments(), static_cast<uint64>(place), FIRST_INDEX_OFFSET);
        glClearBufferSubData(GL_COPY_WRITE_BUFFER, GL_R32UI, place + FIRST_INDEX_OFFSET, sizeof firstIndex,
                             GL_RED_INTEGER, GL_UNSIGNED_INT, &firstIndex);
        buffer = Spare.GetArguments();
        offset = static_cast<uint64>(place);
    }
    Context.BindIndirect(buffer);
    glDrawElementsIndirect(GL_TRIANGLES, type, ToPointer(offset));
}

void Player::DrawVertices(const uint8* at) noexcept
{
    const auto command = Peek<DrawVerticesCommand>(at);
    const Pipeline& pipeline = Objects.PipelineTable.RasterAt(command.Pipeline);
    const BindingSet& set = Objects.BindingTable.SetAt(command.Set);
    assert(set.DynamicCount <= 1 && "the command has one offset");
    UsePipeline(pipeline);
    BindBuffers(set);
    BindDynamic(set, at + offsetof(DrawVerticesCommand, DynamicOffset));
    BindSampled(pipeline, set);
    Context.PrepareVertices();
    glDrawArrays(GL_TRIANGLES, 0, static_cast<GLsizei>(command.VertexCount));
}

void Player::Dispatch(const uint8* at) noexcept
{
    BeginMeasure();
    const auto command = Peek<DispatchCommand>(at);
    const Pipeline& pipeline = Objects.PipelineTable.ComputeAt(command.Pipeline);
    const BindingSet& set = Objects.BindingTable.SetAt(command.Set);
    assert(set.DynamicCount == command.DynamicCount && "a dispatch has an offset for each dynamic binding");
    Context.UseProgram(pipeline.Program);
    BindBuffers(set);
    BindDynamic(set, at + sizeof command);
    BindSampled(pipeline, set);
    glDispatchCompute(command.Groups[0], command.Groups[1], command.Groups[2]);
    EndMeasure();
}

// OpenGL orders everything but what shaders write to storage: only that needs a word, and what is written over it. What
// copies write to a slice is visible to the processor when the submission's fence has signalled.
void Player::Order(uint32 before, uint32 after) const noexcept
{
    if (Facts.HasCompute && ((before | after) & USE_STORAGE_WRITE_COMPUTE) != 0)
    {
        glMemoryBarrier(ToBarrierBits(after | (before & STORAGE_USES)));
    }
}

void Player::OrderBarriers(const uint8* at, uint32 count) const noexcept
{
    GLbitfield bits = 0;
    for (uint32 i = 0; i < count; ++i)
    {
        const auto barrier = Take<Barrier>(at);
        if (((barrier.Before | barrier.After) & USE_STORAGE_WRITE_COMPUTE) != 0)
        {
            bits |= ToBarrierBits(barrier.After | (barrier.Before & STORAGE_USES));
        }
    }
    if (bits != 0)
    {
        glMemoryBarrier(bits);
    }
}

void Player::Copy(GLuint source, uint64 sourceOffset, GLuint destination, uint64 destinationOffset,
                  uint64 size) noexcept
{
    glBindBuffer(GL_COPY_READ_BUFFER, source);
    glBindBuffer(GL_COPY_WRITE_BUFFER, destination);
    glCopyBufferSubData(GL_COPY_READ_BUFFER, GL_COPY_WRITE_BUFFER, static_cast<GLintptr>(sourceOffset),
                        static_cast<GLintptr>(destinationOffset), static_cast<GLsizeiptr>(size));
}

void Player::AttachToReader(const Texture& texture, uint32 mip) noexcept
{
    Context.BindFramebuffer(Spare.GetReader());
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, texture.Target, texture.Name, static_cast<GLint>(mip));
}

void Player::CopyTexture(const uint8* at) noexcept
{
    const auto command = Peek<CopyTextureCommand>(at);
    assert(command.SourceLayer == 0 && command.DestinationLayer == 0 && "layers are not offered by this backend yet");
    const Texture& source = Objects.TextureTable.At(command.Source);
    const Texture& destination = Objects.TextureTable.At(command.Destination);
    const Rectangle& region = command.Region;
    const auto x = static_cast<GLint>(region.X);
    const auto y = static_cast<GLint>(region.Y);
    const auto width = static_cast<GLsizei>(region.Width);
    const auto height = static_cast<GLsizei>(region.Height);
    const auto toX = static_cast<GLint>(command.DestinationX);
    const auto toY = static_cast<GLint>(command.DestinationY);
    if (Facts.HasImageCopies)
    {
        glCopyImageSubData(source.Name, source.Target, static_cast<GLint>(command.SourceMip), x, y, 0, destination.Name,
                           destination.Target, static_cast<GLint>(command.DestinationMip), toX, toY, 0, width, height,
                           1);
        return;
    }
    AttachToReader(source, command.SourceMip);
    Context.BindTextureForWork(destination.Target, destination.Name);
    glCopyTexSubImage2D(destination.Target, static_cast<GLint>(command.DestinationMip), toX, toY, x, y, width, height);
}

// The first row of the slice goes to the first row of the rectangle: images have their first row first, drawn or not.
void Player::CopySliceToTexture(const uint8* at) noexcept
{
    const auto command = Peek<CopyTextureBufferCommand>(at);
    assert(command.Layer == 0 && "layers are not offered by this backend yet");
    const Texture& texture = Objects.TextureTable.At(command.Texture);
    const auto offset = static_cast<usize>(command.SliceOffset);
    const void* texels = Objects.Slices.UploadBytesAt(command.Slice) + offset;
    if (Facts.HasMappedMemory)
    {
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, Objects.Slices.UploadAt(command.Slice));
        texels = reinterpret_cast<const void*>(offset); // NOLINT(performance-no-int-to-ptr): an offset into the slice
    }
    Context.BindTextureForWork(texture.Target, texture.Name);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, static_cast<GLint>(command.RowPitch / texture.Format.BlockBytes));
    glTexSubImage2D(texture.Target, static_cast<GLint>(command.Mip), static_cast<GLint>(command.Region.X),
                    static_cast<GLint>(command.Region.Y), static_cast<GLsizei>(command.Region.Width),
                    static_cast<GLsizei>(command.Region.Height), texture.Format.External, texture.Format.Type, texels);
    if (Facts.HasMappedMemory)
    {
        glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    }
}

void Player::CopyTextureToBuffer(const uint8* at) noexcept
{
    const auto command = Peek<CopyTextureBufferCommand>(at);
    assert(command.Layer == 0 && "layers are not offered by this backend yet");
    const Texture& texture = Objects.TextureTable.At(command.Texture);
    AttachToReader(texture, command.Mip);
    ReadInto(Spare.GetReader(), texture.Format, command.Slice, command.SliceOffset,
             command.RowPitch / texture.Format.BlockBytes, command.Region);
}

void Player::CopySurface(const uint8* at) noexcept
{
    const auto command = Peek<CopySurfaceCommand>(at);
    ReadInto(Objects.Target.GetPicture(), ToFormat(RasterFormat::Rgba8Unorm), command.Slice, 0, command.Width,
             {.Width = command.Width, .Height = command.Height});
}

// The picture's first row lies first, in the image as in the slice.
void Player::ReadInto(GLuint framebuffer, const FormatInfo& format, uint32 slice, uint64 offset, uint32 rowTexels,
                      const Rectangle& region) noexcept
{
    const uint64 texels = region.Height == 0 ? 0 : uint64{rowTexels} * (region.Height - 1) + region.Width;
    Context.BindFramebuffer(framebuffer);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, Objects.Slices.Expect(slice, offset, texels * format.BlockBytes, false));
    glPixelStorei(GL_PACK_ROW_LENGTH, static_cast<GLint>(rowTexels));
    glReadPixels(static_cast<GLint>(region.X), static_cast<GLint>(region.Y), static_cast<GLsizei>(region.Width),
                 static_cast<GLsizei>(region.Height), format.External, format.Type,
                 reinterpret_cast<void*>(offset)); // NOLINT(performance-no-int-to-ptr): an offset into the slice
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
}

void Player::BeginLabel(const char* name) const noexcept
{
    if (Facts.IsDebug)
    {
        glPushDebugGroup(GL_DEBUG_SOURCE_APPLICATION, 0, -1, name);
    }
}

void Player::EndLabel() const noexcept
{
    if (Facts.IsDebug)
    {
        glPopDebugGroup();
    }
}

} // namespace

BackendStatus Scratch::Start() noexcept
{
    glGenFramebuffers(1, &Reader);
    if (!Gpu.Facts.HasCompute)
    {
        return Gpu.TakeErrors();
    }
    const BackendStatus status = BufferTable.MakePrivate(usize{ARGUMENT_PLACES} * ARGUMENT_BYTES, false, Arguments);
    if (status == BackendStatus::Ready)
    {
        constexpr uint32 ZERO = 0;
        glBindBuffer(GL_COPY_WRITE_BUFFER, Arguments);
        glClearBufferData(GL_COPY_WRITE_BUFFER, GL_R32UI, GL_RED_INTEGER, GL_UNSIGNED_INT, &ZERO);
        return Gpu.TakeErrors();
    }
    return status;
}

void Scratch::Stop() noexcept
{
    Context.ForgetFramebuffer(Reader);
    glDeleteFramebuffers(1, &Reader);
    Reader = 0;
    BufferTable.Release(Arguments);
}

void ReplayStream(const GlFacts& facts, State& state, const Tables& tables, const Scratch& scratch,
                  std::span<const uint8> stream, bool measuresPasses) noexcept
{
    Player player(facts, state, tables, scratch, measuresPasses);
    for (usize at = 0; at < stream.size();)
    {
        const auto header = Peek<CommandHeader>(&stream[at]);
        player.Play(&stream[at], header.Kind);
        at += header.Bytes;
    }
}
} // namespace ludus::graphics::rhi::internal::opengl
