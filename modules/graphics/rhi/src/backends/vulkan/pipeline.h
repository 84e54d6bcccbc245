// Shader modules, and the pipelines made from them, at once or on the preparation lane.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/vulkan/bindings.h"
#include "backends/vulkan/pass_states.h"
#include "backends/vulkan/pipeline_tasks.h"

namespace ludus::graphics::rhi::internal::vulkan
{
struct Shader final
{
    VkShaderModule Module{VK_NULL_HANDLE};
    foundation::Array<char> Entry{}; // the entry point's name, terminated
};

class Pipelines final
{
public:
    Pipelines(Device& device, const Bindings& bindings, PassStates& passes) noexcept
        : Gpu(device), BindingTable(bindings), Passes(passes)
    {
    }

    [[nodiscard]] BackendStatus CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept;

    /// `surfacePass` has the formats of the target.
    [[nodiscard]] BackendStatus CreateRaster(uint32 slot, uint64 generation, const RasterPipelineCreation& creation,
                                             const PassKey& surfacePass) noexcept;
    [[nodiscard]] BackendStatus CreateCompute(uint32 slot, uint64 generation,
                                              const ComputePipelineCreation& creation) noexcept;

    /// Delivers what the lane has prepared; answers how much of it failed.
    [[nodiscard]] uint32 Poll(BackendEvents& events) noexcept;

    /// Waits for the preparation at hand, and forgets those that were not begun.
    void Drop() noexcept;
    void DestroyShader(uint32 slot) noexcept;
    void DestroyRaster(uint32 slot) noexcept;
    void DestroyCompute(uint32 slot) noexcept;
    void Stop() noexcept;

    [[nodiscard]] VkPipeline RasterAt(uint32 slot) const noexcept { return Raster.At(slot); }

    [[nodiscard]] VkPipeline ComputeAt(uint32 slot) const noexcept { return Compute.At(slot); }

    [[nodiscard]] VkShaderModule ModuleAt(uint32 slot) const noexcept { return Shaders.At(slot).Module; }

private:
    [[nodiscard]] BackendStatus Launch(NativeTask& task, foundation::Owned<PreparationTask>& later) noexcept;
    [[nodiscard]] BackendStatus Finish(NativeTask& task) noexcept;
    [[nodiscard]] VkPipelineShaderStageCreateInfo Stage(uint32 shader, VkShaderStageFlagBits stage) const noexcept;

    Device& Gpu;
    const Bindings& BindingTable;
    PassStates& Passes;
    SlotTable<Shader> Shaders{};
    SlotTable<VkPipeline> Raster{};
    SlotTable<VkPipeline> Compute{};
    PreparationLane Lane{};
};
} // namespace ludus::graphics::rhi::internal::vulkan
