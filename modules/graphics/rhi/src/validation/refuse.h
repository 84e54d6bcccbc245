// Short ways for validators to say what is wrong.
#pragma once

#include "diagnostics/verdict.h"

#include <span>
#include <string_view>

namespace ludus::graphics::rhi::internal
{
/// A refusal. In `field`, {index} stands for the element.
template <class Status>
[[nodiscard]] constexpr Verdict<Status> Refuse(Status status, DiagnosticCode code, const char* field, uint64 got = 0,
                                               uint64 allowed = 0, uint32 index = 0) noexcept
{
    return Verdict<Status>{status, Finding{code, field, got, allowed, index}};
}

/// A refusal of a malformed raster description.
[[nodiscard]] constexpr RasterVerdict Malformed(DiagnosticCode code, const char* field, uint64 got = 0,
                                                uint64 allowed = 0, uint32 index = 0) noexcept
{
    return Refuse(RasterStatus::InvalidDescription, code, field, got, allowed, index);
}

/// A refusal of what the device does not offer.
[[nodiscard]] constexpr RasterVerdict Unavailable(const char* field, uint32 index = 0,
                                                  DiagnosticCode code = DiagnosticCode::FeatureNotEnabled) noexcept
{
    return Refuse(RasterStatus::Unsupported, code, field, 0, 0, index);
}

/// A refusal of a span that promises elements and has none; accepted otherwise.
template <class T>
[[nodiscard]] constexpr RasterVerdict CheckSpan(std::span<const T> elements, const char* field) noexcept
{
    return elements.data() != nullptr || elements.empty()
               ? RasterVerdict{}
               : Malformed(DiagnosticCode::NullInput, field, elements.size());
}

[[nodiscard]] constexpr RasterVerdict CheckSpan(std::string_view text, const char* field, uint32 index = 0) noexcept
{
    return text.data() != nullptr || text.empty() ? RasterVerdict{}
                                                  : Malformed(DiagnosticCode::NullInput, field, text.size(), 0, index);
}

/// Whether `value` is one of the enumerators zero to `last`.
template <class Enum>
[[nodiscard]] constexpr bool IsEnumerator(Enum value, Enum last) noexcept
{
    return value >= Enum{} && value <= last;
}

/// The number behind an enumerator, for a diagnostic.
template <class Enum>
[[nodiscard]] constexpr uint64 NumberOf(Enum value) noexcept
{
    return static_cast<uint64>(value);
}
} // namespace ludus::graphics::rhi::internal
