// Pipeline requests: equal ones share a pipeline, one is made at a time, and what they keep.
#include "../support/scene.h"

#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};

class Requests : public SceneTest
{
protected:
    void StartPlain(const StorageLimits& storage = {})
    {
        Start({.Required = {.PortableRaster = true}, .Storage = storage});
        MakePlain();
        ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    }

    [[nodiscard]] RasterPipelineDescription Describe(RasterPipelineDescription state = {}) const
    {
        state.Vertex = Plain.Vertex;
        state.Fragment = Plain.Fragment;
        state.Layout = Plain.Layout;
        state.Streams = GetPlainStreams();
        state.Attributes = GetPlainAttributes();
        return state;
    }

    PipelineRequest Ask(const RasterPipelineDescription& description, RasterStatus expected = RasterStatus::Pending)
    {
        PipelineRequest request;
        EXPECT_EQ(RequestPipeline(Device, description, request), expected);
        return request;
    }

    // Polls until the request is Ready.
    RasterPipelineHandle Await(const PipelineRequest& request)
    {
        EXPECT_EQ(Settle(
                      [&]
                      {
                          EXPECT_EQ(PollLifetime(Device), RasterStatus::Ready);
                          return GetStatus(Device, request);
                      }),
                  RasterStatus::Ready);
        RasterPipelineHandle pipeline;
        EXPECT_EQ(GetRequestedPipeline(Device, request, pipeline), RasterStatus::Ready);
        return pipeline;
    }

    void Give(PipelineRequest& request)
    {
        EXPECT_EQ(Release(Device, request), RasterStatus::Ready);
        EXPECT_TRUE(IsNullHandle(request));
    }
};

// Owner, generation and slot; what follows is padding.
bool IsSame(const RasterPipelineHandle& a, const RasterPipelineHandle& b)
{
    constexpr usize BYTES = 2 * sizeof(uint64) + sizeof(uint32);
    return std::memcmp(static_cast<const void*>(&a), static_cast<const void*>(&b), BYTES) == 0;
}

TEST_P(Requests, ARequestedPipelineDraws)
{
    StartPlain();
    PipelineRequest request = Ask(Describe());
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = Await(request);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    ExpectFrame(Picture(8, 4, {255, 255, 255}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 1 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
    Give(request);
}

TEST_P(Requests, EqualRequestsShareOnePipeline)
{
    StartPlain();
    const uint32 records = internal::InspectSession().LiveRecords;
    PipelineRequest first = Ask(Describe());
    PipelineRequest second = Ask(Describe());
    EXPECT_EQ(internal::InspectSession().LiveRecords, records + 1);
    const RasterPipelineHandle pipeline = Await(first);
    EXPECT_EQ(GetStatus(Device, second), RasterStatus::Ready);
    PipelineRequest third = Ask(Describe(), RasterStatus::Ready);
    for (const PipelineRequest& request : {second, third})
    {
        RasterPipelineHandle same;
        EXPECT_EQ(GetRequestedPipeline(Device, request, same), RasterStatus::Ready);
        EXPECT_TRUE(IsSame(pipeline, same));
    }
    Give(first);
    Give(third);
    EXPECT_EQ(GetStatus(Device, pipeline), RasterStatus::Ready); // the second still owns it
    Give(second);
    EXPECT_EQ(GetStatus(Device, pipeline), RasterStatus::InvalidHandle);
    EXPECT_EQ(internal::InspectSession().LiveRecords, records);
}

TEST_P(Requests, EveryActiveFieldTellsPipelinesApart)
{
    StartPlain({.ResourcesPerKind = 64, .PipelineRequests = 32});
    std::vector<RasterPipelineDescription> kinds{
        Describe(),
        Describe({.Depth = true}),
        Describe({.Depth = true, .DepthWrite = false}),
        Describe({.Depth = true, .DepthCompare = RasterDepthCompare::Greater}),
        Describe({.Blend = true}),
        Describe({.Cull = RasterCull::Back}),
        Describe({.Cull = RasterCull::Front}),
    };
    kinds.push_back(Describe());
    kinds.back().Fragment = MakeShader(GetPlainFragment()); // another incarnation of the same bytes
    kinds.push_back(Describe());
    std::vector<RasterVertexStream> streams(GetPlainStreams().begin(), GetPlainStreams().end());
    streams[0].Stride += 4;
    kinds.back().Streams = streams;
    kinds.push_back(Describe());
    std::vector<RasterVertexStream> instanced(GetPlainStreams().begin(), GetPlainStreams().end());
    instanced[0].PerInstance = true;
    kinds.back().Streams = instanced;
    const uint32 records = internal::InspectSession().LiveRecords;
    std::vector<PipelineRequest> requests;
    requests.reserve(kinds.size());
    for (const RasterPipelineDescription& kind : kinds)
    {
        requests.push_back(Ask(kind));
    }
    EXPECT_EQ(internal::InspectSession().LiveRecords, records + kinds.size());
    // Attributes in another order, and state that is switched off, are the same pipeline.
    std::vector<RasterVertexAttribute> reversed(GetPlainAttributes().rbegin(), GetPlainAttributes().rend());
    RasterPipelineDescription same = Describe();
    same.Attributes = reversed;
    requests.push_back(Ask(same));
    same = Describe({.DepthCompare = RasterDepthCompare::Always});
    requests.push_back(Ask(same));
    EXPECT_EQ(internal::InspectSession().LiveRecords, records + kinds.size());
    for (PipelineRequest& request : requests)
    {
        Give(request);
    }
    EXPECT_EQ(internal::InspectSession().LiveRecords, records);
}

TEST_P(Requests, DependenciesMayBeDestroyedAtOnce)
{
    StartPlain();
    const RasterPipelineDescription description = Describe();
    PipelineRequest request = Ask(description);
    EXPECT_EQ(Destroy(Device, Plain.Vertex), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Plain.Fragment), RasterStatus::Ready);
    const RasterPipelineHandle pipeline = Await(request);
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = pipeline;
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    PipelineRequest stale;
    EXPECT_REFUSAL(RequestPipeline(Device, description, stale), RasterStatus::InvalidHandle, StaleHandle);
    Give(request);
}

TEST_P(Requests, ABorrowedPipelineIsNotDestroyed)
{
    StartPlain();
    PipelineRequest request = Ask(Describe());
    RasterPipelineHandle pipeline = Await(request);
    EXPECT_REFUSAL(Destroy(Device, pipeline), RasterStatus::InvalidState, LibraryOwned);
    EXPECT_EQ(GetStatus(Device, pipeline), RasterStatus::Ready);
    Give(request);
    EXPECT_REFUSAL(Destroy(Device, pipeline), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(Requests, BatchesOutliveTheRequest)
{
    StartPlain();
    PipelineRequest request = Ask(Describe());
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = Await(request);
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), RasterStatus::Ready);
    EXPECT_EQ(RecordDraw(Device, batch, draw), RasterStatus::Ready);
    Give(request);
    EXPECT_REFUSAL(RecordDraw(Device, batch, draw), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(FinishCommands(Device, batch), RasterStatus::Ready);
    SubmissionToken token;
    EXPECT_EQ(SubmitCommands(Device, Surface, batch, token), RasterStatus::Ready);
    ExpectFrame(Picture(8, 4, {255, 255, 255}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 1 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(Requests, RequestsAreHeldToTheRules)
{
    StartPlain();
    PipelineRequest none;
    RasterPipelineHandle pipeline;
    EXPECT_REFUSAL(RequestPipeline({}, Describe(), none), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(PollLifetime({}), RasterStatus::InvalidHandle, ForeignDevice);
    RasterPipelineDescription wrong = Describe();
    wrong.Fragment = Plain.Vertex;
    EXPECT_EQ(RequestPipeline(Device, wrong, none), RasterStatus::InvalidDescription);
    Begin(TARGET);
    EXPECT_REFUSAL(RequestPipeline(Device, Describe(), none), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(PollLifetime(Device), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_TRUE(IsNullHandle(none));
    PipelineRequest request = Ask(Describe());
    EXPECT_REFUSAL(RequestPipeline(Device, Describe(), request), RasterStatus::InvalidState, OutputOccupied);
    EXPECT_REFUSAL(GetRequestedPipeline(Device, request, pipeline), RasterStatus::Pending, DependencyPending);
    EXPECT_TRUE(IsNullHandle(pipeline));
    pipeline = Await(request);
    EXPECT_REFUSAL(GetRequestedPipeline(Device, request, pipeline), RasterStatus::InvalidState, OutputOccupied);
    PipelineRequest stale = request;
    Give(request);
    RasterPipelineHandle other;
    EXPECT_REFUSAL(GetStatus(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(GetRequestedPipeline(Device, stale, other), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(Release(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(Requests, CapacityCountsRequestsAndRecords)
{
    StartPlain({.PipelineRequests = 2});
    PipelineRequest requests[3];
    requests[0] = Ask(Describe());
    requests[1] = Ask(Describe());
    EXPECT_REFUSAL(RequestPipeline(Device, Describe(), requests[2]), RasterStatus::CapacityExceeded, TicketsExhausted);
    Give(requests[0]);
    requests[2] = Ask(Describe());
    Give(requests[1]);
    Give(requests[2]);
    Stop();
    StartPlain({.ResourcesPerKind = 3}); // the plain scene's pipeline is one of three
    PipelineRequest a = Ask(Describe());
    PipelineRequest b = Ask(Describe({.Blend = true}));
    PipelineRequest c;
    EXPECT_REFUSAL(RequestPipeline(Device, Describe({.Depth = true}), c), RasterStatus::CapacityExceeded,
                   RecordsExhausted);
    Give(a);
    c = Ask(Describe({.Depth = true}));
    Give(b);
    Give(c);
}

TEST_P(Requests, RequestsEndWithTheirDevice)
{
    StartPlain();
    PipelineRequest request = Ask(Describe());
    Stop();
    StartPlain();
    EXPECT_REFUSAL(GetStatus(Device, request), RasterStatus::InvalidHandle, StaleHandle);
    request = {};
    request = Ask(Describe());
    (void)Await(request);
    Give(request);
}

LUDUS_ON_EVERY_LANE(Requests);

// Cases that count the backend's calls or decide what they answer.
class HeldRequests : public Requests
{
protected:
    static uint64 CountCreations()
    {
        return internal::GetReferenceControl().Calls[static_cast<usize>(ReferenceCall::CreateRasterPipeline)];
    }
};

TEST_P(HeldRequests, OnePipelineAPollInTheOrderOfRequests)
{
    StartPlain();
    PipelineRequest requests[3] = {Ask(Describe({.Blend = true})), Ask(Describe({.Depth = true})), Ask(Describe())};
    const uint64 before = CountCreations();
    for (uint64 i = 0; i < 3; ++i)
    {
        EXPECT_EQ(PollLifetime(Device), RasterStatus::Ready);
        EXPECT_EQ(CountCreations(), before + i + 1);
        for (uint64 j = 0; j < 3; ++j)
        {
            EXPECT_EQ(GetStatus(Device, requests[j]), j <= i ? RasterStatus::Ready : RasterStatus::Pending);
        }
    }
    EXPECT_EQ(PollLifetime(Device), RasterStatus::Ready);
    EXPECT_EQ(CountCreations(), before + 3);
    for (PipelineRequest& request : requests)
    {
        Give(request);
    }
}

TEST_P(HeldRequests, ARequestCancelledBeforeItsLaunchMakesNothing)
{
    StartPlain();
    const uint64 before = CountCreations();
    const uint32 records = internal::InspectSession().LiveRecords;
    PipelineRequest request = Ask(Describe());
    Give(request);
    EXPECT_EQ(PollLifetime(Device), RasterStatus::Ready);
    EXPECT_EQ(CountCreations(), before);
    EXPECT_EQ(internal::InspectSession().LiveRecords, records);
}

TEST_P(HeldRequests, ALateResultReachesEveryRequest)
{
    StartPlain();
    const uint32 records = internal::InspectSession().LiveRecords;
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::RasterPipeline)] = true;
    for (const bool isRefused : {false, true})
    {
        PipelineRequest first = Ask(Describe());
        EXPECT_EQ(PollLifetime(Device), RasterStatus::Ready);
        EXPECT_EQ(GetStatus(Device, first), RasterStatus::Pending);
        PipelineRequest second = Ask(Describe());
        internal::FinishReferenceCreations(RecordKind::RasterPipeline,
                                           isRefused ? BackendStatus::Refused : BackendStatus::Ready);
        const RasterStatus expected = isRefused ? RasterStatus::Failed : RasterStatus::Ready;
        EXPECT_EQ(GetStatus(Device, first), expected);
        EXPECT_EQ(GetStatus(Device, second), expected);
        Give(first);
        Give(second);
        EXPECT_EQ(internal::InspectSession().LiveRecords, records);
    }
    // Released while the driver still works on it: the record waits for the result.
    PipelineRequest request = Ask(Describe());
    EXPECT_EQ(PollLifetime(Device), RasterStatus::Ready);
    Give(request);
    EXPECT_EQ(internal::InspectSession().LiveRecords, records + 1);
    internal::FinishReferenceCreations(RecordKind::RasterPipeline);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
    EXPECT_EQ(internal::InspectSession().LiveRecords, records);
}

TEST_P(HeldRequests, AFailureStaysUntilItsRequestIsReleased)
{
    StartPlain();
    for (const BackendStatus status : {BackendStatus::Refused, BackendStatus::OutOfMemory})
    {
        const RasterStatus expected =
            status == BackendStatus::OutOfMemory ? RasterStatus::OutOfMemory : RasterStatus::Failed;
        PipelineRequest request = Ask(Describe());
        internal::FailReferenceCall(ReferenceCall::CreateRasterPipeline, {.Status = status});
        EXPECT_EQ(PollLifetime(Device), RasterStatus::Ready);
        EXPECT_EQ(GetStatus(Device, request), expected);
        RasterPipelineHandle pipeline;
        EXPECT_REFUSAL(GetRequestedPipeline(Device, request, pipeline), expected, DependencyFailed);
        PipelineRequest other;
        EXPECT_REFUSAL(RequestPipeline(Device, Describe(), other), expected, BackendRefused); // shared as well
        EXPECT_TRUE(IsNullHandle(other));
        Give(request);
        request = Ask(Describe()); // and another try is another request
        (void)Await(request);
        Give(request);
    }
}

TEST_P(HeldRequests, EveryAllocationMayFail)
{
    StartPlain();
    bool hasFailed = true;
    for (uint64 nth = 1; hasFailed; ++nth)
    {
        ASSERT_LT(nth, 50U);
        const uint32 records = internal::InspectSession().LiveRecords;
        foundation::InjectHostMemoryFailure(nth);
        PipelineRequest request;
        const RasterStatus status = RequestPipeline(Device, Describe(), request);
        hasFailed = foundation::GetInjectedHostMemoryCountdown() == 0;
        foundation::InjectHostMemoryFailure(0);
        EXPECT_EQ(status, hasFailed ? RasterStatus::OutOfMemory : RasterStatus::Pending);
        if (hasFailed)
        {
            EXPECT_TRUE(IsNullHandle(request));
            EXPECT_EQ(internal::InspectSession().LiveRecords, records);
            continue;
        }
        Give(request);
    }
}

TEST_P(HeldRequests, LossEndsEveryRequest)
{
    StartPlain();
    PipelineRequest request = Ask(Describe());
    internal::FailReferenceCall(ReferenceCall::CreateRasterPipeline, {.Status = BackendStatus::Lost});
    EXPECT_EQ(PollLifetime(Device), RasterStatus::DeviceLost);
    EXPECT_EQ(GetStatus(Device, request), RasterStatus::DeviceLost);
    EXPECT_EQ(Release(Device, request), RasterStatus::DeviceLost);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
}

LUDUS_ON_STEERED_LANES(HeldRequests);
} // namespace
} // namespace ludus::graphics::rhi::tests
