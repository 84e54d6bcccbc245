// Rules of BeginRasterPass.
#include "validation/raster_pass.h"

#include "validation/refuse.h"

#include <algorithm>
#include <cmath>

namespace ludus::graphics::rhi::internal
{
namespace
{
constexpr bool AreEnumerators(RasterLoad load, RasterStore store) noexcept
{
    return IsEnumerator(load, RasterLoad::Discard) && IsEnumerator(store, RasterStore::Discard);
}

// Which of the choices is none.
[[gnu::noinline, gnu::cold]] RasterVerdict RefuseChoice(const RasterPassDescription& description) noexcept
{
    const struct
    {
        RasterLoad Load;
        RasterStore Store;
        const char* LoadField;
        const char* StoreField;
    } choices[] = {{description.ColorLoad, description.ColorStore, "ColorLoad", "ColorStore"},
                   {description.DepthLoad, description.DepthStore, "DepthLoad", "DepthStore"},
                   {description.StencilLoad, description.StencilStore, "StencilLoad", "StencilStore"}};

    for (const auto& choice : choices)
    {
        if (!IsEnumerator(choice.Load, RasterLoad::Discard))
        {
            return Malformed(DiagnosticCode::EnumInvalid, choice.LoadField, NumberOf(choice.Load));
        }
        if (!IsEnumerator(choice.Store, RasterStore::Discard))
        {
            return Malformed(DiagnosticCode::EnumInvalid, choice.StoreField, NumberOf(choice.Store));
        }
    }
    return {};
}

RasterVerdict CheckChoices(const RasterPassDescription& description) noexcept
{
    if (!AreEnumerators(description.ColorLoad, description.ColorStore) ||
        !AreEnumerators(description.DepthLoad, description.DepthStore) ||
        !AreEnumerators(description.StencilLoad, description.StencilStore)) [[unlikely]]
    {
        return RefuseChoice(description);
    }
    if (description.DepthReadOnly && description.DepthLoad != RasterLoad::Load)
    {
        return Malformed(DiagnosticCode::PassReadOnlyUnloaded, "DepthReadOnly");
    }
    return {};
}

RasterVerdict CheckClears(const RasterPassDescription& description) noexcept
{
    for (uint32 i = 0; i < 4; ++i)
    {
        if (!std::isfinite(description.Clear[i]))
        {
            return Malformed(DiagnosticCode::ValueNotFinite, "Clear[{index}]", 0, 0, i);
        }
    }
    if (!std::isfinite(description.ClearDepth) || description.ClearDepth < 0 || description.ClearDepth > 1)
    {
        return Malformed(DiagnosticCode::PassClearDepth, "ClearDepth");
    }
    return {};
}

RasterVerdict CheckViewport(const RasterPassDescription& description, const PassAttachment& attachment) noexcept
{
    const RasterRectangle& area = description.Viewport;
    if (!description.UseViewport)
    {
        return {};
    }
    if (area.Width == 0 || area.Height == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, area.Width == 0 ? "Viewport.Width" : "Viewport.Height");
    }
    if (area.X >= attachment.Width || area.Width > attachment.Width - area.X)
    {
        return Malformed(DiagnosticCode::PassViewportOutside, "Viewport.X + Viewport.Width",
                         uint64{area.X} + area.Width, attachment.Width);
    }
    if (area.Y >= attachment.Height || area.Height > attachment.Height - area.Y)
    {
        return Malformed(DiagnosticCode::PassViewportOutside, "Viewport.Y + Viewport.Height",
                         uint64{area.Y} + area.Height, attachment.Height);
    }
    return {};
}

// What this version leaves out: attachments named by views, and stencil.
RasterVerdict CheckOffered(const RasterPassDescription& description) noexcept
{
    if (description.ColorCount != 0 || description.Colors != nullptr)
    {
        return Unavailable("Colors", 0, DiagnosticCode::UnsupportedHere);
    }
    const bool usesStencil = description.StencilLoad != RasterLoad::Clear ||
                             description.StencilStore != RasterStore::Discard || description.StencilReadOnly ||
                             description.ClearStencil != 0;
    return usesStencil ? Unavailable("Stencil", 0, DiagnosticCode::UnsupportedHere) : RasterVerdict{};
}

RasterVerdict CheckContents(const RasterPassDescription& description, const PassAttachment& attachment) noexcept
{
    if (description.ColorLoad == RasterLoad::Load && !attachment.ColorDefined)
    {
        return Refuse(RasterStatus::InvalidState, DiagnosticCode::PassLoadUndefined, "ColorLoad");
    }
    if (description.DepthLoad == RasterLoad::Load && !attachment.DepthDefined)
    {
        return Refuse(RasterStatus::InvalidState, DiagnosticCode::PassLoadUndefined, "DepthLoad");
    }
    return {};
}
} // namespace

RasterVerdict CheckPassTexture(const TextureDescription& texture) noexcept
{
    if (!texture.Attachment)
    {
        return Malformed(DiagnosticCode::AttachmentRequired, "Color");
    }
    if (texture.Dimension != TextureDimension::D2)
    {
        return Malformed(DiagnosticCode::ViewDimensionMismatch, "Color");
    }
    if (texture.SampleCount != 1)
    {
        return Malformed(DiagnosticCode::ValueNotExact, "The sample count of Color", texture.SampleCount, 1);
    }
    return {};
}

RasterVerdict CheckRasterPass(const RasterPassDescription& description, const PassAttachment& attachment) noexcept
{
    if (const RasterVerdict verdict = CheckChoices(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (attachment.IsSurface &&
        (description.ColorLoad == RasterLoad::Discard || description.ColorStore == RasterStore::Discard))
    {
        const bool isStore = description.ColorStore == RasterStore::Discard;
        return Malformed(DiagnosticCode::PassSurfaceUndefined, isStore ? "ColorStore" : "ColorLoad");
    }
    if (const RasterVerdict verdict = CheckClears(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckViewport(description, attachment); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckOffered(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    return CheckContents(description, attachment);
}

RasterRectangle ClipScissor(const RasterPassDescription& description, const PassAttachment& attachment) noexcept
{
    if (!description.UseScissor)
    {
        return {.Width = attachment.Width, .Height = attachment.Height};
    }
    const RasterRectangle& area = description.Scissor;
    if (area.X >= attachment.Width || area.Y >= attachment.Height)
    {
        return {};
    }
    const RasterRectangle part{area.X, area.Y, std::min(area.Width, attachment.Width - area.X),
                               std::min(area.Height, attachment.Height - area.Y)};
    return part.Width == 0 || part.Height == 0 ? RasterRectangle{} : part;
}
} // namespace ludus::graphics::rhi::internal
