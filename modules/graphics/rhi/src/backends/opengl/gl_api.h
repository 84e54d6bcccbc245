// OpenGL's and EGL's names, as libepoxy resolves them at their first use: nothing of a driver is linked.
#pragma once

#include <epoxy/gl.h>

#include <epoxy/egl.h>
