// What is true of each binding kind: which resource it takes, and which view suits it.
#pragma once

#include <ludus/graphics/rhi/raster.h>

namespace ludus::graphics::rhi::internal
{
using namespace foundation::core;

/// The resource behind a binding.
enum class BindingResource : uint8
{
    Buffer,
    View,
    Sampler,
    Scene,
};

struct BindingFacts final
{
    const char* Name{nullptr};
    BindingResource Resource{BindingResource::Buffer};
    TextureDimension Dimension{TextureDimension::D2}; // of the view
    TextureAspect Aspect{TextureAspect::Color};       // of the view
    bool IsStorage{false};
    bool IsWritable{false};
};

/// Number of binding kinds.
constexpr usize BINDING_KIND_COUNT = static_cast<usize>(RasterBindingKind::RayScene) + 1;

/// Indexed by RasterBindingKind.
constexpr BindingFacts BINDING_FACTS[BINDING_KIND_COUNT] = {
    {"UniformBuffer", BindingResource::Buffer, TextureDimension::D2, TextureAspect::Color, false, false},
    {"Texture2D", BindingResource::View, TextureDimension::D2, TextureAspect::Color, false, false},
    {"Texture2DArray", BindingResource::View, TextureDimension::D2Array, TextureAspect::Color, false, false},
    {"TextureCube", BindingResource::View, TextureDimension::Cube, TextureAspect::Color, false, false},
    {"Texture3D", BindingResource::View, TextureDimension::D3, TextureAspect::Color, false, false},
    {"TextureDepth2D", BindingResource::View, TextureDimension::D2, TextureAspect::Depth, false, false},
    {"TextureStencil2D", BindingResource::View, TextureDimension::D2, TextureAspect::Stencil, false, false},
    {"Sampler", BindingResource::Sampler, TextureDimension::D2, TextureAspect::Color, false, false},
    {"StorageRead", BindingResource::Buffer, TextureDimension::D2, TextureAspect::Color, true, false},
    {"StorageReadWrite", BindingResource::Buffer, TextureDimension::D2, TextureAspect::Color, true, true},
    {"RayScene", BindingResource::Scene, TextureDimension::D2, TextureAspect::Color, false, false},
};

[[nodiscard]] constexpr bool IsKnownBindingKind(RasterBindingKind kind) noexcept
{
    return static_cast<usize>(kind) < BINDING_KIND_COUNT;
}

/// Facts of a known kind.
[[nodiscard]] constexpr const BindingFacts& FactsOf(RasterBindingKind kind) noexcept
{
    return BINDING_FACTS[static_cast<usize>(kind)];
}
} // namespace ludus::graphics::rhi::internal
