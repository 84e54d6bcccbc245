// Tokens of accepted work, and the queries of lifetime.h that say what the services may and do hold.
#include "../support/scene.h"

#include <ludus/graphics/rhi/graph.h>
#include <ludus/graphics/rhi/lifetime.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr FrameTarget TARGET{.Width = 8, .Height = 4};

// The token's words, asked of nobody.
std::array<uint64, 2> WordsOf(const SubmissionToken& token)
{
    std::array<uint64, 2> words{};
    static_assert(sizeof token == sizeof words);
    std::memcpy(words.data(), static_cast<const void*>(&token), sizeof words);
    return words;
}

SubmissionToken MakeToken(uint64 owner, uint64 ordinal)
{
    const std::array<uint64, 2> words{owner, ordinal};
    SubmissionToken token;
    std::memcpy(static_cast<void*>(&token), words.data(), sizeof token);
    return token;
}

class Completion : public SceneTest
{
};

TEST_P(Completion, AnEndedFrameNamesWhatWasSubmitted)
{
    Start();
    MakePlain();
    SubmissionToken cleared;
    Begin(TARGET);
    EXPECT_EQ(EndFrame(Device, cleared), RasterStatus::Ready); // a frame that only clears counts too
    SubmissionToken drawn;
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    EXPECT_EQ(EndFrame(Device, drawn), RasterStatus::Ready);
    EXPECT_LT(WordsOf(cleared)[1], WordsOf(drawn)[1]);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, drawn); }), RasterStatus::Ready);
    EXPECT_EQ(GetStatus(Device, cleared), RasterStatus::Ready); // a complete token covers all lower ones
}

TEST_P(Completion, AnUntrackedFrameEndsAsBefore)
{
    Start();
    Begin(TARGET);
    EXPECT_EQ(EndFrame(Device), DeviceStatus::Ready);
    SubmissionToken token;
    Begin(TARGET);
    EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
    EXPECT_EQ(WordsOf(token)[1], 2U);
}

TEST_P(Completion, TokensAreHeldToTheirRules)
{
    Start();
    SubmissionToken token;
    EXPECT_REFUSAL(EndFrame(Device, token), RasterStatus::InvalidState, NoOpenFrame);
    EXPECT_REFUSAL(EndFrame(DeviceHandle{}, token), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_EQ(WordsOf(token), WordsOf({}));
    Begin(TARGET);
    EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
    const auto words = WordsOf(token);
    Begin(TARGET);
    EXPECT_REFUSAL(EndFrame(Device, token), RasterStatus::InvalidState, OutputOccupied); // the frame is still open
    EXPECT_EQ(WordsOf(token), words);
    End();
    EXPECT_REFUSAL(GetStatus(Device, SubmissionToken{}), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(GetStatus(Device, MakeToken(words[0], 0)), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(GetStatus(Device, MakeToken(words[0], 3)), RasterStatus::InvalidHandle, StaleHandle); // not yet
    EXPECT_REFUSAL(GetStatus(Device, MakeToken(words[0] + 1, 1)), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(GetStatus(DeviceHandle{}, token), RasterStatus::InvalidHandle, ForeignDevice);
}

TEST_P(Completion, ATokenEndsWithItsDevice)
{
    Start();
    SubmissionToken token;
    Begin(TARGET);
    EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
    Stop();
    Start();
    EXPECT_REFUSAL(GetStatus(Device, token), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(Completion, CapabilitiesAreTheConfiguredCeilings)
{
    LifetimeCapabilities got{.CommandBatches = 77};
    EXPECT_REFUSAL(GetLifetimeCapabilities(DeviceHandle{}, got), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_EQ(got.CommandBatches, 77U);
    Start({.Required = {.PortableRaster = true},
           .Storage = {.CommandBatches = 3,
                       .DrawsPerPlan = 700,
                       .PipelineRequests = 5,
                       .TransferSlices = 2,
                       .TransferBytes = 4096}});
    EXPECT_EQ(GetLifetimeCapabilities(Device, got), RasterStatus::Ready);
    EXPECT_EQ(got.CommandBatches, 3U);
    EXPECT_EQ(got.DrawsPerBatch, 700U);
    EXPECT_EQ(got.TransfersPerDirection, 2U);
    EXPECT_EQ(got.TransferBytes, 4096U);
    EXPECT_EQ(got.PipelineRequests, 5U);
}

TEST_P(Completion, UsageFollowsWhatIsCreatedAndReleased)
{
    StorageUsage before{.HostBytes = 7};
    EXPECT_REFUSAL(GetStorageUsage(DeviceHandle{}, before), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_EQ(before.HostBytes, 7U);
    Start();
    EXPECT_EQ(GetStorageUsage(Device, before), RasterStatus::Ready);
    EXPECT_GT(before.HostBytes, 0U);
    EXPECT_GE(before.PeakHostBytes, before.HostBytes);
    BufferHandle buffer = MakeBuffer(BufferRole::Vertex, std::vector<uint8>(1000));
    const std::vector<uint8> texels(16 * 8 * 4);
    TextureHandle texture = MakeTexels(16, 8, texels);
    StorageUsage during;
    EXPECT_EQ(GetStorageUsage(Device, during), RasterStatus::Ready);
    EXPECT_EQ(during.ResourceBytes, before.ResourceBytes + 1000 + texels.size());
    EXPECT_GE(during.PeakResourceBytes, during.ResourceBytes);
    EXPECT_EQ(Destroy(Device, buffer), RasterStatus::Ready);
    EXPECT_EQ(Destroy(Device, texture), RasterStatus::Ready);
    StorageUsage after;
    EXPECT_EQ(GetStorageUsage(Device, after), RasterStatus::Ready);
    EXPECT_EQ(after.ResourceBytes, before.ResourceBytes);
    EXPECT_EQ(after.PeakResourceBytes, during.PeakResourceBytes);
}

// Graphs, their pool and work in flight: what is charged, until when, and that asking costs nothing.
TEST_P(Completion, UsageFollowsGraphsAndTheirPool)
{
    Start({.Required = {.OrderedRasterGraph = true}, .Storage = {.TransientTextures = 1}});
    InternalRecords = 1;
    StorageUsage before;
    ASSERT_EQ(GetStorageUsage(Device, before), RasterStatus::Ready);
    OrderedGraph graph;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), RasterStatus::Ready);
    GraphVersion version;
    TextureHandle texture;
    ASSERT_EQ(Await(CreateGraphTexture(Device, graph, {.Width = 8, .Height = 4, .Attachment = true}, version, texture),
                    texture),
              RasterStatus::Ready);
    StorageUsage during;
    const uint64 requests = foundation::GetHostMemoryUsage().Requests;
    ASSERT_EQ(GetStorageUsage(Device, during), RasterStatus::Ready);
    EXPECT_EQ(foundation::GetHostMemoryUsage().Requests, requests);
    EXPECT_EQ(during.ResourceBytes, before.ResourceBytes + 8 * 4 * (4 + 4)); // colour and private depth
    EXPECT_GT(during.HostBytes, before.HostBytes);
    EXPECT_GE(during.PeakHostBytes, during.HostBytes);
    GraphReport report;
    ASSERT_EQ(CompileOrderedGraph(Device, graph, report), RasterStatus::Ready);
    EXPECT_EQ(report.TextureBytes, 8U * 4U * (4U + 4U));
    EXPECT_LE(report.PlanStorageBytes, during.HostBytes + 65536);
    EXPECT_EQ(DiscardOrderedGraph(Device, graph), RasterStatus::Ready);
    StorageUsage after;
    ASSERT_EQ(GetStorageUsage(Device, after), RasterStatus::Ready);
    EXPECT_EQ(after.ResourceBytes, during.ResourceBytes); // the pool keeps it, and its charge
    EXPECT_EQ(after.PeakResourceBytes, during.PeakResourceBytes);
}

TEST_P(Completion, ResidencyCountsTheTexelsThatAreDefined)
{
    Start();
    const std::vector<uint8> texels(8 * 4 * 4 + 4 * 2 * 4 + 2 * 1 * 4);
    const TextureMipUpload mips[] = {{0, 32}, {128, 16}, {160, 8}};
    TextureHandle texture = MakeTexture({.Width = 8, .Height = 4, .MipLevels = 3}, {.Bytes = texels, .Mips = mips});
    TextureResidency got{.MipLevels = 9};
    EXPECT_REFUSAL(GetTextureResidency(DeviceHandle{}, texture, got), RasterStatus::InvalidHandle, ForeignDevice);
    EXPECT_REFUSAL(GetTextureResidency(Device, {}, got), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_EQ(got.MipLevels, 9U);
    EXPECT_EQ(GetTextureResidency(Device, texture, got), RasterStatus::Ready);
    EXPECT_EQ(got.MipLevels, 3U);
    EXPECT_EQ(got.InitializedMips, 7U);
    EXPECT_EQ(got.InitializedBytes, 168U);
}

LUDUS_ON_EVERY_LANE(Completion);

// Cases that decide when work completes, and how it fails.
class HeldCompletion : public Completion
{
};

TEST_P(HeldCompletion, PendingUntilTheWorkHasCompleted)
{
    Start();
    internal::GetReferenceControl().HoldsCompletion = true;
    SubmissionToken tokens[2];
    for (SubmissionToken& token : tokens)
    {
        Begin(TARGET);
        EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
    }
    EXPECT_EQ(GetStatus(Device, tokens[0]), RasterStatus::Pending);
    internal::CompleteReferenceWork(1);
    EXPECT_EQ(GetStatus(Device, tokens[0]), RasterStatus::Ready);
    EXPECT_EQ(GetStatus(Device, tokens[1]), RasterStatus::Pending);
    internal::CompleteReferenceWork();
    EXPECT_EQ(GetStatus(Device, tokens[1]), RasterStatus::Ready);
}

TEST_P(HeldCompletion, AFailedSubmissionPublishesOnlyWhatWasAccepted)
{
    using internal::SubmitOutcome;
    for (const SubmitOutcome outcome :
         {SubmitOutcome::NothingEncoded, SubmitOutcome::EncodedNothingAccepted, SubmitOutcome::AcceptedInPart})
    {
        SCOPED_TRACE(static_cast<int>(outcome));
        Start();
        Begin(TARGET);
        internal::FailReferenceCall(ReferenceCall::Submit,
                                    {.Status = internal::BackendStatus::Refused, .Outcome = outcome});
        SubmissionToken token;
        EXPECT_REFUSAL(EndFrame(Device, token), RasterStatus::Failed, SubmissionRefused);
        EXPECT_EQ(WordsOf(token)[1], outcome == SubmitOutcome::AcceptedInPart ? 1U : 0U);
        if (outcome == SubmitOutcome::NothingEncoded)
        {
            EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready); // the frame was kept
        }
        else
        {
            EXPECT_EQ(GetStatus(Device, token), RasterStatus::Failed); // the session keeps its failure
            StorageUsage usage{.HostBytes = 7};
            EXPECT_EQ(GetStorageUsage(Device, usage), RasterStatus::Failed);
            EXPECT_EQ(usage.HostBytes, 0U);
            LifetimeCapabilities capabilities{.CommandBatches = 7};
            EXPECT_EQ(GetLifetimeCapabilities(Device, capabilities), RasterStatus::Failed);
            EXPECT_EQ(capabilities.CommandBatches, 0U);
        }
        Stop();
    }
}

TEST_P(HeldCompletion, LossIsWhatATokenAnswersFromThenOn)
{
    Start();
    internal::GetReferenceControl().HoldsCompletion = true;
    SubmissionToken token;
    Begin(TARGET);
    EXPECT_EQ(EndFrame(Device, token), RasterStatus::Ready);
    internal::LoseReferenceDevice();
    EXPECT_EQ(GetStatus(Device, token), RasterStatus::DeviceLost);
    EXPECT_EQ(GetStatus(Device, token), RasterStatus::DeviceLost);
}

LUDUS_ON_STEERED_LANES(HeldCompletion);
} // namespace
} // namespace ludus::graphics::rhi::tests
