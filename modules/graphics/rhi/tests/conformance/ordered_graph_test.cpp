// Authoring ordered graphs: handles, capacities, what is copied and kept, and what the compiler is told of packets. The
// compiler's own rules are tested without a device (unit/graph).
#include "../support/scene.h"
#include "frontend/session.h"

#include <ludus/graphics/rhi/describe.h>
#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint32 NONE = GRAPH_EXTERNAL_INDEX;

class OrderedGraphs : public SceneTest
{
protected:
    void StartGraphs(const StorageLimits& storage = {})
    {
        Start({.Required = {.OrderedRasterGraph = true}, .Storage = storage});
        MakePlain();
        Draw = GetPlainDraw();
    }

    OrderedGraph MakeGraph()
    {
        OrderedGraph graph;
        EXPECT_EQ(CreateOrderedGraph(Device, graph), RasterStatus::Ready);
        return graph;
    }

    GraphVersion Import(OrderedGraph graph, BufferHandle buffer)
    {
        GraphVersion version;
        EXPECT_EQ(ImportGraphBuffer(Device, graph, buffer, version), RasterStatus::Ready);
        return version;
    }

    void Discard(OrderedGraph graph) { EXPECT_EQ(DiscardOrderedGraph(Device, graph), RasterStatus::Ready); }

    // Imports what the plain draw uses.
    void ImportPlain(OrderedGraph graph)
    {
        Vertices = Import(graph, Plain.Slices[0].Buffer);
        Indices = Import(graph, Plain.Indices);
        Uniforms = Import(graph, Plain.Uniforms);
        Uses = {{Vertices, GraphAccessMode::Vertex, 0, Plain.Slices[0].Size},
                {Indices, GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                {Uniforms, GraphAccessMode::Uniform, 0, sizeof(DrawBlock)}};
    }

    // The surface pass of one plain draw.
    [[nodiscard]] GraphPassDescription GetPass() const
    {
        GraphPassDescription pass;
        pass.Name = "pass";
        pass.Uses = Uses.data();
        pass.UseCount = Uses.size();
        pass.Draws = &Draw;
        pass.DrawCount = 1;
        return pass;
    }

    RasterStatus Compile(OrderedGraph graph) { return CompileOrderedGraph(Device, graph, Report); }

    RasterDraw Draw{};
    std::vector<GraphUse> Uses{};
    GraphVersion Vertices{};
    GraphVersion Indices{};
    GraphVersion Uniforms{};
    GraphReport Report{};
};

TEST_P(OrderedGraphs, AreRefusedWhereTheyAreNotEnabled)
{
    Start({.Required = {.PortableRaster = true}});
    internal::GetSession().Enabled.OrderedRasterGraph = false; // as on a device that cannot
    OrderedGraph graph;
    EXPECT_REFUSAL(CreateOrderedGraph(Device, graph), RasterStatus::Unsupported, WorkloadUnsupported);
    EXPECT_TRUE(IsNullHandle(graph));
}

TEST_P(OrderedGraphs, CompileWhatWasDeclared)
{
    StartGraphs();
    const OrderedGraph graph = MakeGraph();
    ImportPlain(graph);
    GraphPassDescription pass = GetPass();
    pass.Name = "first";
    pass.Source = "scene.cpp";
    pass.Line = 12;
    ASSERT_EQ(AddGraphPass(Device, graph, pass), RasterStatus::Ready);
    pass.Name = "second";
    pass.Attachment.ColorLoad = RasterLoad::Load;
    ASSERT_EQ(AddGraphPass(Device, graph, pass), RasterStatus::Ready);
    ASSERT_EQ(Compile(graph), RasterStatus::Ready);
    EXPECT_EQ(Report.PassCount, 2U);
    EXPECT_EQ(Report.LivePasses, 2U);
    EXPECT_EQ(Report.RasterPasses, 2U);
    EXPECT_EQ(Report.DrawCount, 2U);
    EXPECT_EQ(Report.ResourceCount, 3U);
    EXPECT_EQ(Report.ErrorPass, NONE);
    EXPECT_EQ(Report.FirstUse[2], 0U);
    EXPECT_EQ(Report.LastUse[2], 1U);
    EXPECT_EQ(Report.FirstUse[3], NONE);
    EXPECT_STREQ(Report.Names[0], "first");
    EXPECT_STREQ(Report.Sources[0], "scene.cpp");
    EXPECT_EQ(Report.Lines[0], 12U);
    EXPECT_EQ(Report.BufferBytes, Plain.Slices[0].Size + sizeof(SQUARE_INDICES) + 4 * 256);
    EXPECT_GT(Report.PlanStorageBytes, 0U);

    GraphPassDiagnostic diagnostic;
    ASSERT_EQ(GetGraphPassDiagnostic(Device, graph, 1, diagnostic), RasterStatus::Ready);
    EXPECT_STREQ(diagnostic.Name, "second");
    EXPECT_EQ(diagnostic.RasterGroup, 1U);
    EXPECT_REFUSAL(GetGraphPassDiagnostic(Device, graph, 2, diagnostic), RasterStatus::InvalidDescription,
                   RangeOutside);
    EXPECT_STREQ(diagnostic.Name, "second");
    GraphResourceDiagnostic resource;
    ASSERT_EQ(GetGraphResourceDiagnostic(Device, graph, 0, resource), RasterStatus::Ready);
    EXPECT_EQ(resource.LastUse, 1U);
    EXPECT_REFUSAL(GetGraphResourceDiagnostic(Device, graph, 3, resource), RasterStatus::InvalidDescription,
                   RangeOutside);
    GraphDependency dependency;
    EXPECT_REFUSAL(GetGraphDependency(Device, graph, 0, dependency), RasterStatus::InvalidDescription, RangeOutside);

    char text[2048];
    usize length = 0;
    ASSERT_EQ(DescribeOrderedGraph(Device, graph, GraphTextForm::Lines, text, length), RasterStatus::Ready);
    EXPECT_EQ(std::strlen(text), length);
    EXPECT_NE(std::string(text).find("pass 1 \"second\""), std::string::npos);

    // A compiled graph is frozen.
    GraphVersion version;
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::InvalidState, GraphFrozen);
    EXPECT_REFUSAL(ImportGraphBuffer(Device, graph, Plain.Indices, version), RasterStatus::InvalidState, GraphFrozen);
    EXPECT_REFUSAL(AddGraphRoot(Device, graph, Vertices, GraphRoot::Export), RasterStatus::InvalidState, GraphFrozen);
    EXPECT_REFUSAL(Compile(graph), RasterStatus::InvalidState, GraphFrozen);
    Discard(graph);
}

TEST_P(OrderedGraphs, OfOtherSlotsAndTimesAreStale)
{
    StartGraphs();
    OrderedGraph graph = MakeGraph();
    const OrderedGraph old = graph;
    const GraphVersion version = Import(graph, Plain.Indices);
    OrderedGraph other = MakeGraph();
    GraphVersion next;
    EXPECT_REFUSAL(NextGraphVersion(Device, other, version, next), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(AddGraphRoot(Device, other, version, GraphRoot::Export), RasterStatus::InvalidHandle, StaleHandle);
    GraphUse use{version, GraphAccessMode::Index, 0, 12};
    GraphPassDescription pass;
    pass.Name = "foreign";
    pass.Uses = &use;
    pass.UseCount = 1;
    EXPECT_REFUSAL(AddGraphPass(Device, other, pass), RasterStatus::InvalidHandle, StaleHandle);

    ASSERT_EQ(DiscardOrderedGraph(Device, graph), RasterStatus::Ready);
    EXPECT_TRUE(IsNullHandle(graph));
    EXPECT_REFUSAL(DiscardOrderedGraph(Device, graph), RasterStatus::InvalidHandle, StaleHandle);
    graph = MakeGraph(); // the same place again
    EXPECT_REFUSAL(ImportGraphBuffer(Device, old, Plain.Indices, next), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(CompileOrderedGraph(Device, old, Report), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(CreateOrderedGraph(Device, graph), RasterStatus::InvalidState, OutputOccupied);
    Discard(graph);
    Discard(other);
}

TEST_P(OrderedGraphs, AreBounded)
{
    StartGraphs({.DrawsPerPlan = 2, .Graphs = 1, .ResourcesPerGraph = 3, .PassesPerGraph = 2, .UsesPerPass = 3});
    const OrderedGraph graph = MakeGraph();
    OrderedGraph second;
    EXPECT_REFUSAL(CreateOrderedGraph(Device, second), RasterStatus::CapacityExceeded, TicketsExhausted);
    ImportPlain(graph);
    const std::vector<uint8> bytes(16);
    const BufferHandle more = MakeBuffer(BufferRole::Vertex, bytes);
    GraphVersion version;
    EXPECT_REFUSAL(ImportGraphBuffer(Device, graph, Plain.Indices, version), RasterStatus::InvalidState,
                   GraphImportRepeated);
    EXPECT_REFUSAL(ImportGraphBuffer(Device, graph, more, version), RasterStatus::CapacityExceeded,
                   GraphResourcesExhausted);
    GraphPassDescription pass = GetPass();
    const std::vector<RasterDraw> draws(3, Draw);
    pass.Draws = draws.data();
    pass.DrawCount = 3;
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::CapacityExceeded, PlanDrawsExhausted);
    pass.DrawCount = 1; // the refused pass has left nothing behind
    ASSERT_EQ(AddGraphPass(Device, graph, pass), RasterStatus::Ready);
    Uses.push_back(Uses[0]);
    pass = GetPass();
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::CapacityExceeded, GraphUsesExhausted);
    pass.UseCount = 3;
    ASSERT_EQ(AddGraphPass(Device, graph, pass), RasterStatus::Ready);
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::CapacityExceeded, GraphPassesExhausted);
    ASSERT_EQ(Compile(graph), RasterStatus::Ready);
    EXPECT_EQ(Report.DrawCount, 2U);
    Discard(graph);
}

TEST_P(OrderedGraphs, RefuseMalformedPasses)
{
    StartGraphs();
    const OrderedGraph graph = MakeGraph();
    ImportPlain(graph);
    const auto refuses = [&](DiagnosticCode code, auto change)
    {
        GraphPassDescription pass = GetPass();
        change(pass);
        const uint64 before = CountRefusals();
        EXPECT_EQ(AddGraphPass(Device, graph, pass), RasterStatus::InvalidDescription);
        EXPECT_EQ(GetCodeAfter(before), code);
    };
    const std::string longName(64, 'n');
    const std::string longSource(128, 's');
    refuses(DiagnosticCode::GraphNameLength, [](GraphPassDescription& pass) { pass.Name = nullptr; });
    refuses(DiagnosticCode::GraphNameLength, [](GraphPassDescription& pass) { pass.Name = ""; });
    refuses(DiagnosticCode::GraphNameLength, [&](GraphPassDescription& pass) { pass.Name = longName.c_str(); });
    refuses(DiagnosticCode::GraphNameLength, [&](GraphPassDescription& pass) { pass.Source = longSource.c_str(); });
    refuses(DiagnosticCode::GraphArrayMissing, [](GraphPassDescription& pass) { pass.Uses = nullptr; });
    refuses(DiagnosticCode::GraphArrayMissing, [](GraphPassDescription& pass) { pass.Draws = nullptr; });
    refuses(DiagnosticCode::EnumInvalid,
            [](GraphPassDescription& pass) { pass.Attachment.ColorLoad = static_cast<RasterLoad>(3); });
    refuses(DiagnosticCode::PassReadOnlyUnloaded,
            [](GraphPassDescription& pass) { pass.Attachment.DepthReadOnly = true; });
    refuses(DiagnosticCode::PassClearDepth, [](GraphPassDescription& pass) { pass.Attachment.ClearDepth = 2; });
    refuses(DiagnosticCode::ValueZero, [](GraphPassDescription& pass) { pass.Attachment.UseViewport = true; });
    std::vector<GraphUse> wrong = Uses;
    const auto useWrong = [&](GraphPassDescription& pass) { pass.Uses = wrong.data(); };
    wrong[1].Access = static_cast<GraphAccessMode>(9);
    refuses(DiagnosticCode::EnumInvalid, useWrong);
    wrong[1] = Uses[1];
    wrong[1].Visibility = static_cast<RasterVisibility>(5);
    refuses(DiagnosticCode::VisibilityInvalid, useWrong);

    // A packet that breaks a rule of its own.
    RasterDraw broken = Draw;
    broken.IndexCount = 4;
    GraphPassDescription pass = GetPass();
    pass.Draws = &broken;
    EXPECT_REFUSAL(AddGraphPass(Device, graph, pass), RasterStatus::InvalidDescription, ValueMisaligned);
    ASSERT_EQ(Compile(graph), RasterStatus::Ready);
    EXPECT_EQ(Report.PassCount, 0U);
    Discard(graph);
}

TEST_P(OrderedGraphs, TellTheCompilerWhatPacketsUseUndeclared)
{
    StartGraphs();

    struct Case
    {
        DiagnosticCode Code;
        void (*Change)(std::vector<GraphUse>& uses);
        uint32 Resource;
    };

    for (const Case& wrong :
         {Case{DiagnosticCode::GraphPacketUndeclared, [](std::vector<GraphUse>& uses) { uses.erase(uses.begin()); }, 0},
          Case{DiagnosticCode::GraphPacketUndeclared, [](std::vector<GraphUse>& uses) { uses.erase(uses.begin() + 1); },
               1},
          Case{DiagnosticCode::GraphPacketUndeclared, [](std::vector<GraphUse>& uses) { uses.pop_back(); }, 2},
          Case{DiagnosticCode::GraphPacketOutside, [](std::vector<GraphUse>& uses) { uses[0].Size -= 4; }, 0},
          Case{DiagnosticCode::GraphPacketOutside,
               [](std::vector<GraphUse>& uses)
               {
                   uses[1].Offset += 2;
                   uses[1].Size -= 2;
               },
               1},
          Case{DiagnosticCode::GraphPacketOutside, [](std::vector<GraphUse>& uses) { uses[2].Size -= 16; }, 2}})
    {
        const OrderedGraph graph = MakeGraph();
        ImportPlain(graph);
        wrong.Change(Uses);
        ASSERT_EQ(AddGraphPass(Device, graph, GetPass()), RasterStatus::Ready);
        const uint64 before = CountRefusals();
        EXPECT_EQ(Compile(graph), RasterStatus::InvalidDescription);
        EXPECT_EQ(GetCodeAfter(before), wrong.Code);
        EXPECT_EQ(Report.ErrorPass, 0U);
        EXPECT_EQ(Report.ErrorResource, wrong.Resource);
        // The refused plan answers for what was declared, not for what was never planned.
        GraphPassDiagnostic pass;
        EXPECT_EQ(GetGraphPassDiagnostic(Device, graph, 0, pass), RasterStatus::Ready);
        EXPECT_STREQ(pass.Name, "pass");
        char text[16];
        usize length = 7;
        EXPECT_REFUSAL(DescribeOrderedGraph(Device, graph, GraphTextForm::Lines, text, length), RasterStatus::NotReady,
                       GraphNotCompiled);
        EXPECT_EQ(length, 7U);
        Discard(graph);
    }

    // A resource that was never imported has no index.
    const OrderedGraph graph = MakeGraph();
    ASSERT_EQ(AddGraphPass(Device, graph, {.Name = "lost", .Draws = &Draw, .DrawCount = 1}), RasterStatus::Ready);
    EXPECT_EQ(Compile(graph), RasterStatus::InvalidDescription);
    EXPECT_EQ(Report.ErrorPass, 0U);
    EXPECT_EQ(Report.ErrorResource, NONE);
    Discard(graph);
}

TEST_P(OrderedGraphs, MoveWithDynamicOffsetsAndLeaveTheUniformRingOut)
{
    StartGraphs();
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    InternalRecords = 1;
    const OrderedGraph graph = MakeGraph();
    ImportPlain(graph);
    GraphVersion version;
    EXPECT_REFUSAL(ImportGraphBuffer(Device, graph, ring, version), RasterStatus::InvalidState, LibraryOwned);

    Draw.BindingOffsets.Bytes[0] = 512;
    ASSERT_EQ(AddGraphPass(Device, graph, GetPass()), RasterStatus::Ready);
    EXPECT_REFUSAL(Compile(graph), RasterStatus::InvalidDescription, GraphPacketOutside);
    Discard(graph);

    const OrderedGraph moved = MakeGraph();
    ImportPlain(moved);
    Uses[2].Offset = 512;
    ASSERT_EQ(AddGraphPass(Device, moved, GetPass()), RasterStatus::Ready);
    EXPECT_EQ(Compile(moved), RasterStatus::Ready);
    Discard(moved);

    const RasterBindingResource resource{0, ring, 0, sizeof(DrawBlock)};
    Draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    Draw.BindingOffsets.Bytes[0] = 0;
    const OrderedGraph undeclared = MakeGraph();
    ImportPlain(undeclared);
    Uses.pop_back();
    ASSERT_EQ(AddGraphPass(Device, undeclared, GetPass()), RasterStatus::Ready);
    EXPECT_EQ(Compile(undeclared), RasterStatus::Ready);
    Discard(undeclared);
}

TEST_P(OrderedGraphs, KeepWhatTheyUseUntilTheyAreDiscarded)
{
    StartGraphs();
    const uint32 before = internal::InspectSession().LiveRecords;
    const OrderedGraph graph = MakeGraph();
    ImportPlain(graph);
    ASSERT_EQ(AddGraphPass(Device, graph, GetPass()), RasterStatus::Ready);
    for (BufferHandle buffer : {Plain.Slices[0].Buffer, Plain.Indices, Plain.Uniforms})
    {
        EXPECT_EQ(Destroy(Device, buffer), RasterStatus::Ready);
    }
    EXPECT_EQ(Destroy(Device, Plain.Set), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Plain.Pipeline), RasterStatus::Ready);
    EXPECT_EQ(internal::InspectSession().LiveRecords, before);
    EXPECT_EQ(Compile(graph), RasterStatus::Ready);
    Discard(graph);
    EXPECT_EQ(internal::InspectSession().LiveRecords, before - 5);
}

TEST_P(OrderedGraphs, VersionsAreForResourcesThatPassesWrite)
{
    StartGraphs();
    const OrderedGraph graph = MakeGraph();
    ImportPlain(graph);
    GraphVersion next;
    EXPECT_REFUSAL(NextGraphVersion(Device, graph, Vertices, next), RasterStatus::InvalidDescription,
                   GraphNeverWritten);
    EXPECT_EQ(AddGraphRoot(Device, graph, Vertices, GraphRoot::Export), RasterStatus::Ready);
    EXPECT_EQ(AddGraphRoot(Device, graph, Vertices, GraphRoot::Readback), RasterStatus::Ready);
    EXPECT_REFUSAL(AddGraphRoot(Device, graph, Vertices, static_cast<GraphRoot>(3)), RasterStatus::InvalidDescription,
                   EnumInvalid);
    Discard(graph);
}

TEST_P(OrderedGraphs, BelongBetweenFrames)
{
    StartGraphs();
    OrderedGraph graph = MakeGraph();
    ImportPlain(graph);
    Begin({.Width = 8, .Height = 4});
    GraphVersion version;
    OrderedGraph other;
    EXPECT_REFUSAL(CreateOrderedGraph(Device, other), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(ImportGraphBuffer(Device, graph, Plain.Indices, version), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(AddGraphPass(Device, graph, GetPass()), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(Compile(graph), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(DiscardOrderedGraph(Device, graph), RasterStatus::InvalidState, FrameIsOpen);
    EXPECT_FALSE(IsNullHandle(graph));
    GraphPassDiagnostic diagnostic;
    EXPECT_REFUSAL(GetGraphPassDiagnostic(Device, graph, 0, diagnostic), RasterStatus::NotReady, GraphNotCompiled);
    End();
    Discard(graph);
}

TEST_P(OrderedGraphs, EndWithTheirDevice)
{
    StartGraphs();
    const OrderedGraph graph = MakeGraph();
    ImportPlain(graph);
    ASSERT_EQ(AddGraphPass(Device, graph, GetPass()), RasterStatus::Ready);
    Stop();
    StartGraphs();
    EXPECT_REFUSAL(CompileOrderedGraph(Device, graph, Report), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(OrderedGraphs, OfTheSameSizeAllocateNothing)
{
    StartGraphs();
    const auto author = [&]
    {
        const OrderedGraph graph = MakeGraph();
        ImportPlain(graph);
        GraphPassDescription pass = GetPass();
        for (uint32 i = 0; i < 40; ++i)
        {
            EXPECT_EQ(AddGraphPass(Device, graph, pass), RasterStatus::Ready);
        }
        EXPECT_EQ(Compile(graph), RasterStatus::Ready);
        Discard(graph);
    };
    author();
    const uint64 before = foundation::GetHostMemoryUsage().Requests;
    author();
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, before);
}

TEST_P(OrderedGraphs, SurviveEveryRefusedAllocation)
{
    StartGraphs();
    uint32 failures = 0;
    for (uint64 nth = 1; nth < 200; ++nth)
    {
        OrderedGraph graph;
        foundation::InjectHostMemoryFailure(nth);
        RasterStatus status = CreateOrderedGraph(Device, graph);
        GraphVersion versions[3];
        const BufferHandle buffers[] = {Plain.Slices[0].Buffer, Plain.Indices, Plain.Uniforms};
        for (uint32 i = 0; i < 3 && status == RasterStatus::Ready; ++i)
        {
            status = ImportGraphBuffer(Device, graph, buffers[i], versions[i]);
        }
        const GraphUse uses[] = {{versions[0], GraphAccessMode::Vertex, 0, Plain.Slices[0].Size},
                                 {versions[1], GraphAccessMode::Index, 0, sizeof(SQUARE_INDICES)},
                                 {versions[2], GraphAccessMode::Uniform, 0, sizeof(DrawBlock)}};
        GraphPassDescription pass = GetPass();
        pass.Uses = uses;
        pass.UseCount = 3;
        status = status == RasterStatus::Ready ? AddGraphPass(Device, graph, pass) : status;
        status = status == RasterStatus::Ready ? Compile(graph) : status;
        const bool hasFailed = foundation::GetInjectedHostMemoryCountdown() == 0;
        foundation::InjectHostMemoryFailure(0);
        if (!IsNullHandle(graph))
        {
            Discard(graph);
        }
        if (!hasFailed)
        {
            EXPECT_EQ(status, RasterStatus::Ready);
            break;
        }
        EXPECT_EQ(status, RasterStatus::OutOfMemory);
        ++failures;
        Stop(); // memory that was granted would stay for the next try
        StartGraphs();
    }
    EXPECT_GT(failures, 10U);
}
} // namespace

LUDUS_ON_EVERY_LANE(OrderedGraphs);
} // namespace ludus::graphics::rhi::tests
