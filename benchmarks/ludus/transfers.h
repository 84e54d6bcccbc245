// S6 and S7 over Ludus: resources that take new contents through the upload ring.
#pragma once

#include "../scenarios.h"
#include "session.h"

#include <array>

namespace ludus::benchmarks
{
class TransferStream
{
public:
    explicit TransferStream(const Session& session);
    ~TransferStream();
    TransferStream(const TransferStream&) = delete;
    TransferStream& operator=(const TransferStream&) = delete;

    /// Every update, each of a buffer whose last one has completed and was released; then the last ones are.
    void UpdateBuffers();
    void StreamTextures();

private:
    template <typename Request>
    void Stream(Request request);
    void Finish(rhi::TransferTicket& ticket) const;

    const Session& Context;
    std::vector<foundation::uint8> Bytes = std::vector<foundation::uint8>(STREAMED_BYTES, 1);
    std::array<rhi::BufferHandle, UPLOAD_SLICES> Buffers;
    std::array<rhi::TextureHandle, UPLOAD_SLICES> Textures;
    std::array<rhi::TransferTicket, UPLOAD_SLICES> Tickets;
};
} // namespace ludus::benchmarks
