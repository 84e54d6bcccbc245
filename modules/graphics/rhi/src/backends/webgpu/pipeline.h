// Shader modules, and the pipelines made from them: the API compiles when it likes, and Poll hears of it.
#pragma once

#include "backends/webgpu/bindings.h"

namespace ludus::graphics::rhi::internal::webgpu
{
struct Shader final
{
    ShaderModule Module{};
    foundation::Array<char> Entry{}; // the entry point's name
};

class Pipelines final
{
public:
    Pipelines(Device& device, const Bindings& bindings) noexcept : Gpu(device), BindingTable(bindings) {}

    [[nodiscard]] BackendStatus CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept;

    /// `surface`: the target's colour format.
    [[nodiscard]] BackendStatus CreateRaster(uint32 slot, uint64 generation, const RasterPipelineCreation& creation,
                                             WGPUTextureFormat surface) noexcept;
    [[nodiscard]] BackendStatus CreateCompute(uint32 slot, uint64 generation,
                                              const ComputePipelineCreation& creation) noexcept;
    void DestroyShader(uint32 slot) noexcept;
    void DestroyRaster(uint32 slot) noexcept;
    void DestroyCompute(uint32 slot) noexcept;
    void Stop() noexcept;

    [[nodiscard]] WGPUShaderModule ModuleAt(uint32 slot) const noexcept { return Shaders.At(slot).Module.Get(); }

    [[nodiscard]] WGPURenderPipeline RasterAt(uint32 slot) const noexcept { return Raster.At(slot).Get(); }

    [[nodiscard]] WGPUComputePipeline ComputeAt(uint32 slot) const noexcept { return Compute.At(slot).Get(); }

private:
    Device& Gpu;
    const Bindings& BindingTable;
    SlotTable<Shader> Shaders{};
    SlotTable<RenderPipeline> Raster{};
    SlotTable<NativeComputePipeline> Compute{};
};
} // namespace ludus::graphics::rhi::internal::webgpu
