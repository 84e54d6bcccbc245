// The backend on the adapter that is here: startup in steps, refusals of the API, loss, and another session after it.
#include "../support/required.h"
#include "../support/stream_builder.h"
#include "backends/webgpu/backend.h"
#include "backends/webgpu/error_count.h"

#include <gtest/gtest.h>

#include <vector>

namespace ludus::graphics::rhi::internal::webgpu
{
namespace
{
class Events final : public BackendEvents
{
public:
    void OnCreated(const CreationEvent& event) noexcept override { Created.push_back(event); }

    void OnStarted(BackendStatus status, const BackendReport& report) noexcept override
    {
        ++Starts;
        Started = status;
        Report = report;
    }

    void OnTransferFailed(uint64 ordinal) noexcept override { FailedTransfers.push_back(ordinal); }

    void OnLost() noexcept override { ++Losses; }

    std::vector<CreationEvent> Created{};
    BackendStatus Started{BackendStatus::Pending};
    BackendReport Report{};
    int Starts{0};
    std::vector<uint64> FailedTransfers{};
    int Losses{0};
};

class WebGpuSession : public testing::Test
{
protected:
    void SetUp() override
    {
        ResetWebGpuErrorCount();
        Start();
    }

    void TearDown() override
    {
        Native.Reset();
        EXPECT_EQ(GetWebGpuErrorCount(), 0U);
    }

    void Start()
    {
        Native = foundation::MakeOwned<WebGpuBackend>();
        ASSERT_EQ(Ask(), BackendStatus::Pending);
        for (int tries = 0; tries < 1000 && Heard.Started == BackendStatus::Pending; ++tries)
        {
            Native->Poll(Heard);
        }
        if (Heard.Started == BackendStatus::Refused && Heard.Report.Error == StartupError::AdapterUnavailable)
        {
            ASSERT_FALSE(tests::IsRequired("webgpu-native")) << "the lane is required, and there is no adapter";
            GTEST_SKIP() << "no adapter here, and the lane is not required";
        }
        ASSERT_EQ(Heard.Started, BackendStatus::Ready);
        ASSERT_EQ(Heard.Starts, 1);
        ASSERT_EQ(Native->BindWindow(Heard.Report), BackendStatus::Ready);
    }

    BackendStatus Ask()
    {
        BackendReport report;
        return Native->Start({.Application = {}, .Window = {}, .Description = Description}, report);
    }

    BackendStatus CreateShader(uint32 slot, std::string_view source, std::string_view entry)
    {
        RasterShaderDescription description;
        description.Artifact.Wgsl = source;
        description.Artifact.WgslEntry = entry;
        return Native->CreateShader(slot, 1, {.Description = description});
    }

    DeviceDescription Description{};
    foundation::Owned<WebGpuBackend> Native{};
    Events Heard{};
};

constexpr std::string_view TRIANGLE = R"(
@vertex fn vertexMain(@builtin(vertex_index) i : u32) -> @builtin(position) vec4<f32>
{ return vec4<f32>(f32(i & 1u) * 4.0 - 1.0, f32(i >> 1u) * 4.0 - 1.0, 0.0, 1.0); }
@group(0) @binding(3) var<uniform> tint : vec4<f32>;
@fragment fn fragmentMain() -> @location(0) vec4<f32> { return tint; }
)";

TEST_F(WebGpuSession, ReportsWhatTheDeviceOffers)
{
    EXPECT_TRUE(Heard.Report.Supported.PortableRaster);
    EXPECT_GE(Heard.Report.MaxFrameDimension2D, 2048U);
    EXPECT_TRUE(Heard.Report.CanReadSurface);
    EXPECT_FALSE(Heard.Report.Profile.Raster.HasLineFill);
    EXPECT_EQ(Heard.Report.Timestamps.ValidBits, 0U); // nobody asked for them
    MeasurementAdapter adapter;
    Native->DescribeAdapter(adapter);
    EXPECT_TRUE(adapter.HasIdentity);
}

TEST_F(WebGpuSession, ABufferIsPendingUntilItIsPolled)
{
    const uint8 bytes[6]{1, 2, 3, 4, 5, 6};
    EXPECT_EQ(Native->CreateBuffer(2, 77, {.Role = BufferRole::Index16, .Size = 6, .Bytes = bytes}),
              BackendStatus::Pending);
    EXPECT_TRUE(Heard.Created.empty());
    Native->Poll(Heard);
    ASSERT_EQ(Heard.Created.size(), 1U);
    EXPECT_EQ(Heard.Created[0].Kind, RecordKind::Buffer);
    EXPECT_EQ(Heard.Created[0].Slot, 2U);
    EXPECT_EQ(Heard.Created[0].Generation, 77U);
    EXPECT_EQ(Heard.Created[0].Result, BackendStatus::Ready);
    EXPECT_EQ(Native->CountLiveObjects(), 1U);
    Native->Destroy(RecordKind::Buffer, 2);
    EXPECT_EQ(Native->CountLiveObjects(), 0U);
}

TEST_F(WebGpuSession, AShaderThatIsNoneIsRefusedAndNothingIsLeft)
{
    EXPECT_EQ(CreateShader(0, "this is no shader", "main"), BackendStatus::Refused);
    Native->Poll(Heard);
    EXPECT_TRUE(Heard.Created.empty());
    EXPECT_EQ(Native->CountLiveObjects(), 0U);
    EXPECT_EQ(CreateShader(0, TRIANGLE, "vertexMain"), BackendStatus::Pending); // the slot is free
}

TEST_F(WebGpuSession, APipelineThatDoesNotFitItsLayoutIsRefused)
{
    ASSERT_EQ(CreateShader(0, TRIANGLE, "vertexMain"), BackendStatus::Pending);
    ASSERT_EQ(CreateShader(1, TRIANGLE, "fragmentMain"), BackendStatus::Pending);
    Native->Poll(Heard);
    ASSERT_EQ(Native->CreateBindingLayout(0, 1, {}), BackendStatus::Ready);
    const RasterBinding tint{.Binding = 3, .MinSize = 16};
    ASSERT_EQ(Native->CreateBindingLayout(1, 1, {.Bindings = {&tint, 1}}), BackendStatus::Ready);
    RasterPipelineCreation creation{.Vertex = 0, .Fragment = 1, .Layout = 0};
    EXPECT_EQ(Native->CreateRasterPipeline(0, 1, creation), BackendStatus::Refused);
    creation.Layout = 1;
    EXPECT_EQ(Native->CreateRasterPipeline(0, 1, creation), BackendStatus::Pending);
    Native->Poll(Heard);
    EXPECT_EQ(Heard.Created.back().Result, BackendStatus::Ready);
}

TEST_F(WebGpuSession, ALostDeviceIsToldOnceAndTakesNothingMore)
{
    wgpuDeviceDestroy(Native->GetDevice().Handle.Get());
    const SubmitResult result = Native->Submit({.Ordinal = 1, .Stream = {}});
    EXPECT_NE(result.Outcome, SubmitOutcome::Accepted);
    EXPECT_EQ(result.Reason, BackendStatus::Lost);
    for (int i = 0; i < 3; ++i)
    {
        Native->Poll(Heard);
    }
    EXPECT_EQ(Heard.Losses, 1);
    EXPECT_EQ(Native->CreateBuffer(0, 1, {.Size = 16}), BackendStatus::Lost);
    EXPECT_EQ(Native->PrepareFrame({.Width = 8, .Height = 8}), BackendStatus::Lost);
    EXPECT_EQ(Native->ReserveReadback(0, 16), BackendStatus::Lost);
    EXPECT_TRUE(Native->Drain());
    Heard = {};
    Start(); // and another session is none the worse
    EXPECT_EQ(Native->CreateBuffer(0, 1, {.Size = 16}), BackendStatus::Pending);
}

TEST_F(WebGpuSession, MeasuredPassesLieInTheirFrame)
{
    Description.EnableGpuTiming = true;
    Heard = {};
    Start();
    if (Heard.Report.Timestamps.ValidBits == 0)
    {
        GTEST_SKIP() << "the adapter has no timestamps";
    }
    const FrameTarget target{.Width = 64, .Height = 64};
    AcquiredFrame frame;
    tests::StreamBuilder stream;
    stream.BeginSurfacePass(64, 64).EndPass().BeginSurfacePass(64, 64).EndPass();
    ASSERT_EQ(Native->ReserveTimestamps(), BackendStatus::Ready);
    ASSERT_EQ(Native->PrepareFrame(target), BackendStatus::Ready);
    ASSERT_EQ(Native->Acquire(target, frame), AcquireStatus::Ready);
    ASSERT_EQ(Native
                  ->Submit({.Ordinal = 1,
                            .Stream = stream.View(),
                            .UsesSurface = true,
                            .Timestamps = {.MeasuresFrame = true, .MeasuresPasses = true}})
                  .Outcome,
              SubmitOutcome::Accepted);
    ASSERT_TRUE(Native->WaitCompleted(1, DRAIN_NANOSECONDS));
    uint64 ticks[6]{};
    const auto read = [&](uint32 first, std::span<uint64> into)
    {
        BackendStatus status = Native->ReadTimestamps(first, into);
        while (status == BackendStatus::Pending)
        {
            Native->Poll(Heard);
            status = Native->ReadTimestamps(first, into);
        }
        return status;
    };
    ASSERT_EQ(read(0, {ticks, 1}), BackendStatus::Ready);
    ASSERT_EQ(read(FRAME_QUERIES, {ticks + 1, 4}), BackendStatus::Ready);
    ASSERT_EQ(read(1, {ticks + 5, 1}), BackendStatus::Ready);
    EXPECT_NE(ticks[0], 0U);
    for (int i = 1; i < 6; ++i)
    {
        EXPECT_GE(ticks[i], ticks[i - 1]) << i;
    }
    EXPECT_EQ(read(FRAME_QUERIES, {ticks, 6}), BackendStatus::Refused) << "there was no third pass";
}

TEST_F(WebGpuSession, MayEndBeforeItHasStarted)
{
    Native = foundation::MakeOwned<WebGpuBackend>();
    ASSERT_EQ(Ask(), BackendStatus::Pending);
    Native.Reset();
    Heard = {};
    Start();
}

TEST_F(WebGpuSession, AnErrorThatNobodyAnswersForEndsIt)
{
    WGPUBufferDescriptor descriptor = WGPU_BUFFER_DESCRIPTOR_INIT;
    descriptor.usage = WGPUBufferUsage_MapRead | WGPUBufferUsage_Vertex; // not allowed together
    descriptor.size = 16;
    const NativeBuffer bad(wgpuDeviceCreateBuffer(Native->GetDevice().Handle.Get(), &descriptor));
    EXPECT_EQ(GetWebGpuErrorCount(), 1U);
    Native->Poll(Heard);
    EXPECT_EQ(Heard.Losses, 1);
    ResetWebGpuErrorCount();
}
} // namespace
} // namespace ludus::graphics::rhi::internal::webgpu
