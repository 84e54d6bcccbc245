// ludus-view run from tests: on Vulkan, into a file of the running test.
#pragma once

#include "model_file.h"

#include <common/picture.h>
#include <common/testing/run_program.h>

#include <cstdio>
#include <fstream>

namespace ludus::view::tests
{
/// A file name of the running test.
inline std::string TestFile(const std::string& name)
{
    const testing::TestInfo* test = testing::UnitTest::GetInstance()->current_test_info();
    return testing::TempDir() + "ludus_view_" + test->test_suite_name() + "_" + test->name() + "_" + name;
}

/// The same name, with what an earlier run left under it removed.
inline std::string FreshFile(const std::string& name)
{
    std::string path = TestFile(name);
    std::remove(path.c_str());
    return path;
}

inline bool Exists(const std::string& path)
{
    return std::ifstream(path).good();
}

inline apps::ProgramResult RunView(const std::vector<std::string>& arguments)
{
    std::vector<std::string> all = {LUDUS_VIEW};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return apps::RunProgram(all);
}

/// Whether a machine without Vulkan may leave a test out: it may not when the lane is required.
inline bool HasNoVulkan(const apps::ProgramResult& result)
{
    return result.ExitCode == 1 && result.Output.find("no device was started") != std::string::npos &&
           !apps::IsRequired("vulkan");
}

/// Leaves the test out on such a machine.
#define LUDUS_NEEDS_VULKAN(result)                                                                                     \
    do                                                                                                                 \
    {                                                                                                                  \
        if (::ludus::view::tests::HasNoVulkan(result))                                                                 \
        {                                                                                                              \
            GTEST_SKIP() << ::ludus::apps::NO_VULKAN;                                                                  \
        }                                                                                                              \
    } while (false)

/// Draws `model` to `path` and reads the picture back. More arguments of the program follow.
#define LUDUS_DRAW(model, path, picture, ...)                                                                          \
    do                                                                                                                 \
    {                                                                                                                  \
        const ::ludus::apps::ProgramResult drawnResult =                                                               \
            ::ludus::view::tests::RunView({model, "--out", path, "--backend", "vulkan", __VA_ARGS__});                 \
        LUDUS_NEEDS_VULKAN(drawnResult);                                                                               \
        ASSERT_EQ(drawnResult.ExitCode, 0) << drawnResult.Output;                                                      \
        std::string drawnProblem;                                                                                      \
        ASSERT_TRUE(::ludus::apps::ReadPng(path, picture, drawnProblem)) << drawnProblem;                              \
    } while (false)
} // namespace ludus::view::tests
