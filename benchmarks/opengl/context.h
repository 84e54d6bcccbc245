// An OpenGL 4.5 context without a window, and what the scenarios draw with.
#pragma once

#include <epoxy/gl.h>

#include <epoxy/egl.h>

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace ludus::benchmarks::opengl
{
/// What passes draw to: a colour texture and a depth image.
struct Target
{
    GLuint Colour = 0;
    GLuint Depth = 0;
    GLuint Framebuffer = 0;
};

/// Current from its creation on; its errors end the program.
class Context
{
public:
    Context();
    ~Context();
    Context(const Context&) = delete;
    Context& operator=(const Context&) = delete;

    [[nodiscard]] static GLuint CreateBuffer(std::span<const std::byte> contents);
    [[nodiscard]] static Target CreateTarget(std::uint32_t extent);
    static void Destroy(const Target& target);
    [[nodiscard]] static GLuint CreateProgram(const char* vertex, const char* fragment);

    /// RGBA8 rows of a target, top first.
    [[nodiscard]] static std::vector<std::uint8_t> Read(const Target& target, std::uint32_t extent);

    /// Waits for all work, and ends the program when a call was wrong.
    static void Finish();

    std::string DeviceName;
    std::string DriverName;

private:
    EGLDisplay Display = EGL_NO_DISPLAY;
    EGLContext Handle = EGL_NO_CONTEXT;
};
} // namespace ludus::benchmarks::opengl
