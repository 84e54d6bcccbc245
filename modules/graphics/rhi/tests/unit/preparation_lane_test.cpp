// The lane that prepares shaders and pipelines: order, bound, stop, and a thread that cannot be started.
#include "backends/common/preparation_lane.h"

#include <atomic>
#include <chrono>
#include <gtest/gtest.h>
#include <thread>

namespace ludus::graphics::rhi::tests
{
namespace
{
using namespace internal;
using foundation::Owned;

std::atomic<int> s_Alive{0};

// Notes the thread it was prepared on, and waits there until it may go on.
class Task final : public PreparationTask
{
public:
    Task(int number, std::atomic<bool>* gate) noexcept : Number(number), Gate(gate) { ++s_Alive; }

    Task(const Task&) = delete;
    Task& operator=(const Task&) = delete;

    ~Task() override { --s_Alive; }

    void Prepare() noexcept override
    {
        while (Gate != nullptr && !Gate->load())
        {
            std::this_thread::yield();
        }
        Thread = std::this_thread::get_id();
    }

    int Number;
    std::atomic<bool>* Gate;
    std::thread::id Thread{};
};

Owned<PreparationTask> Make(int number, std::atomic<bool>* gate = nullptr)
{
    return foundation::MakeOwned<Task>(number, gate);
}

// The next finished task, waited for.
Owned<PreparationTask> Wait(PreparationLane& lane)
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    Owned<PreparationTask> task = lane.Collect();
    while (!task && std::chrono::steady_clock::now() < end)
    {
        std::this_thread::yield();
        task = lane.Collect();
    }
    return task;
}

int NumberOf(const Owned<PreparationTask>& task)
{
    return task ? static_cast<const Task&>(*task).Number : -1;
}

TEST(PreparationLane, TasksAreFinishedInOrderOnAnotherThread)
{
    PreparationLane lane;
    for (int round = 0; round < 3; ++round)
    {
        for (int i = 0; i < static_cast<int>(MAX_WORKER_QUEUE_TASKS); ++i)
        {
            Owned<PreparationTask> task = Make(i);
            EXPECT_TRUE(lane.Submit(task));
            EXPECT_FALSE(task);
        }
        for (int i = 0; i < static_cast<int>(MAX_WORKER_QUEUE_TASKS); ++i)
        {
            const Owned<PreparationTask> done = Wait(lane);
            ASSERT_EQ(NumberOf(done), i);
            EXPECT_NE(static_cast<const Task&>(*done).Thread, std::this_thread::get_id());
        }
        EXPECT_FALSE(lane.Collect());
    }
    EXPECT_EQ(s_Alive, 0);
}

TEST(PreparationLane, CollectingDoesNotWait)
{
    std::atomic<bool> gate{false};
    PreparationLane lane;
    Owned<PreparationTask> task = Make(1, &gate);
    ASSERT_TRUE(lane.Submit(task));
    EXPECT_FALSE(lane.Collect());
    gate = true;
    EXPECT_EQ(NumberOf(Wait(lane)), 1);
}

TEST(PreparationLane, StoppingFinishesTheTaskAtHandAndBeginsNoOther)
{
    std::atomic<bool> gate{false};
    {
        PreparationLane lane;
        Owned<PreparationTask> task = Make(0);
        ASSERT_TRUE(lane.Submit(task));
        ASSERT_EQ(NumberOf(Wait(lane)), 0);
        for (int i = 1; i < 5; ++i)
        {
            task = Make(i, &gate);
            ASSERT_TRUE(lane.Submit(task));
        }
        std::thread opener(
            [&gate]
            {
                std::this_thread::sleep_for(std::chrono::milliseconds(5));
                gate = true;
            });
        lane.Stop();
        opener.join();
        lane.Stop(); // harmless
        int finished = 0;
        while (lane.Collect())
        {
            ++finished;
        }
        EXPECT_LE(finished, 4);
        // It can be used again, and forgets what it had not begun.
        task = Make(9);
        ASSERT_TRUE(lane.Submit(task));
        EXPECT_EQ(NumberOf(Wait(lane)), 9);
        EXPECT_EQ(s_Alive, 0);
    }
    EXPECT_EQ(s_Alive, 0);
}

TEST(PreparationLane, ALaneThatGoesTakesItsTasksAlong)
{
    {
        PreparationLane lane;
        for (int i = 0; i < 20; ++i)
        {
            Owned<PreparationTask> task = Make(i);
            ASSERT_TRUE(lane.Submit(task));
        }
    }
    EXPECT_EQ(s_Alive, 0);
}

TEST(PreparationLane, AThreadThatCannotBeStartedRefusesTheTask)
{
    PreparationLane lane([](pthread_t*, const pthread_attr_t*, void* (*)(void*), void*) { return 11; });
    Owned<PreparationTask> task = Make(3);
    EXPECT_FALSE(lane.Submit(task));
    EXPECT_EQ(NumberOf(task), 3);
    EXPECT_FALSE(lane.Collect());
    task.Reset();
    EXPECT_EQ(s_Alive, 0);
}
} // namespace
} // namespace ludus::graphics::rhi::tests
