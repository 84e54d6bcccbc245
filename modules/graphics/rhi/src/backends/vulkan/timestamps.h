// Timestamp queries: one pool for a session, reset by each submission that writes it.
#pragma once

#include "backends/vulkan/device.h"

namespace ludus::graphics::rhi::internal::vulkan
{
class Timestamps final
{
public:
    explicit Timestamps(Device& device) noexcept : Gpu(device) {}

    /// Makes the pool, once.
    [[nodiscard]] BackendStatus Reserve() noexcept;
    void Stop() noexcept;

    /// Before the first command: resets what a submission writes.
    void RecordReset(VkCommandBuffer commands, const TimestampOrder& order) const noexcept;

    /// The clock when all commands before have passed `stage`.
    void Record(VkCommandBuffer commands, VkPipelineStageFlagBits stage, uint32 query) const noexcept
    {
        Gpu.Vk.vkCmdWriteTimestamp(commands, stage, Pool, query);
    }

    /// Of a submission whose fence has signalled: never waits.
    [[nodiscard]] BackendStatus Read(uint32 first, std::span<uint64> ticks) noexcept;

    /// The queue's clock and the host's; only where the device has ReadCalibrated.
    [[nodiscard]] BackendStatus ReadBoth(ClockReading& reading) noexcept;

private:
    Device& Gpu;
    VkQueryPool Pool{VK_NULL_HANDLE};
};
} // namespace ludus::graphics::rhi::internal::vulkan
