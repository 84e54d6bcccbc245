// Render passes, one for each combination of formats and load and store choices, made at first use and kept.
#pragma once

#include "backends/vulkan/device.h"

#include <cstring>
#include <type_traits>

namespace ludus::graphics::rhi::internal::vulkan
{
/// What distinguishes passes. Passes that differ in loads and stores alone are compatible: pipelines and framebuffers
/// made for one work with the other.
struct PassKey final
{
    VkFormat Color{VK_FORMAT_UNDEFINED};
    VkFormat Depth{VK_FORMAT_UNDEFINED};
    AttachmentLoad ColorLoad{AttachmentLoad::Clear};
    AttachmentStore ColorStore{AttachmentStore::Store};
    AttachmentLoad DepthLoad{AttachmentLoad::Clear};
    AttachmentStore DepthStore{AttachmentStore::Discard};

    /// Every byte is a field's: two compares of words.
    [[nodiscard]] bool operator==(const PassKey& other) const noexcept
    {
        return std::memcmp(this, &other, sizeof other) == 0;
    }
};

static_assert(std::has_unique_object_representations_v<PassKey>);

class PassStates final
{
public:
    explicit PassStates(Device& device) noexcept : Gpu(device) {}

    /// Makes room for `count` combinations that passes draw with, so that a frame adds one without host memory.
    [[nodiscard]] BackendStatus Start(uint32 count) noexcept;
    void Stop() noexcept;

    /// Makes sure that the pass of a key exists; Find is only valid for such keys.
    [[nodiscard]] BackendStatus Ensure(const PassKey& key) noexcept;
    [[nodiscard]] VkRenderPass Find(const PassKey& key) const noexcept;

private:
    struct Entry final
    {
        PassKey Key{};
        VkRenderPass Pass{VK_NULL_HANDLE};
    };

    [[nodiscard]] BackendStatus Make(const PassKey& key, VkRenderPass& pass) const noexcept;

    Device& Gpu;
    foundation::Array<Entry> Entries{}; // few: looked through in order
};
} // namespace ludus::graphics::rhi::internal::vulkan
