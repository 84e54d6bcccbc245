// The device of the hand-written program: instance, queue, buffers, images and the one frame's commands.
#pragma once

#include <volk.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ludus::benchmarks::vulkan
{
/// Ends the program when a Vulkan call did not succeed.
void Check(VkResult result, const char* call);

/// A buffer in memory that stays mapped and needs no flush.
struct MappedBuffer
{
    VkBuffer Buffer = VK_NULL_HANDLE;
    VkDeviceMemory Memory = VK_NULL_HANDLE;
    std::byte* Bytes = nullptr;
};

struct Image
{
    VkImage Handle = VK_NULL_HANDLE;
    VkDeviceMemory Memory = VK_NULL_HANDLE;
    VkImageView View = VK_NULL_HANDLE;
};

/// First device and first queue family that draws, Vulkan 1.1 without extensions or features.
class Gpu
{
public:
    Gpu();
    ~Gpu();
    Gpu(const Gpu&) = delete;
    Gpu& operator=(const Gpu&) = delete;

    [[nodiscard]] MappedBuffer CreateBuffer(VkDeviceSize size, VkBufferUsageFlags usage,
                                            std::span<const std::byte> contents = {}) const;
    void Destroy(const MappedBuffer& buffer) const;

    /// 2D, one level, undefined contents.
    [[nodiscard]] Image CreateImage(std::uint32_t extent, VkImageUsageFlags usage,
                                    VkFormat format = VK_FORMAT_R8G8B8A8_UNORM,
                                    VkImageAspectFlags aspect = VK_IMAGE_ASPECT_COLOR_BIT) const;
    void Destroy(const Image& image) const;

    /// Starts and ends the recording of the one command buffer; the end submits it.
    VkCommandBuffer BeginCommands() const;
    void SubmitCommands() const;
    void WaitForCommands() const;

    /// Pixels of a colour image in layout TRANSFER_SRC_OPTIMAL, tightly packed.
    [[nodiscard]] std::vector<std::uint8_t> ReadImage(const Image& image, std::uint32_t extent) const;

    [[nodiscard]] VkInstance GetInstance() const { return Instance; }

    [[nodiscard]] VkPhysicalDevice GetPhysicalDevice() const { return PhysicalDevice; }

    [[nodiscard]] VkQueue GetQueue() const { return Queue; }

    [[nodiscard]] std::uint32_t GetQueueFamily() const { return QueueFamily; }

    VkDevice Device = VK_NULL_HANDLE;
    std::string DeviceName;
    std::string DriverName;

private:
    void ReadNames();
    void CreateDevice();
    [[nodiscard]] VkDeviceMemory Allocate(const VkMemoryRequirements& requirements, VkMemoryPropertyFlags wanted) const;

    VkInstance Instance = VK_NULL_HANDLE;
    VkPhysicalDevice PhysicalDevice = VK_NULL_HANDLE;
    VkQueue Queue = VK_NULL_HANDLE;
    std::uint32_t QueueFamily = 0;
    VkCommandPool CommandPool = VK_NULL_HANDLE;
    VkCommandBuffer Commands = VK_NULL_HANDLE;
    VkFence Fence = VK_NULL_HANDLE;
};
} // namespace ludus::benchmarks::vulkan
