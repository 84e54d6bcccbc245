// Buffers, the frame ring among them.
#pragma once

#include "backends/common/slot_table.h"
#include "backends/opengl/state.h"

namespace ludus::graphics::rhi::internal::opengl
{
/// A buffer whose bytes the processor also sees: mapped for good, or a shadow that is copied when it counts.
struct HostBuffer final
{
    GLuint Name{0};
    GLuint Indices{0};     // takes the place of Name for what comes from indices, where those have to lie apart
    uint8* Bytes{nullptr}; // the mapping, or the shadow's
    usize Size{0};
    foundation::Array<uint8> Shadow{};
    usize Written{0};    // where that begins which the GPU has written since the last look
    usize WrittenEnd{0}; // where it ends; zero: nothing
    bool HoldsIndices{false};
};

/// Which way the bytes of a HostBuffer go.
enum class HostUse : uint8
{
    Write, // the processor writes, the GPU reads
    Read,  // the other way round
};

class Buffers final
{
public:
    Buffers(Device& device, State& state) noexcept : Gpu(device), Context(state) {}

    [[nodiscard]] BackendStatus Create(uint32 slot, const BufferCreation& creation) noexcept;
    [[nodiscard]] BackendStatus CreateFrameUniforms(uint32 slot, usize bytes, FrameUniformMemory& memory) noexcept;
    void Destroy(uint32 slot) noexcept;
    void Stop() noexcept;

    [[nodiscard]] GLuint At(uint32 slot) const noexcept { return Table.At(slot).Name; }

    [[nodiscard]] bool HasIndicesAt(uint32 slot) const noexcept { return Table.At(slot).HasIndices; }

    /// The buffer at a slot, to read indices from.
    [[nodiscard]] GLuint IndicesAt(uint32 slot) noexcept
    {
        return slot == RingSlot && RingIndices != 0 ? FlushRingIndices() : Table.At(slot).Name;
    }

    /// Makes bytes of the ring, which the frontend has written, visible to what is submitted next.
    void FlushFrameUniforms(const MemoryRange& range) noexcept;

    // Buffers of the backend itself.

    [[nodiscard]] BackendStatus MakeHost(usize bytes, HostUse use, HostBuffer& buffer) noexcept;

    /// A buffer that only the GPU sees.
    [[nodiscard]] BackendStatus MakePrivate(usize bytes, bool hasIndices, GLuint& name) noexcept;

    /// Hands written bytes to the GPU; nothing to do for mapped ones.
    void Flush(const HostBuffer& buffer, usize offset, usize bytes) noexcept;

    /// Brings bytes that completed work has written to the processor; nothing to do for mapped ones.
    void Fetch(HostBuffer& buffer) noexcept;
    void Release(HostBuffer& buffer) noexcept;
    void Release(GLuint& name) noexcept;

private:
    struct Buffer final
    {
        GLuint Name{0};
        bool HasIndices{false};
    };

    void Generate(bool hasIndices, GLuint& name) noexcept;
    [[nodiscard]] GLuint FlushRingIndices() noexcept;

    Device& Gpu;
    State& Context;
    SlotTable<Buffer> Table{};
    HostBuffer Ring{};
    GLuint RingIndices{0};    // the same bytes, where indices have to lie apart; few frames have indices in the ring
    usize StaleIndices{0};    // where that begins which was written since a draw last took indices from there
    usize StaleIndicesEnd{0}; // where it ends; zero: nothing
    uint32 RingSlot{NO_SLOT};
};
} // namespace ludus::graphics::rhi::internal::opengl
