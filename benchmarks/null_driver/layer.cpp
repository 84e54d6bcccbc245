// The null driver's side of the loader: negotiation, creation of instances and devices, and the look-up of functions.
// Enabled by VK_INSTANCE_LAYERS=VK_LAYER_LUDUS_null with VK_LAYER_PATH naming the manifest's folder.
#include "dispatch_key.h"
#include "replacements.h"

#include <vulkan/vk_layer.h>
#include <vulkan/vulkan.h>

#include <mutex>
#include <string_view>
#include <unordered_map>

namespace ludus::null_driver
{
namespace
{
// What lies below us. The destroy functions are asked for at creation: asked for later, the loader answers with the top
// of the whole chain, which would lead back to us.
struct InstanceBelow
{
    PFN_vkGetInstanceProcAddr GetFunction = nullptr;
    PFN_vkDestroyInstance Destroy = nullptr;
};

struct DeviceBelow
{
    PFN_vkGetDeviceProcAddr GetFunction = nullptr;
    PFN_vkDestroyDevice Destroy = nullptr;
};

std::mutex s_Mutex;
std::unordered_map<void*, InstanceBelow> s_Instances;
std::unordered_map<void*, DeviceBelow> s_Devices;

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetInstanceFunction(VkInstance instance, const char* name);
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL GetDeviceFunction(VkDevice device, const char* name);

InstanceBelow Below(VkInstance instance)
{
    const std::lock_guard lock(s_Mutex);
    return s_Instances.at(DispatchKey(instance));
}

DeviceBelow Below(VkDevice device)
{
    const std::lock_guard lock(s_Mutex);
    return s_Devices.at(DispatchKey(device));
}

// The loader's structure that leads to the layer or driver below, in the chain of a creation call.
template <typename Link>
Link* FindLink(const void* chain, VkStructureType type)
{
    auto* link = const_cast<Link*>(static_cast<const Link*>(chain));
    while (link != nullptr && !(link->sType == type && link->function == VK_LAYER_LINK_INFO))
    {
        link = const_cast<Link*>(static_cast<const Link*>(link->pNext));
    }
    return link;
}

VKAPI_ATTR VkResult VKAPI_CALL CreateInstance(const VkInstanceCreateInfo* info, const VkAllocationCallbacks* allocator,
                                              VkInstance* instance)
{
    auto* link = FindLink<VkLayerInstanceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_INSTANCE_CREATE_INFO);
    if (link == nullptr)
    {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const PFN_vkGetInstanceProcAddr next = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;

    const auto create = reinterpret_cast<PFN_vkCreateInstance>(next(VK_NULL_HANDLE, "vkCreateInstance"));
    const VkResult result = create(info, allocator, instance);
    if (result == VK_SUCCESS)
    {
        const std::lock_guard lock(s_Mutex);
        s_Instances[DispatchKey(*instance)] = {
            next, reinterpret_cast<PFN_vkDestroyInstance>(next(*instance, "vkDestroyInstance"))};
    }
    return result;
}

VKAPI_ATTR void VKAPI_CALL DestroyInstance(VkInstance instance, const VkAllocationCallbacks* allocator)
{
    if (instance == VK_NULL_HANDLE)
    {
        return;
    }
    void* const key = DispatchKey(instance);
    Below(instance).Destroy(instance, allocator);
    const std::lock_guard lock(s_Mutex);
    s_Instances.erase(key);
}

VKAPI_ATTR VkResult VKAPI_CALL CreateDevice(VkPhysicalDevice physicalDevice, const VkDeviceCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkDevice* device)
{
    auto* link = FindLink<VkLayerDeviceCreateInfo>(info->pNext, VK_STRUCTURE_TYPE_LOADER_DEVICE_CREATE_INFO);
    if (link == nullptr)
    {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    const PFN_vkGetInstanceProcAddr nextInstance = link->u.pLayerInfo->pfnNextGetInstanceProcAddr;
    const PFN_vkGetDeviceProcAddr next = link->u.pLayerInfo->pfnNextGetDeviceProcAddr;
    link->u.pLayerInfo = link->u.pLayerInfo->pNext;

    const auto create = reinterpret_cast<PFN_vkCreateDevice>(nextInstance(VK_NULL_HANDLE, "vkCreateDevice"));
    const VkResult result = create(physicalDevice, info, allocator, device);
    if (result != VK_SUCCESS)
    {
        return result;
    }
    SubmitFunctions submits;
    submits.Submit = reinterpret_cast<PFN_vkQueueSubmit>(next(*device, "vkQueueSubmit"));
    submits.Submit2 = reinterpret_cast<PFN_vkQueueSubmit2>(next(*device, "vkQueueSubmit2"));
    if (submits.Submit2 == nullptr)
    {
        submits.Submit2 = reinterpret_cast<PFN_vkQueueSubmit2>(next(*device, "vkQueueSubmit2KHR"));
    }
    RememberSubmits(*device, submits);
    const std::lock_guard lock(s_Mutex);
    s_Devices[DispatchKey(*device)] = {next, reinterpret_cast<PFN_vkDestroyDevice>(next(*device, "vkDestroyDevice"))};
    return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL DestroyDevice(VkDevice device, const VkAllocationCallbacks* allocator)
{
    if (device == VK_NULL_HANDLE)
    {
        return;
    }
    void* const key = DispatchKey(device);
    ForgetSubmits(device);
    Below(device).Destroy(device, allocator);
    const std::lock_guard lock(s_Mutex);
    s_Devices.erase(key);
}

// Functions of the layer itself, whatever the handle.
PFN_vkVoidFunction FindOwn(std::string_view name)
{
    if (name == "vkGetInstanceProcAddr")
    {
        return reinterpret_cast<PFN_vkVoidFunction>(GetInstanceFunction);
    }
    if (name == "vkGetDeviceProcAddr")
    {
        return reinterpret_cast<PFN_vkVoidFunction>(GetDeviceFunction);
    }
    if (name == "vkCreateInstance")
    {
        return reinterpret_cast<PFN_vkVoidFunction>(CreateInstance);
    }
    if (name == "vkDestroyInstance")
    {
        return reinterpret_cast<PFN_vkVoidFunction>(DestroyInstance);
    }
    if (name == "vkCreateDevice")
    {
        return reinterpret_cast<PFN_vkVoidFunction>(CreateDevice);
    }
    if (name == "vkDestroyDevice")
    {
        return reinterpret_cast<PFN_vkVoidFunction>(DestroyDevice);
    }
    return nullptr;
}

// A function the driver lacks stays absent: the library above must not see more than there is.
PFN_vkVoidFunction ReplacedOr(PFN_vkVoidFunction real, const char* name)
{
    if (real == nullptr)
    {
        return nullptr;
    }
    const PFN_vkVoidFunction replacement = FindReplacement(name);
    return replacement != nullptr ? replacement : real;
}

PFN_vkVoidFunction GetInstanceFunction(VkInstance instance, const char* name)
{
    if (const PFN_vkVoidFunction own = FindOwn(name); own != nullptr)
    {
        return own;
    }
    return instance != VK_NULL_HANDLE ? ReplacedOr(Below(instance).GetFunction(instance, name), name) : nullptr;
}

PFN_vkVoidFunction GetDeviceFunction(VkDevice device, const char* name)
{
    const std::string_view asked = name;
    if (asked == "vkGetDeviceProcAddr" || asked == "vkDestroyDevice")
    {
        return FindOwn(asked);
    }
    return ReplacedOr(Below(device).GetFunction(device, name), name);
}
} // namespace
} // namespace ludus::null_driver

extern "C" __attribute__((visibility("default"))) VKAPI_ATTR VkResult VKAPI_CALL
vkNegotiateLoaderLayerInterfaceVersion(VkNegotiateLayerInterface* negotiation)
{
    constexpr uint32_t INTERFACE_VERSION = 2;
    if (negotiation->loaderLayerInterfaceVersion < INTERFACE_VERSION)
    {
        return VK_ERROR_INITIALIZATION_FAILED;
    }
    negotiation->loaderLayerInterfaceVersion = INTERFACE_VERSION;
    negotiation->pfnGetInstanceProcAddr = ludus::null_driver::GetInstanceFunction;
    negotiation->pfnGetDeviceProcAddr = ludus::null_driver::GetDeviceFunction;
    negotiation->pfnGetPhysicalDeviceProcAddr = nullptr;
    return VK_SUCCESS;
}
