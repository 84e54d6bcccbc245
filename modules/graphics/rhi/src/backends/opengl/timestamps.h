// The clock of the GPU: query objects that take its time, read when their submission has completed. Where they only
// take the time between two calls, a frame's first tick is zero.
#pragma once

#include "backends/opengl/device.h"

namespace ludus::graphics::rhi::internal::opengl
{
class Timestamps final
{
public:
    explicit Timestamps(Device& device) noexcept : Gpu(device) {}

    /// Makes the queries; does nothing when they exist.
    [[nodiscard]] BackendStatus Reserve() noexcept;
    void Stop() noexcept;

    /// Takes the time when what was called before has been done.
    void Record(uint32 query) const noexcept;

    [[nodiscard]] BackendStatus Read(uint32 first, std::span<uint64> ticks) noexcept;

    /// Both clocks at one moment, as nearly as asking tells.
    [[nodiscard]] BackendStatus ReadBoth(ClockReading& reading) noexcept;

private:
    Device& Gpu;
    [[nodiscard]] BackendStatus ReadElapsed(std::span<uint64> ticks) const noexcept;

    GLuint Queries[TIMESTAMP_QUERIES]{};
};
} // namespace ludus::graphics::rhi::internal::opengl
