// Pipeline requests of lifetime.h: equal descriptions share one pipeline, and PollLifetime makes one at a time.
//
// A request is a ticket over a shared record. The shared record reserves a pipeline's record at once, which keeps
// stages and layout, and goes with its last request; a pipeline that was made then retires like a destroyed one.
#include "frontend/lifetime_admission.h"
#include "frontend/preparation.h"
#include "frontend/raster_pipeline.h"

#include <cassert>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
RasterStatus GetSharedState(Session& session, const SharedPipelineRecord& shared) noexcept
{
    switch (shared.State)
    {
    case SharedPipelineState::Queued:
        return RasterStatus::Pending;
    case SharedPipelineState::Refused:
        return shared.Refusal;
    case SharedPipelineState::Made:
        break;
    }
    return session.Records.Cold(RecordKind::RasterPipeline, shared.Pipeline).State;
}

uint32 FindEqual(const Session& session, const ResolvedPipeline& pipeline) noexcept
{
    for (uint32 slot = 0; slot < session.SharedPipelines.GetSlotCount(); ++slot)
    {
        const SharedPipelineRecord& shared = session.SharedPipelines.At(slot);
        if (shared.Generation != 0 && IsSamePipeline(shared.Description, pipeline))
        {
            return slot;
        }
    }
    return NO_SLOT;
}

// A shared record over a reserved pipeline record, queued for PollLifetime.
RasterVerdict MakeShared(Session& session, const ResolvedPipeline& pipeline, uint32& slot) noexcept
{
    uint32 record = NO_SLOT;
    if (const RasterVerdict reserved = session.Records.Reserve<RecordKind::RasterPipeline>(false, 0, 0, record);
        !reserved.IsAccepted())
    {
        return reserved;
    }
    if (const RasterVerdict taken =
            session.SharedPipelines.Take(session.Description.Storage.PipelineRequests, "pipeline requests", slot);
        !taken.IsAccepted())
    {
        session.Records.Abandon(RecordKind::RasterPipeline, record);
        return taken;
    }
    FillPipelineRecord(session, record, pipeline);
    session.Records.Cold(RecordKind::RasterPipeline, record).IsBorrowed = true;
    SharedPipelineRecord& shared = session.SharedPipelines.At(slot);
    shared.State = SharedPipelineState::Queued;
    shared.Requests = 0;
    shared.Pipeline = record;
    shared.Description = pipeline;
    return {};
}

void DropShared(Session& session, uint32 slot) noexcept
{
    const SharedPipelineRecord& shared = session.SharedPipelines.At(slot);
    switch (shared.State)
    {
    case SharedPipelineState::Queued:
    case SharedPipelineState::Refused:
        session.Records.Abandon(RecordKind::RasterPipeline, shared.Pipeline);
        break;
    case SharedPipelineState::Made:
        session.Records.Detach(RecordKind::RasterPipeline, shared.Pipeline);
        ForgetRecordings();
        break;
    }
    session.SharedPipelines.Return(slot);
}

// Makes the pipeline that was requested first among those that wait.
void LaunchOldest(Session& session) noexcept
{
    SharedPipelineRecord* oldest = nullptr;
    for (uint32 slot = 0; slot < session.SharedPipelines.GetSlotCount(); ++slot)
    {
        SharedPipelineRecord& shared = session.SharedPipelines.At(slot);
        const bool isWaiting = shared.Generation != 0 && shared.State == SharedPipelineState::Queued;
        oldest = isWaiting && (oldest == nullptr || shared.Generation < oldest->Generation) ? &shared : oldest;
    }
    if (oldest == nullptr)
    {
        return;
    }
    const bool isAsynchronous = oldest->Description.State.PrepareAsynchronously;
    if (!AdmitPreparation(session, isAsynchronous).IsAccepted())
    {
        return; // it keeps its turn until the worker has room
    }
    const uint32 slot = oldest->Pipeline;
    const uint64 generation = session.Records.Cold(RecordKind::RasterPipeline, slot).Generation;
    const BackendStatus status =
        session.Native->CreateRasterPipeline(slot, generation, MakePipelineCreation(oldest->Description));
    NotePreparation(session, RecordKind::RasterPipeline, slot, isAsynchronous, status);
    if (status == BackendStatus::Ready || status == BackendStatus::Pending)
    {
        session.Records.Publish<RecordKind::RasterPipeline>(slot, status == BackendStatus::Pending);
        ForgetRecordings();
        oldest->State = SharedPipelineState::Made;
        return;
    }
    const RasterVerdict verdict = CreationVerdict(status);
    ReportRefusal("PollLifetime", verdict.Why);
    oldest->State = SharedPipelineState::Refused; // the record stays: it keeps what the description is compared by
    oldest->Refusal = verdict.Result;
    session.OnBackendFailure(status);
}

RasterVerdict AdmitRequest(Session& session, DeviceHandle device, const PipelineRequest& request, FrameRule rule,
                           const PipelineRequestRecord*& record, uint64 occupied = 0) noexcept
{
    session.PollOf(device);
    if (const RasterVerdict verdict = AdmitService(session, device, rule, occupied); !verdict.IsAccepted())
    {
        return verdict;
    }
    const bool isOwn = LifetimeAccess::Owner(request) == session.Owner;
    record = session.PipelineRequests.Find(LifetimeAccess::Slot(request), LifetimeAccess::Generation(request));
    if (!isOwn || record == nullptr)
    {
        return {RasterStatus::InvalidHandle, {.Code = DiagnosticCode::StaleHandle, .Field = "request"}};
    }
    return {};
}
} // namespace

RasterStatus RequestPipeline(DeviceHandle device, const RasterPipelineDescription& description,
                             PipelineRequest& output) noexcept
{
    constexpr const char* OPERATION = "RequestPipeline";
    Session& session = GetSession();
    session.PollOf(device);
    if (const RasterVerdict verdict =
            AdmitService(session, device, FrameRule::Between, LifetimeAccess::Generation(output));
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    ResolvedPipeline pipeline;
    if (const RasterVerdict verdict = ResolvePipeline(session, description, pipeline); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 request = NO_SLOT;
    if (const RasterVerdict verdict =
            session.PipelineRequests.Take(session.Description.Storage.PipelineRequests, "pipeline requests", request);
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 shared = FindEqual(session, pipeline);
    RasterVerdict verdict;
    if (shared == NO_SLOT)
    {
        verdict = MakeShared(session, pipeline, shared);
    }
    else if (const RasterStatus state = GetSharedState(session, session.SharedPipelines.At(shared));
             state != RasterStatus::Ready && state != RasterStatus::Pending)
    {
        verdict = {state, {.Code = DiagnosticCode::BackendRefused}}; // the failure is shared too
    }
    if (!verdict.IsAccepted())
    {
        session.PipelineRequests.Return(request);
        return Refuse(OPERATION, verdict);
    }
    PipelineRequestRecord& record = session.PipelineRequests.At(request);
    record.Shared = shared;
    ++session.SharedPipelines.At(shared).Requests;
    output = LifetimeAccess::Make<PipelineRequest>(session.Owner, record.Generation, request);
    return GetSharedState(session, session.SharedPipelines.At(shared));
}

RasterStatus GetStatus(DeviceHandle device, PipelineRequest request) noexcept
{
    Session& session = GetSession();
    const PipelineRequestRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitRequest(session, device, request, FrameRule::Any, record);
        !verdict.IsAccepted())
    {
        return Refuse("GetStatus", verdict);
    }
    assert(record != nullptr); // what was admitted was found
    return GetSharedState(session, session.SharedPipelines.At(record->Shared));
}

RasterStatus GetRequestedPipeline(DeviceHandle device, PipelineRequest request, RasterPipelineHandle& output) noexcept
{
    constexpr const char* OPERATION = "GetRequestedPipeline";
    Session& session = GetSession();
    const PipelineRequestRecord* record = nullptr;
    if (const RasterVerdict verdict =
            AdmitRequest(session, device, request, FrameRule::Any, record, RasterAccess::Generation(output));
        !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    assert(record != nullptr); // what was admitted was found
    const SharedPipelineRecord& shared = session.SharedPipelines.At(record->Shared);
    const RasterStatus state = GetSharedState(session, shared);
    if (state != RasterStatus::Ready)
    {
        return Refuse(OPERATION, state,
                      state == RasterStatus::Pending ? DiagnosticCode::DependencyPending
                                                     : DiagnosticCode::DependencyFailed,
                      "request");
    }
    const uint64 generation = session.Records.Cold(RecordKind::RasterPipeline, shared.Pipeline).Generation;
    output = RasterAccess::Make<RasterPipelineHandle>(session.Owner, generation, shared.Pipeline);
    return RasterStatus::Ready;
}

RasterStatus Release(DeviceHandle device, PipelineRequest& request) noexcept
{
    Session& session = GetSession();
    const PipelineRequestRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitRequest(session, device, request, FrameRule::Between, record);
        !verdict.IsAccepted())
    {
        return Refuse("Release", verdict);
    }
    assert(record != nullptr); // what was admitted was found
    const uint32 shared = record->Shared;
    session.PipelineRequests.Return(LifetimeAccess::Slot(request));
    if (--session.SharedPipelines.At(shared).Requests == 0)
    {
        DropShared(session, shared);
    }
    request = PipelineRequest{};
    return RasterStatus::Ready;
}

RasterStatus PollLifetime(DeviceHandle device) noexcept
{
    constexpr const char* OPERATION = "PollLifetime";
    Session& session = GetSession();
    session.PollOf(device);
    if (const RasterVerdict verdict = AdmitService(session, device, FrameRule::Between); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    LaunchOldest(session);
    const RasterVerdict state = CheckDeviceState(session, RasterStatus{});
    return state.IsAccepted() ? RasterStatus::Ready : Refuse(OPERATION, state);
}
} // namespace ludus::graphics::rhi
