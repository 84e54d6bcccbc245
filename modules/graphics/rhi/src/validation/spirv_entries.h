// Reads the entry points of a SPIR-V module, trusting no length in it.
#pragma once

#include <ludus/graphics/rhi/render.h>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

enum class SpirvEntry : uint8
{
    Found,
    Missing,    // no entry point of that name
    WrongStage, // the name exists, but for other stages only
    Malformed,  // the header or an instruction's length is wrong
};

struct SpirvEntryResult final
{
    SpirvEntry Outcome{SpirvEntry::Malformed};
    uint32 Word{0}; // where reading stopped, when Malformed
};

/// Looks for entry point `name` of `stage`. The whole module is walked, so that truncation is found anywhere.
[[nodiscard]] SpirvEntryResult FindSpirvEntry(std::span<const uint32> words, std::string_view name,
                                              ShaderStage stage) noexcept;

/// Reads the local size that compute entry point `name` of a well-formed module states: that of its mode, or of the
/// module's constant of the built-in, which compilers of GLSL write beside the mode. False when it states none, or one
/// that specialization may change.
[[nodiscard]] bool ReadSpirvLocalSize(std::span<const uint32> words, std::string_view name, uint32 (&size)[3]) noexcept;
} // namespace ludus::graphics::rhi::internal
