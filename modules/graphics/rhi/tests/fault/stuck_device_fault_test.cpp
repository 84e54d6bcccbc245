// A device that does not finish: the session ends all the same, and what the GPU may still use is left alone.
#include "../support/scene.h"

namespace ludus::graphics::rhi::tests
{
namespace
{
class StuckDevices : public SceneTest
{
protected:
    // The blocks that are left on purpose are not the next case's business.
    void TearDown() override
    {
        EXPECT_EQ(internal::GetReferenceControl().Violations, 0U) << internal::GetReferenceControl().FirstViolation;
        internal::ResetReferenceControl();
    }

    // A frame in flight for ever.
    void DrawForEver()
    {
        internal::GetReferenceControl().HoldsCompletion = true;
        internal::GetReferenceControl().NeverDrains = true;
        Begin({.Width = 4, .Height = 4});
        EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
        End();
    }

    static void ExpectEnded()
    {
        const internal::SessionInspection left = internal::InspectSession();
        EXPECT_FALSE(left.HasSession);
        EXPECT_EQ(left.LiveRecords, 0U);
        EXPECT_EQ(left.ResourceBytes, 0U);
        EXPECT_EQ(left.BindingDescriptors, 0U);
    }
};

TEST_P(StuckDevices, AreLeftToTheProcess)
{
    Start();
    MakePlain();
    DrawForEver();
    const uint64 before = CountRefusals();
    Stop();
    EXPECT_EQ(GetCodeAfter(before), DiagnosticCode::DeviceStuck);
    ExpectEnded();
    // The next session knows nothing of it.
    internal::ResetReferenceControl();
    Start();
    MakePlain();
    Begin({.Width = 4, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    End();
    ReleaseOwned();
    Stop();
    ExpectEnded();
}

TEST_P(StuckDevices, AreLeftWithAFrameOpen)
{
    Start();
    MakePlain();
    DrawForEver();
    Begin({.Width = 4, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    const uint64 before = CountRefusals();
    Stop();
    EXPECT_EQ(GetCodeAfter(before), DiagnosticCode::DeviceStuck);
    ExpectEnded();
}

TEST_P(StuckDevices, AreNotWaitedForAfterLoss)
{
    Start();
    MakePlain();
    DrawForEver();
    internal::LoseReferenceDevice();
    EXPECT_EQ(GetDeviceInfo(Device, Info), DeviceStatus::DeviceLost);
    const uint64 before = CountRefusals();
    Stop();
    EXPECT_EQ(GetCodeAfter(before), DiagnosticCode::None);
    ExpectEnded();
}

LUDUS_ON_STEERED_LANES(StuckDevices);
} // namespace
} // namespace ludus::graphics::rhi::tests
