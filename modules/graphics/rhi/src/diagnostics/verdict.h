// What a validator answers: the status a call would return, and the one reason for it.
#pragma once

#include <ludus/graphics/rhi/diagnostics.h>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

enum class RecordKind : uint8; // boundary/commands.h

/// Names no record in a Finding.
constexpr uint32 NO_OBJECT = ~uint32{0};

/// Why a call is refused. Validators know no records: the frontend adds the one concerned, where there is one.
struct Finding final
{
    DiagnosticCode Code{DiagnosticCode::None};
    const char* Field{nullptr}; // static text
    uint64 Got{0};
    uint64 Allowed{0};
    uint32 Index{0};
    RecordKind Kind{}; // with Slot: the record concerned
    uint32 Slot{NO_OBJECT};
};

/// Ready, or the first rule that was broken. `Status` is one of the public status enumerations.
template <class Status>
struct [[nodiscard]] Verdict final
{
    Status Result{Status::Ready};
    Finding Why{};

    [[nodiscard]] bool IsAccepted() const noexcept { return Why.Code == DiagnosticCode::None; }
};

using DeviceVerdict = Verdict<DeviceStatus>;
using ResourceVerdict = Verdict<ResourceStatus>;
using RasterVerdict = Verdict<RasterStatus>;
} // namespace ludus::graphics::rhi::internal
