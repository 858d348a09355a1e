# `cmake --install`: the library, its headers, the command, its completions, and a package for find_package(kenn).
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/kenn)

install(TARGETS kenn EXPORT kenn-targets
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY include/kenn DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.h")
install(FILES ${PROJECT_BINARY_DIR}/include/kenn/version.h DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/kenn)
install(EXPORT kenn-targets NAMESPACE kenn:: DESTINATION ${package_folder})

if(KENN_BUILD_TORCH)
  install(TARGETS kenn_torch EXPORT kenn-torch-targets
          LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT kenn-torch-targets NAMESPACE kenn:: DESTINATION ${package_folder})
endif()

if(KENN_BUILD_DATA)
  install(TARGETS kenn_data EXPORT kenn-training-targets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  install(EXPORT kenn-training-targets NAMESPACE kenn:: DESTINATION ${package_folder})
endif()

configure_package_config_file(cmake/kenn-config.cmake.in ${PROJECT_BINARY_DIR}/kenn-config.cmake
                              INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/kenn-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/kenn-config.cmake ${PROJECT_BINARY_DIR}/kenn-config-version.cmake
        DESTINATION ${package_folder})

if(KENN_BUILD_CLI)
  set_target_properties(kenn-cli PROPERTIES INSTALL_RPATH $ORIGIN/../${CMAKE_INSTALL_LIBDIR})
  install(TARGETS kenn-cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
  install(FILES ${PROJECT_BINARY_DIR}/completion/kenn.bash RENAME kenn
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${PROJECT_BINARY_DIR}/completion/_kenn DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
endif()
