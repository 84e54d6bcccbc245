// Host memory refused at the n-th allocation of each path, for every n: outputs kept, usage back, the retry works.
#include "../support/compute_scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};

class MemoryFaults : public SceneTest
{
protected:
    // Fails the first, second ... allocation of `create` until it no longer meets the failure; returns how many there
    // were. The handle that it makes in the end is owned by the test.
    template <class Handle, class Create>
    uint64 ExpectSurvives(const char* name, Create create)
    {
        SCOPED_TRACE(name);
        for (uint64 nth = 1;; ++nth)
        {
            const internal::SessionInspection before = internal::InspectSession();
            const uint64 blocks = foundation::GetHostMemoryUsage().LiveAllocations - before.CommittedBlocks;
            Handle handle;
            foundation::InjectHostMemoryFailure(nth);
            const RasterStatus status = create(handle);
            const bool isSpent = foundation::GetInjectedHostMemoryCountdown() != 0;
            foundation::InjectHostMemoryFailure(0);
            if (status == RasterStatus::Ready || status == RasterStatus::Pending)
            {
                EXPECT_TRUE(isSpent) << "a refused allocation was ignored";
                EXPECT_EQ(Await(status, handle), RasterStatus::Ready);
                Own(handle);
                return nth - 1;
            }
            EXPECT_EQ(status, RasterStatus::OutOfMemory);
            EXPECT_TRUE(IsNullHandle(handle));
            const internal::SessionInspection after = internal::InspectSession();
            EXPECT_EQ(after.LiveRecords, before.LiveRecords);
            EXPECT_EQ(after.LiveBackendObjects, before.LiveBackendObjects);
            EXPECT_EQ(after.ResourceBytes, before.ResourceBytes);
            EXPECT_EQ(after.BindingDescriptors, before.BindingDescriptors);
            if (IsSteered()) // a driver's own bookkeeping may keep what it has
            {
                // Spare capacity of the backend's tables stays; nothing else does.
                EXPECT_LE(foundation::GetHostMemoryUsage().LiveAllocations - after.CommittedBlocks, blocks + 2);
            }
            if (nth > 200)
            {
                ADD_FAILURE() << "allocations without an end";
                return nth;
            }
        }
    }
};

class ComputeMemoryFaults : public MemoryFaults
{
};

TEST_P(MemoryFaults, EachCreationSurvivesEachRefusal)
{
    Start();
    const std::vector<uint8> bytes(2048);
    uint64 met = 0;
    met += ExpectSurvives<BufferHandle>("index buffer",
                                        [&](BufferHandle& out) {
                                            return CreateBuffer(Device, {BufferRole::Index16, 2048}, bytes, out);
                                        });
    met += ExpectSurvives<TextureHandle>(
        "texture",
        [&](TextureHandle& out) {
            return CreateTexture(Device, {16, 16}, {std::span{bytes}.first(1024), 64}, out);
        });
    const TextureHandle texture = MakeTexels(4, 4, std::vector<uint8>(64));
    met += ExpectSurvives<TextureViewHandle>("view", [&](TextureViewHandle& out)
                                             { return CreateTextureView(Device, texture, out); });
    met += ExpectSurvives<SamplerHandle>("sampler", [&](SamplerHandle& out) { return CreateSampler(Device, {}, out); });
    met += ExpectSurvives<RasterShaderHandle>("shader", [&](RasterShaderHandle& out)
                                              { return CreateRasterShader(Device, GetQuadsVertex(), out); });
    met += ExpectSurvives<BindingLayoutHandle>("layout", [&](BindingLayoutHandle& out)
                                               { return CreateBindingLayout(Device, GetQuadsBindings(), out); });
    MakeQuads();
    const TextureViewHandle view = MakeView(texture);
    const SamplerHandle sampler = MakeSampler();
    const RasterBindingResource resources[] = {
        {0, Quads.Uniforms, 0, sizeof(DrawBlock)}, {.Binding = 1, .Texture = view}, {.Binding = 2, .Sampler = sampler}};
    met += ExpectSurvives<BindingSetHandle>("set", [&](BindingSetHandle& out)
                                            { return CreateBindingSet(Device, Quads.Layout, resources, out); });
    const RasterPipelineDescription pipeline{Quads.Vertex, Quads.Fragment, Quads.Layout, GetQuadsStreams(),
                                             GetQuadsAttributes()};
    met += ExpectSurvives<RasterPipelineHandle>("pipeline", [&](RasterPipelineHandle& out)
                                                { return CreateRasterPipeline(Device, pipeline, out); });
    EXPECT_GT(met, 3U); // index copies and their maxima at least
}

TEST_P(ComputeMemoryFaults, EachCreationSurvivesEachRefusal)
{
    Start({.Required = {.PortableRaster = true, .Compute = true}});
    const std::vector<uint8> bytes(2048);
    // The first of its kind lets every table grow that holds it: what the refusals below leave is then no growth.
    MakeBuffer(BufferRole::Storage, bytes);
    ExpectSurvives<BufferHandle>("storage buffer",
                                 [&](BufferHandle& out) {
                                     return CreateBuffer(Device, {BufferRole::Storage, 2048}, bytes, out);
                                 });
    const RasterShaderHandle kernel = MakeShader(GetAccumulate());
    const BindingLayoutHandle layout = MakeLayout(GetAccumulateBindings());
    ExpectSurvives<ComputePipelineHandle>("compute pipeline",
                                          [&](ComputePipelineHandle& out) {
                                              return CreateComputePipeline(Device, {kernel, layout}, out);
                                          });
}

TEST_P(MemoryFaults, BeginFrameSurvivesEachRefusal)
{
    Start();
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    uint64 nth = 1;
    for (;; ++nth)
    {
        foundation::InjectHostMemoryFailure(nth);
        const DeviceStatus status = BeginFrame(Device, Surface);
        const bool isSpent = foundation::GetInjectedHostMemoryCountdown() != 0;
        foundation::InjectHostMemoryFailure(0);
        if (status == DeviceStatus::Ready || status == DeviceStatus::Pending)
        {
            EXPECT_TRUE(isSpent) << "a refused allocation was ignored";
            EXPECT_EQ(Settle([&] { return GetDeviceInfo(Device, Info); }), DeviceStatus::Ready);
            break;
        }
        ASSERT_EQ(status, DeviceStatus::Failed);
        EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::InvalidState, NoOpenFrame);
        ASSERT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
        ASSERT_LT(nth, 200U);
    }
    EXPECT_GT(nth, 1U); // the stream's storage at least
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    End();
    ExpectFrame(Picture(8, 4, {255, 255, 255}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(MemoryFaults, StartupSurvivesEachRefusal)
{
    const DeviceDescription description{.Selection = GetParam().Selection};
    for (uint64 nth = 1;; ++nth)
    {
        foundation::InjectHostMemoryFailure(nth);
        StartupInfo failure;
        const DeviceStatus status = CreateDevice({}, {}, description, Device, Surface, &failure);
        const bool isSpent = foundation::GetInjectedHostMemoryCountdown() != 0;
        foundation::InjectHostMemoryFailure(0);
        if (status == DeviceStatus::Ready || status == DeviceStatus::Pending)
        {
            EXPECT_TRUE(isSpent) << "a refused allocation was ignored";
            EXPECT_EQ(Settle([&] { return GetDeviceInfo(Device, Info); }), DeviceStatus::Ready);
            break;
        }
        ASSERT_EQ(status, DeviceStatus::Failed);
        EXPECT_EQ(failure.State, StartupState::Failed);
        EXPECT_FALSE(internal::InspectSession().HasSession);
        ASSERT_LT(nth, 200U);
    }
}

TEST_P(MemoryFaults, TheRingAndReadbackSurviveEachRefusal)
{
    Start();
    InternalRecords = 1;
    Begin(TARGET);
    End();
    BufferHandle ring;
    for (uint64 nth = 1; nth < 200; ++nth)
    {
        foundation::InjectHostMemoryFailure(nth);
        const RasterStatus status = GetFrameUniformBuffer(Device, ring);
        foundation::InjectHostMemoryFailure(0);
        if (status == RasterStatus::Ready)
        {
            break;
        }
        ASSERT_EQ(status, RasterStatus::OutOfMemory);
        EXPECT_TRUE(IsNullHandle(ring));
    }
    EXPECT_EQ(GetStatus(Device, ring), RasterStatus::Ready);
    FrameReadback ticket;
    for (uint64 nth = 1; nth < 200; ++nth)
    {
        foundation::InjectHostMemoryFailure(nth);
        const RasterStatus status = RequestFrameReadback(Device, Surface, ticket);
        foundation::InjectHostMemoryFailure(0);
        if (status == RasterStatus::Pending)
        {
            break;
        }
        ASSERT_EQ(status, RasterStatus::OutOfMemory);
        EXPECT_TRUE(IsNullHandle(ticket));
    }
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
}

TEST_P(MemoryFaults, TheFacadeSurvivesEachRefusal)
{
    Start();
    InternalRecords = 2;
    ShaderHandle vertex;
    ShaderHandle fragment;
    UniformHandle uniform;
    PipelineHandle pipeline;
    const std::function<ResourceStatus()> steps[] = {
        [&] { return CreateShader(Device, GetQuadrantsVertex(), vertex); },
        [&] { return CreateShader(Device, GetQuadrantsFragment(), fragment); },
        [&] { return CreateUniform(Device, sizeof(QuadrantsBlock), uniform); },
        [&] {
            return CreatePipeline(Device, {vertex, fragment, uniform}, pipeline);
        },
    };
    const auto isMade = [](ResourceStatus status)
    { return status == ResourceStatus::Ready || status == ResourceStatus::Pending; };
    const auto isAnyPending = [&]
    {
        constexpr auto PENDING = ResourceStatus::Pending;
        return GetStatus(Device, vertex) == PENDING || GetStatus(Device, fragment) == PENDING ||
               GetStatus(Device, uniform) == PENDING || GetStatus(Device, pipeline) == PENDING;
    };
    for (const auto& step : steps)
    {
        ResourceStatus status = ResourceStatus::Failed;
        for (uint64 nth = 1; nth < 200 && !isMade(status); ++nth)
        {
            foundation::InjectHostMemoryFailure(nth);
            status = step();
            const bool isSpent = foundation::GetInjectedHostMemoryCountdown() != 0;
            foundation::InjectHostMemoryFailure(0);
            EXPECT_TRUE(isSpent ? isMade(status) : status == ResourceStatus::CapacityExceeded) << nth << ' ' << status;
        }
        EXPECT_TRUE(isMade(status)) << status;
        EXPECT_TRUE(SettleUntil([&] { return !isAnyPending(); }));
    }
    EXPECT_EQ(GetStatus(Device, pipeline), ResourceStatus::Ready);
    EXPECT_EQ(UpdateUniform(Device, uniform, BytesOf(QuadrantsBlock{{1, 0, 0, 1}, {1, 0, 0, 1}})),
              ResourceStatus::Ready);
    Begin(TARGET);
    EXPECT_EQ(DrawFullscreen(Device, pipeline), ResourceStatus::Ready);
    End();
    ExpectFrame(Picture(8, 4, {255, 0, 0}),
                "pass surface 8x4 clear 0 0 0 1\n  draw 3 vertices pipeline 0 set 0 offsets 0\nend\n");
    EXPECT_EQ(Destroy(Device, pipeline), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, vertex), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, fragment), ResourceStatus::Ready);
    EXPECT_EQ(Destroy(Device, uniform), ResourceStatus::Ready);
}

TEST_P(MemoryFaults, TheHostBudgetIsACapacity)
{
    Start({.Required = {.PortableRaster = true}, .Storage = {.HostBytes = 16U << 20U}});
    const std::vector<uint8> bytes(17U << 20U);
    const uint64 before = foundation::GetHostMemoryUsage().Bytes;
    BufferHandle buffer;
    // Indices are kept on the host.
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Index16, bytes.size()}, bytes, buffer),
                   RasterStatus::CapacityExceeded, HostBytesExhausted);
    EXPECT_TRUE(IsNullHandle(buffer));
    EXPECT_LE(foundation::GetHostMemoryUsage().Bytes, before + 65536); // a page of records
    MakeBuffer(BufferRole::Index16, std::span{bytes}.first(1024));
}

LUDUS_ON_EVERY_LANE(MemoryFaults);
LUDUS_ON_LANES_WITH(ComputeMemoryFaults, .Computes = true);
} // namespace
} // namespace ludus::graphics::rhi::tests
