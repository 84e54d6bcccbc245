// Copies of initial content into memory that the host cannot reach: staged, fenced, and late when they take too long.
#pragma once

#include "backends/vulkan/memory.h"
#include "backends/vulkan/queue.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// One copy: recorded into Commands from Staging, on its way from Submit until its fence signals.
struct Upload final
{
    Flight* Copy{nullptr};
    BufferMemory Staging{};
    RecordKind Kind{RecordKind::Buffer};
    uint32 Slot{NO_SLOT};
    uint64 Generation{0};
    // The destination, once its record was destroyed while the copy was on its way.
    BufferMemory OrphanBuffer{};
    ImageMemory OrphanImage{};
};

class Uploads final
{
public:
    Uploads(Device& device, Memory& memory, Queue& queue) noexcept : Gpu(device), Heap(memory), Work(queue) {}

    /// Opens a copy with `bytes` of mapped staging memory; its command buffer is recording.
    [[nodiscard]] BackendStatus Begin(usize bytes, Upload& upload) noexcept;

    /// Gives an open copy up.
    void Cancel(Upload& upload) noexcept;

    /// Submits an open copy. Ready: it has completed. Pending: it has not, by wish or because it took longer than the
    /// creation may wait; Poll reports it. Any other status: it was given up.
    [[nodiscard]] BackendStatus Submit(Upload& upload, bool waits) noexcept;

    /// Reports the copies that have completed.
    void Poll(BackendEvents& events) noexcept;

    /// Takes over the destination of a copy that is on its way; false when there is none for the record.
    [[nodiscard]] bool Adopt(RecordKind kind, uint32 slot, BufferMemory* buffer, ImageMemory* image) noexcept;

    /// Bytes of staging memory whose copy into a record is on its way.
    [[nodiscard]] uint64 GetStagingBytes(RecordKind kind, uint32 slot) const noexcept;

    /// Forgets every copy; the queue is idle or lost.
    void Drop() noexcept;

private:
    void Release(Upload& upload) noexcept;

    Device& Gpu;
    Memory& Heap;
    Queue& Work;
    foundation::Array<Upload> OnTheWay{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
