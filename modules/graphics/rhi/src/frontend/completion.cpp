// Completion and accounting of lifetime.h: tokens of accepted work, and what the services may and do hold.
#include "formats/format_facts.h"
#include "frontend/frame.h"
#include "frontend/lifetime_admission.h"

#include <ludus/foundation/memory/host_memory.h>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Logical bytes of one mip: color alone, as one sample of every texel.
uint64 GetMipBytes(const TextureDescription& description, uint32 mip) noexcept
{
    const FormatFacts& facts = FactsOf(description.Format);
    return RowBytesOf(facts, MipExtent(description.Width, mip)) * RowsOf(facts, MipExtent(description.Height, mip)) *
           SlicesOf(description.Dimension, description.DepthOrLayers, mip) * description.SampleCount;
}
} // namespace

RasterStatus EndFrame(DeviceHandle device, SubmissionToken& completion) noexcept
{
    constexpr const char* OPERATION = "EndFrame";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Inside); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = CheckService(session, LifetimeAccess::Ordinal(completion)); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const uint64 owner = session.Owner;
    uint64 ordinal = 0;
    const RasterStatus status = FinishFrame(session, OPERATION, ordinal);
    if (ordinal != 0)
    {
        completion = LifetimeAccess::MakeToken(owner, ordinal); // also beside a failure that left part of the work
    }
    return status;
}

RasterStatus GetStatus(DeviceHandle device, SubmissionToken completion) noexcept
{
    constexpr const char* OPERATION = "GetStatus";
    Session& session = GetSession();
    session.PollOf(device);
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const uint64 ordinal = LifetimeAccess::Ordinal(completion);
    if (LifetimeAccess::Owner(completion) != session.Owner || ordinal == 0 || ordinal >= session.NextOrdinal)
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "completion");
    }
    return ordinal <= session.Completed ? RasterStatus::Ready : RasterStatus::Pending;
}

RasterStatus GetLifetimeCapabilities(DeviceHandle device, LifetimeCapabilities& output) noexcept
{
    constexpr const char* OPERATION = "GetLifetimeCapabilities";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    output = LifetimeCapabilities{};
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = CheckService(session, 0); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const StorageLimits& storage = session.Profile.Storage;
    output = {
        .CommandBatches = storage.CommandBatches,
        .DrawsPerBatch = storage.DrawsPerPlan,
        .TransfersPerDirection = storage.TransferSlices,
        .TransferBytes = storage.TransferBytes,
        .PipelineRequests = storage.PipelineRequests,
    };
    return RasterStatus::Ready;
}

RasterStatus GetStorageUsage(DeviceHandle device, StorageUsage& usage) noexcept
{
    constexpr const char* OPERATION = "GetStorageUsage";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    usage = StorageUsage{};
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const foundation::HostMemoryUsage host = foundation::GetHostMemoryUsage();
    usage = {
        .HostBytes = host.Bytes,
        .PeakHostBytes = host.PeakBytes,
        .ResourceBytes = session.Records.GetResourceBytes(),
        .PeakResourceBytes = session.Records.GetPeakResourceBytes(),
    };
    return RasterStatus::Ready;
}

RasterStatus GetTextureResidency(DeviceHandle device, TextureHandle texture, TextureResidency& residency) noexcept
{
    constexpr const char* OPERATION = "GetTextureResidency";
    Session& session = GetSession();
    session.PollOf(device);
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        if (session.Owns(device))
        {
            residency = TextureResidency{};
        }
        return Refuse(OPERATION, verdict);
    }
    const uint32 slot = FindPublic(session, texture);
    if (slot == NO_SLOT)
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "texture");
    }
    const TextureCold& cold = session.Records.Table<RecordKind::Texture>().Twin(slot);
    // A transfer on its way leaves the texture pending, and what it held before is known all the same.
    const bool isWritten = cold.State == RasterStatus::Pending && cold.HasBackendObject && !cold.IsBackendPending;
    if (cold.State != RasterStatus::Ready && !isWritten)
    {
        return Refuse(OPERATION, cold.State == RasterStatus::Pending ? RasterStatus::NotReady : cold.State,
                      DiagnosticCode::DependencyPending, "texture");
    }
    residency = {.MipLevels = cold.Description.MipLevels, .InitializedMips = cold.Ledger.Committed.DefinedMips};
    for (uint32 mip = 0; mip < residency.MipLevels; ++mip)
    {
        if ((residency.InitializedMips >> mip & 1U) != 0)
        {
            residency.InitializedBytes += GetMipBytes(cold.Description, mip);
        }
    }
    return RasterStatus::Ready;
}
} // namespace ludus::graphics::rhi
