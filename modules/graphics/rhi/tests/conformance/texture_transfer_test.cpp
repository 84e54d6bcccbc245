// Rectangles of textures: written, copied and read back over mips, the ledger of defined mips, and who may hold them.
#include "../support/graph_scene.h"
#include "transfer_scene.h"

#include <random>

namespace ludus::graphics::rhi::tests
{
namespace
{
using internal::BackendStatus;

constexpr FrameTarget TARGET{.Width = 8, .Height = 4};
constexpr auto READY = RasterStatus::Ready;
constexpr auto PENDING = RasterStatus::Pending;
constexpr auto MALFORMED = RasterStatus::InvalidDescription;
constexpr auto STATE = RasterStatus::InvalidState;
constexpr usize TEXEL = 4;

/// One mip as the CPU knows it, rows tight.
struct MirrorMip final
{
    uint32 Width{0};
    uint32 Height{0};
    std::vector<uint8> Texels{};

    [[nodiscard]] uint8* At(uint32 x, uint32 y) { return Texels.data() + (usize{y} * Width + x) * TEXEL; }
};

struct Mirror final
{
    Mirror(uint32 width, uint32 height, uint32 mips)
    {
        for (uint32 mip = 0; mip < mips; ++mip)
        {
            const uint32 w = std::max(width >> mip, 1U);
            const uint32 h = std::max(height >> mip, 1U);
            Mips.push_back({w, h, std::vector<uint8>(usize{w} * h * TEXEL)});
        }
    }

    std::vector<MirrorMip> Mips{};
};

class TextureTransfers : public TransferTest
{
protected:
    TextureHandle MakeDeferred(uint32 width, uint32 height, uint32 mips)
    {
        return MakeTexture({.Width = width, .Height = height, .MipLevels = mips, .DeferredInitialization = true}, {});
    }

    RasterStatus Update(TextureHandle texture, const TextureRegion& region, std::span<const uint8> rows, usize pitch,
                        TransferTicket& ticket)
    {
        return RequestTextureUpdate(Device, texture, region, rows.data(), rows.size(), pitch, ticket);
    }

    void Finish(TransferTicket& ticket, RasterStatus end = READY)
    {
        EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), end);
        EXPECT_EQ(Release(Device, ticket), READY);
    }

    // Writes tight rows and waits.
    void Write(TextureHandle texture, const TextureRegion& region, std::span<const uint8> rows)
    {
        TransferTicket ticket;
        ASSERT_EQ(Update(texture, region, rows, region.Width * TEXEL, ticket), PENDING);
        Finish(ticket);
    }

    // Reads a rectangle with `padding` bytes after each row, and expects them to be zero.
    std::vector<uint8> ReadTexels(TextureHandle texture, const TextureRegion& region, usize padding = 0)
    {
        const usize rowBytes = region.Width * TEXEL;
        const usize pitch = rowBytes + padding;
        ReadbackTicket ticket;
        EXPECT_EQ(RequestTextureReadback(Device, texture, region, pitch, ticket), PENDING);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), READY);
        std::vector<uint8> rows(pitch * region.Height, uint8{0xA5});
        EXPECT_EQ(CopyReadback(Device, ticket, rows.data(), rows.size()), READY);
        EXPECT_EQ(Release(Device, ticket), READY);
        std::vector<uint8> texels;
        for (usize row = 0; row < region.Height; ++row)
        {
            const auto start = rows.begin() + static_cast<std::ptrdiff_t>(row * pitch);
            const auto end = start + static_cast<std::ptrdiff_t>(rowBytes);
            texels.insert(texels.end(), start, end);
            EXPECT_TRUE(std::all_of(end, end + static_cast<std::ptrdiff_t>(padding), [](uint8 b) { return b == 0; }));
        }
        return texels;
    }

    void ExpectMirror(TextureHandle texture, const Mirror& mirror)
    {
        for (uint32 mip = 0; mip < mirror.Mips.size(); ++mip)
        {
            const MirrorMip& expected = mirror.Mips[mip];
            EXPECT_EQ(ReadTexels(texture, {mip, 0, 0, expected.Width, expected.Height}), expected.Texels) << mip;
        }
    }

    void ExpectResidency(TextureHandle texture, uint32 mask, uint64 bytes)
    {
        TextureResidency residency;
        EXPECT_EQ(GetTextureResidency(Device, texture, residency), READY);
        EXPECT_EQ(residency.InitializedMips, mask);
        EXPECT_EQ(residency.InitializedBytes, bytes);
    }
};

TEST_P(TextureTransfers, MipsBecomeDefinedOneByOne)
{
    StartWith();
    const TextureHandle texture = MakeDeferred(8, 4, 3);
    TextureResidency residency;
    ASSERT_EQ(GetTextureResidency(Device, texture, residency), READY);
    EXPECT_EQ(residency.MipLevels, 3U);
    ExpectResidency(texture, 0, 0);
    const auto expectNoView = [&]
    {
        TextureViewHandle view;
        EXPECT_REFUSAL(CreateTextureView(Device, texture, view), STATE, TextureUndefined);
    };
    expectNoView();
    Write(texture, {0, 0, 0, 8, 4}, MakeBytes(128));
    ExpectResidency(texture, 1, 128);
    expectNoView();
    Write(texture, {1, 0, 0, 4, 2}, MakeBytes(32));
    ExpectResidency(texture, 3, 160);
    expectNoView();
    Write(texture, {2, 0, 0, 2, 1}, MakeBytes(8));
    ExpectResidency(texture, 7, 168);
    MakeView(texture);
}

TEST_P(TextureTransfers, ADeferredTextureIsDrawnOnceItIsWhole)
{
    StartWith();
    MakeQuads();
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    const TextureHandle texture = MakeDeferred(2, 1, 1);
    Write(texture, {0, 0, 0, 2, 1}, std::vector<uint8>{255, 0, 0, 255, 0, 0, 255, 255});
    Write(texture, {0, 1, 0, 1, 1}, std::vector<uint8>{0, 255, 0, 255});
    const BindingSetHandle set = MakeQuadsSet(MakeView(texture), MakeSampler({.Filter = RasterFilter::Nearest}));
    Begin(TARGET);
    EXPECT_EQ(DrawIndexed(Device, GetQuadsDraw(set)), READY);
    End();
    if (GetParam().Has.RasterizesPixels)
    {
        Picture expected(8, 4, {255, 0, 0});
        expected.Fill(4, 0, 4, 4, {0, 255, 0});
        ExpectFrame(expected, "");
    }
}

TEST_P(TextureTransfers, RandomRectanglesMatchACopyOnTheCpu)
{
    StartWith({.TransferSlices = 2, .TransferBytes = 65536});
    constexpr uint32 WIDTH = 37;
    constexpr uint32 HEIGHT = 22;
    constexpr uint32 MIPS = 4;
    std::mt19937 random(21);
    Mirror mirrors[2]{{WIDTH, HEIGHT, MIPS}, {WIDTH, HEIGHT, MIPS}};
    TextureHandle textures[2]{};
    for (usize i = 0; i < 2; ++i)
    {
        textures[i] = MakeDeferred(WIDTH, HEIGHT, MIPS);
        for (uint32 mip = 0; mip < MIPS; ++mip)
        {
            MirrorMip& level = mirrors[i].Mips[mip];
            std::generate(level.Texels.begin(), level.Texels.end(), [&] { return static_cast<uint8>(random()); });
            Write(textures[i], {mip, 0, 0, level.Width, level.Height}, level.Texels);
        }
    }
    const auto below = [&](uint32 limit) { return static_cast<uint32>(random() % limit); };
    for (int round = 0; round < 60; ++round)
    {
        SCOPED_TRACE(round);
        const usize to = below(2);
        const uint32 mip = below(MIPS);
        MirrorMip& level = mirrors[to].Mips[mip];
        TextureRegion region{mip, below(level.Width), below(level.Height), 0, 0};
        region.Width = 1 + below(level.Width - region.X);
        region.Height = 1 + below(level.Height - region.Y);
        const usize rowBytes = region.Width * TEXEL;
        TransferTicket ticket;
        switch (below(3))
        {
        case 0:
        {
            const usize pitch = rowBytes + 4 * below(5);
            std::vector<uint8> rows(pitch * region.Height);
            std::generate(rows.begin(), rows.end(), [&] { return static_cast<uint8>(random()); });
            ASSERT_EQ(Update(textures[to], region, rows, pitch, ticket), PENDING);
            for (uint32 y = 0; y < region.Height; ++y)
            {
                std::memcpy(level.At(region.X, region.Y + y), rows.data() + y * pitch, rowBytes);
            }
            Finish(ticket);
            break;
        }
        case 1:
        {
            const usize from = 1 - to;
            const uint32 other = below(MIPS);
            MirrorMip& source = mirrors[from].Mips[other];
            region.Width = std::min(region.Width, source.Width);
            region.Height = std::min(region.Height, source.Height);
            const TextureRegion read{other, below(source.Width - region.Width + 1),
                                     below(source.Height - region.Height + 1), region.Width, region.Height};
            ASSERT_EQ(RequestTextureCopy(Device, textures[from], read, textures[to], region, ticket), PENDING);
            for (uint32 y = 0; y < region.Height; ++y)
            {
                std::memcpy(level.At(region.X, region.Y + y), source.At(read.X, read.Y + y), region.Width * TEXEL);
            }
            Finish(ticket);
            break;
        }
        default:
        {
            std::vector<uint8> expected;
            for (uint32 y = 0; y < region.Height; ++y)
            {
                const uint8* row = level.At(region.X, region.Y + y);
                expected.insert(expected.end(), row, row + rowBytes);
            }
            ASSERT_EQ(ReadTexels(textures[to], region, 4 * below(4)), expected);
            break;
        }
        }
    }
    ExpectMirror(textures[0], mirrors[0]);
    ExpectMirror(textures[1], mirrors[1]);
}

TEST_P(TextureTransfers, UploadedTexturesAreWrittenAndRead)
{
    StartWith();
    Mirror mirror(8, 4, 1);
    mirror.Mips[0].Texels = MakeBytes(128);
    const TextureHandle texture = MakeTexels(8, 4, mirror.Mips[0].Texels);
    const std::vector<uint8> patch = MakeBytes(24, 200);
    Write(texture, {0, 5, 1, 3, 2}, patch);
    for (uint32 y = 0; y < 2; ++y)
    {
        std::memcpy(mirror.Mips[0].At(5, 1 + y), patch.data() + y * 12, 12);
    }
    ExpectMirror(texture, mirror);
}

TEST_P(TextureTransfers, TheSourceOfACopyMayBeDestroyed)
{
    StartWith();
    const std::vector<uint8> texels = MakeBytes(128);
    TextureHandle source = MakeTexels(8, 4, texels);
    const TextureHandle destination = MakeDeferred(8, 4, 1);
    TransferTicket ticket;
    ASSERT_EQ(RequestTextureCopy(Device, source, {0, 0, 0, 8, 4}, destination, {0, 0, 0, 8, 4}, ticket), PENDING);
    EXPECT_EQ(Destroy(Device, source), READY);
    Finish(ticket);
    EXPECT_EQ(ReadTexels(destination, {0, 0, 0, 8, 4}), texels);
    ExpectResidency(destination, 1, 128);
}

TEST_P(TextureTransfers, RegionsAndRowsAreHeldToTheRules)
{
    StartWith({.TransferBytes = 2048});
    const TextureHandle texture = MakeTexels(8, 4, MakeBytes(128));
    const TextureHandle other = MakeTexels(16, 16, std::vector<uint8>(1024));
    const std::vector<uint8> bytes(4096);
    TransferTicket ticket;
    ReadbackTicket readback;
    // Update and readback have the same rules of the rectangle and its rows.
    const auto expectBoth = [&](TextureHandle handle, const TextureRegion& region, usize count, usize pitch,
                                RasterStatus status, DiagnosticCode code)
    {
        SCOPED_TRACE(GetDiagnosticName(code));
        uint64 before = CountRefusals();
        EXPECT_EQ(RequestTextureUpdate(Device, handle, region, bytes.data(), count, pitch, ticket), status);
        EXPECT_EQ(GetCodeAfter(before), code);
        before = CountRefusals();
        EXPECT_EQ(RequestTextureReadback(Device, handle, region, pitch, readback), status);
        EXPECT_EQ(GetCodeAfter(before), code);
    };
    using enum DiagnosticCode;
    expectBoth({}, {0, 0, 0, 8, 4}, 128, 32, RasterStatus::InvalidHandle, StaleHandle);
    expectBoth(texture, {1, 0, 0, 8, 4}, 128, 32, MALFORMED, ValueTooLarge);
    expectBoth(texture, {0, 0, 0, 0, 4}, 128, 32, MALFORMED, ValueZero);
    expectBoth(texture, {0, 0, 0, 8, 0}, 128, 32, MALFORMED, ValueZero);
    expectBoth(texture, {0, 1, 0, 8, 4}, 128, 32, MALFORMED, RangeOutside);
    expectBoth(texture, {0, 0, 1, 8, 4}, 128, 32, MALFORMED, RangeOutside);
    expectBoth(texture, {0, ~0U, 0, 2, 4}, 128, 32, MALFORMED, RangeOutside);
    expectBoth(texture, {0, 0, 0, 8, 4}, 128, 34, MALFORMED, ValueMisaligned);
    expectBoth(texture, {0, 0, 0, 8, 4}, 112, 28, MALFORMED, ValueTooSmall);
    expectBoth(texture, {0, 0, 0, 8, 4}, 4096, 1024, MALFORMED, ValueTooLarge); // the caller's rows
    expectBoth(other, {0, 0, 0, 1, 16}, 64, 4, MALFORMED, ValueTooLarge);       // 16 rows of 256 bytes
    if constexpr (sizeof(usize) == 8)
    {
        expectBoth(texture, {0, 0, 0, 8, 4}, 128, ~usize{3}, MALFORMED, SizeOverflow);
    }
    EXPECT_REFUSAL(Update(texture, {0, 0, 0, 8, 4}, {bytes.data(), 127}, 32, ticket), MALFORMED, UploadSizeWrong);
    EXPECT_REFUSAL(RequestTextureUpdate(Device, texture, {0, 0, 0, 8, 4}, nullptr, 128, 32, ticket), MALFORMED,
                   NullInput);
    const TextureHandle plain = MakeTexels(8, 4, MakeBytes(32), RasterFormat::R8Unorm);
    expectBoth(plain, {0, 0, 0, 8, 4}, 128, 32, RasterStatus::Unsupported, TransferFormatUnavailable);
    EXPECT_TRUE(IsNullHandle(ticket));
    EXPECT_TRUE(IsNullHandle(readback));
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    Begin(TARGET);
    expectBoth(texture, {0, 0, 0, 8, 4}, 128, 32, STATE, FrameIsOpen);
    End();
    EXPECT_EQ(ReadTexels(texture, {0, 0, 0, 8, 4}), MakeBytes(128));
    ASSERT_EQ(Update(texture, {0, 0, 0, 8, 4}, {bytes.data(), 128}, 32, ticket), PENDING);
    EXPECT_REFUSAL(Update(texture, {0, 0, 0, 8, 4}, {bytes.data(), 128}, 32, ticket), STATE, OutputOccupied);
    Finish(ticket);
}

TEST_P(TextureTransfers, RefusalsNameObjectFieldAndFix)
{
    StartWith();
    const TextureHandle texture = MakeTexels(8, 4, MakeBytes(128));
    ASSERT_EQ(SetLabel(Device, texture, "rock"), READY);
    TransferTicket ticket;
    const std::vector<uint8> bytes(128);
    EXPECT_EQ(Update(texture, {0, 5, 0, 4, 4}, {bytes.data(), 64}, 16, ticket), MALFORMED);
    char text[512];
    Diagnostic why;
    ASSERT_TRUE(GetLastDiagnostic(Device, why));
    FormatDiagnostic(why, text);
    const std::string message = text;
    for (const char* part : {"RequestTextureUpdate", "rock", "region.X", "9", "8"})
    {
        EXPECT_NE(message.find(part), std::string::npos) << part << " is not in: " << message;
    }
}

TEST_P(TextureTransfers, CopiesAreHeldToTheRules)
{
    StartWith();
    const std::vector<uint8> texels = MakeBytes(128);
    const TextureHandle source = MakeTexels(8, 4, texels);
    const TextureHandle destination = MakeTexels(8, 4, std::vector<uint8>(128));
    const TextureHandle empty = MakeDeferred(8, 4, 2);
    const TextureHandle plain = MakeTexels(8, 4, MakeBytes(32), RasterFormat::R8Unorm);
    TransferTicket ticket;
    const TextureRegion all{0, 0, 0, 8, 4};
    const auto copy = [&](TextureHandle from, const TextureRegion& read, TextureHandle to, const TextureRegion& write)
    { return RequestTextureCopy(Device, from, read, to, write, ticket); };
    EXPECT_REFUSAL(copy({}, all, destination, all), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(copy(source, all, {}, all), RasterStatus::InvalidHandle, StaleHandle);
    EXPECT_REFUSAL(copy(source, {0, 0, 0, 2, 2}, source, {0, 4, 2, 2, 2}), MALFORMED, CopyWithinTexture);
    EXPECT_REFUSAL(copy(source, {0, 1, 0, 8, 4}, destination, all), MALFORMED, RangeOutside);
    EXPECT_REFUSAL(copy(source, all, destination, {0, 0, 1, 8, 4}), MALFORMED, RangeOutside);
    EXPECT_REFUSAL(copy(source, {0, 0, 0, 4, 4}, destination, {0, 0, 0, 2, 4}), MALFORMED, ValueNotExact);
    EXPECT_REFUSAL(copy(source, {0, 0, 0, 4, 4}, destination, {0, 0, 0, 4, 2}), MALFORMED, ValueNotExact);
    EXPECT_REFUSAL(copy(plain, all, destination, all), RasterStatus::Unsupported, TransferFormatUnavailable);
    EXPECT_REFUSAL(copy(source, all, plain, all), RasterStatus::Unsupported, TransferFormatUnavailable);
    EXPECT_REFUSAL(copy(empty, all, destination, all), STATE, TextureUndefined);
    EXPECT_REFUSAL(copy(source, {0, 0, 0, 4, 4}, empty, {0, 0, 0, 4, 4}), STATE, MipPartUndefined);
    EXPECT_TRUE(IsNullHandle(ticket));
    // A part of one mip may be the whole of another.
    ASSERT_EQ(copy(source, {0, 4, 2, 4, 2}, empty, {1, 0, 0, 4, 2}), PENDING);
    Finish(ticket);
    ExpectResidency(empty, 2, 32);
    std::vector<uint8> expected(texels.begin() + 2 * 32 + 16, texels.begin() + 2 * 32 + 32);
    expected.insert(expected.end(), texels.begin() + 3 * 32 + 16, texels.begin() + 3 * 32 + 32);
    EXPECT_EQ(ReadTexels(empty, {1, 0, 0, 4, 2}), expected);
    ReadbackTicket readback;
    EXPECT_REFUSAL(RequestTextureReadback(Device, empty, all, 32, readback), STATE, TextureUndefined);
    const std::vector<uint8> bytes(64);
    EXPECT_REFUSAL(Update(empty, {0, 0, 0, 4, 4}, bytes, 16, ticket), STATE, MipPartUndefined);
}

TEST_P(TextureTransfers, WhoeverHoldsTheTextureRefusesWrites)
{
    Start({.Required = {.OrderedRasterGraph = true}});
    TextureHandle texture = MakeTexels(8, 4, MakeBytes(128));
    const std::vector<uint8> bytes(128);
    TransferTicket ticket;
    const auto expectHeld = [&] {
        EXPECT_REFUSAL(Update(texture, {0, 0, 0, 8, 4}, bytes, 32, ticket), STATE, MutationHeld);
    };
    TextureViewHandle view;
    ASSERT_EQ(Await(CreateTextureView(Device, texture, view), view), READY);
    expectHeld();
    EXPECT_EQ(ReadTexels(texture, {0, 0, 0, 8, 4}), MakeBytes(128)); // reading is not writing
    ASSERT_EQ(Destroy(Device, view), READY);

    OrderedGraph graph;
    GraphVersion version;
    RasterTextureState state;
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    ASSERT_EQ(GetTextureState(Device, texture, state), READY);
    ASSERT_EQ(ImportGraphTexture(Device, graph, texture, state, RasterTextureUse::SampledBoth, version), READY);
    expectHeld();
    ASSERT_EQ(DiscardOrderedGraph(Device, graph), READY);

    ASSERT_EQ(Update(texture, {0, 0, 0, 8, 4}, bytes, 32, ticket), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), READY);
    TransferTicket second;
    EXPECT_REFUSAL(Update(texture, {0, 0, 0, 8, 4}, bytes, 32, second), STATE, MutationHeld);
    RasterTextureState written;
    ASSERT_EQ(GetTextureState(Device, texture, written), READY);
    EXPECT_EQ(written.Revision, state.Revision + 1);
    ASSERT_EQ(CreateOrderedGraph(Device, graph), READY);
    GraphVersion imported;
    EXPECT_REFUSAL(ImportGraphTexture(Device, graph, texture, written, RasterTextureUse::SampledBoth, imported), STATE,
                   TransferUnreleased);
    EXPECT_EQ(Release(Device, ticket), READY);
    EXPECT_REFUSAL(ImportGraphTexture(Device, graph, texture, state, RasterTextureUse::SampledBoth, imported), STATE,
                   GraphStateStale);
    EXPECT_EQ(ImportGraphTexture(Device, graph, texture, written, RasterTextureUse::SampledBoth, imported), READY);
    EXPECT_EQ(DiscardOrderedGraph(Device, graph), READY);
    Write(texture, {0, 0, 0, 8, 4}, bytes);
}

TEST_P(TextureTransfers, AttachmentsKeepTheirRowsThroughPassesAndTransfers)
{
    StartWith();
    MakePlain({.Target = RasterTarget::Rgba8Unorm});
    ASSERT_EQ(SetFrameTarget(Device, Surface, TARGET), DeviceStatus::Ready);
    const TextureHandle texture = MakeTexture({.Width = 8, .Height = 4, .Attachment = true}, {});
    // The upper half green by a pass.
    const auto square = MakeSquare(-1, 0, 1, 1, 0, {0, 1, 0, 1});
    const RasterVertexSlice slice{MakeBuffer(BufferRole::Vertex, AsBytes(square)), 0, sizeof square};
    RasterDraw draw = GetPlainDraw();
    draw.Vertices = {&slice, 1};
    const auto drawPass = [&](const RasterPassDescription& pass, bool draws)
    {
        Begin(TARGET);
        EXPECT_EQ(BeginRasterPass(Device, pass), READY);
        EXPECT_EQ(draws ? DrawIndexed(Device, draw) : READY, READY);
        SubmissionToken token;
        EXPECT_EQ(EndFrame(Device, token), READY);
        EXPECT_EQ(Settle([&] { return GetStatus(Device, token); }), READY);
    };
    // Written before any pass has drawn to it, then loaded.
    Write(texture, {0, 0, 0, 8, 4}, std::vector<uint8>(128, uint8{9}));
    drawPass({.Color = texture, .ColorLoad = RasterLoad::Load}, true);
    std::vector<uint8> expected(128, uint8{9});
    for (usize i = 0; GetParam().Has.RasterizesPixels && i < 64; ++i)
    {
        expected[i] = i % 4 == 1 || i % 4 == 3 ? 255 : 0;
    }
    EXPECT_EQ(ReadTexels(texture, {0, 0, 0, 8, 4}, 8), expected);
    // The last row written, and kept by a pass that loads.
    const std::vector<uint8> row = MakeBytes(32, 50);
    Write(texture, {0, 0, 3, 8, 1}, row);
    std::copy(row.begin(), row.end(), expected.begin() + 96);
    drawPass({.Color = texture, .ColorLoad = RasterLoad::Load}, false);
    EXPECT_EQ(ReadTexels(texture, {0, 0, 0, 8, 4}), expected);
    // Copied to a texture and back to another place.
    const TextureHandle other = MakeDeferred(8, 2, 1);
    TransferTicket ticket;
    ASSERT_EQ(RequestTextureCopy(Device, texture, {0, 0, 2, 8, 2}, other, {0, 0, 0, 8, 2}, ticket), PENDING);
    Finish(ticket);
    ASSERT_EQ(RequestTextureCopy(Device, other, {0, 0, 0, 8, 2}, texture, {0, 0, 0, 8, 2}, ticket), PENDING);
    Finish(ticket);
    std::copy(expected.begin() + 64, expected.end(), expected.begin());
    EXPECT_EQ(ReadTexels(texture, {0, 0, 0, 8, 4}), expected);
}

TEST_P(TextureTransfers, UsesAreAnnouncedAndMayBeRequired)
{
    DeviceDescription description{.Required = {.PortableRaster = true}};
    description.RequiredProfile.FormatCount = 1;
    description.RequiredProfile.Formats[0] = {.Format = RasterFormat::Rgba8Unorm,
                                              .Uses = {.CopySource = true, .CopyDestination = true}};
    Start(description);
    for (const RasterFormat format : {RasterFormat::Rgba8Srgb, RasterFormat::R8Unorm, RasterFormat::Rg8Unorm})
    {
        FormatCapabilities capabilities;
        EXPECT_EQ(GetFormatCapabilities(Device, format, capabilities), READY);
        EXPECT_FALSE(capabilities.Uses.CopySource);
        EXPECT_FALSE(capabilities.Uses.CopyDestination);
    }
    TextureHandle texture;
    EXPECT_REFUSAL(
        CreateTexture(Device,
                      {.Width = 4, .Height = 4, .Format = RasterFormat::R8Unorm, .DeferredInitialization = true}, {},
                      texture),
        RasterStatus::Unsupported, FeatureNotEnabled);
}

LUDUS_ON_EVERY_LANE(TextureTransfers);

class HeldTextureTransfers : public TextureTransfers
{
};

TEST_P(HeldTextureTransfers, MipsAreDefinedWhenTheCopyHasCompleted)
{
    StartWith();
    const TextureHandle texture = MakeDeferred(8, 4, 1);
    internal::GetReferenceControl().HoldsCompletion = true;
    TransferTicket ticket;
    const std::vector<uint8> texels = MakeBytes(128);
    ASSERT_EQ(Update(texture, {0, 0, 0, 8, 4}, texels, 32, ticket), PENDING);
    EXPECT_EQ(GetStatus(Device, texture), PENDING);
    ExpectResidency(texture, 0, 0);
    TextureViewHandle view;
    EXPECT_REFUSAL(CreateTextureView(Device, texture, view), RasterStatus::NotReady, DependencyPending);
    ReadbackTicket readback;
    EXPECT_REFUSAL(RequestTextureReadback(Device, texture, {0, 0, 0, 8, 4}, 32, readback), RasterStatus::NotReady,
                   DependencyPending);
    EXPECT_EQ(Release(Device, ticket), READY); // early: the write happens all the same
    ExpectResidency(texture, 0, 0);
    internal::CompleteReferenceWork();
    ExpectResidency(texture, 1, 128);
    internal::GetReferenceControl().HoldsCompletion = false;
    EXPECT_EQ(ReadTexels(texture, {0, 0, 0, 8, 4}), texels);
}

TEST_P(HeldTextureTransfers, WorkInFlightRefusesWrites)
{
    StartWith();
    const TextureHandle texture = MakeTexels(8, 4, MakeBytes(128));
    const TextureHandle other = MakeDeferred(8, 4, 1);
    const std::vector<uint8> bytes(128);
    internal::GetReferenceControl().HoldsCompletion = true;
    ReadbackTicket readback;
    TransferTicket copy;
    TransferTicket ticket;
    ASSERT_EQ(RequestTextureReadback(Device, texture, {0, 0, 0, 8, 4}, 32, readback), PENDING);
    EXPECT_REFUSAL(Update(texture, {0, 0, 0, 8, 4}, bytes, 32, ticket), STATE, MutationInFlight);
    internal::CompleteReferenceWork();
    EXPECT_EQ(Release(Device, readback), READY);
    ASSERT_EQ(RequestTextureCopy(Device, texture, {0, 0, 0, 8, 4}, other, {0, 0, 0, 8, 4}, copy), PENDING);
    EXPECT_REFUSAL(Update(texture, {0, 0, 0, 8, 4}, bytes, 32, ticket), STATE, MutationHeld); // its source
    internal::CompleteReferenceWork();
    EXPECT_REFUSAL(Update(texture, {0, 0, 0, 8, 4}, bytes, 32, ticket), STATE, MutationHeld);
    Finish(copy);
    ASSERT_EQ(Update(texture, {0, 0, 0, 8, 4}, bytes, 32, ticket), PENDING);
    internal::CompleteReferenceWork();
    Finish(ticket);
}

TEST_P(HeldTextureTransfers, AWriteThatIsRefusedLateFailsItsTexture)
{
    StartWith();
    TextureHandle texture = MakeDeferred(8, 4, 1);
    internal::GetReferenceControl().RefusesTransfers = true;
    TransferTicket ticket;
    ASSERT_EQ(Update(texture, {0, 0, 0, 8, 4}, MakeBytes(128), 32, ticket), PENDING);
    EXPECT_EQ(Settle([&] { return GetStatus(Device, ticket); }), RasterStatus::Failed);
    EXPECT_EQ(GetStatus(Device, texture), RasterStatus::Failed);
    TextureViewHandle view;
    EXPECT_REFUSAL(CreateTextureView(Device, texture, view), STATE, DependencyFailed);
    EXPECT_EQ(Release(Device, ticket), READY);
    EXPECT_EQ(Destroy(Device, texture), READY);
}

TEST_P(HeldTextureTransfers, ARefusalLeavesEverythingAsItWas)
{
    StartWith();
    const TextureHandle texture = MakeDeferred(8, 4, 1);
    const TextureHandle source = MakeTexels(8, 4, MakeBytes(128));
    const std::vector<uint8> bytes(128);
    const TextureRegion all{0, 0, 0, 8, 4};
    for (const ReferenceCall call :
         {ReferenceCall::ReserveUpload, ReferenceCall::ReserveReadback, ReferenceCall::Submit})
    {
        for (int request = 0; request < 3; ++request)
        {
            SCOPED_TRACE(testing::Message() << internal::GetReferenceCallName(call) << request);
            TransferTicket ticket;
            ReadbackTicket readback;
            const bool meets = call == ReferenceCall::Submit ||
                               (call == ReferenceCall::ReserveUpload && request == 0) ||
                               (call == ReferenceCall::ReserveReadback && request == 2);
            if (!meets)
            {
                continue;
            }
            internal::FailReferenceCall(call, {.Status = BackendStatus::OutOfMemory});
            const RasterStatus status = request == 0   ? Update(texture, all, bytes, 32, ticket)
                                        : request == 1 ? RequestTextureCopy(Device, source, all, texture, all, ticket)
                                                       : RequestTextureReadback(Device, source, all, 32, readback);
            EXPECT_EQ(status, RasterStatus::OutOfMemory);
            EXPECT_TRUE(IsNullHandle(ticket));
            EXPECT_TRUE(IsNullHandle(readback));
            EXPECT_EQ(GetStatus(Device, texture), READY);
            ExpectResidency(texture, 0, 0);
        }
    }
    Write(texture, all, MakeBytes(128));
    EXPECT_EQ(ReadTexels(texture, all), MakeBytes(128));
}

LUDUS_ON_STEERED_LANES(HeldTextureTransfers);
} // namespace
} // namespace ludus::graphics::rhi::tests
