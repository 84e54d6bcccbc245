// MakeGpuScope of gpu_scope.h, and the rules of scopes: pure.
#include "frontend/gpu_scope.h"

#include <cstring>

namespace ludus::graphics::rhi
{
namespace
{
using namespace foundation::core;

// Bytes of the UTF-8 sequence that starts at `at`, at most `left`; zero when it is malformed (RFC 3629: no overlong
// forms, no surrogates, nothing above U+10FFFF).
usize SequenceBytes(const uint8* at, usize left) noexcept
{
    const uint8 first = at[0];
    if (first < 0x80)
    {
        return first == 0 ? 0 : 1;
    }
    const usize length = first >= 0xC2 && first <= 0xDF   ? 2
                         : (first & 0xF0) == 0xE0         ? 3
                         : first >= 0xF0 && first <= 0xF4 ? 4
                                                          : 0;
    if (length == 0 || length > left)
    {
        return 0;
    }
    for (usize i = 1; i < length; ++i)
    {
        if ((at[i] & 0xC0) != 0x80)
        {
            return 0;
        }
    }
    const bool isOverlong = (first == 0xE0 && at[1] < 0xA0) || (first == 0xF0 && at[1] < 0x90);
    const bool isSurrogate = first == 0xED && at[1] > 0x9F;
    const bool isTooLarge = first == 0xF4 && at[1] > 0x8F;
    return isOverlong || isSurrogate || isTooLarge ? 0 : length;
}

bool IsName(const char* text, usize length) noexcept
{
    uint8 bytes[GPU_SCOPE_NAME_BYTES];
    std::memcpy(bytes, text, length);
    for (usize at = 0; at < length;)
    {
        const usize step = SequenceBytes(bytes + at, length - at);
        if (step == 0)
        {
            return false;
        }
        at += step;
    }
    return true;
}
} // namespace

bool internal::IsGpuScope(const GpuScopeDescription& scope) noexcept
{
    return scope.Identity != 0 && scope.LogicalPassCount != 0 && scope.NameBytes != 0 &&
           scope.NameBytes < GPU_SCOPE_NAME_BYTES && scope.Name[scope.NameBytes] == 0 &&
           IsName(scope.Name, scope.NameBytes);
}

bool MakeGpuScope(uint64 identity, foundation::BorrowedView<const char> name, GpuScopeDescription& outScope,
                  uint32 logicalPassCount) noexcept
{
    if (identity == 0 || logicalPassCount == 0 || name.IsEmpty() || name.Data() == nullptr ||
        name.Count() >= GPU_SCOPE_NAME_BYTES || !IsName(name.Data(), name.Count()))
    {
        return false;
    }
    GpuScopeDescription scope;
    scope.Identity = identity;
    std::memcpy(scope.Name, name.Data(), name.Count());
    scope.NameBytes = static_cast<uint32>(name.Count());
    scope.LogicalPassCount = logicalPassCount;
    outScope = scope;
    return true;
}
} // namespace ludus::graphics::rhi
