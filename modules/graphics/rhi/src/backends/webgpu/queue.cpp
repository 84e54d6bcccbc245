#include "backends/webgpu/queue.h"

#include <algorithm>
#include <chrono>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
// Between two looks at the GPU: short at first, for work that is nearly done.
constexpr uint64 SHORTEST_PAUSE = 20'000;
constexpr uint64 LONGEST_PAUSE = 1'000'000;
} // namespace

void Queue::Submit(WGPUCommandBuffer commands, uint64 ordinal) noexcept
{
    Gpu.Results.Submitted = ordinal;
    wgpuQueueSubmit(Gpu.Queue.Get(), 1, &commands);
    WGPUQueueWorkDoneCallbackInfo answer = WGPU_QUEUE_WORK_DONE_CALLBACK_INFO_INIT;
    answer.mode = WGPUCallbackMode_AllowProcessEvents;
    answer.callback = LateResults::OnWorkDone;
    answer.userdata1 = Gpu.Results.GetSession();
    answer.userdata2 = ToUserData(static_cast<uint32>(ordinal));
    wgpuQueueOnSubmittedWorkDone(Gpu.Queue.Get(), answer);
}

uint64 Queue::PollCompleted() noexcept
{
    if (Gpu.Results.Completed != Gpu.Results.Submitted && !Gpu.IsLost())
    {
        Gpu.ProcessEvents();
    }
    return Gpu.Results.GetCompleted();
}

bool Queue::Wait(uint64 ordinal, uint64 nanoseconds) noexcept
{
    const auto end = std::chrono::steady_clock::now() + std::chrono::nanoseconds(nanoseconds);
    uint64 pause = SHORTEST_PAUSE;
    for (;;)
    {
        static_cast<void>(PollCompleted()); // of a transfer that was refused Poll has to hear first
        if (Gpu.Results.Completed >= ordinal)
        {
            return true;
        }
        if (!CanWait() || Gpu.IsLost() || std::chrono::steady_clock::now() >= end)
        {
            return false;
        }
        Pause(pause);
        pause = std::min(pause * 2, LONGEST_PAUSE);
    }
}

bool Queue::Drain() noexcept
{
    return !CanWait() || Wait(Gpu.Results.Submitted, DRAIN_NANOSECONDS) || Gpu.IsLost();
}
} // namespace ludus::graphics::rhi::internal::webgpu
