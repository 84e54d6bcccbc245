// Objects: late copies, staged copies, sets that are made again, names, what is refused.
#include "harness.h"

#include <ludus/foundation/memory/host_memory.h>

#include <cstdlib>

namespace ludus::graphics::rhi::tests
{
namespace
{
using VulkanObjects = VulkanTest;

constexpr uint32 TEXELS[4] = {Rgba(1, 2, 3), Rgba(4, 5, 6), Rgba(7, 8, 9), Rgba(10, 11, 12)};
constexpr TextureLevel LEVEL{.Offset = 0, .RowPitch = 8, .Width = 2, .Height = 2, .Rows = 2};

TextureCreation AsyncTexture(const TextureDescription& description)
{
    return {description, {reinterpret_cast<const uint8*>(TEXELS), sizeof TEXELS}, {&LEVEL, 1}};
}

constexpr TextureDescription ASYNC{.Width = 2, .Height = 2, .AsyncUpload = true};
} // namespace

TEST_F(VulkanObjects, AsynchronousTextureIsDeliveredByPoll)
{
    ASSERT_EQ(Native->CreateTexture(3, 77, AsyncTexture(ASYNC)), BackendStatus::Pending);
    Alive.push_back({RecordKind::Texture, 3});
    EventLog log;
    while (log.Created.empty())
    {
        Native->Poll(log);
    }
    ASSERT_EQ(log.Created.size(), 1U);
    EXPECT_EQ(log.Created[0].Kind, RecordKind::Texture);
    EXPECT_EQ(log.Created[0].Slot, 3U);
    EXPECT_EQ(log.Created[0].Generation, 77U);
    EXPECT_EQ(log.Created[0].Result, BackendStatus::Ready);
    EXPECT_FALSE(log.IsLost);
}

TEST_F(VulkanObjects, DestroyedWhilePendingIsStillReported)
{
    ASSERT_EQ(Native->CreateTexture(3, 77, AsyncTexture(ASYNC)), BackendStatus::Pending);
    Native->Destroy(RecordKind::Texture, 3);
    EXPECT_EQ(Native->CountLiveObjects(), 0U);
    EventLog log;
    while (log.Created.empty())
    {
        Native->Poll(log);
    }
    EXPECT_EQ(log.Created[0].Generation, 77U);
}

TEST_F(VulkanObjects, DrainDropsPendingCopies)
{
    ASSERT_EQ(Native->CreateTexture(3, 77, AsyncTexture(ASYNC)), BackendStatus::Pending);
    Alive.push_back({RecordKind::Texture, 3});
    EXPECT_TRUE(Native->Drain());
    EventLog log;
    Native->Poll(log);
    EXPECT_TRUE(log.Created.empty());
}

TEST_F(VulkanObjects, StagedBuffersDrawTheSame)
{
    Stop();
    setenv("LUDUS_VULKAN_WORKAROUNDS", "all", 1);
    Start();
    unsetenv("LUDUS_VULKAN_WORKAROUNDS");
    const QuadBlock block{{0, 0, 0, 0}, {0, 1, 1, 1}};
    MakeQuadScene(false, {&block, 1});
    StreamBuilder stream;
    stream.BeginSurfacePass(2, 2);
    AddQuads(stream, 1);
    stream.EndPass();
    EXPECT_EQ(DrawAndRead(stream.View(), 2, 2).Texels, std::vector<uint32>(4, Rgba(0, 255, 255)));
}

TEST_F(VulkanObjects, SetsMadeAgainAllocateNothing)
{
    const QuadBlock block;
    MakeQuadScene(false, {&block, 1});
    const SetDescriptor descriptor{
        .Binding = 0, .HasDynamicOffset = true, .Slot = 2, .Offset = 0, .Size = sizeof(QuadBlock)};
    constexpr uint32 COUNT = 200; // several pools
    const auto makeAll = [&]
    {
        for (uint32 i = 1; i <= COUNT; ++i)
        {
            ASSERT_EQ(Native->CreateBindingSet(i, 1, {.Layout = 0, .Descriptors = {&descriptor, 1}}),
                      BackendStatus::Ready);
        }
    };
    const auto destroyAll = [&]
    {
        for (uint32 i = 1; i <= COUNT; ++i)
        {
            Native->Destroy(RecordKind::BindingSet, i);
        }
    };
    makeAll();
    destroyAll();
    const uint64 requests = foundation::GetHostMemoryUsage().Requests;
    makeAll();
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, requests);
    destroyAll();
}

TEST_F(VulkanObjects, LayoutsReturnTheirSetsToSharedPools)
{
    const RasterBinding binding{.Binding = 0, .Kind = RasterBindingKind::Sampler};
    MakeSampler(0);
    const SetDescriptor descriptor{.Binding = 0, .Kind = RasterBindingKind::Sampler, .Slot = 0};
    for (uint32 round = 0; round < 3; ++round)
    {
        MakeLayout(0, {&binding, 1});
        MakeLayout(1, {&binding, 1});
        for (uint32 i = 0; i < 100; ++i)
        {
            MakeSet(i, i % 2, {&descriptor, 1});
        }
        for (uint32 i = 0; i < 100; ++i)
        {
            Destroy(RecordKind::BindingSet, i);
        }
        Destroy(RecordKind::BindingLayout, round % 2);
        Destroy(RecordKind::BindingLayout, 1 - round % 2);
    }
}

TEST_F(VulkanObjects, NamesReachEveryKind)
{
    MakeTexture(0, 2, 2, TEXELS);
    MakeView(0, 0);
    MakeSampler(0);
    const QuadBlock block;
    MakeQuadScene(true, {&block, 1});
    for (const Made& made : Alive)
    {
        Native->SetLabel(made.Kind, made.Slot, "named");
    }
}

TEST_F(VulkanObjects, RefusedHostMemoryLeavesNothingBehind)
{
    const QuadBlock block;
    MakeQuadScene(false, {&block, 1});
    const uint8 bytes[16]{};
    const uint32 alive = Native->CountLiveObjects();
    // A slot far away needs a new page.
    foundation::InjectHostMemoryFailure(1, true);
    EXPECT_EQ(Native->CreateBuffer(5000, 1, {.Size = 16, .Bytes = bytes}), BackendStatus::OutOfMemory);
    EXPECT_EQ(Native->CreateSampler(5000, 1, {}), BackendStatus::OutOfMemory);
    EXPECT_EQ(Native->CreateTexture(5000, 1, AsyncTexture(ASYNC)), BackendStatus::OutOfMemory);
    foundation::InjectHostMemoryFailure(0);
    EXPECT_EQ(Native->CountLiveObjects(), alive);
}

TEST_F(VulkanObjects, BuffersBeyondTheHeapAreRefused)
{
    // Nothing is read from the bytes, because nothing can be made.
    const uint8 byte = 0;
    constexpr usize SIZE = usize{1} << 46;
    const std::span<const uint8> bytes{&byte, SIZE};
    EXPECT_EQ(Native->CreateBuffer(0, 1, {.Size = SIZE, .Bytes = bytes}), BackendStatus::OutOfMemory);
}
} // namespace ludus::graphics::rhi::tests
