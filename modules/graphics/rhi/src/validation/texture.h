// Rules of texture and view creation: extents, mip chains, row pitches, and what the format offers.
#pragma once

#include "boundary/backend.h"
#include "diagnostics/verdict.h"
#include "formats/format_facts.h"

namespace ludus::graphics::rhi::internal
{
/// Description and upload; then what the profile offers for the format. On acceptance `levels` holds one entry for each
/// mip: where its texels lie in the upload (zero without one) and its extents.
RasterVerdict CheckTexture(const TextureDescription& description, const TextureUpload& upload,
                           const DeviceProfile& profile, TextureLevel (&levels)[MAX_MIP_LEVELS]) noexcept;

/// A view of an accepted texture. On acceptance `out` is the view with its zero counts resolved; its Texture is left to
/// the caller. Whether the selected mips are defined is not checked here.
RasterVerdict CheckTextureView(const TextureDescription& texture, const TextureViewDescription& description,
                               const DeviceProfile& profile, TextureViewCreation& out) noexcept;

/// The view of everything in a texture: its dimension, all mips and layers, its colour.
[[nodiscard]] TextureViewDescription WholeView(const TextureDescription& texture) noexcept;
} // namespace ludus::graphics::rhi::internal
