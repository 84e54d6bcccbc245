// Textures of every kind through the installed package: each cell of the picture shows what one place of one view
// holds. Owners of textures and views are destroyed before the draws. What a device does not offer is refused, and
// said.
#include "check.h"

#include <ludus/graphics/rhi/raster.h>

#include <array.h>
#include <cube.h>
#include <flat.h>
#include <volume.h>

#include <array>
#include <span>

namespace
{
using namespace consumer;
using ludus::foundation::usize;

constexpr uint32 CELLS = 8; // on a side
constexpr uint32 CELL_PIXELS = 4;
constexpr uint32 EDGE = CELLS * CELL_PIXELS;
constexpr usize KINDS = 4;

struct CellBlock
{
    float Square[4];
    float Place[4];
    float Scale[4];
};

static_assert(sizeof(CellBlock) == 48);

constexpr usize STRIDE = 256;

// What one cell shows, and what it is to look like.
struct Cell
{
    usize Kind;
    rhi::BindingSetHandle Set;
    CellBlock Block;
    float Color[3];
};

bool IsOwned(rhi::RasterStatus status)
{
    return status == rhi::RasterStatus::Ready || status == rhi::RasterStatus::Pending;
}

template <typename Handle, typename Create>
Handle Make(rhi::DeviceHandle device, Create create)
{
    Handle handle;
    EXPECT(IsOwned(create(handle)));
    Settle([&] { return rhi::GetStatus(device, handle); });
    return handle;
}

class Gallery
{
public:
    explicit Gallery(rhi::DeviceHandle device) : Device(device)
    {
        constexpr float CORNERS[] = {0, 0, 0, 1, 1, 1, 1, 0};
        constexpr ludus::foundation::uint16 INDICES[] = {0, 1, 2, 0, 2, 3};
        Vertices = MakeBuffer(rhi::BufferRole::Vertex, BytesOf(CORNERS));
        Indices = MakeBuffer(rhi::BufferRole::Index16, BytesOf(INDICES));
        Sampler = Make<rhi::SamplerHandle>(
            Device, [&](auto& handle)
            { return rhi::CreateSampler(Device, {.MipFilter = rhi::RasterMipFilter::Nearest}, handle); });
        MakeKind(0, rhi::RasterBindingKind::Texture2D, ludus::shaders::flat::Vertex(),
                 ludus::shaders::flat::Fragment());
        MakeKind(1, rhi::RasterBindingKind::Texture2DArray, ludus::shaders::array::Vertex(),
                 ludus::shaders::array::Fragment());
        MakeKind(2, rhi::RasterBindingKind::TextureCube, ludus::shaders::cube::Vertex(),
                 ludus::shaders::cube::Fragment());
        MakeKind(3, rhi::RasterBindingKind::Texture3D, ludus::shaders::volume::Vertex(),
                 ludus::shaders::volume::Fragment());
    }

    // A view of the texture, or of a part of it. Null where parts are not offered.
    rhi::TextureViewHandle MakeView(rhi::TextureHandle texture, const rhi::TextureViewDescription* part)
    {
        return Make<rhi::TextureViewHandle>(Device,
                                            [&](auto& handle)
                                            {
                                                return part != nullptr
                                                           ? rhi::CreateTextureView(Device, texture, *part, handle)
                                                           : rhi::CreateTextureView(Device, texture, handle);
                                            });
    }

    rhi::TextureHandle MakeTexture(const rhi::TextureDescription& description, std::span<const uint8> bytes,
                                   std::span<const rhi::TextureMipUpload> mips)
    {
        return Make<rhi::TextureHandle>(
            Device, [&](auto& handle)
            { return rhi::CreateTexture(Device, description, {.Bytes = bytes, .Mips = mips}, handle); });
    }

    // The view is of the caller no longer.
    usize Show(usize kind, rhi::TextureViewHandle view)
    {
        Views.push_back(view);
        ViewKinds.push_back(kind);
        return Views.size() - 1;
    }

    void Add(usize view, const float (&place)[4], const float (&color)[3], float scale = 1)
    {
        const usize index = Cells.size();
        EXPECT(index < CELLS * CELLS);
        const float left = -1 + 2.0F * static_cast<float>(index % CELLS) / CELLS;
        const float top = 1 - 2.0F * static_cast<float>(index / CELLS) / CELLS;
        Cells.push_back({ViewKinds[view],
                         {},
                         {{left, top, 2.0F / CELLS, 2.0F / CELLS}, {place[0], place[1], place[2], place[3]}, {scale}},
                         {color[0], color[1], color[2]}});
        CellViews.push_back(view);
    }

    void Draw(rhi::SurfaceHandle surface)
    {
        std::vector<uint8> blocks(Cells.size() * STRIDE);
        for (usize i = 0; i < Cells.size(); ++i)
        {
            std::memcpy(blocks.data() + i * STRIDE, &Cells[i].Block, sizeof(CellBlock));
        }
        const rhi::BufferHandle uniforms = MakeBuffer(rhi::BufferRole::Uniform, blocks);
        std::vector<rhi::BindingSetHandle> sets;
        for (usize i = 0; i < Views.size(); ++i)
        {
            const rhi::RasterBindingResource resources[] = {
                {0, uniforms, 0, sizeof(CellBlock)},
                {.Binding = 1, .Texture = Views[i]},
                {.Binding = 2, .Sampler = Sampler},
            };
            sets.push_back(Make<rhi::BindingSetHandle>(
                Device,
                [&](auto& handle) { return rhi::CreateBindingSet(Device, Layouts[ViewKinds[i]], resources, handle); }));
            EXPECT(rhi::Destroy(Device, Views[i]) == rhi::RasterStatus::Ready); // the set keeps what it shows
        }
        EXPECT(rhi::SetFrameTarget(Device, surface, {.Width = EDGE, .Height = EDGE}) == rhi::DeviceStatus::Ready);
        OpenFrame([&] { return rhi::BeginFrame(Device, surface); });
        const rhi::RasterVertexSlice slice{Vertices, 0, 4 * 2 * sizeof(float)};
        for (usize i = 0; i < Cells.size(); ++i)
        {
            rhi::RasterDraw draw{Pipelines[Cells[i].Kind], sets[CellViews[i]], {&slice, 1}, Indices, 0, 6, 4, 1};
            draw.BindingOffsets.Bytes[0] = static_cast<uint32>(i * STRIDE);
            EXPECT(rhi::DrawIndexed(Device, draw) == rhi::RasterStatus::Ready);
        }
        EXPECT(rhi::EndFrame(Device) == rhi::DeviceStatus::Ready);
    }

    void ExpectCells(const Picture& picture) const
    {
        for (usize i = 0; i < Cells.size(); ++i)
        {
            const auto x = static_cast<uint32>(i % CELLS) * CELL_PIXELS;
            const auto y = static_cast<uint32>(i / CELLS) * CELL_PIXELS;
            const float* color = Cells[i].Color;
            const auto [red, green, blue] = std::array{float64{color[0]}, float64{color[1]}, float64{color[2]}};
            EXPECT(Shows(picture, x, y, red, green, blue));
            EXPECT(Shows(picture, x + CELL_PIXELS - 1, y + CELL_PIXELS - 1, red, green, blue));
        }
    }

    [[nodiscard]] usize CountCells() const { return Cells.size(); }

private:
    template <typename T>
    static std::span<const uint8> BytesOf(const T& value)
    {
        return {reinterpret_cast<const uint8*>(&value), sizeof(value)};
    }

    rhi::BufferHandle MakeBuffer(rhi::BufferRole role, std::span<const uint8> bytes)
    {
        return Make<rhi::BufferHandle>(Device,
                                       [&](auto& handle) {
                                           return rhi::CreateBuffer(Device, {role, bytes.size()}, bytes, handle);
                                       });
    }

    void MakeKind(usize kind, rhi::RasterBindingKind binding, const rhi::RasterShaderDescription& vertex,
                  const rhi::RasterShaderDescription& fragment)
    {
        const rhi::RasterBinding bindings[] = {
            {.Binding = 0, .MinSize = sizeof(CellBlock), .HasDynamicOffset = true},
            {.Binding = 1, .Kind = binding, .Visibility = rhi::RasterVisibility::Fragment},
            {.Binding = 2, .Kind = rhi::RasterBindingKind::Sampler, .Visibility = rhi::RasterVisibility::Fragment},
        };
        Layouts[kind] = Make<rhi::BindingLayoutHandle>(Device, [&](auto& handle)
                                                       { return rhi::CreateBindingLayout(Device, bindings, handle); });
        const auto makeStage = [&](const rhi::RasterShaderDescription& stage)
        {
            return Make<rhi::RasterShaderHandle>(Device, [&](auto& handle)
                                                 { return rhi::CreateRasterShader(Device, stage, handle); });
        };
        const rhi::RasterVertexStream stream{2 * sizeof(float), false};
        const rhi::RasterVertexAttribute attribute{0, 0, 0, rhi::RasterVertexFormat::Float2};
        rhi::RasterPipelineDescription pipeline;
        pipeline.Vertex = makeStage(vertex);
        pipeline.Fragment = makeStage(fragment);
        pipeline.Layout = Layouts[kind];
        pipeline.Streams = {&stream, 1};
        pipeline.Attributes = {&attribute, 1};
        Pipelines[kind] = Make<rhi::RasterPipelineHandle>(
            Device, [&](auto& handle) { return rhi::CreateRasterPipeline(Device, pipeline, handle); });
    }

    rhi::DeviceHandle Device;
    rhi::BufferHandle Vertices{};
    rhi::BufferHandle Indices{};
    rhi::SamplerHandle Sampler{};
    rhi::BindingLayoutHandle Layouts[KINDS]{};
    rhi::RasterPipelineHandle Pipelines[KINDS]{};
    std::vector<rhi::TextureViewHandle> Views{};
    std::vector<usize> ViewKinds{};
    std::vector<Cell> Cells{};
    std::vector<usize> CellViews{};
};

// Adds a slice of one colour to an upload.
void Fill(std::vector<uint8>& bytes, uint32 texels, const float (&color)[3])
{
    for (uint32 i = 0; i < texels; ++i)
    {
        for (const float channel : color)
        {
            bytes.push_back(static_cast<uint8>(std::lround(channel * 255)));
        }
        bytes.push_back(255);
    }
}

constexpr float MIP_COLORS[][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

// A chain of 4, 2 and 1 texels, whole and from its second mip on.
void ShowMips(rhi::DeviceHandle device, Gallery& gallery, bool hasParts)
{
    std::vector<uint8> bytes;
    std::vector<rhi::TextureMipUpload> mips;
    for (uint32 mip = 0; mip < 3; ++mip)
    {
        const uint32 edge = 4U >> mip;
        mips.push_back({bytes.size(), usize{edge} * 4});
        Fill(bytes, edge * edge, MIP_COLORS[mip]);
    }
    rhi::TextureHandle texture = gallery.MakeTexture({.Width = 4, .Height = 4, .MipLevels = 3}, bytes, mips);
    const usize whole = gallery.Show(0, gallery.MakeView(texture, nullptr));
    for (uint32 mip = 0; mip < 3; ++mip)
    {
        gallery.Add(whole, {0.5F, 0.5F, 0, static_cast<float>(mip)}, MIP_COLORS[mip]);
    }
    const rhi::TextureViewDescription tail{.BaseMip = 1};
    if (hasParts)
    {
        const usize part = gallery.Show(0, gallery.MakeView(texture, &tail));
        gallery.Add(part, {0.5F, 0.5F, 0, 0}, MIP_COLORS[1]);
        gallery.Add(part, {0.5F, 0.5F, 0, 1}, MIP_COLORS[2]);
    }
    const rhi::TextureViewDescription beyond{.BaseMip = 3};
    rhi::TextureViewHandle refused;
    EXPECT(rhi::CreateTextureView(device, texture, beyond, refused) == rhi::RasterStatus::InvalidDescription);
    EXPECT(rhi::Destroy(device, texture) == rhi::RasterStatus::Ready);
}

constexpr float FACE_COLORS[6][3] = {{1, 0, 0}, {0, 1, 1}, {0, 1, 0}, {1, 0, 1}, {0, 0, 1}, {1, 1, 0}};
constexpr float FACE_DIRECTIONS[6][3] = {{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

// Six layers, six faces: of 2 texels on a side.
std::vector<uint8> FillFaces()
{
    std::vector<uint8> bytes;
    for (const auto& color : FACE_COLORS)
    {
        Fill(bytes, 4, color);
    }
    return bytes;
}

void ShowLayers(rhi::DeviceHandle device, Gallery& gallery, bool hasParts)
{
    const std::vector<uint8> bytes = FillFaces();
    const rhi::TextureMipUpload mip{0, 8};
    rhi::TextureDescription description{.Width = 2, .Height = 2};
    description.Dimension = rhi::TextureDimension::D2Array;
    description.DepthOrLayers = 6;
    rhi::TextureHandle texture = gallery.MakeTexture(description, bytes, {&mip, 1});
    const usize whole = gallery.Show(1, gallery.MakeView(texture, nullptr));
    for (uint32 layer = 0; layer < 6; ++layer)
    {
        gallery.Add(whole, {0.5F, 0.5F, static_cast<float>(layer), 0}, FACE_COLORS[layer]);
    }
    if (hasParts)
    {
        rhi::TextureViewDescription part{.Dimension = rhi::TextureDimension::D2Array, .BaseLayer = 4};
        gallery.Add(gallery.Show(1, gallery.MakeView(texture, &part)), {0.5F, 0.5F, 1, 0}, FACE_COLORS[5]);
        part = {.Dimension = rhi::TextureDimension::D2, .BaseLayer = 3, .LayerCount = 1};
        gallery.Add(gallery.Show(0, gallery.MakeView(texture, &part)), {0.5F, 0.5F, 0, 0}, FACE_COLORS[3]);
    }
    EXPECT(rhi::Destroy(device, texture) == rhi::RasterStatus::Ready);
}

void ShowCube(rhi::DeviceHandle device, Gallery& gallery, bool hasParts)
{
    const std::vector<uint8> bytes = FillFaces();
    const rhi::TextureMipUpload mip{0, 8};
    rhi::TextureDescription description{.Width = 2, .Height = 2};
    description.Dimension = rhi::TextureDimension::Cube;
    description.DepthOrLayers = 6;
    rhi::TextureHandle texture = gallery.MakeTexture(description, bytes, {&mip, 1});
    const usize whole = gallery.Show(2, gallery.MakeView(texture, nullptr));
    for (uint32 face = 0; face < 6; ++face)
    {
        const float* direction = FACE_DIRECTIONS[face];
        gallery.Add(whole, {direction[0], direction[1], direction[2], 0}, FACE_COLORS[face]);
    }
    if (hasParts)
    {
        const rhi::TextureViewDescription face{.BaseLayer = 2, .LayerCount = 1};
        gallery.Add(gallery.Show(0, gallery.MakeView(texture, &face)), {0.5F, 0.5F, 0, 0}, FACE_COLORS[2]);
    }
    EXPECT(rhi::Destroy(device, texture) == rhi::RasterStatus::Ready);
}

// Four slices, then the two and the one that they become.
void ShowVolume(rhi::DeviceHandle device, Gallery& gallery)
{
    std::vector<uint8> bytes;
    std::vector<rhi::TextureMipUpload> mips;
    for (uint32 mip = 0; mip < 3; ++mip)
    {
        const uint32 edge = 4U >> mip;
        mips.push_back({bytes.size(), usize{edge} * 4});
        for (uint32 slice = 0; slice < edge; ++slice)
        {
            Fill(bytes, edge * edge, FACE_COLORS[mip + slice]);
        }
    }
    rhi::TextureDescription description{.Width = 4, .Height = 4};
    description.MipLevels = 3;
    description.Dimension = rhi::TextureDimension::D3;
    description.DepthOrLayers = 4;
    rhi::TextureHandle texture = gallery.MakeTexture(description, bytes, mips);
    const usize whole = gallery.Show(3, gallery.MakeView(texture, nullptr));
    for (uint32 mip = 0; mip < 3; ++mip)
    {
        const uint32 slices = 4U >> mip;
        for (uint32 slice = 0; slice < slices; ++slice)
        {
            const float depth = (static_cast<float>(slice) + 0.5F) / static_cast<float>(slices);
            gallery.Add(whole, {0.5F, 0.5F, depth, static_cast<float>(mip)}, FACE_COLORS[mip + slice]);
        }
    }
    EXPECT(rhi::Destroy(device, texture) == rhi::RasterStatus::Ready);
}

// Numbers beyond one: 4, 2 and 0.5 as binary16, shown at a quarter.
void ShowHalves(rhi::DeviceHandle device, Gallery& gallery)
{
    constexpr uint8 TEXEL[] = {0x00, 0x44, 0x00, 0x40, 0x00, 0x38, 0x00, 0x3C};
    const rhi::TextureMipUpload mip{0, 8};
    rhi::TextureHandle texture =
        gallery.MakeTexture({.Width = 1, .Height = 1, .Format = rhi::RasterFormat::Rgba16Float}, TEXEL, {&mip, 1});
    gallery.Add(gallery.Show(0, gallery.MakeView(texture, nullptr)), {0.5F, 0.5F, 0, 0}, {1, 0.5F, 0.125F}, 0.25F);
    EXPECT(rhi::Destroy(device, texture) == rhi::RasterStatus::Ready);
}

// One block of each format for an image of four texels on a side, and tails of two and one that a block covers too.
void ShowBlocks(rhi::DeviceHandle device, Gallery& gallery)
{
    constexpr uint8 BC1[] = {0x00, 0xF8, 0x00, 0x00, 0, 0, 0, 0}; // red everywhere
    constexpr uint8 BC3[] = {255, 0, 0, 0, 0, 0, 0, 0, 0xE0, 0x07, 0x00, 0x00, 0, 0, 0, 0};
    constexpr uint8 BC5[] = {204, 0, 0, 0, 0, 0, 0, 0, 51, 0, 0, 0, 0, 0, 0, 0};

    struct Format
    {
        rhi::RasterFormat Name;
        std::span<const uint8> Block;
        float Color[3];
    };

    const Format formats[] = {{rhi::RasterFormat::Bc1RgbaUnorm, BC1, {1, 0, 0}},
                              {rhi::RasterFormat::Bc3RgbaUnorm, BC3, {0, 1, 0}},
                              {rhi::RasterFormat::Bc5RgUnorm, BC5, {0.8F, 0.2F, 0}}};
    for (const Format& format : formats)
    {
        std::vector<uint8> bytes;
        std::vector<rhi::TextureMipUpload> mips;
        for (uint32 mip = 0; mip < 3; ++mip)
        {
            mips.push_back({bytes.size(), format.Block.size()});
            bytes.insert(bytes.end(), format.Block.begin(), format.Block.end());
        }
        const rhi::TextureDescription description{.Width = 4, .Height = 4, .Format = format.Name, .MipLevels = 3};
        rhi::FormatCapabilities offered;
        const rhi::RasterStatus asked = rhi::GetFormatCapabilities(device, format.Name, offered);
        EXPECT(asked == (offered.Uses.Sampled ? rhi::RasterStatus::Ready : rhi::RasterStatus::Unsupported));
        if (!offered.Uses.Sampled)
        {
            rhi::TextureHandle refused;
            EXPECT(rhi::CreateTexture(device, description, {.Bytes = bytes, .Mips = mips}, refused) ==
                   rhi::RasterStatus::Unsupported);
            EXPECT(rhi::IsNull(refused));
            std::puts("a block format is not offered: refused");
            continue;
        }
        rhi::TextureHandle texture = gallery.MakeTexture(description, bytes, mips);
        const usize view = gallery.Show(0, gallery.MakeView(texture, nullptr));
        for (uint32 mip = 0; mip < 3; ++mip)
        {
            gallery.Add(view, {0.5F, 0.5F, 0, static_cast<float>(mip)}, format.Color);
        }
        EXPECT(rhi::Destroy(device, texture) == rhi::RasterStatus::Ready);
    }
}
} // namespace

int main(int count, char** arguments)
{
    rhi::DeviceDescription description;
    description.Selection = SelectBackend(count, arguments);
    description.Required.PortableRaster = true;
    rhi::FormatRequirement& volume = description.RequiredProfile.Formats[0];
    volume.Uses.Sampled = true;
    volume.Dimension = rhi::TextureDimension::D3;
    volume.MinDepthOrLayers = 4;
    volume.MinMipLevels = 3;
    description.RequiredProfile.FormatCount = 1;
    rhi::DeviceHandle device;
    rhi::SurfaceHandle surface;
    const rhi::DeviceStatus started =
        rhi::CreateDevice({"textures consumer", 1}, {.Width = EDGE, .Height = EDGE}, description, device, surface);
    EXPECT(started == rhi::DeviceStatus::Ready || started == rhi::DeviceStatus::Pending);
    rhi::DeviceInfo info;
    Settle([&] { return rhi::GetDeviceInfo(device, info); });
    const bool hasParts = info.Profile.Formats[0].PartialViews;

    Gallery gallery(device);
    ShowMips(device, gallery, hasParts);
    ShowLayers(device, gallery, hasParts);
    ShowCube(device, gallery, hasParts);
    ShowVolume(device, gallery);
    ShowHalves(device, gallery);
    ShowBlocks(device, gallery);
    gallery.Draw(surface);
    const Picture picture = ReadFrame(device, surface);
    if (info.Startup.SelectedBackend != rhi::Backend::Reference)
    {
        gallery.ExpectCells(picture);
    }
    EXPECT(rhi::DestroyDevice(device) == rhi::DeviceStatus::Ready);
    std::printf("textures consumer: %zu places of textures, all checks passed\n", gallery.CountCells());
    return 0;
}
