# The language, the warnings, and the settings of every target of the project.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)

option(KENN_WARNINGS_AS_ERRORS "Stop at compiler warnings" ${PROJECT_IS_TOP_LEVEL})

add_library(kenn_warnings INTERFACE)
target_compile_options(kenn_warnings INTERFACE -Wall -Wextra -Wconversion
                       $<$<BOOL:${KENN_WARNINGS_AS_ERRORS}>:-Werror>)

# GCC 12 reports overlapping copies inside std::string's own operator+ (its bug 105651), at -O2 and above.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  target_compile_options(kenn_warnings INTERFACE -Wno-restrict)
endif()

# A faster build, for the sanitizers and the static analysis: sources of a folder are compiled as one, so that the headers
# that they share are read, and the templates that they share compiled, once. The release build keeps the files of the library
# and the program apart, so each must include what it uses.
option(KENN_COMPILE_FOLDERS "Compile the sources of a folder as one" OFF)
option(KENN_COMPILE_TEST_FOLDERS "Compile the tests of a folder as one" ON)

# Call it where the target was added, after its last source. Sources after APART stay alone.
function(compile_folders target)
  if(NOT KENN_COMPILE_FOLDERS AND NOT (KENN_COMPILE_TEST_FOLDERS AND target MATCHES "-tests$"))
    return()
  endif()
  cmake_parse_arguments(PARSE_ARGV 1 argument "" "" APART)
  find_package(Python3 REQUIRED COMPONENTS Interpreter)
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${argument_APART})
  execute_process(COMMAND ${Python3_EXECUTABLE} -B ${PROJECT_SOURCE_DIR}/cmake/folder_groups.py ${sources}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE groups OUTPUT_STRIP_TRAILING_WHITESPACE
    COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" groups "${groups}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP
    UNITY_BUILD_CODE_BEFORE_INCLUDE "// NOLINTNEXTLINE(bugprone-suspicious-include)")
  # GCC expects types of unnamed namespaces in the main file only.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
  foreach(line IN LISTS groups)
    string(REPLACE " " ";" group ${line})
    list(GET group 0 first)
    # The static analyzer of clang looks into included sources only where the including file has this word in its name.
    string(MAKE_C_IDENTIFIER UnifiedSource_${first} name)
    set_source_files_properties(${group} PROPERTIES UNITY_GROUP ${name})
  endforeach()
endfunction()
