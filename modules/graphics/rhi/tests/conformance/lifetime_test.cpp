// Detached lifetime: what is destroyed lives on under work in flight, and its records come back afterwards.
#include "../support/scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};

class Lifetime : public SceneTest
{
};

TEST_P(Lifetime, DestroyedResourcesStillDraw)
{
    Start();
    MakeQuads();
    const uint8 texels[] = {255, 0, 255, 255};
    TextureHandle texture = MakeTexels(1, 1, texels);
    TextureViewHandle view = MakeView(texture);
    SamplerHandle sampler = MakeSampler();
    const BindingSetHandle set = MakeQuadsSet(view, sampler);
    // The set keeps view and sampler, the view its texture, the pipeline its stages and layout.
    EXPECT_EQ(Destroy(Device, texture), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, view), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, sampler), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Quads.Vertex), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Quads.Fragment), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Quads.Layout), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, Quads.Uniforms), RasterStatus::Ready);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(set)), RasterStatus::Ready);
    End();
    ExpectFrame(Picture(8, 4, {255, 0, 255}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 0 set 0 vertices 0@0 1@0 indices 2/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(Lifetime, WorkInFlightKeepsWhatItUses)
{
    Start();
    MakePlain();
    RasterDraw draw = GetPlainDraw();
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    EXPECT_EQ(Destroy(Device, draw.Pipeline), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, draw.Bindings), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, draw.Indices), RasterStatus::Ready);
    BufferHandle vertices = Plain.Slices[0].Buffer;
    EXPECT_EQ(Destroy(Device, vertices), RasterStatus::Ready);
    ExpectFrame(Picture(8, 4, {255, 255, 255}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(Lifetime, AStaleHandleNeverNamesTheNextIncarnation)
{
    Start();
    BufferHandle first = MakeBuffer(BufferRole::Vertex, std::vector<uint8>(4));
    const BufferHandle stale = first;
    for (int i = 0; i < 50; ++i)
    {
        EXPECT_EQ(Destroy(Device, first), RasterStatus::Ready);
        const RasterStatus status = CreateBuffer(Device, {BufferRole::Vertex, 4}, std::vector<uint8>(4), first);
        ASSERT_TRUE(status == RasterStatus::Ready || status == RasterStatus::Pending) << status;
        EXPECT_EQ(GetStatus(Device, stale), RasterStatus::InvalidHandle);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, first); }), RasterStatus::Ready);
    }
    Own(first);
}

// Cases that decide when work completes.
class HeldLifetime : public Lifetime
{
};

TEST_P(HeldLifetime, RecordsComeBackWhenTheWorkHasCompleted)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.ResourcesPerKind = 4}});
    MakePlain();
    // Fill the kind: vertices, indices, uniforms and one more.
    const auto square = MakeSquare(-1, -1, 1, 1);
    BufferHandle other = MakeBuffer(BufferRole::Vertex, AsBytes(square));
    internal::GetReferenceControl().HoldsCompletion = true;
    RasterDraw draw = GetPlainDraw();
    const RasterVertexSlice slice{other, 0, sizeof square};
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    draw.Vertices = {&slice, 1};
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    BufferHandle vertices = Plain.Slices[0].Buffer;
    const BufferHandle stale = vertices;
    for (BufferHandle* buffer : {&other, &vertices, &Plain.Indices, &Plain.Uniforms})
    {
        EXPECT_EQ(Destroy(Device, *buffer), RasterStatus::Ready);
    }
    EXPECT_EQ(Destroy(Device, Plain.Set), RasterStatus::Ready);
    BufferHandle again;
    const std::vector<uint8> bytes(4);
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, bytes, again), RasterStatus::CapacityExceeded,
                   RecordsExhausted);
    const uint32 objects = internal::InspectSession().LiveBackendObjects;
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready); // a tick: completions are polled
    BufferHandle fresh[4];
    for (BufferHandle& buffer : fresh)
    {
        EXPECT_EQ(CreateBuffer(Device, {BufferRole::Vertex, 4}, bytes, buffer), RasterStatus::Ready);
        Own(buffer);
    }
    EXPECT_EQ(internal::InspectSession().LiveBackendObjects, objects - 1); // four of five came back as buffers
    EXPECT_EQ(GetStatus(Device, stale), RasterStatus::InvalidHandle);
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, bytes, again), RasterStatus::CapacityExceeded,
                   RecordsExhausted);
}

TEST_P(HeldLifetime, APendingCreationMayBeDestroyed)
{
    Start();
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::Sampler)] = true;
    SamplerHandle first;
    SamplerHandle second;
    EXPECT_EQ(CreateSampler(Device, {}, first), RasterStatus::Pending);
    const SamplerHandle copy = first;
    EXPECT_EQ(GetStatus(Device, first), RasterStatus::Pending);
    EXPECT_EQ(Destroy(Device, first), RasterStatus::Ready);
    EXPECT_EQ(CreateSampler(Device, {}, second), RasterStatus::Pending);
    internal::FinishReferenceCreations(RecordKind::Sampler);
    EXPECT_EQ(GetStatus(Device, second), RasterStatus::Ready);
    EXPECT_EQ(GetStatus(Device, copy), RasterStatus::InvalidHandle);
    Own(second);
}

TEST_P(HeldLifetime, PendingDependenciesAreNotReady)
{
    Start();
    auto& holds = internal::GetReferenceControl().HoldsCreation;
    MakePlain();
    holds[static_cast<usize>(RecordKind::Shader)] = true;
    RasterShaderHandle vertex;
    EXPECT_EQ(CreateRasterShader(Device, GetPlainVertex(), vertex), RasterStatus::Pending);
    Own(vertex);
    RasterPipelineDescription description{vertex, Plain.Fragment, Plain.Layout, GetPlainStreams(),
                                          GetPlainAttributes()};
    RasterPipelineHandle pipeline;
    EXPECT_REFUSAL(CreateRasterPipeline(Device, description, pipeline), RasterStatus::NotReady, DependencyPending);
    EXPECT_TRUE(IsNullHandle(pipeline));
    internal::FinishReferenceCreations(RecordKind::Shader);
    holds[static_cast<usize>(RecordKind::RasterPipeline)] = true;
    EXPECT_EQ(CreateRasterPipeline(Device, description, pipeline), RasterStatus::Pending);
    Own(pipeline);
    RasterDraw draw = GetPlainDraw();
    draw.Pipeline = pipeline;
    Begin(TARGET);
    EXPECT_REFUSAL(DrawIndexed(Device, draw), RasterStatus::NotReady, DependencyPending);
    End();
    internal::FinishReferenceCreations(RecordKind::RasterPipeline);
    EXPECT_EQ(GetStatus(Device, pipeline), RasterStatus::Ready);
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
}

TEST_P(HeldLifetime, FramesInFlightAreBounded)
{
    Start();
    internal::GetReferenceControl().HoldsCompletion = true;
    Begin(TARGET);
    End();
    Begin(TARGET);
    End();
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, FramesInFlight);
    internal::CompleteReferenceWork(1);
    EXPECT_EQ(BeginPatiently(), DeviceStatus::Ready);
    End();
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, FramesInFlight);
}

TEST_P(HeldLifetime, AReleasedReadbackKeepsItsSliceUntilTheCopyIsDone)
{
    Start();
    Begin(TARGET);
    End();
    internal::GetReferenceControl().HoldsCompletion = true;
    FrameReadback tickets[4];
    for (FrameReadback& ticket : tickets)
    {
        EXPECT_EQ(RequestFrameReadback(Device, Surface, ticket), RasterStatus::Pending);
        EXPECT_EQ(GetStatus(Device, ticket), RasterStatus::Pending);
    }
    std::vector<uint8> bytes(128, 9);
    EXPECT_REFUSAL(CopyFrameReadback(Device, tickets[0], bytes, 32), RasterStatus::NotReady, ReadbackNotReady);
    EXPECT_EQ(bytes, std::vector<uint8>(128, 9));
    EXPECT_EQ(Release(Device, tickets[2]), RasterStatus::Ready);
    EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, tickets[2]), RasterStatus::CapacityExceeded,
                   TransfersExhausted);
    internal::CompleteReferenceWork();
    EXPECT_EQ(RequestFrameReadback(Device, Surface, tickets[2]), RasterStatus::Pending);
    internal::GetReferenceControl().HoldsReadback = true;
    EXPECT_EQ(GetStatus(Device, tickets[0]), RasterStatus::Pending);
    EXPECT_REFUSAL(CopyFrameReadback(Device, tickets[0], bytes, 32), RasterStatus::NotReady, ReadbackNotReady);
    internal::GetReferenceControl().HoldsReadback = false;
    EXPECT_EQ(GetStatus(Device, tickets[0]), RasterStatus::Ready);
    for (FrameReadback& ticket : tickets)
    {
        EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    }
}

LUDUS_ON_EVERY_LANE(Lifetime);
LUDUS_ON_STEERED_LANES(HeldLifetime);
} // namespace
} // namespace ludus::graphics::rhi::tests
