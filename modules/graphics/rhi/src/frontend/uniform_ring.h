// The frame uniform ring: which segment is written, and what holds the others.
//
// One buffer of RING_SEGMENTS equal segments and a tail of MaxUniformRange bytes that are never written. The segment at
// hand is written until a frame that used it is accepted; then the next one is opened, as soon as the last submission
// that draws with it has completed. The bytes may be uniforms, vertices or indices; indices are looked at while they
// are copied, and forgotten when their segment is opened anew.
#pragma once

#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
/// Makes the ring, once. A loss that shows here has ended the session's work when this returns.
[[nodiscard]] RasterVerdict EnsureRing(Session& session) noexcept;

/// Makes the segment at hand writable if nothing unfinished uses it.
void OpenSegment(Session& session) noexcept;

/// Forgets the bytes written since the segment was opened: their frame never came.
void TakeBackUniforms(Session& session) noexcept;

/// The bytes that a submission must make visible.
[[nodiscard]] MemoryRange GetWrittenUniforms(const Session& session) noexcept;

/// A frame was accepted under `ordinal`: holds the segment and moves on, if it was written.
void HoldUniforms(Session& session, uint64 ordinal) noexcept;

/// A plan that still records draws with bytes of a segment: it is not written again until ReleaseSegment, and no bytes
/// of it are taken back until FinishSegment.
void HoldSegment(Session& session, uint32 segment) noexcept;

/// The plan is complete: it draws with nothing that is written to the segment from now on.
void FinishSegment(Session& session, uint32 segment) noexcept;

/// The plan that held a segment was submitted as `ordinal`, or dropped (zero).
void ReleaseSegment(Session& session, uint32 segment, uint64 ordinal) noexcept;

/// A draw of the submission `ordinal` reads [offset, offset + size) of the ring.
void StampUniforms(Session& session, usize offset, usize size, uint64 ordinal) noexcept;

/// Copies bytes into the segment at hand: WriteFrameUniform after its owner check.
[[nodiscard]] RasterVerdict WriteUniform(Session& session, std::span<const uint8> bytes, uint32& offset) noexcept;

/// The same for vertices, whose size the segment alone bounds.
[[nodiscard]] RasterVerdict WriteVertices(Session& session, std::span<const uint8> bytes, uint32& offset) noexcept;

/// The same for indices, which are kept in 32 bits; the restart index of 16 bits becomes that of 32.
[[nodiscard]] RasterVerdict WriteIndices(Session& session, std::span<const uint16> indices, uint32& offset) noexcept;
[[nodiscard]] RasterVerdict WriteIndices(Session& session, std::span<const uint32> indices, uint32& offset) noexcept;

/// Whether `count` indices of the ring from `first` on were written as such, and nothing may be written over them yet
/// but by a later opening of their segment.
[[nodiscard]] bool AreRingIndicesWritten(const UniformRing& ring, uint64 first, uint32 count) noexcept;

/// AreRingIndicesWritten, and all of them are below `limit`.
[[nodiscard]] bool AreRingIndicesBelow(const UniformRing& ring, uint64 first, uint32 count, uint32 limit) noexcept;
} // namespace ludus::graphics::rhi::internal
