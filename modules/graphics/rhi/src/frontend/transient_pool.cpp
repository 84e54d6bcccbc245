#include "frontend/transient_pool.h"

#include "frontend/admission.h"

#include <algorithm>

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] bool IsSame(const TextureDescription& a, const TextureDescription& b) noexcept
{
    return a.Width == b.Width && a.Height == b.Height && a.Format == b.Format && a.Attachment == b.Attachment &&
           a.MipLevels == b.MipLevels && a.AsyncUpload == b.AsyncUpload && a.RetainCpuContent == b.RetainCpuContent &&
           a.DeferredInitialization == b.DeferredInitialization && a.Dimension == b.Dimension &&
           a.DepthOrLayers == b.DepthOrLayers && a.SampleCount == b.SampleCount && a.Stencil == b.Stencil;
}

[[nodiscard]] bool IsIdle(Session& session, uint32 slot) noexcept
{
    const TextureTable& textures = session.Records.Table<RecordKind::Texture>();
    const TextureCold& cold = textures.Twin(slot);
    return !cold.IsPublic && cold.Retains == 1 && !cold.IsBackendPending &&
           textures.At(slot).LastUse <= session.Completed;
}

/// An idle texture of this description; NO_SLOT: there is none.
[[nodiscard]] uint32 FindIdle(Session& session, const TextureDescription& description) noexcept
{
    for (const uint32 slot : session.Transients)
    {
        const TextureCold& cold = session.Records.Table<RecordKind::Texture>().Twin(slot);
        if (cold.State == RasterStatus::Ready && IsSame(cold.Description, description) && IsIdle(session, slot))
        {
            return slot;
        }
    }
    return NO_SLOT;
}

void Evict(Session& session, usize index) noexcept
{
    const uint32 slot = session.Transients[index];
    session.Transients[index] = session.Transients.Back();
    session.Transients.PopBack();
    session.Records.LetGo(RecordKind::Texture, slot, 0);
    ForgetRecordings();
}

/// Gives up the idle texture that was used longest ago. False: none is idle.
[[nodiscard]] bool EvictOldest(Session& session) noexcept
{
    const TextureTable& textures = session.Records.Table<RecordKind::Texture>();
    usize oldest = session.Transients.Size();
    for (usize i = 0; i < session.Transients.Size(); ++i)
    {
        const uint32 slot = session.Transients[i];
        const bool isOlder = oldest == session.Transients.Size() ||
                             textures.At(slot).LastUse < textures.At(session.Transients[oldest]).LastUse;
        oldest = isOlder && IsIdle(session, slot) ? i : oldest;
    }
    if (oldest == session.Transients.Size())
    {
        return false;
    }
    Evict(session, oldest);
    return true;
}

[[nodiscard]] RasterVerdict MakeRoom(Session& session) noexcept
{
    const uint32 limit = session.Description.Storage.TransientTextures;
    Array<uint32>& pool = session.Transients;
    if (pool.Size() >= limit && !EvictOldest(session))
    {
        return {RasterStatus::CapacityExceeded,
                {.Code = DiagnosticCode::TicketsExhausted, .Field = "graph textures", .Got = limit, .Allowed = limit}};
    }
    if (pool.Size() == pool.Capacity() && !pool.Reserve(std::max<usize>(8, pool.Size() * 2)))
    {
        return HostMemoryVerdict();
    }
    return {};
}

[[nodiscard]] RasterVerdict CreateTransient(Session& session, const TextureDescription& description, uint64 bytes,
                                            uint32& slot) noexcept
{
    if (const RasterVerdict verdict = MakeRoom(session); !verdict.IsAccepted())
    {
        return verdict;
    }
    uint32 created = NO_SLOT;
    if (const RasterVerdict reserved = session.Reserve<RecordKind::Texture>(true, bytes, 0, created);
        !reserved.IsAccepted())
    {
        return reserved;
    }
    TextureCold& cold = session.Records.Table<RecordKind::Texture>().Twin(created);
    cold.Description = description;
    cold.Ledger = {};
    cold.Ledger.Committed.Revision = 1;
    if (!OpenLayerCells(cold.Ledger.Layers, description))
    {
        session.Records.Abandon(RecordKind::Texture, created);
        return HostMemoryVerdict();
    }
    const TextureCreation creation{.Description = description, .Bytes = {}, .Levels = {}};
    const BackendStatus status = session.Native->CreateTexture(created, cold.Generation, creation);
    if (status != BackendStatus::Ready && status != BackendStatus::Pending)
    {
        session.Records.Abandon(RecordKind::Texture, created);
        session.OnBackendFailure(status);
        return CreationVerdict(status);
    }
    session.Records.Attach<RecordKind::Texture>(created, status == BackendStatus::Pending);
    session.Records.Retain(RecordKind::Texture, created);
    session.Transients.AppendReserved(created);
    slot = created;
    return {};
}
} // namespace

bool EvictIdleTransients(Session& session) noexcept
{
    bool isAny = false;
    while (EvictOldest(session))
    {
        isAny = true;
    }
    return isAny;
}

RasterVerdict AcquireTransient(Session& session, const TextureDescription& description, uint64 bytes,
                               uint32& slot) noexcept
{
    session.Poll(); // what was in flight may be idle by now
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return verdict;
    }
    const uint32 idle = FindIdle(session, description);
    if (idle == NO_SLOT)
    {
        return CreateTransient(session, description, bytes, slot);
    }
    if (!session.Records.Rename(RecordKind::Texture, idle))
    {
        return {RasterStatus::IdentityExhausted, {.Code = DiagnosticCode::IdentitiesExhausted, .Field = "a record"}};
    }
    TextureCold& cold = session.Records.Table<RecordKind::Texture>().Twin(idle);
    TextureState& state = cold.Ledger.Committed;
    // Where its images were left stays: the next barrier starts there.
    state = {.Revision = state.Revision + 1, .Awaited = state.Awaited, .DepthUse = state.DepthUse};
    if (cold.Label[0] != '\0')
    {
        cold.Label[0] = '\0';
        session.Native->SetLabel(RecordKind::Texture, idle, cold.Label);
    }
    slot = idle;
    return {};
}
} // namespace ludus::graphics::rhi::internal
