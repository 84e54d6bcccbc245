// Slices: bytes of ours that copies read or write. The API maps buffers later than we ask, and copies pictures with
// rows that are padded; so a slice is host memory beside a buffer of the API, with its own layout, and a list of what
// lies where.
#pragma once

#include "backends/webgpu/buffer.h"

namespace ludus::graphics::rhi::internal::webgpu
{
/// Rows that one copy has brought into a readback slice's buffer, and where they belong in the slice.
struct CopiedRows final
{
    usize BufferOffset{0};
    usize BufferPitch{0};
    usize SliceOffset{0};
    usize SlicePitch{0};
    usize RowBytes{0};
    uint32 Rows{1};
};

class Readback final
{
public:
    explicit Readback(Device& device) noexcept : Gpu(device) {}

    [[nodiscard]] BackendStatus Reserve(uint32 slice, usize bytes) noexcept;
    [[nodiscard]] BackendStatus ReserveUpload(uint32 slice, usize bytes, uint8*& memory) noexcept;

    /// Sends bytes of an upload slice to its buffer.
    void FlushUpload(uint32 slice, usize offset, usize bytes) noexcept;

    /// Makes room for one more copy of rows, which the next command to this slice records. Before anything is encoded.
    [[nodiscard]] BackendStatus PlanRows(uint32 slice, usize offset, usize pitch, usize rowBytes, uint32 rows) noexcept;

    /// The copy that was planned next.
    [[nodiscard]] const CopiedRows& NextRows(uint32 slice) noexcept;

    [[nodiscard]] BackendStatus Map(uint32 slice, std::span<const uint8>& bytes) noexcept;
    void Unmap(uint32 slice) noexcept;
    void Stop() noexcept;

    [[nodiscard]] WGPUBuffer At(uint32 slice) const noexcept { return Slices[slice].Buffer.Get(); }

    [[nodiscard]] WGPUBuffer UploadAt(uint32 slice) const noexcept { return UploadSlices[slice].Buffer.Get(); }

private:
    enum class MapState : uint8
    {
        Idle,
        Mapping, // its ticket hears the end
        Copied,  // Bytes are what the copies brought
    };

    struct Slice final
    {
        foundation::Array<uint8> Bytes{};
        foundation::Array<CopiedRows> Copies{};
        usize Recorded{0}; // of Copies
        usize Used{0};     // of the buffer, by Copies
        NativeBuffer Buffer{};
        usize BufferSize{0};
        MapState State{MapState::Idle};
        uint32 Request{0};
    };

    [[nodiscard]] BackendStatus Grow(Slice& slice, usize bytes, WGPUBufferUsage usage) noexcept;
    [[nodiscard]] static bool Ensure(foundation::Array<Slice>& slices, uint32 slice, usize bytes) noexcept;

    /// False: a browser has no room for a copy of the mapped bytes.
    [[nodiscard]] static bool CopyRows(Slice& slice) noexcept;

    Device& Gpu;
    foundation::Array<Slice> Slices{};
    foundation::Array<Slice> UploadSlices{};
};
} // namespace ludus::graphics::rhi::internal::webgpu
