# The installed package: find_package(Ludus CONFIG REQUIRED) gives the module targets and ludus_compile_shader.
# Included last by the root list, when every module has announced itself through the LUDUS_* global properties:
#   LUDUS_MODULES            targets of the package           LUDUS_INCLUDE_FOLDERS   their public include folders
#   LUDUS_PACKAGE_INCLUDES   CMake files that the package's users get, with their relative path under the project
#   LUDUS_PACKAGE_FILES      further files and folders that those CMake files need, installed under the same paths
#   LUDUS_PACKAGE_LIBRARIES  libraries of the system that programs link with the package, by name
#   LUDUS_SHADER_ARTIFACTS   shader artifacts that the package's backends read
include(CMakePackageConfigHelpers)

set(LUDUS_PACKAGE_FOLDER "${CMAKE_INSTALL_LIBDIR}/cmake/Ludus")
get_property(modules GLOBAL PROPERTY LUDUS_MODULES)
get_property(include_folders GLOBAL PROPERTY LUDUS_INCLUDE_FOLDERS)
get_property(package_includes GLOBAL PROPERTY LUDUS_PACKAGE_INCLUDES)
get_property(package_files GLOBAL PROPERTY LUDUS_PACKAGE_FILES)

install(TARGETS ${modules} EXPORT LudusTargets ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
foreach(folder ${include_folders})
    install(DIRECTORY "${folder}" DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
            FILES_MATCHING PATTERN "*.h" PATTERN "*.hpp")
endforeach()
install(EXPORT LudusTargets NAMESPACE Ludus:: DESTINATION "${LUDUS_PACKAGE_FOLDER}")

# The shader tool keeps its layout below the package folder, so that its files find each other there as in the sources.
foreach(file ${package_includes} ${package_files})
    cmake_path(GET file PARENT_PATH parent)
    if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/${file}")
        install(DIRECTORY "${PROJECT_SOURCE_DIR}/${file}" DESTINATION "${LUDUS_PACKAGE_FOLDER}/${parent}"
                PATTERN "__pycache__" EXCLUDE PATTERN "tests" EXCLUDE)
    else()
        install(FILES "${PROJECT_SOURCE_DIR}/${file}" DESTINATION "${LUDUS_PACKAGE_FOLDER}/${parent}")
    endif()
endforeach()

set(LUDUS_PACKAGE_INCLUDE_LINES "")
foreach(file ${package_includes})
    string(APPEND LUDUS_PACKAGE_INCLUDE_LINES "include(\"\${CMAKE_CURRENT_LIST_DIR}/${file}\")\n")
endforeach()
get_property(package_artifacts GLOBAL PROPERTY LUDUS_SHADER_ARTIFACTS)
list(REMOVE_DUPLICATES package_artifacts)
string(APPEND LUDUS_PACKAGE_INCLUDE_LINES
       "set_property(GLOBAL PROPERTY LUDUS_SHADER_ARTIFACTS \"${package_artifacts}\")\n")
get_property(package_libraries GLOBAL PROPERTY LUDUS_PACKAGE_LIBRARIES)
foreach(library ${package_libraries})
    string(APPEND LUDUS_PACKAGE_INCLUDE_LINES "find_library(LUDUS_SYSTEM_${library} ${library})\n"
           "mark_as_advanced(LUDUS_SYSTEM_${library})\nif(NOT LUDUS_SYSTEM_${library})\n"
           "    set(Ludus_FOUND FALSE)\n"
           "    set(Ludus_NOT_FOUND_MESSAGE \"this package of Ludus links the system's ${library} library\")\nendif()\n")
endforeach()
configure_package_config_file(cmake/LudusConfig.cmake.in "${PROJECT_BINARY_DIR}/LudusConfig.cmake"
                              INSTALL_DESTINATION "${LUDUS_PACKAGE_FOLDER}" NO_SET_AND_CHECK_MACRO)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/LudusConfigVersion.cmake" COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/LudusConfig.cmake" "${PROJECT_BINARY_DIR}/LudusConfigVersion.cmake"
        DESTINATION "${LUDUS_PACKAGE_FOLDER}")
install(FILES LICENSE DESTINATION "${CMAKE_INSTALL_DATADIR}/licenses/ludus")
