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
