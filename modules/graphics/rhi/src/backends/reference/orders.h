// What control.h has asked for and the running session still has to do.
#pragma once

#include "backends/reference/control.h"

namespace ludus::graphics::rhi::internal
{
struct ReferenceOrders final
{
    struct Ending
    {
        BackendStatus Result{BackendStatus::Ready};
        uint32 Count{0};
    };

    bool EndsStartup{false};
    BackendStatus StartupResult{BackendStatus::Ready};
    StartupError StartupReason{StartupError::None};
    Ending Creations[RECORD_KIND_COUNT]{};
    bool LosesDevice{false};
};

[[nodiscard]] ReferenceOrders& GetReferenceOrders() noexcept;

/// Counts a call; the failure that is due at it, or null.
[[nodiscard]] const ReferenceFailure* MeetReferenceCall(ReferenceCall call) noexcept;

/// Reports a broken rule: keeps the first sentence, prints each, and aborts where the control says so. False.
#if defined(__GNUC__)
__attribute__((format(printf, 1, 2)))
#endif
bool Violate(const char* format, ...) noexcept;
} // namespace ludus::graphics::rhi::internal
