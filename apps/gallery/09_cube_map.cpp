// New against the ones before: a texture of six faces that a direction samples. Its mips are the same sky, softer from
// level to level, so that a rough ball is a look-up in a coarse level. Made on the CPU, with no picture to load.
#include "programs.h"
#include "ray_scene.h"

#include <cube_map.h>

#include <algorithm>

namespace
{
using namespace ludus::gallery;
using ludus::apps::Float3;

constexpr uint32 EDGE = 128; // texels of a face
constexpr uint32 LEVELS = 6; // down to four texels
constexpr uint32 FACES = 6;  // +X, -X, +Y, -Y, +Z, -Z
constexpr Float3 TO_SUN{0.55F, 0.36F, -0.75F};

/// From zero to one while `value` goes from `low` to `high`.
float32 Ramp(float32 low, float32 high, float32 value)
{
    const float32 way = std::clamp((value - low) / (high - low), 0.0F, 1.0F);
    return way * way * (3 - 2 * way);
}

Float3 Blend(Float3 a, Float3 b, float32 weight)
{
    return {a.X + (b.X - a.X) * weight, a.Y + (b.Y - a.Y) * weight, a.Z + (b.Z - a.Z) * weight};
}

/// The sky over a tiled plain, linear, as soft as `blur` says.
Float3 Look(Float3 direction, float32 blur)
{
    const Float3 unit = ludus::apps::Normalize(direction);
    const Float3 sun = ludus::apps::Normalize(TO_SUN);
    const Float3 zenith =
        Blend({0.80F, 0.62F, 0.45F}, {0.10F, 0.22F, 0.52F}, Ramp(-0.05F - blur, 0.55F + blur, unit.Y));
    const float32 depth = std::max(-unit.Y, 0.02F);
    const auto column = static_cast<int>(std::floor(unit.X / depth * 0.8F));
    const auto row = static_cast<int>(std::floor(unit.Z / depth * 0.8F));
    // Far tiles run into each other, and so do all where the level is soft.
    const float32 contrast = Ramp(0.05F, 0.35F, depth) / (1 + 12 * blur);
    const float32 tile = ((column + row) % 2 == 0 ? 0.5F : -0.5F) * contrast;
    const Float3 plain = Blend({0.07F, 0.06F, 0.06F}, {0.40F, 0.33F, 0.26F}, 0.5F + tile);
    Float3 color = Blend(plain, zenith, Ramp(-0.01F - blur, 0.01F + blur, unit.Y));
    const float32 toSun = unit.X * sun.X + unit.Y * sun.Y + unit.Z * sun.Z;
    const float32 disc = Ramp(0.994F - 0.7F * blur, 0.997F + 0.002F * blur, toSun) / (1 + 4 * blur);
    return Blend(color, {1, 0.93F, 0.78F}, disc);
}

uint8 Encode(float32 value)
{
    const float32 encoded = value <= 0.0031308F ? value * 12.92F : 1.055F * std::pow(value, 1 / 2.4F) - 0.055F;
    return static_cast<uint8>(std::lround(std::clamp(encoded, 0.0F, 1.0F) * 255));
}

/// Where a place on a face lies as seen from the middle of the cube; S to the right, T downwards, from -1 to 1.
Float3 GetDirection(uint32 face, float32 s, float32 t)
{
    const Float3 directions[FACES] = {{1, -t, -s}, {-1, -t, s}, {s, 1, t}, {s, -1, -t}, {s, -t, 1}, {-s, -t, -1}};
    return directions[face];
}

/// All levels and faces in one block of bytes.
struct Sky final
{
    std::vector<uint8> Rgba{};
    std::vector<rhi::TextureMipUpload> Mips{};
};

Sky MakeSky()
{
    Sky sky;
    for (uint32 level = 0; level < LEVELS; ++level)
    {
        const uint32 edge = EDGE >> level;
        const float32 blur = level == 0 ? 0 : 0.035F * static_cast<float32>(1U << (level - 1));
        sky.Mips.push_back({sky.Rgba.size(), usize{edge} * 4});
        for (uint32 texel = 0; texel < FACES * edge * edge; ++texel)
        {
            const uint32 face = texel / (edge * edge);
            const auto place = [edge](uint32 at)
            { return (2 * static_cast<float32>(at) + 1) / static_cast<float32>(edge) - 1; };
            const Float3 color = Look(GetDirection(face, place(texel % edge), place(texel / edge % edge)), blur);
            sky.Rgba.insert(sky.Rgba.end(), {Encode(color.X), Encode(color.Y), Encode(color.Z), 255});
        }
    }
    return sky;
}

class CubeMap final : public DrawProgram
{
public:
    [[nodiscard]] rhi::DeviceFeatures GetRequirements() const override { return {.PortableRaster = true}; }

    [[nodiscard]] Progress Setup(rhi::DeviceHandle device) override
    {
        return CreateOnce(
            HasParts, [&] { return CreateParts(device); }, [] { return rhi::RasterStatus::Ready; });
    }

    [[nodiscard]] bool Draw(rhi::DeviceHandle device, const rhi::FrameInfo& frame) override
    {
        constexpr Float3 LOOKED_AT{0, 0, 0};
        return Scene.Draw(device, MakeRays(TurnEye({1.1F, 0.75F, 6.2F}, LOOKED_AT), LOOKED_AT, frame));
    }

private:
    rhi::RasterStatus CreateParts(rhi::DeviceHandle device)
    {
        if (Pixels.Rgba.empty())
        {
            Pixels = MakeSky();
        }
        Creator create(device, Parts);
        rhi::TextureDescription description;
        description.Width = EDGE;
        description.Height = EDGE;
        description.Format = rhi::RasterFormat::Rgba8Srgb;
        description.MipLevels = LEVELS;
        description.Dimension = rhi::TextureDimension::Cube;
        description.DepthOrLayers = FACES;
        rhi::TextureUpload upload;
        upload.Bytes = Pixels.Rgba;
        upload.Mips = Pixels.Mips;
        Scene.Create(create, rhi::RasterBindingKind::TextureCube, create.Texture(description, upload, "sky"),
                     ludus::shaders::cube_map::Vertex(), ludus::shaders::cube_map::Fragment());
        return create.GetStatus();
    }

    Sky Pixels{};
    RayScene Scene{};
    Creations Parts{};
    bool HasParts{false};
};
} // namespace

std::unique_ptr<ludus::gallery::Program> ludus::gallery::MakeCubeMap()
{
    return std::make_unique<CubeMap>();
}
