// The facade where a process has an environment and a start may wait: everywhere but in a page.
#include "../support/device_test.h"

#include <cstdlib>

namespace ludus::graphics::rhi::tests
{
namespace
{
// Sets an environment variable for a scope.
class Environment final
{
public:
    explicit Environment(const char* value) { setenv("LUDUS_BACKEND", value, 1); } // NOLINT(concurrency-mt-unsafe)

    ~Environment() { unsetenv("LUDUS_BACKEND"); } // NOLINT(concurrency-mt-unsafe)

    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;
};

class NativeFacadeTest : public DeviceTest
{
protected:
    static void StartSettled(BackendSelection selection)
    {
        const StartStatus status = rhi::Start({.Name = "tests"}, {}, selection);
        ASSERT_TRUE(status == StartStatus::Ready || status == StartStatus::Pending);
        ASSERT_TRUE(SettleUntil([] { return GetStartup().State != StartupState::Pending; }));
        ASSERT_EQ(GetStartup().State, StartupState::Ready);
    }
};

TEST_P(NativeFacadeTest, ThreeNativeSteps)
{
    const Environment environment{GetParam().Spelling};
    EXPECT_FALSE(ConnectWindow({}));
    EXPECT_FALSE(InitializeRendering());
    EXPECT_TRUE(Initialize({.Name = "steps"}));
    EXPECT_FALSE(InitializeRendering());
    EXPECT_TRUE(ConnectWindow({}));
    EXPECT_FALSE(ConnectWindow({}));
    for (int i = 0; i < 2; ++i)
    {
        EXPECT_TRUE(InitializeRendering());
        EXPECT_EQ(GetStartup().SelectedBackend, GetParam().Api);
        if (IsSteered())
        {
            EXPECT_STREQ(internal::GetReferenceControl().ApplicationName, "steps");
        }
        EXPECT_EQ(SetFrameTarget({.Width = 8, .Height = 4}), FrameStatus::Ready);
        EXPECT_TRUE(BeginFrame());
        EXPECT_TRUE(EndFrame());
        ShutdownRendering();
        EXPECT_EQ(GetStartup().State, StartupState::Idle);
    }
    Shutdown();
    EXPECT_FALSE(InitializeRendering());
}

TEST_P(NativeFacadeTest, TheEnvironmentTakesThePlaceOfAuto)
{
    {
        const Environment environment{GetParam().Spelling};
        StartSettled(BackendSelection::Auto);
        EXPECT_EQ(GetStartup().SelectedBackend, GetParam().Api);
        EXPECT_EQ(GetStartup().Requested, BackendSelection::Auto);
        Shutdown();
    }
    const Environment environment{"Glide"};
    EXPECT_REFUSAL(rhi::Start({}, {}), StartStatus::Failed, BackendNameUnknown);
    EXPECT_EQ(GetStartup().State, StartupState::Failed);
    EXPECT_EQ(GetStartup().Error, StartupError::BackendUnavailable);
    EXPECT_EQ(rhi::Start({}, {}), StartStatus::Busy); // a failed session is shut down first
    Shutdown();
    StartSettled(GetParam().Selection); // a forced one does not read it
}

TEST(FacadeSelection, TheEnvironmentMayNameWhatIsNotCompiled)
{
    for (const auto& [api, name] : {std::pair{Backend::WebGL2, "WebGL2"}, std::pair{Backend::Metal, "Metal"}})
    {
        const Environment environment{name};
        EXPECT_REFUSAL(rhi::Start({}, {}), StartStatus::Failed, BackendNotCompiled);
        EXPECT_EQ(GetStartup().Error, StartupError::BackendUnavailable);
        EXPECT_EQ(GetStartup().Requested, BackendSelection::Auto);
        EXPECT_EQ(GetStartup().SelectedBackend, api);
        Diagnostic last;
        char text[DIAGNOSTIC_TEXT_BYTES]{};
        ASSERT_TRUE(GetLastDiagnostic({}, last));
        FormatDiagnostic(last, text);
        EXPECT_NE(std::string_view(text).find(name), std::string_view::npos) << text;
        Shutdown();
    }
}

LUDUS_ON_EVERY_LANE(NativeFacadeTest);
} // namespace
} // namespace ludus::graphics::rhi::tests
