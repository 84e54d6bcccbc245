// Failures of startup: every way in which a backend refuses, and what the caller then has.
#include "../support/device_test.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
class StartupFaults : public DeviceTest
{
protected:
    DeviceStatus TryStart(StartupInfo* failure)
    {
        DeviceDescription description;
        description.Selection = GetParam().Selection;
        return CreateDevice({}, {}, description, Device, Surface, failure);
    }
};

TEST_P(StartupFaults, EachRefusalIsReportedAndLeavesNoSession)
{
    for (const ReferenceCall call : {ReferenceCall::Make, ReferenceCall::Start})
    {
        for (const internal::BackendStatus status :
             {internal::BackendStatus::OutOfMemory, internal::BackendStatus::Refused, internal::BackendStatus::Lost})
        {
            internal::FailReferenceCall(call, {.Status = status, .Error = StartupError::AdapterUnavailable});
            StartupInfo failure;
            EXPECT_REFUSAL(TryStart(&failure), DeviceStatus::Failed, StartupFailed);
            EXPECT_EQ(failure.State, StartupState::Failed);
            EXPECT_EQ(failure.Error, call == ReferenceCall::Start ? StartupError::AdapterUnavailable
                                                                  : StartupError::DeviceUnavailable);
            EXPECT_FALSE(internal::InspectSession().HasSession);
            EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::InvalidHandle);
        }
    }
    Start(); // and the next one works
}

TEST_P(StartupFaults, AHeldStartupEndsReady)
{
    internal::GetReferenceControl().HoldsStartup = true;
    ASSERT_EQ(TryStart(nullptr), DeviceStatus::Pending);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Pending);
    EXPECT_EQ(Info.Startup.State, StartupState::Pending);
    EXPECT_EQ(Info.Profile.Raster.MaxBufferSize, 0U);
    BufferHandle buffer;
    const uint8 bytes[4]{};
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, bytes, buffer), RasterStatus::NotReady,
                   DeviceStarting);
    EXPECT_REFUSAL(BeginFrame(Device, Surface), DeviceStatus::NotReady, DeviceStarting);
    internal::FinishReferenceStartup(internal::BackendStatus::Ready);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Ready);
    EXPECT_NE(Info.Profile.Raster.MaxBufferSize, 0U);
}

TEST_P(StartupFaults, AHeldStartupThatFailsIsOwedADestroy)
{
    internal::GetReferenceControl().HoldsStartup = true;
    ASSERT_EQ(TryStart(nullptr), DeviceStatus::Pending);
    internal::FinishReferenceStartup(internal::BackendStatus::Refused, StartupError::SurfaceUnavailable);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Failed);
    EXPECT_EQ(Info.Startup.Error, StartupError::SurfaceUnavailable);
    BufferHandle buffer;
    const uint8 bytes[4]{};
    EXPECT_REFUSAL(CreateBuffer(Device, {BufferRole::Vertex, 4}, bytes, buffer), RasterStatus::Failed, DeviceFailed);
    EXPECT_TRUE(internal::InspectSession().HasSession);
    Stop();
    internal::GetReferenceControl().HoldsStartup = false;
    Start();
}

TEST_P(StartupFaults, AHeldStartupMayBeCancelled)
{
    internal::GetReferenceControl().HoldsStartup = true;
    ASSERT_EQ(TryStart(nullptr), DeviceStatus::Pending);
    Stop();
    EXPECT_FALSE(internal::InspectSession().HasSession);
}

TEST_P(StartupFaults, AHeldStartupMissesARequirement)
{
    internal::GetReferenceControl().HoldsStartup = true;
    internal::GetReferenceControl().Report.MaxFrameDimension2D = 64;
    DeviceDescription description{.Selection = GetParam().Selection, .Limits = {.MinFrameDimension2D = 65}};
    ASSERT_EQ(CreateDevice({}, {}, description, Device, Surface), DeviceStatus::Pending);
    internal::FinishReferenceStartup(internal::BackendStatus::Ready);
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::Failed);
    EXPECT_EQ(Info.Startup.Error, StartupError::RequirementsUnsatisfied);
    EXPECT_EQ(Info.Startup.UnmetRequirement, RequirementFailure::FrameDimension2D);
}

LUDUS_ON_STEERED_LANES(StartupFaults);
} // namespace
} // namespace ludus::graphics::rhi::tests
