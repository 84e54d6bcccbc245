// The pool of textures that ordered graphs borrow: at most StorageLimits::TransientTextures, lent whole.
//
// A lent texture is public and the graph's until that ends. It is idle once nothing but the pool keeps it: no graph,
// no view or set made from it, no creation still to be reported, no submission that has not completed. An idle texture
// of exactly the wanted description is lent again under a new generation; another one makes way when there is no room.
// Records of the pool are the library's own: outside ResourcesPerKind, and not to be destroyed by programs.
#pragma once

#include "frontend/session.h"

namespace ludus::graphics::rhi::internal
{
/// Lends a texture of an accepted description of `bytes` texel bytes. It is kept by the pool, holds nothing defined,
/// and has no public name before Registry::Publish. A loss that shows here has ended the session when this returns.
[[nodiscard]] RasterVerdict AcquireTransient(Session& session, const TextureDescription& description, uint64 bytes,
                                             uint32& slot) noexcept;
} // namespace ludus::graphics::rhi::internal
