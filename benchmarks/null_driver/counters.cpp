// Counts calls by name: one tiny function a counter, made by the compiler, handed out by name.
#include "counters.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>
#include <utility>

namespace ludus::null_driver
{
namespace
{
constexpr std::size_t COUNTER_COUNT = 512;

std::array<std::atomic<std::uint64_t>, COUNTER_COUNT> s_Counts;
std::array<std::string, COUNTER_COUNT> s_Names;
std::size_t s_NameCount = 0;
std::mutex s_NamesMutex;

// The caller passes the arguments of the real command. They stay unread, which the calling conventions of the
// platforms we run on allow; a result, where the real command has one, reads as VK_SUCCESS.
template <std::size_t Index>
std::intptr_t Count()
{
    s_Counts[Index].fetch_add(1, std::memory_order_relaxed);
    return 0;
}

using CountFunction = std::intptr_t (*)();

template <std::size_t... Indices>
constexpr std::array<CountFunction, sizeof...(Indices)> MakeCountFunctions(std::index_sequence<Indices...> /*unused*/)
{
    return {Count<Indices>...};
}

constexpr std::array<CountFunction, COUNTER_COUNT> COUNT_FUNCTIONS =
    MakeCountFunctions(std::make_index_sequence<COUNTER_COUNT>());

// COUNTER_COUNT when all counters have another name.
std::size_t FindCounter(const char* name)
{
    const std::lock_guard lock(s_NamesMutex);
    for (std::size_t i = 0; i < s_NameCount; ++i)
    {
        if (s_Names[i] == name)
        {
            return i;
        }
    }
    if (s_NameCount == COUNTER_COUNT)
    {
        return COUNTER_COUNT;
    }
    s_Names[s_NameCount] = name;
    return s_NameCount++;
}
} // namespace

bool IsCounting()
{
    static const bool IS_COUNTING = []
    {
        const char* value = std::getenv("LUDUS_NULL_COUNT");
        return value != nullptr && std::strcmp(value, "1") == 0;
    }();
    return IS_COUNTING;
}

PFN_vkVoidFunction CountingFunction(const char* name)
{
    const std::size_t counter = FindCounter(name);
    return counter < COUNTER_COUNT ? reinterpret_cast<PFN_vkVoidFunction>(COUNT_FUNCTIONS[counter]) : nullptr;
}

void CountCall(const char* name)
{
    if (!IsCounting())
    {
        return;
    }
    const std::size_t counter = FindCounter(name);
    if (counter < COUNTER_COUNT)
    {
        s_Counts[counter].fetch_add(1, std::memory_order_relaxed);
    }
}
} // namespace ludus::null_driver

using namespace ludus::null_driver;

#define LUDUS_NULL_EXPORT extern "C" __attribute__((visibility("default")))

LUDUS_NULL_EXPORT int LudusNullIsCounting();
LUDUS_NULL_EXPORT void LudusNullResetCounts();
LUDUS_NULL_EXPORT void LudusNullVisitCounts(void (*visit)(const char* name, std::uint64_t count, void* context),
                                            void* context);

int LudusNullIsCounting()
{
    return IsCounting() ? 1 : 0;
}

void LudusNullResetCounts()
{
    for (auto& count : s_Counts)
    {
        count.store(0, std::memory_order_relaxed);
    }
}

void LudusNullVisitCounts(void (*visit)(const char* name, std::uint64_t count, void* context), void* context)
{
    const std::lock_guard lock(s_NamesMutex);
    for (std::size_t i = 0; i < s_NameCount; ++i)
    {
        if (const std::uint64_t count = s_Counts[i].load(std::memory_order_relaxed); count != 0)
        {
            visit(s_Names[i].c_str(), count, context);
        }
    }
}
