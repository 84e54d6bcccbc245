#include "scene.h"

#include "mesh.h"

#include <type_traits>

namespace consumer
{
namespace
{
constexpr rhi::RasterVertexStream STREAMS[] = {{sizeof(Vertex), false}, {sizeof(Instance), true}};
constexpr rhi::RasterVertexAttribute ATTRIBUTES[] = {
    {0, 0, offsetof(Vertex, Position), rhi::RasterVertexFormat::Float3},
    {1, 0, offsetof(Vertex, Texel), rhi::RasterVertexFormat::Float2},
    {2, 1, 0, rhi::RasterVertexFormat::Float3},
};
} // namespace

void CreateBuffers(rhi::DeviceHandle device, Scene& scene, ludus::foundation::usize tintStride)
{
    EXPECT(Owned(
        rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, sizeof(VERTICES)}, BytesOf(VERTICES), scene.Vertices)));
    EXPECT(Owned(
        rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, sizeof(INSTANCES)}, BytesOf(INSTANCES), scene.Instances)));
    // An index buffer is filled in whole four-byte units.
    std::vector<uint8> indices(BytesOf(INDICES).begin(), BytesOf(INDICES).end());
    indices.resize((indices.size() + 3) / 4 * 4);
    EXPECT(Owned(rhi::CreateBuffer(device, {rhi::BufferRole::Index16, indices.size()}, indices, scene.Indices)));
    std::vector<uint8> tints(tintStride + sizeof(FAR_TINT));
    std::memcpy(tints.data(), BAND_TINT, sizeof(BAND_TINT));
    std::memcpy(tints.data() + tintStride, FAR_TINT, sizeof(FAR_TINT));
    EXPECT(Owned(rhi::CreateBuffer(device, {rhi::BufferRole::Uniform, tints.size()}, tints, scene.Tints)));

    rhi::BufferHandle refused;
    EXPECT(rhi::CreateBuffer(device, {rhi::BufferRole::Vertex, 24}, BytesOf(VERTICES), refused) ==
           rhi::RasterStatus::InvalidDescription);
    EXPECT(rhi::GetStatus(device, refused) == rhi::RasterStatus::InvalidHandle);
    for (const rhi::BufferHandle& buffer : {scene.Vertices, scene.Instances, scene.Indices, scene.Tints})
    {
        Await(device, buffer);
    }
}

void CreateImage(rhi::DeviceHandle device, Scene& scene)
{
    const rhi::TextureDescription description{2, 2, rhi::RasterFormat::Rgba8Unorm, false, 1, true};
    EXPECT(Owned(rhi::CreateTexture(device, description, {TEXELS, 12, {}}, scene.Image)));
    Await(device, scene.Image);
    EXPECT(Owned(rhi::CreateTextureView(device, scene.Image, scene.View)));
    EXPECT(Owned(rhi::CreateSampler(device, {}, scene.Sampler)));
    Await(device, scene.View);
    Await(device, scene.Sampler);
}

void CreateBindings(rhi::DeviceHandle device, Scene& scene, ludus::foundation::usize tintStride)
{
    EXPECT(Owned(rhi::CreateRasterShader(device, ludus::shaders::mesh::Vertex(), scene.VertexStage)));
    EXPECT(Owned(rhi::CreateRasterShader(device, ludus::shaders::mesh::Fragment(), scene.FragmentStage)));
    const rhi::RasterBinding bindings[] = {
        {0, rhi::RasterBindingKind::UniformBuffer, rhi::RasterVisibility::Fragment, 16},
        {1, rhi::RasterBindingKind::Texture2D, rhi::RasterVisibility::Fragment, 0},
        {2, rhi::RasterBindingKind::Sampler, rhi::RasterVisibility::Fragment, 0},
    };
    EXPECT(Owned(rhi::CreateBindingLayout(device, bindings, scene.Layout)));
    Await(device, scene.VertexStage);
    Await(device, scene.FragmentStage);
    Await(device, scene.Layout);
    const auto makeSet = [&](ludus::foundation::usize offset, rhi::BindingSetHandle& set)
    {
        const rhi::RasterBindingResource resources[] = {
            {0, scene.Tints, offset, 16},
            {.Binding = 1, .Texture = scene.View},
            {.Binding = 2, .Sampler = scene.Sampler},
        };
        EXPECT(Owned(rhi::CreateBindingSet(device, scene.Layout, resources, set)));
        Await(device, set);
    };
    makeSet(0, scene.BandSet);
    makeSet(tintStride, scene.FarSet);
}

rhi::RasterPipelineDescription DescribePipeline(const Scene& scene)
{
    return {scene.VertexStage, scene.FragmentStage, scene.Layout, STREAMS, ATTRIBUTES, true, false};
}

void CreatePipeline(rhi::DeviceHandle device, Scene& scene)
{
    EXPECT(Owned(rhi::CreateRasterPipeline(device, DescribePipeline(scene), scene.Pipeline)));
    Await(device, scene.Pipeline);
}

Packets::Packets(const Scene& scene)
    : Slices{{scene.Vertices, 0, sizeof(VERTICES)}, {scene.Instances, 0, sizeof(INSTANCES)}},
      Band{scene.Pipeline, scene.BandSet, Slices, scene.Indices, 0, 6, 8, 2},
      Far{scene.Pipeline, scene.FarSet, Slices, scene.Indices, 12, 6, 8, 1}
{
}

void ExpectPicture(const Picture& picture)
{
    EXPECT(picture.Info.Width == EDGE && picture.Info.Height == EDGE);
    // The band: rows 16 to 47; the left instance is bright, the right one half as bright. Texels by quadrant.
    for (const uint32 left : {0U, 32U})
    {
        const float64 bright = left == 0 ? 1.0 : 0.5;
        EXPECT(Shows(picture, left + 4, 20, bright, 0.0, 0.0));
        EXPECT(Shows(picture, left + 28, 20, 0.0, 0.5 * bright, 0.0));
        EXPECT(Shows(picture, left + 4, 44, 0.0, 0.0, 0.25 * bright));
        EXPECT(Shows(picture, left + 28, 44, bright, 0.5 * bright, 0.25 * bright));
    }
    // Above and below it: the far quad, its four texels over the whole frame.
    EXPECT(Shows(picture, 4, 4, 0.25, 0.0, 0.0));
    EXPECT(Shows(picture, 60, 4, 0.0, 0.25, 0.0));
    EXPECT(Shows(picture, 4, 60, 0.0, 0.0, 0.5));
    EXPECT(Shows(picture, 60, 60, 0.25, 0.25, 0.5));
}

void DestroyScene(rhi::DeviceHandle device, Scene& scene)
{
    const auto destroy = [&](auto&... handles)
    {
        const auto destroyOne = [&](auto& handle)
        {
            using Handle = std::remove_reference_t<decltype(handle)>;
            if (!IsSame(handle, Handle{}))
            {
                const Handle copy = handle;
                EXPECT(rhi::Destroy(device, handle) == rhi::RasterStatus::Ready);
                EXPECT(rhi::GetStatus(device, copy) == rhi::RasterStatus::InvalidHandle);
            }
        };
        (destroyOne(handles), ...);
    };
    destroy(scene.Vertices, scene.Instances, scene.Indices, scene.Tints, scene.Image, scene.View, scene.Sampler,
            scene.VertexStage, scene.FragmentStage, scene.Layout, scene.BandSet, scene.FarSet, scene.Pipeline);
    EXPECT(rhi::IsNull(scene.Image));
}
} // namespace consumer
