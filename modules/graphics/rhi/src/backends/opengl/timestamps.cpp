#include "backends/opengl/timestamps.h"

#include <cassert>
#include <iterator>

namespace ludus::graphics::rhi::internal::opengl
{
BackendStatus Timestamps::Reserve() noexcept
{
    if (Queries[0] != 0)
    {
        return BackendStatus::Ready;
    }
    glGenQueries(static_cast<GLsizei>(std::size(Queries)), Queries);
    const BackendStatus status = Gpu.TakeErrors();
    if (status != BackendStatus::Ready)
    {
        Stop();
    }
    return status;
}

void Timestamps::Stop() noexcept
{
    if (Queries[0] != 0)
    {
        glDeleteQueries(static_cast<GLsizei>(std::size(Queries)), Queries);
        Queries[0] = 0;
    }
}

void Timestamps::Record(uint32 query) const noexcept
{
    assert(Queries[0] != 0 && "queries are reserved before a submission measures");
    glQueryCounter(Queries[query], GL_TIMESTAMP);
}

BackendStatus Timestamps::Read(uint32 first, std::span<uint64> ticks) noexcept
{
    for (usize i = 0; i < ticks.size(); ++i)
    {
        GLuint isThere = GL_FALSE;
        glGetQueryObjectuiv(Queries[first + i], GL_QUERY_RESULT_AVAILABLE, &isThere);
        if (isThere == GL_FALSE)
        {
            const BackendStatus status = Gpu.TakeErrors();
            return status == BackendStatus::Ready ? BackendStatus::Pending : status;
        }
        GLuint64 tick = 0;
        glGetQueryObjectui64v(Queries[first + i], GL_QUERY_RESULT, &tick);
        ticks[i] = tick;
    }
    return Gpu.TakeErrors();
}
} // namespace ludus::graphics::rhi::internal::opengl
