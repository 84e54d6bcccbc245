// A published result of a compute workload that is replaced only when its replacement has been computed.
//
//     cache.Stage(device, {scene, model}, description);      // a candidate; the published result stays
//     cache.Poll(device);                                    // until GetPhase() is Prepared
//     cache.BuildCandidateGraph(device, graph);              // compile and execute it
//     cache.SetCandidateCompletion(device, cache.GetCandidateTicket(), token);
//     cache.Poll(device);                                    // publishes when the GPU has completed
//     cache.GetActiveBuffer(2);
//
// Everything is called between frames on the device's thread, the destructor included. The cache cannot know that a
// token is of the submission that executed the candidate's graph: the caller says so. A candidate or a result of a
// device that is gone is forgotten by the next call on another one, but GetActiveBuffer and HasActive, which ask
// nobody.
#pragma once

#include <ludus/graphics/rhi/compute_workload.hpp>

namespace ludus::graphics::rhi
{
/// Explicit candidate state, separate from whether a previously published result exists.
enum class ComputeCachePhase : foundation::uint8
{
    Empty,              // no candidate
    Preparing,          // uploads, shaders or pipelines are pending
    Prepared,           // the candidate can build its one graph
    AwaitingSubmission, // the graph was handed out; the candidate cannot publish yet
    Executing,          // the accepted submission is not known to be complete
    Failed,             // the candidate failed; cancel it or stage another key
};

/// What the result depends on: the caller's promise that equal numbers mean equal inputs. Both are nonzero.
struct ComputeCacheKey final
{
    foundation::uint64 SceneRevision{0};
    foundation::uint64 ModelRevision{0};
};

/// One attempt of one cache. Null when default-made; never the same for two attempts, also of the same key.
struct ComputeCacheTicket final
{
private:
    friend class ComputeCache;
    foundation::uint64 Attempt{0};
};

class ComputeCache final
{
public:
    ComputeCache() noexcept = default;
    ComputeCache(const ComputeCache&) = delete;
    ComputeCache& operator=(const ComputeCache&) = delete;
    ComputeCache(ComputeCache&& other) noexcept;
    ComputeCache& operator=(ComputeCache&& other) noexcept;
    ~ComputeCache() = default;

    /// Prepares a candidate for a key: Ready or Pending. It takes the place of a candidate of another key, whose graph,
    /// if it was handed out and not executed, the caller discards. Ready, and nothing staged, for the key that is
    /// published while there is no candidate; the candidate's own status for its key, except InvalidState when it has
    /// failed. Writable external buffers are InvalidDescription. A refusal leaves candidate and result as they were.
    [[nodiscard]] RasterStatus Stage(DeviceHandle device, const ComputeCacheKey& key,
                                     const ComputeWorkloadDescription& description) noexcept;

    /// Advances preparation and, when the GPU has completed, publishes: the earlier result is released. Pending while
    /// either is under way, the failure of a failed candidate, otherwise Ready.
    [[nodiscard]] RasterStatus Poll(DeviceHandle device) noexcept;

    [[nodiscard]] ComputeCachePhase GetPhase() const noexcept { return Phase; }

    /// Writes the candidate's graph, not compiled yet, to a null handle, once: InvalidState unless Prepared.
    [[nodiscard]] RasterStatus BuildCandidateGraph(DeviceHandle device, OrderedGraph& outGraph) noexcept;

    /// Of the candidate, or null.
    [[nodiscard]] ComputeCacheTicket GetCandidateTicket() const noexcept;

    /// Says that `completion` covers the candidate's kernels. InvalidState unless the candidate awaits its submission;
    /// InvalidHandle for a ticket of another attempt and for tokens that are not of this device.
    [[nodiscard]] RasterStatus SetCandidateCompletion(DeviceHandle device, ComputeCacheTicket ticket,
                                                      SubmissionToken completion) noexcept;

    /// Drops the candidate in any phase; the caller discards its graph unless that was executed. Ready when there is
    /// none.
    [[nodiscard]] RasterStatus CancelCandidate(DeviceHandle device) noexcept;

    /// A buffer of the published result, borrowed; null without one.
    [[nodiscard]] BufferHandle GetActiveBuffer(foundation::uint32 index) const noexcept;

    [[nodiscard]] bool HasActive() const noexcept { return IsPublished; }

    /// Releases candidate and result.
    [[nodiscard]] RasterStatus Reset(DeviceHandle device) noexcept;

private:
    void ForgetCandidate() noexcept;

    /// Drops candidate and result when they are of another device: that one is gone, and its buffers with it.
    void ForgetOthers(DeviceHandle device) noexcept;

    ComputeWorkload Candidate{};
    ComputeWorkload Active{};
    ComputeCacheKey CandidateKey{};
    ComputeCacheKey ActiveKey{};
    ComputeCacheTicket Ticket{};
    SubmissionToken Completion{};
    RasterStatus Failure{RasterStatus::Ready};
    ComputeCachePhase Phase{ComputeCachePhase::Empty};
    bool IsPublished{false};
};
} // namespace ludus::graphics::rhi
