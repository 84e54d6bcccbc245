// The WebGPU backend: the boundary's calls, handed to one part for each subject. One source, on the standard header,
// for wgpu-native and for browsers; system.h has the little that differs.
//
// Time. Adapter and device are asked for at Start and reported by Poll. Everything that is answered later comes through
// late_results.h: numbers instead of pointers, so that an answer that comes too late reaches nobody.
//
// Objects. What takes memory or is compiled (buffers, textures, shaders, pipelines) is made inside error scopes and is
// Pending until Poll finds them answered. What only names such objects (views, samplers, layouts, sets) is Ready at
// once: the frontend has checked all that could be wrong with it. The API counts references, so an object that work on
// its way still needs may be released at any time.
//
// Errors. Natively a refusal is known when the call returns: inside a watch it is the call's answer, and an object that
// is no good is never submitted, which would end the process. In a browser the same refusal comes later, and outside a
// scope it ends the session as a loss does, since nobody knows what was drawn.
//
// Queue. A submission is one command buffer. The queue's bytes (frame uniforms, upload slices) are written before it.
// Completion is the callback of submitted work; it comes in the order of ordinals. No barriers: the API finds them.
//
// Reading. Slices are mapped when they are read (readback.h): the first look asks, a later one finds the bytes.
#pragma once

#include "backends/webgpu/commands.h"
#include "backends/webgpu/queue.h"

namespace ludus::graphics::rhi::internal::webgpu
{
class WebGpuBackend final : public GraphicsBackend
{
public:
    WebGpuBackend() noexcept = default;
    WebGpuBackend(const WebGpuBackend&) = delete;
    WebGpuBackend& operator=(const WebGpuBackend&) = delete;
    ~WebGpuBackend() override;

    BackendStatus Start(const BackendRequest& request, BackendReport& report) noexcept override;
    BackendStatus BindWindow(BackendReport& report) noexcept override;
    void Poll(BackendEvents& events) noexcept override;
    uint64 PollCompleted() noexcept override;
    bool WaitCompleted(uint64 ordinal, uint64 nanoseconds) noexcept override;
    [[nodiscard]] bool Drain() noexcept override;

    BackendStatus CreateBuffer(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept override;
    BackendStatus CreateTexture(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept override;
    BackendStatus CreateTextureView(uint32 slot, uint64 generation,
                                    const TextureViewCreation& creation) noexcept override;
    BackendStatus CreateSampler(uint32 slot, uint64 generation,
                                const SamplerDescription& description) noexcept override;
    BackendStatus CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept override;
    BackendStatus CreateBindingLayout(uint32 slot, uint64 generation,
                                      const BindingLayoutCreation& creation) noexcept override;
    BackendStatus CreateBindingSet(uint32 slot, uint64 generation,
                                   const BindingSetCreation& creation) noexcept override;
    BackendStatus CreateRasterPipeline(uint32 slot, uint64 generation,
                                       const RasterPipelineCreation& creation) noexcept override;
    BackendStatus CreateComputePipeline(uint32 slot, uint64 generation,
                                        const ComputePipelineCreation& creation) noexcept override;
    BackendStatus CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept override;
    void Destroy(RecordKind kind, uint32 slot) noexcept override;
    void SetLabel(RecordKind kind, uint32 slot, const char* label) noexcept override;

    BackendStatus PrepareFrame(const FrameTarget& target) noexcept override;
    AcquireStatus Acquire(const FrameTarget& target, AcquiredFrame& frame) noexcept override;
    void AbandonFrame() noexcept override;
    SubmitResult Submit(const Submission& submission) noexcept override;

    BackendStatus ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept override;
    BackendStatus ReserveReadback(uint32 slice, usize bytes) noexcept override;
    BackendStatus MapReadback(uint32 slice, std::span<const uint8>& bytes) noexcept override;
    void UnmapReadback(uint32 slice) noexcept override;

    BackendStatus ReserveTimestamps() noexcept override;
    BackendStatus ReadTimestamps(uint32 first, std::span<uint64> ticks) noexcept override;
    void DescribeAdapter(MeasurementAdapter& adapter) const noexcept override;
    bool FindApiBytes(RecordKind kind, uint32 slot, uint64& bytes) const noexcept override;
    void ReadMemoryTotals(MemoryTotals& totals) const noexcept override;

    uint32 CountLiveObjects() const noexcept override { return LiveObjects; }

    /// For tests, which destroy its device under it.
    [[nodiscard]] Device& GetDevice() noexcept { return Gpu; }

private:
    // A creation that is not begun on a lost device, and counted when it has made something.
    template <class Create>
    BackendStatus Make(Create create) noexcept;

    void ContinueStart(BackendEvents& events) noexcept;
    void Release(RecordKind kind, uint32 slot) noexcept;
    [[nodiscard]] SubmitResult SubmitTransfer(const Submission& submission) noexcept;
    [[nodiscard]] CommandBuffer Encode(const Submission& submission) noexcept;

    Device Gpu{};
    Queue Work{Gpu};
    Buffers BufferTable{Gpu};
    Textures TextureTable{Gpu};
    Bindings BindingTable{Gpu, BufferTable, TextureTable};
    Pipelines PipelineTable{Gpu, BindingTable};
    Surface Target{Gpu};
    Readback Slices{Gpu};
    Timestamps Clock{Gpu};
    bool IsStarting{false};
    uint32 LiveObjects{0};
    bool HasReportedLoss{false};
};
} // namespace ludus::graphics::rhi::internal::webgpu
