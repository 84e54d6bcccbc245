// Kernels, their layouts and a small graph at hand: what the cases of compute share.
#pragma once

#include "scene.h"

#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
/// Block of accumulate.slang, at binding 2.
struct AccumulateStep final
{
    uint32 Count{0};
    uint32 Carry{1};
    uint32 Factor{1};
    uint32 Unused{0};
};

/// Block of cull.slang, at binding 3.
struct CullView final
{
    uint32 Candidates{0};
    uint32 IndexCount{0};
    uint32 Unused[2]{};
};

[[nodiscard]] RasterShaderDescription GetAccumulate();
[[nodiscard]] RasterShaderDescription GetCull();
[[nodiscard]] RasterShaderDescription GetTexels();

/// Sixteen words a group, of storage alone: binding 1 times binding 0, plus one.
[[nodiscard]] RasterShaderDescription GetScale();
[[nodiscard]] RasterShaderDescription GetStripedVertex();
[[nodiscard]] RasterShaderDescription GetStripedFragment();

/// Layout entries of the kernels; accumulate moves its sums and its step by dynamic offsets.
[[nodiscard]] std::span<const RasterBinding> GetAccumulateBindings();
[[nodiscard]] std::span<const RasterBinding> GetCullBindings();
[[nodiscard]] std::span<const RasterBinding> GetTexelsBindings();
[[nodiscard]] std::span<const RasterBinding> GetStripedBindings();

struct Kernel final
{
    BindingLayoutHandle Layout{};
    RasterShaderHandle Shader{};
    ComputePipelineHandle Pipeline{};
};

class ComputeSceneTest : public SceneTest
{
protected:
    static constexpr auto READY = RasterStatus::Ready;

    /// A device with compute and indirect draws, and an 8 by 4 target.
    void StartCompute(const StorageLimits& storage = {}, bool isTimed = false);

    Kernel MakeKernel(const RasterShaderDescription& shader, std::span<const RasterBinding> bindings);
    ComputePipelineHandle MakeComputePipeline(const ComputePipelineDescription& description);

    BufferHandle MakeWords(BufferRole role, std::span<const uint32> words);

    /// Words of a buffer, read back.
    std::vector<uint32> ReadWords(BufferHandle buffer, usize count, usize offset = 0);

    /// Compares words where kernels are executed.
    void ExpectWords(BufferHandle buffer, const std::vector<uint32>& expected, usize offset = 0);

    void BeginGraph();
    GraphVersion Import(BufferHandle buffer);
    GraphVersion Next(GraphVersion version);
    void AddDispatch(const char* name, const ComputeDispatch& dispatch, std::span<const GraphUse> uses);
    void AddRoot(GraphVersion version, GraphRoot root = GraphRoot::Readback);
    void Compile(const GraphCompileOptions& options = {});

    /// Executes the graph, and waits for it unless completion is held.
    SubmissionToken Execute();

    OrderedGraph Graph{};
    GraphReport Report{};
};
} // namespace ludus::graphics::rhi::tests
