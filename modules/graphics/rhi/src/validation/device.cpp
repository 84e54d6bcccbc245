// Rules of device requests, windows and frame targets.

#include "validation/device.h"

#include "formats/format_facts.h"
#include "formats/library_limits.h"
#include "validation/profile.h"
#include "validation/refuse.h"

#include <cmath>
#include <limits>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr usize MIN_TRANSFER_BYTES = 256;
constexpr usize MAX_TRANSFER_BYTES = 262144;

[[nodiscard]] DeviceVerdict Invalid(DiagnosticCode code, const char* field, uint64 got = 0, uint64 allowed = 0,
                                    uint32 index = 0) noexcept
{
    return Refuse(DeviceStatus::InvalidDescription, code, field, got, allowed, index);
}

/// Names of one request's fields.
struct FormatFields final
{
    const char* Formats;
    const char* FormatCount;
    const char* Format;
    const char* Dimension;
    const char* SampleCount;
};

constexpr FormatFields REQUIRED_FIELDS = {
    "RequiredProfile.Formats",
    "RequiredProfile.FormatCount",
    "RequiredProfile.Formats[{index}].Format",
    "RequiredProfile.Formats[{index}].Dimension",
    "RequiredProfile.Formats[{index}].SampleCount",
};

constexpr FormatFields PREFERRED_FIELDS = {
    "PreferredProfile.Formats",
    "PreferredProfile.FormatCount",
    "PreferredProfile.Formats[{index}].Format",
    "PreferredProfile.Formats[{index}].Dimension",
    "PreferredProfile.Formats[{index}].SampleCount",
};

[[nodiscard]] bool AsksForSomething(const FormatRequirement& entry) noexcept
{
    const FormatUses& uses = entry.Uses;
    return uses.Sampled || uses.Filterable || uses.ColorAttachment || uses.Blendable || uses.Storage ||
           uses.CopySource || uses.CopyDestination || entry.PartialViews || entry.AttachmentViews ||
           entry.DepthSampled || entry.StencilAttachment || entry.StencilSampled || entry.RequiresUnalignedBlockExtents;
}

DeviceVerdict CheckFormats(const ProfileRequirements& requirements, const FormatFields& fields) noexcept
{
    if (requirements.FormatCount > RASTER_FORMAT_COUNT)
    {
        return Invalid(DiagnosticCode::FormatCountTooLarge, fields.FormatCount, requirements.FormatCount,
                       RASTER_FORMAT_COUNT);
    }
    uint32 seen = 0;
    for (uint32 i = 0; i < requirements.FormatCount; ++i)
    {
        const FormatRequirement& entry = requirements.Formats[i];
        if (!IsKnownFormat(entry.Format))
        {
            return Invalid(DiagnosticCode::FormatUnknown, fields.Format, NumberOf(entry.Format), 0, i);
        }
        const uint32 bit = 1U << NumberOf(entry.Format);
        if ((seen & bit) != 0)
        {
            return Invalid(DiagnosticCode::FormatDuplicate, fields.Formats, NumberOf(entry.Format), 0, i);
        }
        seen |= bit;
        if (!AsksForSomething(entry))
        {
            return Invalid(DiagnosticCode::FormatUsesEmpty, fields.Formats, 0, 0, i);
        }
        if (!IsEnumerator(entry.Dimension, TextureDimension::D3))
        {
            return Invalid(DiagnosticCode::EnumInvalid, fields.Dimension, NumberOf(entry.Dimension), 0, i);
        }
        if (entry.SampleCount != 1 && entry.SampleCount != 4)
        {
            return Invalid(DiagnosticCode::SampleCountInvalid, fields.SampleCount, entry.SampleCount, 0, i);
        }
    }
    return {};
}

struct NamedCount final
{
    uint32 StorageLimits::*Member;
    const char* Field;
};

/// Every count of StorageLimits up to the transfer bytes, then the ones after; both in declaration order.
constexpr NamedCount COUNTS_BEFORE_BYTES[] = {
    {&StorageLimits::ResourcesPerKind, "Storage.ResourcesPerKind"},
    {&StorageLimits::DrawsPerFrame, "Storage.DrawsPerFrame"},
    {&StorageLimits::CommandBatches, "Storage.CommandBatches"},
    {&StorageLimits::DrawsPerPlan, "Storage.DrawsPerPlan"},
    {&StorageLimits::PipelineRequests, "Storage.PipelineRequests"},
    {&StorageLimits::Graphs, "Storage.Graphs"},
    {&StorageLimits::ResourcesPerGraph, "Storage.ResourcesPerGraph"},
    {&StorageLimits::PassesPerGraph, "Storage.PassesPerGraph"},
    {&StorageLimits::UsesPerPass, "Storage.UsesPerPass"},
    {&StorageLimits::DependenciesPerGraph, "Storage.DependenciesPerGraph"},
    {&StorageLimits::TransientTextures, "Storage.TransientTextures"},
    {&StorageLimits::RasterPassStates, "Storage.RasterPassStates"},
    {&StorageLimits::TransferSlices, "Storage.TransferSlices"},
};

constexpr NamedCount COUNTS_AFTER_BYTES[] = {
    {&StorageLimits::BindingDescriptors, "Storage.BindingDescriptors"},
    {&StorageLimits::DescriptorsPerSet, "Storage.DescriptorsPerSet"},
    {&StorageLimits::RayResourcesPerKind, "Storage.RayResourcesPerKind"},
    {&StorageLimits::RayInstances, "Storage.RayInstances"},
};

DeviceVerdict CheckCounts(const StorageLimits& limits, std::span<const NamedCount> counts) noexcept
{
    for (const NamedCount& count : counts)
    {
        const uint32 value = limits.*count.Member;
        if (value == 0 || value == std::numeric_limits<uint32>::max())
        {
            return Invalid(DiagnosticCode::CountZeroOrReserved, count.Field, value);
        }
    }
    return {};
}

DeviceVerdict CheckStorage(const StorageLimits& limits) noexcept
{
    if (const DeviceVerdict verdict = CheckCounts(limits, COUNTS_BEFORE_BYTES); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (limits.TransferSlices > MAX_TRANSFER_SLICES)
    {
        return Invalid(DiagnosticCode::ValueTooLarge, "Storage.TransferSlices", limits.TransferSlices,
                       MAX_TRANSFER_SLICES);
    }
    if (limits.TransferBytes < MIN_TRANSFER_BYTES)
    {
        return Invalid(DiagnosticCode::ValueTooSmall, "Storage.TransferBytes", limits.TransferBytes,
                       MIN_TRANSFER_BYTES);
    }
    if (limits.TransferBytes > MAX_TRANSFER_BYTES)
    {
        return Invalid(DiagnosticCode::ValueTooLarge, "Storage.TransferBytes", limits.TransferBytes,
                       MAX_TRANSFER_BYTES);
    }
    if (limits.TransferBytes % 4 != 0)
    {
        return Invalid(DiagnosticCode::ValueMisaligned, "Storage.TransferBytes", limits.TransferBytes, 4);
    }
    if (const DeviceVerdict verdict = CheckCounts(limits, COUNTS_AFTER_BYTES); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (limits.HostBytes == 0)
    {
        return Invalid(DiagnosticCode::BudgetZero, "Storage.HostBytes");
    }
    if (limits.ResourceBytes == 0)
    {
        return Invalid(DiagnosticCode::BudgetZero, "Storage.ResourceBytes");
    }
    if (limits.FrameUniformBytes == 0)
    {
        return Invalid(DiagnosticCode::BudgetZero, "Storage.FrameUniformBytes");
    }
    return {};
}

struct NamedWorkload final
{
    bool DeviceFeatures::*Member;
    const char* Field;
};

/// Workloads that no backend implements yet.
constexpr NamedWorkload UNIMPLEMENTED[] = {
    {&DeviceFeatures::BindlessTextureIndexing, "Required.BindlessTextureIndexing"},
    {&DeviceFeatures::HasRuntimeTextureArrays, "Required.HasRuntimeTextureArrays"},
    {&DeviceFeatures::RayQueries, "Required.RayQueries"},
};

DeviceVerdict CheckWorkloads(const DeviceDescription& description) noexcept
{
    for (const NamedWorkload& workload : UNIMPLEMENTED)
    {
        if (description.Required.*workload.Member)
        {
            return Refuse(DeviceStatus::Unsupported, DiagnosticCode::WorkloadUnsupported, workload.Field);
        }
    }
    return {};
}

DeviceVerdict Incomplete(const char* field) noexcept
{
    return Refuse(DeviceStatus::Failed, DiagnosticCode::WindowIncomplete, field);
}
} // namespace

DeviceVerdict CheckDeviceDescription(const DeviceDescription& description) noexcept
{
    if (!IsEnumerator(description.Selection, BackendSelection::Reference))
    {
        return Invalid(DiagnosticCode::UnknownSelection, "Selection", NumberOf(description.Selection));
    }
    if (const DeviceVerdict verdict = CheckFormats(description.RequiredProfile, REQUIRED_FIELDS); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const DeviceVerdict verdict = CheckFormats(description.PreferredProfile, PREFERRED_FIELDS);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const DeviceVerdict verdict = CheckStorage(description.Storage); !verdict.IsAccepted())
    {
        return verdict;
    }
    return CheckWorkloads(description);
}

DeviceVerdict CheckWindow(const WindowInfo& window) noexcept
{
    switch (window.System)
    {
    case platform::WindowSystem::Headless:
        return {};
    case platform::WindowSystem::Wayland:
        if (window.Display == nullptr)
        {
            return Incomplete("WindowInfo.Display");
        }
        return window.Surface != nullptr ? DeviceVerdict{} : Incomplete("WindowInfo.Surface");
    case platform::WindowSystem::WebCanvas:
        return window.CanvasSelector != nullptr && window.CanvasSelector[0] != '\0'
                   ? DeviceVerdict{}
                   : Incomplete("WindowInfo.CanvasSelector");
    case platform::WindowSystem::Cocoa:
        if (window.CocoaWindow == nullptr)
        {
            return Incomplete("WindowInfo.CocoaWindow");
        }
        return window.CocoaView != nullptr ? DeviceVerdict{} : Incomplete("WindowInfo.CocoaView");
    case platform::WindowSystem::Win32:
        if (window.Win32Instance == nullptr)
        {
            return Incomplete("WindowInfo.Win32Instance");
        }
        return window.Win32Window != nullptr ? DeviceVerdict{} : Incomplete("WindowInfo.Win32Window");
    case platform::WindowSystem::X11:
        if (window.XDisplay == nullptr)
        {
            return Incomplete("WindowInfo.XDisplay");
        }
        return window.XWindow != 0 ? DeviceVerdict{} : Incomplete("WindowInfo.XWindow");
    }
    return Refuse(DeviceStatus::Failed, DiagnosticCode::EnumInvalid, "WindowInfo.System", NumberOf(window.System));
}

DeviceVerdict CheckFrameTarget(const FrameTarget& target, uint32 maxDimension, bool hasSurfacelessFrames) noexcept
{
    if (target.Width > maxDimension)
    {
        return Invalid(DiagnosticCode::FrameTooLarge, "FrameTarget.Width", target.Width, maxDimension);
    }
    if (target.Height > maxDimension)
    {
        return Invalid(DiagnosticCode::FrameTooLarge, "FrameTarget.Height", target.Height, maxDimension);
    }

    struct Component final
    {
        float64 Value;
        const char* Field;
    };

    const Component components[] = {{target.Red, "FrameTarget.Red"},
                                    {target.Green, "FrameTarget.Green"},
                                    {target.Blue, "FrameTarget.Blue"},
                                    {target.Alpha, "FrameTarget.Alpha"}};
    for (const Component& component : components)
    {
        if (!std::isfinite(component.Value))
        {
            return Invalid(DiagnosticCode::ClearNotFinite, component.Field);
        }
    }
    if (!target.ShouldPresentToSurface && !hasSurfacelessFrames)
    {
        return Refuse(DeviceStatus::Unsupported, DiagnosticCode::SurfacelessFrameUnsupported,
                      "FrameTarget.ShouldPresentToSurface");
    }
    return {};
}
} // namespace ludus::graphics::rhi::internal
