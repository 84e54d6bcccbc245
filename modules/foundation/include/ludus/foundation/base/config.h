// Which platform this translation unit is compiled for. Each macro is defined as 0 or 1.
#pragma once

#if defined(__EMSCRIPTEN__)
#define LUDUS_PLATFORM_WEB 1
#else
#define LUDUS_PLATFORM_WEB 0
#endif

#if defined(__linux__) && !LUDUS_PLATFORM_WEB
#define LUDUS_PLATFORM_LINUX 1
#else
#define LUDUS_PLATFORM_LINUX 0
#endif

#if defined(_WIN32)
#define LUDUS_PLATFORM_WINDOWS 1
#else
#define LUDUS_PLATFORM_WINDOWS 0
#endif

#if defined(__APPLE__)
#define LUDUS_PLATFORM_APPLE 1
#else
#define LUDUS_PLATFORM_APPLE 0
#endif
