#include "backends/webgpu/convert.h"

#include "backends/common/lookup.h"

#include <iterator>

namespace ludus::graphics::rhi::internal::webgpu
{
WGPUTextureFormat ToFormat(RasterFormat format) noexcept
{
    constexpr WGPUTextureFormat TABLE[RASTER_FORMAT_COUNT] = {
        WGPUTextureFormat_RGBA8Unorm,   WGPUTextureFormat_RGBA8UnormSrgb, WGPUTextureFormat_R8Unorm,
        WGPUTextureFormat_RG8Unorm,     WGPUTextureFormat_RGBA16Float,    WGPUTextureFormat_BC1RGBAUnorm,
        WGPUTextureFormat_BC3RGBAUnorm, WGPUTextureFormat_BC5RGUnorm,
    };
    return Lookup(TABLE, format);
}

WGPUBufferUsage ToBufferUsage(BufferRole role) noexcept
{
    constexpr WGPUBufferUsage COPIES = WGPUBufferUsage_CopySrc | WGPUBufferUsage_CopyDst;
    constexpr WGPUBufferUsage TABLE[] = {
        COPIES | WGPUBufferUsage_Vertex,
        COPIES | WGPUBufferUsage_Index,
        COPIES | WGPUBufferUsage_Index,
        COPIES | WGPUBufferUsage_Uniform,
        COPIES | WGPUBufferUsage_Storage,
        COPIES | WGPUBufferUsage_Storage | WGPUBufferUsage_Vertex,
        COPIES | WGPUBufferUsage_Storage | WGPUBufferUsage_Indirect,
    };
    return Lookup(TABLE, role);
}

WGPUTextureUsage ToTextureUsage(bool isAttachment) noexcept
{
    constexpr WGPUTextureUsage SAMPLED =
        WGPUTextureUsage_TextureBinding | WGPUTextureUsage_CopySrc | WGPUTextureUsage_CopyDst;
    return isAttachment ? SAMPLED | WGPUTextureUsage_RenderAttachment : SAMPLED;
}

WGPUVertexFormat ToVertexFormat(RasterVertexFormat format) noexcept
{
    constexpr WGPUVertexFormat TABLE[] = {WGPUVertexFormat_Float32x2, WGPUVertexFormat_Float32x3,
                                          WGPUVertexFormat_Float32x4};
    return Lookup(TABLE, format);
}

WGPUCompareFunction ToCompare(RasterDepthCompare compare) noexcept
{
    constexpr WGPUCompareFunction TABLE[] = {WGPUCompareFunction_Less, WGPUCompareFunction_LessEqual,
                                             WGPUCompareFunction_Greater, WGPUCompareFunction_GreaterEqual,
                                             WGPUCompareFunction_Always};
    return Lookup(TABLE, compare);
}

WGPUCullMode ToCull(RasterCull cull) noexcept
{
    constexpr WGPUCullMode TABLE[] = {WGPUCullMode_None, WGPUCullMode_Front, WGPUCullMode_Back};
    return Lookup(TABLE, cull);
}

WGPUFilterMode ToFilter(RasterFilter filter) noexcept
{
    constexpr WGPUFilterMode TABLE[] = {WGPUFilterMode_Nearest, WGPUFilterMode_Linear};
    return Lookup(TABLE, filter);
}

WGPUAddressMode ToAddress(RasterAddress address) noexcept
{
    constexpr WGPUAddressMode TABLE[] = {WGPUAddressMode_ClampToEdge, WGPUAddressMode_Repeat};
    return Lookup(TABLE, address);
}

WGPUShaderStage ToStages(RasterVisibility visibility) noexcept
{
    // Bits of the mask, by ascending value.
    constexpr WGPUShaderStage TABLE[] = {WGPUShaderStage_Vertex, WGPUShaderStage_Fragment, WGPUShaderStage_Compute};
    WGPUShaderStage stages = WGPUShaderStage_None;
    for (uint32 bit = 0; bit < std::size(TABLE); ++bit)
    {
        stages |= (static_cast<uint32>(visibility) >> bit & 1U) != 0 ? TABLE[bit] : WGPUShaderStage_None;
    }
    return stages;
}

WGPUTextureViewDimension ToViewDimension(TextureDimension dimension) noexcept
{
    constexpr WGPUTextureViewDimension TABLE[] = {WGPUTextureViewDimension_2D, WGPUTextureViewDimension_2DArray,
                                                  WGPUTextureViewDimension_Cube, WGPUTextureViewDimension_3D};
    return Lookup(TABLE, dimension);
}

WGPUTextureAspect ToAspect(TextureAspect aspect) noexcept
{
    constexpr WGPUTextureAspect TABLE[] = {WGPUTextureAspect_All, WGPUTextureAspect_DepthOnly,
                                           WGPUTextureAspect_StencilOnly};
    return Lookup(TABLE, aspect);
}

WGPULoadOp ToLoad(AttachmentLoad load) noexcept
{
    constexpr WGPULoadOp TABLE[] = {WGPULoadOp_Clear, WGPULoadOp_Load, WGPULoadOp_Clear};
    return Lookup(TABLE, load);
}

WGPUStoreOp ToStore(AttachmentStore store) noexcept
{
    constexpr WGPUStoreOp TABLE[] = {WGPUStoreOp_Store, WGPUStoreOp_Discard};
    return Lookup(TABLE, store);
}
} // namespace ludus::graphics::rhi::internal::webgpu
