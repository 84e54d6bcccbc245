# ludus_compile_shader: one Slang program becomes a header with the artifacts of every backend of this build.
# Works from the source tree and from an installed package; nothing is downloaded here.
cmake_policy(VERSION 3.25)

# The tool lies beside this file, in the source tree, or under the package's share folder.
foreach(candidate "../modules/graphics/shader" "." "shader" "../../../share/ludus/shader")
    if(EXISTS "${CMAKE_CURRENT_LIST_DIR}/${candidate}/compile_shader.py")
        get_filename_component(candidate "${CMAKE_CURRENT_LIST_DIR}/${candidate}" ABSOLUTE)
        # A property, so that a call from any folder finds it.
        set_property(GLOBAL PROPERTY LUDUS_SHADER_TOOL_FOLDER "${candidate}")
        break()
    endif()
endforeach()
unset(candidate)

# What headers embed follows the backends of the linked package, which name their artifacts in the global property
# LUDUS_SHADER_ARTIFACTS; in a browser those are WebGPU and WebGL 2.
set(default_targets "spirv")
if(EMSCRIPTEN)
    set(default_targets "wgsl;glsl-es")
endif()
set(LUDUS_SHADER_TARGETS "${default_targets}" CACHE STRING
    "Shader artifacts that headers embed beside those of the backends: spirv, wgsl, glsl-es, glsl, hlsl, msl. All are generated and checked")
unset(default_targets)

# Finds one program of the shader tool; `variable` is the cache variable that overrides.
function(_ludus_shader_program variable)
    find_program(${variable} NAMES ${ARGN} HINTS "${LUDUS_TOOLS}/bin" DOC "A program of the Ludus shader tool")
    mark_as_advanced(${variable})
    if(NOT ${variable})
        list(GET ARGN 0 program)
        message(FATAL_ERROR "ludus_compile_shader: ${program} was not found. Run scripts/setup, or set LUDUS_TOOLS to "
                            "the folder of the pinned tools, or ${variable} to the program.")
    endif()
endfunction()

# ludus_compile_shader(TARGET <target> NAME <identifier> SOURCE <file>
#                      VERTEX <entry> FRAGMENT <entry> [RASTER [FRAGMENT_STORAGE]] | COMPUTE <entry>
#                      [NATIVE_BINDING_ARRAYS [RUNTIME_BINDING_ARRAYS]]
#                      [INCLUDES <folder>...] [DEFINES <NAME[=VALUE]>...] [DEPENDS <file>...])
# Gives the target a header <NAME>.h with ludus::shaders::<NAME>::Vertex() and Fragment(), or Compute(). Without RASTER
# the two describe a fullscreen program (ShaderDescription), else each is a RasterShaderDescription. FRAGMENT_STORAGE
# lets the fragment stage read storage buffers; like COMPUTE it leaves out the GLSL ES artifact, which cannot have them.
# NATIVE_BINDING_ARRAYS admits arrays of resources, RUNTIME_BINDING_ARRAYS unsized ones beside them; the program has a
# SPIR-V artifact alone, and may include raster_bindings.slang and runtime_bindings.slang.
# Every artifact, the reflection and manifest.json lie in <binary dir>/ludus-shaders/<target>/<name>/.
function(ludus_compile_shader)
    cmake_parse_arguments(PARSE_ARGV 0 S "RASTER;FRAGMENT_STORAGE;NATIVE_BINDING_ARRAYS;RUNTIME_BINDING_ARRAYS"
                          "TARGET;NAME;SOURCE;VERTEX;FRAGMENT;COMPUTE" "INCLUDES;DEFINES;DEPENDS")
    if(S_UNPARSED_ARGUMENTS)
        message(FATAL_ERROR "ludus_compile_shader(${S_NAME}): unknown arguments: ${S_UNPARSED_ARGUMENTS}")
    endif()
    if(S_KEYWORDS_MISSING_VALUES)
        message(FATAL_ERROR "ludus_compile_shader(${S_NAME}): without a value: ${S_KEYWORDS_MISSING_VALUES}")
    endif()
    if(DEFINED S_COMPUTE)
        set(needed TARGET NAME SOURCE COMPUTE)
        foreach(other VERTEX FRAGMENT RASTER FRAGMENT_STORAGE)
            if(S_${other})
                message(FATAL_ERROR "ludus_compile_shader(${S_NAME}): COMPUTE stands alone, but ${other} is given too; "
                                    "the stages that draw are a program of their own.")
            endif()
        endforeach()
    else()
        set(needed TARGET NAME SOURCE VERTEX FRAGMENT)
        if(S_FRAGMENT_STORAGE AND NOT S_RASTER)
            message(FATAL_ERROR "ludus_compile_shader(${S_NAME}): FRAGMENT_STORAGE needs RASTER.")
        endif()
    endif()
    if(S_RUNTIME_BINDING_ARRAYS AND NOT S_NATIVE_BINDING_ARRAYS)
        message(FATAL_ERROR "ludus_compile_shader(${S_NAME}): RUNTIME_BINDING_ARRAYS needs NATIVE_BINDING_ARRAYS.")
    endif()
    if(S_NATIVE_BINDING_ARRAYS AND NOT S_RASTER AND NOT DEFINED S_COMPUTE)
        message(FATAL_ERROR "ludus_compile_shader(${S_NAME}): NATIVE_BINDING_ARRAYS needs RASTER or COMPUTE.")
    endif()
    foreach(name IN LISTS needed)
        if(NOT S_${name})
            message(FATAL_ERROR "ludus_compile_shader(${S_NAME}): ${name} is missing.")
        endif()
    endforeach()
    if(NOT TARGET ${S_TARGET})
        message(FATAL_ERROR "ludus_compile_shader(${S_NAME}): TARGET ${S_TARGET} does not exist.")
    endif()
    if(NOT S_NAME MATCHES "^[A-Za-z_][A-Za-z0-9_]*$")
        message(FATAL_ERROR "ludus_compile_shader: NAME '${S_NAME}' is not a C identifier.")
    endif()

    get_property(tool GLOBAL PROPERTY LUDUS_SHADER_TOOL_FOLDER)
    if(NOT tool)
        message(FATAL_ERROR "ludus_compile_shader: compile_shader.py is missing from this copy of Ludus.")
    endif()
    find_package(Python3 3.10 REQUIRED COMPONENTS Interpreter)
    _ludus_shader_program(LUDUS_SLANG_COMPILER slangc)
    _ludus_shader_program(LUDUS_SPIRV_VALIDATOR spirv-val)
    _ludus_shader_program(LUDUS_SPIRV_OPTIMIZER spirv-opt)
    _ludus_shader_program(LUDUS_SPIRV_CROSS spirv-cross)
    _ludus_shader_program(LUDUS_GLSL_VALIDATOR glslangValidator)

    get_filename_component(source "${S_SOURCE}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    set(folder "${CMAKE_CURRENT_BINARY_DIR}/ludus-shaders/${S_TARGET}/${S_NAME}")
    set(header "${folder}/${S_NAME}.h")
    get_property(artifacts GLOBAL PROPERTY LUDUS_SHADER_ARTIFACTS)
    set(embedded ${LUDUS_SHADER_TARGETS} ${artifacts})
    list(REMOVE_DUPLICATES embedded)
    list(JOIN embedded "," embedded)
    if(DEFINED S_COMPUTE)
        set(entries --compute "${S_COMPUTE}")
        set(stages compute)
    else()
        set(entries --vertex "${S_VERTEX}" --fragment "${S_FRAGMENT}")
        set(stages vertex fragment)
    endif()
    set(endings spv glsl sm50.hlsl sm51.hlsl metal)
    if(DEFINED S_COMPUTE OR S_RASTER)
        list(APPEND endings wgsl)
    endif()
    if(NOT DEFINED S_COMPUTE AND NOT S_FRAGMENT_STORAGE)
        list(APPEND endings essl)
    endif()
    if(S_NATIVE_BINDING_ARRAYS) # SPIR-V alone has them
        set(endings spv)
    endif()
    set(arguments --name ${S_NAME} --source "${source}" ${entries} --output "${folder}" --targets "${embedded}"
                  --slangc "${LUDUS_SLANG_COMPILER}" --spirv-val "${LUDUS_SPIRV_VALIDATOR}" --spirv-opt "${LUDUS_SPIRV_OPTIMIZER}"
                  --spirv-cross "${LUDUS_SPIRV_CROSS}" --glslangValidator "${LUDUS_GLSL_VALIDATOR}")
    if(S_RASTER)
        list(APPEND arguments --raster)
    endif()
    if(S_FRAGMENT_STORAGE)
        list(APPEND arguments --fragment-storage)
    endif()
    foreach(option NATIVE_BINDING_ARRAYS RUNTIME_BINDING_ARRAYS)
        if(S_${option})
            string(TOLOWER "--${option}" argument)
            string(REPLACE "_" "-" argument "${argument}")
            list(APPEND arguments "${argument}")
        endif()
    endforeach()
    foreach(include IN LISTS S_INCLUDES)
        get_filename_component(include "${include}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
        list(APPEND arguments --include "${include}")
    endforeach()
    foreach(define IN LISTS S_DEFINES)
        list(APPEND arguments "--define=${define}")
    endforeach()
    set(depends "")
    foreach(input IN LISTS S_DEPENDS)
        if(NOT TARGET "${input}")
            get_filename_component(input "${input}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
        endif()
        list(APPEND depends "${input}")
    endforeach()
    file(GLOB tool_files "${tool}/ludus_shader/*.py" "${tool}/include/*.slang")

    # What the tool leaves beside the header.
    set(byproducts manifest.json ${S_NAME}.reflection.json)
    foreach(stage IN LISTS stages)
        foreach(ending IN LISTS endings)
            list(APPEND byproducts ${S_NAME}.${stage}.${ending})
        endforeach()
    endforeach()
    if(NOT wgsl IN_LIST endings AND NOT S_NATIVE_BINDING_ARRAYS)
        list(APPEND byproducts ${S_NAME}.wgsl)
    endif()
    list(TRANSFORM byproducts PREPEND "${folder}/")

    # -B: no compiled Python files in a source tree or an installed package.
    add_custom_command(
        OUTPUT "${header}"
        BYPRODUCTS ${byproducts}
        COMMAND "${Python3_EXECUTABLE}" -B "${tool}/compile_shader.py" ${arguments}
        DEPENDS "${source}" ${depends} ${tool_files} "${tool}/compile_shader.py"
                "${LUDUS_SLANG_COMPILER}" "${LUDUS_SPIRV_VALIDATOR}" "${LUDUS_SPIRV_OPTIMIZER}" "${LUDUS_SPIRV_CROSS}"
                "${LUDUS_GLSL_VALIDATOR}"
        DEPFILE "${folder}/shader.d"
        COMMENT "Compiling shader ${S_NAME} for ${S_TARGET}"
        VERBATIM)
    # A target of its own, so that the header exists before any source of the target is compiled, also when the target
    # belongs to another folder.
    add_custom_target(${S_TARGET}_shader_${S_NAME} DEPENDS "${header}")
    add_dependencies(${S_TARGET} ${S_TARGET}_shader_${S_NAME})
    set_source_files_properties("${header}" PROPERTIES GENERATED ON)
    target_sources(${S_TARGET} PRIVATE "${header}")
    target_include_directories(${S_TARGET} PRIVATE "${folder}")
endfunction()
