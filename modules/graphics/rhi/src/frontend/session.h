// The one session: device state, registry, the open frame, and what every entry point asks of them.
#pragma once

#include "boundary/registration.h"
#include "frontend/handles.h"
#include "frontend/measurement.h"
#include "frontend/pass_memory.h"
#include "frontend/recording.h"
#include "frontend/ticket_table.h"
#include "registry/pass_key.h"
#include "registry/texture_ledger.h"
#include "validation/facade.h"
#include "validation/texture_region.h"

namespace ludus::graphics::rhi::internal
{
/// One resource of the fullscreen facade. It is a portable record of the library's own, under a 32-bit id.
struct FacadeRecord final
{
    uint32 Id{0}; // zero: free
    uint32 Slot{NO_SLOT};
    RecordKind Kind{RecordKind::Shader};
    usize UniformSize{0}; // shaders: bytes read; uniforms: bytes held
    ShaderStage Stage{ShaderStage::Vertex};
    uint32 Pipelines{0}; // Ready or Pending pipelines that depend on it
    uint32 Parts[3]{};   // pipelines: ids of vertex, fragment, uniform
    bool HoldsParts{false};
    bool WasWritten{false}; // uniforms
    Array<uint8> Bytes{};   // uniforms: the latest bytes
};

struct Facade final
{
    FacadeRecord Shaders[FACADE_RECORDS]{};
    FacadeRecord Uniforms[FACADE_RECORDS]{};
    FacadeRecord Pipelines[FACADE_RECORDS]{};
    uint32 Layout{NO_SLOT}; // one dynamic uniform at binding zero, for both stages
};

/// Whether a call may be made while a frame is open.
enum class FrameRule : uint8
{
    Any,
    Between,
    Inside,
};

/// The passes of the open frame (raster_pass.h).
struct FramePasses final
{
    bool IsOpen{false};                // draws have a pass to go to
    bool IsImplicit{false};            // the frame itself has opened it
    bool IsSurface{false};             // the open pass draws to the surface
    bool HidesDraws{false};            // its scissor is empty: draws are checked and not encoded
    bool IsSurfaceDrawn{false};        // a pass before the open one wrote the surface
    bool IsSurfaceDepthDefined{false}; // as the last surface pass leaves it
    uint32 Texture{NO_SLOT};           // the open pass's attachment; NO_SLOT: the surface's
    uint32 Unread{NO_SLOT};            // the texture that the last pass stores, before its barrier for readers
    uint32 Begun{0};                   // by BeginRasterPass
    usize Start{0};                    // of the open pass in the stream, or where the next one will start
    bool IsScopeOpen{false};           // the program has begun a GPU scope
    bool IsScopeWritten{false};        // the stream has begun it too; until then an earlier pass goes on
    uint32 Scopes{0};                  // begun by the program
};

/// Combinations of format, load and store that the device has drawn with; StorageLimits::RasterPassStates bounds them.
struct PassStateSet final
{
    uint64 Words[6]{2}; // a bit a combination (raster_pass.cpp); the surface pass of every frame is in it
    uint32 Count{1};
};

struct FrameState final
{
    bool IsOpen{false};
    bool HasFullscreenDraw{false};
    bool IsSurfaceless{false};      // FrameTarget::ShouldPresentToSurface was false when it was opened
    const char* SkippedBy{nullptr}; // the call that found no target last, and said so; null after one was there
    AcquiredFrame Target{};
    FramePasses Passes{};
    TextureDrafts Drafts{};
    PassMemory Remembered{};
    GpuScopeDescription Scope{}; // the open one
    Array<uint8> Stream{};       // storage of the command stream, kept between frames
    usize RunStart{0};           // offset of the open draw run's command
    uint32 DrawsAtStart{0};      // Recording::DrawsLeft when the run was opened
};

constexpr uint32 MAX_FRAME_SLOTS = 4;
constexpr uint32 RING_SEGMENTS = 3;
constexpr uint32 RING_INDEX_BLOCK = 64; // indices of 32 bits: the least that a write takes

/// The frame uniform ring: segments of equal size in one buffer, one written at a time.
struct UniformRing final
{
    uint32 Slot{NO_SLOT}; // of the buffer; NO_SLOT: not made
    FrameUniformMemory Memory{};
    uint32 SegmentBytes{0};
    uint32 Segment{0};
    uint64 LastUse[RING_SEGMENTS]{}; // ordinal that must complete before a segment is written again
    uint32 Holds[RING_SEGMENTS]{};   // plans that draw with bytes of a segment and are not submitted
    uint32 Growing[RING_SEGMENTS]{}; // those of them that still record
    uint32 HeldEnd{0};               // of the segment at hand: end of the bytes that may not be taken back

    // Indices: how many of each block of RING_INDEX_BLOCK were written since its segment was opened, and the largest.
    Array<uint8> IndexCounts{};
    Array<uint32> IndexMaxima{};
    uint32 IndexEnd[RING_SEGMENTS]{}; // no block of a segment from here on has indices

    [[nodiscard]] uint32 StartOf(uint32 segment) const noexcept { return segment * SegmentBytes; }

    /// Whether [offset, offset + size) touches a segment.
    [[nodiscard]] bool IsInSegment(uint32 segment, usize offset, usize size) const noexcept
    {
        const usize start = StartOf(segment);
        return offset < start + SegmentBytes && start < offset + size;
    }
};

constexpr uint32 FRAME_READBACKS = 4;

struct ReadbackRecord final
{
    uint64 Generation{0}; // zero: free
    uint64 Ordinal{0};
    bool IsCancelled{false}; // released before its submission completed: the slice stays taken until then
    FrameInfo Info{};
};

/// What an upload slice, or the request that holds it, is for.
enum class TransferPurpose : uint8
{
    Upload,   // into a buffer that nobody names yet: an UploadTicket's
    Mutation, // of a resource that is published: a TransferTicket's
};

/// Work in the upload direction: a copy on its way, and what its ticket keeps.
struct UploadRecord final
{
    uint64 Generation{0}; // zero: free
    uint64 Ordinal{0};
    TransferPurpose Purpose{TransferPurpose::Upload};
    RecordKind Kind{RecordKind::Buffer}; // of the destination, and of the source
    uint32 Destination{NO_SLOT};
    uint32 Source{NO_SLOT};                   // of a copy between resources
    uint32 Mips{0};                           // a bit a mip that the copy defines, of a texture
    RasterStatus Result{RasterStatus::Ready}; // of the copy, when it has completed
    bool IsEnded{false};                      // a mutation: its destination was told the result
    bool IsCancelled{false};                  // released before its copy completed: the slice stays taken until then
};

struct BufferReadbackRecord final
{
    uint64 Generation{0};
    uint64 Ordinal{0};
    usize Size{0};
    TransferRows Rows{};  // of a texture's rectangle
    bool IsFailed{false}; // the copy was refused after it was accepted
    bool IsCancelled{false};
};

/// A raster pipeline's description, resolved and copied (raster_pipeline.h).
struct ResolvedPipeline final
{
    uint32 Vertex{NO_SLOT};
    uint32 Fragment{NO_SLOT};
    uint32 Layout{NO_SLOT};
    uint32 StreamCount{0};
    uint32 AttributeCount{0};
    RasterVertexStream Streams[MAX_VERTEX_STREAMS]{};
    RasterVertexAttribute Attributes[MAX_VERTEX_ATTRIBUTES]{}; // by ascending location
    PipelineTarget Target{};
    RasterPipelineCreation State{}; // the fixed state alone
};

enum class SharedPipelineState : uint8
{
    Queued, // waits for PollLifetime
    Made,   // by the backend, or being made: its record says how far
    Refused,
};

/// One pipeline that equal requests share.
struct SharedPipelineRecord final
{
    uint64 Generation{0};
    SharedPipelineState State{SharedPipelineState::Queued};
    RasterStatus Refusal{RasterStatus::Failed}; // when Refused
    uint32 Requests{0};
    uint32 Pipeline{NO_SLOT}; // its record
    ResolvedPipeline Description{};
};

struct PipelineRequestRecord final
{
    uint64 Generation{0};
    uint32 Shared{NO_SLOT};
};

enum class BatchState : uint8
{
    Recording,
    Finished,
    Submitted, // its work is in flight
};

struct CommandBatchRecord final
{
    uint64 Generation{0};
    BatchState State{BatchState::Recording};
    uint64 Ordinal{0}; // once submitted
    DrawPlan Plan{};
};

class Session;

/// Gives up the textures of the pool that no graph uses (transient_pool.h). False when there were none.
bool EvictIdleTransients(Session& session) noexcept;

/// Bytes of an application's name that are kept when it is needed after the call that brought it.
constexpr usize APPLICATION_NAME_BYTES = 128;

/// An application's description without storage of its own.
struct KeptApplication final
{
    char Name[APPLICATION_NAME_BYTES]{};
    uint32 Version{0};

    void Keep(const ApplicationInfo& application) noexcept;
    [[nodiscard]] ApplicationInfo Get() const noexcept;
};

/// What Auto needs to try the next backend when one fails after Start has answered.
struct AutoStartup final
{
    bool IsOn{false};
    KeptApplication Application{};
    WindowInfo Window{};
};

class Session final : public BackendEvents
{
public:
    // What was started.
    uint64 Owner{0}; // zero: no session
    bool IsExplicit{false};
    StartupInfo Startup{};
    DeviceDescription Description{};
    const BackendRegistration* Registration{nullptr};
    AutoStartup Auto{};
    foundation::Owned<GraphicsBackend> Native{};
    BackendReport Report{};

    // Negotiated; zero unless Ready.
    DeviceFeatures Supported{};
    DeviceFeatures Enabled{};
    DeviceProfile Profile{};
    DeviceFeatures UnmetPreferences{};
    ProfileDiagnostic UnmetProfilePreference{};

    Registry Records{};
    Facade Fullscreen{};
    FrameState Frame{};
    PassStateSet PassStates{};
    FrameTarget Target{};
    UniformRing Uniforms{};
    Measurements Measured{};
    ReadbackRecord Readbacks[FRAME_READBACKS]{};
    UploadRecord Uploads[MAX_TRANSFER_SLICES]{};
    BufferReadbackRecord BufferReadbacks[MAX_TRANSFER_SLICES]{};
    Array<uint32> Transients{}; // slots of the textures that graphs borrow (transient_pool.h)
    TicketTable<CommandBatchRecord> Batches{};
    void (*ReleaseGraphs)() noexcept {nullptr}; // ends all ordered graphs (graph/author.cpp); null while there are none
    TicketTable<SharedPipelineRecord> SharedPipelines{};
    TicketTable<PipelineRequestRecord> PipelineRequests{};
    uint32 Preparations{0}; // creations that the backend's worker has, or that were not collected (preparation.h)
    uint64 NextOrdinal{1};
    uint64 Completed{0};
    uint64 FrameOrdinals[MAX_FRAME_SLOTS]{}; // of the frames in flight
    uint32 FrameSlot{0};                     // of the next frame: it holds the oldest ordinal
    uint64 LastFrameOrdinal{0};              // zero: no frame with a surface was accepted yet
    FrameInfo LastFrame{};
    bool IsLossReported{false};
    bool IsPolling{false};

    constexpr Session() noexcept = default;

    [[nodiscard]] bool Owns(DeviceHandle device) const noexcept
    {
        return Owner != 0 && DeviceAccess::Owner(device) == Owner;
    }

    /// Starts `description` on a fresh session. Afterwards Startup says what came of it; outputs and handles are the
    /// caller's business. `operation` names the entry point in diagnostics.
    void Start(const char* operation, const ApplicationInfo& application, const WindowInfo& window,
               const DeviceDescription& description, bool isExplicit) noexcept;

    /// Ends the session in any state. `operation` names the entry point in diagnostics, here and below.
    void Stop(const char* operation) noexcept;

    /// Fetches late results, completions and loss. Never waits.
    void Poll() noexcept;

    /// Poll for the owner of `device`; nothing for anybody else.
    void PollOf(DeviceHandle device) noexcept
    {
        if (Owns(device))
        {
            Poll();
        }
    }

    /// Registry::Reserve that looks again when the first try finds no room: released work may have completed, and then
    /// the idle textures of the pool make way.
    template <RecordKind Kind>
    [[nodiscard]] RasterVerdict Reserve(bool isInternal, uint64 resourceBytes, uint32 descriptors,
                                        uint32& slot) noexcept
    {
        RasterVerdict verdict = Records.Reserve<Kind>(isInternal, resourceBytes, descriptors, slot);
        if (verdict.Result == RasterStatus::CapacityExceeded)
        {
            Poll();
            if (Startup.State == StartupState::Ready)
            {
                verdict = Records.Reserve<Kind>(isInternal, resourceBytes, descriptors, slot);
            }
            if (verdict.Why.Code == DiagnosticCode::ResourceBytesExhausted && EvictIdleTransients(*this))
            {
                verdict = Records.Reserve<Kind>(isInternal, resourceBytes, descriptors, slot);
            }
        }
        return verdict;
    }

    /// Releases every resource and the backend, and leaves the state that was reached for inspection.
    void Fail(const char* operation, StartupState state, StartupError error) noexcept;

    /// A backend call answered Lost, or refused in a way that the session cannot survive.
    void OnBackendFailure(BackendStatus reason) noexcept;

    /// Device state as the answer of explicit calls.
    [[nodiscard]] DeviceStatus GetDeviceStatus() const noexcept;

    // BackendEvents.
    void OnCreated(const CreationEvent& event) noexcept override;
    void OnStarted(BackendStatus status, const BackendReport& report) noexcept override;
    void OnTransferFailed(uint64 ordinal) noexcept override;
    void OnLost() noexcept override;

protected:
    ~Session() = default;

private:
    friend union SessionStorage;

    [[nodiscard]] bool StartBackend(const char* operation, const BackendRegistration& registration,
                                    const ApplicationInfo& application, const WindowInfo& window) noexcept;
    [[nodiscard]] bool StartNextAuto(const char* operation, uint32 rank, const ApplicationInfo& application,
                                     const WindowInfo& window) noexcept;
    void EndAttempt(const char* operation) noexcept;
    void EndLateAttempt() noexcept;
    [[nodiscard]] DeviceVerdict Negotiate() noexcept;
    void FailLost() noexcept;
    void ReleaseEverything(const char* operation) noexcept;
    void LeaveBackend(const char* operation) noexcept;
};

/// Holds the session for the life of the process without a destructor: a program that exits with a running session
/// leaves it to the system.
union SessionStorage
{
    constexpr SessionStorage() noexcept : Value() {}

    ~SessionStorage() {} // NOLINT(modernize-use-equals-default): the default one of this union is deleted

    Session Value;
};

extern constinit SessionStorage s_SessionStorage LUDUS_HIDDEN;

[[nodiscard]] inline Session& GetSession() noexcept
{
    return s_SessionStorage.Value;
}

/// Finds the public record a handle names; NO_SLOT for null, stale and foreign handles.
template <class H>
[[nodiscard]] inline uint32 FindPublic(Session& session, const H& handle) noexcept
{
    auto& table = session.Records.Table<KindOf<H>::VALUE>();
    const uint32 slot = RasterAccess::Slot(handle);
    if (RasterAccess::Owner(handle) != session.Owner || session.Owner == 0 || slot >= table.GetSlotCount())
    {
        return NO_SLOT;
    }
    const auto& cold = table.Twin(slot);
    const bool isLive = cold.IsOccupied && cold.IsPublic && cold.Generation == RasterAccess::Generation(handle);
    return isLive ? slot : NO_SLOT;
}

/// The record of a public and Ready handle of the session `owner`, or null. Any bits may stand in a handle: the slot is
/// looked at before it is used, and a generation of zero would equal that of a record that is not ready.
template <RecordKind Kind, class H>
[[nodiscard]] inline const typename KindTraits<Kind>::Hot* ResolveHot(Session& session, uint64 owner,
                                                                      const H& handle) noexcept
{
    const auto& table = session.Records.Table<Kind>();
    const uint64 generation = RasterAccess::Generation(handle);
    if (RasterAccess::Slot(handle) >= table.GetSlotCount() || generation == 0) [[unlikely]]
    {
        return nullptr;
    }
    const auto& record = table.At(RasterAccess::Slot(handle));
    const bool isReady = RasterAccess::Owner(handle) == owner && generation == record.Ready;
    return isReady ? &record : nullptr;
}

/// What a backend's refusal of a creation means for the caller.
[[nodiscard]] RasterVerdict CreationVerdict(BackendStatus status) noexcept;
} // namespace ludus::graphics::rhi::internal
