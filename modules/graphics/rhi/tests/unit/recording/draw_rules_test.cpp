// Every rule of a draw, broken once as a frame's first packet, after a good one, and twice in a row.
#include "stage.h"

#include "../spirv_module.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Code = DiagnosticCode;
using Status = RasterStatus;

struct Rule final
{
    const char* Name;
    RasterStatus Answer;
    DiagnosticCode Reason;
    std::function<void(RasterDraw&)> Break;
};

class DrawRules : public DrawStage
{
protected:
    // Handles of buffers, sets and pipelines that were destroyed, that the backend refused, and that it still prepares.
    struct Unfit final
    {
        BufferHandle Buffer{};
        BindingSetHandle Set{};
        RasterPipelineHandle Pipeline{};
    };

    Unfit MakeUnfit()
    {
        Unfit unfit;
        const uint8 bytes[160]{};
        const RasterBindingResource ring{0, Ring, 0, BOUND};
        const RasterVertexStream streams[] = {{32, false}, {16, true}};
        (void)CreateBuffer(Device, {BufferRole::Vertex, sizeof bytes}, bytes, unfit.Buffer);
        (void)CreateBindingSet(Device, OneDynamic, {&ring, 1}, unfit.Set);
        (void)CreateRasterPipeline(Device, DescribePipeline(OneDynamic, streams), unfit.Pipeline);
        return unfit;
    }

    void MakeAllUnfit()
    {
        constexpr RecordKind KINDS[] = {RecordKind::Buffer, RecordKind::BindingSet, RecordKind::RasterPipeline};
        Dead = MakeUnfit();
        Unfit copies = Dead;
        ASSERT_EQ(Destroy(Device, copies.Pipeline), Status::Ready);
        ASSERT_EQ(Destroy(Device, copies.Set), Status::Ready);
        ASSERT_EQ(Destroy(Device, copies.Buffer), Status::Ready);
        for (const RecordKind kind : KINDS)
        {
            internal::GetReferenceControl().HoldsCreation[static_cast<usize>(kind)] = true;
        }
        Failed = MakeUnfit();
        for (const RecordKind kind : KINDS)
        {
            internal::FinishReferenceCreations(kind, internal::BackendStatus::Refused);
        }
        EXPECT_EQ(GetStatus(Device, Failed.Buffer), Status::Failed);
        EXPECT_EQ(GetStatus(Device, Failed.Set), Status::Failed);
        EXPECT_EQ(GetStatus(Device, Failed.Pipeline), Status::Failed);
        EXPECT_EQ(SetLabel(Device, Failed.Set, "a set that was not made"), Status::Ready);
        Pending = MakeUnfit();
        EXPECT_EQ(GetStatus(Device, Pending.Buffer), Status::Pending);
        EXPECT_EQ(GetStatus(Device, Pending.Set), Status::Pending);
        EXPECT_EQ(GetStatus(Device, Pending.Pipeline), Status::Pending);
        for (Unfit* unfit : {&Failed, &Pending})
        {
            Own(unfit->Buffer);
            Own(unfit->Set);
            Own(unfit->Pipeline);
        }
    }

    [[nodiscard]] std::vector<Rule> ListHandleRules()
    {
        std::vector<Rule> rules;

        const struct
        {
            const char* Name;
            Unfit Handles;
            RasterStatus Answer;
            DiagnosticCode Reason;
        } unfits[] = {
            {"null ", {}, Status::InvalidHandle, Code::StaleHandle},
            {"destroyed ", Dead, Status::InvalidHandle, Code::StaleHandle},
            {"failed ", Failed, Status::InvalidState, Code::DependencyFailed},
            {"pending ", Pending, Status::NotReady, Code::DependencyPending},
        };

        for (const auto& unfit : unfits)
        {
            const Unfit handles = unfit.Handles;
            const auto add = [&](const char* name, std::function<void(RasterDraw&)> breaks)
            {
                Names.push_back(std::string(unfit.Name) + name);
                rules.push_back({nullptr, unfit.Answer, unfit.Reason, std::move(breaks)});
            };
            add("pipeline", [handles](RasterDraw& d) { d.Pipeline = handles.Pipeline; });
            add("set", [handles](RasterDraw& d) { d.Bindings = handles.Set; });
            add("index buffer", [handles](RasterDraw& d) { d.Indices = handles.Buffer; });
            add("first vertex buffer", [this, handles](RasterDraw& d)
                { ChangeSlice(d, 0, [&](RasterVertexSlice& s) { s.Buffer = handles.Buffer; }); });
            add("second vertex buffer", [this, handles](RasterDraw& d)
                { ChangeSlice(d, 1, [&](RasterVertexSlice& s) { s.Buffer = handles.Buffer; }); });
            if (RasterAccess::Generation(handles.Buffer) != 0)
            {
                add("indirect buffer", [handles](RasterDraw& d) { d.Indirect = handles.Buffer; });
            }
        }
        for (usize i = 0; i < rules.size(); ++i)
        {
            rules[i].Name = Names[i].c_str();
        }
        return rules;
    }

    [[nodiscard]] std::vector<Rule> ListShapeRules()
    {
        const auto slice = [this](uint32 index, const std::function<void(RasterVertexSlice&)>& change)
        { return [this, index, change](RasterDraw& d) { ChangeSlice(d, index, change); }; };
        constexpr Status BAD = Status::InvalidDescription;
        return {
            {"set of an equal layout", BAD, Code::DrawLayoutMismatch, [this](RasterDraw& d) { d.Bindings = TwinSet; }},
            {"set of another layout", BAD, Code::DrawLayoutMismatch, [this](RasterDraw& d) { d.Bindings = StaticSet; }},
            {"pipeline of another layout", BAD, Code::DrawLayoutMismatch,
             [this](RasterDraw& d) { d.Pipeline = TwoPipeline; }},
            {"no slices", BAD, Code::DrawStreamCount, [](RasterDraw& d) { d.Vertices = {}; }},
            {"too few slices", BAD, Code::DrawStreamCount,
             [this](RasterDraw& d) {
                 d.Vertices = {Slices, 1};
             }},
            {"too many slices", BAD, Code::DrawStreamCount, [this](RasterDraw& d) { d.Pipeline = OneStream; }},
            {"slices of a pipeline without", BAD, Code::DrawStreamCount,
             [this](RasterDraw& d) { d.Pipeline = NoStreams; }},
            {"three slices", BAD, Code::DrawStreamCount,
             [this](RasterDraw& d)
             {
                 Three[0] = Slices[0];
                 Three[1] = Slices[1];
                 Three[2] = Slices[1];
                 d.Vertices = Three;
             }},
            {"reachable bindings", BAD, Code::DrawReachableWrong,
             [this](RasterDraw& d) {
                 d.ReachableBindings = {&Reachable, 1};
             }},
            {"zero indices", BAD, Code::ValueZero, [](RasterDraw& d) { d.IndexCount = 0; }},
            {"zero vertices", BAD, Code::ValueZero, [](RasterDraw& d) { d.VertexCount = 0; }},
            {"zero instances", BAD, Code::ValueZero, [](RasterDraw& d) { d.InstanceCount = 0; }},
            {"more instances than there may be", BAD, Code::ValueTooLarge,
             [](RasterDraw& d) { d.InstanceCount = 1U << 31; }},
            {"indices that are no triangles", BAD, Code::ValueMisaligned, [](RasterDraw& d) { d.IndexCount = 4; }},
            {"vertices as indirect commands", BAD, Code::BufferRoleMismatch,
             [this](RasterDraw& d) { d.Indirect = Vertices; }},
            {"indirect offset", BAD, Code::ValueNotExact, [](RasterDraw& d) { d.IndirectOffset = 4; }},
            {"indices as vertices", BAD, Code::BufferRoleMismatch,
             slice(0,
                   [this](RasterVertexSlice& s) {
                       s = {Index16, 0, 1800};
                   })},
            {"uniforms as instances", BAD, Code::BufferRoleMismatch,
             slice(1,
                   [this](RasterVertexSlice& s) {
                       s = {Uniforms, 0, 160};
                   })},
            {"misaligned first slice", BAD, Code::ValueMisaligned,
             slice(0, [](RasterVertexSlice& s) { s.Offset = 2, s.Size = 3196; })},
            {"misaligned second slice", BAD, Code::ValueMisaligned,
             slice(1, [](RasterVertexSlice& s) { s.Offset = 1, s.Size = 4; })},
            {"slice past the end", BAD, Code::RangeOutside, slice(0, [](RasterVertexSlice& s) { s.Offset = 4; })},
            {"slice that wraps", BAD, Code::RangeOutside,
             slice(0, [](RasterVertexSlice& s) { s.Offset = 4, s.Size = ~usize{0} - 3; })},
            {"slice behind the end", BAD, Code::RangeOutside,
             slice(1, [](RasterVertexSlice& s) { s.Offset = ~usize{3}, s.Size = 4; })},
            {"slice of too few vertices", BAD, Code::DrawVerticesOutside,
             slice(0, [](RasterVertexSlice& s) { s.Size = 3196; })},
            {"slice of too few instances", BAD, Code::DrawVerticesOutside,
             slice(1, [](RasterVertexSlice& s) { s.Offset = 4, s.Size = 156; })},
            {"more vertices than the slice has", BAD, Code::DrawVerticesOutside,
             [](RasterDraw& d) { d.VertexCount = 101; }},
            {"vertices whose bytes wrap 32 bits", BAD, Code::DrawVerticesOutside,
             [](RasterDraw& d) { d.VertexCount = 1U << 27; }},
            {"more instances than the slice has", BAD, Code::DrawVerticesOutside,
             [](RasterDraw& d) { d.InstanceCount = 11; }},
            {"instances whose bytes wrap 32 bits", BAD, Code::DrawVerticesOutside,
             [](RasterDraw& d) { d.InstanceCount = 1U << 28; }},
            {"vertices as indices", BAD, Code::BufferRoleMismatch, [this](RasterDraw& d) { d.Indices = Vertices; }},
            {"uniforms as indices", BAD, Code::BufferRoleMismatch, [this](RasterDraw& d) { d.Indices = Uniforms; }},
            {"uniforms of the ring as indices", BAD, Code::DrawIndicesUnwritten,
             [this](RasterDraw& d) { d.Indices = Ring; }},
            {"misaligned 16-bit indices", BAD, Code::ValueMisaligned,
             [](RasterDraw& d) { d.IndexOffset = 1, d.IndexCount = 3; }},
            {"misaligned 32-bit indices", BAD, Code::ValueMisaligned,
             [this](RasterDraw& d) { d.Indices = Index32, d.IndexOffset = 2, d.IndexCount = 3; }},
            {"indices past the end", BAD, Code::RangeOutside, [](RasterDraw& d) { d.IndexOffset = 6; }},
            {"more indices than there are", BAD, Code::RangeOutside, [](RasterDraw& d) { d.IndexCount = 903; }},
            {"indices whose bytes wrap 32 bits", BAD, Code::RangeOutside,
             [this](RasterDraw& d) { d.Indices = Index32, d.IndexCount = 0xC0000003U / 3 * 3; }},
            {"indices from behind the end", BAD, Code::RangeOutside,
             [](RasterDraw& d) { d.IndexOffset = 1802, d.IndexCount = 3; }},
            {"index offset that wraps", BAD, Code::RangeOutside,
             [](RasterDraw& d) { d.IndexOffset = ~usize{1}, d.IndexCount = 3; }},
            {"an index that names no vertex", BAD, Code::DrawIndexTooLarge, [](RasterDraw& d) { d.VertexCount = 99; }},
            {"such an index in a partly covered block", BAD, Code::DrawIndexTooLarge,
             [](RasterDraw& d) { d.IndexOffset = 1398, d.IndexCount = 3, d.VertexCount = 99; }},
            {"such a 32-bit index", BAD, Code::DrawIndexTooLarge,
             [this](RasterDraw& d) { d.Indices = Index32, d.VertexCount = 80; }},
            {"a 16-bit restart index", BAD, Code::DrawIndexTooLarge,
             [this](RasterDraw& d) { d.Indices = Restart16, d.IndexCount = 6; }},
            {"a 32-bit restart index", BAD, Code::DrawIndexTooLarge,
             [this](RasterDraw& d) { d.Indices = Restart32, d.IndexCount = 6; }},
            {"offset at a binding that is not there", BAD, Code::DrawOffsetStatic,
             [](RasterDraw& d) { d.BindingOffsets.Bytes[1] = 256; }},
            {"offset at another one", BAD, Code::DrawOffsetStatic,
             [](RasterDraw& d) { d.BindingOffsets.Bytes[8] = 1U << 31; }},
            {"offset at the last one", BAD, Code::DrawOffsetStatic,
             [](RasterDraw& d) { d.BindingOffsets.Bytes[15] = 1; }},
            {"misaligned offset", BAD, Code::ValueMisaligned, [](RasterDraw& d) { d.BindingOffsets.Bytes[0] = 16; }},
            {"offset past the end", BAD, Code::DrawOffsetOutside,
             [](RasterDraw& d) { d.BindingOffsets.Bytes[0] = 3 * 4096 + 16384; }},
            {"offset that wraps", BAD, Code::DrawOffsetOutside,
             [](RasterDraw& d) { d.BindingOffsets.Bytes[0] = 0xFFFFFF00; }},
        };
    }

    // The packets of one frame: an optional good one, the broken one so many times, and good ones after it.
    void Try(const Rule& rule, bool isFirst, uint32 times)
    {
        SCOPED_TRACE(std::string(rule.Name) + (isFirst      ? ", first packet"
                                               : times == 1 ? ", after a good one"
                                                            : ", twice"));
        std::vector<ResolvedDraw> expected;
        const auto draw = [&](const RasterDraw& good)
        {
            EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
            expected.push_back(Expect(good));
        };
        Open();
        const RasterDraw good = GetGood();
        if (!isFirst)
        {
            draw(good);
        }
        RasterDraw broken = good;
        rule.Break(broken);
        const uint8* end = s_Recording.Write;
        const uint32 left = s_Recording.DrawsLeft;
        for (uint32 i = 0; i < times; ++i)
        {
            const uint64 before = CountRefusals();
            EXPECT_EQ(DrawIndexed(Device, broken), rule.Answer);
            EXPECT_EQ(GetCodeAfter(before), rule.Reason);
        }
        EXPECT_EQ(s_Recording.Write, end);
        EXPECT_EQ(s_Recording.DrawsLeft, left);
        RasterDraw next = good;
        next.BindingOffsets.Bytes[0] = 512;
        draw(next);
        draw(good);
        End();
        ExpectDraws(GetDraws(), expected);
    }

    void TryEverywhere(const std::vector<Rule>& rules)
    {
        for (const Rule& rule : rules)
        {
            Try(rule, true, 1);
            Try(rule, true, 2);
            Try(rule, false, 1);
            Try(rule, false, 2);
        }
    }

    Unfit Dead{};
    Unfit Failed{};
    Unfit Pending{};
    BufferHandle Restart16{};
    BufferHandle Restart32{};
    RasterVertexSlice Three[3]{};
    RasterBindingIndex Reachable{};
    std::vector<std::string> Names{};
};

TEST_P(DrawRules, HandlesThatNameNothingReady)
{
    StartSmall();
    MakeStage();
    MakeAllUnfit();
    TryEverywhere(ListHandleRules());
}

TEST_P(DrawRules, ShapesRangesAndCounts)
{
    StartSmall();
    MakeStage();
    std::vector<uint16> narrow(6);
    std::vector<uint32> wide(6);
    narrow[3] = 0xFFFF;
    wide[5] = 0xFFFFFFFF;
    Restart16 = MakeIndices(narrow);
    Restart32 = MakeIndices(wide);
    TryEverywhere(ListShapeRules());
}

TEST_P(DrawRules, OffsetsOfTwoBindings)
{
    StartSmall();
    MakeStage();
    constexpr uint32 LIMIT2 = UNIFORM_BYTES - 512 - 256;
    const auto moved = [](uint32 binding, uint32 bytes)
    { return [binding, bytes](RasterDraw& d) { d.BindingOffsets.Bytes[binding] = bytes; }; };
    constexpr Status BAD = Status::InvalidDescription;
    const Rule rules[] = {
        {"static binding between them", BAD, Code::DrawOffsetStatic, moved(3, 256)},
        {"no binding", BAD, Code::DrawOffsetStatic, moved(0, 256)},
        {"lower one misaligned", BAD, Code::ValueMisaligned, moved(2, 255)},
        {"upper one misaligned", BAD, Code::ValueMisaligned, moved(5, 128)},
        {"lower one past its buffer", BAD, Code::DrawOffsetOutside, moved(2, LIMIT2 + 256)},
        {"upper one past its buffer", BAD, Code::DrawOffsetOutside, moved(5, 3 * 4096 + 16384)},
    };
    RasterDraw good{TwoPipeline, TwoSet, {Slices, 1}, Index32, 0, 300, 100, 3};
    for (const Rule& rule : rules)
    {
        SCOPED_TRACE(rule.Name);
        for (const bool isFirst : {true, false})
        {
            Open();
            std::vector<ResolvedDraw> expected;
            const auto draw = [&](uint32 lower, uint32 upper)
            {
                good.BindingOffsets.Bytes[2] = lower;
                good.BindingOffsets.Bytes[5] = upper;
                EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
                expected.push_back(Expect(good));
            };
            if (!isFirst)
            {
                draw(256, 0);
            }
            RasterDraw broken = good;
            rule.Break(broken);
            for (int i = 0; i < 2; ++i)
            {
                const uint64 before = CountRefusals();
                EXPECT_EQ(DrawIndexed(Device, broken), rule.Answer);
                EXPECT_EQ(GetCodeAfter(before), rule.Reason);
            }
            draw(LIMIT2 / 256 * 256, 512);
            draw(LIMIT2 / 256 * 256, 28672 - 256);
            draw(0, 28672 - 256);
            End();
            ExpectDraws(GetDraws(), expected);
        }
    }
}

TEST_P(DrawRules, OnlyTheOpenFrameOfItsOwnDevice)
{
    StartSmall();
    MakeStage();
    const RasterDraw good = GetGood();
    EXPECT_REFUSAL(DrawIndexed(Device, good), Status::InvalidState, NoOpenFrame);
    Open();
    EXPECT_REFUSAL(DrawIndexed({}, good), Status::InvalidHandle, ForeignDevice);
    EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
    EXPECT_REFUSAL(DrawIndexed({}, good), Status::InvalidHandle, ForeignDevice);
    EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
    End();
    ExpectDraws(GetDraws(), {Expect(good), Expect(good)});
    EXPECT_REFUSAL(DrawIndexed(Device, good), Status::InvalidState, NoOpenFrame);

    // Another session: the old device is foreign, and the old handles name nothing although their slots are taken.
    const DeviceHandle old = Device;
    ReleaseOwned();
    Stop();
    StartSmall();
    MakeStage();
    Open();
    EXPECT_REFUSAL(DrawIndexed(old, good), Status::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(DrawIndexed(Device, good), Status::InvalidHandle, StaleHandle);
    RasterDraw packet = GetGood();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    packet.Indices = good.Indices;
    EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidHandle, StaleHandle);
    End();
    EXPECT_EQ(GetDraws().size(), 1U);
}

TEST_P(DrawRules, PortableAndFullscreenDrawsDoNotMix)
{
    StartSmall();
    MakeStage();
    ShaderHandle vertex;
    ShaderHandle fragment;
    UniformHandle uniform;
    PipelineHandle pipeline;
    const internal::SpirvModule vertexCode = internal::OneEntry(internal::Model::Vertex, "main");
    const internal::SpirvModule fragmentCode = internal::OneEntry(internal::Model::Fragment, "main");
    ASSERT_EQ(
        CreateShader(Device,
                     {.Stage = ShaderStage::Vertex, .UniformSize = 16, .Spirv = vertexCode.Words, .SpirvEntry = "main"},
                     vertex),
        ResourceStatus::Ready);
    ASSERT_EQ(
        CreateShader(
            Device,
            {.Stage = ShaderStage::Fragment, .UniformSize = 16, .Spirv = fragmentCode.Words, .SpirvEntry = "main"},
            fragment),
        ResourceStatus::Ready);
    ASSERT_EQ(CreateUniform(Device, 16, uniform), ResourceStatus::Ready);
    InternalRecords = 2; // the ring and the facade's layout
    ASSERT_EQ(CreatePipeline(Device, {vertex, fragment, uniform}, pipeline), ResourceStatus::Ready);
    const uint8 bytes[16]{1, 2, 3};
    ASSERT_EQ(UpdateUniform(Device, uniform, bytes), ResourceStatus::Ready);
    const RasterDraw good = GetGood();

    Open();
    EXPECT_EQ(DrawFullscreen(Device, pipeline), ResourceStatus::Ready);
    EXPECT_REFUSAL(DrawIndexed(Device, good), Status::InvalidState, MixedDraws);
    EXPECT_REFUSAL(DrawIndexed(Device, good), Status::InvalidState, MixedDraws);
    End();
    EXPECT_EQ(GetDraws().size(), 0U);
    EXPECT_EQ(Submissions.back().FullscreenDraws, 1U);

    Open();
    EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
    EXPECT_REFUSAL(DrawFullscreen(Device, pipeline), ResourceStatus::InvalidState, MixedDraws);
    EXPECT_EQ(DrawIndexed(Device, good), Status::Ready);
    End();
    ExpectDraws(GetDraws(), {Expect(good), Expect(good)});
    EXPECT_EQ(Submissions.back().FullscreenDraws, 0U);

    EXPECT_EQ(Destroy(Device, pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, fragment), ResourceStatus::Ready);
}

TEST_P(DrawRules, CapacityCountsAcceptedDrawsOnly)
{
    for (const uint32 capacity : {1U, 3U})
    {
        StartSmall(capacity);
        MakeStage();
        for (int frame = 0; frame < 2; ++frame)
        {
            Open();
            std::vector<ResolvedDraw> expected;
            RasterDraw packet = GetGood();
            for (uint32 i = 0; i < capacity; ++i)
            {
                packet.VertexCount = 99;
                EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidDescription, DrawIndexTooLarge);
                packet.VertexCount = 100;
                packet.BindingOffsets.Bytes[0] = i * 256;
                EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
                expected.push_back(Expect(packet));
            }
            EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::CapacityExceeded, DrawsExhausted);
            packet.VertexCount = 99;
            EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidDescription, DrawIndexTooLarge);
            packet.VertexCount = 100;
            EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::CapacityExceeded, DrawsExhausted);
            End();
            ExpectDraws(GetDraws(), expected);
        }
        ReleaseOwned();
        Stop();
    }
}

// A frame whose submission encoded nothing is still open: it goes on where it was.
TEST_P(DrawRules, AFrameThatCouldNotEndGoesOn)
{
    StartSmall();
    MakeStage();
    std::vector<ResolvedDraw> expected;
    Open();
    internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = internal::SubmitOutcome::NothingEncoded});
    EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
    RasterDraw packet = GetGood();
    for (uint32 i = 0; i < 3; ++i)
    {
        packet.BindingOffsets.Bytes[0] = i * 256;
        EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
        expected.push_back(Expect(packet));
        internal::FailReferenceCall(ReferenceCall::Submit, {.Outcome = internal::SubmitOutcome::NothingEncoded});
        EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
    }
    End();
    ASSERT_EQ(Submissions.size(), 1U);
    ExpectDraws(GetDraws(), expected);
}

// The record counts of slices are compared by one word a pipeline, in which every stride that is offered has room.
TEST_P(DrawRules, EveryOfferedStrideIsCounted)
{
    internal::GetReferenceControl().Report.Profile.Interface.MaxVertexStride = ~uint32{0} - 3;
    StartSmall();
    MakeStage();
    const uint32 largest = Info.Profile.Interface.MaxVertexStride;
    ASSERT_GE(largest, 2048U);

    const struct
    {
        uint32 Small[2];
        uint32 Large[2];
    } pairs[] = {{{4, 12}, {(4U << 16) + 4, 8}}, {{4, 12}, {largest, 12}}, {{4, 12}, {4, largest}}};

    const RasterVertexSlice slices[] = {{Vertices, 0, 400}, {Instances, 0, 120}};
    for (const auto& pair : pairs)
    {
        const RasterVertexStream large[] = {{pair.Large[0], false}, {pair.Large[1], true}};
        RasterPipelineHandle wide;
        const RasterStatus status = CreateRasterPipeline(Device, DescribePipeline(OneDynamic, large), wide);
        if (pair.Large[0] > largest)
        {
            EXPECT_EQ(status, Status::InvalidDescription);
            continue;
        }
        ASSERT_EQ(status, Status::Ready);
        Own(wide);
        RasterDraw packet{MakeStreamsPipeline(OneDynamic, {{pair.Small[0], false}, {pair.Small[1], true}}),
                          RingSet,
                          slices,
                          Index16,
                          0,
                          3,
                          100,
                          10};
        Open();
        EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
        packet.Pipeline = wide;
        EXPECT_REFUSAL(DrawIndexed(Device, packet), Status::InvalidDescription, DrawVerticesOutside);
        End();
    }
}

// The same slices under pipelines whose streams differ in one stride or rate only, in every order.
TEST_P(DrawRules, EveryPipelineCountsByItsOwnStreams)
{
    StartSmall();
    MakeStage();
    const std::vector<RasterVertexStream> shapes[] = {
        {{32, false}, {16, true}}, {{32, false}, {16, false}}, {{32, true}, {16, true}},  {{32, true}, {16, false}},
        {{32, false}, {20, true}}, {{36, false}, {16, true}},  {{16, true}, {32, false}}, {{4, false}, {4, false}},
    };
    std::vector<RasterPipelineHandle> pipelines;
    std::vector<bool> fits;
    for (const auto& streams : shapes)
    {
        pipelines.push_back(MakeStreamsPipeline(OneDynamic, streams));
        fits.push_back((streams[0].PerInstance ? 10U : 100U) * streams[0].Stride <= Slices[0].Size &&
                       (streams[1].PerInstance ? 10U : 100U) * streams[1].Stride <= Slices[1].Size);
    }
    RasterDraw packet = GetGood();
    for (usize first = 0; first < pipelines.size(); ++first)
    {
        for (usize second = 0; second < pipelines.size(); ++second)
        {
            std::vector<ResolvedDraw> expected;
            Open();
            for (const usize i : {first, second, first})
            {
                packet.Pipeline = pipelines[i];
                EXPECT_EQ(DrawIndexed(Device, packet), fits[i] ? Status::Ready : Status::InvalidDescription)
                    << first << ' ' << second << ' ' << i;
                if (fits[i])
                {
                    expected.push_back(Expect(packet));
                }
            }
            End();
            ExpectDraws(GetDraws(), expected);
        }
    }
}

LUDUS_ON_STEERED_LANES(DrawRules);
} // namespace
} // namespace ludus::graphics::rhi::tests
