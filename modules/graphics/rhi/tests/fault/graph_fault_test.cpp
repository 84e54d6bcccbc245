// Failures around ordered graphs: every call of the backend and every allocation on the way, loss at each stage and
// with work in flight.
#include "../support/graph_scene.h"
#include "frontend/session.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::AcquireStatus;
using internal::BackendStatus;
using internal::SubmitOutcome;

class GraphFaults : public GraphSceneTest
{
protected:
    RasterStatus TryExecute(SubmissionToken& token) { return ExecuteOrderedGraph(Device, Surface, Graph, token); }
};

// Whatever refuses before anything is encoded leaves graph and token, and the next try draws the same bytes.
TEST_P(GraphFaults, WhatIsRefusedBeforeEncodingIsTriedAgain)
{
    const struct
    {
        ReferenceCall Call;
        internal::ReferenceFailure Failure;
        RasterStatus Answer;
    } stages[] = {
        {ReferenceCall::PrepareFrame, {.Status = BackendStatus::OutOfMemory}, RasterStatus::OutOfMemory},
        {ReferenceCall::PrepareFrame, {.Status = BackendStatus::Refused}, RasterStatus::Failed},
        {ReferenceCall::Acquire, {.Acquired = AcquireStatus::Skipped}, RasterStatus::NotReady},
        {ReferenceCall::Acquire, {.Acquired = AcquireStatus::Failed}, RasterStatus::Failed},
        {ReferenceCall::Submit,
         {.Status = BackendStatus::OutOfMemory, .Outcome = SubmitOutcome::NothingEncoded},
         RasterStatus::OutOfMemory},
    };

    StartScene();
    for (const auto& stage : stages)
    {
        SCOPED_TRACE(internal::GetReferenceCallName(stage.Call));
        MakeFrame();
        RasterTextureState before;
        RasterTextureState after;
        ASSERT_EQ(GetTextureState(Device, Texture, before), READY);
        internal::FailReferenceCall(stage.Call, stage.Failure);
        SubmissionToken token;
        EXPECT_EQ(TryExecute(token), stage.Answer);
        EXPECT_FALSE(IsNullHandle(Graph));
        EXPECT_TRUE(IsNullToken(token));
        ASSERT_EQ(GetTextureState(Device, Texture, after), READY);
        EXPECT_EQ(after.Revision, before.Revision);
        EXPECT_EQ(after.ColorDefined, before.ColorDefined);
        Execute();
        EXPECT_NE(GetFrameText().find("pass 8x4 texture 0 clear 0 0 1 0.4"), std::string::npos);
    }
}

// A texture of the pool is looked for once the device was looked at: the answer is the device's state.
TEST_P(GraphFaults, ATransientTextureAnswersWhatBecameOfTheDevice)
{
    constexpr TextureDescription SHAPE{.Width = 8, .Height = 4, .Attachment = true};
    for (const bool isLost : {true, false})
    {
        SCOPED_TRACE(isLost);
        StartScene();
        MakeFrame();
        OrderedGraph authored;
        ASSERT_EQ(CreateOrderedGraph(Device, authored), READY);
        if (isLost)
        {
            internal::LoseReferenceDevice(); // which nobody has seen yet
        }
        else
        {
            internal::FailReferenceCall(
                ReferenceCall::Submit,
                {.Status = BackendStatus::Refused, .Outcome = SubmitOutcome::AcceptedInPart, .AcceptedCommands = 1});
            SubmissionToken token;
            EXPECT_REFUSAL(TryExecute(token), RasterStatus::Failed, SubmissionRefused);
        }
        GraphVersion version;
        TextureHandle texture;
        const uint64 before = CountRefusals();
        EXPECT_EQ(CreateGraphTexture(Device, authored, SHAPE, version, texture),
                  isLost ? RasterStatus::DeviceLost : RasterStatus::Failed);
        EXPECT_EQ(GetCodeAfter(before), isLost ? DiagnosticCode::DeviceIsLost : DiagnosticCode::DeviceFailed);
        EXPECT_TRUE(IsNullHandle(texture));
        Stop();
    }
}

// Every command may be the last one that was accepted.
TEST_P(GraphFaults, APartIsAcceptedUpToAnyCommand)
{
    for (uint32 commands = 1; commands <= 6; ++commands)
    {
        SCOPED_TRACE(commands);
        StartScene();
        MakeFrame();
        internal::FailReferenceCall(
            ReferenceCall::Submit,
            {.Status = BackendStatus::Refused, .Outcome = SubmitOutcome::AcceptedInPart, .AcceptedCommands = commands});
        SubmissionToken token;
        EXPECT_REFUSAL(TryExecute(token), RasterStatus::Failed, SubmissionRefused);
        EXPECT_TRUE(IsNullHandle(Graph));
        EXPECT_FALSE(IsNullToken(token));
        EXPECT_NE(GetStatus(Device, token), READY);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
        Stop();
    }
}

TEST_P(GraphFaults, LossAtEachStageEndsTheGraph)
{
    const struct
    {
        ReferenceCall Call;
        internal::ReferenceFailure Failure;
    } stages[] = {
        {ReferenceCall::PrepareFrame, {.Status = BackendStatus::Lost}},
        {ReferenceCall::Acquire, {.Acquired = AcquireStatus::Lost}},
        {ReferenceCall::Submit, {.Status = BackendStatus::Lost, .Outcome = SubmitOutcome::NothingEncoded}},
        {ReferenceCall::Submit, {.Status = BackendStatus::Lost, .Outcome = SubmitOutcome::EncodedNothingAccepted}},
        {ReferenceCall::Submit, {.Status = BackendStatus::Lost, .Outcome = SubmitOutcome::AcceptedInPart}},
    };

    for (const auto& stage : stages)
    {
        SCOPED_TRACE(internal::GetReferenceCallName(stage.Call));
        StartScene();
        MakeFrame();
        const OrderedGraph copy = Graph;
        internal::FailReferenceCall(stage.Call, stage.Failure);
        SubmissionToken token;
        EXPECT_EQ(TryExecute(token), RasterStatus::DeviceLost);
        OrderedGraph again = copy;
        SubmissionToken second;
        EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, again, second), RasterStatus::DeviceLost, DeviceIsLost);
        OrderedGraph fresh;
        EXPECT_REFUSAL(CreateOrderedGraph(Device, fresh), RasterStatus::DeviceLost, DeviceIsLost);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
        EXPECT_EQ(internal::InspectSession().LiveBackendObjects, 0U);
        Stop();
    }
}

// One graph is under way, another is compiled and waits, a third is being authored and borrows from the pool.
TEST_P(GraphFaults, LossWithWorkInFlight)
{
    StartScene();
    internal::GetReferenceControl().HoldsCompletion = true;
    MakeFrame();
    SubmissionToken token;
    ASSERT_EQ(TryExecute(token), READY);
    EXPECT_EQ(GetStatus(Device, token), RasterStatus::Pending);
    MakeFrame();
    OrderedGraph authored;
    GraphVersion version;
    TextureHandle borrowed;
    ASSERT_EQ(CreateOrderedGraph(Device, authored), READY);
    ASSERT_EQ(CreateGraphTexture(Device, authored, {.Width = 8, .Height = 4, .Attachment = true}, version, borrowed),
              READY);
    internal::LoseReferenceDevice();
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
    EXPECT_EQ(GetStatus(Device, token), RasterStatus::DeviceLost);
    SubmissionToken second;
    EXPECT_REFUSAL(TryExecute(second), RasterStatus::DeviceLost, DeviceIsLost);
    EXPECT_REFUSAL(DiscardOrderedGraph(Device, authored), RasterStatus::DeviceLost, DeviceIsLost);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
    Stop();
    internal::GetReferenceControl().HoldsCompletion = false;
    StartScene(); // and everything works again
    MakeFrame();
    Execute();
    EXPECT_EQ(GetFrameText(), Frame);
}

// Compiling reserves the room that encoding takes in the open frame.
TEST_P(GraphFaults, EncodingAllocatesNothing)
{
    StartScene();
    MakeFrame();
    Begin(TARGET);
    foundation::InjectHostMemoryFailure(1);
    EXPECT_EQ(EncodeOrderedGraph(Device, Surface, Graph), READY);
    EXPECT_EQ(foundation::GetInjectedHostMemoryCountdown(), 1U);
    foundation::InjectHostMemoryFailure(0);
    End();
    EXPECT_EQ(GetFrameText(), Frame);
    ReleaseOwned();
    Stop();
}

// Borrowing from the pool: the record's page, the pool's list, the graph's tables and what the backend makes.
TEST_P(GraphFaults, EachAllocationOfBorrowingMayFail)
{
    uint32 failures = 0;
    for (uint64 nth = 1; nth < 40; ++nth)
    {
        Start({.Required = {.OrderedRasterGraph = true}});
        OrderedGraph graph;
        ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
        GraphVersion version;
        TextureHandle texture;
        const uint64 bytes = internal::InspectSession().ResourceBytes;
        foundation::InjectHostMemoryFailure(nth);
        const RasterStatus status =
            CreateGraphTexture(Device, graph, {.Width = 8, .Height = 4, .Attachment = true}, version, texture);
        const bool hasFailed = foundation::GetInjectedHostMemoryCountdown() == 0;
        foundation::InjectHostMemoryFailure(0);
        if (hasFailed)
        {
            ++failures;
            EXPECT_EQ(status, RasterStatus::OutOfMemory);
            EXPECT_TRUE(IsNull(texture));
            EXPECT_EQ(internal::InspectSession().ResourceBytes, bytes);
        }
        EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
        Stop();
        if (!hasFailed)
        {
            EXPECT_EQ(status, READY);
            break;
        }
    }
    EXPECT_GT(failures, 2U);
}
} // namespace

LUDUS_ON_STEERED_LANES(GraphFaults);
} // namespace ludus::graphics::rhi::tests
