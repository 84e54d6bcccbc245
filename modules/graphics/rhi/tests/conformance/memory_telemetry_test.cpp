// Memory telemetry: what it counts, until when, and what is retiring.
#include "../support/measurement_scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::GetReferenceControl;

TEST_P(Measurement, BuffersAndTexturesAreCountedUntilTheyAreReleased)
{
    Start();
    EXPECT_TRUE(GetTelemetry().LogicalBytes == 0 && GetTelemetry().ApiBytes == 0);
    const std::vector<uint8> bytes(1000);
    BufferHandle buffer = MakeBuffer(BufferRole::Vertex, bytes);
    TextureHandle texture = MakeTexture({.Width = 16, .Height = 8, .Attachment = true}, {});
    TextureViewHandle view = MakeView(texture);
    const uint64 image = 16 * 8 * 4 * 2; // colour and private depth
    const AllocationTelemetry full = GetTelemetry();
    EXPECT_EQ(full.LogicalBytes, 1000 + image);
    EXPECT_EQ(full.RetiringBytes, 0U);
    EXPECT_EQ(full.ApiBytesAvailable, GetParam().Has.TellsApiBytes);
    if (GetParam().Has.TellsApiBytes)
    {
        EXPECT_GE(full.ApiBytes, 1000U + 16 * 8 * 4);
    }
    else
    {
        EXPECT_EQ(full.ApiBytes, 0U);
    }
    EXPECT_EQ(full.PeakApiBytes, full.ApiBytes);
    EXPECT_FALSE(full.ResidencyAvailable);
    EXPECT_EQ(Destroy(Device, texture), READY); // the view keeps it
    const AllocationTelemetry detached = GetTelemetry();
    EXPECT_EQ(detached.LogicalBytes, full.LogicalBytes);
    EXPECT_EQ(detached.RetiringBytes, image);
    EXPECT_EQ(detached.ApiBytes, full.ApiBytes);
    EXPECT_EQ(Destroy(Device, view), READY);
    EXPECT_EQ(Destroy(Device, buffer), READY);
    const AllocationTelemetry empty = GetTelemetry();
    EXPECT_EQ(empty.LogicalBytes, 0U);
    EXPECT_EQ(empty.RetiringBytes, 0U);
    EXPECT_EQ(empty.ApiBytes, 0U);
    EXPECT_EQ(empty.PeakApiBytes, full.ApiBytes); // as queries have seen it
}

TEST_P(Measurement, ViewsAndSetsAddNoBytes)
{
    Start();
    MakeQuads();
    const uint8 texels[] = {255, 0, 255, 255};
    const TextureHandle texture = MakeTexels(1, 1, texels);
    const AllocationTelemetry before = GetTelemetry();
    const TextureViewHandle view = MakeView(texture);
    static_cast<void>(MakeQuadsSet(view, MakeSampler()));
    static_cast<void>(MakeQuadsSet(MakeView(texture), MakeSampler()));
    const AllocationTelemetry after = GetTelemetry();
    EXPECT_EQ(after.LogicalBytes, before.LogicalBytes);
    EXPECT_EQ(after.ApiBytes, before.ApiBytes);
}

TEST_P(Measurement, WhatTheLibraryMakesForItselfIsNotAResource)
{
    Start();
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), READY);
    InternalRecords = 1;
    EXPECT_EQ(GetTelemetry().LogicalBytes, 0U);
    EXPECT_EQ(GetTelemetry().ApiBytes, 0U);
}

TEST_P(Measurement, ATextureThatAGraphBorrowsCountsAndWaitsInItsPool)
{
    Start({.Required = {.PortableRaster = true, .OrderedRasterGraph = true}});
    OrderedGraph graph;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    GraphVersion version;
    TextureHandle texture;
    const TextureDescription description{.Width = 16, .Height = 8, .Attachment = true};
    ASSERT_EQ(Await(CreateGraphTexture(Device, graph, description, version, texture), texture), READY);
    InternalRecords = 1;
    EXPECT_EQ(GetTelemetry().LogicalBytes, 16U * 8 * 4 * 2);
    EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
    EXPECT_EQ(GetTelemetry().LogicalBytes, 16U * 8 * 4 * 2);
    EXPECT_EQ(GetTelemetry().RetiringBytes, 0U);
}

TEST_P(Measurement, AllocatorBlocksStandApartFromSpans)
{
    Start();
    const std::vector<uint8> bytes(1000);
    static_cast<void>(MakeBuffer(BufferRole::Vertex, bytes));
    const AllocationTelemetry telemetry = GetTelemetry();
    EXPECT_EQ(telemetry.AllocatorBlocksAvailable, GetParam().Has.TellsArenas);
    if (telemetry.AllocatorBlocksAvailable)
    {
        EXPECT_GE(telemetry.AllocatorBlockBytes, telemetry.ApiBytes);
        EXPECT_GE(telemetry.PeakAllocatorBlockBytes, telemetry.AllocatorBlockBytes);
    }
    else
    {
        EXPECT_EQ(telemetry.AllocatorBlockBytes, 0U);
        EXPECT_EQ(telemetry.PeakAllocatorBlockBytes, 0U);
    }
}

TEST_P(Measurement, DescriptorsAreCountedBySet)
{
    Start();
    EXPECT_EQ(GetTelemetry().BindingDescriptors, 0U);
    MakePlain();
    AllocationTelemetry telemetry = GetTelemetry();
    EXPECT_EQ(telemetry.BindingDescriptors, 1U);
    EXPECT_EQ(telemetry.RetiringBindingDescriptors, 0U);
    if (GetParam().Has.TellsArenas)
    {
        EXPECT_GE(telemetry.DescriptorArenaPools, 1U);
        EXPECT_GE(telemetry.ReservedArenaDescriptors, telemetry.BindingDescriptors);
    }
    else
    {
        EXPECT_EQ(telemetry.DescriptorArenaPools, 0U);
        EXPECT_EQ(telemetry.ReservedArenaDescriptors, 0U);
    }
}

TEST_P(Measurement, TelemetryWaitsForNothing)
{
    Start();
    MakePlain();
    DrawFrame();
    const AllocationTelemetry between = GetTelemetry();
    Begin(TARGET);
    EXPECT_EQ(GetTelemetry().LogicalBytes, between.LogicalBytes);
    End();
}

// ---- Where the backend can be steered ----

TEST_P(SteeredMeasurement, WorkInFlightKeepsItsBytes)
{
    Start();
    MakePlain();
    const AllocationTelemetry before = GetTelemetry();
    GetReferenceControl().HoldsCompletion = true;
    DrawFrame();
    EXPECT_EQ(Destroy(Device, Plain.Uniforms), READY);
    EXPECT_EQ(Destroy(Device, Plain.Set), READY);
    const AllocationTelemetry flying = GetTelemetry();
    EXPECT_EQ(flying.LogicalBytes, before.LogicalBytes);
    EXPECT_EQ(flying.RetiringBytes, 1024U); // four blocks
    EXPECT_EQ(flying.BindingDescriptors, 1U);
    EXPECT_EQ(flying.RetiringBindingDescriptors, 1U);
    internal::CompleteReferenceWork();
    const AllocationTelemetry after = GetTelemetry();
    EXPECT_EQ(after.LogicalBytes, before.LogicalBytes - 1024);
    EXPECT_EQ(after.RetiringBytes, 0U);
    EXPECT_EQ(after.BindingDescriptors, 0U);
}

TEST_P(SteeredMeasurement, AnUploadOnItsWayIsNotRetiring)
{
    Start();
    GetReferenceControl().HoldsCompletion = true;
    const uint32 words[64]{};
    UploadTicket ticket;
    ASSERT_EQ(RequestBufferUpload(Device, {BufferRole::Vertex, sizeof words}, reinterpret_cast<const uint8*>(words),
                                  sizeof words, ticket),
              RasterStatus::Pending);
    EXPECT_EQ(GetTelemetry().LogicalBytes, sizeof words);
    EXPECT_EQ(GetTelemetry().RetiringBytes, 0U);
    EXPECT_EQ(Release(Device, ticket), READY); // nobody will name it now
    EXPECT_EQ(GetTelemetry().RetiringBytes, sizeof words);
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetTelemetry().LogicalBytes, 0U);
}

TEST_P(SteeredMeasurement, OpaqueSizesMakeNoPartialSum)
{
    Start();
    const std::vector<uint8> bytes(1000);
    static_cast<void>(MakeBuffer(BufferRole::Vertex, bytes));
    EXPECT_EQ(GetTelemetry().ApiBytes, 1000U);
    GetReferenceControl().HidesApiBytes = true;
    const AllocationTelemetry telemetry = GetTelemetry();
    EXPECT_FALSE(telemetry.ApiBytesAvailable);
    EXPECT_EQ(telemetry.ApiBytes, 0U);
    EXPECT_EQ(telemetry.PeakApiBytes, 0U);
    EXPECT_EQ(telemetry.LogicalBytes, 1000U);
}

TEST_P(SteeredMeasurement, ATotalThatCannotBeRepresentedIsRefused)
{
    Start();
    const std::vector<uint8> bytes(16);
    static_cast<void>(MakeBuffer(BufferRole::Vertex, bytes));
    static_cast<void>(MakeBuffer(BufferRole::Vertex, bytes));
    GetReferenceControl().ExtraApiBytes = uint64{1} << 63;
    AllocationTelemetry telemetry{.LogicalBytes = 7};
    EXPECT_REFUSAL(GetAllocationTelemetry(Device, telemetry), RasterStatus::CapacityExceeded, TelemetryOverflow);
    EXPECT_TRUE(IsZeroed(telemetry));
}
} // namespace
} // namespace ludus::graphics::rhi::tests
