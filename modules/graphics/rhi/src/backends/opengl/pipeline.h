// Shaders, and the programs linked from them with the state that pipelines fix.
//
// What is asked for later is given to the driver at once and looked at by Poll: a driver that compiles beside us says
// when it is done, any other is waited for there, one object a call, so that a tick is never longer than one of them.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/opengl/bindings.h"

namespace ludus::graphics::rhi::internal::opengl
{
/// A name of a stage's text, and what it means.
struct StageName final
{
    uint32 Binding{0};
    uint32 Sampler{NO_TEXTURE_SAMPLER}; // of textures: the binding they are sampled through
    bool IsTexture{false};
    uint32 Text{0}; // where it begins in Texts
};

struct Shader final
{
    GLuint Name{0};
    uint32 WorkgroupSize[3]{1, 1, 1};
    foundation::Array<StageName> Names{};
    foundation::Array<char> Texts{}; // terminated, one after the other
};

/// What a texture unit of a program holds.
struct SampledUnit final
{
    GLuint Unit{0};
    uint32 Texture{0};                  // binding number
    uint32 Sampler{NO_TEXTURE_SAMPLER}; // binding number
};

struct Pipeline final
{
    GLuint Program{0};
    SampledUnit Units[2 * RASTER_BINDING_COUNT]{};
    uint32 UnitCount{0};
    FixedState Fixed{};    // of raster pipelines
    VertexLayout Layout{}; // of raster pipelines
};

class Pipelines final
{
public:
    Pipelines(Device& device, State& state) noexcept : Gpu(device), Context(state) {}

    [[nodiscard]] BackendStatus CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateRaster(uint32 slot, uint64 generation,
                                             const RasterPipelineCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateCompute(uint32 slot, uint64 generation,
                                              const ComputePipelineCreation& creation) noexcept;

    /// Delivers what is prepared; answers how much of it failed.
    [[nodiscard]] uint32 Poll(BackendEvents& events) noexcept;

    /// Forgets who is waiting; what is being prepared goes with the rest.
    void Drop() noexcept { Waiting.Clear(); }

    [[nodiscard]] bool IsWaiting() const noexcept { return !Waiting.IsEmpty(); }

    void DestroyShader(uint32 slot) noexcept;

    void DestroyRaster(uint32 slot) noexcept { Release(Raster.At(slot)); }

    void DestroyCompute(uint32 slot) noexcept { Release(Compute.At(slot)); }

    void Stop() noexcept;

    [[nodiscard]] const Pipeline& RasterAt(uint32 slot) const noexcept { return Raster.At(slot); }

    [[nodiscard]] const Pipeline& ComputeAt(uint32 slot) const noexcept { return Compute.At(slot); }

    [[nodiscard]] GLuint ShaderAt(uint32 slot) const noexcept { return Shaders.At(slot).Name; }

private:
    // One object that the driver is at work on. The frontend keeps a pipeline's shaders until it has its end.
    struct Preparation final
    {
        RecordKind Kind{RecordKind::Shader};
        uint32 Slot{NO_SLOT};
        uint64 Generation{0};
        uint32 Stages[2]{NO_SLOT, NO_SLOT}; // shaders of a pipeline
    };

    [[nodiscard]] BackendStatus KeepNames(const RasterShaderDescription& description, Shader& shader) noexcept;
    [[nodiscard]] BackendStatus Link(const Preparation& preparation, Pipeline& pipeline, bool isLater) noexcept;
    [[nodiscard]] BackendStatus Launch(const Preparation& preparation, bool isLater) noexcept;
    [[nodiscard]] bool IsDone(const Preparation& preparation) const noexcept;
    [[nodiscard]] BackendStatus Finish(const Preparation& preparation) noexcept;
    [[nodiscard]] BackendStatus FinishShader(const Shader& shader) const noexcept;
    [[nodiscard]] BackendStatus FinishPipeline(const Preparation& preparation, Pipeline& pipeline) noexcept;
    static void NameBindings(const Shader& shader, Pipeline& pipeline) noexcept;
    void Release(Pipeline& pipeline) noexcept;
    [[nodiscard]] SlotTable<Pipeline>& TableOf(RecordKind kind) noexcept;

    Device& Gpu;
    State& Context;
    SlotTable<Shader> Shaders{};
    SlotTable<Pipeline> Raster{};
    SlotTable<Pipeline> Compute{};
    foundation::Array<Preparation> Waiting{};
};
} // namespace ludus::graphics::rhi::internal::opengl
