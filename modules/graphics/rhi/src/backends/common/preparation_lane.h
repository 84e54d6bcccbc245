// One thread beside the owner's, for work that a driver may take long over: compiling shaders and pipelines.
#pragma once

#include "boundary/backend.h"

#include <condition_variable>
#include <mutex>
#include <pthread.h>

namespace ludus::graphics::rhi::internal
{
/// One piece of work. It owns all it reads and all it makes, so that the lane touches nothing else of ours.
class PreparationTask
{
public:
    virtual ~PreparationTask() = default;

    /// On the lane's thread, once. Allocates nothing of ours.
    virtual void Prepare() noexcept = 0;
};

/// Starts a thread as pthread_create does; tests put a failing one in its place.
using ThreadStart = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);

/// Prepares tasks in the order in which they come. Everything but Prepare happens on the owner's thread. It holds at
/// most MAX_WORKER_QUEUE_TASKS tasks, those included that are finished and not collected; the frontend keeps count.
class PreparationLane final
{
public:
    explicit PreparationLane(ThreadStart start = pthread_create) noexcept : StartThread(start) {}

    PreparationLane(const PreparationLane&) = delete;
    PreparationLane& operator=(const PreparationLane&) = delete;

    ~PreparationLane() { Stop(); }

    /// Takes a task, which is then empty. The first one starts the thread: false when that fails, the task stays.
    [[nodiscard]] bool Submit(foundation::Owned<PreparationTask>& task) noexcept;

    /// The oldest task, if it is finished, else null. Never waits for work.
    [[nodiscard]] foundation::Owned<PreparationTask> Collect() noexcept;

    /// Waits for the task that is being prepared, and ends the thread. What was not begun never will be; what is
    /// finished can still be collected, and the rest goes with the next Submit or with the lane.
    void Stop() noexcept;

private:
    static void* Run(void* lane) noexcept;
    void Work() noexcept;
    void DropUnfinished() noexcept;

    ThreadStart StartThread;
    pthread_t Thread{};
    bool IsRunning{false}; // the owner's

    std::mutex Guard{};
    std::condition_variable Changed{};
    // Under Guard. Counts since the lane was made; a task's place is its number modulo the size.
    foundation::Owned<PreparationTask> Tasks[MAX_WORKER_QUEUE_TASKS]{};
    uint64 Submitted{0};
    uint64 Finished{0};
    uint64 Collected{0};
    bool IsStopping{false};
};
} // namespace ludus::graphics::rhi::internal
