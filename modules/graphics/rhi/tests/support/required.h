// What a run demands: LUDUS_REQUIRE is a comma list of lanes that must be there.
#pragma once

#include <cstdlib>
#include <string>
#include <string_view>

namespace ludus::graphics::rhi::tests
{
[[nodiscard]] inline bool IsRequired(std::string_view lane)
{
    const char* list = std::getenv("LUDUS_REQUIRE"); // NOLINT(concurrency-mt-unsafe): one thread
    const std::string lanes = "," + std::string(list == nullptr ? "" : list) + ",";
    return lanes.find("," + std::string(lane) + ",") != std::string::npos;
}
} // namespace ludus::graphics::rhi::tests
