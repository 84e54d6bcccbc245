#include "backends/opengl/debug_log.h"

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
using foundation::uint32;

constinit std::atomic<uint32> s_MessageCount{0};
} // namespace

uint32 GetOpenGlMessageCount() noexcept
{
    return s_MessageCount.load(std::memory_order_relaxed);
}

bool IsOpenGlDebugRequested() noexcept
{
    const char* value = std::getenv("LUDUS_OPENGL_DEBUG");
    return value != nullptr && std::strcmp(value, "1") == 0;
}

void LogOpenGlMessage(const char* text) noexcept
{
    s_MessageCount.fetch_add(1, std::memory_order_relaxed);
    std::fprintf(stderr, "ludus: opengl: %s\n", text);
}
} // namespace ludus::graphics::rhi::internal::opengl
