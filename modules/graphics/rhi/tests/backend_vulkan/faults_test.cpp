// Failures of the driver, put in the places of its functions one at a time: what the boundary answers, that nothing is
// left behind (the layers report every object that outlives its device), and that the next attempt succeeds.
#include "harness.h"

#include "backends/vulkan/backend.h"

#include "color_frag.h"

#include <chrono>
#include <thread>

namespace ludus::graphics::rhi::tests
{
namespace
{
constinit VkResult s_Injected = VK_SUCCESS;

template <class Function>
struct Failing;

template <class... Arguments>
struct Failing<VkResult(VKAPI_PTR*)(Arguments...)>
{
    static VKAPI_ATTR VkResult VKAPI_CALL Call(Arguments...) { return s_Injected; }
};

// Replaces a function of the session by one that fails, while it lives.
template <class Function>
class Fault final
{
public:
    Fault(Function& place, VkResult result) : Place(place), Kept(place)
    {
        s_Injected = result;
        Place = &Failing<Function>::Call;
    }

    Fault(const Fault&) = delete;
    Fault& operator=(const Fault&) = delete;

    ~Fault() { Place = Kept; }

private:
    Function& Place;
    Function Kept;
};

class VulkanFaults : public VulkanTest
{
protected:
    VolkDeviceTable& Vk() { return static_cast<vulkan::VulkanBackend&>(*Native).GetDevice().Vk; }

    // Every way in which `create` fails while `place` does, and then its success.
    template <class Function, class Create>
    void Fail(Function& place, Create create)
    {
        struct Case final
        {
            VkResult Result;
            BackendStatus Expected;
        };

        const uint32 alive = Native->CountLiveObjects();
        for (const Case item : {Case{VK_ERROR_OUT_OF_DEVICE_MEMORY, BackendStatus::OutOfMemory},
                                Case{VK_ERROR_OUT_OF_HOST_MEMORY, BackendStatus::OutOfMemory},
                                Case{VK_ERROR_INITIALIZATION_FAILED, BackendStatus::Refused}})
        {
            const Fault<Function> fault(place, item.Result);
            EXPECT_EQ(create(), item.Expected);
            EXPECT_EQ(Native->CountLiveObjects(), alive);
        }
        EXPECT_EQ(create(), BackendStatus::Ready);
    }

    // A lost device answers everything with its loss, once as an event, and is still torn down.
    void ExpectLost()
    {
        EventLog log;
        Native->Poll(log);
        EXPECT_TRUE(log.IsLost);
        EventLog again;
        Native->Poll(again);
        EXPECT_FALSE(again.IsLost);
        EXPECT_EQ(Native->PrepareFrame({.Width = 4, .Height = 4}), BackendStatus::Lost);
        const SubmitResult result = Native->Submit({.Ordinal = Ordinal + 1});
        EXPECT_EQ(result.Outcome, SubmitOutcome::NothingEncoded);
        EXPECT_EQ(result.Reason, BackendStatus::Lost);
    }

    std::vector<uint8> Clear(uint32 width, uint32 height)
    {
        StreamBuilder stream;
        stream.BeginSurfacePass(width, height, 1).EndPass();
        return {stream.View().begin(), stream.View().end()};
    }
};

constexpr uint32 TEXELS[4]{};
constexpr TextureLevel LEVEL{.Offset = 0, .RowPitch = 8, .Width = 2, .Height = 2, .Rows = 2};
constexpr TextureDescription TEXTURE{.Width = 2, .Height = 2};
} // namespace

TEST_F(VulkanFaults, RefusedObjectsLeaveNothing)
{
    MakeTexture(0, 2, 2, TEXELS);
    Fail(Vk().vkCreateImageView, [&] { return Native->CreateTextureView(0, 1, {.Texture = 0}); });
    Alive.push_back({RecordKind::TextureView, 0});
    Fail(Vk().vkCreateSampler, [&] { return Native->CreateSampler(0, 1, {}); });
    Alive.push_back({RecordKind::Sampler, 0});
    RasterShaderDescription shader;
    shader.Artifact.Spirv = COLOR_FRAG;
    shader.Artifact.SpirvEntry = "main";
    Fail(Vk().vkCreateShaderModule, [&] { return Native->CreateShader(0, 1, {shader}); });
    Alive.push_back({RecordKind::Shader, 0});
}

TEST_F(VulkanFaults, RefusedLayoutsAndSetsLeaveNothing)
{
    MakeSampler(0);
    const RasterBinding binding{.Binding = 0, .Kind = RasterBindingKind::Sampler};
    const auto makeLayout = [&](uint32 slot) { return Native->CreateBindingLayout(slot, 1, {{&binding, 1}}); };
    Fail(Vk().vkCreateDescriptorSetLayout, [&] { return makeLayout(0); });
    Alive.push_back({RecordKind::BindingLayout, 0});
    Fail(Vk().vkCreatePipelineLayout, [&] { return makeLayout(1); });
    Alive.push_back({RecordKind::BindingLayout, 1});
    Fail(Vk().vkCreateDescriptorUpdateTemplate, [&] { return makeLayout(2); });
    Alive.push_back({RecordKind::BindingLayout, 2});
    const SetDescriptor descriptor{.Binding = 0, .Kind = RasterBindingKind::Sampler, .Slot = 0};
    const auto makeSet = [&](uint32 slot) {
        return Native->CreateBindingSet(slot, 1, {.Layout = 0, .Descriptors = {&descriptor, 1}});
    };
    Fail(Vk().vkCreateDescriptorPool, [&] { return makeSet(0); });
    Alive.push_back({RecordKind::BindingSet, 0});
    Fail(Vk().vkAllocateDescriptorSets, [&] { return makeSet(1); });
    Alive.push_back({RecordKind::BindingSet, 1});
}

TEST_F(VulkanFaults, RefusedPipelinesLeaveNothing)
{
    const QuadBlock block;
    MakeQuadScene(false, {&block, 1});
    const RasterVertexStream stream{.Stride = 16};
    const RasterVertexAttribute attributes[] = {
        {.Location = 0, .Offset = 0, .Format = RasterVertexFormat::Float2},
        {.Location = 1, .Offset = 8, .Format = RasterVertexFormat::Float2},
    };
    Fail(Vk().vkCreateGraphicsPipelines,
         [&]
         {
             return Native->CreateRasterPipeline(
                 1, 1, {.Vertex = 0, .Fragment = 1, .Layout = 0, .Streams = {&stream, 1}, .Attributes = attributes});
         });
    Alive.push_back({RecordKind::RasterPipeline, 1});
}

TEST_F(VulkanFaults, RefusedCopiesLeaveNothing)
{
    const auto make = [&](uint32 slot)
    {
        return Native->CreateTexture(slot, 1,
                                     {TEXTURE, {reinterpret_cast<const uint8*>(TEXELS), sizeof TEXELS}, {&LEVEL, 1}});
    };
    Fail(Vk().vkBeginCommandBuffer, [&] { return make(0); });
    Alive.push_back({RecordKind::Texture, 0});
    Fail(Vk().vkEndCommandBuffer, [&] { return make(1); });
    Alive.push_back({RecordKind::Texture, 1});
    Fail(Vk().vkQueueSubmit, [&] { return make(2); });
    Alive.push_back({RecordKind::Texture, 2});
    Fail(Vk().vkResetFences, [&] { return make(3); });
    Alive.push_back({RecordKind::Texture, 3});
}

TEST_F(VulkanFaults, ACopyThatTakesTooLongIsPending)
{
    {
        const Fault fault(Vk().vkWaitForFences, VK_TIMEOUT);
        ASSERT_EQ(Native->CreateTexture(
                      0, 5, {TEXTURE, {reinterpret_cast<const uint8*>(TEXELS), sizeof TEXELS}, {&LEVEL, 1}}),
                  BackendStatus::Pending);
    }
    Alive.push_back({RecordKind::Texture, 0});
    EventLog log;
    while (log.Created.empty())
    {
        Native->Poll(log);
    }
    EXPECT_EQ(log.Created[0].Generation, 5U);
    EXPECT_EQ(log.Created[0].Result, BackendStatus::Ready);
}

TEST_F(VulkanFaults, PreparationFailsWithoutAFrameAndSucceedsLater)
{
    const FrameTarget target{.Width = 4, .Height = 4};
    const auto prepare = [&] { return Native->PrepareFrame(target); };
    Fail(Vk().vkResetFences, prepare);
    DrawAndRead(Clear(2, 2), 2, 2); // another extent: the next preparation makes images again
    Fail(Vk().vkCreateImageView, prepare);
    DrawAndRead(Clear(2, 2), 2, 2);
    Fail(Vk().vkCreateFramebuffer, prepare);
    EXPECT_EQ(DrawAndRead(Clear(4, 4), 4, 4).At(3, 3), Rgba(255, 0, 0));
}

TEST_F(VulkanFaults, SubmissionsSayHowFarTheyCame)
{
    const std::vector<uint8> stream = Clear(4, 4);
    const Submission submission{.Ordinal = 1, .Stream = stream, .UsesSurface = true};
    AcquiredFrame frame;
    ASSERT_EQ(Acquire(4, 4, frame), AcquireStatus::Ready);
    {
        const Fault fault(Vk().vkBeginCommandBuffer, VK_ERROR_OUT_OF_HOST_MEMORY);
        const SubmitResult result = Native->Submit(submission);
        EXPECT_EQ(result.Outcome, SubmitOutcome::NothingEncoded);
        EXPECT_EQ(result.Reason, BackendStatus::OutOfMemory);
    }
    // The frame is still open and can be submitted.
    ASSERT_EQ(Native->Submit(submission).Outcome, SubmitOutcome::Accepted);
    Ordinal = 1;
    EXPECT_EQ(ReadPicture(0, RequestPicture(0, 4, 4), 4, 4).At(0, 0), Rgba(255, 0, 0));
}

TEST_F(VulkanFaults, ANewPassThatCannotBeMadeEncodesNothing)
{
    StreamBuilder stream;
    BeginPassCommand pass;
    pass.Width = pass.Height = 4;
    pass.Viewport = pass.Scissor = {0, 0, 4, 4};
    pass.DepthStore = AttachmentStore::Store; // not the pass that startup makes
    stream.BeginPass(pass, {{}}).EndPass();
    AcquiredFrame frame;
    ASSERT_EQ(Acquire(4, 4, frame), AcquireStatus::Ready);
    const Submission submission{.Ordinal = 1, .Stream = stream.View(), .UsesSurface = true};
    {
        const Fault fault(Vk().vkCreateRenderPass, VK_ERROR_OUT_OF_DEVICE_MEMORY);
        EXPECT_EQ(Native->Submit(submission).Outcome, SubmitOutcome::NothingEncoded);
    }
    EXPECT_EQ(Native->Submit(submission).Outcome, SubmitOutcome::Accepted);
}

TEST_F(VulkanFaults, EncodedWorkThatIsRefusedIsReported)
{
    const std::vector<uint8> stream = Clear(4, 4);
    AcquiredFrame frame;
    ASSERT_EQ(Acquire(4, 4, frame), AcquireStatus::Ready);
    const Fault fault(Vk().vkQueueSubmit, VK_ERROR_OUT_OF_DEVICE_MEMORY);
    const SubmitResult result = Native->Submit({.Ordinal = 1, .Stream = stream, .UsesSurface = true});
    EXPECT_EQ(result.Outcome, SubmitOutcome::EncodedNothingAccepted);
    EXPECT_EQ(result.Reason, BackendStatus::OutOfMemory);
}

TEST_F(VulkanFaults, LossAtASubmissionIsFinal)
{
    DrawAndRead(Clear(4, 4), 4, 4); // nothing is on the way any more
    AcquiredFrame frame;
    ASSERT_EQ(Acquire(4, 4, frame), AcquireStatus::Ready);
    {
        const std::vector<uint8> stream = Clear(4, 4);
        const Fault fault(Vk().vkQueueSubmit, VK_ERROR_DEVICE_LOST);
        const SubmitResult result = Native->Submit({.Ordinal = Ordinal + 1, .Stream = stream, .UsesSurface = true});
        EXPECT_EQ(result.Outcome, SubmitOutcome::EncodedNothingAccepted);
        EXPECT_EQ(result.Reason, BackendStatus::Lost);
    }
    ExpectLost();
}

TEST_F(VulkanFaults, LossFoundByAPollIsFinal)
{
    Draw(Clear(4, 4), 4, 4);
    EXPECT_TRUE(Native->Drain()); // the loss below is made up: the work must really be over
    Draw(Clear(4, 4), 4, 4);
    {
        auto& place = Vk().vkGetFenceStatus;
        const Fault fault(place, VK_ERROR_DEVICE_LOST);
        EXPECT_EQ(Native->PollCompleted(), Ordinal - 1);
        EXPECT_FALSE(Native->WaitCompleted(Ordinal, 0));
    }
    ASSERT_EQ(Vk().vkQueueWaitIdle(static_cast<vulkan::VulkanBackend&>(*Native).GetDevice().Queue), VK_SUCCESS);
    ExpectLost();
}

// A fence that never signals stands for a queue that does not come to its end.
TEST_F(VulkanFaults, AQueueThatDoesNotEndIsNotWaitedForTwice)
{
    Draw(Clear(4, 4), 4, 4);
    ASSERT_TRUE(Native->Drain());
    Draw(Clear(4, 4), 4, 4);
    {
        const Fault fault(Vk().vkWaitForFences, VK_TIMEOUT);
        EXPECT_FALSE(Native->Drain());
    }
    EXPECT_FALSE(Native->Drain());
    // Its end was made up: nothing has to be left.
    ASSERT_EQ(Vk().vkQueueWaitIdle(static_cast<vulkan::VulkanBackend&>(*Native).GetDevice().Queue), VK_SUCCESS);
    DestroyAll();
    Native.Reset();
}

TEST_F(VulkanFaults, TimestampQueries)
{
    Fail(Vk().vkCreateQueryPool, [this] { return Native->ReserveTimestamps(); });
    EXPECT_EQ(Native->ReserveTimestamps(), BackendStatus::Ready); // once
}

TEST_F(VulkanFaults, ClocksThatCannotBeReadTogether)
{
    PFN_vkGetCalibratedTimestampsEXT& read = static_cast<vulkan::VulkanBackend&>(*Native).GetDevice().ReadCalibrated;
    ASSERT_EQ(Report.Timestamps.HasHostClock, read != nullptr);
    if (read == nullptr)
    {
        GTEST_SKIP() << "the driver has neither extension, or not with CLOCK_MONOTONIC";
    }
    const auto now = []
    {
        const auto time = std::chrono::steady_clock::now().time_since_epoch();
        return static_cast<uint64>(std::chrono::duration_cast<std::chrono::nanoseconds>(time).count());
    };
    ClockReading reading{.Ticks = 7, .HostNanoseconds = 7};
    {
        const Fault fault(read, VK_ERROR_OUT_OF_HOST_MEMORY);
        EXPECT_EQ(Native->ReadClocks(reading), BackendStatus::OutOfMemory);
        EXPECT_EQ(reading.Ticks, 7U);
        EXPECT_EQ(reading.HostNanoseconds, 7U);
    }
    const uint64 before = now();
    ASSERT_EQ(Native->ReadClocks(reading), BackendStatus::Ready);
    EXPECT_GE(reading.HostNanoseconds, before); // the clock is the one that the document names
    EXPECT_LE(reading.HostNanoseconds, now());
    ClockReading later;
    ASSERT_EQ(Native->ReadClocks(later), BackendStatus::Ready);
    EXPECT_GE(later.Ticks, reading.Ticks);
}

TEST_F(VulkanFaults, TimestampsThatCannotBeRead)
{
    ASSERT_EQ(Native->ReserveTimestamps(), BackendStatus::Ready);
    const std::vector<uint8> stream = Clear(4, 4);
    AcquiredFrame frame;
    ASSERT_EQ(Acquire(4, 4, frame), AcquireStatus::Ready);
    ASSERT_EQ(Native
                  ->Submit({.Ordinal = ++Ordinal,
                            .Stream = stream,
                            .UsesSurface = true,
                            .Timestamps = {.MeasuresFrame = true, .MeasuresPasses = true}})
                  .Outcome,
              SubmitOutcome::Accepted);
    ASSERT_TRUE(Native->Drain());
    uint64 ticks[4]{};
    {
        const Fault fault(Vk().vkGetQueryPoolResults, VK_NOT_READY);
        EXPECT_EQ(Native->ReadTimestamps(0, ticks), BackendStatus::Refused);
    }
    {
        const Fault fault(Vk().vkGetQueryPoolResults, VK_ERROR_OUT_OF_HOST_MEMORY);
        EXPECT_EQ(Native->ReadTimestamps(0, ticks), BackendStatus::OutOfMemory);
    }
    EXPECT_EQ(Native->ReadTimestamps(0, ticks), BackendStatus::Ready);
    EXPECT_LE(ticks[0], ticks[2]); // the frame begins before its pass ...
    EXPECT_LE(ticks[2], ticks[3]);
    EXPECT_LE(ticks[3], ticks[1]); // ... and ends after it
    {
        const Fault fault(Vk().vkGetQueryPoolResults, VK_ERROR_DEVICE_LOST);
        EXPECT_EQ(Native->ReadTimestamps(0, ticks), BackendStatus::Lost);
    }
    ExpectLost();
}

// What the worker cannot make is delivered by Poll; nothing is left of it.
TEST_F(VulkanFaults, PreparationThatFailsIsDelivered)
{
    struct Case final
    {
        VkResult Result;
        BackendStatus Expected;
    };

    RasterShaderDescription description;
    description.Artifact.Stage = ShaderStage::Fragment;
    description.Artifact.Spirv = COLOR_FRAG;
    description.Artifact.SpirvEntry = "main";
    description.ShouldPrepareAsynchronously = true;
    bool isLost = false;
    const auto prepare = [&](uint64 generation)
    {
        EventLog events;
        EXPECT_EQ(Native->CreateShader(0, generation, {.Description = description}), BackendStatus::Pending);
        for (int i = 0; i < 20'000 && events.Created.empty(); ++i)
        {
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
            Native->Poll(events);
        }
        EXPECT_EQ(events.Created.size(), 1U);
        EXPECT_EQ(events.Created[0].Kind, RecordKind::Shader);
        EXPECT_EQ(events.Created[0].Generation, generation);
        isLost = events.IsLost;
        return events.Created[0].Result;
    };
    const uint32 alive = Native->CountLiveObjects();
    uint64 generation = 1;
    for (const Case item : {Case{VK_ERROR_OUT_OF_DEVICE_MEMORY, BackendStatus::OutOfMemory},
                            Case{VK_ERROR_INITIALIZATION_FAILED, BackendStatus::Refused}})
    {
        const Fault fault(Vk().vkCreateShaderModule, item.Result);
        EXPECT_EQ(prepare(++generation), item.Expected);
        EXPECT_EQ(Native->CountLiveObjects(), alive);
    }
    EXPECT_EQ(prepare(++generation), BackendStatus::Ready);
    EXPECT_EQ(Native->CountLiveObjects(), alive + 1);
    Native->Destroy(RecordKind::Shader, 0);
    {
        const Fault fault(Vk().vkCreateShaderModule, VK_ERROR_DEVICE_LOST);
        EXPECT_EQ(prepare(++generation), BackendStatus::Lost);
    }
    EXPECT_TRUE(isLost);
    EXPECT_EQ(Native->PrepareFrame({.Width = 4, .Height = 4}), BackendStatus::Lost);
}

TEST_F(VulkanFaults, LossAtACreationIsFinal)
{
    {
        const Fault fault(Vk().vkCreateSampler, VK_ERROR_DEVICE_LOST);
        EXPECT_EQ(Native->CreateSampler(0, 1, {}), BackendStatus::Lost);
    }
    ExpectLost();
}
} // namespace ludus::graphics::rhi::tests
