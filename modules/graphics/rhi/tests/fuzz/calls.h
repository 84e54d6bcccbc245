// What the two parts of the calls' fuzzer share.
#pragma once

#include "rules.h"

namespace ludus::graphics::rhi::fuzz
{
constexpr uint32 MAX_OPERATIONS = 128; // of one input

/// Some handles of one type, live, stale, null or made up.
template <class Handle>
struct Pool final
{
    static constexpr uint32 SIZE = 4;

    Handle Items[SIZE]{};

    /// One of them; now and then it is made up first.
    Handle& Pick(ByteReader& input)
    {
        const uint32 choice = input.Byte();
        Handle& item = Items[choice % SIZE];
        if (choice >= 250)
        {
            item = Forge(item, input);
        }
        return item;
    }

    /// A place for what is created: mostly an empty one, as the calls ask for.
    Handle& Place(ByteReader& input)
    {
        const uint32 choice = input.Byte();
        Handle& item = Items[choice % SIZE];
        if (choice < 192)
        {
            item = Handle{};
        }
        return item;
    }
};

/// Runs the rest of an input against the facade.
void FuzzFacade(ByteReader input);
} // namespace ludus::graphics::rhi::fuzz
