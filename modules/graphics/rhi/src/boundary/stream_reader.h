// Steps through a command stream: the size of each command, and draw entries with "as before" filled in.
#pragma once

#include "boundary/commands.h"

#include <span>

namespace ludus::graphics::rhi::internal
{
/// Bytes that a command of this kind has before what follows it; zero for a value that is no kind.
[[nodiscard]] constexpr usize GetCommandBytes(CommandKind kind) noexcept
{
    switch (kind)
    {
    case CommandKind::BeginPass:
        return sizeof(BeginPassCommand);
    case CommandKind::EndPass:
    case CommandKind::EndScope:
        return sizeof(CommandHeader);
    case CommandKind::DrawRun:
        return sizeof(DrawRunCommand);
    case CommandKind::DrawVertices:
        return sizeof(DrawVerticesCommand);
    case CommandKind::SetRectangles:
        return sizeof(SetRectanglesCommand);
    case CommandKind::Dispatch:
        return sizeof(DispatchCommand);
    case CommandKind::Barriers:
        return sizeof(BarriersCommand);
    case CommandKind::CopyBuffer:
        return sizeof(CopyBufferCommand);
    case CommandKind::CopyBufferToTexture:
    case CommandKind::CopyTextureToBuffer:
        return sizeof(CopyTextureBufferCommand);
    case CommandKind::CopyTexture:
        return sizeof(CopyTextureCommand);
    case CommandKind::CopySurface:
        return sizeof(CopySurfaceCommand);
    case CommandKind::CopySliceToBuffer:
    case CommandKind::CopyBufferToSlice:
        return sizeof(CopySliceCommand);
    case CommandKind::BeginScope:
        return sizeof(ScopeCommand);
    }
    return 0;
}

/// Walks the commands of a stream. Next answers false at the end and where the stream is malformed; Problem is then
/// the sentence that says why, and null at a proper end.
class StreamReader final
{
public:
    explicit StreamReader(std::span<const uint8> stream) noexcept : Stream(stream) {}

    /// Steps to the next command; `at` points at its first byte.
    [[nodiscard]] bool Next(CommandHeader& header, const uint8*& at) noexcept
    {
        Offset = NextOffset;
        if (Offset == Stream.size())
        {
            return false;
        }
        const usize left = Stream.size() - Offset;
        if (left < sizeof(CommandHeader))
        {
            Problem = "the stream ends inside a command's header";
            return false;
        }
        at = Stream.data() + Offset;
        header = Peek<CommandHeader>(at);
        const usize least = GetCommandBytes(header.Kind);
        if (least == 0)
        {
            Problem = "a header names no command";
            return false;
        }
        if (header.Bytes % 8 != 0)
        {
            Problem = "a command's size is no multiple of eight";
            return false;
        }
        if (header.Bytes < least || header.Bytes > left)
        {
            Problem = "a command's size does not fit its kind or the stream";
            return false;
        }
        NextOffset = Offset + header.Bytes;
        return true;
    }

    /// Where the command that Next answered last begins.
    [[nodiscard]] usize GetOffset() const noexcept { return Offset; }

    [[nodiscard]] const char* GetProblem() const noexcept { return Problem; }

private:
    std::span<const uint8> Stream{};
    usize Offset{0};
    usize NextOffset{0};
    const char* Problem{nullptr};
};

/// One draw with every value it is made with.
struct ResolvedDraw final
{
    struct Slice
    {
        uint32 Buffer{NO_SLOT};
        uint64 Offset{0};
    };

    uint32 Pipeline{NO_SLOT};
    uint32 Set{NO_SLOT};
    uint32 StreamCount{0};
    Slice Streams[MAX_VERTEX_STREAMS]{};
    uint32 Indices{NO_SLOT};
    uint32 IndexShift{1};
    uint32 IndexCount{0};
    uint32 InstanceCount{0};
    uint32 FirstIndex{0};
    uint32 Indirect{NO_SLOT};
    uint64 IndirectOffset{0};
    uint32 DynamicCount{0};
    uint32 Offsets[RASTER_BINDING_COUNT]{};
};

/// Reads the draws of one run. Next answers false after the last one and where the run is malformed; GetProblem is then
/// the sentence that says why, and null at a proper end.
class DrawReader final
{
public:
    /// `command` points at a DrawRunCommand that StreamReader found.
    explicit DrawReader(const uint8* command) noexcept
    {
        const auto run = Peek<DrawRunCommand>(command);
        Left = run.DrawCount;
        At = command + sizeof(DrawRunCommand);
        const usize room = run.Header.Bytes - sizeof(DrawRunCommand);
        if (run.EntryBytes > room || room - run.EntryBytes >= 8)
        {
            Problem = "a run's entries do not fill its command";
        }
        End = At + (run.EntryBytes < room ? run.EntryBytes : room);
    }

    [[nodiscard]] bool Next(ResolvedDraw& draw) noexcept
    {
        if (Problem != nullptr)
        {
            return false;
        }
        if (Left == 0)
        {
            Problem = At == End ? nullptr : "a run has more entry bytes than draws";
            return false;
        }
        --Left;
        uint32 header = 0;
        if (!Read(header))
        {
            return false;
        }
        constexpr uint32 ALL = DRAW_PIPELINE | DRAW_SET | DRAW_VERTICES | DRAW_INDICES | DRAW_COUNTS | DRAW_OFFSETS;
        const uint32 bits = header & 0xFFU;
        if ((IsFirst && (bits & ALL) != ALL) || (bits & ~(ALL | DRAW_INDIRECT)) != 0)
        {
            Problem = IsFirst ? "a run's first entry leaves something out" : "an entry has a bit that means nothing";
            return false;
        }
        IsFirst = false;
        if (((bits & DRAW_PIPELINE) != 0 && !Read(draw.Pipeline)) || ((bits & DRAW_SET) != 0 && !Read(draw.Set)))
        {
            return false;
        }
        if ((bits & DRAW_VERTICES) != 0 && !ReadStreams((header >> DRAW_STREAMS_SHIFT) & 0xFFU, draw))
        {
            return false;
        }
        if ((bits & DRAW_INDIRECT) != 0 && (bits & (DRAW_INDICES | DRAW_COUNTS)) != (DRAW_INDICES | DRAW_COUNTS))
        {
            Problem = "an indirect draw leaves its indices or counts out";
            return false;
        }
        if ((bits & DRAW_INDICES) != 0 && !(Read(draw.Indices) && Read(draw.IndexShift)))
        {
            return false;
        }
        draw.Indirect = (bits & DRAW_INDICES) != 0 ? NO_SLOT : draw.Indirect;
        if ((bits & DRAW_COUNTS) != 0 && !(Read(draw.IndexCount) && Read(draw.InstanceCount) && Read(draw.FirstIndex)))
        {
            return false;
        }
        if ((bits & DRAW_INDIRECT) != 0 && !(Read(draw.Indirect) && Read(draw.IndirectOffset)))
        {
            return false;
        }
        return (bits & (DRAW_SET | DRAW_OFFSETS)) == 0 || ReadOffsets(header >> DRAW_DYNAMIC_SHIFT, draw);
    }

    [[nodiscard]] const char* GetProblem() const noexcept { return Problem; }

private:
    template <class T>
    [[nodiscard]] bool Read(T& value) noexcept
    {
        if (static_cast<usize>(End - At) < sizeof value)
        {
            Problem = "a draw entry ends before its values";
            return false;
        }
        value = Take<T>(At);
        return true;
    }

    [[nodiscard]] bool ReadStreams(uint32 count, ResolvedDraw& draw) noexcept
    {
        if (count > MAX_VERTEX_STREAMS)
        {
            Problem = "a draw has more vertex streams than there may be";
            return false;
        }
        draw.StreamCount = count;
        for (uint32 i = 0; i < count; ++i)
        {
            if (!Read(draw.Streams[i].Buffer) || !Read(draw.Streams[i].Offset))
            {
                return false;
            }
        }
        return true;
    }

    [[nodiscard]] bool ReadOffsets(uint32 count, ResolvedDraw& draw) noexcept
    {
        if (count > RASTER_BINDING_COUNT)
        {
            Problem = "a draw has more dynamic offsets than bindings";
            return false;
        }
        draw.DynamicCount = count;
        for (uint32 i = 0; i < count; ++i)
        {
            if (!Read(draw.Offsets[i]))
            {
                return false;
            }
        }
        return true;
    }

    const uint8* At{nullptr};
    const uint8* End{nullptr};
    uint32 Left{0};
    bool IsFirst{true};
    const char* Problem{nullptr};
};
} // namespace ludus::graphics::rhi::internal
