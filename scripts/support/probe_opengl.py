"""Makes an OpenGL 4.5 core context without a display server and prints its renderer.

Displays are tried in the OpenGL backend's order: devices that the kernel drives, Mesa's platform without a window
system, any device. Ends with 1 and a sentence on the last line when no context is made."""
import ctypes
import sys

SURFACELESS, DEVICE = 0x31DD, 0x313F
EXTENSIONS = 0x3055
MAX_DEVICES = 16
OPENGL_API, OPENGL_BIT, RENDERABLE_TYPE, SURFACE_TYPE, NONE = 0x30A2, 0x0008, 0x3040, 0x3033, 0x3038
MAJOR, MINOR, PROFILE, CORE = 0x3098, 0x30FB, 0x30FD, 0x0001
GL_RENDERER = 0x1F01


def load(egl, name, result, *arguments):
    return ctypes.CFUNCTYPE(result, *arguments)(egl.eglGetProcAddress(name.encode()))


def find_devices(egl):
    """Devices that the kernel drives, and the others."""
    pointer, integer = ctypes.c_void_p, ctypes.c_int32
    if not egl.eglGetProcAddress(b"eglQueryDevicesEXT"):
        return [], []
    devices, count = (pointer * MAX_DEVICES)(), integer()
    if not load(egl, "eglQueryDevicesEXT", integer, integer, pointer, pointer)(MAX_DEVICES, devices, ctypes.byref(count)):
        return [], []
    kernel, others = [], []
    for device in devices[:count.value]:
        text = load(egl, "eglQueryDeviceStringEXT", ctypes.c_char_p, pointer, integer)(device, EXTENSIONS) or b""
        words = text.decode().split()
        is_kernel = "EGL_EXT_device_drm" in words or "EGL_NV_device_cuda" in words
        (kernel if is_kernel and "EGL_MESA_device_software" not in words else others).append(device)
    return kernel, others


def find_display(egl):
    """The first display that can be initialised, or none."""
    pointer, integer = ctypes.c_void_p, ctypes.c_int32
    kernel, others = find_devices(egl)
    for platform, native in (*((DEVICE, device) for device in kernel), (SURFACELESS, None),
                             *((DEVICE, device) for device in others)):
        display = load(egl, "eglGetPlatformDisplayEXT", pointer, integer, pointer, pointer)(platform, native, None)
        if display and load(egl, "eglInitialize", integer, pointer, pointer, pointer)(display, None, None):
            return display
    return None


def find_renderer():
    """(renderer, None), or (None, the reason why there is none)."""
    pointer, integer = ctypes.c_void_p, ctypes.c_int32
    try:
        egl = ctypes.CDLL("libEGL.so.1")
    except OSError as error:
        return None, str(error)
    egl.eglGetProcAddress.restype = pointer
    egl.eglGetProcAddress.argtypes = [ctypes.c_char_p]
    if not egl.eglGetProcAddress(b"eglGetPlatformDisplayEXT"):
        return None, "EGL knows no platforms"
    display = find_display(egl)
    if not display:
        return None, "EGL has no display without a display server"
    load(egl, "eglBindAPI", integer, integer)(OPENGL_API)
    config, count = pointer(), integer()
    wanted = (integer * 5)(SURFACE_TYPE, 0, RENDERABLE_TYPE, OPENGL_BIT, NONE)
    load(egl, "eglChooseConfig", integer, pointer, pointer, pointer, integer, pointer)(
        display, wanted, ctypes.byref(config), 1, ctypes.byref(count))
    version = (integer * 7)(MAJOR, 4, MINOR, 5, PROFILE, CORE, NONE)
    context = load(egl, "eglCreateContext", pointer, pointer, pointer, pointer, pointer)(display, config, None, version)
    current = load(egl, "eglMakeCurrent", integer, pointer, pointer, pointer, pointer)
    if not context or not current(display, None, None, context):
        return None, "EGL makes no OpenGL 4.5 core context"
    name = load(egl, "glGetString", ctypes.c_char_p, integer)(GL_RENDERER)
    return (name or b"a renderer without a name").decode(), None


def main():
    if sys.argv[1:]:
        print(f"probe_opengl.py takes no arguments, got {' '.join(sys.argv[1:])}; usage: probe_opengl.py", file=sys.stderr)
        sys.exit(2)
    renderer, reason = find_renderer()
    print(renderer if reason is None else reason)
    sys.exit(0 if reason is None else 1)


if __name__ == "__main__":
    main()
