#include "backends/opengl/buffer.h"

#include "formats/role_facts.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// Where buffers are bound to be filled: it belongs to no draw's state.
constexpr GLenum WORK_TARGET = GL_COPY_WRITE_BUFFER;

void Allocate(const GlFacts& facts, usize bytes, const void* content, GLbitfield flags, GLenum usage) noexcept
{
    if (facts.HasMappedMemory)
    {
        glBufferStorage(WORK_TARGET, static_cast<GLsizeiptr>(bytes), content, flags);
    }
    else
    {
        glBufferData(WORK_TARGET, static_cast<GLsizeiptr>(bytes), content, usage);
    }
}
} // namespace

BackendStatus Buffers::Create(uint32 slot, const BufferCreation& creation) noexcept
{
    assert((creation.Bytes.empty() || creation.Bytes.size() == creation.Size) && "a buffer comes with all its bytes");
    if (!Table.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    GLuint name = 0;
    Generate(IsIndexRole(creation.Role), name);
    Allocate(Gpu.Facts, creation.Size, creation.Bytes.empty() ? nullptr : creation.Bytes.data(), 0, GL_STATIC_DRAW);
    const BackendStatus status = Gpu.TakeErrors();
    if (status != BackendStatus::Ready)
    {
        Release(name);
        return status;
    }
    Table.At(slot) = {.Name = name, .HasIndices = IsIndexRole(creation.Role)};
    return BackendStatus::Ready;
}

// Makes a name and binds it to be filled. In WebGL the first binding says for good whether a buffer has indices.
void Buffers::Generate(bool hasIndices, GLuint& name) noexcept
{
    glGenBuffers(1, &name);
    if (hasIndices && !Gpu.Facts.HasSharedRoles)
    {
        Context.BindIndices(name);
    }
    glBindBuffer(WORK_TARGET, name);
}

BackendStatus Buffers::MakePrivate(usize bytes, bool hasIndices, GLuint& name) noexcept
{
    Generate(hasIndices, name);
    Allocate(Gpu.Facts, bytes, nullptr, GL_DYNAMIC_STORAGE_BIT, GL_DYNAMIC_COPY);
    const BackendStatus status = Gpu.TakeErrors();
    if (status != BackendStatus::Ready)
    {
        Release(name);
    }
    return status;
}

BackendStatus Buffers::MakeHost(usize bytes, HostUse use, HostBuffer& buffer) noexcept
{
    if (!Gpu.SettleFrames())
    {
        return BackendStatus::Lost;
    }
    const bool writes = use == HostUse::Write;
    HostBuffer made;
    made.Size = bytes;
    if (!Gpu.Facts.HasMappedMemory && !made.Shadow.Resize(bytes))
    {
        return BackendStatus::OutOfMemory;
    }
    glGenBuffers(1, &made.Name);
    glBindBuffer(WORK_TARGET, made.Name);
    const GLbitfield access =
        (writes ? GL_MAP_WRITE_BIT : GL_MAP_READ_BIT) | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    Allocate(Gpu.Facts, bytes, nullptr, access | (writes ? 0U : GL_CLIENT_STORAGE_BIT),
             writes ? GL_DYNAMIC_DRAW : GL_STREAM_READ);
    BackendStatus status = Gpu.TakeErrors();
    if (status == BackendStatus::Ready && Gpu.Facts.HasMappedMemory)
    {
        made.Bytes = static_cast<uint8*>(glMapBufferRange(WORK_TARGET, 0, static_cast<GLsizeiptr>(bytes), access));
        status = Gpu.TakeErrors();
        status = status == BackendStatus::Ready && made.Bytes == nullptr ? BackendStatus::OutOfMemory : status;
    }
    if (status == BackendStatus::Ready && !writes && !Gpu.Facts.HasSharedRoles)
    {
        status = MakePrivate(bytes, true, made.Indices);
    }
    if (status != BackendStatus::Ready)
    {
        Release(made);
        return status;
    }
    if (!Gpu.Facts.HasMappedMemory)
    {
        made.Bytes = made.Shadow.Data();
    }
    Release(buffer);
    buffer = std::move(made);
    return BackendStatus::Ready;
}

void Buffers::Flush(const HostBuffer& buffer, usize offset, usize bytes) noexcept
{
    if (Gpu.Facts.HasMappedMemory || bytes == 0)
    {
        return;
    }
    glBindBuffer(WORK_TARGET, buffer.Name);
    glBufferSubData(WORK_TARGET, static_cast<GLintptr>(offset), static_cast<GLsizeiptr>(bytes), buffer.Bytes + offset);
}

void Buffers::FlushFrameUniforms(const MemoryRange& range) noexcept
{
    Flush(Ring, range.Offset, range.Size);
    if (RingIndices != 0)
    {
        StaleIndices = StaleIndicesEnd == 0 ? range.Offset : std::min(StaleIndices, range.Offset);
        StaleIndicesEnd = std::max(StaleIndicesEnd, range.Offset + range.Size);
    }
}

// What lies between two written ranges goes along: nothing of it is younger than what a draw may read there.
GLuint Buffers::FlushRingIndices() noexcept
{
    if (StaleIndicesEnd != 0)
    {
        glBindBuffer(WORK_TARGET, RingIndices);
        glBufferSubData(WORK_TARGET, static_cast<GLintptr>(StaleIndices),
                        static_cast<GLsizeiptr>(StaleIndicesEnd - StaleIndices), Ring.Bytes + StaleIndices);
        StaleIndicesEnd = 0;
    }
    return RingIndices;
}

void Buffers::Fetch(HostBuffer& buffer) noexcept
{
    if (!Gpu.Facts.HasMappedMemory && buffer.WrittenEnd != 0)
    {
        glBindBuffer(WORK_TARGET, buffer.HoldsIndices && buffer.Indices != 0 ? buffer.Indices : buffer.Name);
        glGetBufferSubData(WORK_TARGET, static_cast<GLintptr>(buffer.Written),
                           static_cast<GLsizeiptr>(buffer.WrittenEnd - buffer.Written), buffer.Bytes + buffer.Written);
        buffer.WrittenEnd = 0;
    }
}

BackendStatus Buffers::CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept
{
    if (!Table.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    BackendStatus status = MakeHost(bytes, HostUse::Write, Ring);
    if (status == BackendStatus::Ready && !Gpu.Facts.HasSharedRoles)
    {
        status = MakePrivate(bytes, true, RingIndices);
        if (status != BackendStatus::Ready)
        {
            Release(Ring);
        }
    }
    if (status == BackendStatus::Ready)
    {
        Table.At(slot) = {.Name = Ring.Name};
        RingSlot = slot;
        memory = {.Bytes = Ring.Bytes, .Size = bytes};
    }
    return status;
}

void Buffers::Release(GLuint& name) noexcept
{
    if (name != 0)
    {
        Context.ForgetBuffer(name);
        glDeleteBuffers(1, &name);
        name = 0;
    }
}

// Deleting a buffer ends its mapping.
void Buffers::Release(HostBuffer& buffer) noexcept
{
    Release(buffer.Name);
    Release(buffer.Indices);
    buffer = {};
}

void Buffers::Destroy(uint32 slot) noexcept
{
    if (slot == RingSlot)
    {
        RingSlot = NO_SLOT;
        StaleIndicesEnd = 0;
        Table.At(slot) = {};
        Release(Ring);
        Release(RingIndices);
        return;
    }
    Release(Table.At(slot).Name);
}

void Buffers::Stop() noexcept
{
    if (RingSlot != NO_SLOT)
    {
        Destroy(RingSlot);
    }
    Table.ForEach([this](Buffer& buffer) noexcept { Release(buffer.Name); });
}
} // namespace ludus::graphics::rhi::internal::opengl
