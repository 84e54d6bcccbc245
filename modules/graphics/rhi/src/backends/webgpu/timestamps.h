// Timestamps: one query set, written by the passes themselves, resolved and mapped for each submission that measures.
#pragma once

#include "backends/webgpu/buffer.h"

namespace ludus::graphics::rhi::internal::webgpu
{
class Timestamps final
{
public:
    explicit Timestamps(Device& device) noexcept : Gpu(device) {}

    [[nodiscard]] BackendStatus Reserve() noexcept;

    /// An empty pass that writes the beginning or the end of a submission: query 0 or 1.
    void Mark(WGPUCommandEncoder encoder, uint32 query) const noexcept;

    /// What a pass writes as measured pass `index`.
    [[nodiscard]] WGPUPassTimestampWrites GetWrites(uint32 index) const noexcept;

    /// After the last pass: brings what the submission has written to where it can be mapped.
    void Resolve(WGPUCommandEncoder encoder, const TimestampOrder& order, uint32 passCount) noexcept;

    [[nodiscard]] BackendStatus Read(uint32 first, std::span<uint64> ticks) noexcept;
    void Stop() noexcept;

private:
    // The frame's queries, or the passes': measured and read apart.
    struct Range final
    {
        NativeBuffer Resolved{};
        NativeBuffer Mapped{};
        uint32 Count{0};
        bool IsMapping{false};
        uint32 Request{0};
    };

    [[nodiscard]] BackendStatus MakeRange(uint32 count, Range& range) noexcept;
    void ResolveRange(WGPUCommandEncoder encoder, uint32 first, uint32 count, Range& range) noexcept;
    void GiveUp(Range& range) noexcept;

    Device& Gpu;
    QuerySet Queries{};
    Range Frame{};
    Range Passes{};
};
} // namespace ludus::graphics::rhi::internal::webgpu
