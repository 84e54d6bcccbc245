// Running a program of ours from a test: its exit code and everything it printed.
#pragma once

#include <string>
#include <vector>

namespace ludus::apps
{
struct ProgramResult final
{
    int ExitCode{-1};     // minus the signal when one ended it
    std::string Output{}; // stdout and stderr, in the order in which they were written
};

/// Runs `arguments[0]` with the rest as arguments, without a shell, and waits for it.
[[nodiscard]] ProgramResult RunProgram(const std::vector<std::string>& arguments);

/// Whether LUDUS_REQUIRE, the list that scripts/test makes, names a lane. Without the list nothing is required.
[[nodiscard]] bool IsRequired(const std::string& lane);

/// Why a test of the Vulkan lane is skipped.
constexpr const char* NO_VULKAN = "no Vulkan device here, and the lane is not required";
} // namespace ludus::apps
