#include "boundary/stream_text.h"

#include "boundary/stream_reader.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace ludus::graphics::rhi::internal
{
namespace
{
// The longest line is a barrier with every use named; longer ones are cut.
constexpr usize LINE_BYTES = 1024;

constexpr const char* USE_NAMES[] = {
    "vertex-input",         "index-input",           "indirect",         "uniform-vertex",   "uniform-fragment",
    "uniform-compute",      "sampled-vertex",        "sampled-fragment", "sampled-compute",  "storage-read-fragment",
    "storage-read-compute", "storage-write-compute", "color-attachment", "depth-attachment", "depth-read-only",
    "resolve-destination",  "copy-source",           "copy-destination", "host-read",
};

// One line in the making.
class Line final
{
public:
    explicit Line(bool isInPass) noexcept
    {
        if (isInPass)
        {
            Add("  ");
        }
    }

#if defined(__GNUC__)
    __attribute__((format(printf, 2, 3)))
#endif
    Line&
    Add(const char* format, ...) noexcept
    {
        va_list arguments;
        va_start(arguments, format);
        const int written = std::vsnprintf(Text + Length, LINE_BYTES - Length, format, arguments);
        va_end(arguments);
        const usize left = LINE_BYTES - 1 - Length;
        const usize wanted = written > 0 ? static_cast<usize>(written) : 0;
        Length += wanted < left ? wanted : left;
        return *this;
    }

    // The shortest decimal that reads back as the same float.
    Line& AddNumber(float32 value) noexcept
    {
        char digits[32];
        for (int precision = 1; precision <= 9; ++precision)
        {
            std::snprintf(digits, sizeof digits, "%.*g", precision, static_cast<float64>(value));
            if (std::strtof(digits, nullptr) == value)
            {
                break;
            }
        }
        return Add(" %s", digits);
    }

    Line& AddColor(const float32 (&color)[4]) noexcept
    {
        for (const float32 component : color)
        {
            AddNumber(component);
        }
        return *this;
    }

    Line& AddRectangle(const char* name, const Rectangle& area) noexcept
    {
        return Add(" %s %u %u %ux%u", name, area.X, area.Y, area.Width, area.Height);
    }

    Line& AddUses(uint32 uses) noexcept
    {
        if (uses == USE_NONE)
        {
            return Add("none");
        }
        const char* separator = "";
        for (usize bit = 0; bit < std::size(USE_NAMES); ++bit)
        {
            if ((uses & (1U << bit)) != 0)
            {
                Add("%s%s", separator, USE_NAMES[bit]);
                separator = "+";
            }
        }
        return *this;
    }

    [[nodiscard]] std::string_view View() const noexcept
    {
        return {Text, Length};
    }

private:
    char Text[LINE_BYTES]{};
    usize Length{0};
};

class Printer final
{
public:
    Printer(StreamLine sink, void* context) noexcept : Sink(sink), Context(context) {}

    void Print(std::span<const uint8> stream) noexcept
    {
        StreamReader reader{stream};
        CommandHeader header{};
        const uint8* at = nullptr;
        const char* problem = nullptr;
        while (problem == nullptr && reader.Next(header, at))
        {
            problem = PrintCommand(header, at);
        }
        if (problem == nullptr)
        {
            problem = reader.GetProblem();
        }
        if (problem != nullptr)
        {
            Line line{false};
            line.Add("malformed at byte %zu: %s", reader.GetOffset(), problem);
            Give(line);
        }
    }

private:
    void Give(const Line& line) noexcept { Sink(Context, line.View()); }

    // The problem of a malformed command, or null.
    const char* PrintCommand(const CommandHeader& header, const uint8* at) noexcept
    {
        switch (header.Kind)
        {
        case CommandKind::BeginPass:
            return PrintBeginPass(Peek<BeginPassCommand>(at), at + sizeof(BeginPassCommand));
        case CommandKind::EndPass:
            InPass = false;
            return Give("end");
        case CommandKind::DrawRun:
            return PrintDraws(at);
        case CommandKind::DrawVertices:
            return PrintDrawVertices(Peek<DrawVerticesCommand>(at));
        case CommandKind::SetRectangles:
            return PrintRectangles(Peek<SetRectanglesCommand>(at));
        case CommandKind::Dispatch:
            return PrintDispatch(Peek<DispatchCommand>(at), at + sizeof(DispatchCommand));
        case CommandKind::Barriers:
        {
            const auto command = Peek<BarriersCommand>(at);
            return PrintBarriers(command.Count, header.Bytes - sizeof command, at + sizeof command);
        }
        case CommandKind::CopyBuffer:
            return PrintCopyBuffer(Peek<CopyBufferCommand>(at));
        case CommandKind::CopyBufferToTexture:
        case CommandKind::CopyTextureToBuffer:
            return PrintCopyTextureBuffer(Peek<CopyTextureBufferCommand>(at));
        case CommandKind::CopyTexture:
            return PrintCopyTexture(Peek<CopyTextureCommand>(at));
        case CommandKind::CopySliceToBuffer:
        case CommandKind::CopyBufferToSlice:
            return PrintCopySlice(Peek<CopySliceCommand>(at));
        case CommandKind::CopySurface:
            return PrintCopySurface(Peek<CopySurfaceCommand>(at));
        case CommandKind::BeginScope:
            return PrintScope(Peek<ScopeCommand>(at), at + sizeof(ScopeCommand));
        case CommandKind::EndScope:
            return Give("end scope");
        }
        return "a header names no command";
    }

    const char* Give(const char* text) noexcept
    {
        Line line{InPass};
        Give(line.Add("%s", text));
        return nullptr;
    }

    const char* PrintBeginPass(const BeginPassCommand& pass, const uint8* at) noexcept
    {
        if (pass.ColorCount == 0 || pass.ColorCount > MAX_COLOR_ATTACHMENTS)
        {
            return "a pass has no colour attachment or too many";
        }
        const usize room = pass.Header.Bytes - sizeof pass;
        const usize colorBytes = pass.ColorCount * sizeof(ColorAttachment);
        if (colorBytes > room)
        {
            return "a pass has fewer colour attachments than it counts";
        }
        Line line{false};
        line.Add(pass.IsSurface ? "pass surface" : "pass").Add(" %ux%u", pass.Width, pass.Height);
        for (uint32 i = 0; i < pass.ColorCount; ++i)
        {
            AddColorAttachment(line, pass, Take<ColorAttachment>(at));
        }
        if (pass.SampleCount != 1)
        {
            line.Add(" samples %u", pass.SampleCount);
        }
        AddDepth(line, pass);
        const Rectangle whole{0, 0, pass.Width, pass.Height};
        if (!IsEqual(pass.Viewport, whole))
        {
            line.AddRectangle("viewport", pass.Viewport);
        }
        if (!IsEqual(pass.Scissor, whole))
        {
            line.AddRectangle("scissor", pass.Scissor);
        }
        Give(line);
        InPass = true;
        return PrintBarriers(pass.BarrierCount, room - colorBytes, at);
    }

    static bool IsEqual(const Rectangle& a, const Rectangle& b) noexcept
    {
        return a.X == b.X && a.Y == b.Y && a.Width == b.Width && a.Height == b.Height;
    }

    static void AddColorAttachment(Line& line, const BeginPassCommand& pass, const ColorAttachment& color) noexcept
    {
        if (!pass.IsSurface)
        {
            line.Add(color.View == NO_SLOT ? " texture %u" : " color %u",
                     color.View == NO_SLOT ? color.Texture : color.View);
        }
        switch (color.Load)
        {
        case AttachmentLoad::Clear:
            line.Add(" clear").AddColor(color.Clear);
            break;
        case AttachmentLoad::Load:
            line.Add(" load");
            break;
        case AttachmentLoad::Discard:
            line.Add(" undefined");
            break;
        }
        if (color.Store == AttachmentStore::Discard)
        {
            line.Add(" discard");
        }
        if (color.Resolve != NO_SLOT)
        {
            line.Add(" resolve %u", color.Resolve);
        }
    }

    static void AddDepth(Line& line, const BeginPassCommand& pass) noexcept
    {
        const bool isDefault = pass.DepthLoad == AttachmentLoad::Clear && pass.ClearDepth == 1.0F &&
                               pass.DepthStore == AttachmentStore::Discard && !pass.DepthReadOnly;
        if (!isDefault)
        {
            AddPlane(line, "depth", pass.DepthLoad, pass.DepthStore, pass.DepthReadOnly);
            if (pass.DepthLoad == AttachmentLoad::Clear)
            {
                line.AddNumber(pass.ClearDepth);
            }
        }
        if (pass.HasStencil)
        {
            AddPlane(line, "stencil", pass.StencilLoad, pass.StencilStore, pass.StencilReadOnly);
            if (pass.StencilLoad == AttachmentLoad::Clear)
            {
                line.Add(" %u", pass.ClearStencil);
            }
        }
    }

    static void AddPlane(Line& line, const char* name, AttachmentLoad load, AttachmentStore store,
                         bool isReadOnly) noexcept
    {
        constexpr const char* LOADS[] = {"clear", "load", "undefined"};
        line.Add(" %s%s %s-%s", name, isReadOnly ? " read-only" : "",
                 store == AttachmentStore::Store ? "store" : "discard", LOADS[static_cast<usize>(load)]);
    }

    const char* PrintBarriers(uint32 count, usize bytes, const uint8* at) noexcept
    {
        if (count > bytes / sizeof(Barrier))
        {
            return "a command has fewer barriers than it counts";
        }
        for (uint32 i = 0; i < count; ++i)
        {
            const auto barrier = Take<Barrier>(at);
            Line line{InPass};
            line.Add("barrier %s %u", barrier.Kind == RecordKind::Buffer ? "buffer" : "texture", barrier.Slot);
            if (barrier.Kind == RecordKind::Texture)
            {
                AddRange(line, barrier);
            }
            line.Add(" ").AddUses(barrier.Before).Add(" -> ").AddUses(barrier.After);
            if (!barrier.KeepsContents)
            {
                line.Add(" without contents");
            }
            Give(line);
        }
        return nullptr;
    }

    static void AddRange(Line& line, const Barrier& barrier) noexcept
    {
        if (barrier.Aspect != TextureAspect::Color)
        {
            line.Add(barrier.Aspect == TextureAspect::Depth ? " depth" : " stencil");
        }
        if (barrier.BaseMip != 0 || barrier.MipCount != 0)
        {
            line.Add(" mips %u+%u", barrier.BaseMip, barrier.MipCount);
        }
        if (barrier.BaseLayer != 0 || barrier.LayerCount != 0)
        {
            line.Add(" layers %u+%u", barrier.BaseLayer, barrier.LayerCount);
        }
    }

    const char* PrintDraws(const uint8* at) noexcept
    {
        DrawReader reader{at};
        ResolvedDraw draw{};
        while (reader.Next(draw))
        {
            Line line{InPass};
            line.Add("draw pipeline %u set %u", draw.Pipeline, draw.Set);
            for (uint32 i = 0; i < draw.StreamCount; ++i)
            {
                line.Add("%s %u@%llu", i == 0 ? " vertices" : "", draw.Streams[i].Buffer,
                         static_cast<unsigned long long>(draw.Streams[i].Offset));
            }
            line.Add(" indices %u/%u", draw.Indices, 8U << (draw.IndexShift & 3U));
            line.Add(" counts %ux%u@%u", draw.IndexCount, draw.InstanceCount, draw.FirstIndex);
            if (draw.Indirect != NO_SLOT)
            {
                line.Add(" at most, indirect %u@%llu", draw.Indirect,
                         static_cast<unsigned long long>(draw.IndirectOffset));
            }
            AddOffsets(line, draw.DynamicCount, draw.Offsets);
            Give(line);
        }
        return reader.GetProblem();
    }

    static void AddOffsets(Line& line, uint32 count, const uint32* offsets) noexcept
    {
        for (uint32 i = 0; i < count; ++i)
        {
            line.Add("%s %u", i == 0 ? " offsets" : "", offsets[i]);
        }
    }

    const char* PrintDrawVertices(const DrawVerticesCommand& draw) noexcept
    {
        Line line{InPass};
        Give(line.Add("draw %u vertices pipeline %u set %u offsets %u", draw.VertexCount, draw.Pipeline, draw.Set,
                      draw.DynamicOffset));
        return nullptr;
    }

    const char* PrintRectangles(const SetRectanglesCommand& command) noexcept
    {
        Line line{InPass};
        Give(line.Add("set").AddRectangle("viewport", command.Viewport).AddRectangle("scissor", command.Scissor));
        return nullptr;
    }

    const char* PrintDispatch(const DispatchCommand& command, const uint8* at) noexcept
    {
        if (command.DynamicCount > RASTER_BINDING_COUNT ||
            command.DynamicCount > (command.Header.Bytes - sizeof command) / sizeof(uint32))
        {
            return "a dispatch has fewer dynamic offsets than it counts";
        }
        uint32 offsets[RASTER_BINDING_COUNT]{};
        std::memcpy(offsets, at, command.DynamicCount * sizeof(uint32));
        Line line{InPass};
        line.Add("dispatch pipeline %u set %u groups %ux%ux%u", command.Pipeline, command.Set, command.Groups[0],
                 command.Groups[1], command.Groups[2]);
        AddOffsets(line, command.DynamicCount, offsets);
        Give(line);
        return nullptr;
    }

    const char* PrintCopyBuffer(const CopyBufferCommand& copy) noexcept
    {
        Line line{InPass};
        Give(line.Add("copy %llu bytes buffer %u@%llu to buffer %u@%llu", static_cast<unsigned long long>(copy.Size),
                      copy.Source, static_cast<unsigned long long>(copy.SourceOffset), copy.Destination,
                      static_cast<unsigned long long>(copy.DestinationOffset)));
        return nullptr;
    }

    const char* PrintCopySlice(const CopySliceCommand& copy) noexcept
    {
        Line line{InPass};
        const bool isUpload = copy.Header.Kind == CommandKind::CopySliceToBuffer;
        const auto bytes = static_cast<unsigned long long>(copy.Size);
        const auto inSlice = static_cast<unsigned long long>(copy.SliceOffset);
        const auto inBuffer = static_cast<unsigned long long>(copy.BufferOffset);
        if (isUpload)
        {
            Give(line.Add("copy %llu bytes slice %u@%llu to buffer %u@%llu", bytes, copy.Slice, inSlice, copy.Buffer,
                          inBuffer));
        }
        else
        {
            Give(line.Add("copy %llu bytes buffer %u@%llu to slice %u@%llu", bytes, copy.Buffer, inBuffer, copy.Slice,
                          inSlice));
        }
        return nullptr;
    }

    const char* PrintCopyTextureBuffer(const CopyTextureBufferCommand& copy) noexcept
    {
        Line line{InPass};
        const auto slice = [&] {
            line.Add(" slice %u@%llu pitch %u", copy.Slice, static_cast<unsigned long long>(copy.SliceOffset),
                     copy.RowPitch);
        };
        const auto texture = [&] { line.Add(" texture %u mip %u layer %u", copy.Texture, copy.Mip, copy.Layer); };
        line.Add("copy").AddRectangle("region", copy.Region).Add(" of");
        if (copy.Header.Kind == CommandKind::CopyBufferToTexture)
        {
            slice();
            line.Add(" to");
            texture();
        }
        else
        {
            texture();
            line.Add(" to");
            slice();
        }
        Give(line);
        return nullptr;
    }

    const char* PrintCopyTexture(const CopyTextureCommand& copy) noexcept
    {
        Line line{InPass};
        line.Add("copy").AddRectangle("region", copy.Region);
        Give(line.Add(" of texture %u mip %u layer %u to texture %u mip %u layer %u at %u %u", copy.Source,
                      copy.SourceMip, copy.SourceLayer, copy.Destination, copy.DestinationMip, copy.DestinationLayer,
                      copy.DestinationX, copy.DestinationY));
        return nullptr;
    }

    const char* PrintCopySurface(const CopySurfaceCommand& copy) noexcept
    {
        Line line{InPass};
        Give(line.Add("copy surface %ux%u to slice %u", copy.Width, copy.Height, copy.Slice));
        return nullptr;
    }

    const char* PrintScope(const ScopeCommand& scope, const uint8* name) noexcept
    {
        if (scope.NameBytes >= scope.Header.Bytes - sizeof scope)
        {
            return "a scope's name is not terminated";
        }
        Line line{InPass};
        Give(line.Add("scope %.*s", static_cast<int>(scope.NameBytes), reinterpret_cast<const char*>(name)));
        return nullptr;
    }

    StreamLine Sink{nullptr};
    void* Context{nullptr};
    bool InPass{false};
};
} // namespace

std::string_view GetUseName(uint32 bit) noexcept
{
    return bit < std::size(USE_NAMES) ? USE_NAMES[bit] : "?";
}

void PrintStream(std::span<const uint8> stream, StreamLine line, void* context) noexcept
{
    Printer{line, context}.Print(stream);
}
} // namespace ludus::graphics::rhi::internal
