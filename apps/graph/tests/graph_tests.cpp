// ludus-graph prints the committed plans, byte for byte the same on every backend.
#include <common/testing/run_program.h>

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <sstream>

namespace
{
using namespace ludus::apps;

struct Case final
{
    const char* Program;
    const char* Frame;
};

constexpr Case CASES[] = {{"04", "1"}, {"05", "1"}, {"05", "2"}, {"06", "1"}, {"06", "2"}, {"06", "3"}};

std::string ReadText(const std::string& path)
{
    const std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

class Plans : public testing::TestWithParam<std::tuple<Case, const char*>>
{
protected:
    static ProgramResult Print(const char* backend)
    {
        const auto& [which, form] = GetParam();
        return RunProgram({LUDUS_GRAPH, which.Program, "--frame", which.Frame, "--form", form, "--backend", backend});
    }

    static std::string Path()
    {
        const auto& [which, form] = GetParam();
        return std::string(LUDUS_PLANS) + "/gallery-" + which.Program + "-frame-" + which.Frame +
               (std::string(form) == "dot" ? ".dot" : ".txt");
    }
};

TEST_P(Plans, AreWhatIsCommitted)
{
    const ProgramResult result = Print("reference");
    ASSERT_EQ(result.ExitCode, 0) << result.Output;
    if (std::getenv("LUDUS_UPDATE_PLANS") != nullptr)
    {
        std::ofstream(Path(), std::ios::binary) << result.Output;
        FAIL() << Path() << " was replaced: read it, run scripts/generate-docs, then the tests without "
               << "LUDUS_UPDATE_PLANS";
    }
    EXPECT_EQ(result.Output, ReadText(Path()));
}

TEST_P(Plans, AreTheSameOnVulkan)
{
    const ProgramResult result = Print("vulkan");
    if (result.ExitCode == 1 && result.Output.find("no device was started") != std::string::npos &&
        !IsRequired("vulkan"))
    {
        GTEST_SKIP() << NO_VULKAN;
    }
    ASSERT_EQ(result.ExitCode, 0) << result.Output;
    EXPECT_EQ(result.Output, ReadText(Path()));
}

std::string NameOf(const testing::TestParamInfo<Plans::ParamType>& info)
{
    const auto& [which, form] = info.param;
    return std::string("Gallery") + which.Program + "Frame" + which.Frame +
           (std::string(form) == "dot" ? "Dot" : "Lines");
}

INSTANTIATE_TEST_SUITE_P(OfTheGallery, Plans,
                         testing::Combine(testing::ValuesIn(CASES), testing::Values("lines", "dot")), NameOf);

TEST(Graph, KnowsProgramsByNameToo)
{
    const ProgramResult byName = RunProgram({LUDUS_GRAPH, "deferred"});
    EXPECT_EQ(byName.ExitCode, 0);
    EXPECT_EQ(byName.Output, RunProgram({LUDUS_GRAPH, "04"}).Output);
}

TEST(Graph, RefusesAWrongCommandLine)
{
    const ProgramResult unknown = RunProgram({LUDUS_GRAPH, "01"});
    EXPECT_EQ(unknown.ExitCode, 2);
    EXPECT_NE(unknown.Output.find("there are 04 (deferred)"), std::string::npos) << unknown.Output;
    EXPECT_EQ(RunProgram({LUDUS_GRAPH}).ExitCode, 2);
    EXPECT_EQ(RunProgram({LUDUS_GRAPH, "04", "--form", "svg"}).ExitCode, 2);
    EXPECT_EQ(RunProgram({LUDUS_GRAPH, "04", "--frame", "0"}).ExitCode, 2);
    EXPECT_EQ(RunProgram({LUDUS_GRAPH, "04", "--backend", "glide"}).ExitCode, 2);
}

TEST(Graph, SaysWhichDeviceIsMissing)
{
    const ProgramResult result = RunProgram({LUDUS_GRAPH, "04", "--backend", "metal"});
    EXPECT_EQ(result.ExitCode, 1);
    EXPECT_NE(result.Output.find("no device was started"), std::string::npos) << result.Output;
}
} // namespace
