// Dispatches in ordered graphs: what they write, what they must declare, what orders them, and how they fail.
#include "../support/compute_scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::SubmitOutcome;
using Access = GraphAccessMode;
using Stages = RasterVisibility;

constexpr auto MALFORMED = RasterStatus::InvalidDescription;
constexpr uint32 WORDS = 100;
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};

class Dispatches : public ComputeSceneTest
{
protected:
    // Lists of 100 words and steps of 256 bytes each; the sums lie between guards of one alignment unit.
    void StartLists(const StorageLimits& storage = {})
    {
        StartCompute(storage);
        Unit = static_cast<uint32>(std::max<usize>(Info.Profile.Compute.StorageOffsetAlignment, 512));
        Accumulate = MakeKernel(GetAccumulate(), GetAccumulateBindings());
        for (uint32 i = 0; i < WORDS; ++i)
        {
            Addends.push_back(i * 2654435761U + 17);
        }
        InitialSums.assign(3 * Unit / 4, 0xCAFE0000);
        for (uint32 i = 0; i < InitialSums.size(); ++i)
        {
            InitialSums[i] += i;
        }
        AddendBuffer = MakeWords(BufferRole::Storage, Addends);
        SumBuffer = MakeWords(BufferRole::Storage, InitialSums);
        std::vector<uint32> steps(64 * Steps.size());
        for (usize i = 0; i < Steps.size(); ++i)
        {
            std::memcpy(steps.data() + 64 * i, &Steps[i], sizeof Steps[i]);
        }
        StepBuffer = MakeWords(BufferRole::Uniform, steps);
        const RasterBindingResource resources[] = {
            {0, AddendBuffer, 0, WORDS * 4}, {1, SumBuffer, 0, WORDS * 4}, {2, StepBuffer, 0, sizeof(AccumulateStep)}};
        Set = MakeSet(Accumulate.Layout, resources);
    }

    // A dispatch of step `step` on the sums that begin `unit` units into their buffer.
    [[nodiscard]] ComputeDispatch GetDispatch(uint32 step = 0, uint32 unit = 1) const
    {
        ComputeDispatch dispatch{.Pipeline = Accumulate.Pipeline, .Bindings = Set, .Groups = {2, 1, 1}};
        dispatch.BindingOffsets.Bytes[1] = unit * Unit;
        dispatch.BindingOffsets.Bytes[2] = step * 256;
        return dispatch;
    }

    void ImportLists()
    {
        Lists[0] = Import(AddendBuffer);
        Lists[1] = Import(SumBuffer);
        Lists[2] = Import(StepBuffer);
    }

    // What GetDispatch uses; the sums' next version.
    std::vector<GraphUse> GetUses(uint32 step = 0, uint32 unit = 1)
    {
        Lists[1] = Next(Lists[1]);
        return {{Lists[0], Access::StorageRead, 0, WORDS * 4, Stages::Compute},
                {Lists[1], Access::StorageReadWrite, usize{unit} * Unit, WORDS * 4, Stages::Compute},
                {Lists[2], Access::Uniform, usize{step} * 256, sizeof(AccumulateStep), Stages::Compute}};
    }

    void AddStep(uint32 step = 0, uint32 unit = 1, const char* name = "accumulate")
    {
        AddDispatch(name, GetDispatch(step, unit), GetUses(step, unit));
    }

    // A graph of the given steps on the middle unit, compiled.
    void MakeGraph(std::span<const uint32> steps)
    {
        BeginGraph();
        ImportLists();
        for (const uint32 step : steps)
        {
            AddStep(step);
        }
        AddRoot(Lists[1]);
        Compile();
    }

    // The kernel on the CPU.
    void Apply(std::vector<uint32>& sums, uint32 step, uint32 unit = 1) const
    {
        for (uint32 i = 0; i < Steps[step].Count; ++i)
        {
            uint32& sum = sums[unit * Unit / 4 + i];
            sum = sum * Steps[step].Carry + Addends[i] * Steps[step].Factor;
        }
    }

    RasterStatus TryDispatch(const ComputeDispatch& dispatch, GraphPassDescription pass = {.Name = "refused"})
    {
        const std::vector<GraphUse> uses = GetUses();
        pass.Uses = uses.data();
        pass.UseCount = uses.size();
        pass.Dispatch = &dispatch;
        return AddGraphPass(Device, Graph, pass);
    }

    const std::vector<AccumulateStep> Steps{{WORDS, 1, 1}, {WORDS, 3, 5}, {7, 0, 2}};
    std::vector<uint32> Addends{};
    std::vector<uint32> InitialSums{};
    uint32 Unit{0};
    Kernel Accumulate{};
    BufferHandle AddendBuffer{};
    BufferHandle SumBuffer{};
    BufferHandle StepBuffer{};
    BindingSetHandle Set{};
    GraphVersion Lists[3]{};
};

TEST_P(Dispatches, WriteWhatTheCpuComputesAndNothingBeside)
{
    StartLists();
    constexpr uint32 STEPS[] = {1, 2};
    MakeGraph(STEPS);
    EXPECT_EQ(Report.ComputePasses, 2U);
    EXPECT_EQ(Report.RasterPasses, 0U);
    EXPECT_EQ(Report.RasterGroup[0], GRAPH_EXTERNAL_INDEX);
    EXPECT_EQ(Report.DrawCount, 0U);
    Execute();
    std::vector<uint32> expected = InitialSums;
    Apply(expected, 1);
    Apply(expected, 2);
    ExpectWords(SumBuffer, expected);
    if (!GetParam().Has.ExecutesKernels)
    {
        const std::string reads = "storage-read-fragment+storage-read-compute";
        const std::string writes = "storage-read-compute+storage-write-compute";
        EXPECT_EQ(GetFrameText(), "barrier buffer 1 " + reads + " -> " + writes +
                                      "\ndispatch pipeline 0 set 0 groups 2x1x1 offsets 512 256\n"
                                      "barrier buffer 1 " +
                                      writes + " -> " + writes +
                                      "\ndispatch pipeline 0 set 0 groups 2x1x1 offsets 512 512\n"
                                      "barrier buffer 1 " +
                                      writes + " -> " + reads + "\npass surface 8x4 clear 0 0 0 1\nend\n");
    }
    ExpectFrame(Picture(8, 4, {0, 0, 0}), GetFrameText());
}

TEST_P(Dispatches, SixtyFourInOneGraphAddUpExactly)
{
    StartLists();
    const std::vector<uint32> steps(64, 0);
    MakeGraph(steps);
    EXPECT_EQ(Report.LivePasses, 64U);
    EXPECT_EQ(Report.ComputePasses, 64U);
    EXPECT_EQ(Report.RasterPasses, 0U);
    Execute();
    std::vector<uint32> expected = InitialSums;
    for (usize i = 0; i < steps.size(); ++i)
    {
        Apply(expected, 0);
    }
    ExpectWords(SumBuffer, expected);
}

TEST_P(Dispatches, OneGraphContinuesWhatAnotherWrote)
{
    StartLists();
    constexpr uint32 STEPS[] = {1};
    std::vector<uint32> expected = InitialSums;
    for (int i = 0; i < 3; ++i)
    {
        MakeGraph(STEPS);
        Execute();
        Apply(expected, 1);
    }
    ExpectWords(SumBuffer, expected);
}

TEST_P(Dispatches, DynamicOffsetsMoveTheRangesThatAreDeclared)
{
    StartLists();
    BeginGraph();
    ImportLists();
    AddStep(1, 0);
    AddStep(0, 1);
    AddStep(2, 2);
    AddRoot(Lists[1]);
    Compile();
    Execute();
    std::vector<uint32> expected = InitialSums;
    Apply(expected, 1, 0);
    Apply(expected, 0, 1);
    Apply(expected, 2, 2);
    ExpectWords(SumBuffer, expected);
    // The packet was copied: what the caller does to it afterwards changes nothing. Its moved range must be declared.
    BeginGraph();
    ImportLists();
    const std::vector<GraphUse> uses = GetUses(0, 1);
    ComputeDispatch dispatch = GetDispatch(0, 2);
    AddDispatch("elsewhere", dispatch, uses);
    EXPECT_REFUSAL(CompileOrderedGraph(Device, Graph, Report), MALFORMED, GraphPacketOutside);
    EXPECT_EQ(Report.ErrorPass, 0U);
    EXPECT_EQ(Report.ErrorResource, 1U);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
}

TEST_P(Dispatches, PacketsAreCopied)
{
    StartLists();
    BeginGraph();
    ImportLists();
    ComputeDispatch dispatch = GetDispatch(1);
    AddDispatch("kept", dispatch, GetUses(1));
    dispatch = {};
    AddRoot(Lists[1]);
    Compile();
    Execute();
    std::vector<uint32> expected = InitialSums;
    Apply(expected, 1);
    ExpectWords(SumBuffer, expected);
}

TEST_P(Dispatches, PacketsThatBreakARuleAreRefusedByName)
{
    StartLists();
    BeginGraph();
    ImportLists();
    const Kernel other = MakeKernel(GetCull(), GetCullBindings());
    using Code = DiagnosticCode;

    const struct
    {
        const char* Name;
        RasterStatus Status;
        Code Reason;
        std::function<void(ComputeDispatch&)> Change;
    } cases[] = {
        {"null pipeline", RasterStatus::InvalidHandle, Code::StaleHandle, [](auto& d) { d.Pipeline = {}; }},
        {"null set", RasterStatus::InvalidHandle, Code::StaleHandle, [](auto& d) { d.Bindings = {}; }},
        {"pipeline of another layout", MALFORMED, Code::DrawLayoutMismatch,
         [&](auto& d) { d.Pipeline = other.Pipeline; }},
        {"no groups", MALFORMED, Code::ValueZero, [](auto& d) { d.Groups[1] = 0; }},
        {"too many groups", MALFORMED, Code::ValueTooLarge,
         [this](auto& d) { d.Groups[2] = Info.Profile.Compute.MaxDispatch[2] + 1; }},
        {"misaligned storage", MALFORMED, Code::ValueMisaligned, [](auto& d) { d.BindingOffsets.Bytes[1] = 2; }},
        {"misaligned uniform", MALFORMED, Code::ValueMisaligned, [](auto& d) { d.BindingOffsets.Bytes[2] = 16; }},
        {"storage outside", MALFORMED, Code::DrawOffsetOutside,
         [this](auto& d) { d.BindingOffsets.Bytes[1] = 3 * Unit; }},
        {"uniform outside", MALFORMED, Code::DrawOffsetOutside,
         [](auto& d) { d.BindingOffsets.Bytes[2] = ~uint32{255}; }},
        {"offset of a static binding", MALFORMED, Code::DrawOffsetStatic,
         [](auto& d) { d.BindingOffsets.Bytes[0] = 256; }},
        {"offset of no binding", MALFORMED, Code::DrawOffsetStatic, [](auto& d) { d.BindingOffsets.Bytes[9] = 256; }},
    };

    for (const auto& refused : cases)
    {
        SCOPED_TRACE(refused.Name);
        ComputeDispatch dispatch = GetDispatch();
        refused.Change(dispatch);
        const uint64 before = CountRefusals();
        EXPECT_EQ(TryDispatch(dispatch), refused.Status);
        EXPECT_EQ(GetCodeAfter(before), refused.Reason);
    }
    ComputeDispatch dispatch = GetDispatch();
    std::copy_n(Info.Profile.Compute.MaxDispatch, 3, dispatch.Groups); // the largest is legal; it is not executed
    AddDispatch("largest", dispatch, GetUses());
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
}

TEST_P(Dispatches, HaveNeitherDrawsNorAttachmentsBesideThem)
{
    StartLists();
    MakePlain();
    const TextureHandle texture = MakeTexture({.Width = 8, .Height = 4, .Attachment = true}, {});
    const RasterDraw draw = GetPlainDraw();
    const RasterColorAttachment color{};
    const RasterPassDescription attachments[] = {
        {.Color = texture},
        {.ColorLoad = RasterLoad::Load, .DepthReadOnly = true},
        {.UseViewport = true},
        {.UseScissor = true},
        {.Colors = &color, .ColorCount = 1},
    };
    BeginGraph();
    ImportLists();
    for (const RasterPassDescription& attachment : attachments)
    {
        EXPECT_REFUSAL(TryDispatch(GetDispatch(), {.Name = "mixed", .Attachment = attachment}), MALFORMED,
                       GraphPassMixed);
    }
    EXPECT_REFUSAL(TryDispatch(GetDispatch(), {.Name = "mixed", .Draws = &draw, .DrawCount = 1}), MALFORMED,
                   GraphPassMixed);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
}

TEST_P(Dispatches, DeclareEveryBindingWithItsRangeAndStage)
{
    StartLists();

    const struct
    {
        const char* Name;
        DiagnosticCode Reason;
        std::function<void(std::vector<GraphUse>&)> Change;
    } cases[] = {
        {"no addends", DiagnosticCode::GraphPacketUndeclared, [](auto& uses) { uses.erase(uses.begin()); }},
        {"no sums", DiagnosticCode::GraphPacketUndeclared, [](auto& uses) { uses.erase(uses.begin() + 1); }},
        {"no step", DiagnosticCode::GraphPacketUndeclared, [](auto& uses) { uses.erase(uses.begin() + 2); }},
        {"part of the addends", DiagnosticCode::GraphPacketOutside, [](auto& uses) { uses[0].Size -= 4; }},
        {"sums from further on", DiagnosticCode::GraphPacketOutside, [](auto& uses) { uses[1].Offset += 4; }},
        {"another step", DiagnosticCode::GraphPacketOutside, [](auto& uses) { uses[2].Offset += 256; }},
        {"addends for fragments", DiagnosticCode::GraphUseStages,
         [](auto& uses) { uses[0].Visibility = Stages::Fragment; }},
        {"sums for every stage", DiagnosticCode::GraphUseStages, [](auto& uses) { uses[1].Visibility = Stages::Both; }},
        {"step for vertices", DiagnosticCode::GraphUseStages, [](auto& uses) { uses[2].Visibility = Stages::Vertex; }},
        {"addends as vertices", DiagnosticCode::GraphUseResource, [](auto& uses) { uses[0].Access = Access::Vertex; }},
        {"a range outside", DiagnosticCode::GraphUseRange, [](auto& uses) { uses[0].Size = WORDS * 4 + 4; }},
        {"an empty range", DiagnosticCode::GraphUseRange, [](auto& uses) { uses[0].Size = 0; }},
        {"sums read as well", DiagnosticCode::GraphUseConflict,
         [](auto& uses)
         {
             uses.push_back(uses[1]);
             uses.back().Access = Access::StorageRead;
         }},
    };

    for (const auto& refused : cases)
    {
        SCOPED_TRACE(refused.Name);
        BeginGraph();
        ImportLists();
        std::vector<GraphUse> uses = GetUses();
        refused.Change(uses);
        AddDispatch("refused", GetDispatch(), uses);
        const uint64 before = CountRefusals();
        EXPECT_EQ(CompileOrderedGraph(Device, Graph, Report), MALFORMED);
        EXPECT_EQ(GetCodeAfter(before), refused.Reason);
        EXPECT_EQ(Report.ErrorPass, 0U);
        EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    }
}

TEST_P(Dispatches, ArrangeTheirHazardsInTheReport)
{
    StartLists();
    const std::vector<uint32> zeros(WORDS);
    const BufferHandle copy = MakeWords(BufferRole::Storage, zeros);
    const RasterBindingResource resources[] = {
        {0, SumBuffer, 0, WORDS * 4}, {1, copy, 0, WORDS * 4}, {2, StepBuffer, 0, sizeof(AccumulateStep)}};
    ComputeDispatch second = GetDispatch();
    second.Bindings = MakeSet(Accumulate.Layout, resources);
    second.BindingOffsets = {};
    BeginGraph();
    ImportLists();
    GraphVersion copies = Import(copy);
    AddStep(1, 0, "write");
    copies = Next(copies);
    const GraphUse reads[] = {{Lists[1], Access::StorageRead, 0, WORDS * 4, Stages::Compute},
                              {copies, Access::StorageReadWrite, 0, WORDS * 4, Stages::Compute},
                              {Lists[2], Access::Uniform, 0, sizeof(AccumulateStep), Stages::Compute}};
    AddDispatch("read", second, reads);
    AddStep(1, 0, "overwrite");
    AddRoot(Lists[1]);
    AddRoot(copies, GraphRoot::Export);
    Compile();
    const GraphDependency expected[] = {
        {0, 1, 1, GraphHazard::ReadAfterWrite, Access::StorageReadWrite, Access::StorageRead},
        {1, 2, 1, GraphHazard::WriteAfterRead, Access::StorageRead, Access::StorageReadWrite},
        {0, 2, 1, GraphHazard::WriteAfterWrite, Access::StorageReadWrite, Access::StorageReadWrite},
    };
    for (const GraphDependency& wanted : expected)
    {
        bool isFound = false;
        for (uint32 i = 0; i < Report.DependencyCount; ++i)
        {
            const GraphDependency& got = Report.Dependencies[i];
            isFound = isFound || (got.Before == wanted.Before && got.After == wanted.After &&
                                  got.Resource == wanted.Resource && got.Hazard == wanted.Hazard &&
                                  got.Source == wanted.Source && got.Destination == wanted.Destination);
        }
        EXPECT_TRUE(isFound) << wanted.Before << " -> " << wanted.After << " hazard "
                             << static_cast<int>(wanted.Hazard);
    }
    Execute();
    std::vector<uint32> sums = InitialSums;
    Apply(sums, 1, 0);
    std::vector<uint32> copied(sums.begin(), sums.begin() + WORDS);
    Apply(sums, 1, 0);
    ExpectWords(copy, copied);
    ExpectWords(SumBuffer, sums);
}

TEST_P(Dispatches, ThatNobodyReadsAreCulledAndRootsAndEffectsKeepThem)
{
    StartLists();
    BeginGraph();
    ImportLists();
    AddStep(1);
    Compile();
    EXPECT_EQ(Report.LivePasses, 0U);
    EXPECT_EQ(Report.ComputePasses, 0U);
    EXPECT_TRUE(Report.Culled[0]);
    Execute();
    ExpectWords(SumBuffer, InitialSums);
    std::vector<uint32> expected = InitialSums;
    for (const GraphRoot root : {GraphRoot::Export, GraphRoot::History, GraphRoot::Readback})
    {
        BeginGraph();
        ImportLists();
        AddStep(1);
        AddRoot(Lists[1], root);
        Compile();
        EXPECT_EQ(Report.LivePasses, 1U);
        Execute();
        Apply(expected, 1);
    }
    BeginGraph();
    ImportLists();
    const ComputeDispatch dispatch = GetDispatch(1);
    const std::vector<GraphUse> uses = GetUses(1);
    EXPECT_EQ(AddGraphPass(Device, Graph,
                           {.Name = "effect",
                            .Uses = uses.data(),
                            .UseCount = uses.size(),
                            .SideEffect = true,
                            .Dispatch = &dispatch}),
              READY);
    Compile();
    EXPECT_EQ(Report.LivePasses, 1U);
    Execute();
    Apply(expected, 1);
    ExpectWords(SumBuffer, expected);
}

TEST_P(Dispatches, AWriteMakesOtherFrozenImportsStale)
{
    StartLists();
    constexpr uint32 STEPS[] = {1};
    MakeGraph(STEPS);
    OrderedGraph frozen = Graph;
    MakeGraph(STEPS);
    Execute();
    SubmissionToken token;
    const OrderedGraph kept = frozen;
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, frozen, token), RasterStatus::InvalidState, GraphStateStale);
    EXPECT_EQ(std::memcmp(static_cast<const void*>(&kept), static_cast<const void*>(&frozen), sizeof kept), 0);
    EXPECT_EQ(DiscardOrderedGraph(Device, frozen), READY);
    std::vector<uint32> expected = InitialSums;
    Apply(expected, 1);
    ExpectWords(SumBuffer, expected);
}

TEST_P(Dispatches, AGraphThatOnlyReadsLeavesOtherImportsFresh)
{
    StartLists();
    constexpr uint32 STEPS[] = {1};
    MakeGraph(STEPS);
    OrderedGraph first = Graph;
    BeginGraph(); // imports and reads the addends only
    const GraphVersion addends = Import(AddendBuffer);
    AddRoot(addends, GraphRoot::Export);
    Compile();
    Execute();
    Graph = first;
    Execute();
}

TEST_P(Dispatches, KeepWhatTheyUseUntilTheyComplete)
{
    StartLists();
    constexpr uint32 STEPS[] = {1};
    MakeGraph(STEPS);
    for (auto* handle : {&AddendBuffer, &StepBuffer})
    {
        EXPECT_EQ(Destroy(Device, *handle), READY);
    }
    EXPECT_EQ(Destroy(Device, Set), READY);
    EXPECT_EQ(Destroy(Device, Accumulate.Pipeline), READY);
    EXPECT_EQ(Destroy(Device, Accumulate.Shader), READY);
    EXPECT_EQ(Destroy(Device, Accumulate.Layout), READY);
    const uint32 kept = internal::InspectSession().LiveRecords;
    EXPECT_EQ(kept, 7U); // three buffers, set, pipeline, shader, layout
    Execute();
    std::vector<uint32> expected = InitialSums;
    Apply(expected, 1);
    ExpectWords(SumBuffer, expected);
    EXPECT_TRUE(SettleUntil(
        [&]
        {
            EXPECT_EQ(GetStatus(Device, SumBuffer), READY);
            return internal::InspectSession().LiveRecords == 1;
        }));
}

TEST_P(Dispatches, ADiscardedGraphLetsGoOfThem)
{
    StartLists();
    constexpr uint32 STEPS[] = {1, 1};
    MakeGraph(STEPS);
    EXPECT_EQ(Destroy(Device, Accumulate.Pipeline), READY);
    EXPECT_EQ(Destroy(Device, Set), READY);
    const uint32 kept = internal::InspectSession().LiveRecords;
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, kept - 2);
}

TEST_P(Dispatches, EncodeIntoTheOpenFrame)
{
    StartLists();
    MakePlain();
    constexpr uint32 STEPS[] = {1, 0};
    MakeGraph(STEPS);
    OrderedGraph second = Graph;
    MakeGraph(STEPS);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    EXPECT_EQ(EncodeOrderedGraph(Device, Surface, Graph), READY);
    EXPECT_TRUE(IsNullHandle(Graph));
    // The same imports, compiled before: their contents have moved on in this frame.
    EXPECT_REFUSAL(EncodeOrderedGraph(Device, Surface, second), RasterStatus::InvalidState, GraphStateStale);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    End();
    EXPECT_EQ(DiscardOrderedGraph(Device, second), READY);
    std::vector<uint32> expected = InitialSums;
    Apply(expected, 1);
    Apply(expected, 0);
    ExpectWords(SumBuffer, expected);
    if (GetParam().Has.RasterizesPixels)
    {
        ExpectFrame(Picture(8, 4, {255, 255, 255}), {});
    }
}

TEST_P(Dispatches, LoadTexelsOfAPicture)
{
    StartCompute();
    const Kernel kernel = MakeKernel(GetTexels(), GetTexelsBindings());
    std::vector<uint8> texels(6 * 5 * 4);
    for (usize i = 0; i < texels.size(); ++i)
    {
        texels[i] = static_cast<uint8>(i % 3 == 0 ? 255 : 0);
    }
    const TextureHandle picture = MakeTexels(6, 5, texels);
    const std::vector<uint32> zeros(6 * 5 * 4 + 4);
    const BufferHandle list = MakeWords(BufferRole::Storage, zeros);
    const RasterBindingResource resources[] = {{.Binding = 0, .Texture = MakeView(picture)}, {1, list, 0, 6 * 5 * 16}};
    const BindingSetHandle set = MakeSet(kernel.Layout, resources);
    BeginGraph();
    RasterTextureState state;
    ASSERT_EQ(GetTextureState(Device, picture, state), READY);
    GraphVersion image;
    ASSERT_EQ(ImportGraphTexture(Device, Graph, picture, state, RasterTextureUse::SampledCompute, image), READY);
    const GraphVersion written = Next(Import(list));
    const GraphUse uses[] = {{image, Access::Sampled, 0, 0, Stages::Compute},
                             {written, Access::StorageReadWrite, 0, 6 * 5 * 16, Stages::Compute}};
    AddDispatch("texels", {.Pipeline = kernel.Pipeline, .Bindings = set, .Groups = {2, 2, 1}}, uses);
    AddRoot(written);
    Compile();
    Execute();
    std::vector<uint32> expected(zeros.size());
    for (usize i = 0; i < texels.size(); ++i)
    {
        expected[i] = texels[i] == 0 ? 0 : 0x3F800000; // zero and one
    }
    ExpectWords(list, expected);
}

TEST_P(Dispatches, ReadFrameUniforms)
{
    StartLists();
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), READY);
    InternalRecords = 1;
    const RasterBindingResource resources[] = {
        {0, AddendBuffer, 0, WORDS * 4}, {1, SumBuffer, 0, WORDS * 4}, {2, ring, 0, sizeof(AccumulateStep)}};
    const BindingSetHandle set = MakeSet(Accumulate.Layout, resources);
    uint32 offset = 0;
    ASSERT_EQ(WriteFrameUniform(Device, BytesOf(Steps[1]), offset), READY);
    BeginGraph();
    ImportLists();
    ComputeDispatch dispatch = GetDispatch(1);
    dispatch.Bindings = set;
    dispatch.BindingOffsets.Bytes[2] = offset;
    std::vector<GraphUse> uses = GetUses(1);
    uses.pop_back(); // the ring has no place in a graph
    AddDispatch("ring", dispatch, uses);
    AddRoot(Lists[1]);
    Compile();
    Execute();
    std::vector<uint32> expected = InitialSums;
    Apply(expected, 1);
    ExpectWords(SumBuffer, expected);
}

TEST_P(Dispatches, ExecuteWithoutAllocating)
{
    StartLists();
    constexpr uint32 STEPS[] = {1, 0, 2};
    for (int i = 0; i < 3; ++i)
    {
        MakeGraph(STEPS);
        Execute(); // what backends make at the first use of each frame in flight
    }
    const uint64 authored = foundation::GetHostMemoryUsage().Requests;
    MakeGraph(STEPS);
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, authored); // a graph of the same size made again
    SubmissionToken token;
    EXPECT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, authored);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
}

class SteeredDispatches : public Dispatches
{
};

TEST_P(SteeredDispatches, WaitForAPendingPipeline)
{
    StartLists();
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::ComputePipeline)] = true;
    ComputePipelineHandle pending;
    ASSERT_EQ(CreateComputePipeline(Device, {Accumulate.Shader, Accumulate.Layout}, pending), RasterStatus::Pending);
    Own(pending);
    BeginGraph();
    ImportLists();
    ComputeDispatch dispatch = GetDispatch();
    dispatch.Pipeline = pending;
    EXPECT_REFUSAL(TryDispatch(dispatch), RasterStatus::NotReady, DependencyPending);
    internal::FinishReferenceCreations(RecordKind::ComputePipeline, BackendStatus::Refused);
    EXPECT_EQ(GetStatus(Device, pending), RasterStatus::Failed);
    EXPECT_REFUSAL(TryDispatch(dispatch), RasterStatus::InvalidState, DependencyFailed);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
}

TEST_P(SteeredDispatches, NothingEncodedKeepsTheGraphAndARetryWritesTheSame)
{
    StartLists();
    constexpr uint32 STEPS[] = {1};
    MakeGraph(STEPS);
    SubmissionToken token;
    internal::FailReferenceCall(ReferenceCall::Submit,
                                {.Status = BackendStatus::OutOfMemory, .Outcome = SubmitOutcome::NothingEncoded});
    EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, token), RasterStatus::OutOfMemory, SubmissionRefused);
    EXPECT_FALSE(IsNullHandle(Graph));
    Execute();
    const std::string text = GetFrameText();
    EXPECT_NE(text.find("dispatch pipeline 0 set 0 groups 2x1x1 offsets 512 256\n"), std::string::npos) << text;
}

TEST_P(SteeredDispatches, AFailureAfterEncodingConsumesTheGraph)
{
    for (const SubmitOutcome outcome : {SubmitOutcome::EncodedNothingAccepted, SubmitOutcome::AcceptedInPart})
    {
        for (uint32 commands = 0; commands < 4; ++commands)
        {
            SCOPED_TRACE(testing::Message() << static_cast<int>(outcome) << ' ' << commands);
            Addends.clear();
            StartLists();
            constexpr uint32 STEPS[] = {1};
            MakeGraph(STEPS);
            SubmissionToken token;
            internal::FailReferenceCall(
                ReferenceCall::Submit,
                {.Status = BackendStatus::Refused, .Outcome = outcome, .AcceptedCommands = commands});
            EXPECT_REFUSAL(ExecuteOrderedGraph(Device, Surface, Graph, token), RasterStatus::Failed, SubmissionRefused);
            EXPECT_TRUE(IsNullHandle(Graph));
            EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
            Stop();
        }
    }
}

TEST_P(SteeredDispatches, HoldTheirRecordsWhileInFlight)
{
    StartLists();
    internal::GetReferenceControl().HoldsCompletion = true;
    constexpr uint32 STEPS[] = {1};
    MakeGraph(STEPS);
    Execute();
    const uint32 before = internal::InspectSession().LiveRecords;
    EXPECT_EQ(Destroy(Device, Accumulate.Pipeline), READY);
    EXPECT_EQ(Destroy(Device, Set), READY);
    EXPECT_EQ(Destroy(Device, SumBuffer), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, before);
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetStatus(Device, AddendBuffer), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, before - 3);
}

TEST_P(SteeredDispatches, EachAllocationOfAuthoringAndCompilingMayFail)
{
    StartLists();
    bool isDone = false;
    for (uint64 nth = 1; !isDone && nth < 200; ++nth)
    {
        SCOPED_TRACE(nth);
        OrderedGraph graph;
        foundation::InjectHostMemoryFailure(nth);
        RasterStatus status = CreateOrderedGraph(Device, graph);
        GraphVersion versions[3];
        const BufferHandle buffers[] = {AddendBuffer, SumBuffer, StepBuffer};
        for (usize i = 0; i < 3 && status == READY; ++i)
        {
            status = ImportGraphBuffer(Device, graph, buffers[i], versions[i]);
        }
        for (uint32 pass = 0; pass < 40 && status == READY; ++pass)
        {
            status = NextGraphVersion(Device, graph, versions[1], versions[1]);
            const GraphUse uses[] = {{versions[0], Access::StorageRead, 0, WORDS * 4, Stages::Compute},
                                     {versions[1], Access::StorageReadWrite, Unit, WORDS * 4, Stages::Compute},
                                     {versions[2], Access::Uniform, 0, sizeof(AccumulateStep), Stages::Compute}};
            const ComputeDispatch dispatch = GetDispatch();
            status =
                status != READY
                    ? status
                    : AddGraphPass(Device, graph,
                                   {.Name = "step", .Uses = uses, .UseCount = std::size(uses), .Dispatch = &dispatch});
        }
        status = status != READY ? status : AddGraphRoot(Device, graph, versions[1], GraphRoot::Readback);
        status = status != READY ? status : CompileOrderedGraph(Device, graph, Report);
        isDone = status == READY;
        foundation::InjectHostMemoryFailure(0);
        if (!isDone)
        {
            EXPECT_EQ(status, RasterStatus::OutOfMemory);
        }
        if (!IsNullHandle(graph))
        {
            Graph = graph;
            if (isDone)
            {
                Execute();
            }
            else
            {
                EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
            }
        }
    }
    EXPECT_TRUE(isDone);
}
} // namespace

LUDUS_ON_LANES_WITH(Dispatches, .Computes = true);
LUDUS_ON_STEERED_LANES(SteeredDispatches);
} // namespace ludus::graphics::rhi::tests
