// The scene that the raster programs draw: a near band of two textured, tinted instances before a far quad.
#pragma once

#include "check.h"

#include <ludus/graphics/rhi/raster.h>

#include <cstddef>
#include <span>

namespace consumer
{
struct Vertex
{
    float Position[3];
    float Texel[2];
};

static_assert(offsetof(Vertex, Texel) == 12 && sizeof(Vertex) == 20);

struct Instance
{
    float Offset[2];
    float Brightness;
};

static_assert(offsetof(Instance, Brightness) == 8 && sizeof(Instance) == 12);

// Pixels of the picture on a side.
constexpr uint32 EDGE = 64;

// A band over the middle of the left half, near; a quad over everything, far.
constexpr Vertex VERTICES[] = {
    {{-1.0F, 0.5F, 0.25F}, {0.0F, 0.0F}},  {{0.0F, 0.5F, 0.25F}, {1.0F, 0.0F}},   {{0.0F, -0.5F, 0.25F}, {1.0F, 1.0F}},
    {{-1.0F, -0.5F, 0.25F}, {0.0F, 1.0F}}, {{-1.0F, 1.0F, 0.75F}, {0.0F, 0.0F}},  {{1.0F, 1.0F, 0.75F}, {1.0F, 0.0F}},
    {{1.0F, -1.0F, 0.75F}, {1.0F, 1.0F}},  {{-1.0F, -1.0F, 0.75F}, {0.0F, 1.0F}},
};
constexpr ludus::foundation::uint16 INDICES[] = {0, 1, 2, 0, 2, 3, 4, 5, 6, 4, 6, 7, 0, 1, 9};
constexpr Instance INSTANCES[] = {{{0.0F, 0.0F}, 1.0F}, {{1.0F, 0.0F}, 0.5F}};

// Two by two texels: red, green / blue, white. Rows are padded to show that the pitch is kept to.
constexpr uint8 TEXELS[] = {
    255, 0, 0, 255, 0, 255, 0, 255, 9, 9, 9, 9, 0, 0, 255, 255, 255, 255, 255, 255, 9, 9, 9, 9,
};
constexpr float BAND_TINT[4] = {1.0F, 0.5F, 0.25F, 1.0F};
constexpr float FAR_TINT[4] = {0.25F, 0.25F, 0.5F, 1.0F};

template <typename T>
std::span<const uint8> BytesOf(const T& value)
{
    return {reinterpret_cast<const uint8*>(&value), sizeof(value)};
}

// Whether two handles name the same object, or are both null: by owner and generation, behind which there is padding.
template <typename Handle>
bool IsSame(const Handle& one, const Handle& other)
{
    constexpr std::size_t BYTES = 16;
    static_assert(sizeof(Handle) >= BYTES);
    return std::memcmp(static_cast<const void*>(&one), static_cast<const void*>(&other), BYTES) == 0;
}

inline bool Owned(rhi::RasterStatus status)
{
    return status == rhi::RasterStatus::Ready || status == rhi::RasterStatus::Pending;
}

struct Scene
{
    rhi::BufferHandle Vertices{};
    rhi::BufferHandle Instances{};
    rhi::BufferHandle Indices{};
    rhi::BufferHandle Tints{};
    rhi::TextureHandle Image{};
    rhi::TextureViewHandle View{};
    rhi::SamplerHandle Sampler{};
    rhi::RasterShaderHandle VertexStage{};
    rhi::RasterShaderHandle FragmentStage{};
    rhi::BindingLayoutHandle Layout{};
    rhi::BindingSetHandle BandSet{};
    rhi::BindingSetHandle FarSet{};
    rhi::RasterPipelineHandle Pipeline{};
};

// Until a resource can be used.
template <typename Handle>
void Await(rhi::DeviceHandle device, const Handle& handle)
{
    Settle([&] { return GetStatus(device, handle); }); // of any kind, also one that a later header declares
}

void CreateBuffers(rhi::DeviceHandle device, Scene& scene, ludus::foundation::usize tintStride);
void CreateImage(rhi::DeviceHandle device, Scene& scene);

// Stages, layout and both sets: buffers and image exist.
void CreateBindings(rhi::DeviceHandle device, Scene& scene, ludus::foundation::usize tintStride);

// A pipeline of the scene's stages and layout.
rhi::RasterPipelineDescription DescribePipeline(const Scene& scene);
void CreatePipeline(rhi::DeviceHandle device, Scene& scene);

// The two packets of the scene and what they point at: stays where it was made.
struct Packets
{
    explicit Packets(const Scene& scene);
    Packets(const Packets&) = delete;
    Packets& operator=(const Packets&) = delete;

    rhi::RasterVertexSlice Slices[2];
    rhi::RasterDraw Band;
    rhi::RasterDraw Far;
};

void ExpectPicture(const Picture& picture);

// Ends every public handle of the scene that is not null.
void DestroyScene(rhi::DeviceHandle device, Scene& scene);
} // namespace consumer
