# GTest::gtest and GTest::gtest_main: the distribution's libraries, or for WebAssembly built from its source, without
# threads and exceptions.
if(NOT EMSCRIPTEN)
    find_package(GTest REQUIRED)
    include(GoogleTest)
    return()
endif()

find_path(LUDUS_GOOGLETEST_SOURCE src/gtest-all.cc HINTS /usr/src/googletest/googletest NO_CMAKE_FIND_ROOT_PATH
          DOC "The source of GoogleTest: the folder that holds src/gtest-all.cc")
find_program(LUDUS_NODE NAMES node nodejs DOC "Node.js, which drives the browser of the tests")
mark_as_advanced(LUDUS_GOOGLETEST_SOURCE LUDUS_NODE)
if(NOT LUDUS_GOOGLETEST_SOURCE OR NOT LUDUS_NODE)
    message(FATAL_ERROR "Tests in WebAssembly need GoogleTest's source and Node.js: run scripts/setup.")
endif()
foreach(library gtest gtest_main)
    if(library STREQUAL "gtest")
        add_library(ludus_${library} STATIC "${LUDUS_GOOGLETEST_SOURCE}/src/gtest-all.cc")
        target_compile_definitions(ludus_gtest PUBLIC GTEST_HAS_PTHREAD=0)
        target_include_directories(ludus_gtest SYSTEM PUBLIC "${LUDUS_GOOGLETEST_SOURCE}/include"
                                                      PRIVATE "${LUDUS_GOOGLETEST_SOURCE}")
    else()
        add_library(ludus_${library} STATIC "${LUDUS_GOOGLETEST_SOURCE}/src/gtest_main.cc")
        target_link_libraries(ludus_gtest_main PUBLIC ludus_gtest)
    endif()
    target_compile_features(ludus_${library} PUBLIC cxx_std_20)
    target_compile_options(ludus_${library} PRIVATE -fno-exceptions)
    add_library(GTest::${library} ALIAS ludus_${library})
endforeach()
