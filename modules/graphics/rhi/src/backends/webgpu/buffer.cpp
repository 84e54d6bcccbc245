#include "backends/webgpu/buffer.h"

#include "backends/webgpu/convert.h"

#include <cassert>
#include <cstring>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
// The queue writes and copies words.
constexpr usize WORD = 4;

usize ToWords(usize bytes) noexcept
{
    return (bytes + WORD - 1) & ~(WORD - 1);
}

WGPUBufferDescriptor Describe(usize bytes, WGPUBufferUsage usage) noexcept
{
    WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
    descriptor.usage = usage;
    descriptor.size = ToWords(bytes);
    return descriptor;
}
} // namespace

BackendStatus MakeBuffer(Device& device, usize bytes, WGPUBufferUsage usage, NativeBuffer& buffer) noexcept
{
    const WGPUBufferDescriptor descriptor = Describe(bytes, usage);
    device.Results.Watch();
    NativeBuffer made(wgpuDeviceCreateBuffer(device.Handle.Get(), &descriptor));
    BackendStatus status = device.Results.EndWatch();
    status = status == BackendStatus::Ready && !made ? BackendStatus::OutOfMemory : status;
    if (status == BackendStatus::Ready)
    {
        buffer = std::move(made);
    }
    return status;
}

void WriteBuffer(Device& device, WGPUBuffer buffer, uint64 offset, std::span<const uint8> bytes) noexcept
{
    assert(offset % WORD == 0 && "the queue writes words");
    const usize whole = bytes.size() & ~(WORD - 1);
    if (whole != 0)
    {
        wgpuQueueWriteBuffer(device.Queue.Get(), buffer, offset, bytes.data(), whole);
    }
    if (whole != bytes.size())
    {
        uint8 last[WORD]{};
        std::memcpy(last, bytes.data() + whole, bytes.size() - whole);
        wgpuQueueWriteBuffer(device.Queue.Get(), buffer, offset + whole, last, WORD);
    }
}

BackendStatus Buffers::Create(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept
{
    assert((creation.Bytes.empty() || creation.Bytes.size() == creation.Size) && "a buffer comes with all its bytes");
    uint32 ticket = 0;
    if (!Table.Ensure(slot) || !Gpu.OpenScopes(RecordKind::Buffer, slot, generation, ticket))
    {
        return BackendStatus::OutOfMemory;
    }
    const WGPUBufferDescriptor descriptor = Describe(creation.Size, ToBufferUsage(creation.Role));
    NativeBuffer made(wgpuDeviceCreateBuffer(Gpu.Handle.Get(), &descriptor));
    if (made)
    {
        WriteBuffer(Gpu, made.Get(), 0, creation.Bytes);
    }
    const BackendStatus status = Gpu.CloseScopes(ticket);
    if (status == BackendStatus::Pending)
    {
        Table.At(slot) = std::move(made);
    }
    return status;
}

BackendStatus Buffers::CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept
{
    // Also vertices and indices: the ring does not care what its bytes mean.
    constexpr WGPUBufferUsage USAGE =
        WGPUBufferUsage_Uniform | WGPUBufferUsage_Vertex | WGPUBufferUsage_Index | WGPUBufferUsage_CopyDst;
    if (!Table.Ensure(slot) || !Ring.Resize(ToWords(bytes)))
    {
        return BackendStatus::OutOfMemory;
    }
    const BackendStatus status = MakeBuffer(Gpu, bytes, USAGE, Table.At(slot));
    if (status != BackendStatus::Ready)
    {
        Ring.Release();
        return status;
    }
    FrameUniforms = slot;
    memory = {.Bytes = Ring.Data(), .Size = bytes};
    return status;
}

void Buffers::FlushFrameUniforms(const MemoryRange& range) noexcept
{
    if (range.Size == 0)
    {
        return;
    }
    assert(FrameUniforms != NO_SLOT && "a submission names frame uniforms before there are any");
    const usize start = range.Offset & ~(WORD - 1);
    const usize end = ToWords(range.Offset + range.Size);
    wgpuQueueWriteBuffer(Gpu.Queue.Get(), At(FrameUniforms), start, Ring.Data() + start, end - start);
}

void Buffers::Destroy(uint32 slot) noexcept
{
    if (slot == FrameUniforms)
    {
        FrameUniforms = NO_SLOT;
        Ring.Release();
    }
    Table.At(slot).Reset();
}

void Buffers::Stop() noexcept
{
    Table.ForEach([](NativeBuffer& buffer) noexcept { buffer.Reset(); });
    Ring.Release();
}
} // namespace ludus::graphics::rhi::internal::webgpu
