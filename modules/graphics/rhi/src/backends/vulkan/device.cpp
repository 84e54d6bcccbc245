#include "backends/vulkan/device.h"

#include "backends/vulkan/surface_native.h"
#include "backends/vulkan/validation_log.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
using foundation::Array;

constexpr const char* VALIDATION_LAYER = "VK_LAYER_KHRONOS_validation";

VKAPI_ATTR VkBool32 VKAPI_CALL OnMessage(VkDebugUtilsMessageSeverityFlagBitsEXT, VkDebugUtilsMessageTypeFlagsEXT,
                                         const VkDebugUtilsMessengerCallbackDataEXT* data, void*) noexcept
{
    LogVulkanValidationMessage(data->pMessage);
    return VK_FALSE;
}

constexpr VkDebugUtilsMessengerCreateInfoEXT MESSENGER{
    .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT,
    .pNext = nullptr,
    .flags = 0,
    .messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT | VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT,
    .messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT,
    .pfnUserCallback = OnMessage,
    .pUserData = nullptr,
};

bool Contains(std::span<const VkExtensionProperties> extensions, const char* name) noexcept
{
    for (const VkExtensionProperties& extension : extensions)
    {
        if (std::strcmp(extension.extensionName, name) == 0)
        {
            return true;
        }
    }
    return false;
}

bool ListInstanceExtensions(Array<VkExtensionProperties>& list) noexcept
{
    uint32 count = 0;
    if (vkEnumerateInstanceExtensionProperties(nullptr, &count, nullptr) != VK_SUCCESS || !list.Resize(count))
    {
        return false;
    }
    return vkEnumerateInstanceExtensionProperties(nullptr, &count, list.Data()) >= VK_SUCCESS;
}

bool HasValidationLayer() noexcept
{
    uint32 count = 0;
    Array<VkLayerProperties> layers;
    if (vkEnumerateInstanceLayerProperties(&count, nullptr) != VK_SUCCESS || !layers.Resize(count) ||
        vkEnumerateInstanceLayerProperties(&count, layers.Data()) < VK_SUCCESS)
    {
        return false;
    }
    for (const VkLayerProperties& layer : layers)
    {
        if (std::strcmp(layer.layerName, VALIDATION_LAYER) == 0)
        {
            return true;
        }
    }
    return false;
}

// How gladly we take an adapter; discrete first, then what shares memory, then what emulates.
uint32 Rank(VkPhysicalDeviceType type) noexcept
{
    switch (type)
    {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
        return 5;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
        return 4;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
        return 3;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
        return 2;
    default:
        return 1;
    }
}

constexpr uint32 NO_FAMILY = ~uint32{0};
constexpr uint32 MAX_FAMILIES = 32;

// The first family that draws and computes (wherever one draws, one does both) and, for a window, presents.
uint32 FindQueueFamily(VkPhysicalDevice adapter, VkSurfaceKHR surface) noexcept
{
    VkQueueFamilyProperties families[MAX_FAMILIES];
    uint32 count = MAX_FAMILIES;
    vkGetPhysicalDeviceQueueFamilyProperties(adapter, &count, families);
    for (uint32 i = 0; i < count; ++i)
    {
        VkBool32 presents = VK_TRUE;
        if (surface != VK_NULL_HANDLE &&
            vkGetPhysicalDeviceSurfaceSupportKHR(adapter, i, surface, &presents) != VK_SUCCESS)
        {
            presents = VK_FALSE;
        }
        constexpr VkQueueFlags NEEDED = VK_QUEUE_GRAPHICS_BIT | VK_QUEUE_COMPUTE_BIT;
        if ((families[i].queueFlags & NEEDED) == NEEDED && presents == VK_TRUE)
        {
            return i;
        }
    }
    return NO_FAMILY;
}

// Whether an adapter has an extension.
BackendStatus FindExtension(VkPhysicalDevice adapter, const char* name, bool& isFound) noexcept
{
    uint32 count = 0;
    Array<VkExtensionProperties> list;
    isFound = false;
    if (vkEnumerateDeviceExtensionProperties(adapter, nullptr, &count, nullptr) != VK_SUCCESS)
    {
        return BackendStatus::Ready;
    }
    if (!list.Resize(count))
    {
        return BackendStatus::OutOfMemory;
    }
    isFound = vkEnumerateDeviceExtensionProperties(adapter, nullptr, &count, list.Data()) >= VK_SUCCESS &&
              Contains(list.Span(), name);
    return BackendStatus::Ready;
}

bool HasSwapchains(VkPhysicalDevice adapter) noexcept
{
    bool isFound = false;
    return FindExtension(adapter, VK_KHR_SWAPCHAIN_EXTENSION_NAME, isFound) == BackendStatus::Ready && isFound;
}

// One extension under two names: the functions have the same signatures.
struct ClockExtension final
{
    const char* Name;
    const char* ListDomains;
    const char* ReadCalibrated;
};

constexpr ClockExtension CLOCK_EXTENSIONS[] = {
    {"VK_KHR_calibrated_timestamps", "vkGetPhysicalDeviceCalibrateableTimeDomainsKHR", "vkGetCalibratedTimestampsKHR"},
    {VK_EXT_CALIBRATED_TIMESTAMPS_EXTENSION_NAME, "vkGetPhysicalDeviceCalibrateableTimeDomainsEXT",
     "vkGetCalibratedTimestampsEXT"},
};

// Whether the clocks of the device and of the host can be read together.
bool HasHostClock(VkInstance instance, VkPhysicalDevice adapter, const char* function) noexcept
{
    const auto list =
        reinterpret_cast<PFN_vkGetPhysicalDeviceCalibrateableTimeDomainsEXT>(vkGetInstanceProcAddr(instance, function));
    VkTimeDomainEXT domains[16];
    uint32 count = 16;
    if (list == nullptr || list(adapter, &count, domains) < VK_SUCCESS)
    {
        return false;
    }
    const VkTimeDomainEXT* const first = domains;
    const VkTimeDomainEXT* const end = first + count;
    return std::find(first, end, VK_TIME_DOMAIN_DEVICE_EXT) != end && std::find(first, end, HOST_CLOCK) != end;
}

// Null: neither extension is there with the host's clock.
BackendStatus FindClockExtension(VkInstance instance, VkPhysicalDevice adapter, const ClockExtension*& found) noexcept
{
    found = nullptr;
    for (const ClockExtension& extension : CLOCK_EXTENSIONS)
    {
        bool isThere = false;
        if (const BackendStatus status = FindExtension(adapter, extension.Name, isThere);
            status != BackendStatus::Ready)
        {
            return status;
        }
        if (isThere && HasHostClock(instance, adapter, extension.ListDomains))
        {
            found = &extension;
            return BackendStatus::Ready;
        }
    }
    return BackendStatus::Ready;
}

uint32 GetTimestampBits(VkPhysicalDevice adapter, uint32 family) noexcept
{
    VkQueueFamilyProperties families[MAX_FAMILIES];
    uint32 count = MAX_FAMILIES;
    vkGetPhysicalDeviceQueueFamilyProperties(adapter, &count, families);
    return families[family].timestampValidBits;
}

// Name and version as the driver says them; drivers without the extension have a number alone.
BackendStatus DescribeDriver(VkPhysicalDevice adapter, uint32 version, char (&text)[256]) noexcept
{
    bool hasName = false;
    const BackendStatus status = FindExtension(adapter, VK_KHR_DRIVER_PROPERTIES_EXTENSION_NAME, hasName);
    if (!hasName)
    {
        std::snprintf(text, sizeof text, "version %u.%u.%u", VK_VERSION_MAJOR(version), VK_VERSION_MINOR(version),
                      VK_VERSION_PATCH(version));
        return status;
    }
    VkPhysicalDeviceDriverProperties driver{};
    driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    VkPhysicalDeviceProperties2 query{};
    query.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    query.pNext = &driver;
    vkGetPhysicalDeviceProperties2(adapter, &query);
    std::snprintf(text, sizeof text, "%.100s %.150s", driver.driverName, driver.driverInfo);
    return status;
}

// Whether a capture tool, a profiler or a layer that shows ranges works on the adapter (VK_EXT_tooling_info).
bool HasTool(VkPhysicalDevice adapter) noexcept
{
    uint32 count = 0;
    return vkGetPhysicalDeviceToolPropertiesEXT != nullptr &&
           vkGetPhysicalDeviceToolPropertiesEXT(adapter, &count, nullptr) == VK_SUCCESS && count != 0;
}

// What of descriptor indexing is asked for and there. Version 1.2 has it in its core, and devices of that version list
// the extension as well, which asks for no newer instance.
BackendStatus ChooseIndexing(VkPhysicalDevice adapter, const DeviceDescription& description,
                             VkPhysicalDeviceDescriptorIndexingFeatures& enabled) noexcept
{
    enabled.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DESCRIPTOR_INDEXING_FEATURES;
    const bool wantsIndexing =
        description.Required.BindlessTextureIndexing || description.Preferred.BindlessTextureIndexing;
    const bool wantsTables =
        description.Required.HasRuntimeTextureArrays || description.Preferred.HasRuntimeTextureArrays;
    bool isThere = false;
    if (wantsIndexing || wantsTables)
    {
        if (const BackendStatus status = FindExtension(adapter, VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME, isThere);
            status != BackendStatus::Ready)
        {
            return status;
        }
    }
    if (!isThere)
    {
        return BackendStatus::Ready;
    }
    VkPhysicalDeviceDescriptorIndexingFeatures offered{};
    offered.sType = enabled.sType;
    VkPhysicalDeviceFeatures2 query{};
    query.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2;
    query.pNext = &offered;
    vkGetPhysicalDeviceFeatures2(adapter, &query);
    // Selection for each invocation goes through an array that a draw's other selections may be uniform in.
    if (wantsIndexing && query.features.shaderSampledImageArrayDynamicIndexing == VK_TRUE)
    {
        enabled.shaderSampledImageArrayNonUniformIndexing = offered.shaderSampledImageArrayNonUniformIndexing;
    }
    if (wantsTables && offered.runtimeDescriptorArray == VK_TRUE &&
        offered.descriptorBindingVariableDescriptorCount == VK_TRUE)
    {
        enabled.runtimeDescriptorArray = VK_TRUE;
        enabled.descriptorBindingVariableDescriptorCount = VK_TRUE;
    }
    return BackendStatus::Ready;
}

// The specification promises one of these two as a depth attachment.
VkFormat ChooseDepthFormat(VkPhysicalDevice adapter) noexcept
{
    for (const VkFormat format : {VK_FORMAT_D32_SFLOAT, VK_FORMAT_X8_D24_UNORM_PACK32})
    {
        VkFormatProperties properties{};
        vkGetPhysicalDeviceFormatProperties(adapter, format, &properties);
        if ((properties.optimalTilingFeatures & VK_FORMAT_FEATURE_DEPTH_STENCIL_ATTACHMENT_BIT) != 0)
        {
            return format;
        }
    }
    return VK_FORMAT_UNDEFINED;
}
} // namespace

BackendStatus Device::Start(const BackendRequest& request, StartupError& error) noexcept
{
    error = StartupError::InstanceUnavailable;
    BackendStatus status = StartInstance(request, error);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    if (request.Window.System != platform::WindowSystem::Headless)
    {
        error = StartupError::SurfaceUnavailable;
        status = ToStatus(CreateNativeSurface(Instance, request.Window, Surface));
        if (status != BackendStatus::Ready)
        {
            return status;
        }
    }
    error = StartupError::AdapterUnavailable;
    status = ChooseAdapter();
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    error = StartupError::DeviceUnavailable;
    status = StartDevice(request.Description);
    if (status == BackendStatus::Ready)
    {
        error = StartupError::None;
    }
    return status;
}

BackendStatus Device::StartInstance(const BackendRequest& request, StartupError& error) noexcept
{
    if (volkInitialize() != VK_SUCCESS || volkGetInstanceVersion() < VK_API_VERSION_1_1)
    {
        return BackendStatus::Refused;
    }
    Array<VkExtensionProperties> available;
    if (!ListInstanceExtensions(available))
    {
        return BackendStatus::OutOfMemory;
    }
    const bool isHeadless = request.Window.System == platform::WindowSystem::Headless;
    const char* surfaceExtension = GetSurfaceExtension(request.Window.System);
    if (!isHeadless && (surfaceExtension == nullptr || !Contains(available.Span(), surfaceExtension)))
    {
        error = surfaceExtension == nullptr ? StartupError::InvalidWindow : StartupError::SurfaceUnavailable;
        return BackendStatus::Refused;
    }
    const bool isValidating = IsVulkanValidationRequested();
    if (isValidating && !HasValidationLayer())
    {
        std::fprintf(stderr, "ludus: LUDUS_VULKAN_VALIDATION=1 asks for %s, which is not installed\n",
                     VALIDATION_LAYER);
        error = StartupError::Validation;
        return BackendStatus::Refused;
    }
    HasLabels = isValidating || Contains(available.Span(), VK_EXT_DEBUG_UTILS_EXTENSION_NAME);

    const char* extensions[4];
    uint32 extensionCount = 0;
    if (!isHeadless)
    {
        extensions[extensionCount++] = VK_KHR_SURFACE_EXTENSION_NAME;
        extensions[extensionCount++] = surfaceExtension;
    }
    if (HasLabels)
    {
        extensions[extensionCount++] = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
    }
    if (isValidating)
    {
        extensions[extensionCount++] = VK_EXT_VALIDATION_FEATURES_EXTENSION_NAME;
    }
    constexpr VkValidationFeatureEnableEXT SYNCHRONIZATION =
        VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT;
    const VkValidationFeaturesEXT validation{
        .sType = VK_STRUCTURE_TYPE_VALIDATION_FEATURES_EXT,
        .pNext = &MESSENGER, // also hears what instance creation itself has to say
        .enabledValidationFeatureCount = 1,
        .pEnabledValidationFeatures = &SYNCHRONIZATION,
        .disabledValidationFeatureCount = 0,
        .pDisabledValidationFeatures = nullptr,
    };
    const VkApplicationInfo application{
        .sType = VK_STRUCTURE_TYPE_APPLICATION_INFO,
        .pNext = nullptr,
        .pApplicationName = request.Application.Name.c_str(),
        .applicationVersion = request.Application.Version,
        .pEngineName = "Ludus",
        .engineVersion = 0,
        .apiVersion = VK_API_VERSION_1_1,
    };
    const VkInstanceCreateInfo creation{
        .sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO,
        .pNext = isValidating ? &validation : nullptr,
        .flags = 0,
        .pApplicationInfo = &application,
        .enabledLayerCount = isValidating ? 1U : 0U,
        .ppEnabledLayerNames = &VALIDATION_LAYER,
        .enabledExtensionCount = extensionCount,
        .ppEnabledExtensionNames = extensions,
    };
    BackendStatus status = ToStatus(vkCreateInstance(&creation, nullptr, &Instance));
    if (status != BackendStatus::Ready)
    {
        Instance = VK_NULL_HANDLE;
        return status;
    }
    volkLoadInstanceOnly(Instance);
    if (isValidating)
    {
        status = ToStatus(vkCreateDebugUtilsMessengerEXT(Instance, &MESSENGER, nullptr, &Messenger));
    }
    return status;
}

BackendStatus Device::ChooseAdapter() noexcept
{
    constexpr uint32 MAX_ADAPTERS = 16;
    VkPhysicalDevice adapters[MAX_ADAPTERS];
    uint32 count = MAX_ADAPTERS;
    const VkResult listed = vkEnumeratePhysicalDevices(Instance, &count, adapters);
    if (listed < VK_SUCCESS)
    {
        return ToStatus(listed);
    }
    uint32 best = 0;
    for (uint32 i = 0; i < count; ++i)
    {
        VkPhysicalDeviceProperties properties{};
        vkGetPhysicalDeviceProperties(adapters[i], &properties);
        const uint32 family = FindQueueFamily(adapters[i], Surface);
        const uint32 rank = Rank(properties.deviceType);
        if (rank <= best || family == NO_FAMILY || properties.apiVersion < VK_API_VERSION_1_1 ||
            (Surface != VK_NULL_HANDLE && !HasSwapchains(adapters[i])))
        {
            continue;
        }
        best = rank;
        Adapter = adapters[i];
        Properties = properties;
        QueueFamily = family;
    }
    if (best == 0)
    {
        return BackendStatus::Refused;
    }
    VkPhysicalDeviceMaintenance3Properties bounds{};
    bounds.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES;
    VkPhysicalDeviceProperties2 query{};
    query.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    query.pNext = &bounds;
    vkGetPhysicalDeviceProperties2(Adapter, &query);
    MaxAllocation = bounds.maxMemoryAllocationSize;
    MaxSetDescriptors = bounds.maxPerSetDescriptors;
    DepthFormat = ChooseDepthFormat(Adapter);
    TimestampBits = GetTimestampBits(Adapter, QueueFamily);
    if (const BackendStatus status = DescribeDriver(Adapter, Properties.driverVersion, Driver);
        status != BackendStatus::Ready)
    {
        return status;
    }
    Fixes = ChooseWorkarounds(Properties);
    return DepthFormat != VK_FORMAT_UNDEFINED ? BackendStatus::Ready : BackendStatus::Refused;
}

BackendStatus Device::StartDevice(const DeviceDescription& description) noexcept
{
    const ClockExtension* clocks = nullptr;
    if (description.EnableGpuTiming)
    {
        if (const BackendStatus status = FindClockExtension(Instance, Adapter, clocks); status != BackendStatus::Ready)
        {
            return status;
        }
    }
    const char* extensions[3];
    uint32 extensionCount = 0;
    if (Surface != VK_NULL_HANDLE)
    {
        extensions[extensionCount++] = VK_KHR_SWAPCHAIN_EXTENSION_NAME;
    }
    if (clocks != nullptr)
    {
        extensions[extensionCount++] = clocks->Name;
    }
    VkPhysicalDeviceFeatures offered{};
    vkGetPhysicalDeviceFeatures(Adapter, &offered);
    VkPhysicalDeviceFeatures enabled{};
    enabled.fillModeNonSolid = offered.fillModeNonSolid;
    enabled.shaderSampledImageArrayDynamicIndexing = offered.shaderSampledImageArrayDynamicIndexing;
    VkPhysicalDeviceDescriptorIndexingFeatures indexing{};
    if (const BackendStatus status = ChooseIndexing(Adapter, description, indexing); status != BackendStatus::Ready)
    {
        return status;
    }
    const bool isIndexing =
        indexing.shaderSampledImageArrayNonUniformIndexing == VK_TRUE || indexing.runtimeDescriptorArray == VK_TRUE;
    if (isIndexing)
    {
        extensions[extensionCount++] = VK_EXT_DESCRIPTOR_INDEXING_EXTENSION_NAME;
    }
    enabled.textureCompressionBC = offered.textureCompressionBC;

    constexpr float32 PRIORITY = 1.0F;
    const VkDeviceQueueCreateInfo queue{
        .sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .queueFamilyIndex = QueueFamily,
        .queueCount = 1,
        .pQueuePriorities = &PRIORITY,
    };
    const VkDeviceCreateInfo creation{
        .sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO,
        .pNext = isIndexing ? &indexing : nullptr,
        .flags = 0,
        .queueCreateInfoCount = 1,
        .pQueueCreateInfos = &queue,
        .enabledLayerCount = 0,
        .ppEnabledLayerNames = nullptr,
        .enabledExtensionCount = extensionCount,
        .ppEnabledExtensionNames = extensions,
        .pEnabledFeatures = &enabled,
    };
    const BackendStatus status = ToStatus(vkCreateDevice(Adapter, &creation, nullptr, &Handle));
    if (status != BackendStatus::Ready)
    {
        Handle = VK_NULL_HANDLE;
        return status;
    }
    volkLoadDeviceTable(&Vk, Handle);
    if (Fixes.KeepsDriverLoaded)
    {
        KeepDriverLoaded();
    }
    Vk.vkGetDeviceQueue(Handle, QueueFamily, 0, &Queue);
    if (clocks != nullptr)
    {
        ReadCalibrated =
            reinterpret_cast<PFN_vkGetCalibratedTimestampsEXT>(vkGetDeviceProcAddr(Handle, clocks->ReadCalibrated));
    }
    HasBlockCompression = enabled.textureCompressionBC == VK_TRUE;
    HasLineFill = enabled.fillModeNonSolid == VK_TRUE;
    HasUniformIndexing = enabled.shaderSampledImageArrayDynamicIndexing == VK_TRUE;
    HasNonUniformIndexing = indexing.shaderSampledImageArrayNonUniformIndexing == VK_TRUE;
    HasRuntimeArrays = indexing.runtimeDescriptorArray == VK_TRUE;
    HasLabels = HasLabels && vkSetDebugUtilsObjectNameEXT != nullptr && vkCmdBeginDebugUtilsLabelEXT != nullptr;
    LabelsPasses = HasLabels && (Messenger != VK_NULL_HANDLE || HasTool(Adapter));
    return BackendStatus::Ready;
}

void Device::Stop() noexcept
{
    if (Handle != VK_NULL_HANDLE)
    {
        Vk.vkDestroyDevice(Handle, nullptr);
        Handle = VK_NULL_HANDLE;
    }
    if (Surface != VK_NULL_HANDLE)
    {
        vkDestroySurfaceKHR(Instance, Surface, nullptr);
        Surface = VK_NULL_HANDLE;
    }
    if (Messenger != VK_NULL_HANDLE)
    {
        vkDestroyDebugUtilsMessengerEXT(Instance, Messenger, nullptr);
        Messenger = VK_NULL_HANDLE;
    }
    if (Instance != VK_NULL_HANDLE)
    {
        vkDestroyInstance(Instance, nullptr);
        Instance = VK_NULL_HANDLE;
    }
}

void Device::Describe(MeasurementAdapter& adapter) const noexcept
{
    static_assert(sizeof adapter.Name >= VK_MAX_PHYSICAL_DEVICE_NAME_SIZE && sizeof adapter.Driver == sizeof Driver);
    std::memcpy(adapter.Name, Properties.deviceName, sizeof Properties.deviceName);
    std::memcpy(adapter.Driver, Driver, sizeof Driver);
    adapter.VendorId = Properties.vendorID;
    adapter.DeviceId = Properties.deviceID;
    adapter.HasIdentity = adapter.Name[0] != 0;
    adapter.IsHardware = Properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU ||
                         Properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU;
    adapter.IsSoftware = Properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

void Device::SetName(VkObjectType type, uint64 object, const char* name) const noexcept
{
    if (!HasLabels || object == 0)
    {
        return;
    }
    const VkDebugUtilsObjectNameInfoEXT info{
        .sType = VK_STRUCTURE_TYPE_DEBUG_UTILS_OBJECT_NAME_INFO_EXT,
        .pNext = nullptr,
        .objectType = type,
        .objectHandle = object,
        .pObjectName = name,
    };
    // A name that could not be stored costs nothing but the name.
    static_cast<void>(vkSetDebugUtilsObjectNameEXT(Handle, &info));
}
} // namespace ludus::graphics::rhi::internal::vulkan
