// TinyGLTF and the image decoder it uses, compiled for WebAssembly.
#define TINYGLTF_IMPLEMENTATION
#define STB_IMAGE_IMPLEMENTATION
#include <tiny_gltf.h>
