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
