// Progress, rarely enough to be read.
#include "progress_line.h"

#include <cstdio>
#include <string>

namespace ludus::view
{
void ProgressLine::Report(std::string_view what, std::size_t done, std::size_t total)
{
    constexpr auto PAUSE = std::chrono::milliseconds(500);
    const Clock::time_point now = Clock::now();
    if (what.empty() || now - LastPrinted < PAUSE)
    {
        return;
    }
    LastPrinted = now;
    const std::string text(what);
    if (total == 0)
    {
        std::fprintf(stderr, "ludus-view: %s\n", text.c_str());
        return;
    }
    std::fprintf(stderr, "ludus-view: %s, %zu of %zu\n", text.c_str(), done, total);
}
} // namespace ludus::view
