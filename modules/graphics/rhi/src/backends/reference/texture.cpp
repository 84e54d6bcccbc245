// Textures with their bytes and their ledger of defined subresources; views and samplers.
#include "backends/reference/reference_backend.h"

#include <cmath>

namespace ludus::graphics::rhi::internal
{
namespace
{
struct Block
{
    uint32 Edge{1};
    uint32 Bytes{4};
};

constexpr Block GetBlock(RasterFormat format) noexcept
{
    switch (format)
    {
    case RasterFormat::Rgba8Unorm:
    case RasterFormat::Rgba8Srgb:
        return {1, 4};
    case RasterFormat::R8Unorm:
        return {1, 1};
    case RasterFormat::Rg8Unorm:
        return {1, 2};
    case RasterFormat::Rgba16Float:
        return {1, 8};
    case RasterFormat::Bc1RgbaUnorm:
        return {4, 8};
    case RasterFormat::Bc3RgbaUnorm:
    case RasterFormat::Bc5RgUnorm:
        return {4, 16};
    }
    return {};
}

constexpr uint32 AtLeastOne(uint32 value) noexcept
{
    return value == 0 ? 1 : value;
}

// Whether an upload's levels are the mips that the description says, inside the bytes.
bool IsUploadComplete(const TextureCreation& creation) noexcept
{
    const TextureDescription& description = creation.Description;
    const Block block = GetBlock(description.Format);
    if (creation.Levels.size() != description.MipLevels)
    {
        return Violate("CreateTexture with %zu levels where %u are described", creation.Levels.size(),
                       description.MipLevels);
    }
    for (uint32 mip = 0; mip < description.MipLevels; ++mip)
    {
        const TextureLevel& level = creation.Levels[mip];
        const uint32 width = AtLeastOne(description.Width >> mip);
        const uint32 height = AtLeastOne(description.Height >> mip);
        const uint32 rows = (height + block.Edge - 1) / block.Edge;
        const usize rowBytes = usize{(width + block.Edge - 1) / block.Edge} * block.Bytes;
        const usize needed = level.RowPitch * (usize{rows} * AtLeastOne(level.DepthOrLayers) - 1) + rowBytes;
        if (level.Width != width || level.Height != height || level.Rows != rows || level.RowPitch < rowBytes ||
            level.Offset > creation.Bytes.size() || needed > creation.Bytes.size() - level.Offset)
        {
            return Violate("CreateTexture with a level %u that does not fit its extent or the bytes", mip);
        }
    }
    return true;
}
} // namespace

// Lays the subresources out one after another, tightly packed and undefined.
BackendStatus ReferenceBackend::MakeParts(ReferenceTexture& texture) noexcept
{
    const TextureDescription& description = texture.Description;
    const Block block = GetBlock(description.Format);
    usize bytes = 0;
    for (uint32 mip = 0; mip < description.MipLevels; ++mip)
    {
        ReferenceSubresource part;
        part.Width = AtLeastOne(description.Width >> mip);
        part.Height = AtLeastOne(description.Height >> mip);
        part.Rows = (part.Height + block.Edge - 1) / block.Edge;
        part.RowBytes = usize{(part.Width + block.Edge - 1) / block.Edge} * block.Bytes;
        const bool isVolume = description.Dimension == TextureDimension::D3;
        const uint32 layers = isVolume ? AtLeastOne(description.DepthOrLayers >> mip) : description.DepthOrLayers;
        texture.LayersOfMip[mip] = layers;
        for (uint32 layer = 0; layer < layers; ++layer)
        {
            part.Offset = bytes;
            bytes += part.RowBytes * part.Rows;
            if (!texture.Parts.Append(part))
            {
                return BackendStatus::OutOfMemory;
            }
        }
    }
    return texture.Bytes.Resize(bytes) ? BackendStatus::Ready : BackendStatus::OutOfMemory;
}

BackendStatus ReferenceBackend::CreateTexture(uint32 slot, uint64 generation, const TextureCreation& creation) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferenceTexture* texture = Open(ReferenceCall::CreateTexture, Textures, slot, status);
    if (texture == nullptr)
    {
        return status;
    }
    const TextureDescription& description = creation.Description;
    const FormatCapabilities& format = Report.Profile.Formats[static_cast<usize>(description.Format)];
    if (description.Width == 0 || description.Height == 0 || description.DepthOrLayers == 0 ||
        description.MipLevels == 0 || description.MipLevels > std::size(texture->LayersOfMip) ||
        description.Width > format.MaxDimension2D || description.Height > format.MaxDimension2D)
    {
        Violate("CreateTexture of %ux%u with %u mips, which the format does not offer", description.Width,
                description.Height, description.MipLevels);
        return BackendStatus::Refused;
    }
    if (!creation.Bytes.empty() && !IsUploadComplete(creation))
    {
        return BackendStatus::Refused;
    }
    texture->Description = description;
    if (MakeParts(*texture) != BackendStatus::Ready)
    {
        *texture = {};
        return BackendStatus::OutOfMemory;
    }
    if (!creation.Bytes.empty())
    {
        usize index = 0;
        for (uint32 mip = 0; mip < description.MipLevels; ++mip)
        {
            const TextureLevel& level = creation.Levels[mip];
            const uint8* source = creation.Bytes.data() + level.Offset;
            for (uint32 layer = 0; layer < texture->LayersOfMip[mip]; ++layer)
            {
                ReferenceSubresource& part = texture->Parts[index++];
                for (uint32 row = 0; row < part.Rows; ++row, source += level.RowPitch)
                {
                    std::memcpy(texture->Bytes.Data() + part.Offset + row * part.RowBytes, source, part.RowBytes);
                }
                part.IsDefined = true;
            }
        }
    }
    return Close(RecordKind::Texture, slot, generation, *texture, description.AsyncUpload);
}

BackendStatus ReferenceBackend::CreateTextureView(uint32 slot, uint64 generation,
                                                  const TextureViewCreation& creation) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferenceView* view = Open(ReferenceCall::CreateTextureView, Views, slot, status);
    if (view == nullptr)
    {
        return status;
    }
    ReferenceTexture* texture = Reach(Textures, creation.Texture, "texture", "CreateTextureView");
    if (texture == nullptr)
    {
        return BackendStatus::Refused;
    }
    const TextureDescription& description = texture->Description;
    const uint32 layers = description.Dimension == TextureDimension::D3 ? 1 : description.DepthOrLayers;
    if (creation.MipCount == 0 || creation.BaseMip >= description.MipLevels ||
        creation.MipCount > description.MipLevels - creation.BaseMip || creation.LayerCount == 0 ||
        creation.BaseLayer >= layers || creation.LayerCount > layers - creation.BaseLayer)
    {
        Violate("CreateTextureView of a range outside texture %u", creation.Texture);
        return BackendStatus::Refused;
    }
    const bool isWhole = creation.MipCount == description.MipLevels && creation.LayerCount == layers &&
                         creation.Dimension == description.Dimension;
    if (creation.IsWhole && !isWhole)
    {
        Violate("CreateTextureView of a part of texture %u that is said to be whole", creation.Texture);
    }
    if (creation.Attachment && (!description.Attachment || creation.MipCount != 1 || creation.LayerCount != 1))
    {
        Violate("CreateTextureView for an attachment of texture %u, which is none or not one part", creation.Texture);
    }
    view->Creation = creation;
    ++texture->Users;
    return Close(RecordKind::TextureView, slot, generation, *view);
}

BackendStatus ReferenceBackend::CreateSampler(uint32 slot, uint64 generation,
                                              const SamplerDescription& description) noexcept
{
    BackendStatus status = BackendStatus::Refused;
    ReferenceSampler* sampler = Open(ReferenceCall::CreateSampler, Samplers, slot, status);
    if (sampler == nullptr)
    {
        return status;
    }
    if (!std::isfinite(description.MinLod) || !std::isfinite(description.MaxLod) || description.MinLod < 0 ||
        description.MaxLod < description.MinLod)
    {
        Violate("CreateSampler with levels %g to %g", static_cast<float64>(description.MinLod),
                static_cast<float64>(description.MaxLod));
    }
    sampler->Description = description;
    return Close(RecordKind::Sampler, slot, generation, *sampler);
}

// Whether every part that a view shows has been written.
bool ReferenceBackend::IsDefined(const ReferenceView& view) noexcept
{
    const ReferenceTexture& texture = Textures.At(view.Creation.Texture);
    if (view.Creation.Aspect != TextureAspect::Color)
    {
        return true; // private depth and stencil have no parts here
    }
    usize first = 0;
    for (uint32 mip = 0; mip < view.Creation.BaseMip + view.Creation.MipCount; ++mip)
    {
        const bool isVolume = texture.Description.Dimension == TextureDimension::D3;
        const uint32 base = isVolume ? 0 : view.Creation.BaseLayer;
        const uint32 count = isVolume ? texture.LayersOfMip[mip] : view.Creation.LayerCount;
        for (uint32 layer = base; mip >= view.Creation.BaseMip && layer < base + count; ++layer)
        {
            if (!texture.Parts[first + layer].IsDefined)
            {
                return false;
            }
        }
        first += texture.LayersOfMip[mip];
    }
    return true;
}
} // namespace ludus::graphics::rhi::internal
