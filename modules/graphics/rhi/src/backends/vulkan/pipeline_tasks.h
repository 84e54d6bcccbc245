// What making a shader or a pipeline takes, in one piece: on the owner's thread at once, or later on the lane.
//
// Each task holds all that its native call reads, at addresses that stay, and what came of it. A pipeline's stages,
// layout and pass belong to the owner's tables; the registry keeps them while the pipeline is on its way. No pipeline
// cache is shared.
#pragma once

#include "backends/common/preparation_lane.h"
#include "backends/vulkan/device.h"
#include "formats/library_limits.h"

namespace ludus::graphics::rhi::internal::vulkan
{
class NativeTask : public PreparationTask
{
public:
    NativeTask(const Device& device, RecordKind kind, uint32 slot, uint64 generation) noexcept
        : Gpu(device), Kind(kind), Slot(slot), Generation(generation)
    {
    }

    NativeTask(const NativeTask&) = delete;
    NativeTask& operator=(const NativeTask&) = delete;

    const Device& Gpu; // its handle and functions alone
    RecordKind Kind;
    uint32 Slot;
    uint64 Generation;
    VkResult Result{VK_NOT_READY};
};

class ShaderTask final : public NativeTask
{
public:
    using NativeTask::NativeTask;

    void Prepare() noexcept override;

    std::span<const uint32> Words{}; // the caller's, or Kept
    foundation::Array<uint32> Kept{};
    foundation::Array<char> Entry{}; // terminated
    VkShaderModule Module{VK_NULL_HANDLE};
};

class PipelineTask : public NativeTask
{
public:
    using NativeTask::NativeTask;

    VkPipeline Pipeline{VK_NULL_HANDLE};
};

class ComputeTask final : public PipelineTask
{
public:
    using PipelineTask::PipelineTask;

    void Prepare() noexcept override;

    VkPipelineShaderStageCreateInfo Stage{};
    VkPipelineLayout Layout{VK_NULL_HANDLE};
};

class RasterTask final : public PipelineTask
{
public:
    using PipelineTask::PipelineTask;

    /// Copies the state that the creation asks for; Stages, Layout and Pass are filled in beside.
    void Fill(const RasterPipelineCreation& creation) noexcept;

    void Prepare() noexcept override;

    VkPipelineShaderStageCreateInfo Stages[2]{};
    VkPipelineLayout Layout{VK_NULL_HANDLE};
    VkRenderPass Pass{VK_NULL_HANDLE};

private:
    uint32 StreamCount{0};
    uint32 AttributeCount{0};
    VkVertexInputBindingDescription Streams[MAX_VERTEX_STREAMS]{};
    VkVertexInputAttributeDescription Attributes[MAX_VERTEX_ATTRIBUTES]{};
    VkPipelineRasterizationStateCreateInfo Rasterization{};
    VkPipelineDepthStencilStateCreateInfo Depth{};
    VkPipelineColorBlendAttachmentState Blend{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
