#include "known_failures.h"

#if LUDUS_TEST_VULKAN_LOG
#include "backends/vulkan/driver_failures.h"
#endif

namespace ludus::graphics::rhi::tests
{
bool IgnoresIndexOffsetOfIndirectDraws([[maybe_unused]] const Lane& lane)
{
#if LUDUS_TEST_VULKAN_LOG
    return lane.Api == Backend::Vulkan && internal::vulkan::DoesDriverIgnoreIndexOffsetOfIndirectDraws();
#else
    return false;
#endif
}
} // namespace ludus::graphics::rhi::tests
