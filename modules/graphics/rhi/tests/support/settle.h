// The one way in which tests wait.
#pragma once

#include <ludus/foundation/base/config.h>

#include <chrono>
#if !LUDUS_PLATFORM_WEB
#include <thread>
#endif

#if LUDUS_PLATFORM_WEB
extern "C" void ludus_test_rest(); // tests/web/rest.js
#endif

namespace ludus::graphics::rhi::tests
{
/// Gives way to what the test waits for: sleeps a millisecond, in a browser for a turn of the event loop.
inline void Rest()
{
#if LUDUS_PLATFORM_WEB
    ludus_test_rest();
#else
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
#endif
}

/// How long anything may take that a test waits for.
constexpr std::chrono::seconds SETTLE_LIMIT{20};

/// Polls until the answer is neither Pending nor NotReady, at most SETTLE_LIMIT; returns the last answer.
template <class Poll>
auto Settle(Poll poll)
{
    using Status = decltype(poll());
    const auto end = std::chrono::steady_clock::now() + SETTLE_LIMIT;
    Status status = poll();
    while ((status == Status::Pending || status == Status::NotReady) && std::chrono::steady_clock::now() < end)
    {
        Rest();
        status = poll();
    }
    return status;
}

/// Polls until the condition holds; whether it did within SETTLE_LIMIT.
template <class Condition>
bool SettleUntil(Condition condition)
{
    const auto end = std::chrono::steady_clock::now() + SETTLE_LIMIT;
    while (!condition())
    {
        if (std::chrono::steady_clock::now() >= end)
        {
            return false;
        }
        Rest();
    }
    return true;
}
} // namespace ludus::graphics::rhi::tests
