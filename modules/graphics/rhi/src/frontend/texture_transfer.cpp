// Texture updates, copies and readbacks of lifetime.h: rectangles of one mip, between frames.
//
// A transfer finds a texture in the use that its ledger names and leaves it there. Textures that no pass draws to are
// always left to every stage that samples; those that nothing has written come to be sampled with their first transfer.
#include "frontend/transfer_slices.h"
#include "validation/texture_region.h"

#include "registry/texture_ledger.h"

#include <cassert>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
constexpr const char* UPDATE = "RequestTextureUpdate";
constexpr const char* COPY = "RequestTextureCopy";
constexpr const char* READBACK = "RequestTextureReadback";

// Commands of one transfer, in the order in which they are added.
class TransferStream final
{
public:
    template <class Command>
    void Add(const Command& command) noexcept
    {
        static_assert(sizeof command % 8 == 0);
        assert(Size + sizeof command <= sizeof Bytes && "a transfer has few commands");
        std::memcpy(Bytes + Size, &command, sizeof command);
        Size += sizeof command;
    }

    void AddBarriers(std::span<const Barrier> barriers) noexcept
    {
        Add(BarriersCommand{
            .Header = {.Kind = CommandKind::Barriers,
                       .Bytes = static_cast<uint32>(sizeof(BarriersCommand) + barriers.size_bytes())},
            .Count = static_cast<uint32>(barriers.size()),
        });
        for (const Barrier& barrier : barriers)
        {
            Add(barrier);
        }
    }

    [[nodiscard]] std::span<const uint8> Get() const noexcept { return {Bytes, Size}; }

private:
    alignas(8) uint8 Bytes[512]{};
    usize Size{0};
};

// What a texture is used for before a transfer, and after it.
struct RestUses final
{
    uint32 Before{USE_NONE};
    uint32 After{USE_NONE};
};

RestUses GetRestUses(const TextureCold& cold) noexcept
{
    const uint32 awaited = cold.Ledger.Committed.Awaited;
    if (cold.Description.Attachment)
    {
        return {awaited, awaited != USE_NONE ? awaited : USE_SAMPLED_BOTH};
    }
    constexpr uint32 SAMPLED = USE_SAMPLED_BOTH | USE_SAMPLED_COMPUTE;
    return {awaited != USE_NONE ? SAMPLED : USE_NONE, SAMPLED};
}

Barrier EnterCopy(uint32 slot, const RestUses& rest, ResourceUse use) noexcept
{
    return {
        .Kind = RecordKind::Texture,
        .KeepsContents = rest.Before != USE_NONE,
        .Slot = slot,
        .Before = rest.Before,
        .After = use,
    };
}

Barrier LeaveCopy(uint32 slot, const RestUses& rest, ResourceUse use) noexcept
{
    return {.Kind = RecordKind::Texture, .Slot = slot, .Before = use, .After = rest.After};
}

TextureCold& TextureAt(Session& session, uint32 slot) noexcept
{
    return session.Records.Table<RecordKind::Texture>().Twin(slot);
}

bool IsMipDefined(const TextureCold& cold, uint32 mip) noexcept
{
    return (cold.Ledger.Committed.DefinedMips >> mip & 1U) != 0;
}

// What the ledger says of a destination, after what the mutation rule says of its record.
RasterVerdict CheckDestination(Session& session, uint32 slot, const TextureRegion& region, const char* field) noexcept
{
    if (const RasterVerdict verdict = CheckMutable(session, RecordKind::Texture, slot, field); !verdict.IsAccepted())
    {
        return verdict;
    }
    const TextureCold& cold = TextureAt(session, slot);
    if (!IsMipDefined(cold, region.Mip) && !IsWholeMip(cold.Description, region))
    {
        return {RasterStatus::InvalidState,
                {.Code = DiagnosticCode::MipPartUndefined,
                 .Field = field,
                 .Index = region.Mip,
                 .Kind = RecordKind::Texture,
                 .Slot = slot}};
    }
    return {};
}

RasterVerdict CheckSource(Session& session, uint32 slot, const TextureRegion& region, const char* field) noexcept
{
    const TextureCold& cold = TextureAt(session, slot);
    if (cold.IsInternal)
    {
        return {RasterStatus::InvalidState,
                {.Code = DiagnosticCode::LibraryOwned, .Field = field, .Kind = RecordKind::Texture, .Slot = slot}};
    }
    if (!IsMipDefined(cold, region.Mip))
    {
        return {RasterStatus::InvalidState,
                {.Code = DiagnosticCode::TextureUndefined,
                 .Field = field,
                 .Index = region.Mip,
                 .Kind = RecordKind::Texture,
                 .Slot = slot}};
    }
    return {};
}

RasterVerdict WithTexture(RasterVerdict verdict, uint32 slot) noexcept
{
    verdict.Why.Kind = RecordKind::Texture;
    verdict.Why.Slot = slot;
    return verdict;
}

// The texture of a request whose rows are the caller's, and those rows.
RasterVerdict ResolveRows(Session& session, TextureHandle texture, const TextureRegion& region, usize rowPitch,
                          bool isDestination, uint32& slot, TransferRows& rows) noexcept
{
    if (const RasterVerdict verdict = Resolve(session, texture, "texture", slot); !verdict.IsAccepted())
    {
        return verdict;
    }
    const TextureDescription& description = TextureAt(session, slot).Description;
    const usize limit = session.Description.Storage.TransferBytes;
    RasterVerdict verdict = CheckRegion(description, region, REGION_FIELDS);
    verdict = verdict.IsAccepted() ? CheckTransferUse(description, session.Profile, isDestination, "texture") : verdict;
    verdict = verdict.IsAccepted() ? CheckRows(description, region, rowPitch, limit, rows) : verdict;
    return verdict.IsAccepted() ? verdict : WithTexture(verdict, slot);
}

// The ledger follows the queue: what comes next finds the texture where the transfer leaves it.
void PublishWrite(Session& session, UploadRecord& transfer, const RestUses& rest) noexcept
{
    TextureState& state = TextureAt(session, transfer.Destination).Ledger.Committed;
    if (state.Awaited == USE_NONE)
    {
        state.Awaited = rest.After & ~uint32{USE_SAMPLED_COMPUTE};
        state.Use = state.Awaited;
    }
    state.LastOrdinal = transfer.Ordinal;
    BeginMutation(session, transfer);
}

// Padding of the caller's may come along where the slice has as much.
void PackRows(const TransferRows& rows, const uint8* bytes, uint8* staging) noexcept
{
    if (rows.CallerPitch == rows.SlicePitch)
    {
        std::memcpy(staging, bytes, rows.GetSliceBytes());
        return;
    }
    for (uint32 row = 0; row < rows.Count; ++row)
    {
        std::memcpy(staging + row * rows.SlicePitch, bytes + row * rows.CallerPitch, rows.RowBytes);
    }
}

Rectangle ToRectangle(const TextureRegion& region) noexcept
{
    return {region.X, region.Y, region.Width, region.Height};
}

// Submits one copy between a texture, in `use` meanwhile, and a slice.
RasterStatus SubmitRows(Session& session, const char* operation, const CopyTextureBufferCommand& copy,
                        const RestUses& rest, ResourceUse use, uint64& ordinal) noexcept
{
    const Barrier enter = EnterCopy(copy.Texture, rest, use);
    const Barrier leave = LeaveCopy(copy.Texture, rest, use);
    TransferStream stream;
    stream.AddBarriers({&enter, 1});
    stream.Add(copy);
    stream.AddBarriers({&leave, 1});
    return SubmitTransfer(session, operation, stream.Get(), ordinal);
}
} // namespace

RasterStatus RequestTextureUpdate(DeviceHandle device, TextureHandle texture, const TextureRegion& region,
                                  const uint8* bytes, usize byteCount, usize rowPitch, TransferTicket& ticket) noexcept
{
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitRequest(session, device, ticket); !verdict.IsAccepted())
    {
        return Refuse(UPDATE, verdict);
    }
    uint32 slot = NO_SLOT;
    TransferRows rows;
    RasterVerdict verdict = ResolveRows(session, texture, region, rowPitch, true, slot, rows);
    if (!verdict.IsAccepted())
    {
        return Refuse(UPDATE, verdict);
    }
    if (bytes == nullptr)
    {
        return Refuse(UPDATE, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::NullInput, .Field = "bytes", .Got = byteCount});
    }
    if (byteCount != rows.GetCallerBytes())
    {
        return Refuse(UPDATE, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::UploadSizeWrong,
                       .Field = "byteCount",
                       .Got = byteCount,
                       .Allowed = rows.GetCallerBytes()});
    }
    uint32 slice = 0;
    uint64 generation = 0;
    uint8* staging = nullptr;
    verdict = CheckDestination(session, slot, region, "texture");
    verdict = verdict.IsAccepted() ? ReserveUploadSlice(session, slice, generation, staging) : verdict;
    if (!verdict.IsAccepted())
    {
        return Refuse(UPDATE, verdict);
    }
    assert(staging != nullptr);
    PackRows(rows, bytes, staging);
    const RestUses rest = GetRestUses(TextureAt(session, slot));
    uint64 ordinal = 0;
    const RasterStatus submitted =
        SubmitRows(session, UPDATE,
                   {.Header = {.Kind = CommandKind::CopyBufferToTexture, .Bytes = sizeof(CopyTextureBufferCommand)},
                    .Texture = slot,
                    .Slice = slice,
                    .RowPitch = static_cast<uint32>(rows.SlicePitch),
                    .Mip = region.Mip,
                    .Region = ToRectangle(region)},
                   rest, USE_COPY_DESTINATION, ordinal);
    if (submitted != RasterStatus::Pending)
    {
        return submitted;
    }
    UploadRecord& transfer = session.Uploads[slice];
    transfer = {
        .Generation = generation,
        .Ordinal = ordinal,
        .Purpose = TransferPurpose::Mutation,
        .Kind = RecordKind::Texture,
        .Destination = slot,
        .Mips = 1U << region.Mip,
    };
    PublishWrite(session, transfer, rest);
    ticket = LifetimeAccess::Make<TransferTicket>(session.Owner, generation, slice);
    return RasterStatus::Pending;
}

RasterStatus RequestTextureCopy(DeviceHandle device, TextureHandle source, const TextureRegion& sourceRegion,
                                TextureHandle destination, const TextureRegion& destinationRegion,
                                TransferTicket& ticket) noexcept
{
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitRequest(session, device, ticket); !verdict.IsAccepted())
    {
        return Refuse(COPY, verdict);
    }
    uint32 from = NO_SLOT;
    uint32 to = NO_SLOT;
    if (const RasterVerdict verdict = Resolve(session, source, "source", from); !verdict.IsAccepted())
    {
        return Refuse(COPY, verdict);
    }
    if (const RasterVerdict verdict = Resolve(session, destination, "destination", to); !verdict.IsAccepted())
    {
        return Refuse(COPY, verdict);
    }
    if (from == to)
    {
        return Refuse(COPY, RasterStatus::InvalidDescription, DiagnosticCode::CopyWithinTexture, "destination");
    }
    const TextureCold& read = TextureAt(session, from);
    const TextureCold& written = TextureAt(session, to);
    RasterVerdict verdict = WithTexture(CheckRegion(read.Description, sourceRegion, SOURCE_REGION_FIELDS), from);
    if (verdict.IsAccepted())
    {
        verdict = WithTexture(CheckRegion(written.Description, destinationRegion, DESTINATION_REGION_FIELDS), to);
    }
    if (!verdict.IsAccepted())
    {
        return Refuse(COPY, verdict);
    }
    if (sourceRegion.Width != destinationRegion.Width || sourceRegion.Height != destinationRegion.Height)
    {
        const bool isWidth = sourceRegion.Width != destinationRegion.Width;
        return Refuse(COPY, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::ValueNotExact,
                       .Field = isWidth ? DESTINATION_REGION_FIELDS.Width : DESTINATION_REGION_FIELDS.Height,
                       .Got = isWidth ? destinationRegion.Width : destinationRegion.Height,
                       .Allowed = isWidth ? sourceRegion.Width : sourceRegion.Height});
    }
    verdict = WithTexture(CheckTransferUse(read.Description, session.Profile, false, "source"), from);
    if (verdict.IsAccepted())
    {
        verdict = WithTexture(CheckTransferUse(written.Description, session.Profile, true, "destination"), to);
    }
    verdict = verdict.IsAccepted() ? CheckSource(session, from, sourceRegion, "source") : verdict;
    verdict = verdict.IsAccepted() ? CheckDestination(session, to, destinationRegion, "destination") : verdict;
    uint32 slice = 0;
    uint64 generation = 0;
    verdict = verdict.IsAccepted() ? FindSlice(session, session.Uploads, slice, generation) : verdict;
    if (!verdict.IsAccepted())
    {
        return Refuse(COPY, verdict);
    }
    const RestUses sourceRest = GetRestUses(read);
    const RestUses rest = GetRestUses(written);
    const Barrier enter[] = {EnterCopy(from, sourceRest, USE_COPY_SOURCE), EnterCopy(to, rest, USE_COPY_DESTINATION)};
    const Barrier leave[] = {LeaveCopy(from, sourceRest, USE_COPY_SOURCE), LeaveCopy(to, rest, USE_COPY_DESTINATION)};
    TransferStream stream;
    stream.AddBarriers(enter);
    stream.Add(CopyTextureCommand{
        .Header = {.Kind = CommandKind::CopyTexture, .Bytes = sizeof(CopyTextureCommand)},
        .Source = from,
        .Destination = to,
        .SourceMip = sourceRegion.Mip,
        .DestinationMip = destinationRegion.Mip,
        .Region = ToRectangle(sourceRegion),
        .DestinationX = destinationRegion.X,
        .DestinationY = destinationRegion.Y,
    });
    stream.AddBarriers(leave);
    uint64 ordinal = 0;
    const RasterStatus submitted = SubmitTransfer(session, COPY, stream.Get(), ordinal);
    if (submitted != RasterStatus::Pending)
    {
        return submitted;
    }
    UploadRecord& transfer = session.Uploads[slice];
    transfer = {
        .Generation = generation,
        .Ordinal = ordinal,
        .Purpose = TransferPurpose::Mutation,
        .Kind = RecordKind::Texture,
        .Destination = to,
        .Source = from,
        .Mips = 1U << destinationRegion.Mip,
    };
    PublishWrite(session, transfer, rest);
    ticket = LifetimeAccess::Make<TransferTicket>(session.Owner, generation, slice);
    return RasterStatus::Pending;
}

RasterStatus RequestTextureReadback(DeviceHandle device, TextureHandle texture, const TextureRegion& region,
                                    usize rowPitch, ReadbackTicket& ticket) noexcept
{
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitRequest(session, device, ticket); !verdict.IsAccepted())
    {
        return Refuse(READBACK, verdict);
    }
    uint32 slot = NO_SLOT;
    uint32 slice = 0;
    uint64 generation = 0;
    TransferRows rows;
    RasterVerdict verdict = ResolveRows(session, texture, region, rowPitch, false, slot, rows);
    verdict = verdict.IsAccepted() ? CheckSource(session, slot, region, "texture") : verdict;
    verdict = verdict.IsAccepted() ? ReserveReadbackSlice(session, slice, generation) : verdict;
    if (!verdict.IsAccepted())
    {
        return Refuse(READBACK, verdict);
    }
    uint64 ordinal = 0;
    const RasterStatus submitted =
        SubmitRows(session, READBACK,
                   {.Header = {.Kind = CommandKind::CopyTextureToBuffer, .Bytes = sizeof(CopyTextureBufferCommand)},
                    .Texture = slot,
                    .Slice = FRAME_READBACKS + slice,
                    .RowPitch = static_cast<uint32>(rows.SlicePitch),
                    .Mip = region.Mip,
                    .Region = ToRectangle(region)},
                   GetRestUses(TextureAt(session, slot)), USE_COPY_SOURCE, ordinal);
    if (submitted != RasterStatus::Pending)
    {
        return submitted;
    }
    session.Records.Hot(RecordKind::Texture, slot).LastUse = ordinal;
    session.BufferReadbacks[slice] = {
        .Generation = generation,
        .Ordinal = ordinal,
        .Size = rows.GetCallerBytes(),
        .Rows = rows,
    };
    ticket = LifetimeAccess::Make<ReadbackTicket>(session.Owner, generation, slice);
    return RasterStatus::Pending;
}
} // namespace ludus::graphics::rhi
