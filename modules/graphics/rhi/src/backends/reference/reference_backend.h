// The reference backend: the boundary's contract as a program that can be read in one sitting.
//
// It keeps every object's description and bytes on the host and executes transfers and clears at once, in stream order,
// so a submission's effects exist when Submit returns; when it counts as completed is up to control.h. It rasterizes
// nothing: draws are checked against everything the contract promises a backend and leave no pixels. A call that breaks
// a promise is a violation (orders.h): the frontend has a bug, and the sentence says which.
//
// Validity is tracked as the contract speaks of it: a subresource is defined once an upload, a copy, or a pass that
// stores has written it, and undefined after a discard; loading, sampling or copying undefined texels is a violation.
// Lifetime likewise: each object counts what was created from it and remembers the last submission that used it, and
// may be destroyed when the count is zero and that submission has completed.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/reference/orders.h"
#include "boundary/stream_reader.h"

namespace ludus::graphics::rhi::internal
{
/// What all objects have.
struct ReferenceObject
{
    enum class Stage : uint8
    {
        Empty,
        Pending, // made, but its end was not delivered by Poll yet
        Ready,
        Orphaned, // destroyed while pending; the slot is taken until Poll
    };

    Stage State{Stage::Empty};
    uint64 Generation{0};
    uint32 Users{0};   // live objects created from this one
    uint64 LastUse{0}; // ordinal of the last submission that used it
};

struct ReferenceBuffer final : ReferenceObject
{
    BufferRole Role{BufferRole::Vertex};
    foundation::Array<uint8> Bytes{};     // as the device sees them
    foundation::Array<uint8> HostBytes{}; // frame uniforms: what the frontend writes; Bytes follow at submissions
    uint32 Visible{0};                    // the uses that see the contents, and may write them, as ResourceUse
    uint32 Used{0};                       // how it was used since the last transition
};

/// One mip of one layer, or of one depth slice, inside a texture's bytes.
struct ReferenceSubresource final
{
    usize Offset{0};
    usize RowBytes{0};
    uint32 Width{0};
    uint32 Height{0};
    uint32 Rows{0};
    bool IsDefined{false};
};

struct ReferenceTexture final : ReferenceObject
{
    TextureDescription Description{};
    foundation::Array<uint8> Bytes{};
    foundation::Array<ReferenceSubresource> Parts{}; // by mip, then layer or slice
    uint32 LayersOfMip[16]{};                        // parts of each mip
    uint32 Use{USE_NONE};                            // attachments: where barriers and passes have brought the colour
    uint32 DepthUse{USE_NONE};
    bool IsDepthDefined{false};
};

struct ReferenceView final : ReferenceObject
{
    TextureViewCreation Creation{};
};

struct ReferenceSampler final : ReferenceObject
{
    SamplerDescription Description{};
};

struct ReferenceShader final : ReferenceObject
{
    ShaderStage Stage{ShaderStage::Vertex};
    foundation::Array<RasterBinding> Bindings{};
    foundation::Array<RasterShaderInput> Inputs{};
};

struct ReferenceLayout final : ReferenceObject
{
    foundation::Array<RasterBinding> Bindings{};
};

struct ReferenceSet final : ReferenceObject
{
    uint32 Layout{NO_SLOT};
    uint32 DynamicCount{0};
    foundation::Array<SetDescriptor> Descriptors{};
};

struct ReferencePipeline final : ReferenceObject
{
    uint32 Vertex{NO_SLOT}; // or the compute shader
    uint32 Fragment{NO_SLOT};
    uint32 Layout{NO_SLOT};
    PipelineTarget Target{};
    bool UsesDepth{false};
    bool WritesDepth{false};
    uint32 StreamCount{0};
    RasterVertexStream Streams[MAX_VERTEX_STREAMS]{};
};

class ReferenceBackend final : public GraphicsBackend
{
public:
    ReferenceBackend() noexcept = default;
    ReferenceBackend(const ReferenceBackend&) = delete;
    ReferenceBackend& operator=(const ReferenceBackend&) = delete;
    ~ReferenceBackend() override = default;

    // device.cpp
    BackendStatus Start(const BackendRequest& request, BackendReport& report) noexcept override;
    BackendStatus BindWindow(BackendReport& report) noexcept override;
    void Poll(BackendEvents& events) noexcept override;
    [[nodiscard]] bool Drain() noexcept override;
    void Destroy(RecordKind kind, uint32 slot) noexcept override;
    void SetLabel(RecordKind kind, uint32 slot, const char* label) noexcept override;

    uint32 CountLiveObjects() const noexcept override { return LiveObjects; }

    // buffer.cpp
    BackendStatus CreateBuffer(uint32 slot, uint64 generation, const BufferCreation& creation) noexcept override;
    BackendStatus CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept override;
    BackendStatus ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept override;
    BackendStatus ReserveReadback(uint32 slice, usize bytes) noexcept override;
    BackendStatus MapReadback(uint32 slice, std::span<const uint8>& bytes) noexcept override;
    void UnmapReadback(uint32 slice) noexcept override;

    // texture.cpp
    BackendStatus CreateTexture(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept override;
    BackendStatus CreateTextureView(uint32 slot, uint64 generation,
                                    const TextureViewCreation& creation) noexcept override;
    BackendStatus CreateSampler(uint32 slot, uint64 generation,
                                const SamplerDescription& description) noexcept override;

    // bindings.cpp
    BackendStatus CreateBindingLayout(uint32 slot, uint64 generation,
                                      const BindingLayoutCreation& creation) noexcept override;
    BackendStatus CreateBindingSet(uint32 slot, uint64 generation,
                                   const BindingSetCreation& creation) noexcept override;

    // pipeline.cpp
    BackendStatus CreateShader(uint32 slot, uint64 generation, const ShaderCreation& creation) noexcept override;
    BackendStatus CreateRasterPipeline(uint32 slot, uint64 generation,
                                       const RasterPipelineCreation& creation) noexcept override;
    BackendStatus CreateComputePipeline(uint32 slot, uint64 generation,
                                        const ComputePipelineCreation& creation) noexcept override;

    // sampling.cpp

    /// What a fragment reads at a coordinate of the view's dimension and a level of detail: u and v and a layer or
    /// depth, or a direction. False: not both exist and are ready, or the view shows something undefined.
    [[nodiscard]] bool Sample(uint32 viewSlot, uint32 samplerSlot, const float64 (&coordinate)[3], float64 lod,
                              float64 (&color)[4]) noexcept;

    // surface.cpp
    BackendStatus PrepareFrame(const FrameTarget& target) noexcept override;
    AcquireStatus Acquire(const FrameTarget& target, AcquiredFrame& frame) noexcept override;
    void AbandonFrame() noexcept override;

    // queue.cpp
    SubmitResult Submit(const Submission& submission) noexcept override;
    uint64 PollCompleted() noexcept override;
    bool WaitCompleted(uint64 ordinal, uint64 nanoseconds) noexcept override;

    // observations.cpp
    BackendStatus ReserveTimestamps() noexcept override;
    BackendStatus ReadTimestamps(uint32 first, std::span<uint64> ticks) noexcept override;
    BackendStatus ReadClocks(ClockReading& reading) noexcept override;
    void DescribeAdapter(MeasurementAdapter& adapter) const noexcept override;
    bool FindApiBytes(RecordKind kind, uint32 slot, uint64& bytes) const noexcept override;
    void ReadMemoryTotals(MemoryTotals& totals) const noexcept override;

private:
    friend class StreamExecution; // commands.cpp

    struct PendingCreation
    {
        RecordKind Kind{};
        uint32 Slot{NO_SLOT};
        uint64 Generation{0};
        bool IsHeld{false}; // until the control ends it; else until the next Poll
    };

    struct Image
    {
        foundation::Array<uint8> Bytes{}; // RGBA8, rows top first, tightly packed
        uint32 Width{0};
        uint32 Height{0};
    };

    struct TimestampQuery
    {
        uint64 Ticks{0};
        uint64 Ordinal{0}; // of the submission that wrote it; zero: none has
    };

    struct ReadbackSlice
    {
        foundation::Array<uint8> Bytes{};
        uint64 LastUse{0};
        bool IsMapped{false};
    };

    // The start and the end of every creation (device.cpp). Open gives an empty object, whose slot is taken only by
    // Close, or null and the status to answer.
    template <class T>
    T* Open(ReferenceCall call, SlotTable<T>& table, uint32 slot, BackendStatus& status) noexcept;
    BackendStatus Close(RecordKind kind, uint32 slot, uint64 generation, ReferenceObject& object,
                        bool isAsynchronous = false) noexcept;

    /// The ready object at a slot; a violation and null when there is none.
    template <class T>
    T* Reach(SlotTable<T>& table, uint32 slot, const char* noun, const char* use) noexcept;

    [[nodiscard]] ReferenceObject* FindObject(RecordKind kind, uint32 slot) noexcept;
    void ReleaseUses(RecordKind kind, uint32 slot) noexcept;
    void Empty(RecordKind kind, uint32 slot) noexcept;
    [[nodiscard]] bool IsLost() noexcept;
    void DeliverCreations(BackendEvents& events) noexcept;
    [[nodiscard]] BackendStatus MakeParts(ReferenceTexture& texture) noexcept;
    [[nodiscard]] bool IsDefined(const ReferenceView& view) noexcept;
    [[nodiscard]] bool IsDescriptorLegal(const SetDescriptor& descriptor) noexcept;
    void CopyFrameUniforms(const Submission& submission) noexcept;
    void WriteTimestamp(uint32 query, uint64 ordinal) noexcept;
    [[nodiscard]] uint64 ReadTicks() const noexcept;

    BackendReport Report{};
    bool IsStarted{false};
    bool IsStarting{false};
    bool IsDrained{false};
    bool HasReportedLoss{false};
    bool IsFaulted{false}; // a submission failed after encoding
    uint32 LiveObjects{0};
    uint64 Submitted{0};
    uint64 DrainedOrdinal{0};
    uint64 RefusedTransfers[8]{}; // the last that Poll has not reported
    uint32 RefusedCount{0};
    uint64 FrameOrdinals[8]{}; // of the last submissions that used the surface
    uint32 FrameCount{0};

    SlotTable<ReferenceBuffer> Buffers{};
    SlotTable<ReferenceTexture> Textures{};
    SlotTable<ReferenceView> Views{};
    SlotTable<ReferenceSampler> Samplers{};
    SlotTable<ReferenceShader> Shaders{};
    SlotTable<ReferenceLayout> Layouts{};
    SlotTable<ReferenceSet> Sets{};
    SlotTable<ReferencePipeline> RasterPipelines{};
    SlotTable<ReferencePipeline> ComputePipelines{};
    foundation::Array<PendingCreation> Pending{};

    TimestampQuery Queries[TIMESTAMP_QUERIES]{};
    bool HasQueries{false};
    uint64 Clock{0}; // moves on with every command (control.h)

    uint32 FrameUniforms{NO_SLOT};
    ReadbackSlice Slices[8]{};
    ReadbackSlice UploadSlices[4]{};
    Image Images[2]{};   // the one being drawn and the one presented last
    uint32 BackImage{0}; // index of the former
    bool HasPresented{false};
    bool IsPrepared{false};
    bool IsAcquired{false};
    bool IsSurfaceDefined{false};
};

template <class T>
T* ReferenceBackend::Open(ReferenceCall call, SlotTable<T>& table, uint32 slot, BackendStatus& status) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(call);
    if (!IsStarted)
    {
        Violate("%s before the device is ready", GetReferenceCallName(call));
    }
    if (failure != nullptr || IsLost())
    {
        status = failure != nullptr ? failure->Status : BackendStatus::Lost;
        return nullptr;
    }
    if (!table.Ensure(slot) || !Pending.Reserve(Pending.Size() + 1))
    {
        status = BackendStatus::OutOfMemory;
        return nullptr;
    }
    T& object = table.At(slot);
    if (object.State != ReferenceObject::Stage::Empty)
    {
        Violate("%s at slot %u, which still holds an object", GetReferenceCallName(call), slot);
        status = BackendStatus::Refused;
        return nullptr;
    }
    object = T{};
    return &object;
}

template <class T>
T* ReferenceBackend::Reach(SlotTable<T>& table, uint32 slot, const char* noun, const char* use) noexcept
{
    T* object = table.Find(slot);
    if (object == nullptr || object->State != ReferenceObject::Stage::Ready)
    {
        Violate("%s names %s %u, which is not ready", use, noun, slot);
        return nullptr;
    }
    return object;
}
} // namespace ludus::graphics::rhi::internal
