#include "backends/webgpu/error_log.h"

#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
constinit foundation::uint32 s_ErrorCount = 0;

// The API's texts are counted, or terminated where the length says so.
void Write(const char* subject, WGPUStringView text) noexcept
{
    const std::size_t length =
        text.data == nullptr ? 0 : (text.length == WGPU_STRLEN ? std::strlen(text.data) : text.length);
    std::fprintf(stderr, "ludus: webgpu %s: %.*s\n", subject, static_cast<int>(length), text.data);
}

bool IsLogRequested() noexcept
{
    const char* value = std::getenv("LUDUS_WEBGPU_LOG"); // NOLINT(concurrency-mt-unsafe): on the owner's thread
    return value != nullptr && std::strcmp(value, "1") == 0;
}
} // namespace

foundation::uint32 GetWebGpuErrorCount() noexcept
{
    return s_ErrorCount;
}

void ResetWebGpuErrorCount() noexcept
{
    s_ErrorCount = 0;
}

void LogUncaughtError(WGPUStringView text) noexcept
{
    ++s_ErrorCount;
    Write("error", text);
}

void LogError(const char* subject, WGPUStringView text) noexcept
{
    if (IsLogRequested())
    {
        Write(subject, text);
    }
}
} // namespace ludus::graphics::rhi::internal::webgpu
