// Frames: several in flight, extents that change, frames given up, pictures of earlier targets.
#include "harness.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
using VulkanFrames = VulkanTest;

std::vector<uint8> ClearStream(uint32 width, uint32 height, float32 red)
{
    StreamBuilder stream;
    stream.BeginSurfacePass(width, height, red).EndPass();
    return {stream.View().begin(), stream.View().end()};
}
} // namespace

TEST_F(VulkanFrames, TwoInFlightKeepTheirOwnPictures)
{
    Draw(ClearStream(4, 4, 1.0F), 4, 4);
    const uint64 first = RequestPicture(0, 4, 4);
    Draw(ClearStream(4, 4, 0.25F), 4, 4);
    const uint64 second = RequestPicture(1, 4, 4);
    EXPECT_EQ(ReadPicture(1, second, 4, 4).At(3, 3), Rgba(64, 0, 0));
    EXPECT_EQ(ReadPicture(0, first, 4, 4).At(3, 3), Rgba(255, 0, 0));
}

TEST_F(VulkanFrames, OrdinalsCompleteInOrder)
{
    uint64 completed = 0;
    for (uint32 i = 0; i < 40; ++i)
    {
        Draw(ClearStream(16, 16, 0), 16, 16);
        const uint64 now = Native->PollCompleted();
        EXPECT_GE(now, completed);
        EXPECT_LE(now, Ordinal);
        completed = now;
    }
    EXPECT_TRUE(Native->WaitCompleted(Ordinal, 30'000'000'000));
    EXPECT_EQ(Native->PollCompleted(), 40U);
    EXPECT_FALSE(Native->WaitCompleted(41, 0)); // was never submitted
}

TEST_F(VulkanFrames, ZeroExtentSkipsAndComesBack)
{
    AcquiredFrame frame;
    EXPECT_EQ(Acquire(8, 0, frame), AcquireStatus::Skipped);
    EXPECT_EQ(DrawAndRead(ClearStream(8, 8, 1), 8, 8).At(7, 7), Rgba(255, 0, 0));
    EXPECT_EQ(Acquire(0, 8, frame), AcquireStatus::Skipped);
    EXPECT_EQ(DrawAndRead(ClearStream(8, 8, 0.25F), 8, 8).At(7, 7), Rgba(64, 0, 0));
}

TEST_F(VulkanFrames, ExtentsMayChangeEveryFrame)
{
    for (uint32 i = 1; i <= 12; ++i)
    {
        const uint32 width = 1 + i * 37 % 64;
        const uint32 height = 1 + i * 23 % 64;
        const Picture picture = DrawAndRead(ClearStream(width, height, 1), width, height);
        EXPECT_EQ(picture.At(0, 0), Rgba(255, 0, 0));
        EXPECT_EQ(picture.At(width - 1, height - 1), Rgba(255, 0, 0));
    }
}

TEST_F(VulkanFrames, PictureOfTheOldExtentLastsUntilTheNextFrame)
{
    Draw(ClearStream(4, 4, 1), 4, 4);
    AcquiredFrame frame;
    ASSERT_EQ(Acquire(8, 8, frame), AcquireStatus::Ready); // makes the images of the new extent
    Native->AbandonFrame();
    EXPECT_EQ(ReadPicture(0, RequestPicture(0, 4, 4), 4, 4).At(3, 3), Rgba(255, 0, 0));
    ASSERT_EQ(Acquire(2, 2, frame), AcquireStatus::Ready);
    Native->AbandonFrame();
    EXPECT_EQ(ReadPicture(0, RequestPicture(0, 4, 4), 4, 4).At(0, 0), Rgba(255, 0, 0));
    EXPECT_EQ(DrawAndRead(ClearStream(2, 2, 0.25F), 2, 2).At(1, 1), Rgba(64, 0, 0));
}

TEST_F(VulkanFrames, LabelsAndScopesAreAccepted)
{
    const char name[8] = "scope";
    ScopeCommand scope;
    scope.NameBytes = 5;
    StreamBuilder stream;
    stream.Add(CommandKind::BeginScope, scope, {reinterpret_cast<const uint8*>(name), sizeof name})
        .BeginSurfacePass(2, 2, 1)
        .EndPass()
        .Add(CommandKind::EndScope);
    EXPECT_EQ(DrawAndRead(stream.View(), 2, 2).At(0, 0), Rgba(255, 0, 0));
}
} // namespace ludus::graphics::rhi::tests
