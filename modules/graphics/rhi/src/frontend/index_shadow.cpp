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

uint32 GetBlockMaximum(const BufferHot& hot, const BufferCold& cold, usize block) noexcept
{
    const usize count = cold.Shadow.Size() >> hot.IndexShift;
    const usize end = std::min<usize>(count, (block + 1) * INDEX_BLOCK);
    uint32 maximum = 0;
    for (usize i = block * INDEX_BLOCK; i < end; ++i)
    {
        maximum = std::max(maximum, ReadIndex(cold.Shadow.Data(), i, hot.IndexShift));
    }
    return maximum;
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
        cold.Maxima[block] = GetBlockMaximum(hot, cold, block);
        hot.Whole = std::max(hot.Whole, cold.Maxima[block]);
    }
    hot.Shadow = cold.Shadow.Data();
    hot.Maxima = cold.Maxima.Data();
    return true;
}

void UpdateIndexShadow(BufferHot& hot, BufferCold& cold, usize offset, std::span<const uint8> bytes) noexcept
{
    std::memcpy(cold.Shadow.Data() + offset, bytes.data(), bytes.size());
    const usize blockBytes = usize{INDEX_BLOCK} << hot.IndexShift;
    const usize last = (offset + bytes.size() - 1) / blockBytes;
    for (usize block = offset / blockBytes; block <= last; ++block)
    {
        cold.Maxima[block] = GetBlockMaximum(hot, cold, block);
    }
    hot.Whole = *std::max_element(cold.Maxima.begin(), cold.Maxima.end());
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
