// How tests steer the reference backend: failures at any call, late results, loss, other limits, a look at the streams.
//
// One record for the process, used by whichever session runs. Reset it between tests. Nothing here allocates.
#pragma once

#include "boundary/backend.h"

namespace ludus::graphics::rhi::internal
{
/// The calls of the boundary that can fail, in the order of backend.h; Make is the registration's Create.
enum class ReferenceCall : uint8
{
    Make,
    Start,
    BindWindow,
    CreateBuffer,
    CreateTexture,
    CreateTextureView,
    CreateSampler,
    CreateShader,
    CreateBindingLayout,
    CreateBindingSet,
    CreateRasterPipeline,
    CreateComputePipeline,
    CreateFrameUniforms,
    PrepareFrame,
    Acquire,
    Submit,
    ReserveReadback,
    MapReadback,
    ReserveUpload,
    ReserveTimestamps,
    ReadTimestamps,
    ReadClocks,
    Count,
};

constexpr usize REFERENCE_CALL_COUNT = static_cast<usize>(ReferenceCall::Count);

/// A failure to come. Status is the answer, or for Submit its Reason; Acquire uses Acquired instead. Lost, in either,
/// also loses the device.
struct ReferenceFailure final
{
    uint64 Nth{1}; // 1: the next call of its kind; zero: none
    BackendStatus Status{BackendStatus::OutOfMemory};
    AcquireStatus Acquired{AcquireStatus::Failed};
    SubmitOutcome Outcome{SubmitOutcome::NothingEncoded};
    uint32 AcceptedCommands{1};                          // of a submission that is AcceptedInPart
    StartupError Error{StartupError::DeviceUnavailable}; // of Start
};

/// Sees every submission that was accepted, wholly or in part, after it was executed.
using ReferenceObserver = void (*)(void* context, const Submission& submission) noexcept;

struct ReferenceControl final
{
    /// What Start reports. Tests change it before they start a session.
    BackendReport Report{};

    ReferenceFailure Failures[REFERENCE_CALL_COUNT]{}; // set by FailReferenceCall
    uint64 Calls[REFERENCE_CALL_COUNT]{};              // made since the reset

    char ApplicationName[64]{};              // that Start was given, cut to fit
    bool HoldsStartup{false};                // Start answers Pending until FinishReferenceStartup
    bool HoldsCreation[RECORD_KIND_COUNT]{}; // creations answer Pending until FinishReferenceCreations
    bool HoldsCompletion{false};             // submissions complete when CompleteReferenceWork says so
    bool RefusesTransfers{false};            // they are accepted, and fail when they complete
    bool NeverDrains{false};                 // the device does not finish what was submitted
    bool HoldsReadback{false};               // MapReadback answers Pending
    bool HoldsTimestamps{false};             // ReadTimestamps answers Pending
    uint64 ClockStart{0};                    // ticks at the start of a session
    int64 ClockStep{1000};                   // ticks that every command of a stream takes
    uint64 HostClock{0};                     // what ReadClocks says of the host's clock
    bool HidesApiBytes{false};               // FindApiBytes does not tell
    uint64 ExtraApiBytes{0};                 // that FindApiBytes adds to each resource
    uint32 SurfaceWidth{0};                  // what Acquire finds instead of the target's extent, unless zero
    uint32 SurfaceHeight{0};                 //
    ReferenceObserver Observer{nullptr};     //
    void* ObserverContext{nullptr};          //
    bool StopsAtViolation{true};             // abort at the first one; else count them
    uint64 Violations{0};                    // things received that no frontend may send
    char FirstViolation[256]{};              // its sentence
    uint64 SubmittedOrdinal{0};              // accepted last
    uint64 CompletedOrdinal{0};              // with HoldsCompletion
};

[[nodiscard]] ReferenceControl& GetReferenceControl() noexcept;

/// Back to defaults: everything at once, no failures, the full report. Between sessions.
void ResetReferenceControl() noexcept;

/// A device that offers all that this backend implements.
[[nodiscard]] BackendReport MakeReferenceReport() noexcept;

/// Makes the Nth call of a kind fail, counted from now; one failure a kind at a time.
void FailReferenceCall(ReferenceCall call, const ReferenceFailure& failure) noexcept;

/// Ends a held startup at the next Poll.
void FinishReferenceStartup(BackendStatus status, StartupError error = StartupError::None) noexcept;

/// Ends up to `count` of the creations that are pending, oldest first, at the next Poll.
void FinishReferenceCreations(RecordKind kind, BackendStatus result = BackendStatus::Ready,
                              uint32 count = ~uint32{0}) noexcept;

/// Completes all submissions up to `ordinal`; by default, all that were accepted.
void CompleteReferenceWork(uint64 ordinal = ~uint64{0}) noexcept;

/// Loses the device: Poll reports it, and calls answer Lost.
void LoseReferenceDevice() noexcept;

/// The call's name, such as "CreateBuffer".
[[nodiscard]] const char* GetReferenceCallName(ReferenceCall call) noexcept;
} // namespace ludus::graphics::rhi::internal
