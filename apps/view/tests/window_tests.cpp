// ludus-view in a window, on the display servers that are present.
#include "view_program.h"

#include <cstdlib>

namespace
{
using namespace ludus::apps;
using namespace ludus::view::tests;

const std::string BOX = std::string(LUDUS_TEST_MODELS) + "/glTF2/BoxTextured-glTF-Binary/BoxTextured.glb";

// Draws ten frames in a window of the lane's server, with the other server's variable taken away.
void ShowOn(const std::string& lane, const char* variable, const std::string& other)
{
    const char* address = std::getenv(variable);
    if (address == nullptr || *address == '\0')
    {
        ASSERT_FALSE(IsRequired(lane)) << variable << " is not set";
        GTEST_SKIP() << variable << " is not set: run through scripts/support/with_displays";
    }
    const ProgramResult result = RunProgram(
        {"/usr/bin/env", "-u", other, LUDUS_VIEW, BOX, "--frames", "10", "--size", "200x150", "--backend", "vulkan"});
    LUDUS_NEEDS_VULKAN(result);
    EXPECT_EQ(result.ExitCode, 0) << result.Output;
}

TEST(Window, ShowsFramesOnX11)
{
    ShowOn("x11", "DISPLAY", "WAYLAND_DISPLAY");
}

TEST(Window, ShowsFramesOnWayland)
{
    ShowOn("wayland", "WAYLAND_DISPLAY", "DISPLAY");
}

TEST(Window, NamesItsAbsence)
{
    const ProgramResult result =
        RunProgram({"/usr/bin/env", "-u", "DISPLAY", "-u", "WAYLAND_DISPLAY", LUDUS_VIEW, BOX});
    EXPECT_EQ(result.ExitCode, 1);
    EXPECT_NE(result.Output.find("--out writes a picture"), std::string::npos) << result.Output;
}
} // namespace
