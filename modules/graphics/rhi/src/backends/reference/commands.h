// Executes one submission's stream: transfers, clears and validity for real, draws by checking them.
#pragma once

#include "backends/reference/reference_backend.h"

namespace ludus::graphics::rhi::internal
{
/// Whether an area or range lies inside a whole; no sum can wrap.
[[nodiscard]] inline bool IsInside(const Rectangle& area, uint32 width, uint32 height) noexcept
{
    return area.X <= width && area.Width <= width - area.X && area.Y <= height && area.Height <= height - area.Y;
}

[[nodiscard]] inline bool IsInside(uint64 offset, uint64 size, uint64 total) noexcept
{
    return offset <= total && size <= total - offset;
}

class StreamExecution final
{
public:
    StreamExecution(ReferenceBackend& backend, const Submission& submission) noexcept
        : Backend(backend), Work(submission)
    {
    }

    /// Executes up to `limit` commands; a whole stream is also checked for what must be closed at its end.
    void Run(uint32 limit) noexcept;

private:
    void Step(const CommandHeader& header, const uint8* at) noexcept;
    void Execute(const CommandHeader& header, const uint8* at) noexcept;
    void WritePassTimestamp(uint32 end) noexcept;
    void BeginPass(const BeginPassCommand& pass, const uint8* at) noexcept;
    void BeginColor(const ColorAttachment& color) noexcept;
    void BeginDepth(const ColorAttachment& color) noexcept;
    void EndPass() noexcept;
    void ClearSurface(const float32 (&color)[4]) noexcept;
    void CheckRectangles(const Rectangle& viewport, const Rectangle& scissor) noexcept;
    void CheckBarriers(uint32 count, usize room, const uint8* at) noexcept;
    void CheckDraws(const uint8* at) noexcept;
    bool CheckDraw(const ResolvedDraw& draw) noexcept;
    bool CheckGeometry(const ResolvedDraw& draw, const ReferencePipeline& pipeline) noexcept;
    bool CheckStreams(const ResolvedDraw& draw, const ReferencePipeline& pipeline, uint64 vertices) noexcept;
    void CheckDrawVertices(const DrawVerticesCommand& draw) noexcept;
    void CheckDispatch(const DispatchCommand& dispatch, const uint8* at) noexcept;
    bool CheckPipelineTarget(const ReferencePipeline& pipeline, uint32 slot) noexcept;
    bool CheckSet(uint32 slot, const ReferencePipeline& pipeline, std::span<const uint32> offsets) noexcept;
    bool CheckDescriptor(const SetDescriptor& descriptor, uint32 offset, usize readBytes) noexcept;
    void CopyBuffer(const CopyBufferCommand& copy) noexcept;
    void CopySlice(const CopySliceCommand& copy) noexcept;
    void CopyTextureBuffer(const CopyTextureBufferCommand& copy) noexcept;
    void CopyTexture(const CopyTextureCommand& copy) noexcept;
    void CopySurface(const CopySurfaceCommand& copy) noexcept;

    [[nodiscard]] ReferenceSubresource* FindPart(ReferenceTexture& texture, uint32 mip, uint32 layer) noexcept;
    [[nodiscard]] ReferenceTexture* FindCopyTexture(uint32 slot, uint32 mip, uint32 layer, const Rectangle& region,
                                                    ReferenceSubresource*& part) noexcept;
    [[nodiscard]] ReferenceSubresource* FindAttachment(uint32 view, ReferenceTexture*& texture) noexcept;
    [[nodiscard]] ReferenceSubresource* FindAttachment(const ColorAttachment& color,
                                                       ReferenceTexture*& texture) noexcept;
    void MoveTexture(const Barrier& barrier) noexcept;

    // What sees a buffer's contents (visibility.cpp).
    void MoveBuffer(ReferenceBuffer& buffer, uint32 before, uint32 after, uint32 slot) noexcept;
    void ReadBuffer(ReferenceBuffer& buffer, uint32 use, uint32 slot) noexcept;
    void WriteBuffer(ReferenceBuffer& buffer, uint32 slot) noexcept;
    void UseBound(ReferenceBuffer& buffer, const SetDescriptor& descriptor) noexcept;
    [[nodiscard]] ReferenceBackend::ReadbackSlice* FindSlice(uint32 slice, uint64 end) noexcept;
    [[nodiscard]] ReferenceBackend::ReadbackSlice* FindUploadSlice(uint32 slice, uint64 offset, uint64 size) noexcept;
    void ExpectUse(const ReferenceTexture& texture, ResourceUse use, uint32 slot) noexcept;

    /// Violate with the place in the stream before the sentence; false.
    bool Break(const char* sentence, uint64 value = 0) noexcept;

    void Use(ReferenceObject& object) noexcept { object.LastUse = Work.Ordinal; }

    ReferenceBackend& Backend;
    const Submission& Work;
    usize Offset{0}; // of the command being executed
    bool InPass{false};
    uint32 OpenScopes{0};
    uint32 Passes{0}; // begun, as Submission::Timestamps counts them
    BeginPassCommand Pass{};
    ColorAttachment Colors[MAX_COLOR_ATTACHMENTS]{}; // of Pass
};
} // namespace ludus::graphics::rhi::internal
