// Rules of texture and view creation.

#include "validation/texture.h"

#include "validation/refuse.h"

#include <algorithm>
#include <limits>

namespace ludus::graphics::rhi::internal
{
namespace
{
/// Samples of the only multisampled allocation there is.
constexpr uint32 MULTISAMPLE_COUNT = 4;

/// Whether the texture begins without content.
[[nodiscard]] bool BeginsUndefined(const TextureDescription& description) noexcept
{
    return description.Attachment || description.DeferredInitialization;
}

/// What is wrong with the description whatever the device.
RasterVerdict CheckDescription(const TextureDescription& description) noexcept
{
    if (description.Width == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, "TextureDescription.Width");
    }
    if (description.Height == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, "TextureDescription.Height");
    }
    if (!IsKnownFormat(description.Format))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "TextureDescription.Format", NumberOf(description.Format));
    }
    if (description.MipLevels == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, "TextureDescription.MipLevels");
    }
    if (description.MipLevels > MAX_MIP_LEVELS)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "TextureDescription.MipLevels", description.MipLevels,
                         MAX_MIP_LEVELS);
    }
    const uint32 depth = description.Dimension == TextureDimension::D3 ? description.DepthOrLayers : 1;
    const uint32 chain = MaxMipLevels(description.Width, description.Height, depth);
    if (description.MipLevels > chain)
    {
        return Malformed(DiagnosticCode::MipCountTooLarge, "TextureDescription.MipLevels", description.MipLevels,
                         chain);
    }
    if (description.Attachment && description.RetainCpuContent)
    {
        return Malformed(DiagnosticCode::OptionsConflict, "TextureDescription.RetainCpuContent");
    }
    if (description.DeferredInitialization && (description.Attachment || description.RetainCpuContent))
    {
        return Malformed(DiagnosticCode::OptionsConflict, "TextureDescription.DeferredInitialization");
    }
    if (!IsEnumerator(description.Dimension, TextureDimension::D3))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "TextureDescription.Dimension", NumberOf(description.Dimension));
    }
    if (description.Dimension == TextureDimension::Cube && description.Width != description.Height)
    {
        return Malformed(DiagnosticCode::ValueNotExact, "TextureDescription.Height", description.Height,
                         description.Width);
    }
    if (description.DepthOrLayers == 0)
    {
        return Malformed(DiagnosticCode::ValueZero, "TextureDescription.DepthOrLayers");
    }
    if (description.Dimension == TextureDimension::D2 && description.DepthOrLayers != 1)
    {
        return Malformed(DiagnosticCode::ValueNotExact, "TextureDescription.DepthOrLayers", description.DepthOrLayers,
                         1);
    }
    if (description.Dimension == TextureDimension::Cube && description.DepthOrLayers != CUBE_FACES)
    {
        return Malformed(DiagnosticCode::ValueNotExact, "TextureDescription.DepthOrLayers", description.DepthOrLayers,
                         CUBE_FACES);
    }
    if (description.SampleCount != 1 && description.SampleCount != MULTISAMPLE_COUNT)
    {
        return Malformed(DiagnosticCode::SampleCountInvalid, "TextureDescription.SampleCount", description.SampleCount);
    }
    if (description.SampleCount != 1)
    {
        if (!description.Attachment)
        {
            return Malformed(DiagnosticCode::AttachmentRequired, "TextureDescription.SampleCount");
        }
        if (description.Dimension != TextureDimension::D2)
        {
            return Malformed(DiagnosticCode::OptionsConflict, "TextureDescription.SampleCount");
        }
        if (description.MipLevels != 1)
        {
            return Malformed(DiagnosticCode::ValueNotExact, "TextureDescription.MipLevels", description.MipLevels, 1);
        }
    }
    if (description.Stencil && !description.Attachment)
    {
        return Malformed(DiagnosticCode::AttachmentRequired, "TextureDescription.Stencil");
    }
    return {};
}

void FillExtents(const TextureDescription& description, TextureLevel (&levels)[MAX_MIP_LEVELS]) noexcept
{
    const FormatFacts& facts = FactsOf(description.Format);
    for (uint32 mip = 0; mip < description.MipLevels; ++mip)
    {
        TextureLevel level;
        level.Width = MipExtent(description.Width, mip);
        level.Height = MipExtent(description.Height, mip);
        level.DepthOrLayers = SlicesOf(description.Dimension, description.DepthOrLayers, mip);
        level.Rows = RowsOf(facts, level.Height);
        levels[mip] = level;
    }
}

RasterVerdict CheckNoUpload(const TextureDescription& description, const TextureUpload& upload) noexcept
{
    const char* field = description.Attachment ? "An attachment" : "A texture with DeferredInitialization";
    if (!upload.Bytes.empty())
    {
        return Malformed(DiagnosticCode::UploadForbidden, field, upload.Bytes.size());
    }
    if (upload.RowPitch != 0)
    {
        return Malformed(DiagnosticCode::ValueNotExact, "TextureUpload.RowPitch", upload.RowPitch, 0);
    }
    if (!upload.Mips.empty())
    {
        return Malformed(DiagnosticCode::UploadMipsWrong, "TextureUpload.Mips", upload.Mips.size(), 0);
    }
    return {};
}

RasterVerdict CheckPitch(const FormatFacts& facts, uint32 width, usize pitch, const char* field, uint32 mip) noexcept
{
    if (pitch % facts.PitchMultiple != 0)
    {
        return Malformed(DiagnosticCode::ValueMisaligned, field, pitch, facts.PitchMultiple, mip);
    }
    if (pitch < RowBytesOf(facts, width))
    {
        return Malformed(DiagnosticCode::ValueTooSmall, field, pitch, SmallestRowPitch(facts, width), mip);
    }
    return {};
}

/// The complete chain: pitches, tight offsets and the exact number of bytes. Fills in offsets and pitches.
RasterVerdict CheckUpload(const TextureDescription& description, const TextureUpload& upload,
                          TextureLevel (&levels)[MAX_MIP_LEVELS]) noexcept
{
    if (upload.Bytes.data() == nullptr || upload.Bytes.empty())
    {
        return Malformed(DiagnosticCode::UploadMissing, "TextureUpload.Bytes");
    }
    const bool hasMips = !upload.Mips.empty();
    if (hasMips && upload.Mips.data() == nullptr)
    {
        return Malformed(DiagnosticCode::UploadMipsWrong, "TextureUpload.Mips", 0, description.MipLevels);
    }
    if (hasMips && upload.RowPitch != 0)
    {
        return Malformed(DiagnosticCode::UploadPitchWithMips, "TextureUpload.RowPitch", upload.RowPitch);
    }
    if (hasMips ? upload.Mips.size() != description.MipLevels : description.MipLevels != 1)
    {
        return Malformed(DiagnosticCode::UploadMipsWrong, "TextureUpload.Mips", upload.Mips.size(),
                         description.MipLevels);
    }
    const FormatFacts& facts = FactsOf(description.Format);
    uint64 end = 0;
    for (uint32 mip = 0; mip < description.MipLevels; ++mip)
    {
        TextureLevel& level = levels[mip];
        const usize pitch = hasMips ? upload.Mips[mip].RowPitch : upload.RowPitch;
        const char* field = hasMips ? "TextureUpload.Mips[{index}].RowPitch" : "TextureUpload.RowPitch";
        if (hasMips && upload.Mips[mip].Offset != end)
        {
            return Malformed(DiagnosticCode::UploadOffsetWrong, "TextureUpload.Mips", upload.Mips[mip].Offset, end,
                             mip);
        }
        if (const RasterVerdict verdict = CheckPitch(facts, level.Width, pitch, field, mip); !verdict.IsAccepted())
        {
            return verdict;
        }
        level.Offset = static_cast<usize>(end);
        level.RowPitch = pitch;
        uint64 bytes = 0;
        if (!TryLevelBytes(pitch, level.Rows, level.DepthOrLayers, bytes) || !foundation::TryAdd(end, bytes, end) ||
            end > std::numeric_limits<usize>::max())
        {
            return Malformed(DiagnosticCode::SizeOverflow, "TextureUpload", 0, 0, mip);
        }
    }
    if (upload.Bytes.size() != end)
    {
        return Malformed(DiagnosticCode::UploadSizeWrong, "TextureUpload.Bytes", upload.Bytes.size(), end);
    }
    return {};
}

/// A limit of zero means that the device does not offer this at all.
RasterVerdict CheckLimit(uint32 value, uint32 limit, const char* field) noexcept
{
    if (limit == 0)
    {
        return Unavailable(field, 0, DiagnosticCode::TextureFormatUnavailable);
    }
    if (value > limit)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, field, value, limit);
    }
    return {};
}

/// The limits of the texture's dimension, lower for attachments.
struct ExtentLimits final
{
    uint32 Edge{0};
    uint32 DepthOrLayers{0};
    uint32 Mips{0};
};

[[nodiscard]] ExtentLimits LimitsFor(const TextureDescription& description, const FormatCapabilities& offered,
                                     const DeviceProfile& profile) noexcept
{
    const bool attachment = description.Attachment;
    const uint32 edge = std::min(profile.Raster.MaxTextureDimension2D,
                                 attachment ? offered.MaxAttachmentDimension2D : offered.MaxDimension2D);
    const uint32 mips = attachment ? offered.MaxAttachmentMipLevels : offered.MaxMipLevels;
    switch (description.Dimension)
    {
    case TextureDimension::D2Array:
    {
        const uint32 offeredLayers = attachment ? AttachmentLayersOf(offered) : offered.MaxArrayLayers;
        const uint32 layers = std::min(profile.Interface.MaxTextureLayers, offeredLayers);
        return {layers == 0 ? 0 : edge, layers, mips};
    }
    case TextureDimension::Cube:
        return {attachment ? offered.MaxAttachmentCubeDimension : offered.MaxCubeDimension, CUBE_FACES, mips};
    case TextureDimension::D3:
        return attachment ? ExtentLimits{} : ExtentLimits{offered.MaxDimension3D, offered.MaxDimension3D, mips};
    case TextureDimension::D2:
        break;
    }
    return {edge, 1, mips};
}

[[nodiscard]] bool IsOffBlock(const TextureDescription& description) noexcept
{
    const uint32 edge = FactsOf(description.Format).BlockEdge;
    return description.Width % edge != 0 || description.Height % edge != 0;
}

RasterVerdict CheckOffered(const TextureDescription& description, const DeviceProfile& profile) noexcept
{
    const FormatCapabilities& offered = profile.Formats[static_cast<usize>(description.Format)];
    if (description.Attachment ? !offered.Uses.ColorAttachment : !offered.Uses.Sampled)
    {
        return Unavailable(description.Attachment ? "TextureDescription.Attachment" : "TextureDescription.Format", 0,
                           DiagnosticCode::TextureFormatUnavailable);
    }
    const ExtentLimits limits = LimitsFor(description, offered, profile);
    if (limits.Edge == 0)
    {
        return Unavailable("TextureDescription.Dimension", 0, DiagnosticCode::TextureFormatUnavailable);
    }
    if (const RasterVerdict verdict = CheckLimit(description.Width, limits.Edge, "TextureDescription.Width");
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckLimit(description.Height, limits.Edge, "TextureDescription.Height");
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (IsOffBlock(description) && !offered.HasUnalignedBlockExtents)
    {
        return Unavailable("TextureDescription.Width or Height off the 4x4 block grid");
    }
    if (const RasterVerdict verdict = CheckLimit(description.MipLevels, limits.Mips, "TextureDescription.MipLevels");
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.RetainCpuContent)
    {
        return Unavailable("TextureDescription.RetainCpuContent", 0, DiagnosticCode::UnsupportedHere);
    }
    if (description.DeferredInitialization &&
        (!offered.Uses.CopyDestination || description.Dimension != TextureDimension::D2))
    {
        return Unavailable("TextureDescription.DeferredInitialization");
    }
    if (const RasterVerdict verdict =
            CheckLimit(description.DepthOrLayers, limits.DepthOrLayers, "TextureDescription.DepthOrLayers");
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (description.SampleCount != 1 && (offered.SampleCounts & description.SampleCount) == 0)
    {
        return Unavailable("TextureDescription.SampleCount");
    }
    if (description.Stencil && !offered.StencilAttachment)
    {
        return Unavailable("TextureDescription.Stencil");
    }
    return {};
}

/// A range [base, base + count) of `total`, where a count of zero means the rest.
struct Selection final
{
    uint32 Base{0};
    uint32 Count{0};
};

RasterVerdict Select(Selection asked, uint32 total, const char* baseField, const char* countField,
                     Selection& out) noexcept
{
    if (asked.Base >= total)
    {
        return Malformed(DiagnosticCode::RangeOutside, baseField, uint64{asked.Base} + 1, total);
    }
    if (asked.Count > total - asked.Base)
    {
        return Malformed(DiagnosticCode::RangeOutside, countField, uint64{asked.Base} + asked.Count, total);
    }
    out = {asked.Base, asked.Count == 0 ? total - asked.Base : asked.Count};
    return {};
}

/// Whether a view of `layers` layers may have dimension `view` on a texture of dimension `texture`: its own, with all
/// faces for a cube, or one layer of an array or cube as D2.
[[nodiscard]] bool SuitsDimension(TextureDimension texture, TextureDimension view, uint32 layers) noexcept
{
    if (texture == view)
    {
        return view != TextureDimension::Cube || layers == CUBE_FACES;
    }
    return view == TextureDimension::D2 && texture != TextureDimension::D3 && layers == 1;
}

/// What aspect and use ask of the texture, whatever the device.
RasterVerdict CheckViewUse(const TextureDescription& texture, const TextureViewDescription& description,
                           const TextureViewCreation& view) noexcept
{
    if (description.Aspect != TextureAspect::Color)
    {
        if (!texture.Attachment || (description.Aspect == TextureAspect::Stencil && !texture.Stencil))
        {
            return Malformed(DiagnosticCode::AspectMissing, "TextureViewDescription.Aspect");
        }
        if (view.Dimension != TextureDimension::D2)
        {
            return Malformed(DiagnosticCode::ViewDimensionMismatch, "TextureViewDescription.Dimension");
        }
    }
    if (description.Attachment)
    {
        if (!texture.Attachment)
        {
            return Malformed(DiagnosticCode::AttachmentRequired, "TextureViewDescription.Attachment");
        }
        if (description.Aspect != TextureAspect::Color)
        {
            return Malformed(DiagnosticCode::EnumInvalid, "TextureViewDescription.Aspect",
                             NumberOf(description.Aspect));
        }
        if (view.Dimension != TextureDimension::D2)
        {
            return Malformed(DiagnosticCode::ViewDimensionMismatch, "TextureViewDescription.Dimension");
        }
        if (view.MipCount != 1)
        {
            return Malformed(DiagnosticCode::ValueNotExact, "TextureViewDescription.MipCount", view.MipCount, 1);
        }
    }
    return {};
}

RasterVerdict CheckViewOffered(const TextureDescription& texture, const TextureViewCreation& view,
                               const DeviceProfile& profile) noexcept
{
    const FormatCapabilities& offered = profile.Formats[static_cast<usize>(texture.Format)];
    if (view.Attachment)
    {
        return offered.AttachmentViews ? RasterVerdict{} : Unavailable("TextureViewDescription.Attachment");
    }
    if (texture.SampleCount != 1)
    {
        return Unavailable("A sampled view of four samples");
    }
    if (!view.IsWhole && !offered.PartialViews)
    {
        return Unavailable("TextureViewDescription's partial range");
    }
    if (view.Aspect == TextureAspect::Depth && !offered.DepthSampled)
    {
        return Unavailable("TextureViewDescription.Aspect");
    }
    if (view.Aspect == TextureAspect::Stencil && !offered.StencilSampled)
    {
        return Unavailable("TextureViewDescription.Aspect");
    }
    return {};
}

/// What a view's range counts; a volume has no layers to select.
[[nodiscard]] uint32 LayersOf(const TextureDescription& texture) noexcept
{
    return texture.Dimension == TextureDimension::D3 ? 1 : texture.DepthOrLayers;
}
} // namespace

RasterVerdict CheckTexture(const TextureDescription& description, const TextureUpload& upload,
                           const DeviceProfile& profile, TextureLevel (&levels)[MAX_MIP_LEVELS]) noexcept
{
    if (const RasterVerdict verdict = CheckDescription(description); !verdict.IsAccepted())
    {
        return verdict;
    }
    FillExtents(description, levels);
    if (const RasterVerdict verdict = BeginsUndefined(description) ? CheckNoUpload(description, upload)
                                                                   : CheckUpload(description, upload, levels);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckOffered(description, profile); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (upload.Bytes.size() > profile.Raster.MaxTextureUploadBytes)
    {
        return Malformed(DiagnosticCode::ValueTooLarge, "The size of TextureUpload.Bytes", upload.Bytes.size(),
                         profile.Raster.MaxTextureUploadBytes);
    }
    uint64 logical = 0;
    if (!TryTextureBytes(description, logical))
    {
        return Malformed(DiagnosticCode::SizeOverflow, "TextureDescription");
    }
    return {};
}

TextureViewDescription WholeView(const TextureDescription& texture) noexcept
{
    TextureViewDescription view;
    view.Dimension = texture.Dimension;
    view.MipCount = texture.MipLevels;
    view.LayerCount = LayersOf(texture);
    return view;
}

RasterVerdict CheckTextureView(const TextureDescription& texture, const TextureViewDescription& description,
                               const DeviceProfile& profile, TextureViewCreation& out) noexcept
{
    if (!IsEnumerator(description.Dimension, TextureDimension::D3))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "TextureViewDescription.Dimension",
                         NumberOf(description.Dimension));
    }
    Selection mips;
    if (const RasterVerdict verdict = Select({description.BaseMip, description.MipCount}, texture.MipLevels,
                                             "TextureViewDescription.BaseMip", "TextureViewDescription.MipCount", mips);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    Selection layers;
    if (const RasterVerdict verdict =
            Select({description.BaseLayer, description.LayerCount}, LayersOf(texture),
                   "TextureViewDescription.BaseLayer", "TextureViewDescription.LayerCount", layers);
        !verdict.IsAccepted())
    {
        return verdict;
    }
    if (!SuitsDimension(texture.Dimension, description.Dimension, layers.Count))
    {
        return Malformed(DiagnosticCode::ViewDimensionMismatch, "TextureViewDescription.Dimension");
    }
    if (!IsEnumerator(description.Aspect, TextureAspect::Stencil))
    {
        return Malformed(DiagnosticCode::EnumInvalid, "TextureViewDescription.Aspect", NumberOf(description.Aspect));
    }

    TextureViewCreation view;
    view.Dimension = description.Dimension;
    view.Aspect = description.Aspect;
    view.Attachment = description.Attachment;
    view.IsWhole = description.Dimension == texture.Dimension && mips.Count == texture.MipLevels &&
                   layers.Count == LayersOf(texture);
    view.BaseMip = mips.Base;
    view.MipCount = mips.Count;
    view.BaseLayer = layers.Base;
    view.LayerCount = layers.Count;
    if (const RasterVerdict verdict = CheckViewUse(texture, description, view); !verdict.IsAccepted())
    {
        return verdict;
    }
    if (const RasterVerdict verdict = CheckViewOffered(texture, view, profile); !verdict.IsAccepted())
    {
        return verdict;
    }
    out = view;
    return {};
}
} // namespace ludus::graphics::rhi::internal
