// Entry points of frame_uniforms.h.
#include <ludus/graphics/rhi/frame_uniforms.h>

#include "frontend/admission.h"
#include "frontend/uniform_ring.h"

#include <cstring>

namespace ludus::graphics::rhi
{
using namespace internal;

namespace
{
// Everything but a plain write into the open segment.
[[gnu::noinline, gnu::cold]] RasterStatus WriteSlowly(DeviceHandle device, std::span<const uint8> bytes,
                                                      uint32& outOffset) noexcept
{
    constexpr const char* OPERATION = "WriteFrameUniform";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = WriteUniform(session, bytes, outOffset); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    return RasterStatus::Ready;
}
} // namespace

namespace
{
BufferHandle MakeRingHandle(Session& session) noexcept
{
    const uint32 slot = session.Uniforms.Slot;
    return RasterAccess::Make<BufferHandle>(session.Owner,
                                            session.Records.Table<RecordKind::Buffer>().Twin(slot).Generation, slot);
}

template <class Index>
RasterStatus WriteIndicesOf(DeviceHandle device, std::span<const Index> indices, RasterDraw& packet) noexcept
{
    constexpr const char* OPERATION = "WriteFrameIndices";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 offset = 0;
    if (const RasterVerdict verdict = WriteIndices(session, indices, offset); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    packet.Indices = MakeRingHandle(session);
    packet.IndexOffset = offset;
    packet.IndexCount = static_cast<uint32>(indices.size());
    return RasterStatus::Ready;
}
} // namespace

RasterStatus GetFrameUniformBuffer(DeviceHandle device, BufferHandle& buffer) noexcept
{
    constexpr const char* OPERATION = "GetFrameUniformBuffer";
    Session& session = GetSession();
    if (const RasterVerdict verdict = AdmitCreation(session, device, buffer); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    if (const RasterVerdict verdict = EnsureRing(session); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    buffer = MakeRingHandle(session);
    return RasterStatus::Ready;
}

RasterStatus WriteFrameUniform(DeviceHandle device, std::span<const uint8> bytes, uint32& outOffset) noexcept
{
    Recording& recording = s_Recording;
    const usize size = bytes.size();
    const uint32 at = recording.UniformHead;
    // `size - 1` is huge for an empty span. The segment's end bounds the rest: it is a multiple of the alignment.
    if (DeviceAccess::Owner(device) != recording.UniformOwner || size - 1 >= recording.UniformEnd - at ||
        size > recording.UniformMaximum || bytes.data() == nullptr) [[unlikely]]
    {
        return WriteSlowly(device, bytes, outOffset);
    }
    recording.UniformHead = at + ((static_cast<uint32>(size) + recording.UniformMask) & recording.UniformUnits);
    outOffset = at;
    uint8* to = recording.UniformMemory + at;
    if (size == 64) // one matrix: a straight copy instead of a library call
    {
        std::memcpy(to, bytes.data(), 64);
        return RasterStatus::Ready;
    }
    std::memcpy(to, bytes.data(), size);
    return RasterStatus::Ready;
}

RasterStatus WriteFrameVertices(DeviceHandle device, std::span<const uint8> bytes, RasterVertexSlice& outSlice) noexcept
{
    constexpr const char* OPERATION = "WriteFrameVertices";
    Session& session = GetSession();
    if (const RasterVerdict verdict = Admit<RasterStatus>(session, device, FrameRule::Any); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    uint32 offset = 0;
    if (const RasterVerdict verdict = WriteVertices(session, bytes, offset); !verdict.IsAccepted())
    {
        return Refuse(OPERATION, verdict);
    }
    outSlice = {MakeRingHandle(session), offset, bytes.size()};
    return RasterStatus::Ready;
}

RasterStatus WriteFrameIndices(DeviceHandle device, std::span<const uint16> indices, RasterDraw& packet) noexcept
{
    return WriteIndicesOf(device, indices, packet);
}

RasterStatus WriteFrameIndices(DeviceHandle device, std::span<const uint32> indices, RasterDraw& packet) noexcept
{
    return WriteIndicesOf(device, indices, packet);
}
} // namespace ludus::graphics::rhi
