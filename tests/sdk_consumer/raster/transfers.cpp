// Mutable resources through the installed package: buffers that take new bytes, a texture whose mips become defined one
// by one, a rectangle copied from a texture that is destroyed on the way, padded rows there and back, and the picture
// that comes of it; all of it through two slices of 4 KiB.
#include "scene.h"

#include <ludus/graphics/rhi/lifetime.h>

#include <algorithm>

namespace
{
using namespace consumer;
using ludus::foundation::uint64;
using ludus::foundation::usize;

constexpr auto READY = rhi::RasterStatus::Ready;
constexpr auto PENDING = rhi::RasterStatus::Pending;
constexpr auto HELD = rhi::RasterStatus::InvalidState;

// What the image of the scene shows: its four texels, each four by two here.
constexpr uint32 WIDTH = 8;
constexpr uint32 HEIGHT = 4;
constexpr uint8 QUARTERS[4][4] = {{255, 0, 0, 255}, {0, 255, 0, 255}, {0, 0, 255, 255}, {255, 255, 255, 255}};

struct Program
{
    rhi::DeviceHandle Device{};
    rhi::SurfaceHandle Surface{};
};

template <typename Ticket>
void Finish(const Program& program, Ticket& ticket)
{
    Settle([&] { return rhi::GetStatus(program.Device, ticket); });
    EXPECT(rhi::Release(program.Device, ticket) == READY);
    EXPECT(IsSame(ticket, {}));
}

void WriteBuffer(const Program& program, rhi::BufferHandle buffer, usize offset, std::span<const uint8> contents)
{
    std::vector<uint8> bytes(contents.begin(), contents.end());
    rhi::TransferTicket ticket;
    EXPECT(rhi::RequestBufferUpdate(program.Device, buffer, offset, bytes.data(), bytes.size(), ticket) == PENDING);
    std::memset(bytes.data(), 0xA5, bytes.size()); // they were copied
    Finish(program, ticket);
}

void ExpectBuffer(const Program& program, rhi::BufferHandle buffer, std::span<const uint8> expected)
{
    rhi::ReadbackTicket ticket;
    EXPECT(rhi::RequestBufferReadback(program.Device, buffer, 0, expected.size(), ticket) == PENDING);
    Settle([&] { return rhi::GetStatus(program.Device, ticket); });
    std::vector<uint8> bytes(expected.size());
    EXPECT(rhi::CopyReadback(program.Device, ticket, bytes.data(), bytes.size()) == READY);
    EXPECT(std::equal(bytes.begin(), bytes.end(), expected.begin()));
    EXPECT(rhi::Release(program.Device, ticket) == READY);
}

void ExpectResidency(const Program& program, rhi::TextureHandle texture, uint32 mask, uint64 bytes)
{
    rhi::TextureResidency residency;
    EXPECT(rhi::GetTextureResidency(program.Device, texture, residency) == READY);
    EXPECT(residency.MipLevels == 3 && residency.InitializedMips == mask && residency.InitializedBytes == bytes);
}

// Texels of a mip of `width` by `height`, in rows of `pitch` bytes.
std::vector<uint8> MakeRows(uint32 width, uint32 height, usize pitch)
{
    std::vector<uint8> rows(pitch * height, uint8{0xEE});
    for (uint32 y = 0; y < height; ++y)
    {
        for (uint32 x = 0; x < width; ++x)
        {
            const usize quarter = (y * 2 / std::max(height, 2U)) * 2 + x * 2 / std::max(width, 2U);
            std::memcpy(&rows[y * pitch + x * 4U], QUARTERS[quarter], 4);
        }
    }
    return rows;
}

void WriteMip(const Program& program, rhi::TextureHandle texture, const rhi::TextureRegion& region)
{
    const usize pitch = region.Width * 4U + 8U;
    const std::vector<uint8> rows = MakeRows(region.Width, region.Height, pitch);
    rhi::TransferTicket ticket;
    EXPECT(rhi::RequestTextureUpdate(program.Device, texture, region, rows.data(), rows.size(), pitch, ticket) ==
           PENDING);
    Finish(program, ticket);
}

// The whole texture shows when all its mips are defined, and not before.
rhi::TextureHandle MakeTexture(const Program& program)
{
    rhi::TextureDescription description;
    description.Width = WIDTH;
    description.Height = HEIGHT;
    description.MipLevels = 3;
    description.DeferredInitialization = true;
    rhi::TextureHandle texture;
    EXPECT(Owned(rhi::CreateTexture(program.Device, description, {}, texture)));
    Await(program.Device, texture);
    ExpectResidency(program, texture, 0, 0);
    rhi::TextureViewHandle refused;
    rhi::TransferTicket ticket;
    const uint8 texel[4] = {1, 2, 3, 4};
    EXPECT(rhi::RequestTextureUpdate(program.Device, texture, {0, 0, 0, 1, 1}, texel, 4, 4, ticket) == HELD);
    WriteMip(program, texture, {0, 0, 0, 8, 4});
    ExpectResidency(program, texture, 1, 128);
    EXPECT(rhi::CreateTextureView(program.Device, texture, refused) == HELD);
    WriteMip(program, texture, {1, 0, 0, 4, 2});
    ExpectResidency(program, texture, 3, 160);
    WriteMip(program, texture, {2, 0, 0, 2, 1});
    ExpectResidency(program, texture, 7, 168);
    return texture;
}

// The lower right quarter is spoiled, and mended by a copy from a texture that is gone before the copy has completed.
void CopyQuarter(const Program& program, rhi::TextureHandle texture)
{
    const rhi::TextureRegion quarter{0, 4, 2, 4, 2};
    const std::vector<uint8> black(32);
    rhi::TransferTicket ticket;
    EXPECT(rhi::RequestTextureUpdate(program.Device, texture, quarter, black.data(), 32, 16, ticket) == PENDING);
    Finish(program, ticket);
    std::vector<uint8> white(64, uint8{255});
    rhi::TextureHandle source;
    EXPECT(Owned(rhi::CreateTexture(program.Device, {.Width = 4, .Height = 4}, {white, 16, {}}, source)));
    Await(program.Device, source);
    EXPECT(rhi::RequestTextureCopy(program.Device, source, {0, 0, 1, 4, 2}, texture, quarter, ticket) == PENDING);
    EXPECT(rhi::Destroy(program.Device, source) == READY);
    Finish(program, ticket);
}

void ExpectTexture(const Program& program, rhi::TextureHandle texture)
{
    constexpr usize PITCH = WIDTH * 4U + 12U;
    rhi::ReadbackTicket ticket;
    EXPECT(rhi::RequestTextureReadback(program.Device, texture, {0, 0, 0, WIDTH, HEIGHT}, PITCH, ticket) == PENDING);
    Settle([&] { return rhi::GetStatus(program.Device, ticket); });
    std::vector<uint8> rows(PITCH * HEIGHT, uint8{0x5A});
    EXPECT(rhi::CopyReadback(program.Device, ticket, rows.data(), rows.size() - 1) ==
           rhi::RasterStatus::InvalidDescription);
    EXPECT(rows.front() == 0x5A);
    EXPECT(rhi::CopyReadback(program.Device, ticket, rows.data(), rows.size()) == READY);
    EXPECT(rhi::Release(program.Device, ticket) == READY);
    std::vector<uint8> expected = MakeRows(WIDTH, HEIGHT, PITCH);
    for (uint32 y = 0; y < HEIGHT; ++y)
    {
        std::memset(&expected[y * PITCH + WIDTH * 4U], 0, PITCH - WIDTH * 4U);
    }
    EXPECT(rows == expected);
}

// The scene with other content than it is drawn with: everything is brought to it later.
void MakeScene(const Program& program, Scene& scene, usize tintStride)
{
    CreateBuffers(program.Device, scene, tintStride);
    const std::vector<uint8> vertices(sizeof(VERTICES));
    WriteBuffer(program, scene.Vertices, 0, vertices);
    ExpectBuffer(program, scene.Vertices, vertices);
    WriteBuffer(program, scene.Vertices, 0, BytesOf(VERTICES));
    ExpectBuffer(program, scene.Vertices, BytesOf(VERTICES));
    const float black[4]{};
    WriteBuffer(program, scene.Tints, tintStride, BytesOf(black));
    WriteBuffer(program, scene.Tints, tintStride, BytesOf(FAR_TINT));
    scene.Image = MakeTexture(program);
    CopyQuarter(program, scene.Image);
    ExpectTexture(program, scene.Image);
    EXPECT(Owned(rhi::CreateTextureView(program.Device, scene.Image, scene.View)));
    EXPECT(Owned(rhi::CreateSampler(program.Device, {}, scene.Sampler)));
    Await(program.Device, scene.View);
    Await(program.Device, scene.Sampler);
    CreateBindings(program.Device, scene, tintStride);
    CreatePipeline(program.Device, scene);
}

// Sets and views hold what they show.
void ExpectHeld(const Program& program, const Scene& scene)
{
    rhi::TransferTicket ticket;
    const uint8 texel[4] = {1, 2, 3, 4};
    EXPECT(rhi::RequestBufferUpdate(program.Device, scene.Tints, 0, texel, 4, ticket) == HELD);
    EXPECT(rhi::RequestTextureUpdate(program.Device, scene.Image, {0, 0, 0, 1, 1}, texel, 4, 4, ticket) == HELD);
    EXPECT(IsSame(ticket, {}));
}
} // namespace

int main(int count, char** arguments)
{
    Program program;
    rhi::DeviceDescription description;
    description.Selection = SelectBackend(count, arguments);
    description.Required.PortableRaster = true;
    description.Storage.TransferSlices = 2;
    description.Storage.TransferBytes = 4096;
    description.RequiredProfile.FormatCount = 1;
    description.RequiredProfile.Formats[0].Format = rhi::RasterFormat::Rgba8Unorm;
    description.RequiredProfile.Formats[0].Uses.CopySource = true;
    description.RequiredProfile.Formats[0].Uses.CopyDestination = true;
    const rhi::DeviceStatus started = rhi::CreateDevice({"transfers consumer", 1}, {.Width = EDGE, .Height = EDGE},
                                                        description, program.Device, program.Surface);
    EXPECT(started == rhi::DeviceStatus::Ready || started == rhi::DeviceStatus::Pending);
    rhi::DeviceInfo info;
    Settle([&] { return rhi::GetDeviceInfo(program.Device, info); });
    rhi::LifetimeCapabilities limits;
    EXPECT(rhi::GetLifetimeCapabilities(program.Device, limits) == READY);
    EXPECT(limits.TransfersPerDirection == 2 && limits.TransferBytes == 4096);

    Scene scene;
    MakeScene(program, scene, info.Profile.Raster.UniformOffsetAlignment);
    ExpectHeld(program, scene);
    EXPECT(rhi::SetFrameTarget(program.Device, program.Surface, {.Width = EDGE, .Height = EDGE}) ==
           rhi::DeviceStatus::Ready);
    OpenFrame([&] { return rhi::BeginFrame(program.Device, program.Surface); });
    const Packets packets(scene);
    EXPECT(rhi::DrawIndexed(program.Device, packets.Band) == READY);
    EXPECT(rhi::DrawIndexed(program.Device, packets.Far) == READY);
    EXPECT(rhi::EndFrame(program.Device) == rhi::DeviceStatus::Ready);
    const Picture picture = ReadFrame(program.Device, program.Surface);
    if (info.Startup.SelectedBackend != rhi::Backend::Reference)
    {
        ExpectPicture(picture);
    }
    DestroyScene(program.Device, scene);
    EXPECT(rhi::DestroyDevice(program.Device) == rhi::DeviceStatus::Ready);
    std::puts("transfers consumer: all checks passed");
    return 0;
}
