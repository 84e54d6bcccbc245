// Counts every operator new of this program, the library's included.
#pragma once

#include <cstdint>

namespace ludus::graphics::rhi::tests
{
/// Calls of any operator new by this thread since the program started. Drivers in the process count too.
[[nodiscard]] std::uint64_t CountOperatorNew() noexcept;
} // namespace ludus::graphics::rhi::tests
