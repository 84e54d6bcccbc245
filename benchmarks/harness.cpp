// Measures scenarios and prints JSON lines; see harness.h for the ways and the arguments.
#include "harness.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <dlfcn.h>
#include <string_view>

#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#define LUDUS_HAS_CALLGRIND 1
#else
#define LUDUS_HAS_CALLGRIND 0
#endif

namespace ludus::benchmarks
{
namespace
{
constexpr int WARM_UPS = 3;

double ThreadNanoseconds()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e9 + static_cast<double>(time.tv_nsec);
}

// Ends at once: destructors of a device in the middle of its work help nobody.
[[noreturn]] void End(int exitCode)
{
    std::fflush(stdout);
    std::_Exit(exitCode);
}

void WarmUp(const Scenario& scenario)
{
    for (int i = 0; i < WARM_UPS; ++i)
    {
        scenario.Record();
        scenario.Wait();
    }
}

// Quotes a text for JSON; control characters, which no device name has, become spaces.
std::string Quoted(std::string_view text)
{
    std::string quoted = "\"";
    for (const char character : text)
    {
        if (character == '"' || character == '\\')
        {
            quoted += '\\';
        }
        quoted += static_cast<unsigned char>(character) < 0x20 ? ' ' : character;
    }
    return quoted + '"';
}

std::vector<std::string> SplitAtCommas(std::string_view text)
{
    std::vector<std::string> parts;
    while (!text.empty())
    {
        const std::size_t comma = std::min(text.find(','), text.size());
        parts.emplace_back(text.substr(0, comma));
        text.remove_prefix(std::min(comma + 1, text.size()));
    }
    return parts;
}

// The counting functions of the null driver, found in the layer that the Vulkan loader has already opened.
struct NullDriver
{
    using Visit = void (*)(const char* name, std::uint64_t count, void* context);

    int (*IsCounting)() = nullptr;
    void (*ResetCounts)() = nullptr;
    void (*VisitCounts)(Visit visit, void* context) = nullptr;
};

template <typename Function>
void Load(void* library, const char* name, Function& function)
{
    function = reinterpret_cast<Function>(dlsym(library, name));
    if (function == nullptr)
    {
        Fail(name, "not exported by the null driver");
    }
}

NullDriver FindNullDriver()
{
    void* library = dlopen("libVkLayer_ludus_null.so", RTLD_NOW | RTLD_NOLOAD);
    if (library == nullptr)
    {
        Fail("count", "the null driver is not loaded (VK_INSTANCE_LAYERS=VK_LAYER_LUDUS_null)");
    }
    NullDriver driver;
    Load(library, "LudusNullIsCounting", driver.IsCounting);
    Load(library, "LudusNullResetCounts", driver.ResetCounts);
    Load(library, "LudusNullVisitCounts", driver.VisitCounts);
    if (driver.IsCounting() == 0)
    {
        Fail("count", "the null driver does not count (LUDUS_NULL_COUNT=1)");
    }
    return driver;
}

std::uint64_t HashFnv1a(std::span<const std::uint8_t> bytes)
{
    std::uint64_t hash = 0xcbf29ce484222325U;
    for (const std::uint8_t byte : bytes)
    {
        hash = (hash ^ byte) * 0x100000001b3U;
    }
    return hash;
}
} // namespace

void Fail(const char* what, const char* reason)
{
    std::fprintf(stderr, "%s: %s\n", what, reason);
    End(1);
}

Harness::Harness(const char* library, int argumentCount, char** arguments) : Library(library)
{
    const std::span<char*> rest(arguments + 1, static_cast<std::size_t>(std::max(argumentCount - 1, 0)));
    for (std::size_t i = 0; i < rest.size(); i += 2)
    {
        const std::string_view option = rest[i];
        const std::string_view value = i + 1 < rest.size() ? rest[i + 1] : "";
        if (option == "--mode" && value == "time")
        {
            SelectedMode = Mode::Time;
        }
        else if (option == "--mode" && value == "count")
        {
            SelectedMode = Mode::Count;
        }
        else if (option == "--mode" && value == "instructions")
        {
            SelectedMode = Mode::Instructions;
        }
        else if (option == "--runs" && std::atoi(rest[i + 1]) > 0)
        {
            Runs = static_cast<std::uint32_t>(std::atoi(rest[i + 1]));
        }
        else if (option == "--only" && !value.empty())
        {
            Only = SplitAtCommas(value);
        }
        else
        {
            std::fprintf(stderr, "unknown argument: %s %s\n", rest[i], i + 1 < rest.size() ? rest[i + 1] : "");
            End(2);
        }
    }
}

void Harness::ReportDevice(const char* deviceName, const char* driverName) const
{
    std::printf(R"({"kind": "device", "library": "%s", "name": %s, "driver": %s})"
                "\n",
                Library, Quoted(deviceName).c_str(), Quoted(driverName).c_str());
    std::fflush(stdout);
}

void Harness::Run(const Scenario& scenario)
{
    if (!Only.empty() && std::find(Only.begin(), Only.end(), scenario.Name) == Only.end())
    {
        return;
    }
    Measured.emplace_back(scenario.Name);
    switch (SelectedMode)
    {
    case Mode::Time:
        Time(scenario);
        break;
    case Mode::Count:
        Count(scenario);
        break;
    case Mode::Instructions:
        CountInstructions(scenario);
        break;
    }
    std::fflush(stdout);
}

void Harness::Time(const Scenario& scenario) const
{
    WarmUp(scenario);
    std::vector<double> samples;
    std::vector<double> rates;
    for (std::uint32_t run = 0; run < Runs; ++run)
    {
        const auto begin = std::chrono::steady_clock::now();
        const double start = ThreadNanoseconds();
        scenario.Record();
        const double stop = ThreadNanoseconds();
        const std::chrono::duration<double, std::micro> wall = std::chrono::steady_clock::now() - begin;
        scenario.Wait();
        samples.push_back((stop - start) / scenario.Operations);
        rates.push_back(static_cast<double>(scenario.BytesPerOperation) * scenario.Operations / wall.count());
    }
    std::printf(R"({"kind": "time", "library": "%s", "scenario": "%s", "operations": %u, "ns_per_op": [)", Library,
                scenario.Name, scenario.Operations);
    for (std::size_t i = 0; i < samples.size(); ++i)
    {
        std::printf("%s%.3f", i == 0 ? "" : ", ", samples[i]);
    }
    std::printf("]");
    for (std::size_t i = 0; scenario.BytesPerOperation != 0 && i < rates.size(); ++i)
    {
        std::printf("%s%.1f", i == 0 ? R"(, "megabytes_per_second": [)" : ", ", rates[i]);
    }
    std::printf("%s}\n", scenario.BytesPerOperation != 0 ? "]" : "");
    ReportImage(scenario);
}

void Harness::Count(const Scenario& scenario) const
{
    const NullDriver driver = FindNullDriver();
    WarmUp(scenario);
    driver.ResetCounts();
    scenario.Record();
    std::string calls;
    driver.VisitCounts(
        [](const char* name, std::uint64_t count, void* context)
        {
            auto& text = *static_cast<std::string*>(context);
            text += (text.empty() ? "" : ", ") + Quoted(name) + ": " + std::to_string(count);
        },
        &calls);
    scenario.Wait();
    std::printf(R"({"kind": "count", "library": "%s", "scenario": "%s", "operations": %u, "calls": {%s}})"
                "\n",
                Library, scenario.Name, scenario.Operations, calls.c_str());
}

void Harness::CountInstructions(const Scenario& scenario) const
{
#if LUDUS_HAS_CALLGRIND
    if (RUNNING_ON_VALGRIND == 0)
    {
        Fail("instructions", "not running under callgrind");
    }
    WarmUp(scenario);
    CALLGRIND_START_INSTRUMENTATION;
    CALLGRIND_ZERO_STATS;
    CALLGRIND_TOGGLE_COLLECT;
    scenario.Record();
    CALLGRIND_TOGGLE_COLLECT;
    CALLGRIND_DUMP_STATS_AT(scenario.Name);
    CALLGRIND_STOP_INSTRUMENTATION;
    scenario.Wait();
    std::printf(R"({"kind": "instructions", "library": "%s", "scenario": "%s", "operations": %u})"
                "\n",
                Library, scenario.Name, scenario.Operations);
    ReportImage(scenario);
#else
    Fail(scenario.Name, "built without valgrind/callgrind.h");
#endif
}

void Harness::ReportImage(const Scenario& scenario) const
{
    if (!scenario.ReadImage)
    {
        return;
    }
    const std::vector<std::uint8_t> pixels = scenario.ReadImage();
    std::printf(R"({"kind": "image", "library": "%s", "scenario": "%s", "fnv1a": "%016llx"})"
                "\n",
                Library, scenario.Name, static_cast<unsigned long long>(HashFnv1a(pixels)));
}

int Harness::Finish() const
{
    for (const std::string& name : Only)
    {
        if (std::find(Measured.begin(), Measured.end(), name) == Measured.end())
        {
            std::fprintf(stderr, "no scenario of this name: %s\n", name.c_str());
            return 1;
        }
    }
    return Measured.empty() ? 1 : 0;
}
} // namespace ludus::benchmarks
