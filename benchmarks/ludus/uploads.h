// S4 over Ludus: buffers that arrive through the upload ring.
#pragma once

#include "../scenarios.h"
#include "session.h"

#include <array>

namespace ludus::benchmarks
{
class UploadStream
{
public:
    explicit UploadStream(const Session& session);

    /// Requests every upload, takes each buffer when it has arrived, and destroys it.
    void Upload();

private:
    void Take(std::size_t slice);

    const Session& Context;
    std::vector<foundation::uint8> Bytes;
    std::array<rhi::UploadTicket, UPLOAD_SLICES> Tickets;
};
} // namespace ludus::benchmarks
