// Textures that ordered graphs borrow from the pool: when they are lent, to whom, and what they hold.
#include "../support/graph_scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr TextureDescription EIGHT{.Width = 8, .Height = 4, .Attachment = true};
constexpr TextureDescription FOUR{.Width = 4, .Height = 4, .Attachment = true};
constexpr uint64 EIGHT_BYTES = 8 * 4 * (4 + 4); // colour and private depth

class GraphTextures : public GraphSceneTest
{
protected:
    // A graph whose image is the pool's, and a set that shows it.
    void BeginPoolGraph(const TextureDescription& description = EIGHT)
    {
        Graph = OrderedGraph{};
        ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
        Texture = TextureHandle{};
        ASSERT_EQ(Lend(Graph, description, Image, Texture), READY);
        ImportBuffers();
    }

    void ShowImage()
    {
        View = TextureViewHandle{};
        ASSERT_EQ(CreateTextureView(Device, Texture, View), READY);
        Set = MakeQuadsSet(View, Sampler);
        Composite = GetQuadsDraw(Set);
    }

    void HideImage()
    {
        EXPECT_EQ(Destroy(Device, Set), READY);
        EXPECT_EQ(Destroy(Device, View), READY);
    }

    // The scene and its composite, compiled.
    void MakePoolFrame()
    {
        BeginPoolGraph();
        ShowImage();
        AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}});
        AddComposite();
        Compile();
    }

    // CreateGraphTexture, until the texture can be used.
    RasterStatus Lend(OrderedGraph graph, const TextureDescription& description, GraphVersion& version,
                      TextureHandle& texture)
    {
        return Await(CreateGraphTexture(Device, graph, description, version, texture), texture);
    }

    // A graph that borrows and is given up again.
    RasterStatus Borrow(const TextureDescription& description)
    {
        OrderedGraph graph;
        GraphVersion version;
        TextureHandle texture;
        EXPECT_EQ(CreateOrderedGraph(Device, graph), READY);
        const RasterStatus status = Lend(graph, description, version, texture);
        EXPECT_EQ(IsNull(texture), status != READY);
        EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
        return status;
    }

    void StartPool(const StorageLimits& storage = {})
    {
        StartScene(storage);
        Sampler = MakeSampler();
        InternalRecords = storage.TransientTextures; // idle ones stay in the pool
        Objects = internal::InspectSession().LiveBackendObjects;
    }

    [[nodiscard]] uint32 CountNewObjects() const { return internal::InspectSession().LiveBackendObjects - Objects; }

    SamplerHandle Sampler{};
    TextureViewHandle View{};
    BindingSetHandle Set{};
    uint32 Objects{0};
};

TEST_P(GraphTextures, AreDrawnToAndSampled)
{
    StartPool();
    MakePoolFrame();
    EXPECT_EQ(Report.TextureBytes, EIGHT_BYTES);
    Execute();
    ExpectFrame(HalfRed(), "pass 8x4 texture 1 clear 0 0 1 0.4\n"
                           "  barrier texture 1 none -> color-attachment without contents\n"
                           "  barrier texture 1 depth none -> depth-attachment without contents\n"
                           "  draw pipeline 0 set 0 vertices 7@0 indices 1/16 counts 6x1@0 offsets 0\nend\n"
                           "pass surface 8x4 clear 0 1 0 1\n"
                           "  barrier texture 1 color-attachment -> sampled-fragment\n"
                           "  draw pipeline 1 set 2 vertices 3@0 4@0 indices 5/16 counts 6x1@0 offsets 0\nend\n");
    EXPECT_EQ(GetStatus(Device, Texture), RasterStatus::InvalidHandle);
    HideImage();
}

TEST_P(GraphTextures, AreLentAgainUndefinedUnderAnotherHandle)
{
    StartPool();
    MakePoolFrame();
    const TextureHandle first = Texture;
    Execute();
    HideImage();
    ASSERT_TRUE(
        SettleUntil([&] { return GetDeviceInfo(Device, Info) == DeviceStatus::Ready && CountNewObjects() == 1; }));
    MakePoolFrame();
    EXPECT_EQ(CountNewObjects(), 3U); // the same texture, a new view and a new set
    EXPECT_EQ(GetStatus(Device, first), RasterStatus::InvalidHandle);
    EXPECT_EQ(GetStatus(Device, Texture), READY);
    RasterTextureState state;
    ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
    EXPECT_FALSE(state.ColorDefined);
    EXPECT_FALSE(state.DepthDefined);
    Execute();
    if (GetParam().Has.RasterizesPixels)
    {
        ExpectFrame(HalfRed(), {});
    }
    HideImage();
}

TEST_P(GraphTextures, HoldNothingBeforeTheirFirstWrite)
{
    StartPool();
    for (int lease = 0; lease < 2; ++lease) // the second time, an earlier graph has drawn to it
    {
        BeginPoolGraph();
        ShowImage();
        AddComposite();
        EXPECT_REFUSAL(CompileOrderedGraph(Device, Graph, Report), RasterStatus::InvalidDescription,
                       GraphReadUndefined);
        EXPECT_EQ(Report.ErrorResource, 0U);
        EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
        HideImage();
        BeginPoolGraph();
        AddDraw(Left, {.ColorLoad = RasterLoad::Load});
        EXPECT_REFUSAL(CompileOrderedGraph(Device, Graph, Report), RasterStatus::InvalidDescription,
                       GraphLoadUndefined);
        EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
        MakePoolFrame();
        Execute();
        HideImage();
    }
}

TEST_P(GraphTextures, OfOneGraphAreDistinct)
{
    StartPool();
    BeginPoolGraph();
    GraphVersion version;
    TextureHandle other;
    ASSERT_EQ(Lend(Graph, EIGHT, version, other), READY);
    EXPECT_EQ(CountNewObjects(), 2U);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    EXPECT_EQ(GetStatus(Device, other), RasterStatus::InvalidHandle);
    EXPECT_EQ(CountNewObjects(), 2U); // idle, and lent together again
    BeginPoolGraph();
    other = {};
    ASSERT_EQ(Lend(Graph, EIGHT, version, other), READY);
    EXPECT_EQ(CountNewObjects(), 2U);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
}

TEST_P(GraphTextures, AreNotLentWhileAViewKeepsThem)
{
    StartPool({.TransientTextures = 1});
    MakePoolFrame();
    Execute();
    EXPECT_REFUSAL(Borrow(EIGHT), RasterStatus::CapacityExceeded, TicketsExhausted);
    EXPECT_EQ(Destroy(Device, Set), READY);
    EXPECT_REFUSAL(Borrow(EIGHT), RasterStatus::CapacityExceeded, TicketsExhausted);
    EXPECT_EQ(Destroy(Device, View), READY);
    EXPECT_EQ(Borrow(EIGHT), READY);
}

TEST_P(GraphTextures, OfOtherDescriptionsMakeWay)
{
    StartPool({.TransientTextures = 1});
    EXPECT_EQ(Borrow(EIGHT), READY);
    const uint64 bytes = internal::InspectSession().ResourceBytes;
    EXPECT_EQ(Borrow(FOUR), READY); // a resize
    EXPECT_EQ(CountNewObjects(), 1U);
    EXPECT_EQ(internal::InspectSession().ResourceBytes, bytes - EIGHT_BYTES / 2);
    EXPECT_EQ(Borrow({.Width = 4, .Height = 4, .Format = RasterFormat::Rgba8Srgb, .Attachment = true}), READY);
    EXPECT_EQ(CountNewObjects(), 1U);
}

TEST_P(GraphTextures, ServeGraphsAlone)
{
    StartPool();
    BeginPoolGraph();
    AddDraw(Left, {});
    EXPECT_REFUSAL(AddGraphRoot(Device, Graph, Image, GraphRoot::History), RasterStatus::InvalidDescription,
                   GraphRootTransient);
    TextureHandle copy = Texture;
    EXPECT_REFUSAL(Destroy(Device, copy), RasterStatus::InvalidState, LibraryOwned);
    EXPECT_FALSE(IsNull(copy));
    RasterTextureState state;
    ASSERT_EQ(GetTextureState(Device, Texture, state), READY);
    OrderedGraph other;
    ASSERT_EQ(CreateOrderedGraph(Device, other), READY);
    GraphVersion version;
    EXPECT_REFUSAL(ImportGraphTexture(Device, other, Texture, state, RasterTextureUse::SampledBoth, version),
                   RasterStatus::InvalidState, LibraryOwned);
    EXPECT_EQ(DiscardOrderedGraph(Device, other), READY);
    Begin(TARGET);
    EXPECT_REFUSAL(BeginRasterPass(Device, {.Color = Texture}), RasterStatus::InvalidState, LibraryOwned);
    End();
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    EXPECT_REFUSAL(Destroy(Device, copy), RasterStatus::InvalidHandle, StaleHandle);
}

TEST_P(GraphTextures, ShowNothingOutsideTheirGraph)
{
    StartPool();
    const RasterDraw show = [&]
    {
        MakePoolFrame();
        return Composite;
    }();
    Begin(TARGET);
    EXPECT_REFUSAL(DrawIndexed(Device, show), RasterStatus::InvalidState, DrawAttachmentUndefined);
    EXPECT_EQ(EncodeOrderedGraph(Device, Surface, Graph), READY);
    EXPECT_EQ(BeginRasterPass(Device, {.ColorLoad = RasterLoad::Load}), READY);
    EXPECT_REFUSAL(DrawIndexed(Device, show), RasterStatus::InvalidState, DrawAttachmentUndefined);
    End();
    if (GetParam().Has.RasterizesPixels)
    {
        ExpectFrame(HalfRed(), {});
    }
    Begin(TARGET);
    EXPECT_REFUSAL(DrawIndexed(Device, show), RasterStatus::InvalidState, DrawAttachmentUndefined);
    End();
    HideImage();
}

TEST_P(GraphTextures, AreOutsideTheLimitOfRecordsAndChargedToTheBytes)
{
    StartPool({.ResourcesPerKind = 32, .ResourceBytes = 65536});
    std::vector<TextureHandle> textures;
    TextureHandle texture;
    while (Await(CreateTexture(Device, {.Width = 1, .Height = 1, .Attachment = true}, {}, texture), texture) == READY)
    {
        Own(texture);
        texture = {};
    }
    EXPECT_EQ(Borrow(EIGHT), READY);
    const uint64 held = internal::InspectSession().ResourceBytes;
    EXPECT_REFUSAL(Borrow({.Width = 128, .Height = 128, .Attachment = true}), RasterStatus::CapacityExceeded,
                   ResourceBytesExhausted);
    EXPECT_EQ(internal::InspectSession().ResourceBytes, held - EIGHT_BYTES); // the idle one made way in vain
    EXPECT_EQ(CountNewObjects(), 31U);
}

TEST_P(GraphTextures, ThatAreIdleMakeWayForOtherResources)
{
    StartPool({.ResourceBytes = 65536});
    EXPECT_EQ(Borrow({.Width = 64, .Height = 64, .Attachment = true}), READY); // half of the budget
    EXPECT_EQ(CountNewObjects(), 1U);
    MakeBuffer(BufferRole::Vertex, std::vector<uint8>(40000));
    EXPECT_EQ(CountNewObjects(), 1U);
}

TEST_P(GraphTextures, AreRefusedByName)
{
    StartPool({.ResourcesPerGraph = 2});
    OrderedGraph graph;
    GraphVersion version;
    TextureHandle texture;
    EXPECT_REFUSAL(CreateGraphTexture(Device, graph, EIGHT, version, texture), RasterStatus::InvalidHandle,
                   StaleHandle);
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    EXPECT_REFUSAL(CreateGraphTexture(Device, graph, {.Width = 8, .Height = 4}, version, texture),
                   RasterStatus::InvalidDescription, AttachmentRequired);
    EXPECT_REFUSAL(CreateGraphTexture(Device, graph, {.Width = 0, .Height = 4, .Attachment = true}, version, texture),
                   RasterStatus::InvalidDescription, ValueZero);
    EXPECT_REFUSAL(CreateGraphTexture(Device, graph,
                                      {.Width = 4, .Height = 4, .Format = RasterFormat::R8Unorm, .Attachment = true},
                                      version, texture),
                   RasterStatus::Unsupported, TextureFormatUnavailable);
    EXPECT_TRUE(IsNull(texture));
    ASSERT_EQ(Lend(graph, EIGHT, version, texture), READY);
    EXPECT_REFUSAL(CreateGraphTexture(Device, graph, EIGHT, version, texture), RasterStatus::InvalidState,
                   OutputOccupied);
    texture = {};
    ASSERT_EQ(Lend(graph, EIGHT, version, texture), READY);
    texture = {};
    EXPECT_REFUSAL(CreateGraphTexture(Device, graph, EIGHT, version, texture), RasterStatus::CapacityExceeded,
                   GraphResourcesExhausted);
    ASSERT_EQ(CompileOrderedGraph(Device, graph, Report), READY);
    EXPECT_REFUSAL(CreateGraphTexture(Device, graph, EIGHT, version, texture), RasterStatus::InvalidState, GraphFrozen);
    Begin(TARGET);
    EXPECT_REFUSAL(CreateGraphTexture(Device, graph, EIGHT, version, texture), RasterStatus::InvalidState, FrameIsOpen);
    End();
    EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
}

// Cases that decide when things happen.
class SteeredGraphTextures : public GraphTextures
{
};

TEST_P(SteeredGraphTextures, AreNotLentBeforeTheGpuIsDone)
{
    StartPool({.TransientTextures = 1});
    MakePoolFrame();
    internal::GetReferenceControl().HoldsCompletion = true;
    SubmissionToken token;
    ASSERT_EQ(ExecuteOrderedGraph(Device, Surface, Graph, token), READY);
    HideImage();
    EXPECT_REFUSAL(Borrow(EIGHT), RasterStatus::CapacityExceeded, TicketsExhausted);
    EXPECT_REFUSAL(Borrow(FOUR), RasterStatus::CapacityExceeded, TicketsExhausted);
    internal::CompleteReferenceWork();
    EXPECT_EQ(Borrow(FOUR), READY);
    EXPECT_EQ(CountNewObjects(), 1U);
}

TEST_P(SteeredGraphTextures, MayBePending)
{
    StartPool({.TransientTextures = 1});
    internal::ReferenceControl& control = internal::GetReferenceControl();
    control.HoldsCreation[static_cast<usize>(RecordKind::Texture)] = true;
    Graph = OrderedGraph{};
    ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
    Texture = {};
    ASSERT_EQ(CreateGraphTexture(Device, Graph, EIGHT, Image, Texture), RasterStatus::Pending);
    EXPECT_EQ(GetStatus(Device, Texture), RasterStatus::Pending);
    TextureViewHandle view;
    EXPECT_REFUSAL(CreateTextureView(Device, Texture, view), RasterStatus::NotReady, DependencyPending);
    ImportBuffers();
    EXPECT_REFUSAL(AddGraphPass(Device, Graph, {.Name = "early", .Attachment = {.Color = Texture}}),
                   RasterStatus::NotReady, DependencyPending);
    internal::FinishReferenceCreations(RecordKind::Texture);
    EXPECT_EQ(GetStatus(Device, Texture), READY);
    ShowImage();
    AddDraw(Left, {.Clear = {0, 0, 1, 0.4F}});
    AddComposite();
    Compile();
    Execute();
    HideImage();
    // Given up while it is pending: it is lent once the report has come.
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
    ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
    Texture = {};
    ASSERT_EQ(CreateGraphTexture(Device, Graph, FOUR, Image, Texture), RasterStatus::Pending);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    EXPECT_REFUSAL(Borrow(FOUR), RasterStatus::CapacityExceeded, TicketsExhausted);
    internal::FinishReferenceCreations(RecordKind::Texture);
    EXPECT_EQ(Borrow(FOUR), READY);
}

TEST_P(SteeredGraphTextures, ThatFailLaterAreNotLentAgain)
{
    StartPool({.TransientTextures = 1});
    internal::ReferenceControl& control = internal::GetReferenceControl();
    control.HoldsCreation[static_cast<usize>(RecordKind::Texture)] = true;
    ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
    Texture = {};
    ASSERT_EQ(CreateGraphTexture(Device, Graph, EIGHT, Image, Texture), RasterStatus::Pending);
    internal::FinishReferenceCreations(RecordKind::Texture, internal::BackendStatus::OutOfMemory);
    EXPECT_EQ(GetStatus(Device, Texture), RasterStatus::Failed);
    EXPECT_REFUSAL(AddGraphPass(Device, Graph, {.Name = "late", .Attachment = {.Color = Texture}}),
                   RasterStatus::InvalidState, DependencyFailed);
    EXPECT_EQ(DiscardOrderedGraph(Device, Graph), READY);
    control.HoldsCreation[static_cast<usize>(RecordKind::Texture)] = false;
    EXPECT_EQ(Borrow(EIGHT), READY);
    EXPECT_EQ(CountNewObjects(), 1U);
}

TEST_P(SteeredGraphTextures, RefundWhatABackendRefused)
{
    StartPool();
    const uint64 bytes = internal::InspectSession().ResourceBytes;
    internal::FailReferenceCall(ReferenceCall::CreateTexture, {});
    EXPECT_REFUSAL(Borrow(EIGHT), RasterStatus::OutOfMemory, DeviceMemoryRefused);
    EXPECT_EQ(internal::InspectSession().ResourceBytes, bytes);
    EXPECT_EQ(Borrow(EIGHT), READY);
    EXPECT_EQ(internal::InspectSession().ResourceBytes, bytes + EIGHT_BYTES);
}

TEST_P(SteeredGraphTextures, EndWithTheDevice)
{
    StartPool();
    ASSERT_EQ(CreateOrderedGraph(Device, Graph), READY);
    Texture = {};
    internal::FailReferenceCall(ReferenceCall::CreateTexture, {.Status = internal::BackendStatus::Lost});
    EXPECT_REFUSAL(CreateGraphTexture(Device, Graph, EIGHT, Image, Texture), RasterStatus::DeviceLost, DeviceIsLost);
    EXPECT_TRUE(IsNull(Texture));
    EXPECT_EQ(internal::InspectSession().LiveRecords, 0U);
}
} // namespace

LUDUS_ON_EVERY_LANE(GraphTextures);
LUDUS_ON_STEERED_LANES(SteeredGraphTextures);
} // namespace ludus::graphics::rhi::tests
