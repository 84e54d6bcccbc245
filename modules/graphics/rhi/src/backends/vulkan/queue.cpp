#include "backends/vulkan/queue.h"

#include <algorithm>
#include <utility>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// Room for one more element, grown in steps that keep the cost of many small growths linear.
template <class T>
bool ReserveFor(foundation::Array<T>& array, usize size) noexcept
{
    return size <= array.Capacity() || array.Reserve(std::max<usize>(size, array.Capacity() * 2));
}
} // namespace

BackendStatus Queue::Start(uint32 count) noexcept
{
    const VkFenceCreateInfo fence{
        .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
    };
    const BackendStatus made = Gpu.Made(Gpu.Vk.vkCreateFence(Gpu.Handle, &fence, nullptr, &End), End);
    if (made != BackendStatus::Ready)
    {
        return made;
    }
    for (uint32 i = 0; i < count; ++i)
    {
        Flight* flight = nullptr; // not returned yet, so that the next round makes another
        const BackendStatus status = Take(flight);
        if (status != BackendStatus::Ready)
        {
            return status;
        }
    }
    for (auto& flight : Flights)
    {
        Return(*flight);
    }
    return BackendStatus::Ready;
}

void Queue::Stop() noexcept
{
    Gpu.Vk.vkDestroyFence(Gpu.Handle, std::exchange(End, VK_NULL_HANDLE), nullptr);
    for (auto& flight : Flights)
    {
        Destroy(*flight);
    }
    Flights.Release();
    Free.Release();
    InFlight.Release();
}

BackendStatus Queue::Make(Flight& flight) noexcept
{
    const VkCommandPoolCreateInfo pool{
        .sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO,
        .pNext = nullptr,
        .flags = VK_COMMAND_POOL_CREATE_TRANSIENT_BIT,
        .queueFamilyIndex = Gpu.QueueFamily,
    };
    BackendStatus status = Gpu.Made(Gpu.Vk.vkCreateCommandPool(Gpu.Handle, &pool, nullptr, &flight.Pool), flight.Pool);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    const VkCommandBufferAllocateInfo commands{
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO,
        .pNext = nullptr,
        .commandPool = flight.Pool,
        .level = VK_COMMAND_BUFFER_LEVEL_PRIMARY,
        .commandBufferCount = 1,
    };
    status = Gpu.Note(Gpu.Vk.vkAllocateCommandBuffers(Gpu.Handle, &commands, &flight.Commands));
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    const VkFenceCreateInfo fence{
        .sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
    };
    status = Gpu.Made(Gpu.Vk.vkCreateFence(Gpu.Handle, &fence, nullptr, &flight.Fence), flight.Fence);
    if (status != BackendStatus::Ready || Gpu.Surface == VK_NULL_HANDLE)
    {
        return status;
    }
    const VkSemaphoreCreateInfo semaphore{
        .sType = VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
    };
    return Gpu.Made(Gpu.Vk.vkCreateSemaphore(Gpu.Handle, &semaphore, nullptr, &flight.Acquired), flight.Acquired);
}

void Queue::Destroy(Flight& flight) noexcept
{
    Gpu.Vk.vkDestroySemaphore(Gpu.Handle, flight.Acquired, nullptr);
    Gpu.Vk.vkDestroyFence(Gpu.Handle, flight.Fence, nullptr);
    Gpu.Vk.vkDestroyCommandPool(Gpu.Handle, flight.Pool, nullptr); // and its command buffer
    flight = {};
}

BackendStatus Queue::Take(Flight*& flight) noexcept
{
    if (Free.IsEmpty())
    {
        static_cast<void>(PollCompleted());
    }
    if (!Free.IsEmpty())
    {
        Flight& reused = *Free.Back();
        BackendStatus status = Gpu.Note(Gpu.Vk.vkResetFences(Gpu.Handle, 1, &reused.Fence));
        if (status == BackendStatus::Ready)
        {
            status = Rewind(reused);
        }
        if (status == BackendStatus::Ready)
        {
            Free.PopBack();
            flight = &reused;
        }
        return status;
    }
    const usize count = Flights.Size() + 1;
    if (!ReserveFor(Flights, count) || !ReserveFor(Free, count) || !ReserveFor(InFlight, count))
    {
        return BackendStatus::OutOfMemory;
    }
    auto made = foundation::MakeOwned<Flight>();
    if (!made)
    {
        return BackendStatus::OutOfMemory;
    }
    const BackendStatus status = Make(*made);
    if (status != BackendStatus::Ready)
    {
        Destroy(*made);
        return status;
    }
    flight = made.Get();
    Flights.AppendReserved(std::move(made));
    return BackendStatus::Ready;
}

BackendStatus Queue::Begin(Flight& flight) noexcept
{
    const VkCommandBufferBeginInfo begin{
        .sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO,
        .pNext = nullptr,
        .flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT,
        .pInheritanceInfo = nullptr,
    };
    return Gpu.Note(Gpu.Vk.vkBeginCommandBuffer(flight.Commands, &begin));
}

BackendStatus Queue::Rewind(Flight& flight) noexcept
{
    return Gpu.Note(Gpu.Vk.vkResetCommandPool(Gpu.Handle, flight.Pool, 0));
}

BackendStatus Queue::SubmitInfo(const VkSubmitInfo& info, VkFence fence) noexcept
{
    return Gpu.Note(Gpu.Vk.vkQueueSubmit(Gpu.Queue, 1, &info, fence));
}

BackendStatus Queue::Submit(Flight& flight) noexcept
{
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &flight.Commands;
    return SubmitInfo(info, flight.Fence);
}

BackendStatus Queue::Submit(Flight& flight, uint64 ordinal, const FrameSemaphores& semaphores) noexcept
{
    // The image's first use is the pass's own transition, which starts from this stage (pass_states.cpp).
    constexpr VkPipelineStageFlags WAIT_STAGE = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.waitSemaphoreCount = semaphores.Acquired != VK_NULL_HANDLE ? 1U : 0U;
    info.pWaitSemaphores = &semaphores.Acquired;
    info.pWaitDstStageMask = &WAIT_STAGE;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &flight.Commands;
    info.signalSemaphoreCount = semaphores.Rendered != VK_NULL_HANDLE ? 1U : 0U;
    info.pSignalSemaphores = &semaphores.Rendered;
    const BackendStatus status = SubmitInfo(info, flight.Fence);
    if (status == BackendStatus::Ready)
    {
        flight.Ordinal = ordinal;
        LastSubmitted = ordinal;
        InFlight.AppendReserved(&flight);
    }
    return status;
}

void Queue::Consume(VkSemaphore semaphore) noexcept
{
    constexpr VkPipelineStageFlags WAIT_STAGE = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.waitSemaphoreCount = 1;
    info.pWaitSemaphores = &semaphore;
    info.pWaitDstStageMask = &WAIT_STAGE;
    static_cast<void>(SubmitInfo(info, VK_NULL_HANDLE));
    static_cast<void>(Drain());
}

void Queue::RetireFirst() noexcept
{
    Flight& first = *InFlight[0];
    LastCompleted = first.Ordinal;
    // A handful of entries at most: moving them is cheaper than a ring is to read.
    for (usize i = 1; i < InFlight.Size(); ++i)
    {
        InFlight[i - 1] = InFlight[i];
    }
    InFlight.PopBack();
    Return(first);
}

uint64 Queue::PollCompleted() noexcept
{
    while (!InFlight.IsEmpty() && !Gpu.IsLost)
    {
        const VkResult result = Gpu.Vk.vkGetFenceStatus(Gpu.Handle, InFlight[0]->Fence);
        if (result != VK_SUCCESS)
        {
            static_cast<void>(Gpu.Note(result));
            break;
        }
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
    for (const Flight* flight : InFlight)
    {
        if (flight->Ordinal == ordinal && !Gpu.IsLost)
        {
            const VkFence fence = flight->Fence;
            static_cast<void>(Gpu.Note(Gpu.Vk.vkWaitForFences(Gpu.Handle, 1, &fence, VK_TRUE, nanoseconds)));
            break;
        }
    }
    return PollCompleted() >= ordinal;
}

bool Queue::WaitForEnd() noexcept
{
    const VkResult result = Gpu.Vk.vkWaitForFences(Gpu.Handle, 1, &End, VK_TRUE, DRAIN_NANOSECONDS);
    static_cast<void>(Gpu.Note(result));
    return result == VK_SUCCESS;
}

// An empty submission ends when all before it have; the wait for the idle queue, which has no limit, then has nothing
// left but presentation.
bool Queue::Drain() noexcept
{
    if (!Gpu.IsLost && End != VK_NULL_HANDLE && !IsStuck)
    {
        VkSubmitInfo info{};
        info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
        IsStuck = SubmitInfo(info, End) != BackendStatus::Ready || !WaitForEnd() ||
                  Gpu.Note(Gpu.Vk.vkResetFences(Gpu.Handle, 1, &End)) != BackendStatus::Ready ||
                  Gpu.Note(Gpu.Vk.vkQueueWaitIdle(Gpu.Queue)) != BackendStatus::Ready;
    }
    static_cast<void>(PollCompleted());
    return !IsStuck || Gpu.IsLost;
}
} // namespace ludus::graphics::rhi::internal::vulkan
