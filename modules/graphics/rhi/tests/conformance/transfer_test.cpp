// Upload and readback rings: bytes there and back, their rules, and what a ticket keeps.
#include "transfer_scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::SubmitOutcome;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};

class Transfers : public TransferTest
{
};

TEST_P(Transfers, EveryRoleComesBackAsItWasUploaded)
{
    StartWith();
    for (const BufferRole role : {BufferRole::Vertex, BufferRole::Index16, BufferRole::Index32, BufferRole::Uniform})
    {
        SCOPED_TRACE(static_cast<int>(role));
        const std::vector<uint8> bytes = MakeBytes(96);
        EXPECT_EQ(Read(MakeUploaded(role, bytes), 0, 96), bytes);
        EXPECT_EQ(Read(MakeBuffer(role, bytes), 0, 96), bytes); // directly created ones read back as well
    }
}

TEST_P(Transfers, RangesOf4To36BytesBetweenGuards)
{
    StartWith();
    const std::vector<uint8> bytes = MakeBytes(64);
    const BufferHandle buffer = MakeUploaded(BufferRole::Vertex, bytes);
    for (usize size = 4; size <= 36; size += 4)
    {
        for (const usize offset : {usize{0}, usize{4}, usize{64} - size})
        {
            SCOPED_TRACE(testing::Message() << size << " bytes at " << offset);
            const std::vector<uint8> expected(bytes.begin() + static_cast<std::ptrdiff_t>(offset),
                                              bytes.begin() + static_cast<std::ptrdiff_t>(offset + size));
            EXPECT_EQ(Read(buffer, offset, size), expected);
        }
    }
}

TEST_P(Transfers, MisalignedAndOutsideRangesAreRefused)
{
    StartWith({.TransferBytes = 256});
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, MakeBytes(512));
    ReadbackTicket ticket;
    for (usize size = 5; size <= 36; ++size)
    {
        if (size % 4 != 0)
        {
            EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, 0, size, ticket), RasterStatus::InvalidDescription,
                           ValueMisaligned);
            EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, size, 4, ticket), RasterStatus::InvalidDescription,
                           ValueMisaligned);
        }
    }
    EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, 0, 0, ticket), RasterStatus::InvalidDescription, ValueZero);
    EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, 512, 4, ticket), RasterStatus::InvalidDescription,
                   RangeOutside);
    EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, 4, 512, ticket), RasterStatus::InvalidDescription,
                   RangeOutside);
    EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, ~usize{3}, 8, ticket), RasterStatus::InvalidDescription,
                   RangeOutside);
    EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, 0, 260, ticket), RasterStatus::InvalidDescription,
                   ValueTooLarge);
    EXPECT_TRUE(IsNullHandle(ticket));
    EXPECT_EQ(Read(buffer, 256, 256), Read(buffer, 0, 256)); // the bytes repeat, and nothing was written
}

TEST_P(Transfers, AnOddNumberOf16BitIndicesIsPaddedOnlyInPrivate)
{
    StartWith();
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    const uint16 indices[] = {0, 1, 2, 0, 2, 3, 0, 1, 2}; // 18 bytes
    const BufferHandle buffer = MakeUploaded(BufferRole::Index16, AsBytes(indices));
    RasterDraw draw = GetPlainDraw();
    draw.Indices = buffer;
    draw.IndexCount = 9;
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    draw.IndexCount = 12; // the padding is nobody's
    EXPECT_REFUSAL(DrawIndexed(Device, draw), RasterStatus::InvalidDescription, RangeOutside);
    draw.IndexCount = 3;
    draw.VertexCount = 2; // and the indices are checked like any
    EXPECT_REFUSAL(DrawIndexed(Device, draw), RasterStatus::InvalidDescription, DrawIndexTooLarge);
    End();
    if (GetParam().Has.RasterizesPixels)
    {
        ExpectFrame(Picture(8, 4, {255, 255, 255}), "");
    }
    ReadbackTicket ticket;
    EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, 16, 4, ticket), RasterStatus::InvalidDescription,
                   RangeOutside);
    const std::vector<uint8> first = Read(buffer, 0, 16);
    EXPECT_EQ(std::memcmp(first.data(), indices, 16), 0);
}

TEST_P(Transfers, UploadedBuffersDraw)
{
    StartWith();
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    const auto square = MakeSquare(-1, -1, 1, 1, 0, {0, 1, 0, 1});
    const RasterVertexSlice slice{MakeUploaded(BufferRole::Vertex, AsBytes(square)), 0, sizeof square};
    const std::vector<DrawBlock> blocks(1, DrawBlock{.Tint = {1, 1, 1, 1}});
    const RasterBindingResource resource{0, MakeUploaded(BufferRole::Uniform, PackBlocks(blocks)), 0,
                                         sizeof(DrawBlock)};
    RasterDraw draw = GetPlainDraw();
    draw.Vertices = {&slice, 1};
    draw.Indices = MakeUploaded(BufferRole::Index16, AsBytes(SQUARE_INDICES));
    draw.Bindings = MakeSet(Plain.Layout, {&resource, 1});
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
    End();
    ExpectFrame(Picture(8, 4, {0, 255, 0}),
                "pass surface 8x4 clear 0 0 0 1\n"
                "  draw pipeline 0 set 1 vertices 3@0 indices 5/16 counts 6x1@0 offsets 0\nend\n");
}

TEST_P(Transfers, TheCallersBytesAreCopiedAtOnce)
{
    StartWith();
    std::vector<uint8> bytes = MakeBytes(64);
    const std::vector<uint8> expected = bytes;
    UploadTicket ticket;
    EXPECT_EQ(Upload(BufferRole::Vertex, bytes, ticket), RasterStatus::Pending);
    std::fill(bytes.begin(), bytes.end(), uint8{0});
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    BufferHandle buffer;
    EXPECT_EQ(TakeUploadedBuffer(Device, ticket, buffer), RasterStatus::Ready);
    Own(buffer);
    EXPECT_EQ(Read(buffer, 0, 64), expected);
}

TEST_P(Transfers, ReadbackOutlivesItsSource)
{
    StartWith();
    const std::vector<uint8> bytes = MakeBytes(32);
    BufferHandle buffer = MakeBuffer(BufferRole::Vertex, bytes);
    ReadbackTicket ticket;
    EXPECT_EQ(RequestBufferReadback(Device, buffer, 0, 32, ticket), RasterStatus::Pending);
    EXPECT_EQ(Destroy(Device, buffer), RasterStatus::Ready);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    std::vector<uint8> got(32);
    EXPECT_EQ(CopyReadback(Device, ticket, got.data(), got.size()), RasterStatus::Ready);
    EXPECT_EQ(got, bytes);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
}

TEST_P(Transfers, UploadsAreHeldToTheRules)
{
    StartWith({.TransferBytes = 256});
    const std::vector<uint8> bytes = MakeBytes(260);
    UploadTicket ticket;
    EXPECT_REFUSAL(RequestBufferUpload({}, {BufferRole::Vertex, 4}, bytes.data(), 4, ticket),
                   RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_EQ(RequestBufferUpload(Device, {BufferRole::Vertex, 8}, bytes.data(), 4, ticket),
              RasterStatus::InvalidDescription);
    EXPECT_EQ(RequestBufferUpload(Device, {BufferRole::Vertex, 4}, nullptr, 4, ticket),
              RasterStatus::InvalidDescription);
    EXPECT_EQ(RequestBufferUpload(Device, {BufferRole::Index16, 3}, bytes.data(), 3, ticket),
              RasterStatus::InvalidDescription);
    EXPECT_REFUSAL(RequestBufferUpload(Device, {BufferRole::Vertex, 260}, bytes.data(), 260, ticket),
                   RasterStatus::InvalidDescription, ValueTooLarge);
    EXPECT_TRUE(IsNullHandle(ticket));
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    Begin(TARGET);
    EXPECT_REFUSAL(RequestBufferUpload(Device, {BufferRole::Vertex, 4}, bytes.data(), 4, ticket),
                   RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_EQ(RequestBufferUpload(Device, {BufferRole::Vertex, 4}, bytes.data(), 4, ticket), RasterStatus::Pending);
    EXPECT_REFUSAL(RequestBufferUpload(Device, {BufferRole::Vertex, 4}, bytes.data(), 4, ticket),
                   RasterStatus::InvalidState, OutputOccupied);
    UploadTicket stale = ticket;
    BufferHandle buffer;
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    EXPECT_EQ(TakeUploadedBuffer(Device, ticket, buffer), RasterStatus::Ready);
    Own(buffer);
    EXPECT_REFUSAL(GetStatus(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(Release(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
    BufferHandle other;
    EXPECT_REFUSAL(TakeUploadedBuffer(Device, stale, buffer), RasterStatus::InvalidState, OutputOccupied);
    EXPECT_REFUSAL(TakeUploadedBuffer(Device, stale, other), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(Transfers, ReadbacksAreHeldToTheRules)
{
    StartWith();
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
    ReadbackTicket ticket;
    EXPECT_REFUSAL(RequestBufferReadback({}, buffer, 0, 4, ticket), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(RequestBufferReadback(Device, {}, 0, 4, ticket), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(RequestBufferReadback(Device, buffer, 0, 16, ticket), RasterStatus::Pending);
    EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, 0, 4, ticket), RasterStatus::InvalidState, OutputOccupied);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Ready);
    std::vector<uint8> bytes(16, uint8{7});
    EXPECT_REFUSAL(CopyReadback(Device, ticket, nullptr, 16), RasterStatus::InvalidDescription, NullOutput);
    EXPECT_REFUSAL(CopyReadback(Device, ticket, bytes.data(), 15), RasterStatus::InvalidDescription, ValueTooSmall);
    EXPECT_EQ(bytes, std::vector<uint8>(16, uint8{7}));
    EXPECT_EQ(CopyReadback(Device, ticket, bytes.data(), 16), RasterStatus::Ready);
    EXPECT_EQ(bytes, MakeBytes(16));
    ReadbackTicket stale = ticket;
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    EXPECT_REFUSAL(GetStatus(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(CopyReadback(Device, stale, bytes.data(), 16), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(Release(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(Transfers, TheFrameUniformRingIsNotReadBack)
{
    StartWith();
    InternalRecords = 1;
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), RasterStatus::Ready);
    ReadbackTicket ticket;
    EXPECT_REFUSAL(RequestBufferReadback(Device, ring, 0, 4, ticket), RasterStatus::InvalidState, LibraryOwned);
}

TEST_P(Transfers, DirectionsHaveSlicesOfTheirOwn)
{
    StartWith({.TransferSlices = 2, .TransferBytes = 256});
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, MakeBytes(64));
    UploadTicket uploads[3];
    ReadbackTicket readbacks[3];
    for (int i = 0; i < 2; ++i)
    {
        EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(64), uploads[i]), RasterStatus::Pending);
        EXPECT_EQ(RequestBufferReadback(Device, buffer, 0, 64, readbacks[i]), RasterStatus::Pending);
    }
    // Tickets keep their slices, complete or not.
    EXPECT_REFUSAL(Upload(BufferRole::Vertex, MakeBytes(64), uploads[2]), RasterStatus::CapacityExceeded,
                   TransfersExhausted);
    EXPECT_REFUSAL(RequestBufferReadback(Device, buffer, 0, 64, readbacks[2]), RasterStatus::CapacityExceeded,
                   TransfersExhausted);
    for (int i = 0; i < 2; ++i)
    {
        EXPECT_EQ(Settle([&] { return GetStatus(Device, uploads[i]); }), RasterStatus::Ready);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, readbacks[i]); }), RasterStatus::Ready);
    }
    EXPECT_EQ(Release(Device, uploads[1]), RasterStatus::Ready);
    EXPECT_EQ(Release(Device, readbacks[0]), RasterStatus::Ready);
    EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(64), uploads[2]), RasterStatus::Pending);
    EXPECT_EQ(RequestBufferReadback(Device, buffer, 0, 64, readbacks[2]), RasterStatus::Pending);
    for (UploadTicket* ticket : {&uploads[0], &uploads[2]})
    {
        EXPECT_EQ(Release(Device, *ticket), RasterStatus::Ready);
    }
    for (ReadbackTicket* ticket : {&readbacks[1], &readbacks[2]})
    {
        EXPECT_EQ(Release(Device, *ticket), RasterStatus::Ready);
    }
}

TEST_P(Transfers, FrameReadbacksAndBufferReadbacksDoNotMeet)
{
    StartWith();
    const std::vector<uint8> bytes = MakeBytes(128);
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, bytes);
    ASSERT_EQ(SetFrameTarget(Device, Surface, {.Width = 8, .Height = 4, .Red = 1}), DeviceStatus::Ready);
    Begin({.Width = 8, .Height = 4, .Red = 1});
    End();
    FrameReadback frames[4];
    ReadbackTicket tickets[4];
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_EQ(RequestFrameReadback(Device, Surface, frames[i]), RasterStatus::Pending);
        EXPECT_EQ(RequestBufferReadback(Device, buffer, 0, 128, tickets[i]), RasterStatus::Pending);
    }
    for (int i = 0; i < 4; ++i)
    {
        EXPECT_EQ(Settle([&] { return GetStatus(Device, frames[i]); }), RasterStatus::Ready);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, tickets[i]); }), RasterStatus::Ready);
        std::vector<uint8> got(128);
        EXPECT_EQ(CopyReadback(Device, tickets[i], got.data(), got.size()), RasterStatus::Ready);
        EXPECT_EQ(got, bytes);
        EXPECT_EQ(CopyFrameReadback(Device, frames[i], got, 32), RasterStatus::Ready);
        EXPECT_EQ(got[0], 255);
        EXPECT_EQ(got[1], 0);
        EXPECT_EQ(Release(Device, tickets[i]), RasterStatus::Ready);
        EXPECT_EQ(Release(Device, frames[i]), RasterStatus::Ready);
    }
}

TEST_P(Transfers, ReleasedAtOnceTheyStillComeToAnEnd)
{
    StartWith({.TransferSlices = 1});
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, MakeBytes(64));
    for (int i = 0; i < 8; ++i)
    {
        UploadTicket upload;
        ReadbackTicket readback;
        EXPECT_EQ(Settle(
                      [&]
                      {
                          const RasterStatus status = Upload(BufferRole::Uniform, MakeBytes(64), upload);
                          return status == RasterStatus::CapacityExceeded ? RasterStatus::NotReady
                                 : status == RasterStatus::Pending        ? RasterStatus::Ready
                                                                          : status;
                      }),
                  RasterStatus::Ready);
        EXPECT_EQ(Settle(
                      [&]
                      {
                          const RasterStatus status = RequestBufferReadback(Device, buffer, 0, 64, readback);
                          return status == RasterStatus::CapacityExceeded ? RasterStatus::NotReady
                                 : status == RasterStatus::Pending        ? RasterStatus::Ready
                                                                          : status;
                      }),
                  RasterStatus::Ready);
        EXPECT_EQ(Release(Device, upload), RasterStatus::Ready);
        EXPECT_EQ(Release(Device, readback), RasterStatus::Ready);
    }
}

TEST_P(Transfers, TicketsEndWithTheirDevice)
{
    StartWith();
    BufferHandle buffer = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
    UploadTicket upload;
    ReadbackTicket readback;
    EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(16), upload), RasterStatus::Pending);
    EXPECT_EQ(RequestBufferReadback(Device, buffer, 0, 16, readback), RasterStatus::Pending);
    Stop();
    StartWith();
    EXPECT_REFUSAL(GetStatus(Device, upload), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(GetStatus(Device, readback), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(Read(MakeUploaded(BufferRole::Vertex, MakeBytes(16)), 0, 16), MakeBytes(16));
}

LUDUS_ON_EVERY_LANE(Transfers);

// Cases that decide when work completes, and how it fails.
class HeldTransfers : public Transfers
{
};

TEST_P(HeldTransfers, PendingUntilTheCopyHasCompleted)
{
    StartWith();
    const BufferHandle source = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
    internal::GetReferenceControl().HoldsCompletion = true;
    UploadTicket upload;
    ReadbackTicket readback;
    BufferHandle buffer;
    std::vector<uint8> bytes(16, uint8{7});
    EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(16), upload), RasterStatus::Pending);
    EXPECT_EQ(RequestBufferReadback(Device, source, 0, 16, readback), RasterStatus::Pending);
    EXPECT_EQ(GetStatus(Device, upload), RasterStatus::Pending);
    EXPECT_REFUSAL(TakeUploadedBuffer(Device, upload, buffer), RasterStatus::Pending, DependencyPending);
    EXPECT_TRUE(IsNullHandle(buffer));
    EXPECT_FALSE(IsNullHandle(upload));
    EXPECT_EQ(GetStatus(Device, readback), RasterStatus::Pending);
    EXPECT_REFUSAL(CopyReadback(Device, readback, bytes.data(), 16), RasterStatus::Pending, ReadbackNotReady);
    EXPECT_EQ(bytes, std::vector<uint8>(16, uint8{7}));
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetStatus(Device, upload), RasterStatus::Ready);
    EXPECT_EQ(GetStatus(Device, readback), RasterStatus::Ready);
    internal::GetReferenceControl().HoldsReadback = true; // complete, but not mapped
    EXPECT_EQ(GetStatus(Device, readback), RasterStatus::Pending);
    internal::GetReferenceControl().HoldsReadback = false;
    EXPECT_EQ(TakeUploadedBuffer(Device, upload, buffer), RasterStatus::Ready);
    Own(buffer);
    EXPECT_EQ(Release(Device, readback), RasterStatus::Ready);
}

TEST_P(HeldTransfers, ACancelledTransferKeepsItsSliceUntilItsCopyHasCompleted)
{
    StartWith({.TransferSlices = 1});
    BufferHandle source = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
    internal::GetReferenceControl().HoldsCompletion = true;
    UploadTicket upload;
    ReadbackTicket readback;
    EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(16), upload), RasterStatus::Pending);
    EXPECT_EQ(RequestBufferReadback(Device, source, 0, 16, readback), RasterStatus::Pending);
    const uint32 records = internal::InspectSession().LiveRecords;
    EXPECT_EQ(Release(Device, upload), RasterStatus::Ready);
    EXPECT_EQ(Release(Device, readback), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, source), RasterStatus::Ready);
    EXPECT_EQ(internal::InspectSession().LiveRecords, records);
    EXPECT_REFUSAL(Upload(BufferRole::Vertex, MakeBytes(16), upload), RasterStatus::CapacityExceeded,
                   TransfersExhausted);
    internal::CompleteReferenceWork();
    EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(16), upload), RasterStatus::Pending);
    EXPECT_EQ(internal::InspectSession().LiveRecords, records - 1); // both are gone, one is new
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetStatus(Device, upload), RasterStatus::Ready);
    EXPECT_EQ(Release(Device, upload), RasterStatus::Ready);
}

TEST_P(HeldTransfers, ALateCreationDelaysItsUpload)
{
    StartWith();
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::Buffer)] = true;
    for (const bool isRefused : {false, true})
    {
        SCOPED_TRACE(isRefused);
        UploadTicket ticket;
        BufferHandle buffer;
        EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(16), ticket), RasterStatus::Pending);
        EXPECT_EQ(GetStatus(Device, ticket), RasterStatus::Pending); // its copy has completed
        internal::FinishReferenceCreations(RecordKind::Buffer,
                                           isRefused ? BackendStatus::OutOfMemory : BackendStatus::Ready);
        EXPECT_EQ(GetStatus(Device, ticket), isRefused ? RasterStatus::Failed : RasterStatus::Ready);
        if (isRefused)
        {
            EXPECT_REFUSAL(TakeUploadedBuffer(Device, ticket, buffer), RasterStatus::Failed, DependencyFailed);
            EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
            EXPECT_EQ(internal::InspectSession().LiveRecords, 1U); // the other one
            continue;
        }
        EXPECT_EQ(TakeUploadedBuffer(Device, ticket, buffer), RasterStatus::Ready);
        Own(buffer);
    }
}

TEST_P(HeldTransfers, ACreationMayBeCancelledWhileItIsPending)
{
    StartWith();
    internal::GetReferenceControl().HoldsCreation[static_cast<usize>(RecordKind::Buffer)] = true;
    UploadTicket ticket;
    EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(16), ticket), RasterStatus::Pending);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 1U);
    internal::FinishReferenceCreations(RecordKind::Buffer);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
}

TEST_P(HeldTransfers, EveryCallOfTheBackendMayFail)
{
    StartWith();
    const BufferHandle source = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
    const internal::SessionInspection before = internal::InspectSession();

    const struct
    {
        ReferenceCall Call;
        bool IsUpload;
    } calls[] = {{ReferenceCall::ReserveUpload, true},
                 {ReferenceCall::CreateBuffer, true},
                 {ReferenceCall::Submit, true},
                 {ReferenceCall::ReserveReadback, false},
                 {ReferenceCall::Submit, false}};

    for (const auto& call : calls)
    {
        for (const BackendStatus status : {BackendStatus::OutOfMemory, BackendStatus::Refused})
        {
            SCOPED_TRACE(testing::Message() << internal::GetReferenceCallName(call.Call) << static_cast<int>(status));
            internal::FailReferenceCall(call.Call, {.Status = status});
            UploadTicket upload;
            ReadbackTicket readback;
            const RasterStatus got = call.IsUpload ? Upload(BufferRole::Index16, MakeBytes(16), upload)
                                                   : RequestBufferReadback(Device, source, 0, 16, readback);
            EXPECT_EQ(got, status == BackendStatus::OutOfMemory ? RasterStatus::OutOfMemory : RasterStatus::Failed);
            EXPECT_TRUE(IsNullHandle(upload));
            EXPECT_TRUE(IsNullHandle(readback));
            const internal::SessionInspection after = internal::InspectSession();
            EXPECT_EQ(after.LiveRecords, before.LiveRecords);
            EXPECT_EQ(after.LiveBackendObjects, before.LiveBackendObjects);
            EXPECT_EQ(after.ResourceBytes, before.ResourceBytes);
        }
    }
    ReadbackTicket ticket;
    EXPECT_EQ(RequestBufferReadback(Device, source, 0, 16, ticket), RasterStatus::Pending);
    internal::FailReferenceCall(ReferenceCall::MapReadback, {.Status = BackendStatus::Refused});
    EXPECT_EQ(GetStatus(Device, ticket), RasterStatus::Failed);
    std::vector<uint8> bytes(16, uint8{7});
    internal::FailReferenceCall(ReferenceCall::MapReadback, {.Status = BackendStatus::OutOfMemory});
    EXPECT_EQ(CopyReadback(Device, ticket, bytes.data(), 16), RasterStatus::OutOfMemory);
    EXPECT_EQ(bytes, std::vector<uint8>(16, uint8{7}));
    EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
}

TEST_P(HeldTransfers, EveryAllocationMayFail)
{
    StartWith();
    bool hasFailed = true;
    for (uint64 nth = 1; hasFailed; ++nth)
    {
        ASSERT_LT(nth, 50U);
        const internal::SessionInspection before = internal::InspectSession();
        foundation::InjectHostMemoryFailure(nth);
        UploadTicket ticket;
        const RasterStatus status = Upload(BufferRole::Index16, MakeBytes(600), ticket);
        hasFailed = foundation::GetInjectedHostMemoryCountdown() == 0;
        foundation::InjectHostMemoryFailure(0);
        EXPECT_EQ(status, hasFailed ? RasterStatus::OutOfMemory : RasterStatus::Pending);
        if (hasFailed)
        {
            EXPECT_TRUE(IsNullHandle(ticket));
            EXPECT_EQ(internal::InspectSession().LiveRecords, before.LiveRecords);
            EXPECT_EQ(internal::InspectSession().ResourceBytes, before.ResourceBytes);
            continue;
        }
        EXPECT_EQ(Release(Device, ticket), RasterStatus::Ready);
    }
}

TEST_P(HeldTransfers, AFaultedCopyFaultsTheSession)
{
    for (const SubmitOutcome outcome : {SubmitOutcome::EncodedNothingAccepted, SubmitOutcome::AcceptedInPart})
    {
        for (const bool isUpload : {false, true})
        {
            SCOPED_TRACE(testing::Message() << static_cast<int>(outcome) << isUpload);
            StartWith();
            const BufferHandle source = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
            internal::FailReferenceCall(ReferenceCall::Submit, {.Status = BackendStatus::Refused, .Outcome = outcome});
            UploadTicket upload;
            ReadbackTicket readback;
            EXPECT_EQ(isUpload ? Upload(BufferRole::Vertex, MakeBytes(16), upload)
                               : RequestBufferReadback(Device, source, 0, 16, readback),
                      RasterStatus::Failed);
            EXPECT_EQ(GetStatus(Device, upload), RasterStatus::Failed);
            EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
            Stop();
        }
    }
}

TEST_P(HeldTransfers, LossEndsEveryTicket)
{
    StartWith();
    const BufferHandle source = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
    internal::GetReferenceControl().HoldsCompletion = true;
    UploadTicket upload;
    ReadbackTicket readback;
    EXPECT_EQ(Upload(BufferRole::Vertex, MakeBytes(16), upload), RasterStatus::Pending);
    EXPECT_EQ(RequestBufferReadback(Device, source, 0, 16, readback), RasterStatus::Pending);
    internal::LoseReferenceDevice();
    BufferHandle buffer;
    EXPECT_EQ(GetStatus(Device, upload), RasterStatus::DeviceLost);
    EXPECT_EQ(GetStatus(Device, readback), RasterStatus::DeviceLost);
    EXPECT_EQ(TakeUploadedBuffer(Device, upload, buffer), RasterStatus::DeviceLost);
    EXPECT_EQ(Release(Device, readback), RasterStatus::DeviceLost);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
}

LUDUS_ON_STEERED_LANES(HeldTransfers);
} // namespace
} // namespace ludus::graphics::rhi::tests
