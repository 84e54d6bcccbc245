// The context's state as this backend left it: what is already set is not set again.
//
// The context is ours alone, so nobody else changes it. Objects that are deleted are forgotten here first: OpenGL takes
// them out of the bindings then, and their names may come back as other objects.
#pragma once

#include "backends/opengl/device.h"
#include "formats/library_limits.h"

#include <cassert>

namespace ludus::graphics::rhi::internal::opengl
{
/// Where one vertex attribute lies in its stream's record.
struct VertexAttribute final
{
    GLint Components{0}; // zero: the attribute is off
    GLuint Stream{0};
    GLuint Offset{0};

    bool operator==(const VertexAttribute&) const = default;
};

/// How vertices are read: attributes by location, streams by number.
struct VertexLayout final
{
    VertexAttribute Attributes[MAX_VERTEX_ATTRIBUTES]{};
    GLsizei Strides[MAX_VERTEX_STREAMS]{};
    GLuint Divisors[MAX_VERTEX_STREAMS]{};
    uint32 AttributeEnd{0}; // past the last one that is on
    uint32 StreamEnd{0};    // past the last one that there is
};

/// What a raster pipeline fixes beside its program and its vertices.
struct FixedState final
{
    bool DepthTest{false};
    bool DepthWrite{true};
    GLenum DepthCompare{GL_LESS};
    bool Blend{false};
    RasterCull Cull{RasterCull::None};
    RasterFillMode FillMode{RasterFillMode::Solid};
};

struct IndexedRange final
{
    GLuint Buffer{0};
    GLintptr Offset{0};
    GLsizeiptr Size{0};

    bool operator==(const IndexedRange&) const = default;
};

class State final
{
public:
    explicit State(const GlFacts& facts) noexcept : Facts(facts) {}

    /// Of a current context that somebody may have used before, as a page its canvas: what never changes, and all that
    /// this object takes for the beginning.
    void Start() noexcept;
    void Stop() noexcept;

    void UseProgram(GLuint program) noexcept;

    void BindUniform(GLuint binding, const IndexedRange& range) noexcept
    {
        assert(binding < RASTER_BINDING_COUNT && "a binding number outside group zero");
        if (!(Uniforms[binding] == range))
        {
            Uniforms[binding] = range;
            glBindBufferRange(GL_UNIFORM_BUFFER, binding, range.Buffer, range.Offset, range.Size);
        }
    }

    /// A uniform range that was bound past this object.
    void NoteUniform(GLuint binding, const IndexedRange& range) noexcept { Uniforms[binding] = range; }

    void BindStorage(GLuint binding, const IndexedRange& range) noexcept;
    void BindTexture(GLuint unit, GLenum target, GLuint texture) noexcept;
    void BindSampler(GLuint unit, GLuint sampler) noexcept;

    /// Binds a texture to be changed by the calls that follow.
    void BindTextureForWork(GLenum target, GLuint texture) noexcept { BindTexture(WORK_UNIT, target, texture); }

    /// The framebuffer that is drawn to and read from.
    void BindFramebuffer(GLuint framebuffer) noexcept;
    void SetViewport(const Rectangle& rectangle) noexcept;
    void SetScissor(const Rectangle& rectangle) noexcept;
    void SetFixed(const FixedState& fixed) noexcept;
    void SetDepthWrite(bool writes) noexcept;
    void SetVertexLayout(const VertexLayout& layout) noexcept;
    void BindStream(GLuint stream, GLuint buffer, GLintptr offset) noexcept;
    void BindIndices(GLuint buffer) noexcept;
    void BindIndirect(GLuint buffer) noexcept;

    /// After the layout and the streams of a draw are set, before it is made.
    void PrepareVertices() noexcept
    {
        if (HasStaleVertices)
        {
            PointAttributes();
        }
    }

    void ForgetBuffer(GLuint buffer) noexcept;
    void ForgetTexture(GLuint texture) noexcept;
    void ForgetSampler(GLuint sampler) noexcept;
    void ForgetFramebuffer(GLuint framebuffer) noexcept;
    void ForgetProgram(GLuint program) noexcept;

private:
    // A stage's texture lies at the unit of its binding number, or that many further on when the other stage reads the
    // same one through another sampler.
    static constexpr GLuint UNITS = 2 * RASTER_BINDING_COUNT;
    static constexpr GLuint WORK_UNIT = UNITS - 1;

    struct Unit final
    {
        GLenum Target{GL_TEXTURE_2D};
        GLuint Texture{0};
        GLuint Sampler{0};
    };

    struct Stream final
    {
        GLuint Buffer{0};
        GLintptr Offset{0};
        GLsizei Stride{0};
    };

    void PointAttributes() noexcept;
    void SetAttribute(GLuint location, const VertexAttribute& wanted) noexcept;
    void SetSwitch(GLenum name, bool wanted, bool& present) noexcept;

    const GlFacts& Facts;
    GLuint Vertices{0}; // the one vertex array object
    GLuint Program{0};
    IndexedRange Uniforms[RASTER_BINDING_COUNT]{};
    IndexedRange Storage[RASTER_BINDING_COUNT]{};
    Unit Units[UNITS]{};
    GLuint ActiveUnit{0};
    GLuint Framebuffer{0};
    Rectangle Viewport{};
    Rectangle Scissor{};
    FixedState Fixed{};
    RasterCull CulledFace{RasterCull::Back}; // whether or not faces are culled
    VertexLayout Layout{};
    Stream Streams[MAX_VERTEX_STREAMS]{};
    GLuint Indices{0};
    GLuint Indirect{0};
    bool HasStaleVertices{false};
};
} // namespace ludus::graphics::rhi::internal::opengl
