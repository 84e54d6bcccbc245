// Reads the entry points of a SPIR-V module, trusting no length in it.
//
// Layout (SPIR-V specification, sections 2.3 and 2.4): five header words, then instructions whose first word holds the
// word count above the opcode. Entry points come before functions. A module that was cut between two instructions is
// found by its unfinished function, or by the absence of any function or of the entry point's own.

#include "validation/spirv_entries.h"

#include <algorithm>
#include <cstddef>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint32 MAGIC = 0x07230203;
constexpr uint32 OLDEST_VERSION = 0x00010000;
constexpr uint32 NEWEST_VERSION = 0x00010600;
constexpr uint32 HEADER_WORDS = 5;

constexpr uint32 OP_ENTRY_POINT = 15;
constexpr uint32 OP_EXECUTION_MODE = 16;
constexpr uint32 OP_CONSTANT = 43;
constexpr uint32 OP_CONSTANT_COMPOSITE = 44;
constexpr uint32 OP_FUNCTION = 54;
constexpr uint32 OP_FUNCTION_END = 56;
constexpr uint32 OP_DECORATE = 71;

constexpr uint32 MODE_LOCAL_SIZE = 17;
constexpr uint32 DECORATION_BUILT_IN = 11;
constexpr uint32 BUILT_IN_WORKGROUP_SIZE = 25;

/// Words of OpEntryPoint before its name: the opcode, the execution model and the function.
constexpr uint32 WORDS_BEFORE_NAME = 3;
constexpr uint32 FUNCTION_WORDS = 5;

[[nodiscard]] uint32 ExecutionModelOf(ShaderStage stage) noexcept
{
    switch (stage)
    {
    case ShaderStage::Vertex:
        return 0;
    case ShaderStage::Fragment:
        return 4;
    case ShaderStage::Compute:
        return 5;
    }
    return ~uint32{0};
}

enum class NameMatch : uint8
{
    Same,
    Different,
    Unterminated,
};

/// Compares a literal string: UTF-8, four bytes a word from the lowest, ended by a zero byte.
[[nodiscard]] NameMatch CompareName(std::span<const uint32> words, std::string_view name) noexcept
{
    bool isSame = true;
    for (usize at = 0; at < words.size() * 4; ++at)
    {
        const char character = static_cast<char>((words[at / 4] >> (8 * (at % 4))) & 0xFFU);
        if (character == '\0')
        {
            return isSame && at == name.size() ? NameMatch::Same : NameMatch::Different;
        }
        isSame = isSame && at < name.size() && name[at] == character;
    }
    return NameMatch::Unterminated;
}

[[nodiscard]] SpirvEntryResult MalformedAt(usize word) noexcept
{
    return {SpirvEntry::Malformed, static_cast<uint32>(word)};
}

/// The instruction `opcode` of `count` words that makes `result`, of those before the functions; empty when there is
/// none. Instructions that make constants say the type first.
[[nodiscard]] std::span<const uint32> FindConstant(std::span<const uint32> words, uint32 opcode, uint32 count,
                                                   uint32 result) noexcept
{
    for (usize at = HEADER_WORDS; at < words.size() && (words[at] & 0xFFFFU) != OP_FUNCTION; at += words[at] >> 16)
    {
        if (words[at] == (count << 16 | opcode) && words[at + 2] == result)
        {
            return words.subspan(at, count);
        }
    }
    return {};
}

/// Reads a vector of three plain constants. False for anything else, such as what specialization may change.
[[nodiscard]] bool ReadConstantVector(std::span<const uint32> words, uint32 result, uint32 (&out)[3]) noexcept
{
    const std::span<const uint32> vector = FindConstant(words, OP_CONSTANT_COMPOSITE, 6, result);
    for (uint32 i = 0; i < 3; ++i)
    {
        const std::span<const uint32> constant =
            vector.empty() ? vector : FindConstant(words, OP_CONSTANT, 4, vector[usize{3} + i]);
        if (constant.empty())
        {
            return false;
        }
        out[i] = constant[3];
    }
    return true;
}
} // namespace

SpirvEntryResult FindSpirvEntry(std::span<const uint32> words, std::string_view name, ShaderStage stage) noexcept
{
    if (words.size() < HEADER_WORDS)
    {
        return MalformedAt(words.size());
    }
    if (words[0] != MAGIC)
    {
        return MalformedAt(0);
    }
    if (words[1] < OLDEST_VERSION || words[1] > NEWEST_VERSION)
    {
        return MalformedAt(1);
    }

    bool hasName = false;
    bool hasEntry = false;
    bool hasFunction = false;
    bool isDefined = false;  // the entry point's function was seen
    bool isInside = false;   // between OpFunction and OpFunctionEnd
    uint32 function = 0;     // result of the entry point's function
    usize at = HEADER_WORDS; // first word of the current instruction
    while (at < words.size())
    {
        const uint32 count = words[at] >> 16;
        const uint32 opcode = words[at] & 0xFFFFU;
        if (count == 0 || count > words.size() - at)
        {
            return MalformedAt(at);
        }
        if (opcode == OP_ENTRY_POINT)
        {
            if (count <= WORDS_BEFORE_NAME)
            {
                return MalformedAt(at);
            }
            const NameMatch match = CompareName(words.subspan(at + WORDS_BEFORE_NAME, count - WORDS_BEFORE_NAME), name);
            if (match == NameMatch::Unterminated)
            {
                return MalformedAt(at);
            }
            hasName = hasName || match == NameMatch::Same;
            if (match == NameMatch::Same && words[at + 1] == ExecutionModelOf(stage))
            {
                hasEntry = true;
                function = words[at + 2];
            }
        }
        else if (opcode == OP_FUNCTION)
        {
            if (count != FUNCTION_WORDS || isInside)
            {
                return MalformedAt(at);
            }
            isInside = true;
            hasFunction = true;
            isDefined = isDefined || (hasEntry && words[at + 2] == function);
        }
        else if (opcode == OP_FUNCTION_END)
        {
            if (!isInside)
            {
                return MalformedAt(at);
            }
            isInside = false;
        }
        at += count;
    }
    if (isInside || !hasFunction || (hasEntry && !isDefined))
    {
        return MalformedAt(at);
    }
    if (hasEntry)
    {
        return {SpirvEntry::Found, 0};
    }
    return {hasName ? SpirvEntry::WrongStage : SpirvEntry::Missing, 0};
}

bool ReadSpirvLocalSize(std::span<const uint32> words, std::string_view name, uint32 (&size)[3]) noexcept
{
    bool hasEntry = false;
    bool hasSize = false;
    bool hasConstant = false;
    uint32 constant = 0;
    uint32 function = 0;
    for (usize at = HEADER_WORDS; at < words.size(); at += words[at] >> 16)
    {
        const uint32 count = words[at] >> 16;
        switch (words[at] & 0xFFFFU)
        {
        case OP_ENTRY_POINT:
            if (words[at + 1] == ExecutionModelOf(ShaderStage::Compute) &&
                CompareName(words.subspan(at + WORDS_BEFORE_NAME, count - WORDS_BEFORE_NAME), name) == NameMatch::Same)
            {
                hasEntry = true;
                function = words[at + 2];
            }
            break;
        case OP_EXECUTION_MODE: // target, mode, x, y, z
            if (hasEntry && count == 6 && words[at + 1] == function && words[at + 2] == MODE_LOCAL_SIZE)
            {
                hasSize = true;
                std::copy_n(words.begin() + static_cast<std::ptrdiff_t>(at) + 3, 3, size);
            }
            break;
        case OP_DECORATE:
            if (count == 4 && words[at + 2] == DECORATION_BUILT_IN && words[at + 3] == BUILT_IN_WORKGROUP_SIZE)
            {
                hasConstant = true;
                constant = words[at + 1];
            }
            break;
        case OP_FUNCTION: // modes and decorations come before; a constant of the built-in overrides every mode
            return hasConstant ? hasEntry && ReadConstantVector(words, constant, size) : hasSize;
        default:
            break;
        }
    }
    return hasSize;
}
} // namespace ludus::graphics::rhi::internal
