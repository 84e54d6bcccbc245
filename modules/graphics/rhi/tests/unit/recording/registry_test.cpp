// The registry: what keeps a record, when it goes, what is charged and given back, and identities that run out.
#include "stage.h"

#include <ludus/graphics/rhi/frame_readback.h>
#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using Status = RasterStatus;
using internal::BackendStatus;
using internal::InspectSession;

class RegistryTest : public DrawStage
{
protected:
    void SetUp() override
    {
        DrawStage::SetUp();
        internal::GetReferenceControl().Report.FramesInFlight = 4;
        FirstIdentity = internal::GetNextIdentity();
    }

    void TearDown() override
    {
        // Identities go on behind every one that any case has used.
        DrawStage::TearDown();
        internal::SetNextIdentity(std::max(FirstIdentity, Highest) + 1'000'000);
    }

    void StartWith(const StorageLimits& storage)
    {
        Start({.Required = {.FullscreenRaster = true, .PortableRaster = true}, .Storage = storage});
    }

    static void HoldCompletion() { internal::GetReferenceControl().HoldsCompletion = true; }

    static void Hold(RecordKind kind, bool holds = true)
    {
        internal::GetReferenceControl().HoldsCreation[static_cast<usize>(kind)] = holds;
    }

    void Poll()
    {
        DeviceInfo info;
        EXPECT_EQ(GetDeviceInfo(Device, info), DeviceStatus::Ready);
    }

    void Complete(uint64 ordinal)
    {
        internal::CompleteReferenceWork(ordinal);
        Poll();
    }

    static uint32 CountRecords() { return InspectSession().LiveRecords; }

    TextureHandle CreatePlainTexture(uint32 edge = 4)
    {
        const std::vector<uint8> texels(usize{edge} * edge * 4);
        TextureHandle texture;
        EXPECT_EQ(CreateTexture(Device, {.Width = edge, .Height = edge}, {texels, usize{edge} * 4}, texture),
                  Status::Ready);
        return texture;
    }

    // Records that are alive, by kind.
    static uint32 CountKind(RecordKind kind)
    {
        internal::Registry& records = internal::GetSession().Records;
        switch (kind)
        {
        case RecordKind::Buffer:
            return records.Table<RecordKind::Buffer>().GetOccupiedCount();
        case RecordKind::Texture:
            return records.Table<RecordKind::Texture>().GetOccupiedCount();
        case RecordKind::TextureView:
            return records.Table<RecordKind::TextureView>().GetOccupiedCount();
        case RecordKind::Sampler:
            return records.Table<RecordKind::Sampler>().GetOccupiedCount();
        case RecordKind::Shader:
            return records.Table<RecordKind::Shader>().GetOccupiedCount();
        case RecordKind::BindingLayout:
            return records.Table<RecordKind::BindingLayout>().GetOccupiedCount();
        case RecordKind::BindingSet:
            return records.Table<RecordKind::BindingSet>().GetOccupiedCount();
        default:
            return records.Table<RecordKind::RasterPipeline>().GetOccupiedCount();
        }
    }

    uint64 FirstIdentity{0};
    uint64 Highest{0}; // that a case wanted to stay behind
};

// Frames that use one buffer each: the buffers go one by one, as their frames complete, whatever was destroyed first.
TEST_P(RegistryTest, RecordsRetireByCompletion)
{
    StartSmall();
    MakeStage();
    HoldCompletion();
    BufferHandle buffers[4];
    for (BufferHandle& buffer : buffers)
    {
        buffer = MakeIndices(std::vector<uint16>(6));
        Open();
        EXPECT_EQ(DrawIndexed(Device, {NoStreams, UniformSet, {}, buffer, 0, 3, 1}), Status::Ready);
        End();
    }
    const uint32 before = CountRecords();
    for (const int i : {2, 0, 3, 1})
    {
        EXPECT_EQ(Destroy(Device, buffers[i]), Status::Ready);
        EXPECT_EQ(RasterAccess::Generation(buffers[i]), 0U);
    }
    EXPECT_EQ(CountRecords(), before);
    Complete(1);
    EXPECT_EQ(CountRecords(), before - 1);
    Complete(3);
    EXPECT_EQ(CountRecords(), before - 3);
    Complete(4);
    EXPECT_EQ(CountRecords(), before - 4);
}

// Parts live on without a name of their own until what was made from them has gone, and that until its frame is done.
TEST_P(RegistryTest, PartsOutliveTheirNames)
{
    StartSmall();
    HoldCompletion();
    TextureHandle texture = CreatePlainTexture();
    TextureViewHandle view;
    ASSERT_EQ(CreateTextureView(Device, texture, view), Status::Ready);
    SamplerHandle sampler;
    ASSERT_EQ(CreateSampler(Device, {}, sampler), Status::Ready);
    const uint8 bytes[256]{};
    BufferHandle uniforms;
    ASSERT_EQ(CreateBuffer(Device, {BufferRole::Uniform, 256}, bytes, uniforms), Status::Ready);
    const RasterBinding bindings[] = {
        UniformBinding(0, true),
        {.Binding = 1, .Kind = RasterBindingKind::Texture2D, .Visibility = RasterVisibility::Fragment},
        {.Binding = 2, .Kind = RasterBindingKind::Sampler, .Visibility = RasterVisibility::Fragment}};
    BindingLayoutHandle layout;
    ASSERT_EQ(CreateBindingLayout(Device, bindings, layout), Status::Ready);
    const RasterBindingResource resources[] = {
        {0, uniforms, 0, 64}, {.Binding = 1, .Texture = view}, {.Binding = 2, .Sampler = sampler}};
    BindingSetHandle set;
    ASSERT_EQ(CreateBindingSet(Device, layout, resources, set), Status::Ready);
    MakeStages();
    RasterPipelineHandle pipeline;
    ASSERT_EQ(CreateRasterPipeline(Device, DescribePipeline(layout, {}), pipeline), Status::Ready);
    const BufferHandle indices = MakeIndices(std::vector<uint16>(3));
    Know(set, {0});

    // Parts first: all of them are still needed, and the set and the pipeline are as good as before.
    EXPECT_EQ(Destroy(Device, texture), Status::Ready);
    EXPECT_EQ(Destroy(Device, view), Status::Ready);
    EXPECT_EQ(Destroy(Device, sampler), Status::Ready);
    EXPECT_EQ(Destroy(Device, uniforms), Status::Ready);
    EXPECT_EQ(Destroy(Device, layout), Status::Ready);
    EXPECT_EQ(Destroy(Device, VertexStage), Status::Ready);
    EXPECT_EQ(Destroy(Device, FragmentStage), Status::Ready);
    EXPECT_EQ(CountRecords(), 10U);
    const RasterDraw packet{pipeline, set, {}, indices, 0, 3, 1};
    Open();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    End();
    ExpectDraws(GetDraws(), {Expect(packet)});
    EXPECT_EQ(Destroy(Device, set), Status::Ready);
    EXPECT_EQ(Destroy(Device, pipeline), Status::Ready);
    EXPECT_EQ(CountRecords(), 10U);
    Complete(1);
    EXPECT_EQ(CountRecords(), 1U);
    EXPECT_EQ(CountKind(RecordKind::Buffer), 1U);
    EXPECT_EQ(InspectSession().BindingDescriptors, 0U);
    EXPECT_EQ(InspectSession().ResourceBytes, 6U);
}

// A part that is shared goes with the last record made from it, and not before the last frame of any of them.
TEST_P(RegistryTest, ASharedPartGoesWithItsLastUser)
{
    StartSmall();
    MakeStage();
    HoldCompletion();
    BufferHandle uniforms = MakeUniforms(512);
    const RasterBindingResource resource{0, uniforms, 0, BOUND};
    BindingSetHandle first = MakeKnownSet(OneDynamic, {&resource, 1}, {0});
    BindingSetHandle second = MakeKnownSet(OneDynamic, {&resource, 1}, {0});
    EXPECT_EQ(Destroy(Device, uniforms), Status::Ready);
    const uint32 buffers = CountKind(RecordKind::Buffer);
    for (const BindingSetHandle set : {first, second, first})
    {
        Open();
        EXPECT_EQ(DrawIndexed(Device, {NoStreams, set, {}, Index16, 0, 3, 50}), Status::Ready);
        End();
    }
    EXPECT_EQ(Destroy(Device, first), Status::Ready);  // frame 3
    EXPECT_EQ(Destroy(Device, second), Status::Ready); // frame 2
    Complete(2);
    EXPECT_EQ(CountKind(RecordKind::Buffer), buffers);
    Complete(3);
    EXPECT_EQ(CountKind(RecordKind::Buffer), buffers - 1);
}

TEST_P(RegistryTest, SlotsComeBackUnderOtherGenerations)
{
    StartSmall();
    std::vector<uint64> generations;
    uint32 slot = internal::NO_SLOT;
    for (int i = 0; i < 20; ++i)
    {
        SamplerHandle sampler;
        ASSERT_EQ(CreateSampler(Device, {}, sampler), Status::Ready);
        SamplerHandle copy = sampler;
        EXPECT_TRUE(slot == internal::NO_SLOT || slot == SlotOf(sampler));
        slot = SlotOf(sampler);
        EXPECT_TRUE(std::find(generations.begin(), generations.end(), RasterAccess::Generation(sampler)) ==
                    generations.end());
        generations.push_back(RasterAccess::Generation(sampler));
        EXPECT_EQ(Destroy(Device, sampler), Status::Ready);
        EXPECT_REFUSAL(GetStatus(Device, copy), Status::InvalidHandle, StaleHandle);
        EXPECT_REFUSAL(Destroy(Device, copy), Status::InvalidHandle, StaleHandle);
        EXPECT_EQ(RasterAccess::Generation(copy), generations.back());
    }
}

// The records of a kind are counted with those that only wait for their frame, and not with the library's own.
TEST_P(RegistryTest, ResourcesPerKind)
{
    StartWith({.ResourcesPerKind = 2, .FrameUniformBytes = 4096});
    HoldCompletion();
    (void)GetRing();
    std::vector<uint16> triangle(3);
    const std::span<const uint8> bytes = AsBytes(triangle);
    BufferHandle first;
    BufferHandle second;
    BufferHandle third;
    const BufferDescription description{BufferRole::Index16, bytes.size()};
    ASSERT_EQ(CreateBuffer(Device, description, bytes, first), Status::Ready);
    ASSERT_EQ(CreateBuffer(Device, description, bytes, second), Status::Ready);
    EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, third), Status::CapacityExceeded, RecordsExhausted);
    EXPECT_EQ(RasterAccess::Generation(third), 0U);

    // Every way in which a creation ends gives its record back.
    EXPECT_EQ(Destroy(Device, second), Status::Ready);
    internal::FailReferenceCall(ReferenceCall::CreateBuffer, {.Status = BackendStatus::OutOfMemory});
    EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, second), Status::OutOfMemory, DeviceMemoryRefused);
    internal::FailReferenceCall(ReferenceCall::CreateBuffer, {.Status = BackendStatus::Refused});
    EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, second), Status::Failed, BackendRefused);
    for (uint64 nth = 1; nth <= 2; ++nth) // the copy of the indices, and their maxima
    {
        foundation::InjectHostMemoryFailure(nth);
        EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, second), Status::OutOfMemory, HostMemoryRefused);
        foundation::InjectHostMemoryFailure(0);
    }
    Hold(RecordKind::Buffer);
    ASSERT_EQ(CreateBuffer(Device, description, bytes, second), Status::Pending);
    EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, third), Status::CapacityExceeded, RecordsExhausted);
    internal::FinishReferenceCreations(RecordKind::Buffer, BackendStatus::Refused);
    EXPECT_EQ(GetStatus(Device, second), Status::Failed);
    EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, third), Status::CapacityExceeded, RecordsExhausted);
    EXPECT_EQ(Destroy(Device, second), Status::Ready);
    // Destroyed while pending: the record stays until the backend has answered.
    ASSERT_EQ(CreateBuffer(Device, description, bytes, second), Status::Pending);
    EXPECT_EQ(Destroy(Device, second), Status::Ready);
    EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, third), Status::CapacityExceeded, RecordsExhausted);
    internal::FinishReferenceCreations(RecordKind::Buffer);
    Poll();
    Hold(RecordKind::Buffer, false);
    ASSERT_EQ(CreateBuffer(Device, description, bytes, third), Status::Ready);
    EXPECT_EQ(Destroy(Device, third), Status::Ready);
    EXPECT_EQ(Destroy(Device, first), Status::Ready);
    EXPECT_EQ(CountKind(RecordKind::Buffer), 1U); // the ring
}

TEST_P(RegistryTest, ResourceBytes)
{
    StartWith({.ResourceBytes = 1000});
    HoldCompletion();
    const std::vector<uint8> bytes(600);
    const auto charged = [] { return InspectSession().ResourceBytes; };
    BufferHandle buffer;
    TextureHandle texture;
    const std::vector<uint8> texels(1024);
    const TextureDescription picture{.Width = 10, .Height = 10};
    ASSERT_EQ(CreateBuffer(Device, {BufferRole::Vertex, 600}, bytes, buffer), Status::Ready);
    EXPECT_EQ(charged(), 600U);
    EXPECT_REFUSAL(CreateTexture(Device, {.Width = 11, .Height = 10}, {{texels.data(), 440}, 44}, texture),
                   Status::CapacityExceeded, ResourceBytesExhausted);
    ASSERT_EQ(CreateTexture(Device, picture, {{texels.data(), 400}, 40}, texture), Status::Ready);
    EXPECT_EQ(charged(), 1000U);
    BufferHandle more;
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, {bytes.data(), 4}, more), Status::CapacityExceeded,
                   ResourceBytesExhausted);
    EXPECT_EQ(Destroy(Device, texture), Status::Ready);
    EXPECT_EQ(charged(), 600U);

    // Refused by the backend, at once or later.
    internal::FailReferenceCall(ReferenceCall::CreateTexture, {.Status = BackendStatus::OutOfMemory});
    EXPECT_REFUSAL(CreateTexture(Device, picture, {{texels.data(), 400}, 40}, texture), Status::OutOfMemory,
                   DeviceMemoryRefused);
    EXPECT_EQ(charged(), 600U);
    Hold(RecordKind::Texture);
    ASSERT_EQ(CreateTexture(Device, picture, {{texels.data(), 400}, 40}, texture), Status::Pending);
    EXPECT_EQ(charged(), 1000U);
    internal::FinishReferenceCreations(RecordKind::Texture, BackendStatus::OutOfMemory);
    EXPECT_EQ(GetStatus(Device, texture), Status::Failed);
    EXPECT_EQ(charged(), 1000U); // a failed record is the caller's until it is destroyed
    EXPECT_EQ(Destroy(Device, texture), Status::Ready);
    EXPECT_EQ(charged(), 600U);
    // Destroyed while pending.
    ASSERT_EQ(CreateTexture(Device, picture, {{texels.data(), 400}, 40}, texture), Status::Pending);
    EXPECT_EQ(Destroy(Device, texture), Status::Ready);
    EXPECT_EQ(charged(), 1000U);
    internal::FinishReferenceCreations(RecordKind::Texture);
    Poll();
    EXPECT_EQ(charged(), 600U);
    // The ring does not fit beside it, and charges nothing for having tried.
    BufferHandle ring;
    EXPECT_REFUSAL(GetFrameUniformBuffer(Device, ring), Status::CapacityExceeded, ResourceBytesExhausted);
    EXPECT_EQ(charged(), 600U);
    EXPECT_EQ(Destroy(Device, buffer), Status::Ready);
    EXPECT_EQ(charged(), 0U);
}

TEST_P(RegistryTest, BindingDescriptors)
{
    StartWith({.BindingDescriptors = 4});
    HoldCompletion();
    BufferHandle uniforms = MakeUniforms(256);
    const RasterBinding bindings[] = {UniformBinding(0, true), UniformBinding(1, false)};
    const BindingLayoutHandle layout = MakeLayout(bindings);
    const RasterBindingResource resources[] = {{0, uniforms, 0, 64}, {1, uniforms, 0, 64}};
    const auto charged = [] { return InspectSession().BindingDescriptors; };
    BindingSetHandle sets[3];
    ASSERT_EQ(CreateBindingSet(Device, layout, resources, sets[0]), Status::Ready);
    Know(sets[0], {0});
    ASSERT_EQ(CreateBindingSet(Device, layout, resources, sets[1]), Status::Ready);
    EXPECT_EQ(charged(), 4U);
    EXPECT_REFUSAL(CreateBindingSet(Device, layout, resources, sets[2]), Status::CapacityExceeded,
                   DescriptorsExhausted);
    EXPECT_EQ(Destroy(Device, sets[1]), Status::Ready);
    EXPECT_EQ(charged(), 2U);
    internal::FailReferenceCall(ReferenceCall::CreateBindingSet, {.Status = BackendStatus::Refused});
    EXPECT_REFUSAL(CreateBindingSet(Device, layout, resources, sets[1]), Status::Failed, BackendRefused);
    EXPECT_EQ(charged(), 2U);
    Hold(RecordKind::BindingSet);
    ASSERT_EQ(CreateBindingSet(Device, layout, resources, sets[1]), Status::Pending);
    EXPECT_EQ(charged(), 4U);
    internal::FinishReferenceCreations(RecordKind::BindingSet, BackendStatus::Refused);
    EXPECT_EQ(GetStatus(Device, sets[1]), Status::Failed);
    EXPECT_EQ(charged(), 4U);
    EXPECT_EQ(Destroy(Device, sets[1]), Status::Ready);
    EXPECT_EQ(charged(), 2U);
    Hold(RecordKind::BindingSet, false);

    // A set that was published over is charged until its frame has completed.
    MakeStages();
    const RasterPipelineHandle pipeline = MakeStreamsPipeline(layout, {});
    const BufferHandle indices = MakeIndices(std::vector<uint16>(3));
    ASSERT_EQ(CreateBindingSet(Device, layout, resources, sets[1]), Status::Ready);
    Open();
    EXPECT_EQ(DrawIndexed(Device, {pipeline, sets[0], {}, indices, 0, 3, 1}), Status::Ready);
    EXPECT_EQ(PublishBindingSetUpdate(Device, sets[0], sets[1]), Status::Ready);
    EXPECT_EQ(RasterAccess::Generation(sets[1]), 0U);
    End();
    EXPECT_EQ(charged(), 4U);
    Complete(1);
    EXPECT_EQ(charged(), 2U);
    EXPECT_EQ(Destroy(Device, sets[0]), Status::Ready);
    EXPECT_EQ(charged(), 0U);
}

// When the numbers run out nothing more is made, nothing is charged, and what exists goes on.
TEST_P(RegistryTest, IdentitiesRunOut)
{
    constexpr uint64 LAST = ~uint64{0} - 1;
    StartSmall();
    MakeStage();
    const uint32 records = CountRecords();
    const uint64 bytes = InspectSession().ResourceBytes;
    Highest = internal::GetNextIdentity();
    internal::SetNextIdentity(LAST - 1);
    SamplerHandle last;
    ASSERT_EQ(CreateSampler(Device, {}, last), Status::Ready);
    EXPECT_EQ(RasterAccess::Generation(last), LAST - 1);
    const uint8 data[64]{};
    BufferHandle buffer;
    TextureHandle texture;
    SamplerHandle sampler;
    BindingLayoutHandle layout;
    BindingSetHandle set;
    RasterPipelineHandle pipeline;
    const RasterBinding binding = UniformBinding(0, true);
    const RasterBindingResource resource{0, Uniforms, 0, BOUND};
    for (int round = 0; round < 2; ++round)
    {
        EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 64}, data, buffer), Status::IdentityExhausted,
                       IdentitiesExhausted);
        EXPECT_REFUSAL(CreateTexture(Device, {.Width = 4, .Height = 4}, {data, 16}, texture), Status::IdentityExhausted,
                       IdentitiesExhausted);
        EXPECT_REFUSAL(CreateSampler(Device, {}, sampler), Status::IdentityExhausted, IdentitiesExhausted);
        EXPECT_REFUSAL(CreateBindingLayout(Device, {&binding, 1}, layout), Status::IdentityExhausted,
                       IdentitiesExhausted);
        EXPECT_REFUSAL(CreateBindingSet(Device, OneDynamic, {&resource, 1}, set), Status::IdentityExhausted,
                       IdentitiesExhausted);
        EXPECT_REFUSAL(CreateRasterPipeline(Device, DescribePipeline(OneDynamic, {}), pipeline),
                       Status::IdentityExhausted, IdentitiesExhausted);
    }
    const RasterDraw packet = GetGood();
    Open();
    EXPECT_EQ(DrawIndexed(Device, packet), Status::Ready);
    End();
    FrameReadback readback;
    EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, readback), Status::IdentityExhausted, IdentitiesExhausted);
    EXPECT_EQ(Destroy(Device, last), Status::Ready);
    EXPECT_EQ(CountRecords(), records);
    EXPECT_EQ(InspectSession().ResourceBytes, bytes);
    ReleaseOwned();
    Stop();

    // No owner either, for the explicit device and for the facade.
    DeviceDescription description{.Selection = BackendSelection::Reference};
    EXPECT_REFUSAL(CreateDevice({}, {}, description, Device, Surface), DeviceStatus::IdentityExhausted,
                   IdentitiesExhausted);
    EXPECT_FALSE(InspectSession().HasSession);
    EXPECT_EQ(rhi::Start({}, {}, BackendSelection::Reference), StartStatus::Failed);
    EXPECT_EQ(GetStartup().Error, StartupError::GenerationExhausted);
    Shutdown();
    EXPECT_FALSE(InspectSession().HasSession);
}

// Ten thousand rounds of everything: no record, charge, block of host memory or backend object is left over.
TEST_P(RegistryTest, NothingGrows)
{
    StartSmall();
    MakeStage();
    const uint8 data[256]{};
    const auto round = [&](bool isDrawn)
    {
        BufferHandle uniforms;
        ASSERT_EQ(CreateBuffer(Device, {BufferRole::Uniform, 256}, data, uniforms), Status::Ready);
        BufferHandle indices;
        ASSERT_EQ(CreateBuffer(Device, {BufferRole::Index16, 6}, {data, 6}, indices), Status::Ready);
        const RasterBindingResource resource{0, uniforms, 0, BOUND};
        BindingSetHandle set;
        ASSERT_EQ(CreateBindingSet(Device, OneDynamic, {&resource, 1}, set), Status::Ready);
        TextureHandle texture;
        ASSERT_EQ(CreateTexture(Device, {.Width = 8, .Height = 8}, {data, 32}, texture), Status::Ready);
        TextureViewHandle view;
        ASSERT_EQ(CreateTextureView(Device, texture, view), Status::Ready);
        RasterPipelineHandle pipeline;
        ASSERT_EQ(CreateRasterPipeline(Device, DescribePipeline(OneDynamic, {}), pipeline), Status::Ready);
        ASSERT_EQ(Destroy(Device, texture), Status::Ready);
        if (isDrawn)
        {
            Open();
            ASSERT_EQ(DrawIndexed(Device, {pipeline, set, {}, indices, 0, 3, 1}), Status::Ready);
            End();
            Submissions.clear();
        }
        ASSERT_EQ(Destroy(Device, uniforms), Status::Ready);
        ASSERT_EQ(Destroy(Device, set), Status::Ready);
        ASSERT_EQ(Destroy(Device, indices), Status::Ready);
        ASSERT_EQ(Destroy(Device, pipeline), Status::Ready);
        ASSERT_EQ(Destroy(Device, view), Status::Ready);
    };
    for (int i = 0; i < 16; ++i) // takes every slot and capacity that the rounds below need
    {
        round(i % 8 == 0);
    }
    Poll();
    const internal::SessionInspection before = InspectSession();
    const foundation::HostMemoryUsage memory = foundation::GetHostMemoryUsage();
    for (int i = 0; i < 10'000 && !HasFailure(); ++i)
    {
        round(i % 8 == 0);
    }
    Poll();
    const internal::SessionInspection after = InspectSession();
    EXPECT_EQ(after.LiveRecords, before.LiveRecords);
    EXPECT_EQ(after.LiveBackendObjects, before.LiveBackendObjects);
    EXPECT_EQ(after.CommittedBlocks, before.CommittedBlocks);
    EXPECT_EQ(after.ResourceBytes, before.ResourceBytes);
    EXPECT_EQ(after.BindingDescriptors, before.BindingDescriptors);
    EXPECT_EQ(foundation::GetHostMemoryUsage().LiveAllocations, memory.LiveAllocations);
    EXPECT_EQ(foundation::GetHostMemoryUsage().Bytes, memory.Bytes);
}

// More records than a page has: all are distinct, and their slots are all taken again, in any order.
TEST_P(RegistryTest, ManyRecordsOfOneKind)
{
    StartWith({.ResourcesPerKind = 1000});
    std::vector<SamplerHandle> samplers(1000);
    for (int round = 0; round < 3; ++round)
    {
        std::vector<uint32> slots;
        for (SamplerHandle& sampler : samplers)
        {
            ASSERT_EQ(CreateSampler(Device, {}, sampler), Status::Ready);
            slots.push_back(SlotOf(sampler));
        }
        std::sort(slots.begin(), slots.end());
        for (uint32 i = 0; i < slots.size(); ++i)
        {
            ASSERT_EQ(slots[i], i);
        }
        SamplerHandle more;
        EXPECT_REFUSAL(CreateSampler(Device, {}, more), Status::CapacityExceeded, RecordsExhausted);
        for (usize i = 0; i < samplers.size(); ++i)
        {
            ASSERT_EQ(Destroy(Device, samplers[i * 7 % samplers.size()]), Status::Ready);
        }
        EXPECT_EQ(CountRecords(), 0U);
    }
}

LUDUS_ON_STEERED_LANES(RegistryTest);
} // namespace
} // namespace ludus::graphics::rhi::tests
