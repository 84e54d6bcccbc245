#include "known_failures.h"

#include <cstdio>
#include <cstring>

namespace ludus::graphics::rhi::tests
{
namespace
{
using foundation::uint32;

bool IsSoftwareOfMesa(const MeasurementAdapter& adapter)
{
    return std::strncmp(adapter.Name, "llvmpipe", 8) == 0;
}

// Mesa's release stands in what the adapter tells of its driver, as "Mesa 22.3.6 (LLVM 15.0.6)".
bool IsMesa(const MeasurementAdapter& adapter, uint32 major, uint32 minor, uint32 patch)
{
    const char* release = std::strstr(adapter.Driver, "Mesa ");
    uint32 parts[3]{};
    return release != nullptr && std::sscanf(release, "Mesa %u.%u.%u", &parts[0], &parts[1], &parts[2]) == 3 &&
           parts[0] == major && parts[1] == minor && parts[2] == patch;
}
} // namespace

bool IgnoresIndexOffsetOfIndirectDraws(const MeasurementAdapter& adapter)
{
    const bool isOnVulkan = adapter.SelectedBackend == Backend::Vulkan || adapter.SelectedBackend == Backend::WebGPU;
    return isOnVulkan && IsSoftwareOfMesa(adapter) && IsMesa(adapter, 22, 3, 6);
}
} // namespace ludus::graphics::rhi::tests
