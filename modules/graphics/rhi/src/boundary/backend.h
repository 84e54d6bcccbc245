// What a backend is. This header is the whole contract: read it top to bottom to write one.
//
// The frontend validates, owns, orders and retains; a backend translates. It is given legal work only, as plain data:
// an impossible value here is a bug of the frontend, and an assertion says so. It reports only what nobody can foresee:
// memory refused, an object refused by the driver, the device lost. Slots are indices into the backend's own tables:
// the frontend picks them, and the record of kind K at slot S in the registry is the object of kind K at slot S here.
// All calls come from the device's thread. Nothing here waits, unless its sentence says so.
#pragma once

#include "boundary/commands.h"

#include <ludus/foundation/memory/array.h>
#include <ludus/foundation/memory/owned.h>
#include <ludus/graphics/rhi/gpu_scope.h>

#include <span>

namespace ludus::graphics::rhi::internal
{
/// Creations with PrepareAsynchronously, or with a shader's own wish, that may be on their way at a time, those
/// included whose end Poll has not delivered. The frontend keeps count.
constexpr uint32 MAX_WORKER_QUEUE_TASKS = 64;

/// Outcome of a backend call.
enum class BackendStatus : uint8
{
    Ready,
    Pending,     // accepted; the result comes through Poll
    OutOfMemory, // device or host memory was refused; nothing was made
    Refused,     // the driver rejected the object; nothing was made
    Lost,        // the device is lost
};

// ---- Startup -----------------------------------------------------------------------------------------------------

/// What to start. Borrowed for the call, except the window's objects, which outlive the backend.
struct BackendRequest final
{
    const ApplicationInfo& Application;
    const WindowInfo& Window;
    const DeviceDescription& Description; // what to enable; features the device lacks are left off
};

/// How the clock of the device's queue counts. ValidBits zero: it writes no timestamps, or was not asked to.
struct TimestampFacts final
{
    uint32 ValidBits{0};
    float64 TickNanoseconds{0};
    bool CanMeasurePasses{false}; // also around single passes, not only around a submission
    bool HasHostClock{false};     // ReadClocks works
};

/// One moment by two clocks.
struct ClockReading final
{
    uint64 Ticks{0};           // of the queue's timestamps
    uint64 HostNanoseconds{0}; // of std::chrono::steady_clock
};

/// What was started: raw limits of the enabled device, before the frontend's own ceilings are applied.
struct BackendReport final
{
    StartupError Error{StartupError::None}; // when Start answers Refused, OutOfMemory or Lost
    DeviceFeatures Supported{};             // what the backend implements on this device
    DeviceProfile Profile{};                // Raster, Interface, Compute, Binding and Formats; not Storage
    uint32 MaxFrameDimension2D{0};
    SurfaceEncoding Encoding{SurfaceEncoding::Unorm};
    bool CanReadSurface{false};       // CopySurface works on this target
    bool HasSurfacelessFrames{false}; // FrameTarget::ShouldPresentToSurface may be false
    bool CopiesPartialViews{false};   // a view of a part of a texture holds texels of its own
    uint32 FramesInFlight{2};         // frames that may be submitted and not complete
    TimestampFacts Timestamps{};
};

// ---- Objects -----------------------------------------------------------------------------------------------------

struct BufferCreation final
{
    BufferRole Role{BufferRole::Vertex};
    usize Size{0};                  // bytes, as described
    std::span<const uint8> Bytes{}; // initial content, exactly Size bytes, consumed before the call returns; empty: a
                                    // copy from an upload slice fills it before anything reads it
};

/// One mip of an upload: where its texels lie and how large it is. Every layer, face or slice follows the one before.
struct TextureLevel final
{
    usize Offset{0};
    usize RowPitch{0};
    uint32 Width{0};
    uint32 Height{0};
    uint32 DepthOrLayers{1};
    uint32 Rows{0}; // rows of texels, or of blocks
};

struct TextureCreation final
{
    const TextureDescription& Description;
    std::span<const uint8> Bytes{};         // all mips, consumed before the call returns; empty: undefined content
    std::span<const TextureLevel> Levels{}; // one a mip, or empty with Bytes
};

struct TextureViewCreation final
{
    uint32 Texture{NO_SLOT};
    TextureDimension Dimension{TextureDimension::D2};
    TextureAspect Aspect{TextureAspect::Color};
    bool Attachment{false};
    bool IsWhole{false}; // the texture's full range and dimension
    uint32 BaseMip{0};
    uint32 MipCount{1};
    uint32 BaseLayer{0};
    uint32 LayerCount{1};
};

/// A stage with the artifacts of all backends; the frontend has checked this backend's own one.
struct ShaderCreation final
{
    const RasterShaderDescription& Description;
};

struct BindingLayoutCreation final
{
    std::span<const RasterBinding> Bindings{}; // by ascending binding number
};

/// One descriptor of a set, resolved.
struct SetDescriptor final
{
    uint32 Binding{0};
    uint32 Element{0};
    RasterBindingKind Kind{RasterBindingKind::UniformBuffer};
    bool HasDynamicOffset{false};
    uint32 Slot{NO_SLOT};   // buffer, view or sampler, as Kind says
    usize Offset{0};        // buffers
    usize Size{0};          // buffers
    bool IsFallback{false}; // stands for an element that was given nothing: element zero again
};

/// The kind of record that a binding of `kind` names.
[[nodiscard]] constexpr RecordKind GetDescriptorKind(RasterBindingKind kind) noexcept
{
    switch (kind)
    {
    case RasterBindingKind::UniformBuffer:
    case RasterBindingKind::StorageRead:
    case RasterBindingKind::StorageReadWrite:
        return RecordKind::Buffer;
    case RasterBindingKind::Sampler:
        return RecordKind::Sampler;
    case RasterBindingKind::Texture2D:
    case RasterBindingKind::Texture2DArray:
    case RasterBindingKind::TextureCube:
    case RasterBindingKind::Texture3D:
    case RasterBindingKind::TextureDepth2D:
    case RasterBindingKind::TextureStencil2D:
    case RasterBindingKind::RayScene:
        break;
    }
    return RecordKind::TextureView;
}

struct BindingSetCreation final
{
    uint32 Layout{NO_SLOT};
    uint32 RuntimeCount{0};                       // elements of the unsized table, or zero
    std::span<const SetDescriptor> Descriptors{}; // by ascending binding number and element, every one of the layout
};

/// Attachments a pipeline is compatible with.
struct PipelineTarget final
{
    bool IsSurface{true};
    uint32 ColorCount{1};
    RasterFormat Colors[MAX_COLOR_ATTACHMENTS]{}; // of offscreen targets
    uint32 SampleCount{1};
    bool HasStencil{false};
};

struct RasterPipelineCreation final
{
    uint32 Vertex{NO_SLOT};
    uint32 Fragment{NO_SLOT};
    uint32 Layout{NO_SLOT};
    std::span<const RasterVertexStream> Streams{};
    std::span<const RasterVertexAttribute> Attributes{}; // by ascending location
    PipelineTarget Target{};
    bool DepthTest{false};
    bool DepthWrite{false}; // false when DepthTest is
    RasterDepthCompare DepthCompare{RasterDepthCompare::Less};
    bool Blend{false};
    RasterFillMode FillMode{RasterFillMode::Solid};
    RasterCull Cull{RasterCull::None};
    bool StencilTest{false};
    RasterStencilState Stencil{};
    bool PrepareAsynchronously{false};
};

struct ComputePipelineCreation final
{
    uint32 Shader{NO_SLOT};
    uint32 Layout{NO_SLOT};
    bool PrepareAsynchronously{false};
};

/// Memory of the frame uniform ring, written by the frontend. Either the GPU sees it at once (Coherent), or the backend
/// copies the ranges that a submission names.
struct FrameUniformMemory final
{
    uint8* Bytes{nullptr};
    usize Size{0};
};

// ---- Frames and submissions --------------------------------------------------------------------------------------

enum class AcquireStatus : uint8
{
    Ready,
    Skipped, // nothing to draw to at present
    Failed,  // memory or a driver refusal; nothing was acquired and the device lives on
    Lost,
};

struct AcquiredFrame final
{
    uint32 Width{0};
    uint32 Height{0};
    SurfaceEncoding Encoding{SurfaceEncoding::Unorm};
};

/// Bytes of a mapped resource that a submission reads.
struct MemoryRange final
{
    usize Offset{0};
    usize Size{0};
};

/// Passes of one submission that have timestamps: each BeginPass and each Dispatch is one, in the stream's order.
constexpr uint32 TIMED_PASSES = static_cast<uint32>(MAX_GPU_TIMED_PASSES);

/// Queries of a session: begin and end of the measured submission, then begin and end of each measured pass.
constexpr uint32 FRAME_QUERIES = 2;
constexpr uint32 TIMESTAMP_QUERIES = FRAME_QUERIES + 2 * TIMED_PASSES;

/// The timestamps that a submission writes. The others keep what they hold.
struct TimestampOrder final
{
    bool MeasuresFrame{false};  // around everything: queries 0 and 1
    bool MeasuresPasses{false}; // around pass i below TIMED_PASSES: queries FRAME_QUERIES + 2 * i and the next
};

struct Submission final
{
    uint64 Ordinal{0}; // the number under which it completes; ascending without gaps
    std::span<const uint8> Stream{};
    MemoryRange FrameUniforms{}; // written since the last submission that named it; empty when none
    bool UsesSurface{false};     // the acquired frame is drawn, presented and ended by this submission
    bool IsTransfer{false};      // copies between frames: what the API refuses later is OnTransferFailed, where the
                                 // backend can tell, and does not end the session
    TimestampOrder Timestamps{};
};

/// The three ways to fail differ in what the frontend may promise to its caller.
enum class SubmitOutcome : uint8
{
    Accepted,
    NothingEncoded,         // as if the call had not been made; an acquired frame is still open
    EncodedNothingAccepted, // work was encoded and thrown away: the session cannot go on
    AcceptedInPart,         // some work reached the queue under the ordinal: the session cannot go on
};

struct SubmitResult final
{
    SubmitOutcome Outcome{SubmitOutcome::Accepted};
    BackendStatus Reason{BackendStatus::Ready}; // OutOfMemory, Refused or Lost unless Accepted
};

// ---- Observations ------------------------------------------------------------------------------------------------

/// What a backend's allocators hold, beyond single resources.
struct MemoryTotals final
{
    bool HasBlocks{false};
    uint64 BlockBytes{0};          // of device memory, in use or spare
    uint32 DescriptorPools{0};     // native ones
    uint64 ReservedDescriptors{0}; // slots in them, in use or spare
};

// ---- Late results ------------------------------------------------------------------------------------------------

/// The end of one pending creation. Unless Ready, nothing was made: the slot holds no object and gets no Destroy.
struct CreationEvent final
{
    RecordKind Kind{};
    uint32 Slot{NO_SLOT};
    uint64 Generation{0}; // of the record the creation was made for; a later record of the slot must not receive it
    BackendStatus Result{BackendStatus::Ready};
};

/// Receives what Poll finds. Called inside Poll only.
class BackendEvents
{
public:
    virtual void OnCreated(const CreationEvent& event) noexcept = 0;

    /// Startup that was Pending has ended; `report` is as Start fills it in.
    virtual void OnStarted(BackendStatus status, const BackendReport& report) noexcept = 0;

    /// The API has refused a transfer that was accepted under `ordinal`: what it was to write is uncertain, and nothing
    /// else is harmed. Before PollCompleted names the ordinal.
    virtual void OnTransferFailed(uint64 ordinal) noexcept = 0;

    virtual void OnLost() noexcept = 0;

protected:
    ~BackendEvents() = default;
};

// ---- The backend -------------------------------------------------------------------------------------------------

/// How long the end of a session waits for a device that gives no sign: longer than the systems that reset a hung
/// device take to do so.
constexpr uint64 DRAIN_NANOSECONDS = 10'000'000'000;

/// One started API session. Destroying it releases everything it still holds, without waiting for browser callbacks.
class GraphicsBackend
{
public:
    virtual ~GraphicsBackend() = default;

    /// Starts the device and its target, once. Ready fills in `report`; Pending reports through Poll.
    [[nodiscard]] virtual BackendStatus Start(const BackendRequest& request, BackendReport& report) noexcept = 0;

    /// Takes the request's window for good and fills in what `report` says of it: when everything else of the start has
    /// succeeded, so that a start which fails leaves the window to another backend. A canvas of a browser stays with
    /// the API that took it first. Not Ready: something else has it. Where windows can be given back, Start may take
    /// them.
    [[nodiscard]] virtual BackendStatus BindWindow(BackendReport& /*report*/) noexcept { return BackendStatus::Ready; }

    /// Delivers late results. Never waits, except where a driver cannot tell whether it has compiled: OpenGL's without
    /// parallel compilation is waited for, one preparation a call.
    virtual void Poll(BackendEvents& events) noexcept = 0;

    /// Highest ordinal that has completed, and with it all lower ones. Never waits.
    [[nodiscard]] virtual uint64 PollCompleted() noexcept = 0;

    /// Waits until `ordinal` has completed, at most `nanoseconds`. False: not yet.
    [[nodiscard]] virtual bool WaitCompleted(uint64 ordinal, uint64 nanoseconds) noexcept = 0;

    /// Waits for all submitted work, at most DRAIN_NANOSECONDS, and drops what is still pending: before teardown. Lost
    /// devices return at once. False: the device does not finish. Nothing of the backend may be called or released
    /// then; its owner leaves it to the process.
    [[nodiscard]] virtual bool Drain() noexcept = 0;

    /// Of a backend that was left: the one that was left before it.
    GraphicsBackend* LeftBefore{nullptr};

    // Creation: makes the object at `slot`, which holds none. Pending is reported by Poll under `generation`, and its
    // slot stays taken until then, also when Destroy is called in between. Everything passed is borrowed for the call.

    [[nodiscard]] virtual BackendStatus CreateBuffer(uint32 slot, uint64 generation,
                                                     const BufferCreation& creation) noexcept = 0;
    [[nodiscard]] virtual BackendStatus CreateTexture(uint32 slot, uint64 generation,
                                                      const TextureCreation& creation) noexcept = 0;
    [[nodiscard]] virtual BackendStatus CreateTextureView(uint32 slot, uint64 generation,
                                                          const TextureViewCreation& creation) noexcept = 0;
    [[nodiscard]] virtual BackendStatus CreateSampler(uint32 slot, uint64 generation,
                                                      const SamplerDescription& description) noexcept = 0;
    [[nodiscard]] virtual BackendStatus CreateShader(uint32 slot, uint64 generation,
                                                     const ShaderCreation& creation) noexcept = 0;
    [[nodiscard]] virtual BackendStatus CreateBindingLayout(uint32 slot, uint64 generation,
                                                            const BindingLayoutCreation& creation) noexcept = 0;
    [[nodiscard]] virtual BackendStatus CreateBindingSet(uint32 slot, uint64 generation,
                                                         const BindingSetCreation& creation) noexcept = 0;
    [[nodiscard]] virtual BackendStatus CreateRasterPipeline(uint32 slot, uint64 generation,
                                                             const RasterPipelineCreation& creation) noexcept = 0;
    [[nodiscard]] virtual BackendStatus CreateComputePipeline(uint32 slot, uint64 generation,
                                                              const ComputePipelineCreation& creation) noexcept = 0;

    /// Makes the frame ring as the buffer at `slot`, with memory that stays where it is: uniforms, and also vertices
    /// and indices of 32 bits.
    [[nodiscard]] virtual BackendStatus CreateFrameUniforms(uint32 slot, usize bytes,
                                                            FrameUniformMemory& memory) noexcept = 0;

    /// Releases the object at `slot`. The frontend calls it when nothing that is submitted, pending or created from it
    /// needs it any more.
    virtual void Destroy(RecordKind kind, uint32 slot) noexcept = 0;

    /// Hands a name to the driver's tools; `label` is terminated. Optional.
    virtual void SetLabel(RecordKind, uint32 /*slot*/, const char* /*label*/) noexcept {}

    // Frames.

    /// Reserves all that the next frame could fail for: command memory, framebuffers. Before Acquire, may allocate. A
    /// target without a surface is not acquired; what is shown or can be read back stays as it is.
    [[nodiscard]] virtual BackendStatus PrepareFrame(const FrameTarget& target) noexcept = 0;

    /// Acquires the surface, or the private image of a headless target. One acquired frame at a time.
    [[nodiscard]] virtual AcquireStatus Acquire(const FrameTarget& target, AcquiredFrame& frame) noexcept = 0;

    /// Gives an acquired frame up without submitting it.
    virtual void AbandonFrame() noexcept = 0;

    /// Encodes and submits a stream, and presents the acquired surface when it is used.
    [[nodiscard]] virtual SubmitResult Submit(const Submission& submission) noexcept = 0;

    // Upload slices: host memory that the frontend writes and copy commands read.

    /// Makes slice `slice` hold at least `bytes`; `memory` stays where it is until the slice is made larger. Only while
    /// no submitted work uses it.
    [[nodiscard]] virtual BackendStatus ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept = 0;

    // Readback slices: host memory that copy commands write and the frontend reads after completion.

    /// Makes slice `slice` hold at least `bytes`. Only while no submitted work uses it.
    [[nodiscard]] virtual BackendStatus ReserveReadback(uint32 slice, usize bytes) noexcept = 0;

    /// The bytes of a slice whose submission has completed. Pending: the API still maps them.
    [[nodiscard]] virtual BackendStatus MapReadback(uint32 slice, std::span<const uint8>& bytes) noexcept = 0;

    /// Ends the reading of a slice whose submission has completed; harmless when it is not mapped.
    virtual void UnmapReadback(uint32 slice) noexcept = 0;

    // Observations.

    /// Makes the TIMESTAMP_QUERIES of the session; does nothing when they exist. Only where the report has timestamps.
    [[nodiscard]] virtual BackendStatus ReserveTimestamps() noexcept = 0;

    /// Reads queries from `first` on that a completed submission has written, as ticks. Pending: the API still brings
    /// them. Refused: it will not.
    [[nodiscard]] virtual BackendStatus ReadTimestamps(uint32 first, std::span<uint64> ticks) noexcept = 0;

    /// Reads the queue's clock and the host's at one moment, as nearly as the driver can. Called where the report has
    /// HasHostClock; a backend without it leaves this out.
    [[nodiscard]] virtual BackendStatus ReadClocks(ClockReading& /*reading*/) noexcept
    {
        return BackendStatus::Refused;
    }

    /// Fills in the adapter's identity, as far as the API tells it. Allocates nothing.
    virtual void DescribeAdapter(MeasurementAdapter& adapter) const noexcept = 0;

    /// Bytes that the API has set aside for the buffer or texture at `slot`, with its private depth and with initial
    /// content that is on its way. False: the API does not tell.
    [[nodiscard]] virtual bool FindApiBytes(RecordKind kind, uint32 slot, uint64& bytes) const noexcept = 0;

    virtual void ReadMemoryTotals(MemoryTotals& totals) const noexcept = 0;

    /// Objects that Create made and Destroy has not released, for tests that end with nothing alive.
    [[nodiscard]] virtual uint32 CountLiveObjects() const noexcept = 0;
};
} // namespace ludus::graphics::rhi::internal
