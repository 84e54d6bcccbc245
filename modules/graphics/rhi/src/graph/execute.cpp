// ExecuteOrderedGraph and EncodeOrderedGraph: a compiled graph becomes one command stream, submitted as a frame of its
// own or appended to the open one.
//
// Everything that can be refused is refused before the surface is acquired, except a viewport that the surface no
// longer holds. The stream's memory was reserved when the graph was compiled, the open frame's too.
#include "frontend/admission.h"
#include "frontend/frame.h"
#include "frontend/raster_pass.h"
#include "frontend/uniform_ring.h"
#include "graph/graph_record.h"
#include "validation/raster_pass.h"

#include <cassert>
#include <new>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr const char* EXECUTE = "ExecuteOrderedGraph";
constexpr const char* ENCODE = "EncodeOrderedGraph";

static_assert(static_cast<uint8>(RasterLoad::Discard) == static_cast<uint8>(AttachmentLoad::Discard) &&
              static_cast<uint8>(RasterLoad::Load) == static_cast<uint8>(AttachmentLoad::Load) &&
              static_cast<uint8>(RasterStore::Discard) == static_cast<uint8>(AttachmentStore::Discard));

[[nodiscard]] constexpr AttachmentLoad ToLoad(RasterLoad load) noexcept
{
    return static_cast<AttachmentLoad>(load);
}

[[nodiscard]] constexpr AttachmentStore ToStore(RasterStore store) noexcept
{
    return static_cast<AttachmentStore>(store);
}

[[nodiscard]] constexpr Rectangle ToRectangle(const RasterRectangle& area) noexcept
{
    return {.X = area.X, .Y = area.Y, .Width = area.Width, .Height = area.Height};
}

/// The rectangles of a pass in the words of the rules that direct passes keep.
[[nodiscard]] RasterPassDescription GetRectangles(const GraphDeclaration& graph, const GraphPass& pass) noexcept
{
    RasterPassDescription description;
    if (pass.Rectangles != GRAPH_EXTERNAL_INDEX)
    {
        const GraphRectangles& rectangles = graph.Rectangles[pass.Rectangles];
        description.Viewport = rectangles.Viewport;
        description.Scissor = rectangles.Scissor;
        description.UseViewport = rectangles.UseViewport;
        description.UseScissor = rectangles.UseScissor;
    }
    return description;
}

[[nodiscard]] PassAttachment GetAttachment(Session& session, const GraphDeclaration& graph,
                                           const GraphPass& pass) noexcept
{
    const uint32 resource = graph.Attachments[pass.FirstAttachment].Resource;
    PassAttachment attachment{.Width = session.Frame.Target.Width,
                              .Height = session.Frame.Target.Height,
                              .ColorDefined = true,
                              .DepthDefined = true};
    if (resource != GRAPH_SURFACE)
    {
        const TextureDescription& texture =
            session.Records.Table<RecordKind::Texture>().Twin(graph.Resources[resource].Slot).Description;
        attachment.IsSurface = false;
        attachment.Width = texture.Width;
        attachment.Height = texture.Height;
    }
    return attachment;
}

/// The pass as it is written, at its place in the stream, since it is large; the surface's first one has no earlier
/// contents but the acquisition's clear.
OneColorPass& WritePass(Session& session, const GraphDeclaration& graph, const GraphPass& pass, bool isFirstOnSurface,
                        uint8* at) noexcept
{
    const GraphAttachment& color = graph.Attachments[pass.FirstAttachment];
    const PassAttachment attachment = GetAttachment(session, graph, pass);
    auto& written = *::new (static_cast<void*>(at)) OneColorPass();
    BeginPassCommand& command = written.Pass;
    command.Header.Kind = CommandKind::BeginPass;
    command.IsSurface = attachment.IsSurface;
    command.Width = attachment.Width;
    command.Height = attachment.Height;
    written.Color.Texture = attachment.IsSurface ? NO_SLOT : graph.Resources[color.Resource].Slot;
    written.Color.Load = ToLoad(color.Load);
    written.Color.Store = ToStore(color.Store);
    command.DepthLoad = ToLoad(pass.DepthLoad);
    command.DepthStore = ToStore(pass.DepthStore);
    command.DepthReadOnly = pass.DepthReadOnly;
    command.ClearDepth = pass.ClearDepth;
    command.Viewport = {.Width = attachment.Width, .Height = attachment.Height};
    command.Scissor = command.Viewport;
    if (pass.Rectangles != GRAPH_EXTERNAL_INDEX)
    {
        const RasterPassDescription rectangles = GetRectangles(graph, pass);
        command.Viewport = rectangles.UseViewport ? ToRectangle(rectangles.Viewport) : command.Viewport;
        command.Scissor = ToRectangle(ClipScissor(rectangles, attachment));
    }
    if (attachment.IsSurface && isFirstOnSurface && color.Load == RasterLoad::Load)
    {
        written.Color.Load = AttachmentLoad::Clear; // of the colour that the target was set with
        std::memcpy(written.Color.Clear, MakeSurfacePass(session).Color.Clear, sizeof color.Clear);
        return written;
    }
    std::memcpy(written.Color.Clear, color.Clear, sizeof color.Clear);
    return written;
}

[[nodiscard]] PipelineTarget GetTarget(Session& session, const GraphDeclaration& graph, const GraphPass& pass) noexcept
{
    PipelineTarget target;
    const uint32 resource = graph.Attachments[pass.FirstAttachment].Resource;
    if (resource != GRAPH_SURFACE)
    {
        target.IsSurface = false;
        target.Colors[0] =
            session.Records.Table<RecordKind::Texture>().Twin(graph.Resources[resource].Slot).Description.Format;
    }
    return target;
}

[[nodiscard]] bool IsHead(const GraphPlan& plan, uint32 index) noexcept
{
    return plan.IsLive(index) && plan.Passes[index].Group == index;
}

/// Pass states for every group. `isSurfaceDrawn`: whether a pass before the graph has drawn to the surface.
[[nodiscard]] RasterVerdict TakePassStates(Session& session, const GraphRecord& record, bool isSurfaceDrawn) noexcept
{
    bool isFirstOnSurface = !isSurfaceDrawn;
    for (uint32 index = 0; index < record.Declaration.Passes.Size(); ++index)
    {
        if (!IsHead(record.Plan, index))
        {
            continue;
        }
        const GraphPass& pass = record.Declaration.Passes[index];
        const GraphAttachment& color = record.Declaration.Attachments[pass.FirstAttachment];
        const bool isSurface = color.Resource == GRAPH_SURFACE;
        const bool clears = isSurface && isFirstOnSurface && color.Load == RasterLoad::Load; // as MakePass makes of it
        const PassChoices choices{clears ? AttachmentLoad::Clear : ToLoad(color.Load), ToStore(color.Store),
                                  ToLoad(pass.DepthLoad), ToStore(pass.DepthStore)};
        if (const RasterVerdict verdict = TakePassState(session, choices, GetTarget(session, record.Declaration, pass));
            !verdict.IsAccepted())
        {
            return verdict;
        }
        isFirstOnSurface = isFirstOnSurface && !isSurface;
    }
    return {};
}

/// Whether every surface viewport lies on the surface that was acquired.
[[nodiscard]] RasterVerdict CheckViewports(Session& session, const GraphRecord& record) noexcept
{
    for (uint32 index = 0; index < record.Declaration.Passes.Size(); ++index)
    {
        const GraphPass& pass = record.Declaration.Passes[index];
        if (pass.Rectangles == GRAPH_EXTERNAL_INDEX || !record.Plan.IsLive(index) ||
            pass.Kind != GraphPassKind::Surface)
        {
            continue;
        }
        const RasterPassDescription rectangles = GetRectangles(record.Declaration, pass);
        if (const RasterVerdict verdict = CheckRasterPass(rectangles, GetAttachment(session, record.Declaration, pass));
            !verdict.IsAccepted())
        {
            return verdict;
        }
    }
    return {};
}

[[nodiscard]] Barrier MakeBarrier(const GraphDeclaration& graph, const GraphBarrier& barrier) noexcept
{
    const GraphResource& resource = graph.Resources[barrier.Resource];
    return {.Kind = resource.IsTexture ? RecordKind::Texture : RecordKind::Buffer,
            .Aspect = barrier.Aspect,
            .KeepsContents = barrier.KeepsContents,
            .Slot = resource.Slot,
            .Before = barrier.Before,
            .After = barrier.After};
}

[[nodiscard]] uint8* PutBarriers(uint8* at, const GraphDeclaration& graph,
                                 std::span<const GraphBarrier> barriers) noexcept
{
    for (const GraphBarrier& barrier : barriers)
    {
        at = Put(at, MakeBarrier(graph, barrier));
    }
    return at;
}

/// Barriers outside of passes, in one command; nothing for none.
[[nodiscard]] uint8* PutBarriersCommand(uint8* at, const GraphDeclaration& graph,
                                        std::span<const GraphBarrier> barriers) noexcept
{
    if (barriers.empty())
    {
        return at;
    }
    const auto bytes = static_cast<uint32>(sizeof(BarriersCommand) + barriers.size() * sizeof(Barrier));
    at = Put(at, BarriersCommand{.Header = {.Kind = CommandKind::Barriers, .Bytes = bytes},
                                 .Count = static_cast<uint32>(barriers.size())});
    return PutBarriers(at, graph, barriers);
}

[[nodiscard]] uint8* PutEnd(uint8* at) noexcept
{
    return Put(at, CommandHeader{.Kind = CommandKind::EndPass, .Bytes = sizeof(CommandHeader)});
}

/// The live passes and final barriers for the acquired target, at `at`; answers their end. `isSurfaceDrawn` says
/// whether a pass before has drawn to the surface, and then whether one has.
[[nodiscard]] uint8* WritePasses(Session& session, const GraphRecord& record, uint8* at, bool& isSurfaceDrawn) noexcept
{
    const GraphDeclaration& graph = record.Declaration;
    const GraphPlan& plan = record.Plan;
    BeginPassCommand* open = nullptr; // the command of the open pass
    bool hidesDraws = false;
    for (uint32 index = 0; index < graph.Passes.Size(); ++index)
    {
        if (!plan.IsLive(index))
        {
            continue;
        }
        if (IsHead(plan, index))
        {
            at = open != nullptr ? PutEnd(at) : at;
            open = &WritePass(session, graph, graph.Passes[index], !isSurfaceDrawn, at).Pass;
            const std::span<const GraphBarrier> barriers = plan.BarriersOf(index);
            open->BarrierCount = static_cast<uint32>(barriers.size());
            open->Header.Bytes = static_cast<uint32>(sizeof(OneColorPass) + barriers.size() * sizeof(Barrier));
            isSurfaceDrawn = isSurfaceDrawn || open->IsSurface;
            hidesDraws = open->Scissor.Width == 0;
            at = PutBarriers(at + sizeof(OneColorPass), graph, barriers);
        }
        else if (graph.Passes[index].Kind == GraphPassKind::Compute)
        {
            at = open != nullptr ? PutEnd(at) : at;
            at = PutBarriersCommand(at, graph, plan.BarriersOf(index));
            open = nullptr;
            hidesDraws = false;
        }
        else if (open != nullptr) // a member comes after its head
        {
            ++open->LogicalPassCount;
        }
        const GraphRun& run = record.Runs[index];
        if (run.Bytes != 0 && !hidesDraws)
        {
            std::memcpy(at, record.Draws.Stream.Data() + run.Offset, run.Bytes);
            at += run.Bytes;
        }
    }
    at = open != nullptr ? PutEnd(at) : at;
    return PutBarriersCommand(at, graph, plan.GetFinalBarriers());
}

/// The whole graph as a frame.
[[nodiscard]] std::span<const uint8> WriteStream(Session& session, GraphRecord& record) noexcept
{
    uint8* const start = record.Stream.Data();
    bool isSurfaceDrawn = false;
    uint8* at = WritePasses(session, record, start, isSurfaceDrawn);
    if (!isSurfaceDrawn && !session.Frame.IsSurfaceless)
    {
        at = PutEnd(Put(at, MakeSurfacePass(session)));
    }
    return {start, static_cast<usize>(at - start)};
}

/// Nothing but the acquisition's clear.
[[nodiscard]] std::span<const uint8> WriteClear(Session& session, GraphRecord& record) noexcept
{
    uint8* const start = record.Stream.Data();
    return {start, static_cast<usize>(PutEnd(Put(start, MakeSurfacePass(session))) - start)};
}

/// What the textures of the pool hold is nobody's any more.
void ForgetTransients(Session& session, const GraphRecord& record) noexcept
{
    const GraphDeclaration& graph = record.Declaration;
    for (usize i = 0; i < graph.Resources.Size(); ++i)
    {
        if (graph.Resources[i].IsTransient && record.Plan.Resources[i].FirstUse != GRAPH_EXTERNAL_INDEX)
        {
            const uint32 slot = graph.Resources[i].Slot;
            static_cast<void>(DraftUndefined(session.Records.Table<RecordKind::Texture>().Twin(slot).Ledger,
                                             session.Frame.Drafts, slot));
        }
    }
}

/// What the submission leaves in the textures that live passes use.
void DraftTextures(Session& session, const GraphRecord& record) noexcept
{
    const GraphDeclaration& graph = record.Declaration;
    TextureTable& textures = session.Records.Table<RecordKind::Texture>();
    for (uint32 i = 0; i < graph.Resources.Size(); ++i)
    {
        const GraphResource& resource = graph.Resources[i];
        if (!resource.IsTexture || resource.IsTransient)
        {
            continue;
        }
        const bool isUsed = record.Plan.Resources[i].FirstUse != GRAPH_EXTERNAL_INDEX;
        if (isUsed || GetCurrent(textures.Twin(resource.Slot).Ledger).Use != resource.FinalUse)
        {
            DraftTexture(textures, session.Frame.Drafts, resource.Slot).Use = resource.FinalUse;
        }
    }
    // Callers are told the final use; the last barrier names that, and the reads before it that nothing has ended.
    for (const GraphBarrier& barrier : record.Plan.Barriers)
    {
        const GraphResource& resource = graph.Resources[barrier.Resource];
        if (resource.IsTexture && barrier.Aspect == TextureAspect::Color)
        {
            DraftTexture(textures, session.Frame.Drafts, resource.Slot).Awaited = barrier.After;
        }
    }
    for (uint32 index = 0; index < graph.Passes.Size(); ++index)
    {
        const GraphPass& pass = graph.Passes[index];
        if (!record.Plan.IsLive(index) || pass.Kind != GraphPassKind::Offscreen)
        {
            continue;
        }
        const GraphAttachment& color = graph.Attachments[pass.FirstAttachment];
        TextureState& state = DraftTexture(textures, session.Frame.Drafts, graph.Resources[color.Resource].Slot);
        ++state.Revision;
        state.DefinedMips = color.Load != RasterLoad::Discard && color.Store == RasterStore::Store ? 1 : 0;
        state.DepthMips = pass.DepthLoad != RasterLoad::Discard && pass.DepthStore == RasterStore::Store ? 1 : 0;
        state.DepthUse = USE_DEPTH_ATTACHMENT;
    }
    ForgetTransients(session, record);
}

/// What the surface's private depth holds after the graph.
void FollowSurfaceDepth(const GraphRecord& record, bool& isDefined) noexcept
{
    for (uint32 index = 0; index < record.Declaration.Passes.Size(); ++index)
    {
        const GraphPass& pass = record.Declaration.Passes[index];
        if (record.Plan.IsLive(index) && pass.Kind == GraphPassKind::Surface)
        {
            isDefined = pass.DepthLoad != RasterLoad::Discard && pass.DepthStore == RasterStore::Store;
        }
    }
}

/// A compiled graph that draws to a surface does so in frames that have one.
[[nodiscard]] RasterVerdict CheckSurface(const GraphRecord& record, bool hasSurface) noexcept
{
    for (uint32 index = 0; !hasSurface && record.IsCompiled && index < record.Declaration.Passes.Size(); ++index)
    {
        if (record.Plan.IsLive(index) && record.Declaration.Passes[index].Kind == GraphPassKind::Surface)
        {
            return {RasterStatus::InvalidState, {.Code = DiagnosticCode::FrameWithoutSurface, .Field = "the graph"}};
        }
    }
    return {};
}

/// Everything that is known before the surface is acquired.
[[nodiscard]] RasterVerdict Preflight(Session& session, const GraphRecord& record, uint32 drawsLeft,
                                      bool isSurfaceDrawn) noexcept
{
    if (!record.IsCompiled)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::GraphNotCompiled}};
    }
    if (const GraphVerdict verdict = CheckImports(session, record); !verdict.IsAccepted())
    {
        return verdict.Verdict;
    }
    if (record.Plan.DrawCount > drawsLeft)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::PlanExceedsFrame,
                 .Field = "The graph",
                 .Got = record.Plan.DrawCount,
                 .Allowed = drawsLeft}};
    }
    return TakePassStates(session, record, isSurfaceDrawn);
}

/// Whether the open frame has drawn to an import since it was frozen, or moved it to another use.
[[nodiscard]] RasterVerdict CheckDrafts(Session& session, const GraphRecord& record) noexcept
{
    for (uint32 i = 0; i < record.Imports.Size(); ++i)
    {
        const GraphResource& resource = record.Declaration.Resources[i];
        if (!resource.IsTexture || resource.IsTransient)
        {
            continue;
        }
        const TextureState& now = GetCurrent(session.Records.Table<RecordKind::Texture>().Twin(resource.Slot).Ledger);
        if (now.Revision != record.Imports[i].Revision || now.Awaited != resource.InitialUse)
        {
            return {RasterStatus::InvalidState,
                    {.Code = DiagnosticCode::GraphStateStale,
                     .Field = "An import",
                     .Kind = RecordKind::Texture,
                     .Slot = resource.Slot}};
        }
    }
    return {};
}

/// Everything that could refuse a graph in the open frame; nothing has changed when it does.
[[nodiscard]] RasterVerdict PreflightInFrame(Session& session, const GraphRecord& record) noexcept
{
    if (session.Frame.HasFullscreenDraw)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::MixedDraws}};
    }
    if (const RasterVerdict verdict = CheckSurface(record, !session.Frame.IsSurfaceless); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = Preflight(session, record, s_Recording.DrawsLeft, IsSurfaceDrawn(session.Frame));
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckDrafts(session, record); !verdict.IsAccepted())
    {
        return verdict;
    }
    return CheckViewports(session, record);
}
} // namespace

bool internal::ReserveGraphStream(GraphRecord& record) noexcept
{
    constexpr usize PASS = sizeof(OneColorPass) + sizeof(CommandHeader);
    usize bytes = PASS + sizeof(BarriersCommand) + record.Plan.Barriers.Size() * sizeof(Barrier);
    for (uint32 index = 0; index < record.Declaration.Passes.Size(); ++index)
    {
        bytes += record.Plan.IsLive(index) ? PASS + record.Runs[index].Bytes : 0;
    }
    return record.Stream.Size() >= bytes || record.Stream.Resize(bytes);
}

bool internal::ReserveRoomInFrame(Session& session) noexcept
{
    const TicketTable<GraphRecord>& graphs = GetGraphs().Table;
    usize bytes = static_cast<usize>(GetStreamBytes(session));
    for (uint32 slot = 0; slot < graphs.GetSlotCount(); ++slot)
    {
        const GraphRecord& record = graphs.At(slot);
        bytes += record.Generation != 0 ? record.Stream.Size() : 0;
    }
    return session.Frame.Stream.Reserve(bytes);
}

RasterStatus ExecuteOrderedGraph(DeviceHandle device, SurfaceHandle surface, OrderedGraph& graph,
                                 SubmissionToken& completion) noexcept
{
    Session& session = GetSession();
    if (session.Owns(device) && DeviceAccess::Owner(surface) != session.Owner)
    {
        return Refuse(EXECUTE, RasterStatus::InvalidHandle, DiagnosticCode::ForeignSurface, "surface");
    }
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitGraph(session, device, FrameRule::Between, graph, record);
        !verdict.IsAccepted())
    {
        return Refuse(EXECUTE, verdict);
    }
    if (LifetimeAccess::Ordinal(completion) != 0)
    {
        return Refuse(EXECUTE, RasterStatus::InvalidState, DiagnosticCode::OutputOccupied, "completion");
    }
    if (const RasterVerdict verdict = CheckSurface(*record, session.Target.ShouldPresentToSurface);
        !verdict.IsAccepted())
    {
        return Refuse(EXECUTE, verdict);
    }
    if (const RasterVerdict verdict = Preflight(session, *record, session.Description.Storage.DrawsPerFrame, false);
        !verdict.IsAccepted())
    {
        return Refuse(EXECUTE, verdict);
    }
    // From here on a failure may have ended the session and the graph with it.
    if (const RasterStatus status = FindFrameSlot(session, EXECUTE); status != RasterStatus::Ready)
    {
        return status;
    }
    if (const RasterStatus status = AcquireFrame(session, EXECUTE); status != RasterStatus::Ready)
    {
        return status;
    }
    const RasterVerdict viewports = CheckViewports(session, *record);
    std::span<const uint8> stream;
    if (viewports.IsAccepted())
    {
        stream = WriteStream(session, *record);
        DraftTextures(session, *record);
    }
    else
    {
        stream = WriteClear(session, *record);
    }
    const uint64 owner = session.Owner;
    uint64 ordinal = 0;
    const RasterStatus status = SubmitFrame(session, EXECUTE, stream, ordinal);
    if (ordinal != 0)
    {
        completion = LifetimeAccess::MakeToken(owner, ordinal);
    }
    if (status != RasterStatus::Ready && session.Startup.State == StartupState::Ready)
    {
        GiveFrameBack(session);
        return status;
    }
    if (status == RasterStatus::Ready)
    {
        if (viewports.IsAccepted())
        {
            AdvanceBuffers(session, *record);
        }
        EndGraph(session, *record, viewports.IsAccepted() ? ordinal : 0);
        GetGraphs().Table.Return(GraphAccess::Slot(graph));
    }
    graph = OrderedGraph{};
    return status == RasterStatus::Ready && !viewports.IsAccepted() ? Refuse(EXECUTE, viewports) : status;
}

RasterStatus EncodeOrderedGraph(DeviceHandle device, SurfaceHandle surface, OrderedGraph& inoutGraph) noexcept
{
    Session& session = GetSession();
    if (session.Owns(device) && DeviceAccess::Owner(surface) != session.Owner)
    {
        return Refuse(ENCODE, RasterStatus::InvalidHandle, DiagnosticCode::ForeignSurface, "surface");
    }
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitGraph(session, device, FrameRule::Inside, inoutGraph, record);
        !verdict.IsAccepted())
    {
        return Refuse(ENCODE, verdict);
    }
    if (const RasterVerdict verdict = PreflightInFrame(session, *record); !verdict.IsAccepted())
    {
        return Refuse(ENCODE, verdict);
    }
    EndCurrentPass(session);
    FrameState& frame = session.Frame;
    uint8* const start = frame.Stream.Data() + frame.Passes.Start;
    assert(frame.Passes.Start + record->Stream.Size() <= frame.Stream.Capacity()); // reserved by the compilation
    const uint8* const end = WritePasses(session, *record, start, frame.Passes.IsSurfaceDrawn);
    frame.Passes.Start += static_cast<usize>(end - start);
    FollowSurfaceDepth(*record, frame.Passes.IsSurfaceDepthDefined);
    s_Recording.DrawsLeft -= record->Plan.DrawCount;
    frame.DrawsAtStart = s_Recording.DrawsLeft;
    DraftTextures(session, *record);
    AdvanceBuffers(session, *record);
    EndGraph(session, *record, s_Recording.Ordinal);
    GetGraphs().Table.Return(GraphAccess::Slot(inoutGraph));
    inoutGraph = OrderedGraph{};
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
