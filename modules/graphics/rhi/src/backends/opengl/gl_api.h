// OpenGL's and EGL's names: as libepoxy resolves them at their first use, nothing of a driver is linked; in a browser
// those of WebGL 2.
#pragma once

#include <ludus/foundation/base/config.h>

#if LUDUS_PLATFORM_WEB
#include "backends/opengl/gl_api_web.h"
#else
#include <epoxy/gl.h>

#include <epoxy/egl.h>
#endif

#include <ludus/foundation/base/types.h>

namespace ludus::graphics::rhi::internal::opengl
{
/// Whether ludus_webgl_draw_offsets is there: in a browser a call into JavaScript costs more than what it calls.
constexpr bool HAS_OFFSET_ENTRIES = LUDUS_PLATFORM_WEB != 0;

/// Draws the entries of a draw run from `at` on, up to the first that has another header: each binds `buffer` from
/// `offset` plus its own on to the uniform binding, and draws triangles. Answers where it stopped.
// NOLINTNEXTLINE(readability-identifier-naming): a function of JavaScript, named as those are
extern "C" const foundation::uint8* ludus_webgl_draw_offsets(const foundation::uint8* at, const foundation::uint8* end,
                                                             unsigned int header, unsigned int binding,
                                                             unsigned int buffer, int offset, int size,
                                                             unsigned int indexType, unsigned int indexCount,
                                                             unsigned int firstIndexByte, unsigned int instanceCount);
} // namespace ludus::graphics::rhi::internal::opengl
