// What a test may see of the session: enough to end with "nothing is alive".
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi::internal
{
struct SessionInspection final
{
    bool HasSession{false};
    foundation::uint32 LiveRecords{0};        // occupied records, retained and internal ones included
    foundation::uint32 LiveBackendObjects{0}; // objects the backend has not released
    foundation::uint64 CommittedBlocks{0};    // host allocations for records that outlive sessions
    foundation::uint64 ResourceBytes{0};      // charged against StorageLimits::ResourceBytes
    foundation::uint32 BindingDescriptors{0}; // charged against StorageLimits::BindingDescriptors
    foundation::uint64 NextOrdinal{0};
    foundation::uint64 CompletedOrdinal{0};
};

[[nodiscard]] SessionInspection InspectSession() noexcept;
} // namespace ludus::graphics::rhi::internal
