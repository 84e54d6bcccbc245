// WebGL 2's functions, and desktop OpenGL's that the facts of its profile never let the backend call: so the one source
// compiles for both. Each asserts.
#pragma once

#include <GLES3/gl3.h>

#include <webgl/webgl2.h>

#include <cassert>

namespace ludus::graphics::rhi::internal::opengl
{
inline void AssertDesktop() noexcept
{
    assert(false && "a call that WebGL 2 does not have");
}

// clang-format off
constexpr GLenum GL_BUFFER = 0x82E0;
constexpr GLenum GL_BUFFER_UPDATE_BARRIER_BIT = 0x00000200;
constexpr GLenum GL_CLIENT_MAPPED_BUFFER_BARRIER_BIT = 0x00004000;
constexpr GLenum GL_CLIENT_STORAGE_BIT = 0x0200;
constexpr GLenum GL_COMMAND_BARRIER_BIT = 0x00000040;
constexpr GLenum GL_COMPRESSED_RGBA_S3TC_DXT1_EXT = 0x83F1;
constexpr GLenum GL_COMPRESSED_RGBA_S3TC_DXT5_EXT = 0x83F3;
constexpr GLenum GL_COMPRESSED_RG_RGTC2 = 0x8DBD;
constexpr GLenum GL_COMPLETION_STATUS_KHR = 0x91B1;
constexpr GLenum GL_COMPUTE_SHADER = 0x91B9;
constexpr GLenum GL_COMPUTE_WORK_GROUP_SIZE = 0x8267;
constexpr GLenum GL_CONTEXT_FLAGS = 0x821E;
constexpr GLenum GL_CONTEXT_FLAG_DEBUG_BIT = 0x00000002;
constexpr GLenum GL_CONTEXT_LOST = 0x9242; // WebGL's own, told once
constexpr GLenum GL_DEBUG_OUTPUT = 0x92E0;
constexpr GLenum GL_DEBUG_OUTPUT_SYNCHRONOUS = 0x8242;
constexpr GLenum GL_DEBUG_SEVERITY_NOTIFICATION = 0x826B;
constexpr GLenum GL_DEBUG_SOURCE_API = 0x8246;
constexpr GLenum GL_DEBUG_SOURCE_APPLICATION = 0x824A;
constexpr GLenum GL_DEBUG_TYPE_ERROR = 0x824C;
constexpr GLenum GL_DEBUG_TYPE_UNDEFINED_BEHAVIOR = 0x824E;
constexpr GLenum GL_DRAW_INDIRECT_BUFFER = 0x8F3F;
constexpr GLenum GL_DYNAMIC_STORAGE_BIT = 0x0100;
constexpr GLenum GL_ELEMENT_ARRAY_BARRIER_BIT = 0x00000002;
constexpr GLenum GL_FIRST_VERTEX_CONVENTION = 0x8E4D;
constexpr GLenum GL_FILL = 0x1B02;
constexpr GLenum GL_FRAMEBUFFER_BARRIER_BIT = 0x00000400;
constexpr GLenum GL_FRAMEBUFFER_SRGB = 0x8DB9;
constexpr GLenum GL_LINE = 0x1B01;
constexpr GLenum GL_LOSE_CONTEXT_ON_RESET = 0x8252;
constexpr GLenum GL_MAP_COHERENT_BIT = 0x0080;
constexpr GLenum GL_MAP_PERSISTENT_BIT = 0x0040;
constexpr GLenum GL_MAX_COMPUTE_SHADER_STORAGE_BLOCKS = 0x90DB;
constexpr GLenum GL_MAX_COMPUTE_TEXTURE_IMAGE_UNITS = 0x91BC;
constexpr GLenum GL_MAX_COMPUTE_UNIFORM_BLOCKS = 0x91BB;
constexpr GLenum GL_MAX_COMPUTE_WORK_GROUP_COUNT = 0x91BE;
constexpr GLenum GL_MAX_COMPUTE_WORK_GROUP_INVOCATIONS = 0x90EB;
constexpr GLenum GL_MAX_COMPUTE_WORK_GROUP_SIZE = 0x91BF;
constexpr GLenum GL_MAX_FRAGMENT_SHADER_STORAGE_BLOCKS = 0x90DA;
constexpr GLenum GL_MAX_LABEL_LENGTH = 0x82E8;
constexpr GLenum GL_MAX_SHADER_STORAGE_BLOCK_SIZE = 0x90DE;
constexpr GLenum GL_MAX_SHADER_STORAGE_BUFFER_BINDINGS = 0x90DD;
constexpr GLenum GL_NO_RESET_NOTIFICATION = 0x8261;
constexpr GLenum GL_PROGRAM = 0x82E2;
constexpr GLenum GL_QUERY_COUNTER_BITS = 0x8864;
constexpr GLenum GL_RESET_NOTIFICATION_STRATEGY = 0x8256;
constexpr GLenum GL_SAMPLER = 0x82E6;
constexpr GLenum GL_SHADER = 0x82E1;
constexpr GLenum GL_SHADER_STORAGE_BARRIER_BIT = 0x00002000;
constexpr GLenum GL_SHADER_STORAGE_BUFFER = 0x90D2;
constexpr GLenum GL_SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT = 0x90DF;
constexpr GLenum GL_TEXTURE_CUBE_MAP_SEAMLESS = 0x884F;
constexpr GLenum GL_TEXTURE_FETCH_BARRIER_BIT = 0x00000008;
constexpr GLenum GL_TEXTURE_UPDATE_BARRIER_BIT = 0x00000100;
constexpr GLenum GL_TIME_ELAPSED = 0x88BF; // of EXT_disjoint_timer_query_webgl2
constexpr GLenum GL_TIMESTAMP = 0x8E28;
constexpr GLenum GL_UNIFORM_BARRIER_BIT = 0x00000004;
constexpr GLenum GL_UPPER_LEFT = 0x8CA2;
constexpr GLenum GL_VERTEX_ATTRIB_ARRAY_BARRIER_BIT = 0x00000001;
constexpr GLenum GL_ZERO_TO_ONE = 0x935F;

inline void glBindVertexBuffer(GLuint, GLuint, GLintptr, GLsizei) noexcept { AssertDesktop(); }
inline void glBufferStorage(GLenum, GLsizeiptr, const void*, GLbitfield) noexcept { AssertDesktop(); }
inline void glClearBufferData(GLenum, GLenum, GLenum, GLenum, const void*) noexcept { AssertDesktop(); }
inline void glClearBufferSubData(GLenum, GLenum, GLintptr, GLsizeiptr, GLenum, GLenum, const void*) noexcept { AssertDesktop(); }
inline void glClipControl(GLenum, GLenum) noexcept { AssertDesktop(); }
inline void glCopyImageSubData(GLuint, GLenum, GLint, GLint, GLint, GLint, GLuint, GLenum, GLint, GLint, GLint, GLint, GLsizei, GLsizei, GLsizei) noexcept { AssertDesktop(); }
inline void glDispatchCompute(GLuint, GLuint, GLuint) noexcept { AssertDesktop(); }
inline void glDrawElementsIndirect(GLenum, GLenum, const void*) noexcept { AssertDesktop(); }
inline void glGetQueryObjectui64v(GLuint, GLenum, GLuint64*) noexcept { AssertDesktop(); }
inline void glMemoryBarrier(GLbitfield) noexcept { AssertDesktop(); }
inline void glObjectLabel(GLenum, GLuint, GLsizei, const GLchar*) noexcept { AssertDesktop(); }
inline void glPolygonMode(GLenum, GLenum) noexcept { AssertDesktop(); }
inline void glPopDebugGroup() noexcept { AssertDesktop(); }
inline void glPushDebugGroup(GLenum, GLuint, GLsizei, const GLchar*) noexcept { AssertDesktop(); }
inline void glQueryCounter(GLuint, GLenum) noexcept { AssertDesktop(); }
inline void glTextureView(GLuint, GLenum, GLuint, GLenum, GLuint, GLuint, GLuint, GLuint) noexcept { AssertDesktop(); }
inline void glVertexAttribBinding(GLuint, GLuint) noexcept { AssertDesktop(); }
inline void glVertexAttribFormat(GLuint, GLint, GLenum, GLboolean, GLuint) noexcept { AssertDesktop(); }
inline void glVertexBindingDivisor(GLuint, GLuint) noexcept { AssertDesktop(); }
inline void* glMapBufferRange(GLenum, GLintptr, GLsizeiptr, GLbitfield) noexcept { AssertDesktop(); return nullptr; }
inline GLenum glGetGraphicsResetStatus() noexcept { AssertDesktop(); return GL_NO_ERROR; }

// Of WEBGL_provoking_vertex, which Emscripten does not know (session_web.cpp).
extern "C" void ludus_webgl_provoking_vertex(unsigned int mode);
inline void glProvokingVertex(GLenum mode) noexcept { ludus_webgl_provoking_vertex(mode); }

// clang-format on
} // namespace ludus::graphics::rhi::internal::opengl
