// New bytes for existing buffers: every role, who may hold them, what a ticket keeps, and how a failure ends.
#include "transfer_scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>
#include <ludus/graphics/rhi/graph.h>

#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::SubmitOutcome;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr auto READY = RasterStatus::Ready;
constexpr auto PENDING = RasterStatus::Pending;

class BufferUpdates : public TransferTest
{
protected:
    RasterStatus Update(BufferHandle buffer, usize offset, std::span<const uint8> bytes, TransferTicket& ticket)
    {
        return RequestBufferUpdate(Device, buffer, offset, bytes.data(), bytes.size(), ticket);
    }

    void Finish(TransferTicket& ticket, RasterStatus end = READY)
    {
        EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), end);
        EXPECT_EQ(Release(Device, ticket), READY);
        EXPECT_TRUE(IsNullHandle(ticket));
    }

    // Updates, waits and releases.
    void Write(BufferHandle buffer, usize offset, std::span<const uint8> bytes)
    {
        TransferTicket ticket;
        EXPECT_EQ(Update(buffer, offset, bytes, ticket), PENDING);
        Finish(ticket);
    }

    void WaitFor(const SubmissionToken& token)
    {
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    }

    void ExpectHeld(BufferHandle buffer)
    {
        const uint32 word = 7;
        TransferTicket ticket;
        EXPECT_REFUSAL(Update(buffer, 0, BytesOf(word), ticket), RasterStatus::InvalidState, MutationHeld);
        EXPECT_TRUE(IsNullHandle(ticket));
    }
};

TEST_P(BufferUpdates, EveryRoleTakesNewBytesInTheMiddle)
{
    StartWith();
    std::vector<BufferRole> roles{BufferRole::Vertex, BufferRole::Index16, BufferRole::Index32, BufferRole::Uniform};
    if (Info.Enabled.Compute)
    {
        roles.push_back(BufferRole::Storage);
        roles.push_back(BufferRole::StorageVertex);
    }
    for (const BufferRole role : roles)
    {
        SCOPED_TRACE(static_cast<int>(role));
        std::vector<uint8> expected = MakeBytes(96);
        const BufferHandle buffer = MakeBuffer(role, expected);
        std::vector<uint8> bytes = MakeBytes(20, 100);
        TransferTicket ticket;
        EXPECT_EQ(Update(buffer, 8, bytes, ticket), PENDING);
        std::copy(bytes.begin(), bytes.end(), expected.begin() + 8);
        std::fill(bytes.begin(), bytes.end(), uint8{0}); // they were copied
        Finish(ticket);
        EXPECT_EQ(Read(buffer, 0, 96), expected);
    }
}

TEST_P(BufferUpdates, RandomRangesMatchACopyOnTheCpu)
{
    StartWith({.TransferSlices = 3, .TransferBytes = 512});
    std::mt19937 random(8);
    std::vector<uint8> mirror = MakeBytes(2048);
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, mirror);
    for (int round = 0; round < 40; ++round)
    {
        const usize size = 4 + random() % 128 * 4;
        const usize offset = random() % ((mirror.size() - size) / 4 + 1) * 4;
        std::vector<uint8> bytes(size);
        std::generate(bytes.begin(), bytes.end(), [&] { return static_cast<uint8>(random()); });
        Write(buffer, offset, bytes);
        std::copy(bytes.begin(), bytes.end(), mirror.begin() + static_cast<std::ptrdiff_t>(offset));
    }
    for (usize at = 0; at < mirror.size(); at += 512)
    {
        const auto part = mirror.begin() + static_cast<std::ptrdiff_t>(at);
        EXPECT_EQ(Read(buffer, at, 512), std::vector<uint8>(part, part + 512)) << at;
    }
}

TEST_P(BufferUpdates, DrawsShowThem)
{
    StartWith();
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    const auto white = MakeSquare(-1, -1, 1, 1);
    const RasterVertexSlice slice{MakeBuffer(BufferRole::Vertex, AsBytes(white)), 0, sizeof white};
    RasterDraw draw = GetPlainDraw();
    draw.Vertices = {&slice, 1};
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), READY);
    SubmissionToken token;
    EXPECT_EQ(EndFrame(Device, token), READY);
    WaitFor(token);
    const auto half = MakeSquare(-1, -1, 0, 1, 0, {0, 1, 0, 1});
    Write(slice.Buffer, 0, AsBytes(half));
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, draw), READY);
    End();
    if (GetParam().Has.RasterizesPixels)
    {
        Picture expected(8, 4, {0, 0, 0});
        expected.Fill(0, 0, 4, 4, {0, 255, 0});
        ExpectFrame(expected, "");
    }
}

TEST_P(BufferUpdates, LaterDrawsAreCheckedByTheNewIndices)
{
    StartWith();
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    // Two blocks of maxima; the second one is changed, and changed back.
    std::vector<uint16> indices(600);
    for (usize i = 0; i < indices.size(); ++i)
    {
        indices[i] = SQUARE_INDICES[i % 6];
    }
    RasterDraw draw = GetPlainDraw();
    draw.Indices = MakeBuffer(BufferRole::Index16, AsBytes(indices));
    draw.IndexCount = 600;
    const auto drawOnce = [&](RasterStatus expected)
    {
        Begin(TARGET);
        const uint64 refusals = CountRefusals();
        EXPECT_EQ(DrawIndexed(Device, draw), expected);
        EXPECT_EQ(GetCodeAfter(refusals), expected == READY ? DiagnosticCode::None : DiagnosticCode::DrawIndexTooLarge);
        SubmissionToken token;
        EXPECT_EQ(EndFrame(Device, token), READY);
        WaitFor(token);
    };
    drawOnce(READY);
    const uint16 outside[] = {2, 9};
    Write(draw.Indices, 520, AsBytes(outside)); // index 261 is 9
    drawOnce(RasterStatus::InvalidDescription);
    draw.IndexCount = 258;
    drawOnce(READY);
    draw.IndexCount = 600;
    const uint16 inside[] = {2, 3};
    Write(draw.Indices, 520, AsBytes(inside));
    drawOnce(READY);
}

TEST_P(BufferUpdates, AreHeldToTheRules)
{
    StartWith({.TransferBytes = 256});
    const std::vector<uint8> bytes = MakeBytes(512);
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, bytes);
    const auto request = [&](usize offset, const uint8* from, usize size, TransferTicket& ticket)
    { return RequestBufferUpdate(Device, buffer, offset, from, size, ticket); };
    TransferTicket ticket;
    const uint8* from = bytes.data();
    EXPECT_REFUSAL(RequestBufferUpdate({}, buffer, 0, from, 4, ticket), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(RequestBufferUpdate(Device, {}, 0, from, 4, ticket), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(request(0, from, 0, ticket), RasterStatus::InvalidDescription, ValueZero);
    EXPECT_REFUSAL(request(2, from, 4, ticket), RasterStatus::InvalidDescription, ValueMisaligned);
    EXPECT_REFUSAL(request(0, from, 6, ticket), RasterStatus::InvalidDescription, ValueMisaligned);
    EXPECT_REFUSAL(request(512, from, 4, ticket), RasterStatus::InvalidDescription, RangeOutside);
    EXPECT_REFUSAL(request(4, from, 512, ticket), RasterStatus::InvalidDescription, RangeOutside);
    EXPECT_REFUSAL(request(~usize{3}, from, 8, ticket), RasterStatus::InvalidDescription, RangeOutside);
    EXPECT_REFUSAL(request(0, from, 260, ticket), RasterStatus::InvalidDescription, ValueTooLarge);
    EXPECT_REFUSAL(request(0, nullptr, 4, ticket), RasterStatus::InvalidDescription, NullInput);
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    Begin(TARGET);
    EXPECT_REFUSAL(request(0, from, 4, ticket), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_TRUE(IsNullHandle(ticket));
    EXPECT_EQ(request(0, from + 4, 4, ticket), PENDING);
    EXPECT_REFUSAL(request(0, from, 4, ticket), RasterStatus::InvalidState, OutputOccupied);
    TransferTicket stale = ticket;
    Finish(ticket);
    EXPECT_REFUSAL(GetStatus(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(Release(Device, stale), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(Read(buffer, 0, 8), (std::vector<uint8>{5, 6, 7, 8, 5, 6, 7, 8}));
}

TEST_P(BufferUpdates, RefusalsNameObjectFieldAndFix)
{
    StartWith();
    MakePlain();
    const BufferHandle tints = MakeBuffer(BufferRole::Uniform, MakeBytes(256));
    ASSERT_EQ(SetLabel(Device, tints, "tints"), READY);
    ASSERT_EQ(SetLabel(Device, Plain.Uniforms, "blocks"), READY);
    const std::vector<uint8> bytes(8);
    TransferTicket ticket;
    const auto expectWords = [&](RasterStatus status, std::initializer_list<const char*> words)
    {
        EXPECT_NE(status, PENDING);
        Diagnostic why;
        ASSERT_TRUE(GetLastDiagnostic(Device, why));
        char text[DIAGNOSTIC_TEXT_BYTES];
        FormatDiagnostic(why, text);
        const std::string message = text;
        for (const char* word : words)
        {
            EXPECT_NE(message.find(word), std::string::npos) << word << " is not in: " << message;
        }
    };
    expectWords(Update(tints, 252, bytes, ticket),
                {"RequestBufferUpdate", "tints", "the update", "260", "256", "Keep offset plus size inside"});
    expectWords(Update(tints, 2, bytes, ticket), {"RequestBufferUpdate", "tints", "offset is 2", "a multiple of 4"});
    expectWords(Update(Plain.Uniforms, 0, bytes, ticket),
                {"RequestBufferUpdate", "blocks", "kept by 1", "release finished tickets"});
}

TEST_P(BufferUpdates, TheFrameUniformRingIsTheLibrarys)
{
    StartWith();
    InternalRecords = 1;
    BufferHandle ring;
    ASSERT_EQ(GetFrameUniformBuffer(Device, ring), READY);
    const uint32 word = 0;
    TransferTicket ticket;
    EXPECT_REFUSAL(Update(ring, 0, BytesOf(word), ticket), RasterStatus::InvalidState, LibraryOwned);
}

TEST_P(BufferUpdates, WhoeverHoldsTheBufferRefusesThem)
{
    Start({.Required = {.OrderedRasterGraph = true}});
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    ExpectHeld(Plain.Uniforms); // by the binding set

    CommandBatch batch;
    ASSERT_EQ(BeginCommands(Device, batch), READY);
    ASSERT_EQ(RecordDraw(Device, batch, GetPlainDraw()), READY);
    ExpectHeld(Plain.Indices);
    ASSERT_EQ(FinishCommands(Device, batch), READY);
    ExpectHeld(Plain.Indices);
    ASSERT_EQ(DiscardCommands(Device, batch), READY);
    const std::vector<uint8> same{0, 0, 1, 0};
    Write(Plain.Indices, 0, same);

    OrderedGraph graph;
    GraphVersion version;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    ASSERT_EQ(ImportGraphBuffer(Device, graph, Plain.Indices, version), READY);
    ExpectHeld(Plain.Indices);
    ASSERT_EQ(DiscardOrderedGraph(Device, graph), READY);
    Write(Plain.Indices, 0, same);

    Begin(TARGET);
    ASSERT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    SubmissionToken token;
    ASSERT_EQ(EndFrame(Device, token), READY);
    WaitFor(token);
    Write(Plain.Indices, 0, same);
}

TEST_P(BufferUpdates, TheTicketHoldsTheBufferUntilItIsReleased)
{
    Start({.Required = {.OrderedRasterGraph = true}});
    const std::vector<uint8> bytes = MakeBytes(16);
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, bytes);
    TransferTicket ticket;
    ASSERT_EQ(Update(buffer, 0, bytes, ticket), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), READY);
    EXPECT_EQ(GetStatus(Device, buffer), READY);
    ExpectHeld(buffer);
    OrderedGraph graph;
    GraphVersion version;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    EXPECT_REFUSAL(ImportGraphBuffer(Device, graph, buffer, version), RasterStatus::InvalidState, TransferUnreleased);
    EXPECT_EQ(Release(Device, ticket), READY);
    EXPECT_EQ(ImportGraphBuffer(Device, graph, buffer, version), READY);
    EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
    Write(buffer, 0, bytes);
}

TEST_P(BufferUpdates, UploadsAndUpdatesShareTheirSlices)
{
    StartWith({.TransferSlices = 2, .TransferBytes = 256});
    LifetimeCapabilities capabilities;
    ASSERT_EQ(GetLifetimeCapabilities(Device, capabilities), READY);
    EXPECT_EQ(capabilities.TransfersPerDirection, 2U);
    EXPECT_EQ(capabilities.TransferBytes, 256U);
    const std::vector<uint8> bytes = MakeBytes(64);
    const BufferHandle buffers[] = {MakeBuffer(BufferRole::Vertex, bytes), MakeBuffer(BufferRole::Vertex, bytes)};
    UploadTicket upload;
    TransferTicket update;
    TransferTicket other;
    EXPECT_EQ(Upload(BufferRole::Vertex, bytes, upload), PENDING);
    EXPECT_EQ(Update(buffers[0], 0, bytes, update), PENDING);
    EXPECT_REFUSAL(Update(buffers[1], 0, bytes, other), RasterStatus::CapacityExceeded, TransfersExhausted);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, update); }), READY);
    EXPECT_REFUSAL(Update(buffers[1], 0, bytes, other), RasterStatus::CapacityExceeded, TransfersExhausted);
    EXPECT_EQ(GetStatus(Device, buffers[1]), READY);
    EXPECT_EQ(Release(Device, update), READY);
    Write(buffers[1], 0, bytes);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, upload); }), READY);
    EXPECT_EQ(Release(Device, upload), READY);
}

TEST_P(BufferUpdates, FourDestinationsInTurn)
{
    StartWith();
    std::vector<BufferHandle> buffers(4);
    for (BufferHandle& buffer : buffers)
    {
        buffer = MakeBuffer(BufferRole::Vertex, std::vector<uint8>(4096));
    }
    TransferTicket tickets[4];
    for (int round = 0; round < 5; ++round)
    {
        for (usize i = 0; i < 4; ++i)
        {
            if (!IsNullHandle(tickets[i]))
            {
                Finish(tickets[i]);
            }
            const std::vector<uint8> bytes(4096, static_cast<uint8>(round * 4) + static_cast<uint8>(i));
            EXPECT_EQ(Update(buffers[i], 0, bytes, tickets[i]), PENDING);
        }
    }
    for (usize i = 0; i < 4; ++i)
    {
        Finish(tickets[i]);
        EXPECT_EQ(Read(buffers[i], 0, 4096), std::vector<uint8>(4096, static_cast<uint8>(16 + i)));
    }
}

TEST_P(BufferUpdates, TheBufferMayBeDestroyedOnTheWay)
{
    StartWith();
    const std::vector<uint8> bytes = MakeBytes(64);
    TransferTicket ticket;
    BufferHandle buffer = MakeBuffer(BufferRole::Vertex, bytes);
    ASSERT_EQ(Update(buffer, 0, bytes, ticket), PENDING);
    EXPECT_EQ(Destroy(Device, buffer), READY);
    Finish(ticket);
}

LUDUS_ON_EVERY_LANE(BufferUpdates);

class HeldUpdates : public BufferUpdates
{
};

TEST_P(HeldUpdates, TheBufferIsPendingUntilTheCopyHasCompleted)
{
    StartWith();
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    const std::vector<uint8> same{0, 0, 1, 0};
    internal::GetReferenceControl().HoldsCompletion = true;
    TransferTicket ticket;
    TransferTicket second;
    ReadbackTicket readback;
    ASSERT_EQ(Update(Plain.Indices, 0, same, ticket), PENDING);
    EXPECT_EQ(GetStatus(Device, ticket), PENDING);
    EXPECT_EQ(GetStatus(Device, Plain.Indices), PENDING);
    EXPECT_REFUSAL(Update(Plain.Indices, 0, same, second), RasterStatus::NotReady, DependencyPending);
    EXPECT_REFUSAL(RequestBufferReadback(Device, Plain.Indices, 0, 4, readback), RasterStatus::NotReady,
                   DependencyPending);
    Begin(TARGET);
    EXPECT_REFUSAL(DrawIndexed(Device, GetPlainDraw()), RasterStatus::NotReady, DependencyPending);
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetStatus(Device, ticket), READY); // also inside a frame
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    EXPECT_REFUSAL(Release(Device, ticket), RasterStatus::InvalidState, FrameIsOpen);
    End();
    internal::CompleteReferenceWork();
    Finish(ticket);
}

TEST_P(HeldUpdates, ATicketReleasedEarlyKeepsSliceAndBuffer)
{
    StartWith({.TransferSlices = 1});
    const std::vector<uint8> bytes = MakeBytes(16);
    BufferHandle buffer = MakeBuffer(BufferRole::Vertex, std::vector<uint8>(16));
    BufferHandle gone = MakeBuffer(BufferRole::Vertex, bytes);
    internal::GetReferenceControl().HoldsCompletion = true;
    TransferTicket ticket;
    ASSERT_EQ(Update(buffer, 0, bytes, ticket), PENDING);
    EXPECT_EQ(Release(Device, ticket), READY);
    EXPECT_TRUE(IsNullHandle(ticket));
    EXPECT_EQ(GetStatus(Device, buffer), PENDING);
    EXPECT_REFUSAL(Update(gone, 0, bytes, ticket), RasterStatus::CapacityExceeded, TransfersExhausted);
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetStatus(Device, buffer), READY);
    ASSERT_EQ(Update(gone, 0, bytes, ticket), PENDING);
    EXPECT_EQ(Destroy(Device, gone), READY);
    EXPECT_EQ(Release(Device, ticket), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 2U); // the copy still writes it
    internal::CompleteReferenceWork();
    EXPECT_EQ(PollLifetime(Device), READY);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 1U);
    internal::GetReferenceControl().HoldsCompletion = false;
    EXPECT_EQ(Read(buffer, 0, 16), bytes); // releasing takes nothing back
}

TEST_P(HeldUpdates, WorkInFlightRefusesThem)
{
    StartWith();
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    const std::vector<uint8> same{0, 0, 1, 0};
    TransferTicket ticket;
    internal::GetReferenceControl().HoldsCompletion = true;
    Begin(TARGET);
    ASSERT_EQ(DrawIndexed(Device, GetPlainDraw()), READY);
    End();
    EXPECT_REFUSAL(Update(Plain.Indices, 0, same, ticket), RasterStatus::InvalidState, MutationInFlight);
    EXPECT_TRUE(IsNullHandle(ticket));
    internal::CompleteReferenceWork();
    ASSERT_EQ(Update(Plain.Indices, 0, same, ticket), PENDING);
    internal::CompleteReferenceWork();
    Finish(ticket);

    ReadbackTicket readback;
    ASSERT_EQ(RequestBufferReadback(Device, Plain.Indices, 0, 4, readback), PENDING);
    EXPECT_REFUSAL(Update(Plain.Indices, 0, same, ticket), RasterStatus::InvalidState, MutationInFlight);
    internal::CompleteReferenceWork();
    EXPECT_EQ(Release(Device, readback), READY);

    CommandBatch batch;
    SubmissionToken token;
    ASSERT_EQ(BeginCommands(Device, batch), READY);
    ASSERT_EQ(RecordDraw(Device, batch, GetPlainDraw()), READY);
    ASSERT_EQ(FinishCommands(Device, batch), READY);
    ASSERT_EQ(SubmitCommands(Device, Surface, batch, token), READY);
    EXPECT_REFUSAL(Update(Plain.Indices, 0, same, ticket), RasterStatus::InvalidState, MutationInFlight);
    internal::CompleteReferenceWork();
    ASSERT_EQ(Update(Plain.Indices, 0, same, ticket), PENDING);
    internal::CompleteReferenceWork();
    Finish(ticket);
}

TEST_P(HeldUpdates, ACopyThatIsRefusedLateFailsItsBufferAlone)
{
    StartWith();
    const std::vector<uint8> bytes = MakeBytes(16);
    const BufferHandle other = MakeBuffer(BufferRole::Vertex, bytes);
    BufferHandle buffer = MakeBuffer(BufferRole::Vertex, bytes);
    internal::GetReferenceControl().RefusesTransfers = true;
    TransferTicket ticket;
    ASSERT_EQ(Update(buffer, 0, bytes, ticket), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Failed);
    EXPECT_EQ(GetStatus(Device, buffer), RasterStatus::Failed);
    TransferTicket second;
    EXPECT_REFUSAL(Update(buffer, 0, bytes, second), RasterStatus::InvalidState, DependencyFailed);
    EXPECT_EQ(Release(Device, ticket), READY);
    EXPECT_EQ(Destroy(Device, buffer), READY);

    UploadTicket upload;
    ASSERT_EQ(Upload(BufferRole::Vertex, bytes, upload), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, upload); }), RasterStatus::Failed);
    BufferHandle taken;
    EXPECT_REFUSAL(TakeUploadedBuffer(Device, upload, taken), RasterStatus::Failed, DependencyFailed);
    EXPECT_EQ(Release(Device, upload), READY);

    ReadbackTicket readback;
    ASSERT_EQ(RequestBufferReadback(Device, other, 0, 16, readback), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, readback); }), RasterStatus::Failed);
    std::vector<uint8> got(16, uint8{7});
    EXPECT_REFUSAL(CopyReadback(Device, readback, got.data(), 16), RasterStatus::Failed, TransferFailed);
    EXPECT_EQ(got, std::vector<uint8>(16, uint8{7}));
    EXPECT_EQ(Release(Device, readback), READY);

    internal::GetReferenceControl().RefusesTransfers = false;
    EXPECT_EQ(GetStatus(Device, other), READY);
    Write(other, 0, bytes);
}

TEST_P(HeldUpdates, ARefusalLeavesEverythingAsItWas)
{
    StartWith();
    MakePlain();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    const uint16 outside[] = {9, 9};
    for (const ReferenceCall call : {ReferenceCall::ReserveUpload, ReferenceCall::Submit})
    {
        for (const BackendStatus status : {BackendStatus::OutOfMemory, BackendStatus::Refused})
        {
            SCOPED_TRACE(testing::Message() << internal::GetReferenceCallName(call) << static_cast<int>(status));
            internal::FailReferenceCall(call, {.Status = status});
            TransferTicket ticket;
            EXPECT_EQ(Update(Plain.Indices, 0, AsBytes(outside), ticket),
                      status == BackendStatus::OutOfMemory ? RasterStatus::OutOfMemory : RasterStatus::Failed);
            EXPECT_TRUE(IsNullHandle(ticket));
            EXPECT_EQ(GetStatus(Device, Plain.Indices), READY);
            Begin(TARGET);
            EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), READY); // the indices are the old ones
            End();
        }
    }
    const std::vector<uint8> first{0, 0, 1, 0};
    EXPECT_EQ(Read(Plain.Indices, 0, 4), first);
}

TEST_P(HeldUpdates, AFaultedCopyFaultsTheSession)
{
    for (const SubmitOutcome outcome : {SubmitOutcome::EncodedNothingAccepted, SubmitOutcome::AcceptedInPart})
    {
        SCOPED_TRACE(static_cast<int>(outcome));
        StartWith();
        const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
        internal::FailReferenceCall(ReferenceCall::Submit, {.Status = BackendStatus::Refused, .Outcome = outcome});
        TransferTicket ticket;
        EXPECT_EQ(Update(buffer, 0, MakeBytes(16), ticket), RasterStatus::Failed);
        EXPECT_TRUE(IsNullHandle(ticket));
        EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Failed);
        EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
        Stop();
    }
}

TEST_P(HeldUpdates, LossEndsTheTicket)
{
    StartWith();
    const BufferHandle buffer = MakeBuffer(BufferRole::Vertex, MakeBytes(16));
    internal::GetReferenceControl().HoldsCompletion = true;
    TransferTicket ticket;
    ASSERT_EQ(Update(buffer, 0, MakeBytes(16), ticket), PENDING);
    internal::LoseReferenceDevice();
    EXPECT_EQ(GetStatus(Device, ticket), RasterStatus::DeviceLost);
    EXPECT_EQ(Release(Device, ticket), RasterStatus::DeviceLost);
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
    Stop();
    internal::ResetReferenceControl();
    StartWith();
    EXPECT_EQ(GetStatus(Device, ticket), RasterStatus::InvalidHandle);
    MakeBuffer(BufferRole::Vertex, MakeBytes(16));
}

LUDUS_ON_STEERED_LANES(HeldUpdates);
} // namespace
} // namespace ludus::graphics::rhi::tests
