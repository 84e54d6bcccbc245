// BeginRasterPass and GetTextureState of graph.h; the passes of the open frame.
#include "frontend/raster_pass.h"

#include "frontend/admission.h"
#include "frontend/frame.h"
#include "validation/raster_pass.h"

#include <ludus/foundation/base/checked.h>
#include <ludus/graphics/rhi/graph.h>

#include <new>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Barriers before one pass: what the pass before has stored, and the new attachment's colour and depth.
constexpr usize PASS_BARRIERS = 3;

// Padding after a run's entries.
constexpr usize RUN_PADDING = 8;

// A scope's begin with the longest name, and its end.
constexpr usize SCOPE_BYTES = sizeof(ScopeCommand) + GPU_SCOPE_NAME_BYTES + sizeof(CommandHeader);

constexpr AttachmentLoad ToLoad(RasterLoad load) noexcept
{
    return load == RasterLoad::Clear  ? AttachmentLoad::Clear
           : load == RasterLoad::Load ? AttachmentLoad::Load
                                      : AttachmentLoad::Discard;
}

constexpr AttachmentStore ToStore(RasterStore store) noexcept
{
    return store == RasterStore::Store ? AttachmentStore::Store : AttachmentStore::Discard;
}

constexpr Rectangle ToRectangle(const RasterRectangle& area) noexcept
{
    return {.X = area.X, .Y = area.Y, .Width = area.Width, .Height = area.Height};
}

// Contents that are defined when a pass has ended.
constexpr bool IsDefinedAfter(AttachmentLoad load, AttachmentStore store) noexcept
{
    return load != AttachmentLoad::Discard && store == AttachmentStore::Store;
}

// Where the draws of a pass at `at`, `bytes` long, begin.
void OpenRun(Session& session, usize start, usize bytes, uint32 passKey) noexcept
{
    FrameState& frame = session.Frame;
    frame.Passes.Start = start;
    frame.Passes.IsOpen = true;
    frame.RunStart = start + bytes;
    Recording& recording = s_Recording;
    recording.Reopen(passKey);
    recording.Write = frame.Stream.Data() + frame.RunStart + sizeof(DrawRunCommand);
    recording.PassOwner =
        recording.DrawsLeft != 0 ? session.Owner : NO_IDENTITY; // NO_IDENTITY closes it: all is forgotten
    frame.DrawsAtStart = recording.DrawsLeft;
}

bool HasDraws(const FrameState& frame) noexcept
{
    return frame.HasFullscreenDraw || frame.DrawsAtStart != s_Recording.DrawsLeft;
}

// Writes the end of the open pass behind what is recorded, and answers where the stream goes on.
uint8* WriteEnd(Session& session) noexcept
{
    FrameState& frame = session.Frame;
    uint8* end = frame.Stream.Data() + frame.RunStart;
    if (frame.HasFullscreenDraw)
    {
        end += sizeof(DrawVerticesCommand);
    }
    else if (HasDraws(frame) && !frame.Passes.HidesDraws)
    {
        uint8* entries = end + sizeof(DrawRunCommand);
        const auto entryBytes = static_cast<uint32>(s_Recording.Write - entries);
        const auto padded = static_cast<uint32>(foundation::AlignUp(entryBytes, 8));
        Put(entries + entryBytes, uint32{0}); // the padding, where there is some: all parts are of four bytes
        Put(end,
            DrawRunCommand{
                .Header = {.Kind = CommandKind::DrawRun, .Bytes = static_cast<uint32>(sizeof(DrawRunCommand)) + padded},
                .DrawCount = frame.DrawsAtStart - s_Recording.DrawsLeft,
                .EntryBytes = entryBytes,
            });
        end = entries + padded;
    }
    return Put(end, CommandHeader{.Kind = CommandKind::EndPass, .Bytes = sizeof(CommandHeader)});
}

// Where the stream goes on when another pass begins. An implicit pass in which nothing was drawn leaves no trace.
uint8* FindNextStart(Session& session) noexcept
{
    const FramePasses& passes = session.Frame.Passes;
    if (!passes.IsOpen || (passes.IsImplicit && !HasDraws(session.Frame)))
    {
        return session.Frame.Stream.Data() + passes.Start;
    }
    return WriteEnd(session);
}

// Begins the open scope at `at`, unless there is none or the stream has begun it; answers where the stream goes on.
uint8* WriteScope(FrameState& frame, uint8* at) noexcept
{
    if (!frame.Passes.IsScopeOpen || frame.Passes.IsScopeWritten)
    {
        return at;
    }
    const GpuScopeDescription& scope = frame.Scope;
    const auto nameBytes = static_cast<uint32>(foundation::AlignUp(usize{scope.NameBytes} + 1, 8));
    at = Put(at, ScopeCommand{.Header = {.Kind = CommandKind::BeginScope,
                                         .Bytes = static_cast<uint32>(sizeof(ScopeCommand)) + nameBytes},
                              .Identity = scope.Identity,
                              .NameBytes = scope.NameBytes,
                              .LogicalPassCount = scope.LogicalPassCount});
    std::memset(at, 0, nameBytes);
    std::memcpy(at, scope.Name, scope.NameBytes);
    frame.Passes.IsScopeWritten = true;
    return at + nameBytes;
}

uint8* WriteScopeEnd(uint8* at) noexcept
{
    return Put(at, CommandHeader{.Kind = CommandKind::EndScope, .Bytes = sizeof(CommandHeader)});
}

// Where the stream goes on while no pass is open, or where the untouched implicit one begins, moves to `at`.
void MoveStart(Session& session, uint8* at) noexcept
{
    FrameState& frame = session.Frame;
    const auto start = static_cast<usize>(at - frame.Stream.Data());
    if (!frame.Passes.IsOpen)
    {
        frame.Passes.Start = start;
        return;
    }
    Put(at, MakeSurfacePass(session));
    OpenRun(session, start, sizeof(OneColorPass), SURFACE_PASS_KEY);
}

constexpr Barrier MakeSampleable(uint32 texture) noexcept
{
    return {.Kind = RecordKind::Texture, .Slot = texture, .Before = USE_COLOR_ATTACHMENT, .After = USE_SAMPLED_BOTH};
}

PassChoices ChooseContents(const RasterPassDescription& description, bool isFirstOnSurface) noexcept
{
    // What the surface's first pass would load is the acquisition's clear.
    const bool clears = isFirstOnSurface && description.ColorLoad == RasterLoad::Load;
    return {clears ? AttachmentLoad::Clear : ToLoad(description.ColorLoad), ToStore(description.ColorStore),
            ToLoad(description.DepthLoad), ToStore(description.DepthStore)};
}

// Fills in what an accepted description comes to; the texture, where there is one, is the caller's to name.
void MakePass(const Session& session, const RasterPassDescription& description, const PassAttachment& attachment,
              const PassChoices& choices, AcceptedPass& accepted) noexcept
{
    accepted = AcceptedPass{};
    BeginPassCommand& pass = accepted.Command.Pass;
    pass.Header.Kind = CommandKind::BeginPass;
    pass.IsSurface = attachment.IsSurface;
    pass.Width = attachment.Width;
    pass.Height = attachment.Height;
    pass.DepthReadOnly = description.DepthReadOnly;
    pass.DepthLoad = choices.DepthLoad;
    pass.DepthStore = choices.DepthStore;
    pass.ClearDepth = description.ClearDepth;
    pass.Viewport = description.UseViewport ? ToRectangle(description.Viewport)
                                            : Rectangle{.Width = attachment.Width, .Height = attachment.Height};
    pass.Scissor = ToRectangle(ClipScissor(description, attachment));
    accepted.LeavesDepth = IsDefinedAfter(choices.DepthLoad, choices.DepthStore);
    ColorAttachment& color = accepted.Command.Color;
    color.Load = choices.ColorLoad;
    color.Store = choices.ColorStore;
    if (choices.ColorLoad != ToLoad(description.ColorLoad))
    {
        std::memcpy(color.Clear, MakeSurfacePass(session).Color.Clear, sizeof color.Clear);
        return;
    }
    std::memcpy(color.Clear, description.Clear, sizeof color.Clear);
}

// The texture that an accepted pass draws to.
void NameTexture(Session& session, uint32 slot, AcceptedPass& accepted) noexcept
{
    TextureTable& textures = session.Records.Table<RecordKind::Texture>();
    accepted.Record = &textures.At(slot);
    accepted.Texture = &textures.Twin(slot);
    accepted.Command.Color.Texture = slot;
    accepted.ToAttachment = {.Kind = RecordKind::Texture,
                             .KeepsContents = accepted.Command.Color.Load == AttachmentLoad::Load,
                             .Slot = slot,
                             .After = USE_COLOR_ATTACHMENT};
    const bool isStored = IsDefinedAfter(accepted.Command.Color.Load, accepted.Command.Color.Store);
    accepted.LeftMips = isStored ? 1 : 0;
    accepted.LeftDepthMips = accepted.LeavesDepth ? 1 : 0;
    accepted.LeftUse = isStored ? USE_SAMPLED_BOTH : uint32{USE_COLOR_ATTACHMENT};
    accepted.LeftUnread = isStored ? slot : NO_SLOT;
}

// Writes a barrier where it is to lie.
uint8* PutBarrier(uint8* at, const Barrier& barrier) noexcept
{
    ::new (static_cast<void*>(at)) Barrier(barrier);
    return at + sizeof barrier;
}

// What the pass leaves in its texture, and the barriers that it needs before it begins, at `at`; answers their end.
uint8* DraftAttachment(Session& session, const AcceptedPass& pass, uint32 slot, uint8* at) noexcept
{
    FrameState& frame = session.Frame;
    pass.Record->LastUse = s_Recording.Ordinal;
    TextureState& state = DraftTexture(pass.Texture->Ledger, frame.Drafts, slot);
    const uint32 before = frame.Passes.Unread == slot ? uint32{USE_COLOR_ATTACHMENT} : state.Awaited;
    if (before != USE_COLOR_ATTACHMENT)
    {
        ::new (static_cast<void*>(at)) Barrier(pass.ToAttachment);
        std::launder(reinterpret_cast<Barrier*>(at))->Before = before;
        at += sizeof(Barrier);
    }
    if (state.DepthUse == USE_NONE) [[unlikely]]
    {
        at = PutBarrier(at, {.Kind = RecordKind::Texture,
                             .Aspect = TextureAspect::Depth,
                             .KeepsContents = false,
                             .Slot = slot,
                             .Before = USE_NONE,
                             .After = USE_DEPTH_ATTACHMENT});
    }
    ++state.Revision;
    state.DefinedMips = pass.LeftMips;
    state.Use = pass.LeftUse;
    state.Awaited = pass.LeftUse;
    state.DepthUse = USE_DEPTH_ATTACHMENT;
    state.DepthMips = pass.LeftDepthMips;
    frame.Passes.Unread = pass.LeftUnread;
    return at;
}

// Puts an accepted pass into the stream and makes it the current one.
RasterStatus BeginPass(Session& session, const AcceptedPass& accepted) noexcept
{
    FrameState& frame = session.Frame;
    FramePasses& passes = frame.Passes;
    const uint32 texture = accepted.Command.Color.Texture;
    uint8* const start = WriteScope(frame, FindNextStart(session));
    passes.IsSurfaceDrawn = IsSurfaceDrawn(frame);
    BeginPassCommand& pass = (::new (static_cast<void*>(start)) OneColorPass(accepted.Command))->Pass;
    uint8* at = start + sizeof(OneColorPass);
    if (passes.Unread != NO_SLOT && passes.Unread != texture)
    {
        at = PutBarrier(at, MakeSampleable(passes.Unread));
    }
    if (accepted.Record != nullptr)
    {
        at = DraftAttachment(session, accepted, texture, at);
    }
    else
    {
        passes.Unread = NO_SLOT;
        passes.IsSurfaceDepthDefined = accepted.LeavesDepth;
    }
    const auto bytes = static_cast<uint32>(at - start);
    pass.BarrierCount = (bytes - static_cast<uint32>(sizeof(OneColorPass))) / static_cast<uint32>(sizeof(Barrier));
    pass.Header.Bytes = bytes;
    ++passes.Begun;
    passes.IsImplicit = false;
    passes.IsSurface = texture == NO_SLOT;
    passes.Texture = texture;
    passes.HidesDraws = accepted.Command.Pass.Scissor.Width == 0;
    OpenRun(session, static_cast<usize>(start - frame.Stream.Data()), bytes, accepted.PassKey);
    return RasterStatus::Ready;
}

// The pass into a texture that is the same as one before and plainly in order, or null.
[[gnu::always_inline]] inline const AcceptedPass* FindRepeated(Session& session, DeviceHandle device,
                                                               const RasterPassDescription& description) noexcept
{
    const FrameState& frame = session.Frame;
    if (!session.Owns(device) || session.Startup.State != StartupState::Ready || !frame.IsOpen ||
        frame.HasFullscreenDraw || !session.Enabled.PortableRaster ||
        frame.Passes.Begun >= session.Description.Storage.PassesPerGraph)
    {
        return nullptr;
    }
    const PlainHot* record = ResolveHot<RecordKind::Texture>(session, session.Owner, description.Color);
    if (record == nullptr)
    {
        return nullptr;
    }
    const RememberedPass& known = session.Frame.Remembered.At(RasterAccess::Slot(description.Color));
    if (known.Generation != record->Ready || known.Accepted.Record != record)
    {
        return nullptr;
    }
    const TextureState& state = GetCurrent(known.Accepted.Texture->Ledger);
    const bool isSame = known.DefinedMips == GetDefinedMips(state) && AreSame(known.Description, description);
    return isSame ? &known.Accepted : nullptr;
}

// A refusal that names the pass's texture, where there is one.
RasterStatus RefuseTexture(const char* operation, RasterVerdict verdict, uint32 texture) noexcept
{
    verdict.Why.Kind = texture == NO_SLOT ? RecordKind::Count : RecordKind::Texture;
    verdict.Why.Slot = texture;
    return Refuse(operation, verdict);
}

// The state's use in the words of the public header.
RasterTextureUse ToTextureUse(uint32 use) noexcept
{
    if ((use & USE_COLOR_ATTACHMENT) != 0)
    {
        return RasterTextureUse::ColorAttachment;
    }
    switch (use & (USE_SAMPLED_BOTH | USE_SAMPLED_COMPUTE))
    {
    case USE_SAMPLED_VERTEX:
        return RasterTextureUse::SampledVertex;
    case USE_SAMPLED_FRAGMENT:
        return RasterTextureUse::SampledFragment;
    case USE_SAMPLED_COMPUTE:
        return RasterTextureUse::SampledCompute;
    case USE_NONE:
        return RasterTextureUse::Undefined;
    default:
        return RasterTextureUse::SampledBoth;
    }
}
} // namespace

RasterVerdict internal::TakePassState(Session& session, const PassChoices& choices,
                                      const PipelineTarget& target) noexcept
{
    // The number of the combination of format, load and store among all.
    uint32 state = target.IsSurface ? 0 : 1 + static_cast<uint32>(target.Colors[0]);
    state = state * 3 + static_cast<uint32>(choices.ColorLoad);
    state = state * 2 + static_cast<uint32>(choices.ColorStore);
    state = state * 3 + static_cast<uint32>(choices.DepthLoad);
    state = state * 2 + static_cast<uint32>(choices.DepthStore);
    static_assert((1 + RASTER_FORMAT_COUNT) * 3 * 2 * 3 * 2 <= std::size(PassStateSet{}.Words) * 64);
    PassStateSet& known = session.PassStates;
    const uint64 bit = uint64{1} << (state % 64);
    if ((known.Words[state / 64] & bit) != 0)
    {
        return {};
    }
    const uint32 limit = session.Description.Storage.RasterPassStates;
    if (known.Count >= limit)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::PassStatesExhausted, .Got = known.Count, .Allowed = limit}};
    }
    known.Words[state / 64] |= bit;
    ++known.Count;
    return {};
}

uint64 internal::GetPassBytes(const StorageLimits& limits) noexcept
{
    constexpr usize PASS = sizeof(OneColorPass) + sizeof(DrawRunCommand) + RUN_PADDING + sizeof(CommandHeader);
    // Every pass that may begin, the implicit one, and the clear of a frame without a surface pass.
    return (uint64{limits.PassesPerGraph} + 2) * (PASS + PASS_BARRIERS * sizeof(Barrier)) +
           uint64{limits.PassesPerGraph} * SCOPE_BYTES + sizeof(DrawVerticesCommand) + sizeof(BarriersCommand);
}

void internal::OpenPasses(Session& session) noexcept
{
    FramePasses& passes = session.Frame.Passes;
    passes = FramePasses{};
    s_Recording.DrawsLeft = session.Description.Storage.DrawsPerFrame;
    s_Recording.Ordinal = session.NextOrdinal;
    s_Recording.Forget();
    if (session.Frame.IsSurfaceless)
    {
        s_Recording.Close();
        s_Recording.PassKey = 0;
        session.Frame.DrawsAtStart = s_Recording.DrawsLeft;
        return;
    }
    passes.IsImplicit = true;
    passes.IsSurface = true;
    Put(session.Frame.Stream.Data(), MakeSurfacePass(session));
    OpenRun(session, 0, sizeof(OneColorPass), SURFACE_PASS_KEY);
}

bool internal::IsSurfaceDrawn(const FrameState& frame) noexcept
{
    const FramePasses& passes = frame.Passes;
    return passes.IsSurfaceDrawn || (passes.IsOpen && passes.IsSurface && (!passes.IsImplicit || HasDraws(frame)));
}

bool internal::IsFrameUntouched(const FrameState& frame) noexcept
{
    return frame.Passes.IsOpen && frame.Passes.IsImplicit && !HasDraws(frame);
}

std::span<const uint8> internal::FinishStream(Session& session) noexcept
{
    FrameState& frame = session.Frame;
    const FramePasses& passes = frame.Passes;
    uint8* const start = frame.Stream.Data();
    uint8* end = passes.IsOpen ? WriteEnd(session) : start + passes.Start;
    end = passes.IsScopeWritten ? WriteScopeEnd(end) : end;
    if (passes.Unread != NO_SLOT)
    {
        end = Put(end, BarriersCommand{.Header = {.Kind = CommandKind::Barriers,
                                                  .Bytes = sizeof(BarriersCommand) + sizeof(Barrier)},
                                       .Count = 1});
        end = Put(end, MakeSampleable(passes.Unread));
    }
    if (!frame.IsSurfaceless && !passes.IsSurfaceDrawn && !(passes.IsOpen && passes.IsSurface))
    {
        end = Put(end, MakeSurfacePass(session));
        end = Put(end, CommandHeader{.Kind = CommandKind::EndPass, .Bytes = sizeof(CommandHeader)});
    }
    return {start, static_cast<usize>(end - start)};
}

void internal::EndCurrentPass(Session& session) noexcept
{
    FramePasses& passes = session.Frame.Passes;
    if (!passes.IsOpen)
    {
        return;
    }
    uint8* const next = WriteScope(session.Frame, FindNextStart(session));
    passes.IsSurfaceDrawn = IsSurfaceDrawn(session.Frame);
    passes.Start = static_cast<usize>(next - session.Frame.Stream.Data());
    passes.IsOpen = false;
    passes.IsSurface = false;
    passes.Texture = NO_SLOT;
    s_Recording.Forget();
    s_Recording.Close();
    s_Recording.PassKey = 0;
    session.Frame.DrawsAtStart = s_Recording.DrawsLeft;
}

void internal::OpenScope(Session& session, const GpuScopeDescription& scope) noexcept
{
    FrameState& frame = session.Frame;
    frame.Scope = scope;
    frame.Passes.IsScopeOpen = true;
    ++frame.Passes.Scopes;
    if (!frame.Passes.IsOpen || IsFrameUntouched(frame))
    {
        MoveStart(session, WriteScope(frame, frame.Stream.Data() + frame.Passes.Start));
    }
}

void internal::CloseScope(Session& session) noexcept
{
    FrameState& frame = session.Frame;
    if (frame.Passes.IsScopeWritten)
    {
        if (!IsFrameUntouched(frame))
        {
            EndCurrentPass(session);
        }
        MoveStart(session, WriteScopeEnd(frame.Stream.Data() + frame.Passes.Start));
    }
    frame.Passes.IsScopeOpen = false;
    frame.Passes.IsScopeWritten = false;
}

RasterVerdict internal::CheckAttachments(Session& session, uint32 set) noexcept
{
    for (const SampledAttachment& attachment : session.Records.Table<RecordKind::BindingSet>().Twin(set).Attachments)
    {
        const DiagnosticCode problem = FindSamplingProblem(session.Frame.Passes, attachment);
        if (problem != DiagnosticCode::None)
        {
            return {RasterStatus::InvalidState,
                    {.Code = problem,
                     .Field = "Bindings",
                     .Index = attachment.Binding,
                     .Kind = RecordKind::BindingSet,
                     .Slot = set}};
        }
    }
    return {};
}

namespace
{
// Checks everything that a description says, and remembers what it comes to.
[[gnu::noinline]] RasterStatus BeginNewPass(Session& session, DeviceHandle device,
                                            const RasterPassDescription& description) noexcept
{
    constexpr const char* OPERATION = "BeginRasterPass";
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Inside); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (!session.Enabled.PortableRaster)
    {
        return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::WorkloadUnsupported, "PortableRaster");
    }
    FrameState& frame = session.Frame;
    if (frame.HasFullscreenDraw)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::MixedDraws);
    }
    PassAttachment attachment{.Width = frame.Target.Width,
                              .Height = frame.Target.Height,
                              .ColorDefined = true,
                              .DepthDefined = frame.Passes.IsSurfaceDepthDefined};
    PipelineTarget target;
    uint32 texture = NO_SLOT;
    if (IsNull(description.Color) && description.ColorCount == 0 && frame.IsSurfaceless)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::FrameWithoutSurface, "the pass");
    }
    if (!IsNull(description.Color))
    {
        if (const RasterVerdict verdict = Resolve(session, description.Color, "Color", texture); !verdict.IsAccepted())
        {
            return Refuse(OPERATION, verdict);
        }
        const TextureCold& cold = session.Records.Table<RecordKind::Texture>().Twin(texture);
        if (cold.IsInternal) // a graph's, which alone draws to it
        {
            return Refuse(OPERATION, RasterStatus::InvalidState, DiagnosticCode::LibraryOwned, "Color");
        }
        if (const RasterVerdict verdict = CheckPassTexture(cold.Description); !verdict.IsAccepted())
        {
            return RefuseTexture(OPERATION, verdict, texture);
        }
        const TextureState& state = GetCurrent(cold.Ledger);
        attachment = {.IsSurface = false,
                      .Width = cold.Description.Width,
                      .Height = cold.Description.Height,
                      .ColorDefined = (state.DefinedMips & 1U) != 0,
                      .DepthDefined = (state.DepthMips & 1U) != 0};
        target.IsSurface = false;
        target.Colors[0] = cold.Description.Format;
    }
    if (const RasterVerdict verdict = CheckRasterPass(description, attachment); !verdict.IsAccepted())
    {
        return RefuseTexture(OPERATION, verdict, texture);
    }
    if (const uint32 limit = session.Description.Storage.PassesPerGraph; frame.Passes.Begun >= limit)
    {
        return Refuse(OPERATION, RasterStatus::CapacityExceeded,
                      {.Code = DiagnosticCode::PassesExhausted, .Got = limit, .Allowed = limit});
    }
    const PassChoices choices = ChooseContents(description, attachment.IsSurface && !IsSurfaceDrawn(frame));
    if (const RasterVerdict verdict = TakePassState(session, choices, target); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const uint32 passKey = MakePassKey(target) | (description.DepthReadOnly ? PASS_KEY_READ_ONLY_DEPTH : 0U);
    if (texture == NO_SLOT)
    {
        AcceptedPass accepted;
        MakePass(session, description, attachment, choices, accepted);
        accepted.PassKey = passKey;
        return BeginPass(session, accepted);
    }
    RememberedPass& memory = frame.Remembered.At(texture);
    memory.Description = description;
    MakePass(session, description, attachment, choices, memory.Accepted);
    memory.Accepted.PassKey = passKey;
    NameTexture(session, texture, memory.Accepted);
    memory.Generation = memory.Accepted.Record->Ready;
    memory.DefinedMips = GetDefinedMips(GetCurrent(memory.Accepted.Texture->Ledger));
    return BeginPass(session, memory.Accepted);
}
} // namespace

RasterStatus BeginRasterPass(DeviceHandle device, const RasterPassDescription& description) noexcept
{
    Session& session = GetSession();
    if (const AcceptedPass* same = FindRepeated(session, device, description))
    {
        return BeginPass(session, *same);
    }
    return BeginNewPass(session, device, description);
}

RasterTextureState internal::DescribeTextureState(const Session& session, const TextureCold& cold) noexcept
{
    const TextureState& committed = cold.Ledger.Committed;
    const uint32 all = (1U << cold.Description.MipLevels) - 1U;
    RasterTextureState result;
    result.Revision = committed.Revision;
    if (committed.LastOrdinal != 0)
    {
        result.Dependency = LifetimeAccess::MakeToken(session.Owner, committed.LastOrdinal);
    }
    result.Use = ToTextureUse(committed.Use);
    result.ColorDefined = (committed.DefinedMips & all) == all;
    result.DepthDefined = (committed.DepthMips & all) == all;
    result.StencilDefined = (committed.StencilMips & all) == all;
    return result;
}

RasterStatus GetTextureState(DeviceHandle device, TextureHandle texture, RasterTextureState& state) noexcept
{
    constexpr const char* OPERATION = "GetTextureState";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, texture, "texture", slot); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    state = DescribeTextureState(session, session.Records.Table<RecordKind::Texture>().Twin(slot));
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
