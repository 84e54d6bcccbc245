// How often the API has refused what nobody was prepared to see refused; knows nothing of the API itself.
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi::internal::webgpu
{
/// Errors that no scope has caught, in the life of the process: each is a mistake of the backend or of its driver.
[[nodiscard]] foundation::uint32 GetWebGpuErrorCount() noexcept;

void ResetWebGpuErrorCount() noexcept;
} // namespace ludus::graphics::rhi::internal::webgpu
