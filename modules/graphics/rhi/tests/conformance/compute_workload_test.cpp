// Prepared workloads and caches: what they compute, what they refuse, and when a result is replaced.
#include "../support/compute_scene.h"
#include "frontend/session.h"

#include <functional>
#include <ludus/graphics/rhi/compute_cache.hpp>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;

constexpr auto MALFORMED = RasterStatus::InvalidDescription;
constexpr uint32 WORDS = 64;
constexpr usize BYTES = WORDS * 4;

// One description: factors that are read only, values that start at three, scratch that starts at zero.
struct Recipe
{
    std::vector<uint32> Factors = std::vector<uint32>(WORDS);
    std::vector<uint32> Values = std::vector<uint32>(WORDS, 3);
    std::vector<ComputeWorkloadBuffer> Buffers{};
    std::vector<ComputeWorkloadBinding> First{{0, 0, 0, BYTES}, {1, 1, 0, BYTES, true}};  // values by factors
    std::vector<ComputeWorkloadBinding> Second{{0, 1, 0, BYTES}, {1, 2, 0, BYTES, true}}; // scratch by values
    std::vector<ComputeWorkloadKernel> Kernels{};

    Recipe()
    {
        for (uint32 i = 0; i < WORDS; ++i)
        {
            Factors[i] = i * 7 + 2;
        }
        Buffers = {{.Size = BYTES, .InitialBytes = AsBytes(Factors), .IsReadOnly = true},
                   {.Size = BYTES, .InitialBytes = AsBytes(Values)},
                   {.Role = BufferRole::StorageVertex, .Size = BYTES}};
        Kernels = {{.Name = "scale", .Shader = GetScale(), .Bindings = First, .Groups = {WORDS / 16, 1, 1}},
                   {.Name = "again", .Bindings = First, .Groups = {WORDS / 16, 1, 1}, .UseProgramFrom = 0},
                   {.Name = "scratch", .Bindings = Second, .Groups = {WORDS / 16, 1, 1}, .UseProgramFrom = 0}};
    }

    [[nodiscard]] ComputeWorkloadDescription Get() const { return {.Buffers = Buffers, .Kernels = Kernels}; }

    // The kernels on the CPU, over what the buffers hold.
    void Compute(std::vector<uint32>& values, std::vector<uint32>& scratch) const
    {
        for (uint32 i = 0; i < WORDS; ++i)
        {
            values[i] = values[i] * Factors[i] + 1;
            values[i] = values[i] * Factors[i] + 1;
            scratch[i] = scratch[i] * values[i] + 1;
        }
    }
};

class Workloads : public ComputeSceneTest
{
protected:
    // Ready, in the end.
    void Prepare(ComputeWorkload& workload, const ComputeWorkloadDescription& description)
    {
        const RasterStatus status = workload.Initialize(Device, description);
        ASSERT_TRUE(status == READY || status == RasterStatus::Pending) << status;
        ASSERT_EQ(Settle([&] { return workload.Poll(Device); }), READY);
    }

    void RunOnce(const ComputeWorkload& workload)
    {
        Graph = OrderedGraph{};
        ASSERT_EQ(workload.BuildGraph(Device, Graph), READY);
        Compile();
        Execute();
    }

    uint32 CountRecords() { return internal::InspectSession().LiveRecords; }

    void ExpectRecords(uint32 count)
    {
        EXPECT_TRUE(
            SettleUntil([&] { return GetDeviceInfo(Device, Info) == DeviceStatus::Ready && CountRecords() == count; }))
            << CountRecords() << " records";
    }
};

TEST_P(Workloads, ComputeWhatTheCpuComputesAsOftenAsTheyAreExecuted)
{
    StartCompute();
    const Recipe recipe;
    ComputeWorkload workload;
    Prepare(workload, recipe.Get());
    std::vector<uint32> values = recipe.Values;
    std::vector<uint32> scratch(WORDS);
    for (int i = 0; i < 3; ++i)
    {
        RunOnce(workload);
        EXPECT_EQ(Report.ComputePasses, 3U);
        recipe.Compute(values, scratch);
    }
    ExpectWords(workload.GetBuffer(1), values);
    ExpectWords(workload.GetBuffer(2), scratch);
    ExpectWords(workload.GetBuffer(0), recipe.Factors);
    EXPECT_TRUE(IsNullHandle(workload.GetBuffer(3)));
    EXPECT_EQ(CountRecords(), 9U); // three buffers and sets, one program
    EXPECT_EQ(workload.Reset(Device), READY);
    EXPECT_TRUE(IsNullHandle(workload.GetBuffer(0)));
    EXPECT_EQ(workload.Reset(Device), READY); // already empty
    EXPECT_REFUSAL(workload.Poll(Device), RasterStatus::NotReady, WorkloadEmpty);
}

TEST_P(Workloads, MayAskTheWorkerForMoreProgramsThanItHolds)
{
    StartCompute();
    Recipe recipe;
    recipe.Kernels.resize(1);
    recipe.Kernels[0].Shader.ShouldPrepareAsynchronously = true;
    recipe.Kernels.resize(internal::MAX_WORKER_QUEUE_TASKS + 8, recipe.Kernels[0]);
    ComputeWorkload workload;
    Prepare(workload, recipe.Get());
    RunOnce(workload);
    std::vector<uint32> values = recipe.Values;
    for (usize i = 0; i < recipe.Kernels.size(); ++i)
    {
        for (uint32 word = 0; word < WORDS; ++word)
        {
            values[word] = values[word] * recipe.Factors[word] + 1;
        }
    }
    ExpectWords(workload.GetBuffer(1), values);
    EXPECT_EQ(workload.Reset(Device), READY);
}

TEST_P(Workloads, HandTheirLastVersionsToConsumers)
{
    StartCompute();
    const Recipe recipe;
    ComputeWorkload workload;
    Prepare(workload, recipe.Get());
    const Kernel scale = MakeKernel(GetScale(), GetScale().Bindings);
    const std::vector<uint32> ones(WORDS, 1);
    const BufferHandle result = MakeWords(BufferRole::Storage, ones);
    const RasterBindingResource resources[] = {{0, workload.GetBuffer(2), 0, BYTES}, {1, result, 0, BYTES}};
    const BindingSetHandle set = MakeSet(scale.Layout, resources);
    GraphVersion versions[3];
    ASSERT_EQ(workload.BuildGraph(Device, Graph, versions, false), READY);
    const GraphVersion written = Next(Import(result));
    const GraphUse uses[] = {{versions[2], GraphAccessMode::StorageRead, 0, BYTES, RasterVisibility::Compute},
                             {written, GraphAccessMode::StorageReadWrite, 0, BYTES, RasterVisibility::Compute}};
    AddDispatch("consumer", {.Pipeline = scale.Pipeline, .Bindings = set, .Groups = {WORDS / 16, 1, 1}}, uses);
    AddRoot(written);
    AddRoot(versions[1], GraphRoot::History);
    Compile();
    EXPECT_EQ(Report.ComputePasses, 4U);
    Execute();
    std::vector<uint32> values = recipe.Values;
    std::vector<uint32> scratch(WORDS);
    recipe.Compute(values, scratch);
    std::vector<uint32> expected(WORDS);
    for (uint32 i = 0; i < WORDS; ++i)
    {
        expected[i] = scratch[i] + 1;
    }
    ExpectWords(result, expected);
    // Without roots nothing of it is observable.
    ASSERT_EQ(workload.BuildGraph(Device, Graph, {}, false), READY);
    Compile();
    EXPECT_EQ(Report.LivePasses, 0U);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    GraphVersion two[2];
    EXPECT_REFUSAL(workload.BuildGraph(Device, Graph, two), MALFORMED, ValueNotExact);
    EXPECT_TRUE(IsNullHandle(Graph));
    EXPECT_EQ(workload.Reset(Device), READY);
}

TEST_P(Workloads, BorrowExternalBuffersAndLeaveThemAlone)
{
    StartCompute();
    Recipe recipe;
    const std::vector<uint32> nines(WORDS, 9);
    const BufferHandle external = MakeWords(BufferRole::StorageIndirect, nines);
    recipe.Buffers[1] = {.Size = BYTES, .External = external};
    ComputeWorkload workload;
    Prepare(workload, recipe.Get());
    RunOnce(workload);
    std::vector<uint32> values = nines;
    std::vector<uint32> scratch(WORDS);
    recipe.Compute(values, scratch);
    ExpectWords(external, values);
    EXPECT_EQ(workload.Reset(Device), READY);
    EXPECT_EQ(GetStatus(Device, external), READY);
}

TEST_P(Workloads, ThatBreakARuleAreRefusedAndLeaveNothing)
{
    StartCompute();
    const BufferHandle storage = MakeWords(BufferRole::Storage, std::vector<uint32>(WORDS));
    const BufferHandle vertices = MakeWords(BufferRole::Vertex, std::vector<uint32>(WORDS));
    using Code = DiagnosticCode;
    const uint32 groups = Info.Profile.Compute.MaxDispatch[1] + 1;

    const struct
    {
        const char* Name;
        RasterStatus Status;
        Code Reason;
        std::function<void(Recipe&)> Change;
    } cases[] = {
        {"no buffers", MALFORMED, Code::ValueZero, [](auto& r) { r.Buffers.clear(); }},
        {"no kernels", MALFORMED, Code::ValueZero, [](auto& r) { r.Kernels.clear(); }},
        {"a vertex role", MALFORMED, Code::BufferRoleMismatch, [](auto& r) { r.Buffers[2].Role = BufferRole::Vertex; }},
        {"no size", MALFORMED, Code::ValueZero, [](auto& r) { r.Buffers[2].Size = 0; }},
        {"a part of a word", MALFORMED, Code::ValueMisaligned, [](auto& r) { r.Buffers[2].Size = BYTES + 2; }},
        {"too few bytes", MALFORMED, Code::UploadSizeWrong, [](auto& r) { r.Buffers[0].Size = BYTES + 4; }},
        {"external vertices", MALFORMED, Code::BufferRoleMismatch, [&](auto& r) { r.Buffers[2].External = vertices; }},
        {"external of another size", MALFORMED, Code::ValueNotExact,
         [&](auto& r)
         {
             r.Buffers[2].External = storage;
             r.Buffers[2].Size = BYTES - 4;
         }},
        {"external with bytes", MALFORMED, Code::UploadForbidden, [&](auto& r) { r.Buffers[0].External = storage; }},
        {"external twice", MALFORMED, Code::GraphImportRepeated,
         [&](auto& r)
         {
             r.Buffers.push_back({.Size = BYTES, .External = storage});
             r.Buffers.push_back({.Size = BYTES, .External = storage});
         }},
        {"no name", MALFORMED, Code::GraphNameLength, [](auto& r) { r.Kernels[1].Name = nullptr; }},
        {"no groups", MALFORMED, Code::ValueZero, [](auto& r) { r.Kernels[1].Groups[2] = 0; }},
        {"too many groups", MALFORMED, Code::ValueTooLarge, [&](auto& r) { r.Kernels[1].Groups[1] = groups; }},
        {"program of itself", MALFORMED, Code::WorkloadProgramUnowned,
         [](auto& r) { r.Kernels[1].UseProgramFrom = 1; }},
        {"program of a later one", MALFORMED, Code::WorkloadProgramUnowned,
         [](auto& r) { r.Kernels[1].UseProgramFrom = 2; }},
        {"program of a reference", MALFORMED, Code::WorkloadProgramUnowned,
         [](auto& r) { r.Kernels[2].UseProgramFrom = 1; }},
        {"another stage", MALFORMED, Code::ShaderStageWrong, [](auto& r) { r.Kernels[0].Shader = GetPlainVertex(); }},
        {"a uniform", MALFORMED, Code::WorkloadBindingKind, [](auto& r) { r.Kernels[0].Shader = GetAccumulate(); }},
        {"unknown binding", MALFORMED, Code::BindingUnknown, [](auto& r) { r.First[0].Binding = 5; }},
        {"binding twice", MALFORMED, Code::BindingKindMismatch, [](auto& r) { r.First[1].Binding = 0; }},
        {"binding missing", MALFORMED, Code::BindingMissing,
         [](auto& r) {
             r.Kernels[0].Bindings = {r.First.data(), 1};
         }},
        {"read where it writes", MALFORMED, Code::BindingKindMismatch, [](auto& r) { r.First[1].IsWritable = false; }},
        {"written where it reads", MALFORMED, Code::BindingKindMismatch, [](auto& r) { r.First[0].IsWritable = true; }},
        {"unknown buffer", MALFORMED, Code::RangeOutside, [](auto& r) { r.First[1].Buffer = 3; }},
        {"writes what is read only", MALFORMED, Code::WorkloadReadOnly, [](auto& r) { r.First[1].Buffer = 0; }},
        {"one buffer twice", MALFORMED, Code::WorkloadBufferRepeated, [](auto& r) { r.First[0].Buffer = 1; }},
        {"a range outside", MALFORMED, Code::RangeOutside, [](auto& r) { r.First[1].Size = BYTES + 4; }},
        {"an empty range", MALFORMED, Code::ValueZero, [](auto& r) { r.First[1].Size = 0; }},
        {"a misaligned range", MALFORMED, Code::ValueMisaligned,
         [](auto& r)
         {
             r.First[1].Offset = 2;
             r.First[1].Size = 8;
         }},
    };

    for (const auto& refused : cases)
    {
        SCOPED_TRACE(refused.Name);
        Recipe recipe;
        refused.Change(recipe);
        ComputeWorkload workload;
        const uint64 before = CountRefusals();
        RasterStatus answer = workload.Initialize(Device, recipe.Get());
        if (answer == RasterStatus::Pending) // what it is about must be ready first
        {
            answer = Settle([&] { return workload.Poll(Device); });
        }
        EXPECT_EQ(answer, refused.Status);
        EXPECT_EQ(GetCodeAfter(before), refused.Reason);
        (void)workload.Reset(Device);
        EXPECT_TRUE(IsNullHandle(workload.GetBuffer(0)));
        ExpectRecords(2); // what was pending goes when it has been made
    }
    const Recipe recipe;
    ComputeWorkload workload;
    ComputeWorkloadDescription description = recipe.Get();
    description.MaximumBufferBytes = 3 * BYTES - 1;
    EXPECT_REFUSAL(workload.Initialize(Device, description), RasterStatus::CapacityExceeded, WorkloadBytesExhausted);
    description.MaximumBufferBytes = 3 * BYTES;
    Prepare(workload, description);
    EXPECT_REFUSAL(workload.Initialize(Device, description), RasterStatus::InvalidState, OutputOccupied);
    EXPECT_EQ(workload.Poll(Device), READY);
    EXPECT_EQ(workload.Reset(Device), READY);
}

TEST_P(Workloads, GraphLimitsBoundThem)
{
    StartCompute({.ResourcesPerGraph = 3, .PassesPerGraph = 3, .UsesPerPass = 2});
    const auto count = [](Recipe recipe, auto change)
    {
        change(recipe);
        return recipe;
    };
    ComputeWorkload workload;
    Prepare(workload, Recipe().Get());
    RunOnce(workload);
    EXPECT_EQ(workload.Reset(Device), READY);
    const Recipe buffers = count({}, [](Recipe& r) { r.Buffers.push_back({.Size = 4}); });
    EXPECT_REFUSAL(workload.Initialize(Device, buffers.Get()), RasterStatus::CapacityExceeded, GraphResourcesExhausted);
    const Recipe kernels = count({}, [](Recipe& r) { r.Kernels.push_back(r.Kernels[1]); });
    EXPECT_REFUSAL(workload.Initialize(Device, kernels.Get()), RasterStatus::CapacityExceeded, GraphPassesExhausted);
    Recipe uses;
    const std::vector<ComputeWorkloadBinding> three(3, uses.First[0]);
    uses.Kernels[1].Bindings = three;
    EXPECT_REFUSAL(workload.Initialize(Device, uses.Get()), RasterStatus::CapacityExceeded, GraphUsesExhausted);
    Diagnostic diagnostic;
    ASSERT_TRUE(GetLastDiagnostic(Device, diagnostic));
    EXPECT_EQ(diagnostic.Got, 3U);
    EXPECT_EQ(diagnostic.Allowed, 2U);
    EXPECT_EQ(diagnostic.Index, 1U); // the kernel
}

TEST_P(Workloads, BelongBetweenFramesAndMove)
{
    StartCompute();
    const Recipe recipe;
    ComputeWorkload workload;
    EXPECT_REFUSAL(workload.Initialize({}, recipe.Get()), RasterStatus::InvalidHandle, ForeignDevice);
    Prepare(workload, recipe.Get());
    Begin({.Width = 8, .Height = 4});
    ComputeWorkload other;
    EXPECT_REFUSAL(other.Initialize(Device, recipe.Get()), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(workload.Poll(Device), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(workload.BuildGraph(Device, Graph), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(workload.Reset(Device), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_REFUSAL(workload.Reset({}), RasterStatus::InvalidHandle, ForeignDevice);
    other = std::move(workload);
    RunOnce(other);
    ComputeWorkload third(std::move(other));
    const uint32 records = CountRecords();
    {
        ComputeWorkload ends(std::move(third));
        EXPECT_EQ(CountRecords(), records);
    }
    EXPECT_EQ(CountRecords(), 0U);
}

TEST_P(Workloads, OutliveTheirDevice)
{
    StartCompute();
    ComputeWorkload workload;
    ComputeCache cache;
    Prepare(workload, Recipe().Get());
    const RasterStatus staged = cache.Stage(Device, {1, 1}, Recipe().Get());
    EXPECT_TRUE(staged == READY || staged == RasterStatus::Pending);
    Stop();
    StartCompute();
    EXPECT_REFUSAL(workload.Poll(Device), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_EQ(workload.Reset(Device), READY); // what it owned went with the other device
    EXPECT_EQ(cache.Reset(Device), READY);
    EXPECT_EQ(cache.GetPhase(), ComputeCachePhase::Empty);
    Prepare(workload, Recipe().Get());
    RunOnce(workload);
    EXPECT_EQ(workload.Reset(Device), READY);
}

TEST_P(Workloads, AWriterBesideThemMakesTheirGraphStale)
{
    StartCompute();
    const Recipe recipe;
    ComputeWorkload workload;
    Prepare(workload, recipe.Get());
    OrderedGraph frozen;
    ASSERT_EQ(workload.BuildGraph(Device, frozen), READY);
    ASSERT_EQ(CompileOrderedGraph(Device, frozen, Report), READY);
    RunOnce(workload);
    SubmissionToken token;
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, frozen, token), RasterStatus::InvalidState, GraphStateStale);
    EXPECT_EQ(DiscardOrderedGraph(Device, frozen), READY);
    RunOnce(workload); // built again, it is executed again
    EXPECT_EQ(workload.Reset(Device), READY);
}

class SteeredWorkloads : public Workloads
{
};

TEST_P(SteeredWorkloads, WaitForEachPartThatIsPending)
{
    StartCompute();
    internal::ReferenceControl& control = internal::GetReferenceControl();
    const Recipe recipe;
    for (const RecordKind kind : {RecordKind::Buffer, RecordKind::Shader, RecordKind::BindingLayout,
                                  RecordKind::BindingSet, RecordKind::ComputePipeline})
    {
        for (const BackendStatus result : {BackendStatus::Ready, BackendStatus::Refused})
        {
            SCOPED_TRACE(testing::Message() << static_cast<int>(kind) << ' ' << static_cast<int>(result));
            control.HoldsCreation[static_cast<usize>(kind)] = true;
            ComputeWorkload workload;
            ASSERT_EQ(workload.Initialize(Device, recipe.Get()), RasterStatus::Pending);
            EXPECT_EQ(workload.Poll(Device), RasterStatus::Pending);
            EXPECT_REFUSAL(workload.BuildGraph(Device, Graph), RasterStatus::NotReady, DependencyPending);
            control.HoldsCreation[static_cast<usize>(kind)] = false;
            internal::FinishReferenceCreations(kind, result);
            EXPECT_EQ(workload.Poll(Device), result == BackendStatus::Ready ? READY : RasterStatus::Failed);
            if (result != BackendStatus::Ready)
            {
                EXPECT_EQ(workload.Poll(Device), RasterStatus::Failed); // and stays so
                EXPECT_REFUSAL(workload.BuildGraph(Device, Graph), RasterStatus::InvalidState, DependencyFailed);
            }
            EXPECT_EQ(workload.Reset(Device), READY);
            EXPECT_EQ(CountRecords(), 0U);
        }
    }
}

TEST_P(SteeredWorkloads, WaitForRoomOnTheWorker)
{
    StartCompute();
    constexpr usize MANY = internal::MAX_WORKER_QUEUE_TASKS + 1;
    internal::ReferenceControl& control = internal::GetReferenceControl();
    Recipe recipe;
    recipe.Kernels.resize(1);
    recipe.Kernels[0].Shader.ShouldPrepareAsynchronously = true;
    recipe.Kernels.resize(MANY, recipe.Kernels[0]);
    for (const RecordKind kind : {RecordKind::Shader, RecordKind::ComputePipeline})
    {
        control.HoldsCreation[static_cast<usize>(kind)] = true;
        ComputeWorkload workload;
        ASSERT_EQ(workload.Initialize(Device, recipe.Get()), RasterStatus::Pending);
        EXPECT_EQ(workload.Poll(Device), RasterStatus::Pending);
        EXPECT_EQ(internal::GetSession().Preparations, internal::MAX_WORKER_QUEUE_TASKS);
        for (usize round = 0; round < 2 && kind == RecordKind::ComputePipeline; ++round)
        {
            internal::FinishReferenceCreations(kind); // the last one begins when the others are collected
            EXPECT_EQ(workload.Poll(Device), round == 0 ? RasterStatus::Pending : READY);
            EXPECT_EQ(internal::GetSession().Preparations, round == 0 ? 1U : 0U);
        }
        control.HoldsCreation[static_cast<usize>(kind)] = false;
        internal::FinishReferenceCreations(kind);
        EXPECT_EQ(Settle([&] { return workload.Poll(Device); }), READY);
        EXPECT_EQ(workload.Reset(Device), READY);
    }
}

TEST_P(SteeredWorkloads, EachCreationThatIsRefusedLeavesNothing)
{
    StartCompute();
    const Recipe recipe;

    const struct
    {
        ReferenceCall Call;
        uint64 Times;
    } creations[] = {{ReferenceCall::CreateBuffer, 3},
                     {ReferenceCall::CreateShader, 1},
                     {ReferenceCall::CreateBindingLayout, 1},
                     {ReferenceCall::CreateComputePipeline, 1},
                     {ReferenceCall::CreateBindingSet, 3}};

    for (const auto& creation : creations)
    {
        for (uint64 nth = 1; nth <= creation.Times; ++nth)
        {
            SCOPED_TRACE(testing::Message() << internal::GetReferenceCallName(creation.Call) << ' ' << nth);
            internal::FailReferenceCall(creation.Call, {.Nth = nth, .Status = BackendStatus::OutOfMemory});
            ComputeWorkload workload;
            EXPECT_EQ(workload.Initialize(Device, recipe.Get()), RasterStatus::OutOfMemory);
            EXPECT_EQ(CountRecords(), 0U);
            EXPECT_EQ(internal::InspectSession().ResourceBytes, 0U);
        }
    }
}

TEST_P(SteeredWorkloads, EachAllocationThatIsRefusedLeavesNothing)
{
    StartCompute();
    const Recipe recipe;
    bool isReady = false;
    for (uint64 nth = 1; !isReady && nth < 200; ++nth)
    {
        SCOPED_TRACE(nth);
        ComputeWorkload workload;
        OrderedGraph graph;
        foundation::InjectHostMemoryFailure(nth);
        RasterStatus status = workload.Initialize(Device, recipe.Get());
        status = status == READY ? workload.BuildGraph(Device, graph) : status;
        foundation::InjectHostMemoryFailure(0);
        isReady = status == READY;
        EXPECT_TRUE(isReady || status == RasterStatus::OutOfMemory) << status;
        if (isReady)
        {
            EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
        }
        EXPECT_TRUE(IsNullHandle(graph));
        EXPECT_EQ(workload.Reset(Device), READY);
        EXPECT_EQ(CountRecords(), 0U);
    }
    EXPECT_TRUE(isReady);
}

// ---- Caches ------------------------------------------------------------------------------------------------------

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

LUDUS_ON_LANES_WITH(Workloads, .Computes = true);
LUDUS_ON_STEERED_LANES(SteeredWorkloads);
LUDUS_ON_LANES_WITH(Caches, .Computes = true);
LUDUS_ON_STEERED_LANES(SteeredCaches);
} // namespace ludus::graphics::rhi::tests
