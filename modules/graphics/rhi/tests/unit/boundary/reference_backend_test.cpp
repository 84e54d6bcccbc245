// The reference backend by itself: it executes what is legal and names what is not.
#include "../../support/stream_builder.h"
#include "backends/reference/control.h"
#include "boundary/registration.h"

#include <gtest/gtest.h>

namespace ludus::graphics::rhi::internal
{
extern const BackendRegistration REFERENCE_BACKEND;
}

namespace ludus::graphics::rhi::tests
{
namespace
{
using namespace internal;

constexpr uint32 FIRST_ENTRY = DRAW_PIPELINE | DRAW_SET | DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_OFFSETS;
constexpr FrameTarget TARGET{.Width = 4, .Height = 2};

struct Events final : BackendEvents
{
    void OnCreated(const CreationEvent& event) noexcept override { Created.push_back(event); }

    void OnStarted(BackendStatus status, const BackendReport& report) noexcept override
    {
        Started = status;
        Error = report.Error;
    }

    void OnTransferFailed(uint64 ordinal) noexcept override { FailedTransfers.push_back(ordinal); }

    void OnLost() noexcept override { ++Losses; }

    std::vector<CreationEvent> Created{};
    BackendStatus Started{BackendStatus::Pending};
    StartupError Error{StartupError::None};
    std::vector<uint64> FailedTransfers{};
    int Losses{0};
};

// A started backend with one of everything: a layout of one dynamic uniform, a triangle, a pipeline without inputs.
class ReferenceBackendTest : public testing::Test
{
protected:
    void SetUp() override
    {
        ResetReferenceControl();
        Control.StopsAtViolation = false;
        Backend = REFERENCE_BACKEND.Create();
        ASSERT_TRUE(Backend);
    }

    void TearDown() override
    {
        Backend.Reset();
        ResetReferenceControl();
    }

    BackendStatus Start() { return Backend->Start({Application, Window, Description}, Report); }

    void StartAndFill()
    {
        ASSERT_EQ(Start(), BackendStatus::Ready);
        const uint16 indices[] = {0, 1, 2};
        const uint8 bytes[512]{};
        ASSERT_EQ(Backend->CreateBuffer(0, 1, {BufferRole::Vertex, 36, {bytes, 36}}), BackendStatus::Ready);
        ASSERT_EQ(Backend->CreateBuffer(1, 2, {BufferRole::Index16, 6, AsBytes(indices)}), BackendStatus::Ready);
        ASSERT_EQ(Backend->CreateBuffer(2, 3, {BufferRole::Uniform, 512, bytes}), BackendStatus::Ready);
        const RasterBinding binding{.Binding = 0, .MinSize = 16, .HasDynamicOffset = true};
        ASSERT_EQ(Backend->CreateBindingLayout(0, 4, {{&binding, 1}}), BackendStatus::Ready);
        const SetDescriptor descriptor{.HasDynamicOffset = true, .Slot = 2, .Size = 16};
        ASSERT_EQ(Backend->CreateBindingSet(0, 5, {0, 0, {&descriptor, 1}}), BackendStatus::Ready);
        const uint32 words[] = {0x07230203};
        RasterShaderDescription stage{.Artifact = {.Spirv = words, .SpirvEntry = "main"}};
        const RasterShaderInput input{0, RasterVertexFormat::Float3};
        stage.Inputs = {&input, 1};
        ASSERT_EQ(Backend->CreateShader(0, 6, {stage}), BackendStatus::Ready);
        stage.Artifact.Stage = ShaderStage::Fragment;
        stage.Inputs = {};
        ASSERT_EQ(Backend->CreateShader(1, 7, {stage}), BackendStatus::Ready);
        const RasterVertexStream stream{12, false};
        const RasterVertexAttribute attribute{0, 0, 0, RasterVertexFormat::Float3};
        RasterPipelineCreation pipeline{
            .Vertex = 0, .Fragment = 1, .Layout = 0, .Streams = {&stream, 1}, .Attributes = {&attribute, 1}};
        ASSERT_EQ(Backend->CreateRasterPipeline(0, 8, pipeline), BackendStatus::Ready);
        ASSERT_EQ(Control.Violations, 0U) << Control.FirstViolation;
    }

    template <class T, usize N>
    static std::span<const uint8> AsBytes(const T (&values)[N])
    {
        return {reinterpret_cast<const uint8*>(values), sizeof values};
    }

    void Acquire()
    {
        AcquiredFrame frame;
        ASSERT_EQ(Backend->PrepareFrame(TARGET), BackendStatus::Ready);
        ASSERT_EQ(Backend->Acquire(TARGET, frame), AcquireStatus::Ready);
        ASSERT_EQ(frame.Width, 4U);
        ASSERT_EQ(frame.Height, 2U);
    }

    SubmitResult Submit(const StreamBuilder& stream, bool usesSurface = true)
    {
        return Backend->Submit({++Ordinal, stream.View(), {}, usesSurface});
    }

    // Submits one draw of the whole frame and returns the violation it was, or an empty text.
    std::string Draw(std::initializer_list<uint32> words)
    {
        Acquire();
        StreamBuilder stream;
        stream.BeginSurfacePass(4, 2).AddRun(1, words).EndPass();
        EXPECT_EQ(Submit(stream).Outcome, SubmitOutcome::Accepted);
        std::string text = Control.FirstViolation;
        Control.Violations = 0;
        Control.FirstViolation[0] = 0;
        const auto colon = text.find(": ");
        return colon == std::string::npos ? text : text.substr(colon + 2);
    }

    ReferenceControl& Control = GetReferenceControl();
    foundation::Owned<GraphicsBackend> Backend{};
    ApplicationInfo Application{};
    WindowInfo Window{};
    DeviceDescription Description{};
    BackendReport Report{};
    uint64 Ordinal{0};
};

constexpr uint32 WHOLE = FIRST_ENTRY | 1U << DRAW_STREAMS_SHIFT | 1U << DRAW_DYNAMIC_SHIFT;

TEST_F(ReferenceBackendTest, ALegalDrawPassesAndEachIllegalOneIsNamed)
{
    StartAndFill();
    EXPECT_EQ(Draw({WHOLE, 0, 0, 0, 0, 0, 1, 1, 3, 1, 0, 256}), "");
    EXPECT_EQ(Draw({WHOLE, 5, 0, 0, 0, 0, 1, 1, 3, 1, 0, 0}), "a draw names pipeline 5, which is not ready");
    EXPECT_EQ(Draw({WHOLE, 0, 9, 0, 0, 0, 1, 1, 3, 1, 0, 0}), "a command names set 9, which is not ready");
    EXPECT_EQ(Draw({WHOLE, 0, 0, 1, 0, 0, 1, 1, 3, 1, 0, 0}),
              "a draw reads vertices from a buffer of another role (1)");
    EXPECT_EQ(Draw({WHOLE, 0, 0, 0, 4, 0, 1, 1, 3, 1, 0, 0}), "a draw reads vertices outside their buffer (0)");
    EXPECT_EQ(Draw({WHOLE, 0, 0, 0, 0, 0, 1, 2, 3, 1, 0, 0}),
              "a draw reads indices of another size than its buffer holds (1)");
    EXPECT_EQ(Draw({WHOLE, 0, 0, 0, 0, 0, 1, 1, 3, 1, 1, 0}), "a draw's indices reach outside their buffer (1)");
    EXPECT_EQ(Draw({WHOLE, 0, 0, 0, 0, 0, 1, 1, 3, 0, 0, 0}), "a draw's counts are no triangles or no instances (3)");
    EXPECT_EQ(Draw({WHOLE, 0, 0, 0, 0, 0, 1, 1, 3, 1, 0, 512}),
              "a dynamic offset is misaligned or moves its range outside the buffer (512)");
    EXPECT_EQ(Draw({FIRST_ENTRY | 1U << DRAW_STREAMS_SHIFT, 0, 0, 0, 0, 0, 1, 1, 3, 1, 0}),
              "a set is used with another number of dynamic offsets than it has (0)");
}

TEST_F(ReferenceBackendTest, TheClearedSurfaceIsReadBack)
{
    StartAndFill();
    Acquire();
    StreamBuilder frame;
    frame.BeginSurfacePass(4, 2, 0.25F, 1, 0).EndPass();
    ASSERT_EQ(Submit(frame).Outcome, SubmitOutcome::Accepted);
    ASSERT_EQ(Backend->ReserveReadback(1, 32), BackendStatus::Ready);
    CopySurfaceCommand copy;
    copy.Slice = 1;
    copy.Width = 4;
    copy.Height = 2;
    StreamBuilder readback;
    readback.Add(CommandKind::CopySurface, copy);
    Control.HoldsCompletion = true;
    ASSERT_EQ(Submit(readback, false).Outcome, SubmitOutcome::Accepted);
    EXPECT_EQ(Backend->PollCompleted(), 0U);
    EXPECT_FALSE(Backend->WaitCompleted(2, 1000));
    CompleteReferenceWork();
    EXPECT_EQ(Backend->PollCompleted(), 2U);
    std::span<const uint8> bytes;
    ASSERT_EQ(Backend->MapReadback(1, bytes), BackendStatus::Ready);
    ASSERT_EQ(bytes.size(), 32U);
    for (usize i = 0; i < bytes.size(); i += 4)
    {
        EXPECT_EQ(bytes[i], 64);
        EXPECT_EQ(bytes[i + 1], 255);
        EXPECT_EQ(bytes[i + 2], 0);
        EXPECT_EQ(bytes[i + 3], 255);
    }
    Backend->UnmapReadback(1);
    EXPECT_EQ(Control.Violations, 0U) << Control.FirstViolation;
}

TEST_F(ReferenceBackendTest, AnAbandonedFrameLeavesThePresentedOne)
{
    StartAndFill();
    Acquire();
    StreamBuilder frame;
    frame.BeginSurfacePass(4, 2, 1, 0, 0).EndPass();
    ASSERT_EQ(Submit(frame).Outcome, SubmitOutcome::Accepted);
    Acquire();
    Backend->AbandonFrame();
    ASSERT_EQ(Backend->ReserveReadback(0, 32), BackendStatus::Ready);
    CopySurfaceCommand copy;
    copy.Width = 4;
    copy.Height = 2;
    StreamBuilder readback;
    readback.Add(CommandKind::CopySurface, copy);
    ASSERT_EQ(Submit(readback, false).Outcome, SubmitOutcome::Accepted);
    std::span<const uint8> bytes;
    ASSERT_EQ(Backend->MapReadback(0, bytes), BackendStatus::Ready);
    EXPECT_EQ(bytes[0], 255);
    Backend->UnmapReadback(0);
    EXPECT_EQ(Control.Violations, 0U) << Control.FirstViolation;
}

TEST_F(ReferenceBackendTest, LifetimeIsWatched)
{
    StartAndFill();
    EXPECT_EQ(Backend->CountLiveObjects(), 8U);
    Backend->Destroy(RecordKind::Buffer, 2);
    EXPECT_STREQ(Control.FirstViolation, "Destroy of buffer 2 while 1 objects made from it live");
    Control.FirstViolation[0] = 0;
    Control.Violations = 0;
    Control.HoldsCompletion = true;
    Draw({WHOLE, 0, 0, 0, 0, 0, 1, 1, 3, 1, 0, 256});
    Backend->Destroy(RecordKind::RasterPipeline, 0);
    EXPECT_STREQ(Control.FirstViolation, "Destroy of pipeline 0 while submission 1, which uses it, has not completed");
    Control.FirstViolation[0] = 0;
    Control.Violations = 0;
    CompleteReferenceWork();
    Backend->Destroy(RecordKind::RasterPipeline, 0);
    Backend->Destroy(RecordKind::BindingSet, 0);
    EXPECT_EQ(Control.Violations, 0U);
    EXPECT_EQ(Backend->CountLiveObjects(), 6U);
    Backend->Destroy(RecordKind::RasterPipeline, 0);
    EXPECT_STREQ(Control.FirstViolation, "Destroy of pipeline 0, which does not exist");
}

TEST_F(ReferenceBackendTest, AHeldCreationEndsUnderItsGeneration)
{
    ASSERT_EQ(Start(), BackendStatus::Ready);
    Control.HoldsCreation[static_cast<usize>(RecordKind::Buffer)] = true;
    const uint8 bytes[16]{};
    EXPECT_EQ(Backend->CreateBuffer(0, 10, {BufferRole::Vertex, 16, bytes}), BackendStatus::Pending);
    EXPECT_EQ(Backend->CreateBuffer(1, 11, {BufferRole::Vertex, 16, bytes}), BackendStatus::Pending);
    EXPECT_EQ(Backend->CreateBuffer(2, 12, {BufferRole::Vertex, 16, bytes}), BackendStatus::Pending);
    Events events;
    Backend->Poll(events);
    EXPECT_TRUE(events.Created.empty());
    FinishReferenceCreations(RecordKind::Buffer, BackendStatus::Refused, 1);
    Backend->Destroy(RecordKind::Buffer, 1); // its slot stays taken
    Backend->Poll(events);
    ASSERT_EQ(events.Created.size(), 1U);
    EXPECT_EQ(events.Created[0].Generation, 10U);
    EXPECT_EQ(events.Created[0].Result, BackendStatus::Refused);
    EXPECT_EQ(Backend->CountLiveObjects(), 2U);
    FinishReferenceCreations(RecordKind::Buffer);
    Backend->Poll(events);
    ASSERT_EQ(events.Created.size(), 3U);
    EXPECT_EQ(events.Created[1].Generation, 11U);
    EXPECT_EQ(events.Created[2].Generation, 12U);
    EXPECT_EQ(Backend->CountLiveObjects(), 1U);
    EXPECT_EQ(Control.Violations, 0U) << Control.FirstViolation;
}

TEST_F(ReferenceBackendTest, AnAsynchronousUploadEndsAtTheNextPoll)
{
    ASSERT_EQ(Start(), BackendStatus::Ready);
    const TextureDescription description{.Width = 1, .Height = 1, .AsyncUpload = true};
    const uint8 texel[4] = {1, 2, 3, 4};
    const TextureLevel level{0, 4, 1, 1, 1, 1};
    EXPECT_EQ(Backend->CreateTexture(0, 1, {description, texel, {&level, 1}}), BackendStatus::Pending);
    Events events;
    Backend->Poll(events);
    ASSERT_EQ(events.Created.size(), 1U);
    EXPECT_EQ(events.Created[0].Result, BackendStatus::Ready);
}

TEST_F(ReferenceBackendTest, AHeldStartupEndsThroughPoll)
{
    Control.HoldsStartup = true;
    ASSERT_EQ(Start(), BackendStatus::Pending);
    Events events;
    Backend->Poll(events);
    EXPECT_EQ(events.Started, BackendStatus::Pending);
    FinishReferenceStartup(BackendStatus::Refused, StartupError::AdapterUnavailable);
    Backend->Poll(events);
    EXPECT_EQ(events.Started, BackendStatus::Refused);
    EXPECT_EQ(events.Error, StartupError::AdapterUnavailable);
}

TEST_F(ReferenceBackendTest, TheNthCallFailsAndNoOther)
{
    ASSERT_EQ(Start(), BackendStatus::Ready);
    FailReferenceCall(ReferenceCall::CreateSampler, {.Nth = 2, .Status = BackendStatus::Refused});
    EXPECT_EQ(Backend->CreateSampler(0, 1, {}), BackendStatus::Ready);
    EXPECT_EQ(Backend->CreateSampler(1, 2, {}), BackendStatus::Refused);
    EXPECT_EQ(Backend->CreateSampler(1, 2, {}), BackendStatus::Ready);
    EXPECT_EQ(Control.Calls[static_cast<usize>(ReferenceCall::CreateSampler)], 3U);
    EXPECT_EQ(Backend->CountLiveObjects(), 2U);
}

TEST_F(ReferenceBackendTest, LossIsReportedOnceAndAnswersEveryCall)
{
    ASSERT_EQ(Start(), BackendStatus::Ready);
    LoseReferenceDevice();
    Events events;
    Backend->Poll(events);
    Backend->Poll(events);
    EXPECT_EQ(events.Losses, 1);
    EXPECT_EQ(Backend->CreateSampler(0, 1, {}), BackendStatus::Lost);
    EXPECT_EQ(Backend->PrepareFrame(TARGET), BackendStatus::Lost);
}

TEST_F(ReferenceBackendTest, TheThreeWaysInWhichSubmitFails)
{
    StartAndFill();
    StreamBuilder frame;
    frame.BeginSurfacePass(4, 2).EndPass();
    Acquire();
    FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::NothingEncoded});
    EXPECT_EQ(Submit(frame).Outcome, SubmitOutcome::NothingEncoded);
    --Ordinal; // as if the call had not been made: the frame is open and the number free
    EXPECT_EQ(Submit(frame).Outcome, SubmitOutcome::Accepted);
    Acquire();
    FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::AcceptedInPart, .AcceptedCommands = 1});
    const SubmitResult result = Submit(frame);
    EXPECT_EQ(result.Outcome, SubmitOutcome::AcceptedInPart);
    EXPECT_EQ(result.Reason, BackendStatus::OutOfMemory);
    EXPECT_EQ(Backend->PollCompleted(), 2U);
    EXPECT_EQ(Control.Violations, 0U) << Control.FirstViolation;
    Submit(StreamBuilder{}, false);
    EXPECT_STREQ(Control.FirstViolation, "Submit 3 after a submission that failed in part");
}

TEST_F(ReferenceBackendTest, AThrownAwaySubmissionHasNoOrdinal)
{
    StartAndFill();
    StreamBuilder frame;
    frame.BeginSurfacePass(4, 2).EndPass();
    Acquire();
    FailReferenceCall(ReferenceCall::Submit, {.Outcome = SubmitOutcome::EncodedNothingAccepted});
    EXPECT_EQ(Submit(frame).Outcome, SubmitOutcome::EncodedNothingAccepted);
    EXPECT_EQ(Backend->PollCompleted(), 0U);
    EXPECT_EQ(Control.Violations, 0U) << Control.FirstViolation;
}

TEST_F(ReferenceBackendTest, BrokenStreamsAreNamed)
{
    StartAndFill();
    const auto violationOf = [&](const StreamBuilder& stream, bool usesSurface)
    {
        Control.FirstViolation[0] = 0;
        if (usesSurface)
        {
            Acquire();
        }
        Submit(stream, usesSurface);
        const std::string text = Control.FirstViolation;
        const auto colon = text.find(": ");
        return colon == std::string::npos ? text : text.substr(colon + 2);
    };
    Control.Violations = 0;
    EXPECT_EQ(violationOf(StreamBuilder{}, true), "the surface is presented, but no pass has stored it (0)");
    Control.Violations = 0;
    EXPECT_EQ(violationOf(StreamBuilder{}.BeginSurfacePass(4, 2), true),
              "the stream ends inside a pass or a scope (0)");
    Control.Violations = 0;
    EXPECT_EQ(violationOf(StreamBuilder{}.BeginSurfacePass(8, 2).EndPass(), true),
              "a surface pass does not match the acquired frame (0)");
    Control.Violations = 0;
    EXPECT_EQ(violationOf(StreamBuilder{}.EndPass(), false), "a command outside a pass belongs inside (0)");
    Control.Violations = 0;
    CopyBufferCommand copy;
    copy.Source = 0;
    copy.Destination = 2;
    copy.Size = 37;
    EXPECT_EQ(violationOf(StreamBuilder{}.Add(CommandKind::CopyBuffer, copy), false),
              "a copy reaches outside a buffer (37)");
}

TEST_F(ReferenceBackendTest, FrameUniformsMustBeNamedBeforeTheyAreRead)
{
    ASSERT_EQ(Start(), BackendStatus::Ready);
    FrameUniformMemory memory;
    ASSERT_EQ(Backend->CreateFrameUniforms(0, 1024, memory), BackendStatus::Ready);
    ASSERT_EQ(memory.Size, 1024U);
    const RasterBinding binding{.Binding = 0, .MinSize = 16, .HasDynamicOffset = true};
    ASSERT_EQ(Backend->CreateBindingLayout(0, 1, {{&binding, 1}}), BackendStatus::Ready);
    const SetDescriptor descriptor{.HasDynamicOffset = true, .Slot = 0, .Size = 16};
    ASSERT_EQ(Backend->CreateBindingSet(0, 2, {0, 0, {&descriptor, 1}}), BackendStatus::Ready);
    const uint32 words[] = {0x07230203};
    RasterShaderDescription stage{.Artifact = {.Spirv = words, .SpirvEntry = "main"}};
    ASSERT_EQ(Backend->CreateShader(0, 3, {stage}), BackendStatus::Ready);
    stage.Artifact.Stage = ShaderStage::Fragment;
    ASSERT_EQ(Backend->CreateShader(1, 4, {stage}), BackendStatus::Ready);
    const RasterPipelineCreation pipeline{.Vertex = 0, .Fragment = 1, .Layout = 0};
    ASSERT_EQ(Backend->CreateRasterPipeline(0, 5, pipeline), BackendStatus::Ready);
    DrawVerticesCommand draw;
    draw.Pipeline = 0;
    draw.Set = 0;
    draw.DynamicOffset = 256;
    StreamBuilder frame;
    frame.BeginSurfacePass(4, 2).Add(CommandKind::DrawVertices, draw).EndPass();
    memory.Bytes[256] = 7;
    Acquire();
    EXPECT_EQ(Backend->Submit({1, frame.View(), {256, 16}, true}).Outcome, SubmitOutcome::Accepted);
    EXPECT_EQ(Control.Violations, 0U) << Control.FirstViolation;
    memory.Bytes[256] = 8;
    Acquire();
    EXPECT_EQ(Backend->Submit({2, frame.View(), {}, true}).Outcome, SubmitOutcome::Accepted);
    EXPECT_NE(std::string{Control.FirstViolation}.find("a draw reads frame uniforms that no submission named"),
              std::string::npos);
}
} // namespace
} // namespace ludus::graphics::rhi::tests
