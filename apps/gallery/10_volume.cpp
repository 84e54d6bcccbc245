// New against the one before: a texture with depth. Rays walk through the cloud that it holds and add up what they
// meet; how much of the cloud lies before the sun is asked of coarser levels, where a few steps reach far.
#include "programs.h"
#include "ray_scene.h"

#include <volume.h>

#include <algorithm>

namespace
{
using namespace ludus::gallery;
using ludus::apps::Float3;

constexpr uint32 EDGE = 64; // texels along each axis
constexpr uint32 LEVELS = 5;

/// A number from 0 to 255 for each corner of a lattice, the same everywhere.
uint32 Shuffle(uint32 x, uint32 y, uint32 z)
{
    uint32 value = x * 374761393U + y * 668265263U + z * 2246822519U;
    value = (value ^ (value >> 13U)) * 1274126177U;
    return (value ^ (value >> 16U)) & 255U;
}

/// Smooth noise in whole numbers from 0 to 255; `period` texels from corner to corner.
uint32 GetNoise(uint32 x, uint32 y, uint32 z, uint32 period)
{
    const auto smooth = [period](uint32 at)
    {
        const uint32 way = at % period * 256 / period;
        return way * way * (768 - 2 * way) >> 16U; // of 256
    };
    const uint32 weights[3] = {smooth(x), smooth(y), smooth(z)};
    uint32 sum = 0;
    for (uint32 corner = 0; corner < 8; ++corner)
    {
        const uint32 bits[3] = {corner & 1U, corner >> 1U & 1U, corner >> 2U};
        uint32 weight = 1;
        for (uint32 axis = 0; axis < 3; ++axis)
        {
            weight *= bits[axis] == 1 ? weights[axis] : 256 - weights[axis];
        }
        sum += (weight >> 8U) * Shuffle(x / period + bits[0], y / period + bits[1], z / period + bits[2]);
    }
    return sum >> 16U;
}

/// All levels in one block of bytes: thick in the middle, nothing at the walls. In whole numbers, so that every machine
/// makes the same cloud.
std::vector<uint8> MakeCloud(std::vector<rhi::TextureMipUpload>& mips)
{
    std::vector<uint8> bytes;
    for (uint32 texel = 0; texel < EDGE * EDGE * EDGE; ++texel)
    {
        const uint32 place[3] = {texel % EDGE, texel / EDGE % EDGE, texel / (EDGE * EDGE)};
        uint32 outwards = 0; // squared distance from the middle, 1024 at a wall
        for (const uint32 at : place)
        {
            const uint32 off = at < EDGE / 2 ? EDGE / 2 - at : at - EDGE / 2 + 1;
            outwards += off * off;
        }
        uint32 noise = 0;
        for (uint32 octave = 0; octave < 4; ++octave)
        {
            noise += GetNoise(place[0] + 7, place[1] + 3, place[2] + 5, 24U >> octave) >> (octave + 1);
        }
        const int thick = static_cast<int>(noise) * 3 - 190 - static_cast<int>(outwards * 250 / 1024);
        bytes.push_back(static_cast<uint8>(std::clamp(thick, 0, 255)));
    }
    mips.push_back({0, EDGE});
    usize from = 0;
    for (uint32 level = 1; level < LEVELS; ++level)
    {
        const uint32 edge = EDGE >> level;
        const usize to = bytes.size();
        for (uint32 texel = 0; texel < edge * edge * edge; ++texel)
        {
            uint32 sum = 0;
            for (uint32 corner = 0; corner < 8; ++corner)
            {
                const uint32 x = 2 * (texel % edge) + (corner & 1U);
                const uint32 y = 2 * (texel / edge % edge) + (corner >> 1U & 1U);
                const uint32 z = 2 * (texel / (edge * edge)) + (corner >> 2U);
                sum += bytes[from + (usize{z} * 2 * edge + y) * 2 * edge + x];
            }
            bytes.push_back(static_cast<uint8>((sum + 4) / 8));
        }
        mips.push_back({to, edge});
        from = to;
    }
    return bytes;
}

class Volume final : public DrawProgram
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
        return Scene.Draw(device, MakeRays(TurnEye({1.2F, -0.35F, 4.2F}, LOOKED_AT), LOOKED_AT, frame));
    }

private:
    rhi::RasterStatus CreateParts(rhi::DeviceHandle device)
    {
        if (Cloud.empty())
        {
            Cloud = MakeCloud(Mips);
        }
        Creator create(device, Parts);
        rhi::TextureDescription description;
        description.Width = EDGE;
        description.Height = EDGE;
        description.Format = rhi::RasterFormat::R8Unorm;
        description.MipLevels = LEVELS;
        description.Dimension = rhi::TextureDimension::D3;
        description.DepthOrLayers = EDGE;
        rhi::TextureUpload upload;
        upload.Bytes = Cloud;
        upload.Mips = Mips;
        Scene.Create(create, rhi::RasterBindingKind::Texture3D, create.Texture(description, upload, "cloud"),
                     ludus::shaders::volume::Vertex(), ludus::shaders::volume::Fragment());
        return create.GetStatus();
    }

    std::vector<uint8> Cloud{};
    std::vector<rhi::TextureMipUpload> Mips{};
    RayScene Scene{};
    Creations Parts{};
    bool HasParts{false};
};
} // namespace

std::unique_ptr<ludus::gallery::Program> ludus::gallery::MakeVolume()
{
    return std::make_unique<Volume>();
}
