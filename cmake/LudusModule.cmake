# Helpers that give every target of ours the same language level, warnings and instrumentation.

find_program(LUDUS_CCACHE ccache)
if(LUDUS_CCACHE AND PROJECT_IS_TOP_LEVEL AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
    set(CMAKE_C_COMPILER_LAUNCHER "${LUDUS_CCACHE}")
    # It keeps no object that used a precompiled header unless told that macros and moments in it do not matter.
    set(CMAKE_CXX_COMPILER_LAUNCHER "${CMAKE_COMMAND}" -E env CCACHE_SLOPPINESS=pch_defines,time_macros "${LUDUS_CCACHE}")
endif()

# Warnings, sanitizers and coverage: for our own sources only, never passed on to those who link us.
function(ludus_own_sources target)
    target_compile_features(${target} PUBLIC cxx_std_20)
    set_target_properties(${target} PROPERTIES CXX_EXTENSIONS OFF)
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast -Wmissing-declarations -Wundef>)
    # g++ 12 sees overlapping copies in optimized std::string sums that have none (GCC bug 105651, mended in 13).
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict>)
    endif()
    if(LUDUS_WARNINGS_AS_ERRORS)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-Werror>)
    endif()
    if(LUDUS_SANITIZE)
        target_compile_options(${target} PRIVATE -fsanitize=${LUDUS_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
        if(LUDUS_SANITIZE MATCHES "undefined") # our libraries have no type information to check objects against
            target_compile_options(${target} PRIVATE -fno-sanitize=vptr)
        endif()
        target_link_options(${target} PUBLIC -fsanitize=${LUDUS_SANITIZE})
    endif()
    if(LUDUS_COVERAGE)
        target_compile_options(${target} PRIVATE --coverage)
        target_link_options(${target} PUBLIC --coverage)
    endif()
endfunction()

# ludus_add_module(NAME <target> ALIAS <Ludus::Name> [SOURCES ...] [PUBLIC_LINKS ...] [PRIVATE_LINKS ...])
# A library of the house: static (or header-only without SOURCES), no exceptions, no RTTI, hidden symbols,
# include/ as its public face, src/ as its private one. Installed with the package.
function(ludus_add_module)
    cmake_parse_arguments(PARSE_ARGV 0 M "" "NAME;ALIAS" "SOURCES;PUBLIC_LINKS;PRIVATE_LINKS")
    string(REGEX REPLACE "^Ludus::" "" export_name "${M_ALIAS}")
    if(M_SOURCES)
        add_library(${M_NAME} STATIC ${M_SOURCES})
        set(scope PUBLIC)
        ludus_own_sources(${M_NAME})
        ludus_library_rules(${M_NAME})
        target_link_libraries(${M_NAME} PRIVATE ${M_PRIVATE_LINKS})
    else()
        add_library(${M_NAME} INTERFACE)
        set(scope INTERFACE)
        target_compile_features(${M_NAME} INTERFACE cxx_std_20)
    endif()
    add_library(${M_ALIAS} ALIAS ${M_NAME})
    target_include_directories(${M_NAME} ${scope} $<BUILD_INTERFACE:${CMAKE_CURRENT_SOURCE_DIR}/include>
                                                  $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_link_libraries(${M_NAME} ${scope} ${M_PUBLIC_LINKS})
    set_target_properties(${M_NAME} PROPERTIES EXPORT_NAME ${export_name})
    set_property(GLOBAL APPEND PROPERTY LUDUS_MODULES ${M_NAME})
    set_property(GLOBAL APPEND PROPERTY LUDUS_INCLUDE_FOLDERS "${CMAKE_CURRENT_SOURCE_DIR}/include/")
endfunction()

# What every library target of ours keeps to, backends included.
function(ludus_library_rules target)
    target_compile_options(${target} PRIVATE
        $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-fno-exceptions -fno-rtti>)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON CXX_VISIBILITY_PRESET hidden
                                               VISIBILITY_INLINES_HIDDEN ON)
endfunction()

# What the sanitizers must know about drivers, for every program of a sanitizer build that loads one.
function(ludus_sanitizer_support target)
    if(LUDUS_SANITIZE)
        target_sources(${target} PRIVATE "${PROJECT_SOURCE_DIR}/cmake/sanitizer_support.cpp")
        set_source_files_properties("${PROJECT_SOURCE_DIR}/cmake/sanitizer_support.cpp"
                                    PROPERTIES COMPILE_OPTIONS -Wno-missing-declarations)
    endif()
endfunction()

# Assertions instrumented and optimized take three times as long to compile as plain ones, and gain nothing: what sanitizers
# look for lies in the library, whose own sources keep their level.
function(ludus_test_sources target)
    ludus_own_sources(${target})
    # g++ 12 reports vectors that grow in optimized code as written out of bounds, where they are not.
    if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
        target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-Wno-array-bounds>)
    endif()
    if(LUDUS_SANITIZE)
        target_compile_options(${target} PRIVATE -O0)
    endif()
    # Cases count in 64 bits, and what they hand over is small: a size of 32 bits holds it.
    if(EMSCRIPTEN)
        target_compile_options(${target} PRIVATE -fno-exceptions -Wno-shorten-64-to-32 -Wno-sign-conversion
                                                 -Wno-c++11-narrowing)
    endif()
    # Half of what a file of cases takes to compile is GoogleTest's headers. The dev build reads them in each file, and so
    # sees a file that does not include what it uses.
    if(NOT LUDUS_SANITIZE AND NOT EMSCRIPTEN)
        return()
    endif()
    if(target STREQUAL "ludus_test_headers")
        target_precompile_headers(ludus_test_headers PRIVATE <gtest/gtest.h>)
        return()
    endif()
    if(NOT TARGET ludus_test_headers)
        add_library(ludus_test_headers OBJECT "${PROJECT_SOURCE_DIR}/cmake/test_headers.cpp")
        target_link_libraries(ludus_test_headers PRIVATE GTest::gtest)
        ludus_test_sources(ludus_test_headers)
    endif()
    target_precompile_headers(${target} REUSE_FROM ludus_test_headers)
endfunction()

# ludus_add_test(NAME <target> SOURCES ... LINKS ... [LABELS ...]): a GoogleTest program, one ctest entry per case; with
# LUDUS_TEST_SHARDS that many entries, each a process that runs its share of the cases: a driver that is started under a
# sanitizer costs more than most cases. In WebAssembly one entry per program: a browser starts for it, and counts its
# cases by lane.
function(ludus_add_test)
    cmake_parse_arguments(PARSE_ARGV 0 T "" "NAME" "SOURCES;LINKS;LABELS;ENVIRONMENT")
    add_executable(${T_NAME} ${T_SOURCES})
    ludus_test_sources(${T_NAME})
    target_link_libraries(${T_NAME} PRIVATE ${T_LINKS})
    ludus_sanitizer_support(${T_NAME})
    # An empty value would swallow the name of the property after it.
    if(NOT T_LABELS)
        set(T_LABELS unit)
    endif()
    if(NOT T_ENVIRONMENT)
        set(T_ENVIRONMENT LC_ALL=C)
    endif()
    if(EMSCRIPTEN)
        ludus_add_web_test(${T_NAME} "${T_LABELS}")
        return()
    endif()
    # Windows open in one place of their screen, and the later hides the earlier: one program at a time has it.
    set(screen "")
    if("window" IN_LIST T_LABELS)
        set(screen RESOURCE_LOCK screen)
    endif()
    # The separators of a list are read by CMake several times on their way to set_tests_properties.
    list(JOIN T_LABELS [[\\\\\\\;]] labels)
    list(JOIN T_ENVIRONMENT [[\\\\\\\;]] environment)
    if(LUDUS_TEST_SHARDS)
        math(EXPR last "${LUDUS_TEST_SHARDS} - 1")
        foreach(shard RANGE ${last})
            add_test(NAME ${T_NAME}.${shard} COMMAND ${T_NAME} --gtest_brief=1)
            set_tests_properties(${T_NAME}.${shard} PROPERTIES LABELS "${T_LABELS}" TIMEOUT 1200 ENVIRONMENT
                "${T_ENVIRONMENT};GTEST_TOTAL_SHARDS=${LUDUS_TEST_SHARDS};GTEST_SHARD_INDEX=${shard}" ${screen})
        endforeach()
        return()
    endif()
    gtest_discover_tests(${T_NAME} DISCOVERY_MODE PRE_TEST DISCOVERY_TIMEOUT 60 NO_PRETTY_VALUES
                         PROPERTIES LABELS "${labels}" ENVIRONMENT "${environment}" TIMEOUT 300 ${screen})
endfunction()

# Makes a program one that tests/web/run.js runs in a page, where it may wait (rest.js). Linked without the optimizer:
# programs are large, and the library in them has been optimized when it was compiled.
function(ludus_link_for_test_page target)
    set(folder "${PROJECT_SOURCE_DIR}/tests/web")
    target_link_options(${target} PRIVATE -O1 -sALLOW_MEMORY_GROWTH=1 -sENVIRONMENT=web -sASSERTIONS=1
        "SHELL:--pre-js \"${folder}/program.js\"" "SHELL:--js-library \"${folder}/rest.js\""
        "SHELL:--js-library \"${folder}/screen.js\"")
    set_property(TARGET ${target} APPEND PROPERTY
                 LINK_DEPENDS "${folder}/program.js" "${folder}/rest.js" "${folder}/screen.js")
endfunction()

# The entry of a test program in WebAssembly.
function(ludus_add_web_test target labels)
    ludus_link_for_test_page(${target})
    add_test(NAME ${target} COMMAND "${LUDUS_NODE}" "${PROJECT_SOURCE_DIR}/tests/web/run.js" "$<TARGET_FILE:${target}>")
    set_tests_properties(${target} PROPERTIES LABELS "${labels};web" TIMEOUT 1200)
endfunction()
