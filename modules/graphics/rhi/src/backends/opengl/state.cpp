#include "backends/opengl/state.h"

#include <algorithm>
#include <cassert>

namespace ludus::graphics::rhi::internal::opengl
{
namespace
{
// What is off at first.
constexpr GLenum SWITCHES[] = {
    GL_DEPTH_TEST,          GL_BLEND,
    GL_CULL_FACE,           GL_STENCIL_TEST,
    GL_POLYGON_OFFSET_FILL, GL_RASTERIZER_DISCARD,
    GL_SAMPLE_COVERAGE,     GL_SAMPLE_ALPHA_TO_COVERAGE,
};

// What of a picture in memory is passed over: nothing.
constexpr GLenum SKIPS[] = {GL_UNPACK_SKIP_PIXELS,  GL_UNPACK_SKIP_ROWS, GL_UNPACK_SKIP_IMAGES,
                            GL_UNPACK_IMAGE_HEIGHT, GL_PACK_SKIP_PIXELS, GL_PACK_SKIP_ROWS};

bool IsSame(const Rectangle& a, const Rectangle& b) noexcept
{
    return a.X == b.X && a.Y == b.Y && a.Width == b.Width && a.Height == b.Height;
}

const void* ToPointer(GLintptr offset) noexcept
{
    return reinterpret_cast<const void*>(offset); // NOLINT(performance-no-int-to-ptr): OpenGL's way to say an offset
}
} // namespace

void State::Start() noexcept
{
    glGenVertexArrays(1, &Vertices);
    glBindVertexArray(Vertices);
    glEnable(GL_SCISSOR_TEST);
    glDisable(GL_DITHER);
    for (const GLenum name : SWITCHES)
    {
        glDisable(name);
    }
    glColorMask(GL_TRUE, GL_TRUE, GL_TRUE, GL_TRUE);
    glDepthMask(GL_TRUE);
    glDepthFunc(GL_LESS);
    glDepthRangef(0, 1);
    glBlendEquation(GL_FUNC_ADD);
    glBlendFunc(GL_ONE, GL_ONE_MINUS_SRC_ALPHA); // the only one there is: premultiplied
    glCullFace(GL_BACK);
    glUseProgram(0);
    glBindFramebuffer(GL_FRAMEBUFFER, 0);
    glViewport(0, 0, 0, 0);
    glScissor(0, 0, 0, 0);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glBindBuffer(GL_PIXEL_UNPACK_BUFFER, 0);
    for (const GLenum name : SKIPS)
    {
        glPixelStorei(name, 0);
    }
    glPixelStorei(GL_UNPACK_ALIGNMENT, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
    for (GLuint binding = 0; binding < RASTER_BINDING_COUNT; ++binding)
    {
        glBindBufferBase(GL_UNIFORM_BUFFER, binding, 0);
    }
    for (GLuint unit = 0; unit < UNITS; ++unit)
    {
        glActiveTexture(GL_TEXTURE0 + unit);
        glBindTexture(GL_TEXTURE_2D, 0);
        glBindSampler(unit, 0);
    }
    glActiveTexture(GL_TEXTURE0);
    // Front faces are counter-clockwise with Y up. Where the artifact turns clip space over, windings turn with it.
    glFrontFace(Facts.HasClipControl ? GL_CCW : GL_CW);
    if (Facts.HasProvokingVertex)
    {
        glProvokingVertex(GL_FIRST_VERTEX_CONVENTION);
    }
    if (Facts.HasSeamlessCubes)
    {
        glEnable(GL_TEXTURE_CUBE_MAP_SEAMLESS);
    }
    if (Facts.HasClipControl)
    {
        glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
        glEnable(GL_FRAMEBUFFER_SRGB); // ES encodes always
    }
}

void State::Stop() noexcept
{
    glDeleteVertexArrays(1, &Vertices);
    Vertices = 0;
}

void State::UseProgram(GLuint program) noexcept
{
    if (program != Program)
    {
        Program = program;
        glUseProgram(program);
    }
}

void State::BindStorage(GLuint binding, const IndexedRange& range) noexcept
{
    assert(binding < RASTER_BINDING_COUNT && "a binding number outside group zero");
    if (!(Storage[binding] == range))
    {
        Storage[binding] = range;
        glBindBufferRange(GL_SHADER_STORAGE_BUFFER, binding, range.Buffer, range.Offset, range.Size);
    }
}

void State::BindTexture(GLuint unit, GLenum target, GLuint texture) noexcept
{
    assert(unit < UNITS && "a texture unit that no program uses");
    Unit& present = Units[unit];
    if (present.Texture == texture && present.Target == target)
    {
        return;
    }
    if (ActiveUnit != unit)
    {
        ActiveUnit = unit;
        glActiveTexture(GL_TEXTURE0 + unit);
    }
    if (present.Target != target && present.Texture != 0)
    {
        glBindTexture(present.Target, 0); // each target of a unit has a binding of its own
    }
    present.Target = target;
    present.Texture = texture;
    glBindTexture(target, texture);
}

void State::BindSampler(GLuint unit, GLuint sampler) noexcept
{
    assert(unit < UNITS && "a texture unit that no program uses");
    if (Units[unit].Sampler != sampler)
    {
        Units[unit].Sampler = sampler;
        glBindSampler(unit, sampler);
    }
}

void State::BindFramebuffer(GLuint framebuffer) noexcept
{
    if (framebuffer != Framebuffer)
    {
        Framebuffer = framebuffer;
        glBindFramebuffer(GL_FRAMEBUFFER, framebuffer);
    }
}

void State::SetViewport(const Rectangle& rectangle) noexcept
{
    if (!IsSame(rectangle, Viewport))
    {
        Viewport = rectangle;
        glViewport(static_cast<GLint>(rectangle.X), static_cast<GLint>(rectangle.Y),
                   static_cast<GLsizei>(rectangle.Width), static_cast<GLsizei>(rectangle.Height));
    }
}

void State::SetScissor(const Rectangle& rectangle) noexcept
{
    if (!IsSame(rectangle, Scissor))
    {
        Scissor = rectangle;
        glScissor(static_cast<GLint>(rectangle.X), static_cast<GLint>(rectangle.Y),
                  static_cast<GLsizei>(rectangle.Width), static_cast<GLsizei>(rectangle.Height));
    }
}

void State::SetSwitch(GLenum name, bool wanted, bool& present) noexcept
{
    if (wanted != present)
    {
        present = wanted;
        wanted ? glEnable(name) : glDisable(name);
    }
}

void State::SetDepthWrite(bool writes) noexcept
{
    if (writes != Fixed.DepthWrite)
    {
        Fixed.DepthWrite = writes;
        glDepthMask(writes ? GL_TRUE : GL_FALSE);
    }
}

void State::SetFixed(const FixedState& fixed) noexcept
{
    SetSwitch(GL_DEPTH_TEST, fixed.DepthTest, Fixed.DepthTest);
    if (fixed.DepthTest)
    {
        SetDepthWrite(fixed.DepthWrite);
        if (fixed.DepthCompare != Fixed.DepthCompare)
        {
            Fixed.DepthCompare = fixed.DepthCompare;
            glDepthFunc(fixed.DepthCompare);
        }
    }
    SetSwitch(GL_BLEND, fixed.Blend, Fixed.Blend);
    if (fixed.Cull != Fixed.Cull)
    {
        bool culls = Fixed.Cull != RasterCull::None;
        SetSwitch(GL_CULL_FACE, fixed.Cull != RasterCull::None, culls);
        Fixed.Cull = fixed.Cull;
        if (fixed.Cull != RasterCull::None && fixed.Cull != CulledFace)
        {
            CulledFace = fixed.Cull;
            glCullFace(fixed.Cull == RasterCull::Front ? GL_FRONT : GL_BACK);
        }
    }
    if (fixed.FillMode != Fixed.FillMode && Facts.HasLineFill)
    {
        Fixed.FillMode = fixed.FillMode;
        glPolygonMode(GL_FRONT_AND_BACK, fixed.FillMode == RasterFillMode::Lines ? GL_LINE : GL_FILL);
    }
}

void State::SetAttribute(GLuint location, const VertexAttribute& wanted) noexcept
{
    VertexAttribute& present = Layout.Attributes[location];
    if ((wanted.Components != 0) != (present.Components != 0))
    {
        wanted.Components != 0 ? glEnableVertexAttribArray(location) : glDisableVertexAttribArray(location);
    }
    if (wanted.Components != 0 && Facts.HasVertexBindings)
    {
        glVertexAttribFormat(location, wanted.Components, GL_FLOAT, GL_FALSE, wanted.Offset);
        glVertexAttribBinding(location, wanted.Stream);
    }
    HasStaleVertices = HasStaleVertices || !Facts.HasVertexBindings;
    present = wanted;
}

void State::SetVertexLayout(const VertexLayout& layout) noexcept
{
    const uint32 attributes = std::max(layout.AttributeEnd, Layout.AttributeEnd);
    const uint32 streams = std::max(layout.StreamEnd, Layout.StreamEnd);
    Layout.AttributeEnd = layout.AttributeEnd;
    Layout.StreamEnd = layout.StreamEnd;
    for (GLuint location = 0; location < attributes; ++location)
    {
        if (!(layout.Attributes[location] == Layout.Attributes[location]))
        {
            SetAttribute(location, layout.Attributes[location]);
        }
    }
    for (GLuint stream = 0; stream < streams; ++stream)
    {
        if (layout.Divisors[stream] != Layout.Divisors[stream])
        {
            Layout.Divisors[stream] = layout.Divisors[stream];
            if (Facts.HasVertexBindings)
            {
                glVertexBindingDivisor(stream, layout.Divisors[stream]);
            }
            HasStaleVertices = HasStaleVertices || !Facts.HasVertexBindings;
        }
        if (layout.Strides[stream] != Layout.Strides[stream])
        {
            Layout.Strides[stream] = layout.Strides[stream];
            HasStaleVertices = true; // a stride is bound with its buffer
        }
    }
}

void State::BindStream(GLuint stream, GLuint buffer, GLintptr offset) noexcept
{
    assert(stream < MAX_VERTEX_STREAMS && "more vertex streams than there can be");
    Stream& present = Streams[stream];
    if (present.Buffer == buffer && present.Offset == offset && present.Stride == Layout.Strides[stream])
    {
        return;
    }
    present = {.Buffer = buffer, .Offset = offset, .Stride = Layout.Strides[stream]};
    if (Facts.HasVertexBindings)
    {
        glBindVertexBuffer(stream, buffer, offset, present.Stride);
    }
    HasStaleVertices = HasStaleVertices || !Facts.HasVertexBindings;
}

// Sets what a change of layout left behind: strides of streams that were not bound again, and, where formats and
// buffers are one, every attribute.
void State::PointAttributes() noexcept
{
    HasStaleVertices = false;
    if (Facts.HasVertexBindings)
    {
        for (GLuint i = 0; i < Layout.StreamEnd; ++i)
        {
            Stream& stream = Streams[i];
            if (stream.Stride != Layout.Strides[i] && stream.Buffer != 0)
            {
                stream.Stride = Layout.Strides[i];
                glBindVertexBuffer(i, stream.Buffer, stream.Offset, stream.Stride);
            }
        }
        return;
    }
    for (GLuint location = 0; location < Layout.AttributeEnd; ++location)
    {
        const VertexAttribute& attribute = Layout.Attributes[location];
        if (attribute.Components == 0)
        {
            continue;
        }
        Stream& stream = Streams[attribute.Stream];
        stream.Stride = Layout.Strides[attribute.Stream];
        glBindBuffer(GL_ARRAY_BUFFER, stream.Buffer);
        glVertexAttribPointer(location, attribute.Components, GL_FLOAT, GL_FALSE, stream.Stride,
                              ToPointer(stream.Offset + static_cast<GLintptr>(attribute.Offset)));
        glVertexAttribDivisor(location, Layout.Divisors[attribute.Stream]);
    }
}

void State::BindIndices(GLuint buffer) noexcept
{
    if (buffer != Indices)
    {
        Indices = buffer;
        glBindBuffer(GL_ELEMENT_ARRAY_BUFFER, buffer);
    }
}

void State::BindIndirect(GLuint buffer) noexcept
{
    if (buffer != Indirect)
    {
        Indirect = buffer;
        glBindBuffer(GL_DRAW_INDIRECT_BUFFER, buffer);
    }
}

void State::ForgetBuffer(GLuint buffer) noexcept
{
    for (IndexedRange& range : Uniforms)
    {
        range = range.Buffer == buffer ? IndexedRange{} : range;
    }
    for (IndexedRange& range : Storage)
    {
        range = range.Buffer == buffer ? IndexedRange{} : range;
    }
    for (Stream& stream : Streams)
    {
        stream = stream.Buffer == buffer ? Stream{} : stream;
    }
    Indices = Indices == buffer ? 0 : Indices;
    Indirect = Indirect == buffer ? 0 : Indirect;
}

void State::ForgetTexture(GLuint texture) noexcept
{
    for (Unit& unit : Units)
    {
        unit.Texture = unit.Texture == texture ? 0 : unit.Texture;
    }
}

void State::ForgetSampler(GLuint sampler) noexcept
{
    for (Unit& unit : Units)
    {
        unit.Sampler = unit.Sampler == sampler ? 0 : unit.Sampler;
    }
}

void State::ForgetFramebuffer(GLuint framebuffer) noexcept
{
    Framebuffer = Framebuffer == framebuffer ? 0 : Framebuffer;
}

// A program that is in use would outlive its deletion.
void State::ForgetProgram(GLuint program) noexcept
{
    if (Program == program)
    {
        UseProgram(0);
    }
}
} // namespace ludus::graphics::rhi::internal::opengl
