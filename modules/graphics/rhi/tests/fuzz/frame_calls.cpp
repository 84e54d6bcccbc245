// The operations of the calls' fuzzer on frames: their begin and end, passes, draws and the data of one frame.
#include "device_fuzzer.h"

#include <ludus/graphics/rhi/frame_uniforms.h>

namespace ludus::graphics::rhi::fuzz
{
void DeviceFuzzer::EndFrameWithToken()
{
    SubmissionToken& token = Tokens.Items[Input.Below(Tokens.SIZE)];
    token = Input.Byte() < 240 ? SubmissionToken{} : token;
    (void)Watch("EndFrame", [&] { return EndFrame(Things.Device, token); });
}

RasterDraw DeviceFuzzer::MakeDraw()
{
    const uint32 choice = Input.Byte();
    RasterDraw draw = (choice & 1U) != 0 ? Things.GetPlainDraw((choice & 2U) != 0)
                                         : Things.GetQuadDraw(choice / 4 % TEXTURE_COUNT, (choice & 2U) != 0);
    for (uint32 spoils = choice >= 128 ? 1 + Input.Below(3) : 0; spoils > 0; --spoils)
    {
        SpoilDraw(draw);
    }
    return draw;
}

void DeviceFuzzer::SpoilDraw(RasterDraw& draw)
{
    switch (Input.Below(12))
    {
    case 0:
        draw.Pipeline = Pipelines.Pick(Input);
        break;
    case 1:
        draw.Bindings = Sets.Pick(Input);
        break;
    case 2:
        Slice = {Buffers.Pick(Input), Input.Size(), Input.Size()};
        draw.Vertices = {&Slice, 1};
        break;
    case 3:
        draw.Vertices = {draw.Vertices.data(), Input.Below(3)};
        break;
    case 4:
        draw.Indices = Buffers.Pick(Input);
        break;
    case 5:
        draw.IndexOffset = Input.Size();
        break;
    case 6:
        draw.IndexCount = Input.Byte() == 255 ? Input.Word() : Input.Byte();
        break;
    case 7:
        draw.VertexCount = Input.Byte() == 255 ? Input.Word() : Input.Byte();
        break;
    case 8:
        draw.InstanceCount = Input.Byte() == 255 ? Input.Word() : Input.Byte();
        break;
    case 9:
        draw.Indirect = Buffers.Pick(Input);
        draw.IndirectOffset = Input.Size();
        break;
    case 10:
        draw.BindingOffsets.Bytes[Input.Below(RASTER_BINDING_COUNT)] = Input.Half();
        break;
    default:
        draw.Vertices = {static_cast<const RasterVertexSlice*>(nullptr), Input.Below(3)};
        break;
    }
}

void DeviceFuzzer::Draw()
{
    const RasterDraw draw = MakeDraw();
    (void)Watch("DrawIndexed", [&] { return DrawIndexed(Things.Device, draw); });
}

void DeviceFuzzer::BeginPass()
{
    RasterPassDescription description;
    const uint32 choice = Input.Byte();
    description.Color = (choice & 1U) != 0 ? Textures.Pick(Input) : TextureHandle{};
    description.ColorLoad = (choice & 2U) != 0 ? RasterLoad::Load : RasterLoad::Clear;
    RasterColorAttachment colors[1];
    if (choice >= 128)
    {
        description.ColorLoad = Input.Pick(RasterLoad::Discard);
        description.ColorStore = Input.Pick(RasterStore::Discard);
        description.DepthLoad = Input.Pick(RasterLoad::Discard);
        description.DepthStore = Input.Pick(RasterStore::Discard);
        description.DepthReadOnly = Input.Flag();
        description.UseViewport = Input.Flag();
        description.Viewport = {Input.Byte(), Input.Byte(), Input.Byte(), Input.Word()};
        description.UseScissor = Input.Flag();
        description.Scissor = {Input.Byte(), Input.Word(), Input.Byte(), Input.Byte()};
        colors[0].View = Views.Pick(Input);
        description.ColorCount = Input.Byte() == 255 ? 1 : 0;
        description.Colors = Input.Flag() ? colors : nullptr;
    }
    (void)Watch("BeginRasterPass", [&] { return BeginRasterPass(Things.Device, description); });
}

void DeviceFuzzer::WriteFrameData()
{
    static constexpr uint16 NARROW[64]{};
    static constexpr uint32 WIDE[64]{};
    BufferHandle ring;
    uint32 offset = 7;
    RasterVertexSlice slice;
    RasterDraw packet = Things.GetPlainDraw(false);
    const usize size = Input.Half() % (sizeof BYTES + 1);
    (void)Watch(
        "GetFrameUniformBuffer", [&] { return GetFrameUniformBuffer(Things.Device, ring); }, ring);
    switch (Input.Below(4))
    {
    case 0:
        (void)Watch(
            "WriteFrameUniform",
            [&] {
                return WriteFrameUniform(Things.Device, {BYTES, size}, offset);
            },
            offset);
        break;
    case 1:
        (void)Watch(
            "WriteFrameVertices",
            [&] {
                return WriteFrameVertices(Things.Device, {BYTES, size}, slice);
            },
            slice);
        Slice = slice;
        break;
    case 2:
        (void)Watch(
            "WriteFrameIndices",
            [&] {
                return WriteFrameIndices(Things.Device, std::span<const uint16>{NARROW, size % 65}, packet);
            },
            packet);
        break;
    default:
        (void)Watch(
            "WriteFrameIndices",
            [&] {
                return WriteFrameIndices(Things.Device, std::span<const uint32>{WIDE, size % 65}, packet);
            },
            packet);
        break;
    }
    if (Input.Flag())
    {
        (void)Watch("DrawIndexed", [&] { return DrawIndexed(Things.Device, packet); });
    }
}
} // namespace ludus::graphics::rhi::fuzz
