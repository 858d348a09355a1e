# The libraries and the program from a folder where they were built before, so that a wheel takes a minute and not ten: for
# tests.
find_package(hwy 1.0 REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(Threads REQUIRED)

add_library(kenn STATIC IMPORTED GLOBAL)
set_target_properties(kenn PROPERTIES IMPORTED_LOCATION ${KENN_PREBUILT}/src/libkenn.a)
target_compile_features(kenn INTERFACE cxx_std_20)
target_include_directories(kenn INTERFACE ${PROJECT_SOURCE_DIR}/include ${PROJECT_BINARY_DIR}/include)
target_link_libraries(kenn INTERFACE hwy::hwy Threads::Threads)

add_library(kenn_data STATIC IMPORTED GLOBAL)
set_target_properties(kenn_data PROPERTIES IMPORTED_LOCATION ${KENN_PREBUILT}/src/libkenn_data.a)
target_include_directories(kenn_data INTERFACE ${PROJECT_SOURCE_DIR}/src)
target_link_libraries(kenn_data INTERFACE kenn SQLite::SQLite3 ${CMAKE_DL_LIBS})

add_executable(kenn-cli IMPORTED GLOBAL)
set_target_properties(kenn-cli PROPERTIES IMPORTED_LOCATION ${KENN_PREBUILT}/kenn)
