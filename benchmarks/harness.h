// Measures scenarios in one of three ways and prints the results as one JSON object a line.
//
//   --mode time          thread CPU time of each run after warm-ups, in nanoseconds an operation (the default)
//   --mode count         Vulkan calls of one warmed-up run, by name; needs the null driver with LUDUS_NULL_COUNT=1
//   --mode instructions  one warmed-up run under callgrind, which writes the count into its own file, one a scenario;
//                        run by: valgrind --tool=callgrind --instr-atstart=no --collect-atstart=no
//   --runs N             measured runs of a scenario in time mode (31)
//   --only S1,S2         these scenarios alone
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace ludus::benchmarks
{
struct Scenario
{
    const char* Name = "";
    std::uint32_t Operations = 0;

    /// What is measured: start of the frame to its submission.
    std::function<void()> Record;

    /// Waits until what was recorded has completed, and checks that it did; never measured.
    std::function<void()> Wait;

    /// Pixels of the last run, RGBA8 rows top first, so that libraries can be compared; may be empty.
    std::function<std::vector<std::uint8_t>()> ReadImage;

    /// What an operation moves; where it is not zero, the bytes a second of wall time are told as well.
    std::uint64_t BytesPerOperation = 0;
};

class Harness
{
public:
    /// Reads the program's arguments; ends the program with exit code 2 on one it does not know.
    Harness(const char* library, int argumentCount, char** arguments);

    /// Prints what the numbers were measured on.
    void ReportDevice(const char* deviceName, const char* driverName) const;

    /// Measures one scenario, unless --only leaves it out.
    void Run(const Scenario& scenario);

    /// The program's exit code: 0, or 1 when a name of --only named nothing, or nothing was measured.
    [[nodiscard]] int Finish() const;

private:
    enum class Mode
    {
        Time,
        Count,
        Instructions,
    };

    void Time(const Scenario& scenario) const;
    void Count(const Scenario& scenario) const;
    void CountInstructions(const Scenario& scenario) const;
    void ReportImage(const Scenario& scenario) const;

    const char* Library;
    Mode SelectedMode = Mode::Time;
    std::uint32_t Runs = 31;
    std::vector<std::string> Only;
    std::vector<std::string> Measured;
};

/// Prints "what: reason" and ends the program with exit code 1. A benchmark that cannot do its work has no figure.
[[noreturn]] void Fail(const char* what, const char* reason);
} // namespace ludus::benchmarks
