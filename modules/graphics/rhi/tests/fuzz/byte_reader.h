// Turns the bytes of a fuzzer's input into decisions: every input means something, and an exhausted one means zeros.
#pragma once

#include <ludus/foundation/base/types.h>

#include <algorithm>
#include <span>

namespace ludus::graphics::rhi::fuzz
{
using namespace foundation::core;

class ByteReader final
{
public:
    explicit ByteReader(std::span<const uint8> bytes) : Left{bytes} {}

    [[nodiscard]] bool IsEmpty() const { return Left.empty(); }

    [[nodiscard]] uint8 Byte()
    {
        if (Left.empty())
        {
            return 0;
        }
        const uint8 value = Left.front();
        Left = Left.subspan(1);
        return value;
    }

    /// Two and four bytes, the lowest first.
    [[nodiscard]] uint32 Half()
    {
        const uint32 low = Byte();
        return low | uint32{Byte()} << 8U;
    }

    [[nodiscard]] uint32 Word()
    {
        const uint32 low = Half();
        return low | Half() << 16U;
    }

    /// A choice among `count`, from one byte; `count` is at most 256.
    [[nodiscard]] uint32 Below(uint32 count) { return Byte() % count; }

    [[nodiscard]] bool Flag() { return (Byte() & 1U) != 0; }

    /// An enumerator up to and including `last`, or now and then a value that is none.
    template <class Enum>
    [[nodiscard]] Enum Pick(Enum last)
    {
        const uint32 value = Byte();
        return static_cast<Enum>(value >= 0xF8 ? value : value % (static_cast<uint32>(last) + 1));
    }

    /// A size or offset: small ones, multiples of four, and those at which sums wrap.
    [[nodiscard]] usize Size()
    {
        const uint32 value = Byte();
        switch (value >> 6U)
        {
        case 0:
            return value;
        case 1:
            return usize{value & 63U} * 4;
        case 2:
            return usize{value & 63U} * 256;
        default:
            return (value & 32U) != 0 ? ~usize{0} - (value & 31U) : usize{1} << ((value & 31U) * 2);
        }
    }

    [[nodiscard]] std::span<const uint8> Take(usize count)
    {
        const std::span<const uint8> taken = Left.first(std::min(count, Left.size()));
        Left = Left.subspan(taken.size());
        return taken;
    }

private:
    std::span<const uint8> Left;
};
} // namespace ludus::graphics::rhi::fuzz
