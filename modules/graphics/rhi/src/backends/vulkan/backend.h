// The Vulkan backend: the boundary's calls, handed to one part for each subject.
//
// Queue. One queue draws, copies and presents. A submission is one command buffer with one fence, recorded from a
// stream in one go (commands.h). Fences of a queue signal in order, so the oldest unsignalled fence tells the highest
// completed ordinal; polling asks fences and never waits. Command buffers come from pools of their own, reset as a
// whole when their fence has signalled (queue.h); two frames' worth exist from the start, copies make more.
//
// Memory. Vulkan Memory Allocator owns the blocks (memory.h). Buffers are device memory that the host may write where
// such memory exists; elsewhere, and for textures always, initial content is staged and copied in a submission of its
// own, whose fence the creation waits for, with a bound. A copy that takes longer is Pending, and Poll delivers it
// (upload.h). The frame uniform ring is always mapped.
//
// Synchronisation. The stream's barriers become pipeline barriers by one table (convert.cpp), those of a pass in one
// call. The surface's colour and depth, and every texture's private depth, are kept in their attachment layouts; render
// passes order the passes and frames that share them (pass_states.cpp), and a window's image is brought to presentation
// by a barrier at the end of its frame (surface.h). A texture's colour is where the stream's barriers bring it.
//
// Preparation. Shaders and pipelines that are asked for so are made on one thread beside the owner's
// (pipeline_tasks.h), which calls the driver and touches nothing else; Poll puts what it made into the tables. The
// tables, the allocator and the pass cache belong to the owner's thread alone.
//
// Failure. All results of the device pass Device::Note, which remembers a loss. What a frame needs is made by
// PrepareFrame; what a stream needs beyond that is made before its first command is encoded. After a loss nothing is
// waited for, and everything is still released.
#pragma once

#include "backends/vulkan/commands.h"

namespace ludus::graphics::rhi::internal::vulkan
{
class VulkanBackend final : public GraphicsBackend
{
public:
    VulkanBackend() noexcept = default;
    VulkanBackend(const VulkanBackend&) = delete;
    VulkanBackend& operator=(const VulkanBackend&) = delete;
    ~VulkanBackend() override;

    BackendStatus Start(const BackendRequest& request, BackendReport& report) noexcept override;
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
    BackendStatus ReadClocks(ClockReading& reading) noexcept override;
    void DescribeAdapter(MeasurementAdapter& adapter) const noexcept override;
    bool FindApiBytes(RecordKind kind, uint32 slot, uint64& bytes) const noexcept override;
    void ReadMemoryTotals(MemoryTotals& totals) const noexcept override;

    uint32 CountLiveObjects() const noexcept override { return LiveObjects; }

    /// For tests, which put failures in the places of its functions.
    [[nodiscard]] Device& GetDevice() noexcept { return Gpu; }

private:
    // Counts what a creation made.
    BackendStatus Count(BackendStatus status) noexcept;
    [[nodiscard]] SubmitResult SubmitFlight(Flight& flight, const Submission& submission) noexcept;

    Device Gpu{};
    Memory Heap{Gpu};
    Queue Work{Gpu};
    Uploads Copies{Gpu, Heap, Work};
    Buffers BufferTable{Gpu, Heap, Copies};
    PassStates Passes{Gpu};
    Textures TextureTable{Gpu, Heap, Copies, Passes};
    Barriers Order{Gpu, BufferTable, TextureTable};
    Bindings BindingTable{Gpu, BufferTable, TextureTable};
    Pipelines PipelineTable{Gpu, BindingTable, Passes};
    Surface Target{Gpu, Heap, Work, Passes};
    Readback Slices{Heap};
    Timestamps Clock{Gpu};
    Flight* FrameFlight{nullptr}; // reserved for the next frame
    uint32 LiveObjects{0};
    bool HasReportedLoss{false};
};
} // namespace ludus::graphics::rhi::internal::vulkan
