#include "frontend/index_shadow.h"

#include <ludus/foundation/base/checked.h>

#include <algorithm>
#include <cstring>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr uint32 LARGEST_INDEX = ~uint32{0};

uint32 ReadIndex(const uint8* shadow, uint64 index, uint32 shift) noexcept
{
    if (shift == 1)
    {
        uint16 value = 0;
        std::memcpy(&value, shadow + (index << 1), sizeof value);
        return value == 0xFFFF ? LARGEST_INDEX : value;
    }
    uint32 value = 0;
    std::memcpy(&value, shadow + (index << 2), sizeof value);
    return value;
}
} // namespace

bool BuildIndexShadow(BufferHot& hot, BufferCold& cold, std::span<const uint8> bytes) noexcept
{
    hot.IndexShift = hot.Role == BufferRole::Index16 ? 1 : 2;
    const usize count = bytes.size() >> hot.IndexShift;
    const auto blocks = static_cast<usize>(foundation::DivideUp(count, INDEX_BLOCK));
    if (!cold.Shadow.Assign(bytes) || !cold.Maxima.Resize(blocks))
    {
        return false;
    }
    hot.Whole = 0;
    for (usize block = 0; block < blocks; ++block)
    {
        uint32 maximum = 0;
        const usize end = std::min<usize>(count, (block + 1) * INDEX_BLOCK);
        for (usize i = block * INDEX_BLOCK; i < end; ++i)
        {
            maximum = std::max(maximum, ReadIndex(cold.Shadow.Data(), i, hot.IndexShift));
        }
        cold.Maxima[block] = maximum;
        hot.Whole = std::max(hot.Whole, maximum);
    }
    hot.Shadow = cold.Shadow.Data();
    hot.Maxima = cold.Maxima.Data();
    return true;
}

bool AreIndicesBelow(const BufferHot& buffer, uint64 first, uint32 count, uint32 limit) noexcept
{
    const uint64 last = first + count;
    uint64 at = first;
    while (at < last)
    {
        const uint64 block = at / INDEX_BLOCK;
        const uint64 stop = std::min(last, (block + 1) * INDEX_BLOCK);
        if (buffer.Maxima[block] >= limit)
        {
            if (stop - at == INDEX_BLOCK)
            {
                return false;
            }
            for (; at < stop; ++at)
            {
                if (ReadIndex(buffer.Shadow, at, buffer.IndexShift) >= limit)
                {
                    return false;
                }
            }
        }
        at = stop;
    }
    return true;
}

uint32 GetLargestIndex(const BufferHot& buffer, uint64 first, uint32 count) noexcept
{
    uint32 largest = 0;
    for (uint64 at = first; at < first + count; ++at)
    {
        largest = std::max(largest, ReadIndex(buffer.Shadow, at, buffer.IndexShift));
    }
    return largest;
}
} // namespace ludus::graphics::rhi::internal
