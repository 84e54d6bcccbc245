// Draws whose counts a buffer says, vertices and colours that a dispatch wrote: what the GPU makes for itself to draw.
#include "../support/compute_scene.h"
#include "../support/known_failures.h"

#include <cstring>
#include <functional>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Access = GraphAccessMode;
using Stages = RasterVisibility;

constexpr auto MALFORMED = RasterStatus::InvalidDescription;
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr Pixel BLACK{0, 0, 0};
constexpr Float4 COLORS[] = {{1, 0, 0, 1}, {0, 1, 0, 1}, {0, 0, 1, 1}, {1, 1, 0, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}};

[[nodiscard]] Pixel ToPixel(const Float4& color)
{
    return {static_cast<uint8>(color.X * 255), static_cast<uint8>(color.Y * 255), static_cast<uint8>(color.Z * 255)};
}

class IndirectDraws : public ComputeSceneTest
{
protected:
    // Textured quads of a white texel, each a pixel column wide: instance i at column i, in a colour of its own.
    void StartQuads()
    {
        StartCompute();
        MakeQuads();
        PictureTexture = MakeTexels(1, 1, std::array<uint8, 4>{255, 255, 255, 255});
        Set = MakeQuadsSet(MakeView(PictureTexture), MakeSampler());
    }

    // An instance that fills column `column` of 8, full height.
    static QuadInstance MakeColumn(float column, const Float4& color)
    {
        return {{(column + 0.5F) / 4 - 1, 0, 0, 1.0F / 8}, color};
    }

    BufferHandle MakeCommands(std::span<const IndexedIndirectArguments> commands, usize before = 0)
    {
        std::vector<uint8> bytes(before);
        const std::span<const uint8> tail = AsBytes(commands);
        bytes.insert(bytes.end(), tail.begin(), tail.end());
        return MakeBuffer(BufferRole::StorageIndirect, bytes);
    }

    RasterDraw MakeDraw(BufferHandle instances, uint32 instanceCount, BufferHandle commands, usize offset = 0)
    {
        Slices[0] = Quads.Slices[0];
        Slices[1] = {instances, 0, instanceCount * sizeof(QuadInstance)};
        RasterDraw draw = GetQuadsDraw(Set, instanceCount);
        draw.Vertices = {Slices, 2};
        draw.Indirect = commands;
        draw.IndirectOffset = offset;
        return draw;
    }

    // A quad an eighth as wide as it is high stands as high as the target only where its block stretches it.
    void StretchQuads()
    {
        const DrawBlock tall{{1, 1, 1, 1}, {1, 8, 0, 0}};
        const std::vector<DrawBlock> blocks(4, tall);
        const RasterBindingResource resources[] = {
            {0, MakeBuffer(BufferRole::Uniform, PackBlocks(blocks)), 0, sizeof(DrawBlock)},
            {.Binding = 1, .Texture = MakeView(PictureTexture)},
            {.Binding = 2, .Sampler = MakeSampler()},
        };
        Tall = resources[0].Buffer;
        Set = MakeSet(Quads.Layout, resources);
    }

    void DrawAlone(const RasterDraw& draw)
    {
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, draw), READY);
        End();
    }

    void ExpectPixels(const Picture& expected)
    {
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectFrame(expected, {});
        }
    }

    TextureHandle PictureTexture{};
    BindingSetHandle Set{};
    BufferHandle Tall{};
    RasterVertexSlice Slices[2]{};
};

TEST_P(IndirectDraws, ReadTheirPerInstanceDataFromZeroOn)
{
    StartQuads();
    StretchQuads();
    std::vector<QuadInstance> instances;
    for (uint32 i = 0; i < 6; ++i)
    {
        instances.push_back(MakeColumn(static_cast<float>(i), COLORS[i]));
    }
    const BufferHandle list = MakeBuffer(BufferRole::StorageVertex, AsBytes(instances));
    for (uint32 count = 0; count <= 6; ++count)
    {
        SCOPED_TRACE(count);
        const IndexedIndirectArguments command{.IndexCount = 6, .InstanceCount = count};
        DrawAlone(MakeDraw(list, 6, MakeCommands({&command, 1})));
        Picture expected(8, 4, BLACK);
        for (uint32 i = 0; i < count; ++i)
        {
            expected.Fill(i, 0, 1, 4, ToPixel(COLORS[i]));
        }
        ExpectPixels(expected);
    }
}

TEST(KnownFailures, AreOfTheReleaseThatWasSeenToFail)
{
    const auto ignores = [](Backend backend, const char* name, const char* driver)
    {
        MeasurementAdapter adapter;
        adapter.SelectedBackend = backend;
        std::strcpy(adapter.Name, name);
        std::strcpy(adapter.Driver, driver);
        return IgnoresIndexOffsetOfIndirectDraws(adapter);
    };
    constexpr const char* NAME = "llvmpipe (LLVM 15.0.6, 256 bits)";
    EXPECT_TRUE(ignores(Backend::Vulkan, NAME, "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"));
    EXPECT_TRUE(ignores(Backend::WebGPU, NAME, "Mesa 22.3.6 (LLVM 15.0.6)"));
    for (const char* driver : {"llvmpipe Mesa 22.3.5 (LLVM 15.0.6)", "llvmpipe Mesa 22.3.60", "llvmpipe Mesa 23.3.6",
                               "llvmpipe Mesa 22.3", "llvmpipe Mesa ", "version 0.0.1", ""})
    {
        EXPECT_FALSE(ignores(Backend::Vulkan, NAME, driver)) << driver;
    }
    EXPECT_FALSE(ignores(Backend::Vulkan, "AMD Radeon Graphics", "radv Mesa 22.3.6"));
    EXPECT_FALSE(ignores(Backend::OpenGL, NAME, "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"));
}

TEST_P(IndirectDraws, BeginWhereThePacketsIndicesBegin)
{
    StartQuads();
    StretchQuads();
    // Half a quad and two triangles of nothing come first, in either index size; the command says index zero all the
    // same. The half is drawn where the offset is not looked at: where nothing is drawn, no picture is as expected.
    const uint16 narrow[] = {0, 1, 2, 1, 1, 1, 2, 2, 2, 0, 1, 2, 0, 2, 3};
    const uint32 wide[] = {0, 1, 2, 1, 1, 1, 2, 2, 2, 0, 1, 2, 0, 2, 3};
    const QuadInstance instance = MakeColumn(3, COLORS[1]);
    const BufferHandle list = MakeBuffer(BufferRole::Vertex, BytesOf(instance));
    const IndexedIndirectArguments command{.IndexCount = 6, .InstanceCount = 1};
    const BufferHandle commands = MakeCommands({&command, 1}, 44);
    Picture expected(8, 4, BLACK);
    MeasurementAdapter adapter;
    ASSERT_EQ(GetMeasurementAdapter(Device, adapter), RasterStatus::Ready);
    const bool isHalf = IgnoresIndexOffsetOfIndirectDraws(adapter); // the triangle below the rising diagonal
    expected.Fill(3, isHalf ? 2 : 0, 1, isHalf ? 2 : 4, ToPixel(COLORS[1]));
    for (const bool isNarrow : {true, false})
    {
        RasterDraw draw = MakeDraw(list, 1, commands, 44);
        draw.Indices = isNarrow ? MakeBuffer(BufferRole::Index16, AsBytes(narrow))
                                : MakeBuffer(BufferRole::Index32, AsBytes(wide));
        draw.IndexOffset = isNarrow ? 18 : 36;
        DrawAlone(draw);
        ExpectPixels(expected);
    }
}

TEST_P(IndirectDraws, StandBesideDirectOnesInAnyOrder)
{
    StartQuads();
    StretchQuads();
    std::vector<QuadInstance> instances;
    for (uint32 i = 0; i < 6; ++i)
    {
        instances.push_back(MakeColumn(static_cast<float>(i), COLORS[i]));
    }
    const BufferHandle list = MakeBuffer(BufferRole::Vertex, AsBytes(instances));
    const IndexedIndirectArguments commands[] = {{.IndexCount = 6, .InstanceCount = 1},
                                                 {.IndexCount = 3, .InstanceCount = 1}};
    const BufferHandle buffer = MakeCommands(commands);
    RasterVertexSlice slices[6][2];
    RasterDraw draws[6];
    for (uint32 i = 0; i < 6; ++i)
    {
        draws[i] = MakeDraw(list, 1, {});
        slices[i][0] = Slices[0];
        slices[i][1] = {list, i * sizeof(QuadInstance), sizeof(QuadInstance)};
        draws[i].Vertices = {slices[i], 2};
    }
    for (const uint32 i : {1U, 2U, 4U})
    {
        draws[i].Indirect = buffer;
    }
    draws[4].IndirectOffset = 20;          // half a quad
    draws[5].Vertices = draws[4].Vertices; // all of it, directly: nothing but the indirection differs
    Begin(TARGET);
    for (const RasterDraw& draw : draws)
    {
        EXPECT_EQ(DrawIndexed(Device, draw), READY);
    }
    EXPECT_EQ(DrawIndexed(Device, draws[5]), READY);
    End();
    Picture expected(8, 4, BLACK);
    for (uint32 i = 0; i < 5; ++i)
    {
        expected.Fill(i, 0, 1, 4, ToPixel(COLORS[i]));
    }
    const std::string begin = "  draw pipeline 0 set 1 vertices 0@0 5@";
    const std::string direct = " indices 2/16 counts 6x1@0 offsets 0\n";
    const std::string whole = " indices 2/16 counts 6x1@0 at most, indirect 6@0 offsets 0\n";
    const std::string half = " indices 2/16 counts 6x1@0 at most, indirect 6@20 offsets 0\n";
    ExpectFrame(expected, "pass surface 8x4 clear 0 0 0 1\n" + begin + "0" + direct + begin + "32" + whole + begin +
                              "64" + whole + begin + "96" + direct + begin + "128" + half + begin + "128" + direct +
                              begin + "128" + direct + "end\n");
}

TEST_P(IndirectDraws, ThatBreakARuleAreRefusedByName)
{
    StartQuads();
    const QuadInstance instance{};
    const BufferHandle list = MakeBuffer(BufferRole::StorageVertex, BytesOf(instance));
    const IndexedIndirectArguments command{.IndexCount = 6, .InstanceCount = 1};
    const BufferHandle commands = MakeCommands({&command, 1}, 20);
    BufferHandle destroyed = MakeCommands({&command, 1});
    const BufferHandle stale = destroyed;
    EXPECT_EQ(Destroy(Device, destroyed), READY);
    using Code = DiagnosticCode;

    const struct
    {
        const char* Name;
        RasterStatus Status;
        Code Reason;
        std::function<void(RasterDraw&)> Change;
    } cases[] = {
        {"destroyed", RasterStatus::InvalidHandle, Code::StaleHandle, [&](auto& d) { d.Indirect = stale; }},
        {"storage of vertices", MALFORMED, Code::BufferRoleMismatch, [&](auto& d) { d.Indirect = list; }},
        {"offset alone", MALFORMED, Code::ValueNotExact, [](auto& d) { d.Indirect = {}; }},
        {"misaligned", MALFORMED, Code::ValueMisaligned, [](auto& d) { d.IndirectOffset = 18; }},
        {"partly outside", MALFORMED, Code::RangeOutside, [](auto& d) { d.IndirectOffset = 24; }},
        {"far outside", MALFORMED, Code::RangeOutside, [](auto& d) { d.IndirectOffset = ~usize{3}; }},
        {"no maximum of indices", MALFORMED, Code::ValueZero, [](auto& d) { d.IndexCount = 0; }},
        {"no maximum of instances", MALFORMED, Code::ValueZero, [](auto& d) { d.InstanceCount = 0; }},
        {"more instances than there are", MALFORMED, Code::DrawVerticesOutside, [](auto& d) { d.InstanceCount = 2; }},
        {"more indices than there are", MALFORMED, Code::RangeOutside, [](auto& d) { d.IndexCount = 9; }},
        {"an index too large", MALFORMED, Code::DrawIndexTooLarge, [](auto& d) { d.VertexCount = 3; }},
    };

    Begin(TARGET);
    for (const auto& refused : cases)
    {
        SCOPED_TRACE(refused.Name);
        for (const bool isFirst : {true, false})
        {
            const RasterDraw good = MakeDraw(list, 1, commands, 20);
            EXPECT_TRUE(isFirst || DrawIndexed(Device, good) == READY);
            RasterDraw draw = good;
            refused.Change(draw);
            const uint64 before = CountRefusals();
            EXPECT_EQ(DrawIndexed(Device, draw), refused.Status);
            EXPECT_EQ(GetCodeAfter(before), refused.Reason);
        }
    }
    EXPECT_EQ(DrawIndexed(Device, MakeDraw(list, 1, commands, 20)), READY);
    End();
}

TEST_P(IndirectDraws, AreRecordedInBatchesAsWell)
{
    StartQuads();
    StretchQuads();
    const QuadInstance instances[] = {MakeColumn(1, COLORS[1]), MakeColumn(5, COLORS[5])};
    const BufferHandle list = MakeBuffer(BufferRole::Vertex, AsBytes(instances));
    const IndexedIndirectArguments command{.IndexCount = 6, .InstanceCount = 2};
    BufferHandle commands = MakeCommands({&command, 1});
    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), READY);
    EXPECT_EQ(RecordDraw(Device, batch, MakeDraw(list, 2, commands)), READY);
    ASSERT_EQ(FinishCommands(Device, batch), READY);
    EXPECT_EQ(Destroy(Device, commands), READY); // the batch keeps it
    SubmissionToken token;
    ASSERT_EQ(SubmitCommands(Device, Surface, batch, token), READY);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    Picture expected(8, 4, BLACK);
    expected.Fill(1, 0, 1, 4, ToPixel(COLORS[1]));
    expected.Fill(5, 0, 1, 4, ToPixel(COLORS[5]));
    ExpectPixels(expected);
}

// ---- What the GPU makes for itself -------------------------------------------------------------------------------

// The candidates of the culling fixture: two of four lie in clip space.
class Culling : public IndirectDraws
{
protected:
    void StartCulling()
    {
        StartQuads();
        StretchQuads();
        Cull = MakeKernel(GetCull(), GetCullBindings());
        Candidates = {MakeColumn(-9, COLORS[0]), MakeColumn(2, COLORS[1]), MakeColumn(20, COLORS[2]),
                      MakeColumn(6, COLORS[3])};
        const std::vector<QuadInstance> none(Candidates.size());
        const CullView view{.Candidates = 4, .IndexCount = 6};
        const uint32 zeros[5]{};
        CandidateBuffer = MakeBuffer(BufferRole::Storage, AsBytes(Candidates));
        VisibleBuffer = MakeBuffer(BufferRole::StorageVertex, AsBytes(none.data(), none.size()));
        CommandBuffer = MakeBuffer(BufferRole::StorageIndirect, AsBytes(zeros));
        ViewBuffer = MakeBuffer(BufferRole::Uniform, BytesOf(view));
        const RasterBindingResource resources[] = {{0, CandidateBuffer, 0, 4 * sizeof(QuadInstance)},
                                                   {1, VisibleBuffer, 0, 4 * sizeof(QuadInstance)},
                                                   {2, CommandBuffer, 0, 20},
                                                   {3, ViewBuffer, 0, sizeof(CullView)}};
        CullSet = MakeSet(Cull.Layout, resources);
    }

    static std::span<const uint8> AsBytes(const QuadInstance* first, usize count)
    {
        return {reinterpret_cast<const uint8*>(first), count * sizeof *first};
    }

    template <class Range>
    static std::span<const uint8> AsBytes(const Range& range)
    {
        return tests::AsBytes(range);
    }

    // The kernel on the CPU.
    [[nodiscard]] std::vector<QuadInstance> CullOnCpu() const
    {
        std::vector<QuadInstance> visible;
        for (const QuadInstance& candidate : Candidates)
        {
            if (std::abs(candidate.Placement.X) <= 1 && std::abs(candidate.Placement.Y) <= 1)
            {
                visible.push_back(candidate);
            }
        }
        return visible;
    }

    // One dispatch that culls and one pass that draws what is left.
    void AuthorGraph(GraphRoot root = GraphRoot::Readback)
    {
        BeginGraph();
        const GraphVersion candidates = Import(CandidateBuffer);
        const GraphVersion visible = Next(Import(VisibleBuffer));
        const GraphVersion command = Next(Import(CommandBuffer));
        const GraphVersion view = Import(ViewBuffer);
        const GraphVersion corners = Import(Quads.Slices[0].Buffer);
        const GraphVersion indices = Import(Quads.Indices);
        const GraphVersion block = Import(Tall);
        const GraphUse culls[] = {{candidates, Access::StorageRead, 0, 4 * sizeof(QuadInstance), Stages::Compute},
                                  {visible, Access::StorageReadWrite, 0, 4 * sizeof(QuadInstance), Stages::Compute},
                                  {command, Access::StorageReadWrite, 0, 20, Stages::Compute},
                                  {view, Access::Uniform, 0, sizeof(CullView), Stages::Compute}};
        AddDispatch("cull", {.Pipeline = Cull.Pipeline, .Bindings = CullSet}, culls);
        const RasterDraw draw = MakeDraw(VisibleBuffer, 4, CommandBuffer);
        std::vector<GraphUse> draws{{visible, Access::Vertex, 0, 4 * sizeof(QuadInstance)},
                                    {command, Access::Indirect, 0, 20},
                                    {corners, Access::Vertex, 0, Quads.Slices[0].Size},
                                    {indices, Access::Index, 0, sizeof SQUARE_INDICES},
                                    {block, Access::Uniform, 0, sizeof(DrawBlock)},
                                    {ImportPicture(), Access::Sampled, 0, 0, Stages::Fragment}};
        EXPECT_EQ(AddGraphPass(
                      Device, Graph,
                      {.Name = "draw", .Uses = draws.data(), .UseCount = draws.size(), .Draws = &draw, .DrawCount = 1}),
                  READY);
        AddRoot(command, root);
        AddRoot(visible, root);
        Compile();
    }

    GraphVersion ImportPicture()
    {
        RasterTextureState state;
        EXPECT_EQ(GetTextureState(Device, PictureTexture, state), READY);
        GraphVersion version;
        EXPECT_EQ(ImportGraphTexture(Device, Graph, PictureTexture, state, RasterTextureUse::SampledFragment, version),
                  READY);
        return version;
    }

    Kernel Cull{};
    std::vector<QuadInstance> Candidates{};
    BufferHandle CandidateBuffer{};
    BufferHandle VisibleBuffer{};
    BufferHandle CommandBuffer{};
    BufferHandle ViewBuffer{};
    BindingSetHandle CullSet{};
};

TEST_P(Culling, ByComputeDrawsWhatTheCpuDraws)
{
    StartCulling();
    const std::vector<QuadInstance> visible = CullOnCpu();
    ASSERT_EQ(visible.size(), 2U);
    const auto count = static_cast<uint32>(visible.size());
    RasterDraw direct = MakeDraw(MakeBuffer(BufferRole::Vertex, AsBytes(visible)), count, {});
    DrawAlone(direct);
    Picture drawnByCpu;
    if (GetParam().Has.RasterizesPixels)
    {
        drawnByCpu = ReadFrame();
    }
    AuthorGraph();
    EXPECT_EQ(Report.LivePasses, 2U);
    EXPECT_EQ(Report.ComputePasses, 1U);
    EXPECT_EQ(Report.RasterPasses, 1U);
    EXPECT_EQ(Report.DrawCount, 1U);
    Execute();
    Picture expected(8, 4, BLACK);
    expected.Fill(2, 0, 1, 4, ToPixel(COLORS[1]));
    expected.Fill(6, 0, 1, 4, ToPixel(COLORS[3]));
    const std::string reads = "storage-read-fragment+storage-read-compute\n";
    const std::string writes = "storage-read-compute+storage-write-compute";
    const std::string instances = "barrier buffer 6 " + writes + " -> vertex-input+" + reads;
    const std::string command = "barrier buffer 7 " + writes + " -> indirect+" + reads;
    const std::string before = "+storage-read-fragment+storage-read-compute -> " + writes + "\n";
    ExpectFrame(expected, "barrier buffer 6 vertex-input" + before + "barrier buffer 7 indirect" + before +
                              "dispatch pipeline 0 set 2 groups 1x1x1\n"
                              "pass surface 8x4 clear 0 0 0 1\n  " +
                              instances + "  " + command +
                              "  draw pipeline 0 set 1 vertices 0@0 6@0 indices 2/16 counts 6x4@0 at most, "
                              "indirect 7@0 offsets 0\nend\n");
    ExpectPixels(drawnByCpu);
    ExpectWords(CommandBuffer, {6, 2, 0, 0, 0});
    std::vector<uint32> words(2 * sizeof(QuadInstance) / 4);
    std::memcpy(words.data(), visible.data(), words.size() * 4);
    ExpectWords(VisibleBuffer, words);
}

TEST_P(Culling, RunsAgainOverTheSameBuffers)
{
    StartCulling();
    for (int i = 0; i < 3; ++i)
    {
        AuthorGraph(GraphRoot::History);
        Execute();
    }
    Picture expected(8, 4, BLACK);
    expected.Fill(2, 0, 1, 4, ToPixel(COLORS[1]));
    expected.Fill(6, 0, 1, 4, ToPixel(COLORS[3]));
    ExpectPixels(expected);
    ExpectWords(CommandBuffer, {6, 2, 0, 0, 0});
    // Outside of a graph, too: what it has written is there for direct draws.
    DrawAlone(MakeDraw(VisibleBuffer, 4, CommandBuffer));
    ExpectPixels(expected);
}

TEST_P(Culling, TheCommandMustBeDeclared)
{
    StartCulling();
    const std::pair<DiagnosticCode, GraphUse> cases[] = {
        {DiagnosticCode::GraphPacketUndeclared, {{}, Access::Vertex, 0, 20}},
        {DiagnosticCode::GraphPacketOutside, {{}, Access::Indirect, 0, 16}},
    };
    for (const auto& [reason, declared] : cases)
    {
        BeginGraph();
        const GraphVersion command = Import(CommandBuffer);
        std::vector<GraphUse> uses{{Import(VisibleBuffer), Access::Vertex, 0, 4 * sizeof(QuadInstance)},
                                   {Import(Quads.Slices[0].Buffer), Access::Vertex, 0, Quads.Slices[0].Size},
                                   {Import(Quads.Indices), Access::Index, 0, sizeof SQUARE_INDICES},
                                   {Import(Tall), Access::Uniform, 0, sizeof(DrawBlock)},
                                   {ImportPicture(), Access::Sampled, 0, 0, Stages::Fragment}};
        if (declared.Access == Access::Indirect)
        {
            uses.push_back(declared);
            uses.back().Resource = command;
        }
        const RasterDraw draw = MakeDraw(VisibleBuffer, 4, CommandBuffer);
        EXPECT_EQ(AddGraphPass(
                      Device, Graph,
                      {.Name = "draw", .Uses = uses.data(), .UseCount = uses.size(), .Draws = &draw, .DrawCount = 1}),
                  READY);
        const uint64 before = CountRefusals();
        EXPECT_EQ(CompileOrderedGraph(Device, Graph, Report), MALFORMED);
        EXPECT_EQ(GetCodeAfter(before), reason);
        EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    }
}

// ---- Storage that fragments read ---------------------------------------------------------------------------------

class FragmentStorage : public ComputeSceneTest
{
protected:
    void StartStripes()
    {
        StartCompute();
        Layout = MakeLayout(GetStripedBindings());
        MakePlain();
        Pipeline = MakePipeline({.Vertex = MakeShader(GetStripedVertex()),
                                 .Fragment = MakeShader(GetStripedFragment()),
                                 .Layout = Layout,
                                 .Streams = GetPlainStreams(),
                                 .Attributes = GetPlainAttributes()});
        Unit = static_cast<uint32>(std::max<usize>(Info.Profile.Compute.StorageOffsetAlignment, 256));
    }

    // A list of eight colours at each of two units.
    BufferHandle MakeColors(BufferRole role)
    {
        std::vector<uint8> bytes(2 * Unit);
        for (uint32 i = 0; i < 8; ++i)
        {
            std::memcpy(bytes.data() + i * sizeof(Float4), &COLORS[i % 6], sizeof(Float4));
            std::memcpy(bytes.data() + Unit + i * sizeof(Float4), &COLORS[(i + 1) % 6], sizeof(Float4));
        }
        return MakeBuffer(role, bytes);
    }

    RasterDraw MakeDraw(BufferHandle colors, uint32 unit)
    {
        const RasterBindingResource resources[] = {{0, Plain.Uniforms, 0, sizeof(DrawBlock)},
                                                   {1, colors, 0, 8 * sizeof(Float4)}};
        RasterDraw draw = GetPlainDraw();
        draw.Pipeline = Pipeline;
        draw.Bindings = MakeSet(Layout, resources);
        draw.BindingOffsets.Bytes[1] = unit * Unit;
        return draw;
    }

    static Picture GetStripes(uint32 unit)
    {
        Picture stripes(8, 4, BLACK);
        for (uint32 i = 0; i < 8; ++i)
        {
            stripes.Fill(i, 0, 1, 4, ToPixel(COLORS[(i + unit) % 6]));
        }
        return stripes;
    }

    BindingLayoutHandle Layout{};
    RasterPipelineHandle Pipeline{};
    uint32 Unit{0};
};

TEST_P(FragmentStorage, ColoursADirectDrawAtItsDynamicOffset)
{
    StartStripes();
    for (const BufferRole role : {BufferRole::Storage, BufferRole::StorageVertex, BufferRole::StorageIndirect})
    {
        const BufferHandle colors = MakeColors(role);
        for (const uint32 unit : {0U, 1U})
        {
            const RasterDraw draw = MakeDraw(colors, unit);
            Begin(TARGET);
            EXPECT_EQ(DrawIndexed(Device, draw), READY);
            End();
            if (GetParam().Has.RasterizesPixels)
            {
                ExpectFrame(GetStripes(unit), {});
            }
        }
    }
    RasterDraw draw = MakeDraw(MakeColors(BufferRole::Storage), 0);
    Begin(TARGET);
    draw.BindingOffsets.Bytes[1] = 2;
    EXPECT_REFUSAL(DrawIndexed(Device, draw), MALFORMED, ValueMisaligned);
    draw.BindingOffsets.Bytes[1] = 2 * Unit;
    EXPECT_REFUSAL(DrawIndexed(Device, draw), MALFORMED, DrawOffsetOutside);
    End();
}

TEST_P(FragmentStorage, SeesWhatADispatchOfTheSameGraphWrote)
{
    StartStripes();
    const Kernel accumulate = MakeKernel(GetAccumulate(), GetAccumulateBindings());
    const BufferHandle colors = MakeColors(BufferRole::Storage);
    const std::vector<uint32> zeros(32);
    const BufferHandle sums = MakeWords(BufferRole::Storage, zeros);
    const AccumulateStep step{.Count = 32, .Carry = 0, .Factor = 1}; // copies
    const BufferHandle steps = MakeBuffer(BufferRole::Uniform, BytesOf(step));
    const RasterBindingResource resources[] = {
        {0, colors, 0, 128}, {1, sums, 0, 128}, {2, steps, 0, sizeof(AccumulateStep)}};
    const BindingSetHandle set = MakeSet(accumulate.Layout, resources);
    const RasterDraw draw = MakeDraw(sums, 0);
    BeginGraph();
    const GraphVersion written = Next(Import(sums));
    const GraphUse copies[] = {{Import(colors), Access::StorageRead, 0, 128, Stages::Compute},
                               {written, Access::StorageReadWrite, 0, 128, Stages::Compute},
                               {Import(steps), Access::Uniform, 0, sizeof step, Stages::Compute}};
    AddDispatch("copy", {.Pipeline = accumulate.Pipeline, .Bindings = set}, copies);
    std::vector<GraphUse> uses{{written, Access::StorageRead, 0, 128, Stages::Fragment},
                               {Import(Plain.Indices), Access::Index, 0, sizeof SQUARE_INDICES},
                               {Import(Plain.Uniforms), Access::Uniform, 0, sizeof(DrawBlock)},
                               {Import(Plain.Slices[0].Buffer), Access::Vertex, 0, Plain.Slices[0].Size}};
    const auto add = [&]
    {
        return AddGraphPass(
            Device, Graph,
            {.Name = "stripes", .Uses = uses.data(), .UseCount = uses.size(), .Draws = &draw, .DrawCount = 1});
    };
    EXPECT_EQ(add(), READY);
    Compile();
    EXPECT_EQ(Report.LivePasses, 2U);
    Execute();
    const std::string reads = "storage-read-fragment+storage-read-compute";
    const std::string writes = "storage-read-compute+storage-write-compute";
    ExpectFrame(GetStripes(0), "barrier buffer 4 " + reads + " -> " + writes +
                                   "\ndispatch pipeline 0 set 1 groups 1x1x1 offsets 0 0\n"
                                   "pass surface 8x4 clear 0 0 0 1\n"
                                   "  barrier buffer 4 " +
                                   writes + " -> " + reads +
                                   "\n  draw pipeline 1 set 2 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0 0\n"
                                   "end\n");
    // The read must be declared, for the fragments that make it.
    BeginGraph();
    uses = {{Import(sums), Access::StorageRead, 0, 128, Stages::Compute},
            {Import(Plain.Indices), Access::Index, 0, sizeof SQUARE_INDICES},
            {Import(Plain.Uniforms), Access::Uniform, 0, sizeof(DrawBlock)},
            {Import(Plain.Slices[0].Buffer), Access::Vertex, 0, Plain.Slices[0].Size}};
    EXPECT_EQ(add(), READY);
    EXPECT_REFUSAL(CompileOrderedGraph(Device, Graph, Report), MALFORMED, GraphUseStages);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
}
} // namespace

LUDUS_ON_LANES_WITH(IndirectDraws, .Computes = true);
LUDUS_ON_LANES_WITH(Culling, .Computes = true);
LUDUS_ON_LANES_WITH(FragmentStorage, .Computes = true);
} // namespace ludus::graphics::rhi::tests
