// Lines on stderr about work that takes long; silent about work that does not.
#pragma once

#include <chrono>
#include <cstddef>
#include <string_view>

namespace ludus::view
{
class ProgressLine final
{
public:
    /// Prints at most twice a second, and nothing in the first half second. A `total` of zero prints no figures.
    void Report(std::string_view what, std::size_t done, std::size_t total);

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point LastPrinted{Clock::now()};
};
} // namespace ludus::view
