// Slices: host memory that copies write and the frontend reads, or the other way round.
#pragma once

#include "backends/opengl/buffer.h"

namespace ludus::graphics::rhi::internal::opengl
{
class Readback final
{
public:
    explicit Readback(Buffers& buffers) noexcept : BufferTable(buffers) {}

    [[nodiscard]] BackendStatus Reserve(uint32 slice, usize bytes) noexcept;
    [[nodiscard]] BackendStatus ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept;

    /// Hands what the host wrote to an upload slice to the copies that follow.
    void FlushUpload(uint32 slice, usize offset, usize bytes) const noexcept
    {
        BufferTable.Flush(UploadSlices[slice], offset, bytes);
    }

    void Map(uint32 slice, std::span<const uint8>& bytes) noexcept;
    void Stop() noexcept;

    [[nodiscard]] GLuint At(uint32 slice) const noexcept { return Slices[slice].Name; }

    [[nodiscard]] GLuint UploadAt(uint32 slice) const noexcept { return UploadSlices[slice].Name; }

private:
    [[nodiscard]] BackendStatus Grow(foundation::Array<HostBuffer>& slices, uint32 slice, usize bytes,
                                     HostUse use) noexcept;

    Buffers& BufferTable;
    foundation::Array<HostBuffer> Slices{};
    foundation::Array<HostBuffer> UploadSlices{};
};
} // namespace ludus::graphics::rhi::internal::opengl
