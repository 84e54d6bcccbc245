// Fixed-width names used by every Ludus header.
#pragma once

#include <cstddef>
#include <cstdint>

namespace ludus::foundation
{
namespace core
{
using uint8 = std::uint8_t;
using uint16 = std::uint16_t;
using uint32 = std::uint32_t;
using uint64 = std::uint64_t;
using int8 = std::int8_t;
using int16 = std::int16_t;
using int32 = std::int32_t;
using int64 = std::int64_t;
using usize = std::size_t;
using float32 = float;
using float64 = double;

static_assert(sizeof(float32) == 4 && sizeof(float64) == 8);
} // namespace core

using namespace core;
} // namespace ludus::foundation
