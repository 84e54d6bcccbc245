// Rules of BeginRasterPass: a description against the attachment that it names. Pure.
#pragma once

#include "diagnostics/verdict.h"

#include <ludus/graphics/rhi/graph.h>

namespace ludus::graphics::rhi::internal
{
/// What a pass would find: the extent of its attachments and what they hold.
struct PassAttachment final
{
    bool IsSurface{true};
    uint32 Width{0};
    uint32 Height{0};
    bool ColorDefined{false};
    bool DepthDefined{false};
};

/// Whether a texture can be the Color of a pass, whatever it holds.
RasterVerdict CheckPassTexture(const TextureDescription& texture) noexcept;

/// Everything but the texture itself: choices of load and store, clears, rectangles, and whether what is loaded is
/// defined.
RasterVerdict CheckRasterPass(const RasterPassDescription& description, const PassAttachment& attachment) noexcept;

/// The part of an accepted scissor that lies on the attachment; zero in size when nothing does.
[[nodiscard]] RasterRectangle ClipScissor(const RasterPassDescription& description,
                                          const PassAttachment& attachment) noexcept;
} // namespace ludus::graphics::rhi::internal
