// The one queue: command buffers in flight, their fences, and the ordinals under which submissions complete.
#pragma once

#include "backends/vulkan/device.h"

namespace ludus::graphics::rhi::internal::vulkan
{
/// One command buffer with all that a submission of it needs. Taken, recorded, submitted, and free again once its
/// fence has signalled.
struct Flight final
{
    VkCommandPool Pool{VK_NULL_HANDLE};
    VkCommandBuffer Commands{VK_NULL_HANDLE};
    VkFence Fence{VK_NULL_HANDLE};
    VkSemaphore Acquired{VK_NULL_HANDLE}; // of frames on a window: signalled when the image may be drawn to
    uint64 Ordinal{0};
};

/// Semaphores around a frame on a window; none elsewhere.
struct FrameSemaphores final
{
    VkSemaphore Acquired{VK_NULL_HANDLE};
    VkSemaphore Rendered{VK_NULL_HANDLE};
};

class Queue final
{
public:
    explicit Queue(Device& device) noexcept : Gpu(device) {}

    /// Makes the flights of `count` frames, so that drawing needs no more.
    [[nodiscard]] BackendStatus Start(uint32 count) noexcept;
    void Stop() noexcept;

    /// A free flight, empty and unsignalled; makes one when none is free.
    [[nodiscard]] BackendStatus Take(Flight*& flight) noexcept;

    /// Gives a flight back: one that was never submitted, or whose fence has signalled.
    void Return(Flight& flight) noexcept { Free.AppendReserved(&flight); }

    [[nodiscard]] BackendStatus Begin(Flight& flight) noexcept;

    /// Throws away what was recorded since Begin, which may be called again.
    [[nodiscard]] BackendStatus Rewind(Flight& flight) noexcept;

    /// Submits a recorded flight outside the order of ordinals. Its owner watches the fence and returns it.
    [[nodiscard]] BackendStatus Submit(Flight& flight) noexcept;

    /// Submits a recorded flight that completes as `ordinal`; the queue returns it by itself.
    [[nodiscard]] BackendStatus Submit(Flight& flight, uint64 ordinal, const FrameSemaphores& semaphores) noexcept;

    /// Takes back a semaphore's signal that no frame will wait for. Drains: for rare paths only.
    void Consume(VkSemaphore semaphore) noexcept;

    [[nodiscard]] uint64 GetSubmitted() const noexcept { return LastSubmitted; }

    [[nodiscard]] uint64 PollCompleted() noexcept;
    [[nodiscard]] bool Wait(uint64 ordinal, uint64 nanoseconds) noexcept;

    /// Waits for everything on the queue, presentation included, at most DRAIN_NANOSECONDS. True at once after a loss;
    /// false when the queue does not come to its end, and from then on.
    [[nodiscard]] bool Drain() noexcept;

private:
    [[nodiscard]] BackendStatus Make(Flight& flight) noexcept;
    void Destroy(Flight& flight) noexcept;
    [[nodiscard]] BackendStatus SubmitInfo(const VkSubmitInfo& info, VkFence fence) noexcept;
    void RetireFirst() noexcept;
    [[nodiscard]] bool WaitForEnd() noexcept;

    Device& Gpu;
    foundation::Array<foundation::Owned<Flight>> Flights{};
    foundation::Array<Flight*> Free{};     // both have room for every flight
    foundation::Array<Flight*> InFlight{}; // with an ordinal, oldest first
    VkFence End{VK_NULL_HANDLE};           // what Drain waits for
    bool IsStuck{false};                   // Drain has waited in vain
    uint64 LastSubmitted{0};
    uint64 LastCompleted{0};
};
} // namespace ludus::graphics::rhi::internal::vulkan
