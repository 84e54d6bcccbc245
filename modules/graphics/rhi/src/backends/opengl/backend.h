// The OpenGL backend: the boundary's calls, handed to one part for each subject.
//
// Context. Every call of the boundary that needs the session's context makes it current and puts back the one before
// (device.h); no call leaves anything of ours with the thread. That costs some microseconds, so that a steady frame
// does it to submit, and to ask for completion while something is in flight. Inside, the context is ours alone, so that
// its state is known (state.h) and only differences are set. Two profiles share this source; what differs between them
// are facts (facts.h).
//
// Order. OpenGL executes calls as if one after the other. So there is no queue to synchronise, initial content is there
// when its call returns, and barriers matter only around what shaders write to storage (commands.cpp). A submission's
// stream is replayed as calls when it comes and ends with a fence; fences signal in order (queue.h).
//
// Memory. The driver's. Objects are deleted at once, whatever still uses them: the driver keeps what it needs. The
// frame ring and the slices stay mapped where the profile can, and are shadows that submissions upload elsewhere
// (buffer.h).
//
// Picture. Clip space and rows are the contract's by glClipControl, or by the artifact where that does not exist.
// Frames go to a private image (surface.h).
//
// Preparation. Shaders and programs that are asked for later are given to the driver at once and looked at by Poll
// (pipeline.h).
//
// Failure. Whatever calls OpenGL asks for the errors of its calls at its end, memory refused among them, so that each
// answers for its own. A context that was reset says so where it is robust; nothing is called after that.
#pragma once

#include "backends/opengl/bindings.h"
#include "backends/opengl/commands.h"
#include "backends/opengl/queue.h"

namespace ludus::graphics::rhi::internal::opengl
{
class OpenGlBackend final : public GraphicsBackend
{
public:
    OpenGlBackend() noexcept = default;
    OpenGlBackend(const OpenGlBackend&) = delete;
    OpenGlBackend& operator=(const OpenGlBackend&) = delete;
    ~OpenGlBackend() override;

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

    /// For tests, which look at the context and lose it.
    [[nodiscard]] Device& GetDevice() noexcept { return Gpu; }

private:
    // Makes the context current for a creation, makes, and counts what was made.
    template <class Make>
    BackendStatus Create(Make make) noexcept;
    void Release(RecordKind kind, uint32 slot) noexcept;

    // Whether nothing is to be called any more, not even to give back.
    [[nodiscard]] bool IsOver() const noexcept { return Gpu.IsLost && !Gpu.IsBroken && !Gpu.Facts.OutlivesLoss; }

    Device Gpu{};
    State Context{Gpu.Facts};
    Buffers BufferTable{Gpu, Context};
    Textures TextureTable{Gpu, Context};
    Bindings BindingTable{BufferTable, TextureTable};
    Pipelines PipelineTable{Gpu, Context};
    Queue Work{Gpu};
    Surface Target{Gpu, Context, TextureTable};
    Readback Slices{BufferTable};
    Timestamps Clock{Gpu};
    Scratch Spare{Gpu, Context, BufferTable};
    uint32 LiveObjects{0};
    bool IsStarted{false};
    bool HasReportedLoss{false};
};
} // namespace ludus::graphics::rhi::internal::opengl
