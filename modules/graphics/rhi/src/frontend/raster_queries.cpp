// Capabilities, status and destruction of raster.h and compute.h.
#include "frontend/admission.h"

#include <ludus/graphics/rhi/compute.h>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
template <class H>
RasterStatus GetStatusOf(DeviceHandle device, const H& handle) noexcept
{
    constexpr const char* OPERATION = "GetStatus";
    Session& session = GetSession();
    session.PollOf(device);
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const uint32 slot = FindPublic(session, handle);
    if (slot == NO_SLOT)
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "handle");
    }
    return session.Records.Table<KindOf<H>::VALUE>().Twin(slot).State;
}

template <class H>
RasterStatus DestroyOf(DeviceHandle device, H& handle) noexcept
{
    constexpr const char* OPERATION = "Destroy";
    constexpr RecordKind KIND = KindOf<H>::VALUE;
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Between); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    const uint32 slot = FindPublic(session, handle);
    if (slot == NO_SLOT)
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::StaleHandle, "handle");
    }
    const auto& cold = session.Records.Table<KIND>().Twin(slot);
    if (cold.IsInternal || cold.IsBorrowed)
    {
        return Refuse(OPERATION, RasterStatus::InvalidState,
                      {.Code = DiagnosticCode::LibraryOwned, .Field = "handle", .Kind = KIND, .Slot = slot});
    }
    session.Records.Detach(KIND, slot);
    ForgetRecordings();
    handle = H{};
    return RasterStatus::Ready;
}
} // namespace

RasterStatus GetRasterCapabilities(DeviceHandle device, RasterCapabilities& capabilities) noexcept
{
    constexpr const char* OPERATION = "GetRasterCapabilities";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    capabilities = session.Profile.Raster; // zero unless Ready
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    return RasterStatus::Ready;
}

RasterStatus GetComputeCapabilities(DeviceHandle device, ComputeCapabilities& capabilities) noexcept
{
    constexpr const char* OPERATION = "GetComputeCapabilities";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    capabilities = session.Profile.Compute; // zero unless Ready and enabled
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (!session.Enabled.Compute)
    {
        capabilities = ComputeCapabilities{};
        return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::WorkloadUnsupported, "Compute");
    }
    return RasterStatus::Ready;
}

RasterStatus GetFormatCapabilities(DeviceHandle device, RasterFormat format, FormatCapabilities& capabilities) noexcept
{
    constexpr const char* OPERATION = "GetFormatCapabilities";
    Session& session = GetSession();
    if (!session.Owns(device))
    {
        return Refuse(OPERATION, RasterStatus::InvalidHandle, DiagnosticCode::ForeignDevice, "device");
    }
    const auto index = static_cast<usize>(format);
    if (index >= RASTER_FORMAT_COUNT)
    {
        return Refuse(OPERATION, RasterStatus::InvalidDescription,
                      {.Code = DiagnosticCode::FormatUnknown, .Field = "format", .Got = index});
    }
    capabilities = session.Profile.Formats[index]; // zero unless Ready
    if (const RasterVerdict verdict = CheckDeviceState(session, RasterStatus{}); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (!capabilities.Uses.Sampled && !capabilities.Uses.ColorAttachment)
    {
        capabilities = FormatCapabilities{};
        return Refuse(OPERATION, RasterStatus::Unsupported, DiagnosticCode::TextureFormatUnavailable, "format");
    }
    return RasterStatus::Ready;
}

RasterStatus GetStatus(DeviceHandle device, BufferHandle buffer) noexcept
{
    return GetStatusOf(device, buffer);
}

RasterStatus GetStatus(DeviceHandle device, TextureHandle texture) noexcept
{
    return GetStatusOf(device, texture);
}

RasterStatus GetStatus(DeviceHandle device, TextureViewHandle view) noexcept
{
    return GetStatusOf(device, view);
}

RasterStatus GetStatus(DeviceHandle device, SamplerHandle sampler) noexcept
{
    return GetStatusOf(device, sampler);
}

RasterStatus GetStatus(DeviceHandle device, RasterShaderHandle shader) noexcept
{
    return GetStatusOf(device, shader);
}

RasterStatus GetStatus(DeviceHandle device, BindingLayoutHandle layout) noexcept
{
    return GetStatusOf(device, layout);
}

RasterStatus GetStatus(DeviceHandle device, BindingSetHandle set) noexcept
{
    return GetStatusOf(device, set);
}

RasterStatus GetStatus(DeviceHandle device, RasterPipelineHandle pipeline) noexcept
{
    return GetStatusOf(device, pipeline);
}

RasterStatus GetStatus(DeviceHandle device, ComputePipelineHandle pipeline) noexcept
{
    return GetStatusOf(device, pipeline);
}

RasterStatus Destroy(DeviceHandle device, BufferHandle& buffer) noexcept
{
    return DestroyOf(device, buffer);
}

RasterStatus Destroy(DeviceHandle device, TextureHandle& texture) noexcept
{
    return DestroyOf(device, texture);
}

RasterStatus Destroy(DeviceHandle device, TextureViewHandle& view) noexcept
{
    return DestroyOf(device, view);
}

RasterStatus Destroy(DeviceHandle device, SamplerHandle& sampler) noexcept
{
    return DestroyOf(device, sampler);
}

RasterStatus Destroy(DeviceHandle device, RasterShaderHandle& shader) noexcept
{
    return DestroyOf(device, shader);
}

RasterStatus Destroy(DeviceHandle device, BindingLayoutHandle& layout) noexcept
{
    return DestroyOf(device, layout);
}

RasterStatus Destroy(DeviceHandle device, BindingSetHandle& set) noexcept
{
    return DestroyOf(device, set);
}

RasterStatus Destroy(DeviceHandle device, RasterPipelineHandle& pipeline) noexcept
{
    return DestroyOf(device, pipeline);
}

RasterStatus Destroy(DeviceHandle device, ComputePipelineHandle& pipeline) noexcept
{
    return DestroyOf(device, pipeline);
}
} // namespace ludus::graphics::rhi
