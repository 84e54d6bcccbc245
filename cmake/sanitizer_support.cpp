// Linked into the programs of sanitizer builds that load drivers: what the sanitizers should know about code that is
// not ours. Each line names a driver library and why.
#if defined(__SANITIZE_ADDRESS__)
#define LUDUS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define LUDUS_ADDRESS_SANITIZER 1
#endif
#endif

#if defined(LUDUS_ADDRESS_SANITIZER)
// Drivers and layers stay loaded until the process ends: a leak in a library that was unloaded has no name any more,
// and could not be told from one of ours.
extern "C" int dlclose(void*) noexcept // NOLINT
{
    return 0;
}

extern "C" const char* __asan_default_options() // NOLINT
{
    // The leak checker of clang 14 guesses the size of a library's thread-local block from what lies before it. Of Mesa
    // 22.3.6's it guessed an address that is none, and died of it after some cases on OpenGL.
    return "intercept_tls_get_addr=0";
}

extern "C" const char* __lsan_default_suppressions() // NOLINT
{
    return "leak:libVkLayer_khronos_validation.so\n" // keeps state of destroyed objects; seen with 1.3.239
           "leak:libvulkan_lvp.so\n" // keeps a shader's variants after its pipeline; seen with Mesa 22.3.6
           "leak:libSDL2-2.0.so\n"   // keeps what it read of the display; seen with 2.26.5
           "leak:libdecor-0.so\n"    // keeps a window's decoration, with SDL 2.26.5
           "leak:libdbus-1.so\n";    // keeps a connection, with SDL 2.26.5
}
#else
extern "C" const char* __tsan_default_options() // NOLINT
{
    // Software drivers synchronise their own threads by means that the sanitizer cannot see in code it did not build.
    return "ignore_noninstrumented_modules=1";
}
#endif
