#include "stage.h"

#include "../spirv_module.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

#include <sstream>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr FrameTarget TARGET{.Width = 4, .Height = 4};
} // namespace

bool IsSame(const ResolvedDraw& a, const ResolvedDraw& b)
{
    bool isSame = a.Pipeline == b.Pipeline && a.Set == b.Set && a.StreamCount == b.StreamCount &&
                  a.Indices == b.Indices && a.IndexShift == b.IndexShift && a.IndexCount == b.IndexCount &&
                  a.InstanceCount == b.InstanceCount && a.FirstIndex == b.FirstIndex && a.Indirect == b.Indirect &&
                  (a.Indirect == internal::NO_SLOT || a.IndirectOffset == b.IndirectOffset) &&
                  a.DynamicCount == b.DynamicCount;
    for (uint32 i = 0; isSame && i < a.StreamCount; ++i)
    {
        isSame = a.Streams[i].Buffer == b.Streams[i].Buffer && a.Streams[i].Offset == b.Streams[i].Offset;
    }
    return isSame && std::equal(a.Offsets, a.Offsets + a.DynamicCount, b.Offsets);
}

std::string Describe(const ResolvedDraw& draw)
{
    std::ostringstream out;
    out << "pipeline " << draw.Pipeline << " set " << draw.Set << " vertices";
    for (uint32 i = 0; i < draw.StreamCount; ++i)
    {
        out << ' ' << draw.Streams[i].Buffer << '@' << draw.Streams[i].Offset;
    }
    out << " indices " << draw.Indices << '/' << (8U << draw.IndexShift) << " counts " << draw.IndexCount << 'x'
        << draw.InstanceCount << '@' << draw.FirstIndex << " offsets";
    for (uint32 i = 0; i < draw.DynamicCount; ++i)
    {
        out << ' ' << draw.Offsets[i];
    }
    return out.str();
}

void ExpectDraws(const std::vector<ResolvedDraw>& got, const std::vector<ResolvedDraw>& expected)
{
    ASSERT_EQ(got.size(), expected.size());
    for (usize i = 0; i < got.size(); ++i)
    {
        ASSERT_TRUE(IsSame(got[i], expected[i]))
            << "draw " << i << " is\n  " << Describe(got[i]) << "\nexpected\n  " << Describe(expected[i]);
    }
}

void RecordingTest::SetUp()
{
    DeviceTest::SetUp();
    internal::ReferenceControl& control = internal::GetReferenceControl();
    control.Observer = OnSubmission;
    control.ObserverContext = this;
}

void RecordingTest::StartSmall(uint32 drawsPerFrame, usize uniformBytes)
{
    DeviceDescription description{.Required = {.FullscreenRaster = true, .PortableRaster = true}};
    description.Storage.DrawsPerFrame = drawsPerFrame;
    description.Storage.FrameUniformBytes = uniformBytes;
    Start(description);
}

void RecordingTest::Open()
{
    Begin(TARGET);
}

BufferHandle RecordingTest::MakeVertices(usize bytes)
{
    return MakeBuffer(BufferRole::Vertex, std::vector<uint8>(bytes));
}

BufferHandle RecordingTest::MakeIndices(std::span<const uint16> indices)
{
    const BufferHandle buffer = MakeBuffer(BufferRole::Index16, AsBytes(indices));
    Know(buffer, 1);
    return buffer;
}

BufferHandle RecordingTest::MakeIndices(std::span<const uint32> indices)
{
    const BufferHandle buffer = MakeBuffer(BufferRole::Index32, AsBytes(indices));
    Know(buffer, 2);
    return buffer;
}

BufferHandle RecordingTest::MakeUniforms(usize bytes)
{
    return MakeBuffer(BufferRole::Uniform, std::vector<uint8>(bytes));
}

BufferHandle RecordingTest::GetRing()
{
    BufferHandle ring;
    EXPECT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    InternalRecords = 1;
    return ring;
}

BindingSetHandle RecordingTest::MakeKnownSet(BindingLayoutHandle layout,
                                             std::span<const RasterBindingResource> resources,
                                             std::vector<uint32> dynamicBindings)
{
    const BindingSetHandle set = MakeSet(layout, resources);
    Know(set, std::move(dynamicBindings));
    return set;
}

void RecordingTest::MakeStages()
{
    const internal::SpirvModule vertex = internal::OneEntry(internal::Model::Vertex, "main");
    const internal::SpirvModule fragment = internal::OneEntry(internal::Model::Fragment, "main");
    RasterShaderDescription stage;
    stage.Artifact = {.Stage = ShaderStage::Vertex, .Spirv = vertex.Words, .SpirvEntry = "main"};
    VertexStage = MakeShader(stage);
    stage.Artifact = {.Stage = ShaderStage::Fragment, .Spirv = fragment.Words, .SpirvEntry = "main"};
    FragmentStage = MakeShader(stage);
}

RasterPipelineDescription RecordingTest::DescribePipeline(BindingLayoutHandle layout,
                                                          std::span<const RasterVertexStream> streams) const
{
    return {.Vertex = VertexStage, .Fragment = FragmentStage, .Layout = layout, .Streams = streams};
}

RasterPipelineHandle RecordingTest::MakeStreamsPipeline(BindingLayoutHandle layout,
                                                        std::vector<RasterVertexStream> streams)
{
    return MakePipeline(DescribePipeline(layout, streams));
}

void RecordingTest::Know(BindingSetHandle set, std::vector<uint32> dynamicBindings)
{
    DynamicBindings[RasterAccess::Generation(set)] = std::move(dynamicBindings);
}

void RecordingTest::Know(BufferHandle indices, uint32 shift)
{
    IndexShifts[RasterAccess::Generation(indices)] = shift;
}

ResolvedDraw RecordingTest::Expect(const RasterDraw& draw) const
{
    ResolvedDraw expected;
    expected.Pipeline = SlotOf(draw.Pipeline);
    expected.Set = SlotOf(draw.Bindings);
    expected.StreamCount = static_cast<uint32>(draw.Vertices.size());
    for (usize i = 0; i < draw.Vertices.size(); ++i)
    {
        expected.Streams[i] = {SlotOf(draw.Vertices[i].Buffer), draw.Vertices[i].Offset};
    }
    const auto shift = IndexShifts.find(RasterAccess::Generation(draw.Indices));
    EXPECT_NE(shift, IndexShifts.end());
    expected.Indices = SlotOf(draw.Indices);
    expected.IndexShift = shift != IndexShifts.end() ? shift->second : NO_SHIFT;
    expected.IndexCount = draw.IndexCount;
    expected.InstanceCount = draw.InstanceCount;
    expected.FirstIndex = static_cast<uint32>(draw.IndexOffset >> expected.IndexShift);
    if (RasterAccess::Generation(draw.Indirect) != 0)
    {
        expected.Indirect = SlotOf(draw.Indirect);
        expected.IndirectOffset = draw.IndirectOffset;
    }
    const auto bindings = DynamicBindings.find(RasterAccess::Generation(draw.Bindings));
    EXPECT_NE(bindings, DynamicBindings.end());
    if (bindings != DynamicBindings.end())
    {
        for (const uint32 binding : bindings->second)
        {
            expected.Offsets[expected.DynamicCount++] = draw.BindingOffsets.Bytes[binding];
        }
    }
    return expected;
}

void RecordingTest::OnSubmission(void* context, const internal::Submission& submission) noexcept
{
    auto& test = *static_cast<RecordingTest*>(context);
    RecordedSubmission recorded{.Ordinal = submission.Ordinal, .Uniforms = submission.FrameUniforms};
    internal::StreamReader reader{submission.Stream};
    internal::CommandHeader header;
    const uint8* at = nullptr;
    while (reader.Next(header, at))
    {
        if (header.Kind == internal::CommandKind::DrawVertices)
        {
            ++recorded.FullscreenDraws;
        }
        if (header.Kind != internal::CommandKind::DrawRun)
        {
            continue;
        }
        recorded.EntryBytes += internal::Peek<internal::DrawRunCommand>(at).EntryBytes;
        internal::DrawReader draws{at};
        ResolvedDraw draw;
        while (draws.Next(draw))
        {
            recorded.Draws.push_back(draw);
        }
        EXPECT_EQ(draws.GetProblem(), nullptr) << draws.GetProblem();
    }
    EXPECT_EQ(reader.GetProblem(), nullptr) << reader.GetProblem();
    test.Submissions.push_back(std::move(recorded));
}

// ---- DrawStage -----------------------------------------------------------------------------------------------------

void DrawStage::MakeStage()
{
    Ring = GetRing();
    Vertices = MakeVertices(3200);
    Instances = MakeVertices(160);
    std::vector<uint16> narrow(STAGE_INDICES);
    std::vector<uint32> wide(STAGE_INDICES);
    for (uint32 i = 0; i < STAGE_INDICES; ++i)
    {
        narrow[i] = static_cast<uint16>(i % 50);
        wide[i] = i % 50;
    }
    narrow[700] = 99;
    wide[299] = 80;
    Index16 = MakeIndices(narrow);
    Index32 = MakeIndices(wide);
    Uniforms = MakeUniforms(UNIFORM_BYTES);

    const RasterBinding oneDynamic[] = {UniformBinding(0, true)};
    const RasterBinding isStatic[] = {UniformBinding(0, false)};
    const RasterBinding twoDynamic[] = {UniformBinding(5, true), UniformBinding(2, true), UniformBinding(3, false)};
    OneDynamic = MakeLayout(oneDynamic);
    Twin = MakeLayout(oneDynamic);
    Static = MakeLayout(isStatic);
    TwoDynamic = MakeLayout(twoDynamic);

    const RasterBindingResource ring{0, Ring, 0, BOUND};
    const RasterBindingResource uniform{0, Uniforms, 256, BOUND};
    const RasterBindingResource two[] = {{2, Uniforms, 512, 256}, {5, Ring, 0, BOUND}, {3, Uniforms, 0, BOUND}};
    RingSet = MakeKnownSet(OneDynamic, {&ring, 1}, {0});
    UniformSet = MakeKnownSet(OneDynamic, {&uniform, 1}, {0});
    TwinSet = MakeKnownSet(Twin, {&uniform, 1}, {0});
    StaticSet = MakeKnownSet(Static, {&uniform, 1}, {});
    TwoSet = MakeKnownSet(TwoDynamic, two, {2, 5});

    MakeStages();
    OneStream = MakeStreamsPipeline(OneDynamic, {{32, false}});
    TwoStreams = MakeStreamsPipeline(OneDynamic, {{32, false}, {16, true}});
    NoStreams = MakeStreamsPipeline(OneDynamic, {});
    StaticPipeline = MakeStreamsPipeline(Static, {{32, false}});
    TwoPipeline = MakeStreamsPipeline(TwoDynamic, {{32, false}});
    Slices[0] = {Vertices, 0, 3200};
    Slices[1] = {Instances, 0, 160};
}

RasterDraw DrawStage::GetGood()
{
    return {TwoStreams, RingSet, Slices, Index16, 0, STAGE_INDICES, 100, 10};
}

void DrawStage::ChangeSlice(RasterDraw& packet, uint32 index, const std::function<void(RasterVertexSlice&)>& change)
{
    Changed[0] = Slices[0];
    Changed[1] = Slices[1];
    change(Changed[index]);
    packet.Vertices = {Changed, packet.Vertices.size()};
}
} // namespace ludus::graphics::rhi::tests
