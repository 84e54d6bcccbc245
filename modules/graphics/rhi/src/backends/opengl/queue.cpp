#include "backends/opengl/queue.h"

#include <algorithm>

namespace ludus::graphics::rhi::internal::opengl
{
BackendStatus Queue::Reserve() noexcept
{
    const bool hasRoom =
        InFlight.Size() < InFlight.Capacity() || InFlight.Reserve(std::max<usize>(4, InFlight.Capacity() * 2));
    return hasRoom ? BackendStatus::Ready : BackendStatus::OutOfMemory;
}

BackendStatus Queue::Submit(uint64 ordinal) noexcept
{
    const GLsync fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    if (fence == nullptr)
    {
        const BackendStatus status = Gpu.TakeErrors();
        return status == BackendStatus::Ready ? BackendStatus::Refused : status;
    }
    InFlight.AppendReserved({.Ordinal = ordinal, .Fence = fence});
    glFlush();
    return BackendStatus::Ready;
}

// A handful of entries at most: moving them is cheaper than a ring is to read.
void Queue::RetireFirst() noexcept
{
    LastCompleted = InFlight[0].Ordinal;
    glDeleteSync(InFlight[0].Fence);
    for (usize i = 1; i < InFlight.Size(); ++i)
    {
        InFlight[i - 1] = InFlight[i];
    }
    InFlight.PopBack();
}

bool Queue::WaitFor(GLsync fence, uint64 nanoseconds) noexcept
{
    nanoseconds = Gpu.Facts.CanWait ? nanoseconds : 0;
    const GLenum answer = glClientWaitSync(fence, nanoseconds != 0 ? GL_SYNC_FLUSH_COMMANDS_BIT : 0U, nanoseconds);
    if (answer == GL_WAIT_FAILED)
    {
        Gpu.LookForLoss();
        static_cast<void>(Gpu.TakeErrors());
    }
    return answer == GL_ALREADY_SIGNALED || answer == GL_CONDITION_SATISFIED;
}

uint64 Queue::PollCompleted() noexcept
{
    while (IsBusy() && WaitFor(InFlight[0].Fence, 0))
    {
        RetireFirst();
    }
    return LastCompleted;
}

bool Queue::Wait(uint64 ordinal, uint64 nanoseconds) noexcept
{
    if (PollCompleted() >= ordinal)
    {
        return true;
    }
    for (const Flight& flight : InFlight)
    {
        if (flight.Ordinal == ordinal && !Gpu.IsLost)
        {
            static_cast<void>(WaitFor(flight.Fence, nanoseconds));
            break;
        }
    }
    return PollCompleted() >= ordinal;
}

bool Queue::Drain() noexcept
{
    if (IsBusy())
    {
        static_cast<void>(WaitFor(InFlight.Back().Fence, DRAIN_NANOSECONDS));
    }
    static_cast<void>(PollCompleted());
    return !IsBusy() || !Gpu.Facts.CanWait; // the browser keeps what its GPU still needs
}

void Queue::Stop() noexcept
{
    for (const Flight& flight : InFlight)
    {
        glDeleteSync(flight.Fence);
    }
    InFlight.Release();
}
} // namespace ludus::graphics::rhi::internal::opengl
