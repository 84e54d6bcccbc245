#include "backends/vulkan/validation_log.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
using foundation::uint32;

constinit std::atomic<uint32> s_MessageCount{0};
} // namespace

uint32 GetVulkanValidationMessageCount() noexcept
{
    return s_MessageCount.load(std::memory_order_relaxed);
}

void ResetVulkanValidationMessageCount() noexcept
{
    s_MessageCount.store(0, std::memory_order_relaxed);
}

bool IsVulkanValidationRequested() noexcept
{
    const char* value = std::getenv("LUDUS_VULKAN_VALIDATION");
    return value != nullptr && std::strcmp(value, "1") == 0;
}

void LogVulkanValidationMessage(const char* text) noexcept
{
    s_MessageCount.fetch_add(1, std::memory_order_relaxed);
    std::fprintf(stderr, "ludus: vulkan validation: %s\n", text);
}
} // namespace ludus::graphics::rhi::internal::vulkan
