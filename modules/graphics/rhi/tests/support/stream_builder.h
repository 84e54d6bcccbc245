// Builds command streams by hand, for tests that speak to a backend without the frontend.
#pragma once

#include "boundary/commands.h"

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

namespace ludus::graphics::rhi::tests
{
using namespace foundation::core;

class StreamBuilder final
{
public:
    /// Appends a command; its header's kind and size are filled in.
    template <class Command>
    StreamBuilder& Add(internal::CommandKind kind, Command command, std::span<const uint8> tail = {})
    {
        const usize bytes = (sizeof command + tail.size() + 7) / 8 * 8;
        command.Header = {kind, static_cast<uint32>(bytes)};
        const usize start = Bytes.size();
        Bytes.resize(start + bytes);
        std::memcpy(Bytes.data() + start, &command, sizeof command);
        if (!tail.empty())
        {
            std::memcpy(Bytes.data() + start + sizeof command, tail.data(), tail.size());
        }
        return *this;
    }

    /// A command that is a header alone.
    StreamBuilder& Add(internal::CommandKind kind)
    {
        const internal::CommandHeader header{kind, sizeof(internal::CommandHeader)};
        const usize start = Bytes.size();
        Bytes.resize(start + sizeof header);
        std::memcpy(Bytes.data() + start, &header, sizeof header);
        return *this;
    }

    /// A surface pass over the whole target that clears it.
    StreamBuilder& BeginSurfacePass(uint32 width, uint32 height, float32 red = 0, float32 green = 0, float32 blue = 0)
    {
        internal::BeginPassCommand pass;
        pass.Width = width;
        pass.Height = height;
        pass.Viewport = {0, 0, width, height};
        pass.Scissor = pass.Viewport;
        return BeginPass(pass, {{.Clear = {red, green, blue, 1}}});
    }

    /// A pass with its attachments, which are counted here, and its barriers.
    StreamBuilder& BeginPass(internal::BeginPassCommand pass, const std::vector<internal::ColorAttachment>& colors,
                             const std::vector<internal::Barrier>& barriers = {})
    {
        pass.ColorCount = static_cast<uint32>(colors.size());
        pass.BarrierCount = static_cast<uint32>(barriers.size());
        std::vector<uint8> tail(colors.size() * sizeof colors[0] + barriers.size() * sizeof(internal::Barrier));
        std::memcpy(tail.data(), colors.data(), colors.size() * sizeof colors[0]);
        if (!barriers.empty())
        {
            std::memcpy(tail.data() + colors.size() * sizeof colors[0], barriers.data(),
                        barriers.size() * sizeof barriers[0]);
        }
        return Add(internal::CommandKind::BeginPass, pass, tail);
    }

    /// A run of draws whose entries are the words given, each entry's header included.
    StreamBuilder& AddRun(uint32 draws, std::initializer_list<uint32> words)
    {
        internal::DrawRunCommand run;
        run.DrawCount = draws;
        run.EntryBytes = static_cast<uint32>(words.size() * sizeof(uint32));
        return Add(internal::CommandKind::DrawRun, run,
                   {reinterpret_cast<const uint8*>(words.begin()), words.size() * sizeof(uint32)});
    }

    StreamBuilder& EndPass() { return Add(internal::CommandKind::EndPass); }

    [[nodiscard]] std::span<const uint8> View() const { return Bytes; }

    [[nodiscard]] std::span<uint8> View() { return Bytes; }

private:
    std::vector<uint8> Bytes{};
};
} // namespace ludus::graphics::rhi::tests
