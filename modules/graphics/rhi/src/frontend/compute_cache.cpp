// ComputeCache of compute_cache.hpp: which of two workloads is published, and when.
#include "frontend/admission.h"
#include "validation/refuse.h"

#include <ludus/graphics/rhi/compute_cache.hpp>

#include <utility>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr const char* STAGE = "ComputeCache::Stage";
constexpr const char* BUILD = "ComputeCache::BuildCandidateGraph";
constexpr const char* COMPLETE = "ComputeCache::SetCandidateCompletion";
constexpr const char* POLL = "ComputeCache::Poll";

[[nodiscard]] bool IsSameKey(const ComputeCacheKey& a, const ComputeCacheKey& b) noexcept
{
    return a.SceneRevision == b.SceneRevision && a.ModelRevision == b.ModelRevision;
}

/// A candidate writes nothing that the published result, or another owner, may be reading.
[[nodiscard]] RasterVerdict CheckCandidate(const ComputeCacheKey& key,
                                           const ComputeWorkloadDescription& description) noexcept
{
    if (key.SceneRevision == 0 || key.ModelRevision == 0)
    {
        return {
            RasterStatus::InvalidDescription,
            {.Code = DiagnosticCode::ValueZero, .Field = key.SceneRevision == 0 ? "SceneRevision" : "ModelRevision"}};
    }
    if (const RasterVerdict verdict = CheckSpan(description.Buffers, "Buffers"); !verdict.IsAccepted())
    {
        return verdict;
    }
    for (usize i = 0; i < description.Buffers.size(); ++i)
    {
        if (RasterAccess::Generation(description.Buffers[i].External) != 0 && !description.Buffers[i].IsReadOnly)
        {
            return {RasterStatus::InvalidDescription,
                    {.Code = DiagnosticCode::WorkloadReadOnly,
                     .Field = "Buffers[{index}].External",
                     .Index = static_cast<uint32>(i)}};
        }
    }
    return {};
}
} // namespace

ComputeCache::ComputeCache(ComputeCache&& other) noexcept
{
    *this = std::move(other);
}

ComputeCache& ComputeCache::operator=(ComputeCache&& other) noexcept
{
    if (this != &other)
    {
        Candidate = std::move(other.Candidate);
        Active = std::move(other.Active);
        CandidateKey = std::exchange(other.CandidateKey, {});
        ActiveKey = std::exchange(other.ActiveKey, {});
        Ticket = std::exchange(other.Ticket, {});
        Completion = std::exchange(other.Completion, {});
        Failure = std::exchange(other.Failure, RasterStatus::Ready);
        Phase = std::exchange(other.Phase, ComputeCachePhase::Empty);
        IsPublished = std::exchange(other.IsPublished, false);
    }
    return *this;
}

void ComputeCache::ForgetCandidate() noexcept
{
    CandidateKey = {};
    Ticket = {};
    Completion = {};
    Failure = RasterStatus::Ready;
    Phase = ComputeCachePhase::Empty;
}

void ComputeCache::ForgetOthers(DeviceHandle device) noexcept
{
    if (Phase != ComputeCachePhase::Empty && !Candidate.IsOf(device))
    {
        Candidate = ComputeWorkload();
        ForgetCandidate();
    }
    if (IsPublished && !Active.IsOf(device))
    {
        Active = ComputeWorkload();
        ActiveKey = {};
        IsPublished = false;
    }
}

RasterStatus ComputeCache::Stage(DeviceHandle device, const ComputeCacheKey& key,
                                 const ComputeWorkloadDescription& description) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(GetSession(), device, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse(STAGE, verdict);
    }
    ForgetOthers(device);
    if (const RasterVerdict verdict = CheckCandidate(key, description); !verdict.IsAccepted())
    {
        return Refuse(STAGE, verdict);
    }
    if (Phase == ComputeCachePhase::Failed && IsSameKey(key, CandidateKey))
    {
        return Refuse(STAGE, RasterStatus::InvalidState, DiagnosticCode::DependencyFailed, "The candidate of this key");
    }
    if (Phase != ComputeCachePhase::Empty && IsSameKey(key, CandidateKey))
    {
        return Poll(device);
    }
    if (Phase == ComputeCachePhase::Empty && IsPublished && IsSameKey(key, ActiveKey))
    {
        return RasterStatus::Ready;
    }
    uint64 attempt = 0;
    if (!TakeIdentity(attempt))
    {
        return Refuse(STAGE, RasterStatus::IdentityExhausted, DiagnosticCode::IdentitiesExhausted, "a candidate");
    }
    ComputeWorkload fresh;
    const RasterStatus status = fresh.Initialize(device, description);
    if (status != RasterStatus::Ready && status != RasterStatus::Pending)
    {
        return status;
    }
    Candidate = std::move(fresh); // releases the one before
    ForgetCandidate();
    CandidateKey = key;
    Ticket.Attempt = attempt;
    Phase = status == RasterStatus::Ready ? ComputeCachePhase::Prepared : ComputeCachePhase::Preparing;
    return status;
}

RasterStatus ComputeCache::Poll(DeviceHandle device) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(GetSession(), device, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse(POLL, verdict);
    }
    ForgetOthers(device);
    RasterStatus status = RasterStatus::Ready;
    switch (Phase)
    {
    case ComputeCachePhase::Preparing:
        status = Candidate.Poll(device);
        if (status == RasterStatus::Ready)
        {
            Phase = ComputeCachePhase::Prepared;
        }
        break;
    case ComputeCachePhase::Executing:
        status = GetStatus(device, Completion);
        if (status == RasterStatus::Ready)
        {
            Active = std::move(Candidate); // releases the result before
            ActiveKey = CandidateKey;
            IsPublished = true;
            ForgetCandidate();
        }
        break;
    case ComputeCachePhase::Failed:
        return Failure;
    case ComputeCachePhase::Empty:
    case ComputeCachePhase::Prepared:
    case ComputeCachePhase::AwaitingSubmission:
        break;
    }
    if (status != RasterStatus::Ready && status != RasterStatus::Pending)
    {
        Failure = status;
        Phase = ComputeCachePhase::Failed;
    }
    return status;
}

RasterStatus ComputeCache::BuildCandidateGraph(DeviceHandle device, OrderedGraph& outGraph) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(GetSession(), device, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse(BUILD, verdict);
    }
    ForgetOthers(device);
    if (Phase != ComputeCachePhase::Prepared)
    {
        return Refuse(BUILD, RasterStatus::InvalidState, DiagnosticCode::CandidatePhase, "BuildCandidateGraph");
    }
    const RasterStatus status = Candidate.BuildGraph(device, outGraph);
    if (status == RasterStatus::Ready)
    {
        Phase = ComputeCachePhase::AwaitingSubmission;
    }
    return status;
}

ComputeCacheTicket ComputeCache::GetCandidateTicket() const noexcept
{
    return Ticket;
}

RasterStatus ComputeCache::SetCandidateCompletion(DeviceHandle device, ComputeCacheTicket ticket,
                                                  SubmissionToken completion) noexcept
{
    if (const RasterVerdict verdict = Admit<RasterStatus>(GetSession(), device, FrameRule::Between);
        !verdict.IsAccepted())
    {
        return Refuse(COMPLETE, verdict);
    }
    ForgetOthers(device);
    if (ticket.Attempt == 0 || ticket.Attempt != Ticket.Attempt)
    {
        return Refuse(COMPLETE, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "ticket");
    }
    if (const RasterStatus status = GetStatus(device, completion);
        status != RasterStatus::Ready && status != RasterStatus::Pending)
    {
        return status;
    }
    if (Phase != ComputeCachePhase::AwaitingSubmission)
    {
        return Refuse(COMPLETE, RasterStatus::InvalidState, DiagnosticCode::CandidatePhase, "SetCandidateCompletion");
    }
    Completion = completion;
    Phase = ComputeCachePhase::Executing;
    return RasterStatus::Ready;
}

RasterStatus ComputeCache::CancelCandidate(DeviceHandle device) noexcept
{
    if (const RasterStatus status = Candidate.Reset(device); status != RasterStatus::Ready)
    {
        return status;
    }
    ForgetCandidate();
    return RasterStatus::Ready;
}

BufferHandle ComputeCache::GetActiveBuffer(uint32 index) const noexcept
{
    return Active.GetBuffer(index);
}

RasterStatus ComputeCache::Reset(DeviceHandle device) noexcept
{
    if (const RasterStatus status = CancelCandidate(device); status != RasterStatus::Ready)
    {
        return status;
    }
    if (const RasterStatus status = Active.Reset(device); status != RasterStatus::Ready)
    {
        return status;
    }
    ActiveKey = {};
    IsPublished = false;
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
