// Device requests, windows and frame targets: what is refused before any backend is asked.
#include "validation/device.h"

#include "support.h"

#include <limits>

namespace ludus::graphics::rhi::internal
{
namespace
{
[[nodiscard]] testing::AssertionResult Invalid(const DeviceVerdict& verdict, Code code, std::string_view field = {})
{
    return Refused(verdict, DeviceStatus::InvalidDescription, code, field);
}

TEST(DeviceDescription, DefaultsAreAccepted)
{
    EXPECT_TRUE(Accepted(CheckDeviceDescription({})));
    EXPECT_TRUE(ApplicationInfo{}.Name.empty());
    EXPECT_EQ(ApplicationInfo{}.Version, 0U);
}

TEST(DeviceDescription, SelectionMustBeAnEnumerator)
{
    DeviceDescription description;
    for (uint32 value = 0; value <= static_cast<uint32>(BackendSelection::Reference); ++value)
    {
        description.Selection = static_cast<BackendSelection>(value);
        EXPECT_TRUE(Accepted(CheckDeviceDescription(description))) << value;
    }
    description.Selection = static_cast<BackendSelection>(static_cast<uint32>(BackendSelection::Reference) + 1);
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::UnknownSelection, "Selection"));
}

TEST(DeviceDescription, ImplementedWorkloadsMayBeRequired)
{
    DeviceDescription description;
    description.Required = {.FullscreenRaster = true, .PortableRaster = true, .OrderedRasterGraph = true};
    EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
    description.Required = {};
    EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
}

TEST(DeviceDescription, UnimplementedWorkloadsAreUnsupportedWhenRequiredOnly)
{
    bool DeviceFeatures::*const workloads[] = {&DeviceFeatures::BindlessTextureIndexing,
                                               &DeviceFeatures::HasRuntimeTextureArrays, &DeviceFeatures::RayQueries};
    for (bool DeviceFeatures::*const workload : workloads)
    {
        DeviceDescription required;
        required.Required.*workload = true;
        EXPECT_TRUE(Refused(CheckDeviceDescription(required), DeviceStatus::Unsupported, Code::WorkloadUnsupported,
                            "Required."));
        DeviceDescription preferred;
        preferred.Preferred.*workload = true;
        EXPECT_TRUE(Accepted(CheckDeviceDescription(preferred)));
    }
}

TEST(DeviceDescription, MalformedComesBeforeUnsupported)
{
    DeviceDescription description;
    description.Required.RayQueries = true;
    description.Storage.HostBytes = 0;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::BudgetZero, "HostBytes"));
}

/// Runs a case on each of the two profiles.
void ForBothProfiles(void (*spoil)(ProfileRequirements&), Code code)
{
    DeviceDescription required;
    spoil(required.RequiredProfile);
    EXPECT_TRUE(Invalid(CheckDeviceDescription(required), code, "RequiredProfile."));
    DeviceDescription preferred;
    spoil(preferred.PreferredProfile);
    EXPECT_TRUE(Invalid(CheckDeviceDescription(preferred), code, "PreferredProfile."));
}

TEST(DeviceDescription, EveryFormatOnceIsAccepted)
{
    DeviceDescription description;
    ProfileRequirements& required = description.RequiredProfile;
    for (uint32 i = 0; i < RASTER_FORMAT_COUNT; ++i)
    {
        required.Formats[i].Format = static_cast<RasterFormat>(i);
        required.Formats[i].Uses.Sampled = true;
    }
    required.FormatCount = RASTER_FORMAT_COUNT;
    EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
    required.FormatCount = RASTER_FORMAT_COUNT + 1;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::FormatCountTooLarge));
    required.FormatCount = std::numeric_limits<uint32>::max();
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::FormatCountTooLarge));
}

TEST(DeviceDescription, FormatEntriesAreChecked)
{
    ForBothProfiles(
        [](ProfileRequirements& profile)
        {
            profile.FormatCount = 1;
            profile.Formats[0].Format = static_cast<RasterFormat>(RASTER_FORMAT_COUNT);
            profile.Formats[0].Uses.Sampled = true;
        },
        Code::FormatUnknown);
    ForBothProfiles(
        [](ProfileRequirements& profile)
        {
            profile.FormatCount = 2;
            profile.Formats[0].Uses.Sampled = true;
            profile.Formats[1].Uses.Sampled = true;
        },
        Code::FormatDuplicate);
    ForBothProfiles([](ProfileRequirements& profile) { profile.FormatCount = 1; }, Code::FormatUsesEmpty);
    ForBothProfiles(
        [](ProfileRequirements& profile)
        {
            profile.FormatCount = 1;
            profile.Formats[0].Uses.Sampled = true;
            profile.Formats[0].Dimension = static_cast<TextureDimension>(4);
        },
        Code::EnumInvalid);
    ForBothProfiles(
        [](ProfileRequirements& profile)
        {
            profile.FormatCount = 1;
            profile.Formats[0].Uses.Sampled = true;
            profile.Formats[0].SampleCount = 2;
        },
        Code::SampleCountInvalid);
}

TEST(DeviceDescription, EntriesBeyondTheCountAreNotRead)
{
    DeviceDescription description;
    description.RequiredProfile.Formats[0].Format = static_cast<RasterFormat>(99);
    EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
}

TEST(DeviceDescription, EachUseAloneIsARequest)
{
    bool FormatUses::*const uses[] = {
        &FormatUses::Sampled, &FormatUses::Filterable, &FormatUses::ColorAttachment, &FormatUses::Blendable,
        &FormatUses::Storage, &FormatUses::CopySource, &FormatUses::CopyDestination};
    for (bool FormatUses::*const use : uses)
    {
        DeviceDescription description;
        description.RequiredProfile.FormatCount = 1;
        description.RequiredProfile.Formats[0].Uses.*use = true;
        EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
    }
}

TEST(DeviceDescription, EachFlagAloneIsARequest)
{
    bool FormatRequirement::*const flags[] = {
        &FormatRequirement::PartialViews,   &FormatRequirement::AttachmentViews,
        &FormatRequirement::DepthSampled,   &FormatRequirement::StencilAttachment,
        &FormatRequirement::StencilSampled, &FormatRequirement::RequiresUnalignedBlockExtents};
    for (bool FormatRequirement::*const flag : flags)
    {
        DeviceDescription description;
        description.RequiredProfile.FormatCount = 1;
        description.RequiredProfile.Formats[0].*flag = true;
        EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
    }
}

TEST(DeviceDescription, FormatRefusalsNameTheEntry)
{
    DeviceDescription description;
    description.RequiredProfile.FormatCount = 3;
    for (FormatRequirement& entry : description.RequiredProfile.Formats)
    {
        entry.Uses.Sampled = true;
    }
    description.RequiredProfile.Formats[1].Format = RasterFormat::R8Unorm;
    description.RequiredProfile.Formats[2].Format = RasterFormat::Rg8Unorm;
    description.RequiredProfile.Formats[2].SampleCount = 3;
    const DeviceVerdict verdict = CheckDeviceDescription(description);
    EXPECT_EQ(verdict.Why.Index, 2U);
    EXPECT_EQ(verdict.Why.Got, 3U);
    EXPECT_NE(TextOf(verdict.Why).find("RequiredProfile.Formats[2].SampleCount is 3"), std::string::npos);
}

TEST(DeviceDescription, CountsAreNonzeroAndBelowTheReservedValue)
{
    uint32 StorageLimits::*const counts[] = {
        &StorageLimits::ResourcesPerKind,     &StorageLimits::DrawsPerFrame,      &StorageLimits::CommandBatches,
        &StorageLimits::DrawsPerPlan,         &StorageLimits::PipelineRequests,   &StorageLimits::Graphs,
        &StorageLimits::ResourcesPerGraph,    &StorageLimits::PassesPerGraph,     &StorageLimits::UsesPerPass,
        &StorageLimits::DependenciesPerGraph, &StorageLimits::TransientTextures,  &StorageLimits::RasterPassStates,
        &StorageLimits::TransferSlices,       &StorageLimits::BindingDescriptors, &StorageLimits::DescriptorsPerSet,
        &StorageLimits::RayResourcesPerKind,  &StorageLimits::RayInstances};
    for (uint32 StorageLimits::*const count : counts)
    {
        DeviceDescription description;
        description.Storage.*count = 0;
        EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::CountZeroOrReserved, "Storage."));
        description.Storage.*count = std::numeric_limits<uint32>::max();
        EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::CountZeroOrReserved, "Storage."));
        description.Storage.*count = 1;
        EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
        if (count != &StorageLimits::TransferSlices)
        {
            description.Storage.*count = std::numeric_limits<uint32>::max() - 1;
            EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
        }
    }
}

TEST(DeviceDescription, TransfersAreBounded)
{
    DeviceDescription description;
    description.Storage.TransferSlices = 4;
    EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
    description.Storage.TransferSlices = 5;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::ValueTooLarge, "TransferSlices"));
    description.Storage.TransferSlices = 1;
    description.Storage.TransferBytes = 256;
    EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
    description.Storage.TransferBytes = 252;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::ValueTooSmall, "TransferBytes"));
    description.Storage.TransferBytes = 258;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::ValueMisaligned, "TransferBytes"));
    description.Storage.TransferBytes = 262144;
    EXPECT_TRUE(Accepted(CheckDeviceDescription(description)));
    description.Storage.TransferBytes = 262148;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::ValueTooLarge, "TransferBytes"));
}

TEST(DeviceDescription, BudgetsAreNonzero)
{
    DeviceDescription description;
    description.Storage.HostBytes = 0;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::BudgetZero, "HostBytes"));
    description.Storage = {};
    description.Storage.ResourceBytes = 0;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::BudgetZero, "ResourceBytes"));
    description.Storage = {};
    description.Storage.FrameUniformBytes = 0;
    EXPECT_TRUE(Invalid(CheckDeviceDescription(description), Code::BudgetZero, "FrameUniformBytes"));
}

TEST(Window, HeadlessNeedsNothing)
{
    EXPECT_TRUE(Accepted(CheckWindow({})));
}

TEST(Window, EachSystemNeedsItsHandles)
{
    int object = 0;
    const auto incomplete = [](const WindowInfo& window, std::string_view field)
    { return Refused(CheckWindow(window), DeviceStatus::Failed, Code::WindowIncomplete, field); };
    WindowInfo window;
    window.System = platform::WindowSystem::Wayland;
    EXPECT_TRUE(incomplete(window, "Display"));
    window.Display = reinterpret_cast<::wl_display*>(&object);
    EXPECT_TRUE(incomplete(window, "Surface"));
    window.Surface = reinterpret_cast<::wl_surface*>(&object);
    EXPECT_TRUE(Accepted(CheckWindow(window)));

    window = {};
    window.System = platform::WindowSystem::X11;
    EXPECT_TRUE(incomplete(window, "XDisplay"));
    window.XDisplay = &object;
    EXPECT_TRUE(incomplete(window, "XWindow"));
    window.XWindow = 1;
    EXPECT_TRUE(Accepted(CheckWindow(window)));

    window = {};
    window.System = platform::WindowSystem::WebCanvas;
    EXPECT_TRUE(incomplete(window, "CanvasSelector"));
    window.CanvasSelector = "";
    EXPECT_TRUE(incomplete(window, "CanvasSelector"));
    window.CanvasSelector = "#canvas";
    EXPECT_TRUE(Accepted(CheckWindow(window)));

    window = {};
    window.System = platform::WindowSystem::Cocoa;
    EXPECT_TRUE(incomplete(window, "CocoaWindow"));
    window.CocoaWindow = &object;
    EXPECT_TRUE(incomplete(window, "CocoaView"));
    window.CocoaView = &object;
    EXPECT_TRUE(Accepted(CheckWindow(window)));

    window = {};
    window.System = platform::WindowSystem::Win32;
    EXPECT_TRUE(incomplete(window, "Win32Instance"));
    window.Win32Instance = &object;
    EXPECT_TRUE(incomplete(window, "Win32Window"));
    window.Win32Window = &object;
    EXPECT_TRUE(Accepted(CheckWindow(window)));

    window = {};
    window.System = static_cast<platform::WindowSystem>(99);
    EXPECT_TRUE(Refused(CheckWindow(window), DeviceStatus::Failed, Code::EnumInvalid, "System"));
}

TEST(FrameTarget, ExtentsReachTheLimitAndNoFurther)
{
    EXPECT_TRUE(Accepted(CheckFrameTarget({.Width = 64, .Height = 64}, 64, false)));
    EXPECT_TRUE(Accepted(CheckFrameTarget({.Width = 0, .Height = 0}, 64, false)));
    EXPECT_TRUE(Invalid(CheckFrameTarget({.Width = 65, .Height = 1}, 64, false), Code::FrameTooLarge, "Width"));
    EXPECT_TRUE(Invalid(CheckFrameTarget({.Width = 1, .Height = 65}, 64, false), Code::FrameTooLarge, "Height"));
}

TEST(FrameTarget, ClearComponentsAreFinite)
{
    float64 FrameTarget::*const components[] = {&FrameTarget::Red, &FrameTarget::Green, &FrameTarget::Blue,
                                                &FrameTarget::Alpha};
    for (float64 FrameTarget::*const component : components)
    {
        for (const float64 value : {std::numeric_limits<float64>::quiet_NaN(), std::numeric_limits<float64>::infinity(),
                                    -std::numeric_limits<float64>::infinity()})
        {
            FrameTarget target{.Width = 1, .Height = 1};
            target.*component = value;
            EXPECT_TRUE(Invalid(CheckFrameTarget(target, 64, false), Code::ClearNotFinite));
        }
        FrameTarget target{.Width = 1, .Height = 1};
        target.*component = -3.5;
        EXPECT_TRUE(Accepted(CheckFrameTarget(target, 64, false)));
    }
}

TEST(FrameTarget, FramesWithoutASurfaceNeedTheBackend)
{
    const FrameTarget target{.Width = 1, .Height = 1, .ShouldPresentToSurface = false};
    EXPECT_TRUE(Accepted(CheckFrameTarget(target, 64, true)));
    EXPECT_TRUE(
        Refused(CheckFrameTarget(target, 64, false), DeviceStatus::Unsupported, Code::SurfacelessFrameUnsupported));
    const FrameTarget both{.Width = 65, .Height = 1, .ShouldPresentToSurface = false};
    EXPECT_TRUE(Invalid(CheckFrameTarget(both, 64, false), Code::FrameTooLarge));
}
} // namespace
} // namespace ludus::graphics::rhi::internal
