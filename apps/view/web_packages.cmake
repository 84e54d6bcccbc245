# TinyGLTF and nlohmann_json for WebAssembly, from the distribution's headers: its libraries are native. The headers are
# linked into a folder of their own, because the folder they lie in also has the native C library's.
find_path(LUDUS_TINYGLTF_INCLUDE tiny_gltf.h PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
find_path(LUDUS_JSON_INCLUDE nlohmann/json.hpp PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
find_path(LUDUS_STB_INCLUDE stb_image.h PATHS /usr/include/stb NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(LUDUS_TINYGLTF_INCLUDE LUDUS_JSON_INCLUDE LUDUS_STB_INCLUDE)
foreach(header TINYGLTF JSON STB)
    if(NOT LUDUS_${header}_INCLUDE)
        message(FATAL_ERROR "LUDUS_${header}_INCLUDE was not found; the page reads models with it. scripts/setup installs it; "
                            "-DLUDUS_BUILD_APPS=OFF builds the library alone.")
    endif()
endforeach()
set(headers "${CMAKE_CURRENT_BINARY_DIR}/headers")
file(MAKE_DIRECTORY "${headers}")
file(CREATE_LINK "${LUDUS_TINYGLTF_INCLUDE}/tiny_gltf.h" "${headers}/tiny_gltf.h" SYMBOLIC)
file(CREATE_LINK "${LUDUS_JSON_INCLUDE}/nlohmann" "${headers}/nlohmann" SYMBOLIC)
file(CREATE_LINK "${LUDUS_STB_INCLUDE}/stb_image.h" "${headers}/stb_image.h" SYMBOLIC)

add_library(ludus_tinygltf STATIC src/tiny_gltf_web.cpp)
target_compile_features(ludus_tinygltf PUBLIC cxx_std_17)
target_include_directories(ludus_tinygltf SYSTEM PUBLIC "${headers}")
target_compile_definitions(ludus_tinygltf PUBLIC TINYGLTF_NO_STB_IMAGE_WRITE) # of the header's users too: it has default arguments
# What reads models throws, as the natively built one does, by WebAssembly's own exceptions. The library never throws.
target_compile_options(ludus_tinygltf PUBLIC -fwasm-exceptions)
target_link_options(ludus_tinygltf PUBLIC -fwasm-exceptions)
add_library(TinyGLTF::TinyGLTF ALIAS ludus_tinygltf)
add_library(nlohmann_json::nlohmann_json ALIAS ludus_tinygltf)
