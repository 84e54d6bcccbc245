// The host's copy of an index buffer and the maxima of its blocks: what proves that every index of a draw is in range.
#pragma once

#include "registry/records.h"

namespace ludus::graphics::rhi::internal
{
/// Copies the indices and computes the maximum of each block of INDEX_BLOCK and of all. The fixed restart index counts
/// as the largest value, so that no draw accepts it. False when memory is refused.
[[nodiscard]] bool BuildIndexShadow(BufferHot& hot, BufferCold& cold, std::span<const uint8> bytes) noexcept;

/// Replaces bytes of the copy, which lie inside it, and computes the maxima of the blocks that they touch.
void UpdateIndexShadow(BufferHot& hot, BufferCold& cold, usize offset, std::span<const uint8> bytes) noexcept;

/// Whether `count` indices from `first` on are all below `limit`. Whole blocks are decided by their maxima; a partly
/// covered block is scanned only when its maximum is too large.
[[nodiscard]] bool AreIndicesBelow(const BufferHot& buffer, uint64 first, uint32 count, uint32 limit) noexcept;

/// The largest of those indices, for a diagnostic.
[[nodiscard]] uint32 GetLargestIndex(const BufferHot& buffer, uint64 first, uint32 count) noexcept;
} // namespace ludus::graphics::rhi::internal
