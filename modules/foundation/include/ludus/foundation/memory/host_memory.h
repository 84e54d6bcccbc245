// The one allocator of the library below its public API: counted, bounded, and able to fail on request.
#pragma once

#include <ludus/foundation/base/types.h>

namespace ludus::foundation
{
/// Why the last failed `HostAllocate` of this thread returned null.
enum class HostMemoryFailure : uint8
{
    None,
    Budget, // the bytes would exceed the budget set by `SetHostMemoryBudget`
    System, // the system refused, or a test asked for this failure
};

struct HostMemoryUsage final
{
    uint64 Bytes{};           // allocated and not yet freed
    uint64 PeakBytes{};       // highest `Bytes` since the process started
    uint64 LiveAllocations{}; // blocks not yet freed
    uint64 Requests{};        // calls of `HostAllocate` since the process started, failed ones included
};

/// Alignment of every block: a cache line, which is also the largest alignment any record of ours asks for.
constexpr usize HOST_BLOCK_ALIGNMENT = 64;

/// `size` bytes aligned to `HOST_BLOCK_ALIGNMENT`, uninitialised; null on failure. Never throws. Any thread.
[[nodiscard]] void* HostAllocate(usize size) noexcept;

/// Null, and remembered as the system's refusal: for a request whose size is no number of bytes.
[[nodiscard]] void* RefuseHostMemory() noexcept;

/// Returns a block. `size` must be what was asked for; null is ignored. Any thread.
void HostFree(void* block, usize size) noexcept;

/// Why this thread's last failed `HostAllocate` failed.
[[nodiscard]] HostMemoryFailure GetHostMemoryFailure() noexcept;

[[nodiscard]] HostMemoryUsage GetHostMemoryUsage() noexcept;

/// Ceiling for `HostMemoryUsage::Bytes`. False, changing nothing, when more than `bytes` are already allocated.
[[nodiscard]] bool SetHostMemoryBudget(uint64 bytes) noexcept;

/// For tests: the `nth` call of `HostAllocate` from now on fails (1 is the next one), and so does every call after it
/// when `andAllAfter`. Zero switches injection off.
void InjectHostMemoryFailure(uint64 nth, bool andAllAfter = false) noexcept;

/// For tests: calls left until the injected failure; zero when it has happened or none is set.
[[nodiscard]] uint64 GetInjectedHostMemoryCountdown() noexcept;
} // namespace ludus::foundation
