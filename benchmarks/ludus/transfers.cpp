// S6 and S7 over Ludus' public headers: as many updates are under way as there are slices.
#include "transfers.h"

#include <sched.h>

namespace ludus::benchmarks
{
TransferStream::TransferStream(const Session& session) : Context(session)
{
    const std::vector<std::byte> contents(UPDATE_BYTES);
    rhi::TextureDescription description;
    description.Width = STREAMED_EXTENT;
    description.Height = STREAMED_EXTENT;
    description.DeferredInitialization = true;
    for (std::uint32_t i = 0; i < UPLOAD_SLICES; ++i)
    {
        Buffers[i] = session.CreateBuffer(rhi::BufferRole::Vertex, contents);
        Textures[i] = session.CreateTexture(description);
    }
}

TransferStream::~TransferStream()
{
    for (std::uint32_t i = 0; i < UPLOAD_SLICES; ++i)
    {
        Context.Check(rhi::Destroy(Context.Device, Buffers[i]), "Destroy");
        Context.Check(rhi::Destroy(Context.Device, Textures[i]), "Destroy");
    }
}

void TransferStream::Finish(rhi::TransferTicket& ticket) const
{
    rhi::RasterStatus status = rhi::GetStatus(Context.Device, ticket);
    while (status == rhi::RasterStatus::Pending)
    {
        sched_yield();
        status = rhi::GetStatus(Context.Device, ticket);
    }
    Context.Check(status, "a transfer");
    Context.Check(rhi::Release(Context.Device, ticket), "Release");
}

template <typename Request>
void TransferStream::Stream(Request request)
{
    for (std::uint32_t i = 0; i < UPDATE_COUNT + UPLOAD_SLICES; ++i)
    {
        const std::size_t slice = i % UPLOAD_SLICES;
        if (i >= UPLOAD_SLICES)
        {
            Finish(Tickets[slice]);
        }
        if (i < UPDATE_COUNT)
        {
            const rhi::RasterStatus status = request(slice);
            Context.Check(status == rhi::RasterStatus::Pending ? rhi::RasterStatus::Ready : status, "an update");
        }
    }
}

void TransferStream::UpdateBuffers()
{
    Stream(
        [&](std::size_t slice) {
            return rhi::RequestBufferUpdate(Context.Device, Buffers[slice], 0, Bytes.data(), UPDATE_BYTES,
                                            Tickets[slice]);
        });
}

void TransferStream::StreamTextures()
{
    const rhi::TextureRegion all{0, 0, 0, STREAMED_EXTENT, STREAMED_EXTENT};
    Stream(
        [&](std::size_t slice)
        {
            return rhi::RequestTextureUpdate(Context.Device, Textures[slice], all, Bytes.data(), STREAMED_BYTES,
                                             STREAMED_PITCH, Tickets[slice]);
        });
}
} // namespace ludus::benchmarks
