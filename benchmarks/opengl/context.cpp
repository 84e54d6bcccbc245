// An OpenGL 4.5 context without a window, and what the scenarios draw with.
#include "context.h"

#include "../harness.h"

#include <array>

namespace ludus::benchmarks::opengl
{
namespace
{
GLuint Compile(GLenum stage, const char* text)
{
    const GLuint shader = glCreateShader(stage);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    GLint isCompiled = GL_FALSE;
    glGetShaderiv(shader, GL_COMPILE_STATUS, &isCompiled);
    if (isCompiled == GL_FALSE)
    {
        std::array<char, 512> log{};
        glGetShaderInfoLog(shader, static_cast<GLsizei>(log.size()), nullptr, log.data());
        Fail("glCompileShader", log.data());
    }
    return shader;
}
} // namespace

Context::Context() : Display(eglGetPlatformDisplayEXT(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr))
{
    if (Display == EGL_NO_DISPLAY || eglInitialize(Display, nullptr, nullptr) == EGL_FALSE)
    {
        Fail("eglInitialize", "no display without a window");
    }
    eglBindAPI(EGL_OPENGL_API);
    constexpr std::array<EGLint, 7> ATTRIBUTES{
        EGL_CONTEXT_MAJOR_VERSION,           4,       EGL_CONTEXT_MINOR_VERSION, 5, EGL_CONTEXT_OPENGL_PROFILE_MASK,
        EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT, EGL_NONE};
    Handle = eglCreateContext(Display, EGL_NO_CONFIG_KHR, EGL_NO_CONTEXT, ATTRIBUTES.data());
    if (Handle == EGL_NO_CONTEXT || eglMakeCurrent(Display, EGL_NO_SURFACE, EGL_NO_SURFACE, Handle) == EGL_FALSE)
    {
        Fail("eglCreateContext", "no OpenGL 4.5 core profile");
    }
    DeviceName = reinterpret_cast<const char*>(glGetString(GL_RENDERER));
    DriverName = reinterpret_cast<const char*>(glGetString(GL_VERSION));
    glClipControl(GL_UPPER_LEFT, GL_ZERO_TO_ONE);
    GLuint vertices = 0;
    glGenVertexArrays(1, &vertices);
    glBindVertexArray(vertices);
}

Context::~Context()
{
    eglMakeCurrent(Display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
    eglDestroyContext(Display, Handle);
    eglTerminate(Display);
}

GLuint Context::CreateBuffer(std::span<const std::byte> contents)
{
    GLuint buffer = 0;
    glCreateBuffers(1, &buffer);
    glNamedBufferStorage(buffer, static_cast<GLsizeiptr>(contents.size()), contents.data(), 0);
    return buffer;
}

Target Context::CreateTarget(std::uint32_t extent)
{
    const auto size = static_cast<GLsizei>(extent);
    Target target;
    glCreateTextures(GL_TEXTURE_2D, 1, &target.Colour);
    glTextureStorage2D(target.Colour, 1, GL_RGBA8, size, size);
    glCreateRenderbuffers(1, &target.Depth);
    glNamedRenderbufferStorage(target.Depth, GL_DEPTH_COMPONENT32F, size, size);
    glCreateFramebuffers(1, &target.Framebuffer);
    glNamedFramebufferTexture(target.Framebuffer, GL_COLOR_ATTACHMENT0, target.Colour, 0);
    glNamedFramebufferRenderbuffer(target.Framebuffer, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, target.Depth);
    if (glCheckNamedFramebufferStatus(target.Framebuffer, GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    {
        Fail("glCheckNamedFramebufferStatus", "not complete");
    }
    return target;
}

void Context::Destroy(const Target& target)
{
    glDeleteFramebuffers(1, &target.Framebuffer);
    glDeleteRenderbuffers(1, &target.Depth);
    glDeleteTextures(1, &target.Colour);
}

GLuint Context::CreateProgram(const char* vertex, const char* fragment)
{
    const GLuint program = glCreateProgram();
    for (const GLuint shader : {Compile(GL_VERTEX_SHADER, vertex), Compile(GL_FRAGMENT_SHADER, fragment)})
    {
        glAttachShader(program, shader);
        glDeleteShader(shader);
    }
    glLinkProgram(program);
    GLint isLinked = GL_FALSE;
    glGetProgramiv(program, GL_LINK_STATUS, &isLinked);
    if (isLinked == GL_FALSE)
    {
        Fail("glLinkProgram", "not linked");
    }
    return program;
}

std::vector<std::uint8_t> Context::Read(const Target& target, std::uint32_t extent)
{
    std::vector<std::uint8_t> pixels(std::size_t{extent} * extent * 4);
    glGetTextureImage(target.Colour, 0, GL_RGBA, GL_UNSIGNED_BYTE, static_cast<GLsizei>(pixels.size()), pixels.data());
    return pixels;
}

void Context::Finish()
{
    glFinish();
    if (glGetError() != GL_NO_ERROR)
    {
        Fail("glGetError", "a call of the run was wrong");
    }
}
} // namespace ludus::benchmarks::opengl
