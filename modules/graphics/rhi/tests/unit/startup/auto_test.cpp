// What Auto does when a backend fails, at once or late: the reference backend under the browser's names, WebGPU first.
#include "backends/reference/control.h"
#include "boundary/registration.h"
#include "frontend/inspect.h"

#include <ludus/graphics/rhi/device.h>
#include <ludus/graphics/rhi/diagnostics.h>

#include <cstdlib>
#include <cstring>
#include <gtest/gtest.h>

namespace ludus::graphics::rhi::internal
{
extern const BackendRegistration REFERENCE_BACKEND;

namespace
{
foundation::Owned<GraphicsBackend> Make() noexcept
{
    return REFERENCE_BACKEND.Create();
}

const BackendRegistration FIRST{
    .Name = Backend::WebGPU, .Selection = BackendSelection::WebGPU, .AutoRank = 1, .Artifact = "Spirv", .Create = Make};
const BackendRegistration SECOND{
    .Name = Backend::WebGL2, .Selection = BackendSelection::WebGL2, .AutoRank = 2, .Artifact = "Spirv", .Create = Make};
const BackendRegistration* const TABLE[] = {&FIRST, &SECOND};
} // namespace

std::span<const BackendRegistration* const> GetRegisteredBackends() noexcept
{
    return TABLE;
}
} // namespace ludus::graphics::rhi::internal

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;
using internal::GetReferenceControl;
using internal::ReferenceCall;

class Auto : public testing::Test
{
protected:
    void SetUp() override
    {
        unsetenv("LUDUS_BACKEND"); // NOLINT(concurrency-mt-unsafe)
        internal::ResetReferenceControl();
    }

    void TearDown() override
    {
        if (internal::InspectSession().HasSession)
        {
            EXPECT_EQ(DestroyDevice(Device), DeviceStatus::Ready);
        }
        EXPECT_EQ(internal::InspectSession().LiveBackendObjects, 0U);
        EXPECT_EQ(GetReferenceControl().Violations, 0U) << GetReferenceControl().FirstViolation;
        internal::ResetReferenceControl();
    }

    DeviceStatus Create(const DeviceDescription& description = {})
    {
        return CreateDevice({.Name = "auto", .Version = 3}, {}, description, Device, Surface, &Failure);
    }

    DeviceStatus Poll() { return GetDeviceInfo(Device, Info); }

    DeviceHandle Device{};
    SurfaceHandle Surface{};
    DeviceInfo Info{};
    StartupInfo Failure{};
};

TEST_F(Auto, TakesTheFirst)
{
    ASSERT_EQ(Create(), DeviceStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Ready);
    EXPECT_EQ(Info.Startup.SelectedBackend, Backend::WebGPU);
    EXPECT_TRUE(Info.Startup.WebGpu.Attempted);
    EXPECT_EQ(Info.Startup.WebGpu.Error, StartupError::None);
    EXPECT_FALSE(Info.Startup.WebGL2.Attempted);
}

TEST_F(Auto, GoesOnAfterAFailureAtOnce)
{
    internal::FailReferenceCall(ReferenceCall::Start,
                                {.Status = BackendStatus::Refused, .Error = StartupError::AdapterUnavailable});
    ASSERT_EQ(Create(), DeviceStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Ready);
    EXPECT_EQ(Info.Startup.SelectedBackend, Backend::WebGL2);
    EXPECT_TRUE(Info.Startup.WebGpu.Attempted);
    EXPECT_EQ(Info.Startup.WebGpu.Error, StartupError::AdapterUnavailable);
    EXPECT_EQ(Info.Startup.Error, StartupError::None);
}

TEST_F(Auto, GoesOnAfterALateFailure)
{
    GetReferenceControl().HoldsStartup = true;
    ASSERT_EQ(Create(), DeviceStatus::Pending);
    const DeviceHandle device = Device;
    internal::FinishReferenceStartup(BackendStatus::Refused, StartupError::SurfaceUnavailable);
    ASSERT_EQ(Poll(), DeviceStatus::Pending);
    EXPECT_EQ(Info.Startup.SelectedBackend, Backend::WebGL2);
    EXPECT_TRUE(Info.Startup.WebGpu.Attempted);
    EXPECT_EQ(Info.Startup.WebGpu.Error, StartupError::SurfaceUnavailable);
    EXPECT_STREQ(GetReferenceControl().ApplicationName, "auto");
    internal::FinishReferenceStartup(BackendStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Ready);
    EXPECT_EQ(Info.Startup.SelectedBackend, Backend::WebGL2);
    EXPECT_EQ(Info.Startup.Error, StartupError::None);
    EXPECT_EQ(Info.Startup.WebGpu.Error, StartupError::SurfaceUnavailable);
    EXPECT_TRUE(Info.Startup.WebGL2.Attempted);
    EXPECT_EQ(Info.Startup.WebGL2.Error, StartupError::None);
    EXPECT_EQ(std::memcmp(&device, &Device, sizeof device), 0); // the same owner
}

TEST_F(Auto, GoesOnAfterALateMissOfARequirement)
{
    GetReferenceControl().HoldsStartup = true;
    GetReferenceControl().Report.MaxFrameDimension2D = 64;
    ASSERT_EQ(Create({.Limits = {.MinFrameDimension2D = 65}}), DeviceStatus::Pending);
    GetReferenceControl().Report.MaxFrameDimension2D = 128; // of the next backend
    internal::FinishReferenceStartup(BackendStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Pending);
    EXPECT_EQ(Info.Startup.WebGpu.Error, StartupError::RequirementsUnsatisfied);
    internal::FinishReferenceStartup(BackendStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Ready);
    EXPECT_EQ(Info.Startup.UnmetRequirement, RequirementFailure::None);
}

TEST_F(Auto, GoesOnWhenTheWindowIsTaken)
{
    internal::FailReferenceCall(ReferenceCall::BindWindow, {.Status = BackendStatus::Refused});
    ASSERT_EQ(Create(), DeviceStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Ready);
    EXPECT_EQ(Info.Startup.SelectedBackend, Backend::WebGL2);
    EXPECT_EQ(Info.Startup.WebGpu.Error, StartupError::SurfaceUnavailable);
    EXPECT_EQ(Info.Startup.Error, StartupError::None);
}

TEST_F(Auto, LeavesTheWindowAloneUntilRequirementsAreMet)
{
    GetReferenceControl().HoldsStartup = true;
    GetReferenceControl().Report.MaxFrameDimension2D = 64;
    ASSERT_EQ(Create({.Limits = {.MinFrameDimension2D = 65}}), DeviceStatus::Pending);
    GetReferenceControl().Report.MaxFrameDimension2D = 65; // of the next backend
    internal::FinishReferenceStartup(BackendStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Pending);
    constexpr auto BIND = static_cast<std::size_t>(ReferenceCall::BindWindow);
    EXPECT_EQ(GetReferenceControl().Calls[BIND], 0U);
    internal::FinishReferenceStartup(BackendStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Ready);
    EXPECT_EQ(Info.Startup.SelectedBackend, Backend::WebGL2);
    EXPECT_EQ(GetReferenceControl().Calls[BIND], 1U);
}

TEST_F(Auto, EndsWithTheLastFailure)
{
    GetReferenceControl().HoldsStartup = true;
    ASSERT_EQ(Create(), DeviceStatus::Pending);
    internal::FinishReferenceStartup(BackendStatus::Refused, StartupError::SurfaceUnavailable);
    ASSERT_EQ(Poll(), DeviceStatus::Pending);
    internal::FinishReferenceStartup(BackendStatus::Refused, StartupError::InstanceUnavailable);
    ASSERT_EQ(Poll(), DeviceStatus::Failed);
    EXPECT_EQ(Info.Startup.State, StartupState::Failed);
    EXPECT_EQ(Info.Startup.Error, StartupError::InstanceUnavailable);
    EXPECT_EQ(Info.Startup.WebGpu.Error, StartupError::SurfaceUnavailable);
    EXPECT_EQ(Info.Startup.WebGL2.Error, StartupError::InstanceUnavailable);
    EXPECT_EQ(Poll(), DeviceStatus::Failed); // and stays there
}

TEST_F(Auto, IsNotAForcedBackendsBusiness)
{
    GetReferenceControl().HoldsStartup = true;
    ASSERT_EQ(Create({.Selection = BackendSelection::WebGPU}), DeviceStatus::Pending);
    internal::FinishReferenceStartup(BackendStatus::Refused, StartupError::SurfaceUnavailable);
    ASSERT_EQ(Poll(), DeviceStatus::Failed);
    EXPECT_EQ(Info.Startup.SelectedBackend, Backend::WebGPU);
    EXPECT_TRUE(Info.Startup.WebGpu.Attempted);
    EXPECT_FALSE(Info.Startup.WebGL2.Attempted);
}

TEST_F(Auto, MayBeCancelledBetweenAttempts)
{
    GetReferenceControl().HoldsStartup = true;
    ASSERT_EQ(Create(), DeviceStatus::Pending);
    internal::FinishReferenceStartup(BackendStatus::Refused, StartupError::SurfaceUnavailable);
    ASSERT_EQ(Poll(), DeviceStatus::Pending);
    EXPECT_EQ(DestroyDevice(Device), DeviceStatus::Ready);
    Surface = {};
    GetReferenceControl().HoldsStartup = false;
    ASSERT_EQ(Create(), DeviceStatus::Ready);
    ASSERT_EQ(Poll(), DeviceStatus::Ready);
    EXPECT_EQ(Info.Startup.SelectedBackend, Backend::WebGPU);
}
} // namespace
} // namespace ludus::graphics::rhi::tests
