// The operations of the calls' fuzzer that move bytes: uploads, updates, copies, and readbacks of resources and frames.
#include "device_fuzzer.h"

#include <algorithm>

namespace ludus::graphics::rhi::fuzz
{
TextureRegion DeviceFuzzer::TakeRegion()
{
    return Input.Flag() ? TextureRegion{.Width = 8, .Height = 4}
                        : TextureRegion{Input.Below(18), Input.Byte(), Input.Byte(), Input.Byte(), Input.Byte()};
}

void DeviceFuzzer::Upload()
{
    UploadTicket& ticket = Uploads.Pick(Input);
    switch (Input.Below(3))
    {
    case 0:
    {
        const BufferDescription description{Input.Pick(BufferRole::StorageIndirect), Input.Size()};
        const usize given = Input.Byte() >= 240 ? Input.Byte() : std::min(description.Size, sizeof BYTES);
        (void)Watch(
            "RequestBufferUpload",
            [&] { return RequestBufferUpload(Things.Device, description, BYTES, given, ticket); }, ticket);
        break;
    }
    case 1:
    {
        BufferHandle& buffer = Buffers.Place(Input);
        (void)Watch(
            "TakeUploadedBuffer", [&] { return TakeUploadedBuffer(Things.Device, ticket, buffer); }, ticket, buffer);
        break;
    }
    default:
        ReleaseItem(Uploads);
        break;
    }
}

void DeviceFuzzer::UpdateBuffer()
{
    const BufferHandle buffer = Buffers.Pick(Input);
    const usize offset = Input.Size();
    const usize size = std::min(Input.Size(), sizeof BYTES);
    TransferTicket& ticket = Transfers.Pick(Input);
    (void)Watch(
        "RequestBufferUpdate", [&] { return RequestBufferUpdate(Things.Device, buffer, offset, BYTES, size, ticket); },
        ticket);
}

void DeviceFuzzer::UpdateTexture()
{
    const TextureHandle texture = Textures.Pick(Input);
    const TextureRegion region = TakeRegion();
    const usize pitch = Input.Flag() ? 32 : Input.Size();
    const usize size = std::min(Input.Flag() ? usize{128} : Input.Size(), sizeof BYTES);
    TransferTicket& ticket = Transfers.Pick(Input);
    (void)Watch(
        "RequestTextureUpdate",
        [&] { return RequestTextureUpdate(Things.Device, texture, region, BYTES, size, pitch, ticket); }, ticket);
    if (Input.Flag())
    {
        ReleaseItem(Transfers);
    }
}

void DeviceFuzzer::CopyTexture()
{
    const TextureHandle source = Textures.Pick(Input);
    const TextureHandle destination = Textures.Pick(Input);
    const TextureRegion from = TakeRegion();
    const TextureRegion to = TakeRegion();
    TransferTicket& ticket = Transfers.Pick(Input);
    (void)Watch(
        "RequestTextureCopy", [&] { return RequestTextureCopy(Things.Device, source, from, destination, to, ticket); },
        ticket);
}

void DeviceFuzzer::ReadBack()
{
    ReadbackTicket& ticket = Readbacks.Pick(Input);
    switch (Input.Below(4))
    {
    case 0:
    {
        const BufferHandle buffer = Buffers.Pick(Input);
        const usize offset = Input.Size();
        const usize size = Input.Size();
        (void)Watch(
            "RequestBufferReadback", [&] { return RequestBufferReadback(Things.Device, buffer, offset, size, ticket); },
            ticket);
        break;
    }
    case 1:
    {
        const TextureHandle texture = Textures.Pick(Input);
        const TextureRegion region = TakeRegion();
        const usize pitch = Input.Size();
        (void)Watch(
            "RequestTextureReadback",
            [&] { return RequestTextureReadback(Things.Device, texture, region, pitch, ticket); }, ticket);
        break;
    }
    case 2:
    {
        uint8 bytes[sizeof BYTES]{};
        const usize capacity = Input.Half() % (sizeof bytes + 1);
        (void)Watch(
            "CopyReadback", [&] { return CopyReadback(Things.Device, ticket, bytes, capacity); }, bytes);
        break;
    }
    default:
        ReleaseItem(Readbacks);
        break;
    }
}

void DeviceFuzzer::ReadFrame()
{
    FrameReadback& readback = Frames.Pick(Input);
    switch (Input.Below(4))
    {
    case 0:
        (void)Watch(
            "RequestFrameReadback", [&] { return RequestFrameReadback(Things.Device, Things.Surface, readback); },
            readback);
        break;
    case 1:
    {
        FrameInfo info;
        (void)Watch(
            "GetFrameReadbackInfo", [&] { return GetFrameReadbackInfo(Things.Device, readback, info); }, info);
        AskItem(Frames);
        break;
    }
    case 2:
    {
        uint8 bytes[sizeof BYTES]{};
        const usize size = Input.Half() % (sizeof bytes + 1);
        const usize pitch = Input.Size();
        (void)Watch(
            "CopyFrameReadback",
            [&] {
                return CopyFrameReadback(Things.Device, readback, {bytes, size}, pitch);
            },
            bytes);
        break;
    }
    default:
        ReleaseItem(Frames);
        break;
    }
}
} // namespace ludus::graphics::rhi::fuzz
