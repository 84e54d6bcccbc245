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

    void Map(uint32 slice, std::span<const uint8>& bytes) noexcept;
    void Stop() noexcept;

    /// Says what is going to be written to a slice; answers the buffer to write it to.
    [[nodiscard]] GLuint Expect(uint32 slice, uint64 offset, uint64 bytes, bool isIndices) noexcept;

    [[nodiscard]] GLuint UploadAt(uint32 slice) const noexcept { return UploadSlices[slice].Name; }

    /// What the host wrote.
    [[nodiscard]] const uint8* UploadBytesAt(uint32 slice) const noexcept { return UploadSlices[slice].Bytes; }

private:
    [[nodiscard]] BackendStatus Grow(foundation::Array<HostBuffer>& slices, uint32 slice, usize bytes,
                                     HostUse use) noexcept;

    Buffers& BufferTable;
    foundation::Array<HostBuffer> Slices{};
    foundation::Array<HostBuffer> UploadSlices{};
};
} // namespace ludus::graphics::rhi::internal::opengl
