// The scenarios over OpenGL 4.5, written by hand with the calls that a draw needs and no others. OpenGL has no binding
// sets, so S3 is none of its work.
#include "../harness.h"
#include "../scenarios.h"
#include "context.h"

#include <array>
#include <cstring>
#include <vector>

namespace ludus::benchmarks::opengl
{
namespace
{
constexpr const char* QUAD_VERTEX = R"(#version 450
layout(location = 0) in vec2 corner;
layout(binding = 0, std140) uniform DrawUniform { vec2 offset; vec2 scale; vec4 colour; vec4 unused[2]; };
layout(location = 0) out vec4 vertexColour;
void main()
{
    gl_Position = vec4(corner * scale + offset, 0.5, 1.0);
    vertexColour = colour;
}
)";

constexpr const char* QUAD_FRAGMENT = R"(#version 450
layout(location = 0) in vec4 vertexColour;
layout(location = 0) out vec4 colour;
void main() { colour = vertexColour; }
)";

constexpr const char* CHAIN_VERTEX = R"(#version 450
layout(location = 0) in vec2 corner;
layout(location = 0) out vec2 uv;
void main()
{
    gl_Position = vec4(corner * 1.5 - 0.75, 0.5, 1.0);
    uv = vec2(corner.x, 1.0 - corner.y);
}
)";

constexpr const char* CHAIN_FRAGMENT = R"(#version 450
layout(binding = 0) uniform sampler2D before;
layout(location = 0) in vec2 uv;
layout(location = 0) out vec4 colour;
void main() { colour = texture(before, uv); }
)";

constexpr std::uint32_t SEGMENTS = 3; // of the ring: frames that may be under way
constexpr std::size_t SEGMENT_BYTES = std::size_t{OPERATION_COUNT} * UNIFORM_STRIDE;
constexpr std::array<float, 4> BLACK{0, 0, 0, 0};

class Program
{
public:
    Program();
    ~Program();
    Program(const Program&) = delete;
    Program& operator=(const Program&) = delete;

    void DrawWithNewBytes();
    void DrawWithOffset();
    void DrawWithChanges();
    void DrawPasses();
    void Wait();

    [[nodiscard]] std::vector<std::uint8_t> GetPixels() const { return Context::Read(Surface, TARGET_EXTENT); }

    Context Gpu;

private:
    static void BeginPass(const Target& target, const std::array<float, 4>& clear);
    static void EndPass();
    void Submit();

    std::vector<DrawUniform> Source = MakeDrawUniforms();
    GLuint Corners = 0;
    GLuint Indices = 0;
    GLuint Uniforms = 0;
    GLuint Ring = 0;
    std::byte* RingBytes = nullptr;
    std::uint32_t Segment = 0;
    std::array<GLuint, PIPELINE_COUNT> Pipelines{};
    GLuint Chain = 0;
    GLuint Nearest = 0;
    Target Surface;
    std::array<Target, 2> Pictures{};
    GLsync Fence = nullptr;
};

Program::Program()
    : Corners(Context::CreateBuffer(std::as_bytes(std::span(QUAD_CORNERS)))),
      Indices(Context::CreateBuffer(std::as_bytes(std::span(QUAD_INDICES)))),
      Chain(Context::CreateProgram(CHAIN_VERTEX, CHAIN_FRAGMENT)),
      Surface(Context::CreateTarget(TARGET_EXTENT)), Pictures{Context::CreateTarget(TARGET_EXTENT),
                                                              Context::CreateTarget(TARGET_EXTENT)}
{
    std::vector<std::byte> spread(SEGMENT_BYTES);
    for (std::size_t i = 0; i < Source.size(); ++i)
    {
        std::memcpy(&spread[i * UNIFORM_STRIDE], &Source[i], sizeof(DrawUniform));
    }
    Uniforms = Context::CreateBuffer(spread);
    constexpr GLbitfield ACCESS = GL_MAP_WRITE_BIT | GL_MAP_PERSISTENT_BIT | GL_MAP_COHERENT_BIT;
    glCreateBuffers(1, &Ring);
    glNamedBufferStorage(Ring, SEGMENTS * SEGMENT_BYTES, nullptr, ACCESS);
    RingBytes = static_cast<std::byte*>(glMapNamedBufferRange(Ring, 0, SEGMENTS * SEGMENT_BYTES, ACCESS));
    for (GLuint& pipeline : Pipelines)
    {
        pipeline = Context::CreateProgram(QUAD_VERTEX, QUAD_FRAGMENT);
    }
    glCreateSamplers(1, &Nearest);
    glSamplerParameteri(Nearest, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glSamplerParameteri(Nearest, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glSamplerParameteri(Nearest, GL_TEXTURE_WRAP_S, GL_CLAMP_TO_EDGE);
    glSamplerParameteri(Nearest, GL_TEXTURE_WRAP_T, GL_CLAMP_TO_EDGE);
    glBindSampler(0, Nearest);
    glViewport(0, 0, TARGET_EXTENT, TARGET_EXTENT);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
    glEnableVertexAttribArray(0);
    glVertexAttribFormat(0, 2, GL_FLOAT, GL_FALSE, 0);
    glVertexAttribBinding(0, 0);
    glBindVertexBuffer(0, Corners, 0, sizeof(float) * 2);
    glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, Indices);
    // The first pass of S5 shows what the last but one of the frame before has drawn.
    BeginPass(Pictures[1], CHAIN_COLOURS[1]);
    Context::Finish();
}

Program::~Program()
{
    for (const Target& target : {Surface, Pictures[0], Pictures[1]})
    {
        Context::Destroy(target);
    }
    for (const GLuint program : {Pipelines[0], Pipelines[1], Pipelines[2], Pipelines[3], Chain})
    {
        glDeleteProgram(program);
    }
    glDeleteSamplers(1, &Nearest);
    for (const GLuint buffer : {Corners, Indices, Uniforms, Ring})
    {
        glDeleteBuffers(1, &buffer);
    }
}

void Program::BeginPass(const Target& target, const std::array<float, 4>& clear)
{
    constexpr float FAR = 1;
    glBindFramebuffer(GL_FRAMEBUFFER, target.Framebuffer);
    glClearBufferfv(GL_COLOR, 0, clear.data());
    glClearBufferfv(GL_DEPTH, 0, &FAR);
}

void Program::EndPass()
{
    constexpr GLenum DROPPED = GL_DEPTH_ATTACHMENT;
    glInvalidateFramebuffer(GL_FRAMEBUFFER, 1, &DROPPED);
}

void Program::Submit()
{
    Fence = glFenceSync(GL_SYNC_GPU_COMMANDS_COMPLETE, 0);
    glFlush();
}

void Draw()
{
    glDrawElementsInstanced(GL_TRIANGLES, QUAD_INDICES.size(), GL_UNSIGNED_SHORT, nullptr, 1);
}

// S1
void Program::DrawWithNewBytes()
{
    Segment = (Segment + 1) % SEGMENTS;
    std::size_t offset = Segment * SEGMENT_BYTES;
    BeginPass(Surface, BLACK);
    glUseProgram(Pipelines[0]);
    for (const DrawUniform& uniform : Source)
    {
        std::memcpy(RingBytes + offset, &uniform, sizeof uniform);
        glBindBufferRange(GL_UNIFORM_BUFFER, 0, Ring, static_cast<GLintptr>(offset), sizeof uniform);
        Draw();
        offset += UNIFORM_STRIDE;
    }
    EndPass();
    Submit();
}

// S1offset
void Program::DrawWithOffset()
{
    BeginPass(Surface, BLACK);
    glUseProgram(Pipelines[0]);
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        glBindBufferRange(GL_UNIFORM_BUFFER, 0, Uniforms, GLintptr{i} * UNIFORM_STRIDE, sizeof(DrawUniform));
        Draw();
    }
    EndPass();
    Submit();
}

// S2. The last pipeline of a run leaves the switches as the next run's first one wants them, or as it sets them.
void Program::DrawWithChanges()
{
    BeginPass(Surface, BLACK);
    bool isCulled = false;
    for (std::uint32_t i = 0; i < OPERATION_COUNT; ++i)
    {
        const std::uint32_t pipeline = i % PIPELINE_COUNT;
        glUseProgram(Pipelines[pipeline]);
        IsBlended(pipeline) ? glEnable(GL_BLEND) : glDisable(GL_BLEND);
        if (IsCulled(pipeline) != isCulled)
        {
            isCulled = !isCulled;
            isCulled ? glEnable(GL_CULL_FACE) : glDisable(GL_CULL_FACE);
        }
        glBindBufferRange(GL_UNIFORM_BUFFER, 0, Uniforms, GLintptr{i % SET_COUNT} * UNIFORM_STRIDE,
                          sizeof(DrawUniform));
        Draw();
    }
    glDisable(GL_BLEND);
    glDisable(GL_CULL_FACE);
    EndPass();
    Submit();
}

// S5
void Program::DrawPasses()
{
    glUseProgram(Chain);
    for (std::uint32_t i = 0; i < PASS_COUNT; ++i)
    {
        const bool isLast = i + 1 == PASS_COUNT;
        BeginPass(isLast ? Surface : Pictures[i % 2], CHAIN_COLOURS[isLast ? 2 : i % 2]);
        glBindTexture(GL_TEXTURE_2D, Pictures[(i + 1) % 2].Colour);
        Draw();
        EndPass();
    }
    Submit();
}

void Program::Wait()
{
    Context::Finish();
    glDeleteSync(Fence);
}
} // namespace
} // namespace ludus::benchmarks::opengl

int main(int argumentCount, char** arguments)
{
    using namespace ludus::benchmarks;
    Harness harness("opengl", argumentCount, arguments);
    opengl::Program program;
    harness.ReportDevice(program.Gpu.DeviceName.c_str(), program.Gpu.DriverName.c_str());

    const auto wait = [&] { program.Wait(); };
    const auto image = [&] { return program.GetPixels(); };
    harness.Run({"S1", OPERATION_COUNT, [&] { program.DrawWithNewBytes(); }, wait, image});
    harness.Run({"S1offset", OPERATION_COUNT, [&] { program.DrawWithOffset(); }, wait, image});
    harness.Run({"S2", OPERATION_COUNT, [&] { program.DrawWithChanges(); }, wait, image});
    harness.Run({"S5", PASS_COUNT, [&] { program.DrawPasses(); }, wait, image});
    return harness.Finish();
}
