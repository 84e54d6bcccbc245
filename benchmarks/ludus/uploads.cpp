// S4 over Ludus' public headers: as many uploads are under way as there are slices.
#include "uploads.h"

#include <sched.h>

namespace ludus::benchmarks
{
UploadStream::UploadStream(const Session& session) : Context(session), Bytes(UPLOAD_BYTES, 1) {}

void UploadStream::Take(std::size_t slice)
{
    rhi::RasterStatus status = rhi::GetStatus(Context.Device, Tickets[slice]);
    while (status == rhi::RasterStatus::Pending)
    {
        sched_yield();
        status = rhi::GetStatus(Context.Device, Tickets[slice]);
    }
    rhi::BufferHandle buffer;
    Context.Check(rhi::TakeUploadedBuffer(Context.Device, Tickets[slice], buffer), "TakeUploadedBuffer");
    Context.Check(rhi::Destroy(Context.Device, buffer), "Destroy");
}

void UploadStream::Upload()
{
    for (std::uint32_t i = 0; i < UPLOAD_COUNT + UPLOAD_SLICES; ++i)
    {
        const std::size_t slice = i % UPLOAD_SLICES;
        if (i >= UPLOAD_SLICES)
        {
            Take(slice);
        }
        if (i < UPLOAD_COUNT)
        {
            const rhi::BufferDescription description{rhi::BufferRole::Vertex, Bytes.size()};
            const rhi::RasterStatus status =
                rhi::RequestBufferUpload(Context.Device, description, Bytes.data(), Bytes.size(), Tickets[slice]);
            Context.Check(status == rhi::RasterStatus::Pending ? rhi::RasterStatus::Ready : status,
                          "RequestBufferUpload");
        }
    }
}
} // namespace ludus::benchmarks
