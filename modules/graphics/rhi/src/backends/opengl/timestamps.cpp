#include "backends/opengl/timestamps.h"

#include <cassert>
#include <chrono>
#include <iterator>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// Readings that ReadBoth chooses the shortest of: a thread may lose its processor in the middle of one.
constexpr uint32 READINGS = 3;

uint64 ReadHostClock() noexcept
{
    using namespace std::chrono;
    return static_cast<uint64>(duration_cast<nanoseconds>(steady_clock::now().time_since_epoch()).count());
}
} // namespace

BackendStatus Timestamps::Reserve() noexcept
{
    if (Queries[0] != 0)
    {
        return BackendStatus::Ready;
    }
    if (!Gpu.SettleFrames())
    {
        return BackendStatus::Lost;
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
    if (!Gpu.Facts.HasElapsedQueries)
    {
        glQueryCounter(Queries[query], GL_TIMESTAMP);
        return;
    }
    assert(query < FRAME_QUERIES && "only frames are measured where one query is open at a time");
    query == 0 ? glBeginQuery(GL_TIME_ELAPSED, Queries[0]) : glEndQuery(GL_TIME_ELAPSED);
}

BackendStatus Timestamps::ReadElapsed(std::span<uint64> ticks) const noexcept
{
    assert(ticks.size() == FRAME_QUERIES && "a frame has a beginning and an end");
    GLuint isThere = GL_FALSE;
    glGetQueryObjectuiv(Queries[0], GL_QUERY_RESULT_AVAILABLE, &isThere);
    if (isThere != GL_FALSE)
    {
        float64 nanoseconds = 0;
        const bool isWhole = Gpu.Native.ReadElapsed(Queries[0], nanoseconds);
        ticks[0] = isWhole ? 0 : 1; // a clock that goes back is disjoint
        ticks[1] = isWhole ? static_cast<uint64>(nanoseconds) : 0;
    }
    const BackendStatus status = Gpu.TakeErrors();
    return status == BackendStatus::Ready && isThere == GL_FALSE ? BackendStatus::Pending : status;
}

BackendStatus Timestamps::Read(uint32 first, std::span<uint64> ticks) noexcept
{
    if (Gpu.Facts.HasElapsedQueries)
    {
        return ReadElapsed(ticks);
    }
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

// The driver answers its own clock when it is asked, somewhere between two looks at the host's.
BackendStatus Timestamps::ReadBoth(ClockReading& reading) noexcept
{
    uint64 shortest = ~uint64{0};
    ClockReading best;
    for (uint32 i = 0; i < READINGS; ++i)
    {
        const uint64 before = ReadHostClock();
        GLint64 ticks = 0;
        glGetInteger64v(GL_TIMESTAMP, &ticks);
        const uint64 took = ReadHostClock() - before;
        if (took < shortest)
        {
            shortest = took;
            best = {.Ticks = static_cast<uint64>(ticks), .HostNanoseconds = before + took / 2};
        }
    }
    const BackendStatus status = Gpu.TakeErrors();
    reading = status == BackendStatus::Ready ? best : reading;
    return status;
}
} // namespace ludus::graphics::rhi::internal::opengl
