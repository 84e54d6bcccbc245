#include "backends/common/preparation_lane.h"

#include <cassert>

namespace ludus::graphics::rhi::internal
{
bool PreparationLane::Submit(foundation::Owned<PreparationTask>& task) noexcept
{
    if (!IsRunning)
    {
        DropUnfinished();
        IsStopping = false;
        if (StartThread(&Thread, nullptr, Run, this) != 0)
        {
            return false;
        }
        IsRunning = true;
    }
    {
        const std::lock_guard lock(Guard);
        assert(Submitted - Collected < MAX_WORKER_QUEUE_TASKS && "more preparations than the frontend admits");
        Tasks[Submitted % MAX_WORKER_QUEUE_TASKS] = std::move(task);
        ++Submitted;
    }
    Changed.notify_one();
    return true;
}

foundation::Owned<PreparationTask> PreparationLane::Collect() noexcept
{
    const std::lock_guard lock(Guard);
    if (Collected == Finished)
    {
        return {};
    }
    return std::move(Tasks[Collected++ % MAX_WORKER_QUEUE_TASKS]);
}

void PreparationLane::Stop() noexcept
{
    if (!IsRunning)
    {
        return;
    }
    {
        const std::lock_guard lock(Guard);
        IsStopping = true;
    }
    Changed.notify_one();
    pthread_join(Thread, nullptr);
    IsRunning = false;
}

// Without a thread: forgets what nobody will prepare or collect.
void PreparationLane::DropUnfinished() noexcept
{
    for (foundation::Owned<PreparationTask>& task : Tasks)
    {
        task.Reset();
    }
    Collected = Finished = Submitted;
}

void* PreparationLane::Run(void* lane) noexcept
{
    static_cast<PreparationLane*>(lane)->Work();
    return nullptr;
}

void PreparationLane::Work() noexcept
{
    std::unique_lock lock(Guard);
    while (true)
    {
        Changed.wait(lock, [this] { return IsStopping || Finished != Submitted; });
        if (IsStopping)
        {
            return;
        }
        PreparationTask* task = Tasks[Finished % MAX_WORKER_QUEUE_TASKS].Get();
        lock.unlock();
        task->Prepare();
        lock.lock();
        ++Finished;
    }
}
} // namespace ludus::graphics::rhi::internal
