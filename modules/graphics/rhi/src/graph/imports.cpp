// What ordered graphs use: buffers and textures of their author, and textures of the pool.
#include "boundary/role_uses.h"
#include "formats/format_facts.h"
#include "frontend/admission.h"
#include "frontend/raster_pass.h"
#include "frontend/transfer_slices.h"
#include "frontend/transient_pool.h"
#include "graph/graph_record.h"
#include "validation/texture.h"

#include <cassert>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr const char* IMPORT_BUFFER = "ImportGraphBuffer";
constexpr const char* IMPORT_TEXTURE = "ImportGraphTexture";
constexpr const char* CREATE_TEXTURE = "CreateGraphTexture";

[[nodiscard]] usize HashSlot(bool isTexture, uint32 slot, usize size) noexcept
{
    return ((slot * 2 + (isTexture ? 1U : 0U)) * usize{2654435761U} >> 7U) & (size - 1);
}

void EnterSlot(GraphRecord& record, uint32 resource) noexcept
{
    const GraphResource& entered = record.Declaration.Resources[resource];
    const usize size = record.ResourceOf.Size();
    usize at = HashSlot(entered.IsTexture, entered.Slot, size);
    while (record.ResourceOf[at] != 0)
    {
        at = (at + 1) & (size - 1);
    }
    record.ResourceOf[at] = resource + 1;
}

/// Room for one more import everywhere, and a hash that is at most half full.
[[nodiscard]] bool MakeRoomForImport(GraphRecord& record) noexcept
{
    constexpr usize FIRST_CAPACITY = 32;
    Array<GraphResource>& resources = record.Declaration.Resources;
    const usize count = resources.Size() + 1;
    const usize room = count <= resources.Capacity() ? resources.Capacity() : std::max(FIRST_CAPACITY, count * 2);
    if (!resources.Reserve(room) || !record.Imports.Reserve(room))
    {
        return false;
    }
    if (count * 2 <= record.ResourceOf.Size())
    {
        return true;
    }
    // An earlier graph may have left a larger table; it is a power of two as well.
    const usize size = std::max({FIRST_CAPACITY * 2, record.ResourceOf.Size() * 2, record.ResourceOf.Capacity()});
    if (!record.ResourceOf.Reserve(size))
    {
        return false;
    }
    record.ResourceOf.Clear();
    static_cast<void>(record.ResourceOf.Resize(size)); // reserved
    for (uint32 i = 0; i < resources.Size(); ++i)
    {
        EnterSlot(record, i);
    }
    return true;
}

[[nodiscard]] RasterVerdict CheckRoom(const Session& session, const GraphRecord& record) noexcept
{
    const uint32 limit = session.Description.Storage.ResourcesPerGraph;
    if (record.Declaration.Resources.Size() >= limit)
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::GraphResourcesExhausted, .Got = limit, .Allowed = limit}};
    }
    return {};
}

/// What every import checks after its handle.
[[nodiscard]] RasterVerdict CheckImport(const Session& session, const GraphRecord& record, bool isTexture, uint32 slot,
                                        const char* field) noexcept
{
    if (FindImport(record, isTexture, slot) != GRAPH_EXTERNAL_INDEX)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::GraphImportRepeated, .Field = field}};
    }
    const RecordKind kind = isTexture ? RecordKind::Texture : RecordKind::Buffer;
    if (IsTransferDestination(session, kind, slot))
    {
        return {RasterStatus::InvalidState,
                {.Code = DiagnosticCode::TransferUnreleased, .Field = field, .Kind = kind, .Slot = slot}};
    }
    return CheckRoom(session, record);
}

/// Makes a resource of the graph; there is room.
void Enter(Session& session, GraphRecord& record, const GraphResource& resource, const GraphImport& import) noexcept
{
    session.Records.Retain(resource.IsTexture ? RecordKind::Texture : RecordKind::Buffer, resource.Slot);
    record.Declaration.Resources.AppendReserved(resource);
    record.Imports.AppendReserved(import);
    EnterSlot(record, static_cast<uint32>(record.Declaration.Resources.Size() - 1));
    record.IsAttempted = false;
}

[[nodiscard]] RasterVerdict Import(Session& session, GraphRecord& record, const GraphResource& resource,
                                   const GraphImport& import) noexcept
{
    if (!MakeRoomForImport(record))
    {
        return HostMemoryVerdict();
    }
    Enter(session, record, resource, import);
    return {};
}

/// USE_NONE for what no texture can be left in.
[[nodiscard]] uint32 GetFinalUse(RasterTextureUse use) noexcept
{
    switch (use)
    {
    case RasterTextureUse::SampledVertex:
        return USE_SAMPLED_VERTEX;
    case RasterTextureUse::SampledFragment:
        return USE_SAMPLED_FRAGMENT;
    case RasterTextureUse::SampledBoth:
        return USE_SAMPLED_BOTH;
    case RasterTextureUse::SampledCompute:
        return USE_SAMPLED_COMPUTE;
    case RasterTextureUse::ColorAttachment:
        return USE_COLOR_ATTACHMENT;
    case RasterTextureUse::Undefined:
        break;
    }
    return USE_NONE;
}

[[nodiscard]] bool IsSameState(const RasterTextureState& a, const RasterTextureState& b) noexcept
{
    return a.Revision == b.Revision && LifetimeAccess::Owner(a.Dependency) == LifetimeAccess::Owner(b.Dependency) &&
           LifetimeAccess::Ordinal(a.Dependency) == LifetimeAccess::Ordinal(b.Dependency) && a.Use == b.Use &&
           a.ColorDefined == b.ColorDefined && a.DepthDefined == b.DepthDefined && a.StencilDefined == b.StencilDefined;
}

/// The texture as the graph finds it.
[[nodiscard]] GraphResource MakeTexture(const TextureCold& cold, uint32 slot, const RasterTextureState& state,
                                        uint32 finalUse) noexcept
{
    return {.Label = cold.Label,
            .Bytes = cold.ResourceBytes,
            .Slot = slot,
            .InitialUse = cold.Ledger.Committed.Awaited,
            .FinalUse = finalUse,
            .IsTexture = true,
            .IsAttachment = cold.Description.Attachment,
            .HasStencil = cold.Description.Stencil,
            .HasDepthUse = cold.Ledger.Committed.DepthUse != USE_NONE,
            .Defined = static_cast<uint8>((state.ColorDefined ? DEFINED_COLOR : DEFINED_NONE) |
                                          (state.DepthDefined ? DEFINED_DEPTH : DEFINED_NONE) |
                                          (state.StencilDefined ? DEFINED_STENCIL : DEFINED_NONE))};
}

/// What is to be imported: a graph that can still be added to, and an object of the program's own.
struct Importing final
{
    GraphRecord* Record{nullptr};
    uint32 Slot{NO_SLOT};
};

template <RecordKind KIND, class Handle>
[[nodiscard, gnu::always_inline]] inline RasterVerdict AdmitImport(Session& session, DeviceHandle device,
                                                                   OrderedGraph graph, Handle handle, const char* field,
                                                                   Importing& importing) noexcept
{
    if (const RasterVerdict verdict = AdmitAuthoring(session, device, graph, importing.Record); !verdict.IsAccepted())
    {
        return verdict;
    }
    assert(importing.Record != nullptr); // what was admitted was found
    if (const RasterVerdict verdict = Resolve(session, handle, field, importing.Slot); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (session.Records.Table<KIND>().Twin(importing.Slot).IsInternal)
    {
        return {RasterStatus::InvalidState, {.Code = DiagnosticCode::LibraryOwned, .Field = field}};
    }
    return {};
}

/// Version 0 of what was imported last, or the refusal with the object that it concerns.
[[nodiscard]] RasterStatus FinishImport(const char* operation, RasterVerdict& verdict, RecordKind kind,
                                        const Importing& importing, OrderedGraph graph, GraphVersion& version) noexcept
{
    if (!verdict.IsAccepted()) [[unlikely]]
    {
        verdict.Why.Kind = kind;
        verdict.Why.Slot = importing.Slot;
        return Refuse(operation, verdict);
    }
    const usize count = importing.Record->Declaration.Resources.Size();
    version = GraphAccess::MakeVersion(graph, static_cast<uint32>(count - 1), 0);
    return RasterStatus::Ready;
}

/// The pool lends attachments.
[[nodiscard]] RasterVerdict CheckDescription(const Session& session, const TextureDescription& description,
                                             uint64& bytes) noexcept
{
    if (!description.Attachment)
    {
        return {RasterStatus::InvalidDescription,
                {.Code = DiagnosticCode::AttachmentRequired, .Field = "CreateGraphTexture"}};
    }
    TextureLevel levels[MAX_MIP_LEVELS];
    if (const RasterVerdict verdict = CheckTexture(description, {}, session.Profile, levels); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (!TryTextureBytes(description, bytes))
    {
        return {RasterStatus::InvalidDescription, {.Code = DiagnosticCode::SizeOverflow, .Field = "description"}};
    }
    return {};
}
} // namespace

uint32 internal::FindImport(const GraphRecord& record, bool isTexture, uint32 slot) noexcept
{
    const usize size = record.ResourceOf.Size();
    if (size == 0)
    {
        return GRAPH_EXTERNAL_INDEX;
    }
    for (usize at = HashSlot(isTexture, slot, size); record.ResourceOf[at] != 0; at = (at + 1) & (size - 1))
    {
        const uint32 index = record.ResourceOf[at] - 1;
        const GraphResource& resource = record.Declaration.Resources[index];
        if (resource.IsTexture == isTexture && resource.Slot == slot)
        {
            return index;
        }
    }
    return GRAPH_EXTERNAL_INDEX;
}

RasterStatus ImportGraphBuffer(DeviceHandle device, OrderedGraph graph, BufferHandle buffer,
                               GraphVersion& version) noexcept
{
    Session& session = GetSession();
    Importing importing;
    if (const RasterVerdict verdict =
            AdmitImport<RecordKind::Buffer>(session, device, graph, buffer, "buffer", importing);
        !verdict.IsAccepted())
    {
        return Refuse(IMPORT_BUFFER, verdict);
    }
    const BufferCold& cold = session.Records.Table<RecordKind::Buffer>().Twin(importing.Slot);
    RasterVerdict verdict = CheckImport(session, *importing.Record, false, importing.Slot, "buffer");
    const uint32 uses = GetRoleReads(cold.Description.Role); // what dispatches wrote was made visible to them
    verdict = !verdict.IsAccepted() ? verdict
                                    : Import(session, *importing.Record,
                                             {.Label = cold.Label,
                                              .Bytes = cold.Description.Size,
                                              .Slot = importing.Slot,
                                              .InitialUse = uses,
                                              .FinalUse = uses,
                                              .Role = cold.Description.Role,
                                              .Defined = DEFINED_COLOR},
                                             {.Revision = cold.Revision});
    return FinishImport(IMPORT_BUFFER, verdict, RecordKind::Buffer, importing, graph, version);
}

RasterStatus ImportGraphTexture(DeviceHandle device, OrderedGraph graph, TextureHandle texture,
                                const RasterTextureState& state, RasterTextureUse finalUse,
                                GraphVersion& version) noexcept
{
    Session& session = GetSession();
    Importing importing;
    if (const RasterVerdict verdict =
            AdmitImport<RecordKind::Texture>(session, device, graph, texture, "texture", importing);
        !verdict.IsAccepted())
    {
        return Refuse(IMPORT_TEXTURE, verdict);
    }
    const TextureCold& cold = session.Records.Table<RecordKind::Texture>().Twin(importing.Slot);
    const uint32 use = GetFinalUse(finalUse);
    if (use == USE_NONE || (use == USE_COLOR_ATTACHMENT && !cold.Description.Attachment))
    {
        return Refuse(IMPORT_TEXTURE, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::GraphFinalUse,
                       .Field = "finalUse",
                       .Got = static_cast<uint64>(finalUse),
                       .Kind = RecordKind::Texture,
                       .Slot = importing.Slot});
    }
    const RasterTextureState current = DescribeTextureState(session, cold);
    RasterVerdict verdict = CheckImport(session, *importing.Record, true, importing.Slot, "texture");
    if (verdict.IsAccepted() && !IsSameState(state, current))
    {
        verdict = {RasterStatus::InvalidState, {.Code = DiagnosticCode::GraphStateStale, .Field = "texture"}};
    }
    if (verdict.IsAccepted())
    {
        verdict = Import(session, *importing.Record, MakeTexture(cold, importing.Slot, current, use),
                         {.Revision = current.Revision, .LastOrdinal = cold.Ledger.Committed.LastOrdinal});
    }
    return FinishImport(IMPORT_TEXTURE, verdict, RecordKind::Texture, importing, graph, version);
}

RasterStatus CreateGraphTexture(DeviceHandle device, OrderedGraph graph, const TextureDescription& description,
                                GraphVersion& version, TextureHandle& texture) noexcept
{
    Session& session = GetSession();
    GraphRecord* record = nullptr;
    if (const RasterVerdict verdict = AdmitAuthoring(session, device, graph, record); !verdict.IsAccepted())
    {
        return Refuse(CREATE_TEXTURE, verdict);
    }
    assert(record != nullptr); // what was admitted was found
    if (RasterAccess::Generation(texture) != 0)
    {
        return Refuse(CREATE_TEXTURE, RasterStatus::InvalidState, DiagnosticCode::OutputOccupied, "texture");
    }
    uint64 bytes = 0;
    if (const RasterVerdict verdict = CheckDescription(session, description, bytes); !verdict.IsAccepted())
    {
        return Refuse(CREATE_TEXTURE, verdict);
    }
    if (const RasterVerdict verdict = CheckRoom(session, *record); !verdict.IsAccepted())
    {
        return Refuse(CREATE_TEXTURE, verdict);
    }
    if (!MakeRoomForImport(*record))
    {
        return Refuse(CREATE_TEXTURE, HostMemoryVerdict());
    }
    uint32 slot = NO_SLOT;
    if (const RasterVerdict verdict = AcquireTransient(session, description, bytes, slot); !verdict.IsAccepted())
    {
        return Refuse(CREATE_TEXTURE, verdict);
    }
    const TextureCold& cold = session.Records.Table<RecordKind::Texture>().Twin(slot);
    GraphResource resource = MakeTexture(cold, slot, RasterTextureState{}, USE_NONE);
    resource.IsTransient = true;
    Enter(session, *record, resource, {.Revision = cold.Ledger.Committed.Revision});
    session.Records.Publish<RecordKind::Texture>(slot, cold.IsBackendPending);
    ForgetRecordings();
    version = GraphAccess::MakeVersion(graph, static_cast<uint32>(record->Declaration.Resources.Size() - 1), 0);
    texture = RasterAccess::Make<TextureHandle>(session.Owner, cold.Generation, slot);
    return cold.State;
}
} // namespace ludus::graphics::rhi
