// The calls' fuzzer over an explicit device: the objects that it holds and the operations that bytes of an input pick.
#pragma once

#include "calls.h"
#include "world.h"

#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/gpu_scope.h>

namespace ludus::graphics::rhi::fuzz
{
inline constexpr uint8 BYTES[1024]{}; // the content of whatever is made or written

/// Every operation takes its arguments from the input, in an order that saved inputs rely on.
class DeviceFuzzer final
{
public:
    explicit DeviceFuzzer(ByteReader input) : Input{input} {}

    void Run();

private:
    // calls_fuzzer.cpp
    void FillPools();
    void Operate();

    // frame_calls.cpp
    void EndFrameWithToken();
    RasterDraw MakeDraw();
    void SpoilDraw(RasterDraw& draw);
    void Draw();
    void BeginPass();
    void WriteFrameData();

    // resource_calls.cpp
    void MakeBuffer();
    void MakeTexture();
    void MakeView();
    void MakeSampler();
    void MakeLayout();
    RasterBindingResource MakeResource(uint32 binding);
    void MakeSet();
    void UseArrays();
    RasterPipelineDescription DescribePipeline();
    void MakePipeline();
    void RequestOne();
    void MakeKernel();
    void DestroyOne();
    void AskStatus();
    void Label();

    // transfer_calls.cpp
    TextureRegion TakeRegion();
    void Upload();
    void UpdateBuffer();
    void UpdateTexture();
    void CopyTexture();
    void ReadBack();
    void ReadFrame();

    // recorded_calls.cpp
    void UseBatch();
    void UseGraph();

    // device_calls.cpp
    void AskEverything();
    void Measure();
    void Restart();

    template <class Call, class... Outputs>
    auto Watch(const char* name, Call call, const Outputs&... outputs)
    {
        return Things.Watcher.Watch(name, call, outputs...);
    }

    template <class Handle>
    void DestroyItem(Pool<Handle>& pool)
    {
        Handle& item = pool.Pick(Input);
        (void)Watch(
            "Destroy", [&] { return Destroy(Things.Device, item); }, item);
    }

    template <class Handle>
    void AskItem(Pool<Handle>& pool)
    {
        const Handle item = pool.Pick(Input);
        (void)Things.Watcher.Poll("GetStatus", [&] { return GetStatus(Things.Device, item); });
    }

    template <class Handle>
    void ReleaseItem(Pool<Handle>& pool)
    {
        Handle& item = pool.Pick(Input);
        (void)Watch(
            "Release", [&] { return Release(Things.Device, item); }, item);
    }

    ByteReader Input;
    World Things{};
    Pool<BufferHandle> Buffers{};
    Pool<TextureHandle> Textures{};
    Pool<TextureViewHandle> Views{};
    Pool<SamplerHandle> Samplers{};
    Pool<RasterShaderHandle> Stages{};
    Pool<BindingLayoutHandle> Layouts{};
    Pool<BindingSetHandle> Sets{};
    Pool<RasterPipelineHandle> Pipelines{};
    Pool<ComputePipelineHandle> Kernels{};
    Pool<CommandBatch> Batches{};
    Pool<SubmissionToken> Tokens{};
    Pool<UploadTicket> Uploads{};
    Pool<ReadbackTicket> Readbacks{};
    Pool<TransferTicket> Transfers{};
    Pool<PipelineRequest> Requests{};
    Pool<OrderedGraph> Graphs{};
    Pool<FrameReadback> Frames{};
    RasterVertexSlice Slice{};
    GraphReport Report{};
    GpuPassTimings PassTimings{};
};
} // namespace ludus::graphics::rhi::fuzz
