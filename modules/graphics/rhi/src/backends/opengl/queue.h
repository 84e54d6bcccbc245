// Submissions in flight: each ends with a fence, and fences signal in order.
#pragma once

#include "backends/opengl/device.h"

namespace ludus::graphics::rhi::internal::opengl
{
class Queue final
{
public:
    explicit Queue(Device& device) noexcept : Gpu(device) {}

    /// Room for one more submission, so that ending it cannot fail for memory of ours.
    [[nodiscard]] BackendStatus Reserve() noexcept;

    /// Ends what was called since the last submission, as the ordinal, and sends it off.
    [[nodiscard]] BackendStatus Submit(uint64 ordinal) noexcept;

    /// Whether polling needs the context.
    [[nodiscard]] bool IsBusy() const noexcept { return !InFlight.IsEmpty() && !Gpu.IsLost; }

    [[nodiscard]] uint64 GetCompleted() const noexcept { return LastCompleted; }

    [[nodiscard]] uint64 PollCompleted() noexcept;
    [[nodiscard]] bool Wait(uint64 ordinal, uint64 nanoseconds) noexcept;

    /// Waits for everything, at most DRAIN_NANOSECONDS. False when the device does not come to its end.
    [[nodiscard]] bool Drain() noexcept;
    void Stop() noexcept;

private:
    struct Flight final
    {
        uint64 Ordinal{0};
        GLsync Fence{nullptr};
    };

    [[nodiscard]] bool WaitFor(GLsync fence, uint64 nanoseconds) noexcept;
    void RetireFirst() noexcept;

    Device& Gpu;
    foundation::Array<Flight> InFlight{}; // oldest first
    uint64 LastCompleted{0};
};
} // namespace ludus::graphics::rhi::internal::opengl
