// The replay of command streams: one loop over a stream's commands, one tight loop over the entries of a draw run.
#pragma once

#include "backends/opengl/pipeline.h"
#include "backends/opengl/readback.h"
#include "backends/opengl/surface.h"
#include "backends/opengl/timestamps.h"

namespace ludus::graphics::rhi::internal::opengl
{
/// What streams refer to by slot.
struct Tables final
{
    Buffers& BufferTable;
    const Textures& TextureTable;
    const Bindings& BindingTable;
    const Pipelines& PipelineTable;
    Readback& Slices;
    const Surface& Target;
    const Timestamps& Clock;
};

/// What replaying needs of its own: a framebuffer to copy through, and room for the arguments of indirect draws whose
/// indices begin later in their buffer than OpenGL can say.
class Scratch final
{
public:
    // Places for arguments. Each is written again as often as needed, since OpenGL keeps the order; several keep draws
    // from waiting for the one before.
    static constexpr uint32 ARGUMENT_PLACES = 256;

    Scratch(Device& device, State& state, Buffers& buffers) noexcept : Gpu(device), Context(state), BufferTable(buffers)
    {
    }

    [[nodiscard]] BackendStatus Start() noexcept;
    void Stop() noexcept;

    [[nodiscard]] GLuint GetArguments() const noexcept { return Arguments; }

    /// A framebuffer to read textures through.
    [[nodiscard]] GLuint GetReader() const noexcept { return Reader; }

private:
    Device& Gpu;
    State& Context;
    Buffers& BufferTable;
    GLuint Reader{0};
    GLuint Arguments{0};
};

/// Calls a stream's commands; `measuresPasses`: with their timestamps.
void ReplayStream(const GlFacts& facts, State& state, const Tables& tables, const Scratch& scratch,
                  std::span<const uint8> stream, bool measuresPasses) noexcept;
} // namespace ludus::graphics::rhi::internal::opengl
