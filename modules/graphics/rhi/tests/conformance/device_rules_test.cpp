// The explicit device: outputs, owners, negotiation.
#include "../support/scene.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::tests
{
namespace
{
class DeviceRules : public DeviceTest
{
protected:
    DeviceStatus TryStart(DeviceDescription description, StartupInfo& failure)
    {
        description.Selection = GetParam().Selection;
        DeviceStatus status = CreateDevice({}, {}, description, Device, Surface, &failure);
        if (status != DeviceStatus::Pending)
        {
            return status;
        }
        status = Settle([&] { return GetDeviceInfo(Device, Info); });
        if (status == DeviceStatus::Failed)
        {
            // The refusal came later and leaves a device that has failed; here it ends as one that never was.
            failure = Info.Startup;
            EXPECT_EQ(DestroyDevice(Device), DeviceStatus::Ready);
            Surface = {};
        }
        return status;
    }

    // A requirement that cannot be met, and what the startup record says of it.
    void ExpectUnmet(const ProfileRequirements& profile, ProfileRequirement requirement, uint64 requested)
    {
        StartupInfo failure;
        DeviceDescription description;
        description.RequiredProfile = profile;
        EXPECT_REFUSAL(TryStart(description, failure), DeviceStatus::Failed, RequirementUnmet);
        EXPECT_EQ(failure.Error, StartupError::RequirementsUnsatisfied);
        EXPECT_EQ(failure.UnmetRequirement, RequirementFailure::Profile);
        EXPECT_EQ(failure.ProfileFailure.Requirement, requirement);
        EXPECT_EQ(failure.ProfileFailure.Requested, requested);
        const uint64 effective = failure.ProfileFailure.Effective;

        description = {};
        description.PreferredProfile = profile;
        Start(description);
        EXPECT_EQ(Info.UnmetProfilePreference.Requirement, requirement);
        EXPECT_EQ(Info.UnmetProfilePreference.Requested, requested);
        EXPECT_EQ(Info.UnmetProfilePreference.Effective, effective);
        Stop();
    }
};

TEST_P(DeviceRules, OutputsAreWrittenTogetherOrNotAtAll)
{
    Start();
    DeviceHandle device = Device;
    SurfaceHandle surface;
    const DeviceDescription description{.Selection = GetParam().Selection};
    EXPECT_REFUSAL(CreateDevice({}, {}, description, device, surface), DeviceStatus::InvalidState, OutputOccupied);
    device = {};
    surface = Surface;
    EXPECT_REFUSAL(CreateDevice({}, {}, description, device, surface), DeviceStatus::InvalidState, OutputOccupied);
    EXPECT_EQ(GetDeviceInfo(device, Info), DeviceStatus::InvalidHandle);
    surface = {};
    StartupInfo failure{.Error = StartupError::Validation};
    EXPECT_REFUSAL(CreateDevice({}, {}, description, device, surface, &failure), DeviceStatus::InvalidState,
                   SessionBusy);
    EXPECT_EQ(failure.Error, StartupError::Validation); // written for failed startups only
    EXPECT_EQ(rhi::Start({}, {}, GetParam().Selection), StartStatus::Busy);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
}

TEST_P(DeviceRules, AForeignOwnerIsRefusedEverywhereAndKeepsOutputs)
{
    Start();
    const DeviceHandle old = Device;
    const SurfaceHandle oldSurface = Surface;
    const BufferHandle buffer = MakeBuffer(BufferRole::Uniform, std::vector<uint8>(256));
    Stop();
    Start();
    for (const DeviceHandle device : {DeviceHandle{}, old})
    {
        DeviceInfo info;
        info.Compiled.Metal = true;
        EXPECT_REFUSAL(GetDeviceInfo(device, info), DeviceStatus::InvalidHandle, ForeignDevice);
        EXPECT_TRUE(info.Compiled.Metal);
        DeviceHandle copy = device;
        EXPECT_REFUSAL(DestroyDevice(copy), DeviceStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(SetFrameTarget(device, Surface, {}), DeviceStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(BeginFrame(device, Surface), DeviceStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(EndFrame(device), DeviceStatus::InvalidHandle, ForeignDevice);
        FrameInfo frame{.Width = 7};
        EXPECT_REFUSAL(GetFrameInfo(device, Surface, frame), DeviceStatus::InvalidHandle, ForeignDevice);
        EXPECT_EQ(frame.Width, 7U);
        RasterCapabilities raster{.MaxBufferSize = 7};
        EXPECT_REFUSAL(GetRasterCapabilities(device, raster), RasterStatus::InvalidHandle, ForeignDevice);
        EXPECT_EQ(raster.MaxBufferSize, 7U);
        FormatCapabilities format{.MaxDimension2D = 7};
        EXPECT_REFUSAL(GetFormatCapabilities(device, RasterFormat::Rgba8Unorm, format), RasterStatus::InvalidHandle,
                       ForeignDevice);
        EXPECT_EQ(format.MaxDimension2D, 7U);
        BufferHandle output;
        EXPECT_REFUSAL(CreateBuffer(device, {BufferRole::Vertex, 4}, std::vector<uint8>(4), output),
                       RasterStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(GetFrameUniformBuffer(device, output), RasterStatus::InvalidHandle, ForeignDevice);
        EXPECT_REFUSAL(DrawIndexed(device, {}), RasterStatus::InvalidHandle, ForeignDevice);
        ShaderHandle shader;
        EXPECT_REFUSAL(CreateShader(device, GetQuadrantsVertex(), shader), ResourceStatus::InvalidHandle,
                       ForeignDevice);
        FrameReadback ticket;
        EXPECT_REFUSAL(RequestFrameReadback(device, Surface, ticket), RasterStatus::InvalidHandle, ForeignDevice);
        Diagnostic last;
        EXPECT_EQ(GetLastDiagnostic(old, last), false);
    }
    EXPECT_REFUSAL(BeginFrame(Device, oldSurface), DeviceStatus::InvalidHandle, ForeignSurface);
    EXPECT_REFUSAL(BeginFrame(Device, {}), DeviceStatus::InvalidHandle, ForeignSurface);
    EXPECT_REFUSAL(GetStatus(Device, buffer), RasterStatus::InvalidHandle, StaleHandle); // of the earlier session
}

TEST_P(DeviceRules, RequiredAndPreferredProfilesReportTheFirstMiss)
{
    ProfileRequirements buffer;
    buffer.Raster.MinBufferSize = ~usize{0};
    buffer.Raster.MinBindings = 17; // also unmet, but later
    ExpectUnmet(buffer, ProfileRequirement::BufferSize, ~usize{0});

    ProfileRequirements alignment;
    alignment.Raster.MaxUniformOffsetAlignment = 16;
    ExpectUnmet(alignment, ProfileRequirement::UniformAlignment, 16);

    ProfileRequirements range;
    range.Raster.MinUniformRange = 16385;
    ExpectUnmet(range, ProfileRequirement::UniformRange, 16385);

    ProfileRequirements bindings;
    bindings.Raster.MinBindings = 17;
    ExpectUnmet(bindings, ProfileRequirement::BindingCount, 17);

    ProfileRequirements format;
    format.FormatCount = 1;
    format.Formats[0] = {.Format = RasterFormat::R8Unorm, .Uses = {.Storage = true}};
    ExpectUnmet(format, ProfileRequirement::Storage, 1);
}

TEST_P(DeviceRules, AProfileThatIsMetStarts)
{
    DeviceDescription description;
    RasterRequirements& raster = description.RequiredProfile.Raster;
    raster.MinBufferSize = 65536;
    raster.MinTextureDimension2D = 2048;
    raster.MaxUniformOffsetAlignment = 256;
    raster.MinUniformRange = 16384;
    raster.MinResourcesPerKind = description.Storage.ResourcesPerKind;
    raster.MinDrawsPerFrame = description.Storage.DrawsPerFrame;
    raster.MinBindings = 3;
    raster.MinVertexBuffers = 2;
    raster.MinVertexAttributes = 16;
    raster.MinVertexStride = 252;
    description.RequiredProfile.FormatCount = 2;
    description.RequiredProfile.Formats[0] = {
        .Format = RasterFormat::Rgba8Unorm, .Uses = {.Sampled = true, .Filterable = true}, .MinDimension2D = 96};
    description.RequiredProfile.Formats[1] = {.Format = RasterFormat::Rgba8Srgb, .Uses = {.Sampled = true}};
    Start(description);
    EXPECT_EQ(Info.UnmetProfilePreference.Requirement, ProfileRequirement::None);
    EXPECT_TRUE(Info.Enabled.PortableRaster); // implied by the constraints
    EXPECT_GE(Info.Profile.Raster.UniformOffsetAlignment, 256U);
    EXPECT_LE(Info.Profile.Raster.MaxUniformRange, 16384U);
    EXPECT_EQ(Info.Profile.Raster.ResourcesPerKind, description.Storage.ResourcesPerKind);
    EXPECT_EQ(Info.Profile.Raster.DrawsPerFrame, description.Storage.DrawsPerFrame);
    EXPECT_EQ(Info.Profile.Storage.TransferBytes, description.Storage.TransferBytes);
    EXPECT_EQ(Info.Description.RequiredProfile.Raster.MinVertexStride, 252U);
}

// Which entry, by its place in the request.
TEST_P(DeviceRules, AMissedFormatIsNamedByItsEntry)
{
    DeviceDescription description;
    description.RequiredProfile.FormatCount = 2;
    description.RequiredProfile.Formats[0] = {.Format = RasterFormat::Rgba8Srgb, .Uses = {.Sampled = true}};
    description.RequiredProfile.Formats[1] = {
        .Format = RasterFormat::Rgba8Unorm, .Uses = {.Sampled = true}, .MinMipLevels = 99};
    StartupInfo failure;
    EXPECT_REFUSAL(TryStart(description, failure), DeviceStatus::Failed, RequirementUnmet);
    EXPECT_EQ(failure.ProfileFailure.Format, RasterFormat::Rgba8Unorm);
    Diagnostic why;
    ASSERT_TRUE(GetLastDiagnostic({}, why));
    EXPECT_EQ(why.Index, 1U);
    char text[DIAGNOSTIC_TEXT_BYTES]{};
    const std::string sentence(text, FormatDiagnostic(why, text));
    EXPECT_NE(sentence.find("Formats[1].MinMipLevels asks for 99"), std::string::npos) << sentence;
}

TEST_P(DeviceRules, FacadeMinimaAreRequirements)
{
    StartupInfo failure;
    EXPECT_REFUSAL(TryStart({.Limits = {.MinUniformBufferSize = 16385}}, failure), DeviceStatus::Failed,
                   RequirementUnmet);
    EXPECT_EQ(failure.UnmetRequirement, RequirementFailure::UniformBufferSize);
    Diagnostic why;
    ASSERT_TRUE(GetLastDiagnostic({}, why));
    EXPECT_STREQ(why.Field, "Limits.MinUniformBufferSize");
    EXPECT_EQ(why.Got, 16385U);
    EXPECT_EQ(why.Allowed, 16384U);
    EXPECT_REFUSAL(TryStart({.Limits = {.MinFrameDimension2D = ~uint32{0}}}, failure), DeviceStatus::Failed,
                   RequirementUnmet);
    EXPECT_EQ(failure.UnmetRequirement, RequirementFailure::FrameDimension2D);
    EXPECT_EQ(failure.State, StartupState::Failed);
    Start({.Limits = {.MinFrameDimension2D = 64, .MinUniformBufferSize = 48}});
    EXPECT_EQ(Info.Startup.Requirements.MinUniformBufferSize, 48U);
}

TEST_P(DeviceRules, WhatLaterVersionsBringIsAbsentByName)
{
    StartupInfo failure;
    EXPECT_REFUSAL(TryStart({.Required = {.RayQueries = true}}, failure), DeviceStatus::Unsupported,
                   WorkloadUnsupported);
    EXPECT_FALSE(internal::InspectSession().HasSession);
    Start({.Preferred = {.PortableRaster = true, .BindlessTextureIndexing = true, .RayQueries = true}});
    EXPECT_EQ(Info.UnmetPreferences.BindlessTextureIndexing, !Info.Enabled.BindlessTextureIndexing);
    EXPECT_TRUE(Info.UnmetPreferences.RayQueries);
    EXPECT_FALSE(Info.UnmetPreferences.PortableRaster);
    EXPECT_FALSE(Info.Supported.RayQueries);
    EXPECT_TRUE(Info.Description.Preferred.RayQueries); // the request is kept as it was
}

TEST_P(DeviceRules, MalformedRequestsStartNothing)
{
    StartupInfo failure{.Error = StartupError::Validation};
    EXPECT_REFUSAL(TryStart({.Storage = {.DrawsPerFrame = 0}}, failure), DeviceStatus::InvalidDescription,
                   CountZeroOrReserved);
    EXPECT_REFUSAL(TryStart({.Storage = {.Graphs = ~uint32{0}}}, failure), DeviceStatus::InvalidDescription,
                   CountZeroOrReserved);
    EXPECT_REFUSAL(TryStart({.Storage = {.ResourceBytes = 0}}, failure), DeviceStatus::InvalidDescription, BudgetZero);
    DeviceDescription formats;
    formats.RequiredProfile.FormatCount = 2;
    formats.RequiredProfile.Formats[0].Uses.Sampled = true;
    formats.RequiredProfile.Formats[1].Uses.Sampled = true;
    EXPECT_REFUSAL(TryStart(formats, failure), DeviceStatus::InvalidDescription, FormatDuplicate);
    EXPECT_EQ(failure.Error, StartupError::Validation);
    EXPECT_FALSE(internal::InspectSession().HasSession);
    EXPECT_EQ(ValidateDeviceDescription({}), DeviceStatus::Ready);
    EXPECT_REFUSAL(ValidateDeviceDescription(formats), DeviceStatus::InvalidDescription, FormatDuplicate);
}

TEST_P(DeviceRules, AWindowWithoutHandlesIsInvalid)
{
    StartupInfo failure;
    const DeviceDescription description{.Selection = GetParam().Selection};
    EXPECT_REFUSAL(
        CreateDevice({}, {.System = platform::WindowSystem::Wayland}, description, Device, Surface, &failure),
        DeviceStatus::Failed, WindowIncomplete);
    EXPECT_EQ(failure.Error, StartupError::InvalidWindow);
}

TEST_P(DeviceRules, ABudgetBelowWhatIsCommittedFails)
{
    Start();
    MakeBuffer(BufferRole::Vertex, std::vector<uint8>(4)); // commits a page of records
    Stop();
    StartupInfo failure;
    EXPECT_REFUSAL(TryStart({.Storage = {.HostBytes = 1}}, failure), DeviceStatus::Failed, BudgetBelowCommitted);
    Start();
}

TEST_P(DeviceRules, ShutdownMakesTheDeviceStale)
{
    Start();
    Shutdown();
    EXPECT_REFUSAL(GetDeviceInfo(Device, Info), DeviceStatus::InvalidHandle, ForeignDevice);
    Device = {};
    Surface = {};
    Start();
}

TEST_P(DeviceRules, FormatQueriesTellUnknownFromUnavailable)
{
    Start();
    FormatCapabilities format{.MaxDimension2D = 7};
    EXPECT_REFUSAL(GetFormatCapabilities(Device, static_cast<RasterFormat>(200), format),
                   RasterStatus::InvalidDescription, FormatUnknown);
    EXPECT_EQ(format.MaxDimension2D, 7U);
    EXPECT_EQ(GetFormatCapabilities(Device, RasterFormat::Rgba8Unorm, format), RasterStatus::Ready);
    EXPECT_TRUE(format.Uses.Sampled);
    EXPECT_TRUE(format.Uses.Filterable);
    EXPECT_EQ(format.SampleCounts & 1U, 1U);
    RasterCapabilities raster;
    EXPECT_EQ(GetRasterCapabilities(Device, raster), RasterStatus::Ready);
    EXPECT_EQ(raster.MaxBufferSize, Info.Profile.Raster.MaxBufferSize);
    for (usize i = 0; i < RASTER_FORMAT_COUNT; ++i)
    {
        const auto name = static_cast<RasterFormat>(i);
        const bool isOffered = Info.Profile.Formats[i].MaxDimension2D != 0;
        EXPECT_EQ(GetFormatCapabilities(Device, name, format),
                  isOffered ? RasterStatus::Ready : RasterStatus::Unsupported);
        EXPECT_EQ(format.MaxDimension2D, Info.Profile.Formats[i].MaxDimension2D);
    }
}

LUDUS_ON_EVERY_LANE(DeviceRules);
} // namespace
} // namespace ludus::graphics::rhi::tests
