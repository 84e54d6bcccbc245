// The one queue: submissions under ordinals, and the callbacks that tell of their completion.
#pragma once

#include "backends/webgpu/device.h"

namespace ludus::graphics::rhi::internal::webgpu
{
class Queue final
{
public:
    explicit Queue(Device& device) noexcept : Gpu(device) {}

    /// Submits finished commands that complete as `ordinal`.
    void Submit(WGPUCommandBuffer commands, uint64 ordinal) noexcept;

    [[nodiscard]] uint64 PollCompleted() noexcept;

    /// In a browser it waits for nothing: completion arrives between its tasks.
    [[nodiscard]] bool Wait(uint64 ordinal, uint64 nanoseconds) noexcept;

    /// Waits for everything submitted, at most DRAIN_NANOSECONDS. True at once after a loss, and where nobody can wait:
    /// there the API keeps what its work uses.
    [[nodiscard]] bool Drain() noexcept;

private:
    Device& Gpu;
};
} // namespace ludus::graphics::rhi::internal::webgpu
