// What the null driver does in place of the driver below it.
//
// Commands (vkCmd*) and descriptor writes do nothing. Descriptor sets are numbers: a software driver spends
// microseconds on each, which would hide the library under test. Submissions reach the driver with their semaphores and
// fences but without command buffers, so that everything waited for completes. Objects, memory, mappings, render passes
// and pipelines stay the driver's own: the library above sees a full device.
#include "replacements.h"

#include "counters.h"
#include "dispatch_key.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <cstring>
#include <iterator>
#include <mutex>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace ludus::null_driver
{
namespace
{
std::mutex s_SubmitsMutex;
std::unordered_map<void*, SubmitFunctions> s_Submits;

SubmitFunctions SubmitsOf(VkQueue queue)
{
    const std::lock_guard lock(s_SubmitsMutex);
    return s_Submits.at(DispatchKey(queue));
}

// The caller passes the arguments of the real command; they stay unread (see counters.cpp).
void NoCommand() {}

VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit(VkQueue queue, uint32_t count, const VkSubmitInfo* submits, VkFence fence)
{
    CountCall("vkQueueSubmit");
    std::vector<VkSubmitInfo> empty(submits, submits + count);
    for (VkSubmitInfo& submit : empty)
    {
        submit.commandBufferCount = 0;
        submit.pCommandBuffers = nullptr;
    }
    return SubmitsOf(queue).Submit(queue, count, empty.data(), fence);
}

VKAPI_ATTR VkResult VKAPI_CALL QueueSubmit2(VkQueue queue, uint32_t count, const VkSubmitInfo2* submits, VkFence fence)
{
    CountCall("vkQueueSubmit2");
    std::vector<VkSubmitInfo2> empty(submits, submits + count);
    for (VkSubmitInfo2& submit : empty)
    {
        submit.commandBufferInfoCount = 0;
        submit.pCommandBufferInfos = nullptr;
    }
    return SubmitsOf(queue).Submit2(queue, count, empty.data(), fence);
}

// Sets are only told apart, never looked up, so two threads may be given the same numbers: no atomic addition is spent.
std::atomic<std::uintptr_t> s_LastSet{0x1000};

template <bool Counting>
VKAPI_ATTR VkResult VKAPI_CALL AllocateDescriptorSets(VkDevice /*device*/, const VkDescriptorSetAllocateInfo* info,
                                                      VkDescriptorSet* sets)
{
    if constexpr (Counting)
    {
        CountCall("vkAllocateDescriptorSets");
    }
    static_assert(sizeof(VkDescriptorSet) == sizeof(std::uintptr_t));
    std::uintptr_t last = s_LastSet.load(std::memory_order_relaxed);
    for (uint32_t i = 0; i < info->descriptorSetCount; ++i)
    {
        last += 16;
        std::memcpy(&sets[i], &last, sizeof last);
    }
    s_LastSet.store(last, std::memory_order_relaxed);
    return VK_SUCCESS;
}

PFN_vkVoidFunction AllocateFunction()
{
    return IsCounting() ? reinterpret_cast<PFN_vkVoidFunction>(AllocateDescriptorSets<true>)
                        : reinterpret_cast<PFN_vkVoidFunction>(AllocateDescriptorSets<false>);
}

VkResult Succeed()
{
    return VK_SUCCESS;
}

// Functions that only answer VK_SUCCESS. Names and tags are among them because a driver would look a descriptor set's
// number up as an object.
constexpr std::string_view SUCCEEDING[] = {"vkFreeDescriptorSets", "vkResetDescriptorPool",
                                           "vkSetDebugUtilsObjectNameEXT", "vkSetDebugUtilsObjectTagEXT"};
} // namespace

void RememberSubmits(VkDevice device, const SubmitFunctions& functions)
{
    const std::lock_guard lock(s_SubmitsMutex);
    s_Submits[DispatchKey(device)] = functions;
}

void ForgetSubmits(VkDevice device)
{
    const std::lock_guard lock(s_SubmitsMutex);
    s_Submits.erase(DispatchKey(device));
}

PFN_vkVoidFunction FindReplacement(const char* name)
{
    const std::string_view asked = name;
    if (asked.starts_with("vkCmd") || asked.starts_with("vkUpdateDescriptorSet"))
    {
        return IsCounting() ? CountingFunction(name) : NoCommand;
    }
    if (std::find(std::begin(SUCCEEDING), std::end(SUCCEEDING), asked) != std::end(SUCCEEDING))
    {
        return IsCounting() ? CountingFunction(name) : reinterpret_cast<PFN_vkVoidFunction>(Succeed);
    }
    if (asked == "vkAllocateDescriptorSets")
    {
        return AllocateFunction();
    }
    if (asked == "vkQueueSubmit")
    {
        return reinterpret_cast<PFN_vkVoidFunction>(QueueSubmit);
    }
    if (asked == "vkQueueSubmit2" || asked == "vkQueueSubmit2KHR")
    {
        return reinterpret_cast<PFN_vkVoidFunction>(QueueSubmit2);
    }
    return nullptr;
}
} // namespace ludus::null_driver
