// The invariants that every fuzzer watches at every call: a refusal leaves a diagnostic and its outputs as they were,
// an open frame allocates nothing, and a session's end leaves nothing alive.
#pragma once

#include "byte_reader.h"

#include <ludus/foundation/memory/host_memory.h>
#include <ludus/graphics/rhi/raster.h>

#include <array>
#include <cstring>
#include <string_view>
#include <tuple>
#include <type_traits>

namespace ludus::graphics::rhi::fuzz
{
/// Prints what was broken, and by which call, and aborts.
[[noreturn]] void Break(const char* call, const char* rule);

[[nodiscard]] constexpr bool IsRefusal(RasterStatus status)
{
    return status != RasterStatus::Ready && status != RasterStatus::Pending;
}

[[nodiscard]] constexpr bool IsRefusal(ResourceStatus status)
{
    return status != ResourceStatus::Ready && status != ResourceStatus::Pending;
}

// A target that is away is told of once.
[[nodiscard]] constexpr bool IsRefusal(DeviceStatus status)
{
    return status != DeviceStatus::Ready && status != DeviceStatus::Pending && status != DeviceStatus::Skipped;
}

[[nodiscard]] constexpr bool IsRefusal(FrameStatus status)
{
    return status != FrameStatus::Ready && status != FrameStatus::Skipped;
}

[[nodiscard]] constexpr bool IsRefusal(StartStatus status)
{
    return status != StartStatus::Ready && status != StartStatus::Pending;
}

/// Refusals of this process so far.
[[nodiscard]] uint64 CountRefusals();

/// Whether LUDUS_FUZZ_TRACE is set: print what an input does, to read a reproducer.
[[nodiscard]] bool IsTracing();

/// Prints a call and its status while tracing.
void Trace(const char* call, unsigned status);

class Rules final
{
public:
    bool IsFrameOpen{false}; // kept by those who open and close frames

    /// Makes a call and watches it. `outputs` are what a refusal must not touch.
    template <class Call, class... Outputs>
    auto Watch(const char* name, Call call, const Outputs&... outputs) const
    {
        const uint64 refusals = CountRefusals();
        const uint64 requests = foundation::GetHostMemoryUsage().Requests;
        const std::tuple<Bytes<Outputs>...> before{GetBytes(outputs)...};
        const auto status = call();
        Trace(name, static_cast<unsigned>(status));
        if (IsRefusal(status))
        {
            if (CountRefusals() == refusals && !IsToldOnce(name, status))
            {
                Break(name, "a refusal must leave a diagnostic");
            }
            if (before != std::tuple<Bytes<Outputs>...>{GetBytes(outputs)...})
            {
                Break(name, "a refusal must leave its outputs as they were");
            }
        }
        if (IsFrameOpen && foundation::GetHostMemoryUsage().Requests != requests)
        {
            Break(name, "an open frame must not allocate");
        }
        return status;
    }

    /// Asks for what a refusal may zero, unless it is that of an invalid handle.
    template <class Call, class Output>
    auto WatchZeroed(const char* name, Call call, const Output& output) const
    {
        const Bytes<Output> before = GetBytes(output);
        const auto status = Watch(name, call);
        if (status == RasterStatus::InvalidHandle && before != GetBytes(output))
        {
            Break(name, "an invalid handle must leave the output as it was");
        }
        return status;
    }

    /// Asks for an object's state, which may be bad without being a refusal.
    template <class Call>
    auto Poll(const char* name, Call call) const
    {
        const uint64 refusals = CountRefusals();
        const auto status = call();
        Trace(name, static_cast<unsigned>(status));
        if (status == decltype(status)::InvalidHandle && CountRefusals() == refusals)
        {
            Break(name, "an invalid handle must leave a diagnostic");
        }
        return status;
    }

private:
    // Of a target that is away, again.
    template <class Status>
    static bool IsToldOnce(std::string_view name, Status status)
    {
        return status == Status::NotReady && (name == "ExecuteOrderedGraph" || name == "SubmitCommands");
    }

    static bool IsToldOnce(std::string_view /*name*/, StartStatus /*status*/) { return false; }

    template <class T>
    using Bytes = std::array<uint8, sizeof(T)>;

    template <class T>
    static Bytes<T> GetBytes(const T& value)
    {
        static_assert(std::is_trivially_copyable_v<T>);
        Bytes<T> bytes;
        std::memcpy(bytes.data(), static_cast<const void*>(&value), sizeof value);
        return bytes;
    }
};

/// Makes the reference backend and the library as new, and remembers what is allocated; at its end nothing may be left.
class CleanProcess final
{
public:
    CleanProcess();
    ~CleanProcess();
    CleanProcess(const CleanProcess&) = delete;
    CleanProcess& operator=(const CleanProcess&) = delete;

private:
    uint64 BlocksAtStart{0};
};

/// Some failure to come at some call of the backend, or of the allocator, or a late result, or loss; or the end of
/// such lateness.
void Disturb(ByteReader& input);

/// Whether a portable handle has neither owner nor generation. Asks the library nothing.
template <class Handle>
[[nodiscard]] bool IsNull(const Handle& handle)
{
    static_assert(sizeof(Handle) == 24);
    uint64 words[2];
    std::memcpy(words, static_cast<const void*>(&handle), sizeof words);
    return words[0] == 0 && words[1] == 0;
}

/// Another handle than `handle`: null, with a bit flipped, or with the next slot or generation.
template <class Handle>
[[nodiscard]] Handle Forge(Handle handle, ByteReader& input)
{
    static_assert(std::is_trivially_copyable_v<Handle>);
    uint8 bytes[sizeof(Handle)];
    std::memcpy(bytes, static_cast<const void*>(&handle), sizeof handle);
    const uint32 choice = input.Byte();
    if (choice == 0)
    {
        std::memset(bytes, 0, sizeof bytes);
    }
    else
    {
        bytes[choice % sizeof bytes] = static_cast<uint8>(bytes[choice % sizeof bytes] ^ (1U << (choice >> 5U)));
    }
    std::memcpy(static_cast<void*>(&handle), bytes, sizeof bytes);
    return handle;
}
} // namespace ludus::graphics::rhi::fuzz
