// Tables from the contract's enumerations to an API's values.
#pragma once

#include <ludus/foundation/base/types.h>

#include <cassert>

namespace ludus::graphics::rhi::internal
{
/// Values of an enumeration that starts at zero, as a table indexed by it.
template <class Value, foundation::usize Count, class Enum>
constexpr Value Lookup(const Value (&table)[Count], Enum key) noexcept
{
    const auto index = static_cast<foundation::usize>(key);
    assert(index < Count && "the frontend passed a value outside its enumeration");
    return table[index];
}
} // namespace ludus::graphics::rhi::internal
