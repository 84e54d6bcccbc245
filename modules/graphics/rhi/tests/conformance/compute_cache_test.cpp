// Caches of prepared workloads: when a result is published, replaced and forgotten.
#include "../support/workload_scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;

class Caches : public Workloads
{
protected:
    void StageReady(const ComputeCacheKey& key, const ComputeWorkloadDescription& description)
    {
        const RasterStatus status = Cache.Stage(Device, key, description);
        ASSERT_TRUE(status == READY || status == RasterStatus::Pending) << status;
        ASSERT_EQ(Settle([&] { return Cache.Poll(Device); }), READY);
        ASSERT_EQ(Cache.GetPhase(), ComputeCachePhase::Prepared);
    }

    SubmissionToken ExecuteCandidate()
    {
        Graph = OrderedGraph{};
        EXPECT_EQ(Cache.BuildCandidateGraph(Device, Graph), READY);
        EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::AwaitingSubmission);
        Compile();
        return Execute();
    }

    void Publish(const ComputeCacheKey& key, const Recipe& recipe)
    {
        StageReady(key, recipe.Get());
        const SubmissionToken token = ExecuteCandidate();
        ASSERT_EQ(Cache.SetCandidateCompletion(Device, Cache.GetCandidateTicket(), token), READY);
        ASSERT_EQ(Settle([&] { return Cache.Poll(Device); }), READY);
        ASSERT_EQ(Cache.GetPhase(), ComputeCachePhase::Empty);
        ASSERT_TRUE(Cache.HasActive());
    }

    void TearDown() override
    {
        if (internal::InspectSession().HasSession)
        {
            EXPECT_EQ(Cache.Reset(Device), READY);
        }
        Workloads::TearDown();
    }

    ComputeCache Cache{};
};

TEST_P(Caches, PublishAfterCompletionAndKeepTheResultBefore)
{
    StartCompute();
    Recipe recipe;
    EXPECT_FALSE(Cache.HasActive());
    EXPECT_TRUE(IsNullHandle(Cache.GetActiveBuffer(1)));
    Publish({1, 1}, recipe);
    std::vector<uint32> values = recipe.Values;
    std::vector<uint32> scratch(WORDS);
    recipe.Compute(values, scratch);
    ExpectWords(Cache.GetActiveBuffer(2), scratch);
    const BufferHandle first = Cache.GetActiveBuffer(2);

    Recipe next;
    std::fill(next.Values.begin(), next.Values.end(), 11);
    StageReady({2, 1}, next.Get());
    ExpectWords(Cache.GetActiveBuffer(2), scratch); // still the first
    const SubmissionToken token = ExecuteCandidate();
    EXPECT_TRUE(Cache.HasActive());
    EXPECT_EQ(GetStatus(Device, first), READY);
    ASSERT_EQ(Cache.SetCandidateCompletion(Device, Cache.GetCandidateTicket(), token), READY);
    ASSERT_EQ(Settle([&] { return Cache.Poll(Device); }), READY);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Empty);
    EXPECT_EQ(GetStatus(Device, first), RasterStatus::InvalidHandle);
    values = next.Values;
    scratch.assign(WORDS, 0);
    next.Compute(values, scratch);
    ExpectWords(Cache.GetActiveBuffer(2), scratch);
}

TEST_P(Caches, StageNothingForTheKeyThatIsThere)
{
    StartCompute();
    const Recipe recipe;
    Publish({4, 2}, recipe);
    const uint32 records = CountRecords();
    EXPECT_EQ(Cache.Stage(Device, {4, 2}, recipe.Get()), READY);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Empty);
    EXPECT_EQ(CountRecords(), records);
    StageReady({5, 2}, recipe.Get());
    const uint32 both = CountRecords();
    EXPECT_EQ(Cache.Stage(Device, {5, 2}, recipe.Get()), READY);
    EXPECT_EQ(CountRecords(), both);
    StageReady({6, 2}, recipe.Get()); // takes the other candidate's place
    EXPECT_EQ(CountRecords(), both);
    EXPECT_REFUSAL(Cache.Stage(Device, {0, 2}, recipe.Get()), MALFORMED, ValueZero);
    EXPECT_REFUSAL(Cache.Stage(Device, {7, 0}, recipe.Get()), MALFORMED, ValueZero);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Prepared);
}

TEST_P(Caches, ARefusedCandidateLeavesBothGenerations)
{
    StartCompute();
    Recipe recipe;
    Publish({1, 1}, recipe);
    StageReady({2, 1}, recipe.Get());
    const uint32 records = CountRecords();
    const BufferHandle storage = MakeWords(BufferRole::Storage, std::vector<uint32>(WORDS));
    Recipe writes;
    writes.Buffers[1] = {.Size = BYTES, .External = storage};
    EXPECT_REFUSAL(Cache.Stage(Device, {3, 1}, writes.Get()), MALFORMED, WorkloadReadOnly);
    Recipe broken;
    broken.First[1].Buffer = 9;
    EXPECT_REFUSAL(Cache.Stage(Device, {3, 1}, broken.Get()), MALFORMED, RangeOutside);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Prepared);
    EXPECT_TRUE(Cache.HasActive());
    EXPECT_EQ(CountRecords(), records + 1);
    Recipe shared; // read-only weights may be another's
    shared.Buffers[0] = {.Size = BYTES, .IsReadOnly = true, .External = storage};
    StageReady({3, 1}, shared.Get());
}

TEST_P(Caches, TakeTheirOwnTicketAndTokensOfThisDevice)
{
    StartCompute();
    const Recipe recipe;
    EXPECT_REFUSAL(Cache.BuildCandidateGraph(Device, Graph), RasterStatus::InvalidState, CandidatePhase);
    StageReady({1, 1}, recipe.Get());
    const ComputeCacheTicket stale = Cache.GetCandidateTicket();
    SubmissionToken token;
    EXPECT_REFUSAL(Cache.SetCandidateCompletion(Device, {}, token), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(Cache.SetCandidateCompletion(Device, stale, token), RasterStatus::InvalidHandle); // a null token
    EXPECT_EQ(Cache.CancelCandidate(Device), READY);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Empty);
    StageReady({1, 1}, recipe.Get()); // the same key, another attempt
    token = ExecuteCandidate();
    EXPECT_REFUSAL(Cache.SetCandidateCompletion(Device, stale, token), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(Cache.BuildCandidateGraph(Device, Graph), RasterStatus::InvalidState, CandidatePhase);
    ComputeCache other;
    EXPECT_REFUSAL(other.SetCandidateCompletion(Device, Cache.GetCandidateTicket(), token), RasterStatus::InvalidHandle,
                   StaleHandle);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::AwaitingSubmission);
    ASSERT_EQ(Cache.SetCandidateCompletion(Device, Cache.GetCandidateTicket(), token), READY);
    EXPECT_REFUSAL(Cache.SetCandidateCompletion(Device, Cache.GetCandidateTicket(), token), RasterStatus::InvalidState,
                   CandidatePhase);
    ASSERT_EQ(Settle([&] { return Cache.Poll(Device); }), READY);
    EXPECT_TRUE(Cache.HasActive());
    ComputeCache moved(std::move(Cache));
    EXPECT_FALSE(Cache.HasActive()); // NOLINT(bugprone-use-after-move): what a moved one says is the case
    EXPECT_TRUE(moved.HasActive());
    EXPECT_EQ(moved.Reset(Device), READY);
    EXPECT_EQ(CountRecords(), 0U);
}

TEST_P(Caches, AreUsedBetweenFrames)
{
    StartCompute();
    const Recipe recipe;
    StageReady({1, 1}, recipe.Get());
    const ComputeCacheTicket ticket = Cache.GetCandidateTicket();
    Begin({.Width = 8, .Height = 4});
    EXPECT_REFUSAL(Cache.Stage(Device, {2, 1}, recipe.Get()), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(Cache.Poll(Device), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(Cache.BuildCandidateGraph(Device, Graph), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(Cache.SetCandidateCompletion(Device, ticket, {}), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(Cache.CancelCandidate(Device), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(Cache.Reset(Device), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Prepared);
}

TEST_P(Caches, ForgetWhatWasMadeOnADeviceThatIsGone)
{
    StartCompute();
    const Recipe recipe;
    std::vector<uint32> values = recipe.Values;
    std::vector<uint32> scratch(WORDS);
    recipe.Compute(values, scratch);
    Publish({1, 1}, recipe);
    StageReady({2, 1}, recipe.Get());
    Stop();
    StartCompute();
    EXPECT_EQ(Cache.Poll(Device), READY);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Empty);
    EXPECT_FALSE(Cache.HasActive());
    EXPECT_TRUE(IsNullHandle(Cache.GetActiveBuffer(1)));
    Publish({1, 1}, recipe); // nothing of it is there any more
    ExpectWords(Cache.GetActiveBuffer(2), scratch);

    Stop();
    StartCompute();
    StageReady({1, 1}, recipe.Get());
    EXPECT_FALSE(Cache.HasActive());
    SubmissionToken token = ExecuteCandidate();
    const ComputeCacheTicket ticket = Cache.GetCandidateTicket();
    ASSERT_EQ(Cache.SetCandidateCompletion(Device, ticket, token), READY);
    Stop();
    StartCompute();
    EXPECT_REFUSAL(Cache.BuildCandidateGraph(Device, Graph), RasterStatus::InvalidState, CandidatePhase);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Empty);
    EXPECT_REFUSAL(Cache.SetCandidateCompletion(Device, ticket, token), RasterStatus::InvalidHandle, StaleHandle);
    Publish({1, 1}, recipe);
    ExpectWords(Cache.GetActiveBuffer(1), values);
}

class SteeredCaches : public Caches
{
};

TEST_P(SteeredCaches, ForgetWhatWasMadeOnALostDevice)
{
    StartCompute();
    const Recipe recipe;
    Publish({1, 1}, recipe);
    StageReady({2, 1}, recipe.Get());
    internal::LoseReferenceDevice();
    DeviceInfo info;
    EXPECT_EQ(GetDeviceInfo(Device, info), DeviceStatus::DeviceLost);
    EXPECT_EQ(Cache.Stage(Device, {1, 1}, recipe.Get()), RasterStatus::DeviceLost);
    EXPECT_EQ(Cache.Poll(Device), RasterStatus::DeviceLost);
    Stop();
    internal::ResetReferenceControl();
    StartCompute();
    StageReady({2, 1}, recipe.Get());
    EXPECT_FALSE(Cache.HasActive());
    StageReady({1, 1}, recipe.Get()); // published on the device that was lost: prepared anew
}

TEST_P(SteeredCaches, AFailedCandidateOfADeviceThatIsGoneIsForgotten)
{
    StartCompute();
    const Recipe recipe;
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::ComputePipeline)] = true;
    ASSERT_EQ(Cache.Stage(Device, {1, 1}, recipe.Get()), RasterStatus::Pending);
    internal::FinishReferenceCreations(RecordKind::ComputePipeline, BackendStatus::Refused);
    EXPECT_EQ(Cache.Poll(Device), RasterStatus::Failed);
    Stop();
    internal::ResetReferenceControl();
    StartCompute();
    StageReady({1, 1}, recipe.Get());
}

TEST_P(SteeredCaches, PublishOnlyWhatHasCompleted)
{
    StartCompute();
    const Recipe recipe;
    Publish({1, 1}, recipe);
    const BufferHandle before = Cache.GetActiveBuffer(1);
    StageReady({2, 1}, recipe.Get());
    internal::GetReferenceControl().HoldsCompletion = true;
    const SubmissionToken token = ExecuteCandidate();
    ASSERT_EQ(Cache.SetCandidateCompletion(Device, Cache.GetCandidateTicket(), token), READY);
    for (int i = 0; i < 3; ++i)
    {
        EXPECT_EQ(Cache.Poll(Device), RasterStatus::Pending);
        EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Executing);
        EXPECT_EQ(GetStatus(Device, before), READY);
    }
    internal::CompleteReferenceWork();
    EXPECT_EQ(Cache.Poll(Device), READY);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Empty);
    EXPECT_EQ(GetStatus(Device, before), RasterStatus::InvalidHandle);
}

TEST_P(SteeredCaches, AFailedCandidateStaysUntilItIsRepaired)
{
    StartCompute();
    const Recipe recipe;
    Publish({1, 1}, recipe);
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::ComputePipeline)] = true;
    ASSERT_EQ(Cache.Stage(Device, {2, 1}, recipe.Get()), RasterStatus::Pending);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Preparing);
    EXPECT_EQ(Cache.Stage(Device, {2, 1}, recipe.Get()), RasterStatus::Pending);
    internal::FinishReferenceCreations(RecordKind::ComputePipeline, BackendStatus::Refused);
    EXPECT_EQ(Cache.Poll(Device), RasterStatus::Failed);
    EXPECT_EQ(Cache.Poll(Device), RasterStatus::Failed);
    EXPECT_EQ(Cache.GetPhase(), ComputeCachePhase::Failed);
    EXPECT_TRUE(Cache.HasActive());
    EXPECT_REFUSAL(Cache.Stage(Device, {2, 1}, recipe.Get()), RasterStatus::InvalidState, DependencyFailed);
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::ComputePipeline)] = false;
    StageReady({3, 1}, recipe.Get()); // another key repairs it
    EXPECT_EQ(Cache.CancelCandidate(Device), READY);
    StageReady({2, 1}, recipe.Get()); // and so does cancelling
}
} // namespace

LUDUS_ON_LANES_WITH(Caches, .Computes = true);
LUDUS_ON_STEERED_LANES(SteeredCaches);
} // namespace ludus::graphics::rhi::tests
