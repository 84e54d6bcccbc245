// Frames: size, skipping, readback, order of checks, no allocation.
#include "../support/allocations.h"
#include "../support/scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

#include <cmath>

namespace ludus::graphics::rhi::tests
{
namespace
{
class FrameTest : public SceneTest
{
};

TEST_P(FrameTest, AZeroHeightAndBack)
{
    Start();
    MakePlain();
    const RasterDraw draw = GetPlainDraw();
    uint32 heard = 0; // skips that the callback was told
    const auto hear = [](void* context, const Diagnostic& diagnostic) noexcept
    { *static_cast<uint32*>(context) += diagnostic.Code == DiagnosticCode::TargetUnavailable ? 1U : 0U; };
    SetDiagnosticCallback(hear, &heard);
    for (const uint32 height : {4U, 0U, 4U, 0U, 8U})
    {
        ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 8, .Height = height}), DeviceStatus::Ready);
        if (height == 0)
        {
            EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, TargetUnavailable);
            // A minimised window is asked for at every tick: the callback hears nothing new, but the last diagnostic
            // is this refusal and not the one before it.
            for (const uint32 width : {8U, 8U, 0U, 8U})
            {
                ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = width, .Height = 0}), DeviceStatus::Ready);
                EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::InvalidState, NoOpenFrame);
                EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::Skipped, TargetUnavailable);
            }
            EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::InvalidState, NoOpenFrame);
            continue;
        }
        ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
        FrameInfo info;
        EXPECT_EQ(GetFrameInfo(Device, Surface, info), DeviceStatus::Ready);
        EXPECT_EQ(info.Height, height);
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        End();
        ExpectFrame(Picture(8, height, {255, 255, 255}),
                    "pass surface 8x" + std::to_string(height) +
                        " clear 0 0 0 1\n  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\n"
                        "end\n");
    }
    SetDiagnosticCallback(nullptr, nullptr);
    EXPECT_EQ(heard, 2U);
}

TEST_P(FrameTest, ManyFramesMoreThanAreInFlight)
{
    Start();
    MakePlain();
    const RasterDraw draw = GetPlainDraw();
    for (int i = 0; i < 20; ++i)
    {
        Begin({.Width = 8, .Height = 4});
        EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        End();
    }
    ExpectFrame(Picture(8, 4, {255, 255, 255}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 0 set 0 vertices 0@0 indices 1/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(FrameTest, TargetsAreChecked)
{
    Start();
    const uint32 largest = Info.Startup.Capabilities.MaxFrameDimension2D;
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 8, .Height = 4, .Red = 1}), DeviceStatus::Ready);
    EXPECT_REFUSAL(SetFrameTarget(Device, Surface, {.Width = largest + 1, .Height = 4}),
                   DeviceStatus::InvalidDescription, FrameTooLarge);
    EXPECT_REFUSAL(SetFrameTarget(Device, Surface, {.Width = 4, .Height = largest + 1}),
                   DeviceStatus::InvalidDescription, FrameTooLarge);
    EXPECT_REFUSAL(SetFrameTarget(Device, Surface, {.Width = 4, .Height = 4, .Green = std::nan("")}),
                   DeviceStatus::InvalidDescription, ClearNotFinite);
    ASSERT_EQ(BeginPatiently(), DeviceStatus::Ready);
    EXPECT_REFUSAL(SetFrameTarget(Device, Surface, {.Width = 4, .Height = 4}), DeviceStatus::InvalidState, FrameIsOpen);
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::InvalidState, FrameIsOpen);
    End();
    const Picture picture = ReadFrame(); // the target before the refusals
    EXPECT_EQ(picture.Width, 8U);
    EXPECT_EQ(picture.At(0, 0), (Pixel{255, 0, 0}));
}

TEST_P(FrameTest, ReadbackIsATicket)
{
    Start();
    FrameReadback ticket;
    EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, ticket), RasterStatus::NotReady, NoFrameAccepted);
    Begin({.Width = 3, .Height = 2, .Green = 1});
    EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, ticket), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_EQ(RequestFrameReadback(Device, Surface, ticket), RasterStatus::Pending);
    EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, ticket), RasterStatus::InvalidState, OutputOccupied);
    ASSERT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    FrameInfo info;
    EXPECT_EQ(GetFrameReadbackInfo(Device, ticket, info), RasterStatus::Ready);
    EXPECT_EQ(info.Width, 3U);
    EXPECT_EQ(info.Height, 2U);
    std::vector<uint8> bytes(16 + 12, 77);
    EXPECT_EQ(CopyFrameReadback(Device, ticket, {bytes.data(), 27}, 16), RasterStatus::InvalidDescription);
    EXPECT_EQ(CopyFrameReadback(Device, ticket, bytes, 11), RasterStatus::InvalidDescription);
    EXPECT_EQ(bytes, std::vector<uint8>(28, 77));
    EXPECT_EQ(CopyFrameReadback(Device, ticket, bytes, 16), RasterStatus::Ready);
    for (usize i = 0; i < bytes.size(); ++i)
    {
        const bool isPadding = i >= 12 && i < 16;
        const uint8 channel[] = {0, 255, 0, 255};
        EXPECT_EQ(bytes[i], isPadding ? 77 : channel[i % 4]) << i;
    }
    const FrameReadback copy = ticket;
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    EXPECT_REFUSAL(GetStatus(Device, copy), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(Release(Device, ticket), RasterStatus::InvalidHandle, StaleHandle);

    FrameReadback tickets[4];
    for (FrameReadback& one : tickets)
    {
        EXPECT_EQ(RequestFrameReadback(Device, Surface, one), RasterStatus::Pending);
    }
    EXPECT_REFUSAL(RequestFrameReadback(Device, Surface, ticket), RasterStatus::CapacityExceeded, TransfersExhausted);
    for (FrameReadback& one : tickets)
    {
        EXPECT_EQ(Release(Device, one), RasterStatus::Ready); // finished or not
    }
    EXPECT_EQ(Settle(
                  [&]
                  {
                      return RequestFrameReadback(Device, Surface, ticket) == RasterStatus::Pending
                                 ? RasterStatus::Ready
                                 : RasterStatus::NotReady;
                  }),
              RasterStatus::Ready);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
}

TEST_P(FrameTest, ASkippedFrameKeepsTheLastPicture)
{
    Start();
    Begin({.Width = 2, .Height = 2, .Red = 1});
    End();
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 0, .Height = 2}), DeviceStatus::Ready);
    EXPECT_EQ(BeginFrame(Device, Surface), DeviceStatus::Skipped);
    const Picture picture = ReadFrame();
    ASSERT_EQ(picture.Pixels.size(), 4U);
    EXPECT_EQ(picture.At(1, 1), (Pixel{255, 0, 0}));
}

TEST_P(FrameTest, NothingIsAllocatedInsideAFrame)
{
    Start();
    InternalRecords = 1;
    MakePlain();
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    const RasterBindingResource resource{0, ring, 0, sizeof(DrawBlock)};
    RasterDraw draw = GetPlainDraw();
    draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    const RasterDraw other = GetPlainDraw();
    const DrawBlock block{};
    for (int frame = 0; frame < 4; ++frame)
    {
        Begin({.Width = 8, .Height = 4});
        const uint64 requests = foundation::GetHostMemoryUsage().Requests;
        const uint64 calls = CountOperatorNew();
        bool isAccepted = true;
        for (int i = 0; i < 100; ++i)
        {
            isAccepted = isAccepted &&
                         WriteFrameUniform(Device, BytesOf(block), draw.BindingOffsets.Bytes[0]) == RasterStatus::Ready;
            isAccepted = isAccepted && DrawIndexed(Device, draw) == RasterStatus::Ready;
            isAccepted = isAccepted && DrawIndexed(Device, other) == RasterStatus::Ready;
        }
        RasterDraw refused = draw;
        refused.IndexCount = 5;
        isAccepted = isAccepted && DrawIndexed(Device, refused) == RasterStatus::InvalidDescription;
        EXPECT_EQ(CountOperatorNew(), calls);               // recording reaches no driver
        internal::GetReferenceControl().Observer = nullptr; // it would make text
        isAccepted = isAccepted && EndFrame(Device) == DeviceStatus::Ready;
        EXPECT_TRUE(isAccepted);
        EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, requests);
        if (IsSteered())
        {
            EXPECT_EQ(CountOperatorNew(), calls); // there is no driver at all
        }
    }
}

TEST_P(FrameTest, ChecksComeInTheirOrder)
{
    internal::GetReferenceControl().Report.Supported.Compute = false;
    Start({.Required = {.PortableRaster = true}, .Storage = {.ResourcesPerKind = 1}});
    const uint8 bytes[4]{};
    BufferHandle occupied = MakeBuffer(BufferRole::Vertex, bytes);
    // Everything is wrong with this call; one thing after the other is mended.
    BufferHandle output = occupied;
    BufferDescription description{static_cast<BufferRole>(99), 0};
    Begin({.Width = 8, .Height = 4});
    EXPECT_REFUSAL(CreateBuffer({}, description, {}, output), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(CreateBuffer(Device, description, {}, output), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_REFUSAL(CreateBuffer(Device, description, {}, output), RasterStatus::InvalidState, OutputOccupied);
    output = {};
    EXPECT_REFUSAL(CreateBuffer(Device, description, {}, output), RasterStatus::InvalidDescription, EnumInvalid);
    description.Role = BufferRole::Storage;
    EXPECT_EQ(CreateBuffer(Device, description, {}, output), RasterStatus::InvalidDescription); // before capability
    description.Size = 4;
    if (IsSteered())
    {
        EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, output), RasterStatus::Unsupported, FeatureNotEnabled);
    }
    description.Role = BufferRole::Vertex;
    EXPECT_REFUSAL(CreateBuffer(Device, description, bytes, output), RasterStatus::CapacityExceeded, RecordsExhausted);

    // Handles come before the description.
    BindingSetHandle set;
    const RasterBindingResource unknown{77};
    EXPECT_REFUSAL(CreateBindingSet(Device, {}, {&unknown, 1}, set), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(DrawIndexed(Device, {}), RasterStatus::InvalidState, NoOpenFrame);
    EXPECT_EQ(Destroy(Device, occupied), RasterStatus::Ready);
}

LUDUS_ON_EVERY_LANE(FrameTest);
} // namespace
} // namespace ludus::graphics::rhi::tests
