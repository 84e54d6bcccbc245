# How a consumer finds Ludus, and how its program is tested on each backend that must be present.
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(LUDUS_CONSUMER_BACKENDS "reference" CACHE STRING "Backends the programs run on: reference, vulkan, opengl")

if(NOT TARGET Ludus::GraphicsRhi)
    if(LUDUS_SOURCE_DIR)
        add_subdirectory("${LUDUS_SOURCE_DIR}" ludus EXCLUDE_FROM_ALL)
    else()
        find_package(Ludus CONFIG REQUIRED)
    endif()
endif()

# A consumer keeps to stricter warnings than ours may raise in its files: the public headers must stand them.
# add_consumer(<name> <source>...)
function(add_consumer name)
    add_executable(${name} ${ARGN})
    target_link_libraries(${name} PRIVATE Ludus::GraphicsRhi)
    target_compile_options(${name} PRIVATE -fno-exceptions -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                                           -Wmissing-field-initializers -Werror)
    target_include_directories(${name} PRIVATE ${CMAKE_CURRENT_FUNCTION_LIST_DIR})
    foreach(backend ${LUDUS_CONSUMER_BACKENDS})
        add_test(NAME ${name}.${backend} COMMAND ${name} ${backend})
        set_tests_properties(${name}.${backend} PROPERTIES TIMEOUT 120)
    endforeach()
endfunction()
