// The device of the hand-written program. Objects are made once and plainly; only the recording is measured.
#include "gpu.h"

#include "../harness.h"

#include <cstring>
#include <string>

namespace ludus::benchmarks::vulkan
{
namespace
{
constexpr std::uint64_t NO_TIMEOUT = ~std::uint64_t{0};

std::uint32_t FindGraphicsFamily(VkPhysicalDevice physicalDevice)
{
    std::uint32_t count = 0;
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, nullptr);
    std::vector<VkQueueFamilyProperties> families(count);
    vkGetPhysicalDeviceQueueFamilyProperties(physicalDevice, &count, families.data());
    for (std::uint32_t family = 0; family < count; ++family)
    {
        if ((families[family].queueFlags & VK_QUEUE_GRAPHICS_BIT) != 0)
        {
            return family;
        }
    }
    Fail("queue", "the device draws on no queue family");
}
} // namespace

void Check(VkResult result, const char* call)
{
    if (result != VK_SUCCESS)
    {
        Fail(call, std::to_string(result).c_str());
    }
}

Gpu::Gpu()
{
    Check(volkInitialize(), "volkInitialize");
    VkApplicationInfo application{};
    application.sType = VK_STRUCTURE_TYPE_APPLICATION_INFO;
    application.apiVersion = VK_API_VERSION_1_1;
    VkInstanceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO;
    info.pApplicationInfo = &application;
    Check(vkCreateInstance(&info, nullptr, &Instance), "vkCreateInstance");
    volkLoadInstanceOnly(Instance);

    std::uint32_t count = 1;
    const VkResult found = vkEnumeratePhysicalDevices(Instance, &count, &PhysicalDevice);
    Check(found == VK_INCOMPLETE ? VK_SUCCESS : found, "vkEnumeratePhysicalDevices");
    if (count == 0)
    {
        Fail("device", "no Vulkan device");
    }
    ReadNames();
    CreateDevice();
}

Gpu::~Gpu()
{
    vkDestroyFence(Device, Fence, nullptr);
    vkDestroyCommandPool(Device, CommandPool, nullptr);
    vkDestroyDevice(Device, nullptr);
    vkDestroyInstance(Instance, nullptr);
}

void Gpu::ReadNames()
{
    VkPhysicalDeviceDriverProperties driver{};
    driver.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES;
    VkPhysicalDeviceProperties2 properties{};
    properties.sType = VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2;
    properties.pNext = &driver; // left empty by drivers older than Vulkan 1.2
    vkGetPhysicalDeviceProperties2(PhysicalDevice, &properties);
    DeviceName = static_cast<const char*>(properties.properties.deviceName);
    DriverName =
        std::string(static_cast<const char*>(driver.driverName)) + " " + static_cast<const char*>(driver.driverInfo);
}

void Gpu::CreateDevice()
{
    const std::uint32_t family = FindGraphicsFamily(PhysicalDevice);
    QueueFamily = family;
    const float priority = 1;
    VkDeviceQueueCreateInfo queue{};
    queue.sType = VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO;
    queue.queueFamilyIndex = family;
    queue.queueCount = 1;
    queue.pQueuePriorities = &priority;
    VkDeviceCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO;
    info.queueCreateInfoCount = 1;
    info.pQueueCreateInfos = &queue;
    Check(vkCreateDevice(PhysicalDevice, &info, nullptr, &Device), "vkCreateDevice");
    volkLoadDevice(Device);
    vkGetDeviceQueue(Device, family, 0, &Queue);

    VkCommandPoolCreateInfo pool{};
    pool.sType = VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO;
    pool.queueFamilyIndex = family;
    Check(vkCreateCommandPool(Device, &pool, nullptr, &CommandPool), "vkCreateCommandPool");
    VkCommandBufferAllocateInfo commands{};
    commands.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO;
    commands.commandPool = CommandPool;
    commands.level = VK_COMMAND_BUFFER_LEVEL_PRIMARY;
    commands.commandBufferCount = 1;
    Check(vkAllocateCommandBuffers(Device, &commands, &Commands), "vkAllocateCommandBuffers");
    VkFenceCreateInfo fence{};
    fence.sType = VK_STRUCTURE_TYPE_FENCE_CREATE_INFO;
    Check(vkCreateFence(Device, &fence, nullptr, &Fence), "vkCreateFence");
}

VkDeviceMemory Gpu::Allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags wanted) const
{
    VkPhysicalDeviceMemoryProperties memory{};
    vkGetPhysicalDeviceMemoryProperties(PhysicalDevice, &memory);
    VkMemoryAllocateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO;
    info.allocationSize = requirements.size;
    for (std::uint32_t type = 0; type < memory.memoryTypeCount; ++type)
    {
        const bool isAllowed = ((requirements.memoryTypeBits >> type) & 1U) != 0;
        if (isAllowed && (memory.memoryTypes[type].propertyFlags & wanted) == wanted)
        {
            info.memoryTypeIndex = type;
            VkDeviceMemory allocated = VK_NULL_HANDLE;
            Check(vkAllocateMemory(Device, &info, nullptr, &allocated), "vkAllocateMemory");
            return allocated;
        }
    }
    Fail("memory", "the device has no memory of the kind needed");
}

MappedBuffer Gpu::CreateBuffer(VkDeviceSize size, VkBufferUsageFlags usage, std::span<const std::byte> contents) const
{
    MappedBuffer buffer;
    VkBufferCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO;
    info.size = size;
    info.usage = usage;
    Check(vkCreateBuffer(Device, &info, nullptr, &buffer.Buffer), "vkCreateBuffer");
    VkMemoryRequirements requirements{};
    vkGetBufferMemoryRequirements(Device, buffer.Buffer, &requirements);
    buffer.Memory = Allocate(requirements, VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT);
    Check(vkBindBufferMemory(Device, buffer.Buffer, buffer.Memory, 0), "vkBindBufferMemory");
    void* bytes = nullptr;
    Check(vkMapMemory(Device, buffer.Memory, 0, VK_WHOLE_SIZE, 0, &bytes), "vkMapMemory");
    buffer.Bytes = static_cast<std::byte*>(bytes);
    if (!contents.empty())
    {
        std::memcpy(buffer.Bytes, contents.data(), contents.size());
    }
    return buffer;
}

void Gpu::Destroy(const MappedBuffer& buffer) const
{
    vkDestroyBuffer(Device, buffer.Buffer, nullptr);
    vkFreeMemory(Device, buffer.Memory, nullptr);
}

Image Gpu::CreateImage(std::uint32_t extent, VkImageUsageFlags usage, VkFormat format, VkImageAspectFlags aspect) const
{
    Image image;
    VkImageCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_IMAGE_CREATE_INFO;
    info.imageType = VK_IMAGE_TYPE_2D;
    info.format = format;
    info.extent = {extent, extent, 1};
    info.mipLevels = 1;
    info.arrayLayers = 1;
    info.samples = VK_SAMPLE_COUNT_1_BIT;
    info.tiling = VK_IMAGE_TILING_OPTIMAL;
    info.usage = usage;
    Check(vkCreateImage(Device, &info, nullptr, &image.Handle), "vkCreateImage");
    VkMemoryRequirements requirements{};
    vkGetImageMemoryRequirements(Device, image.Handle, &requirements);
    image.Memory = Allocate(requirements, VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT);
    Check(vkBindImageMemory(Device, image.Handle, image.Memory, 0), "vkBindImageMemory");

    VkImageViewCreateInfo view{};
    view.sType = VK_STRUCTURE_TYPE_IMAGE_VIEW_CREATE_INFO;
    view.image = image.Handle;
    view.viewType = VK_IMAGE_VIEW_TYPE_2D;
    view.format = info.format;
    view.subresourceRange = {aspect, 0, 1, 0, 1};
    Check(vkCreateImageView(Device, &view, nullptr, &image.View), "vkCreateImageView");
    return image;
}

void Gpu::Destroy(const Image& image) const
{
    vkDestroyImageView(Device, image.View, nullptr);
    vkDestroyImage(Device, image.Handle, nullptr);
    vkFreeMemory(Device, image.Memory, nullptr);
}

VkCommandBuffer Gpu::BeginCommands() const
{
    Check(vkResetCommandPool(Device, CommandPool, 0), "vkResetCommandPool");
    VkCommandBufferBeginInfo begin{};
    begin.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    begin.flags = VK_COMMAND_BUFFER_USAGE_ONE_TIME_SUBMIT_BIT;
    Check(vkBeginCommandBuffer(Commands, &begin), "vkBeginCommandBuffer");
    return Commands;
}

void Gpu::SubmitCommands() const
{
    Check(vkEndCommandBuffer(Commands), "vkEndCommandBuffer");
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &Commands;
    Check(vkQueueSubmit(Queue, 1, &submit, Fence), "vkQueueSubmit");
}

void Gpu::WaitForCommands() const
{
    Check(vkWaitForFences(Device, 1, &Fence, VK_TRUE, NO_TIMEOUT), "vkWaitForFences");
    Check(vkResetFences(Device, 1, &Fence), "vkResetFences");
}

std::vector<std::uint8_t> Gpu::ReadImage(const Image& image, std::uint32_t extent) const
{
    const std::size_t size = std::size_t{extent} * extent * 4;
    const MappedBuffer buffer = CreateBuffer(size, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const VkCommandBuffer commands = BeginCommands();
    VkBufferImageCopy copy{};
    copy.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    copy.imageExtent = {extent, extent, 1};
    vkCmdCopyImageToBuffer(commands, image.Handle, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, buffer.Buffer, 1, &copy);
    VkMemoryBarrier toHost{};
    toHost.sType = VK_STRUCTURE_TYPE_MEMORY_BARRIER;
    toHost.srcAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    toHost.dstAccessMask = VK_ACCESS_HOST_READ_BIT;
    vkCmdPipelineBarrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &toHost, 0,
                         nullptr, 0, nullptr);
    SubmitCommands();
    WaitForCommands();
    const auto* first = reinterpret_cast<const std::uint8_t*>(buffer.Bytes);
    std::vector<std::uint8_t> pixels(first, first + size);
    Destroy(buffer);
    return pixels;
}
} // namespace ludus::benchmarks::vulkan
