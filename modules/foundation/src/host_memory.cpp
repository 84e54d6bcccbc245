#include <ludus/foundation/memory/host_memory.h>

#include <atomic>
#include <limits>
#include <new>

namespace ludus::foundation
{
namespace
{
struct Ledger
{
    std::atomic<uint64> Bytes{0};
    std::atomic<uint64> Peak{0};
    std::atomic<uint64> Live{0};
    std::atomic<uint64> Requests{0};
    std::atomic<uint64> Budget{std::numeric_limits<uint64>::max()};
    std::atomic<uint64> Countdown{0};
    std::atomic<bool> FailsOn{false}; // every call after the injected one fails too
    std::atomic<bool> Failing{false};
};

constinit Ledger s_Ledger;
constinit thread_local HostMemoryFailure s_Failure = HostMemoryFailure::None;

bool IsInjected() noexcept
{
    if (s_Ledger.Failing.load(std::memory_order_relaxed))
    {
        return true;
    }
    uint64 left = s_Ledger.Countdown.load(std::memory_order_relaxed);
    while (left != 0)
    {
        if (s_Ledger.Countdown.compare_exchange_weak(left, left - 1, std::memory_order_relaxed))
        {
            if (left != 1)
            {
                return false;
            }
            s_Ledger.Failing.store(s_Ledger.FailsOn.load(std::memory_order_relaxed), std::memory_order_relaxed);
            return true;
        }
    }
    return false;
}

// Charges `size` against the budget; the whole charge or nothing.
bool Charge(uint64 size) noexcept
{
    uint64 bytes = s_Ledger.Bytes.load(std::memory_order_relaxed);
    const uint64 budget = s_Ledger.Budget.load(std::memory_order_relaxed);
    do
    {
        if (bytes > budget || size > budget - bytes)
        {
            return false;
        }
    } while (!s_Ledger.Bytes.compare_exchange_weak(bytes, bytes + size, std::memory_order_relaxed));
    uint64 peak = s_Ledger.Peak.load(std::memory_order_relaxed);
    while (peak < bytes + size && !s_Ledger.Peak.compare_exchange_weak(peak, bytes + size, std::memory_order_relaxed))
    {
    }
    return true;
}
} // namespace

void* HostAllocate(usize size) noexcept
{
    s_Ledger.Requests.fetch_add(1, std::memory_order_relaxed);
    if (IsInjected())
    {
        s_Failure = HostMemoryFailure::System;
        return nullptr;
    }
    if (!Charge(size))
    {
        s_Failure = HostMemoryFailure::Budget;
        return nullptr;
    }
    void* block = ::operator new (size, std::align_val_t{HOST_BLOCK_ALIGNMENT}, std::nothrow);
    if (block == nullptr)
    {
        s_Ledger.Bytes.fetch_sub(size, std::memory_order_relaxed);
        s_Failure = HostMemoryFailure::System;
        return nullptr;
    }
    s_Ledger.Live.fetch_add(1, std::memory_order_relaxed);
    return block;
}

void* RefuseHostMemory() noexcept
{
    s_Failure = HostMemoryFailure::System;
    return nullptr;
}

void HostFree(void* block, usize size) noexcept
{
    if (block == nullptr)
    {
        return;
    }
    ::operator delete (block, std::align_val_t{HOST_BLOCK_ALIGNMENT});
    s_Ledger.Bytes.fetch_sub(size, std::memory_order_relaxed);
    s_Ledger.Live.fetch_sub(1, std::memory_order_relaxed);
}

HostMemoryFailure GetHostMemoryFailure() noexcept
{
    return s_Failure;
}

HostMemoryUsage GetHostMemoryUsage() noexcept
{
    return {
        .Bytes = s_Ledger.Bytes.load(std::memory_order_relaxed),
        .PeakBytes = s_Ledger.Peak.load(std::memory_order_relaxed),
        .LiveAllocations = s_Ledger.Live.load(std::memory_order_relaxed),
        .Requests = s_Ledger.Requests.load(std::memory_order_relaxed),
    };
}

bool SetHostMemoryBudget(uint64 bytes) noexcept
{
    if (s_Ledger.Bytes.load(std::memory_order_relaxed) > bytes)
    {
        return false;
    }
    s_Ledger.Budget.store(bytes, std::memory_order_relaxed);
    return true;
}

void InjectHostMemoryFailure(uint64 nth, bool andAllAfter) noexcept
{
    s_Ledger.Failing.store(false, std::memory_order_relaxed);
    s_Ledger.FailsOn.store(andAllAfter, std::memory_order_relaxed);
    s_Ledger.Countdown.store(nth, std::memory_order_relaxed);
}

uint64 GetInjectedHostMemoryCountdown() noexcept
{
    return s_Ledger.Countdown.load(std::memory_order_relaxed);
}
} // namespace ludus::foundation
