// Every kind of texture against the CPU's mirror of it: format, dimension, mip, layer, and the views that show a part.
#include "../support/scene.h"
#include "../support/texel_mirror.h"

#include "backends/reference/reference_backend.h"
#include "formats/format_facts.h"
#include "frontend/session.h"
#include "kinds_array.h"
#include "kinds_cube.h"
#include "kinds_flat.h"
#include "kinds_volume.h"

#include <cmath>

namespace ludus::graphics::rhi::tests
{
namespace
{
constexpr uint32 DIMENSIONS = 4;

struct KindBlock final
{
    float Place[4]{};
    float Target[4]{};
    float Scale[4]{1, 0, 0, 0};
};

static_assert(sizeof(KindBlock) == 48);

constexpr usize BLOCK_STRIDE = 256;

constexpr RasterBindingKind KINDS[DIMENSIONS] = {RasterBindingKind::Texture2D, RasterBindingKind::Texture2DArray,
                                                 RasterBindingKind::TextureCube, RasterBindingKind::Texture3D};

// The part of a texture that a view shows.
struct Part final
{
    TextureDimension Dimension{TextureDimension::D2};
    uint32 BaseMip{0};
    uint32 Mips{1};
    uint32 BaseLayer{0};
    uint32 Layers{0}; // zero: all slices of a volume
};

const char* GetName(TextureDimension dimension)
{
    constexpr const char* NAMES[DIMENSIONS] = {"D2", "D2Array", "Cube", "D3"};
    return NAMES[static_cast<usize>(dimension)];
}

std::string Describe(const TextureDescription& texture)
{
    return std::string(internal::FactsOf(texture.Format).Name) + " " + GetName(texture.Dimension) + " " +
           std::to_string(texture.Width) + "x" + std::to_string(texture.Height) + "x" +
           std::to_string(texture.DepthOrLayers) + " mips " + std::to_string(texture.MipLevels);
}

class TextureKinds : public SceneTest
{
protected:
    void MakeKinds()
    {
        constexpr float CORNERS[][2] = {{0, 0}, {0, 1}, {1, 1}, {1, 0}};
        Vertices = MakeBuffer(BufferRole::Vertex, AsBytes(CORNERS));
        Indices = MakeBuffer(BufferRole::Index16, AsBytes(SQUARE_INDICES));
        Nearest = MakeSampler({.MipFilter = RasterMipFilter::Nearest});
        const RasterShaderDescription vertices[DIMENSIONS] = {
            shaders::kinds_flat::Vertex(), shaders::kinds_array::Vertex(), shaders::kinds_cube::Vertex(),
            shaders::kinds_volume::Vertex()};
        const RasterShaderDescription fragments[DIMENSIONS] = {
            shaders::kinds_flat::Fragment(), shaders::kinds_array::Fragment(), shaders::kinds_cube::Fragment(),
            shaders::kinds_volume::Fragment()};
        for (usize kind = 0; kind < DIMENSIONS; ++kind)
        {
            const RasterBinding bindings[] = {
                {.Binding = 0, .MinSize = sizeof(KindBlock), .HasDynamicOffset = true},
                {.Binding = 1, .Kind = KINDS[kind], .Visibility = RasterVisibility::Fragment},
                {.Binding = 2, .Kind = RasterBindingKind::Sampler, .Visibility = RasterVisibility::Fragment},
            };
            const RasterVertexStream stream{sizeof CORNERS[0], false};
            const RasterVertexAttribute attribute{0, 0, 0, RasterVertexFormat::Float2};
            Layouts[kind] = MakeLayout(bindings);
            RasterPipelineDescription pipeline;
            pipeline.Vertex = MakeShader(vertices[kind]);
            pipeline.Fragment = MakeShader(fragments[kind]);
            pipeline.Layout = Layouts[kind];
            pipeline.Streams = {&stream, 1};
            pipeline.Attributes = {&attribute, 1};
            Pipelines[kind] = MakePipeline(pipeline);
        }
    }

    [[nodiscard]] FormatCapabilities GetOffer(RasterFormat format) const
    {
        FormatCapabilities offered;
        const RasterStatus status = GetFormatCapabilities(Device, format, offered);
        EXPECT_EQ(status, offered.Uses.Sampled ? RasterStatus::Ready : RasterStatus::Unsupported);
        return offered;
    }

    // Whether the device offers sampled textures of the format in the dimension at all.
    [[nodiscard]] bool IsOffered(RasterFormat format, TextureDimension dimension) const
    {
        const FormatCapabilities offered = GetOffer(format);
        const uint32 limits[DIMENSIONS] = {offered.MaxDimension2D, offered.MaxArrayLayers, offered.MaxCubeDimension,
                                           offered.MaxDimension3D};
        return offered.Uses.Sampled && limits[static_cast<usize>(dimension)] != 0;
    }

    // Draws every mip and slice that the view shows, side by side and one below the other. `detach` is called when the
    // set exists and before it is drawn.
    void ExpectPart(const TexelMirror& mirror, const Part& part, TextureViewHandle view,
                    const std::function<void()>& detach)
    {
        const auto kind = static_cast<usize>(part.Dimension);
        const bool isVolume = part.Dimension == TextureDimension::D3;
        std::vector<KindBlock> blocks;
        uint32 width = 0;
        uint32 height = 0;
        for (uint32 mip = 0; mip < part.Mips; ++mip)
        {
            const MirrorLevel& level = mirror.Levels[part.BaseMip + mip];
            width += level.Width;
            height = std::max(height, level.Height * (isVolume ? level.Slices : part.Layers));
        }
        Picture expected(width, height, {});
        uint32 x = 0;
        for (uint32 mip = 0; mip < part.Mips; ++mip)
        {
            const MirrorLevel& level = mirror.Levels[part.BaseMip + mip];
            const uint32 slices = isVolume ? level.Slices : part.Layers;
            for (uint32 slice = 0; slice < slices; ++slice)
            {
                const uint32 y = slice * level.Height;
                const float place = isVolume ? (static_cast<float>(slice) + 0.5F) / static_cast<float>(slices)
                                             : static_cast<float>(slice);
                blocks.push_back(
                    {{static_cast<float>(x), static_cast<float>(y), static_cast<float>(level.Width),
                      static_cast<float>(level.Height)},
                     {static_cast<float>(width), static_cast<float>(height), place, static_cast<float>(mip)},
                     {mirror.Scale, 0, 0, 0}});
                for (uint32 row = 0; row < level.Height; ++row)
                {
                    for (uint32 column = 0; column < level.Width; ++column)
                    {
                        expected.At(x + column, y + row) = level.At(part.BaseLayer + slice, column, row);
                    }
                }
            }
            x += level.Width;
        }
        if (!GetParam().Has.RasterizesPixels)
        {
            ExpectSamples(mirror, part, view);
        }
        std::vector<uint8> bytes(blocks.size() * BLOCK_STRIDE);
        for (usize i = 0; i < blocks.size(); ++i)
        {
            std::memcpy(bytes.data() + i * BLOCK_STRIDE, &blocks[i], sizeof(KindBlock));
        }
        BufferHandle uniforms = MakeBuffer(BufferRole::Uniform, bytes);
        BindingSetHandle set = MakeKindSet(part.Dimension, uniforms, view);
        detach();
        const RasterVertexSlice slice{Vertices, 0, 4 * 2 * sizeof(float)};
        RasterDraw draw{Pipelines[kind], set, {&slice, 1}, Indices, 0, 6, 4, 1};
        Begin({.Width = width, .Height = height});
        for (usize i = 0; i < blocks.size(); ++i)
        {
            draw.BindingOffsets.Bytes[0] = static_cast<uint32>(i * BLOCK_STRIDE);
            EXPECT_EQ(DrawIndexed(Device, draw), RasterStatus::Ready);
        }
        End();
        if (GetParam().Has.RasterizesPixels)
        {
            ExpectPicture(expected, mirror.Tolerance);
        }
        EXPECT_EQ(Destroy(Device, set), RasterStatus::Ready);
        EXPECT_EQ(Destroy(Device, uniforms), RasterStatus::Ready);
    }

    // Every texel of the view as the reference samples it, which draws no pixels.
    void ExpectSamples(const TexelMirror& mirror, const Part& part, TextureViewHandle view)
    {
        auto& reference = static_cast<internal::ReferenceBackend&>(*internal::GetSession().Native);
        const bool isVolume = part.Dimension == TextureDimension::D3;
        for (uint32 mip = 0; mip < part.Mips; ++mip)
        {
            const MirrorLevel& level = mirror.Levels[part.BaseMip + mip];
            const uint32 slices = isVolume ? level.Slices : part.Layers;
            for (uint32 texel = 0; texel < slices * level.Height * level.Width; ++texel)
            {
                const uint32 slice = texel / (level.Height * level.Width);
                const uint32 y = texel / level.Width % level.Height;
                const uint32 x = texel % level.Width;
                const float64 u = (x + 0.5) / level.Width;
                const float64 v = (y + 0.5) / level.Height;
                const float64 s = 2 * u - 1;
                const float64 t = 2 * v - 1;
                const float64 faces[][3] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};
                const bool isCube = part.Dimension == TextureDimension::Cube;
                const float64 place = isVolume ? (slice + 0.5) / slices : slice;
                const float64 flat[3] = {u, v, place};
                float64 color[4];
                ASSERT_TRUE(reference.Sample(internal::RasterAccess::Slot(view), internal::RasterAccess::Slot(Nearest),
                                             isCube ? faces[slice] : flat, mip, color));
                const auto toByte = [&](float64 value)
                { return static_cast<uint8>(std::lround(value * static_cast<float64>(mirror.Scale) * 255)); };
                const Pixel seen{toByte(color[0]), toByte(color[1]), toByte(color[2]), toByte(color[3])};
                EXPECT_EQ(seen, level.At(part.BaseLayer + slice, x, y))
                    << "mip " << mip << " slice " << slice << " texel " << x << " " << y;
            }
        }
    }

    void ExpectPicture(const Picture& expected, int tolerance)
    {
        if (tolerance == 0)
        {
            ExpectFrame(expected, "");
            return;
        }
        const Picture seen = ReadFrame();
        ASSERT_EQ(seen.Pixels.size(), expected.Pixels.size());
        for (usize i = 0; i < seen.Pixels.size(); ++i)
        {
            const Pixel& is = seen.Pixels[i];
            const Pixel& wanted = expected.Pixels[i];
            const int off = std::max({std::abs(is.Red - wanted.Red), std::abs(is.Green - wanted.Green),
                                      std::abs(is.Blue - wanted.Blue), std::abs(is.Alpha - wanted.Alpha)});
            EXPECT_LE(off, tolerance) << "pixel " << i % expected.Width << " " << i / expected.Width << " is " << is
                                      << ", expected " << wanted;
        }
    }

    BindingSetHandle MakeKindSet(TextureDimension dimension, BufferHandle uniforms, TextureViewHandle view)
    {
        const RasterBindingResource resources[] = {
            {0, uniforms, 0, sizeof(KindBlock)},
            {.Binding = 1, .Texture = view},
            {.Binding = 2, .Sampler = Nearest},
        };
        return MakeSet(Layouts[static_cast<usize>(dimension)], resources);
    }

    TextureViewHandle MakePartView(TextureHandle texture, const TextureViewDescription& description)
    {
        return Make<TextureViewHandle>([&](TextureViewHandle& view)
                                       { return CreateTextureView(Device, texture, description, view); });
    }

    // The whole texture through the view of everything, its public handle gone before the draws.
    void ExpectWhole(const TexelMirror& mirror)
    {
        SCOPED_TRACE(Describe(mirror.Description));
        const TextureDescription& description = mirror.Description;
        TextureHandle texture = MakeTexture(description, mirror.GetUpload());
        TextureViewHandle view = MakeView(texture);
        const bool isVolume = description.Dimension == TextureDimension::D3;
        ExpectPart(mirror,
                   {description.Dimension, 0, description.MipLevels, 0, isVolume ? 0 : description.DepthOrLayers}, view,
                   [&]
                   {
                       EXPECT_EQ(Destroy(Device, texture), RasterStatus::Ready);
                       EXPECT_EQ(Destroy(Device, view), RasterStatus::Ready);
                   });
    }

    void ExpectView(const TexelMirror& mirror, TextureHandle texture, const TextureViewDescription& description)
    {
        SCOPED_TRACE(std::string("view ") + GetName(description.Dimension) + " mips " +
                     std::to_string(description.BaseMip) + "+" + std::to_string(description.MipCount) + " layers " +
                     std::to_string(description.BaseLayer) + "+" + std::to_string(description.LayerCount));
        if (!GetOffer(mirror.Description.Format).PartialViews)
        {
            TextureViewHandle view;
            EXPECT_EQ(CreateTextureView(Device, texture, description, view), RasterStatus::Unsupported);
            return;
        }
        TextureViewHandle view = MakePartView(texture, description);
        const bool isVolume = description.Dimension == TextureDimension::D3;
        const uint32 mips = mirror.Description.MipLevels - description.BaseMip;
        const uint32 layers = mirror.Description.DepthOrLayers - description.BaseLayer;
        ExpectPart(mirror,
                   {description.Dimension, description.BaseMip, description.MipCount == 0 ? mips : description.MipCount,
                    description.BaseLayer,
                    isVolume                      ? 0
                    : description.LayerCount == 0 ? layers
                                                  : description.LayerCount},
                   view, [&] { EXPECT_EQ(Destroy(Device, view), RasterStatus::Ready); });
    }

    // Every format that is offered, in one dimension: whole, and in parts.
    void ExpectFormats(TextureDimension dimension, uint32 slices, std::span<const TextureViewDescription> views)
    {
        Start();
        MakeKinds();
        for (usize index = 0; index < RASTER_FORMAT_COUNT; ++index)
        {
            const auto format = static_cast<RasterFormat>(index);
            if (!IsOffered(format, dimension))
            {
                ExpectRefused(format, dimension, slices);
                continue;
            }
            const bool needsWholeBlocks =
                internal::FactsOf(format).IsCompressed && !GetOffer(format).HasUnalignedBlockExtents;
            const bool isCube = dimension == TextureDimension::Cube;
            for (const uint32 width : {8U, 13U})
            {
                const uint32 height = isCube ? width : width - 3;
                const TextureDescription description{.Width = width,
                                                     .Height = width == 8 ? 8 : height,
                                                     .Format = format,
                                                     .MipLevels = 4,
                                                     .Dimension = dimension,
                                                     .DepthOrLayers = slices};
                const TexelMirror mirror = MakeMirror(description, static_cast<uint32>(index) + width);
                if (needsWholeBlocks && width % 4 != 0)
                {
                    TextureHandle refused;
                    EXPECT_EQ(CreateTexture(Device, description, mirror.GetUpload(), refused),
                              RasterStatus::Unsupported);
                    continue;
                }
                ExpectWhole(mirror);
                SCOPED_TRACE(Describe(description));
                TextureHandle texture = MakeTexture(description, mirror.GetUpload());
                for (const TextureViewDescription& view : views)
                {
                    ExpectView(mirror, texture, view);
                }
                EXPECT_EQ(Destroy(Device, texture), RasterStatus::Ready);
            }
        }
    }

    void ExpectRefused(RasterFormat format, TextureDimension dimension, uint32 slices)
    {
        const TexelMirror mirror =
            MakeMirror({.Width = 4, .Height = 4, .Format = format, .Dimension = dimension, .DepthOrLayers = slices});
        TextureHandle texture;
        EXPECT_REFUSAL(CreateTexture(Device, mirror.Description, mirror.GetUpload(), texture),
                       RasterStatus::Unsupported, TextureFormatUnavailable);
        EXPECT_TRUE(IsNullHandle(texture));
    }

    BufferHandle Vertices{};
    BufferHandle Indices{};
    SamplerHandle Nearest{};
    BindingLayoutHandle Layouts[DIMENSIONS]{};
    RasterPipelineHandle Pipelines[DIMENSIONS]{};
};

TEST_P(TextureKinds, FlatTexturesReadBackWhatWasUploaded)
{
    constexpr TextureViewDescription VIEWS[] = {
        {.BaseMip = 1},
        {.BaseMip = 3, .MipCount = 1},
        {.BaseMip = 0, .MipCount = 2},
    };
    ExpectFormats(TextureDimension::D2, 1, VIEWS);
}

TEST_P(TextureKinds, ArraysReadBackWhatWasUploaded)
{
    constexpr TextureViewDescription VIEWS[] = {
        {.Dimension = TextureDimension::D2Array, .BaseMip = 1, .MipCount = 2, .BaseLayer = 1, .LayerCount = 3},
        {.Dimension = TextureDimension::D2Array, .BaseLayer = 4},
        {.Dimension = TextureDimension::D2, .BaseLayer = 4, .LayerCount = 1},
        {.Dimension = TextureDimension::D2, .BaseMip = 2, .MipCount = 1, .BaseLayer = 2, .LayerCount = 1},
    };
    ExpectFormats(TextureDimension::D2Array, 5, VIEWS);
}

TEST_P(TextureKinds, CubesReadBackWhatWasUploaded)
{
    constexpr TextureViewDescription VIEWS[] = {
        {.Dimension = TextureDimension::Cube, .BaseMip = 1},
        {.Dimension = TextureDimension::Cube, .BaseMip = 2, .MipCount = 1},
        {.Dimension = TextureDimension::D2, .BaseLayer = 3, .LayerCount = 1},
        {.Dimension = TextureDimension::D2, .BaseMip = 1, .MipCount = 2, .BaseLayer = 5, .LayerCount = 1},
    };
    ExpectFormats(TextureDimension::Cube, internal::CUBE_FACES, VIEWS);
}

TEST_P(TextureKinds, VolumesReadBackWhatWasUploaded)
{
    constexpr TextureViewDescription VIEWS[] = {
        {.Dimension = TextureDimension::D3, .BaseMip = 1},
        {.Dimension = TextureDimension::D3, .BaseMip = 2, .MipCount = 1},
    };
    ExpectFormats(TextureDimension::D3, 5, VIEWS);
}

TEST_P(TextureKinds, SlicesOfThreeSlicedVolumesStayApart)
{
    Start();
    MakeKinds();
    for (const uint32 edge : {16U, 32U})
    {
        ExpectWhole(MakeMirror({.Width = edge,
                                .Height = edge,
                                .MipLevels = internal::MaxMipLevels(edge, edge, 3),
                                .Dimension = TextureDimension::D3,
                                .DepthOrLayers = 3}));
        ExpectWhole(MakeMirror({.Width = edge, .Height = edge, .Dimension = TextureDimension::D3, .DepthOrLayers = 3}));
    }
}

TEST_P(TextureKinds, TheLastOfferedLayerIsItsOwn)
{
    Start();
    MakeKinds();
    const uint32 layers = std::min(GetOffer(RasterFormat::R8Unorm).MaxArrayLayers, 300U);
    const TextureDescription description{.Width = 4,
                                         .Height = 2,
                                         .Format = RasterFormat::R8Unorm,
                                         .Dimension = TextureDimension::D2Array,
                                         .DepthOrLayers = layers};
    ExpectWhole(MakeMirror(description));
    const uint32 beyond = GetOffer(RasterFormat::R8Unorm).MaxArrayLayers + 1;
    const TexelMirror mirror = MakeMirror({.Width = 1,
                                           .Height = 1,
                                           .Format = RasterFormat::R8Unorm,
                                           .Dimension = TextureDimension::D2Array,
                                           .DepthOrLayers = beyond});
    TextureHandle texture;
    EXPECT_REFUSAL(CreateTexture(Device, mirror.Description, mirror.GetUpload(), texture),
                   RasterStatus::InvalidDescription, ValueTooLarge);
}

TEST_P(TextureKinds, TheDepthOfAVolumeIsAddressedByW)
{
    Start();
    MakeKinds();
    if (!GetParam().Has.RasterizesPixels)
    {
        return; // addresses are the samplers' own
    }
    const TexelMirror mirror =
        MakeMirror({.Width = 1, .Height = 1, .Dimension = TextureDimension::D3, .DepthOrLayers = 4});
    TextureHandle texture = MakeTexture(mirror.Description, mirror.GetUpload());
    const TextureViewHandle view = MakeView(texture);
    for (const RasterAddress address : {RasterAddress::Clamp, RasterAddress::Repeat})
    {
        const SamplerHandle sampler = MakeSampler({.W = address});
        KindBlock block{{0, 0, 1, 1}, {1, 1, 1.375F, 0}}; // one and a quarter and a bit: slice 1 of the next turn
        const BufferHandle uniforms = MakeBuffer(BufferRole::Uniform, BytesOf(block));
        const RasterBindingResource resources[] = {
            {0, uniforms, 0, sizeof(KindBlock)}, {.Binding = 1, .Texture = view}, {.Binding = 2, .Sampler = sampler}};
        const BindingSetHandle set = MakeSet(Layouts[3], resources);
        const RasterVertexSlice slice{Vertices, 0, 4 * 2 * sizeof(float)};
        Begin({.Width = 1, .Height = 1});
        EXPECT_EQ(DrawIndexed(Device, {Pipelines[3], set, {&slice, 1}, Indices, 0, 6, 4, 1}), RasterStatus::Ready);
        End();
        const uint32 expected = address == RasterAddress::Clamp ? 3 : 1;
        ExpectFrame(Picture(1, 1, mirror.Levels[0].At(expected, 0, 0)), "");
    }
}

TEST_P(TextureKinds, BindingsTakeViewsOfTheirOwnDimensionOnly)
{
    Start();
    MakeKinds();
    BufferHandle uniforms = MakeBuffer(BufferRole::Uniform, std::vector<uint8>(BLOCK_STRIDE));
    for (usize dimension = 0; dimension < DIMENSIONS; ++dimension)
    {
        const auto shape = static_cast<TextureDimension>(dimension);
        const TexelMirror mirror =
            MakeMirror({.Width = 4,
                        .Height = 4,
                        .Dimension = shape,
                        .DepthOrLayers = shape == TextureDimension::Cube ? internal::CUBE_FACES : 1});
        const TextureViewHandle view = MakeView(MakeTexture(mirror.Description, mirror.GetUpload()));
        for (usize kind = 0; kind < DIMENSIONS; ++kind)
        {
            const RasterBindingResource resources[] = {{0, uniforms, 0, sizeof(KindBlock)},
                                                       {.Binding = 1, .Texture = view},
                                                       {.Binding = 2, .Sampler = Nearest}};
            BindingSetHandle set;
            if (kind == dimension)
            {
                static_cast<void>(MakeSet(Layouts[kind], resources));
                continue;
            }
            EXPECT_REFUSAL(CreateBindingSet(Device, Layouts[kind], resources, set), RasterStatus::InvalidDescription,
                           ViewKindMismatch);
            EXPECT_TRUE(IsNullHandle(set));
        }
    }
}

LUDUS_ON_EVERY_LANE(TextureKinds);
} // namespace
} // namespace ludus::graphics::rhi::tests
