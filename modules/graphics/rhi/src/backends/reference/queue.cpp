// Submission and completion.
#include "backends/reference/commands.h"

#include <limits>

namespace ludus::graphics::rhi::internal
{
SubmitResult ReferenceBackend::Submit(const Submission& submission) noexcept
{
    const ReferenceFailure* failure = MeetReferenceCall(ReferenceCall::Submit);
    const auto number = static_cast<unsigned long long>(submission.Ordinal);
    if (submission.Ordinal == 0 || (Submitted != 0 && submission.Ordinal != Submitted + 1))
    {
        Violate("Submit with ordinal %llu after %llu", number, static_cast<unsigned long long>(Submitted));
    }
    if (IsFaulted)
    {
        Violate("Submit %llu after a submission that failed in part", number);
    }
    if (submission.UsesSurface && !IsAcquired)
    {
        Violate("Submit %llu uses the surface, but no frame is acquired", number);
        return {SubmitOutcome::NothingEncoded, BackendStatus::Refused};
    }
    if (failure == nullptr && IsLost())
    {
        return {SubmitOutcome::NothingEncoded, BackendStatus::Lost};
    }
    if (failure != nullptr && failure->Outcome == SubmitOutcome::NothingEncoded)
    {
        return {SubmitOutcome::NothingEncoded, failure->Status};
    }
    if (failure != nullptr && failure->Outcome == SubmitOutcome::EncodedNothingAccepted)
    {
        IsFaulted = true;
        IsAcquired = IsAcquired && !submission.UsesSurface;
        return {SubmitOutcome::EncodedNothingAccepted, failure->Status};
    }
    const bool isPartial = failure != nullptr && failure->Outcome == SubmitOutcome::AcceptedInPart;
    if (submission.UsesSurface)
    {
        // The frames in flight are the last ones; an older one among them has completed or there are too many.
        const uint32 frames = Report.FramesInFlight;
        if (FrameCount >= frames && FrameOrdinals[(FrameCount - frames) % std::size(FrameOrdinals)] > PollCompleted())
        {
            Violate("Submit %llu although %u frames are in flight", number, frames);
        }
        FrameOrdinals[FrameCount++ % std::size(FrameOrdinals)] = submission.Ordinal;
    }
    CopyFrameUniforms(submission);
    ReferenceControl& control = GetReferenceControl();
    const bool isRefused = submission.IsTransfer && control.RefusesTransfers;
    StreamExecution execution{*this, submission};
    execution.Run(isPartial ? failure->AcceptedCommands : std::numeric_limits<uint32>::max());
    if (isRefused)
    {
        RefusedTransfers[RefusedCount++ % std::size(RefusedTransfers)] = submission.Ordinal;
    }
    Submitted = submission.Ordinal;
    control.SubmittedOrdinal = Submitted;
    if (submission.UsesSurface)
    {
        IsAcquired = false;
        if (!isPartial)
        {
            HasPresented = true;
            BackImage ^= 1U;
        }
    }
    if (control.Observer != nullptr)
    {
        control.Observer(control.ObserverContext, submission);
    }
    IsFaulted = IsFaulted || isPartial;
    return isPartial ? SubmitResult{SubmitOutcome::AcceptedInPart, failure->Status} : SubmitResult{};
}

void ReferenceBackend::CopyFrameUniforms(const Submission& submission) noexcept
{
    const MemoryRange& range = submission.FrameUniforms;
    if (range.Size == 0)
    {
        return;
    }
    if (FrameUniforms == NO_SLOT)
    {
        Violate("Submit %llu names frame uniforms, which were not made",
                static_cast<unsigned long long>(submission.Ordinal));
        return;
    }
    ReferenceBuffer& ring = Buffers.At(FrameUniforms);
    if (range.Offset > ring.Bytes.Size() || range.Size > ring.Bytes.Size() - range.Offset)
    {
        Violate("Submit %llu names frame uniforms outside the ring",
                static_cast<unsigned long long>(submission.Ordinal));
        return;
    }
    std::memcpy(ring.Bytes.Data() + range.Offset, ring.HostBytes.Data() + range.Offset, range.Size);
}

uint64 ReferenceBackend::PollCompleted() noexcept
{
    const ReferenceControl& control = GetReferenceControl();
    if (!control.HoldsCompletion)
    {
        return Submitted;
    }
    const uint64 completed = control.CompletedOrdinal < Submitted ? control.CompletedOrdinal : Submitted;
    return completed > DrainedOrdinal ? completed : DrainedOrdinal;
}

// Time passes only when the control says so: the answer does not change by waiting.
bool ReferenceBackend::WaitCompleted(uint64 ordinal, uint64 /*nanoseconds*/) noexcept
{
    if (ordinal > Submitted)
    {
        Violate("WaitCompleted for ordinal %llu, which was not submitted", static_cast<unsigned long long>(ordinal));
        return false;
    }
    return ordinal <= PollCompleted();
}
} // namespace ludus::graphics::rhi::internal
