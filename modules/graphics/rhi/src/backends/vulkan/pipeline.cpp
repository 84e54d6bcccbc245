#include "backends/vulkan/pipeline.h"

#include "backends/vulkan/convert.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::vulkan
{
namespace
{
// A task of its own block where it is to be prepared later, else in `place`.
template <class T>
T* MakeTask(bool isLater, foundation::Owned<PreparationTask>& later, T& place) noexcept
{
    if (!isLater)
    {
        return &place;
    }
    later = foundation::MakeOwned<T>(place.Gpu, place.Kind, place.Slot, place.Generation);
    return static_cast<T*>(later.Get());
}
} // namespace

// Prepares a task now, or hands it to the lane. Pending: Poll delivers its end.
BackendStatus Pipelines::Launch(NativeTask& task, foundation::Owned<PreparationTask>& later) noexcept
{
    if (later)
    {
        return Lane.Submit(later) ? BackendStatus::Pending : BackendStatus::Refused;
    }
    task.Prepare();
    return Finish(task);
}

// What a task has made goes into its table.
BackendStatus Pipelines::Finish(NativeTask& task) noexcept
{
    const BackendStatus status = Gpu.Note(task.Result);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    if (task.Kind == RecordKind::Shader)
    {
        auto& made = static_cast<ShaderTask&>(task);
        Shaders.At(task.Slot) = {.Module = made.Module, .Entry = std::move(made.Entry)};
        return status;
    }
    SlotTable<VkPipeline>& table = task.Kind == RecordKind::RasterPipeline ? Raster : Compute;
    table.At(task.Slot) = static_cast<PipelineTask&>(task).Pipeline;
    return status;
}

BackendStatus Pipelines::CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept
{
    const ShaderDescription& artifact = creation.Description.Artifact;
    const bool isLater = creation.Description.ShouldPrepareAsynchronously;
    foundation::Owned<PreparationTask> later;
    ShaderTask now(Gpu, RecordKind::Shader, slot, generation);
    ShaderTask* task = MakeTask(isLater, later, now);
    if (task == nullptr || !Shaders.Ensure(slot) ||
        !task->Entry.Assign({artifact.SpirvEntry.data(), artifact.SpirvEntry.size()}) || !task->Entry.Append('\0') ||
        (isLater && !task->Kept.Assign(artifact.Spirv)))
    {
        return BackendStatus::OutOfMemory;
    }
    task->Words = isLater ? std::span<const uint32>(task->Kept.Span()) : artifact.Spirv;
    return Launch(*task, later);
}

VkPipelineShaderStageCreateInfo Pipelines::Stage(uint32 shader, VkShaderStageFlagBits stage) const noexcept
{
    const Shader& source = Shaders.At(shader);
    return {
        .sType = VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO,
        .pNext = nullptr,
        .flags = 0,
        .stage = stage,
        .module = source.Module,
        .pName = source.Entry.Data(),
        .pSpecializationInfo = nullptr,
    };
}

BackendStatus Pipelines::CreateRaster(uint32 slot, uint64 generation, const RasterPipelineCreation& creation,
                                      const PassKey& surfacePass) noexcept
{
    const PipelineTarget& target = creation.Target;
    assert(target.ColorCount == 1 && target.SampleCount == 1 && !target.HasStencil &&
           "several attachments, samples and stencil are not offered by this backend yet");
    foundation::Owned<PreparationTask> later;
    RasterTask now(Gpu, RecordKind::RasterPipeline, slot, generation);
    RasterTask* task = MakeTask(creation.PrepareAsynchronously, later, now);
    if (task == nullptr || !Raster.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    PassKey pass = surfacePass;
    pass.Color = target.IsSurface ? surfacePass.Color : ToFormat(target.Colors[0]);
    const BackendStatus status = Passes.Ensure(pass);
    if (status != BackendStatus::Ready)
    {
        return status;
    }
    task->Fill(creation);
    task->Stages[0] = Stage(creation.Vertex, VK_SHADER_STAGE_VERTEX_BIT);
    task->Stages[1] = Stage(creation.Fragment, VK_SHADER_STAGE_FRAGMENT_BIT);
    task->Layout = BindingTable.LayoutAt(creation.Layout).Pipelines;
    task->Pass = Passes.Find(pass);
    return Launch(*task, later);
}

BackendStatus Pipelines::CreateCompute(uint32 slot, uint64 generation, const ComputePipelineCreation& creation) noexcept
{
    foundation::Owned<PreparationTask> later;
    ComputeTask now(Gpu, RecordKind::ComputePipeline, slot, generation);
    ComputeTask* task = MakeTask(creation.PrepareAsynchronously, later, now);
    if (task == nullptr || !Compute.Ensure(slot))
    {
        return BackendStatus::OutOfMemory;
    }
    task->Stage = Stage(creation.Shader, VK_SHADER_STAGE_COMPUTE_BIT);
    task->Layout = BindingTable.LayoutAt(creation.Layout).Pipelines;
    return Launch(*task, later);
}

uint32 Pipelines::Poll(BackendEvents& events) noexcept
{
    uint32 failed = 0;
    for (foundation::Owned<PreparationTask> done = Lane.Collect(); done; done = Lane.Collect())
    {
        auto& task = static_cast<NativeTask&>(*done);
        const BackendStatus status = Finish(task);
        failed += status != BackendStatus::Ready ? 1 : 0;
        events.OnCreated({.Kind = task.Kind, .Slot = task.Slot, .Generation = task.Generation, .Result = status});
    }
    return failed;
}

void Pipelines::Drop() noexcept
{
    Lane.Stop();
    for (foundation::Owned<PreparationTask> done = Lane.Collect(); done; done = Lane.Collect())
    {
        static_cast<void>(Finish(static_cast<NativeTask&>(*done))); // to be destroyed with the rest
    }
}

void Pipelines::DestroyShader(uint32 slot) noexcept
{
    Shader& shader = Shaders.At(slot);
    Gpu.Vk.vkDestroyShaderModule(Gpu.Handle, shader.Module, nullptr);
    shader = {};
}

void Pipelines::DestroyRaster(uint32 slot) noexcept
{
    Gpu.Vk.vkDestroyPipeline(Gpu.Handle, Raster.At(slot), nullptr);
    Raster.At(slot) = VK_NULL_HANDLE;
}

void Pipelines::DestroyCompute(uint32 slot) noexcept
{
    Gpu.Vk.vkDestroyPipeline(Gpu.Handle, Compute.At(slot), nullptr);
    Compute.At(slot) = VK_NULL_HANDLE;
}

void Pipelines::Stop() noexcept
{
    const auto destroy = [this](VkPipeline pipeline) noexcept
    { Gpu.Vk.vkDestroyPipeline(Gpu.Handle, pipeline, nullptr); };
    Raster.ForEach(destroy);
    Compute.ForEach(destroy);
    Shaders.ForEach([this](const Shader& shader) noexcept
                    { Gpu.Vk.vkDestroyShaderModule(Gpu.Handle, shader.Module, nullptr); });
}
} // namespace ludus::graphics::rhi::internal::vulkan
