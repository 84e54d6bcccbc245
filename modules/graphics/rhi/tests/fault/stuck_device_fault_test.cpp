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

    // Refusals as the callback hears them: the operation, and the code's name.
    struct Heard final
    {
        std::vector<std::string> Lines;

        Heard()
        {
            SetDiagnosticCallback(
                [](void* context, const Diagnostic& diagnostic) noexcept
                {
                    static_cast<Heard*>(context)->Lines.push_back(std::string(diagnostic.Operation) + " " +
                                                                  std::string(GetDiagnosticName(diagnostic.Code)));
                },
                this);
        }

        ~Heard() { SetDiagnosticCallback(nullptr, nullptr); }

        Heard(const Heard&) = delete;
        Heard& operator=(const Heard&) = delete;
    };

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

// The call that ends the session is named, whichever it is.
TEST_P(StuckDevices, AreReportedByTheCallThatEndsTheSession)
{
    using Lines = std::vector<std::string>;
    Start();
    MakePlain();
    DrawForEver();
    {
        const Heard heard;
        Stop();
        EXPECT_EQ(heard.Lines, Lines{"DestroyDevice DeviceStuck"});
    }
    internal::ResetReferenceControl();

    Start();
    MakePlain();
    DrawForEver();
    Begin({.Width = 4, .Height = 4});
    EXPECT_EQ(DrawIndexed(Device, GetPlainDraw()), RasterStatus::Ready);
    internal::FailReferenceCall(ReferenceCall::Submit,
                                {.Outcome = internal::SubmitOutcome::AcceptedInPart, .AcceptedCommands = 1});
    {
        const Heard heard;
        EXPECT_REFUSAL(EndFrame(Device), DeviceStatus::Failed, SubmissionRefused);
        EXPECT_EQ(heard.Lines, (Lines{"EndFrame DeviceStuck", "EndFrame SubmissionRefused"}));
    }
    {
        const Heard heard;
        Stop(); // nothing is left to wait for
        EXPECT_EQ(heard.Lines, Lines{});
    }
    internal::ResetReferenceControl();

    internal::GetReferenceControl().NeverDrains = true;
    DeviceDescription greedy{.Selection = GetParam().Selection};
    greedy.RequiredProfile.Raster.MinBufferSize = ~usize{0};
    {
        const Heard heard;
        DeviceHandle device;
        SurfaceHandle surface;
        EXPECT_EQ(CreateDevice({.Name = "tests"}, {}, greedy, device, surface), DeviceStatus::Failed);
        ASSERT_EQ(heard.Lines.size(), 2U);
        EXPECT_EQ(heard.Lines[1], "CreateDevice DeviceStuck");
    }
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
