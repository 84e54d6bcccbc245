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

TEST(Smoke, PassesOnVulkan)
{
    const ProgramResult result = RunProgram({LUDUS_SMOKE, "--require", "vulkan"});
    if (result.ExitCode == 1 && !IsRequired("vulkan"))
    {
        GTEST_SKIP() << NO_VULKAN << ": " << result.Output;
    }
    EXPECT_EQ(result.ExitCode, 0) << result.Output;
    EXPECT_NE(result.Output.find("vulkan      passed  ready, 256 pixels right\n"), std::string::npos) << result.Output;
}

TEST(Smoke, PassesOnOpenGl)
{
    const ProgramResult result = RunProgram({LUDUS_SMOKE, "--require", "opengl"});
    if (result.ExitCode == 1 && !IsRequired("opengl"))
    {
        GTEST_SKIP() << "no OpenGL device here, and the lane is not required: " << result.Output;
    }
    EXPECT_EQ(result.ExitCode, 0) << result.Output;
    EXPECT_NE(result.Output.find("opengl      passed  ready, 256 pixels right\n"), std::string::npos) << result.Output;
}

TEST(Smoke, PassesOnWebGpu)
{
    const ProgramResult result = RunProgram({LUDUS_SMOKE, "--require", "webgpu"});
    if (result.ExitCode == 1 && !IsRequired("webgpu-native"))
    {
        GTEST_SKIP() << "no WebGPU device here, and the lane is not required: " << result.Output;
    }
    EXPECT_EQ(result.ExitCode, 0) << result.Output;
    EXPECT_NE(result.Output.find("webgpu      passed  ready, 256 pixels right\n"), std::string::npos) << result.Output;
}

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
