// ludus-smoke: one line a backend, and an exit code that depends on what is required.
#include <common/testing/run_program.h>

#include <gtest/gtest.h>

namespace
{
using namespace ludus::apps;

TEST(Smoke, PassesOnTheReference)
{
    const ProgramResult result = RunProgram({LUDUS_SMOKE, "--require", "reference"});
    EXPECT_EQ(result.ExitCode, 0) << result.Output;
    EXPECT_NE(result.Output.find("reference   passed  ready, 256 pixels right\n"), std::string::npos) << result.Output;
}

// `line` is how the program reports the backend when all is right.
void ExpectPassOn(const std::string& backend, const std::string& lane, const std::string& line)
{
    const ProgramResult result = RunProgram({LUDUS_SMOKE, "--require", backend});
    const bool isAbsent = result.Output.find("no device was started on " + backend) != std::string::npos;
    if (result.ExitCode == 1 && isAbsent && !IsRequired(lane))
    {
        GTEST_SKIP() << "no device of " << backend << " here, and the lane is not required: " << result.Output;
    }
    EXPECT_EQ(result.ExitCode, 0) << result.Output;
    EXPECT_NE(result.Output.find(line), std::string::npos) << result.Output;
}

TEST(Smoke, PassesOnVulkan)
{
    ExpectPassOn("vulkan", "vulkan", "vulkan      passed  ready, 256 pixels right\n");
}

TEST(Smoke, PassesOnOpenGl)
{
    ExpectPassOn("opengl", "opengl", "opengl      passed  ready, 256 pixels right\n");
}

#if LUDUS_HAS_WEBGPU
TEST(Smoke, PassesOnWebGpu)
{
    ExpectPassOn("webgpu", "webgpu-native", "webgpu      passed  ready, 256 pixels right\n");
}
#endif

TEST(Smoke, FailsForARequiredBackendThatIsNotThere)
{
    const ProgramResult result = RunProgram({LUDUS_SMOKE, "--require", "reference,webgl2"});
    EXPECT_EQ(result.ExitCode, 1);
    EXPECT_NE(result.Output.find("webgl2      FAILED  not part of this build\n"), std::string::npos) << result.Output;
}

TEST(Smoke, RefusesAWrongCommandLine)
{
    EXPECT_EQ(RunProgram({LUDUS_SMOKE, "--require", "glide"}).ExitCode, 2);
    EXPECT_EQ(RunProgram({LUDUS_SMOKE, "--require", ""}).ExitCode, 2);
    EXPECT_EQ(RunProgram({LUDUS_SMOKE, "now"}).ExitCode, 2);
}
} // namespace
