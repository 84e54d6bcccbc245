// A textured, instanced, depth-tested draw through the installed package, read back and compared with the expected
// colours; then refused packets, and the same picture from resources whose public handles are gone.
#include "check.h"
#include "mesh.h"

#include <ludus/graphics/rhi/raster.h>

#include <cstddef>

namespace
{
using namespace consumer;

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

bool Owned(rhi::RasterStatus status)
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

template <typename Handle>
void Await(rhi::DeviceHandle device, const Handle& handle)
{
    Settle([&] { return rhi::GetStatus(device, handle); });
}

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

void CreatePipeline(rhi::DeviceHandle device, Scene& scene, ludus::foundation::usize tintStride)
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

    const rhi::RasterVertexStream streams[] = {{sizeof(Vertex), false}, {sizeof(Instance), true}};
    const rhi::RasterVertexAttribute attributes[] = {
        {0, 0, offsetof(Vertex, Position), rhi::RasterVertexFormat::Float3},
        {1, 0, offsetof(Vertex, Texel), rhi::RasterVertexFormat::Float2},
        {2, 1, 0, rhi::RasterVertexFormat::Float3},
    };
    const rhi::RasterPipelineDescription description{
        scene.VertexStage, scene.FragmentStage, scene.Layout, streams, attributes, true, false};
    EXPECT(Owned(rhi::CreateRasterPipeline(device, description, scene.Pipeline)));
    Await(device, scene.Pipeline);
}

// The near band first, the far quad after it: depth keeps the band.
void DrawScene(rhi::DeviceHandle device, rhi::SurfaceHandle surface, const Scene& scene)
{
    const rhi::RasterVertexSlice slices[] = {{scene.Vertices, 0, sizeof(VERTICES)},
                                             {scene.Instances, 0, sizeof(INSTANCES)}};
    const rhi::RasterDraw band{scene.Pipeline, scene.BandSet, slices, scene.Indices, 0, 6, 8, 2};
    const rhi::RasterDraw far{scene.Pipeline, scene.FarSet, slices, scene.Indices, 12, 6, 8, 1};
    EXPECT(rhi::DrawIndexed(device, band) == rhi::RasterStatus::InvalidState);
    EXPECT(rhi::SetFrameTarget(device, surface, {.Width = EDGE, .Height = EDGE}) == rhi::DeviceStatus::Ready);
    OpenFrame([&] { return rhi::BeginFrame(device, surface); });
    EXPECT(rhi::DrawIndexed(device, band) == rhi::RasterStatus::Ready);

    // The last triangle names vertex 9 of 8: refused, and nothing of it is recorded.
    rhi::RasterDraw broken{scene.Pipeline, scene.BandSet, slices, scene.Indices, 24, 3, 8, 1};
    EXPECT(rhi::DrawIndexed(device, broken) == rhi::RasterStatus::InvalidDescription);
    rhi::Diagnostic refusal;
    EXPECT(rhi::GetLastDiagnostic(device, refusal) && refusal.Code != rhi::DiagnosticCode::None);
    char text[rhi::DIAGNOSTIC_TEXT_BYTES];
    EXPECT(rhi::FormatDiagnostic(refusal, text) == std::strlen(text) && std::strlen(text) > 0);
    broken = {scene.Pipeline, scene.BandSet, slices, scene.Indices, 0, 6, 8, 3};
    EXPECT(rhi::DrawIndexed(device, broken) == rhi::RasterStatus::InvalidDescription);

    EXPECT(rhi::DrawIndexed(device, far) == rhi::RasterStatus::Ready);
    EXPECT(rhi::EndFrame(device) == rhi::DeviceStatus::Ready);
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
    const rhi::BufferHandle copy = scene.Vertices;
    const auto destroy = [&](auto&... handles)
    { (EXPECT(rhi::Destroy(device, handles) == rhi::RasterStatus::Ready), ...); };
    destroy(scene.Vertices, scene.Instances, scene.Indices, scene.Tints, scene.Image, scene.View, scene.Sampler,
            scene.VertexStage, scene.FragmentStage, scene.Layout, scene.BandSet, scene.FarSet, scene.Pipeline);
    EXPECT(rhi::IsNull(scene.Image));
    EXPECT(rhi::GetStatus(device, copy) == rhi::RasterStatus::InvalidHandle);
}
} // namespace

int main(int count, char** arguments)
{
    rhi::DeviceDescription description;
    description.Selection = SelectBackend(count, arguments);
    description.Required.PortableRaster = true;
    rhi::DeviceHandle device;
    rhi::SurfaceHandle surface;
    const rhi::DeviceStatus started =
        rhi::CreateDevice({"raster consumer", 1}, {.Width = EDGE, .Height = EDGE}, description, device, surface);
    EXPECT(started == rhi::DeviceStatus::Ready || started == rhi::DeviceStatus::Pending);
    rhi::DeviceInfo info;
    Settle([&] { return rhi::GetDeviceInfo(device, info); });
    EXPECT(info.Enabled.PortableRaster);
    const bool drawsPixels = info.Startup.SelectedBackend != rhi::Backend::Reference;

    // Twice: the second round meets records that the first one left in flight.
    for (int round = 0; round < 2; ++round)
    {
        Scene scene;
        const auto tintStride = info.Profile.Raster.UniformOffsetAlignment;
        CreateBuffers(device, scene, tintStride);
        CreateImage(device, scene);
        CreatePipeline(device, scene, tintStride);
        DrawScene(device, surface, scene);
        DestroyScene(device, scene);
        const Picture picture = ReadFrame(device, surface);
        if (drawsPixels)
        {
            ExpectPicture(picture);
        }
    }
    EXPECT(rhi::DestroyDevice(device) == rhi::DeviceStatus::Ready);
    std::puts("raster consumer: all checks passed");
    return 0;
}
