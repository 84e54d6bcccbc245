#include "known_failures.h"

#if LUDUS_TEST_VULKAN_LOG
#include "backends/vulkan/driver_failures.h"
#endif
#if LUDUS_TEST_WEBGPU_LOG
#include "backends/webgpu/driver_failures.h"
#endif

namespace ludus::graphics::rhi::tests
{
bool IgnoresIndexOffsetOfIndirectDraws([[maybe_unused]] const Lane& lane)
{
#if LUDUS_TEST_VULKAN_LOG
    if (lane.Api == Backend::Vulkan)
    {
        return internal::vulkan::DoesDriverIgnoreIndexOffsetOfIndirectDraws();
    }
#endif
#if LUDUS_TEST_WEBGPU_LOG
    if (lane.Api == Backend::WebGPU)
    {
        return internal::webgpu::DoesDriverIgnoreIndexOffsetOfIndirectDraws();
    }
#endif
    return false;
}
} // namespace ludus::graphics::rhi::tests
