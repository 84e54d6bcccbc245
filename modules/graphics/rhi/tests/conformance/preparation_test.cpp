// Shaders and pipelines that a worker prepares: pending until they are polled, bounded, kept, cancelled and lost.
#include "../support/scene.h"
#include "frontend/session.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::GetReferenceControl;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr auto READY = RasterStatus::Ready;
constexpr auto PENDING = RasterStatus::Pending;

class Preparation : public SceneTest
{
protected:
    // The plain scene, whose pipeline is there to take the formats and layouts from.
    void StartScene()
    {
        Start();
        MakePlain();
    }

    static RasterShaderDescription Later(RasterShaderDescription description)
    {
        description.ShouldPrepareAsynchronously = true;
        return description;
    }

    RasterShaderHandle CreateLater(const RasterShaderDescription& description)
    {
        RasterShaderHandle shader;
        EXPECT_EQ(CreateRasterShader(Device, Later(description), shader), PENDING);
        EXPECT_FALSE(IsNullHandle(shader));
        return shader;
    }

    RasterShaderHandle MakeLater(const RasterShaderDescription& description)
    {
        const RasterShaderHandle shader = CreateLater(description);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, shader); }), READY);
        Own(shader);
        return shader;
    }

    RasterPipelineDescription Describe(RasterShaderHandle vertex, RasterShaderHandle fragment) const
    {
        RasterPipelineDescription description;
        description.Streams = GetPlainStreams();
        description.Attributes = GetPlainAttributes();
        description.Vertex = vertex;
        description.Fragment = fragment;
        description.Layout = Plain.Layout;
        return description;
    }

    // Draws with a pipeline and expects the white square.
    void ExpectDrawn(RasterPipelineHandle pipeline)
    {
        RasterDraw draw = GetPlainDraw();
        draw.Pipeline = pipeline;
        Begin(TARGET);
        EXPECT_EQ(DrawIndexed(Device, draw), READY);
        End();
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectFrame(Picture(8, 4, {255, 255, 255}), {});
        }
    }
};

TEST_P(Preparation, AShaderIsPendingUntilItIsPolled)
{
    StartScene();
    const RasterShaderHandle vertex = MakeLater(GetPlainVertex());
    const RasterShaderHandle fragment = MakeLater(GetPlainFragment());
    RasterPipelineHandle pipeline;
    EXPECT_EQ(CreateRasterPipeline(Device, Describe(vertex, fragment), pipeline), PENDING); // inherits
    EXPECT_EQ(Settle([&] { return GetStatus(Device, pipeline); }), READY);
    Own(pipeline);
    ExpectDrawn(pipeline);
}

TEST_P(Preparation, OneStageIsEnoughForThePipelineToInherit)
{
    StartScene();
    const RasterShaderHandle fragment = MakeLater(GetPlainFragment());
    RasterPipelineHandle pipeline;
    EXPECT_EQ(CreateRasterPipeline(Device, Describe(Plain.Vertex, fragment), pipeline), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, pipeline); }), READY);
    Own(pipeline);
    ExpectDrawn(pipeline);
}

TEST_P(Preparation, APipelineCanAskForItAlone)
{
    StartScene();
    RasterPipelineDescription description = Describe(Plain.Vertex, Plain.Fragment);
    MakePipeline(description);
    description.ShouldPrepareAsynchronously = true;
    RasterPipelineHandle pipeline;
    EXPECT_EQ(CreateRasterPipeline(Device, description, pipeline), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, pipeline); }), READY);
    Own(pipeline);
    ExpectDrawn(pipeline);
}

TEST_P(Preparation, ADescriptionIsConsumedBeforeTheCallReturns)
{
    StartScene();
    const RasterShaderDescription source = GetPlainFragment();
    std::vector<uint32> words(source.Artifact.Spirv.begin(), source.Artifact.Spirv.end());
    std::string texts[] = {std::string(source.Artifact.SpirvEntry), std::string(source.Artifact.Glsl),
                           std::string(source.Artifact.GlslEntry),  std::string(source.UniformBlocks[0]),
                           std::string(source.Artifact.Wgsl),       std::string(source.Artifact.WgslEntry)};
    RasterShaderDescription description = source;
    description.Artifact.Spirv = words;
    description.Artifact.SpirvEntry = texts[0];
    description.Artifact.Glsl = texts[1];
    description.Artifact.GlslEntry = texts[2];
    description.UniformBlocks[0] = texts[3];
    description.Artifact.Wgsl = texts[4];
    description.Artifact.WgslEntry = texts[5];
    const RasterShaderHandle fragment = CreateLater(description);
    std::fill(words.begin(), words.end(), 0xDEADU);
    for (std::string& text : texts)
    {
        std::fill(text.begin(), text.end(), '?');
    }
    EXPECT_EQ(Settle([&] { return GetStatus(Device, fragment); }), READY);
    Own(fragment);
    RasterPipelineHandle pipeline;
    EXPECT_EQ(CreateRasterPipeline(Device, Describe(Plain.Vertex, fragment), pipeline), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, pipeline); }), READY);
    Own(pipeline);
    ExpectDrawn(pipeline);
}

TEST_P(Preparation, WhatIsDestroyedWhilePendingGoesWhenItIsPrepared)
{
    StartScene();
    for (int i = 0; i < 8; ++i)
    {
        RasterShaderHandle shader = CreateLater(GetPlainFragment());
        EXPECT_EQ(Destroy(Device, shader), READY);
    }
    RasterShaderHandle fragment = CreateLater(GetPlainFragment());
    EXPECT_EQ(Settle([&] { return GetStatus(Device, fragment); }), READY);
    RasterPipelineHandle pipeline;
    EXPECT_EQ(CreateRasterPipeline(Device, Describe(Plain.Vertex, fragment), pipeline), PENDING);
    EXPECT_EQ(Destroy(Device, fragment), READY); // the pipeline on its way keeps it
    EXPECT_EQ(Settle([&] { return GetStatus(Device, pipeline); }), READY);
    Own(pipeline);
    ExpectDrawn(pipeline);
}

TEST_P(Preparation, ADeviceCanBeDestroyedWhileTheWorkerIsBusy)
{
    for (int round = 0; round < 3; ++round)
    {
        StartScene();
        for (int i = 0; i < 20; ++i)
        {
            static_cast<void>(CreateLater(GetPlainFragment()));
        }
        RasterPipelineDescription description = Describe(Plain.Vertex, Plain.Fragment);
        description.ShouldPrepareAsynchronously = true;
        RasterPipelineHandle pipeline;
        EXPECT_EQ(CreateRasterPipeline(Device, description, pipeline), PENDING);
        Stop();
    }
}

TEST_P(Preparation, MoreThanTheWorkerHoldsIsTakenAsItGetsRoom)
{
    StartScene();
    for (uint32 made = 0; made < 3 * internal::MAX_WORKER_QUEUE_TASKS;)
    {
        RasterShaderHandle shader;
        const RasterStatus status = CreateRasterShader(Device, Later(GetPlainFragment()), shader);
        if (status == RasterStatus::CapacityExceeded)
        {
            EXPECT_TRUE(IsNullHandle(shader));
            Rest();
            continue;
        }
        ASSERT_EQ(status, PENDING);
        Own(shader);
        ++made;
    }
    EXPECT_TRUE(SettleUntil(
        [&]
        {
            DeviceInfo info;
            return GetDeviceInfo(Device, info) == DeviceStatus::Ready && internal::GetSession().Preparations == 0;
        }));
}

TEST_P(Preparation, EqualRequestsShareOneThatTheWorkerPrepares)
{
    StartScene();
    RasterPipelineDescription description = Describe(Plain.Vertex, Plain.Fragment);
    description.ShouldPrepareAsynchronously = true;
    PipelineRequest first;
    PipelineRequest second;
    EXPECT_EQ(RequestPipeline(Device, description, first), PENDING);
    EXPECT_EQ(RequestPipeline(Device, description, second), PENDING);
    const auto poll = [&](PipelineRequest request)
    {
        EXPECT_EQ(PollLifetime(Device), READY);
        return GetStatus(Device, request);
    };
    EXPECT_EQ(Settle([&] { return poll(first); }), READY);
    EXPECT_EQ(GetStatus(Device, second), READY);
    RasterPipelineHandle pipeline;
    ASSERT_EQ(GetRequestedPipeline(Device, first, pipeline), READY);
    ExpectDrawn(pipeline);
    EXPECT_EQ(Release(Device, first), READY);
    EXPECT_EQ(Release(Device, second), READY);
}

LUDUS_ON_EVERY_LANE(Preparation);

// ---- Where the backend can be steered ----

class SteeredPreparation : public Preparation
{
protected:
    void Hold(RecordKind kind) { GetReferenceControl().HoldsCreation[static_cast<usize>(kind)] = true; }
};

TEST_P(SteeredPreparation, ACandidateIsNothingUntilItIsReady)
{
    StartScene();
    Hold(RecordKind::Shader);
    const RasterShaderHandle fragment = CreateLater(GetPlainFragment());
    EXPECT_EQ(GetStatus(Device, fragment), PENDING);
    RasterPipelineHandle pipeline;
    EXPECT_REFUSAL(CreateRasterPipeline(Device, Describe(Plain.Vertex, fragment), pipeline), RasterStatus::NotReady,
                   DependencyPending);
    EXPECT_TRUE(IsNullHandle(pipeline));
    internal::FinishReferenceCreations(RecordKind::Shader);
    EXPECT_EQ(GetStatus(Device, fragment), READY);
    Own(fragment);
    Hold(RecordKind::RasterPipeline);
    EXPECT_EQ(CreateRasterPipeline(Device, Describe(Plain.Vertex, fragment), pipeline), PENDING);
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = pipeline;
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::NotReady);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY); // the active one still draws
    End();
    internal::FinishReferenceCreations(RecordKind::RasterPipeline);
    EXPECT_EQ(GetStatus(Device, pipeline), READY);
    Own(pipeline);
}

TEST_P(SteeredPreparation, TheQueueIsBoundedWithWhatNobodyCollected)
{
    StartScene();
    Hold(RecordKind::Shader);
    RasterShaderHandle first;
    for (uint32 i = 0; i < internal::MAX_WORKER_QUEUE_TASKS; ++i)
    {
        const RasterShaderHandle shader = CreateLater(GetPlainFragment());
        Own(shader);
        first = i == 0 ? shader : first;
    }
    RasterShaderHandle refused;
    const uint64 calls = GetReferenceControl().Calls[static_cast<usize>(ReferenceCall::CreateShader)];
    EXPECT_REFUSAL(CreateRasterShader(Device, Later(GetPlainFragment()), refused), RasterStatus::CapacityExceeded,
                   PreparationsExhausted);
    EXPECT_TRUE(IsNullHandle(refused));
    RasterPipelineDescription description = Describe(Plain.Vertex, Plain.Fragment);
    description.ShouldPrepareAsynchronously = true;
    RasterPipelineHandle pipeline;
    EXPECT_REFUSAL(CreateRasterPipeline(Device, description, pipeline), RasterStatus::CapacityExceeded,
                   PreparationsExhausted); // one lane for both
    EXPECT_EQ(GetReferenceControl().Calls[static_cast<usize>(ReferenceCall::CreateShader)], calls)
        << "it never falls back to preparing at once";
    // A request keeps its turn.
    PipelineRequest request;
    EXPECT_EQ(RequestPipeline(Device, description, request), PENDING);
    EXPECT_EQ(PollLifetime(Device), READY);
    EXPECT_EQ(GetStatus(Device, request), PENDING);
    internal::FinishReferenceCreations(RecordKind::Shader, BackendStatus::Ready, 1);
    EXPECT_EQ(GetStatus(Device, first), READY);
    EXPECT_EQ(PollLifetime(Device), READY);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, request); }), READY);
    EXPECT_EQ(Release(Device, request), READY);
}

TEST_P(SteeredPreparation, DestroyedHandlesStillTakeTheirPlace)
{
    StartScene();
    Hold(RecordKind::Shader);
    for (uint32 i = 0; i < internal::MAX_WORKER_QUEUE_TASKS; ++i)
    {
        RasterShaderHandle shader = CreateLater(GetPlainFragment());
        EXPECT_EQ(Destroy(Device, shader), READY);
    }
    RasterShaderHandle shader;
    EXPECT_REFUSAL(CreateRasterShader(Device, Later(GetPlainFragment()), shader), RasterStatus::CapacityExceeded,
                   PreparationsExhausted);
    internal::FinishReferenceCreations(RecordKind::Shader);
    EXPECT_EQ(CreateRasterShader(Device, Later(GetPlainFragment()), shader), PENDING);
    Own(shader);
}

TEST_P(SteeredPreparation, AFailureIsPublishedAndMustBeDestroyed)
{
    StartScene();
    Hold(RecordKind::Shader);
    const RasterShaderHandle shader = CreateLater(GetPlainFragment());
    Own(shader);
    internal::FinishReferenceCreations(RecordKind::Shader, BackendStatus::Refused);
    EXPECT_EQ(GetStatus(Device, shader), RasterStatus::Failed);
    EXPECT_EQ(internal::GetSession().Preparations, 0U);
    RasterPipelineHandle pipeline;
    EXPECT_REFUSAL(CreateRasterPipeline(Device, Describe(Plain.Vertex, shader), pipeline), RasterStatus::InvalidState,
                   DependencyFailed);
}

TEST_P(SteeredPreparation, ARefusalAtTheCallIsExplicit)
{
    StartScene();
    for (const BackendStatus reason : {BackendStatus::Refused, BackendStatus::OutOfMemory})
    {
        internal::FailReferenceCall(ReferenceCall::CreateShader, {.Status = reason}); // no thread, no memory
        RasterShaderHandle shader;
        EXPECT_EQ(CreateRasterShader(Device, Later(GetPlainFragment()), shader),
                  reason == BackendStatus::Refused ? RasterStatus::Failed : RasterStatus::OutOfMemory);
        EXPECT_TRUE(IsNullHandle(shader));
        EXPECT_EQ(internal::GetSession().Preparations, 0U);
    }
}

TEST_P(SteeredPreparation, LossEndsWhatIsPending)
{
    StartScene();
    Hold(RecordKind::Shader);
    const RasterShaderHandle shader = CreateLater(GetPlainFragment());
    internal::LoseReferenceDevice();
    EXPECT_EQ(GetStatus(Device, shader), RasterStatus::DeviceLost);
    EXPECT_EQ(internal::GetSession().Preparations, 0U);
}

LUDUS_ON_STEERED_LANES(SteeredPreparation);
} // namespace
} // namespace ludus::graphics::rhi::tests
