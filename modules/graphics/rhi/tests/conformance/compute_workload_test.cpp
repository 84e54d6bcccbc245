// Prepared workloads: what they compute, what they refuse, and what a refused part leaves.
#include "../support/workload_scene.h"

#include <functional>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;

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
} // namespace

LUDUS_ON_LANES_WITH(Workloads, .Computes = true);
LUDUS_ON_STEERED_LANES(SteeredWorkloads);
} // namespace ludus::graphics::rhi::tests
