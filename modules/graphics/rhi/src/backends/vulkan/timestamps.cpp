#include "backends/vulkan/timestamps.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::vulkan
{
BackendStatus Timestamps::Reserve() noexcept
{
    if (Pool != VK_NULL_HANDLE)
    {
        return BackendStatus::Ready;
    }
    const VkQueryPoolCreateInfo creation{
        .sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .queryType = VK_QUERY_TYPE_TIMESTAMP,
        .queryCount = TIMESTAMP_QUERIES,
        .pipelineStatistics = 0,
    };
    return Gpu.Made(Gpu.Vk.vkCreateQueryPool(Gpu.Handle, &creation, nullptr, &Pool), Pool);
}

void Timestamps::Stop() noexcept
{
    Gpu.Vk.vkDestroyQueryPool(Gpu.Handle, Pool, nullptr);
    Pool = VK_NULL_HANDLE;
}

void Timestamps::RecordReset(VkCommandBuffer commands, const TimestampOrder& order) const noexcept
{
    if (!order.MeasuresFrame && !order.MeasuresPasses)
    {
        return;
    }
    assert(Pool != VK_NULL_HANDLE && "queries are reserved before a submission measures");
    const uint32 first = order.MeasuresFrame ? 0 : FRAME_QUERIES;
    const uint32 end = order.MeasuresPasses ? TIMESTAMP_QUERIES : FRAME_QUERIES;
    Gpu.Vk.vkCmdResetQueryPool(commands, Pool, first, end - first);
}

BackendStatus Timestamps::Read(uint32 first, std::span<uint64> ticks) noexcept
{
    const VkResult result =
        Gpu.Vk.vkGetQueryPoolResults(Gpu.Handle, Pool, first, static_cast<uint32>(ticks.size()), ticks.size_bytes(),
                                     ticks.data(), sizeof(uint64), VK_QUERY_RESULT_64_BIT);
    // The fence came after the queries: one that is not available now never will be.
    return result == VK_NOT_READY ? BackendStatus::Refused : Gpu.Note(result);
}

BackendStatus Timestamps::ReadBoth(ClockReading& reading) noexcept
{
    assert(Gpu.ReadCalibrated != nullptr && "the report says whether the clocks can be read together");
    constexpr VkCalibratedTimestampInfoEXT CLOCKS[] = {
        {VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT, nullptr, VK_TIME_DOMAIN_DEVICE_EXT},
        {VK_STRUCTURE_TYPE_CALIBRATED_TIMESTAMP_INFO_EXT, nullptr, HOST_CLOCK},
    };
    uint64 moments[2]{};
    uint64 deviation = 0; // nanoseconds; a reading that was interrupted is still one of two ordered moments
    const BackendStatus status = Gpu.Note(Gpu.ReadCalibrated(Gpu.Handle, 2, CLOCKS, moments, &deviation));
    if (status == BackendStatus::Ready)
    {
        reading = {.Ticks = moments[0], .HostNanoseconds = moments[1]};
    }
    return status;
}
} // namespace ludus::graphics::rhi::internal::vulkan
